"""The sentences that every interface shows: one place for what a person reads about a game."""

from __future__ import annotations

from sapper.exact.analysis import Analysis
from sapper.game import Action, Status, WinningRule
from sapper.grid import Cell
from sapper.level import StartRule
from sapper.play.record import PLAYER, Entry

SMALLEST_TOLD = 0.001
"""A smaller chance is told as under this: 0.0 % would read as none."""

START_WORDS = {
    StartRule.ANY: "may be a mine",
    StartRule.SAFE: "is never a mine",
    StartRule.OPENING: "opens a region",
    StartRule.GIVEN: "is given, with others",
}
"""What is true of the first cell."""
WINNING_WORDS = {
    WinningRule.REVEALED: "all safe cells open",
    WinningRule.FLAGGED: "all mines flagged",
}
"""What a game is won with."""
STATUS_WORDS = {Status.WON: "won", Status.LOST: "lost", Status.PLAYING: "not over"}


def percent(chance: float) -> str:
    """A chance in percent, where only certainty reads as 0 or 100.

    >>> percent(0.1734), percent(0), percent(1e-9), percent(1 - 1e-9)
    ('17.3 %', '0 %', 'under 0.1 %', 'over 99.9 %')
    """
    if chance in (0, 1):
        return f"{100 * chance:.0f} %"
    if chance < SMALLEST_TOLD:
        return f"under {100 * SMALLEST_TOLD:.1f} %"
    if chance > 1 - SMALLEST_TOLD:
        return f"over {100 * (1 - SMALLEST_TOLD):.1f} %"
    return f"{100 * chance:.1f} %"


def clock(seconds: float) -> str:
    """Time as a clock shows it.

    >>> clock(7.9), clock(75), clock(3675)
    ('0:07', '1:15', '1:01:15')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def say_odds(odds: Analysis, cell: Cell) -> str:
    """The odds of a hidden cell.

    >>> from sapper.exact.analysis import analyze
    >>> from sapper.view import View
    >>> odds = analyze(View.parse("#1##", mines=1))
    >>> say_odds(odds, (0, 0)), say_odds(odds, (0, 3))
    ('50.0 % to be a mine', 'certainly safe')
    """
    if cell in odds.safe:
        return "certainly safe"
    if cell in odds.mines:
        return "certainly a mine"
    return f"{percent(float(odds.mine_probability[cell]))} to be a mine"


def say_hint(cell: Cell, certain: bool, mine_probability: float | None, free: bool) -> str:
    """What a hint says.

    >>> say_hint((0, 3), certain=False, mine_probability=0.25, free=False)
    'Nothing is certain. The best guess is (0, 3): 25.0 % to be a mine.'
    """
    if free:
        return f"Open any cell, {cell} for one: the first can't be a mine."
    if certain:
        return f"{cell} is certainly safe."
    if mine_probability is None:
        return f"Nothing is certain. The best guess is {cell}."
    return (
        f"Nothing is certain. The best guess is {cell}: {percent(mine_probability)} to be a mine."
    )


def say(entry: Entry) -> str:
    """What happened in a turn, and at what risk.

    >>> say(Entry(1, Action.REVEAL, (3, 4), opened=((3, 4),), by="expert", certain=True))
    'expert opened (3, 4): certainly safe.'
    """
    who = "You" if entry.by == PLAYER else entry.by
    told = f"{who} {_what_was_done(entry)}"
    if not entry.is_flagging:
        told += f": {_how_it_went(entry)}"
    ending = {Status.WON: " The game is won.", Status.LOST: " The game is lost."}
    return f"{told}.{ending.get(entry.status, '')}"


def _what_was_done(entry: Entry) -> str:
    match entry.action:
        case Action.FLAG:
            return f"flagged {entry.cell}"
        case Action.UNFLAG:
            return f"took the flag off {entry.cell}"
        case Action.CHORD:
            return f"opened the neighbours of {entry.cell}"
    more = len(entry.opened) - 1
    if more < 1:
        return f"opened {entry.cell}"
    return f"opened {entry.cell} and {more} more cell{'s' if more > 1 else ''}"


def _how_it_went(entry: Entry) -> str:
    risk = _risk(entry)
    if entry.exploded is None:
        return risk
    where = "a mine" if entry.exploded == entry.cell else f"a mine at {entry.exploded}"
    return f"{where}; it was {risk}"


def _risk(entry: Entry) -> str:
    if entry.free:
        return "safe, as the first cell always is"
    if entry.certain:
        return "certainly safe"
    if entry.mine_probability is None or entry.best_probability is None:
        return "a guess, at odds that would take too long to count"
    if entry.mine_probability == 1:
        return "certainly a mine"
    guess = f"a guess, {percent(entry.mine_probability)} to be a mine"
    if entry.best_probability == 0:
        return f"{guess}, though there was a safe cell"
    if entry.mine_probability <= entry.best_probability:
        return f"{guess}, the safest there was"
    return f"{guess}, where the safest was {percent(entry.best_probability)}"
