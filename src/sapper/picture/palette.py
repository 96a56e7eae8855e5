"""The colours of pictures, by name: those of the page, in its light and in its dark theme."""

from __future__ import annotations

from functools import cache

from sapper.picture.heat import colours, heat

LIGHT, DARK = 0, 1

PALETTE: dict[str, tuple[str, str]] = {
    "surface": ("#fffefb", "#182125"),
    "ink": ("#1b282e", "#e8eeee"),
    "ink-soft": ("#4e5b62", "#a3b3b7"),
    "board": ("#d9d5c8", "#0b1113"),
    "cell-hidden": ("#7b919b", "#5b737e"),
    "cell-open": ("#fbfaf5", "#1a2428"),
    "cell-mine": ("#e4e0d5", "#2a363b"),
    "cell-exploded": ("#c6372a", "#d9503f"),
    "cell-flag": ("#b3281d", "#ff9a8c"),
    "cell-flag-ground": ("#fff7ee", "#1a2428"),
    "cell-ink": ("#1b282e", "#f2f6f6"),
    "number-1": ("#1d5bbd", "#82b6ff"),
    "number-2": ("#24702b", "#83d48e"),
    "number-3": ("#bd2c20", "#ff9585"),
    "number-4": ("#46309f", "#c0adff"),
    "number-5": ("#85460e", "#f0b26b"),
    "number-6": ("#0c6d78", "#63d2dc"),
    "number-7": ("#1b282e", "#e8eeee"),
    "number-8": ("#5b666b", "#a9b6ba"),
    "heat-low": ("#d6ece3", "#1f4a43"),
    "heat-middle": ("#f8e7b4", "#4d4526"),
    "heat-high": ("#f0a596", "#7d2f27"),
    "used": ("#ffd24a", "#ffd24a"),
    "used-edge": ("#a06a00", "#7a4f00"),
    "spoken": ("#a8dcf5", "#1e5b7c"),
    "spoken-edge": ("#10618f", "#8fd3f7"),
    "safe": ("#0c655c", "#7fe0cd"),
    "safe-fill": ("#bfe3d8", "#1f4f47"),
    "mine": ("#991c13", "#ffab9f"),
    "mine-fill": ("#f3c3ba", "#66302a"),
    "used-ink": ("#1b282e", "#1b282e"),
    "focus": ("#0b57d0", "#8ab8ff"),
}
"""The page names them so, too, in `styles/tokens.css`."""

HEAT_STEPS = 20
"""Chances are drawn in so many different colours, and one more: pictures stay small."""
_HEAT = "heat-"


def heat_name(chance: float) -> str:
    """The name of the colour of a chance.

    >>> heat_name(0.5), heat_name(0.26)
    ('heat-10', 'heat-5')
    """
    return f"{_HEAT}{round(min(max(chance, 0.0), 1.0) * HEAT_STEPS)}"


@cache
def colour_of(name: str, theme: int = LIGHT) -> str:
    """A colour of the palette, or of a chance, as six hexadecimal digits.

    >>> colour_of("cell-open"), colour_of("heat-0") == colour_of("heat-low")
    ('#fbfaf5', True)
    """
    if name in PALETTE:
        return PALETTE[name][theme]
    step = int(name.removeprefix(_HEAT))
    stops = (PALETTE[stop][theme] for stop in ("heat-low", "heat-middle", "heat-high"))
    return "#{:02x}{:02x}{:02x}".format(*heat(step / HEAT_STEPS, colours(" ".join(stops))))
