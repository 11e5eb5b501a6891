"""日本麻将 Riichi: han and fu, dora, riichi sticks, limits. Unit of hand value: 番 (han); points are paid.

Specification: docs/rules/riichi.md, clauses RI-…; the sections below follow its headings.
"""

from quepu.rules import *

# ------------------------------------------------------------------------------------------------ options (RI-O)
RED_FIVES = Option("red_fives", (0, 3, 4), 3, "红五", "red fives", "RI-O01")
OPEN_TANYAO = Option("open_tanyao", flag, True, "食断", "open all simples", "RI-O02")
DOUBLE = Option("double_yakuman", flag, True, "双倍役满", "double yakuman", "RI-O03")
KAZOE = Option("kazoe", ("yakuman", "sanbaiman"), "yakuman", "累计役满", "counted yakuman", "RI-O04", names=dict(yakuman=("算役满", "a yakuman"), sanbaiman=("算三倍满", "a sanbaiman")))
KIRIAGE = Option("kiriage", flag, False, "切上满贯", "rounded-up mangan", "RI-O04")
RENHOU = Option("renhou", ("off", "mangan", "yakuman"), "off", "人和", "human win", "RI-O06", names=dict(off=("不计", "not counted"), mangan=("五番", "five han"), yakuman=("役满", "a yakuman")))
DAISHARIN = Option("daisharin", ("off", "pin", "any"), "off", "大车轮", "big wheels", "RI-O07", names=dict(off=("不计", "not counted"), pin=("只限筒子", "dots only"), any=("任何花色", "any suit")))
DOUBLE_WIND_FU = Option("double_wind_fu", (4, 2), 4, "连风对", "double wind pair", "RI-O12")
PAO = Option("pao", ("off", "big", "big+kans"), "big", "包牌", "liability", "RI-O14",
    names={"off": ("没有", "none"), "big": ("大三元、大四喜", "big dragons and big winds"), "big+kans": ("另加四杠子", "four kongs too")})
PAO_HONBA = Option("pao_honba", ("discarder", "liable"), "discarder", "包牌的本场", "honba under liability", "RI-O14",
    names=dict(discarder=("放铳者付", "the discarder pays"), liable=("包牌者付", "the liable player pays")))
KUIKAE = Option("kuikae", flag, False, "食替", "swap calling allowed", "RI-O05")
ABORT_NINE = Option("abort_nine", flag, True, "九种九牌", "nine kinds", "RI-O08")
ABORT_WINDS = Option("abort_winds", flag, True, "四风连打", "four winds", "RI-O08")
ABORT_RIICHI = Option("abort_riichi", flag, True, "四家立直", "four riichi", "RI-O08")
ABORT_KANS = Option("abort_kans", flag, True, "四杠散了", "four kongs", "RI-O08")
RENCHAN = Option("renchan", ("tenpai", "win"), "tenpai", "连庄", "the dealer stays", "RI-O09", names=dict(tenpai=("听牌即连庄", "when ready"), win=("和牌才连庄", "only after a win")))
MULTI_RON = Option("multi_ron", ("all", "head-bump"), "all", "多家和", "several winners", "RI-O10", names={"all": ("都和", "all win"), "head-bump": ("只有头家和", "only the nearest wins")})
TRIPLE_RON = Option("triple_ron", ("allow", "abort"), "allow", "三家和", "three winners", "RI-O10", names=dict(allow=("都和", "all win"), abort=("流局", "the deal is void")))
DEAD_WAIT_TENPAI = Option("dead_wait_tenpai", flag, False, "绝张听牌", "dead waits are ready", "RI-O11")
NOTEN = Option("noten", range(3001), 3000, "不听罚符", "penalty for not being ready", "RI-O11")
LENGTH = Option("length", ("south", "east"), "south", "场数", "length", "RI-O13", names=dict(south=("半庄", "East and South rounds"), east=("东风", "East round only")))
WEST = Option("west", flag, True, "西入", "extra round", "RI-O13")
BUST = Option("bust", flag, True, "击飞", "bust", "RI-O13")
AGARI_YAME = Option("agari_yame", flag, True, "和了止", "a leading dealer ends the match", "RI-O13")
TARGET = Option("target", points, 30000, "目标点", "target", "RI-O13")
START = Option("start", points, 25000, "配给点", "start", "RI-O13")
RETURNED = Option("return", points, 25000, "返点", "return", "RI-O13")
UMA = Option("uma", Numbers(4), (15, 5, -5, -15), "马", "uma", "RI-O13")
KAN_DORA = Option("kan_dora", ("delayed", "immediate"), "delayed", "杠宝牌", "kan-dora", "RI-O15", names=dict(delayed=("打牌后翻", "after the next discard"), immediate=("即时翻", "at once")))
NAGASHI = Option("nagashi", flag, True, "流局满贯", "nagashi mangan", "RI-O16")
RIICHI_POINTS = Option("riichi_points", flag, True, "立直须有千点", "riichi needs 1000 points", "RI-O16")

OPTIONS = [
    RED_FIVES, OPEN_TANYAO, DOUBLE, KAZOE, KIRIAGE, RENHOU, DAISHARIN, DOUBLE_WIND_FU, PAO, PAO_HONBA,
    KUIKAE, ABORT_NINE, ABORT_WINDS, ABORT_RIICHI, ABORT_KANS, RENCHAN, MULTI_RON, TRIPLE_RON, DEAD_WAIT_TENPAI, NOTEN, LENGTH, WEST,
    BUST, AGARI_YAME, TARGET, START, RETURNED, UMA, KAN_DORA, NAGASHI, RIICHI_POINTS,
]
PRESETS = [
    preset("riichi", "日本麻将", "Riichi", "RI-I01"),
    preset("riichi-tenhou", "日本麻将（天凤式）", "Riichi, Tenhou-like", "RI-X06", **{"double_yakuman": False, "triple_ron": "abort", "return": 30000,
           "uma": [20, 10, -10, -20]}),
    preset("riichi-league", "日本麻将（联赛）", "Riichi, league", "RI-X06", **{"multi_ron": "head-bump", "double_yakuman": False, "double_wind_fu": 2,
           "kan_dora": "immediate", "abort_nine": False, "abort_winds": False, "abort_riichi": False, "abort_kans": False, "nagashi": False,
           "pao": "big+kans", "west": False, "bust": False, "kazoe": "sanbaiman", "kiriage": True, "uma": [30, 10, -10, -30], "return": 30000}),
]
# ------------------------------------------------------------------------------------------------ what a case tells
FED_DRAGONS, FED_WINDS, FED_KONGS = Mark("fed dragons", seat=True), Mark("fed winds", seat=True), Mark("fed kongs", seat=True)
INDICATORS = Input("indicators", "tiles", "宝牌指示牌", "dora indicators", clause="RI-W03", filled="indicators")
URA = Input("ura", "tiles", "里宝牌指示牌", "ura-dora indicators", clause="RI-W06", filled="under indicators")
HONBA = Input("honba", "number", "本场", "honba", default=0, clause="RI-M04", filled=where(deal.place == 0, deal.carried("honba"), 0))
STICKS = Input("sticks", "number", "立直棒", "riichi sticks", default=0, clause="RI-M05", filled=where(deal.place == 0, deal.carried("sticks") + deal.stakes, 0))
PAO_DRAGONS = Input("liability.pao.大三元", "seat", "大三元包牌者", "liable for big dragons", clause="RI-M08", filled=maker.has_mark(FED_DRAGONS))
PAO_WINDS = Input("liability.pao.大四喜", "seat", "大四喜包牌者", "liable for big winds", clause="RI-M08", filled=maker.has_mark(FED_WINDS))
PAO_KONGS = Input("liability.pao.四杠子", "seat", "四杠子包牌者", "liable for four kongs", clause="RI-M08", filled=maker.has_mark(FED_KONGS))
# ------------------------------------------------------------------------------------------------ words of this game
closed = (count(exposed) == 0).named("门前清", "closed hand")
riichi_declared = (closed & (win.ready | win.double_ready)).named("立直中", "in riichi")
value_pair = some(pair & (dragons | seat_wind | round_wind)).named("役牌雀头", "a value pair")
outside_groups = shape.sets & every((pung & outside) | (pair & outside) | (chow & having(terminals)))
equal_chows = chows(0, 0).count.named("同顺对数", "pairs of equal chows")
twice_two = ((equal_chows == 2) | (equal_chows == 6)).named("两组同顺", "twice two equal chows")
ONE, TWO = 13, where(DOUBLE.on, 26, 13)                                                               # RI-C03
gates = hand.numbers("1112345678999", extra=True)
open_pung, closed_pung = pung & ~kong & ~concealed, pung & ~kong & concealed
open_kong, closed_kong = kong & ~concealed, kong & concealed
# ------------------------------------------------------------------------------------------------ scoring items (RI-S)
ITEMS = [
    Fan("立直", "riichi", 1, win.ready & closed, clause="RI-S01", ja="立直"),
    Fan("两立直", "double riichi", 2, win.double_ready & closed, excludes=("立直",), clause="RI-S02", ja="ダブル立直"),
    Fan("一发", "one-shot", 1, win.one_shot & riichi_declared, clause="RI-S03", ja="一発"),
    Fan("门前清自摸和", "concealed self-draw", 1, closed & win.self_draw, clause="RI-S04", ja="門前清自摸和"),
    Fan("断幺九", "all simples", 1, hand.only(simples) & (closed | OPEN_TANYAO.on), clause="RI-S06", ja="断幺九"),
    Fan("平和", "pinfu", 1, closed & (count(chow) == 4) & wait.open & ~value_pair, clause="RI-S05", ja="平和"),
    Fan("一杯口", "two equal runs", 1, closed & (equal_chows >= 1), clause="RI-S07", ja="一盃口"),
    Fan("自风", "own wind", 1, some(pung & seat_wind), clause="RI-S08", ja="自風"),
    Fan("场风", "prevailing wind", 1, some(pung & round_wind), clause="RI-S09", ja="場風"),
    Fan("白", "white dragon", 1, some(pung & tiles("5z")), clause="RI-S10", ja="白"),
    Fan("发", "green dragon", 1, some(pung & tiles("6z")), clause="RI-S11", ja="發"),
    Fan("中", "red dragon", 1, some(pung & tiles("7z")), clause="RI-S12", ja="中"),
    Fan("抢杠", "robbing a kong", 1, win.rob, clause="RI-S13", ja="槍槓"),
    Fan("岭上开花", "kong replacement", 1, win.self_draw & win.after_kong & (count(kong) >= 1), excludes=("海底捞月",), clause="RI-S14", ja="嶺上開花"),
    Fan("海底捞月", "last tile", 1, win.self_draw & win.last_tile, clause="RI-S15", ja="海底摸月"),
    Fan("河底捞鱼", "last discard", 1, win.discard & win.last_discard, clause="RI-S16", ja="河底撈魚"),
    Fan("人和", "human win", 5, closed & win.human & win.discard & ~win.dealer & RENHOU.is_("mangan"), clause="RI-S17", ja="人和"),
    Fan("七对子", "seven pairs", 2, shape.pairs, clause="RI-S20", ja="七対子"),
    Fan("混全带幺九", "outside hand", where(closed, 2, 1), outside_groups & some(chow) & (hand.count(honors) > 0), clause="RI-S21", ja="混全帯幺九"),
    Fan("一气通贯", "straight", where(closed, 2, 1), chows(0, 3, 6, start=1).found, clause="RI-S22", ja="一気通貫"),
    Fan("三色同顺", "three-colour runs", where(closed, 2, 1), chows(0, 0, 0, suits="abc").found, clause="RI-S23", ja="三色同順"),
    Fan("三色同刻", "three-colour pungs", 2, pungs(0, 0, 0, suits="abc").found, clause="RI-S24", ja="三色同刻"),
    Fan("对对和", "all pungs", 2, count(pung) == 4, clause="RI-S25", ja="対々和"),
    Fan("三暗刻", "three concealed pungs", 2, count(pung & concealed) == 3, clause="RI-S26", ja="三暗刻"),
    Fan("三杠子", "three kongs", 2, count(kong) == 3, clause="RI-S27", ja="三槓子"),
    Fan("小三元", "little dragons", 2, (count(pung & dragons) == 2) & some(pair & dragons), clause="RI-S28", ja="小三元"),
    Fan("混老头", "all terminals and honors", 2, hand.only(outside) & (hand.count(honors) > 0) & (hand.count(terminals) > 0),
        excludes=("混全带幺九",), clause="RI-S29", ja="混老頭"),
    Fan("二杯口", "twice two equal runs", 3, closed & twice_two, excludes=("一杯口",), clause="RI-S30", ja="二盃口"),
    Fan("纯全带幺九", "pure outside hand", where(closed, 3, 2), outside_groups & some(chow) & (hand.count(honors) == 0),
        excludes=("混全带幺九",), clause="RI-S31", ja="純全帯幺九"),
    Fan("混一色", "half flush", where(closed, 3, 2), (hand.suits == 1) & (hand.count(honors) > 0), clause="RI-S32", ja="混一色"),
    Fan("清一色", "full flush", where(closed, 6, 5), (hand.suits == 1) & (hand.count(honors) == 0), excludes=("混一色",), clause="RI-S33", ja="清一色"),
    # yakuman: when one is there, nothing else counts (RI-C02)
    Fan("人和", "human win", ONE, closed & win.human & win.discard & ~win.dealer & RENHOU.is_("yakuman"), group="yakuman", clause="RI-S17", ja="人和"),
    Fan("天和", "heavenly win", ONE, closed & win.heavenly & win.dealer & win.self_draw, group="yakuman", clause="RI-S40", ja="天和"),
    Fan("地和", "earthly win", ONE, closed & win.earthly & ~win.dealer & win.self_draw, group="yakuman", clause="RI-S41", ja="地和"),
    Fan("大三元", "big dragons", ONE, count(pung & dragons) == 3, group="yakuman", clause="RI-S42", ja="大三元"),
    Fan("四暗刻", "four concealed pungs", ONE, count(pung & concealed) == 4, group="yakuman", clause="RI-S43", ja="四暗刻"),
    Fan("四暗刻单骑", "four concealed pungs, pair wait", TWO, (count(pung & concealed) == 4) & wait.pair, group="yakuman",
        excludes=("四暗刻",), clause="RI-S44", ja="四暗刻単騎"),
    Fan("字一色", "all honors", ONE, hand.only(honors), group="yakuman", clause="RI-S45", ja="字一色"),
    Fan("绿一色", "all green", ONE, hand.only(tiles("23468s6z")) & shape.sets, group="yakuman", clause="RI-S46", ja="緑一色"),
    Fan("清老头", "all terminals", ONE, hand.only(terminals), group="yakuman", clause="RI-S47", ja="清老頭"),
    Fan("国士无双", "thirteen orphans", ONE, shape.orphans, group="yakuman", clause="RI-S48", ja="国士無双"),
    Fan("国士无双十三面", "thirteen orphans, 13 waits", TWO, shape.orphans & (win.copies == 2), group="yakuman", excludes=("国士无双",),
        clause="RI-S49", ja="国士無双十三面待ち"),
    Fan("小四喜", "little winds", ONE, (count(pung & winds) == 3) & some(pair & winds), group="yakuman", clause="RI-S50", ja="小四喜"),
    Fan("大四喜", "big winds", TWO, count(pung & winds) == 4, group="yakuman", clause="RI-S51", ja="大四喜"),
    Fan("四杠子", "four kongs", ONE, count(kong) == 4, group="yakuman", clause="RI-S52", ja="四槓子"),
    Fan("九莲宝灯", "nine gates", ONE, gates >= 1, group="yakuman", clause="RI-S53", ja="九蓮宝燈"),
    Fan("纯正九莲宝灯", "pure nine gates", TWO, gates == 2, group="yakuman", excludes=("九莲宝灯",), clause="RI-S54", ja="純正九蓮宝燈"),
    Fan("大车轮", "big wheels", ONE, (hand.numbers("22334455667788") >= 1) & (DAISHARIN.is_("any") | (DAISHARIN.is_("pin") & hand.only(dots))),
        group="yakuman", clause="RI-S55", ja="大車輪"),
    # bonus tiles: never a yaku
    Fan("宝牌", "dora", 1, each=INDICATORS.following, group="dora", clause="RI-S60", ja="ドラ"),
    Fan("红宝牌", "red fives", 1, RED_FIVES.number > 0, each=hand.reds, group="dora", clause="RI-S61", ja="赤ドラ"),
    Fan("里宝牌", "ura-dora", 1, riichi_declared, each=URA.following, group="dora", clause="RI-S62", ja="裏ドラ"),
    # fu (RI-F)
    Fan("副底", "base", 20, shape.sets, group="fu", clause="RI-F02", ja="副底"),
    Fan("七对子符", "seven pairs", 25, shape.pairs, group="fu", clause="RI-F08", ja="七対子"),
    Fan("门前荣和", "closed win on a discard", 10, shape.sets & closed & ~win.self_draw, group="fu", clause="RI-F02", ja="門前加符"),
    Fan("中张明刻", "open pung of 2–8", 2, each=count(open_pung & simples), group="fu", clause="RI-F03", ja="中張明刻"),
    Fan("中张暗刻", "concealed pung of 2–8", 4, each=count(closed_pung & simples), group="fu", clause="RI-F03", ja="中張暗刻"),
    Fan("幺九明刻", "open pung of 1, 9, honors", 4, each=count(open_pung & outside), group="fu", clause="RI-F03", ja="幺九明刻"),
    Fan("幺九暗刻", "concealed pung of 1, 9, honors", 8, each=count(closed_pung & outside), group="fu", clause="RI-F03", ja="幺九暗刻"),
    Fan("中张明杠", "open kong of 2–8", 8, each=count(open_kong & simples), group="fu", clause="RI-F03", ja="中張明槓"),
    Fan("中张暗杠", "concealed kong of 2–8", 16, each=count(closed_kong & simples), group="fu", clause="RI-F03", ja="中張暗槓"),
    Fan("幺九明杠", "open kong of 1, 9, honors", 16, each=count(open_kong & outside), group="fu", clause="RI-F03", ja="幺九明槓"),
    Fan("幺九暗杠", "concealed kong of 1, 9, honors", 32, each=count(closed_kong & outside), group="fu", clause="RI-F03", ja="幺九暗槓"),
    Fan("三元牌雀头", "pair of dragons", 2, shape.sets & some(pair & dragons), group="fu", clause="RI-F04", ja="三元牌雀頭"),
    Fan("自风雀头", "pair of the own wind", 2, shape.sets & some(pair & seat_wind), group="fu", clause="RI-F04", ja="自風雀頭"),
    Fan("场风雀头", "pair of the prevailing wind", 2, shape.sets & some(pair & round_wind)
        & ~(some(pair & seat_wind) & DOUBLE_WIND_FU.is_(2)), group="fu", clause="RI-F04", ja="場風雀頭"),
    Fan("单边嵌听", "middle, edge or pair wait", 2, shape.sets & (wait.closed | wait.edge | wait.pair), group="fu", clause="RI-F05", ja="待ち"),
    Fan("自摸符", "self-draw", 2, shape.sets & win.self_draw & ~has("平和"), group="fu", clause="RI-F06", ja="自摸"),
]
# ------------------------------------------------------------------------------------------------ combining (RI-C)
YAKUMAN = total("yakuman")
HAN = (total() + total("dora")).named("番数", "han")
FU = where(YAKUMAN > 0, 0, where(shape.pairs, 25, where((total("fu") == 20) & ~closed, 30, round_up(total("fu"), 10)))).named("符数", "fu")   # RI-F01, F07, F08
plain = FU * 2 ** (2 + HAN)
mangan = constant(2000, "满贯", "mangan")
haneman, baiman, sanbaiman = constant(3000, "跳满", "haneman"), constant(4000, "倍满", "baiman"), constant(6000, "三倍满", "sanbaiman")
below = where(KIRIAGE.on & (plain == 1920), mangan, least(plain, mangan))                                             # RI-C04, C06
LIMIT = where(HAN >= 13, KAZOE.pick({"yakuman": 8000, "sanbaiman": 6000}),                                           # RI-C05
              where(HAN >= 11, sanbaiman, where(HAN >= 8, baiman, where(HAN >= 6, haneman, where(HAN >= 5, mangan, below)))))
B = where(YAKUMAN > 0, 8000 * (YAKUMAN // 13), LIMIT).named("基本点", "base points")
# ------------------------------------------------------------------------------------------------ settlement (RI-M)
big, kans = PAO.is_("big", "big+kans"), PAO.is_("big+kans")
pao_dragons = where(big & PAO_DRAGONS.known, 8000 * (worth("大三元") // 13), 0).named("大三元包牌点", "liable part of big dragons")                                        # RI-M08
pao_winds = where(big & PAO_WINDS.known, 8000 * (worth("大四喜") // 13), 0).named("大四喜包牌点", "liable part of big winds")
pao_kongs = where(kans & PAO_KONGS.known, 8000 * (worth("四杠子") // 13), 0).named("四杠子包牌点", "liable part of four kongs")
SHARED = (B - pao_dragons - pao_winds - pao_kongs).named("无包牌的基本点", "base points without liability")                            # what is paid as usual
under_pao = (SHARED < B).named("有包牌", "someone is liable")
liable_seat = where(pao_dragons > 0, PAO_DRAGONS.number, where(pao_winds > 0, PAO_WINDS.number, PAO_KONGS.number)).named("包牌者", "the liable player")
two_liable = (pao_kongs > 0) & (((pao_dragons > 0) & (PAO_DRAGONS.number != PAO_KONGS.number)) | ((pao_winds > 0) & (PAO_WINDS.number != PAO_KONGS.number)))
one_pays = (under_pao & (SHARED == 0) & ~two_liable).named("一家全包", "one liable seat pays all")
times = where(win.dealer, 6, 4)
dealer_pays = win.dealer | (payer == 0)
honba_by_liable = under_pao & PAO_HONBA.is_("liable")
on_tile = win.discard | win.rob
MONEY = [
    Money("荣和", "discard", discarder, round_up(SHARED * times, 100), on_tile, clause="RI-M02"),
    Money("自摸", "self-draw", others, round_up(SHARED * where(dealer_pays, 2, 1), 100), win.self_draw, clause="RI-M03"),
    *(Money(f"包{item}", who.en, who.number, share * times // where(win.self_draw, 1, 2), share > 0, clause="RI-M08")
      for item, who, share in (("大三元", PAO_DRAGONS, pao_dragons), ("大四喜", PAO_WINDS, pao_winds), ("四杠子", PAO_KONGS, pao_kongs))),
    Money("包牌时放铳者的一半", "the discarder's half beside the liable player", discarder, (B - SHARED) * times // 2, on_tile & under_pao, clause="RI-M08"),
    Money("本场", "honba", discarder, 300 * HONBA.number, on_tile & ~honba_by_liable, clause="RI-M04"),
    Money("本场", "honba", liable_seat, 300 * HONBA.number, (on_tile & honba_by_liable) | (win.self_draw & one_pays), clause="RI-M08"),
    Money("本场", "honba", others, 100 * HONBA.number, win.self_draw & ~one_pays, clause="RI-M04"),
    Money("立直棒", "riichi sticks", others, 1000 * STICKS.number, source="table", clause="RI-M05"),
]
# ------------------------------------------------------------------------------------------------ play (RI-P, D, W05)

stays = where(RENCHAN.is_("tenpai"), dealer.won | deal.void | (deal.exhausted & deal.dealer_ready), dealer.won | deal.void) == 1          # RI-D06
share = NOTEN.number // deal.unready_seats // deal.ready_seats
nagashi = NAGASHI.on & taker.outside_river
some_nagashi = NAGASHI.on & (deal.outside_rivers > 0)
PLAY = Play(
    reserve=14, indicators=1, indicator_late=where(KAN_DORA.is_("delayed"), 1, 0), most_kongs=4, orphans_rob=1,
    nearest_only=where(MULTI_RON.is_("head-bump"), 1, 0), void_winners=where(TRIPLE_RON.is_("abort") & MULTI_RON.is_("all"), 3, 0),
    bar_scope=1, bar_by_shape=1, bar_own_discards=1, bar_stays_ready=1, swap_barred=where(KUIKAE.on, 0, 1),
    ready_turn=1, ready_double=1, ready_live=4, ready_kongs=2, ready_if=(maker.exposed == 0) & (~RIICHI_POINTS.on | (maker.score >= 1000)),       # RI-P12
    show_at_end=1, ready_dead_waits=where(DEAD_WAIT_TENPAI.on, 1, 0),
    dues=[
        Due("立直棒", "riichi stick", "ready", giver.number == maker.number, 1000, source="table", clause="RI-P12"),
        Due("流局满贯", "nagashi mangan", "exhausted", TRUE, where((taker.number == 0) | (giver.number == 0), 4000, 2000), nagashi, clause="RI-M10", ja="流し満貫"),
        Due("不听罚符", "not ready", "exhausted", ~giver.ready, share, taker.ready, ~some_nagashi & (deal.ready_seats > 0), clause="RI-M09"),
    ],
    remembers=[
        Remember(FED_DRAGONS, "claim", feeder.number, deal.tile(dragons) & (maker.melds(dragons) == 3)),                            # RI-M08
        Remember(FED_DRAGONS, "claimed kong", feeder.number, deal.tile(dragons) & (maker.melds(dragons) == 3)),
        Remember(FED_WINDS, "claim", feeder.number, deal.tile(winds) & (maker.melds(winds) == 4)),
        Remember(FED_WINDS, "claimed kong", feeder.number, deal.tile(winds) & (maker.melds(winds) == 4)),
        Remember(FED_KONGS, "claimed kong", feeder.number, maker.exposed_kongs + maker.concealed_kongs == 4),
    ],
    voided=[
        Void("九种九牌", "nine kinds", ABORT_NINE.on & deal.untouched & maker.first_turn & (maker.kinds(outside) >= 9), asked=True, clause="RI-P15", ja="九種九牌"),
        Void("四风连打", "four winds", ABORT_WINDS.on & (deal.discards == 4) & (deal.alike_in_row == 4) & deal.untouched & deal.tile(winds), clause="RI-P15", ja="四風連打"),
        Void("四家立直", "four riichi", ABORT_RIICHI.on & (deal.stakes == 4), clause="RI-P15", ja="四家立直"),
        Void("四杠散了", "four kongs", ABORT_KANS.on & (deal.kongs == 4) & (deal.most_kongs_of_one < 4), clause="RI-P15", ja="四槓散了"),
    ],
    next_dealer=where(stays, 0, 1),
    carry={
        "honba": where(stays | (deal.winners == 0), deal.carried("honba") + 1, 0),
        "sticks": where(deal.winners > 0, 0, deal.carried("sticks") + deal.stakes),
    },
    match=Match(
        rounds=LENGTH.pick({"south": 2, "east": 1}), winds=True, start=START.number, extra_rounds=where(WEST.on, 1, 0), target=TARGET.number, bust=BUST.on,
        leader_stops=AGARI_YAME.on, returned=RETURNED.number, places=[UMA.at(i) for i in range(4)], clause="RI-D05"),
)

riichi = Game(
    "riichi", "日本麻将", "Riichi", unit="番", unit_en="han", spec="riichi.md", tiles=suits + honors,
    play=[Chow("RI-P02"), Pung("RI-P05"), Kong("discard", "added", "concealed", clause="RI-P05"), Win("draw", "discard", "rob", clause="RI-P03")],
    reds=(RED_FIVES.pick({3: 1, 4: 1}), RED_FIVES.pick({3: 1, 4: 2}), RED_FIVES.pick({3: 1, 4: 1})),
    refused={
        "tiles": "RI-E01", "reds": "RI-E02", "chow_seat": "RI-P02", "shape": "RI-N01", "turn": "RI-D01", "claim": "RI-P03", "kong": "RI-P05", "swap": "RI-P04",
        "ready": "RI-P12", "locked": "RI-P13", "locked_claim": "RI-P13", "locked_kong": "RI-P13", "passed": "RI-P10", "own_discard": "RI-P09",
        "last_discard": "RI-P14", "no_replacement": "RI-P06", "most_kongs": "RI-P06", "rob": "RI-P07", "abort": "RI-P15", "nearest": "RI-P08",
    },
    shapes=[sets_and_pair(clause="RI-N01"), seven_pairs(distinct=True, clause="RI-N01"), Shape("orphans", clause="RI-N01")],
    groups=[
        Group("items", "役", "yaku", unless="yakuman"), Group("yakuman", "役满", "yakuman"), Group("dora", "宝牌", "dora", unless="yakuman"),
        Group("fu", "符", "fu", unless="yakuman", listed=False),
    ],
    items=ITEMS, value=where(YAKUMAN > 0, YAKUMAN, HAN), figures=[Figure("fu", "符", "fu", where(YAKUMAN > 0, 0, FU))], steps={"base_points": B},
    requires=[Require(((total() > 0) | (YAKUMAN > 0)).named("有役", "a yaku"), "没有役", "no yaku", "RI-N02")],
    best=[B, YAKUMAN > 0, HAN, FU],                                                                                  # RI-C01
    money=MONEY, options=OPTIONS, presets=PRESETS, inputs=[INDICATORS, URA, HONBA, STICKS, PAO_DRAGONS, PAO_WINDS, PAO_KONGS], course=PLAY, formats=dict(mjai="riichi-tenhou", tenhou="riichi-tenhou"),
)
