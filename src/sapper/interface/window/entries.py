"""Dialogs in which something is typed: a custom size, a seed."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import pygame

from sapper.catalogue import Answers, grouped, spoken
from sapper.errors import LevelError, OutOfRange
from sapper.interface.window.app import App
from sapper.interface.window.dialogs import CANCEL, PADDING, Dialog
from sapper.interface.window.pen import BODY, Area, Pen
from sapper.interface.window.widgets import Field, Style, Widget
from sapper.interface.window.words import Window
from sapper.level import Level
from sapper.play.commands import Command, Group
from sapper.play.saying import full_stop
from sapper.play.words import Play
from sapper.seed import LONGEST_SHOWN, parse_seed

SEED = Command("seed", ("N",), Group.GAME)
"""The window's own: other interfaces have a field for it in their dialogs."""
FIELD = 46
FIELDS_FROM_TOP, WORDS_FROM_TOP = 96, 156
BETWEEN_FIELDS = 14
MOST_CELLS_SHOWN = 1_000_000
"""On a larger board a single click would take a second."""


class EntryDialog(Dialog):
    """Fields side by side that make something, or the reason why they don't."""

    commands = (Command("accept", ("enter",), Group.GAME),)

    def __init__(self, app: App, typed: dict[str, str], take: Callable[[Any], None]) -> None:
        super().__init__(app)
        self.typed = typed
        self.take = take

    def read(self) -> Any:
        """What was entered; text says what is wrong with it."""
        raise NotImplementedError

    def field(self, name: str, rect: pygame.Rect) -> Field:
        """The field of that name."""
        raise NotImplementedError

    def about(self, entered: Any) -> str:
        """What there is to say of something that is all right."""
        raise NotImplementedError

    def change(self, name: str, content: str) -> None:
        """Type into a field."""
        self.typed[name] = content

    def widgets(self, area: Area) -> Sequence[Widget]:
        """The fields and two buttons."""
        card, units, count = self.card(area), area.units, len(self.typed)
        inside = card.width - units(2 * PADDING + (count - 1) * BETWEEN_FIELDS)
        fields: list[Widget] = []
        for number, name in enumerate(self.typed):
            rect = pygame.Rect(0, 0, inside // count, units(FIELD))
            left = card.left + units(PADDING) + number * (rect.width + units(BETWEEN_FIELDS))
            rect.topleft = (left, card.top + units(FIELDS_FROM_TOP))
            fields.append(self.field(name, rect))
        buttons = self.buttons(
            area,
            ("cancel", CANCEL.label, self.shut, Style.PLAIN),
            ("play", self.commands[0].label, self.accept, Style.PRIMARY),
        )
        buttons[-1].enabled = not isinstance(self.read(), str)
        return [*fields, *buttons]

    def accept(self) -> None:
        """Take what was entered, if nothing is wrong with it."""
        entered = self.read()
        if not isinstance(entered, str):
            self.shut()
            self.take(entered)

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """Enter plays."""
        return {"accept": self.accept}

    def draw(self, pen: Pen, area: Area) -> None:
        """The card, and below the fields what is wrong, or something about what was entered."""
        super().draw(pen, area)
        card, entered = self.card(area), self.read()
        is_wrong = isinstance(entered, str)
        words = entered if is_wrong else self.about(entered)
        ink = pen.theme.danger if is_wrong else pen.theme.quiet
        point = (card.left + pen.units(PADDING), card.top + pen.units(WORDS_FROM_TOP))
        wide = card.width - pen.units(2 * PADDING)
        pen.paragraph(words, wide, BODY).draw(pen.surface, *point, ink)


class CustomSize(EntryDialog):
    """Three numbers that make a level."""

    name = "custom size"
    width, height = 470, 300
    first_focus = "height"

    def __init__(self, app: App, level: Level, take: Callable[[Level], None]) -> None:
        sizes = {"height": level.height, "width": level.width, "mines": level.mines}
        super().__init__(app, {name: str(number) for name, number in sizes.items()}, take)
        self.title = spoken(Window).custom_size
        self.start = level.start

    def read(self) -> Level | str:
        """The level, or what is wrong."""
        say = spoken(Window)
        for name, content in self.typed.items():
            if not content.isascii() or not content.isdigit():
                wrong = say.enter_number_not if content else say.enter_number
                return wrong[name].format(content=repr(content))
        height, width, mines = (int(content) for content in self.typed.values())
        if height * width > MOST_CELLS_SHOWN:
            return say.most_cells.format(n=grouped(MOST_CELLS_SHOWN))
        try:
            return Level(height, width, mines, self.start)
        except LevelError as error:
            return full_stop(error)

    def field(self, name: str, rect: pygame.Rect) -> Field:
        """A number."""
        content = self.typed[name]
        return Field(
            name=name,
            rect=rect,
            label=spoken(Window).fields[name],
            content=content,
            change=lambda typed: self.change(name, typed),
            wrong=not content.isdigit(),
        )

    def about(self, entered: Level) -> str:
        """The density of mines."""
        density = spoken(Window).density
        share = spoken(Answers).percent.format(percent=round(100 * entered.density))
        return density.format(share=share, n=grouped(entered.cells))


class SeedDialog(EntryDialog):
    """A seed that makes a board; empty for a random one."""

    name = "seed"
    width, height = 500, 270
    first_focus = "seed"

    def __init__(self, app: App, seed: int | None, take: Callable[[int | None], None]) -> None:
        super().__init__(app, {"seed": "" if seed is None else str(seed)}, take)
        self.title = spoken(Window).board_seed

    def read(self) -> int | str | None:
        """The seed, None for a random one, or what is wrong."""
        typed = self.typed["seed"]
        try:
            return parse_seed(typed) if typed else None
        except OutOfRange:
            return spoken(Play).bad_seed

    def field(self, name: str, rect: pygame.Rect) -> Field:
        """The seed."""
        return Field(
            name=name,
            rect=rect,
            label=SEED.label,
            content=self.typed[name],
            placeholder=spoken(Play).random_seed,
            change=lambda typed: self.change(name, typed),
            wrong=isinstance(self.read(), str),
            most=LONGEST_SHOWN,
        )

    def about(self, entered: int | None) -> str:
        """What a seed is for."""
        return spoken(Play).seed_means
