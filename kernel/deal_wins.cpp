// What a seat waits for, the finished hand with its circumstances, and what a waiting hand would be worth.
#include <algorithm>

#include "deal_flow.hpp"

namespace quepu {

// ------------------------------------------------------------------------------------------------ waits

Kinds Deal::own_fours(int s, const Counts& tiles) const {
    const SeatState& me = seat[s];
    Kinds fours = 0;
    for (Kinds w = me.plane[3]; w; w &= w - 1)
        if (const int k = std::countr_zero(w); tiles.of[static_cast<std::size_t>(k)] == 4) fours |= bit(static_cast<Kind>(k));
    for (int i = 0; i < me.meld_count; ++i) {
        const Meld& m = me.melds[i];
        if (m.way == Way::chow) {
            for (Kind k = m.kind; k < m.kind + 3; ++k) {
                int mine = tiles.of[k];
                for (int j = 0; j < me.meld_count; ++j) {
                    const Meld& o = me.melds[j];
                    mine += o.way == Way::chow ? k >= o.kind && k < o.kind + 3 : o.kind == k ? (is_kong(o.way) ? 4 : 3) : 0;
                }
                if (mine >= 4) fours |= bit(k);
            }
        } else if (is_kong(m.way) || tiles.of[m.kind]) {
            fours |= bit(m.kind);
        } else {
            for (int j = 0; j < me.meld_count; ++j)
                if (me.melds[j].way == Way::chow && m.kind >= me.melds[j].kind && m.kind < me.melds[j].kind + 3) fours |= bit(m.kind);
        }
    }
    return fours;
}

// Kinds that complete 3k+1 tiles by shape; of which all four are held, cannot come.
Kinds Deal::waits_of(int s, const Counts& tiles) const {
    int jokers_held = 0;
    Counts plain = tiles;
    if (jokers)
        for (const Kind k : joker_kinds)
            if (k != none) jokers_held += plain.of[k], plain.remove(k, plain.of[k]);
    const Need n = need(plain, seat[s].held / 3, rules->shapes, jokers_held);
    if (n.missing > 1) return 0;
    Kinds kinds = n.missing == 1 ? n.kinds : rules->hand->allowed;   // a joker too many: anything completes the hand
    if (jokers) {
        kinds |= jokers;
        return kinds & rules->hand->allowed;
    }
    return kinds & rules->hand->allowed & ~own_fours(s, tiles);
}

Kinds Deal::waits_without(int s, Kind k) const {
    Counts tiles = seat[s].hand;
    tiles.remove(k);
    return waits_of(s, tiles);
}

Kinds Deal::waits(int s) const { return seat[s].waits; }

bool Deal::ready(int s) const {
    if (!seat[s].waits) {   // a hand that waits for a fifth tile: a joker would complete it
        const SeatState& me = seat[s];
        return rules->table.ready_dead_waits && me.waits_known && me.nearest <= 2 && missing(me.hand, me.held / 3, rules->shapes, 1) == 0;
    }
    if (!rules->table.ready_needs_win) return true;
    Score score;
    for (Kinds w = seat[s].waits; w; w &= w - 1)
        if (wins_somehow(s, static_cast<Tile>(std::countr_zero(w)), score)) return true;
    return false;
}

// Whether the hand would win on this tile, given by somebody still in play: it is only looked at.
bool Deal::wins_somehow(int s, Tile tile, Score& out) const {
    int from = seat_left(s);
    while (seat[from].won && from != s) from = seat_left(from);
    return wins(s, tile, By::discard, from, out, false, true);
}

// Whether the seat is still ready after discarding a tile of this kind.
bool Deal::keeps_waiting(int s, Kind k) const {
    const Kinds left = waits_without(s, k);
    if (!left || !rules->table.ready_needs_win) return left;
    Deal after = *this;
    const Flow f{after, nullptr};
    f.drop_kind(s, k, false);
    after.seat[s].drawn = none;
    after.seat[s].waits = left;
    return after.ready(s);
}

bool Deal::complete(int s) const {
    int jokers_held = 0;
    Counts plain = seat[s].hand;
    if (jokers)
        for (const Kind k : joker_kinds)
            if (k != none) jokers_held += plain.of[k], plain.remove(k, plain.of[k]);
    return missing(plain, seat[s].held / 3, rules->shapes, jokers_held) == 0;
}

// ------------------------------------------------------------------------------------------------ winning

Hand Deal::hand_of(int s, Tile win, By by, int from, bool claim, bool checking) const {
    Hand h{};
    const SeatState& me = seat[s];
    const Table& t = rules->table;
    Tile left_out = none;
    if (by == By::self && me.held % 3 == 2) {
        if (win == none) win = static_cast<Tile>(63 - std::countl_zero(me.plane[0]));
        left_out = win;
    }
    for (Kinds kinds = me.plane[0]; kinds; kinds &= kinds - 1) {
        const auto k = static_cast<Kind>(std::countr_zero(kinds));
        int reds = is_number(k) && rank_of(k) == 4 ? me.reds[suit_of(k)] : 0;
        for (int i = 0; i < me.hand.of[k]; ++i) {
            const Tile tile = reds-- > 0 ? k | red : k;
            if (tile == left_out) left_out = none;
            else h.tiles[h.held++] = tile;
        }
    }
    h.win = win, h.by = by;
    h.seat = static_cast<std::int8_t>(s), h.from = static_cast<std::int8_t>(from);
    h.round = round;
    h.meld_count = me.meld_count, h.melds = me.melds;
    h.flowers = me.flowers;
    h.jokers = {joker_kinds[0], joker_kinds[1], none, none};
    for (auto& list : h.listed) list.fill(none);
    const bool untouched = !claims && !kongs, self = by == By::self;
    const auto set = [&](int word, bool on) { h.context = static_cast<std::uint16_t>(h.context | (on ? 1u << word : 0u)); };
    const bool in_play = stage != Stage::done && result == Result::none;
    set(0, in_play && self && live() <= 0);                                  // last-tile
    set(1, in_play && by == By::discard && live() <= 0);                     // last-discard
    set(2, self && chain_kong);                                              // after-kong
    set(3, self && chain == Chain::flower);                                  // after-flower
    set(4, self && s == 0 && untouched && !discards);                        // heavenly
    set(5, t.earthly && untouched && s != 0 && (self ? me.drew && !me.threw : by == By::discard && discards == 1));   // earthly
    set(6, untouched && s != 0 && by == By::discard && !me.drew);            // human
    set(7, untouched && !me.threw);                                          // first-round
    set(8, me.stands && me.declared && !me.double_declared);                 // ready
    set(9, me.stands && me.double_declared);                                 // double-ready
    set(10, me.one_shot);                                                    // one-shot
    set(11, by == By::discard && kong_discard);                              // kong-discard
    const Kind k = kind_of(win);
    set(12, k < all_kinds && seen[k] - (by == By::discard ? 1 : 0) >= 3);    // last-of-kind
    const Around a{.actor = s, .feeder = from, .tile = k};
    for (const Binding& b : rules->bindings) {
        switch (b.source) {
            case Source::number: h.inputs[b.slot] = static_cast<std::int16_t>(value(b.node, a)); break;
            case Source::each_stake:
                for (int x = 0; x < n; ++x) h.inputs[b.slot + static_cast<std::size_t>(x)] = seat[x].pulls;
                break;
            case Source::seats_won:
                for (int x = 0; x < n; ++x)
                    if (x != s && seat[x].won) h.inputs[b.slot] = static_cast<std::int16_t>(h.inputs[b.slot] | 1 << x);
                break;
            case Source::checking: h.inputs[b.slot] = checking; break;
            case Source::indicators:
            case Source::under_indicators:
                for (int i = 0; i < indicators_shown; ++i)
                    h.listed[b.slot][static_cast<std::size_t>(i)] = kind_of(wall[static_cast<std::size_t>(wall_size - 5 - 2 * i - (b.source == Source::under_indicators))]);
                break;
            case Source::birds:
                for (int x = 0; x < n; ++x)
                    for (int i = 0; i < bird_count; ++i)
                        h.inputs[b.slot + static_cast<std::size_t>(x)] = static_cast<std::int16_t>(h.inputs[b.slot + static_cast<std::size_t>(x)] + (rules->bird_kinds[static_cast<std::size_t>(x)] >> kind_of(birds[static_cast<std::size_t>(i)]) & 1));
                break;
            case Source::others_pungs: {
                std::size_t count = 0;
                for (int x = 0; x < n; ++x)
                    for (int i = 0; x != s && i < seat[x].meld_count; ++i)
                        if (seat[x].melds[i].way == Way::pung && count < max_listed) h.listed[b.slot][count++] = seat[x].melds[i].kind;
                break;
            }
        }
    }
    if (claim) h.inputs[static_cast<std::size_t>(t.claim_wins - 1)] = 1;
    return h;
}

bool Deal::wins(int s, Tile tile, By by, int from, Score& out, bool claim, bool checking) const {
    score_hand(*rules->hand, hand_of(s, tile, by, from, claim, checking), out, false);
    return out.status == Status::win;
}

// Of all waits the largest or smallest of what a hand tells, won on a discard without further circumstances.
std::int32_t Deal::best_wait(int s, int tell, bool most) const {
    Deal still = *this;   // without circumstances
    still.result = Result::exhausted, still.kong_discard = still.chain_kong = false, still.chain = Chain::none;
    still.discards = 99, still.claims = 1;
    std::int32_t best = 0;
    bool any = false;
    Score score;
    for (Kinds w = seat[s].waits; w; w &= w - 1) {
        if (!still.wins_somehow(s, static_cast<Tile>(std::countr_zero(w)), score)) continue;
        const std::int32_t v = score.figures[static_cast<std::size_t>(tell)];
        best = !any ? v : most ? std::max(best, v) : std::min(best, v);
        any = true;
    }
    return best;
}

}  // namespace quepu
