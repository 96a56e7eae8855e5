"""The table of a game that a request names, and what may be asked at it."""

from __future__ import annotations

from dataclasses import replace

from fastapi import Request
from fastapi.concurrency import run_in_threadpool

from sapper.agents.registry import AGENTS
from sapper.errors import GameOver, NotYet, UnknownName
from sapper.game import Status
from sapper.interface.web.responses import problems
from sapper.interface.web.server_state import ServerState
from sapper.play.situation import Situation
from sapper.play.table import Table
from sapper.seed import seed_from

OVER = problems(_409="the game is over, or paused")


async def opened(request: Request, identity: str) -> tuple[ServerState, Table]:
    """The table of a game; loading one from the history is left to another thread."""
    server = ServerState.of(request)
    owner = server.shelf(request).owner
    table = server.open_games.find(identity, owner)
    if table is None:
        table = await run_in_threadpool(server.game, identity, owner)
    server.hear(request, table)
    return server, table


def under_way(table: Table) -> Table:
    """The table, if turns can be taken at it; `GameOver` or `NotYet` say why not."""
    if table.status is not Status.PLAYING:
        raise GameOver(f"the game is {table.status.value}")
    if table.is_paused:
        raise NotYet("the game is paused")
    return table


def situation_for(table: Table, agent: str) -> Situation:
    """What an agent is asked about; only one that this server knows, whoever a game names."""
    if agent not in AGENTS:
        raise UnknownName("agent", agent, AGENTS)
    return replace(table.situation, agent=agent, agent_seed=agent_seed(table))


def agent_seed(table: Table) -> int:
    """The seed of an agent's random choices: they must not depend on the board's seed."""
    return seed_from(table.identity)
