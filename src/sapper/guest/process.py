"""Processes that are asked, and their pipes: JSON lines in both directions, within time and size.

After `close` nothing of it is left: not the process, not its group, not what it forked and moved
to another session. Those carry a mark in their environment, by which Linux finds them.
"""

from __future__ import annotations

import json
import os
import secrets
import selectors
import signal
import subprocess
import sys
from collections.abc import Mapping, Sequence
from contextlib import suppress
from pathlib import Path
from time import sleep
from typing import Any
from weakref import finalize

from sapper.guest.own_time import OwnTime

CHILD = Path(__file__).with_name("child.py")
MARK = "SAPPER_GUEST"
MOST_BYTES = 32 << 20
"""In one answer."""
MOST_TROUBLE = 8 << 10
"""Of what the interpreter itself says last."""
AT_ONCE = 1 << 16
SECONDS_BETWEEN_LOOKS = 0.2
"""How soon the end of the process is noticed if something else keeps its pipes open."""
SECONDS_TO_TELL = 1.0
"""Of the process's own time: for where it is, and for how it ended."""
OUTERMOST = b"in <module>\n"
"""The last line of where a process is."""
PASSES = 40
SECONDS_BETWEEN_PASSES = 0.005
# Numerical libraries would start threads of their own, and each would claim memory.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}


class Stalled(Exception):
    """No answer in time."""


class Ended(Exception):
    """The process has ended, or closed its pipes; the message tells how."""


class NoAnswer(Exception):
    """What came is not a JSON object on a line."""


class AskedProcess:
    """A process that is asked: it reads a JSON object from each line, and answers with one."""

    def __init__(
        self, command: Sequence[str], folder: Path | None, environment: Mapping[str, str]
    ) -> None:
        mark = secrets.token_hex(16)
        self._process = subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.PIPE,
            cwd=folder,
            env={**environment, MARK: mark},
            start_new_session=True,
            bufsize=0,
        )
        pipes = (self._process.stdin, self._process.stdout, self._process.stderr)
        self._requests, self._answers, self._trouble = (pipe.fileno() for pipe in pipes if pipe)
        for pipe in (self._requests, self._answers, self._trouble):
            os.set_blocking(pipe, False)
        self._to_send = bytearray()
        self._received = bytearray()
        self._troubles = bytearray()
        self._is_over = False
        self._looks = selectors.DefaultSelector()
        self._looks.register(self._answers, selectors.EVENT_READ)
        self._looks.register(self._trouble, selectors.EVENT_READ)
        self.close = finalize(self, _end, self._process, self._looks, mark, os.getpid())

    @property
    def pid(self) -> int:
        """The process's id, which is also that of its group."""
        return self._process.pid

    @property
    def has_more(self) -> bool:
        """Whether something came that nobody asked for."""
        return bool(self._received)

    def send(self, message: object) -> None:
        """Send a message; it leaves while answers are waited for."""
        if not self._to_send:
            self._looks.register(self._requests, selectors.EVENT_WRITE)
        self._to_send += json.dumps(message).encode() + b"\n"

    @property
    def own_time(self) -> OwnTime:
        """A stopwatch, which is started now, for what the process takes."""
        return OwnTime(self.pid)

    def receive(self, seconds: float) -> dict[str, Any]:
        """The next answer, for which the process may take so many seconds of its own time."""
        taken = self.own_time
        while (length := self._received.find(b"\n")) < 0:
            if len(self._received) > MOST_BYTES:
                raise NoAnswer("its answer does not end")
            if self._is_over:
                raise Ended(self._how_it_ended())
            left = seconds - taken.seconds
            if left <= 0:
                raise Stalled
            has_ended = self._process.poll() is not None
            self._move(min(left, 0 if has_ended else SECONDS_BETWEEN_LOOKS))
            # What it wrote before it ended has been read by now, unless there is more.
            self._is_over = self._is_over or (has_ended and not self._answers_wait())
        line = bytes(self._received[:length])
        del self._received[: length + 1]
        try:
            answer = json.loads(line)
        except (ValueError, RecursionError):
            raise NoAnswer("what it answered is not JSON") from None
        if not isinstance(answer, dict):
            raise NoAnswer("what it answered is not a JSON object")
        return answer

    def last_words(self) -> str:
        """What the process said last on its standard error."""
        if self._process.poll() is not None:
            self._move(0)
        return self._troubles.decode(errors="replace")

    def _move(self, seconds: float) -> None:
        """Write and read what can be, after waiting for at most so long."""
        for key, _ in self._looks.select(seconds):
            if key.fd == self._requests:
                self._write()
            else:
                self._read(key.fd)

    def _write(self) -> None:
        try:
            del self._to_send[: os.write(self._requests, self._to_send[:AT_ONCE])]
        except BrokenPipeError:
            self._to_send.clear()
        except BlockingIOError:
            return
        if not self._to_send:
            self._looks.unregister(self._requests)

    def _read(self, pipe: int) -> None:
        data = os.read(pipe, AT_ONCE)
        if not data:
            self._looks.unregister(pipe)
            self._is_over = self._is_over or pipe == self._answers
        elif pipe == self._answers:
            self._received += data
        else:
            self._troubles = (self._troubles + data)[-MOST_TROUBLE:]

    def _answers_wait(self) -> bool:
        return any(key.fd == self._answers for key, _ in self._looks.select(0))

    def _how_it_ended(self) -> str:
        taken = self.own_time
        while (code := self._process.poll()) is None:
            if taken.seconds > SECONDS_TO_TELL:
                return "it closed the pipes of its process"
            sleep(SECONDS_BETWEEN_PASSES)
        if code >= 0:
            return f"its process ended with exit code {code}"
        with suppress(ValueError):
            return f"its process was ended by {signal.Signals(-code).name}"
        return f"its process was ended by signal {-code}"


class GuestProcess(AskedProcess):
    """A process that loads somebody's file, and is asked; `script` says what it does with it.

    Its standard error has only what the interpreter says, nothing that the file prints.
    """

    def __init__(self, folder: Path, hash_seed: int, script: Path = CHILD) -> None:
        inherited = {name: value for name, value in os.environ.items() if name[:4] != "COV_"}
        inherited.pop("COVERAGE_PROCESS_START", None)
        super().__init__(
            # -P: `import random` must not find what lies beside the script.
            [sys.executable, "-P", "-B", str(script)],
            folder,
            {**inherited, **ONE_THREAD, "PYTHONHASHSEED": str(hash_seed)},
        )

    def where(self) -> str:
        """Where in its code the process is, as far as the interpreter tells; it goes on."""
        self._troubles.clear()
        # The second is for code in C that runs for long: see `take_the_pipes`.
        for ask in (signal.SIGUSR1, signal.SIGUSR2):
            with suppress(ProcessLookupError):
                os.kill(self._process.pid, ask)
            taken = self.own_time
            while taken.seconds < SECONDS_TO_TELL and self._process.poll() is None:
                if self._troubles.endswith(OUTERMOST):
                    return self.last_words()
                self._move(SECONDS_TO_TELL / 10)
        return self.last_words()


def _end(
    process: subprocess.Popen[bytes], looks: selectors.BaseSelector, mark: str, owner: int
) -> None:
    if os.getpid() != owner:  # a fork of the asker's process: the guest is not its own
        return
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(process.pid, signal.SIGKILL)
    process.kill()
    process.wait()
    looks.close()
    for pipe in (process.stdin, process.stdout, process.stderr):
        if pipe is not None:
            with suppress(OSError):
                pipe.close()
    for _ in range(PASSES):
        if not _kill_marked(f"{MARK}={mark}".encode()):
            break
        sleep(SECONDS_BETWEEN_PASSES)


def _kill_marked(mark: bytes) -> bool:
    """Kill every process with the mark in its environment; whether there was any."""
    found = False
    for entry in _processes():
        with suppress(OSError):  # it is gone, or somebody else's
            if mark in (entry / "environ").read_bytes():
                os.kill(int(entry.name), signal.SIGKILL)
                found = True
    return found


def _processes() -> list[Path]:
    folder = Path("/proc")
    return [entry for entry in folder.iterdir() if entry.name.isdigit()] if folder.is_dir() else []
