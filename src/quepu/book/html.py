"""A rule book as one HTML page that needs nothing else: style, tiles and links are inside."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from html import escape
from pathlib import Path

from quepu import tiles as t
from quepu.about import items, lines_of, total_of
from quepu.ask import BY, circumstances
from quepu.book import faces
from quepu.book.content import Block, Book, Clauses, Entry, Heading, Table, Tiles
from quepu.clauses import clauses
from quepu.examples import Example
from quepu.tiles import Tile

STYLE = Path(__file__).with_name("style.css")
CLAUSE = re.compile(r"\b[A-Z]{2}-[A-Z]\d{2}\b")
LONG = 8  # amounts of more characters are set smaller


def render(book: Book) -> str:
    """Return the page.

    >>> from quepu.book.content import book
    >>> from quepu.rulesets import find
    >>> render(book(find("tianjin")[0], "en")).startswith("<!doctype html>")
    True
    """
    return "".join(_Page(book).parts())


@dataclass
class _Page:
    book: Book

    def __post_init__(self) -> None:
        self.zh = self.book.lang == "zh"
        self.known = set(clauses(self.book.game.spec))
        self.names: dict[Tile, str] = {tile: t.name_zh(tile) if self.zh else t.name_en(tile) for tile in t.TILES}
        self.used: set[Tile] = set()

    def parts(self) -> Iterator[str]:
        book = self.book
        body = [self.section(section.id, section.title, section.blocks) for section in book.sections]
        cover = self.cover()
        yield f'<!doctype html><html lang="{book.spoken}"><head><meta charset="utf-8">'
        yield f'<meta name="viewport" content="width=device-width,initial-scale=1"><title>{escape(book.title)} · 雀谱 quepu</title>'
        yield f"<style>{STYLE.read_text('utf-8')}</style></head><body>{faces.sprite(self.used)}<main>{cover}"
        links = "".join(f'<li><a href="#{s.id}">{escape(s.title)}</a></li>' for s in book.sections)
        yield f'<nav aria-label="{"目录" if self.zh else "Contents"}"><ol>{links}</ol></nav>'
        yield from body
        made = (
            "由雀谱从规则代码生成；例牌均经计分核对。"
            if self.zh
            else "Made by quepu from the rules themselves; every example hand has been scored."
        )
        yield f"<footer>{made}</footer></main></body></html>\n"

    def cover(self) -> str:
        """Write the title, above the hand of the item worth most that has an example."""
        best = max(
            (item.hands.yes for item in items(self.book.game).values() if item.hands.yes and not item.hands.yes.hand.melds),
            key=lambda example: example.score.total, default=None,
        )  # fmt: skip
        hand = f'<div class="hand">{self.tiles_of(best)}</div>' if best else ""
        return (
            f'<header class="cover"><div class="mark">雀谱 QUEPU</div><h1>{escape(self.book.title)}</h1>'
            f'<div class="sub">{escape(self.book.subtitle)}</div>{hand}</header>'
        )

    def section(self, anchor: str, title: str, blocks: tuple[Block, ...]) -> str:
        """Write a section: its heading and blocks."""
        body = "".join(self.block(b) for b in blocks)
        body = re.sub(r'(?:<div class="row">.*?</div></div>)+', lambda m: f'<div class="rows">{m[0]}</div>', body)
        return f'<section><h2 id="{anchor}">{escape(title)}</h2>{body}</section>'

    def text(self, text: str) -> str:
        """Write text with its clause numbers as links and marks of the specifications set."""
        text = escape(text, quote=False)
        text = re.sub(r"\*\*(.+?)\*\*", r"<b>\1</b>", text)
        text = re.sub(r"`(.+?)`", r"<code>\1</code>", text)
        return CLAUSE.sub(lambda m: f'<a class="ref" href="#{m[0]}">{m[0]}</a>' if m[0] in self.known else m[0], text)

    def block(self, block: Block) -> str:
        """Write one block."""
        match block:
            case Heading():
                return f"<h3>{self.text(block.text)}</h3>"
            case Table():
                return self.table(block)
            case Tiles():
                self.used.update(block.tiles)
                row = "".join(faces.tile(tile, self.names[tile]) for tile in block.tiles)
                return f'<div class="row"><div class="cap">{self.text(block.caption)}</div><div class="tiles">{row}</div></div>'
            case Clauses():
                rows = "".join(
                    f'<div id="{number}"><span class="ref">{number}</span><span>{self.text(text)}</span></div>'
                    for number, text in block.rows
                )
                return f'<h3>{self.text(block.heading)}</h3><div class="law">{rows}</div>'
            case Entry():
                return self.entry(block)
            case str():
                return f"<p>{self.text(block)}</p>"

    def table(self, table: Table) -> str:
        """Write a table."""
        head = "".join(f"<th>{self.text(cell)}</th>" for cell in table.head)
        rows = []
        for row in table.rows:
            cells = [self.text(cell) for cell in row]
            if table.kind == "items":
                name = row[0] if self.zh else row[1]
                cells[0] = f'<a href="#{anchor(name)}">{cells[0]}</a>'
            rows.append("<tr>" + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>")
        return f'<div class="wrap"><table class="{table.kind}"><thead><tr>{head}</tr></thead><tbody>{"".join(rows)}</tbody></table></div>'

    def entry(self, entry: Entry) -> str:
        """Write one scoring item: what it is worth, how it is decided, and its two hands."""
        item = entry.item
        other = escape(entry.other)
        if item.ja and item.ja not in (entry.name, entry.other):
            other += f' · <i lang="ja">{escape(item.ja)}</i>'
        worth = "".join(
            f'<b{" class=long" if len(amount) > LONG else ""}>{escape(amount)}</b>' + (f"<span>{escape(where)}</span>" if where else "")
            for amount, where in entry.worth
        ) or f"<span>{'可选' if self.zh else 'by option'}</span>"  # fmt: skip
        decided = "".join(
            f'<p class="decided">{escape(words)}{f" <small>{escape(where)}</small>" if where else ""}</p>'
            for words, where in entry.decided
        )
        notes = "".join(f'<p class="notes"><b>{escape(title)}</b>{escape(names)}</p>' for title, names in entry.notes)
        hands = "".join(self.example(hand, item.zh, yes=hand is entry.yes) for hand in (entry.yes, entry.no) if hand)
        return (
            f'<article class="item"><h4 id="{anchor(item.zh)}">{escape(entry.name)} <small>{other} {self.text(item.clause)}</small></h4>'
            f'<div class="worth">{worth}</div><div>{decided}{notes}</div>{f"<div class=hands>{hands}</div>" if hands else ""}</article>'
        )

    def example(self, example: Example, item: str, *, yes: bool) -> str:
        """Write an example hand with what it scores."""
        score = example.score
        tag = ("算" if yes else "不算") if self.zh else ("counts" if yes else "does not")
        told = ("，" if self.zh else ", ").join(
            [BY[example.data["by"]][not self.zh], *circumstances(example, zh=self.zh)]
        )
        marked = []
        for line in lines_of(score, item):
            said = escape(f"{line.fan.zh if self.zh else line.fan.en} {line.written}")
            marked.append(f"<b>{said}</b>" if line.fan.zh == item else said)
        sums = ("、" if self.zh else ", ").join(marked)
        return (
            f'<figure class="{"yes" if yes else "no"}"><div class="hand">{self.tiles_of(example)}</div><figcaption><span class="tag">'
            f'{"✓" if yes else "✗"} {tag}</span>{escape(told)}<br>{sums} <span class="total">＝ {total_of(score, zh=self.zh)}</span></figcaption></figure>'
        )

    def tiles_of(self, example: Example) -> str:
        """Draw the tiles of a hand: concealed, won, melds."""
        hand = example.hand
        self.used.update((*hand.concealed, hand.win, *(x for m in hand.melds for x in m.tiles)))

        def drawn(tile: Tile, mark: str = "") -> str:
            wild = "wild" if t.kind_of(tile) in hand.jokers else ""
            return faces.tile(tile, self.names[tile], f"{mark} {wild}".strip())

        concealed = "".join(drawn(tile) for tile in t.in_order(hand.concealed))
        melds = "".join(faces.meld(m, self.names) for m in hand.melds)
        return f"{concealed}{drawn(hand.win, 'won')}{melds}"


def anchor(item: str) -> str:
    """Return the anchor of an item.

    >>> anchor("双七对")
    'item-双七对'
    """
    return f"item-{item}"
