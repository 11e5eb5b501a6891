"""A rule book as Markdown: the same text as the page, tiles as characters and in the case notation."""

from __future__ import annotations

from collections.abc import Iterator

from quepu import tiles as t
from quepu.about import lines_of, total_of
from quepu.ask import BY, circumstances
from quepu.book.content import Block, Book, Clauses, Entry, Heading, Table, Tiles
from quepu.examples import Example
from quepu.notation import parse, write


def render(book: Book) -> str:
    """Return the text.

    >>> from quepu.book.content import book
    >>> from quepu.rulesets import find
    >>> print(render(book(find("tianjin")[0], "zh")).splitlines()[0])
    # 天津麻将 Tianjin
    """
    lines = [f"# {book.title} {book.subtitle}", ""]
    lines += [f"{n}. [{section.title}](#{section.id})" for n, section in enumerate(book.sections, 1)]
    for section in book.sections:
        lines += ["", f'<a id="{section.id}"></a>', "", f"## {section.title}", ""]
        for block in section.blocks:
            lines += [*_block(block, zh=book.lang == "zh"), ""]
    return "\n".join(lines).rstrip() + "\n"


def _block(block: Block, *, zh: bool) -> Iterator[str]:
    match block:
        case str():
            yield block
        case Heading():
            yield f"### {block.text}"
        case Table():
            yield from _table(block)
        case Tiles():
            yield f"{block.caption}: {glyphs(write(block.tiles))} `{write(block.tiles)}`"
        case Clauses():
            yield f"### {block.heading}"
            yield ""
            yield from (f"- **{number}** {text}" for number, text in block.rows)
        case Entry():
            yield from _entry(block, zh=zh)


def _table(table: Table) -> Iterator[str]:
    yield "| " + " | ".join(cell or " " for cell in table.head) + " |"
    yield "| " + " | ".join("---" for _ in table.head) + " |"
    for row in table.rows:
        yield "| " + " | ".join(cell.replace("|", "\\|") for cell in row) + " |"


def _entry(entry: Entry, *, zh: bool) -> Iterator[str]:
    yield f"#### {entry.name} {entry.other} [{entry.item.clause}]"
    yield ""
    worth = "; ".join(f"**{amount}**{f' ({where})' if where else ''}" for amount, where in entry.worth) or (
        "可选" if zh else "by option"
    )
    yield f"- {'值' if zh else 'worth'}: {worth}"
    for words, where in entry.decided:
        yield f"- {'怎么算' if zh else 'decided by'}: {words}{f' ({where})' if where else ''}"
    for title, names in entry.notes:
        yield f"- {title}: {names}"
    for hand, title in ((entry.yes, "✓ 算" if zh else "✓ counts"), (entry.no, "✗ 不算" if zh else "✗ does not")):
        if hand:
            yield f"- {title}: {_hand(hand, entry.item.zh, zh=zh)}"


def _hand(example: Example, item: str, *, zh: bool) -> str:
    hand, score = example.hand, example.score
    tiles = f"{write(t.in_order(hand.concealed))} + {write((hand.win,))}"
    melds = "".join(f", {meld}" for meld in hand.melds)
    told = ", ".join([BY[example.data["by"]][not zh], *circumstances(example, zh=zh)])
    sums = ", ".join(f"{line.fan.zh if zh else line.fan.en} {line.written}" for line in lines_of(score, item))
    return f"{glyphs(write(t.in_order(hand.concealed)))} {glyphs(write((hand.win,)))} `{tiles}{melds}` ({told}): {sums} = {total_of(score, zh=zh)}"


def glyphs(written: str) -> str:
    """Return tiles of the case notation as Unicode's mahjong characters; a red five looks like any other.

    >>> glyphs("1m7z")
    '🀇🀄'
    """
    return write([t.kind_of(tile) for tile in parse(written)], "unicode")
