"""The kept games: statistics by level, and every game to go on with or to review."""

from __future__ import annotations

from collections.abc import Sequence
from functools import partial
from typing import TYPE_CHECKING

import pygame

from sapper.errors import SapperError
from sapper.game import Status
from sapper.history import KeptGame, Statistics
from sapper.history.statistics import COLUMNS, in_words
from sapper.interface.window import choices
from sapper.interface.window.app import Command, Screen
from sapper.interface.window.dialogs import Help, Question
from sapper.interface.window.pen import BODY, SMALL, Pen, Room
from sapper.interface.window.widgets import Button, Listing, Row, Scroll, Style, Widget
from sapper.play.saying import START_WORDS, STATUS_WORDS, clock

if TYPE_CHECKING:
    from sapper.interface.window.flow import Flow

MARGIN = 24
HEADER = 64
ROW = 40
STATISTICS_ROW = 34
GAMES_SHOWN = 500
COLUMNS_BEGIN = (0.0, 0.17, 0.34, 0.43, 0.55, 0.67, 0.76, 0.86, 0.94)
"""Where the columns of the statistics begin, as a share of the width."""
STATUS_ICONS = {Status.WON: "trophy", Status.LOST: "mine", Status.PLAYING: "play"}


class GamesScreen(Screen):
    """How the player has done, and what was played."""

    name = "games"
    first_focus = "games"

    def __init__(self, flow: Flow) -> None:
        super().__init__(flow.app)
        self.flow = flow
        self.at = 0
        self.scroll = Scroll()
        self.statistics_scroll = Scroll()
        self.complaint = ""
        self.games: list[KeptGame] = []
        self.statistics: list[Statistics] = []
        self._read()

    def _read(self) -> None:
        try:
            self.games = self.flow.history.games(GAMES_SHOWN)
            self.statistics = [row for row in self.flow.history.statistics() if row.played]
        except SapperError as error:
            self.complaint = f"{error}."
        self.at = min(self.at, max(len(self.games) - 1, 0))

    # What can be done

    def open(self, number: int) -> None:
        """Go on with a game, or review it if it is over."""
        self.at = number
        game = self.games[number]
        try:
            if game.status is Status.PLAYING:
                self.flow.go_on(game.identity)
            else:
                self.flow.replay(self.flow.history.record(game.identity))
        except SapperError as error:
            self.complaint = f"{error}."

    def ask_to_delete(self) -> None:
        """Ask whether to forget a game."""
        if self.games:
            game = self.games[self.at]
            words = f"{_title(game)}, {STATUS_WORDS[game.status]}. It can't be brought back."
            self.app.show(Question(self.app, "Forget this game?", words, "Forget", self._delete))

    def _delete(self) -> None:
        try:
            self.flow.history.delete(self.games[self.at].identity)
        except SapperError as error:
            self.complaint = f"{error}."
        self._read()

    def move(self, steps: int) -> None:
        """Go through the list."""
        self.at = min(max(self.at + steps, 0), max(len(self.games) - 1, 0))
        for widget in self.widgets(self.app.room):
            if isinstance(widget, Listing) and widget.name == "games":
                widget.keep_in_sight()

    def commands(self) -> Sequence[Command]:
        """What keys do here."""
        return [
            Command(("up",), "go through the games", partial(self.move, -1), "Games"),
            Command(("down",), "go through the games", partial(self.move, 1), "Games"),
            Command(("delete", "d"), "forget the game", self.ask_to_delete, "Games"),
            Command(("return",), "review it, or go on with it", self._open_current, "Games"),
            Command(("?", "f1"), "these keys", self.show_help),
        ]

    def _open_current(self) -> None:
        if self.games:
            self.open(self.at)

    def show_help(self) -> None:
        """List the keys."""
        self.app.show(Help(self.app, [*self.commands(), *self.app.commands()]))

    # Where things are

    def _cards(self, room: Room) -> tuple[pygame.Rect, pygame.Rect]:
        units, rect = room.units, room.rect
        width = min(rect.width - units(2 * MARGIN), units(1100))
        left = rect.centerx - width // 2
        rows = min(max(len(self.statistics), 1), 6)
        above = pygame.Rect(left, rect.top + units(HEADER), width, 0)
        above.height = units(66 + rows * STATISTICS_ROW)
        below = pygame.Rect(left, above.bottom + units(14), width, 0)
        below.height = rect.bottom - units(MARGIN) - below.top
        return above, below

    def widgets(self, room: Room) -> Sequence[Widget]:
        """Back, the list, forget."""
        units = room.units
        above, below = self._cards(room)
        back = pygame.Rect(above.left, 0, units(96), units(40))
        back.centery = room.rect.top + units(HEADER) // 2
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
            empty="No game is kept yet. Play one!",
        )
        forget = pygame.Rect(0, 0, units(110), units(32))
        forget.midright = (below.right - units(12), below.top + units(23))
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
            empty="Games that you finish alone, on new boards, are counted here.",
        )
        return [
            games,
            Button(
                name="back",
                rect=back,
                label="Back",
                icon="home",
                act=self.escape,
                style=Style.BARE,
            ),
            Button(
                name="forget",
                rect=forget,
                label="Forget",
                icon="trash",
                act=self.ask_to_delete,
                style=Style.BARE,
                size=SMALL + 1,
                enabled=bool(self.games),
            ),
            statistics,
        ]

    # Pictures

    def draw(self, pen: Pen, room: Room) -> None:
        """Two cards."""
        above, below = self._cards(room)
        theme, units = pen.theme, pen.units
        middle = room.rect.top + units(HEADER) // 2
        pen.write("My games", (room.rect.centerx, middle), 22, bold=True, align="center")
        told = self.complaint or self.flow.history.message
        if told:
            place = (above.right, middle)
            pen.write(
                told, place, SMALL, theme.danger, align="right", room=above.width // 2 - units(80)
            )
        pen.card(above, radius=14)
        pen.card(below, radius=14)
        pen.write(
            "Played alone, on new boards",
            (above.left + units(16), above.top + units(20)),
            BODY,
            bold=True,
        )
        for column, share in zip(COLUMNS, COLUMNS_BEGIN, strict=True):
            left = above.left + units(16) + share * (above.width - units(32))
            caption = column.heading.capitalize()
            pen.write(caption, (left, above.top + units(45)), SMALL - 0.5, theme.quiet)
        place = (below.left + units(16), below.top + units(23))
        title = pen.write("All games", place, BODY, bold=True)
        pen.write(
            "Enter or a click reviews a finished game, and goes on with one that is not over.",
            (title.right + units(12), place[1]),
            SMALL,
            theme.quiet,
        )

    def _draw_statistics(self, row: Statistics, pen: Pen, rect: pygame.Rect, hovered: bool) -> None:
        width = rect.width - pen.units(4)
        level, *others = in_words(row)
        ends = (*COLUMNS_BEGIN[1:], 1.0)
        for words, begin, end in zip(
            (level.capitalize(), *others), COLUMNS_BEGIN, ends, strict=True
        ):
            place = (rect.left + begin * width, rect.centery)
            room = round((end - begin) * width) - pen.units(6)
            pen.write(words, place, BODY, pen.theme.ink, bold=begin == 0, room=room)

    def _draw_game(self, number: int, pen: Pen, rect: pygame.Rect, hovered: bool) -> None:
        game, theme, units = self.games[number], pen.theme, pen.units
        if hovered or number == self.at:
            pen.card(rect.inflate(-units(8), -units(2)), theme.hover, theme.hover, 8)
        middle = rect.centery
        ink = {
            Status.WON: theme.safe,
            Status.LOST: theme.danger,
            Status.PLAYING: theme.accent,
        }[game.status]
        pen.icon(STATUS_ICONS[game.status], (rect.left + units(22), middle), 20, ink)
        across = [rect.left + round(share * rect.width) for share in (0.05, 0.14, 0.4, 0.5, 0.62)]
        pen.write(STATUS_WORDS[game.status], (across[0], middle), BODY, ink, bold=True)
        room = across[2] - across[1] - units(8)
        pen.write(_title(game), (across[1], middle), BODY, bold=True, room=room)
        pen.write(clock(game.seconds), (across[2], middle), BODY)
        turns = f"{game.turns} turn{'' if game.turns == 1 else 's'}"
        pen.write(turns, (across[3], middle), BODY, theme.quiet)
        who = "played alone" if game.own else "with the AI or a known board"
        pen.write(who, (across[4], middle), SMALL, theme.quiet)
        when = game.changed.astimezone().strftime("%Y-%m-%d  %H:%M")
        place = (rect.right - units(18), middle)
        pen.write(when, place, SMALL + 0.5, theme.quiet, align="right")


def _title(game: KeptGame) -> str:
    level = game.setup.level
    words = choices.level_words(level)
    return f"{words}, first cell {START_WORDS[level.start]}"
