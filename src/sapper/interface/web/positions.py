"""Requests about positions that belong to no game: read, analyse, explain, share by address.

Positions are read in the workers, so a long text holds nobody up.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sapper.errors import ParseError
from sapper.interface.web import questions
from sapper.interface.web.questions import WrittenPosition
from sapper.interface.web.requests import (
    Address,
    AddressRequest,
    PictureRequest,
    PositionRequest,
    WhyRequest,
)
from sapper.interface.web.responses import REFUSED, UNANSWERED, answered
from sapper.interface.web.server_state import ServerState
from sapper.play import position_shapes
from sapper.play.asking import Why

router = APIRouter(prefix="/api/positions", responses=REFUSED | UNANSWERED, tags=["positions"])


@router.post("/analyze", response_model=position_shapes.Analysis)
async def analyze(request: Request, body: PositionRequest) -> Response:
    """Everything that follows from a position: certain cells, odds, the best move."""
    written = WrittenPosition(body.text, body.format, body.mines)
    return answered(await ServerState.of(request).ask(request, questions.analyze, written))


@router.get("/{address}", response_model=position_shapes.Analysis)
async def analyze_address(request: Request, address: Address) -> Response:
    """The same for a position given by its address."""
    written = WrittenPosition(address, is_address=True)
    return answered(await ServerState.of(request).ask(request, questions.analyze, written))


@router.post("/why", response_model=Why)
async def why(request: Request, body: WhyRequest) -> Response:
    """Why a cell of a position is safe or a mine, or its odds."""
    if body.address is not None:
        written = WrittenPosition(body.address, is_address=True)
    elif body.text is not None:
        written = WrittenPosition(body.text, body.format, body.mines)
    else:
        raise ParseError("give the position's address or its text")
    row, column = body.cell
    question = (questions.why_in_position, written, (row, column), body.language)
    return answered(await ServerState.of(request).ask(request, *question))


@router.post("/picture", response_model=position_shapes.PictureReading)
async def read_picture(request: Request, body: PictureRequest) -> Response:
    """Read a position from a screenshot of a board, and tell what is in doubt."""
    question = (questions.read_picture, body.content)
    return answered(await ServerState.of(request).ask(request, *question))


@router.post("/knowledge", response_model=position_shapes.Knowledge)
async def knowledge(request: Request, body: AddressRequest) -> Response:
    """What each of the reasoning agents knows for certain in a position."""
    written = WrittenPosition(body.address, is_address=True)
    question = (questions.knowledge_of_position, written)
    return answered(await ServerState.of(request).ask(request, *question))
