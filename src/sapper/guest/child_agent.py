"""In the guest's process: a file that brings a subclass of Sapper's `Agent`, asked as it is.

This module stands below the agents, so it imports none of them: it reads what they return.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.guest.child_reading import as_cell, as_number, read_cells
from sapper.view import View

EXPECTED = {
    "choose": "a move to a hidden cell",
    "conclusions": "its conclusions",
    "beliefs": "its beliefs",
    "status_line": "a line of text",
}


def about(kind: Any) -> dict[str, Any]:
    """The agent's summary, and the options it takes."""
    return {
        "summary": str(getattr(kind, "summary", "")),
        "options": [*kind.named_options(), *map(str, kind.further_options)],
    }


def read_view(rows: list[str], mines: int) -> View:
    """The view that was sent.

    >>> print(read_view(["1F", "##"], 1))
    1F
    ##
    """
    return View.parse("\n".join(rows), mines=mines)


def refusal(error: BaseException) -> dict[str, Any]:
    """The error with which an agent answered that it has no answer."""
    return {
        "name": type(error).__name__,
        "message": str(error)[:300],
        "budget": getattr(error, "budget", None),
    }


def _move(move: Any, view: View) -> dict[str, Any]:
    chance = move.mine_probability
    cell = as_cell(tuple(move.cell))
    if cell is None or not view.is_hidden(cell):
        raise TypeError("no hidden cell")
    return {
        "cell": cell,
        "certain": bool(move.certain),
        "mine_probability": None if chance is None else float(chance),
        "reason": str(move.reason.kind),
    }


def _conclusions(known: Any, view: View) -> dict[str, Any]:
    return {"safes": _cells(known.safe), "mines": _cells(known.mines), "sentences": []}


def _beliefs(believed: Any, view: View) -> dict[str, Any]:
    sentences = [(_cells(one.cells), as_number(one.count)) for one in believed.sentences]
    return {**_conclusions(believed, view), "sentences": sentences}


def _line(text: Any, view: View) -> str:
    if not isinstance(text, str):
        raise TypeError("no text")
    return text[:300]


def _cells(given: Any) -> list[int]:
    oddities: list[str] = []
    cells = read_cells(given, "it", oddities)
    if oddities:
        raise TypeError("no cells")
    return cells


WRITTEN: dict[str, Callable[[Any, View], object]] = {
    "choose": _move,
    "conclusions": _conclusions,
    "beliefs": _beliefs,
    "status_line": _line,
}
"""How the answer of each method is written."""
