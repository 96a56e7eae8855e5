"""Questions about games: hints, odds, reasons, what agents know, and how it went.

Workers are sent only what the player sees; all of a game, once it is over.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sapper.errors import NotYet
from sapper.game import Status
from sapper.interface.web import questions
from sapper.interface.web.at_table import OVER, opened, situation_for, under_way
from sapper.interface.web.requests import Column, Identity, Language, Row
from sapper.interface.web.responses import NO_GAME, REFUSED, UNANSWERED, answered, problems
from sapper.play import position_shapes, shapes
from sapper.play.asking import Hint, Why
from sapper.play.beliefs import JudgedBeliefs
from sapper.play.record import Entry

router = APIRouter(prefix="/api/games", responses=REFUSED, tags=["games"])
NOT_OVER = problems(_409="the game is not over yet")


@router.get("/{identity}/hint", response_model=Hint, responses=NO_GAME | OVER | UNANSWERED)
async def hint(request: Request, identity: Identity) -> Response:
    """A certainly safe cell, or the best guess."""
    server, table = await opened(request, identity)
    return answered(await server.ask(request, questions.hint, under_way(table).situation))


@router.get(
    "/{identity}/guess", response_model=position_shapes.Move, responses=NO_GAME | OVER | UNANSWERED
)
async def guess(request: Request, identity: Identity) -> Response:
    """The strongest agent's move, and the alternatives it considered."""
    server, table = await opened(request, identity)
    return answered(await server.ask(request, questions.guess, under_way(table).situation))


@router.get("/{identity}/odds", response_model=position_shapes.Odds, responses=NO_GAME | UNANSWERED)
async def odds(request: Request, identity: Identity) -> Response:
    """The chance of a mine in every hidden cell, and everything that is certain."""
    server, table = await opened(request, identity)
    return answered(await server.ask(request, questions.odds, table.situation))


@router.get("/{identity}/why", response_model=Why, responses=NO_GAME | UNANSWERED)
async def why(
    request: Request,
    identity: Identity,
    row: Row,
    column: Column,
    language: Language | None = None,
) -> Response:
    """Why a cell is safe or a mine, step by step; or its odds."""
    server, table = await opened(request, identity)
    cell = (row, column)
    return answered(await server.ask(request, questions.why, table.situation, cell, language))


@router.get(
    "/{identity}/knowledge",
    response_model=position_shapes.Knowledge,
    responses=NO_GAME | UNANSWERED,
)
async def knowledge(request: Request, identity: Identity) -> Response:
    """What each of the reasoning agents knows for certain."""
    server, table = await opened(request, identity)
    return answered(await server.ask(request, questions.knowledge, table.situation))


@router.get(
    "/{identity}/beliefs", response_model=JudgedBeliefs, responses=NO_GAME | OVER | UNANSWERED
)
async def beliefs(request: Request, identity: Identity) -> Response:
    """What the game's agent believes, beside what follows: false beliefs, and what it missed."""
    server, table = await opened(request, identity)
    if table.is_paused or table.status is Status.WON:
        under_way(table)
    situation = situation_for(table, table.setup.agent)
    return answered(await server.ask(request, questions.beliefs, situation))


@router.get("/{identity}/entries", response_model=list[Entry], responses=NO_GAME)
async def entries(request: Request, identity: Identity) -> Response:
    """All turns of a game, with the risk of each."""
    _, table = await opened(request, identity)
    return answered(table.entries)


@router.get(
    "/{identity}/review", response_model=shapes.Review, responses=NO_GAME | NOT_OVER | UNANSWERED
)
async def review(request: Request, identity: Identity) -> Response:
    """A finished game turn by turn: the risks, the better choices, and what decided it."""
    server, table = await opened(request, identity)
    if table.status is Status.PLAYING:
        raise NotYet("this game is not over yet")  # a review would show its mines
    return answered(await server.ask(request, questions.review_game, table.record()))
