// What may be done, and why not.
#include <algorithm>

#include "deal_flow.hpp"

namespace quepu {

namespace {
constexpr Seats only(int s) { return static_cast<Seats>(1u << s); }
constexpr Kinds kinds_of_suit(int suit) { return suit < 0 ? 0 : suit_bits << 9 * suit; }
}  // namespace

// ------------------------------------------------------------------------------------------------ winning

namespace {
Refuse unlike(const Score& score, int* detail) {
    if (score.status == Status::refused) {
        if (detail) *detail = score.detail;
        return Refuse::worth;
    }
    return Refuse::shape;
}
}  // namespace

Refuse Deal::why_not_self_draw(int s, int* detail) const {
    const SeatState& me = seat[s];
    if (!(rules->hand->win_ways >> static_cast<int>(By::self) & 1)) return Refuse::way;
    if (after_claim) return Refuse::after_claim;
    if (declaring || revealing) return Refuse::ready;
    if (me.dead) return Refuse::dead;
    if (me.waits_known && me.drawn != none && !jokers) {
        if (!(me.waits >> kind_of(me.drawn) & 1)) return Refuse::shape;
    } else if (!complete(s)) {
        return Refuse::shape;
    }
    Score score;
    return wins(s, me.drawn, By::self, -1, score) ? Refuse::legal : unlike(score, detail);
}

Refuse Deal::why_not_win(int s, int* detail) const {   // on the pending tile
    const SeatState& me = seat[s];
    const Table& t = rules->table;
    const By by = robbing ? By::rob : By::discard;
    if (!(rules->hand->win_ways >> static_cast<int>(by) & 1)) return Refuse::way;
    if (t.face_down) return Refuse::face_down;
    if (me.dead) return Refuse::dead;
    const Kind k = kind_of(pending);
    if (!jokers && !(me.waits >> k & 1)) return Refuse::shape;
    if (t.bar_own_discards && me.thrown[0] & me.waits) return Refuse::own_discard;
    if (me.barred_for_good || (me.barred && t.bar_scope != 2)) return Refuse::passed;
    Score score;
    if (!wins(s, pending, by, pending_from, score)) return unlike(score, detail);
    if (robbing && kong_way == Way::concealed && score.reading.shape != Shape::orphans) return Refuse::concealed;
    if (me.barred && score.total <= me.passed_total) return Refuse::passed;
    return Refuse::legal;
}

// ------------------------------------------------------------------------------------------------ a turn

// Kinds that may leave the hand now, red fives and the lock of a ready hand apart.
Kinds Deal::discardable(int s) const {
    const SeatState& me = seat[s];
    const Table& t = rules->table;
    Kinds kinds = me.plane[0] & ~swap;
    if (me.void_suit >= 0 && me.plane[0] & kinds_of_suit(me.void_suit)) kinds &= kinds_of_suit(me.void_suit);
    if (t.joker_discard == 2 && kinds & ~jokers) kinds &= ~jokers;
    if (declaring || revealing) {
        Kinds kept = 0;
        for (Kinds w = kinds; w; w &= w - 1)
            if (keeps_waiting(s, static_cast<Kind>(std::countr_zero(w)))) kept |= w & -w;
        kinds = kept;
    }
    if (t.reveal_on && !me.declared && !me.revealed) {
        Kinds barred = 0;
        for (int x = 0; x < n; ++x)
            if (x != s && plays(x) && seat[x].revealed && seat[x].stands) barred |= seat[x].waits;
        if (kinds & ~barred) kinds &= ~barred;
    }
    return kinds;
}

Refuse Deal::why_not_discard(int s, Tile tile) const {
    const SeatState& me = seat[s];
    const Kind k = kind_of(tile);
    if (k >= all_kinds || !me.hand.of[k]) return Refuse::held;
    const bool five = is_number(k) && rank_of(k) == 4;
    const int reds = five ? me.reds[suit_of(k)] : 0;
    if (tile & red ? !reds : five && reds == me.hand.of[k]) return Refuse::held;
    if (taken) return tile == me.drawn ? Refuse::legal : Refuse::taken;
    if (me.stands && me.drawn != none && tile != me.drawn) return Refuse::locked;
    if (me.stands) return Refuse::legal;
    if (discardable(s) >> k & 1) return Refuse::legal;
    if (swap >> k & 1) return Refuse::swap;
    if (me.void_suit >= 0 && me.plane[0] & kinds_of_suit(me.void_suit) && !(kinds_of_suit(me.void_suit) >> k & 1)) return Refuse::void_first;
    if (jokers >> k & 1 && rules->table.joker_discard == 2) return Refuse::joker_discard;
    if ((declaring || revealing) && !keeps_waiting(s, k)) return Refuse::must_wait;
    return Refuse::dance_bar;
}

bool Deal::same_waits_after_kong(int s, Kind k, bool strict) const {
    const SeatState& me = seat[s];
    Deal after = *this;
    SeatState& then = after.seat[s];
    const Flow f{after, nullptr};
    if (me.hand.of[k] == 4) {
        for (int i = 0; i < 4; ++i) f.drop_kind(s, k, false);
        then.melds[then.meld_count++] = Meld{Way::concealed, k, -1, 0, 0, {}};
    } else {
        f.drop_kind(s, k, false);
        for (int i = 0; i < then.meld_count; ++i)
            if (then.melds[i].kind == k && then.melds[i].way == Way::pung) then.melds[i].way = Way::added;
    }
    if (after.waits_of(s, then.hand) != me.waits) return false;
    if (!strict) return true;
    // In every reading of every win the three tiles must be a pung of their own.
    for (Kinds w = me.waits; w; w &= w - 1) {
        const Hand h = hand_of(s, none, By::discard, (s + 1) % n, false);
        Hand three = h;
        three.held = 0;
        bool fourth = false;
        Counts counts;
        Planes planes;
        for (int i = 0; i < h.held; ++i) {
            if (kind_of(h.tiles[i]) == k && !fourth) {
                fourth = true;
                continue;
            }
            three.tiles[three.held++] = h.tiles[i];
        }
        three.win = static_cast<Tile>(std::countr_zero(w));
        for (int i = 0; i < three.held; ++i) counts.add(kind_of(three.tiles[i])), planes.add(kind_of(three.tiles[i]));
        counts.add(three.win), planes.add(three.win);
        std::vector<Reading> readings;
        for (const ShapeEntry& shape : rules->hand->shapes)
            if (shape.rule.shape != Shape::claimed) read_hand(three, counts, planes, shape.rule, readings);
        for (const Reading& r : readings) {
            bool pung = false;
            for (int i = r.melds; i < r.count; ++i) pung = pung || (r.groups[i].type == Type::pung && r.groups[i].kind == k);
            if (!pung) return false;
        }
    }
    return true;
}

Refuse Deal::why_not_kong(int s, Kind k) const {
    const SeatState& me = seat[s];
    const Table& t = rules->table;
    const auto allowed = [&](Way w) { return rules->hand->meld_ways >> static_cast<int>(w) & 1; };
    if (k >= playing_kinds || !me.hand.of[k]) return Refuse::held;
    bool pung = false;
    for (int i = 0; i < me.meld_count; ++i) pung = pung || (me.melds[i].way == Way::pung && me.melds[i].kind == k);
    if (me.hand.of[k] < 4 && !pung) return jokers >> k & 1 ? Refuse::joker_claim : Refuse::held;
    if (!allowed(me.hand.of[k] == 4 ? Way::concealed : Way::added)) return Refuse::kong;
    if (after_claim) return Refuse::after_claim;
    if (me.void_suit >= 0 && kinds_of_suit(me.void_suit) >> k & 1) return Refuse::void_claim;
    if (taken) return Refuse::taken;
    if (!replaceable()) return Refuse::no_replacement;
    if (t.most_kongs && kongs >= t.most_kongs) return Refuse::most_kongs;
    if (declaring || revealing) return Refuse::locked_kong;
    if (!me.stands) return Refuse::legal;
    if (!t.ready_kongs || me.drawn == none || kind_of(me.drawn) != k || (me.hand.of[k] < 4 && t.ready_kongs < 3)) return Refuse::locked_kong;
    return same_waits_after_kong(s, k, t.ready_kongs == 2) ? Refuse::legal : Refuse::locked_kong;
}

// Declaring ready, or laying the waits open.
Refuse Deal::why_not_ready(int s, bool reveal) const {
    const SeatState& me = seat[s];
    const Table& t = rules->table;
    if (reveal ? !t.reveal_on : !(t.ready_when & 6)) return reveal ? Refuse::reveal : Refuse::ready;
    if (me.declared || me.revealed) return Refuse::ready;
    if (taken) return Refuse::taken;
    if (t.ready_when & 2 && (s != 0 || me.threw || kongs || claims)) return Refuse::ready_late;   // only before the first discard
    if (t.ready_live && live() < t.ready_live) return Refuse::ready_tiles;
    const bool far = me.waits_known && me.nearest > 2;
    if (!far && rules->ready_if && !value(rules->ready_if, {.actor = s})) return Refuse::ready_condition;
    if (far) return Refuse::not_ready;
    int jokers_held = 0;
    Counts plain = me.hand;
    if (jokers)
        for (const Kind k : joker_kinds)
            if (k != none) jokers_held += plain.of[k], plain.remove(k, plain.of[k]);
    if (missing(plain, me.held / 3, rules->shapes, jokers_held) > 1) return Refuse::not_ready;
    Deal then = *this;
    then.declaring = true;
    then.seat[s].declared = true;
    return then.discardable(s) ? Refuse::legal : Refuse::not_ready;
}

Refuse Deal::why_not_turn(int s, Act a, int* detail) const {
    const SeatState& me = seat[s];
    const Kinds bonus = me.plane[0] & static_cast<Kinds>(rules->table.bonus_kinds) << 31;
    if (a.verb == Verb::flower) return a.tile < all_kinds && bonus >> a.tile & 1 ? Refuse::legal : Refuse::flower;
    if (bonus) return a.verb == Verb::discard && a.tile < all_kinds && bonus >> a.tile & 1 ? Refuse::flower_kept : Refuse::flower_first;
    switch (a.verb) {
        case Verb::discard: return why_not_discard(s, a.tile);
        case Verb::kong: return a.b ? Refuse::joker_claim : why_not_kong(s, a.tile);
        case Verb::win: return why_not_self_draw(s, detail);
        case Verb::ready: return why_not_ready(s, false);
        case Verb::reveal: return why_not_ready(s, true);
        case Verb::abort:
            if (declaring || revealing) return Refuse::abort;
            for (const AbortRule& rule : rules->declaring)
                if (rule.number == a.tile && may_hold(rule.trigger, s, none) && value(rule.when, {.actor = s})) return Refuse::legal;
            return Refuse::abort;
        case Verb::take:
        case Verb::decline: return Refuse::offer;
        case Verb::second:   // the dealer, before anything else happens
            return rules->table.exchange_again && !again && s == 0 && !discards && !claims && !kongs && chain == Chain::none && !declaring && !revealing
                       ? Refuse::legal : Refuse::second;
        default: return Refuse::verb;
    }
}

// ------------------------------------------------------------------------------------------------ claims

Refuse Deal::why_not_claim(int s, Act a, int* detail) const {
    const SeatState& me = seat[s];
    const Program& p = *rules->hand;
    const Table& t = rules->table;
    const Kind k = kind_of(pending);
    if (a.verb == Verb::pass) return Refuse::legal;
    if (a.verb == Verb::win) return why_not_win(s, detail);
    if (a.b) return Refuse::joker_claim;   // other tiles stand in
    if (a.verb != Verb::chow && a.verb != Verb::pung && a.verb != Verb::kong) return Refuse::verb;
    const Way way = a.verb == Verb::chow ? Way::chow : a.verb == Verb::pung ? Way::pung : Way::kong;
    if (!(p.meld_ways >> static_cast<int>(way) & 1)) return a.verb == Verb::chow ? Refuse::chow : a.verb == Verb::pung ? Refuse::pung : Refuse::kong;
    if (t.face_down) return Refuse::face_down;
    if (robbing) return Refuse::claimed;
    if (voiding) return Refuse::voids;
    if (me.meld_count >= max_melds || me.held < 4) return Refuse::held;
    if (way == Way::chow) {
        if (!p.chow_any_seat && s != seat_left(pending_from)) return Refuse::chow_seat;
        if (!is_number(k) || !is_number(a.tile) || rank_of(a.tile) > 6 || suit_of(a.tile) != suit_of(k) || k < a.tile || k > a.tile + 2) return Refuse::held;
        for (Kind x = a.tile; x < a.tile + 3; ++x)
            if (x != k && !(me.plane[0] >> x & 1)) return Refuse::held;
    } else if (a.tile != k || !(me.plane[way == Way::pung ? 1 : 2] >> k & 1)) {
        return Refuse::held;
    }
    if (jokers & (way == Way::chow ? Kinds{7} << a.tile : bit(k))) return Refuse::joker_claim;
    if (me.declared || me.revealed) return Refuse::locked_claim;
    if (me.void_suit >= 0 && kinds_of_suit(me.void_suit) >> k & 1) return Refuse::void_claim;
    if (live() <= 0 && !(way == Way::pung && t.last_pung)) return way == Way::kong ? Refuse::no_replacement : Refuse::last_discard;
    if (way == Way::kong) return !replaceable() ? Refuse::no_replacement : t.most_kongs && kongs >= t.most_kongs ? Refuse::most_kongs : Refuse::legal;
    // Which fives are laid down: so many red ones, and plain ones for the rest.
    const int suit = suit_of(k);
    Kind five = none;
    if (way == Way::pung && is_number(k) && rank_of(k) == 4) five = k;
    if (way == Way::chow)
        for (Kind x = a.tile; x < a.tile + 3; ++x)
            if (x != k && rank_of(x) == 4) five = x;
    const int needed = five == none ? 0 : way == Way::pung ? 2 : 1, reds = five == none ? 0 : me.reds[suit];
    if (a.a > needed || a.a > reds || (five != none && needed - a.a > me.hand.of[five] - reds)) return Refuse::held;
    if (t.swap_barred) {   // some tile must be left that may be discarded
        Kinds left = 0;
        for (Kinds w = me.plane[0]; w; w &= w - 1) {
            const auto x = static_cast<Kind>(std::countr_zero(w));
            const int used = way == Way::pung ? 2 * (x == k) : x != k && x >= a.tile && x < a.tile + 3;
            if (me.hand.of[x] > used) left |= bit(x);
        }
        Kinds barred = bit(k);
        if (way == Way::chow && k == a.tile && rank_of(k) < 6) barred |= bit(static_cast<Kind>(k + 3));
        if (way == Way::chow && k == a.tile + 2 && rank_of(k) > 2) barred |= bit(static_cast<Kind>(k - 3));
        if (!(left & ~barred)) return Refuse::swap;
    }
    return Refuse::legal;
}

// ------------------------------------------------------------------------------------------------ before play

// Any three tiles go on; jokers only when there is nothing else.
Refuse Deal::why_not_pass_on(int s, std::array<Kind, 3> three) const {
    const SeatState& me = seat[s];
    std::array<std::uint8_t, playing_kinds> given{};
    int wild = 0;
    for (const Kind k : three) {
        if (k >= playing_kinds) return Refuse::exchange_three;
        if (++given[k] > me.hand.of[k]) return Refuse::held;
        wild += jokers >> k & 1;
    }
    int plain = 0;
    for (int i = 0; i < 4; ++i) plain += std::popcount(me.plane[i] & ~jokers & (bit(playing_kinds) - 1));
    if (wild > std::max(0, 3 - plain)) return Refuse::exchange_joker;
    return Refuse::legal;
}

Refuse Deal::why_not_collect(int s, Act a) const {
    const SeatState& me = seat[s];
    switch (phase) {
        case Phase::stakes:
            if (a.verb == Verb::pass) return Refuse::legal;
            if (a.verb == Verb::bank) return s == 0 && rules->table.bank ? Refuse::legal : Refuse::bank;
            if (a.verb == Verb::pull) return s != 0 && a.a >= 1 && a.a <= rules->table.pulls ? Refuse::legal : Refuse::pull;
            return Refuse::turn;
        case Phase::bets:
            if (a.verb == Verb::pass) return Refuse::legal;
            if (a.verb == Verb::bet) return a.tile < rules->table.bets && a.a >= 1 && a.a <= 100 ? Refuse::legal : Refuse::bet;
            return Refuse::turn;
        case Phase::flowers: return why_not_turn(s, a, nullptr);
        case Phase::exchange: {
            if (a.verb != Verb::exchange) return a.verb == Verb::second ? Refuse::second : Refuse::turn;
            if (rules->table.exchange_any) return why_not_pass_on(s, {a.tile, a.a, a.b});
            if (!is_number(a.tile) || !is_number(a.a) || !is_number(a.b) || suit_of(a.tile) != suit_of(a.a) || suit_of(a.a) != suit_of(a.b)) return Refuse::exchange;
            Counts three;
            three.add(a.tile), three.add(a.a), three.add(a.b);
            for (const Kind k : {a.tile, a.a, a.b})
                if (three.of[k] > me.hand.of[k]) return Refuse::held;
            return Refuse::legal;
        }
        case Phase::voids: {
            if (a.verb != Verb::voids) return Refuse::turn;
            int present = 0;
            for (int suit = 0; suit < 3; ++suit) present += (me.plane[0] & kinds_of_suit(suit)) != 0;
            return a.tile < 3 && (present == 3 || !(me.plane[0] & kinds_of_suit(a.tile))) ? Refuse::legal : Refuse::void_choice;
        }
        case Phase::ready: return a.verb == Verb::pass || a.verb == Verb::ready ? Refuse::legal : Refuse::turn;
        case Phase::none: break;
    }
    return Refuse::turn;
}

Refuse Deal::why_not(int s, Act a, int* detail) const {
    if (stage == Stage::done) return Refuse::over;
    if (s < 0 || s >= n) return Refuse::turn;
    if (a.verb == Verb::leave) return rules->table.leave && !seat[s].left ? Refuse::legal : Refuse::leave;
    if (seat[s].left) return Refuse::leave;
    if (seat[s].won) return Refuse::out;
    if (!(asked >> s & 1)) {
        // Not asked: because it may not, or because it is not its turn.
        const bool claim = a.verb == Verb::win || a.verb == Verb::chow || a.verb == Verb::pung || a.verb == Verb::kong;
        if (stage == Stage::claims && claim && s != pending_from) {
            const Refuse why = why_not_claim(s, a, detail);
            if (why != Refuse::legal) return why;
        }
        if (stage == Stage::claims && claim) return Refuse::claimed;
        if (a.verb == Verb::ready && !(rules->table.ready_when & 6) && stage != Stage::collect) return rules->table.ready_when ? Refuse::ready_late : Refuse::ready;
        if (a.verb == Verb::bank) return Refuse::bank;
        if (a.verb == Verb::pull) return Refuse::pull;
        if (a.verb == Verb::take || a.verb == Verb::decline) return Refuse::offer;
        if (a.verb == Verb::second) return Refuse::second;
        return Refuse::turn;
    }
    if (answered >> s & 1) return Refuse::answered;
    switch (stage) {
        case Stage::collect: return why_not_collect(s, a);
        case Stage::turn: return why_not_turn(s, a, detail);
        case Stage::claims: return why_not_claim(s, a, detail);
        case Stage::offer: return a.verb == Verb::take || a.verb == Verb::decline ? Refuse::legal : Refuse::verb;
        case Stage::done: break;
    }
    return Refuse::over;
}

}  // namespace quepu
