// What distance.cpp is put together from; not for others.
#pragma once
#include "distance.hpp"
#include "distance_tables.hpp"

namespace quepu {

// The special shapes: need of the nearest among `shapes` (not `sets`). With jokers that is before they replace what is missing;
// the kinds are only filled in for Ask::kinds.
enum class Ask { missing, kinds, with_jokers };
Need special_need(const Counts& hand, int sets, Shapes shapes, Ask ask);

// Sets and a pair. `table` decides about more than four of a kind.
Kinds serving(const Distances& table, const Counts& hand, int sets);   // kinds that raise the overlap by one
inline Need sets_need(const Counts& hand, int sets) {
    const Distances& table = distances();
    return {3 * sets + 2 - table.overlap(table.worth(hand), sets), serving(table, hand, sets)};
}

// Overlap of a hand with the best target that exceeds four of a kind by at most `excess` tiles over all kinds.
int overlap_with_excess(const Counts& hand, int sets, int excess);

}  // namespace quepu
