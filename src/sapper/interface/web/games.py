"""Requests about games: start one, show it, take turns, let an agent move, delete it."""

from __future__ import annotations

from collections.abc import Callable
from contextlib import suppress
from dataclasses import replace
from functools import partial
from typing import Any, TypeVar

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from sapper.agents.base import Reason
from sapper.board import Board
from sapper.boards.daily import today
from sapper.catalogue import spoken
from sapper.errors import BadInput, BudgetExceeded, LevelError, StaleThought, TooLong, TooMany
from sapper.game import Status
from sapper.grid import Cell, check_cell
from sapper.history.rows import ListedGame
from sapper.history.shelf import Shelf
from sapper.interface.web import questions
from sapper.interface.web.at_table import OVER, opened, situation_for, under_way
from sapper.interface.web.limits import check_cells
from sapper.interface.web.players import welcomed
from sapper.interface.web.requests import (
    AgentRequest,
    Identity,
    Limit,
    NewGame,
    Offset,
    PositionRequest,
    RequestedAction,
    TurnRequest,
)
from sapper.interface.web.responses import NO_GAME, REFUSED, UNANSWERED, answered, problems
from sapper.interface.web.server_state import ServerState
from sapper.level import Guesses, Level, StartRule
from sapper.play import shapes
from sapper.play.making import puzzle_of_the_day
from sapper.play.record import STRONGEST, Entry, Setup
from sapper.play.room import check_room_for_flag
from sapper.play.table import Table
from sapper.play.words import Play
from sapper.proof.technique import BoardGrade

Result = TypeVar("Result")

CELLS_AT_ONCE = 1_000
"""Turns on larger boards are taken in another thread."""

router = APIRouter(prefix="/api/games", responses=REFUSED, tags=["games"])
FULL = problems(_409="the game has too many turns for another flag")


# Starting, listing and deleting


@router.post("", status_code=201, response_model=shapes.Game, responses=UNANSWERED)
async def start_game(request: Request, body: NewGame) -> Response:
    """Start a game. The server lays the mines, and reveals them only when the game is over."""
    server = ServerState.of(request)
    if body.daily:
        return await _start_puzzle(request, server, body)
    if body.position is not None:
        return await _start_from(request, server, body, body.position)
    return await begin(request, server, setup_of(server, body))


def setup_of(server: ServerState, body: NewGame) -> Setup:
    """The game that a request describes."""
    return Setup(
        _level(body),
        body.winning,
        None if body.seed is None else int(body.seed),
        agent=body.agent or server.agent or STRONGEST,
        guesses=body.guesses,
        grade=body.grade,
    )


async def begin(request: Request, server: ServerState, setup: Setup) -> Response:
    """Start a game of whoever sent the request, and give them a token if they have none."""
    player = server.players.beginning(request)
    shelf = Shelf(server.history, player.owner)
    table = await _here_or_in_thread(setup.level, Table, setup, shelf)
    server.hear(request, table)
    started = await _here_or_in_thread(setup.level, _started, server, table, shelf.owner)
    return welcomed(request, player, started)


async def _start_from(
    request: Request, server: ServerState, body: NewGame, position: PositionRequest
) -> Response:
    """Start a game from a position, or on a board: a worker reads it and draws the mines."""
    others = (body.level, body.height, body.width, body.mines, body.start, body.grade)
    if any(other is not None for other in others) or body.guesses is not Guesses.ANY:
        raise BadInput("a position has its own size and mines: give no level, size or rules")
    written = questions.WrittenPosition(position.text, position.format, position.mines)
    seed = None if body.seed is None else int(body.seed)
    drawn = await server.ask(request, questions.begin_with, written, seed)
    setup = replace(drawn, winning=body.winning, agent=body.agent or server.agent or STRONGEST)
    return await begin(request, server, setup)


async def _start_puzzle(request: Request, server: ServerState, body: NewGame) -> Response:
    """Start the puzzle of the day, with its first cell open; the clock starts with the next."""
    if body.seed is not None:
        raise BadInput("the puzzle of the day has no seed to choose")
    day = today()
    setup, first = puzzle_of_the_day(day, _level(body), body.grade)
    agent = body.agent or server.agent or STRONGEST
    player = server.players.beginning(request)
    table = Table(replace(setup, agent=agent), Shelf(server.history, player.owner))
    await _lay(request, server, table, first)
    table.reveal(first)
    table.leave()
    server.open_games.add(table, player.owner)
    server.hear(request, table)
    shown = _shown(server, table, say=spoken(Play).puzzle.format(day=day.isoformat()))
    return welcomed(request, player, answered(shown, status=201))


def _level(body: NewGame) -> Level:
    size = (body.height, body.width, body.mines)
    if body.level is not None:
        if size != (None, None, None):
            raise LevelError("give a level or a size, not both")
        level = Level.named(body.level)
        return level if body.start is None else level.starting(body.start)
    if body.height is None or body.width is None or body.mines is None:
        raise LevelError("give a level, or height, width and mines")
    check_cells(body.height, body.width)
    return Level(body.height, body.width, body.mines, body.start or StartRule.SAFE)


def _started(server: ServerState, table: Table, owner: str) -> Response:
    table.keep()  # so that its address stays valid even if the server ends now
    server.open_games.add(table, owner)
    return answered(_shown(server, table), status=201)


@router.post("/{identity}/again", status_code=201, response_model=shapes.Game, responses=NO_GAME)
def play_again(request: Request, identity: Identity) -> Response:
    """Start a new game on the same board. It counts as a known board."""
    server = ServerState.of(request)
    owner = server.shelf(request).owner
    table = server.open_games.find(identity, owner) or server.game(identity, owner)
    table = table.again()
    server.hear(request, table)
    return _started(server, table, owner)


@router.get("", response_model=list[ListedGame])
def list_games(
    request: Request, limit: Limit = 50, offset: Offset = 0, status: Status | None = None
) -> Response:
    """The saved games with at least one turn, latest first; all, or those of one status."""
    kept = ServerState.of(request).shelf(request).games(limit, offset, status=status)
    return answered([ListedGame.of(game) for game in kept])


@router.delete("/{identity}", status_code=204, responses=NO_GAME)
def delete_game(request: Request, identity: Identity) -> Response:
    """Delete a game."""
    server = ServerState.of(request)
    shelf = server.shelf(request)
    shelf.delete(identity)
    server.open_games.remove(identity, shelf.owner)
    return Response(status_code=204)


# Playing


@router.get("/{identity}", response_model=shapes.Game, responses=NO_GAME)
async def show_game(request: Request, identity: Identity) -> Response:
    """The state of a game. Reading it changes nothing: only `resume` starts its clock again."""
    server, table = await opened(request, identity)
    return answered(_shown(server, table))


@router.post("/{identity}/resume", response_model=shapes.Game, responses=NO_GAME)
async def resume(request: Request, identity: Identity) -> Response:
    """The player is back: uncover the board and, if the clock had started, let it run on."""
    server, table = await opened(request, identity)
    await _here_or_in_thread(table.setup.level, table.sit_down)
    return answered(_shown(server, table))


@router.post("/{identity}/leave", status_code=204, responses=NO_GAME)
async def leave(request: Request, identity: Identity) -> Response:
    """Nobody looks at the game any more: its clock stands until the next turn, or `resume`."""
    _, table = await opened(request, identity)
    await _here_or_in_thread(table.setup.level, table.leave)
    return Response(status_code=204)


@router.post("/{identity}/pause", response_model=shapes.Game, responses=NO_GAME)
async def pause(request: Request, identity: Identity) -> Response:
    """Stop the clock and cover the board until `resume`; no turn is taken in the meantime."""
    server, table = await opened(request, identity)
    await _here_or_in_thread(table.setup.level, table.pause)
    return answered(_shown(server, table))


@router.post("/{identity}/turns", response_model=shapes.Game, responses=NO_GAME | FULL | UNANSWERED)
async def take_turn(request: Request, identity: Identity, body: TurnRequest) -> Response:
    """Open, flag or chord a cell. If that changes nothing, the game is returned as it is."""
    server, table = await opened(request, identity)
    row, column = body.cell
    if body.action is RequestedAction.FLAG:
        check_room_for_flag(table)
    if body.action in (RequestedAction.REVEAL, RequestedAction.PRESS):
        await _lay(request, server, table, (row, column))
    if body.path is not None:
        table.move_pointer(body.path)
    act = getattr(table, body.action.value)
    if body.action is RequestedAction.FLAG:
        act = partial(act, flagged=body.flagged)
    entry = await _played(table, act, (row, column))
    if body.fast is not None and entry is not None and not entry.is_flagging:
        with suppress(BudgetExceeded, TooLong, TooMany):  # the player's own turn is made
            await _play_easy(request, server, table, body.fast)
    return answered(_shown(server, table, entry))


async def _play_easy(
    request: Request, server: ServerState, table: Table, grade: BoardGrade
) -> None:
    """Open what is easy enough, until nothing is: workers find it."""
    goes_on = True
    while goes_on and table.status is Status.PLAYING:
        cells = await server.ask(request, questions.easy, table.view, grade)
        goes_on = await _played(table, table.open_easy, cells) is not None


async def _lay(request: Request, server: ServerState, table: Table, first: Cell) -> None:
    """Have a worker make the board that the first cell decides, where there is none yet."""
    setup = table.setup
    first = check_cell(first, setup.level.height, setup.level.width)
    if not table.needs_board or table.is_paused or first in table.view.flags:
        return
    layout = await server.ask(request, questions.make_board, setup, first)
    table.lay(first, Board.from_layout(layout))


@router.post("/{identity}/ai", response_model=shapes.Game, responses=NO_GAME | OVER | UNANSWERED)
async def ai_move(
    request: Request, identity: Identity, body: AgentRequest | None = None
) -> Response:
    """Let an agent make one move; `reason` says why it chose it.

    If a turn was taken in the meantime, the agent makes no move: it considered another position.
    """
    server, table = await opened(request, identity)
    agent = under_way(table).setup.agent
    situation = situation_for(table, (body and body.agent) or agent)
    thought = await server.ask(request, questions.think, situation)
    try:
        if thought.move is not None:
            await _lay(request, server, table, thought.move.cell)
        entry = await _played(table, table.make, thought)
    except StaleThought:
        return answered(_shown(server, table))
    reason = thought.move.reason if thought.move else None
    return answered(_shown(server, table, entry, reason))


def _shown(
    server: ServerState,
    table: Table,
    entry: Entry | None = None,
    reason: Reason | None = None,
    say: str = "",
) -> shapes.Game:
    """The state of the game, what the last turn did, and whether it could be saved."""
    notice = server.history.message_for(table.identity)
    return shapes.Game.of(table, say=say or table.say(entry), notice=notice, reason=reason)


# Where turns are taken


async def _played(table: Table, act: Callable[..., Entry | None], what: object) -> Entry | None:
    """Take a turn; that of a fair game in another thread, for its referee counts further."""
    if table.setup.guesses is Guesses.FAIR:
        return await run_in_threadpool(act, what)
    return await _here_or_in_thread(table.setup.level, act, what)


async def _here_or_in_thread(level: Level, work: Callable[..., Result], *arguments: Any) -> Result:
    """Do something that takes time in proportion to the size of the board.

    On a board of the usual size, a turn takes less time than handing it to another thread.
    """
    if level.cells <= CELLS_AT_ONCE:
        return work(*arguments)
    return await run_in_threadpool(work, *arguments)
