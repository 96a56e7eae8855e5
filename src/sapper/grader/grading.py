"""Grade one file: play it, and judge what it did by five checks."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import replace
from pathlib import Path
from threading import Event

from sapper.errors import GuestFailed
from sapper.grader import cleanness
from sapper.grader.completeness import CompleteJudge
from sapper.grader.crashes import crash_findings
from sapper.grader.examinee import Examinee, OutOfTime, Timer
from sapper.grader.findings import NOT_JUDGED, Check, Finding, Report, without_repeats
from sapper.grader.games import GAMES, Game, games
from sapper.grader.interface_check import can_play, judge_interface, proposal_faults
from sapper.grader.judging import find, first_fault
from sapper.grader.lasting import growth_of, judge_lasting, measure
from sapper.grader.soundness import SoundJudge

DEFAULT_SECONDS = 6.0
"""For one file: 30 that use up all of it take less than two minutes on two cores."""
FOR_GAMES, FOR_JUDGING = 0.4, 0.5
"""The part of the time left that the games may take, and then what judges them: whatever a stall
has cost before, some is left for each."""


def grade(file: Path, seconds: float = DEFAULT_SECONDS, interrupted: Event | None = None) -> Report:
    """All that there is to say of one file; whatever the file does, this ends with a report."""
    timer = Timer(seconds, interrupted)
    try:
        with Examinee(file, timer) as examinee:
            report = _examine(examinee)
    except GuestFailed as failure:
        why = f"it can't be judged: {failure}"
        found = [Finding(Check.INTERFACE, failure.kind, why, line=failure.line)]
        report = Report("", (*found, *_not_judged("see the interface", found)))
    return replace(report, file=str(file), seconds=timer.spent)


def _examine(examinee: Examinee) -> Report:
    timer, interface = examinee.timer, examinee.interface()
    found = _in_time(judge_interface(examinee, interface))
    if examinee.kind != "course" or not can_play(interface):
        return Report("", without_repeats([*found, *_not_judged("nothing can be played", found)]))
    asks = interface.method("MinesweeperAI", "make_safe_move") is not None
    with timer.using(FOR_GAMES):
        played = list(games(examinee, asks))
    asks = asks and not any(game.has_no_safe_moves for game in played)
    with timer.using(FOR_JUDGING):
        found += _judge(played, examinee)
        found += _in_time(cleanness.judge_calls(examinee))
    larger = list(measure(examinee, asks))
    found += _in_time(crash_findings(larger, examinee))
    found += judge_lasting([*played, *larger], timer.seconds)
    moves = sum(len(game.turns) for game in played)
    found += _not_judged("no game came to its end", found, _unknown(played, larger))
    return Report(
        "",
        without_repeats(found),
        growth=tuple(map(growth_of, larger)),
        games=len(played),
        moves=moves,
        notes=tuple(_notes(played, larger)),
    )


def _judge(played: Sequence[Game], examinee: Examinee) -> list[Finding]:
    """What games show; after a false conclusion, nothing else in that game is held against it."""
    crashes = _in_time(crash_findings(played, examinee))
    first_false = [first_fault(SoundJudge, game) for game in played]
    wrong = [game for game, turns in zip(played, first_false, strict=True) if turns is not None]
    right = [game.until(turns) for game, turns in zip(played, first_false, strict=True)]
    false = _in_time(find(SoundJudge, wrong, examinee))
    missed = _in_time(find(CompleteJudge, right, examinee))
    is_otherwise_right = not (crashes or false or missed)
    unclean = _in_time(cleanness.judge_games(examinee, right, is_otherwise_right))
    return [*crashes, *proposal_faults(played), *false, *missed, *unclean]


def _unknown(played: Sequence[Game], larger: Sequence[Game]) -> Iterator[Check]:
    """What the games can't tell, as none of them got far enough."""
    is_none_told = not any(game.turns for game in played)
    is_none_played = is_none_told or all(game.is_broken_off for game in played)
    if is_none_played:
        yield from (Check.SOUND, Check.COMPLETE, Check.CLEAN)
    is_each_failed = bool(larger) and all(game.failure for game in larger)
    if is_each_failed or (is_none_played and not any(game.turns for game in larger)):
        yield Check.LASTING


def _notes(played: Sequence[Game], larger: Sequence[Game]) -> Iterator[str]:
    """What was left out for want of time."""
    is_cut_off = any(game.is_cut_off for game in played) or len(played) < GAMES
    if is_cut_off and not any(game.failure for game in played):
        yield f"Time ran out after {len(played)} of {GAMES} games; raise --seconds."
    for game in larger:
        if game.is_cut_off:
            yield f"Time ran out on the {growth_of(game).size} board; raise --seconds."


def _in_time(findings: Iterable[Finding]) -> list[Finding]:
    """All that is found before time is up."""
    found: list[Finding] = []
    try:
        for finding in findings:
            found.append(finding)  # noqa: PERF402 (what came before the end must stay)
    except (OutOfTime, GuestFailed):  # the latter only if it can't be loaded a second time
        pass
    return found


def _not_judged(
    why: str, found: Iterable[Finding], checks: Iterable[Check] = Check
) -> list[Finding]:
    """What is not judged does not pass; a check that has found something says so itself."""
    failed = {finding.check for finding in found}
    return [Finding(check, NOT_JUDGED, why) for check in checks if check not in failed]
