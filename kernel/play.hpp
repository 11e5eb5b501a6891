// How a compiled rule system is played: a table of numbers, and expressions about a deal. No region.
#pragma once
#include <memory>

#include "distance.hpp"
#include "program.hpp"

namespace quepu {

enum class Verb : std::uint8_t { pass, win, discard, chow, pung, kong, flower, ready, reveal, voids, exchange, bank, pull, bet, abort, leave, take, decline, second, size };
extern const std::array<const char*, static_cast<int>(Verb::size)> verb_names;

// The numbers of a table, by name; what each means is said beside the record of quepu.rules.play that sets it.
#define QUEPU_TABLE(X)                                                                                                           \
    X(bonus_kinds) X(replacement_front) X(reserve) X(most_kongs) X(kong_hidden) X(kong_chain) X(flower_kongs) X(nearest_only)    \
    X(void_winners) X(bar_scope) X(bar_by_shape) X(bar_own_discards) X(bar_stays_ready) X(last_pung) X(forced_below) X(play_on)   \
    X(face_down) X(swap_barred) X(ready_when) X(ready_live) X(ready_kongs) X(ready_sees) X(ready_needs_win) X(ready_dead_waits)      \
    X(reveal_on) X(exchange) X(exchange_way) X(voids) X(bank) X(pulls) X(bets) X(leave) X(joker_discard) X(dragon_step)           \
    X(indicators) X(indicator_late) X(turned) X(orphans_rob) X(earthly) X(claim_wins) X(most_suits) X(show_winner) X(show_at_end)   \
    X(offered) X(exchange_any) X(exchange_again) X(birds) X(red_m) X(red_p) X(red_s)
struct Table {
#define X(name) std::int32_t name = 0;
    QUEPU_TABLE(X)
#undef X
};
inline constexpr int table_size = sizeof(Table) / sizeof(std::int32_t);
extern const std::array<const char*, table_size> table_names;

// Facts about a deal. Of which seat: p0 = whose (see Whose). `mask` = kinds.
enum class DealFactId : std::uint8_t {
    // of the deal
    carried, table_mark, discards, same_run, run_first, claims, kongs, untouched, wall_left, dealer_ready, ready_count, unready_count, live_count,
    result, winners, first_winner, first_winners, first_from, last_from, tell, won_with, tile_in, seat_count, left_any, place, stakes, outside_rivers, most_kongs_of_one, taker,
    // of the event at hand
    kong_late, kong_discard, kong_way, kong_feeder, repeats, of_joker,
    // of a seat
    number, ready, declared, revealed, won, left, score, seat_mark, melds, exposed_kongs, concealed_kongs, joker_kongs, exposed, kinds, tiles, suits,
    void_left, void_suit, alike, pair_kinds, thrown_alike, best, took, takings, last_takings, stake, outside_river, first_turn,
    size
};
enum class Whose : std::uint8_t { actor, feeder, taker, payer, dealer };
extern const std::array<const char*, static_cast<int>(DealFactId::size)> deal_fact_names;

struct DealNode {          // a constant, a fact or an operation
    enum Type : std::uint8_t { constant, fact, operation } type;
    Op op;
    DealFactId id;
    std::array<std::int32_t, 3> p;   // value; parameters; operands
    Kinds mask;
};

// When money is asked for.
enum class Occasion : std::uint8_t { dealt, draw, discard, ready, claimed_kong, added_kong, concealed_kong, flower_kong, win, leave, exhausted, end, pung, size };
extern const std::array<const char*, static_cast<int>(Occasion::size)> occasion_names;
// What a condition needs at least, so that it is not evaluated in vain: a fact that must have a certain value.
struct Counters {                      // of a deal: what conditions ask most
    std::uint8_t discards, same_run, kongs, ready_stakes;
};
struct Trigger {
    std::uint8_t Counters::* counter = nullptr;   // the fact, if it is one of these
    DealFactId fact = DealFactId::size;       // size: none found
    std::int32_t value = 0;
};
enum class Account : std::uint8_t { none, kong, hand, last_kong_passes, all_kongs_pass };   // what the deal remembers of a payment

struct DealMoney {
    Occasion on;
    std::uint8_t source;               // 0 seats, 1 the table, 2 the house
    Account account;
    std::uint16_t when, who, to, amount;
    bool of_pair;                      // the condition asks about who takes or gives
    Trigger trigger;
};
struct MarkRule {                      // remember a number
    Occasion on;
    std::int8_t seat_mark, table_mark; // one of them; -1 = not this
    std::uint16_t when, value;
    Trigger trigger;
};
struct AbortRule {
    std::uint8_t number;
    bool asked;                        // declared by a seat in its turn; otherwise by itself when a discard was let go
    std::uint16_t when;
    Trigger trigger;
};
enum class Source : std::uint8_t { number, each_stake, seats_won, checking, indicators, under_indicators, others_pungs, birds };
struct Binding {                       // how the deal fills an input of the hand
    Source source;
    std::uint8_t slot;
    std::uint16_t node;
};

inline constexpr int most_birds = 10, most_passes = 6;
inline constexpr int max_carried = 5, max_table_marks = 4, max_seat_marks = 4;

struct Rules {                         // everything that runs a deal
    std::shared_ptr<const Program> hand;
    Table table;
    std::vector<DealNode> nodes;
    std::vector<DealMoney> money;
    std::vector<MarkRule> marks;
    std::vector<AbortRule> aborts;
    std::vector<Binding> bindings;
    std::array<std::int16_t, max_seat_marks> seat_marks{};   // their first values
    std::array<Kinds, max_seats> bird_kinds{};               // tiles turned after a win that hit a seat, by its place from the dealer
    std::vector<std::uint16_t> carry;                        // what the next deal inherits
    std::uint16_t next_dealer = 0, ready_if = 0;
    Trigger ready_trigger;
    std::int32_t start_score = 0;                            // everybody's points, and what the first deal of a match inherits
    std::array<std::int32_t, max_carried> first_carry{};

    // derived
    std::array<std::uint32_t, static_cast<int>(Occasion::size)> money_on{}, marks_on{};   // bit sets over the records
    std::vector<AbortRule> declaring, voiding;               // those of `aborts` that are declared, and those that come by themselves
    Shapes shapes = 0;                                       // the winning shapes that the tables of distances know
};

Rules load_rules(std::shared_ptr<const Program> hand, std::span<const std::int32_t> words);   // throws std::invalid_argument

}  // namespace quepu
