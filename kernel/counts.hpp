// How many of each kind are held, with one running base-5 key per suit, so that every table look-up is one load.
#pragma once
#include <array>
#include <bit>
#include <cstdint>

#include "tiles.hpp"

namespace quepu {

inline constexpr std::array<std::uint32_t, 9> powers = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};
inline constexpr std::uint32_t suit_keys = 1953125, honor_keys = 78125;   // 5^9, 5^7

struct Place {             // where a kind stands in its suit's key
    std::uint32_t suit, power;
};
inline constexpr std::array<Place, playing_kinds> place = [] {
    std::array<Place, playing_kinds> all{};
    for (Kind k = 0; k < playing_kinds; ++k) all[k] = {static_cast<std::uint32_t>(suit_of(k)), powers[k % 9]};   // honors: 27 % 9 == 0
    return all;
}();

struct Counts {
    std::array<std::uint8_t, all_kinds> of{};   // tiles of each kind
    std::array<std::uint32_t, 4> key{};         // characters, dots, bamboos, honors; valid while no kind has more than four

    void add(Kind k, int n = 1) {
        of[k] = static_cast<std::uint8_t>(of[k] + n);
        if (k < playing_kinds) key[place[k].suit] += static_cast<std::uint32_t>(n) * place[k].power;
    }
    void remove(Kind k, int n = 1) {
        of[k] = static_cast<std::uint8_t>(of[k] - n);
        if (k < playing_kinds) key[place[k].suit] -= static_cast<std::uint32_t>(n) * place[k].power;
    }
    int total() const {
        int n = 0;
        for (int k = 0; k < playing_kinds; ++k) n += of[k];
        return n;
    }
};

// Which kinds are held at least 1, 2, 3, 4 … times: counting tiles of a class is a handful of popcounts.
struct Planes {
    std::array<Kinds, 8> at_least{};
    Kinds kongs = 0;
    int used = 4;          // 8 where jokers may make more than four of a kind
    void add(Kind k) {
        const Kinds b = bit(k);
        if (used > 4)
            for (int i = 7; i > 3; --i) at_least[i] |= at_least[i - 1] & b;
        at_least[3] |= at_least[2] & b, at_least[2] |= at_least[1] & b, at_least[1] |= at_least[0] & b;
        at_least[0] |= b;
    }
    void add(Kind k, int n) {
        for (int i = 0; i < n; ++i) add(k);
    }
    int tiles(Kinds of) const {
        int n = 0;
        for (int i = 0; i < 4; ++i) n += std::popcount(at_least[i] & of);
        for (int i = 4; i < used; ++i) n += std::popcount(at_least[i] & of);
        return n;
    }
};

}  // namespace quepu
