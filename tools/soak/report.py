"""The figures of a run: as JSON, on the screen, and in `docs/reliability.md`."""

from __future__ import annotations

import os
import platform
import re
from collections import Counter
from pathlib import Path
from typing import Any

from soak.supervisor import MEGABYTE, Outcome, Plan

BEGIN, END = "<!-- soak: begin -->", "<!-- soak: end -->"
SHOWN_FAULTS = 20
SHOWN_LINES = 12


def as_json(plan: Plan, outcome: Outcome, command: str) -> dict[str, Any]:
    """Everything, for a program to read."""
    tally = outcome.tally
    return {
        "command": command,
        "seed": plan.seed,
        "seconds": round(outcome.seconds, 1),
        "interrupted": outcome.interrupted,
        "machine": machine(),
        "workers": plan.workers,
        "sanitizers": plan.sanitizers,
        "tasks": dict(outcome.tasks),
        "seconds of tasks": {
            name: round(seconds, 1) for name, seconds in outcome.seconds_of_tasks.items()
        },
        "peak megabytes": outcome.peak // MEGABYTE,
        "peak megabytes, sanitized": outcome.peak_sanitized // MEGABYTE,
        "growth in megabytes": outcome.growth // MEGABYTE,
        **tally.to_json(),
    }


def machine() -> str:
    """The processor, the number of cores and the versions, in words."""
    try:
        found = re.search(r"model name\s*: (.*)", Path("/proc/cpuinfo").read_text())
        processor = found[1].strip() if found else platform.machine()
    except OSError:
        processor = platform.machine()
    cores = len(os.sched_getaffinity(0))
    return f"{processor}, {cores} cores, {platform.system()}, Python {platform.python_version()}"


def progress(plan: Plan, outcome: Outcome, seconds: float) -> str:
    """One line that says how far it has come."""
    tally = outcome.tally
    return (
        f"{_clock(seconds)} of {_clock(plan.seconds)}: {outcome.tasks.total():,} tasks, "
        f"{tally.games.total():,} games, {tally.certain_moves.total():,} certain moves, "
        f"{tally.judged.total():,} judged, {tally.calls.total():,} calls, "
        f"{outcome.peak // MEGABYTE} MB, {_plural(len(tally.faults), 'fault')}"
    )


def faults(outcome: Outcome) -> str:
    """Every fault and how to repeat it; a long list is cut."""
    found = outcome.tally.faults
    told = []
    for fault in found[:SHOWN_FAULTS]:
        lines = fault.what.strip().splitlines()
        if len(lines) > SHOWN_LINES:
            lines = [*lines[: SHOWN_LINES // 2], "…", *lines[-SHOWN_LINES // 2 :]]
        told.append(f"FAULT: {fault.kind} in {fault.task}; repeat with: {fault.repeat}")
        told += [f"    {line}" for line in lines]
    if len(found) > SHOWN_FAULTS:
        told.append(f"… and {len(found) - SHOWN_FAULTS} more; see the report")
    return "\n".join(told)


def rewrite(document: Path, outcome: Outcome, command: str) -> None:
    """Put the figures into the document, in place of the last ones."""
    text = document.read_text()
    before, _, rest = text.partition(BEGIN)
    _, _, after = rest.partition(END)
    section = f"{BEGIN}\n\n{as_markdown(outcome, command)}\n\n{END}"
    document.write_text(before + section + after)


def as_markdown(outcome: Outcome, command: str) -> str:
    """The figures as a table."""
    tally = outcome.tally
    sanitized = sum(count for name, count in outcome.tasks.items() if "sanitized" in name)
    rows = [
        ("tasks", f"{outcome.tasks.total():,}, {sanitized:,} of them under the sanitizers"),
        ("games", _listed(tally.games)),
        ("certain moves, judged by the mines", _listed(tally.certain_moves)),
        ("certain cells in conclusions, judged by the mines", _listed(tally.conclusions)),
        ("answers judged", _listed(tally.judged)),
        ("random calls", f"{tally.calls.total():,} of {len(tally.calls)} functions"),
        ("documented errors", _listed(tally.refusals)),
        ("slowest random call", f"{tally.slowest_call:.1f} s (`{tally.slowest_name}`)"),
        ("peak memory of a worker", f"{outcome.peak // MEGABYTE:,} MB"),
        ("growth of a worker", f"{outcome.growth // MEGABYTE:,} MB"),
        ("**faults**", f"**{len(tally.faults)}**{_kinds_of_faults(outcome)}"),
    ]
    return "\n".join(
        [
            f"`{command}` ran for {_clock(outcome.seconds)} on {machine()}:",
            "",
            "| | |",
            "| --- | --- |",
            *(f"| {name} | {value} |" for name, value in rows),
        ]
    )


def _kinds_of_faults(outcome: Outcome) -> str:
    kinds = Counter(fault.kind for fault in outcome.tally.faults)
    return f" ({', '.join(f'{kind} {count}' for kind, count in kinds.items())})" if kinds else ""


def _listed(counts: Counter[str]) -> str:
    if not counts:
        return "0"
    parts = ", ".join(f"{name} {count:,}" for name, count in counts.most_common())
    return f"{counts.total():,}: {parts}"


def _clock(seconds: float) -> str:
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes // 60}:{minutes % 60:02}:{rest:02}"


def _plural(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"
