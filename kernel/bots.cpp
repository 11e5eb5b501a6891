// The random and the greedy player.
#include "bots.hpp"

#include <algorithm>

#include "distance_discards.hpp"

namespace quepu {

const std::array<const char*, static_cast<int>(Bot::size)> bot_names = {"random", "greedy", "value"};

namespace {
constexpr Kinds kinds_of_suit(int suit) { return suit < 0 ? 0 : suit_bits << 9 * suit; }

Counts without_suit(const Counts& tiles, int suit) {
    Counts left = tiles;
    for (Kind k = static_cast<Kind>(9 * suit); k < 9 * suit + 9; ++k) left.of[k] = 0;
    left.key[static_cast<std::size_t>(suit)] = 0;
    return left;
}

// Suits that may still be given up: those of no meld.
unsigned open_suits(const SeatState& me) {
    unsigned open = 7;
    for (int i = 0; i < me.meld_count; ++i)
        if (is_number(me.melds[i].kind)) open &= ~(1u << suit_of(me.melds[i].kind));
    return open;
}
}  // namespace

Holding holding(const Deal& deal, int s) {
    const SeatState& me = deal.seat[s];
    Holding h{me.hand, me.held / 3, 0};
    if (deal.jokers)
        for (const Kind k : deal.joker_kinds)
            if (k != none) h.jokers += h.tiles.of[k], h.tiles.remove(k, h.tiles.of[k]);
    for (Kind k = playing_kinds; k < all_kinds; ++k) h.tiles.of[k] = 0;
    return h;
}

int nearest(const Deal& deal, int s, const Holding& h, int* dropped) {
    const SeatState& me = deal.seat[s];
    if (me.void_suit >= 0) {
        if (dropped) *dropped = me.void_suit;
        return missing(without_suit(h.tiles, me.void_suit), h.sets, deal.rules->shapes, h.jokers);
    }
    if (!deal.rules->table.most_suits) return missing(h.tiles, h.sets, deal.rules->shapes, h.jokers);
    int best = 99;
    const unsigned open = open_suits(me);
    for (int suit = 0; suit < 3; ++suit) {
        if (!(open >> suit & 1)) continue;
        const int m = missing(without_suit(h.tiles, suit), h.sets, deal.rules->shapes, h.jokers);
        if (m < best) {
            best = m;
            if (dropped) *dropped = suit;
        }
    }
    return best;
}

int live_tiles(const Deal& deal, int s, Kinds kinds) {
    const SeatState& me = deal.seat[s];
    int live = 0;
    for (; kinds; kinds &= kinds - 1) {
        const int k = std::countr_zero(kinds);
        live += std::max(0, 4 - deal.seen[k] - me.hand.of[k]);
    }
    return live;
}

namespace {

struct Choice {
    Act act;
    int missing, live;
};

// The discard that leaves the nearest hand with the most live useful tiles.
Choice best_discard(const Deal& deal, int s, const Holding& h, const Act* acts, int count) {
    const Shapes shapes = deal.rules->shapes;
    const SeatState& me = deal.seat[s];
    int dropped = -1;
    if (me.void_suit >= 0 || deal.rules->table.most_suits) nearest(deal, s, h, &dropped);
    Holding base = h;
    if (dropped >= 0) base.tiles = without_suit(h.tiles, dropped);
    const Kinds given_up = dropped < 0 ? 0 : kinds_of_suit(dropped);
    std::array<int, 64> after;
    int least = 99;
    Kinds tried = 0;
    Discarding discarding(base.tiles, base.sets, shapes);
    const int now = missing(base.tiles, base.sets, shapes, base.jokers);
    for (int i = 0; i < count; ++i) {
        if (acts[i].verb != Verb::discard) continue;
        const Kind k = kind_of(acts[i].tile);
        if (tried >> k & 1) continue;
        tried |= bit(k);
        if (given_up >> k & 1) {
            after[k] = now;
        } else if (deal.jokers >> k & 1) {
            after[k] = now + 1;
        } else if (k >= playing_kinds) {
            after[k] = now;
        } else if (!base.jokers) {
            after[k] = discarding.missing(k);
        } else {
            Counts left = base.tiles;
            left.remove(k);
            after[k] = missing(left, base.sets, shapes, base.jokers);
        }
        least = std::min(least, after[k]);
    }
    Choice best{acts[0], least, -1};
    Kinds done = 0;
    int useless_live = -1;   // of the suit given up all discards leave the same: the useful tiles are counted once
    for (int i = 0; i < count; ++i) {
        if (acts[i].verb != Verb::discard) continue;
        const Kind k = kind_of(acts[i].tile);
        if (after[k] != least || (done >> k & 1 && acts[i].tile & red)) continue;
        done |= bit(k);
        int live;
        if (given_up >> k & 1 && useless_live >= 0) {
            live = useless_live;
        } else {
            const bool held = !(given_up >> k & 1) && k < playing_kinds && !(deal.jokers >> k & 1);
            const Kinds useful = base.jokers ? bit(k)   // with jokers the useful kinds cost too much
                                 : held ? discarding.useful(k) : need(base.tiles, base.sets, shapes, 0).kinds;
            live = live_tiles(deal, s, useful & ~given_up);
            if (given_up >> k & 1) useless_live = live;
        }
        if (live > best.live) best = {acts[i], least, live};
    }
    return best;
}

// What is missing after a claim and the best discard.
int after_claim(const Deal& deal, int s, Act a) {
    Holding h = holding(deal, s);
    const Kind k = kind_of(deal.pending);
    if (a.verb == Verb::chow) {
        for (Kind x = a.tile; x < a.tile + 3; ++x)
            if (x != k) h.tiles.remove(x);
    } else {
        h.tiles.remove(k, a.verb == Verb::pung ? 2 : 3);
    }
    --h.sets;
    if (deal.rules->table.most_suits && is_number(k)) {
        const SeatState& me = deal.seat[s];
        int best = 99;
        for (int suit = 0; suit < 3; ++suit) {
            if (suit == suit_of(k) || (me.void_suit >= 0 && suit != me.void_suit) || !(open_suits(me) >> suit & 1)) continue;
            best = std::min(best, missing(without_suit(h.tiles, suit), h.sets, deal.rules->shapes, h.jokers));
        }
        return best;
    }
    return missing(h.tiles, h.sets, deal.rules->shapes, h.jokers);
}

}  // namespace

Act choose_greedily(const Deal& deal, int s, Random& random) {
    std::array<Act, most_acts> acts;
    const int count = deal.acts(s, acts.data());
    if (count == 1) return acts[0];
    const auto find = [&](Verb v) { return std::find_if(acts.begin(), acts.begin() + count, [&](Act a) { return a.verb == v; }); };
    const auto end = acts.begin() + count;
    if (const auto win = find(Verb::win); win != end) return *win;
    if (deal.stage == Stage::offer) return *find(deal.ready(s) ? Verb::take : Verb::decline);
    if (deal.stage == Stage::collect) {
        if (deal.phase == Phase::ready) return *find(Verb::ready);
        if (deal.phase == Phase::exchange || deal.phase == Phase::voids) return deal.idle(s);
        return acts[0];   // no stakes, no bets; bonus tiles in any order
    }
    const Holding h = holding(deal, s);
    if (deal.stage == Stage::claims) {
        const int now = nearest(deal, s, h);
        Act best = acts[0];
        int least = now;
        for (auto a = acts.begin(); a != end; ++a) {
            if (a->verb == Verb::pass) continue;
            const int then = after_claim(deal, s, *a);
            if (then < least || (then == least && a->verb == Verb::kong && then < now + 1 && best.verb == Verb::pass)) least = then, best = *a;
        }
        return best;
    }
    if (const auto ready = find(Verb::ready); ready != end) return *ready;
    Choice best = best_discard(deal, s, h, acts.data(), count);
    for (auto a = acts.begin(); a != end; ++a) {   // a kong that keeps the hand as near, with a tile more to draw
        if (a->verb != Verb::kong) continue;
        Holding then = h;
        const SeatState& me = deal.seat[s];
        const bool concealed = me.hand.of[a->tile] == 4;
        if (deal.jokers >> a->tile & 1) continue;
        then.tiles.remove(a->tile, concealed ? 4 : 1);
        if (concealed) --then.sets;
        if (nearest(deal, s, then) <= best.missing) return *a;
    }
    (void)random;
    return best.act;
}

Act choose(const Deal& deal, int s, Bot bot, Random& random) {
    switch (bot) {
        case Bot::greedy: return choose_greedily(deal, s, random);
        case Bot::value: return choose_by_value(deal, s, random);
        default: break;
    }
    Choices may;
    deal.choices(s, may);
    const int count = may.size();
    return may[count == 1 ? 0 : static_cast<int>(random.below(static_cast<std::uint32_t>(count)))];
}

}  // namespace quepu
