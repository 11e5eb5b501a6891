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

bool completes(const Hand& hand, const Counts& c, const ShapeRule& rule) {
    if (rule.shape == Shape::sets) {
        const int needed = rule.size - hand.meld_count;
        if (needed < 0 || c.total() != 3 * needed + 2) return false;
        if (*std::max_element(c.of.begin(), c.of.begin() + playing_kinds) > 4) return complete_sets(c);
        int pairs = 0;
        for (int suit = 0; suit < 3; ++suit) {
            if (complete(c.key[suit], false)) continue;
            if (!complete(c.key[suit], true)) return false;
            ++pairs;
        }
        for (Kind k = number_kinds; k < playing_kinds; ++k) {
            if (c.of[k] == 2) ++pairs;
            else if (c.of[k] != 0 && c.of[k] != 3) return false;
        }
        return pairs == 1;
    }
    if (rule.shape == Shape::claimed) return false;
    static thread_local std::vector<Reading> found;
    found.clear();
    read_hand(hand, c, rule, found);
    return !found.empty();
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

Kinds waiting_kinds(const Hand& hand, const Counts& held, int wild, const std::vector<ShapeRule>& rules) {
    Kinds waits = 0;
    Counts c = held;
    // A suit with a number of tiles that no set or pair explains must be the one that is completed: few kinds are tried.
    for (const ShapeRule& rule : rules) {
        int broken = 0, only = -1;
        if (rule.shape == Shape::sets && wild == 0) {
            for (int suit = 0; suit < 3; ++suit)
                if (!complete(c.key[suit], false) && !complete(c.key[suit], true)) ++broken, only = suit;
            if (broken > 1) continue;
        }
        for (Kind k = 0; k < playing_kinds; ++k) {
            if (waits & bit(k) || (broken == 1 && suit_of(k) != only)) continue;
            c.add(k);
            if (wild ? exists_wild(hand, c, wild, rule) : completes(hand, c, rule)) waits |= bit(k);
            c.remove(k);
        }
    }
    return waits;
}

}  // namespace quepu
