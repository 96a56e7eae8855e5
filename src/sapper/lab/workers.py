"""Who measures: threads where the engine plays, processes for Python, or a Dask cluster's workers.

All are executors of the `concurrent.futures` kind that can also drop what is under way, so that
Ctrl-C never waits for a chunk.
"""

from __future__ import annotations

import asyncio
import logging
import multiprocessing
import os
import pickle
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    BrokenExecutor,
    CancelledError,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
)
from contextlib import contextmanager
from dataclasses import dataclass
from multiprocessing.connection import Connection
from types import ModuleType
from typing import Any, TypeVar

from sapper._compiled import compiled
from sapper.errors import ExperimentError, RunError, WorkersLost
from sapper.extras import need

Result = TypeVar("Result")

SECONDS_TO_CONNECT = 1.5
LAST_PORT = 65535
OVER_TCP = ("", "tcp", "tls")
"""The protocols with addresses of a host and a port; Dask knows others."""
SECONDS_FOR_A_WORKER = 1.0
"""A scheduler may have been started a moment before its workers."""
SECONDS_BETWEEN_LOOKS = 5.0
SECONDS_TO_ANSWER = 5.0
LOOKS_IN_VAIN = 12
"""Workers that died are often started again, and a scheduler may be cut off for a moment."""
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
    check: Callable[[], None] = lambda: None
    """Raise an error if these workers will never be done with what is under way."""


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
    except BrokenExecutor:
        raise WorkersLost("a worker process died, perhaps out of memory") from None
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
    with _quiet(LOGS_OF_DASK), _connect(distributed, scheduler) as client:
        try:
            client.wait_for_workers(1, timeout=SECONDS_FOR_A_WORKER)
            threads = sum(client.nthreads().values())
        except TimeoutError:
            raise RunError(f"the Dask scheduler at {scheduler} has no workers") from None
        except OSError:
            raise RunError(f"the Dask scheduler at {scheduler} went away") from None
        at_once = max(LEAST_ON_A_CLUSTER, 4 * threads)
        watch = asyncio.run_coroutine_threadsafe(
            _watch(client, scheduler), client.loop.asyncio_loop
        )
        try:
            # Nothing to drop: cancelled futures are enough to make Dask forget their chunks.
            yield Workers(
                _ClusterExecutor(distributed, client),
                threads,
                at_once,
                drop=lambda: None,
                check=lambda: watch.result() if watch.done() else None,
            )
        except CancelledError:  # Dask cancels all that is under way
            raise WorkersLost(f"the Dask scheduler at {scheduler} went away") from None
        except distributed.KilledWorker as error:
            raise WorkersLost(
                "a chunk ended each worker that measured it, perhaps out of memory; the last was "
                f"the one at {error.last_worker.address}"
            ) from None
        except ImportError as error:
            raise RunError(f"a worker of the cluster can't import Sapper: {error}") from None
        finally:
            watch.cancel()


class _ClusterExecutor(Executor):
    """Hands out work as bytes, which nothing but a task on a worker unpacks.

    Else Dask would do it: its scheduler, which need not have the agent, nor Sapper; and outside of
    any task on a worker, which ends if something can't be imported.
    """

    def __init__(self, distributed: ModuleType, client: Any) -> None:
        self._client = client
        # Dask itself gives the chunks of a dead worker to another. Not pure: a chunk is measured
        # when it is asked for, and not taken from what another client asked.
        self._executor: Executor = client.get_executor(pure=False)
        self._pack: Callable[[object], bytes] = distributed.protocol.pickle.dumps

    def submit(  # type: ignore[override]  # no keywords
        self, function: Callable[..., Result], /, *arguments: object
    ) -> Future[Result]:
        work = self._pack((function, arguments))
        packed = self._pack(_CallWhenUnpacked(_perform, work))
        try:
            return self._executor.submit(pickle.loads, packed)
        except Exception as error:
            if self._client.status == "running":
                raise
            raise CancelledError from error  # like everything that was under way


class _CallWhenUnpacked:
    """Unpacks to what a function returns."""

    def __init__(self, function: Callable[..., object], *arguments: object) -> None:
        self._call = function, arguments

    def __reduce__(self) -> tuple[Callable[..., object], tuple[object, ...]]:
        return self._call


def _perform(work: bytes) -> object:
    """On a worker that has Sapper, unpack the work itself and do it."""
    try:
        function, arguments = pickle.loads(work)
    except Exception as error:  # whatever somebody's module raises when it is imported
        raise RunError(
            f"a worker of the cluster can't import the agent: {type(error).__name__}: {error}; "
            "install its package wherever a worker runs, or start the workers with its folder "
            "in PYTHONPATH"
        ) from None
    return function(*arguments)


async def _watch(client: Any, scheduler: str) -> None:
    """Raise an error when the scheduler has had no workers, or has not answered, for long.

    Looks are counted instead of seconds, as this process may have been suspended meanwhile.
    """
    in_vain = 0
    while in_vain < LOOKS_IN_VAIN:
        await asyncio.sleep(SECONDS_BETWEEN_LOOKS)
        try:
            found = await asyncio.wait_for(client.scheduler.ncores(), SECONDS_TO_ANSWER)
            fault = "has no workers any more"
        except OSError:
            found = {}
            fault = "does not answer any more"
        in_vain = 0 if found else in_vain + 1
    raise WorkersLost(f"the Dask scheduler at {scheduler} {fault}")


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


def _connect(distributed: ModuleType, scheduler: str) -> Any:
    """A Dask client of the scheduler."""
    encryption = _encryption(distributed, scheduler)
    try:
        _knock(scheduler)
        identity = _identify(distributed, scheduler, encryption)
        asyncio.run(asyncio.wait_for(identity, SECONDS_TO_CONNECT))
        return distributed.Client(scheduler, timeout=SECONDS_TO_CONNECT, set_as_default=False)
    except (OSError, ValueError) as error:
        why = str(_first_cause(error)) or f"no reply in {SECONDS_TO_CONNECT} seconds"
        raise RunError(f"no Dask scheduler answers at {scheduler}: {why}") from None
    except Exception:  # Dask trips over another program's reply in many ways
        raise RunError(f"what answers at {scheduler} is not a Dask scheduler") from None


def _encryption(distributed: ModuleType, scheduler: str) -> dict[str, Any]:
    """What Dask's configuration says about connections: the certificates for TLS."""
    try:
        told: dict[str, Any] = distributed.Security().get_connection_args("client")
    except OSError as error:
        raise RunError(f"the TLS certificates that Dask is to use can't be read: {error}") from None
    protocol, _, _ = _parts(scheduler)
    if protocol == "tls" and told["ssl_context"] is None:
        raise RunError(
            f"{scheduler} needs certificates: name them in Dask's configuration "
            "(distributed.comm.tls: ca-file, client.cert and client.key)"
        )
    return told


def _first_cause(error: BaseException) -> BaseException:
    """What Dask's error is about."""
    return error if error.__cause__ is None else _first_cause(error.__cause__)


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


async def _identify(distributed: ModuleType, scheduler: str, encryption: dict[str, Any]) -> None:
    """Raise an error where no scheduler listens; a Dask client could not be closed there."""
    async with distributed.rpc(scheduler, connection_args=encryption) as remote:
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
