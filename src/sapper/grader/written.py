"""Reports for programs: JSON and CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable
from typing import Any

from sapper.grader.findings import Check, Exhibit, Finding, Report
from sapper.grader.rubric import Rubric


def as_json(report: Report, rubric: Rubric) -> dict[str, Any]:
    """A report as plain data: whether each check passes, and its findings.

    >>> from sapper.grader.rubric import DEFAULT
    >>> written = as_json(Report("a.py", (Finding(Check.SOUND, "false safe", "…"),)), DEFAULT)
    >>> written["file"], written["interface"], written["sound"], written["points"]
    ('a.py', True, False, 17)
    """
    return {
        "file": report.file,
        **{check.value: report.passes(check) for check in Check},
        "points": rubric.total(report),
        "most_points": rubric.most,
        "findings": {
            check.value: [_finding(finding) for finding in report.of(check)] for check in Check
        },
        "growth": [
            {
                "height": one.height,
                "width": one.width,
                "mines": one.mines,
                "moves": one.moves,
                "seconds": round(one.seconds, 6),
                "slowest_call": round(one.slowest, 6),
                "sentences": one.sentences,
                "finished": one.finished,
            }
            for one in report.growth
        ],
        "games": report.games,
        "moves": report.moves,
        "seconds": round(report.seconds, 3),
        "notes": list(report.notes),
    }


def _finding(finding: Finding) -> dict[str, Any]:
    return {
        "kind": finding.kind,
        "message": finding.message,
        "details": list(finding.details),
        "line": finding.line,
        "exhibit": None if finding.exhibit is None else _exhibit(finding.exhibit),
    }


def _exhibit(exhibit: Exhibit) -> dict[str, Any]:
    mines = exhibit.counterexample
    return {
        "height": exhibit.height,
        "width": exhibit.width,
        "mines": exhibit.mines,
        "moves": [{"cell": move.cell, "count": move.count} for move in exhibit.moves],
        "position": str(exhibit.view).splitlines(),
        "cells": sorted(exhibit.cells),
        "counterexample": None if mines is None else sorted(mines),
        "python": list(exhibit.script),
    }


def as_csv(reports: Iterable[Report], rubric: Rubric) -> str:
    """The class as a table for a spreadsheet, a line for each file.

    >>> from sapper.grader.rubric import DEFAULT
    >>> print(as_csv([Report("a.py", games=42, seconds=2.5)], DEFAULT))
    file,interface,sound,complete,clean,lasting,points,most_points,games,seconds,findings
    a.py,true,true,true,true,true,25,25,42,2.5,
    """
    text = io.StringIO()
    table = csv.writer(text, lineterminator="\n")
    checks = [check.value for check in Check]
    table.writerow(["file", *checks, "points", "most_points", "games", "seconds", "findings"])
    for report in reports:
        passes = [str(report.passes(check)).lower() for check in Check]
        found = " | ".join(f"{one.check}: {one.message}" for one in report.findings)
        points = [rubric.total(report), rubric.most]
        table.writerow(
            [report.file, *passes, *points, report.games, round(report.seconds, 1), found]
        )
    return text.getvalue()
