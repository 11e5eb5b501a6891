#include "playout.hpp"

#include <algorithm>

namespace quepu {

std::vector<Tile> set_of_tiles(const Rules& rules) {
    std::vector<Tile> set;
    const Kinds bonus = static_cast<Kinds>(rules.table.bonus_kinds) << 31;
    const std::array<int, 3> reds = {rules.table.red_m, rules.table.red_p, rules.table.red_s};
    for (Kind k = 0; k < all_kinds; ++k) {
        if (!((rules.hand->allowed | bonus) >> k & 1)) continue;
        int red_ones = is_number(k) && rank_of(k) == 4 ? reds[static_cast<std::size_t>(suit_of(k))] : 0;
        for (int i = k >= playing_kinds ? 3 : 0; i < 4; ++i) set.push_back(red_ones-- > 0 ? k | red : k);
    }
    return set;
}

void shuffle_for(const Rules& rules, std::span<const Tile> set, std::uint64_t seed, std::uint64_t number, Start& out) {
    Random random(seed, number);
    const auto size = static_cast<std::uint32_t>(set.size());
    std::copy(set.begin(), set.end(), out.tiles.begin());
    // Two places from one number: the product of their ranges fits into 32 bits.
    std::uint32_t i = size;
    for (; i > 2; i -= 2) {
        const std::uint32_t r = random.below(i * (i - 1));
        std::swap(out.tiles[i - 1], out.tiles[r % i]);
        std::swap(out.tiles[i - 2], out.tiles[r / i]);
    }
    if (i == 2 && random.below(2)) std::swap(out.tiles[0], out.tiles[1]);
    out.setup = Setup{{out.tiles.data(), size}};
    out.setup.scores.fill(rules.start_score);
    out.setup.carried = rules.first_carry;
    int stack = 0;
    for (int d = 0; d < rules.table.turned; ++d) stack += 1 + static_cast<int>(random.below(6));
    if (stack) out.setup.turned = turned_place(out.setup.wall, stack);
    if (rules.table.exchange) out.setup.die = 1 + static_cast<int>(random.below(6));
}

Played play_out(Deal& deal, std::span<const Bot> bots, Random& random) {
    Played row{};
    while (deal.stage != Stage::done) {
        const auto open = static_cast<unsigned>(deal.asked & ~deal.answered);
        const int s = std::countr_zero(open);
        deal.put(s, choose(deal, s, bots[static_cast<std::size_t>(s)], random), nullptr);
        ++row.decisions;
    }
    row.result = deal.result;
    row.winners = deal.winner_count, row.discards = deal.discards, row.kongs = deal.kongs;
    for (int s = 0; s < deal.n; ++s) row.won = static_cast<std::uint16_t>(row.won | deal.seat[s].won << s);
    row.fed = deal.gave;
    row.delta = deal.delta;
    row.items = deal.won_with;
    return row;
}

void play_many(const Rules& rules, const Study& study, std::uint64_t first, std::uint64_t last, Played* out) {
    const auto set = set_of_tiles(rules);
    const auto seats = static_cast<std::size_t>(rules.hand->seats);
    Start start;
    std::array<Bot, max_seats> bots{};
    for (std::uint64_t i = first; i < last; ++i) {
        const std::uint64_t wall = study.rotate ? i / seats : i, turn = study.rotate ? i % seats : 0;
        shuffle_for(rules, set, study.seed, wall, start);
        for (std::size_t s = 0; s < seats; ++s) bots[s] = study.bots[(s + turn) % seats];
        Random random(study.seed ^ 0x5bd1e9955bd1e995, i);
        Deal deal(rules, start.setup);
        out[i - first] = play_out(deal, {bots.data(), seats}, random);
    }
}

}  // namespace quepu
