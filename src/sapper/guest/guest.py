"""A guest: somebody's own file, loaded and asked in a process of its own.

An exception, a stall or a crash in the file ends nothing but that process, and comes back as a
`GuestFailed` with file and line.
"""

from __future__ import annotations

import os
import re
import sys
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from types import TracebackType
from typing import Any, Literal, TypeVar, get_args

from sapper.errors import FileMissing, GuestFailed, GuestFailure
from sapper.guest.interface import GuestInterface, read_interface
from sapper.guest.operations import (
    COURSE_INTERFACE,
    Answer,
    Operation,
    plain,
    read_answer,
    whole_or_none,
)
from sapper.guest.own_time import LONGEST_BY_THE_CLOCK
from sapper.guest.process import Ended, GuestProcess, NoAnswer, Stalled

SECONDS_TO_START = 30.0
"""For the interpreter itself, on a busy machine."""
LEAST_SECONDS_TO_LOAD = 10.0
"""For the file's imports."""
LONGEST_MESSAGE = 400

Result = TypeVar("Result")


@dataclass(frozen=True, slots=True)
class Limits:
    """How long a guest may take, and how much memory.

    All seconds are of its process's own time: on a busy machine, where it waits for a core, they
    take longer by the clock, up to ten times.
    """

    seconds_per_call: float = 5.0
    """A call that takes longer is a stall."""
    memory_bytes: int = 1 << 30
    seconds_in_all: float | None = None
    """For all calls together, also over restarts."""


DEFAULT_LIMITS = Limits()


class Guest:
    """Somebody's own file in a process of its own; as a context manager, it is closed at the end.

    Raises `GuestFailed` if the file can't be loaded. A guest is used by one thread at a time.
    """

    kind: Literal["course", "agent"]
    """An AI of the course's kind, or a subclass of Sapper's `Agent`."""
    class_name: str
    """The class that plays."""
    line: int | None
    """Where that class's first method begins."""
    files: tuple[Path, ...]
    """The file, and the modules beside it that it has loaded."""
    summary: str
    """What an agent says of itself; "" of an AI of the course's kind."""
    options: tuple[str, ...]
    """The names of an agent's further options."""

    def __init__(
        self,
        file: Path | str,
        class_name: str | None = None,
        *,
        limits: Limits = DEFAULT_LIMITS,
        hash_seed: int = 0,
        tell_seconds: Callable[[float], object] = lambda seconds: None,
    ) -> None:
        """`tell_seconds` hears after each call how many seconds it took, even if it failed."""
        self.file = Path(os.path.abspath(file))
        if not self.file.is_file():
            raise FileMissing(file)
        self.limits = limits
        self._wanted = class_name
        self._hash_seed = hash_seed
        self._tell_seconds = tell_seconds
        self._seconds_taken = 0.0
        self._process: GuestProcess | None = None
        self._start()

    def __enter__(self) -> Guest:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        traceback: TracebackType | None,
    ) -> None:
        self.close()

    def run(self, script: Sequence[Operation]) -> list[Answer | GuestFailed]:
        """Carry out operations one after another, and stop at the first that fails.

        The failure is then the last answer. After a stall, or if the process has ended, the next
        call begins with a fresh process, and so without an AI.
        """
        answers: list[Answer | GuestFailed] = []
        try:
            self._send([operation.written() for operation in script])
            for operation in script:
                read = partial(read_answer, operation)
                answers += [self._receive(operation.do, self.limits.seconds_per_call, read)]
        except GuestFailed as failed:
            answers.append(failed)
        return answers

    def interface(self) -> GuestInterface:
        """Which of the course's classes and methods the file has; raises `GuestFailed`."""
        self._send([{"do": "interface", "expected": COURSE_INTERFACE}])
        return self._receive("its interface", self.limits.seconds_per_call, read_interface)

    def close(self) -> None:
        """End the process, and all that it has started."""
        process, self._process = self._process, None
        if process is not None:
            process.close()

    @property
    def process_id(self) -> int | None:
        """The id of the process, if one is running."""
        return None if self._process is None else self._process.pid

    def _start(self) -> None:
        if sys.platform == "win32":
            raise GuestFailed("load", self.file.name, None, "files can't be played on Windows yet")
        self._process = GuestProcess(self.file.parent, self._hash_seed)
        seconds = max(self.limits.seconds_per_call, LEAST_SECONDS_TO_LOAD)
        try:
            self._process.send(
                {
                    "file": str(self.file),
                    "class_name": self._wanted,
                    "memory_bytes": self.limits.memory_bytes,
                    "longest_call": LONGEST_BY_THE_CLOCK * seconds,
                }
            )
            self._receive("Python's start", SECONDS_TO_START, lambda told: told["ready"])
            self._process.send([{"do": "load"}])
            self._receive("loading it", seconds, self._take_in)
        except BaseException:
            self.close()
            raise

    def _take_in(self, loaded: dict[str, Any]) -> None:
        if loaded["kind"] not in ("course", "agent"):
            raise ValueError("neither an AI nor an agent")
        self.kind = loaded["kind"]
        self.class_name = plain(loaded["class_name"])
        self.line = whole_or_none(loaded["line"])
        beside = {self.file.parent / plain(name) for name in loaded["files"]}
        self.files = (self.file, *sorted(path for path in beside - {self.file} if path.is_file()))
        self.summary = plain(loaded["summary"])
        self.options = tuple(map(plain, loaded["options"]))

    def _send(self, script: object) -> None:
        if self._process is not None and self._process.has_more:
            self.close()  # it spoke without being asked; whatever that was, it is no answer
        if self._process is None:
            self._start()
        assert self._process is not None
        self._process.send(script)

    def _receive(
        self, asked: str, seconds: float, read: Callable[[dict[str, Any]], Result]
    ) -> Result:
        """The next answer, as `read` understands it; the process is ended if there is none."""
        assert self._process is not None
        in_all = self.limits.seconds_in_all
        left = seconds if in_all is None else min(seconds, in_all - self._seconds_taken)
        try:
            told = self._timed(self._process, left)
            if "failure" in told:
                raise self._read_failure(told["failure"])
            return read(told)
        except Stalled:
            line, traceback = self._own_line(self._process.where())
            self.close()
            why = (
                f"{asked} took longer than {seconds:g} seconds"
                if left == seconds
                else f"it took longer than {in_all:g} seconds in all"
            )
            raise GuestFailed("stall", self.file.name, line, why, traceback) from None
        except Ended as ended:
            said = self._process.last_words()
            line, traceback = self._own_line(said)
            self.close()
            last = said.strip().splitlines()[-1:] if not traceback else []
            why = plain("; ".join([f"{ended} in {asked}", *last]))[:LONGEST_MESSAGE]
            raise GuestFailed("ended", self.file.name, line, why, traceback) from None
        except NoAnswer as none:
            self.close()
            raise GuestFailed("answer", self.file.name, None, str(none)) from None
        except (ValueError, TypeError, LookupError, AttributeError, RecursionError, OverflowError):
            self.close()
            why = f"what its process answered to {asked} is not a valid answer"
            raise GuestFailed("answer", self.file.name, None, why) from None
        except GuestFailed:
            raise
        except BaseException:  # Ctrl-C: the answer would come when something else is asked
            self.close()
            raise

    def _timed(self, process: GuestProcess, seconds: float) -> dict[str, Any]:
        """The next answer. What it took is noted as long as there is a process to tell it."""
        taken = process.own_time
        try:
            return process.receive(seconds)
        finally:
            self._seconds_taken += taken.seconds
            self._tell_seconds(taken.seconds)

    def _read_failure(self, told: dict[str, Any]) -> GuestFailed:
        kind: GuestFailure = told["kind"]
        if kind not in get_args(GuestFailure):
            raise ValueError("no kind of failure")
        if kind == "memory":
            self.close()  # what is left in such a process is not to be relied on
        why = " ".join(plain(told["message"])[:LONGEST_MESSAGE].split())
        line = whole_or_none(told["line"])
        return GuestFailed(kind, self.file.name, line, why, plain(told["traceback"]))

    def _own_line(self, said: str) -> tuple[int | None, str]:
        """The innermost line in the file, and its folder's frames, as the interpreter tells."""
        # It writes names in ASCII alone.
        folder, file = (
            str(path).encode("ascii", "backslashreplace").decode()
            for path in (self.file.parent, self.file)
        )
        frames = [line for line in said.splitlines() if f'File "{folder}' in line]
        lines = [re.search(r"line (\d+)", frame) for frame in frames if f'"{file}"' in frame]
        found = next((int(line[1]) for line in lines if line), None)
        return found, plain("\n".join(frames))
