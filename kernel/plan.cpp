// Derives the fast plan of a program: which items each value of a fact leaves possible, and what still needs instructions.
#include <algorithm>
#include <map>
#include <set>

#include "program.hpp"

namespace quepu {

namespace {

// Values that a fact can take: 0 .. size - 1 after adding `shift`; size 0 = not tabulated.
struct Range {
    int size, shift;
};
Range range_of(const Fact& f) {
    switch (f.id) {
        case FactId::shape: return {6, 0};
        case FactId::by: return {3, 0};
        case FactId::context: case FactId::listed_win: case FactId::win_in: return {2, 0};
        case FactId::numbers: return {3, 0};
        case FactId::round: case FactId::suits: return {4, 0};
        case FactId::fours: case FactId::win_copies: case FactId::melds: return {8, 0};
        case FactId::count: return {9, 0};
        case FactId::seat: return {10, 0};
        case FactId::from: case FactId::fed: return {11, 1};
        case FactId::kinds: return {24, 0};
        case FactId::matches: return {std::popcount(f.mask) == 1 ? 16 : 0, 0};   // one pattern: at most ten ways among five sets
        case FactId::held: case FactId::tiles: case FactId::jokers_held: case FactId::joker_kinds: case FactId::reds: case FactId::wild: return {24, 0};
        case FactId::waits: return {35, 0};
        default: return {0, 0};
    }
}

struct Planner {
    Program& p;
    std::size_t constants, facts;

    // Facts of one family are one variable: a reading has one shape, a hand one way of winning.
    using Family = std::pair<int, int>;
    Family family(std::size_t fact) const {
        const FactId id = p.facts[fact].id;
        return id == FactId::shape || id == FactId::by ? Family{static_cast<int>(id), -1} : Family{static_cast<int>(id), static_cast<int>(fact)};
    }

    void facts_under(std::uint16_t node, std::set<std::uint16_t>& out) const {
        std::set<std::uint16_t> seen;
        facts_under(node, out, seen);
    }
    void facts_under(std::uint16_t node, std::set<std::uint16_t>& out, std::set<std::uint16_t>& seen) const {
        if (node < constants || !seen.insert(node).second) return;
        if (node < constants + facts) {
            out.insert(static_cast<std::uint16_t>(node - constants));
            return;
        }
        const Instruction& x = p.code[node - constants - facts];
        for (int i = 0; i < operands(x.op); ++i) facts_under(i == 0 ? x.a : i == 1 ? x.b : x.c, out, seen);
    }

    // How many steps a lazy evaluation may take, cut at `limit`.
    int steps(std::uint16_t node, int limit) const {
        if (node < constants + facts || limit <= 0) return 1;
        const Instruction& x = p.code[node - constants - facts];
        int n = 1;
        for (int i = 0; i < operands(x.op) && n < limit; ++i) n += steps(i == 0 ? x.a : i == 1 ? x.b : x.c, limit - n);
        return n;
    }

    static int operands(Op op) { return op == Op::negate ? 1 : op == Op::pick ? 3 : 2; }

    // The node's value when the variable has value x.
    std::int32_t with(std::uint16_t node, const Family& variable, int x) const {
        std::map<std::uint16_t, std::int32_t> known;
        return with(node, variable, x, known);
    }
    std::int32_t with(std::uint16_t node, const Family& variable, int x, std::map<std::uint16_t, std::int32_t>& known) const {
        if (node < constants) return p.constants[node];
        if (node < constants + facts) {
            const Fact& f = p.facts[node - constants];
            return variable.second < 0 ? x == f.p[0] : x;
        }
        if (const auto found = known.find(node); found != known.end()) return found->second;
        const Instruction& i = p.code[node - constants - facts];
        const std::int32_t a = with(i.a, variable, x, known), b = operands(i.op) > 1 ? with(i.b, variable, x, known) : 0,
                           c = operands(i.op) > 2 ? with(i.c, variable, x, known) : 0;
        return known[node] = apply(i.op, a, b, c);
    }

    void conjuncts(std::uint16_t node, std::vector<std::uint16_t>& out) const {
        std::set<std::uint16_t> seen;
        conjuncts(node, out, seen);
    }
    void conjuncts(std::uint16_t node, std::vector<std::uint16_t>& out, std::set<std::uint16_t>& seen) const {
        if (!seen.insert(node).second) return;
        if (node >= constants + facts && p.code[node - constants - facts].op == Op::both) {
            conjuncts(p.code[node - constants - facts].a, out, seen);
            conjuncts(p.code[node - constants - facts].b, out, seen);
        } else {
            out.push_back(node);
        }
    }

    Level level_of(std::uint16_t fact) const { return fact_infos[static_cast<int>(p.facts[fact].id)].level; }

    void need(std::uint16_t node, std::set<std::uint16_t>& needed) const {
        if (node < constants || !needed.insert(node).second || node < constants + facts) return;
        const Instruction& x = p.code[node - constants - facts];
        for (int i = 0; i < operands(x.op); ++i) need(i == 0 ? x.a : i == 1 ? x.b : x.c, needed);
    }

    // The values below the payers' level that a node reads.
    void keep(std::uint16_t node, std::set<std::uint16_t>& kept) const {
        if (node < constants) return;
        const auto payer_facts = constants + p.fact_start[static_cast<int>(Level::payer)];
        const auto payer_code = constants + facts + p.code_start[static_cast<int>(Level::payer)];
        if (node < constants + facts ? node < payer_facts : node < payer_code) {
            kept.insert(node);
        } else if (node >= payer_code) {
            const Instruction& x = p.code[node - constants - facts];
            for (int i = 0; i < operands(x.op); ++i) keep(i == 0 ? x.a : i == 1 ? x.b : x.c, kept);
        }
    }

    void selectors() {
        Plan& plan = p.plan;
        std::map<std::pair<std::uint32_t, std::uint32_t>, std::uint16_t> bits;
        plan.selector_of.assign(facts, 0);
        for (std::size_t i = 0; i < facts; ++i) {
            if (p.facts[i].id != FactId::count) continue;
            const Selector& s = p.facts[i].selector;
            plan.selector_of[i] = bits.try_emplace({s.first, s.last}, static_cast<std::uint16_t>(bits.size())).first->second;
        }
        plan.ready = bits.size() <= 128;
        if (!plan.ready) return;
        plan.by_kind.assign(3 * 64, {});
        plan.by_low.assign(64, {});
        plan.by_high.assign(64, {});
        for (const auto& [range, b] : bits) {
            for (auto c = range.first; c < range.second; ++c) {
                if (c > range.first) {
                    plan.more.emplace_back(b, static_cast<std::uint16_t>(c));
                    continue;
                }
                const Clause& clause = p.clauses[c];
                const std::uint64_t one = std::uint64_t{1} << b % 64;
                for (int k = 0; k < 64; ++k) {
                    if (clause.chow >> k & 1) plan.by_kind[k][b / 64] |= one;
                    if (clause.pung >> k & 1) plan.by_kind[64 + k][b / 64] |= one;
                    if (clause.pair >> k & 1) plan.by_kind[128 + k][b / 64] |= one;
                }
                for (int s = 0; s < 64; ++s) {
                    if ((s & clause.mask & 63) == (clause.want & 63)) plan.by_low[s][b / 64] |= one;
                    if ((s & clause.mask >> 6) == clause.want >> 6) plan.by_high[s][b / 64] |= one;
                }
            }
        }
    }

    // The item whose own condition this one denies: its presence is looked up instead. (Only items that hang on no other.)
    std::uint16_t forbidden_by(std::uint16_t part, std::size_t me) const {
        if (part < constants + facts || p.code[part - constants - facts].op != Op::negate) return 0xffff;
        const auto node = p.code[part - constants - facts].a;
        for (std::size_t i = 0; i < me; ++i)   // earlier ones only: what they hang on is known
            if (!p.items[i].alone && !p.items[i].once && p.items[i].when == node && p.items[i].each < constants && p.constants[p.items[i].each] > 0 &&
                p.plan.unless[i] == 0xffff)
                return static_cast<std::uint16_t>(i);
        return 0xffff;
    }

    bool is_at_least_one(const Instruction& x) const {
        return x.op == Op::ge && x.a >= constants && x.a < constants + facts && x.b < constants && p.constants[x.b] == 1;
    }

    // "matches of my patterns >= 1", which a match answers without being counted.
    bool is_own_match(const Item& t, std::uint16_t part) const {
        std::set<std::uint16_t> under;
        facts_under(part, under);
        return under.size() == 1 && p.facts[*under.begin()].id == FactId::matches && p.facts[*under.begin()].mask == t.patterns &&
               part >= constants + facts && is_at_least_one(p.code[part - constants - facts]);
    }

    bool asks_won(const Fact& f) const {
        constexpr std::uint16_t bits = status::won | status::won_middle | status::won_edge | status::joker_wait;
        if (f.id == FactId::matches) {
            for (std::size_t i = 0; i < p.patterns.size(); ++i)
                if (f.mask >> i & 1)
                    for (auto c = p.patterns[i].where.first; c < p.patterns[i].where.last; ++c)
                        if (p.clauses[c].mask & bits) return true;
            return false;
        }
        if (f.id == FactId::count)
            for (auto c = f.selector.first; c < f.selector.last; ++c)
                if (p.clauses[c].mask & bits) return true;
        return false;
    }

    void tabulate(std::uint16_t fact, const std::map<int, ItemSet>& killed) {
        Plan& plan = p.plan;
        const Fact& f = p.facts[fact];
        Range range = range_of(f);
        const auto dead = [&](int value) { return killed.count(value) ? killed.at(value) : ItemSet{}; };
        ItemSet about;
        for (const auto& [value, items] : killed) about |= items;
        bool any_only = f.id == FactId::tiles;   // whether all positive values leave the same
        for (int value = 2; value < range.size && any_only; ++value) any_only = dead(value).words == dead(1).words;
        if (any_only) range.size = 2;
        bool single_only = f.id == FactId::waits;   // whether more than two waits are like two
        for (int value = 3; value < range.size && single_only; ++value) single_only = dead(value).words == dead(2).words;
        if (single_only) range.size = 3;
        const auto table = static_cast<std::uint32_t>(plan.possible.size());
        for (int value = 0; value < range.size; ++value) plan.possible.push_back(ItemSet{{~std::uint64_t{0}, ~std::uint64_t{0}}}.without(dead(value)));
        const Variable x{fact, static_cast<std::uint8_t>(range.size), static_cast<std::uint8_t>(range.shift), table, about};
        switch (f.id) {
            case FactId::count: {
                if (asks_won(f)) plan.about_won |= about;
                const auto selector = plan.selector_of[fact];
                plan.counts[selector] = table;
                for (int value = 1; value < range.size; ++value)
                    if (dead(value).any()) plan.exact[selector / 64] |= std::uint64_t{1} << selector % 64;
                return;
            }
            case FactId::tiles: return plan.tiles.push_back({f.mask, table, any_only});
            case FactId::waits: return plan.late.push_back(x);
            case FactId::context:
                plan.no_context = plan.no_context.without(dead(0));
                return plan.context.emplace_back(static_cast<std::uint8_t>(f.p[0]), table), void();
            default: plan.variables[static_cast<int>(level_of(fact))].push_back(x);
        }
    }

    void run() {
        Plan& plan = p.plan;
        selectors();
        std::map<Family, std::map<int, ItemSet>> kills;   // variable → value → items made impossible
        std::map<Family, std::uint16_t> first_fact;
        std::set<std::uint16_t> needed;
        plan.residual.resize(p.items.size());
        plan.unless.assign(p.items.size(), 0xffff);
        plan.groups.resize(p.groups.size());
        for (std::size_t g = 0; g < p.groups.size(); ++g) {
            if (p.groups[g].highest) plan.highest.push_back(static_cast<std::uint8_t>(g));
            if (p.groups[g].unless >= 0) plan.silenced.push_back(static_cast<std::uint8_t>(g));
        }
        for (std::size_t i = 0; i < p.items.size(); ++i) {
            const Item& t = p.items[i];
            plan.groups[t.group].set(i);
            if (!t.turns.empty()) plan.turning.set(i);
            if (!t.takes.empty()) plan.taking.set(i);
            const bool never = t.each < constants && p.constants[t.each] <= 0;
            if (t.alone) plan.alone.set(i);
            else if (!never) plan.all.set(i);
            std::vector<std::uint16_t> parts;
            conjuncts(t.when, parts);
            if (t.alone) {
                need(t.when, needed);
                parts.clear();
            }
            if (t.once && !t.alone) {         // present when one of its patterns matches; how often it counts is chosen later
                plan.once.set(i);
                for (std::size_t k = 0; k < p.patterns.size(); ++k)
                    if (t.patterns >> k & 1) plan.by_pattern[k].set(i);
                std::vector<std::uint16_t> rest;
                for (const auto part : parts)
                    if (!is_own_match(t, part)) rest.push_back(part);
                parts = rest;
            }
            const bool counted = t.each >= constants && (!t.once || t.alone);
            if (counted) {
                plan.counted.set(i);
                need(t.each, needed);
            }
            need(t.value, needed);
            for (const std::uint16_t part : parts) {
                std::set<std::uint16_t> under;
                facts_under(part, under);
                if (under.empty() && part < constants && p.constants[part]) continue;   // always
                std::set<Family> families;
                for (const auto f : under) families.insert(family(f));
                if (const auto other = forbidden_by(part, i); families.size() > 1 && other != 0xffff && plan.unless[i] == 0xffff) {
                    plan.unless[i] = other;
                    plan.has_unless.set(i);
                    continue;
                }
                const Range range = families.size() == 1 ? range_of(p.facts[*under.begin()]) : Range{0, 0};
                if (range.size == 0) {
                    plan.residual[i].push_back(part);
                    plan.has_residual.set(i);
                    if (steps(part, 100) >= 100) need(part, needed);   // too long to be walked again and again
                    for (const auto f : under)
                        if (asks_won(p.facts[f])) plan.about_won.set(i);
                    continue;
                }
                const Family variable = *families.begin();
                first_fact.try_emplace(variable, *under.begin());
                for (int x = 0; x < range.size; ++x)
                    if (!with(part, variable, x - range.shift)) kills[variable][x].set(i);
            }
            if (counted && t.each < constants + facts) {   // a bare fact as count: none of it, no item
                const auto fact = static_cast<std::uint16_t>(t.each - constants);
                const Range range = range_of(p.facts[fact]);
                if (range.size && family(fact).second >= 0 && range.shift == 0) {
                    first_fact.try_emplace(family(fact), fact);
                    kills[family(fact)][0].set(i);
                }
            }
        }
        int place = 60;   // two bits an item: nothing counts more than three times among five sets
        plan.once.each([&](std::size_t i) {
            plan.once_key[i] = std::uint64_t{1} << std::max(place, 0);
            place -= 2;
        });
        plan.no_context = plan.all;
        plan.counts.assign(128, ~0u);
        for (const auto& [variable, by_value] : kills) tabulate(first_fact[variable], by_value);
        std::size_t selectors = 0;
        for (std::size_t i = 0; i < 128; ++i)
            if (plan.counts[i] != ~0u) selectors = i + 1;
        plan.none.resize((selectors + 7) / 8);
        for (std::size_t chunk = 0; chunk < plan.none.size(); ++chunk)
            for (unsigned some = 0; some < 256; ++some) {
                ItemSet left{{~std::uint64_t{0}, ~std::uint64_t{0}}};
                for (std::size_t i = 0; i < 8; ++i)
                    if (!(some >> i & 1) && plan.counts[8 * chunk + i] != ~0u) left &= plan.possible[plan.counts[8 * chunk + i]];
                plan.none[chunk][some] = left;
            }
        for (const auto& s : p.shapes) need(s.when, needed);
        for (const auto& r : p.requirements) need(r.node, needed);
        for (const auto& x : p.payments) need(x.when, needed), need(x.who, needed), need(x.amount, needed);
        for (const auto n : p.figures) need(n, needed);
        for (const auto n : p.rank) need(n, needed);
        need(p.any_win, needed), need(p.total, needed);
        std::set<std::uint16_t> kept;
        for (const auto& x : p.payments) keep(x.when, kept), keep(x.who, kept), keep(x.amount, kept);
        for (const auto n : p.figures) keep(n, kept);
        keep(p.total, kept);
        plan.kept.assign(kept.begin(), kept.end());
        plan.known.assign(static_cast<std::size_t>(p.value_count()), false);
        for (const auto n : needed) plan.known[n] = true;
        for (const auto& t : p.patterns)   // sets that must not hold the winning tile: every match may hang on it
            for (auto c = t.where.first; c < t.where.last; ++c)
                plan.won_elsewhere = plan.won_elsewhere || p.clauses[c].mask & (status::won | status::won_middle | status::won_edge | status::joker_wait);
        for (const auto n : needed) {
            if (n < constants) continue;
            if (n < constants + facts) {
                plan.won_elsewhere = plan.won_elsewhere || asks_won(p.facts[n - constants]);
                plan.facts[static_cast<int>(level_of(static_cast<std::uint16_t>(n - constants)))].push_back(static_cast<std::uint16_t>(n - constants));
                continue;
            }
            const auto c = static_cast<std::uint16_t>(n - constants - facts);
            int level = 0;
            while (c >= p.code_start[level + 1]) ++level;
            plan.code[level].push_back(c);
        }
    }
};

}  // namespace

void prepare_plan(Program& p) { Planner{p, p.constants.size(), p.facts.size()}.run(); }

}  // namespace quepu
