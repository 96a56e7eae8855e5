"""The games: begin one, take turns, look at it again, let an agent move."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import blake2b
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from sapper.agents.base import SEED_BITS, Reason
from sapper.agents.registry import AGENTS
from sapper.errors import GameOver, LevelError, NotYet, StaleThought, TooManyFlags, UnknownName
from sapper.game import Status
from sapper.history.rows import ListedGame
from sapper.interface.web import questions
from sapper.interface.web.requests import (
    AgentRequest,
    Column,
    Identity,
    Language,
    Limit,
    NewGame,
    Offset,
    RequestedAction,
    Row,
    TurnRequest,
)
from sapper.interface.web.server_state import (
    NO_GAME,
    REFUSED,
    THINKING,
    ServerState,
    answered,
    problems,
)
from sapper.level import Level, StartRule
from sapper.play import shapes
from sapper.play.asking import Hint, Why
from sapper.play.record import Entry, Setup
from sapper.play.table import Table

Result = TypeVar("Result")

CELLS_AT_ONCE = 1_000
"""Larger boards are played on in another thread."""


CHANGES_OF_MIND = 1_000
"""So many flags may be set and taken off, beside one turn or two for every cell."""


router = APIRouter(prefix="/api/games", responses=REFUSED, tags=["games"])
OVER = problems(_409="the game is over, or paused")
FULL = problems(_409="the game has too many turns for another flag")
NOT_OVER = problems(_409="the game is not over yet")


@router.post("", status_code=201, response_model=shapes.Game)
async def begin(request: Request, body: NewGame) -> Response:
    """Begin a game. The server lays the mines, and tells of them only after the end."""
    server = ServerState.of(request)
    setup = Setup(_level(body), body.winning, body.seed, agent=body.agent)
    table = await at_once_or_aside(setup.level, Table, setup, server.history)
    return await at_once_or_aside(setup.level, _begun, server, table)


def _level(body: NewGame) -> Level:
    size = (body.height, body.width, body.mines)
    if body.level is not None:
        if size != (None, None, None):
            raise LevelError("give a level or a size, not both")
        level = Level.named(body.level)
        return level if body.start is None else level.starting(body.start)
    if body.height is None or body.width is None or body.mines is None:
        raise LevelError("give a level, or height, width and mines")
    questions.check_size(body.height, body.width)
    return Level(body.height, body.width, body.mines, body.start or StartRule.SAFE)


def _begun(server: ServerState, table: Table) -> Response:
    table.keep()  # so that its address stays good if the server ends now
    server.open_games.add(table)
    return answered(_shown(server, table), status=201)


def _shown(
    server: ServerState, table: Table, entry: Entry | None = None, reason: Reason | None = None
) -> shapes.Game:
    """How the game stands, what the last turn did, and whether it can be kept."""
    notice = server.history.message_for(table.identity)
    return shapes.Game.of(table, say=table.say(entry), notice=notice, reason=reason)


@router.get("", response_model=list[ListedGame])
def kept_games(
    request: Request, limit: Limit = 50, offset: Offset = 0, status: Status | None = None
) -> Response:
    """The games with a turn in them, the one played last first; those of one status alone."""
    kept = ServerState.of(request).history.games(limit, offset, status=status and status.value)
    return answered([ListedGame.of(game) for game in kept])


@router.get("/{identity}", response_model=shapes.Game, responses=NO_GAME)
async def look(request: Request, identity: Identity) -> Response:
    """The game as it stands. Looking changes nothing: `resume` lets its clock run on."""
    server, table = await _at(request, identity)
    return answered(_shown(server, table))


@router.post("/{identity}/resume", response_model=shapes.Game, responses=NO_GAME)
async def resume(request: Request, identity: Identity) -> Response:
    """The player is back: uncover the board, and let the clock run on if it ever ran."""
    server, table = await _at(request, identity)
    await at_once_or_aside(table.setup.level, table.sit_down)
    return answered(_shown(server, table))


@router.post("/{identity}/pause", response_model=shapes.Game, responses=NO_GAME)
async def pause(request: Request, identity: Identity) -> Response:
    """Stop the clock and cover the board until `resume`; no turn is taken meanwhile."""
    server, table = await _at(request, identity)
    await at_once_or_aside(table.setup.level, table.pause)
    return answered(_shown(server, table))


@router.delete("/{identity}", status_code=204, responses=NO_GAME)
def forget(request: Request, identity: Identity) -> Response:
    """Forget a game."""
    server = ServerState.of(request)
    server.history.delete(identity)
    server.open_games.remove(identity)
    return Response(status_code=204)


@router.post("/{identity}/turns", response_model=shapes.Game, responses=NO_GAME | FULL)
async def take_turn(request: Request, identity: Identity, body: TurnRequest) -> Response:
    """Open, flag or chord a cell. Where that does nothing, the game is shown as it stands."""
    server, table = await _at(request, identity)
    row, column = body.cell
    if body.action is RequestedAction.FLAG:
        _check_room_for_a_flag(table)
    act = getattr(table, body.action.value)
    entry = await at_once_or_aside(table.setup.level, act, (row, column))
    return answered(_shown(server, table, entry))


def _check_room_for_a_flag(table: Table) -> None:
    """Cells can be opened but once; flags would be the way to fill the memory."""
    most = 2 * table.setup.level.cells + CHANGES_OF_MIND
    if table.turns >= most:
        raise TooManyFlags(f"a game of this size has room for {most:,} turns: open a cell")


@router.post("/{identity}/again", status_code=201, response_model=shapes.Game, responses=NO_GAME)
def again(request: Request, identity: Identity) -> Response:
    """Begin a new game on the same board. It counts as a board seen before."""
    server = ServerState.of(request)
    table = server.open_games.find(identity) or server.game(identity)
    return _begun(server, table.again())


def _finished(server: ServerState, identity: str) -> Table:
    table = server.open_games.find(identity) or server.game(identity)
    if table.status is Status.PLAYING:
        raise NotYet("this game is not over yet")  # what it hides would be told
    return table


@router.get(
    "/{identity}/review", response_model=shapes.Review, responses=NO_GAME | NOT_OVER | THINKING
)
async def review(request: Request, identity: Identity) -> Response:
    """A finished game step by step: what was risked, what could have been, what decided it."""
    server = ServerState.of(request)
    table = await run_in_threadpool(_finished, server, identity)
    return answered(await server.ask(request, questions.look_again, table.record()))


@router.get("/{identity}/entries", response_model=list[Entry], responses=NO_GAME)
async def entries(request: Request, identity: Identity) -> Response:
    """All turns of a game."""
    _, table = await _at(request, identity)
    return answered(table.entries)


# What can be asked of a game under way. It sees the view alone, in a process that can be stopped


@router.get("/{identity}/hint", response_model=Hint, responses=NO_GAME | OVER | THINKING)
async def hint(request: Request, identity: Identity) -> Response:
    """A certainly safe cell, or the best guess."""
    server, table = await _at(request, identity)
    return answered(await server.ask(request, questions.hint, _under_way(table).situation))


@router.get("/{identity}/odds", response_model=shapes.Odds, responses=NO_GAME | THINKING)
async def odds(request: Request, identity: Identity) -> Response:
    """The chance of a mine in every hidden cell, and all that is certain."""
    server, table = await _at(request, identity)
    return answered(await server.ask(request, questions.odds, table.situation))


@router.get("/{identity}/why", response_model=Why, responses=NO_GAME | THINKING)
async def why(
    request: Request, identity: Identity, row: Row, column: Column, language: Language = "en"
) -> Response:
    """Why a cell is safe or a mine, step by step; or else what its odds are."""
    server, table = await _at(request, identity)
    details = ((row, column), language)
    return answered(await server.ask(request, questions.why, table.situation, *details))


@router.get("/{identity}/guess", response_model=shapes.Move, responses=NO_GAME | OVER | THINKING)
async def guess(request: Request, identity: Identity) -> Response:
    """The strongest agent's move, and what it was compared with."""
    server, table = await _at(request, identity)
    return answered(await server.ask(request, questions.guess, _under_way(table).situation))


@router.get("/{identity}/knowledge", response_model=shapes.Knowledge, responses=NO_GAME | THINKING)
async def knowledge(request: Request, identity: Identity) -> Response:
    """What each of the reasoning agents knows for certain here."""
    server, table = await _at(request, identity)
    return answered(await server.ask(request, questions.knowledge, table.situation))


@router.post("/{identity}/ai", response_model=shapes.Game, responses=NO_GAME | OVER | THINKING)
async def ai_move(
    request: Request, identity: Identity, body: AgentRequest | None = None
) -> Response:
    """Let an agent make one move; `reason` says what it thought.

    Where a turn was taken meanwhile it makes none: it thought about another position.
    """
    server, table = await _at(request, identity)
    situation = _under_way(table).situation
    agent = (body and body.agent) or situation.agent
    if agent not in AGENTS:
        raise UnknownName("agent", agent, AGENTS)
    situation = replace(situation, agent=agent, agent_seed=agent_seed(table))
    thought = await server.ask(request, questions.think, situation)
    try:
        entry = await at_once_or_aside(table.setup.level, table.make, thought)
    except StaleThought:
        return answered(_shown(server, table))
    return answered(_shown(server, table, entry, thought.move and thought.move.reason))


async def _at(request: Request, identity: str) -> tuple[ServerState, Table]:
    server = ServerState.of(request)
    table = server.open_games.find(identity)
    if table is None:
        table = await run_in_threadpool(server.game, identity)
    return server, table


async def at_once_or_aside(level: Level, work: Callable[..., Result], *arguments: Any) -> Result:
    """Do something that takes time in proportion to the board.

    On a usual board a click takes less than it costs to hand it to another thread.
    """
    if level.cells <= CELLS_AT_ONCE:
        return work(*arguments)
    return await run_in_threadpool(work, *arguments)


def _under_way(table: Table) -> Table:
    if table.status is not Status.PLAYING:
        raise GameOver(f"the game is {table.status.value}")
    if table.is_paused:
        raise NotYet("the game is paused")
    return table


def agent_seed(table: Table) -> int:
    """The seed of an agent's own draws: nothing that anybody sees depends on the board's seed."""
    digest = blake2b(table.identity.encode(), digest_size=SEED_BITS // 8).digest()
    return int.from_bytes(digest, "big")
