"""The journal: every answer on a line of JSON, written as soon as it is judged.

The first line tells which boards these are. A last line that was cut off by a crash is dropped;
whatever was whole is there when the benchmark is resumed.
"""

from __future__ import annotations

import fcntl
import json
from dataclasses import dataclass
from pathlib import Path
from types import TracebackType
from typing import IO, Any

from sapper.errors import SapperError, SaveError, StoreError
from sapper.lab.models.trial import Attempt
from sapper.serialize import plain, to_json

FORMAT = 1


@dataclass(frozen=True, slots=True)
class Boards:
    """Which boards are played, and how many unusable answers in a row end one."""

    level: str
    seed: str
    grades: tuple[str, ...]
    boards: int
    tries: int


class Journal:
    """The answers in a file, which belongs to one run at a time."""

    def __init__(self, path: Path, boards: Boards) -> None:
        self.path = path
        self.attempts: list[Attempt] = []
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            self._file: IO[bytes] = path.open("a+b")
        except OSError as error:
            raise SaveError(f"{path} can't be written: {error.strerror}") from None
        try:
            self._lock()
            self._read(plain(boards))
        except BaseException:
            self._file.close()
            raise

    def __enter__(self) -> Journal:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, _: TracebackType | None
    ) -> None:
        self._file.close()

    def of(self, player: str) -> list[Attempt]:
        """The answers of a player, in their order."""
        return [attempt for attempt in self.attempts if attempt.player == player]

    def add(self, attempt: Attempt) -> None:
        """Keep an answer."""
        self._write(attempt)
        self.attempts.append(attempt)

    def _write(self, content: object) -> None:
        try:
            self._file.write(to_json(content, compact=True).encode() + b"\n")
            self._file.flush()
        except OSError as error:
            raise SaveError(f"{self.path} can't be written: {error.strerror}") from None

    def _lock(self) -> None:
        try:
            fcntl.flock(self._file, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            raise StoreError(f"{self.path} is in use by another run") from None

    def _read(self, boards: Any) -> None:
        heading = {"format": FORMAT, **boards}
        self._file.seek(0)
        content = self._file.read()
        whole = content[: content.rfind(b"\n") + 1]
        if whole != content:
            self._file.truncate(len(whole))
        if not whole:
            self._write(heading)
            return
        lines = whole.splitlines()
        try:
            found = json.loads(lines[0])
            if not isinstance(found, dict) or "format" not in found:
                raise ValueError
        except ValueError:
            raise StoreError(f"{self.path} is no journal of this benchmark") from None
        if found != heading and len(lines) == 1:  # nobody has answered yet
            self._file.truncate(0)
            self._write(heading)
        elif found != heading:
            different = next(name for name in heading if found.get(name) != heading[name])
            raise StoreError(
                f"{self.path} has answers for other boards (with {different}: "
                f"{found.get(different)}): name another --out"
            )
        for number, line in enumerate(lines[1:], start=2):
            try:
                self.attempts.append(Attempt.from_json(json.loads(line)))
            except (ValueError, KeyError, TypeError, SapperError):
                raise StoreError(f"{self.path}, line {number}: not an answer") from None
