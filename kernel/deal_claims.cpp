// After a discard, or a kong that may be robbed: who may claim, whose claim counts, and what is settled.
#include <algorithm>

#include "deal_flow.hpp"

namespace quepu {

namespace {
constexpr Seats only(int s) { return static_cast<Seats>(1u << s); }
}  // namespace

Options Deal::Flow::options_of(int s) const {
    Options may = 0;
    const SeatState& me = d.seat[s];
    const Kind k = kind_of(d.pending);
    if ((me.waits >> k & 1 || d.jokers) && d.why_not_win(s, nullptr) == Refuse::legal) may |= can::win;
    if (d.robbing || d.voiding || t.face_down) return may;
    may |= melds_of(s);
    Score score;
    if (t.claim_wins && me.meld_count == 3 && may & (can::pung | can::kong) && d.wins(s, d.pending, By::discard, d.pending_from, score, true))
        may |= can::claim_win;
    return may;
}

// Every meld that may be claimed, at once what `why_not_claim` says of each.
Options Deal::Flow::melds_of(int s) const {
    const SeatState& me = d.seat[s];
    const Kind k = kind_of(d.pending);
    if (me.meld_count >= max_melds || me.held < 4 || me.declared || me.revealed || d.jokers >> k & 1) return 0;
    if (me.void_suit >= 0 && suit_of(k) == me.void_suit) return 0;
    const bool tiles_left = d.live() > 0;
    const auto has = [&](Way w) { return p.meld_ways >> static_cast<int>(w) & 1; };
    Options may = 0;
    if (me.plane[1] >> k & 1) {
        // Whatever lies there beside what is laid down may have to be discarded.
        if (has(Way::pung) && (tiles_left || t.last_pung) && (!t.swap_barred || me.plane[0] & ~bit(k))) {
            const int reds = is_number(k) && rank_of(k) == 4 ? me.reds[suit_of(k)] : 0, plain = me.hand.of[k] - reds;
            for (int laid = 0; laid <= std::min(reds, 2); ++laid)
                if (2 - laid <= plain) may |= static_cast<Options>(1 << (can::pung_at + laid));
        }
        if (me.plane[2] >> k & 1 && has(Way::kong) && d.replaceable() && (!t.most_kongs || d.kongs < t.most_kongs)) may |= can::kong;
    }
    if (!has(Way::chow) || !is_number(k) || !tiles_left || !(p.chow_any_seat || s == d.seat_left(d.pending_from))) return may;
    const int rank = rank_of(k), reds = me.reds[suit_of(k)];
    const Kind five = static_cast<Kind>(k - rank + 4);
    for (int below = std::min(2, rank); below >= std::max(0, rank - 6); --below) {
        const auto low = static_cast<Kind>(k - below);
        const Kinds run = Kinds{7} << low, own = run & ~bit(k);
        if ((me.plane[0] & own) != own || d.jokers & run) continue;
        if (t.swap_barred) {
            Kinds barred = bit(k);
            if (below == 0 && rank < 6) barred |= bit(static_cast<Kind>(k + 3));
            if (below == 2 && rank > 2) barred |= bit(static_cast<Kind>(k - 3));
            if (!(((me.plane[0] & ~own) | (me.plane[1] & own)) & ~barred)) continue;
        }
        const bool of_five = own >> five & 1;
        if (!of_five || reds < me.hand.of[five]) may |= can::chow_of(below, 0);
        if (of_five && reds) may |= can::chow_of(below, 1);
    }
    return may;
}

// Which rule makes the deal void when nobody wins on the discard; -1 none.
int Deal::Flow::voided_by() const {
    const int from = d.pending_from;
    const Kind k = kind_of(d.pending);
    for (const AbortRule& rule : d.rules->voiding)
        if (d.may_hold(rule.trigger, from, k) && d.value(rule.when, {.actor = from, .tile = k})) return rule.number;
    return -1;
}

void Deal::Flow::open_claims() const {
    d.stage = Stage::claims;
    d.asked = d.answered = 0;
    const int from = d.pending_from;
    d.voiding = !d.robbing && voided_by() >= 0;
    const bool nobody = d.robbing && !(d.kong_way == Way::added ? p.win_ways >> static_cast<int>(By::rob) & 1 : t.orphans_rob);
    Seats forced = 0;
    const Kind k = kind_of(d.pending);
    const int next = d.seat_left(from);
    for (int s = 0; s < d.n; ++s) {
        d.options[s] = 0, d.answer[s] = {};
        if (s == from || nobody || !d.plays(s)) continue;
        const SeatState& me = d.seat[s];
        const bool chow = p.meld_ways & 1 && (s == next || p.chow_any_seat);
        if (!((me.waits | me.plane[1]) >> k & 1) && !chow && !d.jokers) continue;   // most tiles are of no use to most
        d.options[s] = options_of(s);
        if (!d.options[s]) continue;
        d.asked |= only(s);
        if (d.options[s] & can::win) forced |= only(s);
    }
    if (d.last_phase && forced) return settle_wins(forced, d.robbing ? By::rob : By::discard);
    if (!d.asked && !(hold && !d.robbing)) {
        note_passed(0);
        let_go();
    }
}

// Whether the answers so far decide, whatever the others say.
bool Deal::Flow::decided() const {
    const Seats open = static_cast<Seats>(d.asked & ~d.answered);
    if (!open) return true;
    const auto rank = [&](Verb v, int s) {   // of an answer
        if (v == Verb::win) return 3;
        if ((v == Verb::pung || v == Verb::kong) && d.options[s] & can::claim_win) return 3;
        return v == Verb::pung || v == Verb::kong ? 2 : v == Verb::chow ? 1 : 0;
    };
    const auto most = [&](int s) {           // of the answers that are possible
        const Options o = d.options[s];
        return o & (can::win | can::claim_win) ? 3 : o & (can::pung | can::kong) ? 2 : 1;
    };
    int best = 0, nearest = max_seats;
    for (int s = 0; s < d.n; ++s) {
        if (!(d.answered >> s & 1)) continue;
        const int r = rank(d.answer[s].verb, s);
        best = std::max(best, r);
        if (r == 3) nearest = std::min(nearest, (s - d.pending_from + d.n) % d.n);
    }
    if (!best) return false;
    for (int s = 0; s < d.n; ++s) {
        if (!(open >> s & 1)) continue;
        if (most(s) > best) return false;
        if (best < 3 && most(s) == best) return false;
        if (best == 3 && most(s) == 3 && (!t.nearest_only || (s - d.pending_from + d.n) % d.n < nearest)) return false;
    }
    return true;
}

void Deal::Flow::resolve() const {
    Seats winners = 0;
    int chosen = -1;
    for (int i = 1; i < d.n; ++i) {
        const int s = (d.pending_from + i) % d.n;
        if (!(d.answered >> s & 1)) continue;
        const Verb v = d.answer[s].verb;
        const bool meld = v == Verb::pung || v == Verb::kong;
        if (v == Verb::win || (meld && d.options[s] & can::claim_win)) {
            if (!t.nearest_only || !winners) winners |= only(s);
        } else if (v != Verb::pass && (chosen < 0 || (meld && d.answer[chosen].verb == Verb::chow))) {
            chosen = s;
        }
    }
    if (winners) {
        note_passed(winners);
        if (t.void_winners && std::popcount(winners) >= t.void_winners) return abort(-1);
        return settle_wins(winners, d.robbing ? By::rob : By::discard);
    }
    note_passed(0);
    if (chosen < 0) return let_go();
    stand();
    claim(chosen, d.answer[chosen]);
}

// Who lets a win go may be barred from the next ones.
void Deal::Flow::note_passed(Seats winners) const {
    if (!t.bar_scope && !t.bar_by_shape) return;
    const Kind k = kind_of(d.pending);
    for (int s = 0; s < d.n; ++s) {
        SeatState& me = d.seat[s];
        if (!(d.options[s] & can::win) && !(me.waits >> k & 1)) continue;
        if (s == d.pending_from || winners >> s & 1 || !d.plays(s)) continue;
        const bool could = d.options[s] & can::win;
        const bool orphans_only = d.robbing && d.kong_way == Way::concealed;
        if (!could && !(t.bar_by_shape && !orphans_only && me.waits >> k & 1)) continue;
        me.barred = true;
        if (t.bar_scope == 2) {
            Score score;
            if (d.wins(s, d.pending, d.robbing ? By::rob : By::discard, d.pending_from, score)) me.passed_total = std::max(me.passed_total, score.total);
        }
        if (t.bar_stays_ready && me.stands) me.barred_for_good = true;
    }
}

// A declaration stands once its discard was not won on.
void Deal::Flow::stand() const {
    if (!d.declaring && !d.revealing) return;
    const int s = d.pending_from;
    SeatState& me = d.seat[s];
    d.declaring = d.revealing = false;
    me.stands = me.one_shot = true;
    me.double_declared = t.ready_when & 8 && !d.claims && !d.kongs && std::popcount(me.thrown[0]) == 1 && !me.thrown[1];
    if (!me.revealed || me.declared) say(What::ready_stands, s);
    money(Occasion::ready, {.actor = s});
    if (t.ready_sees)
        for (int x = 0; x < d.n; ++x)
            if (x != s) tell_hand(What::look, x, only(s));
}

// Nobody wants the tile.
void Deal::Flow::let_go() const {
    if (d.robbing) return finish_kong();
    const bool ask = d.voiding || d.declaring || d.revealing || t.leave;   // again: a declaration now stands, or somebody has left
    stand();
    const int from = d.pending_from;
    if (const int rule = ask ? voided_by() : -1; rule >= 0) return abort(rule);
    next_turn(from);
}

// A pung, chow or kong of the tile.
void Deal::Flow::claim(int s, Act a) const {
    SeatState& me = d.seat[s];
    const Tile tile = d.pending;
    const Kind k = kind_of(tile);
    const auto from = static_cast<std::int8_t>(d.pending_from);
    Meld& m = me.melds[me.meld_count++];
    m = Meld{a.verb == Verb::chow ? Way::chow : a.verb == Verb::pung ? Way::pung : Way::kong, a.verb == Verb::chow ? a.tile : k, from, 0, 0, {}};
    std::array<Tile, 3> own{};
    int given = 0, reds = a.a;
    const auto lay = [&](Kind x) {
        const bool five = is_number(x) && rank_of(x) == 4;
        own[static_cast<std::size_t>(given)] = drop_kind(s, x, five && reds > 0);
        if (own[static_cast<std::size_t>(given)] & red) --reds, ++m.reds;
        ++given;
        if (d.seen[x] < 4) ++d.seen[x];
    };
    if (tile & red) ++m.reds;
    d.swap = 0;
    if (a.verb == Verb::chow) {
        for (int i = 0; i < 3; ++i)
            if (a.tile + i != k) lay(static_cast<Kind>(a.tile + i));
        d.swap = bit(k);
        if (k == a.tile && rank_of(k) < 6) d.swap |= bit(static_cast<Kind>(k + 3));
        if (k == a.tile + 2 && rank_of(k) > 2) d.swap |= bit(static_cast<Kind>(k - 3));
    } else {
        for (int i = a.verb == Verb::pung ? 2 : 3; i > 0; --i) {
            if (a.verb == Verb::kong) reds = 9;
            lay(k);
        }
        d.swap = bit(k);
    }
    if (!t.swap_barred) d.swap = 0;
    tell(a.verb == Verb::chow ? What::chow : a.verb == Verb::pung ? What::pung : What::kong, s, {tile, own[0], own[1], own[2]}, everybody, from);
    if (log) log->events.back().count = static_cast<std::uint8_t>(1 + given);
    d.seat[from].outside_river = false;
    d.same_run = 0;
    d.last_thrown = none;
    break_first_turns();
    ++d.claims;
    changed(s);
    if (!me.barred_for_good) me.barred = false, me.passed_total = 0;
    d.pending = none;
    d.turn = static_cast<std::int8_t>(s);
    d.stage = Stage::turn;
    me.drawn = none, me.fresh = 0;
    d.chain = Chain::none, d.chain_kong = false;
    if (a.verb != Verb::kong) {
        d.after_claim = true;
        money(Occasion::pung, {.actor = s, .feeder = from, .tile = k, .way = m.way});
        return ask_turn(s);
    }
    ++d.kongs;
    d.kong_way = Way::kong, d.feeder = from, d.late_kong = false;
    if (t.indicators) {
        if (t.indicator_late) ++d.indicators_due;
        else show_indicators(d.indicators_shown + 1);
    }
    money(Occasion::claimed_kong, {.actor = s, .feeder = from, .tile = k, .way = Way::kong});
    replace_after_kong(s);
}

// ------------------------------------------------------------------------------------------------ wins

// Tiles turned after a win, from the front of the wall, one set for all winners; the offered tile itself when it was won on.
void Deal::Flow::turn_birds(Tile won) const {
    d.bird_count = 0;
    const int left = d.live(), count = left || d.taker < 0 ? std::min(t.birds, left) : std::min(t.birds, 1);
    for (int i = 0; i < count; ++i) {
        const Tile tile = left ? d.wall[d.front + static_cast<std::size_t>(i)] : won;
        d.birds[d.bird_count++] = tile;
        tell(What::birds, -1, {tile}, everybody, -1, left ? 0 : 1);
    }
}

void Deal::Flow::settle_wins(Seats winners, By by) const {
    const int from = by == By::self ? -1 : d.pending_from;
    const int start = by == By::self ? d.turn : from;
    const Tile tile = by == By::self ? d.seat[d.turn].drawn : d.pending;
    const bool first = d.winner_count == 0;
    d.asked = d.answered = 0;
    if (t.play_on && by == By::discard) stand();   // the deal goes on: so does the declaration
    d.declaring = d.revealing = false;
    if (d.robbing && by == By::rob) {   // the robbed tile leaves the hand; a concealed kong's other three stay
        drop(from, d.pending);
        changed(from);
        ++d.seen[kind_of(d.pending)];
        refresh(from);
    }
    if (first) d.first_from = static_cast<std::int8_t>(from), d.first_winners = static_cast<std::uint8_t>(std::popcount(winners));
    d.last_from = static_cast<std::int8_t>(from);
    if (from >= 0) d.gave |= only(from);
    d.place = 0;
    if (t.birds) turn_birds(tile);
    int last = start;
    for (int i = by == By::self ? 0 : 1; i < d.n; ++i) {
        const int s = (start + i) % d.n;
        if (!(winners >> s & 1)) continue;
        win_one(s, tile, by, from, by == By::discard && d.answered_by_claim(s));
        ++d.place;
        last = s;
    }
    for (int s = 0; s < d.n; ++s) {
        if (!d.passing[s]) continue;
        for (int x = 0; x < d.n; ++x) d.kong_money[s][x] -= d.passing[s] == 2 ? d.kong_money[s][x] : d.last_kong[s][x];
        d.last_kong[s].fill(0);
        d.passing[s] = 0;
    }
    for (int s = 0; s < d.n; ++s)
        if (winners >> s & 1) d.winners[d.winner_count++] = static_cast<std::int8_t>(s);
    d.front = static_cast<std::uint8_t>(d.front + std::min<int>(d.bird_count, d.live()));   // what was turned is not drawn
    d.bird_count = 0;
    d.robbing = false;
    d.kong_discard = false;
    int unwon = 0;
    for (int s = 0; s < d.n; ++s) unwon += !d.seat[s].won;
    if (t.play_on && unwon > 1) return next_turn(last);
    d.result = Result::win;
    finish();
}

void Deal::Flow::win_one(int s, Tile tile, By by, int from, bool claim) const {
    Score score{};
    const Hand hand = d.hand_of(s, tile, by, from, claim);
    score_hand(p, hand, score, true);
    if (log) log->won.push_back(hand);
    SeatState& me = d.seat[s];
    me.won = true;
    if (by != By::self && !claim) {
        take(s, tile);
        me.drawn = tile;
    }
    if (by == By::self) me.drawn = hand.win;
    tell(What::win, s, {by == By::self ? hand.win : tile}, everybody, from, static_cast<int>(by) | (claim ? 4 : 0));
    if (log) log->events.back().amount = score.total;
    if (t.show_winner) tell_hand(What::show, s, everybody);
    for (int i = 0; i < score.line_count; ++i) d.won_with.set(score.lines[i].item);
    for (std::size_t i = 0; i < p.figures.size(); ++i) d.told[i] = std::max(d.told[i], score.figures[i]);
    std::int32_t table = score.payments[s];
    for (int x = 0; x < d.n; ++x) {
        const std::int32_t paid = -(score.payments[x] + score.house[x]);
        if (x == s) continue;
        table -= paid;
        d.hand_money[s][x] += paid;
        pay(x, s, paid, 0);
    }
    if (const std::int32_t rest = table + score.house[s]) pay(-1, s, rest, 0);
    money(Occasion::win, {.actor = s, .feeder = from, .tile = kind_of(tile)});
}

bool Deal::answered_by_claim(int s) const {
    return stage == Stage::claims && (answer[s].verb == Verb::pung || answer[s].verb == Verb::kong) && options[s] & can::claim_win;
}

// ------------------------------------------------------------------------------------------------ money

void Deal::Flow::pay(int from, int to, std::int32_t amount, int cause) const {
    if (!amount) return;
    if (from >= 0) d.delta[from] -= amount;
    if (to >= 0) d.delta[to] += amount;
    if (log) {
        Event e{};
        e.what = What::pay, e.seat = static_cast<std::int8_t>(from), e.other = static_cast<std::int8_t>(to), e.flags = static_cast<std::uint8_t>(cause);
        e.seen = everybody, e.amount = amount;
        log->events.push_back(e);
    }
}

// Everything that an occasion is asked for, in the order of the rule file. Causes: 0 the hand, then the records from 1 on.
void Deal::Flow::money(Occasion on, Around a) const {
    const Rules& r = *d.rules;
    for (std::uint32_t which = r.marks_on[static_cast<int>(on)]; which; which &= which - 1) {
        const MarkRule& m = r.marks[static_cast<std::size_t>(std::countr_zero(which))];
        if ((a.actor >= 0 && !d.may_hold(m.trigger, a.actor, a.tile)) || !d.value(m.when, a)) continue;
        const auto v = static_cast<std::int16_t>(d.value(m.value, a));
        if (m.table_mark >= 0) d.marks[static_cast<std::size_t>(m.table_mark)] = v;
        else if (a.actor >= 0) d.seat[a.actor].marks[static_cast<std::size_t>(m.seat_mark)] = v;
    }
    const bool kong = on == Occasion::claimed_kong || on == Occasion::added_kong || on == Occasion::concealed_kong;
    if (kong && r.money_on[static_cast<int>(on)]) d.last_kong[a.actor].fill(0);
    for (std::uint32_t which = r.money_on[static_cast<int>(on)]; which; which &= which - 1) {
        const auto number = static_cast<std::size_t>(std::countr_zero(which));
        const DealMoney& m = r.money[number];
        const int cause = static_cast<int>(number) + 1;
        if (a.actor >= 0 && !d.may_hold(m.trigger, a.actor, a.tile)) continue;
        a.taker = a.payer = -1;
        if (!m.of_pair && !d.value(m.when, a)) continue;
        if (m.source) {
            for (a.payer = 0; a.payer < d.n; ++a.payer) {
                a.taker = -1;
                if ((m.of_pair && !d.value(m.when, a)) || !d.value(m.who, a)) continue;
                pay(a.payer, -1, d.value(m.amount, a), cause);
                if (m.source == 1 && on == Occasion::ready) ++d.ready_stakes;
            }
            continue;
        }
        Seats passing = 0;
        std::array<std::array<std::int32_t, max_seats>, max_seats> amounts;   // all are found before any is paid
        for (a.taker = 0; a.taker < d.n; ++a.taker)
            for (a.payer = 0; a.payer < d.n; ++a.payer) {
                std::int32_t& amount = amounts[a.taker][a.payer];
                amount = 0;
                if (a.taker == a.payer || (m.of_pair && !d.value(m.when, a)) || !d.value(m.to, a) || !d.value(m.who, a)) continue;
                amount = d.value(m.amount, a);
            }
        for (int to = 0; to < d.n; ++to)
            for (int from = 0; from < d.n; ++from) {
                const std::int32_t amount = amounts[to][from];
                if (to == from || !amount) continue;
                if (m.account == Account::kong) d.kong_money[to][from] += amount, d.last_kong[to][from] += amount;
                if (m.account >= Account::last_kong_passes) passing |= only(from);
                pay(from, to, amount, cause);
            }
        // What was passed on cannot be asked back; it is struck when all winners of the tile have had it.
        for (int from = 0; from < d.n && passing; ++from)
            if (passing >> from & 1) d.passing[from] = m.account == Account::all_kongs_pass ? 2 : 1;
    }
}

void Deal::Flow::exhausted() const {
    d.result = Result::exhausted;
    d.asked = 0;
    d.pending = none;
    say(What::exhausted, -1);
    if (t.show_at_end)
        for (int s = 0; s < d.n; ++s)
            if (!d.seat[s].won && (t.show_at_end == 2 || d.ready(s))) tell_hand(What::show, s, everybody);
    money(Occasion::exhausted, {});
    finish();
}

void Deal::Flow::abort(int which) const {
    d.result = Result::aborted;
    d.asked = 0;
    say(What::abort, which >= 0 && d.rules->aborts[static_cast<std::size_t>(which)].asked ? d.turn : -1, -1, which);
    finish();
}

void Deal::Flow::finish() const {
    d.stage = Stage::done;
    d.asked = d.answered = 0;
    money(Occasion::end, {});
    if (!t.show_winner)
        for (int s = 0; s < d.n; ++s)
            if (d.seat[s].won) tell_hand(What::show, s, everybody);
    if (t.kong_hidden)
        for (int s = 0; s < d.n; ++s)
            for (int i = 0; i < d.seat[s].meld_count; ++i)
                if (const Meld& m = d.seat[s].melds[i]; m.way == Way::concealed) tell(What::show, s, {m.kind, m.kind, m.kind, m.kind}, everybody, -1, 1);
    for (std::size_t i = 0; i < d.rules->carry.size(); ++i) d.carry[i] = d.value(d.rules->carry[i], {});
    d.next_dealer = static_cast<std::int8_t>(d.value(d.rules->next_dealer, {}));
    say(What::end, d.next_dealer, -1, static_cast<int>(d.result));
}

}  // namespace quepu
