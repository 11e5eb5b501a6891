"""Rule books: every rule system, both languages, both formats; every item is in it with hands that are what they claim."""

import re
from html.parser import HTMLParser

import pytest

from quepu import book, rulesets, tiles
from quepu.about import items
from quepu.book import content, faces
from quepu.clauses import clauses
from quepu.notation import parse

GAMES = list(rulesets.games())
VOID = {"meta", "path", "circle", "rect", "ellipse", "use", "br"}


class Checker(HTMLParser):
    """Tags that close in order, anchors, and links within the page."""

    def __init__(self):
        super().__init__()
        self.open, self.ids, self.links, self.symbols, self.used = [], [], set(), set(), set()

    def handle_starttag(self, tag, attrs):
        attrs = dict(attrs)
        if tag not in VOID:
            self.open.append(tag)
        if "id" in attrs:
            self.ids.append(attrs["id"])
        if tag == "a" and "href" in attrs:
            self.links.add(attrs["href"])
        if tag == "use":
            self.used.add(attrs["href"][1:])

    def handle_endtag(self, tag):
        if tag not in VOID:
            assert self.open.pop() == tag


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_page_is_whole(game, lang):
    text = book.write(game.id, lang, "html")
    page = Checker()
    page.feed(text)
    assert page.open == ["html"] or not page.open
    assert len(page.ids) == len(set(page.ids))
    assert {link[1:] for link in page.links if link.startswith("#")} <= set(page.ids)
    assert all(link.startswith("#") for link in page.links)
    assert page.used <= set(page.ids)
    assert not re.search(r'(?:src|href)="(?:https?:)?//', text)
    assert set(clauses(game.spec)) <= set(page.ids)
    for item in items(game).values():
        assert f"item-{item.zh}" in page.ids
        assert item.zh in text
        assert item.en in text
    assert ">None<" not in text


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
@pytest.mark.parametrize("lang", ["zh", "en"])
def test_the_markdown_has_every_item_and_square_tables(game, lang):
    text = book.write(game.id, lang, "markdown")
    for item in items(game).values():
        assert re.search(rf"^#### .*{re.escape(item.zh)}", text, re.MULTILINE)
    for table in re.findall(r"(?:^\|.*\|\n)+", text, re.MULTILINE):
        widths = {len(re.findall(r"(?<!\\)\|", line)) for line in table.splitlines()}
        assert len(widths) == 1, table


@pytest.mark.parametrize("game", GAMES, ids=lambda g: g.id)
def test_the_examples_shown_are_scored_again(game):
    for section in content.book(game, "zh").sections:
        for entry in section.blocks:
            if isinstance(entry, content.Entry):
                name = entry.item.zh
                assert entry.yes is None or name in {
                    line.fan.zh for line in entry.yes.under(entry.yes.preset).all_lines
                }
                assert entry.no is None or name not in {
                    line.fan.zh for line in entry.no.under(entry.no.preset).all_lines
                }


def test_presets_are_told_apart():
    text = book.write("nanjing", "en", "markdown")
    assert "| seven pairs | 80 | 40 | 50 | NJ-F14 |" in text
    assert "| Nanjing, north of the city | nanjing-north | NJ-I04 |" in text


def test_a_preset_names_its_rule_system_and_chinese_scripts_are_chinese(tmp_path, capsys):
    assert book.write("chengdu", "zh-Hant", "markdown").startswith("# 四川麻將")
    assert '<html lang="en">' in book.write("riichi", "ja", "html")
    page = book.write("riichi", "zh-Hant", "html")
    assert '<html lang="zh-Hant">' in page
    assert "國士無雙" in page
    assert '<i lang="ja">国士無双</i>' in page
    assert "国" not in page.replace("国士無双", "")
    assert book.command("tianjin", tmp_path / "book.md", "en", "markdown") == 0
    assert (tmp_path / "book.md").read_text("utf-8") == book.write("tianjin", "en", "markdown")
    assert book.command("tianjin", None, "en", "markdown") == 0
    assert capsys.readouterr().out.startswith("# Tianjin 天津麻将")
    with pytest.raises(ValueError, match="html or markdown"):
        book.write("tianjin", "en", "pdf")


def test_every_tile_has_a_face_of_its_own():
    every = [*range(tiles.ALL_KINDS), *tiles.RED_FIVES]
    drawn = [faces.face(tile) for tile in every]
    assert len(set(drawn)) == len(every)
    sprite = faces.sprite(every)
    assert sprite.count("<symbol") == len(every) + 2
    assert len(sprite) < 40_000
    assert faces.key(parse("0p")[0]) == "0p"
