"""The agents that follow a game: each has derived something from the positions before."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from threading import Lock

from sapper.agents.base import Agent
from sapper.play.situation import Situation


class FollowingAgents:
    """Agents at rest, by name, until they are asked again.

    >>> from sapper.level import Level
    >>> from sapper.play.table import Setup, Table
    >>> situation = Table(Setup(Level.named("beginner"), seed=3)).situation
    >>> agents = FollowingAgents()
    >>> with agents.following(situation) as one, agents.following(situation) as other:
    ...     one is other
    False
    >>> with agents.following(situation) as again:
    ...     again is one or again is other
    True
    """

    def __init__(self) -> None:
        self._lock = Lock()
        self._resting: dict[str, list[Agent]] = {}

    @contextmanager
    def following(self, situation: Situation) -> Iterator[Agent]:
        """An agent that has followed the game and is not thinking; a fresh one if there is none.

        One still thinking about an older position is not disturbed: another takes over. One that
        fails is not asked again.
        """
        with self._lock:
            resting = self._resting.setdefault(situation.agent, [])
            agent = resting.pop() if resting else None
        agent = agent or situation.fresh_agent()
        yield agent
        resting.append(agent)
