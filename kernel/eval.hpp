// The evaluator: facts, instructions, items and payments of one hand under one program.
#pragma once
#include "program.hpp"

namespace quepu {

// What one evaluation writes over and over; kept per thread so that a hand costs no allocation and no clearing.
struct Tally {                                 // how often each item counts and what it contributes; zero but for `written`
    std::array<std::int32_t, max_items> counts{}, amounts{};
    ItemSet written;
    void clear() {
        written.each([this](std::size_t i) { counts[i] = amounts[i] = 0; });
        written = {};
    }
};
struct Scratch {
    std::array<std::int32_t, max_values> v;
    std::uint64_t program = 0;                 // whose constants `v` holds
    Matches matches;
    std::array<Tally, 2> tallies;              // of the reading at hand and of the best one
    std::vector<std::int32_t> kept;
    std::vector<Reading> readings;
    std::array<std::uint64_t, 8192> seen;      // signatures of readings with jokers
    std::array<std::uint64_t, 8192> seen_at{}; // … and the evaluation that they belong to
    std::uint64_t evaluation = 0;
};

class Evaluator {
  public:
    Evaluator(const Program& program, const Hand& hand, Scratch& scratch, std::vector<Trace>* traces, std::size_t most)
        : p(program), h(hand), v(scratch.v), matches(scratch.matches), now(&scratch.tallies[0]),
          top(&scratch.tallies[1]), readings(scratch.readings), scratch_(scratch), traces_(traces), most_(most) {}
    void run(Score& out, bool with_payments);

  private:
    const Program& p;
    Hand h;                                // a copy: the winning tile may be exchanged with another (any_win)
    Counts concealed, held;                // with and without the winning tile; jokers left out
    Planes whole, literal;                 // with the melds: as the reading takes the tiles, and as they lie there
    Planes own, held_planes;               // without the melds; without the winning tile too
    Kinds joker_mask = 0, joker_tiles = 0; // kinds that are jokers; those of them that are held
    int wild = 0, joker_suit = -1;
    ItemSet present, excluded, possible_hand, possible_tiles;
    std::array<std::array<std::uint64_t, 2>, 4> planes{};   // how often each selector matched, bit by bit
    bool fast = false;
    int place_matters_ = -1;               // whether anything asks where the winning tile lies; -1 not looked at yet
    std::array<std::int32_t, max_groups> total, number, product;
    std::array<std::int32_t, max_values>& v;
    Matches& matches;
    Tally *now, *top;                      // the reading at hand, the best one so far
    std::vector<Reading>& readings;
    Scratch& scratch_;
    std::vector<Trace>* traces_;
    std::size_t most_;

    struct Best {
        bool any = false, legal = false;
        int failed = -1;
        std::array<std::int32_t, max_rank> rank{};
        Reading reading;
        Tile win;
    } best;

    bool refuse(Score& out) const;
    void count_tiles();
    void run_level(Level level);
    void run_level_fast(Level level);
    void narrow(const std::vector<Variable>& variables, ItemSet& possible, const Reading* r);
    void group_bits(const Reading& r);
    int value(const Variable& x, const Reading* r) const;
    int count_of(unsigned selector) const;
    std::int32_t lazily(std::uint16_t node) const;
    std::int32_t fact(const Fact& f, const Reading* r, int payer) const;
    std::int32_t fed_by(int claims, int kongs, bool in_row) const;
    std::int32_t numbers(Kinds pattern, bool extra) const;
    void read_all();
    void place(Reading& base);
    bool place_matters();
    void consider(const Reading& r);
    int compare_counts() const;
    bool seen_before(const Reading& r, bool placed);
    void evaluate(const Reading& r);
    void present_plain();
    void present_fast(const Reading& r);
    void settle_items();
    void pay(Score& out);
    const Reading* current = nullptr;
    int payer_ = 0;
    int waits(bool live, int enough) const;
    mutable std::array<int, 4> waits_{-1, -1, -1, -1};   // exact and cut at two; the second pair without dead kinds
};

}  // namespace quepu
