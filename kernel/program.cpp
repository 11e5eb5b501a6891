#include "program.hpp"

#include <algorithm>
#include <atomic>

#include "words.hpp"

namespace quepu {

const std::array<FactInfo, static_cast<int>(FactId::size)> fact_infos = {{
    {"seat", Level::hand},          // the winner's seat; 0 deals
    {"from", Level::hand},          // who discarded or was robbed, -1 nobody
    {"by", Level::hand},            // 1 when the tile came this way: p0 = 0 self, 1 discard, 2 rob
    {"context", Level::hand},       // p0 = number of the circumstance
    {"input", Level::hand},         // p0 = slot
    {"listed_win", Level::hand},    // 1 when list p0 holds the winning kind
    {"listed_next", Level::hand},   // tiles of the whole hand that follow a kind of list p0, in the circle of its class
    {"reds", Level::hand},          // red fives
    {"flowers", Level::hand},       // bonus tiles set aside
    {"held", Level::hand},          // concealed tiles, the winning one included
    {"win_in", Level::hand},        // 1 when the winning kind is in `mask`
    {"win_copies", Level::hand},    // tiles of the winning kind in the concealed tiles, the winning one included
    {"fed", Level::hand},           // seat that fed p0 melds (p2 = 1: in a row) beside p1 concealed kongs; -1 nobody
    {"numbers", Level::hand},       // one suit, no meld, these ranks (mask: 4 bits a rank): 1, or with p0 one tile over: 1, 2 if that is the winning one
    {"jokers_held", Level::hand},   // joker tiles, melds included
    {"joker_kinds", Level::hand},   // different joker kinds among them
    {"round", Level::hand},         // rank of the prevailing wind, 0 = East
    {"melds", Level::hand},         // melds laid down
    {"waits", Level::tiles},        // kinds that complete the hand by shape; p0 = 1: without those held four times
    {"tiles", Level::tiles},        // tiles of the kinds in `mask`, as read
    {"kinds", Level::tiles},        // different kinds of `mask`, as read
    {"suits", Level::tiles},        // number suits present
    {"fours", Level::tiles},        // kinds of which all four are there and no kong
    {"shape", Level::reading},      // 1 when the reading has shape p0
    {"count", Level::reading},      // groups selected
    {"matches", Level::reading},    // matches of the patterns in `mask`
    {"wild", Level::reading},       // jokers that stand for something else than themselves
    {"total", Level::items},        // sum of group p0
    {"number", Level::items},       // items that count in group p0
    {"product", Level::items},      // product of group p0, 1 when empty
    {"worth", Level::items},        // amount of item p0
    {"payer", Level::payer},        // the seat that is asked to pay
    {"payer_input", Level::payer},  // input slot p0 + payer
    {"payer_bit", Level::payer},    // bit `payer` of input slot p0
}};

const std::array<const char*, static_cast<int>(Op::size)> op_names = {"add", "sub", "mul", "div", "pow", "min", "max", "eq", "ne",
                                                                      "lt", "le", "gt", "ge", "both", "either", "negate", "pick",
                                                                      "round_up"};

Program load_program(std::span<const std::int32_t> words) {
    Reader r{words};
    Program p;
    if (r.any("mark") != 0x55504551) r.fail("it does not begin with the mark");
    if (r.any("version") != 1) r.fail("the version is not 1");
    p.seats = r.word(1, max_seats, "seats");
    p.hand_size = r.word(1, 17, "hand size");
    p.allowed = r.mask("kinds");
    p.meld_ways = static_cast<std::uint32_t>(r.word(0, 31, "meld ways"));
    p.win_ways = static_cast<std::uint32_t>(r.word(0, 7, "win ways"));
    p.chow_any_seat = r.word(0, 1, "chow seat");
    p.jokers = r.word(0, 1, "jokers");
    p.jokers_in_melds = r.word(0, 1, "jokers in melds");
    p.imagined = r.word(0, 5, "imagined jokers");

    r.list(p.constants, max_values, "constants", [&] { return r.any("constant"); });
    r.list(p.clauses, 4000, "clauses", [&] {
        Clause c;
        c.chow = r.mask("chows"), c.pung = r.mask("pungs"), c.pair = r.mask("pairs");
        c.mask = static_cast<std::uint16_t>(r.word(0, 0xffff, "status mask"));
        c.want = static_cast<std::uint16_t>(r.word(0, 0xffff, "status"));
        return c;
    });
    const auto selector = [&] {
        Selector s;
        s.first = static_cast<std::uint32_t>(r.word(0, static_cast<std::int64_t>(p.clauses.size()), "selector"));
        s.last = static_cast<std::uint32_t>(r.word(s.first, static_cast<std::int64_t>(p.clauses.size()), "selector"));
        return s;
    };
    r.list(p.patterns, max_patterns, "patterns", [&] {
        Pattern t{};
        t.type = static_cast<Type>(r.word(0, 1, "pattern type"));
        t.n = static_cast<std::uint8_t>(r.word(2, 5, "pattern size"));
        t.start = static_cast<std::int8_t>(r.word(-1, 8, "pattern start"));
        for (int i = 0; i < t.n; ++i) t.step[i] = static_cast<std::uint8_t>(r.word(i ? t.step[i - 1] : 0, 8, "pattern step"));
        for (int i = 0; i < t.n; ++i) t.suit[i] = static_cast<std::uint8_t>(r.word(0, 2, "pattern suit"));
        t.where = selector();
        return t;
    });
    Level last = Level::hand;
    r.list(p.facts, 2000, "facts", [&] {
        Fact f{};
        f.id = static_cast<FactId>(r.word(0, static_cast<int>(FactId::size) - 1, "fact"));
        for (auto& x : f.p) x = r.word(-1, 10000, "fact parameter");
        f.mask = r.mask("fact kinds");
        f.selector = selector();
        const Level level = fact_infos[static_cast<int>(f.id)].level;
        if (level < last) r.fail("facts are not in the order of their levels");
        for (; last < level; last = static_cast<Level>(static_cast<int>(last) + 1))
            p.fact_start[static_cast<int>(last) + 1] = static_cast<std::uint16_t>(p.facts.size());
        const auto within = [&](int high) { if (f.p[0] < 0 || f.p[0] >= high) r.fail("fact parameter out of range"); };
        if (f.id == FactId::input || f.id == FactId::payer_bit) within(max_inputs);
        if (f.id == FactId::payer_input) within(max_inputs - max_seats + 1);
        if (f.id == FactId::listed_win || f.id == FactId::listed_next) within(max_lists);
        if (f.id == FactId::context) within(16);
        if (f.id == FactId::total || f.id == FactId::number || f.id == FactId::product) within(max_groups);
        if (f.id == FactId::worth) within(max_items);
        return f;
    });
    for (int i = static_cast<int>(last) + 1; i <= levels; ++i) p.fact_start[i] = static_cast<std::uint16_t>(p.facts.size());
    for (auto& x : p.code_start) x = 0;
    for (int i = 1; i <= levels; ++i) p.code_start[i] = static_cast<std::uint16_t>(r.word(p.code_start[i - 1], max_values, "code level"));
    const auto base = p.constants.size() + p.facts.size();
    r.list(p.code, max_values, "code", [&] {
        Instruction x;
        x.op = static_cast<Op>(r.word(0, static_cast<int>(Op::size) - 1, "operation"));
        const auto here = static_cast<std::int64_t>(base + p.code.size()) - 1;
        x.a = static_cast<std::uint16_t>(r.word(0, here, "operand"));
        x.b = static_cast<std::uint16_t>(r.word(0, here, "operand"));
        x.c = static_cast<std::uint16_t>(r.word(0, here, "operand"));
        return x;
    });
    if (p.code_start[levels] != p.code.size()) r.fail("code levels do not cover the code");
    if (p.value_count() > max_values) r.fail("more than " + std::to_string(max_values) + " values");
    const auto node = [&](const char* what) { return static_cast<std::uint16_t>(r.word(0, p.value_count() - 1, what)); };
    p.any_win = node("any-win node");
    p.total = node("total node");
    r.list(p.shapes, max_shapes, "shapes", [&] {
        ShapeEntry s{};
        s.rule.shape = static_cast<Shape>(r.word(0, 5, "shape"));
        s.rule.size = r.word(0, 7, "shape size");
        s.rule.variant = r.word(0, 1, "shape variant");
        s.when = node("shape condition");
        if (s.rule.shape != Shape::pairs && s.rule.size > 5) r.fail("more than five sets");
        return s;
    });
    r.list(p.groups, max_groups, "groups", [&] {
        Combine g{};
        g.highest = r.word(0, 1, "group combination");
        g.unless = r.word(-1, max_groups - 1, "silencing group");
        return g;
    });
    const int item_count = r.word(0, max_items, "items");
    for (int i = 0; i < item_count; ++i) {
        Item t{};
        t.when = node("item condition"), t.each = node("item count"), t.value = node("item value");
        t.group = static_cast<std::uint8_t>(r.word(0, static_cast<std::int64_t>(p.groups.size()) - 1, "item group"));
        t.alone = r.word(0, 1, "alone"), t.once = r.word(0, 1, "once");
        const auto item = [&](const char* what) { return static_cast<std::uint16_t>(r.word(0, item_count - 1, what)); };
        for (int n = r.word(0, max_items, "exclusions"); n > 0; --n) t.excludes.set(item("excluded item"));
        for (int n = r.word(0, max_items, "beside"); n > 0; --n) t.beside.set(item("item beside"));
        for (int n = r.word(0, max_items, "takes"); n > 0; --n) {
            const auto other = item("taken item");
            t.takes.emplace_back(other, r.word(0, 100, "taken count"));
        }
        for (int n = r.word(0, max_items, "turns"); n > 0; --n) {
            const auto other = item("turned item");
            t.turns.emplace_back(other, item("turned-to item"));
        }
        t.patterns = r.mask("item patterns");
        p.any_once = p.any_once || t.once;
        p.items.push_back(std::move(t));
    }
    for (const Fact& f : p.facts) {
        if (f.id == FactId::worth && f.p[0] >= item_count) r.fail("worth of an item that is not there");
        if ((f.id == FactId::total || f.id == FactId::number || f.id == FactId::product) && f.p[0] >= static_cast<int>(p.groups.size()))
            r.fail("total of a group that is not there");
    }
    for (const Combine& g : p.groups)
        if (g.unless >= static_cast<int>(p.groups.size())) r.fail("silencing group that is not there");
    r.list(p.requirements, max_requirements, "requirements", [&] { return Requirement{node("requirement")}; });
    r.list(p.payments, max_payments, "payments", [&] {
        Payment x{};
        x.source = static_cast<std::uint8_t>(r.word(0, 2, "payment source"));
        x.first = r.word(-1, max_payments - 1, "payment choice");
        x.when = node("payment condition"), x.who = node("payer"), x.amount = node("amount");
        return x;
    });
    r.list(p.figures, max_figures, "figures", [&] { return node("figure"); });
    r.list(p.rank, max_rank, "rank", [&] { return node("rank"); });
    if (r.at != words.size()) r.fail("something follows the end");
    static std::atomic<std::uint64_t> loaded{0};
    p.id = ++loaded;
    prepare_patterns(p);
    prepare_wild(p);
    prepare_plan(p);
    return p;
}

}  // namespace quepu
