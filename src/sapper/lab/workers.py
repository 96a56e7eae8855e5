"""Who measures: threads where the engine plays, processes for Python, or a Dask cluster's workers.

All are executors of the `concurrent.futures` kind that can also drop what is under way, so that
Ctrl-C never waits for a chunk.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import Executor, ProcessPoolExecutor, ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import ModuleType

from sapper._compiled import compiled
from sapper.errors import ExperimentError, RunError
from sapper.extras import need

SECONDS_TO_CONNECT = 1.5
LAST_PORT = 65535
OVER_TCP = ("", "tcp", "tls")
"""The protocols with addresses of a host and a port; Dask knows others."""
SECONDS_FOR_A_WORKER = 1.0
"""A scheduler may have been started a moment before its workers."""
LEAST_ON_A_CLUSTER = 16
LOGS_OF_DASK = ("distributed", "distributed.client", "tornado", "tornado.application")


@dataclass(frozen=True)
class Workers:
    """An executor, and what to know about it."""

    executor: Executor
    count: int
    at_once: int
    """How many chunks to hand out at a time so that nobody waits."""
    drop: Callable[[], None]
    """End what is under way; these workers measure nothing more."""


@contextmanager
def worker_threads(count: int) -> Iterator[Workers]:
    """Threads of this process, for what runs inside the engine."""
    assert compiled is not None, "nothing runs inside an engine that is not there"
    flag = compiled.StopFlag()
    executor = ThreadPoolExecutor(count, initializer=flag.heed)
    try:
        yield Workers(executor, count, at_once=2 * count, drop=flag.set)
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def worker_processes(count: int) -> Iterator[Workers]:
    """Processes on this machine, which end with this one."""
    context = multiprocessing.get_context("spawn")
    lifeline, our_end = context.Pipe(duplex=False)
    executor = ProcessPoolExecutor(
        count, mp_context=context, initializer=_prepare_process, initargs=(lifeline,)
    )
    try:
        yield Workers(executor, count, at_once=2 * count, drop=our_end.close)
    finally:
        executor.shutdown(cancel_futures=True)
        our_end.close()
        lifeline.close()


def _prepare_process(lifeline: Connection) -> None:
    """Let a worker leave Ctrl-C to the main process, and end when that lets go of the lifeline."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)

    def end_with_it() -> None:
        lifeline.poll(None)  # nothing is ever sent: it is cut, by choice or with the process
        os._exit(1)

    threading.Thread(target=end_with_it, daemon=True).start()


@contextmanager
def cluster_workers(scheduler: str) -> Iterator[Workers]:
    """The workers of a Dask cluster."""
    distributed = need("lab", "distributed")
    with _quiet(LOGS_OF_DASK):
        try:
            _knock(scheduler)
            asyncio.run(asyncio.wait_for(_identify(distributed, scheduler), SECONDS_TO_CONNECT))
            client = distributed.Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
        except (OSError, ValueError) as error:
            why = str(error) or f"no reply in {SECONDS_TO_CONNECT} seconds"
            raise RunError(f"no Dask scheduler answers at {scheduler}: {why}") from None
        except Exception:  # Dask trips over another program's reply in many ways
            raise RunError(f"what answers at {scheduler} is not a Dask scheduler") from None
        with client:
            try:
                client.wait_for_workers(1, timeout=SECONDS_FOR_A_WORKER)
            except TimeoutError:
                raise RunError(f"the Dask scheduler at {scheduler} has no workers") from None
            threads = sum(client.nthreads().values())
            # Dask itself gives the chunks of a dead worker to another. Not pure: a chunk is
            # measured when it is asked for, and not taken from what another client asked.
            executor = client.get_executor(pure=False)
            at_once = max(LEAST_ON_A_CLUSTER, 4 * threads)
            try:
                # Nothing to drop: cancelled futures are enough to make Dask forget their chunks.
                yield Workers(executor, threads, at_once, drop=lambda: None)
            except distributed.KilledWorker as error:
                raise RunError(
                    f"the cluster gave up on a chunk: {error}; what was finished is saved, "
                    "and --resume continues"
                ) from None


def check_scheduler(address: str) -> None:
    """Refuse an address that can't be one.

    >>> check_scheduler("localhost")
    Traceback (most recent call last):
    sapper.errors.ExperimentError: a scheduler reads tcp://HOST:PORT, not 'localhost'
    """
    protocol, host, port = _parts(address)
    possible = host and port.isascii() and port.isdecimal() and 0 < int(port) <= LAST_PORT
    if protocol in OVER_TCP and not possible:
        raise ExperimentError(f"a scheduler reads tcp://HOST:PORT, not {address!r}")


def _knock(scheduler: str) -> None:
    """Raise an error at once where nobody listens; Dask itself would try again and again."""
    protocol, host, port = _parts(scheduler)
    if protocol in OVER_TCP:
        socket.create_connection((host.strip("[]"), int(port)), SECONDS_TO_CONNECT).close()


def _parts(scheduler: str) -> tuple[str, str, str]:
    """The protocol, the host and the port of an address, each empty if it is missing."""
    protocol, _, address = scheduler.rpartition("://")
    host, _, port = address.rpartition(":")
    return protocol, host, port


async def _identify(distributed: ModuleType, scheduler: str) -> None:
    """Raise an error where no scheduler listens; a Dask client could not be closed there."""
    async with distributed.rpc(scheduler) as remote:
        await remote.identity()


@contextmanager
def _quiet(names: tuple[str, ...]) -> Iterator[None]:
    """Keep loggers from writing between our lines: what matters is raised, and told in one."""
    levels = {name: logging.getLogger(name).level for name in names}
    try:
        for name in names:
            logging.getLogger(name).setLevel(logging.CRITICAL + 1)
        yield
    finally:
        for name, level in levels.items():
            logging.getLogger(name).setLevel(level)


@contextmanager
def ctrl_c_sets_an_event() -> Iterator[threading.Event]:
    """Ctrl-C sets an event, so that it breaks nothing off halfway; a second one raises at once."""
    stop = threading.Event()
    if threading.current_thread() is not threading.main_thread():
        yield stop
        return

    def on_ctrl_c(number: int, frame: object) -> None:
        if stop.is_set():
            raise KeyboardInterrupt
        stop.set()

    before = signal.signal(signal.SIGINT, on_ctrl_c)
    try:
        yield stop
    finally:
        signal.signal(signal.SIGINT, before)


@contextmanager
def ctrl_c_held_back() -> Iterator[None]:
    """Ctrl-C arrives later; processes started meanwhile never hear it, even while they start."""
    if not hasattr(signal, "pthread_sigmask"):
        yield
        return
    before = signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
    try:
        yield
    finally:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
