#include "distance_discards.hpp"

#include <algorithm>

namespace quepu {

Discarding::Discarding(const Counts& hand, int sets, Shapes shapes)
    : hand_(hand), sets_(sets), special_(possible(shapes, sets) & ~shape::sets), of_sets_(shapes & shape::sets), held_(special_ ? Held(hand) : Held()), knitted_(hand, special_ & shape::knitted) {
    for (int s = 0; s < 4; ++s) worth_[s] = table_.worth(s, hand.key[s]);
    others_ = others_of(table_, worth_);
}

Distances::Number Discarding::worth_without(Kind k) const { return table_.worth(suit_of(k), hand_.key[suit_of(k)] - powers[k % 9]); }

int Discarding::sets_missing(Kind k) const {
    return of_sets_ ? 3 * sets_ + 2 - table_.overlap(table_.join(others_[suit_of(k)], worth_without(k)), sets_) : 3 * most_sets + 2;
}

int Discarding::special_missing(Kind k) const {
    Held held = held_;
    held.remove(k, hand_.of[k]);
    int least = plain_special_missing(held, special_);
    if (special_ & shape::knitted) {
        Counts left = hand_;
        left.remove(k);
        Knitted knitted = knitted_;
        knitted.suit(left, suit_of(k));
        const auto all = knitted.missing(held, sets_);
        least = std::min(least, *std::min_element(all.begin(), all.end()));
    }
    return least;
}

int Discarding::missing(Kind k) const { return special_ ? std::min(sets_missing(k), special_missing(k)) : sets_missing(k); }

Kinds Discarding::serving_after(Kind k) {
    const int suit = suit_of(k);
    auto worth = worth_;
    worth[suit] = worth_without(k);
    const int now = table_.overlap(table_.join(others_[suit], worth[suit]), sets_);
    const auto others = others_of(table_, worth);
    Kinds kinds = 0;
    for (int s = 0; s < 4; ++s) {
        if (s == suit) {
            kinds |= Kinds{raising(table_, hand_, s, hand_.key[s] - powers[k % 9], k, others_[s], sets_, now)} << 9 * s;
            continue;
        }
        Known& known = known_[s][others[s] % 8];
        if (known.others != others[s] || known.overlap != now)
            known = {others[s], static_cast<std::int16_t>(now), static_cast<std::uint16_t>(raising(table_, hand_, s, hand_.key[s], none, others[s], sets_, now))};
        kinds |= Kinds{known.ranks} << 9 * s;
    }
    return kinds;
}

Kinds Discarding::useful(Kind k) {
    const int by_sets = sets_missing(k), by_special = special_ ? special_missing(k) : 3 * most_sets + 3;
    Kinds kinds = by_sets <= by_special ? serving_after(k) : 0;
    if (by_special <= by_sets) {
        Counts left = hand_;
        left.remove(k);
        kinds |= special_need(left, sets_, special_, Ask::kinds).kinds;
    }
    return kinds;
}

}  // namespace quepu
