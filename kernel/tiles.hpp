// Tile kinds, one byte each, and classes of them as bit masks. The kernel knows the world's mahjong tiles and no game.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

namespace quepu {

using Kind = std::uint8_t;     // 0..8 characters, 9..17 dots, 18..26 bamboos, 27..30 winds, 31..33 dragons, 34..41 flowers
using Tile = std::uint8_t;     // a kind, plus `red` for a red five
using Kinds = std::uint64_t;   // a set of kinds

inline constexpr int number_kinds = 27, playing_kinds = 34, all_kinds = 42;
inline constexpr Tile red = 0x40, kind_mask = 0x3f;
inline constexpr std::uint8_t none = 0xff;

constexpr Kind kind_of(Tile t) { return t & kind_mask; }
constexpr bool is_number(Kind k) { return k < number_kinds; }
constexpr int suit_of(Kind k) { return is_number(k) ? k / 9 : 3; }
constexpr int rank_of(Kind k) { return k % 9; }                 // 0..8, for number tiles
constexpr Kinds bit(Kind k) { return Kinds{1} << k; }
inline constexpr Kinds suit_bits = 0x1ff;
inline constexpr Kinds honor_kinds = Kinds{0x7f} << number_kinds;
inline constexpr Kinds orphan_kinds = honor_kinds | bit(0) | bit(8) | bit(9) | bit(17) | bit(18) | bit(26);

// Which of 1-4-7, 2-5-8, 3-6-9 lies in each suit: the six ways, and the nine kinds of one.
inline constexpr std::array<std::array<int, 3>, 6> knitted_ways = {{{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}}};
constexpr Kinds knitted_kinds(const std::array<int, 3>& way) {
    constexpr Kinds third = 0b001001001;   // ranks 1, 4, 7 of a suit
    return third << way[0] | third << (9 + way[1]) | third << (18 + way[2]);
}
inline constexpr std::array<Kinds, 6> knitted_sets = [] {
    std::array<Kinds, 6> all{};
    for (std::size_t i = 0; i < 6; ++i) all[i] = knitted_kinds(knitted_ways[i]);
    return all;
}();

}  // namespace quepu
