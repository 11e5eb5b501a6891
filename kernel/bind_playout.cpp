#include "bind.hpp"
#include "team.hpp"

#include <nanobind/ndarray.h>
#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <algorithm>
#include <atomic>
#include <thread>

#include "playout.hpp"

namespace nb = nanobind;
using namespace quepu;

namespace {

template <class T, int N> using Out = nb::ndarray<T, nb::ndim<N>, nb::c_contig, nb::device::cpu>;

// Plays deals `first` … and fills a row each; the interpreter is free meanwhile.
void play_rows(const Rules& rules, const std::vector<int>& bots, std::uint64_t seed, std::uint64_t first, bool rotate, const std::vector<std::int32_t>& scores,
               const std::vector<std::int32_t>& carried, Out<std::int32_t, 2> deltas, Out<std::uint16_t, 2> facts, Out<std::uint64_t, 2> items, int threads) {
    const auto fits = [](bool good, const char* what) {
        if (!good) throw nb::value_error(what);
    };
    const auto seats = static_cast<std::size_t>(rules.hand->seats);
    const std::size_t n = deltas.shape(0);
    fits(bots.size() == seats, "one bot for each seat is needed");
    for (const int b : bots) fits(b >= 0 && b < static_cast<int>(Bot::size), "no such bot");
    fits(scores.size() <= max_seats && carried.size() <= max_carried, "too many numbers");
    fits(deltas.shape(1) == seats && facts.shape(0) == n && facts.shape(1) == 7 && items.shape(0) == n && items.shape(1) == 2, "the arrays do not fit");
    fits(threads >= 1 && threads <= 256, "threads are 1 to 256");
    Study study;
    study.seed = seed, study.rotate = rotate;
    for (const int b : bots) study.bots.push_back(static_cast<Bot>(b));
    std::copy(scores.begin(), scores.end(), study.scores.begin());
    std::copy(carried.begin(), carried.end(), study.carried.begin());
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

}  // namespace

void bind_playout(nb::module_& m) {
    nb::list bots;
    for (const char* name : bot_names) bots.append(name);
    m.attr("BOTS") = bots;
    m.def("play_rows", &play_rows, nb::arg("rules"), nb::arg("bots"), nb::arg("seed"), nb::arg("first"), nb::arg("rotate"), nb::arg("scores"), nb::arg("carried"),
          nb::arg("deltas"), nb::arg("facts"), nb::arg("items"), nb::arg("threads") = 1,
          "Play deals out; each fills a row: deltas; (result, winners, discards, kongs, decisions, won, fed); item bits.");
}
