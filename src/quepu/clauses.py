"""The clauses of the specifications: what a number such as NJ-F18 says, under which heading, word for word."""

from __future__ import annotations

import functools
import re
from collections.abc import Mapping
from dataclasses import dataclass
from pathlib import Path
from types import MappingProxyType

PACKAGED = Path(__file__).parent / "data" / "rules"
"""Where an installed package has the specifications; in the repository they are read where they are written."""
SOURCE = Path(__file__).parents[2] / "docs" / "rules"

_POINT = re.compile(r"^- \**([A-Z]{2}-[A-Z]\d{2})\**[:.]?\s+(.*)")
_ROW = re.compile(r"^\|\s*\**([A-Z]{2}-[A-Z]\d{2})\**\s*\|(.*)\|\s*$")


@dataclass(frozen=True)
class Clause:
    """One clause: its number, the heading it stands under, its text, and its cells by column if it is a row of a table.

    >>> clause = clauses("nanjing.md")["NJ-F18"]
    >>> clause.heading, clause.cells["Chinese"], clause.text[:24]
    ('Scoring items', '双七对', '双七对 · double seven pairs')
    """

    id: str
    heading: str
    text: str
    cells: Mapping[str, str]

    @property
    def names(self) -> tuple[str, ...]:
        """The Chinese names of the item that a row of a table describes, local ones included."""
        return tuple(name.strip() for name in re.split(r"[(),、，（）]", self.chinese) if name.strip())

    @property
    def chinese(self) -> str:
        """What stands in the column of Chinese names."""
        return next((text for column, text in self.cells.items() if column.startswith("Chinese")), "")


def folder() -> Path:
    """Where the specifications lie: beside the installed package, or in the repository.

    >>> (folder() / "nanjing.md").exists()
    True
    """
    return PACKAGED if PACKAGED.is_dir() else SOURCE


@functools.cache
def clauses(spec: str) -> Mapping[str, Clause]:
    """All clauses of a specification (its file name) by number, in its order; empty when there is no such file."""
    try:
        text = (folder() / spec).read_text("utf-8")
    except OSError:
        return MappingProxyType({})
    return MappingProxyType({clause.id: clause for clause in _parse(text)})


def _parse(text: str) -> list[Clause]:
    found: list[Clause] = []
    heading, columns = "", [""]
    for line in text.splitlines():
        if line.startswith("#"):
            heading = line.lstrip("# ").strip()
        elif row := _ROW.match(line):
            values = [cell.strip() for cell in row[2].split("|")]
            cells = dict(zip(columns[1:], values, strict=False))
            found.append(
                Clause(row[1], heading, " · ".join(v for v in values if v and v != "–"), MappingProxyType(cells))
            )
        elif line.startswith("| id"):
            columns = [cell.strip() for cell in line.strip("| ").split("|")]
        elif point := _POINT.match(line):
            found.append(Clause(point[1], heading, point[2].strip(), MappingProxyType({})))
        elif found and line.startswith("  ") and line.strip() and not found[-1].cells:
            last = found[-1]
            found[-1] = Clause(last.id, last.heading, f"{last.text} {line.strip()}", last.cells)
    return found
