// Readings of hands that hold jokers, and the kinds that a hand waits for.
#include <algorithm>

#include "reading.hpp"

namespace quepu {

namespace {

// Takes natural tiles apart from the lowest kind up; every group takes at least one natural tile until none is left, then
// the jokers that remain make whole groups. Options of one kind are taken in non-decreasing order, so nothing comes twice.
struct WildReader {
    std::array<std::uint8_t, all_kinds> left;
    int wild, sets, pairs;
    const WildChoice* choice;      // null: only ask whether there is a reading
    Reading reading;
    std::vector<Reading>* out;

    bool finish() {
        if (wild != 3 * sets + 2 * pairs) return false;
        if (!choice) return true;
        pure(0);
        return true;
    }

    void pure(std::size_t from) {
        if (sets > 0) {
            const auto put = [&](Type type, Kind kind, std::size_t index) {
                --sets;
                reading.groups[reading.count++] = {type, kind, 7, 0, status::concealed};
                pure(index);
                --reading.count;
                ++sets;
            };
            for (std::size_t i = from; i < choice->pungs.size() + choice->chows.size(); ++i)
                i < choice->pungs.size() ? put(Type::pung, choice->pungs[i], i)
                                         : put(Type::chow, choice->chows[i - choice->pungs.size()], i);
        } else if (pairs > 0) {
            for (const Kind k : choice->pairs) {
                reading.groups[reading.count++] = {Type::pair, k, 3, 0, status::concealed};
                out->push_back(reading);
                --reading.count;
            }
        } else {
            out->push_back(reading);
        }
    }

    // One group that takes `natural` tiles of the lowest kind or a chow over it; false stops an existence search.
    bool take(Kind from, int from_option) {
        Kind k = from;
        while (k < playing_kinds && left[k] == 0) ++k, from_option = 0;
        if (k == playing_kinds) return finish();
        bool found = false;
        // options 0..2: pung with 3, 2, 1 naturals; 3, 4: pair with 2, 1; 5..: chow from start k-2, k-1, k with natural or joker
        for (int option = from_option; option < 17; ++option) {
            if (option < 5) {
                const bool pung = option < 3;
                const int natural = pung ? 3 - option : 5 - option, jokers = (pung ? 3 : 2) - natural;
                if (left[k] < natural || wild < jokers || (pung ? sets : pairs) == 0) continue;
                left[k] = static_cast<std::uint8_t>(left[k] - natural);
                wild -= jokers;
                --(pung ? sets : pairs);
                const auto mask = static_cast<std::uint8_t>(((1 << jokers) - 1) << natural);
                reading.groups[reading.count++] = {pung ? Type::pung : Type::pair, k, mask, 0, status::concealed};
                found = take(k, option) || found;
                --reading.count;
                ++(pung ? sets : pairs);
                wild += jokers;
                left[k] = static_cast<std::uint8_t>(left[k] + natural);
            } else {
                if (!is_number(k) || sets == 0) break;
                const int at = (option - 5) / 4, pattern = (option - 5) % 4;   // k is the at-th tile; pattern: which others are jokers
                if (rank_of(k) < at || rank_of(k) - at > 6) continue;
                const Kind start = static_cast<Kind>(k - at);
                std::uint8_t mask = 0;
                int other = 0;
                bool possible = true;
                for (int i = 0; i < 3; ++i) {
                    if (i == at) continue;
                    const bool joker = pattern >> other++ & 1;
                    if (joker) mask = static_cast<std::uint8_t>(mask | 1 << i);
                    else possible = possible && i > at && left[start + i] > 0;   // lower kinds are used up
                }
                const int jokers = (mask & 1) + (mask >> 1 & 1) + (mask >> 2 & 1);
                if (!possible || wild < jokers) continue;
                for (int i = 0; i < 3; ++i)
                    if (!(mask >> i & 1)) --left[start + i];
                wild -= jokers;
                --sets;
                reading.groups[reading.count++] = {Type::chow, start, mask, 0, status::concealed};
                found = take(k, option) || found;
                --reading.count;
                ++sets;
                wild += jokers;
                for (int i = 0; i < 3; ++i)
                    if (!(mask >> i & 1)) ++left[start + i];
            }
            if (found && !choice) return true;
        }
        return found;
    }
};

bool exists_wild(const Hand& hand, const Counts& c, int wild, const ShapeRule& rule) {
    if (rule.shape == Shape::sets) {
        const int needed = rule.size - hand.meld_count;
        if (needed < 0 || c.total() + wild != 3 * needed + 2) return false;
        WildReader r{c.of, wild, needed, 1, nullptr, {}, nullptr};
        return r.take(0, 0);
    }
    if (rule.shape == Shape::pairs) {
        if (hand.meld_count || c.total() + wild != 2 * rule.size) return false;
        int odd = 0;
        for (Kind k = 0; k < playing_kinds; ++k) {
            if (rule.variant && c.of[k] > 2) return false;
            odd += c.of[k] % 2;
        }
        return odd <= wild;
    }
    return false;
}

// The kinds that complete sets and a pair. The number of tiles of each suit says whether it holds the pair (two over a multiple
// of three), nothing but sets (a multiple), or lacks a tile; a suit that lacks one can only be the one that takes it.
Kinds waits_of_sets(const Counts& c, const Planes& a, int needed, Kinds dead, int enough) {
    if (needed < 0) return 0;
    constexpr Kinds honors = honor_kinds;
    const Kinds singles = ((a.at_least[0] & ~a.at_least[1]) | a.at_least[3]) & honors, twos = a.at_least[1] & ~a.at_least[2] & honors;
    std::array<int, 4> n{};
    std::array<bool, 4> whole{};
    for (int suit = 0; suit < 3; ++suit) n[suit] = a.tiles(suit_bits << 9 * suit), whole[suit] = complete(c.key[suit]);
    n[3] = a.tiles(honors);
    whole[3] = singles == 0 && std::popcount(twos) <= 1;
    if (n[0] + n[1] + n[2] + n[3] != 3 * needed + 1) return 0;
    Kinds waits = 0;
    for (int suit = 0; suit < 4; ++suit) {
        int pairs = 0;
        bool others = true;
        for (int i = 0; i < 4; ++i) {
            if (i == suit) continue;
            others = others && whole[i];
            pairs += n[i] % 3 == 2;
        }
        if (!others || pairs > 1 || (n[suit] + 1) % 3 != (pairs ? 0 : 2)) continue;   // with the tile: sets, or sets and the pair
        if (suit == 3) {
            for (Kind k = number_kinds; k < playing_kinds; ++k) {
                if (singles & ~bit(k)) continue;
                const int have = c.of[k], other_twos = std::popcount(twos & ~bit(k));
                const bool good = have == 1   ? !pairs && other_twos == 0
                                  : have == 2 ? other_twos == (pairs ? 0 : 1)
                                              : have == 4 && !pairs && other_twos == 0;   // four and a fifth: a pung and a pair
                if (good) waits |= bit(k);
            }
            continue;
        }
        for (int r = 0; r < 9; ++r) {
            const Kind k = static_cast<Kind>(9 * suit + r);
            if (dead >> k & 1) continue;
            if (std::popcount(waits) >= enough) return waits;
            if (c.of[k] < 4) {
                if (complete(c.key[suit] + powers[r])) waits |= bit(k);
            } else {             // a fifth tile of a kind: by shape it completes too, and no table holds it
                Counts more = c;
                ++more.of[k];
                if (complete_sets(more)) waits |= bit(k);
            }
        }
    }
    return waits;
}

Kinds waits_of(const Hand& hand, const Counts& c, const Planes& a, const ShapeRule& rule, Kinds dead, int enough) {
    const bool full = hand.meld_count == 0 && hand.held == 13;
    switch (rule.shape) {
        case Shape::sets: return waits_of_sets(c, a, rule.size - hand.meld_count, dead, enough);
        case Shape::pairs: {
            if (hand.meld_count || c.total() != 2 * rule.size - 1) return 0;
            if (rule.variant && a.at_least[2]) return 0;
            const Kinds odd = (a.at_least[0] & ~a.at_least[1]) | (a.at_least[2] & ~a.at_least[3]);
            return std::popcount(odd) == 1 ? odd : 0;
        }
        case Shape::orphans: {
            const Kinds held = full && !a.at_least[2] ? a.at_least[0] : 0;
            if (held == orphan_kinds) return orphan_kinds;
            return (held & ~orphan_kinds) == 0 && std::popcount(held) == 12 ? orphan_kinds & ~held : 0;
        }
        case Shape::scattered: {
            const Kinds held = full && !a.at_least[1] ? a.at_least[0] : 0;
            Kinds waits = 0;
            if (std::popcount(held) == 13)
                for (const Kinds set : knitted_sets)
                    if (const Kinds whole = set | honor_kinds; (held & ~whole) == 0) waits |= whole & ~held;
            return waits;
        }
        case Shape::knitted: {
            if (hand.meld_count > rule.size - 3) return 0;
            const Kinds held = a.at_least[0];
            Kinds waits = 0;
            for (const Kinds set : knitted_sets) {
                const Kinds missing = set & ~held;
                if (std::popcount(missing) > 1) continue;
                Counts rest = c;
                for (Kind k = 0; k < number_kinds; ++k)
                    if (set & held & bit(k)) rest.remove(k);
                if (missing == 0) {
                    Planes left;
                    for (Kind k = 0; k < playing_kinds; ++k) left.add(k, rest.of[k]);
                    waits |= waits_of_sets(rest, left, rule.size - 3 - hand.meld_count, dead, enough);
                } else if (rest.total() == 3 * (rule.size - 3 - hand.meld_count) + 2 && complete_sets(rest)) {
                    waits |= missing;
                }
            }
            return waits;
        }
        case Shape::claimed: return 0;
    }
    return 0;
}

}  // namespace

void read_hand_wild(const Hand& hand, const Counts& naturals, int wild, const ShapeRule& rule, const WildChoice& choice,
                    std::vector<Reading>& out) {
    Reading base{};
    base.won = -1;
    base.shape = rule.shape;
    put_melds(hand, base);
    if (rule.shape == Shape::sets) {
        const int needed = rule.size - hand.meld_count;
        if (needed < 0 || naturals.total() + wild != 3 * needed + 2) return;
        WildReader r{naturals.of, wild, needed, 1, &choice, base, &out};
        r.take(0, 0);
    } else if (rule.shape == Shape::pairs) {
        if (!exists_wild(hand, naturals, wild, rule)) return;
        int spare = wild;
        for (Kind k = 0; k < playing_kinds; ++k) {
            for (int i = 0; i < naturals.of[k]; i += 2) {
                const bool single = i + 1 == naturals.of[k];
                base.groups[base.count++] = {Type::pair, k, static_cast<std::uint8_t>(single ? 2 : 0), 0, status::concealed};
                spare -= single;
            }
        }
        // Jokers beyond the singles pair up among themselves: each pair may be any kind, all of one representative choice.
        for (int i = 0; i < spare / 2; ++i)
            base.groups[base.count++] = {Type::pair, choice.pairs.front(), 3, 0, status::concealed};
        out.push_back(base);
    }
}

Kinds waiting_kinds(const Hand& hand, const Counts& held, const Planes& planes, int wild, std::span<const ShapeRule> rules, Kinds dead,
                    int enough) {
    Kinds waits = 0;
    for (const ShapeRule& rule : rules) {
        if (wild == 0) {
            waits |= waits_of(hand, held, planes, rule, dead, enough) & ~dead;
            if (std::popcount(waits) >= enough) return waits;
            continue;
        }
        Counts c = held;
        for (Kind k = 0; k < playing_kinds; ++k) {
            if ((waits | dead) & bit(k)) continue;
            c.add(k);
            if (exists_wild(hand, c, wild, rule)) waits |= bit(k);
            c.remove(k);
        }
    }
    return waits;
}

}  // namespace quepu
