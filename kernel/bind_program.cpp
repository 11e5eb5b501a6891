#include "bind.hpp"
#include "team.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <cstring>
#include <span>
#include <thread>

#include "program.hpp"

namespace nb = nanobind;
using namespace quepu;

namespace {

Hand hand_from(const char* data, std::size_t size) {
    if (size != sizeof(Hand)) throw nb::value_error(("a packed hand has " + std::to_string(sizeof(Hand)) + " bytes, not " + std::to_string(size)).c_str());
    Hand h;
    std::memcpy(&h, data, sizeof h);
    return h;
}

// Everything that later code indexes with: refused here, so that no packed hand can lead it astray.
const char* unsound(const Hand& h, const Program& p) {
    if (h.held > max_tiles || h.meld_count > max_melds || h.held + 3 * h.meld_count > 20) return "too many tiles";
    if (h.seat < 0 || h.seat >= p.seats) return "no such seat";
    if (h.from < -1 || h.from >= p.seats) return "no such seat to win from";
    if (static_cast<int>(h.by) > 2) return "no such way to win";
    std::array<std::uint8_t, 64> of{};
    std::uint8_t most = 0;
    Kinds held = bit(kind_of(h.win));
    const auto add = [&](int k, int n) {
        of[k] = static_cast<std::uint8_t>(of[k] + n);
        most = std::max(most, of[k]);
    };
    for (int i = 0; i < h.held; ++i) add(kind_of(h.tiles[i]), 1), held |= bit(kind_of(h.tiles[i]));
    add(kind_of(h.win), 1);
    if (held >> playing_kinds) return "a concealed tile that is no playing tile";
    for (int i = 0; i < h.meld_count; ++i) {
        const Meld& m = h.melds[i];
        if (static_cast<int>(m.way) > 4 || m.kind >= playing_kinds) return "no such meld";
        if (m.way == Way::chow && (!is_number(m.kind) || rank_of(m.kind) > 6)) return "no such chow";
        if (m.from < -1 || m.from >= p.seats) return "no such seat to feed a meld";
        if (m.jokers || p.jokers_in_melds) continue;
        if (m.way == Way::chow) add(m.kind, 1), add(m.kind + 1, 1), add(m.kind + 2, 1);
        else add(m.kind, is_kong(m.way) ? 4 : 3);
    }
    if (most > 4) return "more than four of a kind";
    return nullptr;
}

Hand sound_hand(const Program& p, const nb::bytes& packed) {
    const Hand h = hand_from(packed.c_str(), packed.size());
    if (const char* what = unsound(h, p)) throw nb::value_error(what);
    return h;
}

Hand plain_hand(const Program& p, const nb::bytes& tiles, int win, const nb::bytes& melds, int by, int seat, int source, int round, int flowers, int context) {
    const auto fits = [](bool good, const char* what) {
        if (!good) throw nb::value_error(what);
    };
    fits(tiles.size() <= max_tiles, "at most 20 concealed tiles");
    fits(melds.size() % 3 == 0 && melds.size() <= 3 * max_melds, "melds are (way, lowest kind, feeder) bytes, three a meld");
    fits(win >= 0 && win < 128 && by >= 0 && by < 3 && round >= number_kinds && round < number_kinds + 4, "win, by or round is out of range");
    fits(seat >= 0 && seat < p.seats && source >= -1 && source < p.seats, "no such seat");
    fits(flowers >= 0 && flowers <= 40 && context >= 0 && context < 0x10000, "flowers or context is out of range");
    Hand h{};
    std::memcpy(h.tiles.data(), tiles.c_str(), tiles.size());
    h.held = static_cast<std::uint8_t>(tiles.size());
    h.win = static_cast<Tile>(win), h.by = static_cast<By>(by);
    h.seat = static_cast<std::int8_t>(seat), h.from = static_cast<std::int8_t>(source);
    h.round = static_cast<Kind>(round), h.flowers = static_cast<std::uint8_t>(flowers), h.context = static_cast<std::uint16_t>(context);
    for (std::size_t i = 0; i < melds.size(); i += 3) {
        Meld& m = h.melds[h.meld_count++];
        m.way = static_cast<Way>(melds.c_str()[i]), m.kind = static_cast<Kind>(melds.c_str()[i + 1]), m.from = static_cast<std::int8_t>(melds.c_str()[i + 2]);
    }
    h.jokers.fill(none);
    for (auto& list : h.listed) list.fill(none);
    fits(h.held + 3 * h.meld_count == p.hand_size, "the tiles and melds (each counts three) are not a hand without its winning tile");
    if (const char* what = unsound(h, p)) throw nb::value_error(what);
    return h;
}

nb::tuple reading_tuple(const Reading& r) {
    nb::list groups;
    for (int i = 0; i < r.count; ++i) {
        const Group& g = r.groups[i];
        groups.append(nb::make_tuple(static_cast<int>(g.type), static_cast<int>(g.kind), static_cast<int>(g.wild), static_cast<int>(g.status)));
    }
    return nb::make_tuple(static_cast<int>(r.shape), static_cast<int>(r.melds), static_cast<int>(r.won), static_cast<int>(r.won_position), groups);
}

// A score as Python keeps it: short. Payments are worked out when somebody asks for them.
struct PyScore {
    nb::object program;                   // keeps the program alive
    const Program* p;
    Hand hand;
    Status status;
    std::int32_t detail, total;
    Reading reading;
    Kind win;
    std::array<std::int32_t, max_figures> figures;
    std::uint8_t line_count;
    std::array<Line, 16> first_lines;     // more than these are rare; they lie in `all_lines`
    std::vector<Line> all_lines;
    bool paid;
    std::array<std::int32_t, max_seats> given;

    std::span<const Line> lines() const { return {line_count > first_lines.size() ? all_lines.data() : first_lines.data(), line_count}; }

    std::vector<int> payments() {
        if (!paid) {
            static thread_local Score s;
            score_hand(*p, hand, s);
            paid = true, given = s.payments;
        }
        const bool known = status == Status::win || status == Status::refused;   // of a refused win: what it would have paid
        return known ? std::vector<int>(given.begin(), given.begin() + p->seats) : std::vector<int>(static_cast<std::size_t>(p->seats), 0);
    }
    std::vector<int> by_item(std::int32_t Line::*what) const {
        std::vector<int> out(p->items.size(), 0);
        for (const Line& line : lines()) out[line.item] = line.*what;
        return out;
    }
};

PyScore py_score(nb::handle self, const Program& p, const Hand& h, bool payments) {
    static thread_local Score s;
    score_hand(p, h, s, payments);
    PyScore out{nb::borrow(self), &p, h, s.status, s.detail, s.total, s.reading, s.win, s.figures, s.line_count, {}, {}, payments, s.payments};
    if (s.line_count <= out.first_lines.size()) std::copy_n(s.lines.begin(), s.line_count, out.first_lines.begin());
    else out.all_lines.assign(s.lines.begin(), s.lines.begin() + s.line_count);
    return out;
}

std::vector<int> indices(const ItemSet& set, std::size_t n) {
    std::vector<int> out;
    for (std::size_t i = 0; i < n; ++i)
        if (set[i]) out.push_back(static_cast<int>(i));
    return out;
}

using Records = nb::ndarray<const std::uint8_t, nb::ndim<2>, nb::c_contig, nb::device::cpu>;
template <class T, int N> using Out = nb::ndarray<T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

void score_many(const Program& p, const Records& hands, Out<std::uint8_t, 1> status, Out<std::int32_t, 1> total,
                std::optional<Out<std::int32_t, 2>> amounts, std::optional<Out<std::int32_t, 2>> payments, int threads) {
    const std::size_t n = hands.shape(0);
    if (hands.shape(1) != sizeof(Hand)) throw nb::value_error(("each packed hand has " + std::to_string(sizeof(Hand)) + " bytes").c_str());
    const auto fits = [&](bool good, const char* what) {
        if (!good) throw nb::value_error(what);
    };
    fits(threads >= 1, "threads are 1 or more");
    fits(status.shape(0) == n && total.shape(0) == n, "the arrays for status and total need one place a hand");
    fits(!amounts || (amounts->shape(0) == n && amounts->shape(1) == p.items.size()), "the array for amounts needs hands x items places");
    fits(!payments || (payments->shape(0) == n && payments->shape(1) == static_cast<std::size_t>(p.seats)), "the array for payments needs hands x seats places");
    const std::uint8_t* const in = hands.data();
    std::uint8_t* const to_status = status.data();
    std::int32_t* const to_total = total.data();
    std::int32_t* const to_amounts = amounts ? amounts->data() : nullptr;
    std::int32_t* const to_payments = payments ? payments->data() : nullptr;
    const auto work = [&](std::size_t first, std::size_t last) {
        Score s;
        for (std::size_t i = first; i < last; ++i) {
            const Hand h = hand_from(reinterpret_cast<const char*>(in) + i * sizeof(Hand), sizeof(Hand));
            if (unsound(h, p)) {
                to_status[i] = 0xff, to_total[i] = 0;
                if (to_amounts) std::fill_n(to_amounts + i * p.items.size(), p.items.size(), 0);
                if (to_payments) std::fill_n(to_payments + i * static_cast<std::size_t>(p.seats), p.seats, 0);
                continue;
            }
            score_hand(p, h, s, to_payments != nullptr);
            to_status[i] = static_cast<std::uint8_t>(s.status);
            const bool known = s.status == Status::win || s.status == Status::refused;
            to_total[i] = known ? s.total : 0;
            if (to_amounts) {
                std::int32_t* const row = to_amounts + i * p.items.size();
                std::fill_n(row, p.items.size(), 0);
                for (int j = 0; known && j < s.line_count; ++j) row[s.lines[j].item] = s.lines[j].amount;
            }
            if (to_payments)
                for (int j = 0; j < p.seats; ++j) to_payments[i * p.seats + j] = s.status == Status::win ? s.payments[j] : 0;
        }
    };
    const nb::gil_scoped_release released;
    const std::size_t workers = std::clamp<std::size_t>(std::min<std::size_t>(static_cast<std::size_t>(threads), n / 256), 1, 64);   // a thread for few hands costs more than it brings
    Team team;
    for (std::size_t i = 1; i < workers; ++i) team.threads.emplace_back(work, n * i / workers, n * (i + 1) / workers);
    work(0, n / workers);
}

}  // namespace

void bind_program(nb::module_& m) {
    m.attr("HAND_SIZE") = sizeof(Hand);
    m.attr("MAX_INPUTS") = max_inputs;
    m.attr("MAX_LISTS") = max_lists;
    m.attr("MAX_LISTED") = max_listed;
    nb::dict limits;
    limits["items"] = max_items, limits["patterns"] = max_patterns, limits["groups"] = max_groups, limits["shapes"] = max_shapes;
    limits["requirements"] = max_requirements, limits["payments"] = max_payments, limits["figures"] = max_figures, limits["best"] = max_rank;
    m.attr("LIMITS") = limits;
    nb::dict facts, ops;
    for (std::size_t i = 0; i < fact_infos.size(); ++i) facts[fact_infos[i].name] = nb::make_tuple(i, static_cast<int>(fact_infos[i].level));
    for (std::size_t i = 0; i < op_names.size(); ++i) ops[op_names[i]] = i;
    m.attr("FACTS") = facts;
    m.attr("OPS") = ops;
    m.def("apply", [](int op, std::int32_t a, std::int32_t b, std::int32_t c) {
        if (op < 0 || op >= static_cast<int>(Op::size)) throw nb::value_error("no such operation");
        return apply(static_cast<Op>(op), a, b, c);
    }, nb::arg("op"), nb::arg("a"), nb::arg("b") = 0, nb::arg("c") = 0, "One operation of the rule language.");

    nb::class_<PyScore>(m, "Score", "What a finished hand is worth under a program.")
        .def_prop_ro("status", [](const PyScore& s) { return static_cast<int>(s.status); }, "0 win; otherwise why not")
        .def_ro("detail", &PyScore::detail, "kind, meld or requirement, by status")
        .def_ro("total", &PyScore::total, "the hand's worth in the unit of the rule system")
        .def_prop_ro("figures", [](const PyScore& s) { return std::vector<int>(s.figures.begin(), s.figures.end()); })
        .def_prop_ro("payments", &PyScore::payments, "points per seat; worked out when asked for")
        .def_prop_ro("lines", [](const PyScore& s) {
            nb::list out;
            for (const Line& line : s.lines()) out.append(nb::make_tuple(line.item, line.count, line.amount));
            return out;
        }, "(item, count, amount) of every item that counts, in table order")
        .def_prop_ro("counts", [](const PyScore& s) { return s.by_item(&Line::count); })
        .def_prop_ro("amounts", [](const PyScore& s) { return s.by_item(&Line::amount); })
        .def_prop_ro("win", [](const PyScore& s) { return static_cast<int>(s.win); })
        .def_prop_ro("reading", [](const PyScore& s) { return reading_tuple(s.reading); });

    nb::class_<Trace>(m, "Trace", "One reading with every value that was computed for it.")
        .def_prop_ro("status", [](const Trace& t) { return static_cast<int>(t.status); })
        .def_prop_ro("detail", [](const Trace& t) { return t.detail; })
        .def_prop_ro("total", [](const Trace& t) { return t.total; })
        .def_prop_ro("win", [](const Trace& t) { return static_cast<int>(t.win); })
        .def_prop_ro("reading", [](const Trace& t) { return reading_tuple(t.reading); })
        .def_prop_ro("values", [](const Trace& t) { return t.values; })
        .def_prop_ro("rank", [](const Trace& t) { return t.rank; })
        .def_prop_ro("present", [](const Trace& t) { return indices(t.present, max_items); })
        .def_prop_ro("excluded", [](const Trace& t) { return indices(t.excluded, max_items); })
        .def_prop_ro("counts", [](const Trace& t) { return t.counts; })
        .def_prop_ro("amounts", [](const Trace& t) { return t.amounts; });

    nb::class_<Program>(m, "Program", "A compiled rule system.")
        .def("__init__", [](Program* self, const nb::bytes& words) {
            if (words.size() % 4) throw nb::value_error("not a program: its length is no multiple of four");
            std::vector<std::int32_t> w(words.size() / 4);
            if (!w.empty()) std::memcpy(w.data(), words.c_str(), words.size());
            try {
                new (self) Program(load_program(w));
            } catch (const std::invalid_argument& e) {
                throw nb::value_error(e.what());
            }
        }, nb::arg("words"))
        .def("score", [](nb::handle self, const nb::bytes& packed, bool payments) {
            const Program& p = nb::cast<const Program&>(self);
            return py_score(self, p, sound_hand(p, packed), payments);
        }, nb::arg("hand"), nb::arg("payments") = false, "Score one packed hand; payments now, or when they are asked for.")
        .def("value", [](nb::handle self, const nb::bytes& tiles, int win, const nb::bytes& melds, int by, int seat, int source, int round, int flowers, int context) {
            const Program& p = nb::cast<const Program&>(self);
            return py_score(self, p, plain_hand(p, tiles, win, melds, by, seat, source, round, flowers, context), false);
        }, nb::arg("tiles"), nb::arg("win"), nb::arg("melds") = nb::bytes("", 0), nb::arg("by") = 0, nb::arg("seat") = 0, nb::arg("source") = -1,
           nb::arg("round") = static_cast<int>(number_kinds), nb::arg("flowers") = 0, nb::arg("context") = 0,
           "Score a hand from plain numbers: concealed tiles, winning tile, melds as (way, lowest kind, feeder) bytes.")
        .def("total", [](const Program& p, const nb::bytes& packed) {
            static thread_local Score s;
            const Hand h = sound_hand(p, packed);
            score_hand(p, h, s, false);
            return s.status == Status::win ? s.total : -1;
        }, nb::arg("hand"), "Only the worth of one packed hand; -1 when it is no win.")
        .def("trace", [](const Program& p, const nb::bytes& packed, std::size_t most) {
            const Hand h = sound_hand(p, packed);
            return trace_hand(p, h, most);
        }, nb::arg("hand"), nb::arg("most") = 2000, "Every reading considered, with its values.")
        .def("score_many", &score_many, nb::arg("hands"), nb::arg("status"), nb::arg("total"), nb::arg("amounts") = nb::none(),
             nb::arg("payments") = nb::none(), nb::arg("threads") = 1, "Score many packed hands; releases the interpreter.");
}
