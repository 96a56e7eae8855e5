"""Run an experiment on processes or threads here, or on a Dask cluster, all in the same way.

What is still missing is cut into chunks; an executor of the `concurrent.futures` kind measures
them in any order; each is stored as it arrives. The outcome of a board depends on its case and
number alone, so where, in what order and in how many chunks it ran changes nothing.
"""

from __future__ import annotations

import multiprocessing
import os
import signal
import threading
from collections.abc import Callable, Iterator
from concurrent.futures import (
    FIRST_COMPLETED,
    BrokenExecutor,
    Executor,
    Future,
    ProcessPoolExecutor,
    ThreadPoolExecutor,
    wait,
)
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import islice

import sapper
from sapper.errors import ExperimentError, RunError, StoreError
from sapper.extras import need
from sapper.lab.case import Case, Measured, Outcomes
from sapper.lab.experiments import EXPERIMENTS, Experiment
from sapper.lab.finding import Finding
from sapper.lab.store import RunRecord, Store

SECONDS_BETWEEN_LOOKS_AT_CTRL_C = 0.2
GROWTH_BETWEEN_DECISIONS = 1.1
CONNECT_TIMEOUT = "20s"
LEAST_ON_A_CLUSTER = 16


@dataclass(frozen=True)
class Chunk:
    """A range of a case's boards: the unit of work."""

    case: Case
    start: int
    count: int


@dataclass(frozen=True)
class RunLocation:
    """Where to run: on a number of workers here, or on the cluster of a Dask scheduler."""

    workers: int
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise ExperimentError(f"the number of workers is 1 or more, not {self.workers}")


Watcher = Callable[[Chunk, Measured], None]
SignatureOf = Callable[[Case], str]


def signature_now(case: Case) -> str:
    """The signature of a case's player as it is now."""
    return case.signature


def run(
    experiment: Experiment,
    store: Store,
    place: RunLocation,
    *,
    resume: bool = False,
    chunk_size: int | None = None,
    watcher: Watcher = lambda chunk, measured: None,
) -> Finding:
    """Measure what is missing, keep it, and summarise.

    >>> from sapper.lab.experiments import WinRate
    >>> few = WinRate(50, 1, agents=("exact",), levels=("beginner",), starts=("safe",))
    >>> with Store(":memory:") as store:
    ...     print(run(few, store, RunLocation(workers=1)).shown().rows[0][:6])
    ('beginner', 'safe', '0,0', 'exact', '50', '94.00')
    """
    record = begin(experiment, store, resume)
    while todo := unfinished(experiment, store, chunk_size):
        with _workers(place, todo) as workers, _ctrl_c_waits() as stop:
            decided = _Decided(experiment, store)
            for chunk, measured in _measure_all(workers, todo, stop):
                store.add(chunk.case, chunk.start, measured)
                watcher(chunk, measured)
                if decided():
                    break
    store.finish(record)
    return finding(experiment, store)


def begin(experiment: Experiment, store: Store, resume: bool) -> RunRecord:
    """The record of a run; one that was interrupted is resumed only on request."""
    known = {record.id for record in store.runs()}
    record = store.begin(
        experiment.name, experiment.parameters(), experiment.command(), experiment.signatures()
    )
    nothing = [range(experiment.games)]
    started = any(store.missing(case, experiment.games) != nothing for case in experiment.cases)
    if record.id in known and started and record.finished is None and not resume:
        raise RunError(
            f"this run was started before and not finished: --resume continues with what "
            f"{store.path} holds, or name another --out"
        )
    return record


def finding(
    experiment: Experiment, store: Store, signature_of: SignatureOf = signature_now
) -> Finding:
    """What the store says about a finished experiment, by its players as they are now or were."""
    boards = experiment.games
    if experiment.may_stop_early:
        measured = _measured_by_all(experiment, store, signature_of)
        so_far = _outcomes(experiment, store, measured, signature_of) if measured else None
        stopped = None if so_far is None else experiment.stops_at(so_far)
        boards = boards if stopped is None else stopped
    return experiment.summarise(_outcomes(experiment, store, boards, signature_of))


def experiment_of(record: RunRecord) -> Experiment:
    """The experiment that a record describes."""
    try:
        return EXPERIMENTS[record.experiment].from_parameters(record.parameters)
    except KeyError:
        raise StoreError(f"no experiment is called {record.experiment!r} in this version") from None


def unfinished(experiment: Experiment, store: Store, chunk_size: int | None = None) -> list[Chunk]:
    """The chunks still to be measured, those of the first boards first."""
    if experiment.may_stop_early:
        measured = _measured_by_all(experiment, store)
        if measured and experiment.stops_at(_outcomes(experiment, store, measured)) is not None:
            return []
    chunks = [
        Chunk(case, start, min(size, gap.stop - start))
        for case in experiment.cases
        for size in [chunk_size or case.chunk_size]
        for gap in store.missing(case, experiment.games)
        for start in range(gap.start, gap.stop, size)
    ]
    return sorted(chunks, key=lambda chunk: chunk.start)


def measure(case: Case, start: int, count: int) -> Measured:
    """The work of a worker."""
    return case.measure(start, count)


@dataclass(frozen=True)
class _Workers:
    """Who measures, and how many chunks to hand out at a time so that nobody waits."""

    executor: Executor
    at_once: int


def _measure_all(
    workers: _Workers, todo: list[Chunk], stop: threading.Event
) -> Iterator[tuple[Chunk, Measured]]:
    """The chunks as they are done. After Ctrl-C, only those already under way."""
    waiting = iter(todo)
    under_way: dict[Future[Measured], Chunk] = {}
    try:
        while True:
            if not stop.is_set():
                for chunk in islice(waiting, workers.at_once - len(under_way)):
                    future = workers.executor.submit(measure, chunk.case, chunk.start, chunk.count)
                    under_way[future] = chunk
            if not under_way:
                break
            done, _ = wait(
                under_way, timeout=SECONDS_BETWEEN_LOOKS_AT_CTRL_C, return_when=FIRST_COMPLETED
            )
            for future in sorted(done, key=lambda future: under_way[future].start):
                chunk = under_way.pop(future)
                if not future.cancelled():
                    yield chunk, _checked(chunk.case, future.result())
            if stop.is_set():
                for future in under_way:
                    future.cancel()
    except BrokenExecutor:
        raise RunError(
            "a worker process died, perhaps out of memory; what was finished is saved, "
            "and --resume continues"
        ) from None
    finally:
        for future in under_way:
            future.cancel()
    if stop.is_set():
        raise KeyboardInterrupt


def _checked(case: Case, measured: Measured) -> Measured:
    """Refuse what a worker with another Sapper has measured."""
    if measured.version != sapper.__version__:
        raise RunError(
            f"a worker has sapper {measured.version}, and this is {sapper.__version__}: "
            "the same version must measure all of a run"
        )
    if measured.signature != case.signature:
        raise RunError(
            f"{case.player} has the signature {measured.signature} on a worker and "
            f"{case.signature} here: it must play the same everywhere"
        )
    return measured


class _Decided:
    """Whether an experiment can stop early; looked at again after a tenth more boards."""

    def __init__(self, experiment: Experiment, store: Store) -> None:
        self._experiment, self._store = experiment, store
        self._ask_at = 1

    def __call__(self) -> bool:
        if not self._experiment.may_stop_early:
            return False
        measured = _measured_by_all(self._experiment, self._store)
        if measured < self._ask_at:
            return False
        self._ask_at = int(measured * GROWTH_BETWEEN_DECISIONS) + 1
        outcomes = _outcomes(self._experiment, self._store, measured)
        return self._experiment.stops_at(outcomes) is not None


def _measured_by_all(
    experiment: Experiment, store: Store, signature_of: SignatureOf = signature_now
) -> int:
    """How many boards, from the first on and without a gap, have been measured in every case."""
    gaps = (store.missing(case, experiment.games, signature_of(case)) for case in experiment.cases)
    return min(gap[0].start if gap else experiment.games for gap in gaps)


def _outcomes(
    experiment: Experiment, store: Store, boards: int, signature_of: SignatureOf = signature_now
) -> dict[Case, Outcomes]:
    return {case: store.outcomes(case, boards, signature_of(case)) for case in experiment.cases}


@contextmanager
def _workers(place: RunLocation, todo: list[Chunk]) -> Iterator[_Workers]:
    """Dask's workers; threads, if the engine does all the work; or processes."""
    if place.scheduler is not None:
        with _on_cluster(place.scheduler) as workers:
            yield workers
        return
    executor: Executor
    if all(chunk.case.in_threads for chunk in todo):
        executor = ThreadPoolExecutor(place.workers)
    else:
        executor = ProcessPoolExecutor(
            min(place.workers, len(todo)),
            mp_context=multiprocessing.get_context("spawn"),
            initializer=_prepare_worker,
        )
    try:
        yield _Workers(executor, at_once=2 * place.workers)
    finally:
        executor.shutdown(cancel_futures=True)


@contextmanager
def _on_cluster(scheduler: str) -> Iterator[_Workers]:
    distributed = need("lab", "distributed")
    try:
        client = distributed.Client(scheduler, timeout=CONNECT_TIMEOUT, set_as_default=False)
    except (OSError, ValueError) as error:
        raise RunError(f"no Dask scheduler answers at {scheduler}: {error}") from None
    with client:
        threads = sum(client.nthreads().values())
        # Dask itself gives the chunks of a dead worker to another. Not pure: a chunk is
        # measured when it is asked for, and not taken from what another client asked.
        executor = client.get_executor(pure=False)
        try:
            yield _Workers(executor, at_once=max(LEAST_ON_A_CLUSTER, 4 * threads))
        except distributed.KilledWorker as error:
            raise RunError(
                f"the cluster gave up on a chunk: {error}; what was finished is kept, "
                "and --resume continues"
            ) from None


def _prepare_worker() -> None:
    """Let a worker leave Ctrl-C to the main process, and not outlive it."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    main_process = multiprocessing.parent_process()
    if main_process is not None:

        def leave_with_it() -> None:
            main_process.join()
            os._exit(1)

        threading.Thread(target=leave_with_it, daemon=True).start()


@contextmanager
def _ctrl_c_waits() -> Iterator[threading.Event]:
    """Ctrl-C sets an event, so that no chunk is lost; a second Ctrl-C stops at once."""
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
