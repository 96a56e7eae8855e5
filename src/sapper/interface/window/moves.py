"""The list of moves: who opened what, at what risk, and the smallest risk there was."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial

import pygame

from sapper.catalogue import spoken
from sapper.game import Action
from sapper.interface.window.listing import Row
from sapper.interface.window.pen import SMALL, Pen
from sapper.interface.window.text import width_of
from sapper.interface.window.words import Window
from sapper.picture.heat import blend
from sapper.play.record import Entry
from sapper.play.saying import percent, who_made

ROW = 30
CHIP = 20
ALIKE = 1e-9
ICONS = {
    Action.CHORD: "chord",
    Action.FLAG: "flag",
    Action.UNFLAG: "flag",
}


def move_rows(
    entries: Sequence[Entry],
    scale: float,
    shown: int | None,
    show: Callable[[int], None],
) -> list[Row]:
    """A row for every turn; a click on it shows its cell on the board."""
    height = round(ROW * scale)
    return [
        Row(height, partial(_draw, entry, number == shown), partial(show, number))
        for number, entry in enumerate(entries)
    ]


def _draw(entry: Entry, shown: bool, pen: Pen, rect: pygame.Rect, hovered: bool) -> None:
    theme = pen.theme
    if hovered or shown:
        pen.card(rect, theme.hover, theme.accent if shown else theme.hover, 6)
    middle = rect.centery
    left = rect.left + pen.units(30)
    pen.write(str(entry.number), (left, middle), SMALL, theme.quiet, align="right")
    icon = "mine" if entry.exploded else ICONS.get(entry.action)
    if icon:
        ink = theme.danger if entry.exploded else theme.quiet
        pen.icon(icon, (left + pen.units(16), middle), 15, ink)
    left += pen.units(32)
    cell = "({}, {})".format(*entry.cell)
    left = max(pen.write(cell, (left, middle), SMALL + 0.5, bold=True).right, left + pen.units(48))
    right = _draw_risk(entry, pen, rect.right - pen.units(10), middle)
    say = spoken(Window)
    who = who_made(entry, say.you)
    if entry.action is Action.UNFLAG:
        who = say.flag_removed_by.format(who=who) if who else say.flag_removed
    left += pen.units(7)
    pen.write(who, (left, middle), SMALL, theme.quiet, width=max(right - left, 0))


def _draw_risk(entry: Entry, pen: Pen, right: int, middle: int) -> int:
    """The risk at the right end, the smallest risk before it; return where they begin."""
    theme, say = pen.theme, spoken(Window)
    if entry.is_flagging:
        return right
    taken, best = entry.mine_probability, entry.best_probability
    if not entry.is_guess:
        words = say.first if entry.free else say.safe
        chip = pen.write(words, (right, middle), SMALL, theme.safe, bold=True, align="right")
        pen.icon("ring", (chip.left - pen.units(10), middle), 16, theme.safe)
        return chip.left - pen.units(20)
    if taken is None:
        return pen.write(say.a_guess, (right, middle), SMALL, theme.quiet, align="right").left
    words = percent(taken)
    width = width_of(words, SMALL * pen.scale, bold=True) + pen.units(14)
    chip = pygame.Rect(right - width, 0, width, pen.units(CHIP))
    chip.centery = middle
    fill = theme.heat_of(taken)
    pen.card(chip, fill, blend(fill, theme.ink, 0.2), CHIP / 2)
    pen.write(words, chip.center, SMALL, theme.ink_on(fill), bold=True, align="center")
    if best is None or taken <= best + ALIKE:
        return chip.left - pen.units(6)
    point = (chip.left - pen.units(6), middle)
    told = say.best.format(chance=percent(best)) if best else say.one_was_safe
    return pen.write(told, point, SMALL - 1.5, theme.quiet, align="right").left - pen.units(4)
