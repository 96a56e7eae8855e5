"""The questions that thinkers answer: plain functions of a view, their answers ready to be sent."""

from __future__ import annotations

import json
import math
from typing import Any

import numpy as np

from sapper.agents.base import Move
from sapper.errors import Contradiction, NoMoveLeft
from sapper.exact.engine import Analysis
from sapper.formats import to_address
from sapper.game import WinningRule
from sapper.grid import Cell
from sapper.level import StartRule
from sapper.play import asking
from sapper.play.record import STRONGEST, Record
from sapper.play.review import review
from sapper.view import View


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


def why(view: View, cell: Cell, language: str) -> bytes:
    """Why a cell is safe or a mine, or else its odds."""
    return as_json(asking.why(view, cell, language).to_json())


def choose(
    view: View, agent: str, seed: int, start: StartRule, flags_win: bool
) -> tuple[Move | None, frozenset[Cell]]:
    """An agent's move, and where flags win the mines it knows; None if there are only those."""
    player = asking.make_player(agent, seed=seed, start=start)
    mines = player.settled(view).mines if flags_win else frozenset()
    try:
        return asking.choose(view, player), mines
    except NoMoveLeft:
        if flags_win:
            return None, mines
        raise


def guess(view: View, start: StartRule) -> bytes:
    """The strongest agent's move, and what it was compared with."""
    return as_json(_strongest_move(view, start).to_json())


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


def analyze(view: View, board: list[str] | None) -> bytes:
    """All that follows from a position; where its numbers clash, which ones do."""
    answer: dict[str, Any] = {
        "position": show_position(view),
        "board": board,
        "safe": [],
        "mines": [],
        "probability": None,
        "best": None,
        "contradiction": None,
    }
    try:
        answer |= _odds(asking.odds(view))
        answer["best"] = _strongest_move(view, StartRule.ANY).to_json()
    except Contradiction as clash:
        answer["contradiction"] = {
            "message": str(clash),
            "cells": _cells(clash.cells),
            "needs_total": clash.needs_total,
        }
    except NoMoveLeft:
        pass
    return as_json(answer)


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
