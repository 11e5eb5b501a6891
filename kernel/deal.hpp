// One deal as a plain value: owns nothing, copied with memcpy; no randomness, no clock, no region.
#pragma once
#include "play.hpp"

namespace quepu {

using Seats = std::uint16_t;                    // a set of seats
inline constexpr int max_wall = 152, most_acts = 1024;   // any three of 18 tiles are 816 acts
inline constexpr Seats everybody = 0xffff;      // who sees what is public, spectators too

struct Act {                                    // what a seat chooses
    Verb verb;
    std::uint8_t tile, a, b;                    // discard: the tile; chow: the lowest kind, a = red fives laid down; pung: the kind, a likewise;
    bool operator==(const Act&) const = default;   // exchange: three kinds; voids: the suit; pull: a; bet: tile = its number, a = stake
};

enum class What : std::uint8_t {
    deal, indicator, stake, give, receive, voids, draw, discard, chow, pung, kong, added, concealed, flower, ready, ready_stands, reveal, look, win,
    pay, show, abort, exhausted, leave, end, offer, take, decline, second, birds, size
};
extern const std::array<const char*, static_cast<int>(What::size)> event_names;

struct Event {                                  // something that happened; whoever is not in `seen` does not see the tiles
    What what;
    std::int8_t seat, other;                    // -1 nobody
    std::uint8_t flags;                         // draw: 1 from the back; discard: 1 the tile just drawn; pay: the payment's number
    Seats seen;
    std::uint8_t count;
    std::array<Tile, 17> tiles;
    std::int32_t amount;
};
static_assert(sizeof(Event) == 28);
struct Log {                                    // what a deal tells to whoever listens
    std::vector<Event> events;
    std::vector<Hand> won;                      // every hand that has won, as it was scored
};

enum class Stage : std::uint8_t { collect, turn, claims, offer, done };   // offer: one of the last tiles, seat by seat
enum class Phase : std::uint8_t { stakes, bets, flowers, exchange, voids, ready, none };   // what is collected before play
enum class Result : std::uint8_t { none, win, exhausted, aborted };
enum class Chain : std::uint8_t { none, flower, kong };                                    // what the last replacement was for

// What a seat may do with the pending tile, every variant a bit.
using Options = std::uint16_t;
namespace can {
inline constexpr int pung_at = 3, chow_at = 6;   // pung with 0, 1, 2 red fives from the hand; chow
inline constexpr Options claim_win = 1, win = 2, kong = 4, pung = 7 << pung_at, chow = 0x3f << chow_at;
constexpr Options chow_of(int below, int reds) { return static_cast<Options>(1 << (chow_at + 2 * (2 - below) + reds)); }   // lowest tile: so far below
}

struct SeatState {
    Counts hand;                                // concealed tiles, all kinds
    std::array<Kinds, 4> plane;                 // kinds held at least 1, 2, 3, 4 times
    std::array<Kinds, 4> thrown;                // kinds discarded at least 1, 2, 3, 4 times
    std::array<Meld, max_melds> melds;
    Kinds waits;                                // of the tiles held between turns; valid when waits_known
    Kinds fresh;                                // kinds drawn in this turn
    std::int32_t passed_total;
    std::array<std::uint8_t, 11> aside;         // bonus tiles set aside, from kind 31 on
    std::uint8_t flowers, meld_count, held;
    std::array<std::uint8_t, 3> reds;           // red fives held, by suit
    std::int8_t nearest;                        // at least so many tiles are missing from a complete hand
    bool waits_known, won, left, declared, double_declared, one_shot, stands, revealed, sung, dead, barred, barred_for_good, outside_river, drew, threw;
    Tile drawn;                                 // in this turn; none
    std::int8_t void_suit, bank, pulls, bet, stake;
    std::array<std::int16_t, max_seat_marks> marks;
    std::array<Kind, 3> gift;
};

struct Setup {
    std::span<const Tile> wall;                 // in drawing order, the hands first
    int turned = -1;                            // place of the tile that is turned up and never drawn
    Kind round = number_kinds;
    int die = 1;                                // decides what is decided by one die
    std::array<std::int32_t, max_seats> scores{};
    std::array<std::int32_t, max_carried> carried{};
};

// Why an act is refused. Names in `refuse_names`; the sentence and the clause are the rule system's.
#define QUEPU_REFUSALS(X)                                                                                                        \
    X(legal) X(over) X(turn) X(answered) X(verb) X(held) X(out) X(flower) X(flower_first) X(flower_kept) X(void_first) X(void_claim)           \
    X(locked) X(locked_claim) X(locked_kong) X(must_wait) X(swap) X(last_discard) X(no_replacement) X(most_kongs) X(after_claim)                \
    X(chow) X(chow_seat) X(pung) X(kong) X(concealed) X(face_down) X(joker_claim) X(joker_discard) X(dead) X(shape) X(worth) X(way)  \
    X(passed) X(own_discard) X(claimed) X(ready) X(ready_late) X(ready_tiles) X(ready_condition) X(not_ready)          \
    X(reveal) X(dance_bar) X(exchange) X(exchange_three) X(exchange_joker) X(second) X(offer) X(taken) X(void_choice) X(bank) X(pull) X(bet) X(abort) X(voids) X(leave)
enum class Refuse : std::uint8_t {
#define X(name) name,
    QUEPU_REFUSALS(X)
#undef X
    size
};
extern const std::array<const char*, static_cast<int>(Refuse::size)> refuse_names;

struct Around {                                 // what an expression about a deal is asked about
    int actor = -1, feeder = -1, taker = -1, payer = -1;
    Kind tile = none;
    bool late = false;                          // an added kong with a tile that was not drawn in this turn
    Way way = Way::concealed;
};

struct Discards {                               // tiles that may be discarded: plain ones and red fives, by kind
    Kinds plain = 0, red = 0;
    int size() const { return std::popcount(plain) + std::popcount(red); }
    Tile operator[](int i) const {              // by kind, the plain one first
        if (!red) {
            Kinds w = plain;
            while (i--) w &= w - 1;
            return static_cast<Tile>(std::countr_zero(w));
        }
        for (Kinds w = plain | red;; w &= w - 1) {
            const auto k = static_cast<Kind>(std::countr_zero(w));
            if (plain >> k & 1 && i-- == 0) return k;
            if (red >> k & 1 && i-- == 0) return k | quepu::red;
        }
    }
};
struct Choices {                                // what a seat may choose, without a list of the discards
    bool win = false;                           // first, in a turn
    Discards discards;
    int count = 0;
    std::array<Act, most_acts> others;
    int size() const { return win + discards.size() + count; }
    Act operator[](int i) const;
};

class Deal : public Counters {
public:
    Deal(const Rules& rules, const Setup& setup, Log* log = nullptr);

    const Rules* rules;
    std::array<Tile, max_wall> wall;
    std::array<SeatState, max_seats> seat;
    std::array<std::int32_t, max_seats> score, delta;
    std::array<std::int32_t, max_carried> carried, carry;
    std::array<std::array<std::int32_t, max_seats>, max_seats> kong_money, hand_money;   // [who took][who paid]
    std::array<std::array<std::int32_t, max_seats>, max_seats> last_kong;
    std::array<std::int32_t, max_figures> told;          // the largest of what wins told
    ItemSet won_with;
    std::array<std::int16_t, max_table_marks> marks;
    std::array<std::int8_t, max_seats> winners, passing;   // passing: kong money goes to winners, 1 of the last kong, 2 all
    std::array<Act, max_seats> answer;
    std::array<Options, max_seats> options;              // what each seat may claim
    std::array<std::uint8_t, all_kinds> seen;            // discards and exposed melds, by kind
    Kinds jokers;                                        // kinds that are wild in this deal
    std::array<Kind, 2> joker_kinds;
    Tile indicator;                                      // turned up, never drawn
    std::uint8_t wall_size, front, back, n;              // n: seats
    Seats asked, answered, gave;                         // gave: who discarded, or konged, a tile that was won
    Stage stage;
    Phase phase;
    Result result;
    Kind round;
    std::int8_t turn, feeder, pending_from, next_dealer, die;   // feeder: of the last kong in the chain
    Tile pending;                                        // the tile that may be claimed; none
    Way kong_way;                                        // of the kong that may be robbed, of the last kong in the chain
    std::int8_t taker;                                   // of the last tile that was offered; -1 nobody
    bool taken;                                          // the tile of this turn: it wins, or is discarded
    bool again;                                          // the passes of an exchange are made for the second time
    std::uint8_t passes, offers;                         // of the exchange made; of the tile declined
    std::uint8_t bird_count;
    std::array<Tile, most_birds> birds;                  // turned after a win
    bool voiding;                                        // unless the pending discard is won on, the deal is void
    bool robbing, after_claim, declaring, revealing, last_phase, kong_discard, chain_kong, late_kong, front_draw, barred_swap;
    Chain chain;
    Kinds swap;                                          // kinds that may not be discarded now
    Kind last_thrown;
    std::uint8_t indicators_shown, indicators_due, claims, winner_count, first_winners, place;
    std::int8_t run_first, last_thrower, first_from, last_from;

    // What may be done.
    Refuse why_not(int s, Act a, int* detail = nullptr) const;
    bool legal(int s, Act a) const { return why_not(s, a) == Refuse::legal; }
    void choices(int s, Choices& out) const;             // none when the seat is not asked
    int acts(int s, Act* out) const;                     // the same as a list of at most most_acts
    Act idle(int s) const;                               // what is played for somebody who is away

    // A legal act. With `hold` a discard that nobody can claim waits for `go_on`, so that a table can show every discard alike.
    void put(int s, Act a, Log* log, bool hold = false);
    void go_on(Log* log);

    // What is known.
    int live() const { return std::max(0, back - front - rules->table.reserve); }
    bool replaceable() const { return live() > rules->table.offered; }   // whether a kong finds its replacement
    Kinds waits(int s) const;                            // kinds that complete the tiles held between turns, dead ones left out
    bool ready(int s) const;
    bool plays(int s) const { return !seat[s].won && !seat[s].left; }
    int seat_left(int s) const { return (s + 1) % n; }
    Hand hand_of(int s, Tile win, By by, int from, bool claim, bool checking = false) const;
    bool wins(int s, Tile t, By by, int from, Score& out, bool claim = false, bool checking = false) const;   // a legal win by shape and worth
    std::int32_t value(std::uint16_t node, const Around& a) const;
    bool may_hold(const Trigger& t, int actor, Kind tile) const {   // false: the condition cannot hold
        if (t.counter) return this->*t.counter == t.value;
        switch (t.fact) {
            case DealFactId::untouched: return !claims && !kongs;
            case DealFactId::first_turn: return !seat[static_cast<std::size_t>(actor)].threw;
            case DealFactId::thrown_alike: return t.value < 1 || t.value > 4 || seat[static_cast<std::size_t>(actor)].thrown[static_cast<std::size_t>(t.value - 1)] >> tile & 1;
            case DealFactId::exposed: return exposed(actor) == t.value;
            default: return true;
        }
    }
    int exposed(int s) const {                           // melds that are no concealed kongs
        int count = 0;
        for (int i = 0; i < seat[static_cast<std::size_t>(s)].meld_count; ++i) count += seat[static_cast<std::size_t>(s)].melds[static_cast<std::size_t>(i)].way != Way::concealed;
        return count;
    }
    std::int32_t best_wait(int s, int tell, bool most) const;

private:
    bool wins_somehow(int s, Tile tile, Score& out) const;
    bool answered_by_claim(int s) const;                 // a pung or kong that wins

    // legal acts
    Kinds discardable(int s) const;
    Discards discards_of(int s) const;
    Refuse why_not_discard(int s, Tile t) const;
    Refuse why_not_turn(int s, Act a, int* detail) const;
    Refuse why_not_claim(int s, Act a, int* detail) const;
    Refuse why_not_collect(int s, Act a) const;
    Refuse why_not_pass_on(int s, std::array<Kind, 3> three) const;
    Refuse why_not_kong(int s, Kind k) const;
    Refuse why_not_ready(int s, bool reveal) const;
    Refuse why_not_self_draw(int s, int* detail) const;
    Refuse why_not_win(int s, int* detail) const;
    bool same_waits_after_kong(int s, Kind k, bool strict) const;
    Kinds waits_without(int s, Kind k) const;            // of 3k+2 tiles less one
    Kinds own_fours(int s, const Counts& tiles) const;
    Kinds waits_of(int s, const Counts& tiles) const;
    bool keeps_waiting(int s, Kind k) const;
    bool complete(int s) const;
    int exchange_acts(int s, Act* out) const;

    // play
    struct Flow;
    friend struct Flow;
};
static_assert(std::is_trivially_copyable_v<Deal>);

inline Kind next_in_circle(Kind k, int dragons) {        // dragons: 1 white green red, -1 the other way
    if (is_number(k)) return static_cast<Kind>(rank_of(k) == 8 ? k - 8 : k + 1);
    if (k < 31) return static_cast<Kind>(k == 30 ? 27 : k + 1);
    if (k < 34) return static_cast<Kind>(31 + (k - 31 + 3 + dragons) % 3);
    return k;
}
// Where the tile at the top of a stack lies, stacks of two counted from the back, the first is 1; bonus tiles are passed over.
int turned_place(std::span<const Tile> wall, int stack);

}  // namespace quepu
