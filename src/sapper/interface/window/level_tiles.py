"""The levels on the start screen: a tile and a key for each."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from sapper.catalogue import spoken
from sapper.interface.window import setup_options
from sapper.interface.window.pen import BODY, SMALL, Pen
from sapper.interface.window.widgets import Look, Option, Widget, draw_focus
from sapper.interface.window.words import Window
from sapper.level import LEVELS
from sapper.picture.heat import blend
from sapper.play.commands import Command, Group


@dataclass(frozen=True, slots=True)
class LevelCommand(Command):
    """Chooses a level by its number."""

    @property
    def label(self) -> str:
        """The level's name."""
        return setup_options.level_name(self.said_as)

    @property
    def words(self) -> str:
        """Which level it chooses."""
        return spoken(Window).level.format(level=setup_options.level_name(self.said_as).lower())


LEVEL_COMMANDS = tuple(
    LevelCommand(f"level {name}", (str(number),), Group.GAME, said_as=name)
    for number, name in enumerate([*LEVELS, setup_options.CUSTOM], start=1)
)


@dataclass(kw_only=True)
class LevelTile(Widget):
    """A level to choose."""

    option: Option
    chosen: bool
    act: Callable[[], None]

    def click(self, point: tuple[int, int]) -> None:
        """Choose it."""
        self.act()

    def draw(self, pen: Pen, look: Look) -> None:
        """Its name, its size, and a mark if it is chosen."""
        theme, rect = pen.theme, self.rect
        fill = theme.hover if look.hovered else theme.card
        edge, width = (theme.accent, 2) if self.chosen else (theme.edge, 1)
        if self.chosen:
            fill = blend(theme.card, theme.accent, 0.12)
        pen.card(rect, fill, edge, 10, width)
        if look.focused:
            draw_focus(pen, rect, 10)
        left = rect.left + pen.units(14)
        space = rect.width - pen.units(44)
        above, below = rect.top + rect.height * 0.35, rect.top + rect.height * 0.7
        pen.write(self.option.label, (left, above), BODY, bold=True, width=space)
        pen.write(self.option.detail, (left, below), SMALL - 0.5, theme.quiet, width=space)
        if self.chosen:
            pen.icon("check", (rect.right - pen.units(20), rect.centery), 18, theme.accent)
