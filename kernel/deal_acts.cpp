// All legal acts of a seat, and what is played for one that is away.
#include <algorithm>

#include "deal_flow.hpp"

namespace quepu {

namespace {
constexpr Kinds kinds_of_suit(int suit) { return suit < 0 ? 0 : suit_bits << 9 * suit; }
}  // namespace

int Deal::exchange_acts(int s, Act* out) const {
    const SeatState& me = seat[s];
    int count = 0;
    if (rules->table.exchange_any) {
        std::array<Kind, playing_kinds> held{};
        std::size_t kinds = 0;
        for (Kinds w = me.plane[0] & (bit(playing_kinds) - 1); w; w &= w - 1) held[kinds++] = static_cast<Kind>(std::countr_zero(w));
        for (std::size_t x = 0; x < kinds; ++x)
            for (std::size_t y = x; y < kinds; ++y)
                for (std::size_t z = y; z < kinds; ++z)
                    if (why_not_pass_on(s, {held[x], held[y], held[z]}) == Refuse::legal) out[count++] = {Verb::exchange, held[x], held[y], held[z]};
        return count;
    }
    for (int suit = 0; suit < 3; ++suit)
        for (int x = 9 * suit; x < 9 * suit + 9; ++x)
            for (int y = x; y < 9 * suit + 9; ++y)
                for (int z = y; z < 9 * suit + 9; ++z) {
                    const auto same = [&](int k) { return (k == x) + (k == y) + (k == z); };
                    if (me.hand.of[x] < same(x) || me.hand.of[y] < same(y) || me.hand.of[z] < same(z) || count >= most_acts) continue;
                    out[count++] = {Verb::exchange, static_cast<std::uint8_t>(x), static_cast<std::uint8_t>(y), static_cast<std::uint8_t>(z)};
                }
    return count;
}

Act Choices::operator[](int i) const {
    if (win && i-- == 0) return {Verb::win, 0, 0, 0};
    if (i < discards.size()) return {Verb::discard, discards[i], 0, 0};
    return others[static_cast<std::size_t>(i - discards.size())];
}

Discards Deal::discards_of(int s) const {
    const SeatState& me = seat[s];
    Discards may;
    if ((me.stands || taken) && me.drawn != none) {
        (me.drawn & red ? may.red : may.plain) = bit(kind_of(me.drawn));
        return may;
    }
    may.plain = discardable(s);
    for (std::size_t suit = 0; suit < 3; ++suit) {
        const auto five = static_cast<Kind>(9 * suit + 4);
        if (!me.reds[suit] || !(may.plain >> five & 1)) continue;
        may.red |= bit(five);
        if (me.reds[suit] == me.hand.of[five]) may.plain &= ~bit(five);
    }
    return may;
}

void Deal::choices(int s, Choices& out) const {
    out.win = false, out.discards = {}, out.count = 0;
    if (stage == Stage::done || s < 0 || s >= n || !(asked >> s & 1) || answered >> s & 1) return;
    const SeatState& me = seat[s];
    const Table& t = rules->table;
    const auto add = [&](Verb v, int tile = 0, int a = 0) {
        out.others[static_cast<std::size_t>(out.count++)] = {v, static_cast<std::uint8_t>(tile), static_cast<std::uint8_t>(a), 0};
    };
    const auto try_add = [&](Verb v, int tile = 0, int a = 0) {
        if (legal(s, {v, static_cast<std::uint8_t>(tile), static_cast<std::uint8_t>(a), 0})) add(v, tile, a);
    };
    const Kinds bonus = me.plane[0] & static_cast<Kinds>(t.bonus_kinds) << 31;
    if (stage == Stage::claims) {
        const unsigned may = options[s];
        const Kind k = kind_of(pending);
        add(Verb::pass);
        if (may & can::win) add(Verb::win);
        if (may & can::kong) add(Verb::kong, k);
        for (unsigned w = (may & can::pung) >> can::pung_at; w; w &= w - 1) add(Verb::pung, k, std::countr_zero(w));
        for (unsigned w = (may & can::chow) >> can::chow_at; w; w &= w - 1) {
            const int which = std::countr_zero(w);
            add(Verb::chow, k - 2 + which / 2, which % 2);
        }
        return;
    }
    if (stage == Stage::offer) {
        add(Verb::decline), add(Verb::take);
        return;
    }
    if (stage == Stage::collect) {
        switch (phase) {
            case Phase::stakes:
                add(Verb::pass);
                if (s == 0) add(Verb::bank);
                else for (int i = 1; i <= t.pulls; ++i) add(Verb::pull, 0, i);
                break;
            case Phase::bets:
                add(Verb::pass);
                for (int i = 0; i < t.bets; ++i)
                    for (int stake = 1; stake <= 3; ++stake) add(Verb::bet, i, stake);
                break;
            case Phase::flowers:
                for (Kinds w = bonus; w; w &= w - 1) add(Verb::flower, std::countr_zero(w));
                break;
            case Phase::exchange: out.count = exchange_acts(s, out.others.data()); break;
            case Phase::voids:
                for (int suit = 0; suit < 3; ++suit) try_add(Verb::voids, suit);
                break;
            case Phase::ready: add(Verb::pass), add(Verb::ready); break;
            case Phase::none: break;
        }
        return;
    }
    if (bonus) {
        for (Kinds w = bonus; w; w &= w - 1) add(Verb::flower, std::countr_zero(w));
        return;
    }
    out.win = why_not_self_draw(s, nullptr) == Refuse::legal;
    out.discards = discards_of(s);
    if (!after_claim && !declaring && !revealing && replaceable()) {
        for (Kinds w = me.plane[3]; w; w &= w - 1) try_add(Verb::kong, std::countr_zero(w));
        for (int i = 0; i < me.meld_count; ++i)
            if (me.melds[i].way == Way::pung && me.hand.of[me.melds[i].kind]) try_add(Verb::kong, me.melds[i].kind);
    }
    if (t.ready_when & 6 && !me.declared && !(me.waits_known && me.nearest > 2) && may_hold(rules->ready_trigger, s, none)) try_add(Verb::ready);
    if (t.reveal_on && !me.revealed && !(me.waits_known && me.nearest > 2)) try_add(Verb::reveal);
    for (const AbortRule& rule : rules->declaring)
        if (may_hold(rule.trigger, s, none)) try_add(Verb::abort, rule.number);
    if (t.exchange_again && !again) try_add(Verb::second);
}

int Deal::acts(int s, Act* out) const {
    Choices found;
    choices(s, found);
    int count = 0;
    if (found.win) out[count++] = {Verb::win, 0, 0, 0};
    for (Kinds w = found.discards.plain | found.discards.red; w; w &= w - 1) {
        const auto k = static_cast<Kind>(std::countr_zero(w));
        if (found.discards.plain >> k & 1) out[count++] = {Verb::discard, k, 0, 0};
        if (found.discards.red >> k & 1) out[count++] = {Verb::discard, static_cast<Tile>(k | red), 0, 0};
    }
    return static_cast<int>(std::copy_n(found.others.begin(), found.count, out + count) - out);
}

// Somebody away lets everything pass, discards the tile just drawn, or what the rules make him discard; of what must be
// chosen, the suit he holds least of.
Act Deal::idle(int s) const {
    const SeatState& me = seat[s];
    if (stage == Stage::turn && asked != 0 && turn != s) return {};
    if (stage == Stage::offer) return {Verb::decline, 0, 0, 0};
    const Kinds bonus = me.plane[0] & static_cast<Kinds>(rules->table.bonus_kinds) << 31;
    if ((stage == Stage::turn || phase == Phase::flowers) && bonus) return {Verb::flower, static_cast<std::uint8_t>(std::countr_zero(bonus)), 0, 0};
    const auto held_of = [&](int suit) {
        int tiles = 0;
        for (int i = 0; i < 4; ++i) tiles += std::popcount(me.plane[i] & kinds_of_suit(suit));
        return tiles;
    };
    if (stage == Stage::collect && phase == Phase::voids) {
        int best = -1;
        for (int suit = 0; suit < 3; ++suit)
            if (why_not_collect(s, {Verb::voids, static_cast<std::uint8_t>(suit), 0, 0}) == Refuse::legal && (best < 0 || held_of(suit) < held_of(best))) best = suit;
        return {Verb::voids, static_cast<std::uint8_t>(std::max(best, 0)), 0, 0};
    }
    if (stage == Stage::collect && phase == Phase::exchange && rules->table.exchange_any) {   // honors first, jokers last
        std::array<Kind, 3> three{};
        std::size_t count = 0;
        for (const Kinds from : {~jokers, jokers})
            for (int k = playing_kinds - 1; k >= 0 && count < 3; --k)
                for (int i = 0; from >> k & 1 && i < me.hand.of[k] && count < 3; ++i) three[count++] = static_cast<Kind>(k);
        std::sort(three.begin(), three.end());
        return {Verb::exchange, three[0], three[1], three[2]};
    }
    if (stage == Stage::collect && phase == Phase::exchange) {
        int best = -1;
        for (int suit = 0; suit < 3; ++suit)
            if (held_of(suit) >= 3 && (best < 0 || held_of(suit) < held_of(best))) best = suit;
        std::array<std::uint8_t, 3> three{};
        int count = 0;
        for (int k = 9 * best; k < 9 * best + 9; ++k)
            for (int i = 0; i < me.hand.of[k] && count < 3; ++i) three[static_cast<std::size_t>(count++)] = static_cast<std::uint8_t>(k);
        return {Verb::exchange, three[0], three[1], three[2]};
    }
    if (stage != Stage::turn) return {};
    const Kinds may = discardable(s);
    if (me.drawn != none && (me.stands || taken || may >> kind_of(me.drawn) & 1)) return {Verb::discard, me.drawn, 0, 0};
    const auto k = static_cast<Kind>(std::countr_zero(may ? may : me.plane[0]));
    const int reds = is_number(k) && rank_of(k) == 4 ? me.reds[suit_of(k)] : 0;
    return {Verb::discard, static_cast<Tile>(reds == me.hand.of[k] ? k | red : k), 0, 0};
}

}  // namespace quepu
