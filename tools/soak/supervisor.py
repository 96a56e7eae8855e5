"""Deals tasks to worker processes, and sees what a worker can't report: crashes, hangs, memory."""

from __future__ import annotations

import json
import os
import selectors
import signal
import subprocess
import sys
import tempfile
import threading
from collections import Counter
from collections.abc import Iterator
from dataclasses import asdict, dataclass, field, replace
from pathlib import Path
from time import monotonic
from typing import Any

from soak.tally import Fault, Tally
from soak.tasks import KINDS, Task
from soak.worker import resident_bytes

ROOT = Path(__file__).resolve().parents[2]
MEGABYTE = 1 << 20
BETWEEN_LOOKS = 0.1
"""How often memory, time and the end of the run are looked at, in seconds."""
WARM_UP = 20
"""After so many tasks, a worker has what it keeps for reuse: growth is counted from there.

It is the difference between the least memory of the next so many tasks and of the last so many.
"""
MOST_FAULTS = 1000
"""After so many, there is no point in going on."""
TAIL = 3000


@dataclass(frozen=True)
class Limits:
    """What a worker may use."""

    seconds: float = 300.0
    """For one task."""
    megabytes: int = 1500
    """At any time."""
    growth: int = 300
    """Megabytes that a worker may hold more after its last tasks than once warmed up."""


@dataclass(frozen=True)
class Plan:
    """What to soak, and for how long."""

    seed: int
    seconds: float
    workers: int = 2
    kinds: tuple[str, ...] = tuple(KINDS)
    sanitizers: bool = True
    injected: str = ""
    limits: Limits = field(default_factory=Limits)


class Lost(Exception):
    """A worker that did not answer: `kind` and text of the fault."""


class Stopped(Exception):
    """The run was ended while a worker was at work."""


class Worker:
    """A process that does tasks."""

    def __init__(self, sanitized: bool, injected: str) -> None:
        self.sanitized = sanitized
        self.after_tasks: list[int] = []
        """The bytes held after each task."""
        self.peak = 0
        self._errors = tempfile.TemporaryFile()  # noqa: SIM115 (`end` closes it)
        python = [ROOT / "tools/sanitize.sh", "--python"] if sanitized else [sys.executable]
        self._process = subprocess.Popen(
            [*python, "-m", "soak.worker", *([injected] if injected else [])],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=self._errors,
            cwd=ROOT,
            env={**os.environ, "PYTHONPATH": f"{ROOT / 'tools'}:{ROOT / 'tests'}"},
            start_new_session=True,  # Ctrl-C is for the supervisor alone
        )
        assert self._process.stdin is not None
        assert self._process.stdout is not None
        self._in, self._out = self._process.stdin, self._process.stdout
        os.set_blocking(self._out.fileno(), False)
        self._selector = selectors.DefaultSelector()
        self._selector.register(self._out, selectors.EVENT_READ)
        self._read = b""
        self._id: int | None = None

    def do(self, task: Task, limits: Limits, stop: threading.Event) -> dict[str, Any]:
        """The answer to a task; raises `Lost` if there is none."""
        started = monotonic()
        if self._id is None:
            self._id = int(self._answer(started, limits, stop)["process"])
        try:
            self._in.write(json.dumps(asdict(task)).encode() + b"\n")
            self._in.flush()
        except OSError:
            raise self._crash() from None
        answer = self._answer(started, limits, stop)
        self.after_tasks.append(answer["resident"])
        return answer

    def _answer(self, started: float, limits: Limits, stop: threading.Event) -> dict[str, Any]:
        while b"\n" not in self._read:
            if self._selector.select(BETWEEN_LOOKS):
                part = self._out.read()
                if part == b"":
                    raise self._crash()
                self._read += part or b""
            if stop.is_set():
                raise Stopped
            if monotonic() - started > limits.seconds:
                raise Lost("hang", f"no answer for {limits.seconds:.0f} s")
            self._look_at_memory(limits)
        line, _, self._read = self._read.partition(b"\n")
        answer: dict[str, Any] = json.loads(line)
        return answer

    def _look_at_memory(self, limits: Limits) -> None:
        if self._id is None:
            return
        resident = resident_bytes(self._id)
        self.peak = max(self.peak, resident)
        if resident > limits.megabytes * MEGABYTE:
            raise Lost("memory", f"{resident // MEGABYTE} MB, more than {limits.megabytes}")

    def _crash(self) -> Lost:
        code = self._process.wait()
        self._errors.seek(0)
        said = self._errors.read()[-TAIL:].decode(errors="replace")
        how = signal.Signals(-code).name if code < 0 else f"exit code {code}"
        kind = "hang" if "Timeout (" in said else "crash"
        return Lost(kind, f"the process ended: {how}\n{said}")

    @property
    def growth(self) -> int:
        """How many bytes more it holds at least after its last tasks than once warmed up.

        The least of several, since what the last task left to be reused is no growth.
        """
        if len(self.after_tasks) < 3 * WARM_UP:
            return 0
        return min(self.after_tasks[-WARM_UP:]) - min(self.after_tasks[WARM_UP : 2 * WARM_UP])

    def end(self) -> None:
        """End the process."""
        if self._process.poll() is None:
            os.killpg(self._process.pid, signal.SIGKILL)
        self._process.wait()
        self._selector.close()
        self._in.close()
        self._out.close()
        self._errors.close()


@dataclass
class Outcome:
    """All that a run found out."""

    tally: Tally = field(default_factory=Tally)
    tasks: Counter[str] = field(default_factory=Counter)
    """Tasks by kind; those under the sanitizers are counted apart."""
    seconds_of_tasks: Counter[str] = field(default_factory=Counter)
    peak: int = 0
    """The most bytes that a worker held, those under the sanitizers apart."""
    peak_sanitized: int = 0
    growth: int = 0
    seconds: float = 0.0
    interrupted: bool = False


class Supervisor:
    """Keeps workers busy until the time is over."""

    def __init__(self, plan: Plan, numbers: Iterator[int]) -> None:
        self.plan = plan
        self.outcome = Outcome()
        self.stop = threading.Event()
        self._numbers = numbers
        self._lock = threading.Lock()
        self._started = monotonic()

    def start(self) -> list[threading.Thread]:
        """Begin; each thread feeds a plain worker and one under the sanitizers."""
        threads = [threading.Thread(target=self._feed) for _ in range(self.plan.workers)]
        for thread in threads:
            thread.start()
        return threads

    @property
    def seconds(self) -> float:
        """How long it has been running."""
        return monotonic() - self._started

    def _feed(self) -> None:
        workers: dict[bool, Worker] = {}
        try:
            while (task := self._next()) is not None:
                sanitized = task.sanitized and self.plan.sanitizers
                if sanitized not in workers:
                    workers[sanitized] = Worker(sanitized, self.plan.injected)
                if not self._give(task, workers[sanitized]):
                    workers.pop(sanitized).end()
        except Stopped:
            pass
        finally:
            for worker in workers.values():
                worker.end()

    def _next(self) -> Task | None:
        with self._lock:
            if self.stop.is_set() or self.seconds >= self.plan.seconds:
                return None
            if len(self.outcome.tally.faults) >= MOST_FAULTS:
                return None
            number = next(self._numbers, None)
        return None if number is None else Task.numbered(self.plan.seed, number, self.plan.kinds)

    def _give(self, task: Task, worker: Worker) -> bool:
        """Have a task done; whether the worker can go on."""
        limits = self.plan.limits
        faults: list[Fault] = []
        try:
            answer = worker.do(task, limits, self.stop)
            tally = Tally.from_json(answer["tally"])
            seconds, goes_on = answer["seconds"], True
        except Lost as lost:
            tally, seconds, goes_on = Tally(), 0.0, False
            faults.append(Fault(*lost.args))
        if worker.growth > limits.growth * MEGABYTE:
            what = f"grown by {worker.growth // MEGABYTE} MB in {len(worker.after_tasks)} tasks"
            faults.append(Fault("memory", what, repeat=f"make soak SEED={task.seed}"))
            goes_on = False
        tally.faults = [self._repeatable(fault, task) for fault in (*tally.faults, *faults)]
        self._count(task, tally, seconds, worker)
        return goes_on

    def _repeatable(self, fault: Fault, task: Task) -> Fault:
        name = f"{task.kind} {task.number}{' (sanitized)' * task.sanitized}"
        kinds = "" if self.plan.kinds == tuple(KINDS) else f" KINDS={','.join(self.plan.kinds)}"
        repeat = fault.repeat or f"make soak SEED={task.seed} TASK={task.number}"
        return replace(fault, task=name, repeat=repeat + kinds)

    def _count(self, task: Task, tally: Tally, seconds: float, worker: Worker) -> None:
        name = f"{task.kind}, sanitized" if worker.sanitized else task.kind
        with self._lock:
            outcome = self.outcome
            outcome.tally.add(tally)
            outcome.tasks[name] += 1
            outcome.seconds_of_tasks[name] += seconds  # type: ignore[assignment]
            if worker.sanitized:
                outcome.peak_sanitized = max(outcome.peak_sanitized, worker.peak)
            else:
                outcome.peak = max(outcome.peak, worker.peak)
            outcome.growth = max(outcome.growth, worker.growth)
