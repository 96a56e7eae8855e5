"""The start screen: the rules, what to play, and "Play Game"."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from functools import partial
from typing import TYPE_CHECKING, Any

import pygame

from sapper.agents.registry import short_name
from sapper.catalogue import spoken
from sapper.errors import SapperError
from sapper.game import WinningRule
from sapper.interface.window import setup_options
from sapper.interface.window.app import WINDOW_COMMANDS, Screen
from sapper.interface.window.dialogs import Help, Menu
from sapper.interface.window.entries import SEED, CustomSize, SeedDialog
from sapper.interface.window.introduction import Introduction
from sapper.interface.window.level_tiles import LEVEL_COMMANDS, LevelTile
from sapper.interface.window.pen import SMALL, Area, Pen
from sapper.interface.window.widgets import (
    Button,
    Dropdown,
    Option,
    Style,
    Widget,
    command_button,
    icon_button,
)
from sapper.interface.window.words import Window
from sapper.level import LEVELS, Level
from sapper.play.commands import Command, Group, command_named
from sapper.play.saying import GUESSES_DETAILS, START_WORDS, WINNING_WORDS, clock, full_stop
from sapper.play.words import Play

if TYPE_CHECKING:
    from sapper.interface.window.flow import Flow

LEFT_WIDTH, RIGHT_WIDTH, HEIGHT, BETWEEN = 480, 420, 640, 64
LEAST_MARGIN = 16
PADDING = 24
TILE = 46
GAP = 8
DROPDOWN = 46
PLAY = 54
LOW = 42
CARD = 34 + 4 * (TILE + GAP) + 3 * (DROPDOWN + GAP) + PLAY + LOW + 2 * PADDING + 26

START_SCREEN_COMMANDS = ("start", "guesses", "agent", "games", "statistics", "help")
START_COMMANDS = (
    Command("play", ("enter", "space"), Group.GAME),
    Command("resume", ("r",), Group.GAME),
    SEED,
    Command("daily", ("d",), Group.GAME),
    *(command_named(name) for name in START_SCREEN_COMMANDS),
    *LEVEL_COMMANDS,
)


class StartScreen(Screen):
    """Where every game begins."""

    name = "start"
    least = (LEFT_WIDTH + RIGHT_WIDTH + 4 * LEAST_MARGIN, HEIGHT + 2 * LEAST_MARGIN)
    commands = START_COMMANDS

    def __init__(self, flow: Flow) -> None:
        super().__init__(flow.app)
        self.flow = flow
        self.setup = flow.setup
        self.left_game = flow.unfinished()
        self.complaint = flow.history.message
        self._introduction = Introduction()

    # What can be done

    def play(self) -> None:
        """Begin."""
        self.flow.play(self.setup)

    def resume(self) -> None:
        """Resume the game that was left."""
        if self.left_game is not None:
            try:
                self.flow.resume(self.left_game.identity)
            except SapperError as error:
                self.complaint, self.left_game = full_stop(error), None

    def pick_level(self, name: str) -> None:
        """Choose a level, or a custom size."""
        if name == setup_options.CUSTOM:
            self.app.show(CustomSize(self.app, self.setup.level, self._take_level))
        else:
            self._take_level(Level.named(name))

    def _take_level(self, level: Level) -> None:
        self._change(lambda: setup_options.with_level(self.setup, level))

    def _change(self, change: Callable[[], Any]) -> None:
        """Choose something else for the board; a seed that was entered stays."""
        try:
            self.setup, self.complaint = replace(change(), seed=self.setup.seed), ""
        except SapperError as error:
            self.complaint = full_stop(error)

    def _open(
        self, name: str, options: Sequence[Option], chosen: str, pick: Callable[[str], None]
    ) -> None:
        self.app.show(Menu(self.app, self.rect_of(name), options, chosen, pick))

    def choose_start(self) -> None:
        """Open the menu of start rules."""
        chosen = self.setup.level.start.value
        self._open("start", setup_options.start_options(), chosen, self._pick_start)

    def _pick_start(self, rule: str) -> None:
        self._change(lambda: setup_options.with_start(self.setup, rule))

    def choose_guesses(self) -> None:
        """Open the menu of rules for guesses."""
        chosen = setup_options.guesses_value(self.setup.guesses, self.setup.grade)
        self._open("guesses", setup_options.guesses_options(), chosen, self._pick_guesses)

    def _pick_guesses(self, value: str) -> None:
        self._change(lambda: setup_options.with_guesses(self.setup, value))

    def choose_seed(self) -> None:
        """Ask for a seed."""
        self.app.show(SeedDialog(self.app, self.setup.seed, self._take_seed))

    def _take_seed(self, seed: int | None) -> None:
        self.setup = replace(self.setup, seed=seed, index=0, first=None)

    def play_daily(self) -> None:
        """Begin the puzzle of the day."""
        try:
            self.flow.play_daily(self.setup)
        except SapperError as error:
            self.complaint = full_stop(error)

    def choose_winning(self) -> None:
        """Open the menu of winning rules."""
        chosen = self.setup.winning.value
        self._open("winning", setup_options.winning_options(), chosen, self._pick_winning)

    def _pick_winning(self, rule: str) -> None:
        self._change(lambda: replace(self.setup, winning=WinningRule(rule)))

    def choose_agent(self) -> None:
        """Open the menu of agents."""
        chosen = self.setup.agent
        self._open("agent", setup_options.agent_options(), chosen, self._pick_agent)

    def _pick_agent(self, agent: str) -> None:
        self._change(lambda: replace(self.setup, agent=agent))

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """What carries out the screen's commands."""
        levels = [*LEVELS, setup_options.CUSTOM]
        return {
            "play": self.play,
            "resume": self.resume,
            "start": self.choose_start,
            "guesses": self.choose_guesses,
            "seed": self.choose_seed,
            "daily": self.play_daily,
            "agent": self.choose_agent,
            "games": self.flow.games,
            "statistics": partial(self.flow.games, "statistics"),
            "help": self.show_help,
            **{f"level {name}": partial(self.pick_level, name) for name in levels},
        }

    def show_help(self) -> None:
        """List the keys."""
        self.app.show(Help(self.app, self.commands))

    def entered(self) -> None:
        """The game that was left may have been resumed in the meantime."""
        self.left_game = self.flow.unfinished()

    def escape(self) -> None:
        """There is nothing to go back to."""

    # Where things are

    def _columns(self, area: Area) -> tuple[pygame.Rect, pygame.Rect]:
        units = area.units
        whole = pygame.Rect(0, 0, units(LEFT_WIDTH + BETWEEN + RIGHT_WIDTH), units(HEIGHT))
        whole.width = min(whole.width, area.rect.width - 2 * units(LEAST_MARGIN))
        whole.center = area.rect.center
        left = pygame.Rect(whole.left, whole.top, units(LEFT_WIDTH), whole.height)
        right = pygame.Rect(0, 0, units(RIGHT_WIDTH), units(CARD))
        if self.left_game is not None:
            right.height += units(LOW + GAP)
        right.midright = whole.midright
        return left, right

    def widgets(self, area: Area) -> Sequence[Widget]:
        """Everything that can be pressed."""
        units = area.units
        _, card = self._columns(area)
        inner = card.inflate(-2 * units(PADDING), -2 * units(PADDING))
        top = inner.top + units(34)
        widgets: list[Widget] = []
        half = (inner.width - units(GAP)) // 2
        for number, option in enumerate(setup_options.level_options()):
            rect = pygame.Rect(0, 0, half, units(TILE))
            row, column = divmod(number, 2)
            rect.topleft = (
                inner.left + column * (half + units(GAP)),
                top + row * units(TILE + GAP),
            )
            widgets.append(self._tile(option, rect))
        top += (len(widgets) + 1) // 2 * units(TILE + GAP) + units(6)
        widgets += self._dropdowns(pygame.Rect(inner.left, top, inner.width, units(DROPDOWN)), area)
        top += 3 * units(DROPDOWN + GAP) + units(10)
        play = pygame.Rect(inner.left, top, inner.width, units(PLAY))
        widgets.insert(0, self._button("play", play, "play", style=Style.PRIMARY, size=18))
        top = play.bottom + units(GAP + 2)
        widgets += self._below(pygame.Rect(inner.left, top, inner.width, units(LOW)), area)
        return widgets

    def _tile(self, option: Option, rect: pygame.Rect) -> Widget:
        name = self.setup.level.name
        own = name not in LEVELS
        chosen = option.value == name or (own and option.value == setup_options.CUSTOM)
        if own and option.value == setup_options.CUSTOM:
            option = replace(option, detail=setup_options.size_words(self.setup.level))
        return LevelTile(
            name=f"level {option.value}",
            rect=rect,
            option=option,
            chosen=chosen,
            act=partial(self.pick_level, option.value),
        )

    def _dropdowns(self, row: pygame.Rect, area: Area) -> list[Widget]:
        setup, gap = self.setup, area.units(GAP)
        half = (row.width - gap) // 2
        start, winning = setup.level.start, setup.winning
        first = pygame.Rect(row.left, row.top, half, row.height)
        second = pygame.Rect(first.right + gap, row.top, half, row.height)
        third = pygame.Rect(row.left, first.bottom + gap, half, row.height)
        fourth = pygame.Rect(second.left, third.top, half, row.height)
        fifth = pygame.Rect(row.left, third.bottom + gap, half, row.height)
        sixth = pygame.Rect(second.left, fifth.top, half, row.height)
        seed = spoken(Play).random_seed if setup.seed is None else str(setup.seed)
        summary = next(
            (
                option.detail
                for option in setup_options.agent_options()
                if option.value == setup.agent
            ),
            "",
        )
        return [
            Dropdown.of(
                command_named("start"),
                first,
                START_WORDS[start],
                self.do,
                about=spoken(Window).first_cell,
            ),
            Dropdown(
                name="winning",
                rect=second,
                caption=spoken(Window).winning_rule,
                chosen=WINNING_WORDS[winning],
                open=self.choose_winning,
            ),
            Dropdown.of(
                command_named("guesses"),
                third,
                setup_options.guesses_words(setup),
                self.do,
                about=GUESSES_DETAILS[setup.guesses],
            ),
            Dropdown.of(
                command_named("agent"), fourth, short_name(setup.agent), self.do, about=summary
            ),
            Dropdown.of(SEED, fifth, seed, self.do),
            self._button("daily", sixth, "day"),
        ]

    def _below(self, row: pygame.Rect, area: Area) -> list[Widget]:
        """Resume, the saved games, and the window's own switches."""
        widgets: list[Widget] = []
        gap = area.units(GAP)
        if self.left_game is not None:
            level = setup_options.level_words(self.left_game.setup.level)
            resume = self._button("resume", pygame.Rect(row), "again")
            resume.label = spoken(Window).resume.format(
                label=resume.label, level=level, clock=clock(self.left_game.seconds)
            )
            widgets.append(resume)
            row = row.move(0, row.height + gap)
        icons = {
            "theme": "sun" if self.app.theme.dark else "moon",
            "palette": "palette",
            "help": "question",
        }
        games = pygame.Rect(row)
        games.width -= len(icons) * (row.height + gap)
        widgets.append(self._button("games", games, "bars"))
        left = games.right + gap
        for name, icon in icons.items():
            rect = pygame.Rect(left, row.top, row.height, row.height)
            widgets.append(icon_button(self._command(name), rect, self.do, icon))
            left = rect.right + gap
        return widgets

    def _command(self, name: str) -> Command:
        return command_named(name, (*self.commands, *WINDOW_COMMANDS))

    def _button(self, name: str, rect: pygame.Rect, icon: str, **options: Any) -> Button:
        return command_button(self._command(name), rect, self.do, icon, **options)

    # Pictures

    def draw(self, pen: Pen, area: Area) -> None:
        """The name, the rules and an example; on the right, what to play."""
        left, card = self._columns(area)
        self._introduction.draw(pen, left, self.setup.winning)
        pen.card(card, radius=18)
        title = (card.left + pen.units(PADDING), card.top + pen.units(PADDING + 8))
        pen.write(spoken(Window).choose_board, title, 17, bold=True)
        if self.complaint:
            told = pen.paragraph(self.complaint, card.left - left.left - pen.units(GAP), SMALL)
            top = area.rect.bottom - pen.units(GAP) - told.height
            told.draw(pen.surface, left.left, top, pen.theme.danger)
