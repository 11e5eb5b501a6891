// What comes before play: stakes, the tiles dealt, bonus tiles replaced, tiles passed on, void suits, declarations.
#include <algorithm>
#include <cstring>

#include "deal_flow.hpp"

namespace quepu {

namespace {
constexpr Seats only(int s) { return static_cast<Seats>(1u << s); }
}  // namespace

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
    d.taker = d.turn = d.feeder = d.pending_from = d.run_first = d.last_thrower = d.first_from = d.last_from = -1;
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
            return after_phase();
        }
        return;
    }
}

// What a phase leads to: the next pass of an exchange, or the next phase; after the second exchange the dealer's turn goes on.
void Deal::Flow::after_phase() const {
    if (d.phase == Phase::exchange && ++d.passes < t.exchange) return enter(Phase::exchange);
    if (d.again) return start_play();
    enter(static_cast<Phase>(static_cast<int>(d.phase) + 1));
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
    int step = t.exchange_way >> 2 * d.passes & 3;   // of this pass: 0 by a die, 1 next seat, 2 across, 3 the seat before
    if (step == 0) step = d.n == 3 ? (d.die <= 3 ? 1 : 2) : d.die <= 2 ? 1 : d.die <= 4 ? 2 : 3;
    else if (step == 3) step = d.n - 1;
    std::array<std::array<Tile, 3>, max_seats> gift;
    for (int s = 0; s < d.n; ++s) {
        for (std::size_t i = 0; i < 3; ++i) gift[s][i] = drop_kind(s, d.seat[s].gift[i], false);
        tell(What::give, s, {gift[s][0], gift[s][1], gift[s][2]}, only(s), (s + step) % d.n);
    }
    // The dealer's last tile is the one drawn as long as it, or one that nobody could tell from it, has not left the hand.
    if (const Tile last = d.seat[0].drawn; last != none) {
        const Kind k = kind_of(last);
        const int reds = is_number(k) && rank_of(k) == 4 ? d.seat[0].reds[suit_of(k)] : 0;
        if (last & red ? !reds : reds == d.seat[0].hand.of[k]) d.seat[0].drawn = none;
    }
    for (int s = 0; s < d.n; ++s) {
        const int to = (s + step) % d.n;
        for (const Tile tile : gift[s]) take(to, tile);
        tell(What::receive, to, {gift[s][0], gift[s][1], gift[s][2]}, static_cast<Seats>(only(s) | only(to)), s);
        d.seat[to].nearest = 0, d.seat[to].waits_known = false;
    }
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

}  // namespace quepu
