"""What opens over a screen: menus, the keys, a question."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial

import pygame

from sapper.catalogue import spoken
from sapper.interface.window.app import WINDOW_COMMANDS, App, Screen
from sapper.interface.window.keys import key_words
from sapper.interface.window.listing import Listing, Row, Scroll
from sapper.interface.window.pen import BODY, RADIUS, SMALL, Area, Pen
from sapper.interface.window.text import width_of
from sapper.interface.window.widgets import Button, Option, Style, Widget, draw_keycap
from sapper.interface.window.words import Window
from sapper.play.commands import Command, Group

OPTION = 44
MENU_WIDTH = 330
MENU_MARGIN = 6
PADDING = 28
TITLE = 22
SHADOW = 14
CANCEL = Command("cancel", ("enter",), Group.PROGRAM)
HELP_COLUMNS, HELP_TOP, HELP_GROUP, HELP_ROW = 3, 76, 34, 26


class Menu(Screen):
    """Options to choose from, below the widget that opened them."""

    name = "menu"
    covers = False
    first_focus = "options"

    def __init__(
        self,
        app: App,
        anchor: pygame.Rect,
        options: Sequence[Option],
        chosen: str,
        pick: Callable[[str], None],
    ) -> None:
        super().__init__(app)
        self.anchor = anchor
        self.options = options
        self.chosen = chosen
        self.pick = pick
        values = [option.value for option in options]
        self.at = values.index(chosen) if chosen in values else 0
        self.scroll = Scroll()

    def _rect(self, area: Area) -> pygame.Rect:
        height = len(self.options) * area.units(OPTION) + 2 * area.units(MENU_MARGIN)
        rect = pygame.Rect(self.anchor.left, self.anchor.bottom + area.units(4), 0, 0)
        rect.width = max(area.units(MENU_WIDTH), self.anchor.width)
        rect.height = min(height, area.rect.height - area.units(24))
        if rect.bottom > area.rect.bottom - area.units(8):
            rect.bottom = area.rect.bottom - area.units(8)
        return rect.clamp(area.rect)

    def widgets(self, area: Area) -> Sequence[Widget]:
        """The list of options."""
        margin = area.units(MENU_MARGIN)
        rows = [
            Row(area.units(OPTION), partial(self._draw_option, number), partial(self._take, number))
            for number in range(len(self.options))
        ]
        listing = Listing(
            name="options",
            rect=self._rect(area).inflate(-2 * margin, -2 * margin),
            rows=rows,
            scroll=self.scroll,
            current=self.at,
            move=self._move,
        )
        return [listing]

    def _move(self, steps: int) -> None:
        self.at = min(max(self.at + steps, 0), len(self.options) - 1)
        self.keep_in_sight("options")

    def _take(self, number: int) -> None:
        self.app.close(self)
        self.pick(self.options[number].value)

    def pointer_down(self, point: tuple[int, int], button: int) -> None:
        """A press outside the menu closes it."""
        self.app.close(self)

    def draw(self, pen: Pen, area: Area) -> None:
        """The card behind the options."""
        rect = self._rect(area)
        draw_shadow(pen, rect)
        pen.card(rect)

    def _draw_option(self, number: int, pen: Pen, rect: pygame.Rect, hovered: bool) -> None:
        option, theme = self.options[number], pen.theme
        if hovered or number == self.at:
            pen.card(rect, theme.hover, theme.hover, 7)
        left, right = rect.left + pen.units(34), rect.right - pen.units(10)
        if option.value == self.chosen:
            pen.icon("check", (rect.left + pen.units(17), rect.centery), 16, theme.accent)
        if option.detail:
            above, below = rect.top + rect.height * 0.33, rect.top + rect.height * 0.7
            pen.write(option.label, (left, above), BODY, bold=True, width=right - left)
            pen.write(option.detail, (left, below), SMALL - 0.5, theme.quiet, width=right - left)
        else:
            pen.write(option.label, (left, rect.centery), BODY, bold=True, width=right - left)


def draw_shadow(pen: Pen, rect: pygame.Rect) -> None:
    """A soft shadow below a menu."""
    for reach in range(2, SHADOW + 1, 2):
        around = rect.inflate(2 * pen.units(reach), 2 * pen.units(reach)).move(0, pen.units(4))
        shade = pygame.Surface(around.size, pygame.SRCALPHA)
        curve = pen.units(RADIUS + reach)
        pygame.draw.rect(shade, (0, 0, 0, 7), shade.get_rect(), border_radius=curve)
        pen.surface.blit(shade, around)


class Dialog(Screen):
    """A card in the middle of the window."""

    title = ""
    covers = False
    darkens = True
    width = 420
    height = 300

    def card(self, area: Area) -> pygame.Rect:
        """Where the card is."""
        rect = pygame.Rect(0, 0, area.units(self.width), area.units(self.height))
        rect.width = min(rect.width, area.rect.width)
        rect.height = min(rect.height, area.rect.height)
        rect.center = area.rect.center
        return rect

    def draw(self, pen: Pen, area: Area) -> None:
        """The card and its title."""
        card = self.card(area)
        pen.card(card, radius=16)
        point = (card.left + pen.units(PADDING), card.top + pen.units(PADDING + 8))
        pen.write(self.title, point, TITLE, bold=True)

    def pointer_down(self, point: tuple[int, int], button: int) -> None:
        """A press outside the card closes it."""
        if not self.card(self.app.area).collidepoint(point):
            self.app.close(self)

    def buttons(
        self, area: Area, *labelled: tuple[str, str, Callable[[], None], Style]
    ) -> list[Widget]:
        """Buttons in the lower right corner, from left to right."""
        card, right = self.card(area), self.card(area).right - area.units(PADDING)
        made: list[Widget] = []
        for name, label, act, style in reversed(labelled):
            width = width_of(label, BODY * area.scale, bold=True) + area.units(36)
            rect = pygame.Rect(0, 0, width, area.units(40))
            rect.bottomright = (right, card.bottom - area.units(PADDING - 6))
            made.insert(0, Button(name=name, rect=rect, label=label, act=act, style=style))
            right = rect.left - area.units(10)
        return made

    def shut(self) -> None:
        """Close the dialog."""
        self.app.close(self)


class Question(Dialog):
    """Asks before something that can't be undone; Enter means no."""

    name = "question"
    width, height = 460, 210
    commands = (CANCEL,)

    def __init__(self, app: App, title: str, words: str, yes: str, act: Callable[[], None]) -> None:
        super().__init__(app)
        self.title, self.words, self.yes, self.act = title, words, yes, act

    def widgets(self, area: Area) -> Sequence[Widget]:
        """Yes or no."""
        return self.buttons(
            area,
            ("no", CANCEL.label, self.shut, Style.PRIMARY),
            ("yes", self.yes, self.accept, Style.PLAIN),
        )

    def accept(self) -> None:
        """Do it."""
        self.shut()
        self.act()

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """Enter cancels: pressed by mistake, it does no harm."""
        return {"cancel": self.shut}

    def draw(self, pen: Pen, area: Area) -> None:
        """The card and the question."""
        super().draw(pen, area)
        card = self.card(area)
        wide = card.width - pen.units(2 * PADDING)
        point = (card.left + pen.units(PADDING), card.top + pen.units(74))
        pen.paragraph(self.words, wide, BODY).draw(pen.surface, *point, pen.theme.quiet)


class Help(Dialog):
    """The keys of a screen, by group."""

    name = "help"
    width, height = 1000, 690
    commands = (Command("shut", ("?", "f1", "enter", "space"), Group.PROGRAM),)

    def __init__(self, app: App, commands: Sequence[Command]) -> None:
        super().__init__(app)
        self.title = spoken(Window).keys
        self.groups: dict[str, dict[str, tuple[str, ...]]] = {}
        for command in {found.name: found for found in (*WINDOW_COMMANDS, *commands)}.values():
            self.groups.setdefault(command.group.heading, {})[command.words] = command.keys
        # The program's own keys come last, wherever the screen lists them.
        program = self.groups.pop(Group.PROGRAM.heading)
        self.groups[Group.PROGRAM.heading] = {
            **program,
            spoken(Window).through_buttons: ("tab",),
        }

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """The keys that open it close it, too."""
        return {"shut": self.shut}

    def card(self, area: Area) -> pygame.Rect:
        """Where the card is, as large as the window allows."""
        return super().card(self._fitting(area))

    def _fitting(self, area: Area) -> Area:
        """The scale at which all keys are seen, however much larger everything is made."""
        fits = min(area.rect.width / self.width, area.rect.height / self.height)
        return Area(area.rect, min(area.scale, fits))

    def widgets(self, area: Area) -> Sequence[Widget]:
        """One button."""
        return self.buttons(area, ("close", self.commands[0].label, self.shut, Style.PRIMARY))

    def draw(self, pen: Pen, area: Area) -> None:
        """The groups in columns, the program's keys across them, and what the mouse does."""
        pen = replace(pen, scale=self._fitting(area).scale)
        super().draw(pen, area)
        *groups, (program, program_keys) = self.groups.items()
        columns, top = self._columns(pen, area), self.card(area).top + pen.units(HELP_TOP)
        below = [top] * (HELP_COLUMNS if len(groups) > 1 else 1)
        for name, keys in groups:
            at = below.index(min(below))
            space = columns[at : at + 1] if len(groups) > 1 else columns
            below[at] = self._draw_group(pen, name, keys, space, below[at])
        self._draw_group(pen, program, program_keys, columns, max(below))
        (close,) = self.widgets(area)
        beside = pygame.Rect(columns[0].left, close.rect.top, 0, close.rect.height)
        beside.width = close.rect.left - pen.units(PADDING) - beside.left
        hint = pen.fitting(spoken(Window).mouse, beside, SMALL, SMALL - 1)
        hint.draw(pen.surface, beside.left, beside.centery - hint.height / 2, pen.theme.quiet)

    def _columns(self, pen: Pen, area: Area) -> list[pygame.Rect]:
        card, gap = self.card(area), pen.units(PADDING)
        width = (card.width - (HELP_COLUMNS + 1) * gap) // HELP_COLUMNS
        lefts = [card.left + gap + at * (width + gap) for at in range(HELP_COLUMNS)]
        return [pygame.Rect(left, card.top, width, card.height) for left in lefts]

    def _draw_group(
        self,
        pen: Pen,
        name: str,
        keys: Mapping[str, Sequence[str]],
        columns: Sequence[pygame.Rect],
        top: int,
    ) -> int:
        """A group from `top` on, its keys shared among the columns; how far down it reaches."""
        pen.write(name, (columns[0].left, top), BODY, pen.theme.accent, bold=True)
        rows, top = list(keys.items()), top + pen.units(HELP_ROW)
        each = -(-len(rows) // len(columns))
        lowest = top
        for at, column in enumerate(columns):
            down = top
            for row in rows[at * each : (at + 1) * each]:
                down += self._draw_row(pen, *row, column, down)
            lowest = max(lowest, down)
        return lowest + pen.units(HELP_GROUP - HELP_ROW)

    def _draw_row(
        self, pen: Pen, words: str, keys: Sequence[str], column: pygame.Rect, middle: int
    ) -> int:
        """What keys do, and the keys; how high the row is: words too long take two lines."""
        right = column.right
        for key in reversed(keys):
            cap = draw_keycap(pen, key_words(key), (right, middle), pen.theme.ink)
            right -= cap + pen.units(4)
        said = pen.paragraph(words, right - column.left, BODY - 1)
        if len(said.lines) > 1:
            said = pen.paragraph(words, right - column.left, SMALL)
        line = said.height / len(said.lines)
        said.draw(pen.surface, column.left, middle - line / 2, pen.theme.ink)
        return pen.units(HELP_ROW) + round(said.height - line)
