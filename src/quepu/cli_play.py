"""The command that plays in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from quepu.cli_common import chosen_language, fail, lang_option, options_of


@click.command()
@click.argument("ruleset", required=False)
@click.option(
    "--option", "-o", multiple=True, metavar="KEY=VALUE", help="A house option: `quepu rules RULESET` lists them."
)
@click.option(
    "--bots", "-b", metavar="A,B,…", help="random, greedy, value: one for all, or one for each.  [value,greedy,greedy]"
)
@click.option("--seat", "-s", type=int, metavar="N", help="Where you sit in the first deal; 0 deals.  [0]")
@click.option("--deals", "-n", type=int, default=0, metavar="N", help="End after N deals.")
@click.option("--seed", metavar="HEX", help="The secret of the walls, 64 digits: the same walls again.")
@click.option(
    "--resume", type=click.Path(path_type=Path, dir_okay=False), metavar="FILE", help="Go on with this match."
)
@click.option("--new", is_flag=True, help="Begin a match; an unfinished one is put aside.")
@click.option("--delay", type=float, default=0.6, show_default=True, metavar="SECONDS", help="How long bots take.")
@click.option("--light", is_flag=True, help="Colours for a light terminal.")
@lang_option
def play(ruleset: str | None, option: tuple[str, ...], lang: str, **asked: Any) -> None:
    """Play a match against bots in the terminal; without a RULESET, of the first rule system.

    The match is kept as it is played: the same command goes on with it, whatever happened to the terminal. Where there is no terminal, one deal of bots
    is told in words.
    """
    from quepu.rulesets import UnknownRulesetError  # noqa: PLC0415
    from quepu.scoring import rules_for  # noqa: PLC0415
    from quepu.tui.command import command  # noqa: PLC0415

    spoken = chosen_language(lang)
    try:
        options = options_of(rules_for(ruleset), option) if ruleset is not None and option else {}
        click.echo(command(ruleset, options, spoken, **asked))
    except (OSError, ValueError, UnknownRulesetError) as error:
        fail(error)
