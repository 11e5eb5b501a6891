// What a hand may become, and what that would be worth: the measure by which the value player decides.
#pragma once
#include "bots.hpp"

namespace quepu {

struct Aim {                          // a way to win: tiles allowed, shapes, sets that must be among it
    Kinds allowed = ~Kinds{0};
    Shapes shapes = 0;
    bool pungs = false;                // no chows
    std::uint8_t required = 0;         // so many of `groups`
    std::array<Type, 3> type{};
    std::array<Kind, 3> kind{};
};

// All aims of a rule system, made once from its shapes and from the patterns that its items score.
const std::vector<Aim>& aims_of(const Rules& rules);

struct Weighed {                       // a aim for a hand
    const Aim* aim;
    int missing;
    double pay;                        // what the win would bring, as far as samples tell
};

class Weigher {                        // for one seat of one deal, at one decision
public:
    Weigher(const Deal& deal, int seat, Random& random);

    // Fills `aims` for what is held: the nearest ones, each with what it would pay.
    void consider(const Holding& h);
    // The best worth of a holding of 3k+1 tiles among the aims considered, in points.
    double worth(const Holding& h) const;
    // Points that dealing this tile in costs on average.
    double danger(Kind k) const;
    // Points that an occasion brings the seat at once.
    double money(Occasion on, Kind k, int feeder, Way way) const;

    mutable Deal scratch;              // where hands are scored
    std::vector<Weighed> aims;

private:
    const Deal& deal_;
    const int seat_;
    Random& random_;
    double turns_, unseen_, scale_ = 1;
    int nearest_ = 99;                 // tiles missing of what was considered, whatever it aims at

    bool fits(const Aim& aim) const;
    int missing_of(const Aim& aim, const Holding& h, Kinds* useful) const;
    double pay_of(const Aim& aim, Holding h);
    double chance(const Aim& aim, int missing, int live) const;
    double gain(Tile win) const;
    double waiting(const Holding& h) const;
    void hold(const Holding& h) const;
};

}  // namespace quepu
