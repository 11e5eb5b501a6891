// The deal from the first tile to the last: collecting, drawing, discarding, kongs.
#include <algorithm>
#include <cstring>

#include "deal_flow.hpp"

namespace quepu {

namespace {
constexpr Seats only(int s) { return static_cast<Seats>(1u << s); }
}  // namespace

// ------------------------------------------------------------------------------------------------ before play

int turned_place(std::span<const Tile> wall, int stack) {
    const int size = static_cast<int>(wall.size());
    for (; 2 * stack <= size; ++stack) {
        const int top = size - 1 - 2 * (stack - 1);
        if (kind_of(wall[static_cast<std::size_t>(top)]) < playing_kinds) return top;
    }
    return size - 1;
}

Deal::Deal(const Rules& r, const Setup& setup, Log* log) {
    std::memset(static_cast<void*>(this), 0, sizeof *this);
    rules = &r;
    Flow{*this, log}.begin(setup);
}

void Deal::Flow::begin(const Setup& setup) const {
    d.n = static_cast<std::uint8_t>(p.seats);
    d.joker_kinds.fill(none);
    d.indicator = d.pending = d.last_thrown = none;
    int size = 0;
    for (int i = 0; i < static_cast<int>(setup.wall.size()) && size < max_wall; ++i) {
        if (i == setup.turned) d.indicator = setup.wall[static_cast<std::size_t>(i)];
        else d.wall[static_cast<std::size_t>(size++)] = setup.wall[static_cast<std::size_t>(i)];
    }
    d.wall_size = d.back = static_cast<std::uint8_t>(size);
    if (t.turned && d.indicator != none) {
        d.joker_kinds = {kind_of(d.indicator), next_in_circle(kind_of(d.indicator), t.dragon_step)};
        d.jokers = bit(d.joker_kinds[0]) | bit(d.joker_kinds[1]);
    }
    d.round = setup.round, d.die = static_cast<std::int8_t>(setup.die);
    d.score = setup.scores, d.carried = setup.carried;
    d.turn = d.feeder = d.pending_from = d.run_first = d.last_thrower = d.first_from = d.last_from = -1;
    d.winners.fill(-1);
    d.marks.fill(-1);
    for (SeatState& me : d.seat) {
        me.void_suit = me.bet = -1, me.drawn = none, me.outside_river = true;
        me.marks = d.rules->seat_marks;
    }
    d.next_dealer = -1;
    d.stage = Stage::collect;
    enter(Phase::stakes);
}

void Deal::Flow::deal_out() const {
    const auto hand = static_cast<std::uint8_t>(p.hand_size);
    for (std::uint8_t given = 0; given < hand; given = static_cast<std::uint8_t>(given + (hand - given >= 4 ? 4 : 1))) {
        const int block = hand - given >= 4 ? 4 : 1;
        for (int s = 0; s < d.n; ++s)
            for (int i = 0; i < block; ++i) take(s, d.wall[d.front++]);
    }
    const Tile last = d.wall[d.front++];
    take(0, last);
    for (int s = 0; s < d.n; ++s) tell_hand(What::deal, s, only(s));
    d.seat[0].drawn = last;
    d.last_phase = t.forced_below && d.live() < t.forced_below;
    if (t.turned && d.indicator != none) tell(What::indicator, -1, {d.indicator});
    if (t.indicators) show_indicators(1);
    money(Occasion::dealt, {});
}

// Asks for what is collected in a phase; when nobody has anything to say, goes on with the next.
void Deal::Flow::enter(Phase phase) const {
    for (;; phase = static_cast<Phase>(static_cast<int>(phase) + 1)) {
        d.phase = phase, d.asked = d.answered = 0;
        switch (phase) {
            case Phase::stakes:
                for (int s = 0; s < d.n; ++s)
                    if (s == 0 ? t.bank : t.pulls) d.asked |= only(s);
                break;
            case Phase::bets:
                if (t.bets) d.turn = 0, d.asked = only(0);
                break;
            case Phase::flowers:
                deal_out();
                d.turn = 0;
                if (ask_opening_flower()) return;
                break;
            case Phase::exchange:
                if (t.exchange && (d.n == 3 || d.n == 4)) d.asked = static_cast<Seats>((1u << d.n) - 1);
                break;
            case Phase::voids:
                if (t.voids) d.asked = static_cast<Seats>((1u << d.n) - 1);
                break;
            case Phase::ready:
                for (int s = 1; s < d.n; ++s) {
                    refresh(s);
                    if (t.ready_when & 1 && d.ready(s)) d.asked |= only(s);
                }
                break;
            case Phase::none: return start_play();
        }
        if (!d.asked) continue;
        for (int s = 0; s < d.n; ++s)
            if (d.asked >> s & 1 && d.seat[s].left) d.answered |= only(s), d.answer[s] = d.idle(s);
        if (!(d.asked & ~d.answered)) {
            for (int s = 0; s < d.n; ++s)
                if (d.asked >> s & 1) collected(s, d.answer[s]);
            if (d.phase != phase || d.stage != Stage::collect) return;
            if (phase == Phase::bets) return;
            finish_phase();
            continue;
        }
        return;
    }
}

bool Deal::Flow::ask_flower(int s) const {
    const SeatState& me = d.seat[s];
    if (!(me.plane[0] & static_cast<Kinds>(t.bonus_kinds) << 31)) return false;
    d.asked = only(s);
    return true;
}

// Bonus tiles of the deal are replaced seat by seat from the dealer on.
bool Deal::Flow::ask_opening_flower() const {
    for (; d.turn < d.n; ++d.turn) {
        if (!ask_flower(d.turn)) continue;
        const SeatState& me = d.seat[d.turn];
        if (me.left) set_aside(d.turn, static_cast<Kind>(std::countr_zero(me.plane[0] & static_cast<Kinds>(t.bonus_kinds) << 31)));
        return true;
    }
    return false;
}

// An answer in a phase.
void Deal::Flow::collected(int s, Act a) const {
    SeatState& me = d.seat[s];
    switch (a.verb) {
        case Verb::bank: me.bank = 1; break;
        case Verb::pull: me.pulls = static_cast<std::int8_t>(a.a); break;
        case Verb::bet: me.bet = static_cast<std::int8_t>(a.tile), me.stake = static_cast<std::int8_t>(a.a); break;
        case Verb::voids: me.void_suit = static_cast<std::int8_t>(a.tile); break;
        case Verb::exchange: me.gift = {a.tile, a.a, a.b}; break;
        case Verb::ready: declare(s, false); break;
        default: break;
    }
}

// Everybody has answered: what was chosen becomes known.
void Deal::Flow::finish_phase() const {
    for (int s = 0; s < d.n; ++s) {
        const SeatState& me = d.seat[s];
        if (!(d.asked >> s & 1)) continue;
        if (d.phase == Phase::stakes) say(What::stake, s, -1, s == 0 ? me.bank : me.pulls);
        if (d.phase == Phase::voids) say(What::voids, s, -1, me.void_suit);
    }
    if (d.phase == Phase::exchange) exchange_tiles();
}

void Deal::Flow::exchange_tiles() const {
    int step = t.exchange_way;
    if (step == 0) step = d.n == 3 ? (d.die <= 3 ? 1 : 2) : d.die <= 2 ? 1 : d.die <= 4 ? 2 : 3;
    else if (step == 3) step = d.n - 1;
    std::array<std::array<Tile, 3>, max_seats> gift;
    for (int s = 0; s < d.n; ++s) {
        for (std::size_t i = 0; i < 3; ++i) gift[s][i] = drop_kind(s, d.seat[s].gift[i], false);
        tell(What::give, s, {gift[s][0], gift[s][1], gift[s][2]}, only(s), (s + step) % d.n);
    }
    for (int s = 0; s < d.n; ++s) {
        const int to = (s + step) % d.n;
        for (const Tile tile : gift[s]) take(to, tile);
        tell(What::receive, to, {gift[s][0], gift[s][1], gift[s][2]}, static_cast<Seats>(only(s) | only(to)), s);
        d.seat[to].nearest = 0, d.seat[to].waits_known = false;
    }
    if (d.seat[0].drawn != none && !d.seat[0].hand.of[kind_of(d.seat[0].drawn)]) d.seat[0].drawn = none;
}

void Deal::Flow::start_play() const {
    d.stage = Stage::turn;
    d.phase = Phase::none;
    d.turn = 0;
    d.chain = Chain::none, d.chain_kong = false, d.feeder = -1;
    d.seat[0].drew = true;
    for (int s = 1; s < d.n; ++s) refresh(s);
    ask_turn(0);
}

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
    draw(s, true);
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
    const SeatState& me = d.seat[s];
    const bool bound = me.stands || d.declaring || d.revealing;
    d.declaring = d.revealing = false;   // who leaves between a declaration and its discard takes it back
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
            return f.enter(static_cast<Phase>(static_cast<int>(phase) + 1));
        case Stage::turn: return f.play(s, a);
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
    d.after_claim = false;
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
