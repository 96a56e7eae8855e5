"""A pack of puzzles: a file per board, and an index page that prints well."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path

from sapper import formats
from sapper.boards.make import MadeBoard
from sapper.catalogue import counted
from sapper.errors import SaveError
from sapper.game import Game
from sapper.grid import Cell
from sapper.proof.technique import BoardGrade
from sapper.serialize import to_json
from sapper.solution import solve
from sapper.view import View

PAGE = "index.html"
CONTENTS = "index.json"
PAPER_WIDTH = 180.0
"""Millimetres: what an A4 or letter page leaves between its margins."""
LARGEST_CELL = 7.0
MINE = "✱"


@dataclass(frozen=True, slots=True)
class WrittenPuzzle:
    """What `index.json` tells of a puzzle."""

    file: str
    height: int
    width: int
    mines: int
    first: Cell
    grade: BoardGrade | None
    hardness: int
    method: str
    seed: str
    """As text: it may be too long for a float."""
    index: int


def puzzle_of(board: MadeBoard) -> View:
    """What a player sees after the first click.

    >>> from sapper.boards.make import make_board
    >>> print(puzzle_of(make_board("4x6/4", (0, 0), seed=1)))
    00001#
    11012#
    #201##
    #201##
    """
    game = Game.on(board)
    game.reveal(board.first)
    return game.view


def write_pack(folder: Path, boards: Sequence[MadeBoard], title: str) -> list[WrittenPuzzle]:
    """Write boards as puzzles to a folder, which must be new or empty.

    Each file holds a whole board, mines included. `index.html` shows all puzzles as they are after
    the first click, and their solutions at the end; `index.json` is the same for programs.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        if any(folder.iterdir()):
            raise SaveError(f"{folder}: the folder is not empty")
        digits = len(str(len(boards)))
        puzzles = [
            _described(board, f"{number:0{digits}}.mine")
            for number, board in enumerate(boards, start=1)
        ]
        for board, puzzle in zip(boards, puzzles, strict=True):
            formats.save(board, folder / puzzle.file)
        (folder / CONTENTS).write_text(to_json(puzzles, indent=2) + "\n", encoding="utf-8")
        (folder / PAGE).write_text(page_of(boards, puzzles, title), encoding="utf-8")
    except OSError as error:
        raise SaveError(f"{folder}: {error.strerror or error}") from None
    return puzzles


def _described(board: MadeBoard, file: str) -> WrittenPuzzle:
    solution = solve(board, board.first)
    return WrittenPuzzle(
        file=file,
        height=board.height,
        width=board.width,
        mines=board.level.mines,
        first=board.first,
        grade=solution.grade,
        hardness=solution.hardness,
        method=board.method.value,
        seed=str(board.seed),
        index=board.index,
    )


def page_of(boards: Sequence[MadeBoard], puzzles: Sequence[WrittenPuzzle], title: str) -> str:
    """The index page: the puzzles, then the solutions."""
    widest = max((board.width for board in boards), default=1)
    cell = min(LARGEST_CELL, PAPER_WIDTH / widest)
    shown = [
        _figure(number, puzzle, _rows(str(puzzle_of(board)).replace("#", " ")), "puzzle")
        for number, (board, puzzle) in enumerate(zip(boards, puzzles, strict=True), start=1)
    ]
    solved = [
        _figure(number, puzzle, _rows(str(board).replace("*", MINE)), "solution")
        for number, (board, puzzle) in enumerate(zip(boards, puzzles, strict=True), start=1)
    ]
    return TEMPLATE.format(
        title=escape(title),
        cell=f"{cell:.2f}",
        puzzles="\n".join(shown),
        solutions="\n".join(solved),
    )


def _figure(number: int, puzzle: WrittenPuzzle, rows: str, kind: str) -> str:
    grade = "" if puzzle.grade is None else f"{puzzle.grade.value} {puzzle.hardness}, "
    caption = (
        f"<b>{number}</b> {grade}{counted(puzzle.mines, 'mine')}"
        if kind == "puzzle"
        else f'<b>{number}</b> <a href="{puzzle.file}">{puzzle.file}</a>'
    )
    link = f' id="puzzle-{number}"' if kind == "puzzle" else ""
    return f"<figure{link}><figcaption>{caption}</figcaption><table>{rows}</table></figure>"


def _rows(text: str) -> str:
    return "".join(
        "<tr>" + "".join(_cell(sign) for sign in row) + "</tr>" for row in text.splitlines()
    )


def _cell(sign: str) -> str:
    if sign == " ":
        return "<td></td>"
    if sign == "0":
        return '<td class="open"></td>'
    return f'<td class="{"mine" if sign == MINE else "open"}">{sign}</td>'


TEMPLATE = """<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width">
<title>{title}</title>
<style>
body {{ font: 11pt/1.4 system-ui, sans-serif; max-width: 190mm; margin: 8mm auto; padding: 0 2mm; }}
main {{ display: flex; flex-wrap: wrap; gap: 6mm; }}
figure {{ margin: 0; break-inside: avoid; }}
figcaption {{ margin-bottom: 1mm; }}
table {{ border-collapse: collapse; font-size: calc({cell}mm * 0.6); }}
td {{ width: {cell}mm; height: {cell}mm; padding: 0; border: 0.2mm solid #777; text-align: center;
  box-sizing: border-box; line-height: 1; }}
td.open {{ background: #e4e4e4; }}
h2 {{ break-before: page; }}
#solutions table {{ font-size: calc({cell}mm * 0.4); }}
#solutions td {{ width: calc({cell}mm * 0.6); height: calc({cell}mm * 0.6); }}
#solutions td.mine {{ background: #fff; }}
a {{ color: inherit; }}
@page {{ margin: 12mm; }}
@media print {{
  body {{ margin: 0; padding: 0; max-width: none; }}
  td {{ print-color-adjust: exact; -webkit-print-color-adjust: exact; }}
}}
</style>
</head>
<body>
<h1>{title}</h1>
<p>Grey cells are open, as after the first click; the others are hidden. Each number says how many of the up to eight cells
around it hold a mine; an empty grey cell has none around it. No puzzle needs a guess: some hidden cell can always be proved
safe. Look up its number among the solutions, write it in, and go on until only mines are left.</p>
<main>
{puzzles}
</main>
<h2>Solutions</h2>
<main id="solutions">
{solutions}
</main>
</body>
</html>
"""  # noqa: E501
