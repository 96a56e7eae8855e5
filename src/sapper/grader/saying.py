"""What every form of the report says of the checks, and of what other tests do not see."""

from __future__ import annotations

from collections.abc import Collection

from sapper.grader.findings import NOT_JUDGED, Check, Report

ABOUT = {
    Check.INTERFACE: "names, signatures and returns as the course describes them",
    Check.SOUND: "nothing is concluded that is not certain",
    Check.COMPLETE: "all that single sentences and the subset rule give is concluded at once",
    Check.CLEAN: "no needless sentence, no changed input, no dependence on order",
    Check.LASTING: "time and knowledge stay within bounds as boards grow",
}
ABOUT_CHECK50 = (
    "check50 makes 25 checks on boards of at most 4×5 cells and plays no game, so a file can have "
    "25 of 25 there and be unsound."
)


def class_in_words(reports: Collection[Report]) -> str:
    """The class in a sentence.

    >>> class_in_words([Report("a.py"), Report("b.py")])
    '2 files: 2 without a fault, 0 unsound.'
    """
    faultless = sum(report.is_faultless for report in reports)
    failed = [report.of(Check.SOUND) for report in reports if not report.passes(Check.SOUND)]
    not_judged = sum(findings[0].kind == NOT_JUDGED for findings in failed)
    files = f"{len(reports)} file{'' if len(reports) == 1 else 's'}"
    others = f", {not_judged} that can't be judged" if not_judged else ""
    return f"{files}: {faultless} without a fault, {len(failed) - not_judged} unsound{others}."


def judged_in_words(report: Report) -> str:
    """What was done to judge a file.

    >>> judged_in_words(Report("a.py", games=42, moves=1740, seconds=2.53))
    '42 games, 1,740 calls of add_knowledge, 2.5 seconds'
    """
    games = f"{report.games} game{'' if report.games == 1 else 's'}"
    return f"{games}, {report.moves:,} calls of add_knowledge, {report.seconds:.1f} seconds"


def points_in_words(points: float, most: float) -> str:
    """Points without needless digits.

    >>> points_in_words(17.0, 25), points_in_words(7.25, 10)
    ('17 of 25', '7.25 of 10')
    """
    return f"{points:g} of {most:g}"
