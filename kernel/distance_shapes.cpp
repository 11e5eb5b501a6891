#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "distance_parts.hpp"

namespace quepu {
namespace {

constexpr Kinds honors = honor_kinds;
constexpr auto& ways = knitted_ways;

// The kinds of which at least n are held, for n = 1..4.
struct Held {
    std::array<Kinds, 5> least{};
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
    Kinds exactly(unsigned n) const { return least[n] & ~(n < 4 ? least[n + 1] : Kinds{0}); }
};

constexpr Kinds playing = (Kinds{1} << playing_kinds) - 1;

// Seven places for two alike each. `full`: kinds (or halves of four alike) that fill one; `half`: that half fill one.
Need pairs_need(const Held& held, bool four_are_two) {
    const int full = std::min(7, std::popcount(held.least[2]) + (four_are_two ? std::popcount(held.least[4]) : 0));
    const Kinds half_kinds = held.exactly(1) | (four_are_two ? held.exactly(3) : 0);
    const int half = std::popcount(half_kinds);
    const Kinds fresh = (playing & ~held.least[1]) | (four_are_two ? held.exactly(2) : 0);   // would begin a pair
    if (full == 7) return {0, 0};
    if (full + half >= 7) return {7 - full, half_kinds};
    return {14 - 2 * full - half, half_kinds | fresh};
}

Need orphans_need(const Held& held) {
    const Kinds have = held.least[1] & orphan_kinds;
    const bool pair = held.least[2] & orphan_kinds;
    return {14 - std::popcount(have) - pair, pair ? orphan_kinds & ~have : orphan_kinds};
}

Need scattered_need(const Held& held) {
    Need best{15, 0};
    for (const auto& way : ways) {
        const Kinds wanted = honors | knitted_kinds(way), lacking = wanted & ~held.least[1];
        const int missing = std::max(0, std::popcount(lacking) - 2);   // fourteen of the sixteen
        if (missing < best.missing) best = {missing, 0};
        if (missing == best.missing) best.kinds |= lacking;
    }
    return best.missing ? best : Need{0, 0};
}

// The knitted nine, and what the rest of the hand gives for the other sets and the pair. Exact, because a target of one set and a
// pair has at most three of a kind, so the knitted tile is never a fifth.
Need knitted_need(const Counts& hand, const Held& held, int sets, Ask ask) {
    const Distances& table = distances();
    std::array<std::array<Distances::Number, 3>, 3> rest;   // what suit s is worth without the knitted tiles from rank r on
    for (int s = 0; s < 3; ++s)
        for (int r = 0; r < 3; ++r) {
            auto key = hand.key[s];
            for (int k = r; k < 9; k += 3) key -= hand.of[9 * s + k] ? powers[k] : 0;
            rest[s][r] = table.worth(s, key);
        }
    const auto honor = table.worth(3, hand.key[3]);
    std::array<int, 6> missing;
    for (unsigned w = 0; w < 6; ++w) {
        const auto worth = table.join(table.join(rest[0][ways[w][0]], rest[1][ways[w][1]]), table.join(rest[2][ways[w][2]], honor));
        const int lacking = std::popcount(knitted_kinds(ways[w]) & ~held.least[1]);
        missing[w] = lacking + 3 * (sets - 3) + 2 - table.overlap(worth, sets - 3);
        if (ask == Ask::with_jokers && sets == 4 && held.least[4] & ~knitted_kinds(ways[w]))
            missing[w] = std::min(missing[w], lacking + 1);   // three alike and a pair of the same kind: the only use of a fifth
    }
    Need best{*std::min_element(missing.begin(), missing.end()), 0};
    for (unsigned w = 0; w < 6; ++w) {
        if (ask != Ask::kinds || missing[w] != best.missing) continue;
        const Kinds knitted = knitted_kinds(ways[w]);
        best.kinds |= knitted & ~held.least[1];
        Counts others = hand;
        for (Kind k = 0; k < number_kinds; ++k)
            if (knitted & held.least[1] & bit(k)) others.remove(k);
        best.kinds |= serving(table, others, sets - 3) & ~held.least[4];   // taking one away must not make room for a fifth
    }
    return best;
}

}  // namespace

Need special_need(const Counts& hand, int sets, Shapes shapes, Ask ask) {
    const Held held(hand);
    Need best{3 * most_sets + 2, 0};
    const auto offer = [&best](const Need& other) {
        if (other.missing < best.missing) best = other;
        else if (other.missing == best.missing) best.kinds |= other.kinds;
    };
    if (shapes & (shape::pairs | shape::distinct_pairs)) offer(pairs_need(held, shapes & shape::pairs));   // the wider includes
    if (shapes & shape::orphans) offer(orphans_need(held));
    if (shapes & shape::scattered) offer(scattered_need(held));
    if (shapes & shape::knitted) offer(knitted_need(hand, held, sets, ask));
    return best;
}

}  // namespace quepu
