"""The saved games: statistics by level, and every game to resume or to review."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from sapper.catalogue import Answers, many, spoken
from sapper.errors import SapperError
from sapper.game import Status
from sapper.history import KeptGame, Statistics
from sapper.history.statistics import COLUMNS, Trends, in_words, rules_of, trend_heading
from sapper.interface.window import setup_options
from sapper.interface.window.app import Screen
from sapper.interface.window.dialogs import Help, Question
from sapper.interface.window.listing import Listing, Row, Scroll
from sapper.interface.window.pen import BODY, SMALL, Area, Pen
from sapper.interface.window.widgets import Style, Widget, back_button, command_button
from sapper.interface.window.words import Window
from sapper.play.commands import Command, Group, command_named
from sapper.play.numbers import in_short, say_numbers
from sapper.play.saying import (
    START_WORDS,
    STATUS_WORDS,
    capital,
    clock,
    full_stop,
    say_rule,
)
from sapper.play.trend import heights
from sapper.play.words import Play

if TYPE_CHECKING:
    from sapper.interface.window.flow import Flow

MARGIN = 24
HEADER = 64
ROW = 46
STATISTICS_ROW = 34
GAMES_SHOWN = 500
COLUMNS_BEGIN = (0.0, 0.14, 0.29, 0.36, 0.46, 0.57, 0.64, 0.72, 0.78)
"""Where the columns of the statistics begin, as a share of the width."""
TREND_BEGINS = 0.85
STATUS_ICONS = {Status.WON: "trophy", Status.LOST: "mine", Status.PLAYING: "play"}

COACHING = (command_named("analysis"), command_named("train"))
COACHING_ICONS = ("bars", "bulb")
COACHING_WIDTH = 136
DELETE = Command("delete", ("delete", "d"), Group.GAME)


class GamesScreen(Screen):
    """The player's statistics and games."""

    name = "games"
    commands = (
        Command("previous", ("up",), Group.GAME, said_as="previous_game"),
        Command("next", ("down",), Group.GAME, said_as="next_game"),
        Command("open", ("enter",), Group.GAME, said_as="open_game"),
        DELETE,
        *COACHING,
        command_named("help"),
    )

    def __init__(self, flow: Flow, part: str = "games") -> None:
        """Show the saved games; `part` is where the keyboard is: `games` or `statistics`."""
        super().__init__(flow.app)
        self.first_focus = part
        self.flow = flow
        self.at = 0
        self.scroll = Scroll()
        self.statistics_scroll = Scroll()
        self.complaint = ""
        self.games: list[KeptGame] = []
        self.statistics: list[Statistics] = []
        self.trends: Trends = {}
        self._read()

    def _read(self) -> None:
        try:
            self.games = self.flow.history.games(GAMES_SHOWN)
            self.statistics = [row for row in self.flow.history.statistics() if row.played]
            self.trends = self.flow.history.trends()
        except SapperError as error:
            self.complaint = full_stop(error)
        self.at = min(self.at, max(len(self.games) - 1, 0))

    # What can be done

    def open(self, number: int) -> None:
        """Resume a game, or review it if it is over."""
        self.at = number
        game = self.games[number]
        try:
            if game.status is Status.PLAYING:
                self.flow.resume(game.identity)
            else:
                self.flow.replay(self.flow.history.record(game.identity))
        except SapperError as error:
            self.complaint = full_stop(error)

    def ask_to_delete(self) -> None:
        """Ask whether to delete a game."""
        if self.games:
            game = self.games[self.at]
            say = spoken(Window)
            words = say.undo.format(game=_title(game), status=STATUS_WORDS[game.status])
            title, delete = say.delete_question, DELETE.label
            self.app.show(Question(self.app, title, words, delete, self._delete))

    def _delete(self) -> None:
        try:
            self.flow.history.delete(self.games[self.at].identity)
        except SapperError as error:
            self.complaint = full_stop(error)
        self._read()

    def move(self, steps: int) -> None:
        """Go through the list."""
        self.at = min(max(self.at + steps, 0), max(len(self.games) - 1, 0))
        self.keep_in_sight("games")

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """What carries out the screen's commands."""
        return {
            "previous": partial(self.move, -1),
            "next": partial(self.move, 1),
            "open": self._open_current,
            "delete": self.ask_to_delete,
            "analysis": self.flow.analysis,
            "train": self.flow.train,
            "help": self.show_help,
        }

    def _open_current(self) -> None:
        if self.games:
            self.open(self.at)

    def show_help(self) -> None:
        """List the keys."""
        self.app.show(Help(self.app, self.commands))

    # Where things are

    def _cards(self, area: Area) -> tuple[pygame.Rect, pygame.Rect]:
        units, rect = area.units, area.rect
        width = min(rect.width - units(2 * MARGIN), units(1100))
        left = rect.centerx - width // 2
        rows = min(max(len(self.statistics), 1), 6)
        above = pygame.Rect(left, rect.top + units(HEADER), width, 0)
        above.height = units(66 + rows * STATISTICS_ROW)
        below = pygame.Rect(left, above.bottom + units(14), width, 0)
        below.height = rect.bottom - units(MARGIN) - below.top
        return above, below

    def widgets(self, area: Area) -> Sequence[Widget]:
        """The games, the way back, delete, the statistics."""
        units = area.units
        above, below = self._cards(area)
        inside = pygame.Rect(
            below.left + units(12), below.top + units(44), below.width - units(20), 0
        )
        inside.height = below.bottom - inside.top - units(10)
        rows = [
            Row(units(ROW), partial(self._draw_game, number), partial(self.open, number))
            for number in range(len(self.games))
        ]
        games = Listing(
            name="games",
            rect=inside,
            rows=rows,
            scroll=self.scroll,
            current=self.at,
            move=self.move,
            empty=spoken(Window).no_games,
        )
        delete = pygame.Rect(0, 0, units(124), units(32))
        delete.midright = (below.right - units(12), below.top + units(23))
        table = pygame.Rect(
            above.left + units(16), above.top + units(60), above.width - units(28), 0
        )
        table.height = above.bottom - table.top - units(6)
        statistics = Listing(
            name="statistics",
            rect=table,
            rows=[
                Row(units(STATISTICS_ROW), partial(self._draw_statistics, row))
                for row in self.statistics
            ],
            scroll=self.statistics_scroll,
            empty=spoken(Window).no_statistics,
        )
        return [
            games,
            back_button(area, above.left, HEADER, self.escape),
            command_button(
                DELETE,
                delete,
                self.do,
                "trash",
                style=Style.BARE,
                size=SMALL + 1,
                enabled=bool(self.games),
            ),
            statistics,
            *self._coaching(area, above),
        ]

    def _coaching(self, area: Area, above: pygame.Rect) -> list[Widget]:
        """What the games say, and what to practise."""
        buttons: list[Widget] = []
        right = above.right - area.units(12)
        for command, icon in zip(reversed(COACHING), reversed(COACHING_ICONS), strict=True):
            rect = pygame.Rect(0, 0, area.units(COACHING_WIDTH), area.units(30))
            rect.midright = (right, above.top + area.units(20))
            right = rect.left - area.units(6)
            buttons.insert(
                0,
                command_button(command, rect, self.do, icon, style=Style.BARE, size=SMALL + 1),
            )
        return buttons

    # Pictures

    def draw(self, pen: Pen, area: Area) -> None:
        """A card for the statistics, and one for the games."""
        above, below = self._cards(area)
        theme, units = pen.theme, pen.units
        middle = area.rect.top + units(HEADER) // 2
        pen.write(
            command_named("games").label, (area.rect.centerx, middle), 22, bold=True, align="center"
        )
        told = self.complaint or self.flow.history.message
        if told:
            point = (above.right, middle)
            pen.write(
                told, point, SMALL, theme.danger, align="right", width=above.width // 2 - units(80)
            )
        pen.card(above, radius=14)
        pen.card(below, radius=14)
        pen.write(
            spoken(Window).counted,
            (above.left + units(16), above.top + units(20)),
            BODY,
            bold=True,
        )
        headings = [*(column.heading for column in COLUMNS), trend_heading()]
        for heading, share in zip(headings, (*COLUMNS_BEGIN, TREND_BEGINS), strict=True):
            left = above.left + units(16) + share * (above.width - units(32))
            caption = capital(heading)
            pen.write(caption, (left, above.top + units(45)), SMALL - 0.5, theme.quiet)
        point = (below.left + units(16), below.top + units(23))
        title = pen.write(spoken(Window).all_games, point, BODY, bold=True)
        pen.write(
            spoken(Window).all_games_words,
            (title.right + units(12), point[1]),
            SMALL,
            theme.quiet,
        )

    def _draw_statistics(self, row: Statistics, pen: Pen, rect: pygame.Rect, hovered: bool) -> None:
        width = rect.width - pen.units(4)
        level, *others = in_words(row)
        ends = (*COLUMNS_BEGIN[1:], TREND_BEGINS)
        for words, begin, end in zip((capital(level), *others), COLUMNS_BEGIN, ends, strict=True):
            place = (rect.left + begin * width, rect.centery)
            room = round((end - begin) * width) - pen.units(6)
            pen.write(words, place, BODY, pen.theme.ink, bold=begin == 0, width=room)
        left = round(rect.left + TREND_BEGINS * width)
        space = pygame.Rect(left, rect.top, rect.right - pen.units(10) - left, rect.height)
        draw_trend(self.trends.get(rules_of(row), ()), pen, space.inflate(0, -pen.units(12)))

    def _draw_game(self, number: int, pen: Pen, rect: pygame.Rect, hovered: bool) -> None:
        game, theme, units = self.games[number], pen.theme, pen.units
        if hovered or number == self.at:
            pen.card(rect.inflate(-units(8), -units(2)), theme.hover, theme.hover, 8)
        numbers = "" if game.measures is None else in_short(say_numbers(game.measures))
        middle = rect.centery - (units(8) if numbers else 0)
        ink = {
            Status.WON: theme.safe,
            Status.LOST: theme.danger,
            Status.PLAYING: theme.accent,
        }[game.status]
        pen.icon(STATUS_ICONS[game.status], (rect.left + units(22), rect.centery), 20, ink)
        across = [rect.left + round(share * rect.width) for share in (0.05, 0.14, 0.4, 0.5, 0.62)]
        pen.write(STATUS_WORDS[game.status], (across[0], middle), BODY, ink, bold=True)
        space = across[2] - across[1] - units(8)
        pen.write(_title(game), (across[1], middle), BODY, bold=True, width=space)
        pen.write(clock(game.seconds, game.status), (across[2], middle), BODY)
        pen.write(many(spoken(Play).turns, game.turns), (across[3], middle), BODY, theme.quiet)
        who = spoken(Window).without_help if game.own else spoken(Window).with_help
        pen.write(who, (across[4], middle), SMALL, theme.quiet)
        below = (across[1], rect.centery + units(10))
        pen.write(numbers, below, SMALL, theme.quiet, width=rect.right - units(18) - across[1])
        when = game.changed.astimezone().strftime("%Y-%m-%d  %H:%M")
        point = (rect.right - units(18), middle)
        pen.write(when, point, SMALL + 0.5, theme.quiet, align="right")


def draw_trend(values: Sequence[float], pen: Pen, rect: pygame.Rect) -> None:
    """A line from game to game, with a dot for the latest, at the right."""
    last = len(values) - 1
    points = [
        (rect.right - rect.width * (last - number) / max(last, 1), rect.bottom - rect.height * high)
        for number, high in enumerate(heights(values))
    ]
    if len(points) > 1:
        pygame.draw.aalines(pen.surface, pen.theme.accent, False, points)
    if points:
        pygame.draw.circle(pen.surface, pen.theme.accent, points[-1], pen.units(3))


def _title(game: KeptGame) -> str:
    setup = game.setup
    rules = (
        setup_options.level_words(setup.level),
        say_rule(setup),
        spoken(Window).first_cell_is.format(start=START_WORDS[setup.level.start]),
    )
    return spoken(Answers).comma.join(rule for rule in rules if rule)
