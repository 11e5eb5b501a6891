"""四川麻将 Sichuan: one suit is void, kongs pay at once, play may go on after a win. Units double with the fan.

Specification: docs/rules/sichuan.md, clauses SC-…; each house that the sources describe is a preset of the same options.
"""

from quepu.rules import *

# ------------------------------------------------------------------------------------------------ options

MODE = Option("mode", ("standard", "rain", "blood", "blood-rain"), "rain", "打法", "mode", "SC-P14",
    names={"standard": ("标准", "standard"), "rain": ("下雨", "kong money"), "blood": ("血战到底", "play goes on after a win"),
           "blood-rain": ("血战下雨", "kong money, and play goes on")})
FAN_TABLE = Option("fan_table", ("six", "points", "chengdu"), "six", "番种表", "table of items", "SC-I02",
    names=dict(six=("六番表", "six fan"), points=("计分表", "points"), chengdu=("成都茶馆表", "Chengdu tea house")))
BASE = Option("base", Points(1), 6, "基本分", "base", "SC-S01")
VOID_RULE = Option("void", ("free", "declared"), "free", "定缺", "void suit", "SC-P18",
    names=dict(free=("不定缺", "not declared"), declared=("开局定缺", "declared at the start")))
SELF_DRAW = Option("self_draw", ("none", "add-base", "add-fan"), "none", "自摸", "self-draw bonus", "SC-S04",
    names={"none": ("不加", "none"), "add-base": ("加底", "one base more"), "add-fan": ("加一番", "one fan more")})
ROB_KONG_FAN = Option("rob_kong_fan", (0, 1), 0, "抢杠番", "fan for robbing a kong", "SC-F18")
ROOT_KONG = Option("root_kong", flag, False, "杠也算根", "a kong is a root too", "SC-Z03")
CAP = Option("cap", points, 0, "封顶", "cap", "SC-C05")
FED_KONG_WIN = Option("fed_kong_win", ("self", "discard"), "self", "点杠花", "win on a fed kong", "SC-S05",
    names=dict(self=("算自摸", "as a self-draw"), discard=("算点炮", "as a discard")))
EARTHLY = Option("earthly", ("first-draw", "first-discard"), "first-draw", "地胡", "earthly win", "SC-W09",
    names={"first-draw": ("闲家首摸自摸", "on the own first draw"), "first-discard": ("和庄家第一张弃牌", "on the dealer's first discard")})
PLAYERS = Option("players", range(2, 11), 4, "人数", "players", "SC-D01", only=("chengdu-parlor",))
PURE_SUIT = Option("pure_suit", flag, False, "须清一色", "one suit required", "SC-P25")
SING_FAN = Option("sing_fan", points, 0, "唱歌番", "fan for singing", "SC-P22")
DANCE_FAN = Option("dance_fan", points, 0, "跳舞番", "fan for dancing", "SC-P22")
MODERN = Option("modern_items", Several(("golden-hook", "last-tile", "menqing", "mid-tiles")), (), "新番种", "modern items", "SC-F20",
    names={"golden-hook": ("金钩钓", "golden hook"), "last-tile": ("海底", "last tile"), "menqing": ("门清", "closed hand"), "mid-tiles": ("中张", "middle tiles")})
UNIT = Option("unit", ("points", "coins"), "points", "单位", "unit", "SC-S08", names=dict(points=("积分", "points"), coins=("金币", "coins")))
ROOM = Option("room_coefficient", Points(1), 1, "房间系数", "room coefficient", "SC-S08")
FEE = Option("table_fee", points, 0, "桌费", "table fee", "SC-S08")
FORMULA = Option("x_formula", ("multiple", "linear"), "multiple", "X 的算法", "formula of X", "SC-C06",
    names=dict(multiple=("倍数", "doubled by each fan"), linear=("番数", "the fan themselves")))

STRAIGHT_KONG = Option("straight_kong", ("feeder-1", "feeder-2", "everyone"), "feeder-1", "直杠", "straight kong", "SC-S06",
    names={"feeder-1": ("引杠者付一份", "the feeder pays one"), "feeder-2": ("引杠者付两份", "the feeder pays two"), "everyone": ("各家都付", "everyone pays")})
CALL_TRANSFER = Option("call_transfer", ("none", "last", "all"), "last", "呼叫转移", "call transfer", "SC-S07",
    names=dict(none=("没有", "none"), last=("转最后一杠", "the last kong's takings"), all=("转全部杠钱", "all takings")))
LAST_FOUR = Option("last_four", ("forced", "free"), "forced", "最后四张", "last four tiles", "SC-P13",
    names=dict(forced=("能胡必胡", "a win must be taken"), free=("不限", "no duty")))
PASS_WIN = Option("pass_win", ("none", "until-turn", "until-turn-unless-higher"), "none", "过水", "passing a win", "SC-P12",
    names={"none": ("不限", "no bar"), "until-turn": ("到自己下一轮前不能胡弃牌", "no win by discard until the next own turn"),
    "until-turn-unless-higher": ("到自己下一轮前番数更高才能胡", "only a dearer win by discard until then")})
DRAW_CHECK = Option("draw_check", ("none", "max", "min"), "max", "查叫", "check at an exhausted wall", "SC-X01",
    names=dict(none=("不查", "none"), max=("赔最大的", "by the dearest wait"), min=("赔最小的", "by the cheapest wait")))
PIG_UNITS = Option("pig_units", points, 16, "花猪", "pig penalty", "SC-X03")
PIG_RULE = Option("pig_rule", ("three-suits", "void-left"), "three-suits", "何为花猪", "who is a pig", "SC-X03",
    names={"three-suits": ("三门都有", "all three suits held"), "void-left": ("手中还有定缺的牌", "a tile of the void suit left")})
PIG_PAYS_WINNERS = Option("pig_pays_winners", flag, True, "花猪赔胡家", "pigs pay winners", "SC-X03")
REFUND_KONGS = Option("refund_kongs", flag, True, "退税", "refund of kongs", "SC-X02")
REPLACEMENT = Option("replacement", ("back", "front"), "back", "杠牌补牌", "replacement tile", "SC-P08",
    names=dict(back=("从牌尾补", "from the end of the wall"), front=("从牌头补", "from the front of the wall")))
DEALER_RULE = Option("dealer_rule", ("winner", "qq", "dice"), "qq", "下庄", "next dealer", "SC-D04",
    names=dict(winner=("胡家", "the winner"), qq=("点炮者，自摸则胡家", "the discarder, or the winner by self-draw"), dice=("掷骰", "by dice")))
SING_DANCE = Option("sing_dance", flag, False, "唱歌跳舞", "singing and dancing", "SC-P20")
EXCHANGE = Option("exchange", flag, False, "换三张", "exchange three", "SC-P17")
EXCHANGE_DIRECTION = Option("exchange_direction", ("dice", "next", "across", "prev"), "dice", "换牌方向", "direction", "SC-P17",
    names=dict(dice=("掷骰定", "by dice"), next=("给下家", "to the next seat"), across=("给对家", "across"), prev=("给上家", "to the seat before")), apart={"across": ("players", 3)})
LATE_ADDED_KONG = Option("late_added_kong", ("pays", "free"), "pays", "迟补杠", "late added kong", "SC-P05", names=dict(pays=("收钱", "paid"), free=("不收钱", "not paid")))
WINNER_HAND = Option("winner_hand", ("hidden", "shown"), "hidden", "胡家手牌", "winner's hand", "SC-P23", names=dict(hidden=("不亮", "hidden"), shown=("亮出", "shown")))
ESCAPE_UNITS = Option("escape_units", points, 16, "逃跑", "leaving", "SC-P26")
MATCH_DEALS = Option("match_deals", Points(1), 8, "局数", "deals", "SC-D07")

OPTIONS = [
    MODE, FAN_TABLE, BASE, VOID_RULE, SELF_DRAW, ROB_KONG_FAN, ROOT_KONG, CAP, FED_KONG_WIN, EARTHLY, PLAYERS, PURE_SUIT, SING_FAN,
    DANCE_FAN, MODERN, UNIT, ROOM, FEE, FORMULA,
    STRAIGHT_KONG, CALL_TRANSFER, LAST_FOUR, PASS_WIN, DRAW_CHECK, PIG_UNITS, PIG_RULE, PIG_PAYS_WINNERS, REFUND_KONGS, REPLACEMENT,
    DEALER_RULE, SING_DANCE, EXCHANGE, EXCHANGE_DIRECTION, LATE_ADDED_KONG, WINNER_HAND, ESCAPE_UNITS, MATCH_DEALS,
]
HOUSE = dict(base=1, dealer_rule="winner", last_four="free")
PARLOR = HOUSE | dict(mode="standard", fan_table="chengdu", call_transfer="none")
PRESETS = [
    preset("sichuan-qq", "QQ四川麻将", "Sichuan, QQ", "SC-I02"),
    preset("sichuan-dingque", "四川麻将（定缺）", "Sichuan, void declared", "SC-I02", **HOUSE, mode="blood-rain", void="declared",
           straight_kong="feeder-2", self_draw="add-base"),
    preset("sichuan-six-fan", "四川麻将（六番）", "Sichuan, six fan", "SC-I02", base=1),
    preset("sichuan-points", "四川麻将（计分）", "Sichuan, points", "SC-I02", base=1, mode="standard", fan_table="points", call_transfer="none",
           rob_kong_fan=1, pass_win="until-turn-unless-higher", fed_kong_win="discard", earthly="first-discard", draw_check="min",
           pig_units=0, replacement="front", dealer_rule="winner"),
    preset("chengdu", "成都麻将", "Chengdu", "SC-I02", **PARLOR, pass_win="until-turn", sing_dance=True),
    preset("chengdu-parlor", "成都茶馆麻将", "Chengdu, tea house", "SC-I02", **PARLOR),
]

# ------------------------------------------------------------------------------------------------ what a case tells

VOID = Input("void", "suit", "缺门", "void suit", clause="SC-W04", filled=maker.void_suit)
OUT = Input("out", "seats", "已胡的家", "those who won before", clause="SC-P15", filled="won")
CHECKED = Input("checked", "truth", "查叫", "only looked at", clause="SC-X04", filled="checking")
DANCED = Input("reveal", "truth", "跳舞", "danced", clause="SC-P22", filled=where(maker.revealed, 1, 0))
KONG_FROM = Input("liability.kong_from", "seat", "引杠者", "who fed the kong", clause="SC-S05",
    filled=where(deal.kong_claimed, deal.kong_feeder, -1))

# ------------------------------------------------------------------------------------------------ words of this game

six, points_house, chengdu_table = FAN_TABLE.is_("six"), FAN_TABLE.is_("points"), FAN_TABLE.is_("chengdu")
ladder = ~chengdu_table                                                     # base items exclude each other
one_suit = (hand.suits == 1).named("只有一门", "one suit")
all_pungs = (shape.sets & (count(chow) == 0)).named("全是刻子", "all pungs")
ends = (shape.sets & every((pung & terminals) | (pair & terminals) | (chow & having(terminals)))).named("每组带幺九", "a terminal in every group")
four = (hand.fours >= 1).named("有四归一", "four of a kind")
bloom = (win.self_draw & win.after_kong & (count(kong) >= 1)).named("杠上花", "win on a kong replacement")
fed_bloom = (bloom & KONG_FROM.known & FED_KONG_WIN.is_("discard")).named("点杠花算点炮", "fed kong, as a discard")   # SC-S05
void_tiles = either(VOID.number == 0, hand.count(characters) > 0,
                    either(VOID.number == 1, hand.count(dots) > 0, (VOID.number == 2) & (hand.count(bamboos) > 0))).named("手中有定缺的牌", "a tile of the void suit")
heavenly = win.heavenly & win.dealer & win.self_draw & (hand.melds == 0)                                             # SC-W09
earthly = win.earthly & ~win.dealer & (hand.melds == 0) & (
    (EARTHLY.is_("first-draw") & win.self_draw) | (EARTHLY.is_("first-discard") & win.discard & (discarder == 0)))
last = (win.self_draw & win.last_tile) | (win.discard & win.last_discard)

# ------------------------------------------------------------------------------------------------ scoring items (SC-F)

ITEMS = [
    # base items: in the six and points tables only the highest of them counts
    Fan("平胡", "plain win", 1, ladder, group="base", clause="SC-F01"),
    Fan("对对胡", "all pungs", 2, all_pungs & ladder, group="base", clause="SC-F02"),
    Fan("清一色", "one suit", 3, one_suit & ladder, group="base", clause="SC-F03"),
    Fan("带幺九", "terminals in every set", 3, ends & ladder, group="base", clause="SC-F04"),
    Fan("七对", "seven pairs", 3, shape.pairs & ladder, group="base", clause="SC-F05"),
    Fan("清对", "one-suit all pungs", 4, one_suit & all_pungs & ladder, group="base", clause="SC-F06"),
    Fan("将对", "all pungs of 2, 5, 8", 4, all_pungs & hand.only(ranks(2, 5, 8)) & ladder, group="base", clause="SC-F07"),
    Fan("龙七对", "dragon seven pairs", 5, shape.pairs & four & six, group="base", takes={"根": 1}, clause="SC-F08"),
    Fan("清七对", "one-suit seven pairs", 5, shape.pairs & one_suit & ~four & six, group="base", clause="SC-F09"),
    Fan("清七对", "one-suit seven pairs", 8, shape.pairs & one_suit & points_house, group="base", clause="SC-F09"),
    Fan("清幺九", "one-suit terminals", 5, ends & one_suit & six, group="base", clause="SC-F10"),
    Fan("天胡", "heavenly win", where(six, 6, 8), heavenly & ladder, group="base", clause="SC-F11"),
    Fan("地胡", "earthly win", where(six, 6, 8), earthly & ladder, group="base", clause="SC-F12"),
    Fan("青龙七对", "one-suit dragon seven pairs", 6, shape.pairs & four & one_suit & six, group="base", takes={"根": 1}, clause="SC-F13"),
    # the tea house's table: everything adds up
    Fan("对对胡", "all pungs", 1, all_pungs & chengdu_table, clause="SC-F02"),
    Fan("清一色", "one suit", 2, one_suit & chengdu_table, clause="SC-F03"),
    Fan("七对", "seven pairs", 2, shape.pairs & chengdu_table, clause="SC-F05"),
    # added to any of them
    Fan("杠上花", "win on a kong replacement", where(points_house, 2, 1), bloom, clause="SC-F14"),
    Fan("杠上炮", "win on the discard after a kong", 1, win.discard & win.kong_discard & six, clause="SC-F15"),
    Fan("根", "root", 1, each=hand.fours + where(six & ROOT_KONG.on, count(kong), 0), clause="SC-F16"),
    Fan("杠", "kong", 1, ~six, each=count(kong), clause="SC-F17"),
    Fan("抢杠胡", "robbing a kong", 1, win.rob & ladder & (ROB_KONG_FAN.number == 1), clause="SC-F18"),
    Fan("自摸", "self-draw", 1, win.self_draw & ~fed_bloom & SELF_DRAW.is_("add-fan"), clause="SC-F19"),
    Fan("金钩钓", "golden hook", 1, shape.sets & (hand.held == 2) & MODERN.has("golden-hook") & six, clause="SC-F20"),
    Fan("海底", "last tile", 1, last & MODERN.has("last-tile") & six, clause="SC-F20"),
    Fan("门清", "closed hand", 1, (count(exposed) == 0) & ~shape.pairs & MODERN.has("menqing") & six, clause="SC-F20"),
    Fan("中张", "middle tiles", 1, hand.only(simples) & MODERN.has("mid-tiles") & six, clause="SC-F20"),
    Fan("唱歌", "singing", SING_FAN.number, win.ready & (SING_FAN.number > 0), clause="SC-P22"),
    Fan("跳舞", "dancing", DANCE_FAN.number, DANCED.on & (DANCE_FAN.number > 0), clause="SC-P22"),
    Fan("平胡", "plain win", 0, chengdu_table, alone=True, clause="SC-F01"),
]

# ------------------------------------------------------------------------------------------------ combining and settlement

SUM = (total("base") + total()).named("番", "fan")                                                        # SC-W10: reading by reading
FAN = capped(SUM, CAP.number).named("番", "fan")                                     # SC-C05
UNITS = where(points_house, FAN, where(chengdu_table, 2 ** FAN,                                          # SC-C01 – C03, C06
              where(FORMULA.is_("linear"), FAN, 2 ** (FAN - 1)))).named("点数", "units")
ONE = BASE.number * where(UNIT.is_("coins"), ROOM.number, 1)                                             # SC-S08
live = (others & ~OUT.has_payer).named("未胡的其余各家", "each other unwon seat")
MONEY = [
    Money("点炮", "discard", discarder, UNITS * ONE, win.discard, clause="SC-S02"),
    Money("抢杠", "robbed kong", discarder, UNITS * ONE, win.rob, clause="SC-S02"),
    Money("点杠花", "win on a fed kong", KONG_FROM.number, UNITS * ONE, fed_bloom, clause="SC-S05"),
    Money("自摸", "self-draw", live, (UNITS + where(SELF_DRAW.is_("add-base"), 1, 0)) * ONE, win.self_draw & ~fed_bloom, clause="SC-S03"),
    Money("桌费", "table fee", everyone, FEE.number, UNIT.is_("coins"), source="house", clause="SC-S08"),
]

# ------------------------------------------------------------------------------------------------ play (SC-D, P) and what is paid for besides

rain = MODE.is_("rain", "blood-rain")
blood = MODE.is_("blood", "blood-rain")
unwon, made = ~giver.won, taker.number == maker.number                                                    # SC-S06
pig_gives, pig_takes = (                                                                                   # SC-X03
    ~seat.won & (PIG_UNITS.number > 0) & ((PIG_RULE.is_("three-suits") & (seat.suits == 3)) | (PIG_RULE.is_("void-left") & seat.void_left))
    for seat in (giver, taker))
check = ~DRAW_CHECK.is_("none")
ready_value = where(DRAW_CHECK.is_("max"), taker.best("units"), taker.best("units", most=False))
late = deal.late_kong & LATE_ADDED_KONG.is_("free")
after_kong_discard = giver.number == feeder.number
after_rule = where(deal.somebody_left | DEALER_RULE.is_("dice") | (DEALER_RULE.is_("qq") & blood), -1,                 # SC-D04
    where(deal.winners == 0, 0, where(DEALER_RULE.is_("winner"),
        where((deal.first_winners >= 2), deal.first_discarder, deal.first_winner),
        where(deal.first_discarder >= 0, deal.first_discarder, deal.first_winner))))
PLAY = Play(
    replacement_front=where(REPLACEMENT.is_("front"), 1, 0), forced_below=where(LAST_FOUR.is_("forced"), 4, 0), play_on=where(blood, 1, 0),
    bar_scope=PASS_WIN.pick({"none": 0, "until-turn": 1, "until-turn-unless-higher": 2}), face_down=where(PLAYERS.is_(2), 1, 0),
    kong_hidden=where(PLAYERS.is_(2), 1, 0), ready_turn=where(SING_DANCE.on, 1, 0), reveal_on=where(SING_DANCE.on, 1, 0), ready_kongs=3, ready_needs_win=1, most_suits=2,
    exchange=where(EXCHANGE.on, 1, 0), exchange_way=EXCHANGE_DIRECTION.pick({"dice": 0, "next": 1, "across": 2, "prev": 3}),
    voids=where(VOID_RULE.is_("declared"), 1, 0), leave=1, show_winner=where(~blood | WINNER_HAND.is_("shown"), 1, 0), show_at_end=where(check, 2, 0),
    dues=[
        Due("直杠", "straight kong, the feeder", "claimed kong", unwon & (giver.number == feeder.number),
            STRAIGHT_KONG.pick({"feeder-1": 1, "feeder-2": 2, "everyone": 2}) * ONE, made, rain, account="kong", clause="SC-S06"),
        Due("直杠", "straight kong, the others", "claimed kong", unwon & (giver.number != feeder.number), ONE, made,
            rain & STRAIGHT_KONG.is_("everyone"), account="kong", clause="SC-S06"),
        Due("面下杠", "added kong", "added kong", unwon, ONE, made, rain & ~late, account="kong", clause="SC-S06"),
        Due("暗杠", "concealed kong", "concealed kong", unwon, 2 * ONE, made, rain, account="kong", clause="SC-S06"),
        Due("呼叫转移", "call transfer, the last kong", "win", after_kong_discard, giver.last_takings, made,
            CALL_TRANSFER.is_("last") & rain & deal.kong_discarded, account="last kong passes", clause="SC-S07"),
        Due("呼叫转移", "call transfer, all kongs", "win", after_kong_discard, giver.takings, made,
            CALL_TRANSFER.is_("all") & rain & deal.kong_discarded, account="all kongs pass", clause="SC-S07"),
        Due("退税", "refund", "exhausted", unwon & ~giver.ready, giver.kong_money_from, when=check & rain & REFUND_KONGS.on, clause="SC-X02"),
        Due("花猪", "pig", "exhausted", pig_gives, PIG_UNITS.number * ONE, ~pig_takes & (PIG_PAYS_WINNERS.on | ~taker.won), check, clause="SC-X03"),
        Due("查叫", "not ready", "exhausted", unwon & ~giver.ready & ~pig_gives, ready_value * ONE, ~taker.won & taker.ready, check, clause="SC-X04"),
        Due("逃跑", "who left after winning", "leave", giver.number == maker.number, giver.win_money_from, when=maker.won, clause="SC-P26"),
        Due("逃跑", "who left", "end", giver.left & ~giver.won, ESCAPE_UNITS.number * ONE, ~taker.left, clause="SC-P26"),
        Due("桌费", "table fee", "end", TRUE, FEE.number, when=UNIT.is_("coins"), source="house", clause="SC-S08"),
    ],
    next_dealer=after_rule, match=Match(deals=MATCH_DEALS.number, clause="SC-D07"),
)

sichuan = Game(
    "sichuan", "四川麻将", "Sichuan", unit="番", unit_en="fan", spec="sichuan.md", tiles=suits,
    seats=PLAYERS.number, hand=PLAYERS.pick({2: 13, 3: 13, 4: 13, 5: 10, 6: 7, 7: 4, 8: 4, 9: 4, 10: 4}),
    play=[Pung("SC-P03"), Kong("discard", "added", "concealed", clause="SC-P04"), Win("draw", "discard", "rob", clause="SC-W06")],
    refused={
        "tiles": "SC-E01", "chow": "SC-P02", "shape": "SC-W07", "turn": "SC-P01", "claim": "SC-P03", "kong": "SC-P07", "out": "SC-P15", "rob": "SC-P09",
        "void_first": "SC-P19", "void_claim": "SC-P19", "void_choice": "SC-P18", "exchange": "SC-P17", "passed": "SC-P12", "no_replacement": "SC-P07",
        "last_discard": "SC-P03", "ready": "SC-P20", "reveal": "SC-P20", "dance_bar": "SC-P21", "locked": "SC-P22", "locked_claim": "SC-P22",
        "locked_kong": "SC-P22", "face_down": "SC-P24", "leave": "SC-P26", "claimed": "SC-P10", "held": "SC-P03",
    },
    shapes=[
        sets_and_pair(PLAYERS.pick({2: 4, 3: 4, 4: 4, 5: 3, 6: 2, 7: 1, 8: 1, 9: 1, 10: 1}), clause="SC-W01"),
        seven_pairs(when=PLAYERS.is_(2, 3, 4), clause="SC-W02"),
    ],
    groups=[Group("base", "基本番种", "base", "highest")],
    items=ITEMS, value=FAN, steps={"units": UNITS}, best=[SUM],
    requires=[
        Require(~OUT.holds(winner), "这家已经胡过，不能再胡", "the winner has won before: nobody wins twice", "SC-P15"),
        Require(~OUT.holds(discarder), "给牌的人已经胡过，不再打牌", "who gave the tile has won before and plays no more", "SC-P15"),
        Require(~PLAYERS.is_(2) | win.self_draw | CHECKED.on, "两人打法弃牌扣着，只能自摸", "with two players discards lie face down: self-draw only", "SC-P24"),
        Require(~PLAYERS.is_(2) | (count(exposed) == 0), "两人打法不能碰，也不能杠别家的牌", "with two players only concealed kongs", "SC-P24"),
        Require(hand.suits <= 2, "要缺一门：有三门花色", "one suit must be missing: there are three", "SC-W03"),
        Require(~void_tiles, "手中还有定缺花色的牌", "a tile of the declared void suit is left", "SC-W04"),
        Require(~(PLAYERS.is_(2) | (PLAYERS.is_(3) & PURE_SUIT.on)) | one_suit, "须清一色才能胡", "one suit is required", "SC-W05"),
    ],
    money=MONEY, options=OPTIONS, presets=PRESETS, inputs=[VOID, OUT, CHECKED, DANCED, KONG_FROM], course=PLAY,
    tells={"units": UNITS},
)
