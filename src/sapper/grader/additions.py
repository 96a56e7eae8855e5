"""Clean, what others add: the next call respects what was added to `.mines` or `.safes`."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from sapper.errors import GuestFailed
from sapper.grader.examinee import Attempt, Examinee, OutOfTime
from sapper.grader.findings import Check, Exhibit, Finding, Told
from sapper.grader.games import Game
from sapper.grader.refuting import Conclusion
from sapper.grader.rules import Reference
from sapper.grader.shrinking import shrink
from sapper.grader.wording import cells_in_words
from sapper.grid import Cell
from sapper.guest.operations import AddKnowledge, Believe, NewAI


@dataclass(frozen=True, slots=True)
class Addition:
    """A true fact that a caller adds in a game, and the number that the AI is told next."""

    game: Game
    before: tuple[Told, ...]
    cell: Cell
    is_mine: bool
    next: Told

    @property
    def attribute(self) -> str:
        """The set that it is added to."""
        return "mines" if self.is_mine else "safes"


def additions_ignored(examinee: Examinee, games: Sequence[Game]) -> Iterator[Finding]:
    """A mine and a safe cell, each added where it makes a difference to what follows."""
    for is_mine in (True, False):
        for game in games:
            addition = telling_addition(game, is_mine)
            wrong = "" if addition is None else what_is_wrong(examinee, addition)
            if addition is not None and wrong:
                yield _finding(examinee, addition)
                break


def telling_addition(game: Game, is_mine: bool) -> Addition | None:
    """The first fact of this kind in a game from which something else follows with the next number.

    It is about a cell in a sentence that the AI keeps, which must learn of it.
    """
    level, truth = game.board.level, frozenset(game.board.mines)
    without = Reference(level.height, level.width)
    for place, move in enumerate(game.moves):
        without.tell(move)
        kept = game.turns[place - 1].beliefs.sentences if place else ()
        named = {cell for sentence in kept for cell in sentence.cells}
        for cell in sorted(named - {move.cell}):
            if (cell in truth) == is_mine:
                addition = Addition(game, game.moves[:place], cell, is_mine, move)
                news = expected(addition).conclusions() - without.conclusions()
                if news - {Conclusion(cell, is_mine)}:
                    return addition
    return None


def expected(addition: Addition) -> Reference:
    """What an AI should know after the addition and the next number."""
    level = addition.game.board.level
    reference = Reference(level.height, level.width)
    for told in addition.before:
        reference.tell(told)
    added = [addition.cell]
    reference.believe(() if addition.is_mine else added, added if addition.is_mine else ())
    reference.tell(addition.next)
    return reference


def what_is_wrong(examinee: Examinee, addition: Addition) -> str:
    """What is wrong after the addition and the next number; empty if nothing is."""
    return _wrong(_attempt(examinee, addition), addition)


def _attempt(examinee: Examinee, addition: Addition) -> Attempt:
    level, added = addition.game.board.level, frozenset({addition.cell})
    return examinee.ask(
        NewAI(level.height, level.width),
        *(AddKnowledge(told.cell, told.count) for told in addition.before),
        Believe(mines=added) if addition.is_mine else Believe(safes=added),
        AddKnowledge(addition.next.cell, addition.next.count),
    )


def _wrong(attempt: Attempt, addition: Addition) -> str:
    if attempt.failure is not None:
        return f"the next add_knowledge fails: {attempt.failure}"
    beliefs = attempt.beliefs[-1]
    truth = frozenset(addition.game.board.mines)
    false = (beliefs.safes & truth) | (beliefs.mines - truth)
    if false:
        return f"the next add_knowledge concludes something false about {cells_in_words(false)}"
    should = expected(addition)
    missed = (should.safes - beliefs.safes) | (should.mines - beliefs.mines)
    if missed:
        return f"the next add_knowledge misses what follows about {cells_in_words(missed)}"
    return ""


def _finding(examinee: Examinee, addition: Addition) -> Finding:
    """The addition with as few moves before it as show the fault."""

    def after(moves: Sequence[Told]) -> Addition:
        return Addition(addition.game, tuple(moves), addition.cell, addition.is_mine, addition.next)

    def shows(moves: Sequence[Told]) -> bool:
        try:
            return bool(what_is_wrong(examinee, after(moves)))
        except OutOfTime:
            return False

    shortest = after(shrink(addition.before, shows))
    attempt = _attempt(examinee, shortest)
    level, added = addition.game.board.level, f"ai.{addition.attribute}.add({addition.cell})"
    return Finding(
        Check.CLEAN,
        "added mine" if addition.is_mine else "added safe",
        f"after {added} by the caller, {_wrong(attempt, shortest)}",
        (f"The caller adds to .{addition.attribute} before the last of these moves.",),
        line=_line_of(attempt.failure),
        exhibit=Exhibit(
            level.height,
            level.width,
            level.mines,
            (*shortest.before, shortest.next),
            frozenset({addition.cell}),
        ),
    )


def _line_of(failure: GuestFailed | None) -> int | None:
    return None if failure is None else failure.line
