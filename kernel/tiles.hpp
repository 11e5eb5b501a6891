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

}  // namespace quepu
