// What expressions may ask about a deal, one short case a fact.
#include <algorithm>

#include "deal.hpp"

namespace quepu {

const std::array<const char*, static_cast<int>(DealFactId::size)> deal_fact_names = {
    "carried",        // what the deal before left; p0 = its number
    "table_mark",     // p0 = its number
    "discards",       // discards so far
    "same_run",       // discards of one kind in a row, claims break it
    "run_first",      // who began that row
    "claims",         // discards claimed so far
    "kongs",          // kongs so far
    "untouched",      // 1 while nobody has claimed or konged
    "wall_left",      // tiles that may still be drawn
    "dealer_ready",   // 1 when seat 0 is ready
    "ready_count",    // seats that are ready
    "unready_count",  // seats that are not
    "live_count",     // seats that have not won
    "result",         // 1 win, 2 exhausted wall, 3 void
    "winners",        // how many have won
    "first_winner",   // who won first; -1 nobody
    "first_winners",  // how many won the first won tile
    "first_from",     // who gave it; -1: drawn
    "last_from",      // who gave the last won tile
    "tell",           // the largest of what wins told; p0 = its number
    "won_with",       // 1 when a win counted an item of the range p0 .. p1
    "tile_in",        // 1 when the tile at hand is in `mask`
    "seat_count",     // seats at the table
    "left_any",       // 1 when somebody has left
    "place",          // 0 for the first winner of a tile in playing order, then 1, 2 …
    "stakes",         // laid by declaring ready
    "outside_rivers", // seats whose discards are all terminals and honors, none claimed
    "most_kongs_of_one",
    "taker",          // who took the last tile when it was offered; -1 nobody
    "kong_late",      // 1 when a kong was added with a tile not drawn in this turn
    "kong_discard",   // 1 when the tile at hand ended a turn with a kong
    "kong_way",       // 2 claimed, 3 added, 4 concealed: the last kong in the chain
    "kong_feeder",    // who fed its meld; -1 nobody
    "repeats",        // 1 when the tile drawn from the front is what the seat before has just discarded
    "of_joker",       // 1 when the tile at hand is a joker
    "number", "ready", "declared", "revealed", "won", "left", "score", "seat_mark", "melds", "exposed_kongs", "concealed_kongs", "joker_kongs", "exposed",
    "kinds", "tiles", "suits", "void_left", "void_suit", "alike", "pair_kinds", "thrown_alike", "best", "took", "takings", "last_takings", "stake",
    "outside_river", "first_turn",
};

const std::array<const char*, static_cast<int>(Occasion::size)> occasion_names = {
    "dealt", "draw", "discard", "ready", "claimed kong", "added kong", "concealed kong", "flower kong", "win", "leave", "exhausted", "end", "claim"};

#define X(name) #name,
const std::array<const char*, table_size> table_names = {QUEPU_TABLE(X)};
#undef X

namespace {

int most_of(const std::array<Kinds, 4>& plane) {
    int most = 0;
    while (most < 4 && plane[static_cast<std::size_t>(most)]) ++most;
    return most;
}

Kinds meld_kinds(const SeatState& me) {
    Kinds kinds = 0;
    for (int i = 0; i < me.meld_count; ++i) kinds |= me.melds[i].way == Way::chow ? Kinds{7} << me.melds[i].kind : bit(me.melds[i].kind);
    return kinds;
}

}  // namespace

std::int32_t Deal::value(std::uint16_t at, const Around& a) const {
    const DealNode& x = rules->nodes[at];
    if (x.type == DealNode::constant) return x.p[0];
    if (x.type == DealNode::operation) {
        const auto operand = [&](int i) { return value(static_cast<std::uint16_t>(x.p[static_cast<std::size_t>(i)]), a); };
        switch (x.op) {   // no more than is needed
            case Op::both: return operand(0) && operand(1);
            case Op::either: return operand(0) || operand(1);
            case Op::pick: return operand(0) ? operand(1) : operand(2);
            case Op::negate: return !operand(0);
            case Op::eq: return operand(0) == operand(1);
            default: return apply(x.op, operand(0), operand(1), 0);
        }
    }
    const auto of_deal = [&]() -> std::int32_t {
        switch (x.id) {
            case DealFactId::carried: return carried[static_cast<std::size_t>(x.p[0])];
            case DealFactId::table_mark: return marks[static_cast<std::size_t>(x.p[0])] > 0 ? marks[static_cast<std::size_t>(x.p[0])] : 0;
            case DealFactId::discards: return discards;
            case DealFactId::same_run: return same_run;
            case DealFactId::run_first: return run_first;
            case DealFactId::claims: return claims;
            case DealFactId::kongs: return kongs;
            case DealFactId::untouched: return !claims && !kongs;
            case DealFactId::wall_left: return live();
            case DealFactId::dealer_ready: return ready(0);
            case DealFactId::ready_count:
            case DealFactId::unready_count: {
                int count = 0;
                for (int s = 0; s < n; ++s) count += ready(s) == (x.id == DealFactId::ready_count);
                return count;
            }
            case DealFactId::live_count: return n - winner_count;
            case DealFactId::result: return static_cast<int>(result) == x.p[0];
            case DealFactId::winners: return winner_count;
            case DealFactId::first_winner: return winners[0];
            case DealFactId::first_winners: return first_winners;
            case DealFactId::first_from: return first_from;
            case DealFactId::last_from: return last_from;
            case DealFactId::tell: return told[static_cast<std::size_t>(x.p[0])];
            case DealFactId::won_with:
                for (int i = x.p[0]; i <= x.p[1]; ++i)
                    if (won_with[static_cast<std::size_t>(i)]) return 1;
                return 0;
            case DealFactId::tile_in: return a.tile < 64 && x.mask >> a.tile & 1;
            case DealFactId::seat_count: return n;
            case DealFactId::left_any: return std::any_of(seat.begin(), seat.begin() + n, [](const SeatState& s) { return s.left; });
            case DealFactId::place: return place;
            case DealFactId::stakes: return ready_stakes;
            case DealFactId::outside_rivers:
                return static_cast<std::int32_t>(std::count_if(seat.begin(), seat.begin() + n, [](const SeatState& x) { return x.outside_river && x.threw; }));
            case DealFactId::most_kongs_of_one: {
                std::int32_t most = 0;
                for (int s = 0; s < n; ++s) {
                    const SeatState& me = seat[s];
                    most = std::max(most, static_cast<std::int32_t>(std::count_if(me.melds.begin(), me.melds.begin() + me.meld_count, [](const Meld& m) { return is_kong(m.way); })));
                }
                return most;
            }
            case DealFactId::taker: return taker;
            case DealFactId::kong_late: return a.late;
            case DealFactId::kong_discard: return kong_discard && !robbing && pending != none;
            case DealFactId::kong_way: return chain_kong || a.way != Way::concealed ? static_cast<int>(kong_way) : 0;
            case DealFactId::kong_feeder: return chain_kong ? feeder : -1;
            case DealFactId::repeats:
                return front_draw && a.actor >= 0 && a.tile == last_thrown && last_thrower >= 0 && seat_left(last_thrower) == a.actor;
            case DealFactId::of_joker: return a.tile < 64 && jokers >> a.tile & 1;
            default: return 0;
        }
    };
    if (x.id < DealFactId::number) return of_deal();
    const int s = std::array<int, 5>{a.actor, a.feeder, a.taker, a.payer, 0}[static_cast<std::size_t>(x.p[0])];
    if (x.id == DealFactId::number) return s;
    if (s < 0) return 0;
    const SeatState& me = seat[s];
    const int other = x.p[0] == static_cast<int>(Whose::payer) ? a.taker : a.payer;
    const auto melds_that = [&](auto&& count) {
        int found = 0;
        for (int i = 0; i < me.meld_count; ++i) found += count(me.melds[i]);
        return found;
    };
    switch (x.id) {
        case DealFactId::ready: return ready(s) && !me.left;
        case DealFactId::declared: return me.declared;
        case DealFactId::revealed: return me.revealed;
        case DealFactId::won: return me.won;
        case DealFactId::left: return me.left;
        case DealFactId::score: return score[s] + delta[s];
        case DealFactId::seat_mark: return me.marks[static_cast<std::size_t>(x.p[1])];
        case DealFactId::melds: return melds_that([&](const Meld& m) { return m.way != Way::chow && x.mask >> m.kind & 1; });
        case DealFactId::exposed_kongs: return melds_that([&](const Meld& m) { return m.way == Way::kong || m.way == Way::added; });
        case DealFactId::concealed_kongs: return melds_that([&](const Meld& m) { return m.way == Way::concealed && !(jokers >> m.kind & 1); });
        case DealFactId::joker_kongs: return melds_that([&](const Meld& m) { return m.way == Way::concealed && jokers >> m.kind & 1; });
        case DealFactId::exposed: return exposed(s);
        case DealFactId::kinds: return std::popcount(me.plane[0] & x.mask);
        case DealFactId::tiles: {
            int count = 0;
            for (int i = 0; i < 4; ++i) count += std::popcount(me.plane[i] & x.mask);
            return count;
        }
        case DealFactId::suits: {
            const Kinds all = (me.plane[0] | meld_kinds(me)) & ~jokers;
            int count = 0;
            for (int suit = 0; suit < 3; ++suit) count += (all & suit_bits << 9 * suit) != 0;
            return count;
        }
        case DealFactId::void_left: return me.void_suit >= 0 && me.plane[0] & suit_bits << 9 * me.void_suit;
        case DealFactId::void_suit: return me.void_suit;
        case DealFactId::alike: return most_of(me.plane);
        case DealFactId::pair_kinds: return std::popcount(me.plane[1]);
        case DealFactId::thrown_alike: return a.tile < 64 ? (me.thrown[0] >> a.tile & 1) + (me.thrown[1] >> a.tile & 1) + (me.thrown[2] >> a.tile & 1) + (me.thrown[3] >> a.tile & 1) : 0;
        case DealFactId::best: return best_wait(s, x.p[1], x.p[2]);
        case DealFactId::took: return other < 0 ? 0 : (x.p[1] ? hand_money : kong_money)[s][other];
        case DealFactId::takings:
        case DealFactId::last_takings: {
            std::int32_t sum = 0;
            for (int y = 0; y < n; ++y) sum += (x.id == DealFactId::takings ? kong_money : last_kong)[s][y];
            return sum;
        }
        case DealFactId::stake: return x.p[1] == 0 ? me.bank : x.p[1] == 1 ? me.pulls : x.p[1] == 2 ? me.bet : me.stake;
        case DealFactId::outside_river: return me.outside_river && me.threw;
        case DealFactId::first_turn: return !me.threw;
        default: return 0;
    }
}

}  // namespace quepu
