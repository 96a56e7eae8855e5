"""A person at a table, as the window sees it: what is shown, who is thinking, what was said.

There is no rule of the game here and no drawing. Thoughts run beside the window; the player's own
turn overtakes them, and their answers are dropped.
"""

from __future__ import annotations

import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from enum import Enum
from typing import Any

from sapper.errors import SapperError
from sapper.exact.analysis import Analysis
from sapper.game import Action, Status
from sapper.grid import Cell
from sapper.interface.window.thinking import Failure, Thinker
from sapper.play.record import Entry, Setup
from sapper.play.saying import say_odds
from sapper.play.table import Hint, Keeper, Table, Thought, Why, WhyLine
from sapper.view import View

PACES = (1, 2, 5, 10, 30, 0)
"""Moves a second in autoplay; 0 is as fast as the agent thinks."""
USUAL_PACE = 2
SECONDS_A_STEP = 1.8
"""How long a step of an explanation stays before the next is shown."""


class Tone(Enum):
    """What kind of news a message is."""

    NEWS = "news"
    SAFE = "safe"
    GUESS = "guess"
    WON = "won"
    LOST = "lost"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Message:
    """What the window says about the last thing that happened."""

    tone: Tone
    words: str


@dataclass(frozen=True, slots=True)
class Explained:
    """An explanation on show, and the step it is at."""

    cell: Cell
    why: Why
    step: int = 0

    @property
    def line(self) -> WhyLine | None:
        """The step that is shown."""
        return self.why.lines[self.step] if self.why.lines else None


HINT_TONES = {"check": Tone.SAFE, "question": Tone.GUESS, "flag": Tone.NEWS}
WELCOME = Message(Tone.NEWS, "Left click opens a cell, right click flags it.")


class Session:
    """One table and all that is shown around it."""

    def __init__(
        self,
        setup: Setup,
        keeper: Keeper | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> None:
        self._keeper = keeper
        self._clock = clock
        self.thinker = Thinker()
        self.odds_on = False
        self.why_on = False
        self.autoplaying = False
        self.pace = USUAL_PACE
        self._due = 0.0
        self._step_due = 0.0
        self._now = 0.0
        self.table = Table(setup, keeper, clock)
        self.sit_at(self.table)

    def sit_at(self, table: Table) -> None:
        """Go on at a table; the one before is left."""
        self.table.leave()
        self.table = table
        self.message = WELCOME
        self.analysis: Analysis | None = None
        self.hint: Hint | None = None
        self.explained: Explained | None = None
        self.unanswered: str = ""
        """Why the last question about a cell has no explanation."""
        self.autoplaying = False
        self._odds_of: View | None = None
        self.thinker.drop_all()
        if table.entries:
            self._tell(table.entries[-1])
        self._think_of_odds()

    def leave(self) -> None:
        """Nobody looks any more: nobody plays, and the clock stands still."""
        self.autoplaying = False
        self.thinker.drop_all()
        self.table.leave()

    # How it stands

    @property
    def over(self) -> bool:
        """Whether the game has ended."""
        return self.table.status is not Status.PLAYING

    @property
    def thinking(self) -> str:
        """What is being thought about, in words; nothing if nothing is."""
        agent = self.table.setup.agent
        words = {
            "move": f"{agent} is thinking …",
            "hint": "looking for a safe cell …",
            "why": "looking for the reason …",
            "odds": "counting the odds …",
        }
        return next((said for kind, said in words.items() if self.thinker.is_busy(kind)), "")

    def chance(self, cell: Cell) -> float | None:
        """The chance of a hidden cell to be a mine, where the odds are shown."""
        if self.analysis is None or not self.table.view.is_hidden(cell):
            return None
        return float(self.analysis.mine_probability[cell])

    # The player's turn

    def press(self, cell: Cell) -> None:
        """What a primary click means."""
        self._take_turn(lambda: self.table.press(cell))

    def flag(self, cell: Cell) -> None:
        """Set a flag, or take it off."""
        self._take_turn(lambda: self.table.flag(cell))

    def chord(self, cell: Cell) -> None:
        """Open the neighbours of a number with enough flags."""
        self._take_turn(lambda: self.table.chord(cell))

    def _take_turn(self, turn: Callable[[], Entry | None]) -> None:
        self.autoplaying = False
        self.thinker.drop("move")
        self.thinker.drop("hint")
        try:
            entry = turn()
        except SapperError as error:
            self.message = Message(Tone.WRONG, f"{error}.")
            return
        if entry is not None:
            self._after(entry)

    def _after(self, entry: Entry) -> None:
        self.hint = None
        self.thinker.drop("hint")
        self._tell(entry)
        if not entry.is_flagging:
            self.explained = None
            self.unanswered = ""
            self.thinker.drop("why")
        self._think_of_odds()
        if self.over:
            self.autoplaying = False

    def _tell(self, entry: Entry) -> None:
        """Say what happened in the turn just made; an agent's flags may have ended the game."""
        tone = Tone.NEWS
        if self.table.status is Status.WON:
            tone = Tone.WON
        elif self.table.status is Status.LOST:
            tone = Tone.LOST
        elif entry.is_guess:
            tone = Tone.GUESS
        elif not entry.is_flagging:
            tone = Tone.SAFE
        self.message = Message(tone, self.table.say(entry))

    # The AI's turn

    def ai_move(self) -> None:
        """Let the agent make one move; it thinks beside the window."""
        if self.over:
            self._say_over()
        elif not self.thinker.is_busy("move"):
            table, view = self.table, self.table.view
            self.thinker.ask("move", table.think, lambda thought: self._make(view, thought))

    def _make(self, view: View, thought: Thought | Failure) -> None:
        if isinstance(thought, Failure):
            self._fail(thought)
        elif view is self.table.view:
            self._moved(self.table.make(*thought))

    def _moved(self, entry: Entry | None) -> None:
        if entry is None:
            self.autoplaying = False
            self.message = Message(Tone.NEWS, "There is nothing left for the agent to open.")
        else:
            self._after(entry)
        pace = PACES[self.pace]
        self._due = self._now + (1 / pace if pace else 0.0)

    def toggle_autoplay(self) -> None:
        """Let the agent play on by itself, or stop it."""
        if self.over:
            self._say_over()
            return
        self.autoplaying = not self.autoplaying
        self._due = self._now
        if not self.autoplaying:
            self.thinker.drop("move")

    def change_pace(self, step: int) -> None:
        """Make autoplay faster or slower."""
        self.pace = min(max(self.pace + step, 0), len(PACES) - 1)

    def _say_over(self) -> None:
        status = self.table.status.value
        self.message = replace(self.message, words=f"The game is {status}. Begin a new one.")

    # Questions

    def ask_hint(self) -> None:
        """Have a safe cell shown, or the best guess."""
        if self.over:
            self._say_over()
        else:
            self.thinker.ask("hint", self.table.hint, self._show_hint)

    def _show_hint(self, hint: Hint | Failure) -> None:
        if isinstance(hint, Failure):
            self._fail(hint)
        else:
            self.hint = hint
            self.message = Message(HINT_TONES[self.hint_sign], hint.words)

    @property
    def hint_sign(self) -> str:
        """How a hint is marked: to be opened for certain, at a risk, or to be flagged."""
        if self.hint is not None and self.hint.action is Action.FLAG:
            return "flag"
        return "check" if self.hint is None or self.hint.certain else "question"

    def toggle_odds(self) -> None:
        """Show the odds of every cell, or no longer."""
        self.odds_on = not self.odds_on
        self.thinker.drop("odds")
        self._think_of_odds()

    def _think_of_odds(self) -> None:
        view = self.table.view
        if not self.odds_on or self.over:
            self.analysis = self._odds_of = None
        elif self._odds_of is None or self._odds_of.revealed_count != view.revealed_count:
            self.analysis, self._odds_of = None, view
            self.thinker.ask("odds", self.table.odds, self._show_odds)

    def _show_odds(self, analysis: Analysis | Failure) -> None:
        if isinstance(analysis, Failure):
            self._fail(analysis)
        else:
            self.analysis = analysis

    def toggle_why(self, cell: Cell | None = None) -> None:
        """Explain the cell that is pointed at, and then each that is, or no longer."""
        self.why_on = not self.why_on
        self.explained = None
        self.unanswered = ""
        self.thinker.drop("why")
        if self.why_on and cell is not None:
            self.ask_why(cell)

    def ask_why(self, cell: Cell) -> None:
        """Have it explained why a cell is safe or a mine."""
        if self.over or not self.table.view.is_hidden(cell):
            return
        if self.explained is not None and self.explained.cell == cell:
            return
        table = self.table
        self.thinker.ask("why", lambda: table.why(cell), lambda why: self._explain(cell, why))

    def _explain(self, cell: Cell, why: Why | Failure) -> None:
        if isinstance(why, Failure):
            self.explained, self.unanswered = None, f"{cell}: {why.error}."
        else:
            self.explained, self.unanswered = Explained(cell, why), ""
            self._step_due = self._now + SECONDS_A_STEP

    def show_step(self, step: int) -> None:
        """Show another step of the explanation; it stays."""
        if self.explained is not None and self.explained.why.lines:
            last = len(self.explained.why.lines) - 1
            self.explained = replace(self.explained, step=min(max(step, 0), last))
            self._step_due = float("inf")

    def _fail(self, failure: Failure) -> None:
        self.autoplaying = False
        self.message = Message(Tone.WRONG, f"{failure.error}.")

    # The next game

    def new(self) -> None:
        """Another board of the same kind."""
        self.sit_at(self.table.new())

    def again(self) -> None:
        """The same board once more."""
        self.sit_at(self.table.again())

    def begin(self, setup: Setup) -> None:
        """Another kind of game."""
        self.sit_at(Table(setup, self._keeper, self._clock))

    def change_agent(self, agent: str) -> None:
        """Somebody else makes the AI's moves from now on; the game goes on."""
        self.autoplaying = False
        self.thinker.drop("move")
        self.table.change_agent(agent)

    # Time

    def tick(self, now: float) -> bool:
        """Let time go on; tell whether there is anything new to show."""
        self._now = now
        changed = self.thinker.collect()
        if self.autoplaying and now >= self._due and not self.thinker.is_busy("move"):
            self.ai_move()
        if self.explained is not None and now >= self._step_due:
            changed |= self._go_on_explaining(now)
        return changed

    def _go_on_explaining(self, now: float) -> bool:
        assert self.explained is not None
        if self.explained.step + 1 >= len(self.explained.why.lines):
            return False
        self.explained = replace(self.explained, step=self.explained.step + 1)
        self._step_due = now + SECONDS_A_STEP
        return True

    def describe(self, cell: Cell) -> str:
        """A line about the cell that is pointed at."""
        view = self.table.view
        number = view.number(cell)
        if number is not None:
            return f"{cell}: {number} mine{'' if number == 1 else 's'} around it"
        told = f"{cell}: {'flagged' if cell in view.flags else 'closed'}"
        return told if self.analysis is None else f"{told}, {say_odds(self.analysis, cell)}"

    def state(self) -> dict[str, Any]:
        """What a test wants to know."""
        table = self.table
        return {
            "status": table.status.value,
            "turns": len(table.entries),
            "flags": len(table.view.flags),
            "revealed": table.view.revealed_count,
            "seed": table.setup.seed,
            "level": table.setup.level.name,
            "message": self.message.words,
            "autoplaying": self.autoplaying,
            "thinking": self.thinking,
        }
