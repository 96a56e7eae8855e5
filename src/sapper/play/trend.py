"""How somebody's numbers change from game to game: as a line of text, and as an SVG picture."""

from __future__ import annotations

from collections.abc import Sequence
from html import escape

from sapper.catalogue import decimal, spoken
from sapper.play.words import Play

BARS = "▁▂▃▄▅▆▇█"
WIDTH, HEIGHT = 640, 210
LEFT, RIGHT, TOP, BOTTOM = 52, 16, 34, 42
INK, SOFT, LINE = "#1757c2", "#5b6472", "#d5d9e0"


def heights(values: Sequence[float]) -> list[float]:
    """Values as heights between 0 and 1; the same for all if they are all the same.

    >>> heights([1.0, 3.0, 2.0]), heights([5.0])
    ([0.0, 1.0, 0.5], [0.5])
    """
    lowest, highest = min(values, default=0.0), max(values, default=0.0)
    if lowest == highest:
        return [0.5 for _ in values]
    return [(value - lowest) / (highest - lowest) for value in values]


def sparkline(values: Sequence[float]) -> str:
    """Values as bars of text, the lowest and the highest as such.

    >>> sparkline([1.0, 3.0, 2.0])
    '▁█▅'
    """
    return "".join(BARS[round(height * (len(BARS) - 1))] for height in heights(values))


def trends_as_svg(trends: Sequence[tuple[str, Sequence[float]]], unit: str) -> str:
    """A picture of several trends below each other, each under its title and from 0 up.

    >>> trends_as_svg([("beginner", [1.0, 2.0])], "3BV/s").count("<circle")
    2
    """
    panels = [_panel(title, values, unit, at * HEIGHT) for at, (title, values) in enumerate(trends)]
    height = max(1, len(trends)) * HEIGHT
    words = "; ".join(
        f"{title}: {', '.join(decimal(value, 2) for value in values)}" for title, values in trends
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {WIDTH} {height}" width="{WIDTH}" '
        f'height="{height}" role="img" aria-label="{escape(words)}" font-family="sans-serif" '
        f'font-size="12"><rect width="100%" height="100%" fill="#ffffff"/>{"".join(panels)}</svg>\n'
    )


def _panel(title: str, values: Sequence[float], unit: str, top: float) -> str:
    across = [
        LEFT + (WIDTH - LEFT - RIGHT) * (number + 0.5) / len(values)
        for number in range(len(values))
    ]
    ground, highest = top + HEIGHT - BOTTOM, max(values)
    down = [ground - (HEIGHT - TOP - BOTTOM) * (value / (highest or 1)) for value in values]
    lines = [
        f'<text x="{LEFT}" y="{top + 20}" font-weight="bold">{escape(title)}</text>'
        f'<text x="{LEFT - 6}" y="{top + 20}" text-anchor="end" fill="{SOFT}">{unit}</text>'
        f'<text x="{WIDTH - RIGHT}" y="{ground + 22}" text-anchor="end" fill="{SOFT}">'
        f"{escape(spoken(Play).trend_axis)} →</text>"
    ]
    for value, at in dict.fromkeys([(0.0, ground), (highest, min(down))]):
        lines.append(
            f'<line x1="{LEFT}" x2="{WIDTH - RIGHT}" y1="{at:.1f}" y2="{at:.1f}" stroke="{LINE}"/>'
            f'<text x="{LEFT - 6}" y="{at + 4:.1f}" text-anchor="end" fill="{SOFT}">'
            f"{decimal(value, 2)}</text>"
        )
    points = list(zip(across, down, strict=True))
    path = " ".join(f"{x:.1f},{y:.1f}" for x, y in points)
    lines.append(f'<polyline points="{path}" fill="none" stroke="{INK}" stroke-width="2"/>')
    lines += [f'<circle cx="{x:.1f}" cy="{y:.1f}" r="3" fill="{INK}"/>' for x, y in points]
    return "".join(lines)
