"""Derivations and odds drawn: the cells that they speak of, and the words beside them.

A derivation does not know the board, so only what it uses is drawn: its numbers, and the hidden
cells around them.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import replace

from sapper.grid import Cell
from sapper.picture.board import (
    HIDDEN,
    KNOWN_MINE,
    KNOWN_SAFE,
    NUMBERS,
    Picture,
    Square,
    Window,
    chance_square,
    in_xml,
)
from sapper.picture.html import paragraphs, side_by_side
from sapper.proof.steps import Cases, Claim, Derivation, FromNumber, Odds, Step, walk
from sapper.proof.wording import Line, Speaker

MOST_STEPS_DRAWN = 12
MOST_SQUARES_OF_STEP = 120
"""Longer derivations, and those that use more of the board, have one picture for all steps."""
SCALE_OF_STEP = 0.6
SUPPOSED_SAFE = replace(KNOWN_SAFE, fill="spoken")
SUPPOSED_MINE = replace(KNOWN_MINE, fill="spoken")
SPOKEN_OF = replace(HIDDEN, fill="spoken")


def draw_derivation(derivation: Derivation) -> str:
    """What a derivation is about, its steps, each with a picture of its own, and its conclusion.

    Numbers that are used are yellow, cells that a step speaks of blue.
    """
    board = _Used(derivation)
    speaker = Speaker(derivation, "en")
    lines = list(speaker.lines())
    each = len(lines) <= MOST_STEPS_DRAWN and len(board.whole.squares) <= MOST_SQUARES_OF_STEP
    steps = "".join(_step(line, board.at(line) if each else None) for line in lines)
    heading = f"<p><b>{in_xml(speaker.heading()[0])}</b></p>"
    return side_by_side(board.whole.svg(), heading + steps)


def _step(line: Line, picture: Picture | None) -> str:
    drawn = "" if picture is None else picture.svg(SCALE_OF_STEP)
    style = f"display:flex;gap:10px;align-items:center;margin:4px 0 4px {2 * (line.depth - 1)}em"
    return f'<div style="{style}">{drawn}<span>{in_xml(line.words)}</span></div>'


class _Used:
    """The part of a board that a derivation uses."""

    def __init__(self, derivation: Derivation) -> None:
        self.steps = tuple(walk(derivation.steps))
        shown = {step.cell: step.number for step in self.steps if isinstance(step, FromNumber)}
        claims = [step.conclusion for step in self.steps]
        hidden = {cell for claim in claims for cell in claim.cells}
        window = Window.of({*shown, *hidden, derivation.cell}, derivation.cell)
        squares: dict[Cell, Square] = dict.fromkeys(hidden, HIDDEN)
        squares |= {cell: NUMBERS[number] for cell, number in shown.items()}
        kind = "a mine" if derivation.is_mine else "safe"
        title = f"Why {derivation.cell} is {kind}"
        self.plain = Picture({}, window, title).with_squares(squares)
        self.whole = self._marked(derivation.numbers, derivation.conclusion)

    def at(self, line: Line) -> Picture:
        """The board as one step sees it: what it goes by, and what it says."""
        if line.claim != line.step.conclusion:  # the assumption of a case
            return self._marked((), line.claim, supposed=True)
        return self._marked(self._numbers_of(line.step), line.claim)

    def _numbers_of(self, step: Step) -> Iterable[Cell]:
        """The numbers that a step itself uses, or that its premises were read off."""
        if isinstance(step, FromNumber):
            return (step.cell,)
        if isinstance(step, Cases):
            return ()
        premises = set(step.premises)
        return tuple(
            read.cell
            for read in self.steps
            if isinstance(read, FromNumber) and read.conclusion in premises
        )

    def _marked(self, numbers: Iterable[Cell], claim: Claim, supposed: bool = False) -> Picture:
        if not claim.settles:
            said = SPOKEN_OF
        elif claim.count:
            said = SUPPOSED_MINE if supposed else KNOWN_MINE
        else:
            said = SUPPOSED_SAFE if supposed else KNOWN_SAFE
        return _with_numbers(self.plain, numbers).with_squares(dict.fromkeys(claim.cells, said))


def _with_numbers(picture: Picture, numbers: Iterable[Cell]) -> Picture:
    """The picture with some numbers marked as used."""
    used = {
        cell: replace(picture.squares[cell], fill="used", ink="used-ink", outline="used-edge")
        for cell in numbers
        if cell in picture.squares
    }
    return picture.with_squares(used)


def draw_odds(odds: Odds) -> str:
    """The numbers that decide the chance, the cell, and the safest cell."""
    squares = {cell: NUMBERS[number] for cell, number in odds.numbers}
    squares[odds.best] = chance_square(odds.best_mine_probability)
    squares[odds.cell] = chance_square(odds.mine_probability)
    window = Window.of(squares, odds.cell)
    picture = Picture({}, window, f"The chance of a mine in {odds.cell}").with_squares(squares)
    picture = _with_numbers(picture, [cell for cell, _ in odds.numbers])
    picture = picture.outlining([odds.cell], "focus")
    return side_by_side(picture.svg(), paragraphs(Speaker(odds, "en").heading()))
