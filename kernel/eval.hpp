// The evaluator: facts, instructions, items and payments of one hand under one program.
#pragma once
#include "program.hpp"

namespace quepu {

// How many kinds are held at least 1, 2, 3, 4 … times: counting tiles of a class is a handful of popcounts.
struct Planes {
    std::array<Kinds, 8> at_least{};
    Kinds kongs = 0;
    void add(Kind k, int n) {
        for (int i = 0; n > 0 && i < 8; ++i) {
            if (at_least[i] >> k & 1) continue;
            at_least[i] |= bit(k), --n;
        }
    }
    int tiles(Kinds of) const {
        int n = 0;
        for (const Kinds plane : at_least) n += std::popcount(plane & of);
        return n;
    }
};

// What one evaluation writes over and over; kept per thread so that a hand costs no allocation and no clearing.
struct Scratch {
    std::array<std::int32_t, max_values> v;
    Matches matches;
    std::array<std::int32_t, max_items> counts, amounts, best_counts;
    std::vector<Reading> readings;
};

class Evaluator {
  public:
    Evaluator(const Program& program, const Hand& hand, Scratch& scratch, std::vector<Trace>* traces, std::size_t most)
        : p(program), h(hand), v(scratch.v), matches(scratch.matches), counts(scratch.counts), amounts(scratch.amounts),
          best_counts(scratch.best_counts), readings(scratch.readings), traces_(traces), most_(most) {}
    void run(Score& out);

  private:
    const Program& p;
    Hand h;                                // a copy: the winning tile may be exchanged with another (any_win)
    Counts concealed, held;                // with and without the winning tile; jokers left out
    Planes whole;
    Kinds joker_mask = 0;
    int wild = 0, joker_suit = -1;
    ItemSet present, excluded;
    std::array<std::int32_t, max_groups> total, number, product;
    std::array<std::int32_t, max_values>& v;
    Matches& matches;
    std::array<std::int32_t, max_items>&counts, &amounts, &best_counts;
    std::vector<Reading>& readings;
    std::vector<Trace>* traces_;
    std::size_t most_;

    struct Best {
        bool any = false, legal = false;
        int failed = -1;
        std::array<std::int32_t, 16> rank{};
        Reading reading;
        Tile win;
    } best;
    bool fresh = false;                    // v still holds the best reading

    bool refuse(Score& out) const;
    void count_tiles();
    void run_level(Level level);
    std::int32_t fact(const Fact& f, const Reading* r, int payer) const;
    std::int32_t fed_by(int claims, int kongs, bool in_row) const;
    std::int32_t numbers(Kinds pattern, bool extra) const;
    void read_all();
    void place(Reading& base);
    void consider(const Reading& r);
    void evaluate(const Reading& r);
    void settle_items();
    void pay(Score& out);
    const Reading* current = nullptr;
    int payer_ = 0;
    mutable int waits_[2] = {-1, -1};
};

}  // namespace quepu
