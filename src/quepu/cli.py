"""The `quepu` command: score a hand and explain it, list rule systems, run case files, and what other modules add.

Exit codes: 0 a win (or all well), 1 no win (or a case failed), 2 input that cannot be understood. Everything heavy is imported
by the command that needs it.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Annotated, Any, NoReturn

import typer

if TYPE_CHECKING:
    from rich.console import Console

    from quepu.cases import Outcome
    from quepu.hands import Hand
    from quepu.lang import Lang
    from quepu.rules import Compiled, Game, Input
    from quepu.scoring import Score

GOOD, NO_WIN, WRONG_INPUT = 0, 1, 2

app = typer.Typer(
    name="quepu",
    help="雀谱: every regional mahjong scored exactly and explained.",
    no_args_is_help=True,
    add_completion=False,
    pretty_exceptions_enable=False,
    rich_markup_mode=None,
    context_settings={"help_option_names": ["-h", "--help"]},
)

LangOption = Annotated[str, typer.Option("--lang", "-l", metavar="LANG", help="zh-Hans, zh-Hant, en or ja (names of riichi items)", envvar="QUEPU_LANG")]
JsonOption = Annotated[bool, typer.Option("--json", help="a JSON document instead (docs/json.md)")]


def fail(message: object) -> NoReturn:
    """Say what is wrong with the input and leave with exit code 2."""
    typer.echo(f"quepu: {message}", err=True)
    raise typer.Exit(WRONG_INPUT)


def _language(text: str) -> Lang:
    from quepu.lang import language  # noqa: PLC0415

    try:
        return language(text)
    except ValueError as error:
        fail(f"--lang: {error}")


# ------------------------------------------------------------------------------------------------ score


@app.command(no_args_is_help=True)
def score(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="a rule system or preset: `quepu rules` lists them")],
    hand: Annotated[str, typer.Argument(metavar="HAND", help="the concealed tiles: 123m456p77z; 三四五万 with --notation chinese")],
    win: Annotated[str | None, typer.Argument(metavar="[WIN]", help="the winning tile; without it the last tile of HAND is it", show_default=False)] = None,
    by: Annotated[str | None, typer.Option("--by", metavar="WAY", help="self, discard or rob; self unless --from is given", show_default=False)] = None,
    seat: Annotated[int, typer.Option("--seat", "-s", metavar="N", help="the winner's seat; 0 deals")] = 0,
    source: Annotated[int | None, typer.Option("--from", metavar="N", help="who discarded, or whose kong was robbed", show_default=False)] = None,
    meld: Annotated[list[str] | None, typer.Option("--meld", "-m", metavar="MELD", help='"pung 555z from 2"; once a meld')] = None,
    flowers: Annotated[str, typer.Option("--flowers", "-f", metavar="TILES", help="bonus tiles set aside: 1f5f")] = "",
    jokers: Annotated[str, typer.Option("--jokers", metavar="TILES", help="kinds that are wild in this deal: 3p4p")] = "",
    round_: Annotated[str | None, typer.Option("--round", "-r", metavar="WIND", help="prevailing wind: 1z to 4z, or E S W N", show_default=False)] = None,
    context: Annotated[list[str] | None, typer.Option("--context", "-c", metavar="WORD", help="last-tile, after-kong, ready …; once a word")] = None,
    option: Annotated[list[str] | None, typer.Option("--option", "-o", metavar="KEY=VALUE", help="a house option: `quepu rules RULESET`")] = None,
    input_: Annotated[list[str] | None, typer.Option("--input", "-i", metavar="KEY=VALUE", help="what else the rule system asks")] = None,
    stake: Annotated[int | None, typer.Option("--stake", help="-i stake=N", show_default=False)] = None,
    honba: Annotated[int | None, typer.Option("--honba", help="-i honba=N", show_default=False)] = None,
    sticks: Annotated[int | None, typer.Option("--sticks", help="-i sticks=N", show_default=False)] = None,
    dora: Annotated[str | None, typer.Option("--dora", metavar="TILES", help="dora indicators", show_default=False)] = None,
    ura: Annotated[str | None, typer.Option("--ura", metavar="TILES", help="hidden indicators", show_default=False)] = None,
    void: Annotated[str | None, typer.Option("--void", metavar="SUIT", help="m, p or s", show_default=False)] = None,
    notation: Annotated[str, typer.Option("--notation", "-n", help="notation of the tiles; all of them: --notation help")] = "case",
    lang: LangOption = "zh-Hans",
    as_json: JsonOption = False,
    plain: Annotated[bool, typer.Option("--plain", help="lines without boxes and colours")] = False,
    svg: Annotated[Path | None, typer.Option("--svg", metavar="FILE", help="save the answer as a picture too", show_default=False)] = None,
) -> None:
    """Score a finished hand and explain it.

    Examples: quepu score nanjing 1122334455667m 7m · quepu score mcr 123m456p789s11555z --by discard --from 2 ·
    quepu score riichi 234567m345p67s22z 8s -c ready --dora 4p --lang en
    """
    from quepu.hands import InputError  # noqa: PLC0415
    from quepu.notation import NotationError  # noqa: PLC0415
    from quepu.rules import OptionError  # noqa: PLC0415
    from quepu.rulesets import UnknownRulesetError  # noqa: PLC0415
    from quepu.scoring import rules_for, score_hand  # noqa: PLC0415

    spoken = _language(lang)
    aliases = {"stake": stake, "honba": honba, "sticks": sticks, "indicators": dora, "ura": ura, "void": void}
    try:
        rules = rules_for(ruleset, {})
        chosen = options_of(rules, option or [])
        if chosen:
            rules = rules_for(ruleset, chosen)
        inputs = inputs_of(rules, input_ or []) | {k: v for k, v in aliases.items() if v is not None}
        finished = read_hand(
            hand, win, by=by, seat=seat, source=source, melds=meld or [], flowers=flowers, jokers=jokers, round_=round_, context=context or [],
            inputs=inputs, notation=notation,
        )  # fmt: skip
        result = score_hand(rules, finished)
    except (InputError, NotationError, OptionError, UnknownRulesetError) as error:
        fail(error)
    _answer(result, spoken, as_json=as_json, plain=plain, svg=svg)
    raise typer.Exit(GOOD if result.legal else NO_WIN)


def _answer(result: Score, lang: Lang, *, as_json: bool, plain: bool, svg: Path | None) -> None:
    from quepu.explanation import explain  # noqa: PLC0415

    explanation = explain(result, lang)
    if as_json:
        import msgspec  # noqa: PLC0415

        typer.echo(msgspec.json.format(msgspec.json.encode(explanation), indent=2).decode())
    else:
        from quepu import render  # noqa: PLC0415

        if plain:
            render.plain(explanation, typer.echo)
        else:
            render.show(_console(), explanation)
    if svg is not None:
        from quepu import render  # noqa: PLC0415

        try:
            svg.write_text(render.picture(explanation), "utf-8")
        except OSError as error:
            fail(f"--svg: {error}")


def _console() -> Console:
    from rich.console import Console  # noqa: PLC0415

    return Console(highlight=False)


def read_hand(
    hand: str, win: str | None, *, by: str | None, seat: int, source: int | None, melds: list[str], flowers: str, jokers: str, round_: str | None,
    context: list[str], inputs: Mapping[str, Any], notation: str,
) -> Hand:  # fmt: skip
    """The hand from the command line's texts. Raises InputError or NotationError.

    The notation "mcr" may hold melds and flowers in HAND. Without WIN the last tile of HAND was won.
    """
    from quepu import hands, notation as n  # noqa: PLC0415
    from quepu.tiles import EAST  # noqa: PLC0415

    if notation not in n.NOTATIONS:
        raise hands.InputError("--notation: one of\n" + "\n".join(f"  {name:9} {about}" for name, about in n.NOTATIONS.items()))
    read = n.parse_hand(hand, notation, seat)
    tiles = list(read.concealed)
    if win is None and tiles:
        last = tiles.pop()
    else:
        won = n.parse(win or "", notation)
        if len(won) != 1:
            raise hands.InputError(f"win: exactly one winning tile is needed, not {len(won)}")
        last = won[0]
    laid: list[Any] = [*read.melds, *melds]
    bonus = [*read.flowers, *n.parse(flowers, notation)]
    winds = {"E": EAST, "S": EAST + 1, "W": EAST + 2, "N": EAST + 3, "东": EAST, "東": EAST, "南": EAST + 1, "西": EAST + 2, "北": EAST + 3}
    way = by or ("self" if source is None else "discard")
    return hands.Hand.read(
        tiles, last, melds=laid, seat=seat, by=way, source=source, round=winds.get((round_ or "").upper(), round_), flowers=bonus,
        jokers=n.parse(jokers, notation), context=[word for text in context for word in text.split(",")], inputs=inputs,
    )  # fmt: skip


def options_of(rules: Compiled, pairs: Iterable[str]) -> dict[str, Any]:
    """House options from KEY=VALUE texts, each read as its option says. Raises OptionError."""
    from quepu.rules import OptionError  # noqa: PLC0415

    known = {o.key: o for o in rules.game.options}
    result: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise OptionError(f"--option {pair!r}: KEY=VALUE is expected")
        if key == "preset":
            result[key] = text
        else:
            result[key] = known[key].parse(text) if key in known else text  # unknown keys are refused with advice later
    return result


def inputs_of(rules: Compiled, pairs: Iterable[str]) -> dict[str, Any]:
    """Further inputs from KEY=VALUE texts: numbers, true or false, [lists], texts. Raises InputError."""
    from quepu.hands import InputError  # noqa: PLC0415

    known = {i.key: i for i in rules.game.inputs}
    result: dict[str, Any] = {}
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals:
            raise InputError(f"--input {pair!r}: KEY=VALUE is expected")
        result[key] = scalar(text.strip(), known.get(key))
    return result


def scalar(text: str, what: Input | None = None) -> Any:
    """A value as YAML would read it; what is a list of tiles stays text.

    >>> scalar("2"), scalar("yes"), scalar("[0, 1]"), scalar("m"), scalar("null")
    (2, True, [0, 1], 'm', None)
    """
    if what is not None and what.kind == "tiles":
        return text
    if text.startswith("[") or (what is not None and what.kind in ("seats", "each")):
        return [scalar(part.strip()) for part in text.strip("[]").split(",") if part.strip()]
    words = {"true": True, "yes": True, "on": True, "false": False, "no": False, "off": False, "null": None, "none": None, "": None}
    if text.lower() in words:
        return words[text.lower()]
    try:
        return int(text) if text.isascii() else text
    except ValueError:
        return text


# ------------------------------------------------------------------------------------------------ rules


@app.command()
def rules(
    ruleset: Annotated[str | None, typer.Argument(metavar="[RULESET]", help="one rule system or preset in full", show_default=False)] = None,
    lang: LangOption = "zh-Hans",
    as_json: JsonOption = False,
) -> None:
    """List the rule systems and presets; of one, its options and scoring items."""
    from quepu import overview  # noqa: PLC0415
    from quepu.rulesets import UnknownRulesetError  # noqa: PLC0415

    spoken = _language(lang)
    try:
        document = overview.systems() if ruleset is None else overview.system(ruleset)
    except UnknownRulesetError as error:
        fail(error)
    if as_json:
        import msgspec  # noqa: PLC0415

        typer.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
    else:
        overview.show(_console(), document, spoken)


# ------------------------------------------------------------------------------------------------ check


@app.command(no_args_is_help=True)
def check(
    files: Annotated[list[Path], typer.Argument(metavar="FILE…", help="case files (tests/cases/FORMAT.md)")],
    lang: LangOption = "zh-Hans",
) -> None:
    """Run the cases of files; for every failing one: what was expected, what came, and why."""
    from quepu.cases import CaseError, load, run  # noqa: PLC0415

    spoken = _language(lang)
    passed = failed = skipped = 0
    try:
        loaded = [load(file) for file in files]
        outcomes = [[run(case) if case.is_score else None for case in cases] for cases in loaded]
    except CaseError as error:
        fail(error)
    for outcome in (o for file in outcomes for o in file):
        if outcome is None:
            skipped += 1
        elif outcome.passed:
            passed += 1
        else:
            failed += 1
            _differences(outcome, spoken)
    if skipped:
        typer.echo(f"{skipped} game case{'s' * (skipped != 1)} not run (deals come later)")
    typer.echo(f"{passed} passed, {failed} failed")
    raise typer.Exit(NO_WIN if failed else GOOD)


def _differences(outcome: Outcome, lang: Lang) -> None:
    """A failing case: its id, what differs, and the explanation of what came."""
    typer.echo(f"{outcome.case.id}")
    for key, expected, actual in outcome.differences:
        typer.echo(f"  {key}")
        typer.echo(f"    expected  {_flow(expected)}")
        typer.echo(f"    actual    {_flow(actual)}")
    if outcome.score is not None:
        from quepu import render  # noqa: PLC0415
        from quepu.explanation import explain  # noqa: PLC0415

        render.plain(explain(outcome.score, lang), lambda text: typer.echo(f"    {text}"))
    typer.echo("")


def _flow(value: Any) -> str:
    return value if isinstance(value, str) else json.dumps(value, ensure_ascii=False).replace('"', "")


# ------------------------------------------------------------------------------------------------ from other modules


@app.command(no_args_is_help=True)
def ask(
    query: Annotated[list[str], typer.Argument(metavar="QUERY…", help="an item's name, in Chinese, pinyin, English or Japanese")],
    lang: LangOption = "zh-Hans",
    as_json: JsonOption = False,
) -> None:
    """What is this item worth, in which rule systems?"""
    raise typer.Exit(_module("quepu.ask").command(" ".join(query), _language(lang), as_json))


@app.command(no_args_is_help=True)
def book(
    ruleset: Annotated[str, typer.Argument(metavar="RULESET", help="a rule system or preset")],
    out: Annotated[Path | None, typer.Option("--out", "-O", metavar="FILE", help="write it there", show_default=False)] = None,
    lang: LangOption = "zh-Hans",
    format_: Annotated[str, typer.Option("--format", metavar="FORMAT", help="html or md")] = "md",
) -> None:
    """The rule book of a rule system, made from its rules."""
    raise typer.Exit(_module("quepu.book").command(ruleset, out, _language(lang), format_))


@app.command()
def bench(
    what: Annotated[str, typer.Argument(metavar="[WHAT]", help="score, shanten or all")] = "all",
    as_json: JsonOption = False,
) -> None:
    """How fast it is on this machine, beside the peers that are installed."""
    parts = {"score": ["score"], "shanten": ["shanten"], "all": ["shanten", "score"]}.get(what)
    if parts is None:
        fail(f"bench: {what!r} is not measured; score, shanten or all")
    results: dict[str, Any] = {}
    for part in parts:
        results[part] = _module(f"quepu.bench.{part}").run()
    if as_json:
        import msgspec  # noqa: PLC0415

        typer.echo(msgspec.json.encode(results).decode())
        return
    from quepu.bench import table  # noqa: PLC0415

    for part in parts:
        _console().print(table(results[part]))


def _module(name: str) -> Any:
    """A module that may not be there yet, or whose packages may not be installed."""
    import importlib  # noqa: PLC0415

    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        fail(f"this command is not there: {error.name} is missing")


def main() -> None:
    """Run the command line."""
    if hasattr(sys.stdout, "reconfigure"):
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    app()
