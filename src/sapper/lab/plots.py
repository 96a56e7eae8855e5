"""The plots, with error bars and published figures beside ours. Needs matplotlib."""

from __future__ import annotations

import io
from collections.abc import Sequence
from typing import TYPE_CHECKING, Any

import numpy as np

from sapper.extras import need
from sapper.lab.comparison_finding import ComparisonFinding
from sapper.lab.game_findings import GameRow
from sapper.lab.published import Published, published_for, published_study
from sapper.lab.settling_case import SCATTERED
from sapper.lab.stats import Interval, Pairs
from sapper.lab.study import StudyFinding
from sapper.level import Level

if TYPE_CHECKING:
    from matplotlib.figure import Figure

# Okabe and Ito's colours, which colour-blind readers can tell apart.
COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9")
GREY = "#767676"
PERCENT, MILLISECONDS = 100, 1000
DODGE = 0.1
"""How far apart, in disclosed cells, reasoners are drawn."""
STYLE = {
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "axes.grid": True,
    "grid.alpha": 0.25,
    "svg.fonttype": "none",
    # The same plot gives the same bytes.
    "svg.hashsalt": "sapper",
}
SHORT_NAMES = {"safest cell, ties by fewest hidden neighbours": "safest cell with ties"}


def draw_win_rates(rows: Sequence[GameRow]) -> Figure:
    """A panel for each level and start rule: our agents, and published figures below them."""
    levels = list(dict.fromkeys(row.case.level for row in rows))
    columns = 2 if len(levels) > 1 else 1
    lines = -(-len(levels) // columns)
    figure = new_figure(5.2 * columns, 0.6 + 2.7 * lines)
    panels = figure.subplots(lines, columns, squeeze=False)
    for panel, level in zip(panels.flat, levels, strict=False):
        ours = [row for row in rows if row.case.level == level]
        _draw_level(panel, level, ours, published_for(level))
    for panel in panels.flat[len(levels) :]:
        panel.set_visible(False)
    for panel in panels[-1]:
        panel.set_xlabel("games won, %")
    return figure


def _draw_level(
    panel: Any, level: Level, ours: Sequence[GameRow], published: Sequence[Published]
) -> None:
    names = [row.agent for row in ours]
    names += [SHORT_NAMES.get(known.player, known.player) for known in published]
    heights = range(len(names), 0, -1)
    for row, height in zip(ours, heights, strict=False):
        low, high = reach_of_bars(row.won, row.won_interval)
        panel.errorbar(
            100 * row.won, height, xerr=[[low], [high]], fmt="o", color=COLOURS[0], capsize=3
        )
        _label(panel, row.won_interval.high, height, f"{100 * row.won:.2f}", COLOURS[0])
    for known, height in zip(published, heights[len(ours) :], strict=True):
        panel.plot(100 * known.won, height, "D", color=GREY, markersize=5, fillstyle="none")
        _label(panel, known.won, height, f"{100 * known.won:.2f}", GREY)
    panel.set_yticks(heights, names)
    for tick in panel.get_yticklabels()[len(ours) :]:
        tick.set_color(GREY)
    panel.set_ylim(0.4, len(names) + 0.6)
    panel.set_xlim(-4, 112)
    panel.set_xticks(range(0, 101, 20))
    panel.set_title(
        f"{level.name} {level.height}×{level.width}/{level.mines}, {level.start.value} start",
        fontsize=9,
        loc="left",
        fontweight="bold",
    )


def _label(panel: Any, share: float, height: float, text: str, colour: str) -> None:
    panel.annotate(
        text,
        (100 * share, height),
        xytext=(7, 0),
        textcoords="offset points",
        va="center",
        fontsize=8,
        color=colour,
    )


def draw_comparison(found: ComparisonFinding) -> Figure:
    """How the difference converged, and the path of the sequential test, if there is one."""
    panels_wanted = 1 if found.sequential is None else 2
    figure = new_figure(5.2 * panels_wanted, 3.4)
    panels = figure.subplots(1, panels_wanted, squeeze=False)[0]
    first, second = found.names
    boards = np.unique(np.linspace(min(50, found.pairs.count), found.pairs.count, 200).astype(int))
    settled = [Pairs.of(found.first_won[:count], found.second_won[:count]) for count in boards]
    intervals = [pairs.interval() for pairs in settled]
    panels[0].fill_between(
        boards,
        [100 * interval.low for interval in intervals],
        [100 * interval.high for interval in intervals],
        color=COLOURS[0],
        alpha=0.2,
        linewidth=0,
        label="95 % interval",
    )
    panels[0].plot(boards, [100 * pairs.difference for pairs in settled], color=COLOURS[0])
    panels[0].axhline(0, color=GREY, linewidth=0.8)
    panels[0].set_xlabel("boards")
    panels[0].set_ylabel(f"{first} − {second}, points")
    panels[0].legend(frameon=False)
    if found.sequential is not None:
        path, bounds = found.sequential.path, found.sequential.test.bounds
        shown = np.unique(np.linspace(0, len(path) - 1, 1000).astype(int))
        panels[1].plot(shown + 1, path[shown], color=COLOURS[1], linewidth=1)
        for bound, meaning in ((bounds.high, "upper"), (bounds.low, "lower")):
            difference = getattr(found.sequential.test, meaning)
            panels[1].axhline(bound, color=GREY, linestyle="--", linewidth=0.8)
            panels[1].annotate(
                f"{100 * difference:g} points",
                (0.02, bound),
                xycoords=("axes fraction", "data"),
                va="bottom" if bound < 0 else "top",
                color=GREY,
                fontsize=8,
            )
        panels[1].set_xlabel("boards")
        panels[1].set_ylabel("log likelihood ratio")
    return figure


def draw_density(rows: Sequence[GameRow]) -> Figure:
    """Stuck and won against the share of mines, one line per agent with its intervals."""
    figure = new_figure(10.4, 3.6)
    stuck, won = figure.subplots(1, 2)
    for agent, colour in zip(
        dict.fromkeys(row.agent for row in rows), COLOURS * len(rows), strict=False
    ):
        own = [row for row in rows if row.agent == agent]
        density = [100 * row.case.level.density for row in own]
        for panel, shares, intervals in (
            (stuck, [row.stuck / row.games for row in own], [row.stuck_interval for row in own]),
            (won, [row.won for row in own], [row.won_interval for row in own]),
        ):
            bars = np.array(
                [reach_of_bars(*pair) for pair in zip(shares, intervals, strict=True)]
            ).T
            panel.errorbar(
                density,
                [100 * share for share in shares],
                yerr=bars,
                fmt="o-",
                markersize=3.5,
                linewidth=1.2,
                capsize=2,
                color=colour,
                label=agent,
            )
    stuck.set_ylabel("stuck: had to guess, % of games")
    won.set_ylabel("games won, %")
    for panel in (stuck, won):
        panel.set_xlabel("mines, % of cells")
        panel.set_ylim(-3, 103)
        panel.legend(frameon=False)
    return figure


def draw_study(found: StudyFinding) -> Figure:
    """A column per level: cells settled, and time below, against the number of disclosed cells."""
    ticker = need("lab", "matplotlib.ticker")
    levels = found.levels
    figure = new_figure(2.0 + 3.8 * len(levels), 6.2)
    panels = figure.subplots(2, len(levels), squeeze=False, sharex="col")
    reasoners = list(dict.fromkeys(row.reasoner for row in found.rows))
    for (settled, time), level in zip(panels.T, levels, strict=True):
        for place, reasoner in enumerate(reasoners):
            own = [row for row in found.rows if (row.level, row.reasoner) == (level, reasoner)]
            shares = [(row.share, row.share_interval) for row in own]
            medians = [(row.median_time, row.median_time_interval) for row in own]
            for panel, points, scale in ((settled, shares, PERCENT), (time, medians, MILLISECONDS)):
                panel.errorbar(
                    # Side by side, so that the bars of one reasoner don't hide another's.
                    [row.disclosed + DODGE * (place - (len(reasoners) - 1) / 2) for row in own],
                    [scale * value for value, _ in points],
                    yerr=np.array([reach_of_bars(*point, scale) for point in points]).T,
                    fmt="o-",
                    markersize=3,
                    linewidth=1,
                    elinewidth=0.7,
                    capsize=1.5,
                    color=COLOURS[place % len(COLOURS)],
                    label=reasoner,
                )
        known = published_study(level)
        if known is not None:
            settled.axhline(
                PERCENT * known.share, color=GREY, linestyle="--", linewidth=1, label="published"
            )
        settled.set_title(_title(level), fontsize=9, loc="left", fontweight="bold")
        lowest = min(row.share_interval.low for row in found.rows if row.level == level)
        reach = max(1.0, PERCENT * (1 - lowest))
        settled.set_ylim(100 - 1.05 * reach, 100 + 0.05 * reach)
        time.set_yscale("log")
        time.yaxis.set_major_locator(ticker.LogLocator(subs=(1, 2, 5)))
        time.yaxis.set_major_formatter("{x:g}")
        time.minorticks_off()
        time.set_xlabel("disclosed cells")
    panels[0, 0].set_ylabel("cells settled, %")
    panels[1, 0].set_ylabel("median time per board, ms")
    figure.legend(
        *panels[0, 0].get_legend_handles_labels(), loc="outside right center", frameon=False
    )
    return figure


def draw_clusters(found: StudyFinding) -> Figure:
    """A column per level: boards stuck, and cells settled below, against the spread of clusters."""
    levels = found.levels
    figure = new_figure(0.4 + 3.8 * len(levels), 6.2)
    panels = figure.subplots(2, len(levels), squeeze=False, sharex="col")
    spreads = list(dict.fromkeys(row.spread for row in found.rows))
    widest = max(spread for spread in spreads if spread is not None)
    for (stuck, settled), level in zip(panels.T, levels, strict=True):
        rows = [row for row in found.rows if row.level == level]
        lines = dict.fromkeys((row.reasoner, row.disclosed) for row in rows)
        for place, (reasoner, disclosed) in enumerate(lines):
            own = [row for row in rows if (row.reasoner, row.disclosed) == (reasoner, disclosed)]
            shares = [(row.share, row.share_interval) for row in own]
            stuck_shares = [
                (
                    1 - row.completed / row.runs,
                    Interval(1 - row.completed_interval.high, 1 - row.completed_interval.low),
                )
                for row in own
            ]
            for panel, points in ((stuck, stuck_shares), (settled, shares)):
                panel.errorbar(
                    # Side by side on a logarithmic axis.
                    [
                        (row.spread or 2 * widest) * 1.06 ** (place - (len(lines) - 1) / 2)
                        for row in own
                    ],
                    [PERCENT * value for value, _ in points],
                    yerr=np.array([reach_of_bars(*point) for point in points]).reshape(-1, 2).T,
                    fmt="o-",
                    markersize=3,
                    linewidth=1,
                    elinewidth=0.7,
                    capsize=1.5,
                    color=COLOURS[place % len(COLOURS)],
                    label=f"{reasoner}, {disclosed} disclosed",
                )
        stuck.margins(y=0.35)  # room for the legend
        stuck.set_ylim(bottom=max(0.0, stuck.get_ylim()[0]))
        stuck.legend(frameon=False, loc="best")
        stuck.set_title(_title(level), fontsize=9, loc="left", fontweight="bold")
        settled.set_xscale("log")
        settled.set_xticks(
            [spread or 2 * widest for spread in spreads],
            [SCATTERED if spread is None else f"{spread:g}" for spread in spreads],
        )
        settled.minorticks_off()
        settled.set_xlabel("spread of the disclosed cells")
    panels[0, 0].set_ylabel("stuck, % of boards")
    panels[1, 0].set_ylabel("cells settled, %")
    return figure


def _title(level: Level) -> str:
    return f"{level.name} {level.height}×{level.width}/{level.mines}"


def to_png(figure: Figure, about: str) -> bytes:
    """The figure as PNG; `about` is kept inside the file."""
    return _saved(figure, "png", {"Description": about, "Software": "sapper"}, dpi=130)


def to_svg(figure: Figure, about: str) -> bytes:
    """The figure as SVG; `about` is kept inside the file."""
    return _saved(figure, "svg", {"Description": about, "Date": None, "Creator": "sapper"})


def _saved(figure: Figure, kind: str, metadata: dict[str, Any], **options: Any) -> bytes:
    content = io.BytesIO()
    with need("lab", "matplotlib").rc_context(STYLE):
        figure.savefig(content, format=kind, metadata=metadata, **options)
    return content.getvalue()


def new_figure(width: float, height: float) -> Figure:
    """An empty figure in the style of all plots; sizes are in inches."""
    matplotlib = need("lab", "matplotlib")
    # Without pyplot: no window, no global state, nothing to close.
    matplotlib.rcParams.update(STYLE)
    figure: Figure = need("lab", "matplotlib.figure").Figure(
        figsize=(width, height), layout="constrained"
    )
    return figure


def reach_of_bars(value: float, interval: Interval, scale: float = PERCENT) -> tuple[float, float]:
    """How far the error bars reach down and up, in percentage points or as scaled."""
    return max(0.0, scale * (value - interval.low)), max(0.0, scale * (interval.high - value))
