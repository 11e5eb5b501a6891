// Players without Python: they see what their seat may know, no more.
#pragma once
#include "deal.hpp"
#include "random.hpp"

namespace quepu {

enum class Bot : std::uint8_t { random, greedy, value, size };
extern const std::array<const char*, static_cast<int>(Bot::size)> bot_names;

// One of the legal acts of a seat that is asked.
Act choose(const Deal& deal, int seat, Bot bot, Random& random);

// A hand in parts, as the bots weigh it: what is held without jokers and without what can never serve, jokers, sets to make.
struct Holding {
    Counts tiles;
    int sets, jokers;
};
Holding holding(const Deal& deal, int seat);
// The nearest win of the holding when a suit has to be given up (-1: none has to, or the best one is looked for).
int nearest(const Deal& deal, int seat, const Holding& h, int* dropped = nullptr);
int live_tiles(const Deal& deal, int seat, Kinds kinds);   // tiles of these kinds that the seat has not seen

Act choose_greedily(const Deal& deal, int seat, Random& random);
Act choose_by_value(const Deal& deal, int seat, Random& random);

}  // namespace quepu
