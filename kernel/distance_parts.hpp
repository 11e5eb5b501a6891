// What distance.cpp is put together from; not for others.
#pragma once
#include <bit>
#include <cstring>

#include "distance.hpp"
#include "distance_tables.hpp"

namespace quepu {

// The special shapes: need of the nearest among `shapes` (not `sets`). With jokers that is before they replace what is missing;
// the kinds are only filled in for Ask::kinds.
enum class Ask { missing, kinds, with_jokers };
Need special_need(const Counts& hand, int sets, Shapes shapes, Ask ask);

// The kinds of which at least n are held, for n = 1..4.
struct Held {
    std::array<Kinds, 5> least{};
    Held() = default;
    explicit Held(const Counts& hand) {
        constexpr std::uint64_t every_byte = 0x0101010101010101, top_bits = 0x80 * every_byte;
        std::array<std::uint64_t, 5> words{};   // the flowers behind the playing kinds stay out
        if constexpr (std::endian::native == std::endian::little) {
            std::memcpy(words.data(), hand.of.data(), playing_kinds);
            for (unsigned w = 0; w < 5; ++w)
                for (unsigned n = 1; n <= 4; ++n) {
                    const auto ones = ((words[w] + (0x80 - n) * every_byte) & top_bits) >> 7;   // 1 in each byte that is >= n
                    least[n] |= (ones * 0x0102040810204080 >> 56) << (8 * w);                  // gathers them into 8 bits
                }
        } else {
            for (Kind k = 0; k < playing_kinds; ++k)
                for (unsigned n = 1; n <= hand.of[k]; ++n) least[n] |= bit(k);
        }
    }
    void remove(Kind k, unsigned held_before) { least[held_before] &= ~bit(k); }
    Kinds exactly(unsigned n) const { return least[n] & ~(n < 4 ? least[n + 1] : Kinds{0}); }
};

// The nearest of the special shapes but the knitted ones.
int plain_special_missing(const Held& held, Shapes shapes);

// The knitted nine, and what the rest of the hand gives for the other sets and the pair. Exact, because a target of one set and a
// pair has at most three of a kind, so the knitted tile is never a fifth.
struct Knitted {
    std::array<std::array<Distances::Number, 3>, 3> rest;   // what suit s is worth without the knitted tiles from rank r on
    Distances::Number honor;
    explicit Knitted(const Counts& hand, bool wanted = true);
    void suit(const Counts& hand, int s);                     // this suit of the hand is another one now
    std::array<int, 6> missing(const Held& held, int sets) const;   // by the ways to knit
};

// For each suit what the three others are worth together.
inline std::array<Distances::Number, 4> others_of(const Distances& table, const std::array<Distances::Number, 4>& worth) {
    const auto low = table.join(worth[0], worth[1]), high = table.join(worth[2], worth[3]);
    return {table.join(worth[1], high), table.join(worth[0], high), table.join(low, worth[3]), table.join(low, worth[2])};
}

// The ranks of a suit that raise the overlap beside `others`, the other suits joined; of the kind `gone` one tile is not in `key`.
inline unsigned raising(const Distances& table, const Counts& hand, int suit, std::uint32_t key, Kind gone, Distances::Number others, int sets, int overlap) {
    unsigned ranks = 0;
    const Distances::Number* const joined = table.joined_with(others);
    const std::uint8_t* const worths = table.worths_of(suit) + key;
    const std::uint8_t* const held = hand.of.data() + 9 * suit;
    for (int r = 0; r < (suit == 3 ? 7 : 9); ++r) {
        const auto step = held[r] < 4 || 9 * suit + r == gone ? powers[r] : 0;   // a fifth one is not drawn: the same holding again
        ranks |= static_cast<unsigned>(table.overlap(joined[worths[step]], sets) > overlap) << r;
    }
    return ranks;
}

// Sets and a pair. `table` decides about more than four of a kind.
Kinds serving(const Distances& table, const Counts& hand, int sets);   // kinds that raise the overlap by one
inline Need sets_need(const Counts& hand, int sets) {
    const Distances& table = distances();
    return {3 * sets + 2 - table.overlap(table.worth(hand), sets), serving(table, hand, sets)};
}

// Overlap of a hand with the best target that exceeds four of a kind by at most `excess` tiles over all kinds.
int overlap_with_excess(const Counts& hand, int sets, int excess);

}  // namespace quepu
