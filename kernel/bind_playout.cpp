#include "bind.hpp"
#include "team.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/optional.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "batch.hpp"

namespace nb = nanobind;
using namespace quepu;

namespace {

template <class T, int N> using Out = nb::ndarray<T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// Plays deals `first` … and fills a row each; the interpreter is free meanwhile.
void play_rows(const Rules& rules, const std::vector<int>& bots, std::uint64_t seed, std::uint64_t first, bool rotate, Out<std::int32_t, 2> deltas, Out<std::uint16_t, 2> facts, Out<std::uint64_t, 2> items, int threads) {
    const auto fits = [](bool good, const char* what) {
        if (!good) throw nb::value_error(what);
    };
    const auto seats = static_cast<std::size_t>(rules.hand->seats);
    const std::size_t n = deltas.shape(0);
    fits(bots.size() == seats, "one bot for each seat is needed");
    for (const int b : bots) fits(b >= 0 && b < static_cast<int>(Bot::size), "no such bot");
    fits(deltas.shape(1) == seats && facts.shape(0) == n && facts.shape(1) == 7 && items.shape(0) == n && items.shape(1) == 2, "the arrays do not fit");
    fits(threads >= 1 && threads <= 256, "threads are 1 to 256");
    Study study;
    study.seed = seed, study.rotate = rotate;
    for (const int b : bots) study.bots.push_back(static_cast<Bot>(b));
    std::int32_t* const to_deltas = deltas.data();
    std::uint16_t* const to_facts = facts.data();
    std::uint64_t* const to_items = items.data();
    constexpr std::size_t block = 32;
    std::atomic<std::size_t> next{0};
    const auto work = [&] {
        std::array<Played, block> rows;
        for (std::size_t at; (at = next.fetch_add(block)) < n;) {
            const std::size_t end = std::min(n, at + block);
            play_many(rules, study, first + at, first + end, rows.data());
            for (std::size_t i = at; i < end; ++i) {
                const Played& row = rows[i - at];
                std::copy_n(row.delta.begin(), seats, to_deltas + i * seats);
                const std::array<std::uint16_t, 7> f = {static_cast<std::uint16_t>(row.result), row.winners, row.discards, row.kongs, row.decisions, row.won, row.fed};
                std::copy(f.begin(), f.end(), to_facts + 7 * i);
                to_items[2 * i] = row.items.words[0], to_items[2 * i + 1] = row.items.words[1];
            }
        }
    };
    const nb::gil_scoped_release released;
    Team team;
    for (int i = 1; i < threads; ++i) team.threads.emplace_back(work);
    work();
}

// Every deal of a batch is worked on by one thread.
template <class F> void in_parallel(std::size_t n, int threads, F work) {
    const nb::gil_scoped_release released;
    const std::size_t workers = std::clamp<std::size_t>(std::min<std::size_t>(static_cast<std::size_t>(threads), n / 64), 1, 64);
    Team team;
    for (std::size_t t = 1; t < workers; ++t)
        team.threads.emplace_back([=, &work] {
            for (std::size_t i = n * t / workers; i < n * (t + 1) / workers; ++i) work(i);
        });
    for (std::size_t i = 0; i < n / workers; ++i) work(i);
}

struct PyBatch {
    nb::object rules;
    Batch batch;
};

}  // namespace

void bind_playout(nb::module_& m) {
    nb::list bots;
    for (const char* name : bot_names) bots.append(name);
    m.attr("BOTS") = bots;
    m.def("play_rows", &play_rows, nb::arg("rules"), nb::arg("bots"), nb::arg("seed"), nb::arg("first"), nb::arg("rotate"), nb::arg("deltas"),
          nb::arg("facts"), nb::arg("items"), nb::arg("threads") = 1,
          "Play deals out; each fills a row: deltas; (result, winners, discards, kongs, decisions, won, fed); item bits.");

    m.def("feature_count", &feature_count, nb::arg("seats"));
    nb::class_<PyBatch>(m, "Batch", "Many deals in step.")
        .def(nb::new_([](nb::object rules, std::size_t n, std::uint64_t seed) {
            if (n < 1 || n > 1u << 20) throw nb::value_error("a batch has 1 to 1048576 deals");
            const Rules* r = nb::cast<const Rules*>(rules);
            return PyBatch{rules, Batch(std::shared_ptr<const Rules>(std::shared_ptr<const Rules>{}, r), n, seed)};
        }), nb::arg("rules"), nb::arg("deals"), nb::arg("seed"))
        .def_prop_ro("acts", [](const PyBatch& b) { return b.batch.acts(); }, "Numbers of acts are below this.")
        .def("observe", [](const PyBatch& b, Out<std::int8_t, 1> seats, Out<std::uint8_t, 2> mask, std::optional<Out<std::int8_t, 2>> seen, int threads) {
            const std::size_t n = b.batch.size();
            const auto columns = static_cast<std::size_t>(feature_count(b.batch.deals[0].n));
            if (seats.shape(0) != n || mask.shape(0) != n || mask.shape(1) != static_cast<std::size_t>(b.batch.acts()) || (seen && (seen->shape(0) != n || seen->shape(1) != columns)))
                throw nb::value_error("the arrays do not fit");
            std::int8_t* const to_seats = seats.data();
            std::uint8_t* const to_mask = mask.data();
            std::int8_t* const to_seen = seen ? seen->data() : nullptr;
            in_parallel(n, threads, [&](std::size_t i) {
                to_seats[i] = static_cast<std::int8_t>(b.batch.seat(i));
                b.batch.mask(i, to_mask + i * mask.shape(1));
                if (to_seen) features(b.batch.deals[i], b.batch.seat(i), to_seen + i * columns);
            });
        }, nb::arg("seats"), nb::arg("mask"), nb::arg("seen") = nb::none(), nb::arg("threads") = 1, "Who must act in each deal, what is legal, what that seat knows.")
        .def("step", [](PyBatch& b, Out<const std::int32_t, 1> acts, Out<std::int32_t, 2> deltas, Out<std::uint8_t, 1> done, int threads) {
            const std::size_t n = b.batch.size(), seats = b.batch.deals[0].n;
            if (acts.shape(0) != n || done.shape(0) != n || deltas.shape(0) != n || deltas.shape(1) != seats) throw nb::value_error("the arrays do not fit");
            const std::int32_t* const from = acts.data();
            std::int32_t* const to_deltas = deltas.data();
            std::uint8_t* const to_done = done.data();
            in_parallel(n, threads, [&](std::size_t i) {
                std::fill_n(to_deltas + i * seats, seats, 0);
                to_done[i] = b.batch.step(i, from[i], to_deltas + i * seats);
            });
        }, nb::arg("acts"), nb::arg("deltas"), nb::arg("done"), nb::arg("threads") = 1, "One act in each deal; a deal that ends gives its deltas and begins anew.")
        .def("act_text", [](const PyBatch& b, std::size_t i, int n) {
            if (i >= b.batch.size()) throw nb::index_error("no such deal");
            const Act a = act_of(b.batch.deals[i], n);
            return static_cast<std::uint32_t>(a.verb) | std::uint32_t{a.tile} << 8 | std::uint32_t{a.a} << 16 | std::uint32_t{a.b} << 24;
        }, nb::arg("deal"), nb::arg("number"), "The code of the act that a number stands for in a deal.");
}
