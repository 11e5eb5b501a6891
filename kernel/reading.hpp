// A reading: one way to take a finished hand apart into groups, with the winning tile in one of them.
#pragma once
#include <array>
#include <cstdint>
#include <span>
#include <vector>

#include "counts.hpp"
#include "hand.hpp"

namespace quepu {

enum class Shape : std::uint8_t { sets, pairs, orphans, scattered, knitted, claimed };
enum class Type : std::uint8_t { chow, pung, pair };

namespace status {   // what else is true of a group; selectors test these bits
inline constexpr std::uint16_t kong = 1, added = 2, meld = 4, concealed = 8, seat_wind = 16, round_wind = 32, won = 64,
                               won_middle = 128, won_edge = 256, joker_wait = 512, joker_suit = 1024, win_kind = 2048;
}

struct Group {
    Type type;
    Kind kind;             // the lowest kind
    std::uint8_t wild;     // bit i: its i-th tile is a joker standing for something
    std::uint8_t unused;
    std::uint16_t status;
};

struct Reading {
    Shape shape;
    std::uint8_t count, melds;           // groups in all; how many of them, from the first, are melds
    std::int8_t won, won_position;       // the group that the winning tile completes (-1: none) and its place there
    std::array<Group, 8> groups;
};

struct ShapeRule {         // one winning shape of a rule system
    Shape shape;
    std::int32_t size;     // sets: n sets; pairs: n pairs; claimed: n melds
    std::int32_t variant;  // pairs: 1 = four alike are not two pairs
};

// One suit taken apart: count of sets in bits 0..2, pair rank + 1 in bits 3..6, then four bits a set: 0..8 pung, 9..15 chow.
using Packed = std::uint32_t;

struct Span {
    const Packed* first;
    int size;
};
Span decompositions(std::uint32_t suit_key);                      // all ways of one suit; built at first use
bool complete(std::uint32_t suit_key);   // sets only, or sets and one pair: the number of tiles says which
bool complete_sets(const Counts& counts);                         // n sets and a pair, whatever n; kinds may exceed four

// Readings by shape only: no jokers. `concealed` (and `planes`, the same) include the winning tile. Adds to `out`, melds
// first, without placement.
void read_hand(const Hand& hand, const Counts& concealed, const Planes& planes, const ShapeRule& rule, std::vector<Reading>& out);

// The same with `wild` jokers besides; pure-joker groups take only the kinds listed in `chows`, `pungs` and `pairs`.
struct WildChoice {
    std::vector<Kind> chows, pungs, pairs;
};
void read_hand_wild(const Hand& hand, const Counts& naturals, int wild, const ShapeRule& rule, const WildChoice& choice,
                    std::vector<Reading>& out);

// The kinds that complete the concealed tiles (winning tile left out) to one of the shapes, `dead` ones left out; the search
// ends when `enough` are found.
Kinds waiting_kinds(const Hand& hand, const Counts& held, const Planes& planes, int wild, std::span<const ShapeRule> rules, Kinds dead = 0, int enough = 99);

void put_melds(const Hand& hand, Reading& reading);

}  // namespace quepu
