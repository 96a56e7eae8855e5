"""Grade one file: play it, and judge what it did by five checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import replace
from pathlib import Path
from threading import Event

from sapper.errors import GuestFailed
from sapper.grader.cleanness import judge_cleanness
from sapper.grader.completeness import CompleteJudge
from sapper.grader.crashes import crash_findings
from sapper.grader.examinee import Examinee, OutOfTime, Timer
from sapper.grader.findings import Check, Finding, Report, one_of_each_kind
from sapper.grader.games import games
from sapper.grader.interface_check import can_play, judge_interface
from sapper.grader.judging import find, first_fault
from sapper.grader.lasting import growth_of, judge_lasting, measure
from sapper.grader.soundness import SoundJudge

DEFAULT_SECONDS = 7.0
"""For one file: 30 that use up all of it take less than two minutes on two cores."""
GAMES_UNTIL, CLEAN_UNTIL = 0.4, 0.7
"""The parts of a file's time by which the games, and all but the growth, must be over."""


def grade(file: Path, seconds: float = DEFAULT_SECONDS, interrupted: Event | None = None) -> Report:
    """All that there is to say of one file; whatever the file does, this ends with a report."""
    timer = Timer(seconds, interrupted)
    try:
        with Examinee(file, timer) as examinee:
            report = _examine(examinee)
    except GuestFailed as failure:
        report = Report("", tuple(_not_judged(f"it can't be loaded: {failure}", failure.line)))
    return replace(report, file=str(file), seconds=timer.spent)


def _examine(examinee: Examinee) -> Report:
    if examinee.kind != "course":
        return Report("", tuple(_not_judged("it has no class MinesweeperAI")))
    timer, interface = examinee.timer, examinee.interface()
    found = _in_time(judge_interface(examinee, interface))
    if not can_play(interface):
        others = _not_judged("not judged: without add_knowledge, nothing can be played")
        return Report("", one_of_each_kind([*found, *others]))
    asks = interface.method("MinesweeperAI", "make_safe_move") is not None
    with timer.until(GAMES_UNTIL):
        played = list(games(examinee, asks))
    with timer.until(CLEAN_UNTIL):
        found += _in_time(crash_findings(played, examinee))
        false = _in_time(find(SoundJudge, played, examinee))
        before_false = [game.until(first_fault(SoundJudge, game)) for game in played]
        missed = _in_time(find(CompleteJudge, before_false, examinee))
        is_otherwise_right = not (false or missed)
        found += false + missed
        found += _in_time(judge_cleanness(examinee, before_false, is_otherwise_right))
    larger = list(measure(examinee, asks))
    found += _in_time(crash_findings(larger, examinee))
    found += judge_lasting([*played, *larger], timer.seconds)
    moves = sum(len(game.turns) for game in played)
    if not moves:
        found += _not_judged("not judged: no call of add_knowledge came to its end")
    return Report(
        "",
        one_of_each_kind(found),
        growth=tuple(map(growth_of, larger)),
        games=len(played),
        moves=moves,
    )


def _in_time(findings: Iterable[Finding]) -> list[Finding]:
    """All that is found before time is up."""
    found: list[Finding] = []
    try:
        for finding in findings:
            found.append(finding)  # noqa: PERF402 (what came before the end must stay)
    except OutOfTime:
        pass
    return found


def _not_judged(why: str, line: int | None = None) -> Iterator[Finding]:
    """No check passes on a file of which nothing is known."""
    for check in Check:
        yield Finding(check, "not judged", why, line=line)
