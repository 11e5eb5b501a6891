#include "batch.hpp"

#include <algorithm>

namespace quepu {

namespace {

// Multisets of three of so many kinds, in order: which one it is, and the one of a number.
int triple_number(int a, int b, int c, int kinds) {   // 0 <= a <= b <= c < kinds
    int n = 0;
    for (int x = 0; x < a; ++x) n += (kinds - x) * (kinds - x + 1) / 2;
    for (int y = a; y < b; ++y) n += kinds - y;
    return n + c - b;
}

Act triple(int first, int kinds, int number) {
    for (int a = 0; a < kinds; ++a)
        for (int b = a; b < kinds; ++b)
            if (const int here = kinds - b; number >= here) number -= here;
            else return {Verb::exchange, static_cast<std::uint8_t>(first + a), static_cast<std::uint8_t>(first + b), static_cast<std::uint8_t>(first + b + number)};
    return {};
}

}  // namespace

int number_of(const Deal& deal, Act a) {
    switch (a.verb) {
        case Verb::pass: return number::pass;
        case Verb::win: return number::win;
        case Verb::ready: return number::ready;
        case Verb::reveal: return number::reveal;
        case Verb::bank: return number::bank;
        case Verb::abort: return number::abort + a.tile;
        case Verb::pull: return number::pull + a.a - 1;
        case Verb::discard: return a.tile & red ? number::red_discard + suit_of(kind_of(a.tile)) : number::discard + a.tile;
        case Verb::flower: return number::flower + a.tile - 31;
        case Verb::kong: return number::kong + a.tile;
        case Verb::pung: return number::pung + a.a;
        case Verb::chow: return number::chow + 2 * (kind_of(deal.pending) - a.tile) + a.a;
        case Verb::voids: return number::voids + a.tile;
        case Verb::bet: return a.a <= 3 && a.tile < 8 ? number::bet + 3 * a.tile + a.a - 1 : -1;
        case Verb::take: return number::take;
        case Verb::decline: return number::decline;
        case Verb::second: return number::second;
        case Verb::exchange:
            if (deal.rules->table.exchange_any) return number::any_three + triple_number(a.tile, a.a, a.b, playing_kinds);
            return number::exchange + number::of_suit * suit_of(a.tile) + triple_number(rank_of(a.tile), rank_of(a.a), rank_of(a.b), 9);
        default: return -1;
    }
}

Act act_of(const Deal& deal, int n) {
    const auto byte = [](int x) { return static_cast<std::uint8_t>(x); };
    if (n >= number::any_three) return triple(0, playing_kinds, n - number::any_three);
    if (n >= number::take) return {std::array{Verb::take, Verb::decline, Verb::second}[static_cast<std::size_t>(n - number::take)], 0, 0, 0};
    if (n >= number::exchange) return triple(9 * ((n - number::exchange) / number::of_suit), 9, (n - number::exchange) % number::of_suit);
    if (n >= number::bet) return {Verb::bet, byte((n - number::bet) / 3), byte((n - number::bet) % 3 + 1), 0};
    if (n >= number::voids) return {Verb::voids, byte(n - number::voids), 0, 0};
    if (n >= number::chow) return {Verb::chow, byte(kind_of(deal.pending) - (n - number::chow) / 2), byte((n - number::chow) % 2), 0};
    if (n >= number::pung) return {Verb::pung, kind_of(deal.pending), byte(n - number::pung), 0};
    if (n >= number::kong) return {Verb::kong, byte(n - number::kong), 0, 0};
    if (n >= number::flower) return {Verb::flower, byte(n - number::flower + 31), 0, 0};
    if (n >= number::red_discard) return {Verb::discard, byte((9 * (n - number::red_discard) + 4) | red), 0, 0};
    if (n >= number::discard) return {Verb::discard, byte(n - number::discard), 0, 0};
    if (n >= number::pull) return {Verb::pull, 0, byte(n - number::pull + 1), 0};
    if (n >= number::abort) return {Verb::abort, byte(n - number::abort), 0, 0};
    constexpr std::array<Verb, 5> plain = {Verb::pass, Verb::win, Verb::ready, Verb::reveal, Verb::bank};
    return {n >= 0 ? plain[static_cast<std::size_t>(n)] : Verb::pass, 0, 0, 0};
}

void features(const Deal& deal, int seat, std::int8_t* out) {
    const auto put = [&](int x) { *out++ = static_cast<std::int8_t>(std::clamp(x, -128, 127)); };
    const SeatState& me = deal.seat[static_cast<std::size_t>(seat)];
    for (Kind k = 0; k < all_kinds; ++k) put(me.hand.of[k]);
    for (const auto reds : me.reds) put(reds);
    for (int i = 0; i < deal.n; ++i) {
        const SeatState& s = deal.seat[static_cast<std::size_t>((seat + i) % deal.n)];
        const bool hidden = deal.rules->table.face_down && i;
        for (Kind k = 0; k < playing_kinds; ++k) put(hidden ? 0 : (s.thrown[0] >> k & 1) + (s.thrown[1] >> k & 1) + (s.thrown[2] >> k & 1) + (s.thrown[3] >> k & 1));
        std::array<int, playing_kinds> laid{};
        for (int j = 0; j < s.meld_count; ++j) {
            const Meld& m = s.melds[static_cast<std::size_t>(j)];
            if (m.way == Way::concealed && deal.rules->table.kong_hidden && i) continue;
            if (m.way == Way::chow) ++laid[m.kind], ++laid[m.kind + 1u], ++laid[m.kind + 2u];
            else laid[m.kind] += is_kong(m.way) ? 4 : 3;
        }
        for (const int n : laid) put(n);
        put(s.held), put(s.meld_count), put(s.flowers), put(s.stands), put(s.revealed), put(s.won), put(deal.phase == Phase::voids && i ? -1 : s.void_suit), put(s.left);
    }
    const bool claim = deal.stage == Stage::claims;
    for (Kind k = 0; k < playing_kinds; ++k) put(claim && kind_of(deal.pending) == k);
    for (Kind k = 0; k < playing_kinds; ++k) put(deal.jokers >> k & 1);
    std::array<int, playing_kinds> shown{};
    for (int i = 0; i < deal.indicators_shown && deal.rules->table.indicators; ++i)
        if (const Kind k = kind_of(deal.wall[static_cast<std::size_t>(deal.wall_size - 5 - 2 * i)]); k < playing_kinds) ++shown[k];
    for (const int n : shown) put(n);
    put(deal.live()), put(seat), put((deal.turn - seat + deal.n) % deal.n), put(deal.round - number_kinds), put(static_cast<int>(deal.stage)), put(static_cast<int>(deal.phase));
    put(deal.passes), put(deal.again), put(deal.taken);
    put(deal.robbing), put(claim ? (deal.pending_from - seat + deal.n) % deal.n : -1), put(deal.after_claim), put(me.drawn == none || deal.turn != seat ? -1 : kind_of(me.drawn));
}

Batch::Batch(std::shared_ptr<const Rules> rules, std::size_t n, std::uint64_t seed) : rules_(std::move(rules)), set_(set_of_tiles(*rules_)), played_(n), seed_(seed) {
    deals.reserve(n);
    for (std::size_t i = 0; i < n; ++i) {
        deals.emplace_back(*rules_, [&] {
            static thread_local Start start;
            shuffle_for(*rules_, set_, seed_, i, start);
            return start.setup;
        }());
        played_[i] = 1;
    }
}

void Batch::begin(std::size_t i) {
    Start start;
    shuffle_for(*rules_, set_, seed_, i + played_[i]++ * deals.size(), start);
    deals[i] = Deal(*rules_, start.setup);
}

void Batch::mask(std::size_t i, std::uint8_t* out) const {
    std::fill_n(out, acts(), std::uint8_t{0});
    std::array<Act, most_acts> may;
    const int n = deals[i].acts(seat(i), may.data());
    for (int j = 0; j < n; ++j)
        if (const int x = number_of(deals[i], may[static_cast<std::size_t>(j)]); x >= 0) out[x] = 1;
}

bool Batch::step(std::size_t i, int n, std::int32_t* deltas) {
    Deal& deal = deals[i];
    const int s = seat(i);
    Act a = act_of(deal, n >= 0 && n < acts() ? n : number::pass);
    if (!deal.legal(s, a)) a = deal.idle(s);
    deal.put(s, a, nullptr);
    if (deal.stage != Stage::done) return false;
    std::copy_n(deal.delta.begin(), deal.n, deltas);
    begin(i);
    return true;
}

}  // namespace quepu
