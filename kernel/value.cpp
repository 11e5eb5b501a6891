// The value player: what would this choice be paid, and how soon?
#include <algorithm>

#include "aims.hpp"

namespace quepu {

namespace {

constexpr Kinds kinds_of_suit(int suit) { return suit_bits << 9 * suit; }

Holding less(Holding h, Kind k, int n, const Deal& deal) {
    if (deal.jokers >> k & 1) h.jokers -= n;
    else if (k < playing_kinds) h.tiles.remove(k, n);
    return h;
}

struct Best {
    Act act{};
    double worth = -1e18;
    void try_(Act a, double w) {
        if (w > worth) act = a, worth = w;
    }
};

// The best discard of a holding of 3k+2 tiles, and its worth.
Best best_discard(const Deal& deal, const Weigher& weigher, const Holding& h, const Act* acts, int count) {
    Best best;
    std::array<double, 64> known;
    Kinds done = 0;
    for (int i = 0; i < count; ++i) {
        if (acts[i].verb != Verb::discard) continue;
        const Kind k = kind_of(acts[i].tile);
        if (!(done >> k & 1)) {
            done |= bit(k);
            known[k] = weigher.worth(less(h, k, 1, deal)) - weigher.danger(k);
        }
        best.try_(acts[i], known[k] - (acts[i].tile & red ? 1e-6 : 0));   // a red five stays if either may go
    }
    return best;
}

// Any tile may go after a claim, as far as this measure goes.
double after_claim(const Deal& deal, const Weigher& weigher, const Holding& h, Kinds barred) {
    double best = -1e18;
    for (Kind k = 0; k < playing_kinds; ++k)
        if (h.tiles.of[k] && !(barred >> k & 1)) best = std::max(best, weigher.worth(less(h, k, 1, deal)) - weigher.danger(k));
    return best;
}

Act choose_exchange(const Deal& deal, int s, const Act* acts, int count) {
    // What leaves the nearest hand; of a suit, the shortest that has three.
    Holding h = holding(deal, s);
    Act best = acts[0];
    int least = 999;
    for (int i = 0; i < count; ++i) {
        Holding left = h;
        for (const Kind k : {acts[i].tile, acts[i].a, acts[i].b}) left = less(left, k, 1, deal);
        int in_suit = 0;
        if (!deal.rules->table.exchange_any) for (Kind k = static_cast<Kind>(9 * suit_of(acts[i].tile)); k < 9 * suit_of(acts[i].tile) + 9; ++k) in_suit += h.tiles.of[k];
        const int badness = 8 * nearest(deal, s, left) + in_suit;
        if (badness < least) least = badness, best = acts[i];
    }
    return best;
}

}  // namespace

Act choose_by_value(const Deal& deal, int s, Random& random) {
    std::array<Act, most_acts> acts;
    const int count = deal.acts(s, acts.data());
    if (count == 1) return acts[0];
    const auto end = acts.begin() + count;
    const auto find = [&](Verb v) { return std::find_if(acts.begin(), end, [&](Act a) { return a.verb == v; }); };
    if (const auto win = find(Verb::win); win != end) return *win;
    if (deal.stage == Stage::offer) return *find(deal.ready(s) ? Verb::take : Verb::decline);
    if (deal.stage == Stage::collect) {
        if (deal.phase == Phase::exchange) return choose_exchange(deal, s, acts.data(), count);
        if (deal.phase == Phase::stakes || deal.phase == Phase::bets || deal.phase == Phase::flowers) return acts[0];
    }
    const SeatState& me = deal.seat[static_cast<std::size_t>(s)];
    const Holding h = holding(deal, s);
    if (deal.stage == Stage::collect && deal.phase == Phase::voids) {
        Best best;
        for (auto a = acts.begin(); a != end; ++a) {
            Deal then = deal;
            then.seat[static_cast<std::size_t>(s)].void_suit = static_cast<std::int8_t>(a->tile);
            Weigher weigher(then, s, random);
            Holding left = h;
            for (Kinds w = kinds_of_suit(a->tile); w; w &= w - 1) {
                const auto k = static_cast<Kind>(std::countr_zero(w));
                if (left.tiles.of[k]) left.tiles.remove(k, left.tiles.of[k]);
            }
            weigher.consider(left);
            best.try_(*a, weigher.worth(left));
        }
        return best.act;
    }
    const auto with_ready = [&](Holding tiles) {   // what the hand is worth once ready is declared
        Deal then = deal;
        then.seat[static_cast<std::size_t>(s)].declared = then.seat[static_cast<std::size_t>(s)].stands = true;
        Weigher weigher(then, s, random);
        weigher.consider(tiles);
        return weigher.worth(tiles);
    };
    Weigher weigher(deal, s, random);
    weigher.consider(h);
    if (deal.stage == Stage::collect) return with_ready(h) > 1.02 * weigher.worth(h) ? *find(Verb::ready) : *find(Verb::pass);

    if (deal.stage == Stage::claims) {
        Best best;
        const double stay = weigher.worth(h);
        best.try_(acts[0], stay);
        const Kind k = kind_of(deal.pending);
        for (auto a = acts.begin(); a != end; ++a) {
            if (a->verb == Verb::pass) continue;
            if (deal.options[static_cast<std::size_t>(s)] & can::claim_win && a->verb != Verb::chow) return *a;
            Holding then = h;
            Deal open = deal;
            SeatState& mine = open.seat[static_cast<std::size_t>(s)];
            Meld& m = mine.melds[mine.meld_count++];
            m = Meld{a->verb == Verb::chow ? Way::chow : a->verb == Verb::pung ? Way::pung : Way::kong, a->verb == Verb::chow ? a->tile : k, deal.pending_from, 0, 0, {}};
            const auto lay = [&](Kind x, int n) {
                then.tiles.remove(x, n);
                for (int i = 0; i < n; ++i) mine.plane[mine.hand.of[x] - 1u] &= ~bit(x), mine.hand.remove(x), --mine.held;
            };
            if (a->verb == Verb::chow) {
                for (Kind x = a->tile; x < a->tile + 3; ++x)
                    if (x != k) lay(x, 1);
            } else {
                lay(k, a->verb == Verb::pung ? 2 : 3);
            }
            --then.sets;
            Weigher after(open, s, random);
            after.consider(then);
            double worth = a->verb == Verb::kong ? after.worth(then) : after_claim(open, after, then, 0);
            if (a->verb == Verb::kong) worth += weigher.money(Occasion::claimed_kong, k, deal.pending_from, Way::kong);
            best.try_(*a, worth * 0.97 - (a->a ? 1e-6 : 0));
        }
        return best.act;
    }

    Best best = best_discard(deal, weigher, h, acts.data(), count);
    for (auto a = acts.begin(); a != end; ++a) {
        if (a->verb != Verb::kong) continue;
        const bool concealed = me.hand.of[a->tile] == 4;
        Holding then = less(h, a->tile, concealed ? 4 : 1, deal);
        if (concealed) --then.sets;
        Deal open = deal;
        SeatState& mine = open.seat[static_cast<std::size_t>(s)];
        if (concealed) mine.melds[mine.meld_count++] = Meld{Way::concealed, a->tile, -1, 0, 0, {}};
        else
            for (int i = 0; i < mine.meld_count; ++i)
                if (mine.melds[static_cast<std::size_t>(i)].kind == a->tile && mine.melds[static_cast<std::size_t>(i)].way == Way::pung) mine.melds[static_cast<std::size_t>(i)].way = Way::added;
        for (int i = concealed ? 4 : 1; i > 0; --i) mine.plane[mine.hand.of[a->tile] - 1u] &= ~bit(a->tile), mine.hand.remove(a->tile), --mine.held;
        Weigher after(open, s, random);
        after.consider(then);
        const Way way = concealed ? Way::concealed : Way::added;
        int feeder = -1;
        for (int i = 0; i < me.meld_count; ++i)
            if (me.melds[static_cast<std::size_t>(i)].kind == a->tile) feeder = me.melds[static_cast<std::size_t>(i)].from;
        best.try_(*a, after.worth(then) + weigher.money(concealed ? Occasion::concealed_kong : Occasion::added_kong, a->tile, feeder, way));
    }
    if (best.act.verb == Verb::discard) {
        if (const auto ready = find(Verb::ready); ready != end) {
            // The discard that would follow must keep the hand waiting; the measure is what the same tiles are worth then.
            Best waiting;
            for (int i = 0; i < count; ++i)
                if (acts[static_cast<std::size_t>(i)].verb == Verb::discard) {
                    const Holding then = less(h, kind_of(acts[static_cast<std::size_t>(i)].tile), 1, deal);
                    if (nearest(deal, s, then) == 1) waiting.try_(acts[static_cast<std::size_t>(i)], weigher.worth(then));
                }
            if (waiting.act.verb == Verb::discard && with_ready(less(h, kind_of(waiting.act.tile), 1, deal)) > 1.02 * best.worth) return *ready;
        }
    }
    return best.act;
}

}  // namespace quepu
