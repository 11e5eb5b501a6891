"""A record held against its own acts, the rules of this version, and the walls' commitments."""

from __future__ import annotations

from dataclasses import dataclass, field

from quepu import fairness
from quepu.deal import Deal
from quepu.fairness import DealProof, Noted, Proof, Verdict, ranges
from quepu.match import Standing
from quepu.record.folding import fold_deal, result_of, standings, start_of
from quepu.record.lines import Over, Played, Record, RecordError, Result
from quepu.rules.expr import Words
from quepu.wall import VERSION, WallError

FIELDS = {
    "result": "结局", "winners": "和牌者", "deltas": "输赢", "next_dealer": "下一庄家", "carry": "留给下一局的", "events": "事件", "ledger": "账目",
    "players": "座位", "round": "圈风", "scores": "分数", "ranks": "名次", "points": "最后得分",
}  # fmt: skip
COMPARED = ("result", "winners", "deltas", "next_dealer", "carry", "events", "ledger")


@dataclass
class _Findings:
    agrees: list[Words] = field(default_factory=list)
    differs: list[Words] = field(default_factory=list)
    open: list[Words] = field(default_factory=list)

    def compare(self, zh: str, en: str, what: str, here: object, right: object) -> bool:
        """Say that a value of the record is not what follows; True when it is."""
        if here == right:
            return True
        where_zh = where_en = ""
        if isinstance(here, list) and isinstance(right, list) and what in ("events", "ledger"):
            at = next(
                (i for i, (a, b) in enumerate(zip(here, right, strict=False)) if a != b), min(len(here), len(right))
            )
            where_zh, where_en = f"第 {at + 1} 项", f" {at + 1}"
            here, right = ((list(x)[at] if at < len(x) else None) for x in (here, right))
        shown = ("无", "nothing") if here is None else (f"{here}", f"{here}")
        follows = ("无", "nothing") if right is None else (f"{right}", f"{right}")
        self.differs.append(
            Words(
                f"{zh}的{FIELDS[what]}{where_zh}：记录中是 {shown[0]}，推出的是 {follows[0]}",
                f"{en}: {what}{where_en}: the record has {shown[1]}, from the acts follows {follows[1]}",
            )
        )
        return False


def verify(record: Record, noted: Noted | None = None) -> Verdict:
    """Hold a record against itself: what agrees, what differs, what cannot be checked. `noted`: what somebody wrote down before.

    Raises nothing: a record that can be read has a verdict.
    """
    found = _Findings()
    _program(record, found)
    deals = _deals(record, found)
    _match(record, deals, found)
    walls = _walls(record, deals, noted, found)
    return Verdict((*found.agrees, *walls.agrees), (*found.differs, *walls.differs), (*found.open, *walls.open))


def _program(record: Record, found: _Findings) -> None:
    header = record.header
    if header.program == record.rules.hash:
        found.agrees.append(Words("记录所用的规则就是本版本的规则", "the rules are those of this version"))
        return
    found.open.append(
        Words(
            f"记录用的是 quepu {header.quepu} 的规则，与本版本不同：若有出入，可能由此而来",
            f"the rules of this version are not those that quepu {header.quepu} played by: what differs may come from that",
        )
    )


def _deals(record: Record, found: _Findings) -> list[Deal]:
    """All deals played again, up to the first one that cannot be."""
    deals: list[Deal] = []
    good: list[int] = []
    acts = 0
    for played in record.finished:
        number = played.start.deal
        deal = None
        try:
            for step in fold_deal(record, played):
                deal = step.deal
        except RecordError as error:
            found.differs.append(
                Words(f"第 {number} 局不能重演：{error}", f"deal {number} cannot be played again: {error}")
            )
            break
        assert deal is not None
        assert played.result is not None
        deals.append(deal)
        right = result_of(deal)
        here, there = _plain(played.result), _plain(right)
        zh, en = f"第 {number} 局", f"deal {number}"
        same = [found.compare(zh, en, what, here[what], there[what]) for what in COMPARED]
        if all(same):
            good.append(number)
            acts += len(played.choices)
    if len(deals) < len(record.finished):
        left = ranges(played.start.deal for played in record.finished[len(deals) :])
        found.open.append(Words(f"未查：第 {left} 局", f"not checked: deal {left}"))
    if good:
        listed = ranges(good)
        found.agrees.append(
            Words(
                f"{acts} 次选择都合规则，事件、账目与结果由此推出：第 {listed} 局",
                f"{acts} acts are legal; events, ledger and result follow from them: deal {listed}",
            )
        )
    return deals


def _plain(result: Result) -> dict[str, object]:
    values: dict[str, object] = {what: getattr(result, what) for what in COMPARED}
    values["ledger"] = [tuple(entry) for entry in result.ledger]
    return values


def _match(record: Record, deals: list[Deal], found: _Findings) -> None:
    """Each deal follows from the one before, and the end from the last one."""
    if not record.deals:
        found.open.append(Words("还没有开局", "no deal has begun"))
        return
    first, stands = Standing.first(record.rules), list(standings(record, deals))
    if _starts(first) != _starts(start_of(record.rules, record.deals[0].start)):
        found.open.append(
            Words(
                "记录从一场的中途开始：之前的无从查起",
                "the record begins in the middle of a match: what went before is not in it",
            )
        )
    good = []
    for played, standing in zip(record.deals[1:], stands[1:], strict=False):
        if _follows(played, standing, found):
            good.append(played.start.deal)
    if good:
        found.agrees.append(
            Words(
                f"座位、圈风、分数由上一局推出：第 {ranges(good)} 局",
                f"seats, round and scores follow from the deal before: deal {ranges(good)}",
            )
        )
    if record.over is None:
        found.open.append(
            Words("这一场还没有打完", "the match is not over") if not record.torn
            else Words("这一场还没有打完，最后一行没有写完", "the match is not over, its last line is torn")
        )  # fmt: skip
    elif len(deals) == len(record.deals):
        _end(record.over, stands[-1], found)


def _starts(standing: Standing) -> tuple[object, ...]:
    return standing.chairs, standing.dealer, standing.round, standing.scores, dict(standing.carry)


def _follows(played: Played, standing: Standing, found: _Findings) -> bool:
    start = played.start
    zh, en = f"第 {start.deal} 局开始时", f"deal {start.deal}, at its start"
    if standing.over:
        found.differs.append(
            Words(f"第 {start.deal} 局之前这一场已经打完", f"deal {start.deal}: the match was over before it")
        )
        return False
    right = {
        "players": [standing.player(seat) for seat in range(len(standing.chairs))], "round": standing.wind, "scores": standing.seat_scores(),
        "carry": dict(standing.carry),
    }  # fmt: skip
    same = [found.compare(zh, en, what, getattr(start, what), value) for what, value in right.items()]
    return all(same)


def _end(over: Over, standing: Standing, found: _Findings) -> None:
    if not standing.over:
        found.differs.append(
            Words("记录中这一场打完了，按规则还没有", "the record ends the match, by the rules it goes on")
        )
        return
    right = {"scores": list(standing.scores), "ranks": standing.ranks(), "points": standing.points()}
    same = [found.compare("终局", "the end", what, getattr(over, what), value) for what, value in right.items()]
    if all(same):
        found.agrees.append(
            Words("分数、名次与最后得分由各局推出", "final scores, ranks and points follow from the deals")
        )


# ------------------------------------------------------------------------------------------------ the walls


def _walls(record: Record, deals: list[Deal], noted: Noted | None, found: _Findings) -> Verdict:
    header = record.header
    if header.source:
        found.open.append(
            Words(
                f"记录由 {header.source} 的牌谱改写：没有人见过的牌是补上的",
                f"the record was made from a log of {header.source}: tiles that nobody saw are filled in",
            )
        )
    elif not header.commit:
        found.open.append(
            Words(
                "没有牌墙的承诺：牌墙由谁、如何定下，无从查起",
                "there are no commitments: who chose the walls, and how, cannot be checked",
            )
        )
    if header.commit:
        return fairness.verify(proof_of(record), noted, record.rules)
    for number, deal in enumerate(deals, 1):
        try:
            deal.wall.check(record.rules)
        except WallError as error:
            (found.open if header.source else found.differs).append(
                Words(f"第 {number} 局的牌不全：{error}", f"deal {number}: {error}")
            )
    return Verdict((), (), ())


def proof_of(record: Record) -> Proof:
    """What a record says about its walls, for quepu.fairness. Raises WallError when it has no commitments."""
    header = record.header
    if not header.commit:
        raise WallError(f"{record.name}: the record has no commitments")
    deals = []
    for played in record.deals:
        result = played.result
        shown = (result.key, result.wall, tuple(result.dice)) if result is not None else ("", "", ())
        deals.append(DealProof(played.start.deal, _digits(played.start.commit), *shown))
    secret = record.over.secret if record.over is not None else ""
    return Proof(fairness.FORMAT, VERSION, _digits(header.commit), tuple(header.nonces), tuple(deals), secret)


def _digits(commit: str) -> str:
    return commit.removeprefix("sha256:")
