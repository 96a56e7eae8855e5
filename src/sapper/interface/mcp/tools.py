"""The tools by name: what they are called with, what they answer, and what a model is told."""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from typing import Any

from pydantic import TypeAdapter

from sapper.interface.mcp import requests
from sapper.interface.mcp.desk import Desk
from sapper.interface.mcp.requests import Arguments
from sapper.play import position_shapes, shapes

INSTRUCTIONS = """\
Minesweeper with an exact referee. A cell is [row, column], counted from 0 at the top left.
In rows, digits are revealed numbers, # is hidden, F flagged; once a game is over, * is a mine, X
the one that was opened, ! a wrong flag. Opening every safe cell wins.
Start with new_game; open and flag play. analyze tells what is certain and the exact chance of a
mine in every cell, explain proves why a cell is safe or a mine, and check_derivation judges a proof
of your own. No tool shows where mines are before a game is over."""


@dataclass(frozen=True, slots=True)
class Tool:
    """A tool: `act` is done at the desk with checked arguments and answers plain data."""

    name: str
    arguments: type[Arguments]
    answer: type
    act: Callable[[Desk, Any], Awaitable[Any]]
    description: str
    changes_something: bool = False

    @property
    def input_schema(self) -> dict[str, Any]:
        """The JSON schema of the arguments."""
        return self.arguments.model_json_schema()

    @property
    def output_schema(self) -> dict[str, Any]:
        """The JSON schema of the answer, as the modules of shapes in `play/` describe it."""
        schema: dict[str, Any] = TypeAdapter(self.answer).json_schema(mode="serialization")
        return schema


TOOLS = {
    tool.name: tool
    for tool in (
        Tool(
            "new_game",
            requests.NewGame,
            shapes.Game,
            Desk.new_game,
            "Start a game of Minesweeper; its id is needed for all else. With guesses: none, or a "
            "grade, reasoning alone wins.",
            changes_something=True,
        ),
        Tool(
            "show_game",
            requests.GameRequest,
            shapes.Game,
            Desk.show_game,
            "How a game stands: the board as rows, the mines left, the last turn.",
        ),
        Tool(
            "open",
            requests.CellRequest,
            shapes.Game,
            Desk.open,
            "Open a hidden cell. A 0 opens its whole region; a mine loses the game. The answer "
            "tells the exact chance of a mine that was taken (last.mine_probability).",
            changes_something=True,
        ),
        Tool(
            "flag",
            requests.FlagRequest,
            shapes.Game,
            Desk.flag,
            "Flag a hidden cell as a mine, or remove its flag (flagged: false).",
            changes_something=True,
        ),
        Tool(
            "chord",
            requests.CellRequest,
            shapes.Game,
            Desk.chord,
            "Open all unflagged neighbours of a number with exactly as many flags around it.",
            changes_something=True,
        ),
        Tool(
            "analyze",
            requests.ViewRequest,
            position_shapes.Analysis,
            Desk.analyze,
            "All that follows from a game's position, or from any other: the cells certainly safe, "
            "the certain mines, each cell's exact chance of a mine, the best move, the number of "
            "possible layouts; or which numbers contradict each other.",
        ),
        Tool(
            "explain",
            requests.WhyRequest,
            position_shapes.Explanation,
            Desk.explain,
            "Prove why a hidden cell is safe or a mine, step by step from as few numbers as "
            "possible; if neither is certain, its exact odds and the best cell.",
        ),
        Tool(
            "check_derivation",
            requests.CheckRequest,
            position_shapes.CheckedReason,
            Desk.check_derivation,
            "Check a proof that a cell is safe or a mine, and name its first flaw. The short form "
            'only names steps: {"cell": [0, 2], "is_mine": false, "steps": [{"minus": [[1, 1], '
            "[1, 0]]}]} says that the number at (1, 1) minus the number at (1, 0) leaves no mine. "
            'Steps: {"number": cell}, {"total": true}, {"minus": [whole, part, …]}, {"overlap": '
            '[more, fewer], "keep": "mines" or "safe"}, {"part": claim, "cells": [cell, …]}, '
            '{"cases": [{"suppose": {"cells": [cell], "mines": 1}, "name": "if", "steps": […]}]}. '
            'A claim is referred to by the cell of its number, "total", or the "name" of a step.',
        ),
    )
}
