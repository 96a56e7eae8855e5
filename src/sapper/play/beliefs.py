"""What an agent believes beside what follows: right, false, not certain, or missed.

An agent of one's own may take a cell to be safe that is not, or overlook one that is. Here its
beliefs are compared with the exact analysis of the same view, cell by cell and sentence by
sentence, once for every interface.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import cached_property
from math import isclose
from pathlib import PurePath

from sapper.agents.base import Beliefs, BelievedSentence
from sapper.errors import BudgetExceeded
from sapper.exact.analysis import Analysis, analyze
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.exact.consistency import Consistency
from sapper.exact.fronts import Witness, hidden_cells_of, read_witnesses
from sapper.exact.sweep import FIELD, Budget
from sapper.grid import Cell, is_inside
from sapper.play.asking import Why
from sapper.play.saying import counted, joined, percent
from sapper.view import View

SENTENCE_BUDGET = 500_000
"""States of the twin for all sentences together: half a second to a second."""
STATES_PER_NUMBER = 20
"""Trying a count takes as long as so many states for each number of the view."""
MOST_SENTENCES = 200
"""How many sentences are judged; a faulty agent may keep any number."""
MOST_CELLS = 10_000
"""On larger boards sentences are not judged: reading the numbers alone would take long."""
TOO_LONG = "; whether that follows would take too long to count"
IMPOSSIBLE = ", which can't be"
MOST_CELLS_NAMED = 8
NOWHERE: Cell = (-1, -1)
"""Where a believed sentence stands among the numbers of a view."""
FLOATS_AGREE = 1e-9


class Judgement(StrEnum):
    """What becomes of a belief."""

    RIGHT = "right"
    """It follows from the view."""
    FALSE = "false"
    """The opposite follows."""
    UNCERTAIN = "uncertain"
    """Neither follows: the agent can't know."""
    MISSED = "missed"
    """It follows, and the agent does not believe it."""
    UNKNOWN = "unknown"
    """Whether it follows would take too long to count."""


WRONG = (Judgement.FALSE, Judgement.UNCERTAIN)
"""Whatever an agent believes that does not follow is a false belief."""


@dataclass(frozen=True, slots=True)
class CellBelief:
    """That a cell is a mine, or safe: as the agent believes or, if `missed`, as it is."""

    cell: Cell
    is_mine: bool
    judgement: Judgement
    words: str
    """The belief and what is wrong with it, in a sentence."""

    @property
    def is_wrong(self) -> bool:
        """Whether the agent believes what does not follow."""
        return self.judgement in WRONG

    @property
    def is_missed(self) -> bool:
        """Whether the agent does not believe what follows."""
        return self.judgement is Judgement.MISSED

    @property
    def is_fault(self) -> bool:
        """Whether it is false or was missed."""
        return self.is_wrong or self.is_missed


@dataclass(frozen=True, slots=True)
class SentenceBelief:
    """Of `cells`, the agent believes, exactly `count` are mines."""

    cells: frozenset[Cell]
    count: int
    judgement: Judgement
    words: str

    @property
    def is_wrong(self) -> bool:
        """Whether the sentence does not follow."""
        return self.judgement in WRONG


@dataclass(frozen=True)
class JudgedBeliefs:
    """All that an agent believes of one view, beside what follows; it is sent as it is.

    `complete`: whether all that follows was found within the budget.
    """

    agent: str
    """The agent's name, or that of its file."""
    cells: tuple[CellBelief, ...]
    sentences: tuple[SentenceBelief, ...]
    complete: bool
    words: str = field(default="")
    """How many beliefs are right, false or missed."""

    @cached_property
    def by_cell(self) -> dict[Cell, CellBelief]:
        """The beliefs by their cells."""
        return {belief.cell: belief for belief in self.cells}

    @cached_property
    def wrong(self) -> tuple[CellBelief, ...]:
        """The false beliefs."""
        return tuple(belief for belief in self.cells if belief.is_wrong)

    @cached_property
    def missed(self) -> tuple[CellBelief, ...]:
        """What the agent has overlooked."""
        return tuple(belief for belief in self.cells if belief.is_missed)

    @cached_property
    def wrong_sentences(self) -> tuple[SentenceBelief, ...]:
        """The false sentences."""
        return tuple(belief for belief in self.sentences if belief.is_wrong)

    @property
    def to_explain(self) -> tuple[CellBelief | SentenceBelief, ...]:
        """What has a reason to ask for: false beliefs first, then what was missed."""
        return *self.wrong, *self.wrong_sentences, *self.missed

    @property
    def listed(self) -> tuple[CellBelief | SentenceBelief, ...]:
        """The same, and then the other sentences."""
        others = (sentence for sentence in self.sentences if not sentence.is_wrong)
        return *self.to_explain, *others


def judge(
    view: View, beliefs: Beliefs, agent: str, *, budget: int | None = DEFAULT_BUDGET
) -> JudgedBeliefs:
    """Compare what an agent believes with all that follows from the view.

    >>> view = View.parse("#1##", mines=1)
    >>> judged = judge(view, Beliefs(safe=frozenset({(0, 0)})), "mine.py")
    >>> for belief in judged.to_explain:
    ...     print(belief.words)
    mine.py believes that (0, 0) is safe, but it has a 50.0 % chance of a mine.
    mine.py has missed that (0, 3) is safe.
    >>> judged.words
    'mine.py: no belief is right, 1 is false, 1 conclusion is missed.'
    """
    agent = PurePath(agent).name  # of a file, without its folders
    analysis = analyze(view, budget=budget, partial=True)
    cells = tuple(sorted(_judged_cells(analysis, beliefs, agent), key=lambda belief: belief.cell))
    sentences = tuple(_judged_sentences(analysis, beliefs.sentences, agent))
    judged = JudgedBeliefs(agent, cells, sentences, analysis.complete)
    return replace(judged, words=_in_short(judged))


def reason_with_belief(why: Why, belief: CellBelief | None, agent: str) -> Why:
    """An explanation that begins with what is wrong about a belief; others stay as they are.

    >>> from sapper.play.asking import why
    >>> view = View.parse("###\\n111", mines=1)
    >>> judged = judge(view, Beliefs(mines=frozenset({(0, 2)})), "mine.py")
    >>> reason_with_belief(why(view, (0, 2)), judged.by_cell[0, 2], "mine.py").heading[0]
    'mine.py believes that (0, 2) is a mine, but (0, 2) is safe. Grade: subset, from 2 numbers.'
    """
    if belief is None or not belief.is_fault:
        return why
    if why.kind == "odds":
        return replace(why, heading=(belief.words, *why.heading))
    first, *others = why.heading
    if belief.is_missed:
        return replace(why, heading=(f"{agent} has missed this: {first}", *others))
    return replace(
        why, heading=(f"{_believes(belief.cell, belief.is_mine, agent)}, but {first}", *others)
    )


# Cells


def _judged_cells(analysis: Analysis, beliefs: Beliefs, agent: str) -> Iterator[CellBelief]:
    for cell, is_mine in _one_belief_each(analysis, beliefs):
        judgement, what_is_so = _judgement(analysis, cell, is_mine)
        words = _believes(cell, is_mine, agent)
        yield CellBelief(cell, is_mine, judgement, f"{words}{what_is_so}.")
    for known, is_mine in ((analysis.safe, False), (analysis.mines, True)):
        for cell in known - beliefs.safe - beliefs.mines:
            words = f"{agent} has missed that {cell} is {_what(is_mine)}."
            yield CellBelief(cell, is_mine, Judgement.MISSED, words)


def _one_belief_each(analysis: Analysis, beliefs: Beliefs) -> Iterator[tuple[Cell, bool]]:
    """Each cell and whether it is believed to be a mine; of two beliefs, the one that is wrong.

    That a revealed cell is safe goes without saying.
    """
    view = analysis.view
    for cell in beliefs.safe | beliefs.mines:
        is_hidden = is_inside(cell, view.height, view.width) and view.is_hidden(cell)
        is_mine = cell in beliefs.mines
        if is_mine and cell in beliefs.safe and is_hidden:
            is_mine = cell in analysis.safe
        if is_mine or is_hidden or not is_inside(cell, view.height, view.width):
            yield cell, is_mine


def _judgement(analysis: Analysis, cell: Cell, is_mine: bool) -> tuple[Judgement, str]:
    """What becomes of a belief, and what is so instead."""
    view = analysis.view
    if not is_inside(cell, view.height, view.width):
        return Judgement.FALSE, ", but there is no such cell"
    if not view.is_hidden(cell):
        return Judgement.FALSE, f", but it is open and shows {view.number(cell)}"
    if cell in (analysis.mines if is_mine else analysis.safe):
        return Judgement.RIGHT, ", which follows"
    if cell in (analysis.safe if is_mine else analysis.mines):
        return Judgement.FALSE, f", but it is certainly {_what(not is_mine)}"
    if not analysis.is_known(cell):
        return Judgement.UNKNOWN, TOO_LONG
    chance = percent(float(analysis.mine_probability[cell]))
    return Judgement.UNCERTAIN, f", but it has a {chance} chance of a mine"


def _believes(cell: Cell, is_mine: bool, agent: str) -> str:
    return f"{agent} believes that {cell} is {_what(is_mine)}"


def _what(is_mine: bool) -> str:
    return "a mine" if is_mine else "safe"


# Sentences


def _judged_sentences(
    analysis: Analysis, sentences: Iterable[BelievedSentence], agent: str
) -> Iterator[SentenceBelief]:
    sentence_judge = None
    is_large = analysis.view.height * analysis.view.width > MOST_CELLS
    for place, sentence in enumerate(sentences):
        if is_large or place >= MOST_SENTENCES:
            judgement, what_is_so = Judgement.UNKNOWN, TOO_LONG
        else:
            sentence_judge = sentence_judge or SentenceJudge(analysis)
            judgement, what_is_so = sentence_judge.judgement(sentence)
        words = f"{agent} believes that {_said(sentence)}{what_is_so}."
        yield SentenceBelief(sentence.cells, sentence.count, judgement, words)


class SentenceJudge:
    """Finds out whether a sentence holds in every possible layout, in some, or in none.

    The numbers of the view and the mine total leave so many mines for the cells of a sentence:
    each count is tried as one number more.

    >>> judge = SentenceJudge(analyze(View.parse("##1#\\n####", mines=2)))
    >>> judge.possible_counts(frozenset({(0, 0), (1, 0)}))
    [1]
    """

    def __init__(self, analysis: Analysis) -> None:
        self._analysis = analysis
        view = analysis.view
        self._numbers = read_witnesses(view)
        hidden = frozenset(hidden_cells_of(view))
        self._unsettled = hidden - analysis.safe - analysis.mines
        self._mines_left = view.mines - len(analysis.mines)
        self._work = Budget(SENTENCE_BUDGET)
        self._consistency = Consistency(hidden, view.mines, self._work)

    def judgement(self, sentence: BelievedSentence) -> tuple[Judgement, str]:
        """What becomes of the sentence, and what is so instead."""
        view, analysis = self._analysis.view, self._analysis
        if outside := [
            cell for cell in sentence.cells if not is_inside(cell, view.height, view.width)
        ]:
            return Judgement.FALSE, f", but there is no {_either(map(str, sorted(outside)))}"
        mines = len(sentence.cells & analysis.mines)
        cells = sentence.cells & self._unsettled
        try:
            if self._follows(cells, sentence.count - mines):
                return Judgement.RIGHT, ", which follows"
            counts = [mines + more for more in self.possible_counts(cells)]
        except BudgetExceeded:
            return Judgement.UNKNOWN, TOO_LONG
        if counts == [sentence.count]:
            return Judgement.RIGHT, ", which follows"
        if sentence.count in counts:
            others = [str(other) for other in counts if other != sentence.count]
            return Judgement.UNCERTAIN, f", but it may be {_either(others)}"
        return Judgement.FALSE, f", but it is {_either(map(str, counts))}" if counts else IMPOSSIBLE

    def _follows(self, cells: frozenset[Cell], count: int) -> bool:
        """Whether all layouts agree on the count of mines in unsettled cells.

        Where they do, it is the average. And where it is the average but they do not, some layouts
        have fewer mines there and others more: trying one side is enough.
        """
        chances = [float(self._analysis.mine_probability[cell]) for cell in cells]
        if not isclose(sum(chances), count, abs_tol=FLOATS_AGREE):  # nan is never close
            return False
        if len(cells) > FIELD:
            return self.possible_counts(cells) == [count]
        fewer, more = range(count), range(count + 1, len(cells) + 1)
        others = fewer if len(fewer) <= len(more) else more
        return not any(self._is_possible(cells, other) for other in others)

    def possible_counts(self, cells: frozenset[Cell]) -> list[int]:
        """How many mines unsettled cells may hold.

        No number of a sweep exceeds its field, so of many cells it is the few others that are
        tried; where neither are few, that is too much to count.
        """
        if len(cells) <= FIELD:
            return [count for count in range(len(cells) + 1) if self._is_possible(cells, count)]
        others = self._unsettled - cells
        if len(others) > FIELD:
            raise BudgetExceeded(SENTENCE_BUDGET)
        return [self._mines_left - count for count in reversed(self.possible_counts(others))]

    def _is_possible(self, cells: frozenset[Cell], count: int) -> bool:
        self._work.spend(STATES_PER_NUMBER * len(self._numbers) + len(self._unsettled))
        return self._consistency.with_total([*self._numbers, Witness(NOWHERE, cells, count)])


def _said(sentence: BelievedSentence) -> str:
    are = "is a mine" if sentence.count == 1 else "are mines"
    return f"exactly {sentence.count} of {_named(sentence.cells)} {are}"


def _named(cells: Iterable[Cell]) -> str:
    names = sorted(cells)
    if not names:
        return "no cells"
    more = len(names) - MOST_CELLS_NAMED
    return joined([*names[:MOST_CELLS_NAMED], f"{more} more"] if more > 0 else names)


def _either(counts: Iterable[str]) -> str:
    *most, last = counts
    return f"{', '.join(most)} or {last}" if most else last


# In short


def _in_short(judged: JudgedBeliefs) -> str:
    """How many beliefs are right, false or missed."""
    right = sum(belief.judgement is Judgement.RIGHT for belief in judged.cells)
    parts = [
        _number(right, "belief", "right"),
        f"{len(judged.wrong) or 'none'} {'is' if len(judged.wrong) < 2 else 'are'} false",
        _number(len(judged.missed), "conclusion", "missed"),
    ]
    if judged.wrong_sentences:
        parts.append(_number(len(judged.wrong_sentences), "sentence", "false"))
    words = f"{judged.agent}: {', '.join(parts)}."
    if not judged.cells and not judged.wrong_sentences:
        words = f"{judged.agent} has settled no cell, and missed none."
    return words if judged.complete else f"{words} More may follow than could be counted."


def _number(number: int, one: str, state: str) -> str:
    if number == 0:
        return f"no {one} is {state}"
    return f"{counted(number, one)} {'is' if number == 1 else 'are'} {state}"
