"""Positions that come from no game: read, analysed, explained, shared by their address."""

from __future__ import annotations

import base64
import binascii

from fastapi import APIRouter, Request, Response

from sapper.board import Board
from sapper.errors import LevelError, ParseError
from sapper.formats import Format, Position, from_address, loads
from sapper.interface.web import questions
from sapper.interface.web.answers import AnalysisShown, KnowledgeShown, WhyShown
from sapper.interface.web.room import REFUSED, THINKING, Room, answered
from sapper.interface.web.wishes import (
    MOST_CELLS,
    Address,
    AddressWanted,
    PositionWanted,
    WhyWanted,
)
from sapper.view import View

router = APIRouter(prefix="/api/positions", responses=REFUSED | THINKING, tags=["positions"])


@router.post("/analyze", response_model=AnalysisShown)
async def analyze(request: Request, wish: PositionWanted) -> Response:
    """All that follows from a position given as text: certain cells, odds, the best move."""
    view, board = _read(wish.text, wish.format, wish.mines)
    return answered(await Room.of(request).ask(request, questions.analyze, view, board))


@router.post("/why", response_model=WhyShown)
async def why(request: Request, wish: WhyWanted) -> Response:
    """Why a cell of a position is safe or a mine, or else what its odds are."""
    if wish.address is not None:
        view = _at(wish.address)
    elif wish.text is not None:
        view, _ = _read(wish.text, wish.format, wish.mines)
    else:
        raise ParseError("give the position's address or its text")
    row, column = wish.cell
    details = ((row, column), wish.language)
    return answered(await Room.of(request).ask(request, questions.why, view, *details))


@router.post("/knowledge", response_model=KnowledgeShown)
async def knowledge(request: Request, wish: AddressWanted) -> Response:
    """What each of the reasoning agents knows for certain in a position."""
    view = _at(wish.address)
    return answered(await Room.of(request).ask(request, questions.knowledge, view))


@router.get("/{address}", response_model=AnalysisShown)
async def shared(request: Request, address: Address) -> Response:
    """The same for a position that was shared by its address."""
    view = _at(address)
    return answered(await Room.of(request).ask(request, questions.analyze, view, None))


def _at(address: str) -> View:
    view = from_address(address)
    _check_size(view)
    return view


def _read(text: str, format: Format | None, mines: int | None) -> tuple[View, list[str] | None]:
    """The position; of a board, an untouched game on it and the rows that it hides."""
    position = loads(_bytes(text) if format is Format.MBF else text, format=format, mines=mines)
    _check_size(position)
    if isinstance(position, Board):
        untouched = View(position.height, position.width, len(position.mines))
        return untouched, str(position).splitlines()
    return position, None


def _check_size(position: Position) -> None:
    if position.height * position.width > MOST_CELLS:
        raise LevelError(
            f"a board of {position.height}×{position.width} is too large: "
            f"at most {MOST_CELLS:,} cells here"
        )


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise ParseError("an .mbf file is sent in base64") from None
