"""Runs of experiments, for the tests of the laboratory."""

from __future__ import annotations

from pathlib import Path

from sapper.lab.experiments import Experiment, WinRate
from sapper.lab.finding import Finding
from sapper.lab.run import RunLocation, run
from sapper.lab.store import Store

IN_ENGINE = WinRate(
    700, 1, agents=("exact",), levels=("beginner", "expert"), starts=("safe", "opening")
)


def in_memory(
    experiment: Experiment, place: RunLocation | None = None, chunk_size: int | None = None
) -> Finding:
    with Store(":memory:") as store:
        return run(experiment, store, place or RunLocation(1), chunk_size=chunk_size)


def bytes_of(found: Finding) -> str:
    return found.results().to_csv()


def chunks_in(path: Path) -> int:
    if not path.exists():
        return 0
    with Store(path) as store:
        database = store._database
        return int(database.execute("SELECT count(*) FROM chunk").fetchone()[0])
