"""A screenshot becomes a position: find the grid, classify its cells, proof-read them."""

from __future__ import annotations

from pathlib import Path
from time import monotonic

import numpy as np

from sapper.errors import PictureError
from sapper.exact.consistency import Consistency
from sapper.exact.fronts import read_witnesses
from sapper.files import read_up_to
from sapper.grid import Cell
from sapper.level import LEVELS
from sapper.reading.classify import Readings, classify
from sapper.reading.doubts import Doubt, Reading, Warned
from sapper.reading.files import MOST_BYTES, open_picture
from sapper.reading.locate import locate
from sapper.reading.proofread import ProofReader, mines_shown
from sapper.view import View

DOUBTFUL = 4.0
"""A reading less than this much likelier than the next, as a logarithm, is doubtful.

Chosen on drawn boards with pointers over them: with half of it, many misread cells pass unnoticed.
"""
STRANGE = 0.9
"""A cell that looks so little like any cell is doubtful, too."""
MOST_DOUBTFUL = 0.4
"""With more of its cells in doubt, and numbers that contradict each other, no board was read."""
USUAL_DENSITY = 0.18
CELLS_NAMED = 12
DEFAULT_SECONDS = 180.0
"""Far more than is needed, even on a busy machine: what is read must not depend on its speed."""


def read_file(path: str | Path, *, mines: int | None = None) -> Reading:
    """Read the position from a picture in a file."""
    path = Path(path)
    data = read_up_to(MOST_BYTES, path)
    try:
        return read(data, mines=mines)
    except PictureError as error:
        raise PictureError(f"{path}: {error}") from None


def read(data: bytes, *, mines: int | None = None, seconds: float = DEFAULT_SECONDS) -> Reading:
    """Read the position from a picture, given as the content of its file.

    `mines` is the total; without it, it is counted on a lost board, and guessed with a warning
    elsewhere. `seconds` bounds the search for a grid, and that for other readings; the default is
    far more than both take, so that the same is found on any machine.

    >>> read(b"")
    Traceback (most recent call last):
    sapper.errors.PictureError: this is no picture that can be read: PNG, JPEG, WEBP, BMP or GIF
    """
    until = monotonic() + seconds
    picture = open_picture(data)
    located = locate(picture, until)
    if located is None:
        raise PictureError("no Minesweeper board was found in this picture")
    grid = located.grid
    if mines is not None and mines > grid.rows * grid.columns:
        raise PictureError(
            f"the board found, {grid.rows}×{grid.columns}, is too small for {mines} mines"
        )
    readings = classify(located.cells, grid.rows, grid.columns)
    proofs = ProofReader(readings, until)
    proofs.run()
    doubtful, cells = len(doubtful_cells(proofs.readings)), grid.rows * grid.columns
    if doubtful > MOST_DOUBTFUL * cells and (proofs.clashing or proofs.changed):
        raise PictureError(
            f"a board of {grid.rows}×{grid.columns} was found, but {doubtful} of its {cells} cells"
            " are hard to read: show it larger, and without odds or marks on its cells"
        )
    warnings = _doubts(proofs.readings, proofs, located.is_clear)
    total, doubt = total_of(proofs, mines)
    if doubt is not None:
        warnings.append(doubt)
    return Reading(proofs.view(total), grid, tuple(warnings))


def _doubts(readings: Readings, proofs: ProofReader, is_clear: bool) -> list[Warned]:
    """Everything that may be wrong with the cells."""
    warnings = []
    if not is_clear:
        warnings.append(Warned(Doubt.GRID, "the grid of the board is not clear in this picture"))
    if proofs.clashing:
        warnings.append(
            _about(Doubt.CONTRADICTION, "numbers that contradict each other", proofs.clashing)
        )
    if proofs.changed:
        said = "read otherwise than they look, as the numbers would contradict each other"
        warnings.append(_about(Doubt.CHANGED, said, proofs.changed))
    if cells := doubtful_cells(readings):
        warnings.append(_about(Doubt.DOUBTFUL, "hard to read", cells))
    if proofs.openings:
        warnings.append(_about(Doubt.OPENING, "empty cells beside hidden ones", proofs.openings))
    if proofs.unchecked:
        warnings.append(Warned(Doubt.UNCHECKED, "this position is too wide to be checked"))
    return warnings


def doubtful_cells(readings: Readings) -> list[Cell]:
    """Cells that look nearly as much like something else, or like no cell at all."""
    doubtful = np.flatnonzero((readings.margins() < DOUBTFUL) | (readings.junk > STRANGE))
    return [divmod(int(position), readings.columns) for position in doubtful]


def _about(doubt: Doubt, said: str, cells: set[Cell] | list[Cell]) -> Warned:
    ordered = sorted(cells)
    named = ", ".join(f"({row}, {column})" for row, column in ordered[:CELLS_NAMED])
    more = len(ordered) - CELLS_NAMED
    return Warned(
        doubt, f"{said}: {named}{f' and {more} more' if more > 0 else ''}", tuple(ordered)
    )


# The total


def total_of(proofs: ProofReader, mines: int | None) -> tuple[int, Warned | None]:
    """The total of mines, and a warning if it is a guess, or impossible."""
    if mines is not None:
        return mines, None if proofs.clashing else _doubt_about(proofs.view(mines))
    shown = mines_shown(proofs.classes)
    if shown is not None and _is_possible(proofs.view(shown)):
        return shown, None
    height, width = proofs.readings.rows, proofs.readings.columns
    usual = [
        level.mines for level in LEVELS.values() if (level.height, level.width) == (height, width)
    ]
    guess = usual[0] if usual else round(USUAL_DENSITY * height * width)
    if not proofs.clashing:
        guess = _nearest_possible(proofs.view(min(guess, height * width)), guess)
    said = f"the total is not known: {guess} mines are a guess from the size; give it with --mines"
    return guess, Warned(Doubt.TOTAL, said)


def _doubt_about(view: View) -> Warned | None:
    """What contradicts the total that was given: the flags, or the numbers."""
    flags = len(view.flags)
    if view.mines < flags:
        said = f"more flags than mines, {flags} and {view.mines}: a flag is wrong, or the total"
        return Warned(Doubt.CONTRADICTION, said)
    possible = _possible_totals(view)
    if possible is None or possible[0] <= view.mines <= possible[1]:
        return None
    fewest, most = possible
    said = f"a total of {view.mines} is impossible: the numbers need {fewest} to {most} mines"
    return Warned(Doubt.CONTRADICTION, said)


def _is_possible(view: View) -> bool:
    """Whether the numbers are consistent with the total, as they are where all mines are shown."""
    possible = _possible_totals(view)
    return possible is not None and possible[0] <= view.mines <= possible[1]


def _nearest_possible(view: View, guess: int) -> int:
    """The total nearest to a guess with which the numbers are consistent."""
    possible = _possible_totals(view)
    return guess if possible is None else min(max(guess, possible[0]), possible[1])


def _possible_totals(view: View) -> tuple[int, int] | None:
    """The fewest and the most mines with which the numbers are consistent; None if with none."""
    witnesses = read_witnesses(view)
    consistency = Consistency(view.hidden(), view.mines)
    totals = consistency.totals(witnesses)
    if totals == 0:
        return None
    sea = len(set(view.hidden()).difference(*(witness.hidden for witness in witnesses)))
    fewest = (totals & -totals).bit_length() - 1
    return fewest, totals.bit_length() - 1 + sea
