"""The sources keep their own rules: no region in the kernel, no rule system in a branch, only values in rule files, short files."""

import ast
import re
import subprocess
import sys
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path

import pytest

from quepu.rulesets import MODULES, games

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "quepu"
RULESETS = sorted((SOURCE / "rulesets").glob("[!_]*.py"))
TEXTS = {".cff", ".cpp", ".css", ".hpp", ".html", ".json", ".md", ".py", ".pyi", ".toml", ".txt", ".yaml", ".yml", ""}

# Modules that may have 500 lines and more, and why.
LONG = {
    "rules/expr.py": "every kind of expression, and how it folds",
    "explanation.py": "one explanation is made in one place",
    "eval.cpp": "one evaluation, from counts to payments",
}
# Where the id of a rule system is another thing too: the notation "mcr", the hands that a bench takes, the list of modules.
OTHER_MEANINGS = ("notation.py", "_notations.py", "bench/", "rulesets/")


@cache
def tracked() -> list[Path]:
    """The files under version control; outside of a checkout, those that would be."""
    try:
        names = subprocess.check_output(["git", "ls-files", "-z"], cwd=ROOT, text=True, stderr=subprocess.DEVNULL)
        found = [ROOT / name for name in names.split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        found = [f for part in ("docs", "kernel", "src", "tests") for f in (ROOT / part).rglob("*")]
        found += ROOT.glob("*.*")
    return [f for f in found if f.is_file() and f.suffix in TEXTS and "__pycache__" not in f.parts]


def modules() -> Iterator[tuple[str, Path]]:
    for file in sorted(SOURCE.rglob("*.py")):
        yield file.relative_to(SOURCE).as_posix(), file


# ------------------------------------------------------------------------------------------------ the kernel knows no region


def regional_words() -> set[str]:
    """Ids, presets, region names in both languages, and Chinese names of items."""
    words = {file.stem for file in (ROOT / "docs" / "rules").glob("*.md")} - {"hundred"}  # an ordinary word
    for game in games():
        words |= {game.id, game.zh.removesuffix("麻将"), *re.findall("[A-Z][a-z]{3,}", game.en), game.prefix + "-"}
        words |= {fan.zh for fan in game.items} | {option.zh for option in game.options}
        for preset in game.presets:
            words |= {preset.id, preset.id.split("-")[0], *re.findall("[A-Z][a-z]{3,}", preset.en.split(",")[0])}
    return words


def test_the_kernel_names_no_rule_system() -> None:
    words = {word.lower() for word in regional_words()} - {"", "official", "chinese"}
    assert {"nanjing", "chengdu", "riichi", "mcr", "七对", "四川", "nj-"} <= words
    ascii_words = "|".join(sorted(re.escape(word) for word in words if word.isascii()))
    pattern = re.compile(rf"\b(?:{ascii_words})|" + "|".join(sorted(word for word in words if not word.isascii())))
    for file in sorted((ROOT / "kernel").iterdir()):
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            found = pattern.search(line.lower())
            assert not found, f"kernel/{file.name}:{number} names {found[0]!r}"


# ------------------------------------------------------------------------------------------------ no branch on a rule system


def constants(node: ast.AST) -> Iterator[str]:
    for part in ast.walk(node):
        if isinstance(part, ast.Constant) and isinstance(part.value, str):
            yield part.value


def decisions(tree: ast.Module) -> Iterator[tuple[int, str]]:
    """Texts that the code compares with, matches, or looks something up by."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Compare | ast.MatchValue | ast.Subscript):
            asked = node.slice if isinstance(node, ast.Subscript) else node
            yield from ((node.lineno, text) for text in constants(asked))
        elif isinstance(node, ast.Dict):
            yield from ((node.lineno, text) for key in node.keys if key for text in constants(key))


def test_no_branch_on_a_rule_system() -> None:
    words: set[str] = set()
    for game in games():
        words |= {
            game.id,
            game.prefix,
            *(p.id for p in game.presets),
            *(f.zh for f in game.items),
            *(f.key for f in game.figures),
        }
    found = set()
    for name, file in modules():
        if not name.startswith(OTHER_MEANINGS):
            for line, text in decisions(ast.parse(file.read_text("utf-8"))):
                if text in words:
                    found.add(f"{name}:{line} decides by {text!r}")
    assert not found, "what differs between rule systems stands in their files"


# ------------------------------------------------------------------------------------------------ rule files are values

STATEMENTS = (ast.Assign, ast.AnnAssign, ast.Expr, ast.ImportFrom)
REFUSED = (
    ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef, ast.Lambda, ast.If, ast.IfExp, ast.Match, ast.For, ast.While, ast.Try,
    ast.With, ast.BoolOp, ast.Delete, ast.Global, ast.Import,
)  # fmt: skip


def test_every_rule_file_is_listed() -> None:
    assert {file.stem for file in RULESETS} == set(MODULES)
    assert [game.id for game in games()] == list(MODULES)
    layers = (ROOT / ".importlinter").read_text("utf-8")
    assert all(layers.count(f"quepu.rulesets.{name}\n") == 2 for name in MODULES), "independence and values, both"


@pytest.mark.parametrize("file", RULESETS, ids=lambda file: file.stem)
def test_a_rule_file_holds_values_only(file: Path) -> None:
    text = file.read_text("utf-8")
    tree = ast.parse(text)
    assert len(text.splitlines()) < 250
    assert f"docs/rules/{file.stem}.md" in (ast.get_docstring(tree) or "")
    for statement in tree.body:
        assert isinstance(statement, STATEMENTS), f"line {statement.lineno}: {type(statement).__name__}"
        if isinstance(statement, ast.ImportFrom):
            assert statement.module == "quepu.rules", "a rule file is written with the rule language only"
    for node in ast.walk(tree):
        assert not isinstance(node, REFUSED), f"line {node.lineno}: {type(node).__name__}"  # type: ignore[attr-defined]


# ------------------------------------------------------------------------------------------------ houses and their doors


def test_modules_are_short() -> None:
    lines = {name: len(file.read_text("utf-8").splitlines()) for name, file in modules()}
    assert {name for name, count in lines.items() if count >= 500} <= set(LONG)
    kernel = {file.name: len(file.read_text("utf-8").splitlines()) for file in (ROOT / "kernel").iterdir()}
    assert {name for name, count in kernel.items() if count >= 500} <= set(LONG)


def rank(name: str) -> tuple[int, str]:
    """CONSTANTS, then Classes, then the rest: the order that ruff keeps."""
    return (0 if name.isupper() else 1 if name[0].isupper() else 2, name)


def test_public_names_are_sorted_and_there() -> None:
    seen = 0
    for name, file in modules():
        if "__all__" not in file.read_text("utf-8"):
            continue
        module = import_module(".".join(["quepu", *Path(name).with_suffix("").parts]).removesuffix(".__init__"))
        public = list(module.__all__)
        assert public == sorted(set(public), key=rank), name
        assert all(hasattr(module, public_name) for public_name in public), name
        seen += 1
    assert seen >= 2


# ------------------------------------------------------------------------------------------------ documents

HEADING = re.compile(r"^#+ +(.*)", re.MULTILINE)
LINK = re.compile(r"\[[^\]]*\]\(([^)\s]+)\)")
FENCED = re.compile(r"^ *```.*?^ *```", re.MULTILINE | re.DOTALL)


def anchors(file: Path) -> set[str]:
    """The anchors that the headings of a document make."""
    headings = HEADING.findall(FENCED.sub("", file.read_text("utf-8")))
    return {re.sub(r"[^\w\- ]", "", heading.strip().lower()).replace(" ", "-") for heading in headings}


def test_links_of_documents_resolve() -> None:
    checked = 0
    for file in tracked():
        if file.suffix != ".md":
            continue
        for target in LINK.findall(re.sub("`[^`\n]*`", "", FENCED.sub("", file.read_text("utf-8")))):
            if re.match("[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            there = (file.parent / path).resolve() if path else file
            assert there.exists(), f"{file.relative_to(ROOT)} links to {target}"
            assert not anchor or anchor in anchors(there), f"{file.relative_to(ROOT)} links to {target}"
            checked += 1
    assert checked > 20


def test_no_path_of_a_machine() -> None:
    path = re.compile(r"(?<![\w.<)}~-])/(?:home|root|tmp|work|mnt|opt|Users|private|workspace)/\w")
    for file in tracked():
        for number, line in enumerate(file.read_text("utf-8").splitlines(), 1):
            assert not path.search(line), f"{file.relative_to(ROOT)}:{number} names a path of some machine"


def test_spelling() -> None:
    pytest.importorskip("codespell_lib")
    parts = [
        part
        for part in ("README.md", "CONTRIBUTING.md", "CHANGELOG.md", "docs", "src", "kernel", "tests")
        if (ROOT / part).exists()
    ]
    done = subprocess.run(
        [sys.executable, "-m", "codespell_lib", *parts], cwd=ROOT, capture_output=True, text=True, check=False
    )
    assert done.returncode == 0, done.stdout
