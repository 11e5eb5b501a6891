"""The command that plays many deals."""

from __future__ import annotations

import sys

import click

from quepu.cli_common import fail, options_of


@click.command(no_args_is_help=True)
@click.argument("ruleset")
@click.option("--deals", "-n", default=10_000, show_default=True, type=click.IntRange(1), help="How many deals.")
@click.option(
    "--bots",
    "-b",
    default="greedy",
    show_default=True,
    metavar="A,B,…",
    help="random, greedy, value: one for all seats, or one for each.",
)
@click.option("--threads", "-t", default=1, show_default=True, type=click.IntRange(1, 256))
@click.option(
    "--seed",
    "-s",
    default=1,
    show_default=True,
    type=click.IntRange(0, 2**63 - 1),
    help="The same seed plays the same deals.",
)
@click.option("--duplicate", is_flag=True, help="Every wall once for each place of the bots: tells which is better.")
@click.option("--json", "as_json", is_flag=True, help="The figures as JSON.")
@click.option("--parquet", type=click.Path(dir_okay=False, writable=True), help="A row for each deal into this file.")
@click.option(
    "--option", "-o", multiple=True, metavar="KEY=VALUE", help="A house option: `quepu rules RULESET` lists them."
)
def simulate(
    ruleset: str, deals: int, bots: str, threads: int, seed: int, duplicate: bool, as_json: bool, parquet: str | None, option: tuple[str, ...]
) -> None:  # fmt: skip
    """Play many deals by bots: rates, payments, how often each item occurs, with 95 % confidence intervals."""
    from quepu import study  # noqa: PLC0415
    from quepu.rules import OptionError  # noqa: PLC0415
    from quepu.rulesets import UnknownRulesetError  # noqa: PLC0415
    from quepu.scoring import rules_for  # noqa: PLC0415

    try:
        rules = rules_for(ruleset, options_of(rules_for(ruleset), option))
    except (UnknownRulesetError, OptionError, ValueError) as error:
        fail(error)
    names = [name.strip() for name in bots.split(",")]
    try:
        with click.progressbar(length=deals, label=f"{rules.preset}", file=sys.stderr) as bar:
            result = study.simulate(
                rules,
                deals,
                names,
                seed=seed,
                threads=threads,
                duplicate=duplicate,
                progress=bar.update,
                parquet=parquet,
            )
    except study.StudyError as error:
        fail(error)
    click.echo(result.json() if as_json else result.text())
