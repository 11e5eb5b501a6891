"""What all commands have in common: exit codes, language, messages for what cannot be."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Iterator
from typing import TYPE_CHECKING, Any, NoReturn, TypeVar

import click

if TYPE_CHECKING:
    from quepu.lang import Lang
    from quepu.rules import Compiled

GOOD, NO_WIN, WRONG_INPUT = 0, 1, 2
F = TypeVar("F", bound=Callable[..., Any])


def lang_option(function: F) -> F:
    """Add --lang."""
    return click.option(
        "--lang", "-l", default="zh-Hans", show_default=True, envvar="QUEPU_LANG", metavar="LANG", help="zh-Hans, zh-Hant, en or ja (names of riichi)"
    )(function)  # fmt: skip


def json_option(function: F) -> F:
    """Add --json."""
    return click.option("--json", "as_json", is_flag=True, help="A JSON document instead (docs/json.md).")(function)


def fail(message: object) -> NoReturn:
    """Say what is wrong with the input and leave with exit code 2."""
    click.echo(f"quepu: {message}", err=True)
    sys.exit(WRONG_INPUT)


def chosen_language(text: str) -> Lang:
    """The language of --lang."""
    from quepu.lang import language  # noqa: PLC0415

    try:
        return language(text)
    except ValueError as error:
        fail(f"--lang: {error}")


def keys_and_values(pairs: Iterable[str], word: str, error: type[ValueError]) -> Iterator[tuple[str, str]]:
    """Take KEY=VALUE texts apart."""
    for pair in pairs:
        key, equals, text = pair.partition("=")
        if not equals or not key.strip():
            raise error(f"--{word} {pair!r}: KEY=VALUE is expected")
        yield key, text


def options_of(rules: Compiled, pairs: Iterable[str]) -> dict[str, Any]:
    """House options from KEY=VALUE texts, each read as its option says. Raises OptionError."""
    from quepu.rules import OptionError  # noqa: PLC0415

    known = {o.key: o for o in rules.game.options}
    result: dict[str, Any] = {}
    for key, text in keys_and_values(pairs, "option", OptionError):
        if key == "preset":
            result[key] = text
        else:
            result[key] = known[key].parse(text) if key in known else text  # unknown keys are refused with advice later
    return result
