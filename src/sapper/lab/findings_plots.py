"""The plots of docs/findings.md: best play, the transition, where reasoners part."""

from __future__ import annotations

from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.extras import need
from sapper.lab.dead_ends import DeadEndsFinding
from sapper.lab.parting import REASONERS, WEAKER, PartingFinding, names_of
from sapper.lab.plots import COLOURS, GREY, PERCENT, new_figure, reach_of_bars
from sapper.lab.stats import Interval
from sapper.lab.transition import EXPECTED_EXPONENT, TransitionFinding
from sapper.level import StartRule
from sapper.proof.technique import Technique

if TYPE_CHECKING:
    from matplotlib.figure import Figure

    from sapper.lab.optimal_finding import OptimalFinding, OptimalRow

LINES = ("-", "--", ":")
SMALLEST_SHOWN = 9
"""Cells: boards of fewer say little."""


def draw_optimal(found: OptimalFinding) -> Figure:
    """Best play against density, under two start rules; what agents lack, under the first."""
    figure = new_figure(12.6, 4.2)
    panels = figure.subplots(1, 3)
    squares = list(
        dict.fromkeys(
            (row.level.height, row.level.width)
            for row in found.rows
            if row.level.height == row.level.width and row.level.cells >= SMALLEST_SHOWN
        )
    ) or [(found.rows[0].level.height, found.rows[0].level.width)]
    for place, size in enumerate(squares):
        colour = COLOURS[place % len(COLOURS)]
        for panel, start in zip(panels[:2], (StartRule.SAFE, StartRule.OPENING), strict=True):
            own = [
                row
                for row in found.rows
                if (row.level.height, row.level.width) == size
                and row.level.start is start
                and row.probability is not None
            ]
            panel.plot(
                *_with_gaps([(row, PERCENT * float(row.probability or 0)) for row in own]),
                "o-",
                markersize=3,
                linewidth=1.2,
                color=colour,
                label=f"{size[0]}×{size[1]}",
            )
            panel.set_title(f"best play, {start.value} start", fontsize=9, loc="left")
            panel.set_ylabel("won, %")
        for line, agent in zip(LINES, found.agents, strict=False):
            lacking = [
                (row, PERCENT * float(short))
                for row in found.rows
                if (row.level.height, row.level.width) == size and row.level.start is StartRule.SAFE
                for short in [row.shortfall(agent)]
                if short is not None
            ]
            if lacking:
                panels[2].plot(
                    *_with_gaps(lacking),
                    line,
                    marker="o",
                    markersize=3,
                    linewidth=1.2,
                    color=colour,
                    label=f"{agent}, {size[0]}×{size[1]}",
                )
    panels[2].set_title("how much less agents win, safe start", fontsize=9, loc="left")
    panels[2].set_ylabel("points below best play")
    for panel in panels:
        panel.set_xlabel("mines, % of cells")
        if panel.get_legend_handles_labels()[0]:
            panel.legend(frameon=False, fontsize=8)
    return figure


def _with_gaps(points: list[tuple[OptimalRow, float]]) -> tuple[list[float], list[float]]:
    """Densities and values, with a hole in the line where numbers of mines are left out."""
    densities: list[float] = []
    values: list[float] = []
    mines = None
    for row, value in points:
        if mines is not None and row.level.mines > mines + 1:
            densities.append(float("nan"))
            values.append(float("nan"))
        mines = row.level.mines
        densities.append(PERCENT * row.level.density)
        values.append(value)
    return densities, values


def draw_transition(found: TransitionFinding) -> Figure:
    """Boards without a guess by density; dead ends by length of border; thresholds by size."""
    figure = new_figure(12.6, 4.2)
    curves, collapse, thresholds = figure.subplots(1, 3)
    for place, side in enumerate(found.sides):
        colour = COLOURS[place % len(COLOURS)]
        rows = found.of_side(side)
        density = [PERCENT * row.case.level.density for row in rows]
        shares = [1 - row.stuck / row.games for row in rows]
        intervals = [Interval(1 - r.stuck_interval.high, 1 - r.stuck_interval.low) for r in rows]
        curves.errorbar(
            density,
            [PERCENT * share for share in shares],
            yerr=_reaches(shares, intervals),
            fmt="o-",
            markersize=3,
            linewidth=1,
            capsize=2,
            color=colour,
            label=f"{side}×{side}",
        )
        between = [
            (row, share, interval)
            for row, share, interval in zip(rows, shares, intervals, strict=True)
            if 0 < share < 1 and interval.low > 0
        ]
        if not between:  # nothing to draw, which has no place on a logarithmic scale
            continue
        rates = [-log(share) / side for _, share, _ in between]
        collapse.errorbar(
            [PERCENT * row.case.level.density for row, _, _ in between],
            rates,
            yerr=_reaches(
                rates,
                [Interval(-log(i.high) / side, -log(i.low) / side) for _, _, i in between],
                scale=1,
            ),
            fmt="o",
            markersize=3,
            capsize=2,
            linewidth=1,
            color=colour,
        )
    curves.set_xlabel("mines, % of cells")
    curves.set_ylabel("boards that need no guess, %")
    curves.legend(frameon=False, fontsize=8)
    collapse.set_xlabel("mines, % of cells")
    collapse.set_ylabel("dead ends by side: −ln(share) / side")
    _logarithmic(collapse)
    if found.located:
        _draw_thresholds(thresholds, collapse, found)
    return figure


def draw_dead_ends(found: DeadEndsFinding) -> Figure:
    """The share of dead ends at the border, for each size and density, and for all."""
    figure = new_figure(1.6 + 1.1 * len(found.counted), 3.6)
    panel = figure.subplots()
    shown = [one for one in found.counted if one.dead_ends]
    shares = [one.share for one in shown]
    panel.errorbar(
        range(len(shown)),
        [PERCENT * share for share in shares],
        yerr=_reaches(shares, [one.interval for one in shown]),
        fmt="o",
        capsize=3,
        color=COLOURS[0],
    )
    names = [
        f"{side}²\n{mines} %" if side != "all" else side
        for side, mines in (one.what for one in shown)
    ]
    panel.set_xticks(range(len(shown)), names)
    panel.set_ylim(0, PERCENT)
    panel.set_xlabel("side and mines")
    panel.set_ylabel("dead ends at the border, %")
    return figure


def _draw_thresholds(panel: Any, collapse: Any, found: TransitionFinding) -> None:
    cells = np.array([one.side**2 for one in found.located], dtype=np.float64)
    half = np.array([PERCENT * one.half for one in found.located])
    width = np.array([PERCENT * one.width for one in found.located])
    for values, colour, marker, label in (
        (half, COLOURS[0], "o", "half need no guess"),
        (width, COLOURS[1], "s", "width, from 90 % to 10 %"),
    ):
        panel.plot(cells, values, marker, markersize=4, color=colour, label=label)
        theory = values[-1] * (cells / cells[-1]) ** -EXPECTED_EXPONENT
        panel.plot(cells, theory, "--", linewidth=1, color=colour)
    panel.plot([], [], "--", linewidth=1, color=GREY, label="cells$^{-1/6}$")
    panel.set_xlabel("cells")
    panel.set_ylabel("mines, % of cells")
    panel.legend(frameon=False, fontsize=8)
    _logarithmic(panel)
    last = found.located[-1]
    for power, line in ((4, ":"), (6, "--")):
        around = np.array([last.half / 1.6, last.half * 1.6])
        rate = log(2) / last.side * (around / last.half) ** power
        collapse.plot(
            PERCENT * around, rate, line, linewidth=1, color=GREY, label=f"density$^{power}$"
        )
    collapse.legend(frameon=False, fontsize=8)


def _logarithmic(panel: Any) -> None:
    if not panel.has_data():
        return
    ticker = need("lab", "matplotlib.ticker")
    panel.set_xscale("log")
    panel.set_yscale("log")
    for axis, limits in ((panel.xaxis, panel.get_xlim()), (panel.yaxis, panel.get_ylim())):
        if limits[1] / limits[0] < 1000 and limits[0] > 0.01:
            axis.set_major_locator(ticker.LogLocator(subs=(1, 2, 3, 5, 7)))
            axis.set_major_formatter("{x:g}")
            axis.set_minor_formatter(ticker.NullFormatter())


def draw_parting(found: PartingFinding) -> Figure:
    """Boards that each completes, and the easiest technique that leads on where one is stuck."""
    figure = new_figure(12.6, 1.6 + 0.5 * len(found.rows))
    completed, *needed = figure.subplots(1, 3)
    names = names_of(found.rows)
    places = np.arange(len(names), 0, -1)
    for place, reasoner in enumerate(REASONERS):
        completed.barh(
            places + 0.25 * (1 - place),
            [PERCENT * row.completed(reasoner) / row.boards for row in found.rows],
            height=0.23,
            color=COLOURS[place],
            label=reasoner,
        )
    completed.set_title("completed without a guess", fontsize=9, loc="left")
    completed.set_xlabel("boards, %")
    completed.set_yticks(places, names)
    completed.legend(frameon=False, fontsize=8)
    for panel, weaker in zip(needed, WEAKER, strict=True):
        left = np.zeros(len(names))
        for technique, colour in zip(Technique, COLOURS, strict=True):
            shares = np.array(
                [PERCENT * row.needs(weaker)[technique] / row.boards for row in found.rows]
            )
            panel.barh(places, shares, left=left, height=0.7, color=colour, label=str(technique))
            left += shares
        panel.set_title(f"{weaker} is stuck, exact is not: needed", fontsize=9, loc="left")
        panel.set_xlabel("boards, %")
        panel.set_yticks(places, [])
    figure.legend(
        *needed[0].get_legend_handles_labels(), ncols=6, loc="outside lower center", frameon=False
    )
    return figure


def _reaches(values: list[float], intervals: list[Interval], scale: float = PERCENT) -> Any:
    bars = [reach_of_bars(*pair, scale) for pair in zip(values, intervals, strict=True)]
    return np.array(bars).reshape(-1, 2).T
