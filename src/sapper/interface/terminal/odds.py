"""`sapper analyze`: a position with all that is certain, and the odds as a heat map."""

from __future__ import annotations

import math
import textwrap
from collections.abc import Collection

import numpy as np
from numpy.typing import NDArray
from rich.color import Color
from rich.console import Group
from rich.style import Style
from rich.text import Text

from sapper.exact.analysis import Analysis, Verdict
from sapper.grid import Cell
from sapper.interface.terminal.drawing import NUMBER_STYLES
from sapper.picture.heat import heat
from sapper.play.asking import count_budget_of, layouts_if_quick
from sapper.play.saying import say_incomplete

WIDE_CELL = 3
"""Characters per cell where two digits fit."""
BEST_MOVES_SHOWN = 5
NO_BREAK = "\N{NO-BREAK SPACE}"
CELLS_SHOWN = 12
SAFE_STYLE = Style.parse("bold #0b3d1f on #7fe0a0")
MINE_STYLE = Style.parse("bold #ffffff on #8e2430")
UNKNOWN_STYLE = Style.parse("#101010 on #9a9aa2")
NUMBERS = [Style.parse(style) for style in NUMBER_STYLES]
MOST_DIGITS_IN_FULL = 15
ROUNDS_UP_TO_TEN = math.log10(9.995)


def draw_analysis(analysis: Analysis, room: int | None = None) -> Group:
    """The position, what is certain, the best moves and the number of layouts.

    `room` is the width of the screen in characters, if there is a screen.
    """
    digits = 2 if room is None or WIDE_CELL * analysis.view.width <= room else 1
    example, out_of = (".12", 100) if digits == 2 else (".1", 10)
    legend = f"○ safe   ✱ mine   {example} a mine in {example.lstrip('.')} of {out_of} layouts"
    if not analysis.complete:
        legend += "   ? unknown"
    summary = _summary(analysis, room)
    return Group(heat_map(analysis, digits), Text(legend, style="dim"), summary)


def heat_map(analysis: Analysis, digits: int = 2) -> Text:
    """The board, one line per row: numbers, `○` safe, `✱` mines, odds, `?` where none are known.

    Odds begin with a point, which tells them from numbers without colour.

    >>> from sapper.exact.analysis import analyze
    >>> from sapper.view import View
    >>> print(heat_map(analyze(View.parse("11#\\n###", mines=1))))
      1  1  ○
    .50.50  ○
    """
    numbered, faces = _faces(analysis, digits)
    text = Text(no_wrap=True, overflow="ignore")
    for row in numbered:
        if text:
            text.append("\n")
        # Equal cells side by side are appended at once: on a large board most are.
        starts = np.flatnonzero(np.diff(row, prepend=-1))
        lengths = np.diff(starts, append=len(row))
        for face, length in zip(row[starts].tolist(), lengths.tolist(), strict=True):
            sign, style = faces[face]
            text.append(sign.rjust(digits + 1) * length, style)
    return text


def _faces(analysis: Analysis, digits: int) -> tuple[NDArray[np.intp], list[tuple[str, Style]]]:
    """The sign and style of everything there is to see, and for each cell which of them it has."""
    numbers, chances = analysis.view.numbers, analysis.mine_probability
    fixed = [
        *((str(number) if number else " ", style) for number, style in enumerate(NUMBERS)),
        ("○", SAFE_STYLE),
        ("✱", MINE_STYLE),
        ("?", UNKNOWN_STYLE),
    ]
    safe, mine, unknown = range(len(NUMBERS), len(fixed))
    different, which = np.unique(chances, return_inverse=True)  # nan is the last
    numbered = np.select(
        [numbers >= 0, analysis.verdicts == Verdict.SAFE, analysis.verdicts == Verdict.MINE],
        [numbers.astype(np.intp), safe, mine],
        np.where(np.isnan(chances), unknown, len(fixed) + which.reshape(chances.shape)),
    )
    odds = [
        (decimals(chance, digits), heat_style(chance))
        for chance in different[~np.isnan(different)].tolist()
    ]
    return numbered, fixed + odds


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
    may_be_safe = np.flatnonzero(flat < 1)
    order = may_be_safe[np.argsort(flat[may_be_safe].round(12), kind="stable")[:count]]
    return [
        (cell, float(analysis.mine_probability[cell])) for cell in analysis.view.cells_at(order)
    ]


def _summary(analysis: Analysis, room: int | None) -> Text:
    text = Text()
    if analysis.safe:
        head = f"{len(analysis.safe)} certainly safe: "
        text.append(_listed(head, "bold green", _some(analysis.safe), room))
    if analysis.mines:
        noun = "a mine" if len(analysis.mines) == 1 else "mines"
        head = f"{len(analysis.mines)} certainly {noun}: "
        text.append(_listed(head, "bold red", _some(analysis.mines), room))
    moves = [] if analysis.safe else best_moves(analysis)
    if moves:
        head = "Best guesses: " if analysis.complete else "Best of the known: "
        told = [f"{cell} {100 * chance:.1f} %" for cell, chance in moves]
        text.append(_listed(head, "bold yellow", told, room))
    if not analysis.complete:
        text.append(say_incomplete(analysis), style="bold yellow")
        return text
    layouts = layouts_if_quick(analysis, count_budget_of(analysis))
    if layouts is None:
        text.append("More layouts than can be counted in a moment", style="dim")
    else:
        plural = "" if layouts == 1 else "s"
        text.append(f"{describe_count(layouts)} layout{plural} possible", style="dim")
    return text


def _some(found: Collection[Cell]) -> list[str]:
    shown = [str(cell) for cell in sorted(found)[:CELLS_SHOWN]]
    return [*shown, "…"] if len(found) > CELLS_SHOWN else shown


def _listed(head: str, style: str, parts: list[str], room: int | None) -> Text:
    """A headed list, wrapped between its parts where there is a screen."""
    # A no-break space within a part keeps it from being split; rich itself would split it there.
    line = head + ", ".join(part.replace(" ", NO_BREAK) for part in parts)
    if room is not None:
        line = textwrap.fill(line, room, break_long_words=False, break_on_hyphens=False)
    text = Text(line + "\n")
    text.stylize(style, 0, len(head))
    return text


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
