"""How a deal is played, as values: what a table allows, what money moves outside wins, what the next deal inherits."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from quepu.rules.expr import FALSE, TRUE, Bool, Int, IntLike, RuleError, Words
from quepu.rules.select import Tiles

Occasion = Literal[
    "dealt", "draw", "discard", "ready", "claimed kong", "added kong", "concealed kong", "flower kong", "win", "leave",
    "exhausted", "end", "claim",
]  # fmt: skip


# ------------------------------------------------------------------------------------------------ facts about a deal


@dataclass(frozen=True, slots=True)
class DealSpec:
    """One fact about a deal: its name in the kernel, whose it is, a name to look up, kinds."""

    name: str
    params: tuple[int, ...] = ()
    about: tuple[str, ...] = ()
    mask: int = 0


class DealFact(Int):
    """A number that the deal knows."""

    __slots__ = ("spec",)

    def __init__(self, spec: DealSpec, words: str) -> None:
        super().__init__()
        self.spec = spec
        self.label = Words(words, words)


class DealTruth(Bool):
    """A fact of the deal that holds or does not."""

    __slots__ = ("spec",)

    def __init__(self, spec: DealSpec, words: str) -> None:
        super().__init__()
        self.spec = spec
        self.label = Words(words, words)


@dataclass(frozen=True)
class Mark:
    """A number that the deal, or with `seat` every seat, remembers; `first` is its value in the beginning."""

    name: str
    seat: bool = False
    first: int = -1


class Somebody:
    """A seat in words about a deal: who acted, who fed, who takes or gives money, the dealer."""

    def __init__(self, whose: int, name: str) -> None:
        self._whose = whose
        self._name = name

    def _number(self, fact: str, *params: int, mask: int = 0, about: tuple[str, ...] = ()) -> Int:
        return DealFact(
            DealSpec(fact, (self._whose, *params), about, mask), f"{fact.replace('_', ' ')} of {self._name}"
        )

    def _truth(self, fact: str) -> Bool:
        return DealTruth(DealSpec(fact, (self._whose,)), f"{self._name} {fact.replace('_', ' ')}")

    @property
    def number(self) -> Int:
        """The seat's number, -1 when nobody is."""
        return self._number("number")

    @property
    def ready(self) -> Bool:
        """Whether it waits for a tile that can still come to it."""
        return self._truth("ready")

    @property
    def declared(self) -> Bool:
        """Whether it has declared ready."""
        return self._truth("declared")

    @property
    def revealed(self) -> Bool:
        """Whether it has laid its waits open."""
        return self._truth("revealed")

    @property
    def won(self) -> Bool:
        """Whether it has won in this deal."""
        return self._truth("won")

    @property
    def left(self) -> Bool:
        """Whether it has left the table."""
        return self._truth("left")

    @property
    def void_left(self) -> Bool:
        """Whether it still holds tiles of its void suit."""
        return self._truth("void_left")

    @property
    def outside_river(self) -> Bool:
        """Whether it has discarded terminals and honors only and none was claimed."""
        return self._truth("outside_river")

    @property
    def first_turn(self) -> Bool:
        """Whether it has discarded nothing yet."""
        return self._truth("first_turn")

    @property
    def score(self) -> Int:
        """Its points at the table at this moment."""
        return self._number("score")

    @property
    def exposed(self) -> Int:
        """How many melds it has that are no concealed kongs."""
        return self._number("exposed")

    @property
    def exposed_kongs(self) -> Int:
        """Claimed and added kongs."""
        return self._number("exposed_kongs")

    @property
    def concealed_kongs(self) -> Int:
        """Concealed kongs, those of jokers left out."""
        return self._number("concealed_kongs")

    @property
    def joker_kongs(self) -> Int:
        """Concealed kongs of jokers."""
        return self._number("joker_kongs")

    @property
    def suits(self) -> Int:
        """In how many suits it holds tiles, melds included, jokers left out."""
        return self._number("suits")

    @property
    def void_suit(self) -> Int:
        """Its void suit: 0 m, 1 p, 2 s, -1 none."""
        return self._number("void_suit")

    @property
    def alike(self) -> Int:
        """The most equal tiles that it holds."""
        return self._number("alike")

    @property
    def pair_kinds(self) -> Int:
        """Kinds of which it holds two or more."""
        return self._number("pair_kinds")

    @property
    def thrown_alike(self) -> Int:
        """How many of the tile at hand it has discarded."""
        return self._number("thrown_alike")

    @property
    def takings(self) -> Int:
        """What its kongs have brought and is not given back or passed on."""
        return self._number("takings")

    @property
    def last_takings(self) -> Int:
        """What its last kong has brought."""
        return self._number("last_takings")

    @property
    def banked(self) -> Bool:
        """Whether it has banked."""
        return (self._number("stake", 0) == 1).named("坐庄", "banked")

    @property
    def pulls(self) -> Int:
        """How many pulls it said."""
        return self._number("stake", 1)

    @property
    def bet(self) -> Int:
        """Which event it has bet on; -1 none."""
        return self._number("stake", 2)

    @property
    def bet_stake(self) -> Int:
        """How much it has bet."""
        return self._number("stake", 3)

    @property
    def kong_money_from(self) -> Int:
        """What its kongs took from the other seat that the payment is about."""
        return self._number("took", 0)

    @property
    def win_money_from(self) -> Int:
        """What its win took from that seat."""
        return self._number("took", 1)

    def melds(self, which: Tiles) -> Int:
        """Pungs and kongs of a class of tiles."""
        return self._number("melds", mask=which.mask)

    def kinds(self, which: Tiles) -> Int:
        """Different kinds of a class that it holds."""
        return self._number("kinds", mask=which.mask)

    def tiles(self, which: Tiles) -> Int:
        """Concealed tiles of a class."""
        return self._number("tiles", mask=which.mask)

    def best(self, told: str, *, most: bool = True) -> Int:
        """The largest (or smallest) of what its waits would tell, each won on a discard without other circumstances."""
        return self._number("best", 0, int(most), about=("tell", told))

    def has_mark(self, mark: Mark) -> Int:
        """What it remembers."""
        return self._number("seat_mark", 0, about=("seat_mark", mark.name))


maker, feeder, taker, giver, dealer = (
    Somebody(i, name) for i, name in enumerate(("who acts", "who fed", "who takes", "who gives", "the dealer"))
)


def _deal(fact: str, *params: int, about: tuple[str, ...] = (), mask: int = 0) -> Int:
    return DealFact(DealSpec(fact, params, about, mask), fact.replace("_", " "))


def _holds(fact: str, *params: int, about: tuple[str, ...] = (), mask: int = 0) -> Bool:
    return DealTruth(DealSpec(fact, params, about, mask), fact.replace("_", " "))


class deal:  # noqa: N801
    """The deal as a whole."""

    discards = _deal("discards")
    alike_in_row = _deal("same_run")  # discards of one kind in a row, claims break it
    row_begun_by = _deal("run_first")
    claims = _deal("claims")
    kongs = _deal("kongs")
    untouched = _holds("untouched")  # no claim and no kong yet
    wall_left = _deal("wall_left")
    dealer_ready = _holds("dealer_ready")
    ready_seats = _deal("ready_count")
    unready_seats = _deal("unready_count")
    live_seats = _deal("live_count")
    won = _holds("result", 1)
    exhausted = _holds("result", 2)
    void = _holds("result", 3)
    winners = _deal("winners")
    first_winner = _deal("first_winner")
    first_winners = _deal("first_winners")  # of the tile that was won first
    first_discarder = _deal("first_from")  # who gave that tile; -1: drawn
    last_discarder = _deal("last_from")
    seats = _deal("seat_count")
    somebody_left = _holds("left_any")
    place = _deal("place")  # among the winners of a tile, in playing order from 0
    last_taker = _deal("taker")  # who took the last tile when it was offered; -1 nobody
    stakes = _deal("stakes")  # laid by declaring ready
    outside_rivers = _deal("outside_rivers")  # seats that discarded terminals and honors only, none of them claimed
    most_kongs_of_one = _deal("most_kongs_of_one")
    kong_discarded = _holds("kong_discard")  # the won tile is the discard that ended a turn with a kong
    late_kong = _holds("kong_late")  # added with a tile that was not drawn in this turn
    kong_claimed = (_deal("kong_way") == 2).named("明杠", "the last kong was claimed")
    kong_feeder = _deal("kong_feeder")  # of the last kong in the chain; -1 nobody
    drawn_like_discard = _holds("repeats")
    joker_at_hand = _holds("of_joker")

    @staticmethod
    def carried(name: str) -> Int:
        """What the deal before left under this name."""
        return _deal("carried", 0, about=("carried", name))

    @staticmethod
    def marked(mark: Mark) -> Int:
        """What the deal remembers; 0 before it was set."""
        return _deal("table_mark", 0, about=("table_mark", mark.name))

    @staticmethod
    def told(name: str) -> Int:
        """The largest number that wins of this deal told under this name."""
        return _deal("tell", 0, about=("tell", name))

    @staticmethod
    def won_with(*items: str) -> Bool:
        """Whether one of the items counted in a win."""
        result: Bool = FALSE
        for item in items:
            result = result | _holds("won_with", 0, 0, about=("item", item))
        return result

    @staticmethod
    def tile(which: Tiles) -> Bool:
        """Whether the tile at hand is of a class."""
        return _holds("tile_in", mask=which.mask)


# ------------------------------------------------------------------------------------------------ records


@dataclass(frozen=True, eq=False)
class Due:
    """Points that change hands on an occasion outside the worth of a hand.

    For every pair of a giver (`who`) and a taker (`to`) for which `when` holds, the amount is paid. `source`: the table's
    pot or the house take it instead of seats. `account`: "kong" remembers it as a taking of that kong; "last kong passes"
    and "all kongs pass" strike the giver's takings once all winners have had them.
    """

    zh: str
    en: str
    on: Occasion
    who: Bool
    amount: IntLike
    to: Bool = TRUE
    when: Bool = TRUE
    source: Literal["seats", "table", "house"] = "seats"
    account: Literal["", "kong", "last kong passes", "all kongs pass"] = ""
    clause: str = ""
    ja: str = ""


@dataclass(frozen=True, eq=False)
class Remember:
    """Sets a mark on an occasion."""

    mark: Mark
    on: Occasion
    value: IntLike = 1
    when: Bool = TRUE


@dataclass(frozen=True, eq=False)
class Void:
    """The deal ends without a result: declared in a turn (`asked`), or by itself when a discard was let go."""

    zh: str
    en: str
    when: Bool
    asked: bool = False
    clause: str = ""
    ja: str = ""


@dataclass(frozen=True, eq=False)
class Match:
    """How deals make a match.

    A match has so many `deals`, or so many `rounds` (every seat of the first deal has dealt once, and the deal has passed on).
    `swap`: before this round (1 = the first) East and South change places, West and North too, and the former South deals.
    Of the rest the comments say what each number is; points are those of the table.
    """

    deals: IntLike = 0
    rounds: IntLike = 0
    winds: bool = False  # the prevailing wind is that of the round
    swap: IntLike = 0
    start: IntLike = 0  # everybody's points at the start
    extra_rounds: IntLike = 0  # played when nobody has reached the target
    target: IntLike = 0
    bust: Bool = FALSE  # ends when somebody is below zero
    leader_stops: Bool = FALSE  # a dealer who would stay ends the last scheduled deal when he leads with the target
    returned: IntLike = 0  # points deducted before placing points are added
    places: Sequence[IntLike] = ()  # in thousands, by final rank
    over: Bool = FALSE  # a deal that ends the match
    clause: str = ""


@dataclass(frozen=True, eq=False)
class Play:
    """How a deal is played. Numbers and conditions may depend on options only, if nothing else is said."""

    # the wall
    reserve: IntLike = 0  # tiles at the end of the wall that are never drawn
    replacement_front: IntLike = 0  # replacement tiles come from the front instead of the back
    bonus: Bool = TRUE  # whether the bonus tiles are in the wall
    indicators: IntLike = 0  # indicators lie in the reserve, one is shown at first and one for each kong
    indicator_late: IntLike = 0  # for exposed kongs: only after the discard that follows
    offered: IntLike = 0  # the last tiles that are offered seat by seat: who takes one wins on it or discards it
    turned: IntLike = 0  # the stack (from the back, by this many dice) whose top tile is turned up for the jokers
    dragon_step: IntLike = 1  # which dragon follows which: 1 white, green, red; -1 the other way
    # kongs and flowers
    most_kongs: IntLike = 0  # in a deal; 0 no limit
    kong_hidden: IntLike = 0  # a concealed kong lies face down until the deal ends
    kong_chain: IntLike = 0  # a flower after a kong keeps "after a kong"
    flower_kongs: IntLike = 0  # four bonus tiles that belong together are a kong
    # winning
    nearest_only: IntLike = 0  # one winner a tile, the nearest after the discarder
    void_winners: IntLike = 0  # so many winners of a tile make the deal void
    forced_below: IntLike = 0  # a win is taken by itself once fewer tiles are left after a draw
    play_on: IntLike = 0  # play goes on after a win until one is left
    claim_wins: Any = None  # the input that says that a fourth claim is the win
    earthly: IntLike = 1  # a win with the first draw, or on the dealer's first discard, is told as an earthly one
    orphans_rob: IntLike = 0  # thirteen orphans rob a concealed kong
    birds: IntLike = 0  # tiles turned after a win, from the front of the wall, one set for all winners
    bird_seats: Sequence[Tiles] = ()  # which of them hit a seat, by its place from the dealer on
    # who lets a win go
    bar_scope: IntLike = 0  # until the own next turn no win on a discard: 1 none, 2 only a dearer one
    bar_by_shape: IntLike = 0  # also without being allowed to win
    bar_own_discards: IntLike = 0  # no win on a discard while a wait lies among the own discards
    bar_stays_ready: IntLike = 0  # for good after declaring ready
    # claims and discards
    last_pung: IntLike = 0  # the last discard may be punged
    face_down: IntLike = 0  # discards lie face down: no claims
    swap_barred: IntLike = 0  # no discard of what was just claimed, nor of the other end
    joker_discard: IntLike = 0  # 0 allowed, 1 the hand cannot win any more, 2 refused
    most_suits: IntLike = (
        0  # a winning hand has at most so many suits; bots plan by it, the win itself by its own condition
    )
    # declaring ready
    ready_at_start: IntLike = 0  # the others before the dealer's first discard
    ready_first: IntLike = 0  # in the own turn, only before anybody has discarded
    ready_turn: IntLike = 0  # in the own turn, with the discard
    ready_double: IntLike = 0  # with the first discard it is a double one
    ready_live: IntLike = 0  # so many tiles must be left
    ready_if: Bool = TRUE  # about `maker`, and the deal
    ready_kongs: IntLike = 0  # 1 concealed, of the tile drawn, same waits; 2 same readings too; 3 added ones as well
    ready_sees: IntLike = 0  # sees the other hands from then on
    ready_needs_win: IntLike = 0  # waiting for a legal win, not only for a shape
    ready_dead_waits: IntLike = 0  # waiting for a fifth of a kind is ready too, at an exhausted wall
    reveal_on: IntLike = 0  # waits may be laid open; others must not discard into them
    # before play
    exchange: IntLike = 0  # so often everybody passes three tiles of one suit on
    exchange_way: IntLike | Sequence[IntLike] = 0  # each time 0 by a die, 1 next seat, 2 across, 3 the seat before
    exchange_any: IntLike = 0  # any three tiles; jokers only when nothing else is held
    exchange_again: IntLike = 0  # the dealer may call for all passes once more before anything else happens
    voids: IntLike = 0  # a suit is declared void
    bank: IntLike = 0
    pulls: IntLike = 0  # the most that each other seat may say
    bets: Sequence[str] = ()  # names of the events that may be bet on
    bets_on: Bool = TRUE
    leave: IntLike = 0  # a seat may leave and is played on
    # what is shown
    show_winner: IntLike = 1  # a winner's tiles at once, not at the end of the deal
    show_at_end: IntLike = 0  # at an exhausted wall: 1 the ready hands, 2 all
    # money, memory, and the next deal
    dues: Sequence[Due] = ()
    remembers: Sequence[Remember] = ()
    voided: Sequence[Void] = ()
    next_dealer: Int = DealFact(DealSpec("first_winner"), "first winner")  # a seat, -1 by dice; about the deal
    carry: Mapping[str, Int] = field(default_factory=dict)
    first: Mapping[str, int] = field(
        default_factory=dict
    )  # what the first deal of a match inherits; 0 where it says nothing
    match: Match = field(default_factory=lambda: Match(deals=8))

    def __post_init__(self) -> None:
        if len(self.carry) > 4:
            raise RuleError("a deal leaves at most four numbers to the next")
