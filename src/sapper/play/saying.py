"""The sentences that every interface shows about a game, in one place."""

from __future__ import annotations

from collections.abc import Iterable

from sapper.agents.base import Move
from sapper.agents.expert import Compared, Searched
from sapper.agents.registry import short_name
from sapper.catalogue import Answers, listed, spoken
from sapper.exact.analysis import Analysis
from sapper.game import Action, Status, WinningRule
from sapper.grid import Cell
from sapper.level import Guesses, StartRule
from sapper.play.record import PLAYER, Entry
from sapper.play.risk import FirstClickOdds
from sapper.proof.technique import BoardGrade, Technique
from sapper.view import View

SMALLEST_TOLD = 0.001
"""Smaller chances read "under 0.1 %": 0.0 % would read as none."""
OTHERS_NAMED = 2
"""How many other cells a guess is compared with in words."""

START_WORDS = {
    StartRule.ANY: "may be a mine",
    StartRule.SAFE: "is never a mine",
    StartRule.OPENING: "opens a region",
    StartRule.GIVEN: "is shown, with others",
}
"""What is true of the first cell."""
WINNING_WORDS = {
    WinningRule.REVEALED: "all safe cells open",
    WinningRule.FLAGGED: "all mines flagged",
}
"""What a game is won with."""
GUESSES_WORDS = {
    Guesses.ANY: "up to luck",
    Guesses.FAIR: "fair play",
    Guesses.NONE: "never needed",
}
"""The rule for guesses in a game."""
GUESSES_DETAILS = {
    Guesses.ANY: "the mines are laid at random",
    Guesses.FAIR: "needless guesses lose, others are safe",
    Guesses.NONE: "logic alone solves the board",
}
ANY_GRADE = "any"
STATUS_WORDS = {Status.WON: "won", Status.LOST: "lost", Status.PLAYING: "unfinished"}
FIRST_IS_SAFE = "safe, as the first cell always is"
NOTHING_TO_OPEN = "There is nothing left for the agent to open."
NOTHING_SAVED = "No game is saved yet: a game is saved from its first move on."
NOTHING_FINISHED = "No game is finished yet."


def capital(words: str) -> str:
    """The words with their first letter large."""
    return words[:1].upper() + words[1:]


def full_stop(error: object) -> str:
    """What an error says, as a sentence.

    >>> full_stop(ValueError("no such level"))
    'No such level.'
    """
    return capital(str(error)).rstrip(".") + "."


def counted(number: int, one: str) -> str:
    """A number of things.

    >>> counted(1, "move"), counted(3, "move")
    ('1 move', '3 moves')
    """
    return f"{number} {one}" if number == 1 else f"{number} {one}s"


def joined(items: Iterable[object]) -> str:
    """Things one after another, at least one of them.

    >>> joined([(0, 1), (0, 2), (3, 4)]), joined(["the mine total"])
    ('(0, 1), (0, 2) and (3, 4)', 'the mine total')
    """
    return listed([str(item) for item in items])


def percent(chance: float) -> str:
    """A chance in percent, where only certainty reads as 0 or 100.

    >>> percent(0.1734), percent(0), percent(1e-9), percent(1 - 1e-9)
    ('17.3 %', '0 %', 'under 0.1 %', 'over 99.9 %')
    """
    if chance in (0, 1):
        return _in_percent(spoken(Answers).percent, f"{100 * chance:.0f}")
    if chance < SMALLEST_TOLD:
        return _in_percent(spoken(Answers).under, f"{100 * SMALLEST_TOLD:.1f}")
    if chance > 1 - SMALLEST_TOLD:
        return _in_percent(spoken(Answers).over, f"{100 * (1 - SMALLEST_TOLD):.1f}")
    return _in_percent(spoken(Answers).percent, f"{100 * chance:.1f}")


def _in_percent(words: str, percent: str) -> str:
    return words.format(percent=percent)


def clock(seconds: float) -> str:
    """Time as a clock shows it.

    >>> clock(7.9), clock(75), clock(3675)
    ('0:07', '1:15', '1:01:15')
    """
    minutes, second = divmod(int(seconds), 60)
    hours, minute = divmod(minutes, 60)
    return f"{hours}:{minute:02}:{second:02}" if hours else f"{minute}:{second:02}"


def say_guesses(guesses: Guesses, grade: BoardGrade | None = None) -> str:
    """The rule for guesses in a game, in a few words; nothing for the usual one.

    >>> say_guesses(Guesses.NONE, BoardGrade.HARD), say_guesses(Guesses.FAIR)
    ('no-guess board, hard', 'fair play')
    """
    if guesses is Guesses.NONE:
        return f"no-guess board, {grade.value}" if grade else "no-guess board"
    return GUESSES_WORDS[guesses] if guesses is Guesses.FAIR else ""


def say_grade(grade: BoardGrade | None) -> str:
    """What the hardest step of a board takes.

    >>> say_grade(BoardGrade.TRICKY), say_grade(None)
    ('three numbers together', 'as it comes')
    """
    if grade is None:
        return "as it comes"
    match grade.technique:
        case Technique.ONE_NUMBER:
            return "one number at a time"
        case Technique.MORE_NUMBERS:
            return "five numbers together, or more"
        case Technique.MINE_TOTAL:
            return "the mine total, too"
        case technique:
            return f"{technique.value} together"


def say_odds(odds: Analysis, cell: Cell) -> str:
    """The odds of a hidden cell.

    >>> from sapper.exact.analysis import analyze
    >>> from sapper.view import View
    >>> odds = analyze(View.parse("#1##", mines=1))
    >>> say_odds(odds, (0, 0)), say_odds(odds, (0, 3))
    ('50.0 % chance of a mine', 'certainly safe')
    """
    if isinstance(odds, FirstClickOdds):
        return FIRST_IS_SAFE
    if cell in odds.safe:
        return "certainly safe"
    if cell in odds.mines:
        return "certainly a mine"
    if not odds.is_known(cell):
        return "its odds are unknown"
    return f"{percent(float(odds.mine_probability[cell]))} chance of a mine"


def say_incomplete(odds: Analysis) -> str:
    """That an analysis is not complete, and how to get further; nothing where it is.

    >>> from sapper.exact.analysis import analyze
    >>> from sapper.view import View
    >>> say_incomplete(analyze(View.parse("0#1###1##1##1#", mines=4), budget=2, partial=True))
    'The budget of 2 states ran out, so some odds are unknown; sapper analyze --budget N raises it.'
    """
    if odds.complete:
        return ""
    if odds.budget is None:
        return spoken(Answers).too_wide
    return spoken(Answers).budget_ran_out.format(budget=f"{odds.budget:,}")


def say_hint(
    cell: Cell, certain: bool, mine_probability: float | None, free: bool, fair: bool = False
) -> str:
    """What a hint says.

    >>> say_hint((0, 3), certain=False, mine_probability=0.25, free=False)
    'Nothing is certain. The best guess is (0, 3): 25.0 % chance of a mine.'
    """
    if free:
        return spoken(Answers).first.format(cell=cell)
    if certain:
        return spoken(Answers).certain.format(cell=cell)
    if fair:
        return spoken(Answers).fair.format(cell=cell)
    if mine_probability is None:
        return spoken(Answers).guess.format(cell=cell)
    return spoken(Answers).guess_with_odds.format(cell=cell, chance=percent(mine_probability))


def say_guess(move: Move) -> str:
    """The strongest agent's move, and the next best cells it was compared with.

    >>> from sapper.agents.expert import best_move
    >>> from sapper.view import View
    >>> say_guess(best_move(View.parse("1#\\n##", mines=1)))
    'The best guess is (0, 1): 33.3 % chance of a mine, 33.3 % chance to win.'
    """
    if move.certain:
        return f"{move.cell} is certainly safe."
    words = f"The best guess is {move.cell}"
    if move.mine_probability is not None:
        words += f": {percent(move.mine_probability)} chance of a mine"
    if isinstance(move.reason, Searched):
        words += f", {percent(move.reason.won / move.reason.layouts)} chance to win"
    if isinstance(move.reason, Compared):
        chosen, *others = move.reason.candidates
        words += f", about {percent(chosen.win_chance)} to win"
        if others:
            named = ", ".join(
                f"{other.cell} ({percent(other.mine_probability)}, {percent(other.win_chance)})"
                for other in others[:OTHERS_NAMED]
            )
            words += f"; next {named}"
    return f"{words}."


def say_new_agent(agent: str) -> str:
    """Who makes the AI's moves now.

    >>> say_new_agent("exact")
    "From now on exact makes the AI's moves."
    """
    return f"From now on {short_name(agent)} makes the AI's moves."


def say_no_turn(action: Action, cell: Cell, view: View, flag: str) -> str:
    """Why nothing happened at a cell; `flag` is what to press or type to remove its flag.

    >>> say_no_turn(Action.REVEAL, (0, 1), View.parse("1F", mines=1), "f")
    '(0, 1) is flagged; f removes the flag.'
    """
    if action is Action.CHORD:
        return f"{cell} opens its neighbours once it has as many flags around it as it shows."
    if cell in view.flags:
        return f"{cell} is flagged; {flag} removes the flag."
    return f"{cell} is open already."


def say(entry: Entry) -> str:
    """What happened in a turn, and at what risk.

    >>> say(Entry(1, Action.REVEAL, (3, 4), opened=((3, 4),), by="expert", certain=True))
    'expert opened (3, 4): certainly safe.'
    """
    who = "You" if entry.by == PLAYER else short_name(entry.by)
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
            return f"removed the flag from {entry.cell}"
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
        return FIRST_IS_SAFE
    if entry.certain:
        return "certainly safe"
    if entry.mine_probability is None or entry.best_probability is None:
        return "a guess whose odds would take too long to count"
    if entry.mine_probability == 1:
        return "certainly a mine"
    if entry.fair:
        if entry.is_needless:
            return "a guess, though a safe cell was available"
        return "a guess while nothing was certain, which is fair"
    guess = f"a guess, {percent(entry.mine_probability)} chance of a mine"
    if entry.best_probability == 0:
        return f"{guess}, though a safe cell was available"
    if entry.mine_probability <= entry.best_probability:
        return f"{guess}, the safest available"
    return f"{guess}, while the safest had {percent(entry.best_probability)}"
