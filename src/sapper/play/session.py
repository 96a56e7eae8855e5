"""One session of play: a game, who is thinking, and all that is shown around the board.

The terminal and the window draw a session and send it commands; the page's server answers the
same questions about the same table. There is no rule of the game here and no drawing. Agents and
questions think beside the screen; the player's own turn overtakes them, and their answers are
dropped.
"""

from __future__ import annotations

from collections.abc import Callable

from sapper.agents.base import Move
from sapper.agents.registry import short_name
from sapper.board import Board
from sapper.catalogue import grouped, many, spoken
from sapper.errors import SapperError, StaleThought
from sapper.game import Action, Status
from sapper.grid import Cell
from sapper.level import Guesses, StartRule
from sapper.play.asking import Hint
from sapper.play.beliefs import JudgedBeliefs
from sapper.play.believing import Believing
from sapper.play.commands import command_named, key_name
from sapper.play.fast import easy_cells, next_choice, say_fast
from sapper.play.keeper import Keeper
from sapper.play.making import BoardMaking
from sapper.play.messages import HINT_TONES, HintSign, Message, Tone
from sapper.play.numbers import GameNumber, say_numbers
from sapper.play.record import Entry, Setup
from sapper.play.saying import (
    START_WORDS,
    full_stop,
    one_after_another,
    say_guess,
    say_new_agent,
    say_no_turn,
)
from sapper.play.situation import Situation, Thought
from sapper.play.table import Table
from sapper.play.thinker import Failure
from sapper.play.words import Play
from sapper.proof.technique import BoardGrade
from sapper.view import View

PACES = (1, 2, 5, 10, 30, 0)
"""Autoplay's moves per second; 0 is as fast as the agent thinks."""
USUAL_PACE = 2
"""The place in `PACES` to begin with."""


class Session(Believing):
    """One game with a player and an AI at it.

    >>> from sapper.level import Level
    >>> session = Session(Table(Setup(Level.named("beginner"), seed=3)))
    >>> session.message.words
    'A new board. Open any cell: the first is never a mine.'
    >>> session.press((0, 0))
    >>> session.message.words
    'You opened (0, 0): safe, as the first cell always is.'
    """

    def __init__(self, table: Table, keeper: Keeper | None = None, how_to_play: str = "") -> None:
        """Begin at a table; new games are kept by `keeper`, and `how_to_play` greets newcomers."""
        super().__init__()
        self._keeper = keeper
        self._how_to_play = how_to_play
        self.pace = USUAL_PACE
        self.fast: BoardGrade | None = None
        """Up to which grade moves are made for the player; None if all are their own."""
        self._making: BoardMaking | None = None
        self.numbers_on = False
        """Whether the numbers of the game are shown while it is played."""
        self.numbers_at_end = True
        self._resting: Table | None = None
        """The game whose clock stands still because something hides it."""
        self.table = table
        self.sit_at(table)

    def sit_at(self, table: Table, greeting: str = "") -> None:
        """Go to another game; the one before is left, and kept."""
        if table is not self.table:
            self.table.leave()
        self.table = table
        self._stop_making()
        self.thinker.drop()
        self.hint: Hint | None = None
        self.autoplaying = False
        self._move_due = 0.0
        self.forget_why()
        self.message = Message(Tone.NEWS, greeting or self._welcome())
        self._counted = None
        self.forget_beliefs()
        self.refresh()

    def _welcome(self) -> str:
        table, start, say = self.table, self.table.setup.level.start, spoken(Play)
        if table.entries:
            return many(say.resumes_after, table.turns)
        if start is StartRule.GIVEN:
            return many(say.new_given, table.view.revealed_count)
        fair = say.fair_rule if table.setup.guesses is Guesses.FAIR else ""
        new_board = say.new_board.format(start=START_WORDS[start])
        return one_after_another(new_board, fair, self._how_to_play)

    def leave(self) -> None:
        """Nobody looks any more: nobody plays, and the clock stands still."""
        self.autoplaying = False
        self._stop_making()
        self.thinker.drop()
        self.table.leave()

    def rest(self) -> None:
        """Something hides the board: nobody plays, and the clock stands still until `go_on`."""
        self.stop_the_agent()
        if self.table.is_timed:
            self._resting = self.table
            self.table.leave()

    def go_on(self) -> None:
        """The board is in sight again, and the clock goes on if it ran before."""
        if self._resting is self.table:
            self.table.sit_down()
        self._resting = None

    # The state of the game

    @property
    def situation(self) -> Situation:
        """All that the player knows now."""
        return self.table.situation

    @property
    def view(self) -> View:
        """The board to be drawn: covered while the game is paused."""
        return self.table.shown

    @property
    def is_over(self) -> bool:
        """Whether the game has ended."""
        return self.table.status is not Status.PLAYING

    @property
    def is_paused(self) -> bool:
        """Whether the player has stopped the clock."""
        return self.table.is_paused

    @property
    def can_ask(self) -> bool:
        """Whether the game is under way and the board uncovered."""
        return not (self.is_over or self.is_paused)

    @property
    def has_beliefs(self) -> bool:
        """Whether there are hidden cells to believe something of; also after a loss, to see why."""
        return not self.is_paused and self.table.status is not Status.WON

    def ask_beliefs(self) -> JudgedBeliefs:
        """What the agent believes."""
        return self.table.beliefs()

    @property
    def thinking(self) -> str:
        """Who is thinking about what; empty if nobody is."""
        agent = short_name(self.table.setup.agent)
        words = {"board": self.making, **spoken(Play).thinking}
        said = next((said for kind, said in words.items() if self.thinker.is_busy(kind)), "")
        return said.format(agent=agent)

    def say(self, words: str, tone: Tone = Tone.NEWS) -> None:
        """Show a sentence."""
        self.message = Message(tone, words)

    # The numbers of the game

    @property
    def shows_numbers(self) -> bool:
        """Whether they are shown now: at the end they are, unless the player has hidden them."""
        wanted = self.numbers_at_end if self.is_over else self.numbers_on
        return wanted and self.table.turns > 0

    @property
    def numbers(self) -> list[GameNumber]:
        """The numbers to be shown now; none on a huge board."""
        measures = self.table.measures if self.shows_numbers else None
        return [] if measures is None else list(say_numbers(measures))

    def toggle_numbers(self) -> None:
        """Show the numbers while the game is played, or at its end only; then, hide them."""
        if self.is_over:
            self.numbers_at_end = not self.numbers_at_end
        else:
            self.numbers_on = not self.numbers_on
            words = spoken(Play)
            self.say(words.numbers_shown if self.numbers_on else words.numbers_hidden)

    # The player's turn

    def press(self, cell: Cell) -> None:
        """What a primary click means: open a hidden cell, chord a number."""
        action = Action.REVEAL if self.table.view.is_hidden(cell) else Action.CHORD
        self._take_turn(action, cell, self.table.press)

    def flag(self, cell: Cell) -> None:
        """Set a flag, or remove it."""
        self._take_turn(Action.FLAG, cell, self.table.flag)

    def chord(self, cell: Cell) -> None:
        """Open the neighbours of a number that has its flags."""
        self._take_turn(Action.CHORD, cell, self.table.chord)

    def _take_turn(self, action: Action, cell: Cell, act: Callable[[Cell], Entry | None]) -> None:
        self.stop_the_agent()
        if self._refuses():
            return
        if action is Action.REVEAL and cell not in self.table.view.flags:
            self._with_board(cell, lambda: self._act(action, cell, act))
        else:
            self._act(action, cell, act)

    def _with_board(self, first: Cell, act: Callable[[], None]) -> None:
        """Act at once; or, where the first cell decides which board it is, once that is made."""
        table = self.table
        if not table.needs_board:
            act()
            return

        def lay(board: Board | Failure) -> None:
            self._making = None
            if isinstance(board, Failure):
                self.fail(board)
            else:
                table.lay(first, board)
                act()

        try:
            self._making = making = table.making_for(first)
        except SapperError as error:
            self.say(full_stop(error), Tone.WRONG)
        else:
            self.thinker.ask("board", making.make, lay)

    @property
    def making(self) -> str:
        """How far the making of a board is, while it lasts; it has no other news."""
        if self._making is None:
            return ""
        close = key_name(command_named("close").keys[0])
        return spoken(Play).making.format(tried=grouped(self._making.tried), key=close)

    def _stop_making(self) -> None:
        """Do without the board that is being made."""
        self.thinker.drop("board")
        if self._making is not None:
            self._making.stop()
            self._making = None

    def _act(self, action: Action, cell: Cell, act: Callable[[Cell], Entry | None]) -> None:
        try:
            entry = act(cell)
        except SapperError as error:
            self.say(full_stop(error), Tone.WRONG)
            return
        if entry is None:
            remove = command_named("flag").keys[0]
            self.say(say_no_turn(action, cell, self.table.view, remove))
        else:
            self._after(entry)
            if not entry.is_flagging:
                self._go_on_fast(entry)

    # Fast mode

    def change_fast(self) -> None:
        """Let fast mode do more for the player, up to the hardest grade; then nothing again."""
        self.fast = next_choice(self.fast)
        self.thinker.drop("fast")
        self.say(say_fast(self.fast))

    def _go_on_fast(self, entry: Entry) -> None:
        """Open what is easy enough after the player's turn; it is found beside the screen."""
        grade, view = self.fast, self.table.view
        if grade is None or not self.can_ask:
            return

        def open_easy(cells: tuple[Cell, ...] | Failure) -> None:
            if isinstance(cells, Failure):
                self.fail(cells)
            elif self.table.open_easy(cells):
                self._after(entry)
                self._go_on_fast(entry)

        self.thinker.ask("fast", lambda: easy_cells(view, grade), open_easy)

    def _after(self, entry: Entry) -> None:
        """A turn was made: forget what was about the position before."""
        self.hint = None
        self.thinker.drop("hint")
        self.say(self.table.say(entry), self._tone_of(entry))
        if not entry.is_flagging:
            self.forget_why()
        self.refresh()
        if self.is_over:
            self.autoplaying = False

    def _tone_of(self, entry: Entry) -> Tone:
        """The kind of news: an agent's flags may have ended the game after its move."""
        ended = {Status.WON: Tone.WON, Status.LOST: Tone.LOST}.get(self.table.status)
        if ended is not None:
            return ended
        if entry.is_guess:
            return Tone.GUESS
        return Tone.NEWS if entry.is_flagging else Tone.SAFE

    def _refuses(self) -> bool:
        """Whether nothing can be done now; then the message says why."""
        if self.is_over:
            new = command_named("new").keys[0]
            self.say(spoken(Play).over_press[self.table.status.value].format(key=new))
        elif self.is_paused:
            resume = command_named("pause").keys[0]
            self.say(spoken(Play).paused_press.format(key=resume))
        return not self.can_ask

    # The AI's turn

    def ai_move(self) -> None:
        """Let the agent make one move; it thinks beside the screen."""
        if not self._refuses() and not self._is_moving:
            self.thinker.ask("move", self.table.think, self._make)

    def _make(self, thought: Thought | Failure) -> None:
        if isinstance(thought, Failure):
            self.fail(thought)
        elif thought.move is None:
            self._play(thought)
        else:
            self._with_board(thought.move.cell, lambda: self._play(thought))

    def _play(self, thought: Thought) -> None:
        try:
            entry = self.table.make(thought)
        except StaleThought:  # somebody else has moved at this table
            return
        if entry is None:
            self.autoplaying = False
            self.say(spoken(Play).nothing_to_open)
        else:
            self._after(entry)
        pace = PACES[self.pace]
        self._move_due = self.now + (1 / pace if pace else 0.0)

    def toggle_autoplay(self) -> None:
        """Let the agent play on by itself, or stop it."""
        if self.autoplaying:
            self.stop_the_agent()
            self.say(spoken(Play).autoplay_stopped)
        elif not self._refuses():
            self.autoplaying = True
            self._move_due = self.now

    def stop_the_agent(self) -> None:
        """End autoplay, and do without the board, move or hint that is being thought about."""
        self.autoplaying = False
        self._stop_making()
        self.thinker.drop("move", "hint", "fast")

    def speed_up(self) -> None:
        """Make autoplay faster."""
        self._set_pace(self.pace + 1)

    def slow_down(self) -> None:
        """Make autoplay slower."""
        self._set_pace(self.pace - 1)

    def _set_pace(self, pace: int) -> None:
        self.pace = min(max(pace, 0), len(PACES) - 1)
        self.say(spoken(Play).autoplay_pace.format(pace=self.pace_words))

    @property
    def pace_words(self) -> str:
        """How fast autoplay is."""
        pace = PACES[self.pace]
        return many(spoken(Play).pace, pace) if pace else spoken(Play).full_speed

    # Questions

    def ask_hint(self) -> None:
        """Ask for a safe cell, or the best guess."""
        if not self._refuses():
            self.thinker.ask("hint", self.table.hint, self._show_hint)

    def _show_hint(self, hint: Hint | Failure) -> None:
        if isinstance(hint, Failure):
            self.fail(hint)
        else:
            self.hint = hint
            self.say(hint.words, HINT_TONES[self.hint_sign])

    @property
    def hint_sign(self) -> HintSign:
        """How the hint is marked: safe to open, a guess, or a mine to flag."""
        if self.hint is not None and self.hint.action is Action.FLAG:
            return HintSign.FLAG
        return HintSign.SAFE if self.hint is None or self.hint.certain else HintSign.GUESS

    def ask_guess(self) -> None:
        """Ask for the best guess and what it was compared with."""
        if not self._refuses():
            self.thinker.ask("hint", self.situation.guess, self._show_guess)

    def _show_guess(self, move: Move | Failure) -> None:
        if isinstance(move, Failure):
            self.fail(move)
        else:
            self._show_hint(Hint(move.cell, move.certain, move.mine_probability, say_guess(move)))

    def fail(self, failure: Failure) -> None:
        """A question has no answer: the agent does not play on by itself either."""
        self.autoplaying = False
        self.say(failure.words, Tone.WRONG)

    def tell(self, words: str) -> None:
        """Say it where the news of the game is."""
        self.say(words)

    @property
    def can_close(self) -> bool:
        """Whether there is a hint, an explanation or autoplay to close."""
        thinking = any(self.thinker.is_busy(kind) for kind in ("board", "move", "hint"))
        return self.hint is not None or self.why_on or self.autoplaying or thinking

    def close(self) -> None:
        """Close the hint and the explanation, and stop autoplay."""
        self.stop_the_agent()
        self.hint = None
        self.why_on = False
        self.forget_why()

    # This game, and the next

    def toggle_pause(self) -> None:
        """Stop the clock and cover the board, or resume."""
        if self.is_over:
            self._refuses()
        elif self.is_paused:
            self.table.sit_down()
            self.say(spoken(Play).resumes)
            self.refresh()
        else:
            self.close()
            self.table.pause()
            self._refuses()
            self.refresh()

    def new(self, seed: int | None = None) -> None:
        """A new board of the same kind: that of a seed, or a random one."""
        self.sit_at(self.table.new(seed))

    def again(self) -> None:
        """The same board again."""
        self.sit_at(self.table.again(), spoken(Play).same_board)

    def begin(self, setup: Setup) -> None:
        """Another kind of game."""
        self.sit_at(Table(setup, self._keeper, self.table.clock))

    def change_agent(self, agent: str) -> None:
        """Let another agent make the AI's moves; the game continues."""
        self.stop_the_agent()
        self.table.change_agent(agent)
        self.say(say_new_agent(agent))
        self.refresh_beliefs()

    # Time

    def tick(self, now: float) -> bool:
        """Let time pass; tell whether there is anything new to show."""
        changed = super().tick(now)
        if self.autoplaying and now >= self._move_due and not self._is_moving:
            self.ai_move()
        return changed or self._making is not None  # its count goes up

    @property
    def _is_moving(self) -> bool:
        """Whether a move is thought about, or the board made for it."""
        return self.thinker.is_busy("move") or self.thinker.is_busy("board")
