"""What a player is asked, and what is read from the answer, whatever prose surrounds it."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Any

from sapper.errors import ParseError
from sapper.view import View

LONGEST_ANSWER = 50_000
"""Characters of an answer that are read: its last ones."""
MOST_TRIES = 1_000
"""Places in an answer where an object may begin, from the first one on."""

RULES = """\
You play Minesweeper by reasoning alone. Every position you are shown has a cell that is certainly \
safe: find one, and prove it. A guess ends the board, even if it would have been lucky.

A cell is [row, column], counted from 0 at the top left. On the board, digits are revealed numbers \
(how many of the up to eight neighbours are mines), # is a hidden cell.

Answer with one JSON object: the cell to open, and the steps that prove it safe.
{"cell": [0, 2], "is_mine": false, "steps": [{"minus": [[1, 1], [1, 0]]}]}
This says: the mines counted by the number at (1, 1) minus those counted by the number at (1, 0) \
leave none, so (0, 2) is safe. Each step makes a claim: of these cells, exactly so many are mines.
- {"number": [1, 0]}: what a revealed number says of its hidden neighbours.
- {"total": true}: what the mine total says of all hidden cells.
- {"minus": [whole, part, ...]}: the whole claim less disjoint parts of it. The cells of each part \
must all be in the whole; what is left holds the mines that are left.
- {"overlap": [more, fewer], "keep": "safe"}: where `more` has exactly as many more mines than \
`fewer` as it has cells of its own, its own cells are all mines ("keep": "mines") and those of \
`fewer` alone are all safe ("keep": "safe").
- {"part": claim, "cells": [[0, 1]]}: some cells of a claim whose cells are all safe, or all mines.
- {"cases": [{"suppose": {"cells": [[0, 1]], "mines": 1}, "name": "if", "steps": [...]}]}: suppose \
otherwise, and reach a claim with fewer than 0 mines or more mines than cells. It proves the one \
count of these cells that no case supposes.
A step may have a "name". Refer to a claim by the cell of its number, by "total", or by the name \
of its step or supposition. The last step must settle the cell you open, alone or among others."""


@dataclass(frozen=True, slots=True)
class Question:
    """A position with a certainly safe cell; and what was wrong with the last answer, if any."""

    view: View
    turn: int
    previous: str | None = None
    problem: str | None = None

    @property
    def prompt(self) -> str:
        """The position in words.

        >>> print(Question(View.parse("###\\n111", mines=1), turn=1).prompt)
        2 rows, 3 columns, 1 mine in total.
        <BLANKLINE>
              0 1 2
            0 # # #
            1 1 1 1
        <BLANKLINE>
        Which cell is certainly safe, and why?
        """
        view = self.view
        mines = "1 mine" if view.mines == 1 else f"{view.mines} mines"
        width = len(str(max(view.height, view.width) - 1))
        # Flags are nobody's knowledge: a player sets none here.
        rows = str(view).splitlines()
        heading = " ".join(f"{column:>{width}}" for column in range(view.width))
        lines = [f"    {' ' * width} {heading}"]
        for number, row in enumerate(rows):
            signs = " ".join(f"{sign:>{width}}" for sign in row)
            lines.append(f"    {number:>{width}} {signs}")
        board = "\n".join(lines)
        size = f"{view.height} rows, {view.width} columns, {mines} in total."
        return f"{size}\n\n{board}\n\nWhich cell is certainly safe, and why?"

    @property
    def complaint(self) -> str | None:
        """What to say of the answer before, if it was none."""
        return None if self.problem is None else f"{self.problem}. Answer with one JSON object."

    def to_json(self) -> dict[str, Any]:
        """The line that a command reads."""
        view = self.view
        return {
            "turn": self.turn,
            "height": view.height,
            "width": view.width,
            "mines": view.mines,
            "rows": str(view).splitlines(),
            "problem": self.problem,
            "rules": RULES,
            "prompt": self.prompt,
        }


def read_answer(text: str) -> dict[str, Any]:
    """The last JSON object in a text that names a cell; `ParseError` if there is none.

    >>> read_answer('I suspect {1, 2}. So: ```json {"cell": [0, 2], "steps": []}``` is my answer.')
    {'cell': [0, 2], 'steps': []}
    """
    text = text[-LONGEST_ANSWER:]
    decoder = json.JSONDecoder()
    found: dict[str, Any] | None = None
    begin = text.find("{")
    tries = 0
    while begin >= 0 and tries < MOST_TRIES:
        tries += 1
        try:
            content, end = decoder.raw_decode(text, begin)
        except (ValueError, RecursionError):
            end = begin + 1
        else:
            found = content if isinstance(content, dict) and "cell" in content else found
        begin = text.find("{", end)
    if found is None:
        raise ParseError("there is no JSON object with a cell in this answer")
    return found
