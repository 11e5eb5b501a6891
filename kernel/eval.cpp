#include "eval.hpp"

#include <algorithm>

namespace quepu {

// Pure-joker groups may stand for anything; kinds that no selector, pattern or class of tiles tells apart share one entry.
void prepare_wild(Program& p) {
    if (!p.jokers) return;
    // `choosing`: what a joker group may stand for, so the status that its kind will have counts too.
    const auto key = [&](Type type, Kind kind, bool choosing) {
        std::vector<std::uint64_t> k;
        const Kinds tiles = type == Type::chow ? Kinds{7} << kind : bit(kind);
        for (const Clause& c : p.clauses) {
            const Kinds allowed = type == Type::chow ? c.chow : type == Type::pung ? c.pung : c.pair;
            k.push_back(allowed >> kind & 1);
            if (!choosing) continue;
            if (c.mask & status::joker_suit) k.push_back(static_cast<std::uint64_t>(suit_of(kind)));
            if (c.mask & (status::seat_wind | status::round_wind | status::win_kind)) k.push_back(kind);
        }
        for (const Pattern& t : p.patterns) {
            bool part = t.type == type && is_number(kind);
            if (part && t.start >= 0)
                part = std::any_of(t.step.begin(), t.step.begin() + t.n, [&](int step) { return rank_of(kind) == t.start + step; });
            k.push_back(part ? std::uint64_t{1} + kind : 0);
        }
        for (const Fact& f : p.facts) {
            if (f.id == FactId::suits) k.push_back(static_cast<std::uint64_t>(suit_of(kind)));
            if (f.id == FactId::tiles) k.push_back(static_cast<std::uint64_t>(std::popcount(tiles & f.mask)) * (type == Type::chow ? 1 : 3));
            if (f.id == FactId::kinds || f.id == FactId::fours) k.push_back(tiles & f.mask);
            if (f.id == FactId::listed_next) k.push_back(kind);
        }
        return k;
    };
    p.tells_wild = std::any_of(p.facts.begin(), p.facts.end(), [](const Fact& f) { return f.id == FactId::wild; });
    const auto classes = [&](Type type, std::vector<Kind>& out) {
        std::vector<std::vector<std::uint64_t>> choices, seen;
        for (Kind k = 0; k < playing_kinds; ++k) {
            if (!(p.allowed >> k & 1) || (type == Type::chow && (!is_number(k) || rank_of(k) > 6))) continue;
            auto mine = key(type, k, false), choice = key(type, k, true);
            if (p.tells_wild) mine.push_back(k), choice.push_back(k);
            const auto found = std::find(seen.begin(), seen.end(), mine);
            p.wild_class[static_cast<int>(type)][k] = static_cast<std::uint16_t>(found - seen.begin());
            if (found == seen.end()) seen.push_back(std::move(mine));
            if (std::find(choices.begin(), choices.end(), choice) != choices.end()) continue;
            choices.push_back(std::move(choice));
            out.push_back(k);
        }
    };
    classes(Type::chow, p.wild.chows), classes(Type::pung, p.wild.pungs), classes(Type::pair, p.wild.pairs);
    if (p.wild.pairs.empty()) p.wild.pairs.push_back(0);
}

bool Evaluator::refuse(Score& out) const {
    const auto say = [&](Status s, int detail) {
        out.status = s, out.detail = detail;
        return true;
    };
    if (const Kinds foreign = (whole.at_least[0] | joker_tiles) & ~p.allowed) return say(Status::foreign_tile, std::countr_zero(foreign));
    for (int i = 0; i < h.meld_count; ++i) {
        const Meld& m = h.melds[i];
        if (!(p.meld_ways >> static_cast<int>(m.way) & 1)) return say(Status::foreign_meld, i);
        if (m.way == Way::chow && !p.chow_any_seat && m.from >= 0 && m.from != (h.seat + p.seats - 1) % p.seats) return say(Status::chow_seat, i);
        if (!p.jokers_in_melds && (m.jokers || (m.way != Way::concealed && joker_mask & (m.way == Way::chow ? Kinds{7} << m.kind : bit(m.kind)))))
            return say(Status::joker_meld, i);
    }
    if (!(p.win_ways >> static_cast<int>(h.by) & 1)) return say(Status::foreign_way, static_cast<int>(h.by));
    return false;
}

void Evaluator::count_tiles() {
    held = Counts{};
    whole = Planes{};
    whole.used = p.jokers ? 8 : 4;
    wild = p.imagined;
    waits_ = {-1, -1, -1, -1};
    joker_tiles = 0;
    const auto is_joker = [&](Kind k) { return joker_mask >> k & 1; };
    for (int i = 0; i < h.held; ++i) {
        const Kind k = kind_of(h.tiles[i]);
        if (is_joker(k)) ++wild, joker_tiles |= bit(k);
        else held.add(k), whole.add(k);
    }
    concealed = held;
    held_planes = whole;
    const Kind win = kind_of(h.win);
    if (is_joker(win)) ++wild, joker_tiles |= bit(win);
    else concealed.add(win), whole.add(win);
    own = whole;
    for (int i = 0; i < h.meld_count; ++i) {
        const Meld& m = h.melds[i];
        if (m.way == Way::chow) {
            for (int t = 0; t < 3; ++t) whole.add(static_cast<Kind>(m.kind + t));
        } else {
            whole.add(m.kind, is_kong(m.way) ? 4 : 3);
            if (is_kong(m.way)) whole.kongs |= bit(m.kind);
        }
    }
    literal = whole;
}

void Evaluator::run_level(Level level) {
    if (fast) return run_level_fast(level);
    const int l = static_cast<int>(level);
    const auto base = p.constants.size();
    for (int i = p.fact_start[l]; i < p.fact_start[l + 1]; ++i) v[base + i] = fact(p.facts[i], current, payer_);
    auto out = base + p.facts.size() + p.code_start[l];
    for (int i = p.code_start[l]; i < p.code_start[l + 1]; ++i) {
        const Instruction& x = p.code[i];
        v[out++] = apply(x.op, v[x.a], v[x.b], v[x.c]);
    }
}

inline int Evaluator::count_of(unsigned selector) const {
    const unsigned w = selector / 64, s = selector % 64;
    return static_cast<int>((planes[0][w] >> s & 1) | (planes[1][w] >> s & 1) << 1 | (planes[2][w] >> s & 1) << 2 | (planes[3][w] >> s & 1) << 3);
}

// A condition that few items need: evaluated when one of them is still possible.
std::int32_t Evaluator::lazily(std::uint16_t node) const {
    const auto constants = p.constants.size(), facts = p.facts.size();
    if (node < constants) return p.constants[node];
    if (p.plan.known[node]) return v[node];
    if (node < constants + facts) {
        const auto i = node - constants;
        const Fact& f = p.facts[i];
        return f.id == FactId::count ? count_of(p.plan.selector_of[i]) : fact(f, current, payer_);
    }
    const Instruction& x = p.code[node - constants - facts];
    if (x.op == Op::both) return lazily(x.a) && lazily(x.b);
    if (x.op == Op::either) return lazily(x.a) || lazily(x.b);
    if (x.op == Op::negate) return !lazily(x.a);
    if (x.op == Op::pick) return lazily(x.a) ? lazily(x.b) : lazily(x.c);
    return apply(x.op, lazily(x.a), lazily(x.b), 0);
}

inline int Evaluator::value(const Variable& x, const Reading* r) const {
    const Fact& f = p.facts[x.fact];
    if (f.id == FactId::shape) return static_cast<int>(r->shape);
    if (f.id == FactId::by) return static_cast<int>(h.by);
    return fact(f, r, payer_) + x.shift;
}

void Evaluator::run_level_fast(Level level) {
    const int l = static_cast<int>(level);
    const auto base = p.constants.size(), code = base + p.facts.size();
    if (level == Level::hand) {
        possible_hand = p.plan.no_context;
        if (h.context) {
            possible_hand = p.plan.all;
            for (const auto& [word, table] : p.plan.context) possible_hand &= p.plan.possible[table + (h.context >> word & 1u)];
        }
        narrow(p.plan.variables[0], possible_hand, nullptr);
    } else if (level == Level::tiles) {
        possible_tiles = possible_hand;
        narrow(p.plan.variables[1], possible_tiles, current);
        for (const TilesVariable& x : p.plan.tiles)
            possible_tiles &= p.plan.possible[x.table + static_cast<unsigned>(x.any ? (whole.at_least[0] & x.mask) != 0 : whole.tiles(x.mask))];
    }
    for (const auto i : p.plan.facts[l]) {
        const Fact& f = p.facts[i];
        if (f.id == FactId::count) {
            v[base + i] = count_of(p.plan.selector_of[i]);
        } else {
            v[base + i] = fact(f, current, payer_);
        }
    }
    for (const auto i : p.plan.code[l]) {
        const Instruction& x = p.code[i];
        v[code + i] = apply(x.op, v[x.a], v[x.b], v[x.c]);
    }
}

// Leaves only the items that the values of these facts allow.
void Evaluator::narrow(const std::vector<Variable>& variables, ItemSet& possible, const Reading* r) {
    for (const Variable& x : variables)
        possible &= p.plan.possible[x.table + static_cast<unsigned>(std::clamp(value(x, r), 0, x.size - 1))];
}

// Counts, for all selectors at once, how many groups each selects: one bit a selector, the count in binary over four words.
void Evaluator::group_bits(const Reading& r) {
    planes = {};
    for (int i = 0; i < r.count; ++i) {
        const Group& g = r.groups[i];
        const auto& kind = p.plan.by_kind[static_cast<std::size_t>(g.type) * 64 + g.kind];
        const auto& low = p.plan.by_low[g.status & 63];
        const auto& high = p.plan.by_high[g.status >> 6 & 63];
        std::array<std::uint64_t, 2> hit = {kind[0] & low[0] & high[0], kind[1] & low[1] & high[1]};
        for (const auto& [selector, clause] : p.plan.more)
            if (p.clauses[clause].matches(g)) hit[selector / 64] |= std::uint64_t{1} << selector % 64;
        for (int w = 0; w < 2; ++w) {
            std::uint64_t carry = hit[w];
            for (int b = 0; b < 4; ++b) {
                const std::uint64_t next = planes[b][w] & carry;
                planes[b][w] ^= carry;
                carry = next;
            }
        }
    }
}

void Evaluator::run(Score& out, bool with_payments) {
    fast = !traces_ && p.plan.ready;
    out.line_count = 0, out.total = 0, out.detail = 0, out.win = kind_of(h.win);
    out.reading = Reading{};
    out.figures.fill(0), out.payments.fill(0), out.house.fill(0);
    ++scratch_.evaluation;
    scratch_.kept.resize(p.plan.kept.size());
    for (const Kind k : h.jokers)
        if (k < playing_kinds && p.jokers) {
            joker_mask |= bit(k);
            if (is_number(k)) joker_suit = suit_of(k);
        }
    if (scratch_.program != p.id) std::copy(p.constants.begin(), p.constants.end(), v.begin()), scratch_.program = p.id;
    count_tiles();
    if (refuse(out)) return;
    run_level(Level::hand);
    if (v[p.any_win]) {
        Kinds tried = 0;
        const Hand dealt = h;
        for (int i = -1; i < dealt.held; ++i) {
            h = dealt;
            if (i >= 0) std::swap(h.win, h.tiles[i]);
            if (tried & bit(kind_of(h.win))) continue;
            tried |= bit(kind_of(h.win));
            count_tiles();
            run_level(Level::hand);
            read_all();
        }
    } else {
        read_all();
    }
    if (!best.any) {
        out.status = Status::no_shape;
        out.detail = 0;
        return;
    }
    out.status = best.legal ? Status::win : Status::refused;
    out.detail = best.failed;
    for (std::size_t i = 0; i < p.plan.kept.size(); ++i) v[p.plan.kept[i]] = scratch_.kept[i];
    out.reading = best.reading;
    out.win = best.win;
    top->written.each([&](std::size_t i) {
        if (top->counts[i]) out.lines[out.line_count++] = {static_cast<std::uint16_t>(i), top->counts[i], top->amounts[i]};
    });
    now->clear(), top->clear();
    out.total = v[p.total];
    for (std::size_t i = 0; i < p.figures.size(); ++i) out.figures[i] = v[p.figures[i]];
    if (with_payments) pay(out);
}

void Evaluator::read_all() {
    readings.clear();
    for (const ShapeEntry& s : p.shapes) {
        if (!v[s.when]) continue;
        if (wild) read_hand_wild(h, concealed, wild, s.rule, p.wild, readings);
        else read_hand(h, concealed, own, s.rule, readings);
    }
    if (readings.empty()) return;
    run_level(Level::tiles);
    place_matters_ = -1;
    for (Reading& r : readings) place(r);
}

// Whether an item that asks where the winning tile lies is still possible, whatever the reading: waits known by now may deny it.
bool Evaluator::place_matters() {
    if (place_matters_ >= 0) return place_matters_;
    if (!fast || wild || p.plan.won_elsewhere) return (place_matters_ = true);
    ItemSet asking = possible_tiles & p.plan.about_won;
    for (const Variable& x : p.plan.late)
        if ((asking & x.about).any()) asking &= p.plan.possible[x.table + static_cast<unsigned>(x.size == 3 ? waits(p.facts[x.fact].p[0], 2) : value(x, current))];
    return (place_matters_ = asking.any());
}

// Marks what is true of every group, then considers each place that the winning tile may take.
void Evaluator::place(Reading& r) {
    const Kind win = kind_of(h.win);
    const bool win_is_joker = joker_mask >> win & 1;
    const Kind seat_wind = static_cast<Kind>(number_kinds + h.seat);
    for (int i = 0; i < r.count; ++i) {
        Group& g = r.groups[i];
        if (g.type != Type::chow && g.kind == seat_wind) g.status |= status::seat_wind;
        if (g.type != Type::chow && g.kind == h.round) g.status |= status::round_wind;
        if (g.type != Type::chow && g.kind == win) g.status |= status::win_kind;
        if (joker_suit >= 0 && suit_of(g.kind) == joker_suit) g.status |= status::joker_suit;
    }
    if (wild && fast && seen_before(r, false)) return;
    if (r.shape == Shape::claimed || r.shape == Shape::orphans || r.shape == Shape::scattered) return consider(r);
    int in_groups = 0, tried = 0;          // tried: bit 0 places alike, bit 1 a pung that another's tile completes
    for (int i = r.melds; i < r.count; ++i) {
        Group& g = r.groups[i];
        if (!wild && (g.type == Type::chow ? static_cast<unsigned>(win - g.kind) > 2 : win != g.kind)) continue;
        const int size = g.type == Type::pair ? 2 : 3;
        for (int at = 0; at < size; ++at) {
            const Kind k = static_cast<Kind>(g.type == Type::chow ? g.kind + at : g.kind);
            const bool joker = g.wild >> at & 1;
            if (win_is_joker ? !joker : (joker || k != win)) continue;
            ++in_groups;
            // the same tile of an equal group, or another equal tile of this one, is the same reading
            bool seen = g.type != Type::chow && at > 0 && ((g.wild >> (at - 1) & 1) == joker);
            for (int j = r.melds; j < i && !seen; ++j)
                seen = r.groups[j].type == g.type && r.groups[j].kind == g.kind && r.groups[j].wild == g.wild;
            if (seen) continue;
            if (tried && !place_matters()) {   // then only a pung that another's tile completes differs from other places
                const bool pung = h.by != By::self && g.type == Type::pung;
                if (tried >> pung & 1) continue;
            }
            tried |= 1 << (h.by != By::self && g.type == Type::pung);
            const std::uint16_t before = g.status;
            g.status |= status::won;
            if (g.type == Type::chow && at == 1) g.status |= status::won_middle;
            if (g.type == Type::chow && ((at == 2 && rank_of(g.kind) == 0) || (at == 0 && rank_of(g.kind) == 6))) g.status |= status::won_edge;
            if ((g.wild | 1 << at) == (1 << size) - 1 && g.wild != 0) g.status |= status::joker_wait;
            if (h.by != By::self) g.status &= static_cast<std::uint16_t>(~status::concealed);
            r.won = static_cast<std::int8_t>(i), r.won_position = static_cast<std::int8_t>(at);
            consider(r);
            g.status = before;
        }
    }
    r.won = -1, r.won_position = 0;
    if (r.shape == Shape::knitted && in_groups < concealed.of[win]) consider(r);
}

void Evaluator::consider(const Reading& r) {
    if (wild && fast && seen_before(r, true)) return;
    evaluate(r);
    int failed = -1;
    for (std::size_t i = 0; i < p.requirements.size() && failed < 0; ++i)
        if (!v[p.requirements[i].node]) failed = static_cast<int>(i);
    const bool legal = failed < 0;
    if (traces_ && traces_->size() < most_) {
        Trace t{};
        t.status = legal ? Status::win : Status::refused;
        t.detail = failed, t.total = v[p.total];
        t.reading = r, t.win = kind_of(h.win);
        t.counts.assign(now->counts.begin(), now->counts.begin() + static_cast<long>(p.items.size()));
        t.amounts.assign(now->amounts.begin(), now->amounts.begin() + static_cast<long>(p.items.size()));
        t.values.assign(v.begin(), v.begin() + p.value_count());
        for (const auto node : p.rank) t.rank.push_back(v[node]);
        t.present = present, t.excluded = excluded;
        traces_->push_back(std::move(t));
    }
    bool better = !best.any || (legal && !best.legal);
    if (!better && legal == best.legal) {
        int order = 0;
        for (std::size_t i = 0; i < p.rank.size() && order == 0; ++i) order = v[p.rank[i]] < best.rank[i] ? -1 : v[p.rank[i]] > best.rank[i];
        if (order == 0) order = compare_counts();
        better = order > 0;
    }
    if (!better) return;
    best.any = true, best.legal = legal, best.failed = failed;
    for (std::size_t i = 0; i < p.rank.size(); ++i) best.rank[i] = v[p.rank[i]];
    best.reading = r, best.win = h.win;
    std::swap(now, top);
    for (std::size_t i = 0; i < p.plan.kept.size(); ++i) scratch_.kept[i] = v[p.plan.kept[i]];
}

// Readings with jokers come by the thousand; those that the program cannot tell apart are looked at once. Two looks: before
// the winning tile is placed (what matters is where it could lie) and after.
bool Evaluator::seen_before(const Reading& r, bool placed) {
    const auto mix = [](std::uint64_t x) {
        x = (x ^ x >> 31) * 0x7fb5d329728ea185;
        return (x ^ x >> 27) * 0x81dadef4bc2dd44d;
    };
    const Kind win = kind_of(h.win);
    std::uint64_t signature = mix(static_cast<std::uint64_t>(r.shape) << 32 | static_cast<std::uint64_t>(h.win) << 8 | (r.won < 0) << 1 | placed);
    for (int i = r.melds; i < r.count; ++i) {
        const Group& g = r.groups[i];
        const int at = g.type == Type::chow ? win - g.kind : win == g.kind ? 0 : -1;
        const bool holds = at >= 0 && at < 3 && suit_of(win) == suit_of(g.kind);
        signature += mix(static_cast<std::uint64_t>(g.type) << 48 | static_cast<std::uint64_t>(p.wild_class[static_cast<int>(g.type)][g.kind]) << 24 |
                         static_cast<std::uint64_t>(p.tells_wild || !placed ? g.wild : 0) << 16 | g.status |
                         (placed || !holds ? 0 : static_cast<std::uint64_t>(1 + at) << 52));
    }
    std::size_t at = signature >> 51;
    for (int tries = 0; tries < 16; ++tries, at = (at + 1) % scratch_.seen.size()) {
        if (scratch_.seen_at[at] != scratch_.evaluation) {
            scratch_.seen_at[at] = scratch_.evaluation, scratch_.seen[at] = signature;
            return false;
        }
        if (scratch_.seen[at] == signature) return true;
    }
    return false;
}

// Of equal readings the one that has more of the first item, in table order, in which they differ.
int Evaluator::compare_counts() const {
    int order = 0;
    ItemSet either = now->written;
    either |= top->written;
    either.each([&](std::size_t i) {
        if (order == 0) order = now->counts[i] < top->counts[i] ? -1 : now->counts[i] > top->counts[i];
    });
    return order;
}

void Evaluator::evaluate(const Reading& r) {
    current = &r;
    const bool as_read = wild || r.shape == Shape::claimed;
    if (as_read) {     // the tiles are what the reading takes them for
        whole = Planes{};
        whole.used = literal.used;
        for (int i = 0; i < r.count; ++i) {
            const Group& g = r.groups[i];
            if (g.type == Type::chow)
                for (int t = 0; t < 3; ++t) whole.add(static_cast<Kind>(g.kind + t), 1);
            else
                whole.add(g.kind, g.type == Type::pair ? 2 : g.status & status::kong ? 4 : 3);
            if (g.status & status::kong) whole.kongs |= bit(g.kind);
        }
        run_level(Level::tiles);
    }
    if (!p.patterns.empty()) match_patterns(p, r, matches);
    if (fast) group_bits(r);
    run_level(Level::reading);
    fast ? present_fast(r) : present_plain();
    settle_items();
    run_level(Level::items);
    if (as_read) whole = literal;
}

// Presence straight from the instructions: the way that traces take.
void Evaluator::present_plain() {
    present = {};
    for (std::size_t i = 0; i < p.items.size(); ++i)
        if (!p.items[i].alone && v[p.items[i].when] && v[p.items[i].each] > 0) present.set(i);
}

// The same through the plan.
void Evaluator::present_fast(const Reading& r) {
    ItemSet possible = possible_tiles;
    if (p.any_once) {
        ItemSet matched;
        for (int i = 0; i < matches.size; ++i) matched |= p.plan.by_pattern[matches.found[i].pattern];
        possible &= possible.without(p.plan.once.without(matched));
    }
    const std::array<std::uint64_t, 2> some = {planes[0][0] | planes[1][0] | planes[2][0] | planes[3][0], planes[0][1] | planes[1][1] | planes[2][1] | planes[3][1]};
    for (std::size_t chunk = 0; chunk < p.plan.none.size(); ++chunk) possible &= p.plan.none[chunk][some[chunk / 8] >> 8 * (chunk % 8) & 255];
    for (unsigned w = 0; w < 2; ++w)
        for (std::uint64_t left = some[w] & p.plan.exact[w]; left; left &= left - 1) {
            const unsigned selector = 64 * w + static_cast<unsigned>(std::countr_zero(left));
            possible &= p.plan.possible[p.plan.counts[selector] + static_cast<unsigned>(count_of(selector))];
        }
    narrow(p.plan.variables[2], possible, &r);
    for (const Variable& x : p.plan.late)
        if ((possible & x.about).any()) possible &= p.plan.possible[x.table + static_cast<unsigned>(x.size == 3 ? waits(p.facts[x.fact].p[0], 2) : value(x, &r))];
    present = possible;
    (present & p.plan.counted).each([&](std::size_t i) {
        if (v[p.items[i].each] <= 0) present.clear(i);
    });
    (present & p.plan.has_residual).each([&](std::size_t i) {
        for (const auto part : p.plan.residual[i])
            if (!lazily(part)) return present.clear(i);
    });
    const ItemSet settled = present;
    (settled & p.plan.has_unless).each([&](std::size_t i) {
        if (settled[p.plan.unless[i]]) present.clear(i);
    });
}

void Evaluator::settle_items() {
    now->clear();
    auto &counts = now->counts, &amounts = now->amounts;
    ItemSet& written = now->written;
    excluded = {};
    present.each([&](std::size_t i) { excluded |= p.items[i].excludes; });
    for (const auto g : p.plan.silenced)
        if ((present & p.plan.groups[p.groups[g].unless]).any()) excluded |= present & p.plan.groups[g];
    ItemSet counted = present.without(excluded);
    counted.each([&](std::size_t i) { counts[i] = v[p.items[i].each]; });
    if ((counted & p.plan.once).any()) choose_once(p, counted, v.data(), matches, counts);
    for (const auto g : p.plan.highest) {   // of these only the largest counts, the first listed on equal values
        int top = -1;
        (counted & p.plan.groups[g]).each([&](std::size_t i) {
            if (counts[i] && (top < 0 || apply(Op::mul, v[p.items[i].value], counts[i], 0) > apply(Op::mul, v[p.items[top].value], counts[top], 0))) top = static_cast<int>(i);
        });
        (counted & p.plan.groups[g]).each([&](std::size_t i) {
            if (static_cast<int>(i) != top) counts[i] = 0;
        });
    }
    written = counted;
    (counted & p.plan.turning).each([&](std::size_t i) {
        if (!counts[i]) return;
        for (const auto& [from, to] : p.items[i].turns) counts[to] = apply(Op::add, counts[to], counts[from], 0), counts[from] = 0, written.set(to);
    });
    (written & p.plan.taking).each([&](std::size_t i) {
        if (!counts[i]) return;
        for (const auto& [other, times] : p.items[i].takes) counts[other] = std::max(0, apply(Op::sub, counts[other], apply(Op::mul, times, counts[i], 0), 0));
    });
    p.plan.alone.each([&](std::size_t i) {
        if (!v[p.items[i].when]) return;
        bool alone = true;
        written.without(p.items[i].beside).each([&](std::size_t j) { alone = alone && counts[j] == 0; });
        if (!alone) return;
        present.set(i), written.set(i);
        counts[i] = std::max(0, v[p.items[i].each]);
    });
    for (std::size_t g = 0; g < p.groups.size(); ++g) total[g] = 0, number[g] = 0, product[g] = 1;
    written.each([&](std::size_t i) {
        if (!counts[i]) return;
        amounts[i] = apply(Op::mul, v[p.items[i].value], counts[i], 0);
        const auto g = p.items[i].group;
        total[g] = apply(Op::add, total[g], amounts[i], 0);
        number[g] = apply(Op::add, number[g], counts[i], 0);
        product[g] = apply(Op::mul, product[g], amounts[i], 0);
    });
}

void Evaluator::pay(Score& out) {
    std::array<const Payment*, max_payments> active;
    std::size_t n = 0;
    const auto payer_code = p.constants.size() + p.facts.size() + p.code_start[static_cast<int>(Level::payer)];
    for (const Payment& x : p.payments)
        if (x.when >= payer_code || v[x.when]) active[n++] = &x;
    for (int seat = 0; seat < p.seats; ++seat) {
        payer_ = seat;
        run_level(Level::payer);
        std::uint64_t chosen = 0;
        for (std::size_t i = 0; i < n; ++i) {
            const Payment& x = *active[i];
            if (!v[x.when]) continue;
            if (x.first >= 0) {
                if (chosen >> x.first & 1) continue;
                chosen |= std::uint64_t{1} << x.first;
            }
            if (x.source == 1) {
                if (seat == h.seat) out.payments[seat] = apply(Op::add, out.payments[seat], v[x.amount], 0);
                continue;
            }
            if (!v[x.who] || (x.source == 0 && seat == h.seat)) continue;
            out.payments[seat] = apply(Op::sub, out.payments[seat], v[x.amount], 0);
            if (x.source == 2) out.house[seat] = apply(Op::add, out.house[seat], v[x.amount], 0);
            if (x.source == 0) out.payments[h.seat] = apply(Op::add, out.payments[h.seat], v[x.amount], 0);
        }
    }
}

namespace {
thread_local Scratch scratch;
}

void score_hand(const Program& p, const Hand& hand, Score& out, bool with_payments) {
    Evaluator(p, hand, scratch, nullptr, 0).run(out, with_payments);
}

std::vector<Trace> trace_hand(const Program& p, const Hand& hand, std::size_t most) {
    std::vector<Trace> traces;
    Score out{};
    Evaluator(p, hand, scratch, &traces, most).run(out, true);
    return traces;
}

}  // namespace quepu
