#include "distance.hpp"

#include <algorithm>

#include "distance_parts.hpp"

namespace quepu {
namespace {

int sets_missing(const Counts& hand, int sets, int jokers) {
    const int size = 3 * sets + 2;
    const Distances& four = distances();
    const int overlap = four.overlap(four.worth(hand), sets);
    if (!jokers) return size - overlap;
    // Every joker replaces a missing tile. Targets with a fifth of a kind are open to jokers, but seldom nearer: first a bound.
    const Distances& any = distances_beyond_four();
    if (any.overlap(any.worth(hand), sets) == overlap) return std::max(0, size - overlap - jokers);
    return std::max(0, size - overlap_with_excess(hand, sets, jokers) - jokers);
}

// With jokers: simply try every kind.
Need tried_need(const Counts& hand, int sets, Shapes shapes, int jokers) {
    const int now = missing(hand, sets, shapes, jokers);
    Kinds kinds = 0;
    Counts more = hand;
    for (Kind k = 0; k < playing_kinds; ++k) {
        if (hand.of[k] >= 4) continue;
        more.add(k);
        if (missing(more, sets, shapes, jokers) < now) kinds |= bit(k);
        more.remove(k);
    }
    return {now, kinds};
}

}  // namespace

Kinds serving(const Distances& table, const Counts& hand, int sets) {
    std::array<Distances::Number, 4> worth;
    for (int s = 0; s < 4; ++s) worth[s] = table.worth(s, hand.key[s]);
    const auto others = others_of(table, worth);
    const int now = table.overlap(table.join(others[0], worth[0]), sets);
    Kinds kinds = 0;
    for (int s = 0; s < 4; ++s) kinds |= Kinds{raising(table, hand, s, hand.key[s], none, others[s], sets, now)} << 9 * s;
    return kinds;
}

int missing(const Counts& hand, int sets, Shapes shapes, int jokers) {
    int least = shapes & shape::sets ? sets_missing(hand, sets, jokers) : 3 * most_sets + 2;
    if (const Shapes special = possible(shapes, sets) & ~shape::sets) {
        const int lacking = special_need(hand, sets, special, jokers ? Ask::with_jokers : Ask::missing).missing;
        least = std::min(least, std::max(0, lacking - jokers));
    }
    return least;
}

Need need(const Counts& hand, int sets, Shapes shapes, int jokers) {
    if (jokers) return tried_need(hand, sets, shapes, jokers);
    Need best = shapes & shape::sets ? sets_need(hand, sets) : Need{3 * most_sets + 2, 0};
    if (const Shapes special = possible(shapes, sets) & ~shape::sets) {
        const Need other = special_need(hand, sets, special, Ask::kinds);
        if (other.missing < best.missing) return other;
        if (other.missing == best.missing) best.kinds |= other.kinds;
    }
    return best;
}

}  // namespace quepu
