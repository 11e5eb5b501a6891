"""The commands about records: verify, replay, export, import; none of them ends in a traceback."""

import json
from pathlib import Path

import hand_written_logs as logs
import pytest
import random_matches
from click.testing import CliRunner
from click.testing import Result as Answer
from random_matches import changed, line_with

from quepu import cli_records
from quepu.acts import EVENTS
from quepu.cli import app
from quepu.hosting import MatchRun
from quepu.record import read
from quepu.record.telling import SENTENCES, Telling

KEPT = Path(__file__).parent / "records"
MCR = random_matches.played("mcr", 1, most=3).data
WHOLE = random_matches.played("sichuan", 1, match_deals=3).data
"""A match that is not over, and one that is."""


def run(*arguments: object) -> Answer:
    result = CliRunner().invoke(app, [str(argument) for argument in arguments], env={"QUEPU_LANG": "en"})
    assert result.exception is None or isinstance(result.exception, SystemExit), result.exc_info
    assert "Traceback" not in result.output
    return result


def test_verify_says_what_agrees_and_exits_with_0_1_2(tmp_path: Path) -> None:
    path = tmp_path / "match.jsonl"
    path.write_bytes(WHOLE)
    commit = json.loads(WHOLE.split(b"\n")[0])["commit"]
    result = run("verify", path, "--commitment", commit, "--nonce", "0=lucky")
    assert result.exit_code == 0
    assert "agrees: final scores, ranks and points follow from the deals" in result.output
    assert "cannot be checked" not in result.output
    assert "相符: " in run("verify", path, "--lang", "zh").output
    assert "規則" in run("verify", path, "--lang", "zh-Hant").output
    path.write_bytes(changed(WHOLE, line_with(WHOLE, "result"), deltas=[1, -1, 0, 0]))
    result = run("verify", path)
    assert result.exit_code == 1
    assert "DIFFERS: deal 1: deltas" in result.output
    path.write_bytes(b"{}\n")
    for arguments, message in (
        ((path,), "line 1: a JSON object with one of the keys"),
        ((tmp_path / "none",), "No such file"),
        ((KEPT / "mcr.jsonl", "--nonce", "9=x"), "N a player's number from 0 to 3"),
        ((KEPT / "mcr.jsonl", "--commitment", "x"), "--commitment: "),
        ((KEPT / "mcr.jsonl", "--lang", "xx"), "--lang: "),
    ):
        result = run("verify", *arguments)
        assert result.exit_code == 2
        assert message in result.output


@pytest.mark.parametrize("file", sorted(KEPT.glob("*.jsonl")), ids=lambda file: file.stem)
@pytest.mark.parametrize("lang", ["en", "zh-Hans"])
def test_replay_tells_every_step(file: Path, lang: str) -> None:
    result = run("replay", file, "--lang", lang, "--step")  # in a pipe it does not wait
    record = read(file)
    assert result.exit_code == 0
    assert result.output.count("Ann ") > sum(len(deal.choices) for deal in record.deals)
    assert "{" not in result.output


def test_replay_of_one_seat_tells_only_what_it_saw() -> None:
    record = read(KEPT / "riichi-tenhou.jsonl")
    played = record.deals[0]
    pages = [line for page in Telling(record, played, "en", 2).steps() for line in page]
    own = [line for line in pages if line.startswith("    ")]
    assert all(line.startswith("    2 丙 ") for line in own)
    assert all("?" in line for line in pages if line.startswith(("Ann draws", "Ann is dealt", "Bo draws", "Di draws")))
    assert not any("?" in line for line in pages if line.startswith("丙 draws"))
    assert not any(line.startswith("Ann: pass") for line in pages)


def test_every_event_has_its_sentence() -> None:
    assert set(EVENTS) - {"take-over"} <= set(SENTENCES)


def test_replay_says_what_is_not_there(tmp_path: Path) -> None:
    for arguments, message in (
        ((KEPT / "mcr.jsonl", "--deal", "9"), "deals 1 to 3 are over, there is no result of deal 9"),
        ((KEPT / "mcr.jsonl", "--seat", "4"), "there are seats 0 to 3"),
    ):
        result = run("replay", *arguments)
        assert result.exit_code == 2
        assert message in result.output
    path = tmp_path / "match.jsonl"
    MatchRun.begin("mcr", random_matches.PLAYERS, path=path).close()
    assert "no deal is over" in run("replay", path).output
    path.write_bytes(changed(MCR, line_with(MCR, "act"), act="1 win"))
    result = run("replay", path)
    assert result.exit_code == 2
    assert "is refused" in result.output


def test_replay_step_by_step(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    """On a terminal it waits for keys: next, previous, quit; at the end it leaves."""
    pages = [["one"], ["two"], ["three"]]
    for keys, shown in (
        ("nq", "one two"),
        ("nnpq", "one two three two"),
        ("ppq", "one one one"),
        ("x\r n", "one one two three"),
    ):
        pressed = iter(keys)
        monkeypatch.setattr("click.getchar", lambda pressed=pressed: next(pressed))
        cli_records._turn(pages)
        lines = capsys.readouterr().out.replace("\r\033[K", "\n").splitlines()
        assert " ".join(line for line in lines if line and not line.startswith("[")) == shown
        assert next(pressed, None) is None


# ------------------------------------------------------------------------------------------------ export, import


def test_export_and_import(tmp_path: Path) -> None:
    log, record = tmp_path / "log.json", tmp_path / "record.jsonl"
    assert run("export", KEPT / "mcr.jsonl", "--to", "botzone", "-d", "2").output.startswith('[{"output"')
    assert run("export", KEPT / "riichi-tenhou.jsonl", "--to", "tenhou", "-o", log).output == ""
    result = run("import", log, "--from", "tenhou", "-o", record)
    assert result.exit_code == 0
    assert "3 deals; there are no commitments in a log" in result.output
    assert run("verify", record).exit_code == 0
    log.write_text(
        logs.MJAI.split('{"type":"start_kyoku","bakaze":"E","kyoku":1,"honba":1')[0].replace(
            "13000,-12000", "13100,-12100"
        )
    )
    result = run("import", log, "--from", "mjai", "-o", tmp_path / "other.jsonl", "--option", "length=east")
    assert result.exit_code == 1
    assert (
        "quepu: line 2: the log pays [12100, -12100, 0, 0], the rules [12000, -12000, 0, 0], by seat" in result.output
    )
    assert read(tmp_path / "other.jsonl").header.options == {"length": "east"}


def test_what_cannot_be_exported_or_imported(tmp_path: Path) -> None:
    log, out = tmp_path / "log.json", tmp_path / "out.jsonl"
    log.write_text(logs.TENHOU)
    (tmp_path / "bytes").write_bytes(b"\xff\xfe")
    for arguments, message in (
        (("export", KEPT / "mcr.jsonl", "--to", "mjai"), "mjai is a format for riichi, not for mcr"),
        (("export", KEPT / "mcr.jsonl", "--to", "botzone", "-o", tmp_path / "no" / "x"), "--out: "),
        (("export", tmp_path / "none", "--to", "mjai"), "No such file"),
        (("export", KEPT / "mcr.jsonl", "--to", "pdf"), "'pdf' is not one of 'mjai', 'tenhou', 'botzone'"),
        (("import", log, "--from", "mjai", "-o", out), "log.json: line 1: a log begins with start_game"),
        (("import", tmp_path / "none", "--from", "mjai", "-o", out), "No such file"),
        (("import", tmp_path / "bytes", "--from", "mjai", "-o", out), "this is no text in UTF-8"),
        (("import", log, "--from", "tenhou", "-o", out, "-r", "richi"), "did you mean 'riichi'?"),
        (("import", log, "--from", "tenhou", "-o", out, "--option", "red"), "KEY=VALUE is expected"),
        (("import", log, "--from", "tenhou", "-o", out, "--option", "red_fives=7"), "red_fives"),
        (("import", log, "--from", "tenhou", "-o", KEPT / "mcr.jsonl"), "the file exists already"),
    ):
        result = run(*arguments)
        assert result.exit_code == 2, result.output
        assert message in result.output
    assert not out.exists()
