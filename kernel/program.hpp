// A compiled rule system: shapes, facts to compute, straight-line instructions over them, items, payments. No region.
#pragma once
#include <algorithm>
#include <array>
#include <bit>
#include <cstdint>
#include <limits>
#include <span>
#include <string>
#include <vector>

#include "reading.hpp"

namespace quepu {

inline constexpr int max_values = 3000, max_items = 128, max_figures = 8, max_patterns = 64, max_groups = 32, max_matches = 255,
                     max_shapes = 12, max_requirements = 64, max_payments = 64, max_rank = 16;

struct ItemSet {       // a set of items
    std::array<std::uint64_t, 2> words{};
    bool operator[](std::size_t i) const { return words[i / 64] >> i % 64 & 1; }
    void set(std::size_t i) { words[i / 64] |= std::uint64_t{1} << i % 64; }
    void clear(std::size_t i) { words[i / 64] &= ~(std::uint64_t{1} << i % 64); }
    bool any() const { return words[0] | words[1]; }
    ItemSet operator&(const ItemSet& o) const { return {{words[0] & o.words[0], words[1] & o.words[1]}}; }
    ItemSet without(const ItemSet& o) const { return {{words[0] & ~o.words[0], words[1] & ~o.words[1]}}; }
    void operator&=(const ItemSet& o) { words[0] &= o.words[0], words[1] &= o.words[1]; }
    void operator|=(const ItemSet& o) { words[0] |= o.words[0], words[1] |= o.words[1]; }
    template <class F> void each(F f) const {
        for (std::size_t w = 0; w < 2; ++w)
            for (std::uint64_t bits = words[w]; bits; bits &= bits - 1) f(64 * w + static_cast<std::size_t>(std::countr_zero(bits)));
    }
};

// When a value can change: once a hand, once the tiles as they are read, once a reading, after its items, for each payer.
enum class Level : std::uint8_t { hand, tiles, reading, items, payer };
inline constexpr int levels = 5;

// Facts: what the kernel knows about a hand. `p` = whole-number parameters, `mask` = kinds; see fact_names in program.cpp.
enum class FactId : std::uint8_t {
    seat, from, by, context, input, listed_win, listed_next, reds, flowers, held, win_in, win_copies, fed, numbers,
    jokers_held, joker_kinds, round, melds,
    waits, tiles, kinds, suits, fours,
    shape, count, matches, wild,
    total, number, product, worth,
    payer, payer_input, payer_bit,
    size
};
struct FactInfo {
    const char* name;
    Level level;
};
extern const std::array<FactInfo, static_cast<int>(FactId::size)> fact_infos;

enum class Op : std::uint8_t { add, sub, mul, div, pow, min, max, eq, ne, lt, le, gt, ge, both, either, negate, pick, round_up, size };
extern const std::array<const char*, static_cast<int>(Op::size)> op_names;

// Results are cut to 32 bits' range instead of wrapping; division and rounding by zero give zero; the same in the reference.
inline std::int32_t apply(Op op, std::int32_t a, std::int32_t b, std::int32_t c) {
    const auto cut = [](std::int64_t x) {
        return static_cast<std::int32_t>(std::clamp<std::int64_t>(x, std::numeric_limits<std::int32_t>::min(), std::numeric_limits<std::int32_t>::max()));
    };
    const std::int64_t x = a, y = b;
    switch (op) {
        case Op::add: return cut(x + y);
        case Op::sub: return cut(x - y);
        case Op::mul: return cut(x * y);
        case Op::div: {                                        // towards minus infinity
            if (y == 0) return 0;
            const std::int64_t rest = x % y;
            return cut(x / y - (rest != 0 && (rest < 0) != (y < 0)));
        }
        case Op::pow: {
            std::int64_t r = 1;
            for (std::int64_t i = 0; i < std::min<std::int64_t>(y, 64); ++i) r = cut(r * x);
            return static_cast<std::int32_t>(r);
        }
        case Op::min: return std::min(a, b);
        case Op::max: return std::max(a, b);
        case Op::eq: return a == b;
        case Op::ne: return a != b;
        case Op::lt: return a < b;
        case Op::le: return a <= b;
        case Op::gt: return a > b;
        case Op::ge: return a >= b;
        case Op::both: return a && b;
        case Op::either: return a || b;
        case Op::negate: return !a;
        case Op::pick: return a ? b : c;
        case Op::round_up: return y <= 0 ? 0 : cut(x + (y - (x % y + y) % y) % y);
        case Op::size: break;
    }
    return 0;
}

struct Clause {        // one conjunction of a selector
    Kinds chow, pung, pair;
    std::uint16_t mask, want;
    bool matches(const Group& g) const {
        const Kinds allowed = g.type == Type::chow ? chow : g.type == Type::pung ? pung : pair;
        return (allowed >> g.kind & 1) && (g.status & mask) == want;
    }
};
struct Selector {
    std::uint32_t first, last;   // clauses; a group is selected when one of them matches
};
struct Fact {
    FactId id;
    std::array<std::int32_t, 4> p;
    Kinds mask;
    Selector selector;
};
struct Instruction {
    Op op;
    std::uint16_t a, b, c;
};
struct Pattern {       // related sets: `n` of them, each `step` above the lowest, suits by letter
    Type type;
    std::uint8_t n;
    std::int8_t start; // rank of the lowest, -1 = any
    std::array<std::uint8_t, 5> step, suit;
    Selector where;    // empty = any group
};
struct Item {
    std::uint16_t when, each, value;
    std::uint8_t group;
    bool alone, once;
    ItemSet excludes, beside;                                   // beside: items that do not disturb an `alone` item
    std::vector<std::pair<std::uint16_t, std::int32_t>> takes;  // counts it uses up of other items
    std::vector<std::pair<std::uint16_t, std::uint16_t>> turns; // item -> item that it becomes
    std::uint64_t patterns;
};
struct Combine {
    bool highest;
    std::int32_t unless;   // a group that, when present, silences this one; -1 none
};
struct Requirement {
    std::uint16_t node;
};
struct Payment {
    std::uint8_t source;   // 0 seats pay the winner, 1 the table pays the winner, 2 seats pay the house
    std::int32_t first;    // of the payments that share this number only the first whose `when` holds counts; -1 none
    std::uint16_t when, who, amount;
};
// How a program is run fast, derived at load. A condition that hangs on one fact needs no instruction: each value of the fact
// looks up the items that it leaves possible. What is left of the conditions is evaluated for the few items still possible.
struct Variable {
    std::uint16_t fact;                   // whose parameters to use
    std::uint8_t size;                    // values are 0 .. size - 1 after `shift`
    std::uint8_t shift;
    std::uint32_t table;                  // first of `size` entries of Plan::possible
    ItemSet about;                        // items whose conditions read it
};
struct TilesVariable {                    // a count of tiles of a class; two entries when only none or some matters
    Kinds mask;
    std::uint32_t table;
    bool any;
};
struct Plan {
    std::array<std::vector<Variable>, 3> variables;           // by level hand, tiles, reading
    std::vector<std::uint32_t> counts;                        // by selector: its table, or ~0 when no condition hangs on it alone
    std::array<std::uint64_t, 2> exact{};                     // selectors of which it matters how many groups they select
    std::vector<std::array<ItemSet, 256>> none;               // eight selectors at a time: what is possible if these are not zero
    std::vector<TilesVariable> tiles;
    std::vector<std::pair<std::uint8_t, std::uint32_t>> context;   // circumstance, table
    ItemSet no_context;                                       // what is possible when there is none of them
    std::vector<Variable> late;                               // costly: looked at only while an item that reads it is possible
    std::vector<ItemSet> possible;
    std::array<std::vector<std::uint16_t>, 5> facts, code;    // what must be computed at each level besides
    std::vector<std::vector<std::uint16_t>> residual;         // by item: conditions on several facts
    std::vector<std::uint16_t> unless;                        // by item: another item whose presence forbids it, 0xffff none
    ItemSet has_unless;
    ItemSet all, alone, once, has_residual, counted;          // counted: items whose `each` is no constant
    ItemSet turning, taking;                                  // items that turn others into something, or use them up
    std::vector<std::uint8_t> highest, silenced;              // groups of which only the highest counts; that another silences
    std::array<std::uint64_t, max_items> once_key{};          // place in a count vector of the items that combine once
    std::array<ItemSet, max_patterns> by_pattern;             // items that a match of the pattern makes possible
    std::vector<ItemSet> groups;
    std::vector<std::array<std::uint64_t, 2>> by_kind;        // type * 64 + kind: selectors whose tiles allow the group
    std::vector<std::array<std::uint64_t, 2>> by_low, by_high; // six status bits each: selectors whose status allows it
    std::vector<std::pair<std::uint16_t, std::uint16_t>> more; // selector, clause: further alternatives
    std::vector<std::uint16_t> selector_of;                   // by fact: its selector's bit
    std::vector<bool> known;                                  // values that are computed ahead, so that lazy evaluation finds them
    std::vector<std::uint16_t> kept;                          // values of the best reading that are needed after others were tried
    ItemSet about_won;                                        // items that ask where the winning tile lies
    bool won_elsewhere = false;                               // something else than items' conditions asks too
    bool ready = false;                                       // false: more selectors than bits; the plain way is taken
};

struct ShapeEntry {
    ShapeRule rule;
    std::uint16_t when;
};

struct Program {
    std::uint64_t id = 0;                // different for every program loaded
    std::int32_t seats, hand_size;
    Kinds allowed;                       // kinds of the set of tiles
    std::uint32_t meld_ways, win_ways;   // bit sets over Way and By
    bool chow_any_seat, jokers, jokers_in_melds;
    std::int32_t imagined;               // jokers that a winner may imagine
    std::uint16_t any_win, total;        // any_win: any concealed tile may be taken as the winning one
    std::vector<std::int32_t> constants;
    std::vector<Fact> facts;
    std::vector<Instruction> code;
    std::array<std::uint16_t, levels + 1> fact_start{}, code_start{};
    std::vector<Clause> clauses;
    std::vector<Pattern> patterns;
    std::vector<ShapeEntry> shapes;
    std::vector<Item> items;
    std::vector<Combine> groups;
    std::vector<Requirement> requirements;
    std::vector<Payment> payments;
    std::vector<std::uint16_t> figures, rank;

    // derived at load
    std::vector<std::uint64_t> pair_table, triple_table, four_table;   // by type, relation and ranks: patterns that match
    std::uint64_t loose_patterns = 0;                                  // patterns that no table holds
    bool any_pattern[2] = {false, false};
    bool any_once = false;
    WildChoice wild;
    bool tells_wild = false;                                           // whether it matters which tiles are jokers
    std::array<std::array<std::uint16_t, 64>, 3> wild_class{};         // by type and kind: what the program can tell apart
    Plan plan;

    int value_count() const { return static_cast<int>(constants.size() + facts.size() + code.size()); }
    bool selects(const Selector& s, const Group& g) const {
        for (auto i = s.first; i < s.last; ++i)
            if (clauses[i].matches(g)) return true;
        return false;
    }
};

Program load_program(std::span<const std::int32_t> words);   // throws std::invalid_argument that says what is wrong
void prepare_patterns(Program& p);
void prepare_wild(Program& p);
void prepare_plan(Program& p);

enum class Status : std::uint8_t { win, foreign_tile, foreign_meld, chow_seat, joker_meld, foreign_way, no_shape, refused };

struct Line {                             // an item that counts
    std::uint16_t item;
    std::int32_t count, amount;
};
struct Score {
    Status status;
    std::int32_t detail;                  // kind, meld index or requirement, by status
    std::int32_t total;
    std::array<std::int32_t, max_figures> figures;
    std::array<std::int32_t, max_seats> payments;
    std::array<std::int32_t, max_seats> house;   // what each pays to the house, part of its payments
    Reading reading;
    Kind win;                             // the winning tile as taken (any_win)
    std::uint8_t line_count;
    std::array<Line, max_items> lines;    // `line_count` of them, in table order
};

struct Trace {                            // for explanations: everything about one reading
    Status status;
    std::int32_t detail, total;
    Reading reading;
    Kind win;
    std::vector<std::int32_t> values, rank, counts, amounts;
    ItemSet present, excluded;
};

void score_hand(const Program& p, const Hand& hand, Score& out, bool with_payments = true);
std::vector<Trace> trace_hand(const Program& p, const Hand& hand, std::size_t most);

// Patterns found among the sets of a reading.
struct Match {
    std::uint8_t pattern, sets;           // number of the pattern; bit set over the groups of the reading
};
struct Matches {
    std::array<std::uint8_t, max_patterns> count;
    std::array<Match, max_matches> found;
    int size = 0;
};
void match_patterns(const Program& p, const Reading& r, Matches& out);
void choose_once(const Program& p, const ItemSet& usable, const std::int32_t* values, const Matches& matches,
                 std::array<std::int32_t, max_items>& counts);

}  // namespace quepu
