#include <algorithm>
#include <array>
#include <bit>
#include <cstring>

#include "distance_parts.hpp"

namespace quepu {
namespace {

constexpr Kinds honors = honor_kinds;
constexpr auto& ways = knitted_ways;

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

Need knitted_need(const Counts& hand, const Held& held, int sets, Ask ask) {
    const Distances& table = distances();
    auto missing = Knitted(hand).missing(held, sets);
    for (unsigned w = 0; w < 6; ++w)
        if (ask == Ask::with_jokers && sets == 4 && held.least[4] & ~knitted_kinds(ways[w]))   // three alike and a pair of the same kind:
            missing[w] = std::min(missing[w], std::popcount(knitted_kinds(ways[w]) & ~held.least[1]) + 1);   // the only use of a fifth
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

Knitted::Knitted(const Counts& hand, bool wanted) {
    for (int s = 0; s < 4 && wanted; ++s) suit(hand, s);
}

void Knitted::suit(const Counts& hand, int s) {
    const Distances& table = distances();
    if (s == 3) {
        honor = table.worth(3, hand.key[3]);
        return;
    }
    for (int r = 0; r < 3; ++r) {
        auto key = hand.key[s];
        for (int k = r; k < 9; k += 3) key -= hand.of[9 * s + k] ? powers[k] : 0;
        rest[s][r] = table.worth(s, key);
    }
}

std::array<int, 6> Knitted::missing(const Held& held, int sets) const {
    const Distances& table = distances();
    std::array<int, 6> missing;
    for (unsigned w = 0; w < 6; ++w) {
        const auto worth = table.join(table.join(rest[0][ways[w][0]], rest[1][ways[w][1]]), table.join(rest[2][ways[w][2]], honor));
        missing[w] = std::popcount(knitted_kinds(ways[w]) & ~held.least[1]) + 3 * (sets - 3) + 2 - table.overlap(worth, sets - 3);
    }
    return missing;
}

int plain_special_missing(const Held& held, Shapes shapes) {
    int least = 3 * most_sets + 2;
    if (shapes & (shape::pairs | shape::distinct_pairs)) least = std::min(least, pairs_need(held, shapes & shape::pairs).missing);
    if (shapes & shape::orphans) least = std::min(least, orphans_need(held).missing);
    if (shapes & shape::scattered) least = std::min(least, scattered_need(held).missing);
    return least;
}

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
