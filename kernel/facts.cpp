// What the kernel knows about a hand and its reading, one short case a fact.
#include <algorithm>

#include "eval.hpp"

namespace quepu {

namespace {

// The kind after this one in its circle: 1…9 of a suit, the winds, the dragons.
Kind next_kind(Kind k) {
    if (is_number(k)) return static_cast<Kind>(rank_of(k) == 8 ? k - 8 : k + 1);
    if (k < 31) return static_cast<Kind>(k == 30 ? 27 : k + 1);
    if (k < 34) return static_cast<Kind>(k == 33 ? 31 : k + 1);
    return k;
}

}  // namespace

// The seat that fed the first melds that satisfy: `claims` of them from one seat (in a row: concealed kongs do not break it),
// beside `kongs` concealed kongs anywhere among the melds.
std::int32_t Evaluator::fed_by(int claims, int kongs, bool in_row) const {
    int concealed_kongs = 0, run = 0;
    std::array<int, max_seats> from{};
    int feeder = -1, previous = -1;
    for (int i = 0; i < h.meld_count; ++i) {
        const Meld& m = h.melds[i];
        if (m.way == Way::concealed) {
            ++concealed_kongs;
            continue;
        }
        if (m.from < 0 || m.from >= max_seats) {
            previous = -1;
            continue;
        }
        run = m.from == previous ? run + 1 : 1;
        previous = m.from;
        ++from[m.from];
        if (feeder < 0 && (in_row ? run : from[m.from]) >= claims) feeder = m.from;
    }
    return concealed_kongs >= kongs ? feeder : -1;
}

std::int32_t Evaluator::numbers(Kinds pattern, bool extra) const {
    if (h.meld_count || wild) return 0;
    const int suit = suit_of(static_cast<Kind>(std::countr_zero(own.at_least[0])));
    if (suit > 2 || own.at_least[0] & ~(suit_bits << 9 * suit)) return 0;
    int over = -1;
    for (int r = 0; r < 9; ++r) {
        const int have = concealed.of[9 * suit + r], want = static_cast<int>(pattern >> 4 * r & 15);
        if (have == want) continue;
        if (!extra || over >= 0 || have != want + 1) return 0;
        over = 9 * suit + r;
    }
    if (!extra) return 1;
    return over < 0 ? 0 : over == kind_of(h.win) ? 2 : 1;
}

// Kinds that complete the hand by shape, counting no further than `enough`; `live`: without those held four times.
int Evaluator::waits(bool live, int enough) const {
    int& known = waits_[2 * live + (enough == 2)];
    if (known >= 0) return known;
    std::array<ShapeRule, max_shapes> rules;
    std::size_t n = 0;
    for (const ShapeEntry& s : p.shapes)
        if (v[s.when]) rules[n++] = s.rule;
    Kinds dead = 0;
    if (live)
        for (Kind k = 0; k < playing_kinds; ++k) {
            int mine = held.of[k];
            for (int i = 0; i < h.meld_count; ++i) {
                const Meld& m = h.melds[i];
                if (m.way == Way::chow ? k >= m.kind && k <= m.kind + 2 : k == m.kind) mine += m.way == Way::chow ? 1 : is_kong(m.way) ? 4 : 3;
            }
            if (mine >= 4) dead |= bit(k);
        }
    const int jokers = joker_mask >> kind_of(h.win) & 1 ? wild - 1 : wild;
    return known = std::min(enough, std::popcount(waiting_kinds(h, held, held_planes, jokers, std::span(rules.data(), n), dead, enough)));
}

std::int32_t Evaluator::fact(const Fact& f, const Reading* r, int payer) const {
    const Kind win = kind_of(h.win);
    switch (f.id) {
        case FactId::seat: return h.seat;
        case FactId::from: return h.from;
        case FactId::by: return static_cast<int>(h.by) == f.p[0];
        case FactId::context: return h.context >> f.p[0] & 1;
        case FactId::input: return h.inputs[f.p[0]];
        case FactId::listed_win: {
            const auto& list = h.listed[f.p[0]];
            return std::find(list.begin(), list.end(), win) != list.end();
        }
        case FactId::listed_next: {
            int n = 0;
            for (const Kind k : h.listed[f.p[0]])
                if (k < playing_kinds) n += literal.tiles(bit(next_kind(k)));
            return n;
        }
        case FactId::reds: {
            int n = (h.win & red) != 0;
            for (int i = 0; i < h.held; ++i) n += (h.tiles[i] & red) != 0;
            for (int i = 0; i < h.meld_count; ++i) n += h.melds[i].reds;
            return n;
        }
        case FactId::flowers: return h.flowers;
        case FactId::held: return h.held + 1;
        case FactId::win_in: return f.mask >> win & 1;
        case FactId::win_copies: {
            if (!(joker_mask >> win & 1)) return held.of[win] + 1;
            int n = 1;
            for (int i = 0; i < h.held; ++i) n += kind_of(h.tiles[i]) == win;
            return n;
        }
        case FactId::waits: return waits(f.p[0], 99);
        case FactId::fed: return fed_by(f.p[0], f.p[1], f.p[2]);
        case FactId::numbers: return numbers(f.mask, f.p[0]);
        case FactId::jokers_held: {
            int n = (joker_mask >> win & 1) != 0;
            for (int i = 0; i < h.held; ++i) n += joker_mask >> kind_of(h.tiles[i]) & 1;
            for (int i = 0; i < h.meld_count; ++i) {
                const Meld& m = h.melds[i];
                n += m.jokers + (m.way != Way::chow && joker_mask >> m.kind & 1 ? (is_kong(m.way) ? 4 : 3) : 0);
            }
            return n;
        }
        case FactId::joker_kinds: {
            Kinds held_kinds = bit(win);
            for (int i = 0; i < h.held; ++i) held_kinds |= bit(kind_of(h.tiles[i]));
            for (int i = 0; i < h.meld_count; ++i) held_kinds |= bit(h.melds[i].kind);
            return std::popcount(held_kinds & joker_mask);
        }
        case FactId::round: return h.round == none ? 0 : h.round - number_kinds;
        case FactId::melds: return h.meld_count;
        case FactId::tiles: return whole.tiles(f.mask);
        case FactId::kinds: return std::popcount(whole.at_least[0] & f.mask);
        case FactId::suits: {
            int n = 0;
            for (int s = 0; s < 3; ++s) n += (whole.at_least[0] & suit_bits << 9 * s) != 0;
            return n;
        }
        case FactId::fours: return std::popcount(whole.at_least[3] & ~whole.kongs & f.mask);
        case FactId::shape: return static_cast<int>(r->shape) == f.p[0];
        case FactId::count: {
            int n = 0;
            for (int i = 0; i < r->count; ++i) n += p.selects(f.selector, r->groups[i]);
            return n;
        }
        case FactId::matches: {
            int n = 0;
            for (Kinds which = f.mask; which; which &= which - 1) n += matches.count[std::countr_zero(which)];
            return n;
        }
        case FactId::wild: {
            int n = 0;
            std::array<int, all_kinds> as_itself{};
            for (int i = 0; i < r->count; ++i) {
                const Group& g = r->groups[i];
                for (int t = 0; t < 3; ++t) {
                    if (!(g.wild >> t & 1)) continue;
                    ++n;
                    const Kind k = static_cast<Kind>(g.type == Type::chow ? g.kind + t : g.kind);
                    if (joker_mask >> k & 1) ++as_itself[k];
                }
            }
            for (const Kind k : h.jokers) {
                if (k >= playing_kinds) continue;
                int own = win == k;
                for (int i = 0; i < h.held; ++i) own += kind_of(h.tiles[i]) == k;
                n -= std::min(own, as_itself[k]);
            }
            return n;
        }
        case FactId::total: return total[f.p[0]];
        case FactId::number: return number[f.p[0]];
        case FactId::product: return product[f.p[0]];
        case FactId::worth: return now->amounts[f.p[0]];
        case FactId::payer: return payer;
        case FactId::payer_input: return h.inputs[f.p[0] + payer];
        case FactId::payer_bit: return h.inputs[f.p[0]] >> payer & 1;
        case FactId::size: break;
    }
    return 0;
}

}  // namespace quepu
