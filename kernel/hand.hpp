// One finished hand with its circumstances, as a plain 160-byte value: what a table, a case file or a batch hands over.
#pragma once
#include <array>
#include <cstdint>
#include <type_traits>

#include "tiles.hpp"

namespace quepu {

enum class Way : std::uint8_t { chow, pung, kong, added, concealed };       // how a meld was laid down
enum class By : std::uint8_t { self, discard, rob };                        // how the winning tile came

inline constexpr int max_seats = 10, max_melds = 6, max_inputs = 24, max_lists = 2, max_listed = 14, max_tiles = 20;

struct Meld {
    Way way;
    Kind kind;             // the lowest kind of a chow, the kind of any other
    std::int8_t from;      // the seat that fed it; -1 when nobody did or it is not told
    std::uint8_t reds;     // red fives in it
    std::uint8_t jokers;   // joker tiles that stand in it for something else
    std::uint8_t unused[3];
};

struct Hand {
    std::array<Tile, max_tiles> tiles;   // concealed, without the winning tile; `held` of them
    std::uint8_t held;
    Tile win;
    By by;
    std::int8_t seat, from;              // the winner; who discarded, or whose kong was robbed (-1: nobody)
    Kind round;                          // prevailing wind
    std::uint8_t meld_count;
    std::uint8_t flowers;                // bonus tiles set aside
    std::uint16_t unused;
    std::uint16_t context;               // circumstances, one bit each, in the order of the case files' words
    std::array<Meld, max_melds> melds;   // in the order in which they were made
    std::array<Kind, 4> jokers;          // kinds that are wild in this deal; `none` = unused
    std::array<std::int16_t, max_inputs> inputs;                       // what else the rule system asks for
    std::array<std::array<Kind, max_listed>, max_lists> listed;        // lists of kinds it asks for; `none` = unused
};
static_assert(sizeof(Hand) == 160 && std::is_trivially_copyable_v<Hand>);

constexpr bool is_kong(Way w) { return w >= Way::kong; }
constexpr bool fed_by_other(Way w) { return w != Way::concealed; }

}  // namespace quepu
