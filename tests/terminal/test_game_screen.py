"""A game on a screen, driven by keys and mouse as a player would: turns, questions, the AI."""

from __future__ import annotations

import asyncio
from dataclasses import replace
from threading import Event
from threading import enumerate as enumerate_threads
from typing import Any

import pytest
from terminal_player import BEGINNER, TEXTUAL_NAMES, Player, on_mines, play
from textual.binding import BindingsMap
from textual.screen import Screen
from waiting import PATIENCE

from sapper.agents.base import Conclusions
from sapper.agents.exact import ExactAgent
from sapper.agents.registry import AGENTS
from sapper.coach.deck import Deck
from sapper.coach.file import TrainingFile
from sapper.coach.sitting import Sitting
from sapper.coach.training import Training
from sapper.errors import BudgetExceeded
from sapper.game import Status, WinningRule
from sapper.history import History
from sapper.interface.terminal.coach_screens import TrainingScreen
from sapper.interface.terminal.dialogs import QuestionScreen, SetupScreen
from sapper.interface.terminal.game_screen import OVER_KEYS, PAUSED_KEYS, PLAYING_KEYS, GameScreen
from sapper.interface.terminal.help_screen import HelpScreen
from sapper.interface.terminal.inquiry_screen import InquiryScreen
from sapper.interface.terminal.records import GamesScreen, StatisticsScreen
from sapper.interface.terminal.replay_screen import ReplayScreen
from sapper.level import Level, StartRule
from sapper.play.commands import GAME_COMMANDS, REPLAY_COMMANDS, TRAINING_COMMANDS, Command
from sapper.play.record import Setup
from sapper.play.replay import Replay
from sapper.play.session import Session
from sapper.play.situation import Thought
from sapper.play.table import Table
from sapper.play.thinker import MOST_AT_ONCE
from sapper.view import View

# The player's keys and mouse

MAY_BE_A_MINE = Setup(Level.named("beginner").starting("any"), seed=3)
"""Odds are counted before the first click only where it may be a mine."""


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
        await player.sees("(4, 5) is flagged; f removes the flag.")
        await player.press("f")
        assert not player.table.view.flags
        await player.press("left", "space")
        await player.sees("(4, 4) opens its neighbours once")

    play(script)


@pytest.mark.slow
def test_c_chords_and_says_why_it_does_not() -> None:
    async def script(player: Player) -> None:
        await player.go_to((0, 1))
        await player.press("space", "c")
        await player.sees("once it has as many flags around it as it shows")
        await player.press("enter")
        await player.sees("once it has as many flags around it as it shows")
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
        await player.pilot.click("#keys", offset=(bar.index("Flag"), 0))
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
        assert "n New  r Again  v Review" in screen
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
        await player.sees("(0, 1) was the mine that exploded.")
        await player.press("h")
        await player.sees("The game is lost.")
        await player.press("w", "o")
        assert player.session.explained is None
        assert player.session.analysis is None

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


def test_games_are_said_to_be_judged_only_while_they_are(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    release, begin = Event(), Sitting.begin

    def slow(*games: History, **options: Any) -> Sitting:
        assert release.wait(PATIENCE)
        return begin(*games, **options)

    monkeypatch.setattr(Sitting, "begin", slow)

    async def script(player: Player) -> None:
        await player.press("space")
        before = player.session.message
        assert before is not None
        await player.hit("T")
        assert player.session.message.words == "Judging your games…"
        release.set()
        await player.until(lambda: isinstance(player.app.screen, TrainingScreen))
        await player.close("q")
        assert player.session.message is before

    with History.in_memory() as history:
        play(script, history=history)


# Commands


@pytest.mark.parametrize(
    ("kind", "commands"),
    [
        (GameScreen, GAME_COMMANDS),
        (ReplayScreen, REPLAY_COMMANDS),
        (TrainingScreen, TRAINING_COMMANDS),
    ],
)
def test_every_key_of_the_table_is_bound_to_its_command(
    kind: type[InquiryScreen], commands: tuple[Command, ...]
) -> None:
    bound = BindingsMap(kind.BINDINGS).key_to_bindings
    for command in commands:
        for key in command.keys:
            (binding,) = bound[TEXTUAL_NAMES.get(key, key)]
            assert binding.action == f"screen.do('{command.name}')"
    assert len(bound) == sum(len(command.keys) for command in commands)


def test_every_command_is_handled_by_the_session_or_by_the_screen() -> None:
    table = Table(BEGINNER)
    screens: tuple[InquiryScreen, ...] = (
        GameScreen(Session(table)),
        ReplayScreen(Replay(table.record())),
        TrainingScreen(Training(Deck(TrainingFile.in_memory(), seed=1))),
    )
    for screen in screens:
        own = {command.name for command in screen.inquiry.commands if not command.method}
        assert own == set(screen.own_commands)


@pytest.mark.parametrize("names", [PLAYING_KEYS, PAUSED_KEYS, OVER_KEYS])
def test_the_key_bar_names_commands_once(names: tuple[str, ...]) -> None:
    assert len(set(names)) == len(names)
    assert set(names) <= {command.name for command in GAME_COMMANDS}


def test_a_paused_game_is_covered_and_says_so() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "o", "w", "p")
        await player.sees("paused  ")
        await player.sees("The game is paused. Press p to resume it.")
        assert "1" not in "".join(line[4:40] for line in player.screen.splitlines()[2:20])
        assert "shows" not in player.screen
        await player.press("space", "right", "a", "h", "f")
        assert len(player.table.entries) == 1
        await player.press("p")
        await player.sees("The game resumes.")
        await player.press("left")
        await player.sees("(4, 4) shows 1.")

    play(script)


@pytest.mark.parametrize(
    ("key", "kind"),
    [
        ("?", HelpScreen),
        ("l", SetupScreen),
        ("g", QuestionScreen),
        ("m", GamesScreen),
        ("S", StatisticsScreen),
    ],
)
def test_whatever_is_open_holds_autoplay_up(key: str, kind: type[Screen[Any]]) -> None:
    async def script(player: Player) -> None:
        await player.press("space", *["]"] * 6)
        await player.hit("A")
        await player.open(key, kind)
        turns = len(player.table.entries)
        await asyncio.sleep(0.2)
        assert len(player.table.entries) == turns
        assert player.session.autoplaying
        await player.close("escape")
        await player.until(lambda: len(player.table.entries) > turns)

    play(script)


@pytest.mark.parametrize("size", [(80, 24), (40, 14)])
def test_the_numbers_are_shown_while_playing_if_so_wished(size: tuple[int, int]) -> None:
    async def script(player: Player) -> None:
        await player.press("space")
        assert "3BV" not in player.screen
        await player.press("i")
        await player.sees("Numbers are shown while you play.")
        await player.sees("clicks")
        assert player.game.query_one("#moves").display is False
        await player.press("i")
        await player.sees("Numbers are shown at the end only.")
        assert player.game.query_one("#moves").display is True
        assert "clicks" not in player.screen

    play(script, size=size)


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
        hint = player.session.hint
        assert hint is not None
        assert hint.certain
        assert player.game.cursor == hint.cell
        await player.sees("certainly safe")
        await player.sees("○")
        await player.press("escape")
        assert player.session.hint is None

    play(script)


@pytest.mark.slow
def test_why_goes_step_by_step_with_its_numbers_marked() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "h", "w")
        explained = player.session.explained
        assert explained is not None
        steps = len(explained.why.lines)
        assert steps > 2
        await player.sees(f"Step 1 of {steps}.")
        await player.sees("[")
        await player.sees("<")
        assert ", Back  . Next" in player.screen
        await player.press(".")
        await player.sees(f"Step 2 of {steps}.")
        await player.press(".", ".", ",")
        await player.sees("Step 3 of")
        await player.press("w")
        assert player.session.explained is None
        assert "Step" not in player.screen
        await player.press("h", "w", "space")
        assert player.session.explained is None
        await player.sees("You opened")

    play(script, Setup(Level.named("intermediate").starting("opening"), seed=5))


def test_why_of_a_guess_tells_its_odds_and_of_an_open_cell_what_it_shows() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "right", "w")
        await player.sees("12.5 %")
        await player.press("left")
        await player.sees("(4, 4) shows 1.")

    play(script)


def test_explanations_follow_the_cursor_until_they_are_turned_off() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "w")
        await player.sees("explaining")
        await player.press("right")
        await player.sees("(4, 5): 1/8 (12.5 %) chance of a mine")
        await player.press("right")
        await player.sees("(4, 6): 1/8 (12.5 %) chance of a mine")
        await player.press("w", "right")
        await player.sees("(4, 7) is hidden.")
        assert "1/8" not in player.screen

    play(script)


def test_the_best_guess_is_compared_with_others() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "b")
        await player.sees("The best guess is")
        await player.sees("?")
        assert player.session.hint is not None
        assert player.game.cursor == player.session.hint.cell

    play(script)


def test_before_the_first_cell_why_says_that_it_is_free() -> None:
    async def script(player: Player) -> None:
        await player.press("w")
        await player.sees("the first cell you open can't be a mine")

    play(script)


def test_odds_come_and_go_and_follow_the_game() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "o")
        await player.sees("12%")
        await player.press("right")
        await player.sees("(4, 5) is hidden: 12.5 % chance of a mine.")
        await player.press("a", "a")
        assert player.session.analysis is not None
        assert player.session.analysis.view == player.table.view
        await player.go_to((0, 4))
        await player.sees("(0, 4) is hidden: certainly safe.")
        await player.press("o")
        assert "%" not in player.screen.partition("moves")[0]
        assert player.session.analysis is None

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
        assert not player.session.odds_on
        await player.press("space")
        assert len(player.table.entries) == 1
        await player.sees("You opened")

    play(script, MAY_BE_A_MINE)


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
        assert not player.session.autoplaying

    play(script)


@pytest.mark.slow
def test_stale_thoughts_do_not_pile_up(monkeypatch: pytest.MonkeyPatch) -> None:
    release, begun = Event(), []

    def slow(self: Table) -> Thought:
        begun.append(self)
        release.wait(PATIENCE)
        return Thought(self.view, None, "expert", None)

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

    play(script, MAY_BE_A_MINE)


# The AI


def test_the_ai_moves_once_and_tells_its_risk() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "a")
        assert player.table.entries[-1].by == "expert"
        await player.sees("a guess, 12.5 % chance of a mine")
        assert player.game.cursor == player.table.entries[-1].cell

    play(script)


@pytest.mark.slow
def test_autoplay_goes_on_to_the_end_and_stops_at_a_key() -> None:
    async def script(player: Player) -> None:
        await player.press(*["]"] * 6)
        await player.sees("Autoplay: full speed.")
        await player.press("[")
        await player.sees("Autoplay: 30 moves per second.")
        await player.press("space")
        await player.hit("A")
        await player.until(lambda: len(player.table.entries) > 2)
        await player.hit("A")
        assert not player.session.autoplaying
        stopped = len(player.table.entries)
        await player.sees("Autoplay has stopped.")
        await player.press("f", "f")
        assert len(player.table.entries) <= stopped + 2
        await player.hit("A")
        await player.until(lambda: player.table.status is not Status.PLAYING)
        assert player.table.status is Status.WON
        assert not player.session.autoplaying

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
        await player.open("g", QuestionScreen)
        await player.close("escape")
        assert player.table.setup.agent == "expert"
        await player.open("g", QuestionScreen)
        place = list(AGENTS).index("sentence")
        for _ in range(place):
            await player.hit("down")
        await player.close("enter")
        await player.sees("From now on sentence makes the AI's moves.")
        await player.press("a")
        assert [entry.by for entry in player.table.entries] == ["player", "sentence"]

    play(script)


@pytest.mark.slow
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
