"""The growth of a file's time and knowledge, as an SVG picture."""

from __future__ import annotations

from collections.abc import Sequence
from math import log10

from sapper.grader.findings import Growth

WIDTH, HEIGHT = 330, 200
LEFT, RIGHT, TOP, BOTTOM = 52, 24, 30, 34
GAP = 24
COLOUR, CUT_OFF = "#1757c2", "#b3261e"


def plot_of(growth: Sequence[Growth]) -> str:
    """Two curves over the size of the board: the slowest call, and the most sentences kept.

    Both scales are logarithmic: what grows by a power of the size is a straight line.
    """
    milliseconds = [1000 * one.slowest for one in growth]
    sentences = [float(one.sentences) for one in growth]
    panels = (
        _panel(growth, milliseconds, "slowest add_knowledge, ms", 0),
        _panel(growth, sentences, "most sentences kept", WIDTH + GAP),
    )
    width = 2 * WIDTH + GAP
    return (
        f'<svg class="growth" viewBox="0 0 {width} {HEIGHT}" width="{width}" height="{HEIGHT}" '
        f'role="img" style="max-width: 100%; height: auto" aria-label="{_in_words(growth)}">'
        f"{''.join(panels)}</svg>"
    )


def _in_words(growth: Sequence[Growth]) -> str:
    return "; ".join(
        f"{one.size}: {1000 * one.slowest:.3g} ms, {one.sentences} sentences" for one in growth
    )


def _panel(growth: Sequence[Growth], values: Sequence[float], title: str, left: float) -> str:
    lowest, highest = _decades(values)
    sizes = [log10(one.height * one.width) for one in growth]

    def x(size: float) -> float:
        span = (sizes[-1] - sizes[0]) or 1.0
        return left + LEFT + (size - sizes[0]) / span * (WIDTH - LEFT - RIGHT)

    def y(value: float) -> float:
        height = (log10(max(value, 10**lowest)) - lowest) / (highest - lowest)
        return HEIGHT - BOTTOM - height * (HEIGHT - TOP - BOTTOM)

    lines = [f'<text x="{left + LEFT}" y="16" font-weight="bold">{title}</text>']
    for decade in range(lowest, highest + 1):
        at = y(10.0**decade)
        lines.append(
            f'<line x1="{left + LEFT}" x2="{left + WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" '
            f'stroke="#d5d9e0"/><text x="{left + LEFT - 6}" y="{at + 4:.1f}" text-anchor="end">'
            f"{10.0**decade:g}</text>"
        )
    points = [(x(size), y(value)) for size, value in zip(sizes, values, strict=True)]
    path = " ".join(f"{across:.1f},{down:.1f}" for across, down in points)
    lines.append(f'<polyline points="{path}" fill="none" stroke="{COLOUR}" stroke-width="2"/>')
    for one, (across, down) in zip(growth, points, strict=True):
        colour = COLOUR if one.finished else CUT_OFF
        lines.append(
            f'<circle cx="{across:.1f}" cy="{down:.1f}" r="4" fill="{colour}"/>'
            f'<text x="{across:.1f}" y="{HEIGHT - 12}" text-anchor="middle">{one.size}</text>'
        )
    return "".join(lines)


def _decades(values: Sequence[float]) -> tuple[int, int]:
    """The powers of ten around all values, at least one apart.

    >>> _decades([0.02, 3.0]), _decades([0.0])
    ((-2, 1), (-1, 0))
    """
    positive = [value for value in values if value > 0] or [0.5]
    lowest = min(int(log10(value) // 1) for value in positive)
    highest = max(-int(-log10(value) // 1) for value in positive)
    return lowest, max(highest, lowest + 1)
