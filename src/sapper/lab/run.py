"""Run an experiment on processes or threads here, or on a Dask cluster, all in the same way.

What is still missing is cut into chunks of a few seconds; an executor of the `concurrent.futures`
kind measures them in any order; each is stored as it arrives. The outcome of a board depends on its
case and number alone, so where, in what order and in how many chunks it ran changes nothing.
"""

from __future__ import annotations

from collections.abc import Callable, Generator
from concurrent.futures import FIRST_COMPLETED, Future, wait
from contextlib import AbstractContextManager, closing
from dataclasses import dataclass
from threading import Event

import sapper
from sapper.errors import (
    AgentCrashed,
    AgentError,
    ExperimentError,
    FileMissing,
    RunError,
    StoreError,
    UnknownName,
    WorkersLost,
)
from sapper.lab.case import Case, Measured, Outcomes
from sapper.lab.experiments import EXPERIMENTS, Experiment
from sapper.lab.finding import Finding
from sapper.lab.portions import Chunk, Portions
from sapper.lab.store import RunRecord, Store
from sapper.lab.workers import (
    Workers,
    check_scheduler,
    cluster_workers,
    ctrl_c_held_back,
    ctrl_c_sets_an_event,
    worker_processes,
    worker_threads,
)

SECONDS_BETWEEN_LOOKS_AT_CTRL_C = 0.05
GROWTH_BETWEEN_DECISIONS = 1.1


@dataclass(frozen=True)
class RunLocation:
    """Where to run: on a number of workers here, or on the cluster of a Dask scheduler."""

    workers: int
    scheduler: str | None = None

    def __post_init__(self) -> None:
        if self.workers < 1:
            raise ExperimentError(f"the number of workers is 1 or more, not {self.workers}")
        if self.scheduler is not None:
            check_scheduler(self.scheduler)


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
    crashes = _Crashes(experiment)
    try:
        _measure_missing(experiment, store, place, chunk_size, watcher, crashes)
    except WorkersLost as error:
        raise WorkersLost(f"{error}; {saved_so_far(experiment, store)}") from None
    crashes.report()
    store.finish(record)
    return finding(experiment, store)


def _measure_missing(
    experiment: Experiment,
    store: Store,
    place: RunLocation,
    chunk_size: int | None,
    watcher: Watcher,
    crashes: _Crashes,
) -> None:
    while gaps := [gap for gap in unfinished(experiment, store) if gap.case not in crashes]:
        with _workers(place, gaps) as workers, ctrl_c_sets_an_event() as stop:
            decided = _Decided(experiment, store)
            portions = Portions(gaps, workers.count, chunk_size)
            with closing(_measure_all(workers, portions, stop, crashes)) as finished:
                for chunk, measured in finished:
                    store.add(chunk.case, chunk.start, measured)
                    watcher(chunk, measured)
                    if decided():
                        break


def begin(experiment: Experiment, store: Store, resume: bool) -> RunRecord:
    """The record of a run; one that was interrupted is resumed only on request."""
    known = {record.id for record in store.runs()}
    record = store.begin(
        experiment.name, experiment.parameters(), experiment.command(), experiment.signatures()
    )
    if (
        record.id in known
        and games_saved(experiment, store)
        and record.finished is None
        and not resume
    ):
        raise RunError(
            f"this run was started before and not finished: --resume continues with what "
            f"{store.path} holds, or name another --out"
        )
    return record


def games_saved(experiment: Experiment, store: Store) -> int:
    """How many games of an experiment the store holds."""
    gaps = (gap for case in experiment.cases for gap in store.missing(case, experiment.games))
    return experiment.games * len(experiment.cases) - sum(map(len, gaps))


def saved_so_far(experiment: Experiment, store: Store) -> str:
    """What the store holds of a run that did not end, in words, and how it is continued."""
    saved, all_of_it = games_saved(experiment, store), experiment.games * len(experiment.cases)
    if not saved:
        return f"no {experiment.counted} was finished"
    return (
        f"{saved:,} of {all_of_it:,} {experiment.counted}s are saved; "
        "the same command with --resume continues"
    )


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


def unfinished(experiment: Experiment, store: Store) -> list[Chunk]:
    """What is still to be measured: every gap in the boards of a case as one chunk."""
    if experiment.may_stop_early:
        measured = _measured_by_all(experiment, store)
        if measured and experiment.stops_at(_outcomes(experiment, store, measured)) is not None:
            return []
    return [
        Chunk(case, gap.start, len(gap))
        for case in experiment.cases
        for gap in store.missing(case, experiment.games)
    ]


def measure(case: Case, start: int, count: int) -> Measured:
    """The work of a worker."""
    try:
        return case.measure(start, count)
    except (AgentError, FileMissing, UnknownName) as error:  # what the agent needs is only here
        raise RunError(f"on a worker, {error}") from None


def _workers(place: RunLocation, gaps: list[Chunk]) -> AbstractContextManager[Workers]:
    """Dask's workers; threads, if the engine does all the work; or processes."""
    if place.scheduler is not None:
        return cluster_workers(place.scheduler)
    if all(gap.case.in_threads for gap in gaps):
        return worker_threads(place.workers)
    return worker_processes(min(place.workers, sum(gap.count for gap in gaps)))


def _measure_all(
    workers: Workers, portions: Portions, stop: Event, crashes: _Crashes
) -> Generator[tuple[Chunk, Measured]]:
    """The chunks as they are done. After Ctrl-C, those that are done by then and no more."""
    under_way: dict[Future[Measured], Chunk] = {}
    try:
        while True:
            stopping = stop.is_set()
            while not stopping and len(under_way) < workers.at_once and (chunk := portions.take()):
                with ctrl_c_held_back():
                    future = workers.executor.submit(measure, chunk.case, chunk.start, chunk.count)
                under_way[future] = chunk
            if not under_way and not stopping:
                return
            patience = 0 if stopping else SECONDS_BETWEEN_LOOKS_AT_CTRL_C
            done, _ = wait(under_way, timeout=patience, return_when=FIRST_COMPLETED)
            if not (done or stopping):
                workers.check()
            for future in sorted(done, key=lambda future: under_way[future].start):
                chunk = under_way.pop(future)
                try:
                    measured = _checked(chunk.case, future.result())
                except AgentCrashed as crash:
                    crashes.add(chunk.case, crash)
                    portions.drop(chunk.case)
                    continue
                portions.done(chunk, measured.timing.seconds)
                yield chunk, measured
            if stopping:
                raise KeyboardInterrupt
    finally:
        for future in under_way:
            future.cancel()
        if under_way:
            workers.drop()


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


class _Crashes:
    """The agents that crashed: each ends its own games alone, unless all are needed."""

    def __init__(self, experiment: Experiment) -> None:
        self._experiment = experiment
        self._crashes: dict[Case, AgentCrashed] = {}

    def __contains__(self, case: Case) -> bool:
        return case in self._crashes

    def add(self, case: Case, crash: AgentCrashed) -> None:
        if self._experiment.needs_every_player:
            raise crash
        self._crashes.setdefault(case, crash)

    def report(self) -> None:
        """Raise the first crash, if there was one, and say what became of the other games."""
        if not self._crashes:
            return
        crash = next(iter(self._crashes.values()))
        if len(self._crashes) == len(self._experiment.cases):
            raise crash
        raise RunError(
            f"{crash}; the other games are played and saved: leave {crash.agent!r} out to see them"
        ) from crash


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
