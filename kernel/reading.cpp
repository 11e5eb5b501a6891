#include "reading.hpp"

#include <algorithm>

namespace quepu {

const std::array<Kinds, 6> knitted_sets = [] {
    std::array<Kinds, 6> all{};
    constexpr int order[6][3] = {{0, 1, 2}, {0, 2, 1}, {1, 0, 2}, {1, 2, 0}, {2, 0, 1}, {2, 1, 0}};
    for (int i = 0; i < 6; ++i)
        for (int suit = 0; suit < 3; ++suit) all[i] |= Kinds{0x49} << (9 * suit + order[i][suit]);   // 0x49 = ranks 0, 3, 6
    return all;
}();

namespace {

// For each suit key the block of its decompositions: first in `ways`, how many, and the two bits of `complete`.
struct SuitTable {
    std::vector<std::uint32_t> index = std::vector<std::uint32_t>(suit_keys, 0);   // offset << 8 | count
    std::vector<Packed> ways;
    std::vector<std::uint64_t> bare = std::vector<std::uint64_t>(suit_keys / 64 + 1), paired = bare;
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
    for (std::size_t i = 0; i < all.size();) {
        const std::uint32_t key = all[i].first;
        const auto first = made.ways.size();
        for (; i < all.size() && all[i].first == key; ++i) {
            made.ways.push_back(all[i].second);
            ((all[i].second >> 3 & 15) ? made.paired : made.bare)[key / 64] |= std::uint64_t{1} << key % 64;
        }
        made.index[key] = static_cast<std::uint32_t>(first << 8 | (made.ways.size() - first));
    }
    return made;
}

const SuitTable& table() {
    static const SuitTable built = build();
    return built;
}

Group group(Type type, Kind kind) { return {type, kind, 0, 0, status::concealed}; }

// Honors make only pungs and a pair; false when they cannot.
bool read_honors(const Counts& c, Reading& r, int& pairs) {
    for (Kind k = number_kinds; k < playing_kinds; ++k) {
        if (c.of[k] == 3) r.groups[r.count++] = group(Type::pung, k);
        else if (c.of[k] == 2) ++pairs;
        else if (c.of[k] != 0) return false;
    }
    return pairs <= 1;
}

// Appends the sets of one suit; returns its pair's rank + 1.
int unpack(Packed packed, int suit, Reading& r) {
    const int sets = packed & 7;
    for (int i = 0; i < sets; ++i) {
        const int set = packed >> (7 + 4 * i) & 15;
        r.groups[r.count++] = group(set < 9 ? Type::pung : Type::chow, static_cast<Kind>(9 * suit + (set < 9 ? set : set - 9)));
    }
    return packed >> 3 & 15;
}

void read_sets(const Hand& hand, const Counts& c, int size, Shape shape, std::vector<Reading>& out) {
    const int needed = size - hand.meld_count;
    if (needed < 0 || needed > 5 || c.total() != 3 * needed + 2) return;
    Reading base{};
    base.shape = shape;
    base.won = -1;
    put_melds(hand, base);
    int honor_pairs = 0;
    Reading honors{};
    if (!read_honors(c, honors, honor_pairs)) return;
    Kind honor_pair = none;
    for (Kind k = number_kinds; k < playing_kinds; ++k)
        if (c.of[k] == 2) honor_pair = k;
    for (int suit = 0; suit < 3; ++suit)
        if (!complete(c.key[suit], false) && !complete(c.key[suit], true)) return;
    const Span m = decompositions(c.key[0]), p = decompositions(c.key[1]), s = decompositions(c.key[2]);
    for (int i = 0; i < m.size; ++i)
        for (int j = 0; j < p.size; ++j)
            for (int k = 0; k < s.size; ++k) {
                const int pairs = honor_pairs + ((m.first[i] >> 3 & 15) != 0) + ((p.first[j] >> 3 & 15) != 0) +
                                  ((s.first[k] >> 3 & 15) != 0);
                if (pairs != 1) continue;
                Reading r = base;
                Kind pair = honor_pair;
                if (const int x = unpack(m.first[i], 0, r)) pair = static_cast<Kind>(x - 1);
                if (const int x = unpack(p.first[j], 1, r)) pair = static_cast<Kind>(9 + x - 1);
                if (const int x = unpack(s.first[k], 2, r)) pair = static_cast<Kind>(18 + x - 1);
                for (int h = 0; h < honors.count; ++h) r.groups[r.count++] = honors.groups[h];
                r.groups[r.count++] = group(Type::pair, pair);
                out.push_back(r);
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
        read_sets(hand, rest, size - 3, Shape::knitted, out);
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
    const std::uint32_t entry = t.index[key];
    return {t.ways.data() + (entry >> 8), static_cast<int>(entry & 0xff)};
}

bool complete(std::uint32_t key, bool with_pair) {
    const SuitTable& t = table();
    return (with_pair ? t.paired : t.bare)[key / 64] >> key % 64 & 1;
}

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
        case Shape::sets: return read_sets(hand, c, rule.size, Shape::sets, out);
        case Shape::pairs: return read_pairs(hand, c, planes, rule, out);
        case Shape::orphans:
        case Shape::scattered: return read_loose(hand, planes, rule.shape, out);
        case Shape::knitted: return read_knitted(hand, c, planes, rule.size, out);
        case Shape::claimed: return read_claimed(hand, rule.size, out);
    }
}

}  // namespace quepu
