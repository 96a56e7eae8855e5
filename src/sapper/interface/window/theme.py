"""Colours. Everything they say is also said by a shape, a digit or a word."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace
from types import MappingProxyType

from sapper.picture.heat import GRADIENTS, Colour, colour, colours, heat


@dataclass(frozen=True, slots=True)
class Theme:
    """Every colour that the window uses, by what it is for."""

    name: str
    dark: bool
    colour_blind: bool
    ground: Colour
    """Behind everything."""
    card: Colour
    """Panels and fields."""
    edge: Colour
    """The thin line around them."""
    ink: Colour
    quiet: Colour
    """Secondary text."""
    accent: Colour
    on_accent: Colour
    hover: Colour
    hidden: Colour
    hidden_light: Colour
    """The lit upper edge of a hidden cell."""
    hidden_shade: Colour
    open: Colour
    grid: Colour
    flag: Colour
    mine: Colour
    exploded: Colour
    safe: Colour
    """What is known to be safe, won games, hints."""
    danger: Colour
    """What is known to be a mine, lost games."""
    guess: Colour
    """A risk."""
    used: Colour
    """Numbers that a step of an explanation uses."""
    spoken_of: Colour
    """Hidden cells that such a step is about."""
    numbers: tuple[Colour, ...]
    """Of the digits 1 to 8."""

    def heat_of(self, chance: float) -> Colour:
        """The colour of a chance of a mine."""
        return heat(chance, GRADIENTS[self.name])

    def ink_on(self, ground: Colour) -> Colour:
        """Dark or light ink, whichever is easier to read on a colour."""
        return DARK_INK if lightness(ground) > HALF_LIGHT else LIGHT_INK


def lightness(ink: Colour) -> float:
    """The luminance of a colour, from 0 to 1.

    >>> lightness((0, 0, 0)), round(lightness((255, 255, 255)), 6)
    (0.0, 1.0)
    """
    red, green, blue = (float((part / 255) ** 2.2) for part in ink)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


DARK_INK = colour("#0f1418")
LIGHT_INK = colour("#ffffff")
HALF_LIGHT = 0.185
"""The lightness at which dark and light ink have equal contrast."""


LIGHT = Theme(
    name="light",
    dark=False,
    colour_blind=False,
    ground=colour("#efece5"),
    card=colour("#fbfaf7"),
    edge=colour("#dad5ca"),
    ink=colour("#20262d"),
    quiet=colour("#646c76"),
    accent=colour("#1f5f8b"),
    on_accent=colour("#ffffff"),
    hover=colour("#ece8df"),
    hidden=colour("#768a9c"),
    hidden_light=colour("#91a3b3"),
    hidden_shade=colour("#5c7083"),
    open=colour("#f7f5f0"),
    grid=colour("#dcd7cc"),
    flag=colour("#a5150c"),
    mine=colour("#262c33"),
    exploded=colour("#e2574c"),
    safe=colour("#1d7f4e"),
    danger=colour("#b83227"),
    guess=colour("#8a5a00"),
    used=colour("#ffd35c"),
    spoken_of=colour("#5cc3f2"),
    numbers=colours("#2058c7 #1f7a3d #c9302c #5b2a9d #8c2318 #0b7285 #20262d #646c76"),
)

DARK = replace(
    LIGHT,
    name="dark",
    dark=True,
    ground=colour("#12161b"),
    card=colour("#1b2128"),
    edge=colour("#303942"),
    ink=colour("#e8ebee"),
    quiet=colour("#98a3ae"),
    accent=colour("#5fb0e8"),
    on_accent=colour("#0e1720"),
    hover=colour("#28313a"),
    hidden=colour("#62778a"),
    hidden_light=colour("#7a90a3"),
    hidden_shade=colour("#475a6b"),
    open=colour("#1d242b"),
    grid=colour("#2f3841"),
    flag=colour("#ffa197"),
    mine=colour("#dfe4e8"),
    exploded=colour("#b93a31"),
    safe=colour("#62d394"),
    danger=colour("#ff8a7d"),
    guess=colour("#e8b93a"),
    used=colour("#e8b93a"),
    spoken_of=colour("#3aa7dd"),
    numbers=colours("#7db4ff #6fd28f #ff8f87 #c3a2ff #ff9f6b #62d0df #f0f2f4 #a9b3bd"),
)

# For colour-blind players: blue against orange, which all common kinds of colour-blindness keep
# apart, and lightness that rises with danger.
_APART_LIGHT = colours("#0072b2 #7a4a00 #a8317c #004a73 #8f3b00 #00695c #20262d #646c76")
_APART_DARK = colours("#6ec1f5 #f0c36a #f29ccb #9fd8ff #ff9d5c #5fd3c0 #f0f2f4 #a9b3bd")

COLOUR_BLIND = replace(
    LIGHT,
    name="colour-blind",
    colour_blind=True,
    accent=colour("#005b8f"),
    flag=colour("#8f3300"),
    exploded=colour("#e0791c"),
    safe=colour("#005b8f"),
    danger=colour("#a84300"),
    used=colour("#f0e442"),
    spoken_of=colour("#7cc4ee"),
    numbers=_APART_LIGHT,
)

COLOUR_BLIND_DARK = replace(
    DARK,
    name="colour-blind-dark",
    colour_blind=True,
    accent=colour("#6ec1f5"),
    flag=colour("#ffb066"),
    exploded=colour("#b85c0c"),
    safe=colour("#8fd0ff"),
    danger=colour("#ffb066"),
    used=colour("#e5d93c"),
    spoken_of=colour("#3b8fc4"),
    numbers=_APART_DARK,
)

THEMES: Mapping[str, Theme] = MappingProxyType(
    {theme.name: theme for theme in (LIGHT, DARK, COLOUR_BLIND, COLOUR_BLIND_DARK)}
)


def theme_for(dark: bool, colour_blind: bool) -> Theme:
    """The theme that is dark or not, for colour-blind players or not.

    >>> theme_for(dark=True, colour_blind=False).name
    'dark'
    """
    return next(
        theme
        for theme in THEMES.values()
        if (theme.dark, theme.colour_blind) == (dark, colour_blind)
    )
