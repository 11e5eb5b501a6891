"""南京麻将 Nanjing: everything is counted in flowers (花), and flowers count twice (砸2).

Specification: docs/rules/nanjing.md, clauses NJ-…; the sections below follow its headings. Unit of value: 花.
"""

from quepu.rules import *

# ------------------------------------------------------------------------------------------------ options (NJ-O)

RUN = Option("run", points, 20, "跑", "base", "NJ-F01")
SMASH = Option("smash", (1, 2), 2, "砸", "flowers count", "NJ-C01")
MIN_HARD = Option("min_hard", range(9), 4, "小胡最少硬花", "hard flowers for a small win", "NJ-W04")
WIND_TRIPLET = Option("wind_triplet", ("any", "exposed"), "any", "风碰", "wind pungs that count", "NJ-F03",
    names=dict(any=("碰出的和手中的", "exposed or in hand"), exposed=("只算碰出的", "exposed only")))
MENQING = Option("menqing", points, 20, "门清", "closed hand", "NJ-F09")
HUNYISE = Option("hunyise", points, 40, "混一色", "half flush", "NJ-F10")
QINGYISE = Option("qingyise", points, 60, "清一色", "full flush", "NJ-F11")
DUIDUIHU = Option("duiduihu", points, 40, "对对胡", "all triplets", "NJ-F12")
DUDIAO = Option("dudiao", points, 60, "全球独钓", "four melds", "NJ-F13")
SEVEN = Option("seven", points, 80, "七对", "seven pairs", "NJ-F14")
LADDER = Option("ladder", ("quads", "fourth"), "quads", "七对的加番", "ladder of seven pairs", "NJ-F15",
    names=dict(quads=("四张一样的种数", "fours of a kind"), fourth=("和牌张是第四张", "the winning tile is the fourth")))
DOUBLE7 = Option("double7", points, 160, "双七对", "double seven pairs", "NJ-F18")
YAJUE = Option("yajue", points, 40, "压绝", "last closed wait", "NJ-F19")
YAJUE_PUNG = Option("yajue_pung", ("any", "own"), "any", "压绝看谁的碰", "whose pung", "NJ-F19",
    names=dict(any=("任何一家的", "anyone's"), own=("只看自己的", "the winner's own")))
YAJUE_BIG = Option("yajue_big", flag, True, "压绝算大胡", "last closed wait is big", "NJ-W03")
WUHUAGUO = Option("wuhuaguo", points, 40, "无花果", "no hard flower", "NJ-F20")
SMALL_BLOOM = Option("small_bloom", points, 20, "小杠开花", "flower replacement", "NJ-F21")
BIG_BLOOM = Option("big_bloom", Points(also=("x2",)), 40, "大杠开花", "kong replacement", "NJ-F22", names=dict(x2=("总数翻倍", "the total doubled")))
HEAVEN = Option("heaven", points, 320, "天胡", "heavenly win", "NJ-F23")
EARTH = Option("earth", points, 280, "地胡", "win after declaring ready", "NJ-F24")
SNAPSHOT_CONCEALED = Option("snapshot_concealed", flag, True, "暗杠算快照", "concealed kongs make a snapshot", "NJ-L02")
SNAPSHOT_OTHER = Option("snapshot_other", ("dudiao", "duidui"), "dudiao", "他家第四嘴", "fourth claim from another", "NJ-L04",
    names=dict(dudiao=("算全球独钓", "counts as four melds"), duidui=("只算对对胡", "counts as all triplets only")))
LIABILITY_PAY = Option("liability_pay", ("hand", "flat"), "hand", "包牌付法", "how the liable player pays", "NJ-L10",
    names=dict(hand=("按牌的花数", "by the hand's worth"), flat=("付定数", "a fixed sum")))
FLAT = Option("flat", points, 100, "外包", "flat liability", "NJ-L10")
READY_KONG = Option("ready_kong", flag, False, "报听后可杠", "kongs after declaring ready", "NJ-P08")
K_OPEN = Option("k_open", points, 6, "明杠", "open kong", "NJ-K01")
K_CONC = Option("k_conc", points, 3, "暗杠", "concealed kong", "NJ-K02")
K_FLOWER = Option("k_flower", points, 6, "花杠", "flower kong", "NJ-K03")
PEN = Option("pen", points, 6, "罚款", "penalty", "NJ-K04")
DOUBLE_MONEY = Option("double_money", flag, True, "比下胡时加倍", "money doubled in a doubled deal", "NJ-K06")
KEEP = Option("keep", ("bixiahu", "big"), "bixiahu", "连庄", "when the dealer stays", "NJ-B03",
    names=dict(bixiahu=("比下胡时", "when the next deal is doubled"), big=("庄家胡、有人大胡、几家胡或荒庄时", "after his win, a big win, several or none")))
DEALER_STAYS = Option("dealer_win_stays", flag, True, "庄胡连庄", "a winning dealer stays", "NJ-B01")
HEAVEN_ENDS = Option("heaven_ends_match", flag, False, "天胡收场", "a heavenly win ends the match", "NJ-B04")
PASS_WIN = Option("pass_win", ("locked", "free"), "locked", "过胡", "passing a win", "NJ-P06",
    names=dict(locked=("到自己下一轮前不能胡弃牌", "no win by discard until the next own turn"), free=("不限", "no bar")))
RESERVE = Option("reserve", range(21), 0, "留牌", "tiles left over", "NJ-P10")
ROUNDS = Option("rounds", (1, 2, 4, 8), 4, "圈数", "rounds", "NJ-D04")

OPTIONS = [
    RUN, SMASH, MIN_HARD, WIND_TRIPLET, MENQING, HUNYISE, DUIDUIHU, QINGYISE, DUDIAO, SEVEN, LADDER, DOUBLE7, YAJUE, YAJUE_PUNG,
    YAJUE_BIG, WUHUAGUO, SMALL_BLOOM, BIG_BLOOM, HEAVEN, EARTH,
    READY_KONG, K_OPEN, K_CONC, K_FLOWER, PEN, DOUBLE_MONEY, SNAPSHOT_CONCEALED, SNAPSHOT_OTHER, LIABILITY_PAY, FLAT, KEEP, DEALER_STAYS,
    HEAVEN_ENDS, PASS_WIN, RESERVE, ROUNDS,
]
CLASSIC = dict(
    seven=40, ladder="fourth", double7=80, yajue_pung="own", ready_kong=True, k_open=10, k_conc=5, k_flower=10, pen=5,
    snapshot_concealed=False, snapshot_other="duidui", keep="big",
)
PRESETS = [
    preset("nanjing", "南京麻将", "Nanjing", "NJ-I02"),
    preset("nanjing-classic", "南京麻将（端正）", "Nanjing, classic", "NJ-I03", **CLASSIC),
    preset("nanjing-north", "南京麻将（城北）", "Nanjing, north of the city", "NJ-I04", **(CLASSIC | dict(
        run=10, menqing=10, hunyise=30, duiduihu=30, qingyise=50, dudiao=50, seven=50, double7=100, yajue=30, yajue_big=False,
        wuhuaguo=30, small_bloom=10, big_bloom="x2", earth=30, liability_pay="flat", heaven_ends_match=True))),
]

# ------------------------------------------------------------------------------------------------ what a case tells

STAKE = Input("stake", "number", "倍", "stake", default=1, low=1, high=2, clause="NJ-C03", filled=deal.carried("stake"))
TABLE_PUNGS = Input("table_pungs", "tiles", "别家的碰", "pungs of others", clause="NJ-F19", filled="pungs of others")
SNAPSHOT = Input("snapshot", "truth", "第四嘴", "fourth claim", clause="NJ-L03")
KONG_FROM = Input("liability.kong_from", "seat", "点杠者", "who fed the kong", clause="NJ-L07", filled=deal.kong_feeder)

# ------------------------------------------------------------------------------------------------ words of this game

closed = (count(meld & pung & ~kong) + count(added) == 0).named("无碰无补杠", "no pung and no added kong")          # NJ-F09
big_bloom = win.self_draw & win.after_kong & ((count(kong) >= 1) | (flowers.count >= 4))                             # NJ-F22: a kong or a 花杠
single = (wait.live_kinds == 1).named("只听一张", "single wait")                                                   # NJ-W05
one_suit = ((hand.suits == 1) & (hand.count(winds) == 0)).named("只有一门序数牌", "one number suit only")
in_row, two_and_kong, one_and_kongs = fed(3, in_row=True), fed(2, kongs=1), fed(1, kongs=2)
liable_seat = where(in_row >= 0, in_row, where(SNAPSHOT_CONCEALED.on & (two_and_kong >= 0), two_and_kong,               # NJ-L01, L02
               where(SNAPSHOT_CONCEALED.on & (one_and_kongs >= 0), one_and_kongs, -1))).named("包牌者", "the liable feeder")
liable = (liable_seat >= 0).named("有包牌者", "someone is liable")
lesser = (shape.claimed & liable & (discarder != liable_seat) & ~one_suit & SNAPSHOT_OTHER.is_("duidui")).named(      # NJ-L04
    "他家的第四嘴只算对对胡", "a fourth claim from another, all triplets only")
pung_lies = some(meld & pung & ~kong & of_win_kind) | (YAJUE_PUNG.is_("any") & (TABLE_PUNGS.holds_win | win.rob))  # NJ-F19
heavenly = (win.heavenly & win.dealer & win.self_draw & (hand.melds == 0)).named("起手胡", "complete before any act")        # NJ-F23
declared = ((win.earthly | win.ready) & (count(exposed) == 0)).named("报听", "declared ready")                      # NJ-F24, P08
pairs_fans = ("七对", "豪华七对", "超豪华七对", "超超豪华七对", "双七对")
big = (has("混一色", "清一色", "对对胡", "全球独钓", *pairs_fans, "大杠开花", "天胡", "地胡") | (has("压绝") & YAJUE_BIG.on)).named("大胡", "a big item")   # NJ-W03

# ------------------------------------------------------------------------------------------------ scoring items (NJ-F)

quads, fourth = LADDER.is_("quads"), LADDER.is_("fourth")
ITEMS = [
    Fan("跑", "base", RUN.number, clause="NJ-F01"),
    Fan("硬花", "hard flowers", SMASH.number, each=flowers.count, clause="NJ-F02"),
    Fan("风碰", "wind pung", SMASH.number, each=count(where_wind := pung & winds & ~kong), when=WIND_TRIPLET.is_("any"), clause="NJ-F03"),
    Fan("风碰", "wind pung", SMASH.number, each=count(where_wind & meld), when=WIND_TRIPLET.is_("exposed"), clause="NJ-F03"),
    Fan("风杠", "wind kong", SMASH.number, each=2 * count(kong & winds & exposed) + 3 * count(kong & winds & concealed), clause="NJ-F04"),
    Fan("压绝", "last closed wait", YAJUE.number, single & (wait.closed | wait.edge) & pung_lies, excludes=("压档", "边枝"), clause="NJ-F19"),
    Fan("压档", "closed wait", SMASH.number, single & wait.closed, clause="NJ-F05"),
    Fan("边枝", "edge wait", SMASH.number, single & wait.edge, clause="NJ-F06"),
    Fan("独占", "pair wait", SMASH.number, (single & wait.pair & shape.sets & (hand.held > 2)) | has("七对"), clause="NJ-F07"),
    Fan("缺一", "one suit missing", SMASH.number, hand.suits == 2, clause="NJ-F08"),
    Fan("门清", "closed hand", MENQING.number, closed & shape.sets, clause="NJ-F09"),
    Fan("混一色", "half flush", HUNYISE.number, (hand.suits == 1) & (hand.count(winds) > 0) & ~lesser, clause="NJ-F10"),
    Fan("清一色", "full flush", QINGYISE.number, (one_suit | hand.only(winds)) & ~lesser, clause="NJ-F11"),
    Fan("对对胡", "all triplets", DUIDUIHU.number, count(pung) == 4, clause="NJ-F12"),
    Fan("全球独钓", "four melds", DUDIAO.number, ((shape.sets & (hand.held == 2)) | shape.claimed) & ~lesser, clause="NJ-F13"),
    Fan("七对", "seven pairs", SEVEN.number, shape.pairs & quads & (hand.fours == 0), clause="NJ-F14"),
    Fan("七对", "seven pairs", SEVEN.number, shape.pairs & fourth & (win.copies < 4), clause="NJ-F14"),
    Fan("豪华七对", "seven pairs, one quad", 2 * SEVEN.number, shape.pairs & quads & (hand.fours == 1), clause="NJ-F15"),
    Fan("超豪华七对", "seven pairs, two quads", 3 * SEVEN.number, shape.pairs & quads & (hand.fours == 2), clause="NJ-F16"),
    Fan("超超豪华七对", "seven pairs, three quads", 4 * SEVEN.number, shape.pairs & quads & (hand.fours == 3), clause="NJ-F17"),
    Fan("双七对", "double seven pairs", DOUBLE7.number, shape.pairs & fourth & (win.copies == 4), clause="NJ-F18"),
    Fan("无花果", "no hard flower", WUHUAGUO.number, (flowers.count == 0) & (
        (closed & ~shape.claimed) | has("混一色", "清一色", "对对胡", "全球独钓", *pairs_fans, "天胡", "地胡")), clause="NJ-F20"),
    Fan("小杠开花", "win on a flower replacement", SMALL_BLOOM.number, win.self_draw & win.after_flower & ~big_bloom, clause="NJ-F21"),
    Fan("大杠开花", "win on a kong replacement", BIG_BLOOM.number, big_bloom & ~BIG_BLOOM.is_("x2"), clause="NJ-F22"),
    Fan("大杠开花", "win on a kong replacement", 2, big_bloom & BIG_BLOOM.is_("x2"),                    # NJ-C02
        group="factor", written="x{}", clause="NJ-F22"),
    Fan("天胡", "heavenly win", HEAVEN.number, heavenly,
        excludes=("压绝", "压档", "边枝", "独占", "小杠开花", "大杠开花"), clause="NJ-F23"),
    Fan("地胡", "win after declaring ready", EARTH.number, declared, clause="NJ-F24"),
]

# ------------------------------------------------------------------------------------------------ combining and settlement

VALUE = (STAKE.number * product("factor") * total()).named("总花数", "total")                                                                 # NJ-C01 – C03
flat = LIABILITY_PAY.is_("flat")
outside_pay = where(STAKE.number == 2, FLAT.number, FLAT.number // 2).named("外包数", "flat sum")                                              # NJ-L10
MONEY = [first(                                                                                                    # NJ-L09
    Money("抢杠", "robbed kong, three totals", discarder, 3 * VALUE, win.rob, clause="NJ-S02"),
    Money("大杠开花包牌", "the kong's feeder, three totals", KONG_FROM.number, 3 * VALUE, has("大杠开花") & KONG_FROM.known, clause="NJ-L07"),
    Money("第四嘴包牌", "fourth claim, the liable feeder", liable_seat, where(flat, outside_pay, VALUE), shape.claimed & liable, clause="NJ-L05"),
    Money("第四嘴", "fourth claim of a suit, who fed it", discarder, where(flat, outside_pay, VALUE), shape.claimed, clause="NJ-L05"),
    Money("包自摸", "self-draw, the liable feeder", liable_seat, where(flat, outside_pay, 3 * VALUE), liable & win.self_draw, clause="NJ-L06"),
    Money("包出冲", "discard, the liable feeder", liable_seat, where(flat, outside_pay, VALUE), liable, clause="NJ-L06"),
    Money("出冲", "discard", discarder, VALUE, win.discard, clause="NJ-S01"),
    Money("自摸", "self-draw", others, VALUE, clause="NJ-S01"),
)]

# ------------------------------------------------------------------------------------------------ play (NJ-P, K, B)

doubled = deal.carried("stake") * DOUBLE_MONEY.number + where(DOUBLE_MONEY.on, 0, 1)                                    # NJ-K06
FLOWER_KONG, FOLLOWED = Mark("flower kong"), Mark("followed")
another_pays = liable & (win.self_draw | (discarder != liable_seat))                                                    # NJ-B01 (d)
dealer_won = dealer.won & DEALER_STAYS.on
formed = (                                                                                                         # NJ-B01 (a) – (g)
    (deal.marked(FLOWER_KONG) == 1) | dealer_won | deal.won_with("小杠开花", "大杠开花") | (deal.told("made others pay") == 1)
    | (deal.winners >= 2) | deal.exhausted | (deal.marked(FOLLOWED) == 1))
stays = (KEEP.is_("bixiahu") & formed) | (KEEP.is_("big") & (dealer_won | (deal.told("big") == 1) | (deal.winners >= 2) | deal.exhausted))   # NJ-B03
PLAY = Play(
    reserve=RESERVE.number, kong_chain=1, flower_kongs=1, last_pung=1, claim_wins=SNAPSHOT, earthly=0,
    bar_scope=where(PASS_WIN.is_("locked"), 1, 0), ready_at_start=1, ready_first=1, ready_kongs=where(READY_KONG.on, 1, 0),
    dues=[
        Due("明杠", "open kong", "claimed kong", giver.number == feeder.number, K_OPEN.number * doubled, taker.number == maker.number, clause="NJ-K01"),
        Due("补杠", "added kong", "added kong", giver.number == feeder.number, K_OPEN.number * doubled, taker.number == maker.number, clause="NJ-K01"),
        Due("暗杠", "concealed kong", "concealed kong", TRUE, K_CONC.number * doubled, taker.number == maker.number, clause="NJ-K02"),
        Due("花杠", "flower kong", "flower kong", TRUE, K_FLOWER.number * doubled, taker.number == maker.number, clause="NJ-K03"),
        Due("跟牌", "four alike in a row", "discard", giver.number == deal.row_begun_by, PEN.number * doubled, when=deal.alike_in_row == 4, clause="NJ-K04"),
        Due("连打四张", "all four discarded", "discard", giver.number == maker.number, PEN.number * doubled, when=maker.thrown_alike == 4, clause="NJ-K05"),
    ],
    remembers=[Remember(FLOWER_KONG, "flower kong"), Remember(FOLLOWED, "discard", when=deal.alike_in_row == 4)],
    next_dealer=where(stays, 0, 1), carry={"stake": where(formed | stays, 2, 1)}, first={"stake": 1},
    match=Match(rounds=ROUNDS.number, over=HEAVEN_ENDS.on & deal.won_with("天胡"), clause="NJ-D04"),
)

nanjing = Game(
    "nanjing", "南京麻将", "Nanjing", unit="花", unit_en="flowers", spec="nanjing.md",
    tiles=suits + winds, bonus=dragons + seasons + plants,
    play=[Pung("NJ-P01"), Kong("discard", "added", "concealed", clause="NJ-P02"), Win("draw", "discard", "rob", clause="NJ-W02")],
    refused={
        "tiles": "NJ-E02", "chow": "NJ-P01", "shape": "NJ-W01", "turn": "NJ-D02", "claim": "NJ-P01", "kong": "NJ-P02", "flower_first": "NJ-H03",
        "ready": "NJ-P08", "passed": "NJ-P06", "no_replacement": "NJ-P02", "last_discard": "NJ-P10", "rob": "NJ-P05",
    },
    shapes=[
        sets_and_pair(when=~SNAPSHOT.on, clause="NJ-W01"),
        seven_pairs(when=~SNAPSHOT.on, clause="NJ-W01"),
        Shape("claimed", 4, when=SNAPSHOT.on, clause="NJ-L03"),
    ],
    groups=[Group("factor", "翻倍", "factor", "product")],
    items=ITEMS, value=VALUE,
    requires=[
        Require(~shape.claimed | (win.discard & (liable | one_suit)), "没有快照，只是普通的碰杠", "there is no snapshot: an ordinary pung or kong", "NJ-L03"),
        Require(closed | big | (flowers.count >= MIN_HARD.number), "小胡要门清或有足够的硬花", "a small open win needs enough hard flowers", "NJ-W04"),
    ],
    best=[VALUE, shape.sets, has("压绝"), has("压档"), has("边枝"), has("独占")],                                     # NJ-W06
    money=MONEY, options=OPTIONS, presets=PRESETS, inputs=[STAKE, TABLE_PUNGS, SNAPSHOT, KONG_FROM], course=PLAY,
    tells={"big": where(big, 1, 0), "made others pay": where(shape.claimed | win.rob | (has("大杠开花") & KONG_FROM.known) | another_pays, 1, 0)},
)
