"""The command: `make soak HOURS=1`, `make soak SEED=1 TASK=12`."""

from __future__ import annotations

import argparse
import itertools
import json
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from dataclasses import replace
from pathlib import Path

from soak.injection import INJECTIONS
from soak.report import as_json, faults, progress, rewrite
from soak.supervisor import ROOT, Limits, Plan, Supervisor
from soak.tasks import KINDS, Task

SECONDS_PER_HOUR = 3600
BETWEEN_LINES = 60.0
"""Seconds between lines of progress where there is no terminal to redraw one on."""


def main() -> None:
    """Soak, and tell what was found; exit with 1 if there was a fault."""
    options = _options()
    signal.signal(signal.SIGINT, signal.default_int_handler)  # a background process may ignore it
    plan, numbers = _plan(options)
    if plan.sanitizers and not _sanitizers_built():
        plan = replace(plan, sanitizers=False)
    supervisor = Supervisor(plan, numbers)
    outcome = supervisor.outcome
    threads = supervisor.start()
    try:
        _wait(supervisor, threads)
    except KeyboardInterrupt:
        outcome.interrupted = True
    supervisor.stop.set()
    for thread in threads:
        thread.join()
    outcome.seconds = supervisor.seconds
    print("\n" + progress(plan, outcome, outcome.seconds))
    print(faults(outcome) or "No faults.")
    command = _command(options)
    options.report.parent.mkdir(parents=True, exist_ok=True)
    options.report.write_text(json.dumps(as_json(plan, outcome, command), indent=2) + "\n")
    print(f"report: {options.report}")
    if options.document and not outcome.interrupted:
        rewrite(options.document, outcome, command)
    sys.exit(1 if outcome.tally.faults else 0)


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="soak", description=__doc__)
    parser.add_argument("--hours", type=float, default=1.0)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--task", type=int, help="do this task alone, to repeat a fault")
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--kinds", default=",".join(KINDS), help="kinds of tasks, by commas")
    parser.add_argument("--no-sanitizers", action="store_true")
    parser.add_argument("--seconds-per-task", type=float, default=Limits.seconds)
    parser.add_argument("--megabytes", type=int, default=Limits.megabytes)
    parser.add_argument("--growth", type=int, default=Limits.growth, help="in megabytes")
    parser.add_argument("--inject", choices=INJECTIONS, default="", help="a fault on purpose")
    parser.add_argument("--report", type=Path, default=ROOT / "build/soak/report.json")
    parser.add_argument("--document", type=Path, help="rewrite the figures in this document")
    options = parser.parse_args()
    unknown = set(options.kinds.split(",")) - set(KINDS)
    if unknown:
        parser.error(f"no kind is called {min(unknown)!r}; there are: {', '.join(KINDS)}")
    return options


def _plan(options: argparse.Namespace) -> tuple[Plan, Iterator[int]]:
    kinds = tuple(options.kinds.split(","))
    alone = options.task is not None
    sanitizers = not options.no_sanitizers
    if alone:
        sanitizers = sanitizers and Task.numbered(options.seed, options.task, kinds).sanitized
    plan = Plan(
        seed=options.seed,
        seconds=options.hours * SECONDS_PER_HOUR,
        workers=1 if alone else options.workers,
        kinds=kinds,
        sanitizers=sanitizers,
        injected=options.inject,
        limits=Limits(options.seconds_per_task, options.megabytes, options.growth),
    )
    return plan, iter([options.task]) if alone else itertools.count()


def _sanitizers_built() -> bool:
    print("Building the engine with sanitizers ...", flush=True)
    built = subprocess.run(
        [ROOT / "tools/sanitize.sh", "--build"], capture_output=True, text=True, check=False
    )
    if built.returncode:
        print(built.stderr, "!!! Soaking WITHOUT sanitizers: that build failed !!!", sep="\n")
    return not built.returncode


def _command(options: argparse.Namespace) -> str:
    return f"make soak HOURS={options.hours:g} SEED={options.seed}"


def _wait(supervisor: Supervisor, threads: list[threading.Thread]) -> None:
    """Until all is done; a line tells how it goes."""
    print(f"Soaking with {len(threads)} workers ...", flush=True)
    redraws = sys.stdout.isatty()
    next_line = BETWEEN_LINES
    while any(thread.is_alive() for thread in threads):
        threads[0].join(timeout=0.5)
        if redraws or supervisor.seconds >= next_line:
            line = progress(supervisor.plan, supervisor.outcome, supervisor.seconds)
            print(f"\r{line}" if redraws else line, end="" if redraws else "\n", flush=True)
            next_line = supervisor.seconds + BETWEEN_LINES


if __name__ == "__main__":
    main()
