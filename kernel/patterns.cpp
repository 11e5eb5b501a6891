// Related sets: which subsets of a reading's sets match which patterns, and the choice under the use-once rule.
#include <algorithm>
#include <stdexcept>

#include "program.hpp"

namespace quepu {

namespace {

// Tables are indexed by type, whether the suits are all the same or all different, and the ranks in rising order.
constexpr int pair_at(int type, int mixed, int a, int b) { return ((type * 2 + mixed) * 9 + a) * 9 + b; }
constexpr int triple_at(int type, int mixed, int a, int b, int c) { return (((type * 2 + mixed) * 9 + a) * 9 + b) * 9 + c; }
constexpr int four_at(int type, int a, int b, int c, int d) { return (((type * 9 + a) * 9 + b) * 9 + c) * 9 + d; }

bool matches_in_order(const Pattern& t, const Group* const* sets) {
    const int low = rank_of(sets[0]->kind) - t.step[0];
    if (t.start >= 0 && low != t.start) return false;
    for (int i = 0; i < t.n; ++i)
        if (rank_of(sets[i]->kind) != low + t.step[i]) return false;
    for (int i = 0; i < t.n; ++i)
        for (int j = i + 1; j < t.n; ++j)
            if ((t.suit[i] == t.suit[j]) != (suit_of(sets[i]->kind) == suit_of(sets[j]->kind))) return false;
    return true;
}

bool matches_somehow(const Pattern& t, std::array<const Group*, 5> sets) {
    std::array<int, 5> order = {0, 1, 2, 3, 4};
    do {
        std::array<const Group*, 5> arranged{};
        for (int i = 0; i < t.n; ++i) arranged[i] = sets[order[i]];
        if (matches_in_order(t, arranged.data())) return true;
    } while (std::next_permutation(order.begin(), order.begin() + t.n));
    return false;
}

}  // namespace

void prepare_patterns(Program& p) {
    p.pair_table.assign(pair_at(1, 1, 8, 8) + 1, 0);
    p.triple_table.assign(triple_at(1, 1, 8, 8, 8) + 1, 0);
    p.four_table.assign(four_at(1, 8, 8, 8, 8) + 1, 0);
    for (std::size_t i = 0; i < p.patterns.size(); ++i) {
        const Pattern& t = p.patterns[i];
        const std::uint64_t me = std::uint64_t{1} << i;
        p.any_pattern[static_cast<int>(t.type)] = true;
        const bool same = std::all_of(t.suit.begin(), t.suit.begin() + t.n, [&](auto s) { return s == t.suit[0]; });
        bool mixed = t.n <= 3;
        for (int a = 0; a < t.n; ++a)
            for (int b = a + 1; b < t.n; ++b) mixed = mixed && t.suit[a] != t.suit[b];
        if (t.n > 4 || (!same && !mixed)) {
            p.loose_patterns |= me;
            continue;
        }
        const int type = static_cast<int>(t.type);
        for (int low = t.start < 0 ? 0 : t.start; low <= (t.start < 0 ? 8 : t.start); ++low) {
            if (low + t.step[t.n - 1] > 8) break;
            const auto r = [&](int n) { return low + t.step[n]; };
            if (t.n == 2) p.pair_table[pair_at(type, mixed, r(0), r(1))] |= me;
            else if (t.n == 3) p.triple_table[triple_at(type, mixed, r(0), r(1), r(2))] |= me;
            else p.four_table[four_at(type, r(0), r(1), r(2), r(3))] |= me;
        }
    }
    // Five sets have ten pairs, ten triples, five fours and one five: no more matches than that times the patterns of one cell.
    const auto most = [](const std::vector<std::uint64_t>& table) {
        int n = 0;
        for (const auto cell : table) n = std::max(n, std::popcount(cell));
        return n;
    };
    std::vector<int> uses(p.patterns.size(), 0);
    for (const Item& t : p.items)
        for (std::size_t i = 0; i < uses.size(); ++i) uses[i] += t.once && (t.patterns >> i & 1);
    const int shared = uses.empty() ? 1 : std::max(1, *std::max_element(uses.begin(), uses.end()));
    if (shared * (10 * most(p.pair_table) + 10 * most(p.triple_table) + 5 * most(p.four_table) + 10 * std::popcount(p.loose_patterns)) > max_matches)
        throw std::invalid_argument("not a program: too many patterns describe the same sets");
}

void match_patterns(const Program& p, const Reading& r, Matches& out) {
    out.size = 0;
    out.count.fill(0);
    for (int type = 0; type < 2; ++type) {
        if (!p.any_pattern[type]) continue;
        std::array<std::uint8_t, 8> order;   // rank << 4 | place among the groups
        int n = 0;
        for (int i = 0; i < r.count; ++i) {
            const Group& g = r.groups[i];
            if (g.type != static_cast<Type>(type) || !is_number(g.kind)) continue;
            const auto entry = static_cast<std::uint8_t>(rank_of(g.kind) << 4 | i);
            int j = n++;
            for (; j > 0 && order[j - 1] > entry; --j) order[j] = order[j - 1];
            order[j] = entry;
        }
        if (n < 2) continue;
        std::array<int, 8> at, rank, suit;
        for (int i = 0; i < n; ++i) at[i] = order[i] & 15, rank[i] = order[i] >> 4, suit[i] = suit_of(r.groups[at[i]].kind);
        const auto hit = [&](std::uint64_t which, std::uint8_t sets) {
            for (; which; which &= which - 1) {
                const int i = std::countr_zero(which);
                const Selector& where = p.patterns[i].where;
                bool good = true;
                if (where.first != where.last)
                    for (int g = 0; g < r.count; ++g)
                        if (sets >> g & 1) good = good && p.selects(where, r.groups[g]);
                if (!good) continue;
                ++out.count[i];
                out.found[out.size++] = {static_cast<std::uint8_t>(i), sets};
            }
        };
        const auto mask = [&](int i) { return 1u << at[i]; };
        for (int a = 0; a < n; ++a)
            for (int b = a + 1; b < n; ++b) {
                const auto two = mask(a) | mask(b);
                if (const auto w = p.pair_table[pair_at(type, suit[a] != suit[b], rank[a], rank[b])]) hit(w, static_cast<std::uint8_t>(two));
                for (int c = b + 1; c < n; ++c) {
                    const bool same = suit[a] == suit[b] && suit[b] == suit[c];
                    const bool mixed = suit[a] != suit[b] && suit[b] != suit[c] && suit[a] != suit[c];
                    const auto three = two | mask(c);
                    if (same || mixed)
                        if (const auto w = p.triple_table[triple_at(type, mixed, rank[a], rank[b], rank[c])]) hit(w, static_cast<std::uint8_t>(three));
                    if (!same) continue;
                    for (int d = c + 1; d < n; ++d)
                        if (suit[d] == suit[a])
                            if (const auto w = p.four_table[four_at(type, rank[a], rank[b], rank[c], rank[d])])
                                hit(w, static_cast<std::uint8_t>(three | mask(d)));
                }
            }
        for (std::uint64_t loose = p.loose_patterns; loose; loose &= loose - 1) {
            const int i = std::countr_zero(loose);
            const Pattern& t = p.patterns[i];
            if (static_cast<int>(t.type) != type || t.n > n) continue;
            for (unsigned chosen = 0; chosen < (1u << n); ++chosen) {
                if (std::popcount(chosen) != t.n) continue;
                std::array<const Group*, 5> sets{};
                int k = 0;
                std::uint8_t bits = 0;
                for (int j = 0; j < n; ++j)
                    if (chosen >> j & 1) sets[k++] = &r.groups[at[j]], bits = static_cast<std::uint8_t>(bits | mask(j));
                bool fits = true;   // ranks first: they are in rising order, like the steps
                for (int j = 0; j < t.n && fits; ++j)
                    fits = rank_of(sets[j]->kind) - rank_of(sets[0]->kind) == t.step[j] - t.step[0] && (t.start < 0 || rank_of(sets[0]->kind) == t.start + t.step[0]);
                if (fits && matches_somehow(t, sets)) hit(std::uint64_t{1} << i, bits);
            }
        }
    }
}

namespace {

struct Candidate {
    std::uint64_t key;       // one in the item's place of a count vector, the first item of the table in the highest place
    std::int32_t value;
    std::uint16_t item;
    std::uint8_t sets;
};

// Depth-first over ordered lists: every next item takes at least one set not used so far and at most one that is, and two
// items of one name share no set. Of equal sums the list that comes first in table order, repeats included: the larger key.
struct OnceSearch {
    std::array<Candidate, max_matches> candidates;   // load_program sees to it that there cannot be more
    int n = 0;
    std::array<std::uint8_t, 8> chosen, best;
    int depth = 0, best_depth = 0;
    std::int64_t best_value = 0;
    std::uint64_t best_key = 0;
    std::array<std::uint64_t, 16> seen;     // which sets of the first ten candidates were tried: their order does not matter

    void search(unsigned used, std::int64_t value, std::uint64_t key, unsigned mask) {
        if (value > best_value || (value == best_value && key > best_key)) best_value = value, best_key = key, best = chosen, best_depth = depth;
        if (depth == 7) return;
        for (int i = 0; i < n; ++i) {
            const Candidate& c = candidates[i];
            const unsigned old = c.sets & used;
            if (old == c.sets || (old & (old - 1)) || (depth == 0 && old)) continue;
            bool apart = true;
            for (int j = 0; j < depth && old; ++j) apart = apart && !(candidates[chosen[j]].item == c.item && (candidates[chosen[j]].sets & c.sets));
            if (!apart) continue;
            unsigned now = mask;
            if (n <= 10) {
                now |= 1u << i;
                if (seen[now / 64] >> now % 64 & 1) continue;
                seen[now / 64] |= std::uint64_t{1} << now % 64;
            }
            chosen[depth++] = static_cast<std::uint8_t>(i);
            search(used | c.sets, value + c.value, key + c.key, now);
            --depth;
        }
    }
};

}  // namespace

void choose_once(const Program& p, const ItemSet& usable, const std::int32_t* values, const Matches& matches,
                 std::array<std::int32_t, max_items>& counts) {
    p.plan.once.each([&](std::size_t i) { counts[i] = 0; });
    OnceSearch s;
    for (int k = 0; k < matches.size; ++k) {
        const Match& m = matches.found[k];
        (p.plan.by_pattern[m.pattern] & usable).each([&](std::size_t i) {
            s.candidates[s.n++] = {p.plan.once_key[i], values[p.items[i].value], static_cast<std::uint16_t>(i), m.sets};
        });
    }
    const bool losing = std::any_of(s.candidates.begin(), s.candidates.begin() + s.n, [](const Candidate& c) { return c.value < 0; });
    if (s.n == 1) {
        counts[s.candidates[0].item] = !losing;
        return;
    }
    if (s.n == 2 && !losing) {   // the common case: both, when they share at most one set and neither is all of the other
        const Candidate &a = s.candidates[0], &b = s.candidates[1];
        const unsigned common = a.sets & b.sets;
        const bool both = (common & (common - 1)) == 0 && (a.sets & ~common || b.sets & ~common) && !(common && a.item == b.item);
        if (both) return ++counts[a.item], ++counts[b.item], void();
        const bool first = a.value != b.value ? a.value > b.value : a.key > b.key;
        counts[first ? a.item : b.item] = 1;
        return;
    }
    s.seen.fill(0);
    s.search(0, 0, 0, 0);
    for (int i = 0; i < s.best_depth; ++i) ++counts[s.candidates[s.best[i]].item];
}

}  // namespace quepu
