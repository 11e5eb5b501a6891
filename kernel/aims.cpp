#include "aims.hpp"

#include <algorithm>
#include <cmath>
#include <map>
#include <mutex>

namespace quepu {

namespace {

constexpr Kinds kinds_of_suit(int suit) { return suit_bits << 9 * suit; }
constexpr Kinds simples = [] {
    Kinds all = 0;
    for (Kind k = 0; k < number_kinds; ++k)
        if (rank_of(k) > 0 && rank_of(k) < 8) all |= bit(k);
    return all;
}();

void restrict_to(Counts& tiles, Kinds allowed) {
    for (Kinds out = ~allowed & ((Kinds{1} << playing_kinds) - 1); out; out &= out - 1) {
        const auto k = static_cast<Kind>(std::countr_zero(out));
        if (tiles.of[k]) tiles.remove(k, tiles.of[k]);
    }
}

std::vector<Aim> make_aims(const Rules& rules) {
    std::vector<Aim> all;
    const Kinds kinds = rules.hand->allowed;
    const auto add = [&](Kinds allowed, Shapes shapes) -> Aim& {
        Aim p;
        p.allowed = allowed & kinds, p.shapes = shapes;
        all.push_back(p);
        return all.back();
    };
    const Shapes special = rules.shapes & ~shape::sets;
    const bool two_suits = rules.table.most_suits != 0;
    for (int drop = two_suits ? 0 : -1; drop < (two_suits ? 3 : 0); ++drop) {
        const Kinds left = drop < 0 ? ~Kinds{0} : ~kinds_of_suit(drop);
        if (rules.shapes & shape::sets) add(left, shape::sets), add(left & simples, shape::sets), add(left, shape::sets).pungs = true;
        for (Shapes one = 2; one <= special; one <<= 1)
            if (special & one) add(left, one);
    }
    for (int suit = 0; suit < 3; ++suit) {
        add(kinds_of_suit(suit) | honor_kinds, shape::sets);
        if (kinds & honor_kinds) add(kinds_of_suit(suit), shape::sets);
        if (special & (shape::pairs | shape::distinct_pairs)) add(kinds_of_suit(suit) | honor_kinds, special & (shape::pairs | shape::distinct_pairs));
    }
    // Patterns of three sets, wherever they may lie.
    for (const Pattern& t : rules.hand->patterns) {
        if (t.n != 3) continue;
        const int room = t.type == Type::chow ? 7 : 9;
        for (int start = t.start >= 0 ? t.start : 0; start <= (t.start >= 0 ? t.start : 8); ++start) {
            if (start + t.step[2] >= room) break;
            std::array<int, 3> suits = {0, 1, 2};
            const bool one_suit = t.suit[0] == t.suit[1] && t.suit[1] == t.suit[2];
            do {
                if (one_suit && (suits[1] > suits[2])) continue;
                Aim p;
                p.allowed = kinds, p.shapes = shape::sets, p.required = 3;
                for (std::size_t i = 0; i < 3; ++i) p.type[i] = t.type, p.kind[i] = static_cast<Kind>(9 * suits[t.suit[i]] + start + t.step[i]);
                const auto same = [&](const Aim& o) { return o.required == 3 && o.type == p.type && o.kind == p.kind; };
                if (std::none_of(all.begin(), all.end(), same)) all.push_back(p);
            } while (std::next_permutation(suits.begin(), suits.end()));
        }
    }
    return all;
}

}  // namespace

const std::vector<Aim>& aims_of(const Rules& rules) {
    static std::mutex lock;
    static std::map<std::uint64_t, std::vector<Aim>> known;   // by program
    const std::lock_guard guard(lock);
    auto& aims = known[rules.hand->id];
    if (aims.empty()) aims = make_aims(rules);
    return aims;
}

Weigher::Weigher(const Deal& deal, int seat, Random& random) : scratch(deal), deal_(deal), seat_(seat), random_(random) {
    // A win some time later: nothing of the first turns, of kongs or of the last tile. Only what the seat knows is read: its own
    // tiles, what lies open; the wall and the other hands are struck.
    scratch.discards = 60, scratch.claims = 1, scratch.chain = Chain::none, scratch.chain_kong = scratch.kong_discard = false;
    scratch.declaring = scratch.revealing = scratch.robbing = false;
    const int table = deal.rules->table.reserve + 8;
    if (scratch.back - scratch.front < table) scratch.front = static_cast<std::uint8_t>(std::max(0, scratch.back - table));
    SeatState& me = scratch.seat[static_cast<std::size_t>(seat)];
    me.one_shot = false, me.drew = me.threw = true;
    int open = 0;
    for (Kind k = 0; k < playing_kinds; ++k) open += deal.seen[k] + me.hand.of[k];
    unseen_ = std::max(1, 4 * std::popcount(deal.rules->hand->allowed) - open);
    turns_ = std::max(0.5, 0.9 * deal.live() / deal.n);
}

bool Weigher::fits(const Aim& aim) const {
    const SeatState& me = deal_.seat[static_cast<std::size_t>(seat_)];
    if (me.void_suit >= 0 && aim.allowed & kinds_of_suit(me.void_suit) && deal_.rules->table.most_suits) return false;
    if (me.meld_count && !(aim.shapes & (shape::sets | shape::knitted))) return false;
    for (int i = 0; i < me.meld_count; ++i) {
        const Meld& m = me.melds[static_cast<std::size_t>(i)];
        const Kinds tiles = m.way == Way::chow ? Kinds{7} << m.kind : bit(m.kind);
        if (tiles & ~aim.allowed || (aim.pungs && m.way == Way::chow)) return false;
    }
    return true;
}

// Tiles missing from a aim, and the kinds that serve it.
int Weigher::missing_of(const Aim& aim, const Holding& h, Kinds* useful) const {
    Counts tiles = h.tiles;
    if (~aim.allowed & deal_.rules->hand->allowed) restrict_to(tiles, aim.allowed);
    int sets = h.sets, lacking = 0;
    Kinds wanted = 0;
    if (aim.pungs) {
        // The kinds of which most are held become the pungs, the next one the pair.
        std::array<int, 5> kinds{};
        for (Kind k = 0; k < playing_kinds; ++k) ++kinds[std::min<std::size_t>(tiles.of[k], 4)];
        int of3 = kinds[3] + kinds[4], of2 = kinds[2], of1 = kinds[1], missing = 0;
        for (int i = 0; i < sets; ++i) {
            if (of3) --of3;
            else if (of2) --of2, missing += 1;
            else if (of1) --of1, missing += 2;
            else missing += 3;
        }
        missing += of3 || of2 ? 0 : of1 ? 1 : 2;
        if (useful)
            for (Kind k = 0; k < playing_kinds; ++k)
                if (tiles.of[k] == 2 || (tiles.of[k] == 1 && kinds[2] + kinds[3] + kinds[4] <= sets)) *useful |= bit(k);
        return std::max(0, missing - h.jokers);
    }
    if (aim.required) {
        const SeatState& me = deal_.seat[static_cast<std::size_t>(seat_)];
        unsigned used = 0;
        for (std::size_t g = 0; g < aim.required; ++g) {
            bool made = false;
            for (int i = 0; i < me.meld_count && !made; ++i) {
                const Meld& m = me.melds[static_cast<std::size_t>(i)];
                if (!(used >> i & 1) && m.kind == aim.kind[g] && (m.way == Way::chow) == (aim.type[g] == Type::chow)) used |= 1u << i, made = true;
            }
            if (made) continue;
            if (--sets < 0) return 99;
            for (int i = 0; i < 3; ++i) {
                const auto k = static_cast<Kind>(aim.type[g] == Type::chow ? aim.kind[g] + i : aim.kind[g]);
                if (tiles.of[k]) tiles.remove(k);
                else ++lacking, wanted |= bit(k);
            }
        }
    }
    if (!possible(aim.shapes, sets)) return 99;
    const int spare = std::max(0, h.jokers - lacking);
    if (useful) {
        if (h.jokers) {
            *useful |= wanted;   // with jokers only what is surely wanted: the rest costs too much to find
            const Need n = need(tiles, sets, aim.shapes, 0);
            *useful |= n.kinds & aim.allowed;
            return std::max(0, lacking - h.jokers) + missing(tiles, sets, aim.shapes, spare);
        }
        const Need n = need(tiles, sets, aim.shapes);
        *useful |= wanted | (n.kinds & aim.allowed);
        return lacking + n.missing;
    }
    return std::max(0, lacking - h.jokers) + missing(tiles, sets, aim.shapes, spare);
}

// What a win with the tiles of the scratch seat brings: by self-draw and by another's discard, as often as these happen.
double Weigher::gain(Tile win) const {
    static thread_local Score score;
    const Program& p = *deal_.rules->hand;
    const auto s = static_cast<std::size_t>(seat_);
    double sum = 0;
    const bool by_discard = p.win_ways >> static_cast<int>(By::discard) & 1 && !deal_.rules->table.face_down;
    int from = deal_.seat_left(seat_);
    while (deal_.seat[static_cast<std::size_t>(from)].won && from != seat_) from = deal_.seat_left(from);
    scratch.seat[s].drawn = win;
    Hand hand = scratch.hand_of(seat_, win, By::self, -1, false);
    score_hand(p, hand, score, true);
    if (score.status == Status::win) sum += (by_discard ? 0.4 : 1.0) * score.payments[s];
    if (!by_discard) return sum;
    hand.by = By::discard, hand.from = static_cast<std::int8_t>(from), hand.context &= static_cast<std::uint16_t>(~1u);
    score_hand(p, hand, score, true);
    if (score.status == Status::win) sum += 0.6 * score.payments[s];
    return sum;
}

// The scratch seat holds these tiles, jokers as their own kinds, red fives as far as they are left.
void Weigher::hold(const Holding& h) const {
    SeatState& me = scratch.seat[static_cast<std::size_t>(seat_)];
    me.plane = {};
    me.hand = h.tiles;
    if (h.jokers && deal_.joker_kinds[1] != none) me.hand.add(deal_.joker_kinds[1], std::min(4, h.jokers)), me.hand.add(deal_.joker_kinds[0], h.jokers - std::min(4, h.jokers));
    me.held = 0;
    for (Kind k = 0; k < playing_kinds; ++k) {
        for (int i = 0; i < me.hand.of[k]; ++i) me.plane[static_cast<std::size_t>(i)] |= bit(k);
        me.held = static_cast<std::uint8_t>(me.held + me.hand.of[k]);
        if (is_number(k) && rank_of(k) == 4) me.reds[static_cast<std::size_t>(suit_of(k))] = std::min(me.reds[static_cast<std::size_t>(suit_of(k))], me.hand.of[k]);
    }
}

// A hand that waits: every wait with what it would pay, and none that may not win.
double Weigher::waiting(const Holding& h) const {
    if (h.jokers) return 0;
    const Need n = need(h.tiles, h.sets, deal_.rules->shapes);
    if (n.missing != 1) return 0;
    SeatState& me = scratch.seat[static_cast<std::size_t>(seat_)];
    const SeatState before = me;
    double sum = 0;
    int live = 0;
    for (Kinds w = n.kinds & deal_.rules->hand->allowed; w; w &= w - 1) {
        const auto k = static_cast<Kind>(std::countr_zero(w));
        const int left = 4 - deal_.seen[k] - h.tiles.of[k];
        if (left <= 0) continue;
        Holding won = h;
        won.tiles.add(k);
        hold(won);
        const double pay = gain(k);
        me = before;
        if (pay <= 0) continue;
        sum += left * pay, live += left;
    }
    static const Aim plain{~Kinds{0}, shape::sets, false, 0, {}, {}};
    return live ? sum / live * chance(plain, 1, live) : 0;
}

// Completes the hand at random within the aim, and scores what comes of it.
double Weigher::pay_of(const Aim& aim, Holding h) {
    const int size = 3 * h.sets + 2;
    Kind last = none;
    int held = h.jokers;
    for (Kind k = 0; k < playing_kinds; ++k) held += h.tiles.of[k];
    for (int step = 0; step < 16; ++step) {
        Kinds useful = 0;
        const int left = missing_of(aim, h, &useful);
        if (left == 0) break;
        if (left > 12) return 0;
        useful &= ~deal_.jokers;   // a joker that is drawn is no tile of its kind
        int live = 0;
        const SeatState& me = deal_.seat[static_cast<std::size_t>(seat_)];
        const auto alive = [&](int k) { return std::max(0, 4 - deal_.seen[static_cast<std::size_t>(k)] - std::max(me.hand.of[static_cast<std::size_t>(k)], h.tiles.of[static_cast<std::size_t>(k)])); };
        for (Kinds w = useful; w; w &= w - 1) live += alive(std::countr_zero(w));
        if (!live) return 0;
        int pick = static_cast<int>(random_.below(static_cast<std::uint32_t>(live)));
        for (Kinds w = useful; w; w &= w - 1) {
            pick -= alive(std::countr_zero(w));
            if (pick >= 0) continue;
            last = static_cast<Kind>(std::countr_zero(w));
            break;
        }
        h.tiles.add(last), ++held;
    }
    // Take out what does not serve.
    for (Kind k = 0; k < playing_kinds && held > size; ++k)
        while (held > size && h.tiles.of[k] && (k != last || h.tiles.of[k] > 1)) {
            h.tiles.remove(k);
            if (missing_of(aim, h, nullptr) == 0) {
                --held;
                continue;
            }
            h.tiles.add(k);
            break;
        }
    if (held != size) return 0;
    SeatState& me = scratch.seat[static_cast<std::size_t>(seat_)];
    const SeatState before = me;
    hold(h);
    if (last == none) last = static_cast<Kind>(std::countr_zero(me.plane[0]));
    const double sum = gain(last);
    me = before;
    return std::max(0.0, sum);
}

void Weigher::consider(const Holding& h) {
    struct Near {
        const Aim* aim;
        int missing;
    };
    std::array<Near, 12> near{};
    std::size_t count = 0;
    int least = 99;
    for (const Aim& aim : aims_of(*deal_.rules)) {
        if (!fits(aim)) continue;
        const int left = missing_of(aim, h, nullptr);
        if (left > least + 4 || left > 9) continue;
        least = std::min(least, left);
        std::size_t at = count;
        while (at > 0 && near[at - 1].missing > left) --at;
        if (at >= near.size()) continue;
        if (count < near.size()) ++count;
        std::move_backward(near.begin() + static_cast<std::ptrdiff_t>(at), near.begin() + static_cast<std::ptrdiff_t>(count - 1), near.begin() + static_cast<std::ptrdiff_t>(count));
        near[at] = {&aim, left};
    }
    nearest_ = missing(h.tiles, h.sets, deal_.rules->shapes, h.jokers);
    aims.clear();
    double first = 0;
    for (std::size_t i = 0; i < count; ++i) {
        const int samples = near[i].missing <= 2 ? 6 : 4;
        double pay = 0;
        for (int j = 0; j < samples; ++j) pay += pay_of(*near[i].aim, h) / samples;
        if (pay <= 0) continue;
        aims.push_back({near[i].aim, near[i].missing, pay});
        first = std::max(first, pay);
    }
    if (aims.empty() && count) aims.push_back({near[0].aim, near[0].missing, 1});   // nothing would pay: be near at least
    scale_ = 0;
    for (const Weighed& w : aims) scale_ = scale_ ? std::min(scale_, w.pay) : w.pay;
}

// That so many tiles come in time. With every tile that comes fewer are useful, the last one only a few; a discard may serve
// too. What is expected to take so many turns is done in time as often as a Poisson count says.
double Weigher::chance(const Aim& aim, int missing, int live) const {
    if (missing <= 0) return 1;
    if (!live) return 0;
    const Program& p = *deal_.rules->hand;
    const bool by_discard = p.win_ways >> static_cast<int>(By::discard) & 1 && !deal_.rules->table.face_down;
    const double others = deal_.n - 1;
    const double last = by_discard ? 1 + 0.8 * others : 1;
    const double before = !(aim.shapes & shape::sets) ? 1 : aim.pungs ? 1 + 0.4 * others : p.meld_ways & 1 ? 1.5 : 1.3;
    // Each turn somebody else may end the deal: every step that takes long makes that likelier.
    const double rounds = static_cast<double>(deal_.discards) / deal_.n;
    const double ends = std::min(0.3, 0.2 + 0.012 * rounds) * (deal_.rules->table.play_on ? 0.5 : 1.0);
    const bool single = !(aim.shapes & shape::sets);   // pairs, orphans …: every tile waits for one kind
    double turns = 0, first = 1;
    for (int left = 1; left <= missing; ++left) {
        const double usual = single ? 3.0 * left : left == 1 ? 5.5 : 5.0 + left;
        const double useful = left < missing ? usual : left == 1 ? live + 1.0 : usual * std::sqrt(live / usual);
        const double rate = useful * (left == 1 ? last : before) / unseen_;
        turns += 1 / rate;
        first *= rate / (rate + ends);
    }
    const double expected = missing * turns_ / turns;
    double term = std::exp(-expected), below = term;
    for (int i = 1; i < missing; ++i) term *= expected / i, below += term;
    return std::max(1e-9, (1 - below) * first);
}

double Weigher::worth(const Holding& h) const {
    double best = nearest_ <= 2 ? waiting(h) : 0;
    const SeatState& me = deal_.seat[static_cast<std::size_t>(seat_)];
    for (const Weighed& w : aims) {
        Kinds useful = 0;
        const int left = missing_of(*w.aim, h, &useful);
        if (left >= 99 || (left == 1 && best > 0)) continue;   // what waits is known better
        int live = 0;
        for (; useful; useful &= useful - 1) {
            const auto k = static_cast<std::size_t>(std::countr_zero(useful));
            live += std::max(0, 4 - deal_.seen[k] - me.hand.of[k]);
        }
        best = std::max(best, w.pay * chance(*w.aim, left, live) * (&w == aims.data() ? 1 : 0.7));   // what is further off is judged with less certainty
    }
    return best;
}

double Weigher::danger(Kind k) const {
    const Table& t = deal_.rules->table;
    if (!(deal_.rules->hand->win_ways >> static_cast<int>(By::discard) & 1) || !t.bar_own_discards || k >= playing_kinds || deal_.jokers >> k & 1) return 0;
    const SeatState& me = deal_.seat[static_cast<std::size_t>(seat_)];
    const double unseen = std::max(0, 4 - deal_.seen[k] - me.hand.of[k]);
    double sum = 0;
    for (int x = 0; x < deal_.n; ++x) {
        const SeatState& other = deal_.seat[static_cast<std::size_t>(x)];
        if (x == seat_ || other.won || other.left || !other.stands) continue;   // only evident danger: who has declared
        if (other.thrown[0] >> k & 1) continue;   // its own discards it cannot win on: these are safe
        if (other.void_suit >= 0 && is_number(k) && suit_of(k) == other.void_suit) continue;
        double hit = is_number(k) ? (rank_of(k) > 0 && rank_of(k) < 8 ? 0.08 : 0.06) : 0.03;
        hit *= is_number(k) ? 0.4 + 0.2 * unseen : 0.4 * unseen;
        sum += 1.6 * hit;
    }
    return 0.7 * sum * scale_;
}

double Weigher::money(Occasion on, Kind k, int feeder, Way way) const {
    const Rules& r = *deal_.rules;
    double sum = 0;
    Around a{.actor = seat_, .feeder = feeder, .tile = k, .way = way};
    for (std::uint32_t which = r.money_on[static_cast<std::size_t>(on)]; which; which &= which - 1) {
        const DealMoney& m = r.money[static_cast<std::size_t>(std::countr_zero(which))];
        if (m.source) continue;
        for (a.taker = 0; a.taker < deal_.n; ++a.taker)
            for (a.payer = 0; a.payer < deal_.n; ++a.payer) {
                if (a.taker == a.payer || (a.taker != seat_ && a.payer != seat_)) continue;
                if (!deal_.value(m.when, a) || !deal_.value(m.to, a) || !deal_.value(m.who, a)) continue;
                sum += (a.taker == seat_ ? 1 : -1) * deal_.value(m.amount, a);
            }
    }
    return sum;
}

}  // namespace quepu
