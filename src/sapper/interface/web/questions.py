"""The questions that thinkers answer: plain functions of a view, their answers ready to be sent."""

from __future__ import annotations

import base64
import json
import math
from dataclasses import dataclass
from typing import Any

import numpy as np

from sapper.agents.base import Move
from sapper.board import Board
from sapper.errors import Contradiction, LevelError, NoMoveLeft, ParseError
from sapper.exact.analysis import Analysis
from sapper.formats import Format, Position, from_address, loads, to_address
from sapper.game import WinningRule
from sapper.grid import Cell
from sapper.level import StartRule
from sapper.play import asking
from sapper.play.record import STRONGEST, Record
from sapper.play.review import review
from sapper.view import View

MOST_CELLS = 10_000
"""The largest board that is served: it still fits on a screen, and its thinking into the time."""
LONGEST_SIDE = 200


def as_json(content: object) -> bytes:
    """Plain data as compact JSON.

    >>> as_json({"cell": [0, 1]})
    b'{"cell":[0,1]}'
    """
    return json.dumps(content, ensure_ascii=False, allow_nan=False, separators=(",", ":")).encode()


def hint(view: View, start: StartRule, winning: WinningRule, free: bool) -> bytes:
    """What to do next."""
    return as_json(asking.hint(view, start=start, winning=winning, free=free).to_json())


def odds(view: View) -> bytes:
    """The chance of every hidden cell."""
    return as_json(_odds(asking.odds(view)))


def why(view: View, cell: Cell, language: str, free: bool = False) -> bytes:
    """Why a cell is safe or a mine, or else its odds."""
    return as_json(asking.why(view, cell, language, free=free).to_json())


def choose(
    view: View, agent: str, seed: int, start: StartRule, flags_win: bool
) -> tuple[Move | None, frozenset[Cell]]:
    """An agent's move, and where flags win the mines it knows; None if there are only those."""
    player = asking.make_player(agent, seed=seed, start=start)
    mines = player.conclusions(view).mines if flags_win else frozenset()
    try:
        return asking.choose(view, player), mines
    except NoMoveLeft:
        if flags_win:
            return None, mines
        raise


def guess(view: View, start: StartRule, free: bool = False) -> bytes:
    """The strongest agent's move, and what it was compared with; `free` as in a hint."""
    move = _strongest_move(view, start).to_json()
    return as_json(move | {"certain": True, "mine_probability": 0.0} if free else move)


def _strongest_move(view: View, start: StartRule) -> Move:
    return asking.choose(view, asking.make_player(STRONGEST, start=start))


def knowledge(view: View) -> bytes:
    """What each agent knows for certain."""
    known = asking.knowledge(view)
    return as_json(
        {
            name: {"safe": _cells(settled.safe), "mines": _cells(settled.mines)}
            for name, settled in known.items()
        }
    )


def look_again(record: Record) -> bytes:
    """A game step by step, and what it comes to."""
    return as_json(review(record).to_json())


# Positions that come from no game


@dataclass(frozen=True, slots=True)
class Written:
    """A position as somebody wrote it: in a format, or as an address."""

    text: str
    format: Format | None = None
    mines: int | None = None
    is_address: bool = False

    def read(self) -> Position:
        """The position, if it is one and not too large."""
        if self.is_address:
            position: Position = from_address(self.text)
        else:
            text = _bytes(self.text) if self.format is Format.MBF else self.text
            position = loads(text, format=self.format, mines=self.mines)
        check_size(position.height, position.width)
        return position


def is_too_large(height: int, width: int) -> bool:
    """Whether a board is larger than is served.

    >>> is_too_large(100, 100), is_too_large(101, 100), is_too_large(1, 201)
    (False, True, True)
    """
    return height * width > MOST_CELLS or max(height, width) > LONGEST_SIDE


def check_size(height: int, width: int) -> None:
    """Refuse what is larger than is served.

    >>> check_size(200, 200)
    Traceback (most recent call last):
    sapper.errors.LevelError: a board of 200×200 is too large: at most 10,000 cells here
    """
    if height * width > MOST_CELLS:
        raise LevelError(
            f"a board of {height}×{width} is too large: at most {MOST_CELLS:,} cells here"
        )


def _bytes(text: str) -> bytes:
    try:
        return base64.b64decode(text, validate=True)
    except ValueError:
        raise ParseError("an .mbf file is sent in base64") from None


def analyze(written: Written) -> bytes:
    """All that follows from a position; where its numbers clash, which ones do.

    What shows where the mines are is taken for an untouched game on that board.
    """
    position = written.read()
    is_board = isinstance(position, Board)
    view = _untouched(position)
    answer: dict[str, Any] = {
        "position": show_position(view),
        "board": str(position).splitlines() if is_board else None,
        "safe": [],
        "mines": [],
        "probability": None,
        "best": None,
        "contradiction": None,
    }
    try:
        answer |= _odds(asking.odds(view)) | {"best": None}
        answer["best"] = _strongest_move(view, StartRule.ANY).to_json()
    except Contradiction as clash:
        answer["contradiction"] = {
            "message": str(clash),
            "cells": _cells(clash.cells),
            "needs_total": clash.needs_total,
        }
    except NoMoveLeft:
        pass  # every cell that is left is a mine
    return as_json(answer)


def knowledge_there(written: Written) -> bytes:
    """What each agent knows for certain in a position that comes from no game."""
    return knowledge(_untouched(written.read()))


def why_there(written: Written, cell: Cell, language: str) -> bytes:
    """Why a cell of a position is safe or a mine, or else its odds."""
    return why(_untouched(written.read()), cell, language)


def _untouched(position: Position) -> View:
    if isinstance(position, Board):
        return View(position.height, position.width, len(position.mines))
    return position


def show_position(view: View) -> dict[str, Any]:
    """A position's size, its rows, and the address by which it can be shared."""
    return {
        "height": view.height,
        "width": view.width,
        "mines": view.mines,
        "rows": str(view).splitlines(),
        "address": to_address(view),
    }


def _odds(analysis: Analysis) -> dict[str, Any]:
    chances = analysis.mine_probability.tolist()
    return {
        "probability": [
            [None if math.isnan(chance) else chance for chance in row] for row in chances
        ],
        "safe": _cells(analysis.safe),
        "mines": _cells(analysis.mines),
        "best": _safest(analysis),
    }


def _safest(analysis: Analysis) -> list[int] | None:
    """The first of the cells with the least chance, if any may be safe."""
    chances = analysis.mine_probability
    if np.isnan(chances).all() or np.nanmin(chances) == 1:
        return None
    return list(divmod(int(np.nanargmin(chances)), analysis.view.width))


def _cells(cells: Any) -> list[list[int]]:
    return [list(cell) for cell in sorted(cells)]
