"""天津麻将 Tianjin: seven jokers (混), a win only by one's own draw, values added and then doubled.

Specification: docs/rules/tianjin.md, clauses TJ-…; `tianjin-hui` is the older description in which every fan doubles.
"""

from quepu.rules import *

# ------------------------------------------------------------------------------------------------ options

FAN_TABLE = Option("fan_table", ("hun", "hui"), "hun", "番种表", "table of items", "TJ-I02",
    names=dict(hun=("加后翻倍", "added, then doubled"), hui=("每番翻倍", "every fan doubles")))
MIN_FAN = Option("min_fan", range(9), 2, "起和", "minimum", "TJ-W02")
HUNDIAO_WINS = Option("hundiao_wins", flag, True, "混吊可和", "a joker wait alone wins", "TJ-W03")
BANKING = Option("banking", ("on", "off"), "on", "坐庄拉庄", "banking and pulls", "TJ-D07")
OPENING = Option("opening", (0, 4), 4, "天和地和", "heavenly and earthly", "TJ-X08")
PURE_BENHUN = Option("pure_benhun", ("on", "off"), "off", "素本混", "natural dragon of the joker suit", "TJ-F11")
CAP = Option("cap", points, 0, "封顶", "cap", "TJ-C01")
FLOWERS = Option("flowers", (0, 8), 0, "花牌", "flowers", "TJ-J06")
BASE = Option("base", Points(1), 1, "底", "base", "TJ-S01")
CHAN = Option("chan", ("on", "off"), "on", "铲", "equal first discards", "TJ-P08")
GOLD_KONG = Option("gold_kong", (2, 4, 8), 4, "金杠", "joker kong", "TJ-S03")
DRAW_KONGS = Option("draw_kongs", ("paid", "void"), "paid", "荒庄杠钱", "kongs at an exhausted wall", "TJ-S03",
    names=dict(paid=("照付", "paid"), void=("不付", "not paid")))
JOKER_DISCARD = Option("joker_discard", ("free", "dead-hand", "refused"), "free", "打混", "discarding a joker", "TJ-J07",
    names={"free": ("可打", "allowed"), "dead-hand": ("打了算相公", "the hand is dead"), "refused": ("不可打", "refused")})
DEAD_WALL = Option("dead_wall", points, 0, "留牌", "dead wall", "TJ-P06")
SIDE_BETS = Option("side_bets", ("on", "off"), "off", "下彩", "side bets", "TJ-B01")
MATCH_DEALS = Option("match_deals", Points(1), 16, "局数", "deals", "TJ-D03")

OPTIONS = [
    FAN_TABLE, MIN_FAN, HUNDIAO_WINS, BANKING, OPENING, PURE_BENHUN, CAP, FLOWERS, BASE,
    CHAN, GOLD_KONG, DRAW_KONGS, JOKER_DISCARD, DEAD_WALL, SIDE_BETS, MATCH_DEALS,
]
PRESETS = [
    preset("tianjin", "天津麻将", "Tianjin", "TJ-I01"),
    preset("tianjin-hui", "天津麻将（带绘）", "Tianjin with side bets", "TJ-I01", fan_table="hui", min_fan=0, banking="off", chan="off", opening=0,
           side_bets="on"),
]

# ------------------------------------------------------------------------------------------------ what a case tells

BANK = Input("bank", "truth", "坐庄", "banked", clause="TJ-D07", filled=where(dealer.banked, 1, 0))
PULLS = Input("pulls", "each", "拉庄", "pulls", high=2, clause="TJ-D08", filled="pulls")

# ------------------------------------------------------------------------------------------------ words of this game

hun, hui = FAN_TABLE.is_("hun"), FAN_TABLE.is_("hui")
dragon = chows(0, 3, 6, start=1).found.named("三副顺子成龙", "three chows make a dragon")
dragon_beside = chows(0, 3, 6, start=1, where=~won).found.named("和牌张不在龙中", "a dragon beside the winning set")
joker_dragon = chows(0, 3, 6, start=1, where=joker_suit).found.named("混的花色成龙", "a dragon in the jokers' suit")
catch_five = some(run_of("456m") & won & won_middle).named("五万和在四六万中间", "5 of characters won between 4 and 6")                  # TJ-F02
joker_pair = some(pair & won & joker_wait).named("将牌另一张是混", "the pair's other tile is a joker")                       # TJ-F05
not_in_dragon = (~dragon | dragon_beside).named("不是龙的一部分", "not a part of the dragon")
two_jokers = (some(sets & won & joker_wait) & not_in_dragon).named("和的一副另两张是混", "the won set is otherwise jokers")   # TJ-F06
five_by_jokers = some(run_of("456m") & won & won_middle & joker_wait) & not_in_dragon                                      # TJ-H06
heavenly = (win.heavenly & win.dealer & (hand.melds == 0)).named("起手和", "complete before any act")                          # TJ-F08
earthly = (win.earthly & ~win.dealer & (hand.melds == 0)).named("首摸和", "complete with the first draw")                      # TJ-F09
no_joker = (jokers.held == 0).named("没有混", "no joker")

# ------------------------------------------------------------------------------------------------ scoring items

ITEMS = [
    # tianjin: first add …
    Fan("提溜", "plain", 1, hun & ~has("捉五", "龙", "天和", "地和"), clause="TJ-F01"),
    Fan("捉五", "catching the five", 3, hun & catch_five, clause="TJ-F02"),
    Fan("龙", "dragon", 4, hun & dragon, clause="TJ-F03"),
    Fan("天和", "heavenly", OPENING.number, hun & heavenly & (OPENING.number > 0), clause="TJ-F08"),
    Fan("地和", "earthly", OPENING.number, hun & earthly & (OPENING.number > 0), clause="TJ-F09"),
    # … then double
    Fan("素", "no joker", 2, hun & no_joker, group="doubles", clause="TJ-F04"),
    Fan("混吊", "joker pair wait", 2, hun & joker_pair, group="doubles", clause="TJ-F05"),
    Fan("双混吊", "double joker wait", 2, hun & two_jokers, group="doubles", clause="TJ-F06"),
    Fan("本混", "dragon of the joker suit", 2, hun & joker_dragon, group="doubles", clause="TJ-F07"),
    Fan("杠开", "win on a kong replacement", 2, hun & win.after_kong & (count(kong) >= 1), group="doubles", clause="TJ-F10"),
    Fan("素本混", "natural dragon of the joker suit", 2, hun & PURE_BENHUN.on & joker_dragon & (jokers.held == 2) & (jokers.kinds == 2)
        & (jokers.wild == 0), group="doubles", clause="TJ-F11"),
    # tianjin-hui: every fan doubles
    Fan("一条龙", "dragon", 2, hui & dragon, clause="TJ-H01"),
    Fan("捉五魁", "catching the five", 1, hui & catch_five, clause="TJ-H02"),
    Fan("无绘", "no joker", 1, hui & no_joker, clause="TJ-H03"),
    Fan("本绘龙", "dragon of the joker suit", 3, hui & joker_dragon, excludes=("一条龙",), clause="TJ-H04"),
    Fan("绘钓", "joker wait", 1, hui & (joker_pair | two_jokers), clause="TJ-H05"),
    Fan("双绘捉五", "double joker five", 2, hui & five_by_jokers, excludes=("捉五魁", "绘钓"), clause="TJ-H06"),
    Fan("平和", "plain", 0, hui, alone=True, clause="TJ-X09"),
]

# ------------------------------------------------------------------------------------------------ combining and settlement

SUM = (total() * product("doubles")).named("番数", "fan")
TOTAL = capped(SUM, CAP.number).named("番数", "fan")                                              # TJ-C01
POINTS = where(hui, 2 ** TOTAL, TOTAL).named("分", "points")                                                               # TJ-C03
pulled = where(winner == 0, PULLS.of_payer, where(winner == 1, PULLS.of(1), where(winner == 2, PULLS.of(2), PULLS.of(3))))
between_dealer = ((winner == 0) | (payer == 0)) & BANKING.on
pair_multiplier = where(between_dealer, where(BANK.on, 2, 1) * 2 ** pulled, 1).named("庄倍", "pair multiplier")               # TJ-D09
lone_wait = (has("提溜") & has("混吊", "双混吊") & (number("doubles") == 1)) | (has("绘钓") & (number() == 1))

# ------------------------------------------------------------------------------------------------ play (TJ-D, P) and what is paid for besides

FOLLOWED = Mark("followed")
pair_factor = where(BANKING.on & ((taker.number == 0) | (giver.number == 0)),                                          # TJ-D09
                    where(dealer.banked, 2, 1) * 2 ** (taker.pulls + giver.pulls), 1)
kong_value = taker.exposed_kongs + 2 * taker.concealed_kongs + GOLD_KONG.number * taker.joker_kongs
# Side bets (TJ-B): the event on the tiles dealt, or won with, of the seat that takes and of the one that gives.
BETS: dict[str, tuple[Occasion, Bool, Bool]] = {
    "一立三": ("dealt", taker.alike >= 3, giver.alike >= 3),
    "三对子": ("dealt", taker.pair_kinds >= 3, giver.pair_kinds >= 3),
    "五个字": ("dealt", taker.tiles(honors) >= 5, giver.tiles(honors) >= 5),
    "上下摸": ("draw", deal.drawn_like_discard & (taker.number == maker.number), FALSE),
    "门前清": ("win", (taker.number == maker.number) & (taker.exposed == 0), FALSE),
    "缺一门": ("win", (taker.number == maker.number) & (taker.suits < 3), FALSE),
    "绘钓": ("win", (taker.number == maker.number) & deal.won_with("绘钓", "双绘捉五", "混吊", "双混吊"), FALSE),
}
PLAY = Play(
    bonus=FLOWERS.number == 8, reserve=DEAD_WALL.number, turned=where(hui, 1, 2), dragon_step=-1, joker_discard=JOKER_DISCARD.pick({"free": 0, "dead-hand": 1, "refused": 2}),
    bank=where(BANKING.on, 1, 0), pulls=where(BANKING.on, 2, 0), bets=list(BETS), bets_on=SIDE_BETS.on,
    dues=[
        *(Due(name, f"bet {number + 1}", on, TRUE, where(taker.bet == number, taker.bet_stake, 0)
              + where((giver.bet == number) & ~others_have, giver.bet_stake, 0), has_it, clause="TJ-B02")
          for number, (name, (on, has_it, others_have)) in enumerate(BETS.items())),
        Due("杠", "kongs", "end", TRUE, kong_value * BASE.number * pair_factor, when=~deal.exhausted | DRAW_KONGS.is_("paid"), clause="TJ-S03"),
        Due("铲", "equal first discards", "end", giver.number == 0, BASE.number * pair_factor, when=deal.marked(FOLLOWED) == 1, clause="TJ-S05"),
    ],
    remembers=[Remember(FOLLOWED, "discard", when=CHAN.on & (deal.discards == 4) & (deal.alike_in_row == 4) & (deal.claims == 0))],     # TJ-P08
    next_dealer=where(dealer.won | deal.exhausted, 0, 1), match=Match(deals=MATCH_DEALS.number, clause="TJ-D03"),              # TJ-D02
)

tianjin = Game(
    "tianjin", "天津麻将", "Tianjin", unit="番", unit_en="fan", spec="tianjin.md", tiles=suits + honors, bonus=seasons + plants,
    jokers=Jokers(turned=True, dragons="中发白", clause="TJ-J01"),
    play=[Pung("TJ-P02"), Kong("discard", "added", "concealed", clause="TJ-P03"), Win("draw", clause="TJ-P04")],
    refused={
        "tiles": "TJ-E01", "chow": "TJ-P02", "shape": "TJ-W01", "discard": "TJ-P04", "rob": "TJ-P04", "way": "TJ-P04", "joker_meld": "TJ-J04", "turn": "TJ-P01",
        "claim": "TJ-P02", "kong": "TJ-P03", "no_replacement": "TJ-P03", "last_discard": "TJ-P05", "joker_discard": "TJ-J07", "dead": "TJ-J07", "bank": "TJ-D08",
        "pull": "TJ-D08", "bet": "TJ-B01", "ready": "TJ-P07", "flower_first": "TJ-J06", "after_claim": "TJ-P01",
    },
    shapes=[sets_and_pair(clause="TJ-W01")],
    groups=[Group("doubles", "翻倍", "doubling items", "product")],
    items=ITEMS, value=TOTAL, steps={"points": POINTS}, any_win_tile=heavenly,                                         # TJ-F08
    requires=[
        Require((flowers.count == 0) | (FLOWERS.number == 8), "这里不用花牌", "flowers are left out here", "TJ-J06"),
        Require(PULLS.of(0) == 0, "庄家不能拉庄", "the dealer cannot pull", "TJ-D08"),
        Require(TOTAL >= MIN_FAN.number, "番数不够起和", "too few fan", "TJ-W02"),
        Require(HUNDIAO_WINS.on | ~lone_wait, "只有混吊不能和", "a joker wait alone is not enough", "TJ-W03"),
    ],
    best=[SUM, number() + number("doubles"), two_jokers],                                             # TJ-C04
    money=[Money("自摸", "self-draw", others, POINTS * BASE.number * pair_multiplier, clause="TJ-S01")],
    options=OPTIONS, presets=PRESETS, inputs=[BANK, PULLS], course=PLAY,
)
