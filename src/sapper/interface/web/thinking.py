"""Thinking beside the server: a few processes, each of which can be stopped at once.

A wide position may take long, and much of the thinking is plain Python, which no thread can be
made to stop and which holds up every other thread. So questions go to processes of their own: one
that takes too long, or whose asker has gone, is killed and replaced. Waiting and thinking together
are bounded, and so is how many may wait.
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

from sapper.errors import AskerGone, TooLong, TooMany
from sapper.interface.web.thinker import LENGTH, Answer, packed

SECONDS = 20.0
"""The longest that a question may take, waiting included."""
MOST_WAITING = 64
MOST_THINKERS = 4

# Libraries that bring threads of their own would claim memory for each of them.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}

Result = TypeVar("Result")


class Thinkers:
    """The processes that think, and the line before them."""

    def __init__(self, number: int | None = None, seconds: float = SECONDS) -> None:
        self.seconds = seconds
        self._thinkers = [_Thinker() for _ in range(number or _as_many_as_cores())]
        # The last to be idle is asked first: it is warm, and the others need not be started.
        self._idle: asyncio.LifoQueue[_Thinker] = asyncio.LifoQueue()
        for thinker in self._thinkers:
            self._idle.put_nowait(thinker)
        self._asked = 0
        self._starting: set[asyncio.Task[Process]] = set()

    @property
    def processes(self) -> list[int]:
        """The identities of the processes that run now."""
        return [thinker.process.pid for thinker in self._thinkers if thinker.process is not None]

    def warm_up(self) -> None:
        """Start one process before the first question comes."""
        self._start(self._thinkers[-1])

    def _start(self, thinker: _Thinker) -> None:
        starting = asyncio.ensure_future(thinker.start())
        self._starting.add(starting)
        starting.add_done_callback(self._starting.discard)

    async def ask(self, work: Callable[..., Result], *arguments: object) -> Result:
        """What `work(*arguments)` gives, or the error it raises; `work` is found by its name.

        A caller who is cancelled takes the work with it.
        """
        if self._asked >= len(self._thinkers) + MOST_WAITING:
            raise TooMany("too many questions are waiting for an answer; ask again in a moment")
        self._asked += 1
        try:
            async with asyncio.timeout(self.seconds):
                thinker = await self._idle.get()
                try:
                    went_well, answer = await thinker.think(packed((work, arguments)))
                finally:
                    self._idle.put_nowait(thinker)
                    if thinker.process is None:  # it was killed: have another ready
                        self._start(thinker)
        except TimeoutError:
            raise TooLong(f"this was not answered within {self.seconds:g} seconds") from None
        finally:
            self._asked -= 1
        if went_well:
            result: Result = answer
            return result
        if isinstance(answer, MemoryError):
            raise TooLong("this takes more memory than there is")
        raise answer

    async def close(self) -> None:
        """End all processes."""
        await asyncio.gather(*self._starting, return_exceptions=True)
        for thinker in self._thinkers:
            await thinker.stop()


class _Thinker:
    """One process, started when first needed."""

    def __init__(self) -> None:
        self.process: Process | None = None
        self._being_started = asyncio.Lock()

    async def start(self) -> Process:
        async with self._being_started:
            if self.process is None or self.process.returncode is not None:
                self.process = await asyncio.create_subprocess_exec(
                    # -P: a numpy.py in the folder that the server was started in is not ours.
                    *(sys.executable, "-P", "-m", "sapper.interface.web.thinker"),
                    stdin=PIPE,
                    stdout=PIPE,
                    env={**os.environ, **ONE_THREAD},
                    # Away from the server's Ctrl-C, but in its session: where the system deals out
                    # the CPU by session, a lower priority counts only within one.
                    process_group=0,
                )
            return self.process

    async def think(self, question: bytes) -> Answer:
        """The answer; whoever stops waiting for it, for whatever reason, ends the process."""
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
                raise TooLong("the thinking came to an unexpected end") from None
            raise
        return answer

    def kill(self) -> None:
        process, self.process = self.process, None
        if process is not None:
            with suppress(ProcessLookupError):
                process.kill()

    async def stop(self) -> None:
        process = self.process
        self.kill()
        if process is not None:
            await process.wait()


def _as_many_as_cores() -> int:
    return min(MOST_THINKERS, os.cpu_count() or 1)


async def unless_gone(work: Awaitable[Result], gone: Awaitable[None]) -> Result:
    """The result of the work, unless the asker is gone before it is there."""
    working, leaving = asyncio.ensure_future(work), asyncio.ensure_future(gone)
    try:
        await asyncio.wait({working, leaving}, return_when=asyncio.FIRST_COMPLETED)
        if leaving.done():  # even if the answer has come, too: nothing may follow from it
            raise AskerGone("nobody waits for the answer any more")
        return working.result()
    finally:
        leaving.cancel()
        working.cancel()
        with suppress(asyncio.CancelledError, Exception):  # it has been told, or nobody asks
            await working
