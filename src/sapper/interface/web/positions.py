"""Positions that come from no game: read, analysed, explained, shared by their address.

They are read where they are thought about: a long text holds nobody up.
"""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sapper.errors import ParseError
from sapper.interface.web import questions
from sapper.interface.web.questions import Written
from sapper.interface.web.requests import Address, AddressRequest, PositionRequest, WhyRequest
from sapper.interface.web.server_state import REFUSED, THINKING, ServerState, answered
from sapper.play import shapes
from sapper.play.asking import Why

router = APIRouter(prefix="/api/positions", responses=REFUSED | THINKING, tags=["positions"])


@router.post("/analyze", response_model=shapes.Analysis)
async def analyze(request: Request, body: PositionRequest) -> Response:
    """All that follows from a position given as text: certain cells, odds, the best move."""
    written = Written(body.text, body.format, body.mines)
    return answered(await ServerState.of(request).ask(request, questions.analyze, written))


@router.post("/why", response_model=Why)
async def why(request: Request, body: WhyRequest) -> Response:
    """Why a cell of a position is safe or a mine, or else what its odds are."""
    if body.address is not None:
        written = Written(body.address, is_address=True)
    elif body.text is not None:
        written = Written(body.text, body.format, body.mines)
    else:
        raise ParseError("give the position's address or its text")
    row, column = body.cell
    details = ((row, column), body.language)
    answer = await ServerState.of(request).ask(request, questions.why_there, written, *details)
    return answered(answer)


@router.post("/knowledge", response_model=shapes.Knowledge)
async def knowledge(request: Request, body: AddressRequest) -> Response:
    """What each of the reasoning agents knows for certain in a position."""
    written = Written(body.address, is_address=True)
    return answered(await ServerState.of(request).ask(request, questions.knowledge_there, written))


@router.get("/{address}", response_model=shapes.Analysis)
async def shared(request: Request, address: Address) -> Response:
    """The same for a position that was shared by its address."""
    written = Written(address, is_address=True)
    return answered(await ServerState.of(request).ask(request, questions.analyze, written))
