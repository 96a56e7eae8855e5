"""Draws what the expert's budget buys, for docs/expert.md, from the measurements in its tables.

    python tools/budget_curve.py docs/budget.svg

Each point was measured by `build/one-step/one_step` from an opening at 16×30/99.
"""

from __future__ import annotations

import sys
from dataclasses import dataclass
from pathlib import Path

from sapper.lab.plots import COLOURS, GREY, new_figure, to_svg


@dataclass(frozen=True)
class Measured:
    """What a setting gains over the default, in points, and costs, in CPU ms per game."""

    name: str
    cost: float
    gain: float
    half_width: float


CURVE = (
    # The steps between these three: +0.040 ± 0.007; +0.020 ± 0.007 and half of +0.019 ± 0.008.
    Measured("budget\n20,000", 1.1, -0.070, 0.011),
    Measured("200,000", 1.5, -0.030, 0.008),
    Measured("1,000,000\n(default)", 3.9, 0.0, 0.0),
    Measured("480 playouts\nto 2²⁷", 40, 0.030, 0.019),
    Measured("10,000,000", 80, 0.045, 0.022),  # the mean of two measurements, by their precision
    Measured("480 playouts\nto 2⁶⁰", 120, 0.065, 0.043),
    Measured("2,000 playouts\nto 2⁶⁰", 350, 0.083, 0.061),
)


def main() -> None:
    """Draw the curve into the file named on the command line."""
    figure = new_figure(6.4, 3.4)
    panel = figure.subplots()
    panel.axhline(0, color=GREY, linewidth=0.8)
    panel.errorbar(
        [point.cost for point in CURVE],
        [point.gain for point in CURVE],
        yerr=[point.half_width for point in CURVE],
        fmt="o-",
        color=COLOURS[0],
        capsize=3,
    )
    for place, point in enumerate(CURVE):
        side = 1 if place % 2 else -1  # by turns above and below, so that no two overlap
        panel.annotate(
            point.name,
            (point.cost, point.gain + side * point.half_width),
            xytext=(0, 5 * side),
            textcoords="offset points",
            ha="center",
            va="bottom" if side > 0 else "top",
            fontsize=7,
        )
    panel.set_xscale("log")
    panel.set_xticks([1, 3, 10, 30, 100, 300], ["1", "3", "10", "30", "100", "300"])
    panel.set_xlim(0.6, 800)
    panel.set_ylim(-0.11, 0.16)
    panel.set_xlabel("CPU time per game, ms")
    panel.set_ylabel("gain over the default, points")
    about = "What the expert's budget buys: gain over the default by CPU time per game"
    Path(sys.argv[1]).write_bytes(to_svg(figure, about))


if __name__ == "__main__":
    main()
