"""A signature of an agent's behaviour: it changes when the agent's moves do, and only then.

An agent plays a fixed, seeded set of games; the signature is a digest of its moves. It is the same
on every machine, so two results under one signature come from the same player, and results under
two signatures must not be mixed. Probabilities are left out: their last digits may differ between
machines and between the engine and its twin in Python.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterable, Iterator
from functools import cache

from sapper.agents.base import Agent
from sapper.errors import BudgetExceeded, NoMoveLeft
from sapper.game import Game, Status
from sapper.lab.agent_spec import AgentSpec
from sapper.level import Level, StartRule

DIGITS = 8
SEED = 2012
MOST_MOVES = 40
"""After so many moves a game is broken off: what is left of it is mostly more of the same."""
SAMPLE: tuple[tuple[Level, int], ...] = (
    (Level(4, 5, 5, StartRule.SAFE), 2),
    (Level(8, 8, 10, StartRule.ANY), 4),
    (Level(9, 9, 10, StartRule.SAFE), 4),
    (Level(9, 9, 12, StartRule.GIVEN), 2),
    (Level(9, 9, 16, StartRule.OPENING), 4),
    (Level(13, 13, 38, StartRule.OPENING), 3),
    (Level(16, 30, 99, StartRule.SAFE), 1),
    (Level(16, 30, 99, StartRule.OPENING), 1),
)
"""Levels and how many games of each: sparse and crowded, under each start rule.

Any change here gives every agent a new signature, and with it the results already kept another
name than those to come.
"""


@cache
def signature(agent: AgentSpec | str) -> str:
    """The signature of an agent with its options.

    >>> signature("random") == signature("random:seed=0")
    True
    >>> signature("random") == signature("random:seed=1")
    False
    """
    spec = AgentSpec.parse(agent) if isinstance(agent, str) else agent
    return digest(
        line
        for level, games in SAMPLE
        for index in range(games)
        for line in _moves(Game.new(level, seed=SEED, index=index), spec.make(level.start))
    )


def digest(lines: Iterable[str]) -> str:
    """A short digest of some lines of text.

    >>> digest(["0 0 guess", "1 2 certain"])
    'ceb1fd17'
    """
    return hashlib.sha256("\n".join(lines).encode()).hexdigest()[:DIGITS]


def _moves(game: Game, agent: Agent) -> Iterator[str]:
    """A line for each move, and for how the game ended."""
    for _ in range(MOST_MOVES):
        if game.status is not Status.PLAYING:
            break
        try:
            move = agent.choose(game.view)
        except (BudgetExceeded, NoMoveLeft) as stuck:
            yield type(stuck).__name__
            return
        yield f"{move.cell[0]} {move.cell[1]} {'certain' if move.certain else 'guess'}"
        game.reveal(move.cell)
    yield game.status.value
