"""A game looked at again, step by step: what was risked, what could have been, what decided it.

Luck and skill are told apart so. At each turn that opened something, let *t* be the chance of a
mine that was taken, and *b* the least chance that any cell had.

    skill   b − t        what the choice gave away; 0 at best
    luck    t            if it went well
            t − 1        if it met a mine

The two together are how it went (1 or 0) against the 1 − b to be hoped for. Over a game they add
up: with luck above 0 the risks came out better than their odds. The safest cell is a measure that
can be counted exactly; the expert now and then takes a riskier cell that leads to more, and what
it would have played is there to be compared.

In a fair game the rule decides, not luck: *b* is 0, and *t* is 1 for a turn that met a mine, else
0.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property

import numpy as np

from sapper.agents.judging import MOST_GIVEN_UP, JudgedMove, Verdict, judge_chord, judge_move
from sapper.catalogue import decimal, form, spoken
from sapper.errors import BudgetExceeded, EngineMissing
from sapper.exact.analysis import Analysis
from sapper.exact.budgets import CLICK_BUDGET
from sapper.game import Action, Status
from sapper.grid import Cell
from sapper.level import Guesses
from sapper.measures import GameMeasures
from sapper.play import asking
from sapper.play.measured import measure
from sapper.play.missed import say_missed
from sapper.play.numbers import say_numbers_in_short
from sapper.play.record import Entry, Record, replay
from sapper.play.risk import at_stake
from sapper.play.saying import SMALLEST_TOLD, clock, full_stop, percent, say, say_rule
from sapper.play.words import Play
from sapper.view import View

SHORTEST_TOLD = 1.0
"""Less time than this, in seconds, is not worth a sentence."""


@dataclass(frozen=True)
class ReviewStep:
    """One turn: the position before it, and what was done."""

    view: View
    entry: Entry
    seconds: float = 0.0
    """How long the position was looked at before the turn."""
    guesses: Guesses = Guesses.ANY
    """The rule for guesses that the game is played by."""

    @property
    def skill(self) -> float:
        """What the choice gave away against the safest cell: 0 at best, −1 at worst."""
        return min(0.0, self._best - self._taken)

    @property
    def luck(self) -> float:
        """How the turn went against its odds: above 0 if a risk went well."""
        return self._taken - (self.entry.exploded is not None) if self.is_known else 0.0

    @property
    def is_known(self) -> bool:
        """Whether the turn opened something, at odds that are known."""
        return None not in (self.entry.mine_probability, self.entry.best_probability)

    @property
    def _taken(self) -> float:
        if self.entry.fair:  # the rule decides: a guess that is not needless is no risk
            return float(self.entry.exploded is not None and self.is_known)
        return self.entry.mine_probability or 0.0 if self.is_known else 0.0

    @property
    def _best(self) -> float:
        if self.entry.fair:
            return 0.0
        return self.entry.best_probability or 0.0 if self.is_known else 0.0

    @property
    def is_certain_mine(self) -> bool:
        """Whether it opened what was certainly a mine, which has nothing to do with luck."""
        return self.is_known and self.entry.mine_probability == 1

    @property
    def missed_certain(self) -> bool:
        """Whether it was a guess though a cell was certainly safe."""
        return self.entry.is_needless

    @cached_property
    def analysis(self) -> Analysis | None:
        """The odds before the turn, as far as a click's budget goes; None without the memory."""
        try:
            return asking.odds(self.view, budget=CLICK_BUDGET, free=self.entry.free)
        except (BudgetExceeded, MemoryError):
            return None

    @property
    def best_cell(self) -> Cell | None:
        """A cell that no other was safer than; None where that takes too long."""
        if self.analysis is None or not self.view.hidden_count:
            return None
        if not self.analysis.complete:
            return self.analysis.safest
        row, column = divmod(int(np.nanargmin(self.analysis.mine_probability)), self.view.width)
        return row, column

    @cached_property
    def judged(self) -> JudgedMove | None:
        """A guess beside the best move; None where counting takes too long."""
        entry, view, rule = self.entry, self.view, self.guesses
        if not entry.is_guess or entry.mine_probability is None:
            return None
        try:
            if entry.action is Action.REVEAL:
                return judge_move(view, entry.cell, guesses=rule)
            opens = at_stake(view, entry.action, entry.cell)
            return judge_chord(view, entry.cell, opens, entry.mine_probability, guesses=rule)
        except (BudgetExceeded, EngineMissing, MemoryError):
            return None


@dataclass(frozen=True)
class Review:
    """A game step by step, and what it comes to."""

    steps: tuple[ReviewStep, ...]
    final: View
    status: Status
    rule: str = ""
    """The rule for guesses, in a few words; empty for the usual one."""
    measures: GameMeasures | None = None
    """What the game came to in numbers."""

    @property
    def views(self) -> tuple[View, ...]:
        """The position before the first turn, and after each: to step through the game."""
        return (*(step.view for step in self.steps), self.final)

    @cached_property
    def skill(self) -> float:
        """What the choices gave away in all: 0 is perfect."""
        return sum(step.skill for step in self.steps)

    @cached_property
    def luck(self) -> float:
        """How the risks came out in all: above 0 is good luck."""
        return sum(step.luck for step in self.steps)

    @cached_property
    def survival(self) -> float:
        """The chance that all the risks taken together would go well."""
        return float(np.prod([1 - step._taken for step in self.steps]))

    @cached_property
    def guesses(self) -> int:
        """How many turns were a risk."""
        return sum(step.entry.is_guess for step in self.steps)

    @cached_property
    def certain_mines(self) -> int:
        """How many of them opened a cell that was certainly a mine: 0 or 1."""
        return sum(step.is_certain_mine for step in self.steps)

    @cached_property
    def missed_certain(self) -> int:
        """How many of them were needless: a cell was certainly safe."""
        return sum(step.missed_certain for step in self.steps)

    @cached_property
    def deciding(self) -> int | None:
        """The step that decided the game, by its place; None where nothing was risked.

        A lost game was decided where the mine was met, another at the largest risk that was taken.
        """
        for place, step in enumerate(self.steps):
            if step.entry.exploded is not None:
                return place
        places = [place for place, step in enumerate(self.steps) if step.luck > 0]
        return max(places, key=lambda place: self.steps[place].luck, default=None)

    @cached_property
    def seconds_overlooking(self) -> float:
        """The time spent at positions where a cell was certain, and a guess was made."""
        return sum(step.seconds for step in self.steps if step.missed_certain)

    @cached_property
    def costliest(self) -> int | None:
        """The step whose guess gave up the most of the chance of winning, by its place.

        None where no guess gave up a point that is known. This asks the expert about each guess.
        """
        given_up = [
            0.0 if step.judged is None else step.judged.given_up or 0.0 for step in self.steps
        ]
        most = max(given_up, default=0.0)
        return given_up.index(most) if most > MOST_GIVEN_UP[Verdict.GOOD] else None

    def words(self, *, with_costliest: bool = True) -> list[str]:
        """What there is to say about the game, in sentences; without the expert if so wished.

        >>> from sapper.level import Level
        >>> from sapper.play.table import Setup, Table
        >>> table = Table(Setup(Level.named("beginner"), seed=3), clock=lambda: 0.0)
        >>> while table.status is Status.PLAYING:
        ...     entry = table.ai_move()
        >>> for sentence in review(table.record()).words():
        ...     print(sentence)
        Turn 2 decided it. expert opened (8, 0) and 38 more cells: a guess, 11.7 % chance of a mine,
        the safest available.
        Skill: no choice gave anything away.
        Luck: good, +11.7 points; the risk goes well in 88.3 % of cases.
        Numbers: 3BV 23 of 23.
        """
        told = [
            full_stop(self.rule) if self.rule else "",
            self._how_it_was_decided(),
            self.cost_in_words if with_costliest else "",
            self.missed,
            _skill_in_words(self.skill, self.missed_certain),
            self._time_in_words(),
            self._luck_in_words(),
            self._numbers_in_words(),
        ]
        return [sentence for sentence in told if sentence]

    def _numbers_in_words(self) -> str:
        return "" if self.measures is None else say_numbers_in_short(self.measures)

    @cached_property
    def missed(self) -> str:
        """What was certain when a fair game was lost by a guess, and why."""
        last = self.steps[-1] if self.steps else None
        if last is None or not last.entry.fair or last.entry.exploded is None:
            return ""
        return say_missed(last.view, last.entry.exploded) if last.missed_certain else ""

    def _how_it_was_decided(self) -> str:
        words = spoken(Play)
        if self.deciding is None:
            return words.without_risk[self.status.value]
        entry = self.steps[self.deciding].entry
        how = words.turn_largest if self.status is Status.PLAYING else words.turn_decided
        return how.format(turn=entry.number, what=say(entry))

    @cached_property
    def cost_in_words(self) -> str:
        """Which guess cost the most, by the expert's judgement; nothing where none cost a point."""
        if self.costliest is None:
            return ""
        step = self.steps[self.costliest]
        assert step.judged is not None
        return spoken(Play).turn_cost_most.format(
            turn=step.entry.number, points=decimal(100 * (step.judged.given_up or 0.0))
        )

    def _time_in_words(self) -> str:
        if self.seconds_overlooking < SHORTEST_TOLD:
            return ""
        told = form(spoken(Play).time_overlooking, self.missed_certain)
        return told.format(n=self.missed_certain, time=clock(self.seconds_overlooking))

    def _luck_in_words(self) -> str:
        words = spoken(Play)
        if any(step.entry.fair for step in self.steps):
            return words.luck_fair
        risks = self.guesses - self.certain_mines
        if not risks:
            return words.luck_doomed if self.certain_mines else words.luck_none
        survival = np.prod([1 - step._taken for step in self.steps if not step.is_certain_mine])
        go_well = {1: words.one_risk, 2: words.both_risks}.get(risks, words.all_risks)
        told = (words.luck_good if self.luck > 0 else words.luck_bad).format(
            points=("−" if self.luck < 0 else "+") + decimal(abs(100 * self.luck)),
            risks=go_well.format(n=risks, chance=percent(float(survival))),
        )
        return words.not_luck.format(luck=told) if self.certain_mines else full_stop(told)


def review(record: Record) -> Review:
    """Look at a game again; one that is not over is looked at as far as it went."""
    setup, entries = record.setup, record.entries
    before, shown = setup.game().view, 0.0
    steps = []
    for entry, after in zip(
        entries, replay(setup, [(entry.action, entry.cell) for entry in entries]), strict=True
    ):
        steps.append(ReviewStep(before, entry, entry.seconds - shown, setup.guesses))
        before, shown = after.view, entry.seconds
    rule = say_rule(setup) if record.knows_rules else ""
    return Review(tuple(steps), before, record.status, rule, measure(record))


def _skill_in_words(skill: float, missed_certain: int) -> str:
    words = spoken(Play)
    if skill > -SMALLEST_TOLD:
        return words.skill_perfect
    told = words.skill_gave.format(points=decimal(-100 * skill))
    if missed_certain:
        return form(words.skill_missed, missed_certain).format(told=told, n=missed_certain)
    return full_stop(told)
