"""The games: begin one, take turns, look at it again, let an agent move."""

from __future__ import annotations

from hashlib import blake2b
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from sapper.errors import LevelError, SapperError
from sapper.game import Status
from sapper.grid import check_cell
from sapper.interface.web import questions
from sapper.interface.web.answers import EntryShown, GameShown
from sapper.interface.web.room import NO_GAME, REFUSED, THINKING, Room, answered, problems
from sapper.interface.web.showing import show_entries, show_game
from sapper.interface.web.wishes import (
    LONGEST_SIDE,
    MOST_CELLS,
    MOST_LISTED,
    AgentWanted,
    Column,
    Identity,
    Language,
    NewGame,
    Row,
    TurnWanted,
)
from sapper.level import Level, StartRule
from sapper.play.record import Setup
from sapper.play.table import Table


class NotYet(SapperError):
    """Something that can only be asked of a game at another time."""


router = APIRouter(prefix="/api/games", responses=REFUSED, tags=["games"])
OVER = problems(_409="the game is over")
NOT_OVER = problems(_409="the game is not over yet")


@router.post("", status_code=201, response_model=GameShown)
def begin(request: Request, wish: NewGame) -> Response:
    """Begin a game. The server lays the mines, and tells of them only after the end."""
    room = Room.of(request)
    setup = Setup(_level(wish), wish.winning, wish.seed, agent=wish.agent)
    return _begun(room, Table(setup, room.history))


def _level(wish: NewGame) -> Level:
    size = (wish.height, wish.width, wish.mines)
    if wish.level is not None:
        if size != (None, None, None):
            raise LevelError("give a level or a size, not both")
        level = Level.named(wish.level)
        return level if wish.start is None else level.starting(wish.start)
    if wish.height is None or wish.width is None or wish.mines is None:
        raise LevelError("give a level, or height, width and mines")
    if wish.height * wish.width > MOST_CELLS:
        raise LevelError(
            f"a board of {wish.height}×{wish.width} is too large: at most {MOST_CELLS:,} cells here"
        )
    return Level(wish.height, wish.width, wish.mines, wish.start or StartRule.SAFE)


def _begun(room: Room, table: Table) -> Response:
    room.shelf.add(table)
    return answered(show_game(table), status=201)


@router.get("/{identity}", response_model=GameShown, responses=NO_GAME)
def look(request: Request, identity: Identity) -> Response:
    """How a game stands."""
    return answered(show_game(Room.of(request).shelf.get(identity)))


@router.post("/{identity}/turns", response_model=GameShown, responses=NO_GAME)
def take_turn(request: Request, identity: Identity, wish: TurnWanted) -> Response:
    """Open, flag or chord a cell. Where that does nothing, the game is shown as it stands."""
    table = Room.of(request).shelf.get(identity)
    entry = getattr(table, wish.action.value)(wish.cell)
    return answered(show_game(table, say=table.say(entry)))


@router.post(
    "/{identity}/again", status_code=201, response_model=GameShown, responses=NO_GAME | NOT_OVER
)
def again(request: Request, identity: Identity) -> Response:
    """Begin a new game on the board of a finished one."""
    room = Room.of(request)
    return _begun(room, _finished(room, identity).again())


def _finished(room: Room, identity: str) -> Table:
    table = room.shelf.get(identity)
    if table.status is Status.PLAYING:
        raise NotYet("this game is not over yet")  # what it hides would be told
    return table


@router.get("/{identity}/entries", response_model=list[EntryShown], responses=NO_GAME)
def entries(request: Request, identity: Identity) -> Response:
    """All turns of a game."""
    return answered(show_entries(Room.of(request).shelf.get(identity).entries))
