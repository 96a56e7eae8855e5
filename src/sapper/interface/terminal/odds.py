"""`sapper analyze`: a position with all that is certain, and the odds as a heat map."""

from __future__ import annotations

import math
from pathlib import Path

import numpy as np
from rich.color import Color
from rich.console import Group
from rich.style import Style
from rich.text import Text

from sapper.errors import BudgetExceeded
from sapper.exact.analysis import Analysis
from sapper.grid import Cell, cells
from sapper.interface.heat import heat
from sapper.interface.terminal.drawing import NUMBER_STYLES, PICTURE_WIDTH, save_picture

WIDE_CELL = 3
"""Characters per cell where two digits fit."""
BEST_MOVES_SHOWN = 5
NO_BREAK = "\N{NO-BREAK SPACE}"
CELLS_SHOWN = 12
SAFE_STYLE = Style.parse("bold #0b3d1f on #7fe0a0")
MINE_STYLE = Style.parse("bold #ffffff on #8e2430")
MOST_DIGITS_IN_FULL = 15
ROUNDS_UP_TO_TEN = math.log10(9.995)


def draw_analysis(analysis: Analysis, room: int | None = None) -> Group:
    """The position, what is certain, the best moves and the number of layouts.

    `room` is the width of the screen in characters, if there is a screen.
    """
    digits = 2 if room is None or WIDE_CELL * analysis.view.width <= room else 1
    example, out_of = (".12", 100) if digits == 2 else (".1", 10)
    legend = f"○ safe   ✱ mine   {example} a mine in {example.lstrip('.')} of {out_of} layouts"
    return Group(heat_map(analysis, digits), Text(legend, style="dim"), _summary(analysis))


def save_analysis(analysis: Analysis, path: Path) -> None:
    """Save the same as a picture."""
    width = max(PICTURE_WIDTH, WIDE_CELL * analysis.view.width + 2)
    save_picture(draw_analysis(analysis), path, title="sapper analyze", width=width)


def heat_map(analysis: Analysis, digits: int = 2) -> Text:
    """The board, one line per row: revealed numbers, `○` safe, `✱` mines, else the odds.

    Odds begin with a point, which tells them from numbers without colour.

    >>> from sapper.exact.analysis import analyze
    >>> from sapper.view import View
    >>> print(heat_map(analyze(View.parse("11#\\n###", mines=1))))
      1  1  ○
    .50.50  ○
    """
    text = Text(no_wrap=True)
    view = analysis.view
    for cell in cells(view.height, view.width):
        if cell[1] == 0 and cell[0]:
            text.append("\n")
        number = view.number(cell)
        if number is not None:
            sign, style = str(number) if number else " ", Style.parse(NUMBER_STYLES[number])
        elif cell in analysis.safe:
            sign, style = "○", SAFE_STYLE
        elif cell in analysis.mines:
            sign, style = "✱", MINE_STYLE
        else:
            chance = float(analysis.mine_probability[cell])
            sign, style = decimals(chance, digits), heat_style(chance)
        text.append(sign.rjust(digits + 1), style)
    return text


def decimals(chance: float, digits: int) -> str:
    """A chance without its leading 0; never 1, since nothing here is certain.

    >>> decimals(0.256, 2), decimals(0.256, 1), decimals(0.9999, 2), decimals(0.001, 2)
    ('.26', '.3', '.99', '.00')
    """
    return f"{min(chance, 1 - 10**-digits):.{digits}f}".lstrip("0")


def heat_style(chance: float) -> Style:
    """The colours of a chance, from green over yellow to red."""
    return Style(color="#101010", bgcolor=Color.from_rgb(*heat(chance)))


def best_moves(analysis: Analysis, count: int = BEST_MOVES_SHOWN) -> list[tuple[Cell, float]]:
    """The safest cells and their mine probabilities; ties by position.

    >>> from sapper.exact.analysis import analyze
    >>> from sapper.view import View
    >>> best_moves(analyze(View.parse("1#\\n##", mines=1)), count=2)
    [((0, 1), 0.3333333333333333), ((1, 0), 0.3333333333333333)]
    """
    flat = analysis.mine_probability.ravel()
    order = np.argsort(np.where(np.isnan(flat), 2.0, flat.round(12)), kind="stable")
    may_be_safe = analysis.view.hidden_count - len(analysis.mines)
    order = order[: min(count, may_be_safe)]
    return [
        (cell, float(analysis.mine_probability[cell])) for cell in analysis.view.cells_at(order)
    ]


def _summary(analysis: Analysis) -> Text:
    text = Text()
    if analysis.safe:
        text.append(f"{len(analysis.safe)} certainly safe: ", style="bold green")
        text.append(_some(sorted(analysis.safe)) + "\n")
    if analysis.mines:
        noun = "a mine" if len(analysis.mines) == 1 else "mines"
        text.append(f"{len(analysis.mines)} certainly {noun}: ", style="bold red")
        text.append(_some(sorted(analysis.mines)) + "\n")
    if not analysis.safe and analysis.view.hidden_count > len(analysis.mines):
        text.append("Best guesses: ", style="bold yellow")
        moves = [
            f"{cell} {100 * chance:.1f} %".replace(" ", NO_BREAK)
            for cell, chance in best_moves(analysis)
        ]
        text.append(", ".join(moves) + "\n")
    layouts = layouts_if_countable(analysis)
    if layouts is None:
        text.append("More layouts than can be counted within the budget", style="dim")
    else:
        plural = "" if layouts == 1 else "s"
        text.append(f"{describe_count(layouts)} layout{plural} possible", style="dim")
    return text


def layouts_if_countable(analysis: Analysis) -> int | None:
    """The number of layouts; None if counting them exceeds the budget."""
    try:
        return analysis.layouts
    except BudgetExceeded:
        return None


def _some(found: list[Cell]) -> str:
    # A no-break space within a cell keeps it from being split at the end of a line.
    shown = ", ".join(str(cell).replace(" ", NO_BREAK) for cell in found[:CELLS_SHOWN])
    return f"{shown}, …" if len(found) > CELLS_SHOWN else shown


def describe_count(count: int) -> str:
    """A count in full, or its magnitude if it is very long.

    >>> describe_count(1234567), describe_count(3 * 10**40)
    ('1,234,567', 'about 3.00 × 10^40')
    """
    if count < 10**MOST_DIGITS_IN_FULL:
        return f"{count:,}"
    exponent, rest = divmod(_log10(count), 1)
    if rest > ROUNDS_UP_TO_TEN:
        exponent, rest = exponent + 1, 0.0
    return f"about {10**rest:.2f} × 10^{int(exponent)}"


def _log10(count: int) -> float:
    # A whole number too long for a float has its last bits set aside first.
    spare = max(count.bit_length() - 1000, 0)
    return math.log10(count >> spare) + spare * math.log10(2)
