"""The game on a screen, driven by keys and mouse as a player would."""

from __future__ import annotations

import asyncio
import re
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from threading import Event
from threading import enumerate as enumerate_threads
from typing import Any

import pytest
from textual import events
from textual.pilot import Pilot
from textual.screen import Screen
from textual.widgets import Input

from sapper.agents.base import Conclusions
from sapper.agents.exact import ExactAgent
from sapper.agents.registry import AGENTS
from sapper.board import Board
from sapper.errors import BudgetExceeded
from sapper.game import Status, WinningRule
from sapper.grid import Cell
from sapper.history.history import History
from sapper.interface.terminal.asking_screen import MOVES_NARROW, MOVES_WIDE
from sapper.interface.terminal.board_drawing import Scale
from sapper.interface.terminal.dialogs import HelpScreen, QuestionScreen, SetupScreen
from sapper.interface.terminal.game_screen import GameScreen
from sapper.interface.terminal.play_app import PlayApp, look_of_terminal
from sapper.interface.terminal.records import GamesScreen, StatisticsScreen
from sapper.interface.terminal.replay_screen import ReplayScreen
from sapper.interface.terminal.thinking import MOST_AT_ONCE
from sapper.level import Level, StartRule
from sapper.play.record import Setup
from sapper.play.table import Table, Thought
from sapper.view import View

SMALL = (80, 24)
PATIENCE = 20.0
Script = Callable[["Player"], Awaitable[None]]


class Player:
    """Somebody at the screen."""

    def __init__(self, app: PlayApp, pilot: Pilot[None]) -> None:
        self.app = app
        self.pilot = pilot

    @property
    def game(self) -> GameScreen:
        screen = self.app.screen_stack[0]
        assert isinstance(screen, GameScreen)
        return screen

    @property
    def replay(self) -> ReplayScreen:
        assert isinstance(self.app.screen, ReplayScreen)
        return self.app.screen

    @property
    def table(self) -> Table:
        return self.game.table

    async def press(self, *keys: str) -> None:
        for key in keys:
            await self.hit(key)
            await self.until_answered()
        await self.pilot.pause(0)

    async def hit(self, key: str) -> None:
        """Press a key, and wait only until it has arrived.

        The pilot's own `press` also waits for a quiet processor, of which there may be none.
        """
        self.app.post_message(events.Key(key, key if len(key) == 1 else None))
        await self.pilot.pause(0)

    async def open(self, key: str, kind: type[Screen[Any]]) -> None:
        """Press a key that opens a screen, and wait for that."""
        await self.hit(key)
        await self.until(lambda: isinstance(self.app.screen, kind))
        await self.pilot.pause(0)
        await self.pilot.pause(0)

    async def close(self, key: str) -> None:
        """Press a key that leads back to the game."""
        await self.hit(key)
        await self.until(lambda: self.app.screen is self.game)

    async def sees(self, text: str) -> None:
        """Wait until something stands on the screen."""
        await self.until(lambda: text in self.screen)

    async def settle(self) -> None:
        """Wait until nothing is being thought about, and everything is drawn."""
        await self.until_answered()
        await self.pilot.pause(0)

    async def until_answered(self) -> None:
        await self.until(lambda: not getattr(self.app.screen, "thinker", self.game.thinker).waiting)

    async def until(self, reached: Callable[[], bool]) -> None:
        last = time.monotonic() + PATIENCE
        while not reached():
            assert time.monotonic() < last, f"waited in vain; the screen shows\n{self.screen}"
            await asyncio.sleep(0.005)

    async def click(self, cell: Cell, button: int = 1, control: bool = False) -> None:
        x, y = self.game.board.place_of(cell)
        await self.pilot.click("#board", offset=(x, y), button=button, control=control)
        await self.settle()

    async def go_to(self, cell: Cell) -> None:
        self.game.go_to(cell)
        await self.pilot.pause(0)

    @property
    def screen(self) -> str:
        """All that is on the screen, as text."""
        width, _ = self.app.size
        lines = self.app.screen._compositor.render_strips()
        return "\n".join(strip.crop(0, width).text for strip in lines)


def play(
    script: Script,
    setup: Setup | Table | None = None,
    *,
    history: History | None = None,
    size: tuple[int, int] = SMALL,
    offer: bool = False,
    look: str | None = None,
) -> None:
    """Let a script play at a screen."""

    async def run() -> None:
        kept = history or History.in_memory()
        table = setup if isinstance(setup, Table) else Table(setup or BEGINNER, kept)
        offered = kept.games()[0] if offer else None
        app = PlayApp(table, kept, offered, look=look)
        async with app.run_test(size=size) as pilot:
            player = Player(app, pilot)
            await player.settle()
            await script(player)

    asyncio.run(run())


BEGINNER = Setup(Level.named("beginner"), seed=3)
EXPERT = Setup(Level.named("expert").starting("opening"), seed=22)


def on_mines(height: int, width: int, *mines: Cell) -> Setup:
    """A setup whose board has its mines there: found by trying seeds."""
    level = Level(height, width, len(mines), StartRule.ANY)
    for seed in range(100_000):
        if Board(level, seed).mines == frozenset(mines):
            return Setup(level, seed=seed)
    raise AssertionError("no seed gives this board")


# The player's keys and mouse


def test_arrows_move_space_opens_and_f_flags() -> None:
    async def script(player: Player) -> None:
        await player.sees("Open any cell")
        await player.press("down", "left")
        assert player.game.cursor == (5, 3)
        await player.press("right", "up")
        assert player.game.cursor == (4, 4)
        await player.go_to((0, 0))
        await player.press("left", "up")
        assert player.game.cursor == (0, 0)
        await player.press("end")
        assert player.game.cursor == (0, 8)
        await player.press("home", "pagedown")
        assert player.game.cursor == (8, 0)
        await player.go_to((4, 4))
        await player.press("space")
        assert player.table.view.number((4, 4)) == 1
        await player.sees("You opened (4, 4)")
        await player.press("right", "f")
        assert player.table.view.is_flagged((4, 5))
        await player.sees("⚑ 9")
        await player.press("space")
        await player.sees("(4, 5) is flagged; f takes the flag off.")
        await player.press("f")
        assert not player.table.view.flags
        await player.press("left", "space")
        await player.sees("(4, 4) is open already.")

    play(script)


def test_c_chords_and_says_why_it_does_not() -> None:
    async def script(player: Player) -> None:
        await player.go_to((0, 1))
        await player.press("space", "c")
        await player.sees("once as many flags stand around it")
        await player.press("enter")
        await player.sees("once as many flags stand around it")
        await player.go_to((0, 0))
        await player.press("f", "right", "c")
        assert player.table.status is Status.WON
        await player.sees("won")

    play(script, on_mines(2, 3, (0, 0)))


def test_the_mouse_opens_chords_and_flags() -> None:
    async def script(player: Player) -> None:
        await player.click((0, 1))
        assert player.table.view.number((0, 1)) == 1
        await player.click((0, 0), button=3)
        assert player.table.view.is_flagged((0, 0))
        await player.click((0, 0), control=True)
        assert not player.table.view.flags
        await player.click((0, 0), button=3)
        await player.click((0, 1), button=2)
        assert player.table.status is Status.WON

    play(script, on_mines(2, 3, (0, 0)))


def test_a_click_beside_the_board_does_nothing() -> None:
    async def script(player: Player) -> None:
        await player.pilot.click("#board", offset=(0, 0))
        await player.settle()
        assert not player.table.entries

    play(script)


def test_keys_in_the_bar_can_be_clicked() -> None:
    async def script(player: Player) -> None:
        bar = player.screen.splitlines()[-1]
        await player.pilot.click("#keys", offset=(bar.index("flag"), 0))
        await player.settle()
        assert player.table.view.is_flagged(player.game.cursor)

    play(script)


def test_a_lost_game_shows_the_mines_and_the_wrong_flags() -> None:
    async def script(player: Player) -> None:
        await player.go_to((1, 2))
        await player.press("f")
        await player.go_to((0, 1))
        await player.press("space")
        assert player.table.status is Status.LOST
        screen = player.screen
        assert "lost" in screen
        assert "X" in screen
        assert "!" in screen
        assert "✱" in screen
        assert "n another board" in screen
        await player.press("f")
        await player.sees("The game is lost.")
        await player.press("a")
        await player.press("A")
        assert len(player.table.entries) == 2
        await player.go_to((0, 0))
        await player.sees("(0, 0) is a mine.")
        await player.go_to((1, 2))
        await player.sees("(1, 2) is flagged, but holds no mine.")
        await player.go_to((0, 1))
        await player.sees("(0, 1) was the mine that went off.")
        await player.press("h")
        await player.sees("The game is lost.")
        await player.press("w", "o")
        assert player.game.why is None

    play(script, on_mines(2, 3, (0, 0), (0, 1)))


def test_an_opening_that_fits_nowhere_is_said_in_a_line() -> None:
    async def script(player: Player) -> None:
        await player.go_to((1, 1))
        await player.press("space")
        assert not player.table.entries
        await player.sees("opening")

    play(script, Setup(Level(3, 3, 5, StartRule.OPENING), seed=1))


def test_the_course_rule_is_won_by_flags() -> None:
    async def script(player: Player) -> None:
        await player.go_to((0, 0))
        await player.press("f")
        assert player.table.status is Status.WON

    play(script, replace(on_mines(2, 3, (0, 0)), winning=WinningRule.FLAGGED))


# What is asked


def test_a_hint_is_marked_and_the_cursor_goes_there() -> None:
    async def script(player: Player) -> None:
        await player.press("h")
        await player.sees("the first can't be a mine")
        await player.go_to((4, 4))
        await player.press("space", "h")
        await player.sees("Nothing is certain. The best guess is")
        await player.sees("?")
        await player.press("space", "h", "space", "h")
        hint = player.game.hint
        assert hint is not None
        assert hint.certain
        assert player.game.cursor == hint.cell
        await player.sees("certainly safe")
        await player.sees("○")
        await player.press("escape")
        assert player.game.hint is None

    play(script)


def test_why_goes_step_by_step_with_its_numbers_marked() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "h", "w")
        why = player.game.why
        assert why is not None
        steps = len(why.lines)
        assert steps > 2
        await player.sees(f"Step 1 of {steps}.")
        await player.sees("[")
        await player.sees("<")
        await player.press("w")
        await player.sees(f"Step 2 of {steps}.")
        await player.press("W", "W")
        await player.sees(f"Step {steps} of {steps}.")
        await player.press("right")
        assert player.game.why is None
        assert "Step" not in player.screen
        await player.press("h", "w", "space")
        assert player.game.why is None
        await player.sees("You opened")

    play(script, Setup(Level.named("intermediate").starting("opening"), seed=5))


def test_why_of_a_guess_tells_its_odds_and_of_an_open_cell_what_it_shows() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "right", "w")
        assert player.game.why is not None
        await player.sees("12.5 %")
        await player.press("w", "left", "w")
        await player.sees("it shows 1")

    play(script)


def test_before_the_first_cell_why_says_that_it_is_free() -> None:
    async def script(player: Player) -> None:
        await player.press("w")
        await player.sees("the first cell that is opened can't be a mine")

    play(script)


def test_odds_come_and_go_and_follow_the_game() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "o")
        await player.sees("12%")
        await player.press("right")
        await player.sees("(4, 5) is hidden: 12.5 % to be a mine.")
        await player.press("a", "a")
        assert player.game.odds is not None
        assert player.game.odds.view == player.table.view
        await player.go_to((2, 6))
        await player.sees("(2, 6) is hidden: certainly safe.")
        await player.press("o")
        assert "%" not in player.screen.partition("moves")[0]
        assert player.game.odds is None

    play(script)


def test_odds_name_certain_mines() -> None:
    async def script(player: Player) -> None:
        await player.go_to((0, 1))
        await player.press("space", "o")
        await player.go_to((0, 0))
        await player.sees("certainly a mine")

    play(script, on_mines(1, 4, (0, 0), (0, 2)))


def test_what_takes_too_long_is_said_and_play_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def give_up(*_: object, **__: object) -> None:
        raise BudgetExceeded(10)

    monkeypatch.setattr("sapper.play.asking.analyze", give_up)

    async def script(player: Player) -> None:
        await player.press("o")
        await player.sees("more than the budget")
        assert not player.game.wants_odds
        await player.press("space")
        assert len(player.table.entries) == 1

    play(script)


@pytest.mark.parametrize(
    ("error", "words"), [(ZeroDivisionError("no idea"), "No idea."), (KeyError(), "KeyError.")]
)
def test_an_agent_that_breaks_is_said_and_stops_autoplay(
    monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    def broken(self: Table) -> None:
        raise error

    monkeypatch.setattr(Table, "think", broken)

    async def script(player: Player) -> None:
        await player.press("space", "A")
        await player.sees(words)
        assert not player.game.is_autoplaying

    play(script)


def test_stale_thoughts_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    release, begun = Event(), []

    def slow(self: Table) -> Thought:
        begun.append(self)
        release.wait(PATIENCE)
        return Thought(None, "expert", None)

    monkeypatch.setattr(Table, "think", slow)

    async def script(player: Player) -> None:
        for _ in range(2 * MOST_AT_ONCE):
            await player.hit("a")
            await player.hit("f")
        await player.until(lambda: len(begun) == MOST_AT_ONCE)
        release.set()
        await player.until(lambda: not any(t.name == "move" for t in enumerate_threads()))
        assert len(begun) == MOST_AT_ONCE

    try:
        play(script)
    finally:
        release.set()


def test_no_memory_left_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    def fill_up(*_: object, **__: object) -> None:
        raise MemoryError

    monkeypatch.setattr("sapper.play.asking.analyze", fill_up)

    async def script(player: Player) -> None:
        await player.press("o")
        await player.sees("not enough memory")

    play(script)


# The AI


def test_the_ai_moves_once_and_tells_its_risk() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "a")
        assert player.table.entries[-1].by == "expert"
        await player.sees("12.5 % to be a mine, the safest there was")
        assert player.game.cursor == player.table.entries[-1].cell

    play(script)


def test_autoplay_goes_on_to_the_end_and_stops_at_a_key() -> None:
    async def script(player: Player) -> None:
        await player.press(*["plus"] * 6)
        await player.sees("0.03 s")
        await player.press("minus")
        await player.sees("0.1 s")
        await player.press("space")
        await player.hit("A")
        await player.until(lambda: len(player.table.entries) > 2)
        await player.hit("A")
        assert not player.game.is_autoplaying
        stopped = len(player.table.entries)
        await player.sees("Autoplay has stopped.")
        await player.press("f", "f")
        assert len(player.table.entries) <= stopped + 2
        await player.hit("A")
        await player.until(lambda: player.table.status is not Status.PLAYING)
        assert player.table.status is Status.WON
        assert not player.game.is_autoplaying

    play(script)


def test_a_slow_answer_blocks_nothing_and_is_dropped_when_stale(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    release, asked = Event(), Event()
    think = Table.think

    def slow(self: Table) -> object:
        asked.set()
        assert release.wait(PATIENCE)
        return think(self)

    monkeypatch.setattr(Table, "think", slow)

    async def script(player: Player) -> None:
        await player.press("space")
        await player.hit("a")
        await player.hit("a")
        await player.until(asked.is_set)
        await player.sees("thinking")
        await player.hit("right")
        assert player.game.cursor == (4, 5)
        await player.hit("f")
        assert len(player.table.entries) == 2
        release.set()
        # Its thread ends when it has answered.
        await player.until(lambda: not any(t.name == "move" for t in enumerate_threads()))
        await player.settle()
        assert len(player.table.entries) == 2

    try:
        play(script)
    finally:
        release.set()


def test_under_the_courses_rule_thinking_blocks_nothing_either(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    release, asked = Event(), Event()
    settled = ExactAgent.conclusions

    def slow(self: ExactAgent, view: View) -> Conclusions:
        asked.set()
        assert release.wait(PATIENCE)
        return settled(self, view)

    monkeypatch.setattr(ExactAgent, "conclusions", slow)

    async def script(player: Player) -> None:
        await player.press("space")
        await player.hit("a")
        await player.until(asked.is_set)
        await player.hit("right")
        assert player.game.cursor == (4, 5)
        release.set()
        await player.until(lambda: len(player.table.entries) > 1)

    try:
        play(script, replace(BEGINNER, winning=WinningRule.FLAGGED, agent="exact"))
    finally:
        release.set()


def test_another_agent_goes_on_with_the_game() -> None:
    async def script(player: Player) -> None:
        await player.press("space")
        await player.open("p", QuestionScreen)
        await player.close("escape")
        assert player.table.setup.agent == "expert"
        await player.open("p", QuestionScreen)
        place = list(AGENTS).index("sentence")
        for _ in range(place):
            await player.hit("down")
        await player.close("enter")
        await player.sees("From now on sentence makes the AI's moves.")
        await player.press("a")
        assert [entry.by for entry in player.table.entries] == ["player", "sentence"]

    play(script)


def test_quitting_does_not_wait_for_a_slow_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    release, asked = Event(), Event()

    def slow(self: Table) -> None:
        asked.set()
        release.wait(PATIENCE)

    monkeypatch.setattr(Table, "think", slow)

    async def script(player: Player) -> None:
        await player.hit("a")
        await player.until(asked.is_set)
        # The program's end would wait for any other thread.
        assert [thread.daemon for thread in enumerate_threads() if thread.name == "move"] == [True]
        await player.hit("q")

    play(script)
    assert not release.is_set()
    release.set()


# Other games


def test_new_and_the_same_board_again() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "a")
        first = player.table
        await player.press("r")
        assert player.table is not first
        await player.sees("The same board again")
        await player.press(*["o", "o"])
        await player.go_to((4, 4))
        await player.press("space")
        assert player.table.view.number((4, 4)) == first.view.number((4, 4))
        await player.press("n")
        assert player.table.setup.seed != first.setup.seed
        assert not player.table.entries

    play(script)


def test_the_level_screen_chooses_everything() -> None:
    async def script(player: Player) -> None:
        await player.open("l", SetupScreen)
        await player.press("left", "left")
        await player.press(*["right"] * 4, "down", "down")
        await player.sees("expert")
        await player.press("right", "down", "right", "down", "left", "down", "7", "enter")
        setup = player.table.setup
        assert setup.level == Level.named("expert").starting("opening")
        assert (setup.winning, setup.agent, setup.seed) == (WinningRule.FLAGGED, "exact", 7)
        assert player.game.cursor == (8, 15)

    play(script)


def test_the_level_screen_takes_any_size_and_says_what_is_wrong() -> None:
    async def script(player: Player) -> None:
        await player.open("l", SetupScreen)
        screen = player.app.screen
        await player.press("left", "left", "down")
        field = screen.query_one("#size Input", Input)
        assert field.has_focus
        field.value = "5x5/99"
        await player.press("enter")
        await player.sees("do not fit")
        field.value = "12x40/60"
        screen.query_one("#seed Input", Input).value = "soon"
        await player.press("enter")
        await player.sees("a seed is a whole number")
        screen.query_one("#seed Input", Input).value = "12"
        await player.press("enter")
        assert player.table.setup.level == Level(12, 40, 60)
        await player.open("l", SetupScreen)
        await player.sees("12x40/60")
        await player.press("escape")
        assert player.table.setup.seed == 12

    play(script)


def test_the_size_is_that_of_the_level_until_another_is_typed() -> None:
    async def script(player: Player) -> None:
        await player.open("l", SetupScreen)
        field = player.app.screen.query_one("#size Input", Input)
        assert field.value == "9x9/10"
        await player.press("right")
        assert field.value == "16x16/40"
        await player.press("down")
        assert field.has_focus
        await player.press("end", "backspace", "5")
        await player.sees("‹ your own ›")
        await player.press("up", "left", "right")
        assert field.value == "9x9/10"
        await player.press("down", *["backspace"] * 6, *"16x16/45")
        await player.press("enter")
        assert player.table.setup.level == Level(16, 16, 45)

    play(script, Setup(Level.named("beginner"), seed=3))


@pytest.mark.parametrize("agent", AGENTS)
def test_what_an_agent_does_is_told_in_full(agent: str) -> None:
    async def script(player: Player) -> None:
        await player.open("l", SetupScreen)
        lines = [line.split("│")[1] for line in player.screen.splitlines() if "│" in line]
        start = next(number for number, line in enumerate(lines) if "Agent" in line)
        told = " ".join(line[-38:].strip() for line in lines[start : start + 2])
        assert told == AGENTS[agent].summary

    play(script, Setup(Level.named("beginner"), agent=agent, seed=3))


def test_a_level_can_be_clicked() -> None:
    async def script(player: Player) -> None:
        await player.open("l", SetupScreen)
        await player.pilot.click(".choice", offset=(12, 0))
        await player.press("enter")
        assert player.table.setup.level.name == "intermediate"

    play(script)


def test_given_cells_are_counted_at_the_start() -> None:
    async def script(player: Player) -> None:
        await player.sees("A new board, with 9 cells shown.")

    play(script, Setup(Level.named("easy"), seed=1))


def test_help_lists_keys_and_signs_and_any_key_closes_it() -> None:
    async def script(player: Player) -> None:
        await player.open("question_mark", HelpScreen)
        await player.sees("same board again")
        await player.sees("a wrong flag")
        await player.press("down")
        assert isinstance(player.app.screen, HelpScreen)
        await player.close("x")
        await player.open("f1", HelpScreen)
        await player.pilot.click(offset=(1, 1))
        await player.until(lambda: player.app.screen is player.game)

    play(script)


# Another level on the same screen


def labels_start(screen: str) -> set[int]:
    """Where the lines of the board begin, each with the number of its row."""
    found = (re.match(r" *\d+(?=[▴▾ ] ?[·▐])", line) for line in screen.splitlines())
    return {label.end() for label in found if label}


def test_another_level_is_drawn_whole_and_in_one_layout() -> None:
    async def script(player: Player) -> None:
        await player.open("l", SetupScreen)
        await player.press("right", "right")
        await player.close("enter")
        await player.sees("16×30")
        for _ in range(3):
            await player.settle()
            assert labels_start(player.screen) == {2}
            assert "▸" not in player.screen
            assert player.game.board.is_whole
            await player.press("down")

    play(script)


def test_the_moves_of_a_larger_game_fit_as_soon_as_it_goes_on() -> None:
    history = History.in_memory()
    left = Table(Setup(Level.named("expert").starting("opening"), seed=3), history)
    for _ in range(3):
        left.ai_move()

    async def script(player: Player) -> None:
        await player.press("enter")
        await player.sees("goes on after 3 moves")
        await player.settle()
        assert labels_start(player.screen) == {2}
        assert "expe…" not in player.screen
        side = player.game.query_one("#side")
        side.styles.width = MOVES_WIDE
        await player.sees(" safe")
        side.styles.width = MOVES_NARROW
        await player.until(lambda: "expe" not in player.screen.partition("moves")[2])

    play(script, history=history, offer=True)


def test_the_first_picture_on_a_small_terminal_is_in_one_layout() -> None:
    async def script(player: Player) -> None:
        await player.settle()
        assert labels_start(player.screen) == {2}

    play(script, Setup(Level.named("expert"), seed=3), size=(50, 15))


# Games that are kept


def test_an_unfinished_game_is_offered_and_goes_on() -> None:
    history = History.in_memory()
    left = Table(BEGINNER, history)
    left.reveal((4, 4))
    left.flag((0, 0))

    async def go_on(player: Player) -> None:
        assert isinstance(player.app.screen, QuestionScreen)
        await player.sees("beginner, start safe, 2 moves")
        await player.press("enter")
        assert player.table.identity == left.identity
        assert player.table.view == left.view
        await player.sees("goes on after 2 moves")

    async def begin_anew(player: Player) -> None:
        await player.press("down", "enter")
        assert player.table.identity != left.identity

    async def say_nothing(player: Player) -> None:
        await player.press("escape")
        assert player.table.identity != left.identity

    for script in (go_on, begin_anew, say_nothing):
        play(script, history=history, offer=True)


def test_an_offered_game_that_is_gone_is_no_reason_not_to_play() -> None:
    history = History.in_memory()
    Table(BEGINNER, history).reveal((4, 4))

    async def script(player: Player) -> None:
        history.delete(history.games()[0].identity)
        await player.press("enter")
        await player.sees("is kept")
        await player.press("space")
        assert len(player.table.entries) == 1

    play(script, history=history, offer=True)


def test_q_and_control_c_keep_the_game() -> None:
    for key in ("q", "ctrl+c"):
        history = History.in_memory()
        words: list[str] = []

        async def script(player: Player, key: str = key, words: list[str] = words) -> None:
            await player.press("space")
            await player.hit(key)
            await player.pilot.pause()
            words.append(player.app.last_words)

        play(script, history=history)
        assert [game.status for game in history.games()] == [Status.PLAYING]
        assert words == [""]  # nothing outlives a history in memory, and nothing is promised


@pytest.mark.parametrize("key", ["q", "ctrl+c", "n", "r"])
def test_the_time_that_was_thought_is_kept(key: str) -> None:
    history, now = History.in_memory(), [0.0]
    table = Table(BEGINNER, history, lambda: now[0])

    async def script(player: Player) -> None:
        await player.press("space")
        now[0] += 600
        await player.hit(key)

    play(script, table, history=history)
    assert [game.seconds for game in history.games()] == [600]


def test_a_game_gone_on_with_has_all_its_time() -> None:
    history, now = History.in_memory(), [0.0]
    table = Table(BEGINNER, history, lambda: now[0])

    async def script(player: Player) -> None:
        await player.press("space")
        now[0] += 600
        await player.open("g", GamesScreen)
        await player.close("enter")
        assert player.table is not table
        assert player.table.seconds >= 600

    play(script, table, history=history)


def finished_games() -> History:
    history = History.in_memory()
    table = Table(on_mines(1, 4, (0, 0)), history)
    table.reveal((0, 1))
    table.flag((0, 2))
    table.reveal((0, 0))
    table = Table(BEGINNER, history)
    while table.status is Status.PLAYING:
        table.ai_move()
    Table(replace(BEGINNER, seed=4), history).reveal((0, 0))
    return history


def test_games_are_listed_replayed_gone_on_with_and_deleted() -> None:
    history = finished_games()

    async def script(player: Player) -> None:
        await player.open("g", GamesScreen)
        lines = [line for line in player.screen.splitlines() if "moves" in line]
        assert [
            status for line in lines for status in ("not over", "won", "lost") if status in line
        ]
        await player.press("enter")
        assert player.table.setup.seed == 4
        await player.open("g", GamesScreen)
        await player.press("down", "down")
        await player.open("d", QuestionScreen)
        await player.open("enter", GamesScreen)
        assert len(history.games()) == 3
        await player.open("d", QuestionScreen)
        await player.press("down")
        await player.open("enter", GamesScreen)
        assert [game.status for game in history.games()] == [Status.PLAYING, Status.WON]
        await player.press("end", "home", "pagedown", "pageup", "up")
        await player.close("escape")

    play(script, history=history)


def test_the_games_stand_in_columns_whatever_their_size() -> None:
    history = History.in_memory()
    for level in (Level(3000, 3000, 900_000), Level.named("beginner")):
        Table(Setup(level, seed=3), history).flag((0, 0))

    async def script(player: Player) -> None:
        await player.open("g", GamesScreen)
        beginner, huge = (line for line in player.screen.splitlines() if " move " in line)
        assert "not over 3000x3000/900000 safe " in huge
        assert "not over beginner         safe " in beginner
        for column in (" safe ", "1 move  ", " alone"):
            assert huge.index(column) == beginner.index(column)

    play(script, history=history)


def test_a_replay_goes_step_by_step_with_analysis() -> None:
    history = finished_games()

    async def script(player: Player) -> None:
        await player.open("g", GamesScreen)
        await player.press("down")
        await player.open("enter", ReplayScreen)
        replay = player.replay
        await player.sees("1 of")
        await player.sees("replay")
        await player.press("right")
        guess = next(place for place, step in enumerate(replay.review.steps) if step.entry.is_guess)
        await player.press("home", *["right"] * guess)
        assert replay.place == guess
        await player.sees("The strongest agent would have opened")
        await player.press("o")
        assert replay.odds is not None
        await player.press("w")
        assert replay.why is not None
        await player.press("escape", "d")
        assert replay.place == replay.review.deciding
        await player.press("end")
        assert replay.step is None
        await player.sees("Skill:")
        await player.press("w", "pageup", "z")
        assert replay.place == len(replay.review.steps) - 10
        await player.close("escape")

    play(script, history=history)


def test_a_replay_says_what_was_safer() -> None:
    history = finished_games()

    async def script(player: Player) -> None:
        await player.open("g", GamesScreen)
        await player.press("end")
        await player.open("enter", ReplayScreen)
        await player.press("d")
        await player.sees("Safer was")
        await player.pilot.click("#moves", offset=(3, 0))
        await player.settle()
        assert player.replay.place == 0
        await player.press("end")
        await player.sees("X")

    play(script, history=history)


def test_statistics_tell_how_the_player_does() -> None:
    async def script(player: Player) -> None:
        await player.open("s", StatisticsScreen)
        await player.sees("longest")
        await player.sees("1 more")
        await player.close("x")
        await player.open("s", StatisticsScreen)
        await player.pilot.click(offset=(1, 1))
        await player.until(lambda: player.app.screen is player.game)

    play(script, history=finished_games())


def test_without_any_game_there_is_nothing_to_list() -> None:
    async def script(player: Player) -> None:
        await player.open("s", StatisticsScreen)
        await player.sees("No game is finished yet.")
        await player.close("x")
        await player.open("g", GamesScreen)
        await player.sees("No game is kept yet")
        await player.press("d", "enter")
        await player.close("escape")

    play(script)


def test_a_history_that_fails_stops_nobody() -> None:
    history = finished_games()

    async def script(player: Player) -> None:
        await player.open("g", GamesScreen)
        history.close()
        await player.close("enter")
        await player.until(lambda: "can't be" in player.screen or "closed" in player.screen)
        await player.press("s")
        assert player.app.screen is player.game
        await player.open("g", GamesScreen)
        await player.sees("can't be read")
        await player.close("escape")
        await player.press("space")
        assert len(player.table.entries) == 1
        await player.sees("not kept")

    play(script, history=history)


# The screen itself


@pytest.mark.parametrize(
    ("level", "size", "scale", "is_whole"),
    [
        ("beginner", SMALL, Scale.LARGE, True),
        ("intermediate", SMALL, Scale.MEDIUM, True),
        ("expert", SMALL, Scale.SMALL, True),
        ("expert", (160, 45), Scale.LARGE, True),
        ("expert", (50, 15), Scale.SMALL, False),
    ],
)
def test_the_board_is_as_large_as_there_is_room_for(
    level: str, size: tuple[int, int], scale: Scale, is_whole: bool
) -> None:
    async def script(player: Player) -> None:
        assert player.game.board.scale is scale
        assert player.game.board.is_whole is is_whole
        assert "? help" in player.screen.splitlines()[-1]

    play(script, Setup(Level.named(level), seed=1), size=size)


def test_a_large_board_scrolls_with_the_cursor_and_the_wheel() -> None:
    async def script(player: Player) -> None:
        board = player.game.board
        await player.press("pagedown", "pagedown", "pagedown", "pagedown", "pagedown", "end")
        assert player.game.cursor == (99, 99)
        assert board.part.top + board.part.height == 100
        assert board.part.left + board.part.width == 100
        await player.sees("99")
        top = board.part.top
        board.post_message(_wheel(player, up=True))
        await player.settle()
        assert board.part.top < top
        top = board.part.top
        await player.press("left")
        assert board.part.top <= player.game.cursor[0] - board.part.height + 3
        await player.click((board.part.top, board.part.left), button=3)
        assert len(player.table.view.flags) == 1

    play(script, Setup(Level(100, 100, 1500), seed=1))


def _wheel(player: Player, up: bool) -> events.MouseEvent:
    kind = events.MouseScrollUp if up else events.MouseScrollDown
    return kind(player.game.board, 5, 5, 0, -1, 0, False, False, False)


def test_the_terminal_may_be_resized_while_playing() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "o")
        for size in ((40, 12), (200, 60), (20, 8), (5, 3), (80, 24)):
            await player.pilot.resize_terminal(*size)
            await player.settle()
            await player.press("right", "down")
            player.screen  # noqa: B018
        assert player.game.board.is_whole
        assert len(player.table.entries) == 1

    play(script, EXPERT)


def test_a_cursor_that_moves_leaves_nothing_behind() -> None:
    async def script(player: Player) -> None:
        for key in ("up", "left", "down", "down", "right"):
            await player.press(key)
            assert player.screen.count("▐") == 1
            row, column = player.game.cursor
            x, y = player.game.board.place_of((row, column))
            assert player.screen.splitlines()[y + 1][x - 1] == "▐"

    play(script)


def test_the_wheel_goes_all_ways() -> None:
    async def script(player: Player) -> None:
        board = player.game.board
        start = board.part
        kinds = (
            (events.MouseScrollDown, (1, 0)),
            (events.MouseScrollRight, (0, 1)),
            (events.MouseScrollLeft, (0, -1)),
            (events.MouseScrollUp, (-1, 0)),
        )
        for kind, (rows, columns) in kinds:
            before = board.part
            board.post_message(kind(board, 5, 5, 0, 0, 0, False, False, False))
            await player.settle()
            assert board.part == before.shifted(rows, columns, board.view)
        assert board.part == start
        await player.press("right")

    play(script, Setup(Level(100, 100, 1500), seed=1))


def test_cells_can_be_drawn_larger_than_they_fit() -> None:
    async def script(player: Player) -> None:
        assert player.game.board.scale is Scale.SMALL
        await player.press("z")
        await player.sees("medium now")
        await player.press("z")
        assert not player.game.board.is_whole
        await player.sees("large now")

    play(script, EXPERT)


def test_light_and_dark() -> None:
    async def script(player: Player) -> None:
        assert player.app.theme == "sapper-light"
        await player.press("space", "t")
        assert player.app.theme == "sapper-dark"
        await player.press("t")
        assert player.app.theme == "sapper-light"

    play(script, look="light")


def test_a_light_terminal_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")
    assert look_of_terminal() == "light"
    monkeypatch.setenv("COLORFGBG", "15;0")
    assert look_of_terminal() == "dark"
    monkeypatch.delenv("COLORFGBG")
    assert look_of_terminal() == "dark"


def test_without_colour_there_is_none_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(player: Player) -> None:
        await player.press("space", "h")
        colours = {
            colour.name
            for strip in player.app.screen._compositor.render_strips()
            for line in [
                strip.apply_filter(player.app._filters[-1], player.app.screen.styles.background)
            ]
            for segment in line
            if segment.style
            for colour in (segment.style.color, segment.style.bgcolor)
            if colour
        }
        assert colours <= {"default"}
        await player.sees("▐")

    play(script)
