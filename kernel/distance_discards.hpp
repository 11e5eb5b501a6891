// A hand without jokers after each of its discards: what the discards share is found once.
#pragma once
#include "distance_parts.hpp"

namespace quepu {

class Discarding {
public:
    Discarding(const Counts& hand, int sets, Shapes shapes);
    int missing(Kind k) const;       // as missing() of the hand without one tile of the kind
    Kinds useful(Kind k);            // as the kinds of need()

private:
    const Distances& table_ = distances();
    Counts hand_;
    int sets_;
    Shapes special_;
    bool of_sets_;
    std::array<Distances::Number, 4> worth_, others_;   // of each suit, and of the three others joined
    Held held_;
    Knitted knitted_;
    struct Known {                   // the useful ranks of a suit as it is, beside others that are worth so much
        Distances::Number others;
        std::int16_t overlap = -1;
        std::uint16_t ranks;
    };
    std::array<std::array<Known, 8>, 4> known_;   // by the last bits of that number

    Distances::Number worth_without(Kind k) const;
    int sets_missing(Kind k) const;
    int special_missing(Kind k) const;
    Kinds serving_after(Kind k);
};

}  // namespace quepu
