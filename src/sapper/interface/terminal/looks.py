"""How the game looks in a terminal: dark and light colours, and the sign of every state.

The signs alone tell every state apart, so nothing is lost without colour.
"""

from __future__ import annotations

from dataclasses import dataclass

from rich.color import Color
from rich.style import Style

from sapper.picture.heat import GRADIENTS, Colour, heat

DARK = "dark"
LIGHT = "light"

HIDDEN = "·"
FLAG = "⚑"
MINE = "✱"
SAFE = "○"
GUESS = "?"
EXPLODED = "X"
WRONG_FLAG = "!"
NO_NUMBER = " "

CURSOR_FRAME = ("▐", "▌")
NUMBER_FRAME = ("[", "]")
"""Around a number that a step of an explanation uses."""
CELL_FRAME = ("<", ">")
"""Around a cell that such a step is about."""
HINT_FRAME = ("(", ")")

INK, PAPER = "#15171c", "#ffffff"
"""For signs on a strong colour, in both looks."""
SAFE_GROUND = "#7fe0a0"
CERTAINLY_SAFE = Style.parse(f"bold #0b3d1f on {SAFE_GROUND}")
CERTAINLY_A_MINE = Style.parse("bold #ffffff on #8e2430")

LEGEND = (
    (HIDDEN, "hidden"),
    ("1–8", "number"),
    (FLAG, "flagged"),
    (SAFE, "safe"),
    (GUESS, "guess"),
    (MINE, "mine"),
    (EXPLODED, "exploded"),
    (WRONG_FLAG, "wrong_flag"),
    ("▐·▌", "cursor"),
    ("[1]", "why_number"),
    ("<·>", "why_cell"),
    (".2", "odds"),
    (f"{SAFE}!", "false"),
    (f"{SAFE}?", "missed"),
)


@dataclass(frozen=True, slots=True)
class Palette:
    """The colours of a board and what stands around it, each as six hexadecimal digits."""

    text: str
    accent: str
    surface: str
    panel: str
    ground: str
    tile: str
    tile_shade: str
    """Every other tile is a little darker, which makes them easy to count."""
    open: str
    sign: str
    label: str
    label_here: str
    numbers: tuple[str, ...]
    flag: str
    mine: str
    mine_ground: str
    exploded: str
    wrong: str
    safe: str
    cursor: str
    cursor_text: str
    used: str
    spoken_of: str
    heat: tuple[Colour, ...]
    heat_text: str
    sea_text: str
    """Odds far from any number are all alike: they are written softly."""
    has_tiles: bool = True
    """Without colour the lower half of a tile would be but a bar."""

    def of_chance(self, chance: float, in_the_sea: bool = False) -> Style:
        """The colours of a chance, from safe to mine."""
        text = self.sea_text if in_the_sea else self.heat_text
        return Style(color=text, bgcolor=Color.from_rgb(*heat(chance, self.heat)))


PALETTES = {
    DARK: Palette(
        text="#d8dce5",
        accent="#7fd6ff",
        surface="#1c1f26",
        panel="#262b35",
        ground="#15171c",
        tile="#414857",
        tile_shade="#3a404e",
        open="#1c1f27",
        sign="#8c94a6",
        label="#6b7385",
        label_here="#e8ebf2",
        numbers=(
            "#4a4f5a",
            "#6aa6ff",
            "#5fcf7a",
            "#ff7b7b",
            "#cf9bff",
            "#ffb05c",
            "#4fdadd",
            "#f2f2f2",
            "#b4bac6",
        ),
        flag="#ffd24a",
        mine="#ff9a9a",
        mine_ground="#4a2f35",
        exploded="#d32f2f",
        wrong="#b5651d",
        safe="#7fe0a0",
        cursor="#f0f3fa",
        cursor_text="#15171c",
        used="#ffd24a",
        spoken_of="#7fd6ff",
        heat=GRADIENTS["dark"],
        heat_text="#101010",
        sea_text="#35572f",
    ),
    LIGHT: Palette(
        text="#20242c",
        accent="#0b6a99",
        surface="#eceff3",
        panel="#dde2ea",
        ground="#eef0f4",
        tile="#c3cad6",
        tile_shade="#b9c1cf",
        open="#ffffff",
        sign="#5f687a",
        label="#7a8393",
        label_here="#111318",
        numbers=(
            "#c9ced6",
            "#1757c2",
            "#1b7330",
            "#c01f1f",
            "#6b2bb3",
            "#9a4d00",
            "#0a6d73",
            "#1c1c1c",
            "#5a5f68",
        ),
        flag="#8a4b00",
        mine="#a01818",
        mine_ground="#f3cfcf",
        exploded="#c62828",
        wrong="#8a4b00",
        safe="#0f6b31",
        cursor="#20242c",
        cursor_text="#ffffff",
        used="#ffd24a",
        spoken_of="#7fd6ff",
        heat=GRADIENTS["light"],
        heat_text="#101010",
        sea_text="#436340",
    ),
}
