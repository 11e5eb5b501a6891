"""The documents tell the truth: their examples run, their tables of words and commands are those of the code."""

import doctest
import re
from dataclasses import fields, is_dataclass
from importlib import import_module
from pathlib import Path

import pytest

import quepu.rules as language
from quepu import rulesets
from quepu.notation import NOTATIONS
from quepu.rules.expr import Words

ROOT = Path(__file__).parents[1]
DOCUMENTS = [ROOT / "README.md", ROOT / "CONTRIBUTING.md", *sorted((ROOT / "docs").glob("*.md"))]
LANGUAGE = (ROOT / "docs" / "rule-language.md").read_text("utf-8")
VOCABULARIES = ("hand", "flowers", "jokers", "shape", "win", "wait")
BLOCK = re.compile(r"^```python\n(.*?)^```", re.MULTILINE | re.DOTALL)
CONSOLE = re.compile(r"^```console\n(.*?)^```", re.MULTILINE | re.DOTALL)


def modules() -> list[str]:
    """The modules of the package that have examples."""
    source = ROOT / "src"
    found = [file for file in sorted((source / "quepu").rglob("*.py")) if ">>> " in file.read_text("utf-8")]
    return [".".join(file.relative_to(source).with_suffix("").parts).removesuffix(".__init__") for file in found]


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_examples_of_documents(document: Path) -> None:
    """One after the other: a later example knows what an earlier one has made."""
    examples = "\n".join(block for block in BLOCK.findall(document.read_text("utf-8")) if ">>> " in block)
    test = doctest.DocTestParser().get_doctest(examples, {}, document.name, str(document), 0)
    assert doctest.DocTestRunner(optionflags=doctest.ELLIPSIS).run(test).failed == 0


@pytest.mark.parametrize("name", modules())
def test_examples_of_modules(name: str) -> None:
    pytest.importorskip("numpy")
    assert doctest.testmod(import_module(name)).failed == 0


# ------------------------------------------------------------------------------------------------ the rule language


def test_every_word_of_the_rule_language_is_told() -> None:
    told = set(re.findall(r"`([^`\n]+)`", LANGUAGE))
    words = {word for text in told for word in re.findall(r"[A-Za-z_]+(?:\.[a-z_]+)?", text)}
    missing = [name for name in language.__all__ if name not in words and name not in {w.split(".")[0] for w in words}]
    for vocabulary in VOCABULARIES:
        own = [name for name in vars(getattr(language, vocabulary)) if not name.startswith("_")]
        missing += [f"{vocabulary}.{name}" for name in own if f"{vocabulary}.{name}" not in words]
    for record in (getattr(language, name) for name in language.__all__):
        if (
            isinstance(record, type)
            and is_dataclass(record)
            and record not in (language.Tiles, language.Pattern, language.Compiled)
        ):
            missing += [f"{record.__name__}: {field.name}" for field in fields(record) if field.name not in words]
    assert not missing, "docs/rule-language.md does not mention these"


def test_what_words_are_called() -> None:
    """Each row `word`, Chinese, English says what the code says."""
    rows = re.findall(r"^\| `([^`]+)` \| ([^|]+) \| ([^|]+) \|$", LANGUAGE, re.MULTILINE)
    assert len(rows) > 90
    for word, zh, en in rows:
        value = eval(word, vars(language) | {})
        words = value.label if isinstance(value, language.Int) else value
        if isinstance(value, language.Selector):
            words = value.words
        assert Words(zh, en) == Words(words.zh, words.en), word


def test_public_names_of_the_rule_language() -> None:
    public = {
        name for name, value in vars(language).items() if not name.startswith("_") and type(value).__name__ != "module"
    }
    assert public == set(language.__all__)


# ------------------------------------------------------------------------------------------------ commands, presets, numbers


def test_readme_names_every_preset() -> None:
    told = set(re.findall(r"`([a-z-]+)`", (ROOT / "README.md").read_text("utf-8")))
    assert set(rulesets.names()) <= told


def test_every_specification_is_linked() -> None:
    index = (ROOT / "docs" / "index.md").read_text("utf-8")
    assert all(f"(rules/{file.name})" in index for file in (ROOT / "docs" / "rules").glob("*.md"))
    decisions = (ROOT / "docs" / "adr" / "README.md").read_text("utf-8")
    assert all(f"({file.name})" in decisions for file in (ROOT / "docs" / "adr").glob("0*.md"))


def commands() -> set[str]:
    from quepu.cli import app

    return set(app.commands)


def test_readme_lists_every_command() -> None:
    assert set(re.findall(r"^\| `quepu (\w+)`", (ROOT / "README.md").read_text("utf-8"), re.MULTILINE)) == commands()


@pytest.mark.parametrize("document", DOCUMENTS, ids=lambda file: file.name)
def test_commands_of_documents_exist(document: Path) -> None:
    own = set(re.findall(r'^(?:OWN = \{|    )"(\w+)": ', (ROOT / "dev").read_text("utf-8"), re.MULTILINE))
    own |= set(
        re.findall(
            r'"(\w+)": \w+[,}]', next(x for x in (ROOT / "dev").read_text("utf-8").splitlines() if x.startswith("OWN"))
        )
    )
    for block in CONSOLE.findall(document.read_text("utf-8")):
        for line in block.splitlines():
            assert line.startswith("$ "), line
            if found := re.match(r"\$ (?:\./dev|quepu) ([\w-]+)", line):
                assert found[1] in own | commands() | {"check-cases"}, line


def hands() -> list[str]:
    lines = "".join(CONSOLE.findall((ROOT / "README.md").read_text("utf-8"))).splitlines()
    return [line.removeprefix("$ ./dev ") for line in lines if line.startswith("$ ./dev score ")]


@pytest.mark.parametrize("line", hands())
def test_hands_of_the_readme_win(line: str, capsys: pytest.CaptureFixture[str]) -> None:
    from quepu.cli import app

    with pytest.raises(SystemExit) as left:
        app.main(line.split(), prog_name="quepu")
    assert left.value.code in (0, None)
    assert capsys.readouterr().out


def test_changelog_counts_right() -> None:
    numbers = {"nine": len(NOTATIONS), "Nineteen": len(list((ROOT / "docs" / "rules").glob("*.md")))}
    assert numbers == {"nine": 9, "Nineteen": 19}, "CHANGELOG.md says so"
