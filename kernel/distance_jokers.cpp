#include <algorithm>
#include <vector>

#include "distance_parts.hpp"
#include "sixteen.hpp"

namespace quepu {
namespace {

// Worths of one holding when the target exceeds four of a kind by at most 0, 1, … tiles.
using ByExcess = std::vector<Worth>;

// Kind by kind: how many runs begin here, how many threes, a pair or none. The state is how many runs began one and two kinds
// ago (at most two of the same run: three of them are three threes), and the excess used up; its value is a worth.
// Values are raised by one: 0 marks what cannot be reached.
class BySuit {
public:
    BySuit(const std::uint8_t* held, int kinds, bool with_runs, int most_excess, int most)
        : of(held), count(kinds), runs(with_runs), excess(most_excess), within(lanes_up_to(most)) {}

    ByExcess worths() const {
        std::vector<Sixteen> now(states()), next;
        now[0] = Sixteen{1};   // no set, no pair, nothing open
        for (int k = 0; k < count; ++k) {
            next.assign(states(), Sixteen{});
            for (int e = 0; e <= excess; ++e)
                for (int last = 0; last < 3; ++last)
                    for (int before = 0; before < 3; ++before)
                        if (const Sixteen v = now[at(e, last, before)]; any(v)) step(next, v, k, e, last, before);
            now.swap(next);
        }
        ByExcess out;
        Sixteen best{};
        for (int e = 0; e <= excess; ++e) {
            best = larger(best, now[at(e, 0, 0)]);
            out.push_back(store(larger(best, all_of(1)) - all_of(1)));
        }
        return out;
    }

private:
    std::size_t states() const { return static_cast<std::size_t>(9 * (excess + 1)); }
    static std::size_t at(int e, int last, int before) { return static_cast<std::size_t>(9 * e + 3 * last + before); }
    static Sixteen lanes_up_to(int most) {
        Sixteen v{};
        for (int m = 0; m <= most; ++m) v[m] = v[8 + m] = 0xff;
        return v;
    }
    void step(std::vector<Sixteen>& next, Sixteen v, int k, int e, int last, int before) const {
        for (int begin = 0; begin <= (runs && k < 7 ? 2 : 0); ++begin)
            for (int threes = 0; threes <= most_sets; ++threes) {
                const Sixteen put = up(v, begin + threes) & within;
                if (!any(put)) break;
                for (int pair = 0; pair < 2; ++pair) {
                    const int target = before + last + begin + 3 * threes + 2 * pair, used = e + std::max(0, target - 4);
                    if (used > excess) break;
                    const Sixteen with = pair ? half_up(put) : put;
                    const Sixteen gained = with + (all_of(std::min<int>(of[k], target)) & (with > Sixteen{}));
                    auto& to = next[at(used, begin, last)];
                    to = larger(to, gained);
                }
            }
    }

    const std::uint8_t* of;
    int count;
    bool runs;
    int excess;
    Sixteen within;   // the lanes that matter
};

ByExcess join(const ByExcess& a, const ByExcess& b, std::size_t excess) {
    ByExcess both;
    for (std::size_t e = 0; e <= excess; ++e) {
        Sixteen best{};
        for (std::size_t i = 0; i < a.size() && i <= e; ++i)
            best = larger(best, load(quepu::join(a[i], b[std::min(e - i, b.size() - 1)])));
        both.push_back(store(best));
        if (e + 2 >= a.size() + b.size()) break;   // more is of no use to either
    }
    return both;
}

}  // namespace

int overlap_with_excess(const Counts& hand, int sets, int excess) {
    excess = std::min(excess, 3 * most_sets + 2 - 4);
    const Distances &four = distances(), &any = distances_beyond_four();
    ByExcess all;
    for (int s = 0; s < 4; ++s) {
        // A suit that gains nothing from any excess gains nothing from a little: one worth stands for all.
        const Worth plain = four[four.worth(s, hand.key[s])];
        const bool same = plain == any[any.worth(s, hand.key[s])];
        const ByExcess suit = same ? ByExcess{plain} : BySuit(&hand.of[9 * s], s == 3 ? 7 : 9, s < 3, excess, sets).worths();
        all = s ? join(all, suit, static_cast<std::size_t>(excess)) : suit;
    }
    return all.back().most[static_cast<std::size_t>(8 + sets)];
}

}  // namespace quepu
