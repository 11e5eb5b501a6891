"""`quepu book`: a rule book written from the rules themselves, as Markdown or as one HTML page, in Chinese or English."""

from __future__ import annotations

import re
import sys
from dataclasses import replace
from pathlib import Path

from quepu.book import html, markdown
from quepu.book.content import Book, book
from quepu.lang import base, language, to_traditional
from quepu.rulesets import find

JAPANESE = re.compile(r'(<i lang="ja">.*?</i>)')
FORMATS = {"html": html.render, "markdown": markdown.render, "md": markdown.render}


def command(ruleset: str, out: Path | None, lang: str, fmt: str) -> int:
    """Write the rule book of a rule system (any preset's id) to a file, or to the terminal; returns the exit code.

    >>> command("tianjin", None, "zh", "markdown")  # doctest: +ELLIPSIS
    # 天津麻将 Tianjin
    ...
    """
    text = write(ruleset, lang, fmt)
    if out is None:
        sys.stdout.write(text)
    else:
        out.write_text(text, "utf-8")
    return 0


def write(ruleset: str, lang: str = "zh", fmt: str = "html") -> str:
    """Return the text of a rule book. Raises UnknownRulesetError, or ValueError for a format that is not there.

    >>> write("mcr", "en", "markdown").splitlines()[0]
    '# Chinese official mahjong 国标麻将'
    """
    if fmt not in FORMATS:
        raise ValueError(f"--format: {fmt!r} is not possible; html or markdown is")
    spoken = language(lang)
    made = book(find(ruleset)[0], base(spoken))
    if spoken != "zh-Hant":
        return FORMATS[fmt](made)
    text = FORMATS[fmt](replace(made, spoken=spoken))
    parts = JAPANESE.split(text)
    return "".join(part if i % 2 else to_traditional(part) for i, part in enumerate(parts))


__all__ = ["Book", "book", "command", "write"]
