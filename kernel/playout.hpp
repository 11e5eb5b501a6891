// Whole deals played by bots, many of them, on several threads.
#pragma once
#include "bots.hpp"

namespace quepu {

// The tiles of a rule system's set, sorted; the wall of a deal is a permutation of them.
std::vector<Tile> set_of_tiles(const Rules& rules);

struct Start {                     // a deal from its seed
    std::array<Tile, max_wall> tiles;
    Setup setup;
};
// Fills the wall of deal number `number` of a study, and all that dice decide.
void shuffle_for(const Rules& rules, std::span<const Tile> set, std::uint64_t seed, std::uint64_t number, Start& out);

struct Played {                    // what came of a deal; one row of a study
    Result result;
    std::uint8_t winners, discards, kongs;
    std::uint16_t decisions, won, fed;             // seats that won; that gave a tile which was won
    std::array<std::int32_t, max_seats> delta;
    ItemSet items;
};

// Plays one deal out. `bots` by seat.
Played play_out(Deal& deal, std::span<const Bot> bots, Random& random);

struct Study {
    std::uint64_t seed = 1;
    std::vector<Bot> bots;         // of each seat
    bool rotate = false;           // every wall is played once for each rotation of the bots
};
// Plays deals `first` … `last - 1`; row i - first of `out` is deal i. With `rotate` deal i has wall i / seats, rotated i % seats.
void play_many(const Rules& rules, const Study& study, std::uint64_t first, std::uint64_t last, Played* out);

}  // namespace quepu
