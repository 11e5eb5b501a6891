// What a deal tells of itself, and tiles that come and go.
#include <algorithm>

#include "deal_flow.hpp"

namespace quepu {

namespace {
constexpr Seats only(int s) { return static_cast<Seats>(1u << s); }
}  // namespace

#define X(name) #name,
const std::array<const char*, static_cast<int>(Refuse::size)> refuse_names = {QUEPU_REFUSALS(X)};
#undef X
const std::array<const char*, static_cast<int>(Verb::size)> verb_names = {
    "pass", "win", "discard", "chow", "pung", "kong", "flower", "ready", "reveal", "void", "exchange", "bank", "pull", "bet", "abort", "escape",
    "take-last", "decline-last", "second"};
const std::array<const char*, static_cast<int>(What::size)> event_names = {
    "deal", "indicator", "stake", "give", "receive", "void", "draw", "discard", "chow", "pung", "kong", "added", "concealed", "flower", "ready",
    "ready-stands", "reveal", "look", "win", "pay", "show", "abort", "exhausted", "escape", "end", "offer", "take-last", "decline-last", "second", "birds"};

// ------------------------------------------------------------------------------------------------ the log

void Deal::Flow::note(What what, int seat, std::initializer_list<Tile> tiles, Seats seen, int other, int flags, std::int32_t amount) const {
    Event e{};
    e.what = what, e.seat = static_cast<std::int8_t>(seat), e.other = static_cast<std::int8_t>(other);
    e.flags = static_cast<std::uint8_t>(flags), e.seen = seen, e.count = static_cast<std::uint8_t>(tiles.size()), e.amount = amount;
    std::copy(tiles.begin(), tiles.end(), e.tiles.begin());
    log->events.push_back(e);
}

void Deal::Flow::tell_hand(What what, int seat, Seats seen) const {
    if (!log) return;
    Event e{};
    e.what = what, e.seat = static_cast<std::int8_t>(seat), e.other = -1, e.seen = seen;
    const SeatState& me = d.seat[seat];
    for (Kind k = 0; k < all_kinds; ++k) {
        int reds = k < number_kinds && rank_of(k) == 4 ? me.reds[suit_of(k)] : 0;
        for (int i = 0; i < me.hand.of[k]; ++i) e.tiles[e.count++] = reds-- > 0 ? k | red : k;
    }
    log->events.push_back(e);
}

// Seats that see the concealed tiles of others: their owner, and whoever may look after declaring ready.
Seats Deal::Flow::sees_draws(int s) const {
    Seats seen = only(s);
    if (t.ready_sees)
        for (int x = 0; x < d.n; ++x)
            if (d.seat[x].stands) seen |= only(x);
    return seen;
}

// ------------------------------------------------------------------------------------------------ tiles

void Deal::Flow::take(int s, Tile tile) const {
    SeatState& me = d.seat[s];
    const Kind k = kind_of(tile);
    me.hand.add(k);
    me.plane[me.hand.of[k] - 1u] |= bit(k);
    if (tile & red) ++me.reds[suit_of(k)];
    ++me.held;
}

void Deal::Flow::drop(int s, Tile tile) const {
    SeatState& me = d.seat[s];
    const Kind k = kind_of(tile);
    me.plane[me.hand.of[k] - 1u] &= ~bit(k);
    me.hand.remove(k);
    if (tile & red) --me.reds[suit_of(k)];
    --me.held;
}

// A tile of a kind leaves the hand; which one, red or plain, when both are held.
Tile Deal::Flow::drop_kind(int s, Kind k, bool red_first) const {
    const SeatState& me = d.seat[s];
    const int reds = is_number(k) && rank_of(k) == 4 ? me.reds[suit_of(k)] : 0;
    const Tile tile = reds && (red_first || reds == me.hand.of[k]) ? k | red : k;
    drop(s, tile);
    return tile;
}

// Brings the waits of the tiles held between turns up to date.
void Deal::Flow::refresh(int s) const {
    SeatState& me = d.seat[s];
    if (me.waits_known) return;
    me.waits_known = true;
    me.waits = 0;
    if (me.nearest > 1) return;
    const int sets = me.held / 3;
    int jokers = 0;
    Counts tiles = me.hand;
    if (d.jokers)
        for (const Kind k : d.joker_kinds)
            if (k != none) jokers += tiles.of[k], tiles.remove(k, tiles.of[k]);
    me.nearest = static_cast<std::int8_t>(missing(tiles, sets, d.rules->shapes, jokers));
    if (me.nearest == 1) me.waits = d.waits_of(s, me.hand);
}

// The tiles held have changed by one exchange: at most one fewer is missing than before.
void Deal::Flow::changed(int s) const {
    SeatState& me = d.seat[s];
    me.waits_known = false;
    if (me.nearest > 0) --me.nearest;
}

}  // namespace quepu
