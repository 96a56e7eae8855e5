"""A game against the clock: how it stands, the player's turns, its list of moves.

Whoever makes a turn, it is taken in one place and under one lock: what it risks is counted, the
game plays it, and it is added to the list and kept.
"""

from __future__ import annotations

import secrets
import time
from collections.abc import Callable
from dataclasses import replace
from threading import RLock
from typing import Self

from sapper.board import Board
from sapper.exact.budgets import CLICK_BUDGET, DEFAULT_BUDGET
from sapper.game import Action, Status, Turn
from sapper.grid import Cell, check_cell
from sapper.level import Guesses
from sapper.measures import GameMeasures
from sapper.play.clock import Clock
from sapper.play.hand import Button, Hand, IdleClick
from sapper.play.keeper import Keeper, RecordKeeper
from sapper.play.making import BoardMaking
from sapper.play.measured import measure, measure_so_far
from sapper.play.missed import say_missed
from sapper.play.record import FAST, PLAYER, Entry, Record, Setup, act, pack
from sapper.play.records import PersonalRecord
from sapper.play.risk import CERTAIN, NO_RISK, Risk, at_stake, risk_of
from sapper.seed import seed_of_chance
from sapper.view import View

IDENTITY_BYTES = 8
DECIMALS_OF_SECONDS = 3


class TimedGame:
    """One game with its clock and its list of moves, kept turn by turn.

    >>> from sapper.level import Level
    >>> game = TimedGame(Setup(Level.named("beginner"), seed=3))
    >>> game.reveal((0, 0)).opened
    ((0, 0),)
    >>> game.status, game.mines_left, len(game.entries)
    (<Status.PLAYING: 'playing'>, 10, 1)

    Threads may share one: whatever changes it is guarded.
    """

    def __init__(
        self,
        setup: Setup,
        keeper: Keeper | None = None,
        clock: Callable[[], float] = time.monotonic,
        *,
        identity: str | None = None,
    ) -> None:
        if setup.seed is None:
            setup = replace(setup, seed=seed_of_chance())
        self.setup = replace(setup, layout=None)  # a record knows it, from the board
        self.identity = identity or secrets.token_hex(IDENTITY_BYTES)
        self._keeper = keeper
        self._kept: int | None = None
        self._game = setup.game()
        self._entries: list[Entry] = []
        self._clock = Clock(clock)
        self._lock = RLock()
        self.is_paused = False
        """Whether the player has stopped the clock: then the board is covered."""
        self._made: dict[Cell, Board] = {}
        """Boards made for this game, by their first cell: several may be asked for at once."""
        self._hand = Hand()
        self._measured: tuple[int, Hand, GameMeasures | None] | None = None
        self.records: tuple[PersonalRecord, ...] = ()
        """The personal records of a game that has just been won."""
        self.missed = ""
        """What was certain when a fair game was lost by a guess, and why."""

    @classmethod
    def of(
        cls,
        record: Record,
        keeper: Keeper | None = None,
        clock: Callable[[], float] = time.monotonic,
    ) -> Self:
        """The game as it was left; its clock stands until the next turn, or until `sit_down`.

        >>> from sapper.level import Level
        >>> left = TimedGame(Setup(Level.named("beginner"), seed=3))
        >>> entry = left.reveal((0, 0))
        >>> TimedGame.of(left.record()).view == left.view
        True
        """
        game = cls(record.setup, keeper, clock, identity=record.identity)
        for entry in record.entries:
            game._apply(entry.action, entry.cell)
            game._entries.append(entry)
        game._hand = record.hand
        game._kept = len(record.entries) or None  # without a turn it may never have been kept
        if record.setup.guesses is Guesses.FAIR:
            # The moves were replayed on the last layout; from now on it may change again.
            game._game.fair = True
        game._clock.rest_at(record.seconds)
        return game

    # How the game stands

    @property
    def view(self) -> View:
        """What the player sees."""
        return self._game.view

    @property
    def status(self) -> Status:
        """Whether the game is won, lost or under way."""
        return self._game.status

    @property
    def seconds(self) -> float:
        """The time from the first cell opened to the end, or to now."""
        return self._clock.read()

    @property
    def clock(self) -> Callable[[], float]:
        """What tells the time."""
        return self._clock.now

    @property
    def mines_left(self) -> int:
        """The mines less the flags, below 0 where there are too many; none once the game is won."""
        if self.status is Status.WON:
            return 0
        return self.view.mines - len(self.view.flags)

    @property
    def entries(self) -> tuple[Entry, ...]:
        """The list of moves."""
        with self._lock:
            return tuple(self._entries)

    @property
    def turns(self) -> int:
        """How many moves there are in the list."""
        return len(self._entries)

    @property
    def last(self) -> Entry | None:
        """The last of them."""
        with self._lock:
            return self._entries[-1] if self._entries else None

    @property
    def exploded(self) -> Cell | None:
        """The mine that was opened."""
        return self._game.exploded

    @property
    def mines(self) -> frozenset[Cell]:
        """Where the mines are; nowhere, until the game is over."""
        board = self._game.board
        if board is None or self.status is Status.PLAYING:
            return frozenset()
        return board.mines

    @property
    def wrong_flags(self) -> frozenset[Cell]:
        """The flags on cells without a mine, once the game is over."""
        return frozenset() if self.status is Status.PLAYING else self.view.flags - self.mines

    @property
    def shown(self) -> View:
        """The view to be drawn: the player's, or all cells covered while the game is paused."""
        view = self.view
        return View(view.height, view.width, view.mines) if self.is_paused else view

    @property
    def rows(self) -> list[str]:
        """The board as text, one line per row: digits, `#` hidden, `F` flagged.

        Once the game is over, `*` is a mine, `X` the one that was opened, `!` a wrong flag.
        """
        with self._lock:
            if self.status is Status.PLAYING:
                return str(self.shown).splitlines()
            rows = [list(row) for row in str(self.view).splitlines()]
            signs = dict.fromkeys(self.mines - self.view.flags, "*")
            signs |= dict.fromkeys(self.wrong_flags, "!")
            if self.exploded is not None:
                signs[self.exploded] = "X"
        for (row, column), sign in signs.items():
            rows[row][column] = sign
        return ["".join(row) for row in rows]

    @property
    def measures(self) -> GameMeasures | None:
        """What the game comes to: before its end, what its player can see; None on a huge board.

        >>> from sapper.level import Level
        >>> game = TimedGame(Setup(Level.named("beginner"), seed=3))
        >>> entry = game.reveal((0, 0))
        >>> game.measures.clicks, game.measures.board
        (Clicks(left=1, right=0, chord=0), None)
        """
        with self._lock:
            known = self._measured
            if known is None or known[0] != self.turns or known[1] is not self._hand:
                is_over = self.status is not Status.PLAYING
                record = self.record()
                measures = measure(record) if is_over else measure_so_far(record, self.view)
                known = self._measured = (self.turns, self._hand, measures)
            seconds = round(self.seconds, DECIMALS_OF_SECONDS)
            return None if known[2] is None else replace(known[2], seconds=seconds)

    @property
    def is_first_free(self) -> bool:
        """Whether the next cell opened can't be a mine, since the mines are laid around it."""
        return self._game.board is None

    @property
    def needs_board(self) -> bool:
        """Whether a board is made around the next cell opened, which may take a while."""
        return self.setup.guesses is Guesses.NONE and self._game.board is None

    def making_for(self, first: Cell) -> BoardMaking:
        """The making of a board that needs no guess from this cell on; then `lay` it."""
        return BoardMaking(self.setup, check_cell(first, self.view.height, self.view.width))

    def lay(self, first: Cell, board: Board) -> None:
        """Use this board if the cell is the first to be opened."""
        self._made[first] = board

    def record(self) -> Record:
        """The game so far, as it is kept."""
        with self._lock:
            seconds = round(self.seconds, DECIMALS_OF_SECONDS)
            setup, board = self.setup, self._game.board
            has_own_layout = setup.guesses is not Guesses.ANY or setup.position is not None
            if has_own_layout and board is not None:
                setup = replace(setup, layout=pack(board.layout))
            return Record(self.identity, setup, self.entries, self.status, seconds, self._hand)

    def keep(self) -> None:
        """Keep the game as it stands, though nobody has moved; each turn does so by itself."""
        with self._lock:
            if self._keeper is not None:
                measures = None if self.status is Status.PLAYING else self.measures
                self._kept = self._keeper.keep(self.record(), self._kept, measures)

    @property
    def is_timed(self) -> bool:
        """Whether the clock runs now."""
        return self._clock.is_running

    def sit_down(self) -> None:
        """Let the clock go on, if it has ever begun to: the player is back."""
        with self._lock:
            self.is_paused = False
            if self.status is Status.PLAYING:
                self._clock.go_on()

    def pause(self) -> None:
        """Stop the clock and cover the board until `sit_down`; no turn is taken meanwhile."""
        with self._lock:
            if self.status is Status.PLAYING:
                self.leave()
                self.is_paused = True

    def leave(self) -> None:
        """Stop the clock and keep it so: the game can be gone on with later."""
        with self._lock:
            was_timed = self.is_timed
            self._clock.stop()
            # Whoever has only looked on changes nothing: not when the game was played last.
            if self._entries and (was_timed or self._kept != len(self._entries)):
                self.keep()

    # What a player does: each gives the entry, or None where nothing happened

    def reveal(self, cell: Cell) -> Entry | None:
        """Open a hidden cell. A flagged one stays as it is.

        Where no opening fits around a first cell, a `LevelError` says so.
        """
        return self._act(Action.REVEAL, cell)

    def flag(self, cell: Cell, flagged: bool | None = None) -> Entry | None:
        """Flag a hidden cell, or take its flag off.

        `flagged` says which of both is meant, for somebody who may see an older position.
        """
        with self._lock:
            cell = check_cell(cell, self.view.height, self.view.width)
            if flagged is not None and (cell in self.view.flags) is flagged:
                self._note_idle(Button.RIGHT, cell)
                return None
            return self._act(Action.FLAG, cell)

    def chord(self, cell: Cell) -> Entry | None:
        """Open all unflagged neighbours of a number that has as many flags around it."""
        return self._act(Action.CHORD, cell)

    def press(self, cell: Cell) -> Entry | None:
        """What a primary click means: it opens a hidden cell, and chords a number."""
        with self._lock:
            action = Action.REVEAL if self.view.is_hidden(cell) else Action.CHORD
            return self._act(action, cell, button=Button.LEFT)

    def move_pointer(self, cells: float) -> None:
        """The pointer went so far, in cells: that counts while the clock runs."""
        with self._lock:
            if self._clock.is_running:
                self._hand = self._hand.moved(cells)

    # Taking a turn

    def _act(
        self, action: Action, cell: Cell, by: str = PLAYER, button: Button | None = None
    ) -> Entry | None:
        """Take a turn; None where nothing happens: then a `button` was pressed for nothing."""
        with self._lock:
            cell = check_cell(cell, self.view.height, self.view.width)
            if self.status is not Status.PLAYING or self.is_paused:
                return None
            self.sit_down()
            before = self.view
            risk = CERTAIN if by == FAST else self._risk(action, cell)
            turn = self._apply(action, cell)
            if turn is None:
                if by == PLAYER:
                    self._note_idle(button or Button.of(action), cell)
                return None
            entry = Entry(
                number=len(self._entries) + 1,
                action=turn.action,
                cell=turn.cell,
                opened=turn.opened,
                seconds=round(self.seconds, DECIMALS_OF_SECONDS),
                by=by,
                free=risk is NO_RISK,
                certain=risk.certain,
                mine_probability=risk.taken,
                best_probability=risk.best,
                status=self.status,
                exploded=self.exploded,
                fair=self._game.fair,
            )
            if entry.fair and entry.is_needless and entry.exploded is not None:
                self.missed = say_missed(before, entry.exploded)
            self._entries.append(entry)
            if by != FAST:  # which keeps all its turns at once
                self.keep()
                if entry.status is Status.WON and isinstance(self._keeper, RecordKeeper):
                    self.records = self._keeper.records_of(self.identity)
            return entry

    def _note_idle(self, button: Button, cell: Cell) -> None:
        """A click that changed nothing: it is kept with the next turn."""
        if self.status is Status.PLAYING and not self.is_paused:
            seconds = round(self.seconds, DECIMALS_OF_SECONDS)
            self._hand = self._hand.clicked(IdleClick(button, cell, seconds))

    def _risk(self, action: Action, cell: Cell) -> Risk:
        """What the turn risks, as far as it opens anything."""
        if action is Action.FLAG:
            return Risk()
        if action is Action.REVEAL and (self.is_first_free or cell == self.setup.first):
            return NO_RISK
        cells = at_stake(self.view, action, cell)
        # The referee of a fair game counts further than a click may take.
        budget = DEFAULT_BUDGET if self._game.fair else CLICK_BUDGET
        return risk_of(self.view, cells, budget) if cells else Risk()

    def _apply(self, action: Action, cell: Cell) -> Turn | None:
        """Do it in the game, and see to the clock; None if that was no turn."""
        game = self._game
        opens = action is Action.REVEAL and cell not in self.view.flags
        if opens and self.needs_board:
            made = self._made.get(cell)
            game.board = self.making_for(cell).make() if made is None else made
            self._made.clear()
        turn = act(game, action, cell)
        if turn is None:
            return None
        if turn.action in (Action.REVEAL, Action.CHORD):
            self._clock.start()
        if game.status is not Status.PLAYING:
            self._clock.stop()
        return turn
