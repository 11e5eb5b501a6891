// From 34 bytes to counts with keys, without a multiplication per kind.
#pragma once
#include <bit>
#include <cstring>

#include "counts.hpp"

namespace quepu {

// 5^0 b0 + 5^1 b1 + … + 5^7 b7: neighbours first, then pairs of them, then both halves.
constexpr std::uint32_t key_of_eight(std::uint64_t bytes) {
    bytes = (bytes & 0x00ff00ff00ff00ff) + 5 * (bytes >> 8 & 0x00ff00ff00ff00ff);
    bytes = (bytes & 0x0000ffff0000ffff) + 25 * (bytes >> 16 & 0x0000ffff0000ffff);
    return static_cast<std::uint32_t>(bytes) + 625 * static_cast<std::uint32_t>(bytes >> 32);
}

// Fills `out` (flowers: none) and returns the number of tiles, or -1 if a kind has more than four.
inline int read_counts(const std::uint8_t* of, Counts& out) {
    out.of = {};
    std::memcpy(out.of.data(), of, playing_kinds);
    if constexpr (std::endian::native == std::endian::little) {
        constexpr std::uint64_t every_byte = 0x0101010101010101, top_bits = 0x80 * every_byte;
        const auto eight = [&](int from) {
            std::uint64_t word;
            std::memcpy(&word, out.of.data() + from, sizeof word);
            return word;
        };
        std::uint64_t above = 0, sum = 0;
        for (int from : {0, 8, 16, 24, 32}) {   // the last one reaches into the flowers: zeros
            const auto word = eight(from);
            above |= (word + (0x80 - 5) * every_byte) | word;   // top bit of a byte: five or more (a carry needs one anyway)
            sum += word;
        }
        for (int s = 0; s < 3; ++s) out.key[s] = key_of_eight(eight(9 * s)) + powers[8] * out.of[9 * s + 8];
        out.key[3] = key_of_eight(eight(27));   // and one flower: none
        return above & top_bits ? -1 : static_cast<int>(sum * every_byte >> 56);
    } else {
        int total = 0;
        out.key = {};
        for (Kind k = 0; k < playing_kinds; ++k) {
            if (of[k] > 4) return -1;
            out.key[suit_of(k)] += of[k] * powers[k % 9];
            total += of[k];
        }
        return total;
    }
}

}  // namespace quepu
