"""A table: a game with a player and an AI at it.

Window, terminal and web page play here. To the player's turns, a table adds those of the AI and of
fast mode, whatever can be asked of the position, and the next game; an interface shows it and
decides nothing.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterable
from dataclasses import replace

from sapper.catalogue import spoken
from sapper.errors import NoMoveLeft, StaleThought
from sapper.exact.analysis import Analysis
from sapper.game import Action, Status, WinningRule
from sapper.grid import Cell
from sapper.level import Guesses, StartRule
from sapper.play.asking import Hint, Why
from sapper.play.beliefs import JudgedBeliefs
from sapper.play.fast import easy_cells
from sapper.play.following import FollowingAgents
from sapper.play.given import another_like
from sapper.play.keeper import Keeper
from sapper.play.record import FAST, Entry
from sapper.play.record import Setup as Setup
from sapper.play.records import say_records
from sapper.play.saying import one_after_another, say, say_made_for_you
from sapper.play.situation import Situation, Thought
from sapper.play.timed_game import TimedGame
from sapper.play.words import Play
from sapper.proof.technique import BoardGrade
from sapper.seed import agent_seed


class Table(TimedGame):
    """One game with somebody at it.

    >>> from sapper.level import Level
    >>> table = Table(Setup(Level.named("beginner"), seed=3))
    >>> entry = table.reveal((0, 0))
    >>> table.say(entry)
    'You opened (0, 0): safe, as the first cell always is.'
    >>> print(table.say(table.ai_move()))
    expert opened (8, 0) and 38 more cells: a guess, 11.7 % chance of a mine, the safest available.
    >>> table.status, table.mines_left, len(table.entries)
    (<Status.PLAYING: 'playing'>, 10, 2)

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
        super().__init__(setup, keeper, clock, identity=identity)
        self._agents = FollowingAgents()

    # What the AI does

    def think(self) -> Thought:
        """The move of the setup's agent, which is not made yet.

        It reads the view alone, so it may take its time in another thread.

        >>> from sapper.level import Level
        >>> table = Table(Setup(Level.named("beginner"), seed=3))
        >>> thought = table.think()
        >>> table.entries, table.say(table.make(thought))
        ((), 'expert opened (0, 0): safe, as the first cell always is.')
        """
        situation = self.situation
        with self._agents.following(situation) as agent:
            return situation.think(agent)

    def beliefs(self) -> JudgedBeliefs:
        """What the setup's agent believes, beside what follows.

        >>> from sapper.level import Level
        >>> table = Table(Setup(Level.named("beginner").starting("opening"), seed=3))
        >>> entry = table.reveal((0, 0))
        >>> table.beliefs().words
        'expert: 9 beliefs are right, none is false, no conclusion is missed.'
        """
        situation = self.situation
        with self._agents.following(situation) as agent:
            return situation.beliefs(agent)

    def make(self, thought: Thought) -> Entry | None:
        """Play an agent's move; None if there was nothing left for it to do.

        A thought about an older position is refused as a `StaleThought`: checking and playing are
        one step, whoever else is at the table. A flag on the cell is removed first, for agents
        don't trust flags. Where flags win, the flags are then set to the mines the agent knows.
        """
        with self._lock:
            if self.status is not Status.PLAYING or thought.view != self.view:
                raise StaleThought("the game has moved on since the agent was asked")
            move, mines = thought.move, thought.mines
            entry = None if move is None else self._open(move.cell, thought.by)
            if mines is None or self.setup.winning is not WinningRule.FLAGGED:
                return entry
            flagged = self._flag_what_is_known(mines, thought.by)
            return entry or flagged

    def ai_move(self) -> Entry | None:
        """Let the setup's agent choose and play one move."""
        return self.make(self.think()) if self.status is Status.PLAYING else None

    def change_agent(self, agent: str) -> None:
        """Somebody else makes the AI's moves from now on; `UnknownName` if there is none so named.

        >>> from sapper.level import Level
        >>> table = Table(Setup(Level.named("beginner"), seed=3))
        >>> table.change_agent("exact")
        >>> table.say(table.ai_move())
        'exact opened (0, 0): safe, as the first cell always is.'
        """
        with self._lock:
            self.setup = replace(self.setup, agent=agent)
            if self._entries:
                self.keep()

    # What fast mode does

    def open_easy(self, cells: Iterable[Cell]) -> Entry | None:
        """Open cells for the player that are certainly safe: fast mode has found them.

        A flag on one of them is removed first. The game is kept once; the last turn is given, or
        None where no cell was left to open.
        """
        with self._lock:
            before = self.turns
            for cell in cells:
                self._open(cell, FAST)
            if self.turns == before:
                return None
            self.keep()
            return self.last

    def play_easy(self, grade: BoardGrade) -> None:
        """Open all that is easy enough, until nothing is; an interface may do so step by step.

        >>> from sapper.level import Level
        >>> table = Table(Setup(Level.named("beginner").starting("opening"), seed=3))
        >>> entry = table.reveal((0, 0))
        >>> table.play_easy(BoardGrade.EASY)
        >>> table.say(entry).partition("is. ")[2]
        'Fast mode opened 24 more cells for you.'
        """
        while self.status is Status.PLAYING and self.open_easy(easy_cells(self.view, grade)):
            pass

    def _open(self, cell: Cell, by: str) -> Entry | None:
        with self._lock:
            unflagged = self._act(Action.FLAG, cell, by) if cell in self.view.flags else None
            # Under the course's rule the game may be won by taking off a flag.
            return self._act(Action.REVEAL, cell, by) or unflagged

    def _flag_what_is_known(self, mines: frozenset[Cell], by: str) -> Entry | None:
        """Make the flags those of the mines that an agent knows; give the last change."""
        entry = None
        for cell in sorted(mines ^ self.view.flags):
            entry = self._act(Action.FLAG, cell, by) or entry
        return entry

    # What can be asked: it reads the view alone, so it may take its time in another thread

    @property
    def situation(self) -> Situation:
        """All that the player knows now, for questions and for agents."""
        with self._lock:
            setup = self.setup
            return Situation(
                self.view,
                setup.level.start,
                setup.winning,
                self.is_first_free,
                setup.agent,
                agent_seed(setup.seed or 0),
                self._game.fair,
            )

    def hint(self) -> Hint:
        """A certainly safe cell, or the best guess; `NoMoveLeft` if there is nothing to do."""
        if self.status is not Status.PLAYING:
            raise NoMoveLeft(spoken(Play).is_over[self.status.value])
        return self.situation.hint()

    def odds(self) -> Analysis:
        """Every hidden cell's chance of a mine, and all that is certain."""
        return self.situation.odds()

    def why(self, cell: Cell, language: str | None = None) -> Why:
        """Why a cell is safe or a mine, or else what its odds are."""
        return self.situation.why(cell, language)

    def say(self, entry: Entry | None) -> str:
        """What happened in the turn just made, in a sentence; nothing for None.

        Older turns, and those of other games, are told by `sapper.play.saying.say`. Under
        the course's rule an agent's move is followed by its flags: where they ended the game, that
        is told, too.
        """
        if entry is None:
            return ""
        later = self.entries[entry.number :]
        its_flags_ended_it = (
            self.status is not Status.PLAYING
            and entry.status is Status.PLAYING
            and entry.is_by_agent
            and all(flag.is_flagging and flag.by == entry.by for flag in later)
        )
        its_end = its_flags_ended_it or entry.status is Status.WON
        told = say(replace(entry, status=self.status) if its_flags_ended_it else entry)
        if later and all(easy.by == FAST for easy in later):
            told = one_after_another(told, say_made_for_you(later))
        if entry.exploded is not None:
            return one_after_another(told, self.missed)
        return one_after_another(told, say_records(self.records)) if its_end else told

    # The next game

    def again(self) -> Table:
        """A new table on the same board, with the mines where they were."""
        setup = replace(self.record().setup, first=self._first())
        if setup.guesses is Guesses.FAIR:
            setup = replace(setup, layout=None)  # only the first layout of a fair game
        return Table(setup, self._keeper, self.clock)

    def _first(self) -> Cell | None:
        """The cell around which the mines were laid; None where no cell decided that."""
        board = self._game.board
        if board is None or self.setup.level.start in (StartRule.ANY, StartRule.GIVEN):
            return None
        opened = (entry.cell for entry in self._entries if not entry.is_flagging)
        return self.setup.first or board.first or next(opened, None)

    def new(self, seed: int | None = None) -> Table:
        """A new table with another board; where the game began with a position, from there.

        It is the first board of the seed, or of one drawn by chance.
        """
        setup = replace(self.setup, seed=seed, index=0, first=None)
        if setup.position is not None:
            setup = another_like(setup)
        return Table(setup, self._keeper, self.clock)
