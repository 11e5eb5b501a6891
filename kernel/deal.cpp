// Play from the dealer's first turn on: drawing, discarding, kongs, the last tile offered.
#include <algorithm>

#include "deal_flow.hpp"

namespace quepu {

namespace {
constexpr Seats only(int s) { return static_cast<Seats>(1u << s); }
}  // namespace

// ------------------------------------------------------------------------------------------------ play

void Deal::Flow::draw(int s, bool front) const {
    if (d.live() <= 0) return exhausted();
    refresh(s);
    SeatState& me = d.seat[s];
    const Tile tile = d.wall[front ? d.front++ : --d.back];
    d.turn = static_cast<std::int8_t>(s);
    d.stage = Stage::turn;
    d.after_claim = false;
    if (d.chain == Chain::none) me.fresh = 0;
    me.fresh |= bit(kind_of(tile));
    me.drawn = tile, me.drew = true;
    if (!me.barred_for_good) me.barred = false, me.passed_total = 0;
    d.last_phase = d.last_phase || (t.forced_below && d.live() < t.forced_below);
    take(s, tile);
    tell(What::draw, s, {tile}, sees_draws(s), -1, front ? 0 : 1);
    if (d.rules->money_on[static_cast<int>(Occasion::draw)]) {
        d.front_draw = front;
        money(Occasion::draw, {.actor = s, .tile = kind_of(tile)});
    }
    ask_turn(s);
}

// The seat after this one that still plays draws.
void Deal::Flow::next_turn(int after) const {
    d.pending = none;
    d.chain = Chain::none, d.chain_kong = false, d.feeder = -1;
    int s = d.seat_left(after);
    while (d.seat[s].won) s = d.seat_left(s);
    if (d.live() > 0 && d.live() <= t.offered) {
        d.stage = Stage::offer, d.offers = 0, d.after_claim = false;
        return offer(s);
    }
    draw(s, true);
}

// Whether this seat wants the tile; who has left does not. When nobody does, the deal is over.
void Deal::Flow::offer(int s) const {
    d.asked = d.answered = 0;
    for (; d.offers < d.n; ++d.offers, s = d.seat_left(s)) {
        if (!d.plays(s)) continue;
        d.turn = static_cast<std::int8_t>(s);
        d.asked = only(s);
        say(What::offer, s);
        return;
    }
    exhausted();
}

void Deal::Flow::ask_turn(int s) const {
    d.asked = d.answered = 0;
    if (ask_flower(s)) {
        if (d.seat[s].left) set_aside(s, static_cast<Kind>(std::countr_zero(d.seat[s].plane[0] & static_cast<Kinds>(t.bonus_kinds) << 31)));
        return;
    }
    if (d.seat[s].left) return away(s);
    if (d.last_phase && d.why_not_self_draw(s, nullptr) == Refuse::legal) return settle_wins(only(s), By::self);
    d.asked = only(s);
}

// What the engine plays for a seat that has left, always something legal: the lowest tile of its void suit, then the tile just
// drawn, then its lowest.
void Deal::Flow::away(int s) const {
    SeatState& me = d.seat[s];
    const bool bound = me.stands || d.declaring || d.revealing || d.taken;
    if (d.declaring) me.declared = false;   // who leaves between a declaration and its discard takes it back
    if (d.revealing) me.revealed = false;
    d.declaring = d.revealing = false;
    if (bound && me.drawn != none) return discard(s, me.drawn);
    const Kinds may = d.discardable(s), voids = me.void_suit < 0 ? 0 : may & suit_bits << 9 * me.void_suit;
    if (!voids && me.drawn != none && may >> kind_of(me.drawn) & 1) return discard(s, me.drawn);
    const auto k = static_cast<Kind>(std::countr_zero(voids ? voids : may ? may : me.plane[0]));
    const int reds = is_number(k) && rank_of(k) == 4 ? me.reds[suit_of(k)] : 0;
    discard(s, reds == me.hand.of[k] ? k | red : k);
}

void Deal::go_on(Log* log) {
    if (stage != Stage::claims || asked) return;
    const Flow f{*this, log, true};   // the next one is held too
    f.note_passed(0);
    f.let_go();
}

void Deal::put(int s, Act a, Log* log, bool hold) {
    const Flow f{*this, log, hold};
    if (a.verb == Verb::leave) {
        seat[s].left = true;
        f.say(What::leave, s);
        f.money(Occasion::leave, {.actor = s});
        if (!(asked >> s & 1)) return;
        a = idle(s);
        if (stage == Stage::turn) {
            if (f.ask_flower(s)) f.set_aside(s, a.tile);
            else f.away(s);
            return;
        }
    }
    switch (stage) {
        case Stage::collect:
            if (phase == Phase::flowers) return f.set_aside(s, a.tile);
            if (phase == Phase::bets) {
                f.collected(s, a);
                if (a.verb == Verb::bet) f.say(What::stake, s, a.tile, a.a, 1);
                if (++turn < n) asked = only(turn);
                else f.enter(Phase::flowers);
                return;
            }
            answer[s] = a, answered |= only(s);
            if (asked & ~answered) return;
            for (int x = 0; x < n; ++x)
                if (asked >> x & 1) f.collected(x, answer[x]);
            f.finish_phase();
            return f.after_phase();
        case Stage::turn: return f.play(s, a);
        case Stage::offer:
            if (a.verb == Verb::take) {
                f.say(What::take, s);
                taker = static_cast<std::int8_t>(s), taken = true;
                return f.draw(s, true);
            }
            f.say(What::decline, s);
            ++offers;
            return f.offer(seat_left(s));
        case Stage::claims:
            answer[s] = a, answered |= only(s);
            if (f.decided()) f.resolve();
            return;
        case Stage::done: return;
    }
}

void Deal::Flow::play(int s, Act a) const {
    switch (a.verb) {
        case Verb::flower: return set_aside(s, a.tile);
        case Verb::discard: return discard(s, a.tile);
        case Verb::kong: return own_kong(s, a.tile);
        case Verb::win: return settle_wins(only(s), By::self);
        case Verb::ready: return declare(s, false);
        case Verb::reveal: return declare(s, true);
        case Verb::abort: return abort(a.tile);
        case Verb::second:
            say(What::second, s);
            d.again = true, d.passes = 0;
            d.stage = Stage::collect;
            return enter(Phase::exchange);
        default: return;
    }
}

void Deal::Flow::set_aside(int s, Kind k) const {
    SeatState& me = d.seat[s];
    drop(s, k);
    ++me.aside[k - 31u], ++me.flowers;
    tell(What::flower, s, {k});
    const bool opening = d.stage == Stage::collect;
    // A set of four bonus tiles: the seasons, the plants, or four alike.
    const auto group = [&](Kind first, int n, int each) {
        for (int i = 0; i < n; ++i)
            if (me.aside[first - 31u + static_cast<unsigned>(i)] < each) return false;
        return true;
    };
    const bool set_complete = t.flower_kongs && (k < 34 ? me.aside[k - 31u] == 4 : k < 38 ? group(34, 4, 1) : group(38, 4, 1));
    if (set_complete) money(Occasion::flower_kong, {.actor = s, .tile = k});
    if (!opening) {
        d.chain = Chain::flower;
        if (set_complete) d.chain_kong = true, d.kong_way = Way::concealed, d.feeder = -1;
        else if (!t.kong_chain) d.chain_kong = false;
    }
    if (d.live() <= 0) return exhausted();
    const Tile tile = d.wall[--d.back];
    if (opening) {
        take(s, tile);
        d.seat[s].drawn = s == 0 ? tile : none;
        tell(What::draw, s, {tile}, only(s), -1, 1);
        if (ask_opening_flower()) return;
        return enter(Phase::exchange);
    }
    take(s, tile);
    me.drawn = tile, me.fresh |= bit(kind_of(tile));
    d.last_phase = d.last_phase || (t.forced_below && d.live() < t.forced_below);
    tell(What::draw, s, {tile}, sees_draws(s), -1, 1);
    ask_turn(s);
}

// Declared ready, or the waits laid open. In a turn it binds the discard that follows.
void Deal::Flow::declare(int s, bool reveal) const {
    SeatState& me = d.seat[s];
    (reveal ? me.revealed : me.declared) = true;
    say(reveal ? What::reveal : What::ready, s);
    if (d.stage == Stage::turn) {
        (reveal ? d.revealing : d.declaring) = true;
        return;
    }
    me.stands = true;
    say(What::ready_stands, s);
}

void Deal::Flow::discard(int s, Tile tile) const {
    SeatState& me = d.seat[s];
    const Kind k = kind_of(tile);
    const bool drawn = tile == me.drawn;
    drop(s, tile);
    for (int i = 0; i < 4; ++i)
        if (!(me.thrown[i] >> k & 1)) {
            me.thrown[i] |= bit(k);
            break;
        }
    if (!drawn || !me.waits_known) changed(s);
    refresh(s);
    me.drawn = none;
    me.threw = true;
    if (!(orphan_kinds >> k & 1)) me.outside_river = false;
    if (me.stands) me.one_shot = false;
    if (t.joker_discard == 1 && d.jokers >> k & 1) me.dead = true;
    const bool same = k == d.last_thrown && d.same_run > 0;
    if (!same) d.same_run = 0, d.run_first = static_cast<std::int8_t>(s);
    ++d.same_run, ++d.discards;
    d.last_thrown = k, d.last_thrower = static_cast<std::int8_t>(s);
    if (!t.face_down) ++d.seen[k];
    tell(What::discard, s, {tile}, t.face_down ? only(s) : everybody, -1, drawn);
    d.swap = 0;
    d.after_claim = d.taken = false;
    d.kong_discard = d.chain_kong;
    if (d.indicators_due) show_indicators(d.indicators_shown + d.indicators_due);
    if (d.revealing && log && d.seat[s].waits) {   // the waits are public
        Event e{};
        e.what = What::look, e.seat = static_cast<std::int8_t>(s), e.other = -1, e.seen = everybody;
        for (Kinds w = me.waits; w && e.count < e.tiles.size(); w &= w - 1) e.tiles[e.count++] = static_cast<Tile>(std::countr_zero(w));
        log->events.push_back(e);
    }
    if (d.rules->money_on[static_cast<int>(Occasion::discard)] | d.rules->marks_on[static_cast<int>(Occasion::discard)])
        money(Occasion::discard, {.actor = s, .tile = k});
    d.pending = tile, d.pending_from = static_cast<std::int8_t>(s);
    d.robbing = false;
    open_claims();
}

// A kong in one's own turn: added to a pung, or concealed. It stands when nobody robs it.
void Deal::Flow::own_kong(int s, Kind k) const {
    SeatState& me = d.seat[s];
    const bool concealed = me.hand.of[k] == 4;
    d.kong_way = concealed ? Way::concealed : Way::added;
    d.late_kong = !(me.fresh >> k & 1);
    const int reds = is_number(k) && rank_of(k) == 4 ? me.reds[suit_of(k)] : 0;
    d.pending = reds == me.hand.of[k] ? k | red : k, d.pending_from = static_cast<std::int8_t>(s);
    d.robbing = true;
    open_claims();
}

// Nobody robs: the kong stands.
void Deal::Flow::finish_kong() const {
    const int s = d.pending_from;
    SeatState& me = d.seat[s];
    const Kind k = kind_of(d.pending);
    const Way way = d.kong_way;
    int feeder = -1;
    if (way == Way::concealed) {
        Meld& m = me.melds[me.meld_count++];
        m = Meld{Way::concealed, k, -1, 0, 0, {}};
        for (int i = 0; i < 4; ++i) m.reds = static_cast<std::uint8_t>(m.reds + ((drop_kind(s, k, false) & red) != 0));
        if (!t.kong_hidden) d.seen[k] = 4;
        changed(s);
        tell(What::concealed, s, {k, k, k, k}, t.kong_hidden ? sees_draws(s) : everybody);
    } else {
        for (int i = 0; i < me.meld_count; ++i)
            if (me.melds[i].way == Way::pung && me.melds[i].kind == k) {
                me.melds[i].way = Way::added, feeder = me.melds[i].from;
                if (drop_kind(s, k, false) & red) ++me.melds[i].reds;
            }
        ++d.seen[k];
        changed(s);
        tell(What::added, s, {d.pending}, everybody, feeder);
    }
    d.pending = none;
    d.robbing = false;
    break_first_turns();
    ++d.kongs;
    d.feeder = static_cast<std::int8_t>(feeder);
    if (d.indicators_due) show_indicators(d.indicators_shown + d.indicators_due);
    if (t.indicators) {
        if (way == Way::concealed || !t.indicator_late) show_indicators(d.indicators_shown + 1);
        else ++d.indicators_due;
    }
    money(way == Way::concealed ? Occasion::concealed_kong : Occasion::added_kong,
          {.actor = s, .feeder = feeder, .tile = k, .late = d.late_kong, .way = way});
    replace_after_kong(s);
}

void Deal::Flow::replace_after_kong(int s) const {
    d.chain = Chain::kong, d.chain_kong = true;
    draw(s, t.replacement_front);
}

// Indicators lie fifth from the back and further in every second place; what lies under each is in the place before it.
void Deal::Flow::show_indicators(int upto) const {
    for (; d.indicators_shown < upto && d.indicators_shown < 5; ++d.indicators_shown) {
        const int at = d.wall_size - 5 - 2 * d.indicators_shown;
        if (at >= 0) tell(What::indicator, -1, {d.wall[static_cast<std::size_t>(at)]});
    }
    d.indicators_due = 0;
}

// A claim or a kong: what needs an untouched first go-around is over, and so are one-shots.
void Deal::Flow::break_first_turns() const {
    for (int x = 0; x < d.n; ++x) d.seat[x].one_shot = false;
}

}  // namespace quepu
