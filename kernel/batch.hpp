// Many deals in step, for learning: every deal waits for one seat's act; acts are numbers, legal ones are a mask.
#pragma once
#include "playout.hpp"

namespace quepu {

// Acts by number. Claims are told by where the tile lies in them, everything else by its tile.
namespace number {
inline constexpr int pass = 0, win = 1, ready = 2, reveal = 3, bank = 4, abort = 5, pull = 9, discard = 12, red_discard = discard + all_kinds,
                     flower = red_discard + 3, kong = flower + 11, pung = kong + playing_kinds, chow = pung + 3, voids = chow + 6, bet = voids + 3,
                     exchange = bet + 24, of_suit = 165, take = exchange + 3 * of_suit, decline = take + 1, second = decline + 1, any_three = second + 1,
                     count = any_three + 7140;
}
int number_of(const Deal& deal, Act a);          // -1 for what has no number: leaving the table
Act act_of(const Deal& deal, int number);        // any act for a number that stands for none here

// What a seat knows, as small numbers: own tiles, then each seat from its own on, then the table.
inline constexpr int seat_features = 2 * playing_kinds + 8, table_features = 3 * playing_kinds + 13;
constexpr int feature_count(int seats) { return all_kinds + 3 + seats * seat_features + table_features; }
void features(const Deal& deal, int seat, std::int8_t* out);

class Batch {
public:
    Batch(std::shared_ptr<const Rules> rules, std::size_t n, std::uint64_t seed);

    std::size_t size() const { return deals.size(); }
    int acts() const { return rules_->table.exchange_any ? number::count : number::any_three; }   // numbers are below this
    int seat(std::size_t i) const { return std::countr_zero(static_cast<unsigned>(deals[i].asked & ~deals[i].answered)); }
    void mask(std::size_t i, std::uint8_t* out) const;
    // Plays an act (one that is not legal: the idle act). When the deal ends its deltas are written and the next one begins.
    bool step(std::size_t i, int number, std::int32_t* deltas);

    std::vector<Deal> deals;

private:
    std::shared_ptr<const Rules> rules_;
    std::vector<Tile> set_;
    std::vector<std::uint64_t> played_;
    std::uint64_t seed_;
    void begin(std::size_t i);
};

}  // namespace quepu
