"""All that a player knows at one moment, and what can be asked about it.

A situation never changes and holds nothing that is hidden from the player, so it may be sent to
another thread or process and asked there: the terminal and the window think in threads, the
page's server in processes that can be stopped.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sapper.agents import checked
from sapper.agents.base import Agent, Conclusions, Move
from sapper.agents.registry import make_agent
from sapper.errors import NoMoveLeft
from sapper.exact.analysis import Analysis
from sapper.game import WinningRule
from sapper.grid import Cell
from sapper.level import StartRule
from sapper.play import asking
from sapper.play.asking import Hint, Why
from sapper.play.beliefs import JudgedBeliefs, judge
from sapper.play.record import STRONGEST
from sapper.view import View


@dataclass(frozen=True, slots=True)
class Thought:
    """An agent's move, not made yet, with the view it was thought for.

    `Table.make` refuses it once the view has changed.
    """

    view: View
    move: Move | None
    """None where nothing is left to open and the agent can only flag."""
    by: str
    mines: frozenset[Cell] | None = None
    """The mines the agent knows; None where the winning rule does not ask for them."""


@dataclass(frozen=True, slots=True)
class Situation:
    """A view, and the rules of the game it belongs to.

    >>> situation = Situation(View.parse("#1##", mines=1))
    >>> situation.hint().words
    '(0, 3) is certainly safe.'
    >>> situation.think().move.cell
    (0, 3)
    """

    view: View
    start: StartRule = StartRule.SAFE
    winning: WinningRule = WinningRule.REVEALED
    is_first_free: bool = False
    """Whether the start rule will keep the next cell free of mines."""
    agent: str = STRONGEST
    agent_seed: int = 0
    is_fair: bool = False

    def hint(self) -> Hint:
        """A certainly safe cell, or else the best guess."""
        return asking.hint(
            self.view,
            start=self.start,
            winning=self.winning,
            free=self.is_first_free,
            fair=self.is_fair,
        )

    def odds(self) -> Analysis:
        """Every hidden cell's chance of a mine, and all that is certain."""
        return asking.odds(self.view, free=self.is_first_free)

    def why(self, cell: Cell, language: str | None = None) -> Why:
        """Why a cell is safe or a mine, or else its odds."""
        return asking.why(self.view, cell, language, free=self.is_first_free)

    def guess(self) -> Move:
        """The strongest agent's move, with what it was compared with."""
        move = asking.choose(self.view, make_agent(STRONGEST, start=self.start))
        return replace(move, certain=True, mine_probability=0.0) if self.is_first_free else move

    def knowledge(self) -> dict[str, Conclusions]:
        """What each of the reasoning agents knows for certain."""
        return asking.knowledge(self.view)

    def beliefs(self, agent: Agent | None = None) -> JudgedBeliefs:
        """What the agent believes, beside what follows from the view alone.

        >>> Situation(View.parse("#1##", mines=1), agent="sentence").beliefs().missed[0].cell
        (0, 3)
        """
        believed = checked.beliefs(self.view, agent or self.fresh_agent())
        return judge(self.view, believed, self.agent)

    def fresh_agent(self) -> Agent:
        """A fresh copy of the agent that makes the AI's moves."""
        return make_agent(self.agent, seed=self.agent_seed, start=self.start)

    def think(self, agent: Agent | None = None) -> Thought:
        """The agent's move; one that has followed the game may be given, to save time."""
        agent = agent or self.fresh_agent()
        flags_win = self.winning is WinningRule.FLAGGED
        mines = checked.conclusions(self.view, agent).mines if flags_win else None
        try:
            move = asking.choose(self.view, agent)
        except NoMoveLeft:
            move = None
        return Thought(self.view, move, self.agent, mines)
