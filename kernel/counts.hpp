// How many of each kind are held, with one running base-5 key per suit, so that every table look-up is one load.
#pragma once
#include <array>
#include <cstdint>

#include "tiles.hpp"

namespace quepu {

inline constexpr std::array<std::uint32_t, 9> powers = {1, 5, 25, 125, 625, 3125, 15625, 78125, 390625};
inline constexpr std::uint32_t suit_keys = 1953125, honor_keys = 78125;   // 5^9, 5^7

struct Counts {
    std::array<std::uint8_t, all_kinds> of{};   // tiles of each kind
    std::array<std::uint32_t, 4> key{};         // characters, dots, bamboos, honors; valid while no kind has more than four

    void add(Kind k, int n = 1) {
        of[k] = static_cast<std::uint8_t>(of[k] + n);
        if (k < playing_kinds) key[suit_of(k)] += static_cast<std::uint32_t>(n) * powers[k % 9];   // honors: 27 % 9 == 0
    }
    void remove(Kind k, int n = 1) {
        of[k] = static_cast<std::uint8_t>(of[k] - n);
        if (k < playing_kinds) key[suit_of(k)] -= static_cast<std::uint32_t>(n) * powers[k % 9];
    }
    int total() const {
        int n = 0;
        for (int k = 0; k < playing_kinds; ++k) n += of[k];
        return n;
    }
};

}  // namespace quepu
