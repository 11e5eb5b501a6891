"""The command line: answers, exit codes, messages for what cannot be, and that nothing ends in a traceback."""

import json
import random
import subprocess
import sys
from pathlib import Path
from types import ModuleType

import msgspec
import pytest
from click.testing import CliRunner
from click.testing import Result as Answer
from rich.cells import cell_len
from rich.console import Console

import quepu
from quepu import overview, render
from quepu.bench import Result
from quepu.cli import app, scalar
from quepu.explanation import Explanation, explain
from quepu.notation import NOTATIONS
from quepu.scoring import score

CASES = Path(__file__).parent / "cases"
NANJING = ("score", "nanjing", "1122334455667m", "7m")


def run(*arguments: str, **environment: str) -> Answer:
    result = CliRunner().invoke(app, arguments, env=environment)
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert "Traceback" not in result.output
    return result


def test_a_win_is_explained_and_exits_with_0() -> None:
    result = run(*NANJING)
    assert result.exit_code == 0
    for text in ("南京麻将", "202", "七对", "NJ-F14", "+606", "各202", "20 + 2 + 60 + 80 + 40 = 202"):
        assert text in result.output


def test_without_win_the_last_tile_was_won() -> None:
    assert run("score", "nanjing", "11223344556677m").output == run(*NANJING).output


def test_no_win_exits_with_1_and_says_what_is_missing() -> None:
    result = run("score", "mcr", "123m456p789s1155z", "6z", "--from", "2", "--lang", "en")
    assert result.exit_code == 1
    assert "not a winning shape" in result.output
    assert "MC-W01" in result.output
    assert "the hand waits for 1z, 5z" in result.output


WRONG = {
    ("score", "nanjin", "1m", "1m"): "did you mean 'nanjing'?",
    ("score", "mcr", "123m456x", "1m"): "         ^",
    ("score", "mcr", "123m", "1m"): "without the winning tile 13 are needed",
    ("score", "mcr", "123m456p789s1155z", ""): "exactly one winning tile",
    ("score", "mcr", "", ""): "exactly one winning tile",
    (*NANJING, "-o", "smash=3"): "option smash: 3 is not possible; one of 1, 2 [NJ-C01]",
    (*NANJING, "-o", "smsh=2"): "did you mean smash?",
    (*NANJING, "-o", "smash"): "KEY=VALUE is expected",
    (*NANJING, "-o", "preset=mcr"): "belongs to mcr",
    (*NANJING, "-i", "stakes=2"): "did you mean stake?",
    (*NANJING, "-i", "stake"): "KEY=VALUE is expected",
    (*NANJING, "--stake", "7"): "a whole number from 1 to 2 [NJ-C03]",
    (*NANJING, "-c", "heavnly"): "did you mean heavenly?",
    (*NANJING, "--by", "luck"): "no way to win",
    (*NANJING, "--by", "discard"): "who discarded the tile",
    (*NANJING, "--seat", "9"): "there are seats 0 to 3",
    (*NANJING, "--seat", "x"): "'x' is not a valid integer",
    (*NANJING, "-m", "pong 111m"): "pong",
    (*NANJING, "--notation", "nope"): "--notation: 'nope' is unknown; one of case, ",
    (*NANJING, "-i", "=3"): "KEY=VALUE",
    (*NANJING, "-o", "=3"): "KEY=VALUE",
    ("ask", " "): "about what?",
    ("book", "tianjin", "--format", "pdf"): "--format: 'pdf'",
    (*NANJING, "--lang", "de"): "is not spoken here",
    (*NANJING, "--jokers", "1m"): "there are none in",
    (*NANJING, "--round", "5z"): "the prevailing wind is",
    (*NANJING, "--nonsense"): "No such option",
    ("score", "nanjing", "1111122334455m", "7m"): "occurs 5 times",
    ("score",): "Usage",
    ("rules", "nowhere"): "there is no rule system",
    ("check", "nowhere.yaml"): "cannot be read",
    ("bench", "everything"): "is not measured",
    ("nonsense",): "No such command",
}


@pytest.mark.parametrize("arguments", WRONG, ids=" ".join)
def test_wrong_input_exits_with_2_and_says_what_is_right(arguments: tuple[str, ...]) -> None:
    result = run(*arguments)
    assert result.exit_code == 2
    assert WRONG[arguments] in result.output


def test_everything_that_can_be_said_about_a_hand() -> None:
    result = run(
        "score", "riichi", "222p78s11z123m", "9s", "--from", "0", "-s", "2", "-m", "kong 6666z from 1", "--round", "E", "--dora", "9m",
        "--sticks", "1", "--honba", "2", "-o", "kiriage=true", "-o", "preset=riichi-tenhou", "--json",
    )  # fmt: skip
    document = json.loads(result.stdout)
    assert (result.exit_code, document["total"], document["payments"]) == (0, 2, [-3800, 0, 4800, 0])
    assert document["options"]["kiriage"] is True
    assert document["preset"] == "riichi-tenhou"
    assert run("score", "mcr", "[123m,1][111z,2]55m789s8s", "--notation", "mcr").exit_code == 2
    assert run("score", "sichuan-dingque", "1112223334445p", "5p", "--void", "m").exit_code == 0
    assert run("score", "nanjing", "3m", "3m", "-m", "pung 111m from 1,", "-m", "pung 222m from 1").exit_code == 2
    assert (
        run(
            "score",
            "tianjin",
            "46m1112222z789p9s",
            "5m",
            "--jokers",
            "1z2z",
            "-i",
            "pulls=[0,1,2,0]",
            "-i",
            "bank=yes",
            "--json",
        ).exit_code
        == 0
    )
    assert run("score", "mcr", "一二三万四五六筒七八九条东东白白", "白", "-n", "chinese", "--from", "3").exit_code == 0


def test_json_is_the_document() -> None:
    result = run(*NANJING, "--json")
    assert msgspec.json.decode(result.stdout, type=Explanation) == explain(score("nanjing", "1122334455667m", "7m"))


def test_plain_has_no_boxes_and_no_colours() -> None:
    output = run(*NANJING, "--plain", "--lang", "en").output
    assert not set("╭╮╰╯│━\x1b") & set(output)
    assert "+ 80 seven pairs 七对 [NJ-F14] a hand of pairs, no four of a kind" in output


def test_language_may_come_from_the_environment() -> None:
    assert "無花果" in run(*NANJING, QUEPU_LANG="zh-TW").output
    assert "七対子" in run("score", "riichi", "1155m2288p3399s5z", "5z", "--lang", "ja").output


def test_a_picture_is_saved(tmp_path: Path) -> None:
    file = tmp_path / "answer.svg"
    assert run(*NANJING, "--svg", str(file)).exit_code == 0
    assert file.read_text("utf-8").startswith("<svg")
    assert "http://" not in file.read_text("utf-8").replace("http://www.w3.org/", "")
    failed = run(*NANJING, "--svg", str(tmp_path / "no" / "where.svg"))
    assert (failed.exit_code, failed.stdout) == (2, "")


@pytest.mark.parametrize("command", ["", *app.commands])
def test_help_is_laid_out(command: str) -> None:
    result = run(*command.split(), "--help")
    assert result.exit_code == 0
    assert "\\b" not in result.output
    if command == "score":
        assert "\n  quepu score nanjing 1122334455667m 7m\n" in result.output


def test_notations_are_listed() -> None:
    for arguments in (("score", "-n", "help"), (*NANJING, "--notation", "help")):
        result = run(*arguments)
        assert (result.exit_code, result.stderr) == (0, "")
        assert all(name in result.stdout for name in NOTATIONS)


def test_circumstances_and_inputs_are_told_in_words() -> None:
    riichi = ("score", "riichi", "234567m345p67s22z", "8s", "-c", "ready", "--dora", "4p", "--honba", "2")
    assert "两面 · 已报听 · 宝牌指示牌：四筒 · 本场：2" in run(*riichi).output.replace("\n", "")
    assert "open wait · declared ready · dora indicators: 4 of dots · honba: 2" in run(*riichi, "-l", "en").output
    assert "寶牌指示牌：四筒" in run(*riichi, "-l", "zh-Hant").output
    tianjin = (
        "score",
        "tianjin",
        "46m1112222z789p9s",
        "5m",
        "--jokers",
        "1z2z",
        "-i",
        "pulls=[0,1,2,0]",
        "-i",
        "bank=yes",
    )
    assert "坐庄 · 拉庄：0 1 2 0" in run(*tianjin).output


HANDS = [
    score("nanjing", "1122334455667m", "7m"),
    score("mcr", "234m234p234s6788s", "8s", round="1z", flowers="5f"),
    score("mcr", "3z", "3z", by="discard", source=1, melds=["kong 1111z from 1", "concealed 2222z", "added 9999m from 3", "pung 555z from 2"], round="1z"),
    score("riichi", "0m22334p567s", "5m", melds=["chow 234s from 3"], seat=0, context=["after-kong"]) if False else score("riichi", "123m222456p78s11z", "9s", by="discard", source=2),
    score("tianjin", "46m1112222z789p9s", "5m", jokers="1z2z"),
    score("mcr", "123m456p789s1155z", "6z", by="discard", source=2),
    score("mcr", "19m19p19s1234567z", "1z"),
    score("mcr", "147m258p369s1357z", "2z"),
]  # fmt: skip


@pytest.mark.parametrize("width", [60, 80, 100, 120, 200])
@pytest.mark.parametrize("lang", ["zh-Hans", "zh-Hant", "en", "ja"])
@pytest.mark.parametrize("hand", range(len(HANDS)))
def test_no_line_is_wider_than_the_terminal(hand: int, lang: str, width: int) -> None:
    console = Console(width=width, force_terminal=True, color_system=None, highlight=False)
    with console.capture() as capture:
        render.show(console, explain(HANDS[hand], lang))
    for line in capture.get().splitlines():
        assert cell_len(line) <= width


def test_boxes_close() -> None:
    for lang in ("zh-Hans", "en"):
        say = render.Speech(lang)
        for won in (None, 0, 2):
            lines = render.draw(["5m", "7z", "0p", "1f"], say, won=won, jokers=[1], label="碰←南家")
            assert {line.cell_len for line in lines} == {16}


# ---------------------------------------------------------------------------------------- rules and check


def test_rule_systems_are_listed() -> None:
    output = run("rules").output
    for name in ("nanjing-north", "mcr", "riichi", "tianjin-hui", "sichuan"):
        assert name in output
    assert "Riichi" in run("rules", "--lang", "en").output
    document = json.loads(run("rules", "--json").stdout)
    assert document["format"] == "quepu/systems/1"


@pytest.mark.parametrize("name", ["nanjing", "nanjing-north", "mcr", "riichi", "tianjin", "sichuan"])
def test_one_rule_system_is_shown(name: str) -> None:
    output = run("rules", name).output
    for item in overview.system(name).items:
        assert item.zh in output
    document = msgspec.json.decode(run("rules", name, "--json").stdout, type=overview.System)
    assert document.preset == (name if name != "sichuan" else document.preset)
    assert run("rules", name, "--lang", "ja").exit_code == 0


def test_options_are_shown_in_words() -> None:
    shown = run("rules", "nanjing-classic", COLUMNS="200").output
    assert "四张一样的种数（quads）、和牌张是第四张（fourth）" in shown
    assert "a whole number" not in shown
    assert "只算對對胡（duidui）" in run("rules", "nanjing", "--lang", "zh-Hant", COLUMNS="200").output
    ladder = next(o for o in overview.system("nanjing-classic").options if o.key == "ladder")
    assert (ladder.value, ladder.value_en) == ("fourth", "the winning tile is the fourth (fourth)")
    assert ladder.allowed == "one of fours of a kind (quads), the winning tile is the fourth (fourth)"


def test_conditions_have_names() -> None:
    poor = ("score", "nanjing", "234m345p67s55s", "8s", "-m", "pung 666m from 1", "-o", "min_hard=6")
    assert "小胡要门清或有足够的硬花" in run(*poor).output
    assert "大胡" in run(*poor).output
    assert "✓ 有役 RI-N02" in run("score", "riichi", "234567m345p67s22z", "8s", "-c", "ready").output
    book = run("book", "sichuan").stdout
    assert "手中有定缺的牌" in book
    assert "golden-hook」" not in book
    assert "他家的第四嘴只算对对胡" in run("book", "nanjing").stdout


def test_case_files_pass() -> None:
    result = run("check", *map(str, sorted(CASES.glob("*.yaml"))))
    assert result.exit_code == 0
    *_, last = result.output.splitlines()
    assert last.endswith(" passed, 0 failed")


CASE = """
- id: nanjing/score/x
  ruleset: nanjing
  seat: 0
  by: self
  hand: 1122334455667m
  win: 7m
  expect: {EXPECT}
"""


def test_a_failing_case_is_told_with_its_explanation(tmp_path: Path) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text(CASE.replace("EXPECT", "total: 200, fans: {七对: 80}"), "utf-8")
    result = run("check", str(file))
    assert result.exit_code == 1
    lines = result.output.splitlines()
    assert lines[0] == "nanjing/score/x"
    assert "    expected  200" in lines
    assert "    actual    202" in lines
    assert "    expected  {七对: 80}" in lines
    assert any("七对 seven pairs [NJ-F14]" in line for line in lines)
    assert lines[-1] == "0 passed, 1 failed"


@pytest.mark.parametrize(
    ("text", "message"),
    [
        (
            CASE.replace("EXPECT", "totl: 202"),
            "cases.yaml: nanjing/score/x: expect.totl: no such key; did you mean total?",
        ),
        (CASE.replace("EXPECT", "total: 202").replace("win: 7m", "won: 7m"), "nanjing/score/x: win: is missing"),
        (CASE.replace("EXPECT", "total: 202").replace("7m", "7x"), "nanjing/score/x: win: not in notation"),
        ("a: [", "not YAML"),
        ("- 5", "entry 1 is 5"),
    ],
)
def test_a_malformed_file_is_refused(tmp_path: Path, text: str, message: str) -> None:
    file = tmp_path / "cases.yaml"
    file.write_text(text, "utf-8")
    result = run("check", str(file))
    assert result.exit_code == 2
    assert message in result.output


# ---------------------------------------------------------------------------------------- from other modules


def test_asking_for_an_item() -> None:
    assert "NJ-F14" in run("ask", "七对", "-r", "nanjing").output
    assert run("ask", "七对", "-r", "nowhere").exit_code == 2


def test_rule_books(tmp_path: Path) -> None:
    assert run("book", "tianjin").output.startswith("# 天津麻将")
    assert run("book", "tianjin", "--format", "html", "-O", str(tmp_path / "book.html")).exit_code == 0
    assert (tmp_path / "book.html").stat().st_size > 1000
    assert run("book", "tianjin", "--format", "pdf").exit_code == 2
    assert run("book", "nowhere").exit_code == 2


def test_measurements(monkeypatch: pytest.MonkeyPatch) -> None:
    made = ModuleType("quepu.bench.score")
    made.run = lambda: [Result("score", "quepu", 1000.0, 1.0)]
    monkeypatch.setitem(sys.modules, "quepu.bench.score", made)
    assert "quepu" in run("bench", "score").output
    assert json.loads(run("bench", "score", "--json").stdout)["score"][0]["ns"] == 1000.0


# ---------------------------------------------------------------------------------------- the edges


def test_scalars_are_read_as_in_yaml() -> None:
    assert [scalar(x) for x in ("1", "-1", "true", "No", "[1, m]", "", "x=y", "１")] == [
        1,
        -1,
        True,
        False,
        [1, "m"],
        None,
        "x=y",
        "１",
    ]


def test_no_arguments_end_in_a_traceback() -> None:
    rng = random.Random(20)
    words = [
        "nanjing", "mcr", "riichi", "sichuan", "tianjin", "x", "", "1122334455667m", "7m", "123m", "5z", "0m", "[百搭]", "🀇", "-1", "99999999999999", "1f",
        "pung 555z from 2", "kong 1m", "chow 999z", "stake=2", "stake=x", "pulls=[0,1", "pulls=[0,[1],2,3]", "void=m", "indicators=1m2m", "=", "==",
        "liability.kong_from=1", "liability=3", "liability.kong_from.x=1", "uma=[1,2]", "cap=-1", "preset=", "preset=x", "heavenly", "E", "\x00", "١",
    ]  # fmt: skip
    flags = [
        "--seat",
        "--by",
        "--from",
        "-m",
        "-f",
        "--jokers",
        "-r",
        "-c",
        "-o",
        "-i",
        "--dora",
        "--void",
        "-n",
        "--lang",
        "--json",
        "--plain",
        "--stake",
    ]
    for _ in range(600):
        arguments = ["score", *rng.choices(words, k=rng.choice((2, 3, 3, 3)))]
        if rng.random() < 0.6:
            arguments[1:4] = ["nanjing" if rng.random() < 0.5 else "riichi", "1122334455667m", "7m"]
        for _ in range(rng.randrange(4)):
            arguments += [rng.choice(flags), rng.choice(words)]
        assert run(*arguments).exit_code in (0, 1, 2), arguments


def test_import_is_lazy() -> None:
    code = "import sys, quepu; print(sorted(m for m in sys.modules if m.startswith(('quepu', 'rich', 'msgspec', 'click', 'yaml', 'opencc'))))"
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    loaded = done.stdout.strip()
    assert loaded == "['quepu']"
    code = "import sys, quepu.cli; from click.testing import CliRunner; CliRunner().invoke(quepu.cli.app, sys.argv[1:]); print(sorted(sys.modules))"
    done = subprocess.run([sys.executable, "-c", code, *NANJING], capture_output=True, text=True, check=True)
    for heavy in ("yaml", "opencc", "numpy", "pypinyin", "rapidfuzz", "typer", "pydantic"):
        assert f"'{heavy}'" not in done.stdout


def test_public_names() -> None:
    assert list(quepu.__all__) == sorted(quepu.__all__)
    for name in quepu.__all__:
        assert getattr(quepu, name) is not None
        assert name in dir(quepu)
    with pytest.raises(AttributeError, match="no attribute 'scores'"):
        _ = quepu.scores
    nanjing = quepu.Ruleset("nanjing")
    assert nanjing.score(quepu.Hand.read("1122334455667m", "7m")).total == 202
    assert nanjing == quepu.Ruleset("nanjing", options={"run": 20})
    assert nanjing != quepu.Ruleset("nanjing-north")
    assert len({nanjing, quepu.Ruleset("nanjing")}) == 1
    assert (nanjing.seats, nanjing.unit, nanjing.en) == (4, "花", "Nanjing")


def test_python_m_quepu_answers() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "quepu", *NANJING, "--plain"], capture_output=True, text=True, check=False
    )
    assert done.returncode == 0
    assert "202" in done.stdout
