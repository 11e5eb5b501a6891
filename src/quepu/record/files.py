"""Records in files: every line is on the disk before what it says is shown; what is read is believed in nothing."""

from __future__ import annotations

import contextlib
import io
import os
import re
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import Any, BinaryIO, Self, TypeVar

import msgspec

from quepu.acts import Act, ActError
from quepu.fairness import commitment
from quepu.record.lines import (
    FORMAT,
    KINDS,
    ActLine,
    Choice,
    Header,
    Line,
    Over,
    Played,
    Record,
    RecordError,
    Result,
    Start,
    encode,
    sha,
)
from quepu.rulesets import UnknownRulesetError
from quepu.scoring import rules_for
from quepu.wall import WallError

SUFFIX = ".secret"
MOST_POINTS = 10**8
MOST_CARRIED = 10**4
_HEX = re.compile("[0-9a-f]{64}")
_SHA = re.compile("sha256:[0-9a-f]{64}")
T = TypeVar("T")


# ------------------------------------------------------------------------------------------------ writing


class Writer:
    r"""Appends lines to a record. A line that could not be written whole is taken back.

    >>> writer = Writer(io.BytesIO())
    >>> writer.write(ActLine("0 discard 5m"))
    >>> writer.data
    b'{"act":"0 discard 5m"}\n'
    """

    def __init__(self, file: BinaryIO, size: int = 0) -> None:
        self._file = file
        self._size = size
        self._number: int | None = None
        with contextlib.suppress(OSError):  # a file in memory has no number
            self._number = file.fileno()

    @classmethod
    def create(cls, path: str | os.PathLike[str]) -> Writer:
        """A new record. Raises RecordError when the file is there already or cannot be made."""
        try:
            file = Path(path).open("xb", buffering=0)  # noqa: SIM115  # the writer closes it
        except FileExistsError:
            raise RecordError(f"{path}: the file exists already; a record is never written over") from None
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}") from None
        _keep_name(Path(path))
        return cls(file)

    @classmethod
    def reopen(cls, record: Record) -> Writer:
        """The record again, to write on; a torn last line is cut off."""
        try:
            file = Path(record.name).open("r+b", buffering=0)  # noqa: SIM115  # the writer closes it
            file.truncate(record.size)
            file.seek(record.size)
            writer = cls(file, record.size)
            if not record.ended:
                writer._append(b"\n")
        except OSError as error:
            raise RecordError(f"{record.name}: {error.strerror}") from None
        return writer

    @property
    def data(self) -> bytes:
        """All that was written; of a record in memory."""
        assert isinstance(self._file, io.BytesIO)
        return self._file.getvalue()

    def write(self, line: Line) -> None:
        """Append a line; when this returns it survives whatever happens to the process."""
        self._append(encode(line))

    def _append(self, data: bytes) -> None:
        try:
            rest = memoryview(data)
            while rest:
                rest = rest[self._file.write(rest) :]
            if self._number is not None:
                os.fsync(self._number)
        except OSError as error:
            with contextlib.suppress(OSError):
                self._file.truncate(self._size)
                self._file.seek(self._size)
            raise RecordError(f"the record cannot be written: {error.strerror}") from None
        self._size += len(data)

    def close(self) -> None:
        """Close the file."""
        self._file.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


def _keep_name(path: Path) -> None:
    """Make a new file's name survive as well as what is in it, where the system can."""
    with contextlib.suppress(OSError):
        folder = os.open(path.parent, os.O_RDONLY)
        try:
            os.fsync(folder)
        finally:
            os.close(folder)


# ------------------------------------------------------------------------------------------------ the secret


class Private(msgspec.Struct, frozen=True):
    """The secret of a match that is being played, in a file that only its owner may read, beside the record.

    Without it the walls of an unfinished match cannot be known. It is removed when the match is over: then the record has it.
    """

    format: int
    commit: str
    secret: str

    @staticmethod
    def path(record: str | os.PathLike[str]) -> Path:
        """Where the secret of a record lies.

        >>> Private.path("match.jsonl").name
        'match.secret'
        """
        return Path(record).with_suffix(SUFFIX)

    @classmethod
    def create(cls, record: str | os.PathLike[str], secret: bytes) -> None:
        """Write it. Raises RecordError when one is there already."""
        path = cls.path(record)
        try:
            with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
                file.write(msgspec.json.encode(cls(FORMAT, commitment(secret), secret.hex())) + b"\n")
                file.flush()
                os.fsync(file.fileno())
        except FileExistsError:
            raise RecordError(f"{path}: the file exists already; it may belong to another match") from None
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}") from None
        _keep_name(path)

    @classmethod
    def read(cls, record: Record) -> bytes:
        """The secret of a record. Raises RecordError when it is missing or another match's."""
        path = cls.path(record.name)
        try:
            found = msgspec.json.decode(path.read_bytes(), type=cls)
        except FileNotFoundError:
            raise RecordError(
                f"{path}: the file is missing; without it the walls of {record.name} cannot be known"
            ) from None
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}") from None
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise RecordError(f"{path}: {error}") from None
        if not _HEX.fullmatch(found.secret) or found.format != FORMAT:
            raise RecordError(f"{path}: a file of format {FORMAT} with a secret of 64 digits 0-9 a-f is expected")
        secret = bytes.fromhex(found.secret)
        with contextlib.suppress(WallError):  # no match has such a secret
            if sha(commitment(secret)) == record.header.commit:
                return secret
        raise RecordError(f"{path}: the secret is not that of {record.name}: its commitment is another one")

    @classmethod
    def remove(cls, record: str | os.PathLike[str]) -> None:
        """Remove it, if it is there."""
        cls.path(record).unlink(missing_ok=True)


# ------------------------------------------------------------------------------------------------ reading


def read(path: str | os.PathLike[str]) -> Record:
    """A record from its file. Raises RecordError that names file and line; a torn last line is left out."""
    try:
        data = Path(path).read_bytes()
    except OSError as error:
        raise RecordError(f"{path}: {error.strerror}") from None
    return parse(data, os.fspath(path))


def parse(data: bytes, name: str = "record") -> Record:
    """A record from the bytes of its file.

    >>> parse(b'{"format":2}')
    Traceback (most recent call last):
    ...
    quepu.record.lines.RecordError: record line 1: format 2 cannot be read; this quepu reads format 1
    """
    *lines, rest = data.split(b"\n")
    reader = _Reader(name)
    for number, line in enumerate(lines, 1):
        reader.add(number, line)
        reader.size += len(line) + 1
    torn = False
    if rest:
        try:
            reader.add(len(lines) + 1, rest)
            reader.size += len(rest)
        except RecordError:
            if not lines or _is_json(rest):  # a piece of an object is none
                raise
            torn = True
    if reader.record is None:
        raise RecordError(f'{name}: the file is empty; the first line of a record is {{"format":{FORMAT}, …}}')
    record = reader.record
    record.size, record.torn, record.ended = reader.size, torn, torn or not rest
    return record


@dataclass
class _Reader:
    """Takes line after line and refuses what does not fit where it stands."""

    name: str
    record: Record | None = None
    size: int = 0

    def add(self, number: int, data: bytes) -> None:
        """Take the line of this number. Raises RecordError."""
        try:
            self._take(number, self._line(data))
        except (ValueError, KeyError, TypeError, RecursionError) as error:
            raise RecordError(f"{self.name} line {number}: {error}") from None

    def _take(self, number: int, line: Line) -> None:
        if isinstance(line, Header):
            self._header(line)
            return
        if self.record is None:
            raise ValueError(f'a record begins with {{"format":{FORMAT}, …}}')
        if self.record.over is not None:
            raise ValueError("nothing can follow the end of the match")
        match line:
            case Start():
                self._start(self.record, number, line)
            case ActLine():
                self._act(self.record, number, line)
            case Result():
                self._result(self.record, number, line)
            case Over():
                self._over(self.record, line)

    @staticmethod
    def _line(data: bytes) -> Line:
        try:
            found = msgspec.json.decode(data)
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise ValueError(
                f"this is no JSON: {error}" if data.strip() else "the line is empty; a JSON object is expected"
            ) from None
        if isinstance(found, dict):
            if "format" in found and found["format"] != FORMAT:
                raise ValueError(f"format {found['format']!r:.40} cannot be read; this quepu reads format {FORMAT}")
            for key, kind in KINDS.items():
                if key in found:
                    return _convert(found, key, kind)
        raise ValueError(f"a JSON object with one of the keys {', '.join(KINDS)} is expected")

    def _header(self, line: Header) -> None:
        if self.record is not None:
            raise ValueError("the first line of a record comes only once")
        try:
            rules = rules_for(line.preset, line.options)
        except UnknownRulesetError as error:
            raise ValueError(f"preset: {error}") from None
        if rules.game.id != line.ruleset:
            raise ValueError(f"ruleset: preset {line.preset!r} belongs to {rules.game.id}, not to {line.ruleset!r}")
        _as_many(rules.seats, "players", line.players)
        if line.commit:
            _check_sha("commit", line.commit)
            _as_many(rules.seats, "nonces", line.nonces)
        elif line.nonces:
            raise ValueError("nonces: there are some, but no commit")
        self.record = Record(self.name, line, rules)

    def _start(self, record: Record, number: int, line: Start) -> None:
        seats, before = record.rules.seats, record.deals
        if before and before[-1].result is None:
            raise ValueError(f"deal {before[-1].start.deal} has no result yet")
        if line.deal != len(before) + 1:
            raise ValueError(f"deal {len(before) + 1} is expected here, not deal {line.deal}")
        if sorted(line.players) != list(range(seats)):
            raise ValueError(f"players: {line.players}; each number from 0 to {seats - 1} once is expected")
        if line.round not in ("1z", "2z", "3z", "4z"):
            raise ValueError(f"round: {line.round!r}; 1z to 4z is expected")
        _as_many(seats, "scores", line.scores)
        if any(abs(points) > MOST_POINTS for points in line.scores):
            raise ValueError(f"scores: at most {MOST_POINTS} points can be read")
        known = record.rules.game.course.carry
        for key, value in line.carry.items():
            if key not in known:
                raise ValueError(
                    f"carry: nothing is called {key!r} here; a deal inherits {', '.join(known) or 'nothing'}"
                )
            if not 0 <= value <= MOST_CARRIED:
                raise ValueError(f"carry: {key} is {value}; 0 to {MOST_CARRIED} is possible")
        if record.header.commit:
            _check_sha("commit", line.commit)
        elif line.commit:
            raise ValueError("commit: the deal has one, but the match has none")
        record.deals.append(Played(number, line))

    @staticmethod
    def _act(record: Record, number: int, line: ActLine) -> None:
        if not record.deals or record.deals[-1].result is not None:
            raise ValueError("an act belongs to a deal; none has begun here")
        seat, _, text = line.act.partition(" ")
        idle = text.startswith("! ")
        text = text.removeprefix("! ")
        if not seat.isascii() or not seat.isdigit() or len(seat) > 2 or int(seat) >= record.rules.seats:
            raise ValueError(f"act {line.act!r}: a seat from 0 to {record.rules.seats - 1} comes first")
        try:
            act = Act.read(text, record.rules.game.course.bets)
        except ActError as error:
            raise ValueError(f"act: {error}") from None
        record.deals[-1].choices.append(Choice(number, int(seat), act, text, idle))

    @staticmethod
    def _result(record: Record, number: int, line: Result) -> None:
        if not record.deals or record.deals[-1].result is not None:
            raise ValueError("a result belongs to a deal; none has begun here")
        if line.key and not _HEX.fullmatch(line.key):
            raise ValueError(f"key: 64 digits 0-9 a-f are expected, not {line.key!r:.80}")
        played = record.deals[-1]
        played.result, played.result_line = line, number

    @staticmethod
    def _over(record: Record, line: Over) -> None:
        if not record.deals or record.deals[-1].result is None:
            raise ValueError("the match cannot be over before a deal is")
        if not line.over:
            raise ValueError("over: true is expected")
        if line.secret and not _HEX.fullmatch(line.secret):
            raise ValueError(f"secret: 64 digits 0-9 a-f are expected, not {line.secret!r:.80}")
        record.over = line


def _is_json(data: bytes) -> bool:
    try:
        msgspec.json.decode(data)
    except (msgspec.MsgspecError, UnicodeError, RecursionError):
        return False
    return True


def _convert(found: Any, key: str, kind: type[T]) -> T:
    try:
        return msgspec.convert(found, kind)
    except msgspec.ValidationError as error:
        raise ValueError(f"the line with {key!r} does not fit: {error}") from None


def _as_many(seats: int, what: str, given: Sequence[object]) -> None:
    if len(given) != seats:
        raise ValueError(f"{what}: {seats} are expected, one a player, not {len(given)}")


def _check_sha(what: str, text: str) -> None:
    if not _SHA.fullmatch(text):
        raise ValueError(f"{what}: sha256: and 64 digits 0-9 a-f are expected, not {text!r:.80}")
