"""The `random` agent: it knows nothing, and opens any hidden cell."""

from __future__ import annotations

from typing import ClassVar

from sapper.agents.base import Agent, Conclusions, Move
from sapper.errors import NoMoveLeft
from sapper.view import View


class RandomAgent(Agent):
    """Uniform among the hidden cells: the baseline for every other agent.

    >>> RandomAgent(seed=1).choose(View.parse("1#", mines=1)).cell
    (0, 1)
    """

    name: ClassVar[str] = "random"
    summary: ClassVar[str] = "opens a random hidden cell"

    def choose(self, view: View) -> Move:
        """Any hidden cell."""
        hidden = view.hidden()
        if not hidden:
            raise NoMoveLeft("no cell is hidden")
        return self.draw(view, hidden, view.mines)

    def conclusions(self, view: View) -> Conclusions:
        """Nothing, ever."""
        return Conclusions()
