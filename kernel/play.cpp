#include "play.hpp"

#include <algorithm>

#include "words.hpp"

namespace quepu {
namespace {

Trigger trigger_of(const std::vector<DealNode>& nodes, std::uint16_t at) {
    const DealNode& x = nodes[at];
    const auto cheap = [](const DealNode& f) {
        if (f.type != DealNode::fact) return false;
        switch (f.id) {
            case DealFactId::discards:
            case DealFactId::same_run:
            case DealFactId::stakes:
            case DealFactId::kongs:
            case DealFactId::untouched: return true;
            case DealFactId::thrown_alike:
            case DealFactId::exposed:
            case DealFactId::first_turn: return f.p[0] == static_cast<int>(Whose::actor);
            default: return false;
        }
    };
    const auto counter = [](DealFactId id) -> std::uint8_t Counters::* {
        switch (id) {
            case DealFactId::discards: return &Counters::discards;
            case DealFactId::same_run: return &Counters::same_run;
            case DealFactId::stakes: return &Counters::ready_stakes;
            case DealFactId::kongs: return &Counters::kongs;
            default: return nullptr;
        }
    };
    if (cheap(x) && (x.id == DealFactId::untouched || x.id == DealFactId::first_turn)) return {nullptr, x.id, 1};
    if (x.type != DealNode::operation) return {};
    const DealNode &a = nodes[static_cast<std::size_t>(x.p[0])], &b = nodes[static_cast<std::size_t>(x.p[1])];
    if (x.op == Op::eq && cheap(a) && b.type == DealNode::constant) return {counter(a.id), a.id, b.p[0]};
    if (x.op != Op::both) return {};
    const Trigger first = trigger_of(nodes, static_cast<std::uint16_t>(x.p[0]));
    return first.fact != DealFactId::size ? first : trigger_of(nodes, static_cast<std::uint16_t>(x.p[1]));
}

// Whether an expression asks about the seats of a payment.
bool asks_pair(const std::vector<DealNode>& nodes, std::uint16_t at) {
    const DealNode& x = nodes[at];
    if (x.type == DealNode::fact)
        return x.id >= DealFactId::number && (x.p[0] == static_cast<int>(Whose::taker) || x.p[0] == static_cast<int>(Whose::payer) || x.id == DealFactId::took);
    return x.type == DealNode::operation &&
           std::any_of(x.p.begin(), x.p.end(), [&](std::int32_t p) { return asks_pair(nodes, static_cast<std::uint16_t>(p)); });
}

}  // namespace

Rules load_rules(std::shared_ptr<const Program> hand, std::span<const std::int32_t> words) {
    Reader r{words};
    Rules rules;
    if (r.any("mark") != 0x55504544) r.fail("it does not begin with the mark");
    if (r.any("version") != 1) r.fail("the version is not 1");
    std::array<std::int32_t, table_size> numbers;
    for (std::size_t i = 0; i < numbers.size(); ++i) numbers[i] = r.word(-1, 1 << 20, table_names[i]);
    static_assert(sizeof numbers == sizeof rules.table);
    rules.table = std::bit_cast<Table>(numbers);
    r.list(rules.nodes, 4000, "expressions", [&] {
        DealNode x{};
        x.type = static_cast<DealNode::Type>(r.word(0, 2, "expression type"));
        const int what = r.word(0, 255, "expression");
        for (auto& p : x.p) p = r.any("expression parameter");
        x.mask = r.mask("expression kinds");
        const auto within = [&](int i, int high) {
            if (x.p[static_cast<std::size_t>(i)] < 0 || x.p[static_cast<std::size_t>(i)] >= high) r.fail("expression parameter out of range");
        };
        if (x.type == DealNode::operation) {
            if (what >= static_cast<int>(Op::size)) r.fail("no such operation");
            x.op = static_cast<Op>(what);
            for (int i = 0; i < 3; ++i) within(i, static_cast<int>(rules.nodes.size()));
        } else if (x.type == DealNode::fact) {
            if (what >= static_cast<int>(DealFactId::size)) r.fail("no such fact");
            x.id = static_cast<DealFactId>(what);
            if (x.id >= DealFactId::number) within(0, 5);
            if (x.id == DealFactId::carried) within(0, max_carried);
            if (x.id == DealFactId::table_mark) within(0, max_table_marks);
            if (x.id == DealFactId::seat_mark) within(1, max_seat_marks);
            if (x.id == DealFactId::tell) within(0, static_cast<int>(hand->figures.size()));
            if (x.id == DealFactId::best) within(1, static_cast<int>(hand->figures.size()));
            if (x.id == DealFactId::won_with) within(0, static_cast<int>(hand->items.size())), within(1, static_cast<int>(hand->items.size()));
        }
        return x;
    });
    const auto node = [&](const char* what) { return static_cast<std::uint16_t>(r.word(0, static_cast<std::int64_t>(rules.nodes.size()) - 1, what)); };
    const auto occasion = [&] { return static_cast<Occasion>(r.word(0, static_cast<int>(Occasion::size) - 1, "occasion")); };
    r.list(rules.money, 32, "payments", [&] {
        DealMoney m{};
        m.on = occasion();
        m.source = static_cast<std::uint8_t>(r.word(0, 2, "payment source"));
        m.account = static_cast<Account>(r.word(0, 4, "account"));
        m.when = node("payment condition"), m.who = node("payer"), m.to = node("taker"), m.amount = node("amount");
        rules.money_on[static_cast<std::size_t>(m.on)] |= 1u << rules.money.size();
        return m;
    });
    r.list(rules.marks, 32, "marks", [&] {
        MarkRule m{};
        m.on = occasion();
        m.seat_mark = static_cast<std::int8_t>(r.word(-1, max_seat_marks - 1, "seat's mark"));
        m.table_mark = static_cast<std::int8_t>(r.word(m.seat_mark < 0 ? 0 : -1, max_table_marks - 1, "table's mark"));
        m.when = node("mark condition"), m.value = node("mark value");
        rules.marks_on[static_cast<std::size_t>(m.on)] |= 1u << rules.marks.size();
        return m;
    });
    r.list(rules.aborts, 16, "aborts", [&] {
        AbortRule a{};
        a.number = static_cast<std::uint8_t>(rules.aborts.size());
        a.asked = r.word(0, 1, "asked"), a.when = node("abort condition");
        return a;
    });
    r.list(rules.bindings, max_inputs + max_lists, "bindings", [&] {
        Binding b{};
        b.source = static_cast<Source>(r.word(0, 7, "binding"));
        const bool each = b.source == Source::each_stake || b.source == Source::birds, list = !each && b.source >= Source::indicators;
        b.slot = static_cast<std::uint8_t>(r.word(0, list ? max_lists - 1 : each ? max_inputs - max_seats : max_inputs - 1, "slot"));
        b.node = node("binding");
        return b;
    });
    for (auto& kinds : rules.bird_kinds) kinds = r.mask("birds");
    for (auto& first : rules.seat_marks) first = static_cast<std::int16_t>(r.word(-1, 1000, "first mark"));
    r.list(rules.carry, max_carried, "carry", [&] { return node("carry"); });
    rules.next_dealer = node("next dealer"), rules.ready_if = node("ready condition");
    rules.start_score = r.any("points at the start");
    for (auto& first : rules.first_carry) first = r.any("what the first deal inherits");
    if (r.at != words.size()) r.fail("something follows the end");
    for (auto& m : rules.money) m.trigger = trigger_of(rules.nodes, m.when), m.of_pair = asks_pair(rules.nodes, m.when);
    if (rules.ready_if) rules.ready_trigger = trigger_of(rules.nodes, rules.ready_if);
    for (auto& m : rules.marks) m.trigger = trigger_of(rules.nodes, m.when);
    for (AbortRule& a : rules.aborts) {
        a.trigger = trigger_of(rules.nodes, a.when);
        const DealNode& when = rules.nodes[a.when];
        if (when.type != DealNode::constant || when.p[0]) (a.asked ? rules.declaring : rules.voiding).push_back(a);
    }
    if (rules.table.exchange > most_passes) r.fail("tiles are passed on too often");
    if (rules.table.birds > most_birds) r.fail("too many tiles are turned after a win");
    if (rules.table.claim_wins < 0 || rules.table.claim_wins > max_inputs) r.fail("no such input");
    for (const ShapeEntry& s : hand->shapes) {
        switch (s.rule.shape) {
            case Shape::sets: rules.shapes |= shape::sets; break;
            case Shape::pairs: rules.shapes |= s.rule.variant ? shape::distinct_pairs : shape::pairs; break;
            case Shape::orphans: rules.shapes |= shape::orphans; break;
            case Shape::scattered: rules.shapes |= shape::scattered; break;
            case Shape::knitted: rules.shapes |= shape::knitted; break;
            case Shape::claimed: break;
        }
    }
    rules.hand = std::move(hand);
    return rules;
}

}  // namespace quepu
