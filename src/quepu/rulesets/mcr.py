"""国标麻将 Chinese official mahjong (Mahjong Competition Rules, 1998): 81 items, eight fan to win.

Specification: docs/rules/mcr.md, clauses MC-…; the items stand in the order of its table. Unit: 番, paid in points.
"""

from quepu.rules import *

# ------------------------------------------------------------------------------------------------ options

FLOWERS = Option("flowers", flag, True, "花牌", "flowers", "MC-E02")
MINIMUM = Option("minimum", range(89), 8, "起和", "minimum", "MC-W02")
BASE = Option("base", range(89), 8, "底分", "base", "MC-S01")
GREEN_HALF = Option("green_half_flush", flag, True, "绿一色计混一色", "half flush beside all green", "MC-X02")
CONCEALED_SPECIALS = Option("fully_concealed_specials", flag, True, "特殊和型计不求人", "fully concealed special hands", "MC-X03")
SAME_PUNGS = Option("terminals_same_pungs", ("both", "triple", "none"), "both", "清幺九计同刻", "equal pungs beside all terminals", "MC-X01",
    names=dict(both=("双同刻、三同刻都计", "double and triple pung"), triple=("只计三同刻", "triple pung only"), none=("都不计", "neither")))
MIXED_PUNGS = Option("mixed_terminals_pungs", flag, False, "混幺九计幺九刻", "terminal pungs beside all terminals and honors", "MC-X05")
OUTSIDE = Option("outside_hand", ("merged", "split"), "merged", "混带幺", "outside hand with honors", "MC-X08",
    names=dict(merged=("并入全带幺", "one item"), split=("有字的另计混带幺", "an item of its own")))
ALL_PUNGS = Option("all_pungs", ("any", "exposed"), "any", "碰碰和", "all pungs", "MC-X07",
    names=dict(any=("明暗都可", "exposed or concealed"), exposed=("四副都要明刻", "exposed pungs only")))
TWO_CONCEALED = Option("two_concealed_kongs", (6, 8), 6, "双暗杠", "two concealed kongs", "MC-F53")
MIXED_KONGS = Option("mixed_kongs", (0, 5, 6), 0, "明暗杠", "one kong of each", "MC-F83")
DEALER_REPEAT = Option("dealer_repeat", flag, False, "连庄", "the dealer may stay", "MC-D05")
SEAT_SWAP = Option("seat_swap", ("before_west", "none"), "before_west", "换位", "seat change", "MC-D08",
    names=dict(before_west=("西风圈前", "before the West round"), none=("不换", "none")))
WALL_BREAK = Option("wall_break", ("two_rolls", "sum", "smaller_die"), "two_rolls", "开牌", "where the wall is broken", "MC-D03",
    names=dict(two_rolls=("掷两次之和", "the sum of two throws"), sum=("一次之和", "the sum of one throw"), smaller_die=("较小的一骰", "the smaller die")))
READY = Option("ready", flag, False, "听牌", "declared ready", "MC-P12")

OPTIONS = [
    FLOWERS, MINIMUM, BASE, GREEN_HALF, CONCEALED_SPECIALS, SAME_PUNGS, MIXED_PUNGS, OUTSIDE, ALL_PUNGS, TWO_CONCEALED, MIXED_KONGS,
    DEALER_REPEAT, SEAT_SWAP, WALL_BREAK, READY,
]
PRESETS = [
    preset("mcr", "国标麻将", "Chinese official", "MC-I03"),
    preset("mcr-casual", "国标麻将（家庭）", "Chinese official, at home", "MC-I03", flowers=False, dealer_repeat=True, seat_swap="none",
           wall_break="smaller_die", ready=True, green_half_flush=False, fully_concealed_specials=False, terminals_same_pungs="none",
           outside_hand="split"),
]

# ------------------------------------------------------------------------------------------------ words of this game

four_sets = shape.sets
sets_or_pairs = shape.sets | shape.pairs
all_pungs = (count(pung) == 4).named("四副刻子", "four pungs")
concealed_pungs, kongs = count(pung & concealed), count(kong)
concealed_kongs, exposed_kongs = count(kong & concealed), count(kong & exposed)
no_honors = (hand.count(honors) == 0).named("无字牌", "no honors")
nothing_exposed = (count(exposed) == 0).named("没有明的副露", "nothing exposed")
dealt = (win.heavenly & win.dealer & win.self_draw).named("起手和", "won with the tiles dealt")                # MC-W04: no winning tile
single = (wait.kinds == 1) & ~dealt & (shape.sets | shape.knitted)                                          # MC-C07
in_every = four_sets & every((pung & outside) | (pair & outside) | (chow & having(terminals)))
pair_of_fives = some(pair & ranks(5))
special = shape.pairs | shape.orphans | shape.scattered
gates = hand.numbers("1112345678999", extra=True)
three_winds = (count(pung & winds) == 3).named("三副风刻", "three wind pungs")
TERMINAL_PUNGS = ("碰碰和", "全带幺", "混带幺", "幺九刻")

# ------------------------------------------------------------------------------------------------ scoring items (MC-F)

ITEMS = [
    # 88
    Fan("大四喜", "Big Four Winds", 88, count(pung & winds) == 4, excludes=("三风刻", "圈风刻", "门风刻", "碰碰和", "幺九刻"), clause="MC-F01"),
    Fan("大三元", "Big Three Dragons", 88, count(pung & dragons) == 3, excludes=("双箭刻", "箭刻"), clause="MC-F02"),
    Fan("绿一色", "All Green", 88, hand.only(tiles("23468s6z")), clause="MC-F03"),
    Fan("九莲宝灯", "Nine Gates", 88, (hand.suits == 1) & ((gates == 2) | (dealt & (gates >= 1))), excludes=("清一色", "门前清", "幺九刻", "无字"), clause="MC-F04"),
    Fan("四杠", "Four Kongs", 88, kongs == 4, excludes=("三杠", "双暗杠", "双明杠", "暗杠", "明杠", "碰碰和", "单钓将"), clause="MC-F05"),
    Fan("连七对", "Seven Shifted Pairs", 88, shape.pairs & ((hand.numbers("11223344556677") >= 1) | (hand.numbers("22334455667788") >= 1)
        | (hand.numbers("33445566778899") >= 1)), excludes=("七对", "清一色", "门前清", "单钓将", "无字"), clause="MC-F06"),
    Fan("十三幺", "Thirteen Orphans", 88, shape.orphans, excludes=("五门齐", "门前清", "单钓将", "混幺九"), clause="MC-F07"),
    # 64
    Fan("清幺九", "All Terminals", 64, hand.only(terminals) & sets_or_pairs, excludes=("混幺九", *TERMINAL_PUNGS, "无字"), clause="MC-F08"),
    Fan("小四喜", "Little Four Winds", 64, three_winds & some(pair & winds), excludes=("三风刻", "幺九刻"), clause="MC-F09"),
    Fan("小三元", "Little Three Dragons", 64, (count(pung & dragons) == 2) & some(pair & dragons), excludes=("双箭刻", "箭刻"), clause="MC-F10"),
    Fan("字一色", "All Honours", 64, hand.only(honors) & sets_or_pairs, excludes=("混幺九", *TERMINAL_PUNGS), clause="MC-F11"),
    Fan("四暗刻", "Four Concealed Pungs", 64, concealed_pungs == 4, excludes=("三暗刻", "双暗刻", "碰碰和", "门前清"), clause="MC-F12"),
    Fan("一色双龙会", "Pure Terminal Chows", 64, pair_of_fives & (hand.suits == 1), sets=chows(0, 0, 6, 6, start=1),
        excludes=("七对", "清一色", "平和", "一般高", "老少副", "无字"), clause="MC-F13"),
    # 48
    Fan("一色四同顺", "Quadruple Chow", 48, sets=chows(0, 0, 0, 0), excludes=("一色三同顺", "一色三节高", "一般高", "四归一"), clause="MC-F14"),
    Fan("一色四节高", "Four Pure Shifted Pungs", 48, sets=pungs(0, 1, 2, 3), excludes=("一色三节高", "一色三同顺", "碰碰和"), clause="MC-F15"),
    # 32
    Fan("一色四步高", "Four Pure Shifted Chows", 32, sets=chows(0, 1, 2, 3) | chows(0, 2, 4, 6), excludes=("一色三步高", "连六", "老少副"), clause="MC-F16"),
    Fan("三杠", "Three Kongs", 32, kongs == 3, excludes=("双暗杠", "双明杠", "暗杠", "明杠"), clause="MC-F17"),
    Fan("混幺九", "All Terminals and Honours", 32, hand.only(outside) & (hand.count(honors) > 0) & (hand.count(terminals) > 0) & sets_or_pairs,
        excludes=("碰碰和", "全带幺", "混带幺"), clause="MC-F18"),
    # 24
    Fan("七对", "Seven Pairs", 24, shape.pairs, excludes=("门前清", "单钓将"), clause="MC-F19"),
    Fan("七星不靠", "Greater Honours and Knitted Tiles", 24, shape.scattered & (hand.kinds(honors) == 7),
        excludes=("全不靠", "五门齐", "门前清", "单钓将"), clause="MC-F20"),
    Fan("全双刻", "All Even Pungs", 24, all_pungs & hand.only(ranks(2, 4, 6, 8)), excludes=("碰碰和", "断幺", "无字"), clause="MC-F21"),
    Fan("清一色", "Full Flush", 24, (hand.suits == 1) & no_honors, excludes=("无字",), clause="MC-F22"),
    Fan("一色三同顺", "Pure Triple Chow", 24, sets=chows(0, 0, 0), excludes=("一色三节高", "一般高"), clause="MC-F23"),
    Fan("一色三节高", "Pure Shifted Pungs", 24, sets=pungs(0, 1, 2), clause="MC-F24"),  # with 一色三同顺 it would need six sets
    Fan("全大", "Upper Tiles", 24, hand.only(ranks(7, 8, 9)), excludes=("大于五", "无字"), clause="MC-F25"),
    Fan("全中", "Middle Tiles", 24, hand.only(ranks(4, 5, 6)), excludes=("断幺", "无字"), clause="MC-F26"),
    Fan("全小", "Lower Tiles", 24, hand.only(ranks(1, 2, 3)), excludes=("小于五", "无字"), clause="MC-F27"),
    # 16
    Fan("清龙", "Pure Straight", 16, sets=chows(0, 3, 6, start=1), clause="MC-F28"),
    Fan("三色双龙会", "Three-Suited Terminal Chows", 16, pair_of_fives & (hand.suits == 3), sets=chows(0, 0, 6, 6, suits="abab", start=1),
        excludes=("平和", "喜相逢", "老少副", "无字"), clause="MC-F29"),
    Fan("一色三步高", "Pure Shifted Chows", 16, sets=chows(0, 1, 2) | chows(0, 2, 4), clause="MC-F30"),
    Fan("全带五", "All Fives", 16, four_sets & every(having(ranks(5))), excludes=("断幺", "无字"), clause="MC-F31"),
    Fan("三同刻", "Triple Pung", 16, ~(has("清幺九") & SAME_PUNGS.is_("none")), sets=pungs(0, 0, 0, suits="abc"), excludes=("双同刻",), clause="MC-F32"),
    Fan("三暗刻", "Three Concealed Pungs", 16, concealed_pungs == 3, excludes=("双暗刻",), clause="MC-F33"),
    # 12
    Fan("全不靠", "Lesser Honours and Knitted Tiles", 12, shape.scattered, excludes=("五门齐", "门前清", "单钓将"), clause="MC-F34"),
    Fan("组合龙", "Knitted Straight", 12, (shape.knitted | shape.scattered) & (shape.knitted | (hand.kinds(suits) == 9)), clause="MC-F35"),
    Fan("大于五", "Upper Four", 12, hand.only(ranks(6, 7, 8, 9)), excludes=("无字",), clause="MC-F36"),
    Fan("小于五", "Lower Four", 12, hand.only(ranks(1, 2, 3, 4)), excludes=("无字",), clause="MC-F37"),
    Fan("三风刻", "Big Three Winds", 12, three_winds, clause="MC-F38"),  # its three pungs are left out of 幺九刻 there
    # 8
    Fan("花龙", "Mixed Straight", 8, sets=chows(0, 3, 6, suits="abc", start=1), clause="MC-F39"),
    Fan("推不倒", "Reversible Tiles", 8, hand.only(tiles("1234589p245689s5z")), excludes=("缺一门",), clause="MC-F40"),
    Fan("三色三同顺", "Mixed Triple Chow", 8, sets=chows(0, 0, 0, suits="abc"), clause="MC-F41"),
    Fan("三色三节高", "Mixed Shifted Pungs", 8, sets=pungs(0, 1, 2, suits="abc"), clause="MC-F42"),
    Fan("无番和", "Chicken Hand", 8, alone=True, beside=("花牌",), clause="MC-F43"),
    Fan("妙手回春", "Last Tile Draw", 8, win.self_draw & win.last_tile, excludes=("自摸",), clause="MC-F44"),
    Fan("海底捞月", "Last Tile Claim", 8, win.discard & win.last_discard, clause="MC-F45"),
    Fan("杠上开花", "Out with Replacement Tile", 8, win.self_draw & win.after_kong & ~win.after_flower & (kongs >= 1), excludes=("自摸",), clause="MC-F46"),
    Fan("抢杠和", "Robbing the Kong", 8, win.rob, excludes=("和绝张",), clause="MC-F47"),
    # 6
    Fan("碰碰和", "All Pungs", 6, all_pungs & (ALL_PUNGS.is_("any") | (count(pung & ~concealed) == 4)), clause="MC-F48"),
    Fan("混一色", "Half Flush", 6, (hand.suits == 1) & (hand.count(honors) > 0) & ~(has("绿一色") & ~GREEN_HALF.on), excludes=("缺一门",), clause="MC-F49"),
    Fan("三色三步高", "Mixed Shifted Chows", 6, sets=chows(0, 1, 2, suits="abc"), clause="MC-F50"),
    Fan("五门齐", "All Types", 6, (hand.suits == 3) & (hand.count(winds) > 0) & (hand.count(dragons) > 0), clause="MC-F51"),
    Fan("全求人", "Melded Hand", 6, (count(exposed) == 4) & (hand.held == 2) & ~win.self_draw, excludes=("单钓将",), clause="MC-F52"),
    Fan("双暗杠", "Two Concealed Kongs", TWO_CONCEALED.number, (kongs == 2) & (concealed_kongs == 2), excludes=("暗杠", "双暗刻"), clause="MC-F53"),
    Fan("双箭刻", "Two Dragon Pungs", 6, count(pung & dragons) == 2, excludes=("箭刻",), clause="MC-F54"),
    Fan("明暗杠", "Melded and Concealed Kong", MIXED_KONGS.number, (MIXED_KONGS.number > 0) & (kongs == 2) & (concealed_kongs == 1),
        excludes=("明杠", "暗杠"), clause="MC-F83"),
    # 4
    Fan("全带幺", "Outside Hand", 4, in_every & (OUTSIDE.is_("merged") | no_honors), clause="MC-F55"),
    Fan("混带幺", "Outside Hand with Honours", 4, in_every & OUTSIDE.is_("split") & ~no_honors, clause="MC-X08"),
    Fan("不求人", "Fully Concealed Hand", 4, nothing_exposed & win.self_draw & (CONCEALED_SPECIALS.on | ~special), excludes=("自摸",), clause="MC-F56"),
    Fan("双明杠", "Two Melded Kongs", 4, (kongs == 2) & (exposed_kongs == 2), excludes=("明杠",), clause="MC-F57"),
    Fan("和绝张", "Last Tile", 4, win.last_of_kind & ~dealt, clause="MC-F58"),
    # 2
    Fan("箭刻", "Dragon Pung", 2, each=count(pung & dragons), clause="MC-F59"),
    Fan("圈风刻", "Prevalent Wind", 2, some(pung & round_wind), clause="MC-F60"),
    Fan("门风刻", "Seat Wind", 2, some(pung & seat_wind), clause="MC-F61"),
    Fan("门前清", "Concealed Hand", 2, nothing_exposed & ~win.self_draw, clause="MC-F62"),
    Fan("平和", "All Chows", 2, (count(pung) == 0) & some(pair & suits) & (four_sets | shape.knitted), excludes=("无字",), clause="MC-F63"),
    Fan("四归一", "Tile Hog", 2, each=hand.fours, clause="MC-F64"),
    Fan("双同刻", "Double Pung", 2, ~(has("清幺九") & ~SAME_PUNGS.is_("both")), sets=pungs(0, 0, suits="ab"), clause="MC-F65"),
    Fan("双暗刻", "Two Concealed Pungs", 2, concealed_pungs == 2, clause="MC-F66"),
    Fan("暗杠", "Concealed Kong", 2, concealed_kongs == 1, clause="MC-F67"),
    Fan("断幺", "All Simples", 2, hand.only(simples), excludes=("无字",), clause="MC-F68"),
    # 1
    Fan("一般高", "Pure Double Chow", 1, sets=chows(0, 0), clause="MC-F69"),
    Fan("喜相逢", "Mixed Double Chow", 1, sets=chows(0, 0, suits="ab"), clause="MC-F70"),
    Fan("连六", "Short Straight", 1, sets=chows(0, 3), clause="MC-F71"),
    Fan("老少副", "Two Terminal Chows", 1, sets=chows(0, 6, start=1), clause="MC-F72"),
    Fan("幺九刻", "Pung of Terminals or Honours", 1, ~has("混幺九") | MIXED_PUNGS.on,                                 # MC-C09
        each=count(pung & terminals) + where(three_winds, 0, count(pung & winds & ~round_wind & ~seat_wind)), clause="MC-F73"),
    Fan("明杠", "Melded Kong", 1, exposed_kongs == 1, clause="MC-F74"),
    Fan("缺一门", "One Voided Suit", 1, hand.suits == 2, clause="MC-F75"),
    Fan("无字", "No Honours", 1, no_honors, clause="MC-F76"),
    Fan("边张", "Edge Wait", 1, wait.edge & single, clause="MC-F77"),
    Fan("坎张", "Closed Wait", 1, wait.closed & single, clause="MC-F78"),
    Fan("单钓将", "Single Wait", 1, wait.pair & single, clause="MC-F79"),
    Fan("自摸", "Self-Drawn", 1, win.self_draw, clause="MC-F80"),
    Fan("花牌", "Flower Tile", 1, each=flowers.count, group="flowers", clause="MC-F81"),
]

# ------------------------------------------------------------------------------------------------ combining and settlement

F = (total() + total("flowers")).named("番数", "fan")                                                                 # MC-C01
MONEY = [
    Money("自摸", "self-draw", others, BASE.number + F, win.self_draw, clause="MC-S01"),
    Money("底分", "base", others, BASE.number, ~win.self_draw, clause="MC-S02"),
    Money("点和", "discard", discarder, F, win.discard, clause="MC-S02"),
    Money("抢杠", "robbed kong", discarder, F, win.rob, clause="MC-S03"),
]

# ------------------------------------------------------------------------------------------------ play (MC-P, D)

PLAY = Play(
    bonus=FLOWERS.on, nearest_only=1, kong_hidden=1, ready_turn=where(READY.on, 1, 0), ready_sees=where(READY.on, 1, 0),            # MC-P07, P11 – P13
    next_dealer=where(DEALER_REPEAT.on & (dealer.won | deal.exhausted), 0, 1),                                                   # MC-D05
    match=Match(rounds=4, winds=True, swap=SEAT_SWAP.pick({"before_west": 3, "none": 0}), clause="MC-D07"),
)

mcr = Game(
    "mcr", "国标麻将", "Chinese official mahjong", unit="番", unit_en="fan", spec="mcr.md", tiles=suits + honors, bonus=seasons + plants,
    play=[Chow("MC-P02"), Pung("MC-P03"), Kong("discard", "added", "concealed", clause="MC-P04"), Win("draw", "discard", "rob", clause="MC-W03")],
    refused={
        "tiles": "MC-E01", "chow_seat": "MC-P02", "shape": "MC-W01", "turn": "MC-P01", "claim": "MC-P03", "kong": "MC-P05", "claimed": "MC-P07",
        "flower_first": "MC-L03", "last_discard": "MC-P10", "no_replacement": "MC-P05", "ready": "MC-P12", "rob": "MC-P08", "after_claim": "MC-P06",
    },
    shapes=[
        sets_and_pair(clause="MC-W01"), seven_pairs(clause="MC-W01"), Shape("orphans", clause="MC-W01"), Shape("scattered", clause="MC-W01"),
        Shape("knitted", clause="MC-W01"),
    ],
    groups=[Group("flowers", "花牌", "flowers")],
    items=ITEMS, value=F,
    requires=[
        Require(FLOWERS.on | (flowers.count == 0), "这里不用花牌", "flowers are left out here", "MC-E02"),
        Require(total() >= MINIMUM.number, "番数不够起和", "too few fan", "MC-W02"),
    ],
    money=MONEY, options=OPTIONS, presets=PRESETS, course=PLAY, formats=dict(botzone="mcr"),
)
