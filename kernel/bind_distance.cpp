#include <nanobind/stl/optional.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <bit>
#include <cstring>
#include <thread>
#include <vector>

#include "bind.hpp"
#include "team.hpp"
#include "bind_hand.hpp"
#include "distance_discards.hpp"
#include "hand_bytes.hpp"

namespace nb = nanobind;
using namespace nb::literals;

namespace quepu {
namespace {

[[noreturn]] void refuse(const char* format, long long a = 0, long long b = 0, long long c = 0) {
    PyErr_Format(PyExc_ValueError, format, a, b, c);
    throw nb::python_error();
}

nb::tuple kinds_in(Kinds kinds) {
    nb::list out;
    for (; kinds; kinds &= kinds - 1) out.append(std::countr_zero(kinds));
    return nb::tuple(out);
}

struct Useful {
    int shanten = 0, live = 0;
    Kinds mask = 0;
    std::array<std::uint8_t, playing_kinds> counts{};   // live tiles of the useful kinds
};
struct Discard : Useful {
    Kind kind = none;
};

// Tiles of each kind that are neither held nor seen.
std::array<std::uint8_t, playing_kinds> unseen(const Counts& held, nb::handle seen) {
    std::array<std::uint8_t, playing_kinds> live;
    for (int k = 0; k < playing_kinds; ++k) live[k] = static_cast<std::uint8_t>(4 - held.of[k]);
    if (seen.is_none()) return live;
    const ConcealedTiles other(seen);
    for (int k = 0; k < playing_kinds; ++k) {
        if (other.counts.of[k] > live[k])
            refuse("four tiles of a kind exist; kind %lld is held %lld times and seen %lld times elsewhere", k, held.of[k],
                   other.counts.of[k]);
        live[k] = static_cast<std::uint8_t>(live[k] - other.counts.of[k]);
    }
    return live;
}

void fill(Useful& out, const Need& need, const std::array<std::uint8_t, playing_kinds>& live) {
    out.shanten = need.missing - 1;
    out.mask = need.kinds;
    for (Kinds rest = need.kinds; rest; rest &= rest - 1) {
        const auto k = static_cast<std::size_t>(std::countr_zero(rest));
        out.counts[k] = live[k];
        out.live += live[k];
    }
}

int one_shanten(nb::handle hand, Shapes shapes, std::optional<int> sets, int jokers) {
    const ConcealedTiles h(hand);
    return shanten(h.counts, sets_of(h.total, sets, shapes, jokers), shapes, jokers);
}

nb::tuple waits(nb::handle hand, Shapes shapes, std::optional<int> sets, int jokers) {
    const ConcealedTiles h(hand);
    const int target = sets_of(h.total, sets, shapes, jokers);
    if (h.total + jokers != 3 * target + 1)
        refuse("a hand that waits holds 3k+1 tiles, here %lld; got %lld (discards() tells what to let go)", 3 * target + 1,
               h.total + jokers);
    const Need n = need(h.counts, target, shapes, jokers);
    return kinds_in(n.missing == 1 ? n.kinds : 0);
}

Useful useful(nb::handle hand, Shapes shapes, nb::handle seen, std::optional<int> sets, int jokers) {
    const ConcealedTiles h(hand);
    Useful out;
    fill(out, need(h.counts, sets_of(h.total, sets, shapes, jokers), shapes, jokers), unseen(h.counts, seen));
    return out;
}

std::vector<Discard> discards(nb::handle hand, Shapes shapes, nb::handle seen, std::optional<int> sets, int jokers) {
    ConcealedTiles h(hand);
    const int target = sets_of(h.total, sets, shapes, jokers);
    if (h.total + jokers != 3 * target + 2)
        refuse("a hand that discards holds 3k+2 tiles, here %lld; got %lld", 3 * target + 2, h.total + jokers);
    const auto live = unseen(h.counts, seen);   // a tile let go does not come back
    std::vector<Discard> out;
    Discarding discarding(h.counts, target, shapes);
    for (Kind k = 0; k < playing_kinds; ++k) {
        if (!h.counts.of[k]) continue;
        Discard& d = out.emplace_back();
        d.kind = k;
        if (!jokers) {
            fill(d, Need{discarding.missing(k), discarding.useful(k)}, live);
            continue;
        }
        h.counts.remove(k);
        fill(d, need(h.counts, target, shapes, jokers), live);
        h.counts.add(k);
    }
    std::stable_sort(out.begin(), out.end(), [](const Discard& a, const Discard& b) {
        return a.shanten != b.shanten ? a.shanten < b.shanten : a.live > b.live;
    });
    return out;
}

// Runs `each(row, counts, sets)` over all hands without the interpreter's lock. A hand that is wrong is then reported as a single
// one would be, with its place; a place is found even if another thread finds a later one first.
template <class Each>
void over(nb::handle hands, nb::handle out, std::size_t item, Shapes shapes, std::optional<int> sets, int jokers, int threads,
          Each each) {
    const Buffer in(hands, false, "hands are a C-contiguous buffer of uint8, 34 counts each");
    const Buffer to(out, true, "the result is a writable buffer");
    if (in.size() % playing_kinds || in.item() != 1)
        refuse("hands are rows of 34 uint8; got %lld bytes in items of %lld", static_cast<long long>(in.size()),
               static_cast<long long>(in.item()));
    const std::size_t rows = in.size() / playing_kinds;
    if (to.size() != rows * item)
        refuse("the result has room for %lld bytes; %lld are needed", static_cast<long long>(to.size()),
               static_cast<long long>(rows * item));
    if (threads < 1) refuse("threads are 1 or more; got %lld", threads);
    check_question(sets, shapes, jokers);
    std::array<int, 3 * most_sets + 3> sets_by_total;   // checked once for each total, not for each hand
    std::atomic<std::size_t> wrong = rows;
    {
        const nb::gil_scoped_release released;
        for (int total = 0; total < static_cast<int>(sets_by_total.size()); ++total)
            sets_by_total[static_cast<std::size_t>(total)] = sets_if_right(total, sets, shapes, jokers);
        const auto part = [&](std::size_t from, std::size_t end) {
            Counts counts;
            for (std::size_t i = from; i < end; ++i) {
                const int total = read_counts(in.data() + playing_kinds * i, counts);
                const int target = total < 0 || total > 3 * most_sets + 2 ? -1 : sets_by_total[static_cast<std::size_t>(total)];
                if (target < 0) {
                    for (auto seen = wrong.load(); i < seen && !wrong.compare_exchange_weak(seen, i);) {}
                    return;
                }
                each(to.data() + item * i, counts, target);
            }
        };
        const auto workers = std::min(static_cast<std::size_t>(threads), std::max<std::size_t>(1, rows / 1024));
        Team team;
        for (std::size_t w = 1; w < workers; ++w) team.threads.emplace_back(part, rows * w / workers, rows * (w + 1) / workers);
        part(0, rows / workers);
    }
    if (wrong < rows) {
        const nb::bytes row(in.data() + playing_kinds * wrong, playing_kinds);
        try {
            sets_of(ConcealedTiles(row).total, sets, shapes, jokers);
        } catch (nb::python_error& error) {
            PyErr_Format(PyExc_ValueError, "hand %zu: %S", wrong.load(), error.value().ptr());
            throw nb::python_error();
        }
    }
}

void shanten_many(nb::handle hands, nb::handle out, Shapes shapes, std::optional<int> sets, int jokers, int threads) {
    over(hands, out, 1, shapes, sets, jokers, threads, [=](std::uint8_t* to, const Counts& counts, int target) {
        *to = static_cast<std::uint8_t>(shanten(counts, target, shapes, jokers));
    });
}

void useful_many(nb::handle hands, nb::handle out, Shapes shapes, std::optional<int> sets, int jokers, int threads) {
    over(hands, out, sizeof(Kinds), shapes, sets, jokers, threads, [=](std::uint8_t* to, const Counts& counts, int target) {
        const Kinds kinds = need(counts, target, shapes, jokers).kinds;
        std::memcpy(to, &kinds, sizeof kinds);
    });
}

void change(Counts& tiles, int kind, int n) {
    if (kind < 0 || kind >= playing_kinds) refuse("kinds are 0..33; got %lld", kind);
    const long long then = static_cast<long long>(tiles.of[static_cast<std::size_t>(kind)]) + n;
    if (then < 0 || then > 4) refuse("of a kind 0..4 tiles can be held; kind %lld would come to %lld", kind, then);
    tiles.add(static_cast<Kind>(kind), n);
}

void bind_tiles(nb::module_& m) {
    nb::class_<Counts>(m, "Tiles", "Concealed tiles, kept in the kernel so that repeated questions convert nothing.")
        .def("__init__", [](Counts* self) { new (self) Counts(); })
        .def("__init__", [](Counts* self, nb::handle counts) { new (self) Counts(ConcealedTiles(counts).counts); }, "counts"_a)
        .def("add", [](Counts& self, int kind, int n) { change(self, kind, n); }, "kind"_a, "n"_a = 1)
        .def("remove", [](Counts& self, int kind, int n) { change(self, kind, -n); }, "kind"_a, "n"_a = 1)
        .def("copy", [](const Counts& self) { return self; })
        .def("__copy__", [](const Counts& self) { return self; })
        .def("__getitem__", [](const Counts& self, int kind) {
            if (kind < 0 || kind >= playing_kinds) throw nb::index_error("kinds are 0..33");
            return static_cast<int>(self.of[static_cast<std::size_t>(kind)]);
        }, "kind"_a)
        .def("__len__", &Counts::total)
        .def("__bytes__", [](const Counts& self) { return nb::bytes(self.of.data(), playing_kinds); })
        .def("__eq__", [](const Counts& self, const Counts& other) { return self.of == other.of; }, nb::is_operator())
        .def("__repr__", [](const Counts& self) {
            return nb::str("Tiles({!r})").format(nb::bytes(self.of.data(), playing_kinds));
        });
}

}  // namespace
}  // namespace quepu

void bind_distance(nb::module_& m) {
    using namespace quepu;
    m.attr("SETS") = shape::sets;
    m.attr("PAIRS") = shape::pairs;
    m.attr("DISTINCT_PAIRS") = shape::distinct_pairs;
    m.attr("ORPHANS") = shape::orphans;
    m.attr("SCATTERED") = shape::scattered;
    m.attr("KNITTED") = shape::knitted;
    bind_tiles(m);
    nb::class_<Useful>(m, "Useful", "What brings a hand nearer.")
        .def_ro("shanten", &Useful::shanten)
        .def_ro("live", &Useful::live)
        .def_ro("mask", &Useful::mask)
        .def_prop_ro("kinds", [](const Useful& u) { return kinds_in(u.mask); })
        .def_prop_ro("counts", [](const Useful& u) { return nb::bytes(u.counts.data(), u.counts.size()); })
        .def("__repr__", [](const Useful& u) {
            return nb::str("Useful(shanten={}, kinds={}, live={})").format(u.shanten, kinds_in(u.mask), u.live);
        });
    nb::class_<Discard, Useful>(m, "Discard", "A kind let go, and what then brings the hand nearer.")
        .def_prop_ro("kind", [](const Discard& d) { return static_cast<int>(d.kind); })
        .def("__repr__", [](const Discard& d) {
            return nb::str("Discard(kind={}, shanten={}, kinds={}, live={})").format(d.kind, d.shanten, kinds_in(d.mask), d.live);
        });
    const auto shapes = nb::arg("shapes") = shape::sets;
    const auto seen = nb::arg("seen") = nb::none();
    const auto sets = nb::arg("sets") = nb::none();
    const auto jokers = nb::arg("jokers") = 0;
    const auto threads = nb::arg("threads") = 1;
    const auto hand = nb::arg("hand").none();   // so that our own error names what is right
    m.def("shanten", &one_shanten, hand, shapes, nb::kw_only(), sets, jokers,
          "Draws until the hand is ready: 0 = ready, -1 = complete. See quepu.shanten.");
    m.def("waits", &waits, hand, shapes, nb::kw_only(), sets, jokers,
          "Kinds that complete a hand of 3k+1 tiles; empty if it is not ready. See quepu.shanten.");
    m.def("useful", &useful, hand, shapes, nb::kw_only(), seen, sets, jokers,
          "Kinds that lower the shanten, and how many of them are live. See quepu.shanten.");
    m.def("discards", &discards, hand, shapes, nb::kw_only(), seen, sets, jokers,
          "For each kind a hand of 3k+2 tiles can let go: what is useful then; the best first. See quepu.shanten.");
    m.def("shanten_many", &shanten_many, "hands"_a, "out"_a, shapes, nb::kw_only(), sets, jokers, threads,
          "shanten of each 34 bytes of `hands` into `out`, one signed byte each.");
    m.def("useful_many", &useful_many, "hands"_a, "out"_a, shapes, nb::kw_only(), sets, jokers, threads,
          "Mask of the useful kinds of each 34 bytes of `hands` into `out`, eight bytes each.");
    m.def("distance_tables", [] { return nb::make_tuple(distances().bytes(), distances().distinct()); },
          "Bytes of the distance tables, and how many different worths of holdings they know; builds them if need be.");
}
