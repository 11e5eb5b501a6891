"""The commands about records: verify, replay, export, import."""

from __future__ import annotations

import sys
from pathlib import Path
from typing import TYPE_CHECKING

import click

from quepu.cli_common import GOOD, NO_WIN, chosen_language, fail, lang_option, options_of

if TYPE_CHECKING:
    from quepu.fairness import Noted
    from quepu.lang import Lang
    from quepu.record import Record

FORMATS = ("mjai", "tenhou", "botzone")
file_argument = click.argument("file", type=click.Path(path_type=Path, dir_okay=False, allow_dash=False))


def _read(file: Path) -> Record:
    from quepu.record import RecordError, read  # noqa: PLC0415

    try:
        return read(file)
    except RecordError as error:
        fail(error)


# ------------------------------------------------------------------------------------------------ verify


@click.command(no_args_is_help=True)
@file_argument
@click.option("--commitment", metavar="HEX", help="The commitment of the match that was shown before it.")
@click.option("--nonce", multiple=True, metavar="N=TEXT", help="The nonce that player N gave; once a player.")
@lang_option
def verify(file: Path, commitment: str | None, nonce: tuple[str, ...], lang: str) -> None:
    """Check a record: acts against the rules, results against acts, walls against commitments.

    Exit code: 0 nothing differs, 1 something does, 2 the record cannot be read.
    """
    from quepu.record import verify as checked  # noqa: PLC0415

    spoken = chosen_language(lang)
    record = _read(file)
    verdict = checked(record, _noted(commitment, nonce, record))
    groups = {
        "agrees": ("相符", "agrees"), "differs": ("不符", "DIFFERS"), "open": ("未查", "cannot be checked"),
    }  # fmt: skip
    for group, names in groups.items():
        for words in getattr(verdict, group):
            click.echo(f"{_in(spoken, *names)}: {_in(spoken, words.zh, words.en)}")
    sys.exit(GOOD if verdict.ok else NO_WIN)


def _noted(commitment: str | None, nonces: tuple[str, ...], record: Record) -> Noted | None:
    from quepu.fairness import Noted  # noqa: PLC0415

    given: dict[int, str] = {}
    for text in nonces:
        number, equals, nonce = text.partition("=")
        if not equals or not number.isascii() or not number.isdigit() or int(number) >= record.rules.seats:
            fail(f"--nonce {text!r}: N=TEXT is expected, N a player's number from 0 to {record.rules.seats - 1}")
        given[int(number)] = nonce
    if commitment is None and not given:
        return None
    if not record.header.commit:
        fail(f"{file_name(record)}: the record has no commitments to hold this against")
    try:
        return Noted((commitment or "").removeprefix("sha256:"), given)
    except ValueError as error:
        fail(f"--commitment: {error}")


def file_name(record: Record) -> str:
    """The name of a record's file."""
    return Path(record.name).name


def _in(lang: Lang, zh: str, en: str) -> str:
    from quepu.lang import base, to_traditional  # noqa: PLC0415

    if base(lang) == "en":
        return en
    return to_traditional(zh) if lang == "zh-Hant" else zh


# ------------------------------------------------------------------------------------------------ replay


@click.command(no_args_is_help=True)
@file_argument
@click.option("--deal", "-d", "number", type=click.IntRange(1), metavar="N", help="Only this deal.")
@click.option("--seat", "-s", type=click.IntRange(0), metavar="N", help="Only what this seat saw; 0 deals.")
@click.option("--step", is_flag=True, help="Step by step: n or Enter next, p previous, q quit.")
@lang_option
def replay(file: Path, number: int | None, seat: int | None, step: bool, lang: str) -> None:
    """Tell a record in words: who chose what, what came of it, what everybody held."""
    from quepu.record import RecordError  # noqa: PLC0415

    spoken = chosen_language(lang)
    record = _read(file)
    if seat is not None and seat >= record.rules.seats:
        fail(f"--seat: {seat}; there are seats 0 to {record.rules.seats - 1}")
    try:
        pages = _pages(record, number, seat, spoken)
    except RecordError as error:
        fail(error)
    if step and sys.stdin.isatty() and sys.stdout.isatty():
        _turn(pages)
        return
    for page in pages:
        click.echo("\n".join(page))


def _pages(record: Record, number: int | None, seat: int | None, lang: Lang) -> list[list[str]]:
    """Every step of the deals that are over, in lines."""
    from quepu.record.folding import start_of  # noqa: PLC0415
    from quepu.record.telling import Telling  # noqa: PLC0415

    chosen = [deal for deal in record.finished if number in (None, deal.start.deal)]
    if not chosen:
        there = f"deals 1 to {len(record.finished)} are" if record.finished else "no deal is"
        fail(f"{file_name(record)}: {there} over" + (f", there is no result of deal {number}" if number else ""))
    pages: list[list[str]] = []
    for played in chosen:
        telling = Telling(record, played, lang, seat)
        pages.append([telling.title(start_of(record.rules, played.start))])
        for at, lines in enumerate(telling.steps()):
            pages.append([f"{at:4}  {lines[0]}", *(f"      {line}" for line in lines[1:])])
    return pages


def _turn(pages: list[list[str]]) -> None:
    """Show page after page as keys say."""
    at = 0
    while at < len(pages):
        click.echo("\n".join(pages[at]))
        click.echo(f"[{at + 1}/{len(pages)}] n p q ", nl=False)
        try:
            key = click.getchar()
        except (KeyboardInterrupt, EOFError):
            key = "q"
        click.echo("\r\033[K", nl=False)
        if key in "qQ\x03\x04":
            return
        if key in "pP":
            at = max(0, at - 1)
        elif key in "nN \r\n":
            at += 1


# ------------------------------------------------------------------------------------------------ export, import


@click.command(no_args_is_help=True)
@file_argument
@click.option("--to", "format_", required=True, type=click.Choice(FORMATS), help="The format of the log.")
@click.option("--deal", "-d", "number", type=click.IntRange(1), metavar="N", help="Only this deal.")
@click.option(
    "--out",
    "-o",
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="Write it there, not to the terminal.",
)
def export(file: Path, format_: str, number: int | None, out: Path | None) -> None:
    """Write a record as a log that other programs read."""
    from quepu import formats  # noqa: PLC0415
    from quepu.record import RecordError  # noqa: PLC0415

    record = _read(file)
    try:
        text = formats.export(record, format_, number)
    except (RecordError, formats.FormatError) as error:
        fail(error)
    if out is None:
        click.echo(text, nl=False)
        return
    try:
        out.write_text(text, "utf-8")
    except OSError as error:
        fail(f"--out: {out}: {error.strerror}")


@click.command("import", no_args_is_help=True)
@file_argument
@click.option("--from", "format_", required=True, type=click.Choice(FORMATS), help="The format of the log.")
@click.option(
    "--out",
    "-o",
    required=True,
    type=click.Path(path_type=Path, dir_okay=False),
    metavar="FILE",
    help="The record to be made.",
)
@click.option("--ruleset", "-r", metavar="RULESET", help="The rules it was played by; each format has its usual ones.")
@click.option("--option", multiple=True, metavar="KEY=VALUE", help="A house option.")
def import_(file: Path, format_: str, out: Path, ruleset: str | None, option: tuple[str, ...]) -> None:
    """Make a record from another program's log: its acts are played again by the rules.

    Exit code: 0 the log and the rules agree, 1 they pay differently somewhere (it is said where), 2 it cannot be played.
    """
    from quepu import formats  # noqa: PLC0415
    from quepu.record import RecordError, Writer  # noqa: PLC0415
    from quepu.rulesets import UnknownRulesetError  # noqa: PLC0415
    from quepu.scoring import rules_for  # noqa: PLC0415

    try:
        name = ruleset or formats.usual_rules(format_)
        chosen = options_of(rules_for(name), option)
        made = formats.convert(file.read_text("utf-8"), format_, name, chosen, file.name)
        with Writer.create(out) as writer:
            for line in made.lines:
                writer.write(line)
    except OSError as error:
        fail(f"{file}: {error.strerror}")
    except UnicodeDecodeError as error:
        fail(f"{file}: this is no text in UTF-8: {error.reason} at byte {error.start}")
    except (UnknownRulesetError, RecordError, ValueError) as error:
        fail(error)
    for note in made.notes:
        click.echo(f"quepu: {note}", err=True)
    click.echo(f"{out}: {made.deals} deals; there are no commitments in a log, and tiles that nobody saw are filled in")
    sys.exit(NO_WIN if made.notes else GOOD)
