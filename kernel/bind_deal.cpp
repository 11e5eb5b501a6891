#include "bind.hpp"

#include <nanobind/stl/string.h>
#include <nanobind/stl/vector.h>

#include <cstring>
#include <memory>

#include "bots.hpp"

namespace nb = nanobind;
using namespace quepu;

namespace {

std::vector<std::int32_t> words_from(const nb::bytes& words) {
    if (words.size() % 4) throw nb::value_error("not a program: its length is no multiple of four");
    std::vector<std::int32_t> w(words.size() / 4);
    if (!w.empty()) std::memcpy(w.data(), words.c_str(), words.size());
    return w;
}

// Acts and events cross the border as whole numbers and bytes: the names are Python's.
std::uint32_t code(Act a) { return static_cast<std::uint32_t>(a.verb) | std::uint32_t{a.tile} << 8 | std::uint32_t{a.a} << 16 | std::uint32_t{a.b} << 24; }
Act act(std::uint32_t c) {
    if ((c & 0xff) >= static_cast<unsigned>(Verb::size)) throw nb::value_error("no such act");
    return {static_cast<Verb>(c & 0xff), static_cast<std::uint8_t>(c >> 8), static_cast<std::uint8_t>(c >> 16), static_cast<std::uint8_t>(c >> 24)};
}

nb::tuple event(const Event& e) {
    return nb::make_tuple(static_cast<int>(e.what), static_cast<int>(e.seat), static_cast<int>(e.other), static_cast<int>(e.flags), static_cast<int>(e.seen),
                          nb::bytes(reinterpret_cast<const char*>(e.tiles.data()), e.count), e.amount);
}

nb::list events(const std::vector<Event>& log) {
    nb::list out;
    for (const Event& e : log) out.append(event(e));
    return out;
}

struct PyDeal {
    nb::object rules;   // keeps the rules alive
    Deal deal;
    Log log;

    int seat(int s) const {
        if (s < 0 || s >= deal.n) throw nb::index_error(("there is no seat " + std::to_string(s)).c_str());
        return s;
    }
};

template <class T> std::vector<int> first(const T& array, std::size_t n) { return std::vector<int>(array.begin(), array.begin() + static_cast<std::ptrdiff_t>(n)); }

template <class T> nb::list names(const T& all) {
    nb::list out;
    for (const char* name : all) out.append(name);
    return out;
}

PyDeal begin(nb::object rules, const nb::bytes& wall, int turned, int round, int die, const std::vector<std::int32_t>& scores, const std::vector<std::int32_t>& carried) {
    const Rules& r = nb::cast<const Rules&>(rules);
    const auto fits = [](bool good, const char* what) {
        if (!good) throw nb::value_error(what);
    };
    const std::size_t needed = static_cast<std::size_t>(r.hand->seats * r.hand->hand_size) + 1;
    fits(wall.size() >= needed, "the wall has too few tiles for the hands");
    fits(wall.size() <= max_wall, "the wall has too many tiles");
    fits(round >= number_kinds && round < number_kinds + 4, "no such round");
    fits(die >= 1 && die <= 6, "a die shows 1 to 6");
    fits(scores.size() <= max_seats && carried.size() <= max_carried, "too many numbers");
    fits(turned >= -1 && turned < static_cast<int>(wall.size()), "the tile turned up lies outside the wall");
    const auto* tiles = reinterpret_cast<const Tile*>(wall.c_str());
    std::array<int, all_kinds> alike{};
    for (std::size_t i = 0; i < wall.size(); ++i) {
        fits(kind_of(tiles[i]) < all_kinds && !(tiles[i] & 0x80), "a tile that there is not");
        fits(++alike[kind_of(tiles[i])] <= 4, "more than four of a kind");
    }
    Setup s{{tiles, wall.size()}, turned, static_cast<Kind>(round), die, {}, {}};
    std::copy(scores.begin(), scores.end(), s.scores.begin());
    std::copy(carried.begin(), carried.end(), s.carried.begin());
    Log log;
    Deal deal(r, s, &log);
    return {std::move(rules), deal, std::move(log)};
}

}  // namespace

void bind_deal(nb::module_& m) {
    m.attr("VERBS") = names(verb_names);
    m.attr("EVENTS") = names(event_names);
    m.attr("REFUSALS") = names(refuse_names);
    m.attr("TABLE") = names(table_names);
    m.attr("DEAL_FACTS") = names(deal_fact_names);
    m.attr("OCCASIONS") = names(occasion_names);
    m.attr("DEAL_SIZE") = sizeof(Deal);
    m.attr("MAX_WALL") = max_wall;
    m.attr("MAX_SEATS") = max_seats;
    m.attr("MAX_PASSES") = most_passes;
    m.attr("MAX_BIRDS") = most_birds;
    m.def("turned_place", [](const nb::bytes& wall, int stack) {
        return turned_place({reinterpret_cast<const Tile*>(wall.c_str()), wall.size()}, stack);
    }, nb::arg("wall"), nb::arg("stack"), "Where the tile at the top of a stack lies, stacks counted from the back; bonus tiles are passed over.");

    nb::class_<Rules>(m, "Rules", "A compiled rule system with everything that runs a deal.")
        .def("__init__", [](Rules* self, const nb::bytes& hand, const nb::bytes& play) {
            try {
                auto program = std::make_shared<const Program>(load_program(words_from(hand)));
                new (self) Rules(load_rules(std::move(program), words_from(play)));
            } catch (const std::invalid_argument& e) {
                throw nb::value_error(e.what());
            }
        }, nb::arg("hand"), nb::arg("play"));

    nb::class_<PyDeal>(m, "Deal", "One deal.")
        .def(nb::new_(&begin), nb::arg("rules"), nb::arg("wall"), nb::arg("turned") = -1, nb::arg("round") = static_cast<int>(number_kinds), nb::arg("die") = 1,
             nb::arg("scores") = std::vector<std::int32_t>{}, nb::arg("carried") = std::vector<std::int32_t>{})
        .def("copy", [](const PyDeal& d) { return PyDeal{d.rules, d.deal, {{}, d.log.won}}; }, "The same deal, without what was not fetched of its events.")
        .def("acts", [](const PyDeal& d, int s) {
            std::array<Act, most_acts> all;
            const int n = d.deal.acts(d.seat(s), all.data());
            std::vector<std::uint32_t> out;
            for (int i = 0; i < n; ++i) out.push_back(code(all[static_cast<std::size_t>(i)]));
            return out;
        }, nb::arg("seat"), "Codes of all legal acts of a seat that is asked.")
        .def("why_not", [](const PyDeal& d, int s, std::uint32_t a) {
            int detail = -1;
            const Refuse why = d.deal.why_not(s, act(a), &detail);
            return nb::make_tuple(static_cast<int>(why), detail);
        }, nb::arg("seat"), nb::arg("act"), "(reason, requirement); reason 0 = legal")
        .def("act", [](PyDeal& d, int s, std::uint32_t a, bool hold) {
            if (!d.deal.legal(s, act(a))) throw nb::value_error("not a legal act");
            d.deal.put(s, act(a), &d.log, hold);
        }, nb::arg("seat"), nb::arg("act"), nb::arg("hold") = false)
        .def("go_on", [](PyDeal& d) { d.deal.go_on(&d.log); }, "Let a discard go that was held.")
        .def("choose", [](const PyDeal& d, int s, int bot, std::uint64_t seed) {
            if (bot < 0 || bot >= static_cast<int>(Bot::size)) throw nb::value_error("no such bot");
            if (!(d.deal.asked & ~d.deal.answered) || !((d.deal.asked & ~d.deal.answered) >> d.seat(s) & 1)) throw nb::value_error("the seat is not asked");
            Random random(seed, 0);
            return code(choose(d.deal, s, static_cast<Bot>(bot), random));
        }, nb::arg("seat"), nb::arg("bot"), nb::arg("seed") = 0, "What a bot of the kernel would choose.")
        .def("idle", [](const PyDeal& d, int s) { return code(d.deal.idle(d.seat(s))); }, nb::arg("seat"))
        .def("take_events", [](PyDeal& d) {
            nb::list out = events(d.log.events);
            d.log.events.clear();
            return out;
        }, "Events since the last call, as (what, seat, other, flags, seen, tiles, amount).")
        .def_prop_ro("won_hands", [](const PyDeal& d) {
            nb::list out;
            for (const Hand& h : d.log.won) out.append(nb::bytes(reinterpret_cast<const char*>(&h), sizeof h));
            return out;
        }, "Every hand that has won, packed as it was scored, in the order in which they were settled.")
        .def("hand", [](const PyDeal& d, int s) {
            const SeatState& me = d.deal.seat[d.seat(s)];
            std::vector<int> out;
            for (Kind k = 0; k < all_kinds; ++k) {
                int reds = is_number(k) && rank_of(k) == 4 ? me.reds[suit_of(k)] : 0;
                for (int i = 0; i < me.hand.of[k]; ++i) out.push_back(reds-- > 0 ? k | red : k);
            }
            return out;
        }, nb::arg("seat"), "The concealed tiles, by kind.")
        .def("melds", [](const PyDeal& d, int s) {
            const SeatState& me = d.deal.seat[d.seat(s)];
            nb::list out;
            for (int i = 0; i < me.meld_count; ++i)
                out.append(nb::make_tuple(static_cast<int>(me.melds[i].way), static_cast<int>(me.melds[i].kind), static_cast<int>(me.melds[i].from), static_cast<int>(me.melds[i].reds)));
            return out;
        }, nb::arg("seat"), "(way, lowest kind, feeder, red fives) of each meld.")
        .def("drawn", [](const PyDeal& d, int s) { return static_cast<int>(d.deal.seat[d.seat(s)].drawn); }, nb::arg("seat"), "The tile just drawn; 255 none.")
        .def("waits", [](const PyDeal& d, int s) {
            std::vector<int> out;
            for (Kinds w = d.deal.waits(d.seat(s)); w; w &= w - 1) out.push_back(std::countr_zero(w));
            return out;
        }, nb::arg("seat"), "Kinds that the tiles held between turns wait for, by shape.")
        .def("bonus", [](const PyDeal& d, int s) { return static_cast<int>(d.deal.seat[d.seat(s)].flowers); }, nb::arg("seat"), "Bonus tiles set aside.")
        .def("ready", [](const PyDeal& d, int s) { return d.deal.ready(d.seat(s)); }, nb::arg("seat"))
        .def("kong_ledger", [](const PyDeal& d, int s) { return first(d.deal.kong_money[d.seat(s)], d.deal.n); }, nb::arg("seat"))
        .def("seat_state", [](const PyDeal& d, int s) {
            const SeatState& me = d.deal.seat[d.seat(s)];
            return nb::make_tuple(me.won, me.left, me.declared, me.stands, me.revealed, static_cast<int>(me.void_suit));
        }, nb::arg("seat"), "(won, left, declared, stands, revealed, void suit)")
        .def_prop_ro("asked", [](const PyDeal& d) { return static_cast<int>(d.deal.stage == Stage::done ? 0 : d.deal.asked & ~d.deal.answered); })
        .def_prop_ro("asked_at_first", [](const PyDeal& d) { return static_cast<int>(d.deal.asked); })
        .def("answer", [](const PyDeal& d, int s) { return verb_names[static_cast<std::size_t>(d.deal.answer[d.seat(s)].verb)]; }, nb::arg("seat"), "What a seat has answered in this window.")
        .def_prop_ro("claims_open", [](const PyDeal& d) { return d.deal.stage == Stage::claims; })
        .def_prop_ro("over", [](const PyDeal& d) { return d.deal.stage == Stage::done; })
        .def_prop_ro("result", [](const PyDeal& d) { return static_cast<int>(d.deal.result); })
        .def_prop_ro("turn", [](const PyDeal& d) { return static_cast<int>(d.deal.turn); })
        .def_prop_ro("pending", [](const PyDeal& d) { return static_cast<int>(d.deal.pending); })
        .def_prop_ro("winners", [](const PyDeal& d) { return first(d.deal.winners, d.deal.winner_count); })
        .def_prop_ro("deltas", [](const PyDeal& d) { return first(d.deal.delta, d.deal.n); })
        .def_prop_ro("carry", [](const PyDeal& d) { return first(d.deal.carry, d.deal.rules->carry.size()); })
        .def_prop_ro("next_dealer", [](const PyDeal& d) { return static_cast<int>(d.deal.next_dealer); })
        .def_prop_ro("wall_left", [](const PyDeal& d) { return d.deal.live(); })
        .def_prop_ro("jokers", [](const PyDeal& d) {
            std::vector<int> out;
            for (const Kind k : d.deal.joker_kinds)
                if (k != none) out.push_back(k);
            return out;
        })
        .def_prop_ro("undrawn", [](const PyDeal& d) {
            return nb::bytes(reinterpret_cast<const char*>(d.deal.wall.data() + d.deal.front), static_cast<std::size_t>(d.deal.back - d.deal.front));
        }, "The tiles still in the wall, those that are never drawn included.")
        .def("state", [](const PyDeal& d) { return nb::bytes(reinterpret_cast<const char*>(&d.deal) + sizeof(void*), sizeof(Deal) - sizeof(void*)); }, "Every byte of the deal: equal deals have equal ones.");
}
