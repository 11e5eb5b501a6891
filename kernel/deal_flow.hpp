// What happens when a seat has chosen: one object per call, carrying the log. Not for others than deal*.cpp.
#pragma once
#include "deal.hpp"

namespace quepu {

struct Deal::Flow {
    Deal& d;
    Log* log;
    bool hold = false;          // a discard that nobody can claim waits until it is let go
    const Table& t = d.rules->table;
    const Program& p = *d.rules->hand;

    // the log
    void say(What what, int seat, int other = -1, std::int32_t amount = 0, int flags = 0) const {
        if (log) note(what, seat, {}, everybody, other, flags, amount);
    }
    void tell(What what, int seat, std::initializer_list<Tile> tiles, Seats seen = everybody, int other = -1, int flags = 0) const {
        if (log) note(what, seat, tiles, seen, other, flags, 0);
    }
    void note(What what, int seat, std::initializer_list<Tile> tiles, Seats seen, int other, int flags, std::int32_t amount) const;
    void tell_hand(What what, int seat, Seats seen) const;
    Seats sees_draws(int s) const;

    // tiles
    void take(int s, Tile tile) const;
    void drop(int s, Tile tile) const;
    Tile drop_kind(int s, Kind k, bool red_first) const;
    void refresh(int s) const;
    void changed(int s) const;

    // before play
    void begin(const Setup& setup) const;
    void deal_out() const;
    void enter(Phase phase) const;
    void finish_phase() const;
    void after_phase() const;
    void collected(int s, Act a) const;
    bool ask_flower(int s) const;
    bool ask_opening_flower() const;
    void exchange_tiles() const;
    void start_play() const;

    // play
    void draw(int s, bool front) const;
    void next_turn(int after) const;
    void offer(int s) const;
    void ask_turn(int s) const;
    void play(int s, Act a) const;
    void set_aside(int s, Kind k) const;
    void declare(int s, bool reveal) const;
    void discard(int s, Tile tile) const;
    void own_kong(int s, Kind k) const;
    void finish_kong() const;
    void replace_after_kong(int s) const;
    void away(int s) const;

    // claims
    Options options_of(int s) const;
    Options melds_of(int s) const;
    int voided_by() const;
    void open_claims() const;
    bool decided() const;
    void resolve() const;
    void note_passed(Seats winners) const;
    void let_go() const;
    void stand() const;
    void claim(int s, Act a) const;
    void break_first_turns() const;
    void show_indicators(int upto) const;

    // money
    void turn_birds(Tile won) const;
    void settle_wins(Seats winners, By by) const;
    void win_one(int s, Tile tile, By by, int from, bool claim) const;
    void pay(int from, int to, std::int32_t amount, int cause) const;
    void money(Occasion on, Around a) const;
    void exhausted() const;
    void finish() const;
    void abort(int which) const;
};

}  // namespace quepu
