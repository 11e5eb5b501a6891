#include "reading.hpp"

#include <algorithm>

namespace quepu {

namespace {

// Which suit keys can be taken apart, and for each that can the block of its ways. Ranks in the bit set stand in for an index
// over all keys, so that the whole fits into a processor's second cache.
struct SuitTable {
    std::vector<std::uint64_t> bits = std::vector<std::uint64_t>(suit_keys / 64 + 1);
    std::vector<std::uint32_t> rank = std::vector<std::uint32_t>(suit_keys / 64 + 1);   // set bits before each word
    std::vector<std::uint32_t> first;                                                   // by rank: its first way; one more at the end
    std::vector<Packed> ways;
};

void grow(std::array<std::uint8_t, 9>& counts, std::uint32_t key, Packed packed, int sets, int from,
          std::vector<std::pair<std::uint32_t, Packed>>& out) {
    out.emplace_back(key, packed);
    if (sets == 5) return;
    for (int set = from; set < 16; ++set) {   // non-decreasing, so that each multiset of sets comes once
        const bool pung = set < 9;
        const int r = pung ? set : set - 9;
        const std::uint32_t step = pung ? 3 * powers[r] : powers[r] + powers[r + 1] + powers[r + 2];
        if (pung ? counts[r] > 1 : std::max({counts[r], counts[r + 1], counts[r + 2]}) > 3) continue;
        for (int i = 0; i < 3; ++i) ++counts[pung ? r : r + i];
        grow(counts, key + step, (packed + 1) | static_cast<Packed>(set) << (7 + 4 * sets), sets + 1, set, out);
        for (int i = 0; i < 3; ++i) --counts[pung ? r : r + i];
    }
}

SuitTable build() {
    SuitTable made;
    std::vector<std::pair<std::uint32_t, Packed>> all;
    all.reserve(150000);
    for (int pair = -1; pair < 9; ++pair) {
        std::array<std::uint8_t, 9> counts{};
        if (pair >= 0) counts[pair] = 2;
        grow(counts, pair < 0 ? 0 : 2 * powers[pair], static_cast<Packed>(pair + 1) << 3, 0, 0, all);
    }
    std::sort(all.begin(), all.end());
    made.ways.reserve(all.size());
    for (std::size_t i = 0; i < all.size(); ++i) {
        const std::uint32_t key = all[i].first;
        if (i == 0 || all[i - 1].first != key) {
            made.bits[key / 64] |= std::uint64_t{1} << key % 64;
            made.first.push_back(static_cast<std::uint32_t>(i));
        }
        made.ways.push_back(all[i].second);
    }
    made.first.push_back(static_cast<std::uint32_t>(all.size()));
    for (std::size_t w = 1; w < made.rank.size(); ++w) made.rank[w] = made.rank[w - 1] + static_cast<std::uint32_t>(std::popcount(made.bits[w - 1]));
    return made;
}

const SuitTable& table() {
    static const SuitTable built = build();
    return built;
}

Group group(Type type, Kind kind) { return {type, kind, 0, 0, status::concealed}; }

// Appends the sets of one suit; returns its pair's rank + 1.
int unpack(Packed packed, int suit, Reading& r) {
    const int sets = packed & 7;
    for (int i = 0; i < sets; ++i) {
        const int set = packed >> (7 + 4 * i) & 15;
        r.groups[r.count++] = group(set < 9 ? Type::pung : Type::chow, static_cast<Kind>(9 * suit + (set < 9 ? set : set - 9)));
    }
    return packed >> 3 & 15;
}

void read_sets(const Hand& hand, const Counts& c, const Planes& a, int size, Shape shape, std::vector<Reading>& out) {
    const int needed = size - hand.meld_count;
    if (needed < 0 || needed > 5) return;
    // Honors make only pungs and a pair.
    constexpr Kinds honors = honor_kinds;
    const Kinds honor_pairs = a.at_least[1] & ~a.at_least[2] & honors, honor_pungs = a.at_least[2] & honors;
    if (((a.at_least[0] & ~a.at_least[1]) | a.at_least[3]) & honors) return;
    // The number of a suit's tiles says whether it has the pair.
    int pairs = std::popcount(honor_pairs), tiles = 2 * pairs + 3 * std::popcount(honor_pungs);
    std::array<Span, 3> ways;
    for (int suit = 0; suit < 3; ++suit) {
        const int n = a.tiles(suit_bits << 9 * suit);
        pairs += n % 3 == 2;
        tiles += n;
        if (n % 3 == 1 || pairs > 1) return;
        ways[suit] = decompositions(c.key[suit]);
        if (ways[suit].size == 0) return;
    }
    if (pairs != 1 || tiles != 3 * needed + 2) return;
    Reading base{};
    base.shape = shape;
    base.won = -1;
    put_melds(hand, base);
    const Kind honor_pair = honor_pairs ? static_cast<Kind>(std::countr_zero(honor_pairs)) : none;
    for (int i = 0; i < ways[0].size; ++i)
        for (int j = 0; j < ways[1].size; ++j)
            for (int k = 0; k < ways[2].size; ++k) {
                Reading& r = out.emplace_back(base);
                Kind pair = honor_pair;
                if (const int x = unpack(ways[0].first[i], 0, r)) pair = static_cast<Kind>(x - 1);
                if (const int x = unpack(ways[1].first[j], 1, r)) pair = static_cast<Kind>(9 + x - 1);
                if (const int x = unpack(ways[2].first[k], 2, r)) pair = static_cast<Kind>(18 + x - 1);
                for (Kinds left = honor_pungs; left; left &= left - 1) r.groups[r.count++] = group(Type::pung, static_cast<Kind>(std::countr_zero(left)));
                r.groups[r.count++] = group(Type::pair, pair);
            }
}

void read_pairs(const Hand& hand, const Counts& c, const Planes& a, const ShapeRule& rule, std::vector<Reading>& out) {
    if (hand.meld_count || hand.held + 1 != 2 * rule.size) return;
    if ((a.at_least[0] & ~a.at_least[1]) | (a.at_least[2] & ~a.at_least[3]) || (rule.variant && a.at_least[2])) return;
    Reading r{};
    r.shape = Shape::pairs;
    r.won = -1;
    for (Kind k = 0; k < playing_kinds; ++k) {
        for (int i = 0; i < c.of[k]; i += 2) r.groups[r.count++] = group(Type::pair, k);
    }
    out.push_back(r);
}

void read_loose(const Hand& hand, const Planes& a, Shape shape, std::vector<Reading>& out) {
    if (hand.meld_count || hand.held != 13) return;
    const Kinds held = a.at_least[0];
    if (shape == Shape::orphans) {
        if (held != orphan_kinds) return;
    } else {
        const Kinds numbers = held & (bit(number_kinds) - 1);
        if (std::popcount(held) != 14 ||
            std::none_of(knitted_sets.begin(), knitted_sets.end(), [&](Kinds set) { return (numbers & ~set) == 0; }))
            return;
    }
    Reading r{};
    r.shape = shape;
    r.won = -1;
    out.push_back(r);
}

void read_knitted(const Hand& hand, const Counts& c, const Planes& a, int size, std::vector<Reading>& out) {
    if (hand.meld_count > size - 3) return;
    for (const Kinds set : knitted_sets) {
        if (set & ~a.at_least[0]) continue;
        Counts rest = c;
        for (Kinds left = set; left; left &= left - 1) rest.remove(static_cast<Kind>(std::countr_zero(left)));
        Planes left;
        for (Kind k = 0; k < playing_kinds; ++k) left.add(k, rest.of[k]);
        read_sets(hand, rest, left, size - 3, Shape::knitted, out);
    }
}

void read_claimed(const Hand& hand, int size, std::vector<Reading>& out) {
    if (hand.meld_count != size - 1) return;
    const Kind k = kind_of(hand.win);
    const auto same = std::count_if(hand.tiles.begin(), hand.tiles.begin() + hand.held, [k](Tile t) { return kind_of(t) == k; });
    for (int kong = 0; kong < 2; ++kong) {
        if (same < 2 + kong) continue;
        Reading r{};
        r.shape = Shape::claimed;
        put_melds(hand, r);
        r.won = static_cast<std::int8_t>(r.count);
        r.groups[r.count] = group(Type::pung, k);
        r.groups[r.count++].status = static_cast<std::uint16_t>(status::meld | status::won | (kong ? status::kong : 0));
        r.melds = r.count;
        out.push_back(r);
    }
}

bool take_sets(std::array<std::uint8_t, all_kinds>& c, Kind from, bool pair_needed) {
    Kind k = from;
    while (k < playing_kinds && c[k] == 0) ++k;
    if (k == playing_kinds) return !pair_needed;
    const auto attempt = [&](int a, int b, int d, bool pair) {
        c[k] = static_cast<std::uint8_t>(c[k] - a);
        if (b) c[k + 1] = static_cast<std::uint8_t>(c[k + 1] - b);
        if (d) c[k + 2] = static_cast<std::uint8_t>(c[k + 2] - d);
        const bool good = take_sets(c, k, pair);
        c[k] = static_cast<std::uint8_t>(c[k] + a);
        if (b) c[k + 1] = static_cast<std::uint8_t>(c[k + 1] + b);
        if (d) c[k + 2] = static_cast<std::uint8_t>(c[k + 2] + d);
        return good;
    };
    if (c[k] >= 3 && attempt(3, 0, 0, pair_needed)) return true;
    if (is_number(k) && rank_of(k) < 7 && c[k + 1] && c[k + 2] && attempt(1, 1, 1, pair_needed)) return true;
    return pair_needed && c[k] >= 2 && attempt(2, 0, 0, false);
}

}  // namespace

Span decompositions(std::uint32_t key) {
    const SuitTable& t = table();
    const std::uint64_t word = t.bits[key / 64];
    if (!(word >> key % 64 & 1)) return {nullptr, 0};
    const std::uint32_t rank = t.rank[key / 64] + static_cast<std::uint32_t>(std::popcount(word & ((std::uint64_t{1} << key % 64) - 1)));
    return {t.ways.data() + t.first[rank], static_cast<int>(t.first[rank + 1] - t.first[rank])};
}

bool complete(std::uint32_t key) { return table().bits[key / 64] >> key % 64 & 1; }

bool complete_sets(const Counts& counts) {
    auto c = counts.of;
    return take_sets(c, 0, true);
}

void put_melds(const Hand& hand, Reading& r) {
    for (int i = 0; i < hand.meld_count; ++i) {
        const Meld& m = hand.melds[i];
        Group g{m.way == Way::chow ? Type::chow : Type::pung, m.kind, 0, 0, status::meld};
        if (is_kong(m.way)) g.status |= status::kong;
        if (m.way == Way::added) g.status |= status::added;
        if (m.way == Way::concealed) g.status |= status::concealed;
        r.groups[r.count++] = g;
    }
    r.melds = r.count;
}

void read_hand(const Hand& hand, const Counts& c, const Planes& planes, const ShapeRule& rule, std::vector<Reading>& out) {
    switch (rule.shape) {
        case Shape::sets: return read_sets(hand, c, planes, rule.size, Shape::sets, out);
        case Shape::pairs: return read_pairs(hand, c, planes, rule, out);
        case Shape::orphans:
        case Shape::scattered: return read_loose(hand, planes, rule.shape, out);
        case Shape::knitted: return read_knitted(hand, c, planes, rule.size, out);
        case Shape::claimed: return read_claimed(hand, rule.size, out);
    }
}

}  // namespace quepu
