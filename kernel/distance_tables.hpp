// For every holding of one suit: how many of its tiles serve 0..5 sets, without and with a pair; and what two holdings serve
// together. Built at first use.
#pragma once
#include <array>
#include <cstdint>
#include <vector>

#include "distance.hpp"

namespace quepu {

// What some holding is good for. Number m <= 5: the most of its tiles that serve m sets; number 8 + m: the same for m sets and a
// pair. "Serving" is the overlap of the holding with the best target, so the distance is the target's size less the overlap.
struct Worth {
    std::array<std::uint8_t, 16> most{};
    bool operator==(const Worth&) const = default;
};
Worth join(const Worth& a, const Worth& b);   // both holdings together, if they share no suit

// Two million holdings of a suit have fewer than 256 different worths, and whatever four suits are joined, only some hundred
// more arise. So a worth is a small number, joining is a look-up in a square table, and a distance takes eight loads of tables
// that fit into the processor's cache: 2 MB of them by holding, the square one below 1 MB.
class Distances {
public:
    using Number = std::uint16_t;

    // `beyond_four`: targets may use more than four of a kind, which only jokers can provide.
    explicit Distances(bool beyond_four);

    Number worth(int suit, std::uint32_t key) const { return suit == 3 ? honors[key] : numbers[key]; }
    Number join(Number a, Number b) const { return joined[a * worths.size() + b]; }
    const std::uint8_t* worths_of(int suit) const { return (suit == 3 ? honors : numbers).data(); }   // by key
    const Number* joined_with(Number a) const { return joined.data() + a * worths.size(); }           // by the other
    Number worth(const Counts& hand) const {
        return join(join(numbers[hand.key[0]], numbers[hand.key[1]]), join(numbers[hand.key[2]], honors[hand.key[3]]));
    }
    int overlap(Number worth, int sets) const { return worths[worth].most[static_cast<std::size_t>(8 + sets)]; }   // and a pair
    const Worth& operator[](Number worth) const { return worths[worth]; }
    std::size_t distinct() const { return worths.size(); }
    std::size_t bytes() const {
        return numbers.size() + honors.size() + sizeof(Number) * joined.size() + sizeof(Worth) * worths.size();
    }

private:
    std::vector<std::uint8_t> numbers, honors;   // by key
    std::vector<Number> joined;                  // square
    std::vector<Worth> worths;
};

const Distances& distances();              // at most four of a kind in a target
const Distances& distances_beyond_four();  // any number of a kind

}  // namespace quepu
