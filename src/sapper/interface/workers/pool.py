"""Worker processes for everything that takes time, each of which can be killed at once.

A wide position may take long, and much of the work is plain Python, which can't be stopped in a
thread and holds up all other threads. So questions go to separate processes: one that takes too
long, or whose client has gone, is killed and replaced. Waiting and computing together are bounded,
and so is the number of questions that may wait. All clients get their share of the workers.
"""

from __future__ import annotations

import asyncio
import os
import pickle
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import Awaitable, Callable
from contextlib import suppress
from typing import TypeVar

from sapper.catalogue import language
from sapper.errors import AskerGone, TooLong
from sapper.interface.workers.clients import NOBODY, Client
from sapper.interface.workers.fair_queue import FairQueue
from sapper.interface.workers.worker import LENGTH, Answer, packed

START = """\
import os, runpy
if hasattr(os, "setpgid"):  # not on Windows
    os.setpgid(0, 0)
runpy.run_module("sapper.interface.workers.worker", run_name="__main__")
"""
"""A worker is out of reach of the server's Ctrl-C, but in its session: where the system shares the
CPU by session, a lower priority counts only within one. It sees to that itself, since not every
event loop (uvloop) can."""
SECONDS = 20.0
"""The most a question may take, waiting included."""
MOST_WAITING = 256
MOST_WORKERS = 4

# Numerical libraries would start threads of their own, and each would claim memory.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

Result = TypeVar("Result")


class WorkerPool:
    """The worker processes, and the queue in front of them."""

    def __init__(self, questions: str, number: int | None = None, seconds: float = SECONDS) -> None:
        """`questions` names the module of the work, which each worker imports as it starts."""
        self.seconds = seconds
        self._workers = [_Worker(questions) for _ in range(number or _as_many_as_cores())]
        self._idle = FairQueue(self._workers, MOST_WAITING)
        self._starting: set[asyncio.Task[Process]] = set()

    @property
    def processes(self) -> list[int]:
        """The process ids of the running workers."""
        return [worker.process.pid for worker in self._workers if worker.process is not None]

    def warm_up(self) -> None:
        """Start one worker before the first question arrives."""
        self._start(self._workers[-1])

    def _start(self, worker: _Worker) -> None:
        starting = asyncio.ensure_future(worker.start())
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)

    async def ask(
        self, work: Callable[..., Result], *arguments: object, client: Client = NOBODY
    ) -> Result:
        """Run `work(*arguments)` in a worker, at this client's turn; `work` is sent by its name.

        The worker speaks the language that is spoken here.

        Cancelling the caller cancels the work.
        """
        try:
            async with asyncio.timeout(self.seconds):
                worker = await self._idle.get(client)
                try:
                    succeeded, answer = await worker.answer(packed((work, arguments, language())))
                finally:
                    self._idle.put(client, worker)
                    if worker.process is None:  # it was killed: start its replacement
                        self._start(worker)
        except TimeoutError:
            raise TooLong(f"this was not answered within {self.seconds:g} seconds") from None
        if succeeded:
            result: Result = answer
            return result
        if isinstance(answer, MemoryError):
            raise TooLong("this takes more memory than is available")
        raise answer

    async def close(self) -> None:
        """End all workers."""
        await asyncio.gather(*self._starting, return_exceptions=True)
        for worker in self._workers:
            await worker.stop()


class _Worker:
    """One process, started when first needed."""

    def __init__(self, questions: str) -> None:
        self.process: Process | None = None
        self._killed: list[Process] = []
        """Those that may not have ended yet: nobody else would wait for them."""
        self._questions = questions
        self._being_started = asyncio.Lock()

    async def start(self) -> Process:
        async with self._being_started:
            if self.process is None or self.process.returncode is not None:
                self.process = await asyncio.create_subprocess_exec(
                    # -P: never import a numpy.py from the folder the server was started in.
                    *(sys.executable, "-P", "-c", START, self._questions),
                    stdin=PIPE,
                    stdout=PIPE,
                    env={**os.environ, **ONE_THREAD},
                )
            return self.process

    async def answer(self, question: bytes) -> Answer:
        """The answer; if the caller stops waiting, for whatever reason, the process is killed."""
        try:
            process = await self.start()
            assert process.stdin is not None
            assert process.stdout is not None
            process.stdin.write(question)
            await process.stdin.drain()
            (length,) = LENGTH.unpack(await process.stdout.readexactly(LENGTH.size))
            answer: Answer = pickle.loads(await process.stdout.readexactly(length))
        except BaseException as reason:
            self.kill()
            if isinstance(reason, asyncio.IncompleteReadError | ConnectionError):
                raise TooLong("the computation ended unexpectedly") from None
            raise
        return answer

    def kill(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()
            self._killed = [each for each in self._killed if each.returncode is None]
            self._killed.append(process)

    async def stop(self) -> None:
        self.kill()
        for process in self._killed:
            await process.wait()


def _as_many_as_cores() -> int:
    # Two even on one core, so that nobody has to wait for a single question that takes long.
    return max(2, min(MOST_WORKERS, os.cpu_count() or 1))


async def unless_gone(work: Awaitable[Result], gone: Awaitable[None]) -> Result:
    """The result of the work, or `AskerGone` if the client disconnects first."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(gone)
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if leaving.done():  # even if the answer is here too: nothing may follow from it
            raise AskerGone("nobody is waiting for the answer any more")
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()
        with suppress(asyncio.CancelledError, Exception):  # already raised above, or of no interest
            await working
