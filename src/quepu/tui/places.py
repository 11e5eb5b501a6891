"""Where matches are kept: one file a match, held by one process at a time; a finished one gets a name with its day."""

from __future__ import annotations

import os
import sys
from datetime import UTC, datetime
from pathlib import Path

from quepu.record import Private, RecordError, read

if sys.platform != "win32":
    import fcntl


def state_folder() -> Path:
    """The folder of all matches: $XDG_STATE_HOME/quepu, otherwise ~/.local/state/quepu."""
    base = os.environ.get("XDG_STATE_HOME")
    return (Path(base) if base else Path.home() / ".local" / "state") / "quepu"


def is_over(path: Path) -> bool:
    """Whether the match in this file has ended. Raises RecordError for what is no record."""
    return read(path).over is not None


def set_aside(path: Path) -> Path:
    """Give a match's file a name of its own, so that another match can begin. An unfinished one keeps its secret beside it."""
    Hold(path).release()
    stamp = datetime.now(UTC).astimezone().strftime("%Y-%m-%d-%H%M%S")
    done, number = path.with_name(f"{path.stem}-{stamp}.jsonl"), 1
    while done.exists():
        number += 1
        done = path.with_name(f"{path.stem}-{stamp}-{number}.jsonl")
    secret = Private.path(path)
    if secret.exists():  # first: a record without its secret could not be gone on with, a secret alone is nothing
        secret.rename(Private.path(done))
    path.rename(done)
    return done


class Hold:
    """Keeps other processes from playing the same match. Raises RecordError when one does already, or there is no such file."""

    def __init__(self, path: Path) -> None:
        try:
            self._file = path.open("rb")
        except OSError as error:
            raise RecordError(f"{path}: {error.strerror}") from None
        if sys.platform != "win32":
            try:
                fcntl.flock(self._file.fileno(), fcntl.LOCK_EX | fcntl.LOCK_NB)
            except OSError:
                self._file.close()
                raise RecordError(f"{path}: this match is being played elsewhere; leave it there first") from None

    def release(self) -> None:
        """Let others have it."""
        self._file.close()
