"""Derivations and odds drawn: the cells that they speak of, and the words beside them.

A derivation does not know the board, so only what it uses is drawn: its numbers, and the hidden
cells around them.
"""

from __future__ import annotations

from sapper.catalogue import language, spoken
from sapper.grid import Cell
from sapper.picture.board import HIDDEN, NUMBERS, Picture, Square, Window, chance_square
from sapper.picture.html import paragraphs, side_by_side
from sapper.picture.markup import in_xml
from sapper.picture.words import Pictures
from sapper.proof.pointing import WhyLine, in_lines
from sapper.proof.steps import Derivation, FromNumber, Odds, walk
from sapper.proof.wording import Speaker

MOST_STEPS_DRAWN = 12
MOST_SQUARES_OF_STEP = 120
"""Longer derivations, and those that use more of the board, have one picture for all steps."""
SCALE_OF_STEP = 0.6


def draw_derivation(derivation: Derivation) -> str:
    """The numbers and the conclusion of a derivation, and its steps, each with its own picture.

    Numbers that are used are yellow, cells that a step speaks of blue.
    """
    why = in_lines(Speaker(derivation, language()))
    board = _what_is_used(derivation)
    concluded = {"mines" if derivation.is_mine else "safe": derivation.conclusion.cells}
    whole = board.pointing(used=derivation.numbers, **concluded)
    each = len(why.lines) <= MOST_STEPS_DRAWN and len(board.squares) <= MOST_SQUARES_OF_STEP
    steps = "".join(_step(line, board if each else None) for line in why.lines)
    return side_by_side(whole.svg(), f"<p><b>{in_xml(why.heading[0])}</b></p>{steps}")


def _what_is_used(derivation: Derivation) -> Picture:
    """The part of a board that a derivation uses."""
    steps = tuple(walk(derivation.steps))
    shown = {step.cell: step.number for step in steps if isinstance(step, FromNumber)}
    hidden = derivation.conclusion.cells.union(*(step.conclusion.cells for step in steps))
    squares: dict[Cell, Square] = dict.fromkeys(hidden, HIDDEN)
    squares |= {cell: NUMBERS[number] for cell, number in shown.items()}
    window = Window.of(squares, derivation.cell)
    why = spoken(Pictures).why["mine" if derivation.is_mine else "safe"]
    title = why.format(cell=derivation.cell)
    return Picture({}, window, title).with_squares(squares)


def _step(line: WhyLine, board: Picture | None) -> str:
    drawn = ""
    if board is not None:
        pointed = board.titled(line.words).pointing(line.numbers, line.cells, line.safe, line.mines)
        drawn = pointed.svg(SCALE_OF_STEP)
    style = f"display:flex;gap:10px;align-items:center;margin:4px 0 4px {2 * (line.depth - 1)}em"
    return f'<div style="{style}">{drawn}<span>{in_xml(line.words)}</span></div>'


def draw_odds(odds: Odds) -> str:
    """The numbers that decide the chance, the cell, and the safest cell."""
    squares = {cell: NUMBERS[number] for cell, number in odds.numbers}
    squares[odds.best] = chance_square(odds.best_mine_probability)
    squares[odds.cell] = chance_square(odds.mine_probability)
    window = Window.of(squares, odds.cell)
    title = spoken(Pictures).chance.format(cell=odds.cell)
    picture = Picture({}, window, title).with_squares(squares)
    picture = picture.pointing(used=[cell for cell, _ in odds.numbers])
    picture = picture.outlining([odds.cell], "focus")
    return side_by_side(picture.svg(), paragraphs(Speaker(odds, language()).heading()))
