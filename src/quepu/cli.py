"""The `quepu` command: score a hand and explain it, tell about items and rule systems, run case files, write rule books, measure.

Exit codes: 0 a win (or all well), 1 no win (or a case failed), 2 input that cannot be understood. Everything heavy is imported
by the command that needs it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from quepu import cli_play, cli_records, cli_study
from quepu.cli_common import GOOD, NO_WIN, chosen_language, fail, json_option, keys_and_values, lang_option, options_of

if TYPE_CHECKING:
    from rich.console import Console

    from quepu.cases import Outcome
    from quepu.hands import Hand
    from quepu.lang import Lang
    from quepu.rules import Compiled, Input
    from quepu.scoring import Score


@click.group(context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(package_name="quepu")
def app() -> None:
    """雀谱 quepu: every regional mahjong scored exactly and explained."""


# ------------------------------------------------------------------------------------------------ score


def _notation(name: str) -> str:
    """Give the name of a notation; for "help" list them all and leave."""
    if name == "help":
        from quepu.notation import NOTATIONS  # noqa: PLC0415

        for known, about in NOTATIONS.items():
            click.echo(f"{known:11}  {about}")
        sys.exit(GOOD)
    return name


@app.command(no_args_is_help=True)
@click.argument("ruleset")
@click.argument("hand")
@click.argument("win", required=False)
@click.option("--by", metavar="WAY", help="self, discard or rob; self unless --from is given.")
@click.option("--seat", "-s", type=int, default=0, show_default=True, metavar="N", help="The winner's seat; 0 deals.")
@click.option("--from", "source", type=int, metavar="N", help="Who discarded, or whose kong was robbed.")
@click.option("--meld", "-m", multiple=True, metavar="MELD", help='"pung 555z from 2"; once a meld.')
@click.option("--flowers", "-f", default="", metavar="TILES", help="Bonus tiles set aside: 1f5f.")
@click.option("--jokers", default="", metavar="TILES", help="Kinds that are wild in this deal: 3p4p.")
@click.option("--round", "-r", "round_", metavar="WIND", help="Prevailing wind: 1z to 4z, or E S W N; absent: East.")
@click.option("--context", "-c", multiple=True, metavar="WORD", help="last-tile, after-kong, ready …; once a word.")
@click.option(
    "--option", "-o", multiple=True, metavar="KEY=VALUE", help="A house option: `quepu rules RULESET` lists them."
)
@click.option("--input", "-i", "input_", multiple=True, metavar="KEY=VALUE", help="What else the rule system asks for.")
@click.option("--stake", type=int, metavar="N", help="-i stake=N")
@click.option("--honba", type=int, metavar="N", help="-i honba=N")
@click.option("--sticks", type=int, metavar="N", help="-i sticks=N")
@click.option("--dora", metavar="TILES", help="Dora indicators: -i indicators=TILES")
@click.option("--ura", metavar="TILES", help="Hidden indicators: -i ura=TILES")
@click.option("--void", metavar="SUIT", help="m, p or s: -i void=SUIT")
@click.option(
    "--notation",
    "-n",
    default="case",
    show_default=True,
    metavar="NAME",
    is_eager=True,
    callback=lambda _context, _parameter, value: _notation(value),
    help="Notation of the tiles; `-n help` lists all.",
)
@lang_option
@json_option
@click.option("--plain", is_flag=True, help="Lines without boxes and colours.")
@click.option(
    "--svg", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Save the answer as a picture too."
)
def score(  # click hands over what the command line says
    ruleset: str, hand: str, win: str | None, by: str | None, seat: int, source: int | None, meld: tuple[str, ...], flowers: str, jokers: str,
    round_: str | None, context: tuple[str, ...], option: tuple[str, ...], input_: tuple[str, ...], stake: int | None, honba: int | None,
    sticks: int | None, dora: str | None, ura: str | None, void: str | None, notation: str, lang: str, as_json: bool, plain: bool, svg: Path | None,
) -> None:  # fmt: skip
    """Score a finished hand and explain it.

    RULESET is a rule system or preset, HAND the concealed tiles (123m456p77z), WIN the winning tile; without WIN the last tile
    of HAND was won.

    \b
    quepu score nanjing 1122334455667m 7m
    quepu score mcr 123m456p789s11555z --from 2
    quepu score riichi 234567m345p67s22z 8s -s 1 -c ready --dora 4p --lang en

    Exit code: 0 a win, 1 no win (and why not), 2 input that cannot be.
    """  # noqa: D301  # click sees a real backspace
    from quepu.rulesets import UnknownRulesetError  # noqa: PLC0415
    from quepu.scoring import rules_for, score_hand  # noqa: PLC0415

    spoken = chosen_language(lang)
    aliases = {"stake": stake, "honba": honba, "sticks": sticks, "indicators": dora, "ura": ura, "void": void}
    try:
        rules = rules_for(ruleset, {})
        chosen = options_of(rules, option)
        if chosen:
            rules = rules_for(ruleset, chosen)
        inputs = inputs_of(rules, input_) | {k: v for k, v in aliases.items() if v is not None}
        finished = read_hand(
            hand, win, by=by, seat=seat, source=source, melds=meld, flowers=flowers, jokers=jokers, round_=round_, context=context,
            inputs=inputs, notation=notation,
        )  # fmt: skip
        result = score_hand(rules, finished)
    except (ValueError, UnknownRulesetError) as error:  # InputError, NotationError and OptionError are ValueErrors
        fail(error)
    _answer(result, spoken, as_json=as_json, plain=plain, svg=svg)
    sys.exit(GOOD if result.legal else NO_WIN)


def _answer(result: Score, lang: Lang, *, as_json: bool, plain: bool, svg: Path | None) -> None:
    from quepu.explanation import explain  # noqa: PLC0415

    explanation = explain(result, lang)
    if svg is not None:  # first of all: whoever asked for a picture that cannot be has got no answer
        from quepu import render  # noqa: PLC0415

        try:
            svg.write_text(render.picture(explanation), "utf-8")
        except OSError as error:
            fail(f"--svg: {error}")
    if as_json:
        import msgspec  # noqa: PLC0415

        click.echo(msgspec.json.format(msgspec.json.encode(explanation), indent=2).decode())
    else:
        from quepu import render  # noqa: PLC0415

        if plain:
            render.plain(explanation, click.echo)
        else:
            render.show(_console(), explanation)


def _console() -> Console:
    from rich.console import Console  # noqa: PLC0415

    return Console(highlight=False)


def read_hand(
    hand: str, win: str | None, *, by: str | None, seat: int, source: int | None, melds: Iterable[str], flowers: str, jokers: str, round_: str | None,
    context: Iterable[str], inputs: Mapping[str, Any], notation: str,
) -> Hand:  # fmt: skip
    """Give the hand from the command line's texts. Raises InputError or NotationError.

    The notation "mcr" may hold melds and flowers in HAND. Without WIN the last tile of HAND was won.
    """
    from quepu import hands  # noqa: PLC0415
    from quepu import notation as n  # noqa: PLC0415
    from quepu.tiles import EAST  # noqa: PLC0415

    if notation not in n.NOTATIONS:
        raise hands.InputError(f"--notation: {notation!r} is unknown; one of {', '.join(n.NOTATIONS)}")
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
    winds = {
        "E": EAST,
        "S": EAST + 1,
        "W": EAST + 2,
        "N": EAST + 3,
        "东": EAST,
        "東": EAST,
        "南": EAST + 1,
        "西": EAST + 2,
        "北": EAST + 3,
    }
    way = by or ("self" if source is None else "discard")
    return hands.Hand.read(
        tiles, last, melds=laid, seat=seat, by=way, source=source, round=winds.get((round_ or "").upper(), round_), flowers=bonus,
        jokers=n.parse(jokers, notation), context=[word for text in context for word in text.split(",")], inputs=inputs,
    )  # fmt: skip


def inputs_of(rules: Compiled, pairs: Iterable[str]) -> dict[str, Any]:
    """Further inputs from KEY=VALUE texts: numbers, true or false, [lists], texts. Raises InputError."""
    from quepu.hands import InputError  # noqa: PLC0415

    known = {i.key: i for i in rules.game.inputs}
    return {key: scalar(text.strip(), known.get(key)) for key, text in keys_and_values(pairs, "input", InputError)}


def scalar(text: str, what: Input | None = None) -> Any:
    """Give a value as YAML would read it; what is a list of tiles stays text.

    >>> scalar("2"), scalar("yes"), scalar("[0, 1]"), scalar("m"), scalar("null")
    (2, True, [0, 1], 'm', None)
    """
    if what is not None and what.kind == "tiles":
        return text
    if text.startswith("[") or (what is not None and what.kind in ("seats", "each")):
        return [scalar(part.strip()) for part in text.strip("[]").split(",") if part.strip()]
    words = {
        "true": True,
        "yes": True,
        "on": True,
        "false": False,
        "no": False,
        "off": False,
        "null": None,
        "none": None,
        "": None,
    }
    if text.lower() in words:
        return words[text.lower()]
    try:
        return int(text) if text.isascii() else text
    except ValueError:
        return text


# ------------------------------------------------------------------------------------------------ rules


@app.command()
@click.argument("ruleset", required=False)
@lang_option
@json_option
def rules(ruleset: str | None, lang: str, as_json: bool) -> None:
    """List the rule systems and presets; of one, its options and scoring items."""
    from quepu import overview  # noqa: PLC0415
    from quepu.rulesets import UnknownRulesetError  # noqa: PLC0415

    spoken = chosen_language(lang)
    try:
        document = overview.systems() if ruleset is None else overview.system(ruleset)
    except UnknownRulesetError as error:
        fail(error)
    if as_json:
        import msgspec  # noqa: PLC0415

        click.echo(msgspec.json.format(msgspec.json.encode(document), indent=2).decode())
    else:
        overview.show(_console(), document, spoken)


# ------------------------------------------------------------------------------------------------ check


@app.command(no_args_is_help=True)
@click.argument("files", nargs=-1, required=True, type=click.Path(path_type=Path))
@lang_option
def check(files: tuple[Path, ...], lang: str) -> None:
    """Run the cases of files; for every failing one: what was expected, what came, and why."""
    from quepu.cases import CaseError, load, run  # noqa: PLC0415

    spoken = chosen_language(lang)
    passed = failed = 0
    try:
        loaded = [load(file) for file in files]
        outcomes = [[run(case) for case in cases] for cases in loaded]
    except CaseError as error:
        fail(error)
    for outcome in (o for file in outcomes for o in file):
        if outcome.passed:
            passed += 1
        else:
            failed += 1
            _differences(outcome, spoken)
    click.echo(f"{passed} passed, {failed} failed")
    sys.exit(NO_WIN if failed else GOOD)


def _differences(outcome: Outcome, lang: Lang) -> None:
    """Give a failing case: its id, what differs, and the explanation of what came."""
    click.echo(f"{outcome.case.id}")
    for key, expected, actual in outcome.differences:
        click.echo(f"  {key}")
        click.echo(f"    expected  {_flow(expected)}")
        click.echo(f"    actual    {_flow(actual)}")
    if outcome.score is not None:
        from quepu import render  # noqa: PLC0415
        from quepu.explanation import explain  # noqa: PLC0415

        render.plain(explain(outcome.score, lang), lambda text: click.echo(f"    {text}"))
    click.echo("")


def _flow(value: Any) -> str:
    if isinstance(value, dict):
        return "{" + ", ".join(f"{k}: {v}" for k, v in value.items()) + "}"
    return str(value)


# ------------------------------------------------------------------------------------------------ ask, book, bench


@app.command(no_args_is_help=True)
@click.argument("query", nargs=-1, required=True)
@click.option("--ruleset", "-r", metavar="RULESET", help="Ask about this rule system only.")
@lang_option
@json_option
def ask(query: tuple[str, ...], ruleset: str | None, lang: str, as_json: bool) -> None:
    """Tell what an item is worth, how it is decided, and which hands show it.

    QUERY is its name in Chinese, pinyin, English or Japanese, exactly or nearly, or a clause of the specification (NJ-F14).
    """
    from quepu.rulesets import UnknownRulesetError  # noqa: PLC0415

    if not "".join(query).strip():
        fail("ask: about what? an item's name (双七对, shuangqidui, double seven pairs) or a clause (NJ-F14)")
    try:
        sys.exit(_module("quepu.ask").command(" ".join(query), ruleset, chosen_language(lang), as_json))
    except UnknownRulesetError as error:
        fail(error)


@app.command(no_args_is_help=True)
@click.argument("ruleset")
@click.option(
    "--out", "-O", type=click.Path(path_type=Path), metavar="FILE", help="Write it there, not to the terminal."
)
@lang_option
@click.option(
    "--format", "format_", metavar="FORMAT", help="html or markdown; by default as the name of FILE ends, else markdown"
)
def book(ruleset: str, out: Path | None, lang: str, format_: str | None) -> None:
    """Write the rule book of a rule system, made from its rules."""
    from quepu.rulesets import UnknownRulesetError  # noqa: PLC0415

    if format_ is None:
        format_ = "html" if out is not None and out.suffix in (".html", ".htm") else "markdown"
    try:
        sys.exit(_module("quepu.book").command(ruleset, out, chosen_language(lang), format_))
    except (OSError, ValueError, UnknownRulesetError) as error:
        fail(error)


@app.command()
@click.argument("what", default="all", metavar="[score|shanten|play|all]")
@json_option
def bench(what: str, as_json: bool) -> None:
    """Measure how fast it is on this machine, beside the peers that are installed."""
    parts = {"score": ["score"], "shanten": ["shanten"], "play": ["play"], "all": ["shanten", "score", "play"]}.get(
        what
    )
    if parts is None:
        fail(f"bench: {what!r} is not measured; score, shanten, play or all")
    results: dict[str, Any] = {}
    for part in parts:
        results[part] = _module(f"quepu.bench.{part}").run()
    if as_json:
        import msgspec  # noqa: PLC0415

        click.echo(msgspec.json.encode(results).decode())
        return
    from quepu.bench import table  # noqa: PLC0415

    for part in parts:
        for one in _module("quepu.bench.play").tables(results[part]) if part == "play" else [table(results[part])]:
            _console().print(one)


def _module(name: str) -> Any:
    """Give a module whose packages may not be installed."""
    import importlib  # noqa: PLC0415

    try:
        return importlib.import_module(name)
    except ModuleNotFoundError as error:
        fail(f"this command is not there: {error.name} is missing")


for command in (
    cli_records.verify,
    cli_records.replay,
    cli_records.export,
    cli_records.import_,
    cli_study.simulate,
    cli_play.play,
):
    app.add_command(command)


def main() -> None:
    """Run the command line."""
    if hasattr(sys.stdout, "reconfigure"):
        for stream in (sys.stdout, sys.stderr):
            stream.reconfigure(errors="replace")
    app(prog_name="quepu")
