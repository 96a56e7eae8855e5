"""A finished game gone through turn by turn: what was risked, what was best, what decided it."""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Sequence
from operator import attrgetter

from sapper.agents.judging import JudgedMove, Verdict
from sapper.catalogue import spoken
from sapper.game import Status
from sapper.grid import Cell
from sapper.play.commands import REPLAY_COMMANDS, Command
from sapper.play.inquiry import Inquiry
from sapper.play.numbers import GameNumber, say_numbers
from sapper.play.record import Record
from sapper.play.review import ReviewStep, review
from sapper.play.saying import (
    clock,
    full_stop,
    one_after_another,
    percent,
    say,
    say_incomplete,
    say_judged,
)
from sapper.play.situation import Situation
from sapper.play.table import Table
from sapper.play.thinker import Failure
from sapper.play.track import Track
from sapper.play.words import Play
from sapper.view import View

TURNS_PER_SECOND = 1
FAR = 10
"""Turns in a long step."""
SPEEDS = (0.125, 0.25, 0.5, 1.0, 2.0, 4.0, 8.0, 16.0)
"""How many times as fast as usual a game runs by itself."""
USUAL = SPEEDS.index(1.0)
LONGEST_TICK = 1.0
"""More seconds than this between two ticks do not count."""
TRAIL_SECONDS = 1.5
"""How long the way of the mouse stays in sight."""


class Replay(Inquiry):
    """A game on show, at the position before one of its turns or at the end.

    >>> from sapper.level import Level
    >>> from sapper.play.record import Setup
    >>> table = Table(Setup(Level.named("beginner"), seed=3))
    >>> entry = table.reveal((0, 0))
    >>> replay = Replay(table.record())
    >>> replay.words
    ['Turn 1 of 1. You opened (0, 0): safe, as the first cell always is.']
    >>> replay.on()
    >>> replay.turn is None, replay.view == table.view
    (True, True)
    """

    commands: tuple[Command, ...] = REPLAY_COMMANDS

    def __init__(
        self,
        record: Record,
        *,
        odds_on: bool = False,
        track: Track | None = None,
        notes: Sequence[str] = (),
    ) -> None:
        super().__init__(odds_on=odds_on)
        self.record = record
        self.track = track
        """The way of the mouse: with it, the game runs at its own speed."""
        self.notes = tuple(notes)
        """What is known of the game besides its moves."""
        self.review = review(record)
        self.end = Table.of(record)
        """The table as the game left it."""
        self.place = 0
        """The turn that comes next, counted from 0."""
        self.running = False
        self.seconds = 0.0
        """The moment that is shown, by the clock of the game; below 0 before its first cell."""
        self.numbers_on = False
        """Whether the game's numbers are shown in place of its turns."""
        self._pace = USUAL
        self._due = 0.0
        self._judged: dict[int, JudgedMove | None] = {}
        self._knows_costliest = not self.review.guesses
        if self.review.guesses:  # every one is judged, so that the costliest can be told at once
            reviewed = self.review
            self.thinker.ask("costliest", lambda: reviewed.costliest, self._costliest_is_known)
        self.go_to(0)

    # Where it stands

    @property
    def last(self) -> int:
        """The place after the last turn: the end of the game."""
        return len(self.review.steps)

    @property
    def turn(self) -> ReviewStep | None:
        """The turn that is about to be made; None at the end."""
        return self.review.steps[self.place] if self.place < self.last else None

    @property
    def view(self) -> View:
        """The position before the turn."""
        return self.review.views[self.place]

    @property
    def cell(self) -> Cell | None:
        """Where the turn is made; at the end where the last one was, if there was any."""
        entries = self.record.entries
        return entries[min(self.place, self.last - 1)].cell if entries else None

    @property
    def situation(self) -> Situation:
        """The position before the turn."""
        setup = self.record.setup
        is_first_free = self.turn is not None and self.turn.entry.free
        return Situation(self.view, setup.level.start, setup.winning, is_first_free)

    @property
    def can_ask(self) -> bool:
        """Whether a turn comes next."""
        return self.turn is not None

    @property
    def speed(self) -> float:
        """How many times as fast as usual the game runs by itself."""
        return SPEEDS[self._pace]

    @property
    def pointer(self) -> tuple[float, float] | None:
        """Where the mouse is, in cells from the left and from the top, as far as that is known."""
        return None if self.track is None else self.track.at(self.seconds)

    @property
    def trail(self) -> tuple[tuple[float, float], ...]:
        """Where the mouse was just now, the latest place last."""
        if self.track is None:
            return ()
        return tuple((x, y) for _, x, y in self.track.trail(self.seconds, TRAIL_SECONDS))

    # Stepping

    def go_to(self, place: int) -> None:
        """Show the position before a turn, or the end."""
        self._show(place)
        entries = self.record.entries
        self.seconds = (
            entries[self.place].seconds if self.place < self.last else self.record.seconds
        )

    def _show(self, place: int) -> None:
        self.place = min(max(place, 0), self.last)
        self.forget_why()
        self.refresh_odds()
        self._ask_the_expert()
        if self.why_on and self.cell is not None:
            self.ask_why(self.cell)

    def go(self, turns: int) -> None:
        """Go so many turns on, or back."""
        self.running = False
        self.go_to(self.place + turns)

    def on(self) -> None:
        """One turn on."""
        self.go(1)

    def back(self) -> None:
        """One turn back."""
        self.go(-1)

    def far_on(self) -> None:
        """Many turns on."""
        self.go(FAR)

    def far_back(self) -> None:
        """Many turns back."""
        self.go(-FAR)

    def to_start(self) -> None:
        """To the start of the game."""
        self.go(-self.last)

    def to_end(self) -> None:
        """To the end of the game."""
        self.go(self.last)

    def to_deciding(self) -> None:
        """To the turn that decided the game, if one did."""
        self.running = False
        if self.review.deciding is not None:
            self.go(self.review.deciding - self.place)

    def toggle_running(self) -> None:
        """Let the game run by itself, or stop it."""
        self.running = not self.running
        self._wait()
        if self.running and self.place == self.last:
            self.go_to(0)
            if self.track is not None:
                self.seconds = self.track.begin

    def slow_down(self) -> None:
        """Let the game run more slowly."""
        self._pace = max(self._pace - 1, 0)
        self._wait()

    def speed_up(self) -> None:
        """Let the game run faster."""
        self._pace = min(self._pace + 1, len(SPEEDS) - 1)
        self._wait()

    def _wait(self) -> None:
        """The next turn of a game without a clock of its own comes after the usual time."""
        self._due = self.now + 1 / (TURNS_PER_SECOND * self.speed)

    def step_on(self) -> None:
        """The next step of the explanation; where there is none, one turn on."""
        if self._is_stepwise:
            super().step_on()
        else:
            self.on()

    def step_back(self) -> None:
        """The previous step of the explanation; where there is none, one turn back."""
        if self._is_stepwise:
            super().step_back()
        else:
            self.back()

    @property
    def _is_stepwise(self) -> bool:
        return self.explained is not None and len(self.explained.why.lines) > 1

    # The numbers of the game

    @property
    def numbers(self) -> list[GameNumber]:
        """The numbers of the game, while they are shown; none on a huge board."""
        measures = self.review.measures if self.numbers_on else None
        return [] if measures is None else list(say_numbers(measures))

    def toggle_numbers(self) -> None:
        """Show the numbers of the game, or its turns again."""
        self.numbers_on = not self.numbers_on

    # Questions

    def refresh_odds(self) -> None:
        """Odds of a saved game are counted within a click's budget: nobody waits for them."""
        turn = self.turn
        self.analysis = turn.analysis if self.odds_on and turn is not None else None

    def toggle_why(self, cell: Cell | None = None) -> None:
        """Explain the cell of each turn, or stop explaining."""
        super().toggle_why(self.cell if cell is None else cell)

    def _ask_the_expert(self) -> None:
        turn, place = self.turn, self.place
        self.thinker.drop("expert")
        if turn is not None and turn.entry.is_guess and place not in self._judged:
            self.thinker.ask(
                "expert", lambda: turn.judged, lambda judged: self._expert_said(place, judged)
            )

    def _expert_said(self, place: int, judged: JudgedMove | Failure | None) -> None:
        self._judged[place] = None if isinstance(judged, Failure) else judged

    def _costliest_is_known(self, costliest: int | Failure | None) -> None:
        self._knows_costliest = not isinstance(costliest, Failure)

    def fail(self, failure: Failure) -> None:
        """A question has no answer."""
        self.tell(failure.words)

    def tell(self, words: str) -> None:
        """Say it in place of an explanation."""
        self.unanswered = words

    # In words

    @property
    def heading(self) -> str:
        """Which turn comes next."""
        words = spoken(Play)
        if self.turn is None:
            told = words.the_end
        else:
            told = words.turn_of.format(turn=self.place + 1, last=self.last)
        is_timed = self.track is not None or self._pace != USUAL
        return f"{told} · {self.moment}" if is_timed else told

    @property
    def moment(self) -> str:
        """The time in the game, and how fast it runs.

        >>> from sapper.level import Level
        >>> from sapper.play.record import Setup
        >>> table = Table(Setup(Level.named("beginner"), seed=3))
        >>> entry = table.reveal((0, 0))
        >>> replay = Replay(table.record())
        >>> replay.speed_up()
        >>> replay.moment
        '0:00.0 ×2'
        """
        return f"{clock(max(self.seconds, 0.0), Status.WON)} ×{self.speed:g}"

    @property
    def words(self) -> list[str]:
        """The turn that comes next and what was best; at the end what the game comes to."""
        turn = self.turn
        if turn is None:
            return self.summary
        words = [
            one_after_another(full_stop(self.heading), say(turn.entry)),
            *self.alternatives,
        ]
        if self.analysis is not None and not self.analysis.complete:
            words.append(say_incomplete(self.analysis))
        return words

    @property
    def summary(self) -> list[str]:
        """What the game comes to; which guess cost the most is told once the expert has said so."""
        told = self.review.words(with_costliest=self._knows_costliest)
        return [*told, one_after_another(*self.notes)] if self.notes else told

    @property
    def alternatives(self) -> list[str]:
        """How good the turn was, and what would have been better."""
        turn = self.turn
        if turn is None or not turn.entry.is_guess:
            return []
        told, words = [], spoken(Play)
        judged = self._judged.get(self.place)
        if judged is None or judged.verdict is not Verdict.NEEDLESS:
            best, chance = turn.best_cell, turn.entry.best_probability
            if turn.skill < 0 and best is not None and chance is not None:
                told.append(words.safest_was.format(cell=best, chance=percent(chance)))
        if judged is not None:
            told.append(say_judged(judged))
        elif self.thinker.is_busy("expert"):
            told.append(words.expert_thinking)
        return told

    # Time

    def tick(self, now: float) -> bool:
        """Let the game run on; tell whether there is anything new to show."""
        # A longer time passed with something else over the game, which then stood still.
        passed = min(now - self.now, LONGEST_TICK) if self.now else 0.0
        changed = super().tick(now)
        if not self.running:
            return changed
        if self.track is not None:
            self._play_on(passed * self.speed, self.track.end)
            return True
        if now < self._due:
            return changed
        self._wait()
        self.go_to(self.place + 1)
        self.running = self.place < self.last
        return True

    def _play_on(self, seconds: float, end: float) -> None:
        """Let so much time pass in a game that runs at its own speed."""
        self.seconds += seconds
        place = bisect_left(self.record.entries, self.seconds, key=attrgetter("seconds"))
        if self.seconds >= end:
            place, self.running = self.last, False
        if place != self.place:
            self._show(place)
