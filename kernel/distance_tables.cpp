#include "distance_tables.hpp"

#include <algorithm>
#include <cstring>
#include <stdexcept>

#include "sixteen.hpp"

namespace quepu {
namespace {

struct Plane {   // one suit, or the honors
    int kinds;
    bool runs;
    std::uint32_t size() const { return kinds == 9 ? suit_keys : honor_keys; }
};

// Enters every multiset of up to five sets, without and with a pair: a holding that equals it serves it whole.
class Targets {
public:
    Targets(Plane p, bool beyond, std::vector<Worth>& out) : plane(p), beyond_four(beyond), held(out) { extend(0, 0); }

private:
    void extend(int sets, int first) {
        enter(sets, false);
        for (int k = 0; k < plane.kinds; ++k) {
            of[k] += 2;
            enter(sets, true);
            of[k] -= 2;
        }
        if (sets == most_sets) return;
        for (int s = first; s < plane.kinds + (plane.runs ? 7 : 0); ++s) {   // sets in order, so that each multiset comes once
            put(s, 1);
            if (beyond_four || of[s < plane.kinds ? s : s - plane.kinds] <= 4) extend(sets + 1, s);
            put(s, -1);
        }
    }
    void put(int set, int n) {
        if (set < plane.kinds) {
            of[set] += 3 * n;
        } else {
            for (int k = set - plane.kinds; k < set - plane.kinds + 3; ++k) of[k] += n;
        }
    }
    void enter(int sets, bool pair) {
        std::uint32_t key = 0;
        int served = 3 * sets + 2 * pair;
        for (int k = 0; k < plane.kinds; ++k) {
            const int over = std::max(0, of[k] - 4);   // a hand holds at most four, so these are always missing
            if (over && !beyond_four) return;
            served -= over;
            key += static_cast<std::uint32_t>(of[k] - over) * powers[k];
        }
        auto& byte = held[key].most[static_cast<std::size_t>(sets + 8 * pair)];
        byte = std::max(byte, static_cast<std::uint8_t>(served));
    }

    Plane plane;
    bool beyond_four;
    std::vector<Worth>& held;
    std::array<int, 9> of{};
};

// Five holdings that differ in one kind only: what a smaller one serves, a larger one serves; what a larger one serves, one tile
// fewer serves but for one. Doing this for each kind in turn is exact, because a distance is a sum over kinds.
inline void relax(Worth* at, std::size_t step) {
    const Sixteen one = all_of(1);
    Sixteen v[5];
    for (std::size_t n = 0; n < 5; ++n) v[n] = load(at[n * step]);
    for (std::size_t n = 1; n < 5; ++n) v[n] = larger(v[n], v[n - 1]);
    for (std::size_t n = 4; n-- > 0;) v[n] = larger(v[n], larger(v[n + 1], one) - one);   // never below 0
    for (std::size_t n = 0; n < 5; ++n) at[n * step] = store(v[n]);
}

std::vector<Worth> holdings(Plane plane, bool beyond_four) {
    std::vector<Worth> held(plane.size());
    Targets(plane, beyond_four, held);
    const auto pass = [&](std::size_t from, std::size_t to, std::size_t step) {
        for (std::size_t block = from; block < to; block += 5 * step)
            for (std::size_t i = block; i < block + step; ++i) relax(&held[i], step);
    };
    constexpr std::size_t near = 15625;   // the first six kinds of a block fit into the second-level cache: do them together
    for (std::size_t from = 0; from < plane.size(); from += near)
        for (std::size_t k = 0; k < 6; ++k) pass(from, from + near, powers[k]);
    for (std::size_t k = 6; k < static_cast<std::size_t>(plane.kinds); ++k) pass(0, plane.size(), powers[k]);
    return held;
}

// Gives equal worths the same number.
class Numbering {
public:
    explicit Numbering(std::vector<Worth>& out) : worths(out), slots(4096, 0) {}

    std::size_t find(const Worth& worth) {
        std::array<std::uint64_t, 2> half;
        std::memcpy(half.data(), worth.most.data(), 16);
        std::uint64_t hash = half[0] * 0x9e3779b97f4a7c15 + half[1];
        hash = (hash ^ hash >> 29) * 0xbf58476d1ce4e5b9;
        for (std::size_t at = hash >> 52;; at = (at + 1) & (slots.size() - 1)) {
            if (!slots[at]) {
                worths.push_back(worth);
                if (worths.size() > slots.size() / 2) throw std::length_error("quepu: more than 2048 worths of holdings");
                slots[at] = static_cast<std::uint16_t>(worths.size());
                return worths.size() - 1;
            }
            if (worths[slots[at] - 1u] == worth) return slots[at] - 1u;
        }
    }
    std::vector<std::uint8_t> number(const std::vector<Worth>& held) {
        std::vector<std::uint8_t> numbers(held.size());
        for (std::size_t i = 0; i < held.size(); ++i) numbers[i] = static_cast<std::uint8_t>(find(held[i]));
        if (worths.size() > 256) throw std::length_error("quepu: more than 256 worths of one suit");
        return numbers;
    }

private:
    std::vector<Worth>& worths;
    std::vector<std::uint16_t> slots;   // number + 1, or 0
};

// Never destroyed: another thread may still count while the process ends.
template <bool beyond_four>
const Distances& table() {
    static const Distances& built = *new Distances(beyond_four);   // for as long as the process lives
    return built;
}

}  // namespace

Worth join(const Worth& a, const Worth& b) {
    Worth both;
    for (std::size_t m = 0; m <= most_sets; ++m)
        for (std::size_t i = 0; i <= m; ++i) {
            const auto better = [](std::uint8_t& x, int y) { x = std::max(x, static_cast<std::uint8_t>(y)); };
            better(both.most[m], a.most[i] + b.most[m - i]);
            better(both.most[8 + m], std::max(a.most[8 + i] + b.most[m - i], a.most[i] + b.most[8 + m - i]));
        }
    return both;
}

Distances::Distances(bool beyond_four) {
    Numbering numbering(worths);
    numbers = numbering.number(holdings({9, true}, beyond_four));
    honors = numbering.number(holdings({7, false}, beyond_four));
    const std::size_t suits = worths.size();
    for (std::size_t i = 0; i < worths.size(); ++i)   // grows until joining one more suit gives nothing new
        for (std::size_t j = 0; j < suits; ++j) numbering.find(quepu::join(Worth(worths[i]), worths[j]));
    joined.resize(worths.size() * worths.size());
    for (std::size_t i = 0; i < worths.size(); ++i)
        for (std::size_t j = 0; j <= i; ++j) {
            const auto both = static_cast<Number>(numbering.find(quepu::join(Worth(worths[i]), Worth(worths[j]))));
            joined[i * worths.size() + j] = joined[j * worths.size() + i] = both;
        }
    worths.shrink_to_fit();
}

const Distances& distances() { return table<false>(); }
const Distances& distances_beyond_four() { return table<true>(); }

}  // namespace quepu
