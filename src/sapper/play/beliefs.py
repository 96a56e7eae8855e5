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
from sapper.catalogue import Answers, form, many, spoken
from sapper.errors import BudgetExceeded
from sapper.exact.analysis import Analysis, analyze
from sapper.exact.budgets import DEFAULT_BUDGET
from sapper.exact.consistency import Consistency
from sapper.exact.fronts import Witness, hidden_cells_of, read_witnesses
from sapper.exact.sweep import Budget
from sapper.grid import Cell, is_inside
from sapper.play.asking import Why
from sapper.play.saying import joined, one_after_another, percent
from sapper.play.words import Play
from sapper.view import View

SENTENCE_BUDGET = 500_000
"""States of the twin for all sentences together: half a second to a second."""
STATES_PER_NUMBER = 20
"""Trying a count takes as long as so many states for each number, and each cell counted."""
MOST_SENTENCES = 200
"""How many sentences are judged; a faulty agent may keep any number."""
MOST_CELLS = 10_000
"""On larger boards sentences are not judged: reading the numbers alone would take long."""
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
    say = spoken(Play)
    if belief.is_missed:
        told = say.missed_this.format(agent=agent, heading=first)
    else:
        believed = _believes(belief.cell, belief.is_mine, agent)
        told = say.but_so.format(belief=believed, heading=first)
    return replace(why, heading=(told, *others))


# Cells


def _judged_cells(analysis: Analysis, beliefs: Beliefs, agent: str) -> Iterator[CellBelief]:
    for cell, is_mine in _one_belief_each(analysis, beliefs):
        judgement, words = _judgement(analysis, cell, is_mine, _believes(cell, is_mine, agent))
        yield CellBelief(cell, is_mine, judgement, words)
    for known, is_mine in ((analysis.safe, False), (analysis.mines, True)):
        for cell in known - beliefs.safe - beliefs.mines:
            missed = spoken(Play).missed_mine if is_mine else spoken(Play).missed_safe
            words = missed.format(agent=agent, cell=cell)
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


def _judgement(analysis: Analysis, cell: Cell, is_mine: bool, belief: str) -> tuple[Judgement, str]:
    """What becomes of a belief, and the sentence with what is so instead."""
    view, say = analysis.view, spoken(Play)
    if not is_inside(cell, view.height, view.width):
        return Judgement.FALSE, say.no_such_cell.format(belief=belief)
    if not view.is_hidden(cell):
        number = view.number(cell)
        return Judgement.FALSE, say.shows_number.format(belief=belief, number=number)
    if cell in (analysis.mines if is_mine else analysis.safe):
        return Judgement.RIGHT, say.follows.format(belief=belief)
    if cell in (analysis.safe if is_mine else analysis.mines):
        return Judgement.FALSE, (say.but_safe if is_mine else say.but_mine).format(belief=belief)
    if not analysis.is_known(cell):
        return Judgement.UNKNOWN, say.follows_unknown.format(belief=belief)
    chance = percent(float(analysis.mine_probability[cell]))
    return Judgement.UNCERTAIN, say.but_chance.format(belief=belief, chance=chance)


def _believes(cell: Cell, is_mine: bool, agent: str) -> str:
    say = spoken(Play)
    return (say.believes_mine if is_mine else say.believes_safe).format(agent=agent, cell=cell)


# Sentences


def _judged_sentences(
    analysis: Analysis, sentences: Iterable[BelievedSentence], agent: str
) -> Iterator[SentenceBelief]:
    sentence_judge = None
    is_large = analysis.view.height * analysis.view.width > MOST_CELLS
    for place, sentence in enumerate(sentences):
        belief = _said(sentence, agent)
        if is_large or place >= MOST_SENTENCES:
            unknown = spoken(Play).follows_unknown
            judgement, words = Judgement.UNKNOWN, unknown.format(belief=belief)
        else:
            sentence_judge = sentence_judge or SentenceJudge(analysis)
            judgement, words = sentence_judge.judgement(sentence, belief)
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
        self._work = Budget(SENTENCE_BUDGET, all_work=True)
        self._consistency = Consistency(hidden, view.mines, self._work)

    def judgement(self, sentence: BelievedSentence, belief: str) -> tuple[Judgement, str]:
        """What becomes of the sentence, and what to say of the belief."""
        view, analysis, say = self._analysis.view, self._analysis, spoken(Play)
        if outside := [
            cell for cell in sentence.cells if not is_inside(cell, view.height, view.width)
        ]:
            cells_there = _either(map(str, sorted(outside)))
            return Judgement.FALSE, say.but_missing.format(belief=belief, cells=cells_there)
        mines = len(sentence.cells & analysis.mines)
        cells = sentence.cells & self._unsettled
        try:
            if self._follows(cells, sentence.count - mines):
                return Judgement.RIGHT, say.follows.format(belief=belief)
            counts = [mines + more for more in self.possible_counts(cells)]
        except BudgetExceeded:
            return Judgement.UNKNOWN, say.follows_unknown.format(belief=belief)
        if counts == [sentence.count]:
            return Judgement.RIGHT, say.follows.format(belief=belief)
        if sentence.count in counts:
            others = [str(other) for other in counts if other != sentence.count]
            may_be = say.but_may_be.format(belief=belief, counts=_either(others))
            return Judgement.UNCERTAIN, may_be
        if not counts:
            return Judgement.FALSE, say.impossible.format(belief=belief)
        return Judgement.FALSE, say.but_is.format(belief=belief, counts=_either(map(str, counts)))

    def _follows(self, cells: frozenset[Cell], count: int) -> bool:
        """Whether all layouts agree on the count of mines in unsettled cells.

        Where they do, it is the average. And where it is the average but they do not, some layouts
        have fewer mines there and others more: trying one side is enough.
        """
        chances = [float(self._analysis.mine_probability[cell]) for cell in cells]
        if not isclose(sum(chances), count, abs_tol=FLOATS_AGREE):  # nan is never close
            return False
        others = self._unsettled - cells
        if len(others) < len(cells):
            return self._follows(others, self._mines_left - count)
        fewer, more = range(count), range(count + 1, len(cells) + 1)
        return not any(self._is_possible(cells, other) for other in min(fewer, more, key=len))

    def possible_counts(self, cells: frozenset[Cell]) -> list[int]:
        """How many mines unsettled cells may hold; of many, what the few others leave them."""
        others = self._unsettled - cells
        if len(others) < len(cells):
            return [self._mines_left - count for count in reversed(self.possible_counts(others))]
        return [count for count in range(len(cells) + 1) if self._is_possible(cells, count)]

    def _is_possible(self, cells: frozenset[Cell], count: int) -> bool:
        work = STATES_PER_NUMBER * (len(self._numbers) + len(cells)) + len(self._unsettled)
        self._work.spend(work)
        return self._consistency.with_total([*self._numbers, Witness(NOWHERE, cells, count)])


def _said(sentence: BelievedSentence, agent: str) -> str:
    believes = form(spoken(Play).believes_count, sentence.count)
    return believes.format(agent=agent, n=sentence.count, cells=_named(sentence.cells))


def _named(cells: Iterable[Cell]) -> str:
    names = sorted(cells)
    if not names:
        return spoken(Play).no_cells
    more = len(names) - MOST_CELLS_NAMED
    others = spoken(Play).more_cells.format(n=more)
    return joined([*names[:MOST_CELLS_NAMED], others] if more > 0 else names)


def _either(counts: Iterable[str]) -> str:
    *most, last = counts
    return f"{spoken(Answers).comma.join(most)}{spoken(Play).last_or}{last}" if most else last


# In short


def _in_short(judged: JudgedBeliefs) -> str:
    """How many beliefs are right, false or missed."""
    say = spoken(Play)
    right = sum(belief.judgement is Judgement.RIGHT for belief in judged.cells)
    wrong, missed = len(judged.wrong), len(judged.missed)
    parts = [
        many(say.right, right) if right else say.none_right,
        many(say.false, wrong) if wrong else say.none_false,
        many(say.missed, missed) if missed else say.none_missed,
    ]
    if judged.wrong_sentences:
        parts.append(many(say.false_sentences, len(judged.wrong_sentences)))
    told = say.in_short.format(agent=judged.agent, parts=spoken(Answers).comma.join(parts))
    if not judged.cells and not judged.wrong_sentences:
        told = say.nothing_settled.format(agent=judged.agent)
    return told if judged.complete else one_after_another(told, say.more_may_follow)
