// How far a hand is from winning, and which tiles bring it nearer. Knows shapes of hands, but no game that uses them.
#pragma once
#include "counts.hpp"

namespace quepu {

inline constexpr int most_sets = 5;

using Shapes = unsigned;   // a set of shapes; the nearest one counts

namespace shape {
inline constexpr Shapes
    sets = 1,             // sets (runs of numbers, three alike) and a pair
    pairs = 2,            // seven pairs; four alike are two of them
    distinct_pairs = 4,   // seven pairs of seven kinds
    orphans = 8,          // the thirteen terminals and honors, one of them twice
    scattered = 16,       // fourteen different tiles out of the seven honors and 147, 258, 369 in three suits
    knitted = 32,         // 147, 258, 369 in three suits, the other sets and a pair
    all = 63;
}  // namespace shape

// The shapes among `wanted` that a hand of so many sets can have at all: the special ones need all four sets concealed,
// the knitted tiles stand for three of three or four.
constexpr Shapes possible(Shapes wanted, int sets) {
    return wanted & (shape::sets | (sets == 4 ? shape::all : sets == 3 ? shape::knitted : 0u));
}

// Below, `sets` is the number of sets still concealed or to be made, 0..5 (tiles / 3 for a hand of 3k+1 or 3k+2), and `jokers`
// are further tiles held, each of which stands for any tile. At least one shape must be possible.

// Tiles missing from the nearest target. A target has at most four of a kind, unless jokers are the fifth and further ones.
int missing(const Counts& hand, int sets, Shapes shapes = shape::sets, int jokers = 0);

// Draws until ready: 0 = ready, -1 = complete (which needs 3k+2 tiles).
inline int shanten(const Counts& hand, int sets, Shapes shapes = shape::sets, int jokers = 0) {
    return missing(hand, sets, shapes, jokers) - 1;
}

// Need of a hand: tiles missing, and the kinds any of which makes that one fewer. With one missing, those complete the hand.
// Kinds of which the hand holds four are never among them.
struct Need {
    int missing;
    Kinds kinds;
};
Need need(const Counts& hand, int sets, Shapes shapes = shape::sets, int jokers = 0);

}  // namespace quepu
