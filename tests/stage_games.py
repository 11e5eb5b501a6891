"""Two small rule systems for tests: stages that no listed rule system uses yet, after clauses that others will need.

`SEA`: the last tile is offered seat by seat, and tiles turned after a win double payments (Changsha). `PASSES`: any three tiles go
round three times, and the dealer may call for it again (American), with turned jokers.
"""

from quepu.rules import *

BIRDS = Option("birds", (0, 1, 2, 4), 1, "扎鸟", "birds", "CS-B01")
DRAW_DEALER = Option(
    "draw_dealer",
    ("stay", "taker"),
    "stay",
    "荒庄",
    "dealer after a draw",
    "CS-D03",
    names=dict(stay=("连庄", "stays"), taker=("要牌者", "who took the last tile")),
)
HITS = Input("birds", "each", "鸟", "birds", high=4, clause="CS-B03", filled="birds")
on_winner = where(winner == 0, HITS.of(0), where(winner == 1, HITS.of(1), where(winner == 2, HITS.of(2), HITS.of(3))))
last = (win.self_draw & win.last_tile) | (win.discard & win.last_discard)
big = last | win.rob | (win.earthly & win.discard)  # CS-F17, F18 – F20
WORTH = where(big, 6, where(win.self_draw, 2, 1)) * 2 ** (on_winner + HITS.of_payer)

SEA = Game(
    "sea", "海底", "sea tile", unit="分", spec="changsha.md", tiles=suits,
    play=[Chow("CS-P01"), Pung("CS-P01"), Kong("discard", "added", "concealed", clause="CS-P02"), Win("draw", "discard", "rob", clause="CS-W05")],
    refused={"tiles": "CS-E01", "shape": "CS-W02", "turn": "CS-P01", "claim": "CS-P01", "kong": "CS-P02", "no_replacement": "CS-P03", "offer": "CS-P09",
             "taken": "CS-P10", "passed": "CS-P05", "rob": "CS-P06"},
    shapes=[sets_and_pair(clause="CS-W02")],
    items=[Fan("平和", "small win", 1, clause="CS-F01"), Fan("海底", "sea tile", 6, last, clause="CS-F19")],
    money=[Money("自摸", "self-draw", others, WORTH, win.self_draw, clause="CS-S01"), Money("点炮", "discard", discarder, WORTH, ~win.self_draw, clause="CS-S01")],
    options=[BIRDS, DRAW_DEALER], presets=[preset("sea", "海底", "sea tile", "CS-P09")], inputs=[HITS],
    course=Play(
        offered=1, bar_scope=1, birds=BIRDS.number, bird_seats=[ranks(1, 5, 9), ranks(2, 6), ranks(3, 7), ranks(4, 8)],
        next_dealer=where(deal.won, where(deal.first_winners >= 2, deal.first_discarder, deal.first_winner), where(DRAW_DEALER.is_("taker") & (deal.last_taker >= 0), deal.last_taker, 0)),
    ),
)  # fmt: skip

PASSING = Option("passes", (1, 3), 3, "传牌", "passes", "AM-D03")
AGAIN = Option(
    "second_charleston",
    ("dealer", "none"),
    "dealer",
    "再传",
    "second Charleston",
    "AM-D04",
    names=dict(dealer=("庄家可要求", "the dealer may call it"), none=("没有", "none")),
)
PASSES = Game(
    "passes", "传牌", "passes", unit="番", spec="american.md", tiles=suits + honors, jokers=Jokers(turned=True, dragons="中发白", clause="AM-J02"),
    play=[Pung("AM-P01"), Kong("concealed", clause="AM-P05"), Win("draw", "discard", clause="AM-W04")],
    refused={"tiles": "AM-W05", "shape": "AM-W02", "turn": "AM-P06", "claim": "AM-P01", "kong": "AM-P02", "exchange": "AM-D05", "exchange_joker": "AM-D05",
             "second": "AM-D04", "joker_meld": "AM-J06"},
    shapes=[sets_and_pair(clause="AM-W02")], items=[Fan("鸡和", "chicken", 1, clause="AM-F01")],
    money=[Money("和牌", "win", others, 1, clause="AM-W04")],
    options=[PASSING, AGAIN], presets=[preset("passes", "传牌", "passes", "AM-D03")],
    course=Play(
        turned=1, dragon_step=-1, exchange=PASSING.number, exchange_way=[1, 3, 2], exchange_any=1,
        exchange_again=where(AGAIN.is_("dealer"), 1, 0), next_dealer=where(deal.won, deal.first_winner, 0),
    ),
)  # fmt: skip
