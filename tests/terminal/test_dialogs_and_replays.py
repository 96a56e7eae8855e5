"""Other games on a screen: new ones, saved ones, and those that are reviewed; the help."""

from __future__ import annotations

import asyncio
from collections.abc import Callable
from dataclasses import replace
from threading import Event
from typing import Any

import pytest
import replay_files
from terminal_player import BEGINNER, Player, on_mines, play
from textual.screen import Screen
from textual.widgets import Input

from sapper import replays
from sapper.agents.registry import AGENTS
from sapper.coach.saying import SummaryInWords
from sapper.coach.sitting import analysis_of
from sapper.exact.analysis import analyze
from sapper.game import Status, WinningRule
from sapper.history import History
from sapper.interface.terminal import game_screen
from sapper.interface.terminal.coach_screens import AnalysisScreen, TrainingScreen
from sapper.interface.terminal.dialogs import QuestionScreen, SetupScreen
from sapper.interface.terminal.help_screen import HelpScreen
from sapper.interface.terminal.panels import NumberList
from sapper.interface.terminal.play_app import ReviewApp
from sapper.interface.terminal.records import GamesScreen, StatisticsScreen
from sapper.interface.terminal.replay_screen import ReplayScreen
from sapper.level import Guesses, Level, StartRule
from sapper.play.record import Setup
from sapper.play.replay import Replay
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade

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
        await player.press("right", "down", "down", "right", "down", "left", "down", "7", "enter")
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


def test_s_begins_at_the_start_rule() -> None:
    async def script(player: Player) -> None:
        await player.open("s", SetupScreen)
        await player.press("right")
        await player.close("enter")
        assert player.table.setup.level == Level.named("beginner").starting("opening")

    play(script)


def test_u_begins_at_the_guesses_and_a_fair_game_says_what_was_certain() -> None:
    async def script(player: Player) -> None:
        await player.open("u", SetupScreen)
        await player.sees("▸ Guesses")
        await player.press("right")
        await player.sees("fair play")
        await player.close("enter")
        table = player.table
        assert table.setup.guesses is Guesses.FAIR
        await player.sees("beginner · fair play · 9×9")
        while table.status is Status.PLAYING:
            found = analyze(table.view)
            uncertain = set(table.view.hidden()) - found.safe - found.mines
            await player.go_to(min(uncertain or found.mines))
            await player.press("space")
        await player.sees("was certain: the")

    play(script)


def test_only_a_board_without_guesses_has_a_grade() -> None:
    async def script(player: Player) -> None:
        await player.open("u", SetupScreen)
        await player.sees("▸ Guesses")
        assert "Grade" not in player.screen
        await player.press("right", "right")
        await player.sees("Grade")
        await player.press("down")
        await player.sees("▸ Grade")
        await player.press("right", "right")
        await player.sees("medium")
        await player.close("enter")
        assert (player.table.setup.guesses, player.table.setup.grade) == (Guesses.NONE, "medium")
        await player.go_to((4, 4))
        await player.press("space")
        await player.until(lambda: bool(player.table.entries))
        await player.sees("beginner · no-guess board, medium")

    play(script)


def test_the_making_of_a_board_is_shown_and_can_be_stopped() -> None:
    async def script(player: Player) -> None:
        await player.go_to((50, 50))
        await player.hit("space")
        await player.sees("tried; Esc stops")
        await player.hit("escape")
        await player.until(lambda: not player.session.thinking)
        assert player.table.needs_board

    level = Level(100, 100, 200, StartRule.OPENING)
    play(script, Setup(level, seed=1, guesses=Guesses.NONE, grade=BoardGrade.FIENDISH))


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
        told = " ".join(line[-38:].strip() for line in lines[start : start + 3])
        assert told.startswith(AGENTS[agent].summary)

    play(script, Setup(Level.named("beginner"), agent=agent, seed=3))


def test_a_level_can_be_clicked() -> None:
    async def script(player: Player) -> None:
        await player.open("l", SetupScreen)
        await player.pilot.click(".picker", offset=(12, 0))
        await player.press("enter")
        assert player.table.setup.level.name == "intermediate"

    play(script)


def test_given_cells_are_counted_at_the_start() -> None:
    async def script(player: Player) -> None:
        await player.sees("A new board, with 9 cells shown.")

    play(script, Setup(Level.named("easy"), seed=1))


def test_help_lists_keys_and_signs_and_any_key_closes_it() -> None:
    async def script(player: Player) -> None:
        await player.open("?", HelpScreen)
        await player.sees("show what the AI believes")
        await player.hit("end")
        await player.sees("wrong flag")
        await player.press("down")
        assert isinstance(player.app.screen, HelpScreen)
        await player.close("x")
        await player.open("f1", HelpScreen)
        await player.pilot.click(offset=(1, 1))
        await player.until(lambda: player.app.screen is player.game)

    play(script)


# Saved games


def test_an_unfinished_game_is_offered_and_resumes() -> None:
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
        await player.sees("resumes after 2 moves")

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
        await player.sees("is saved")
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


@pytest.mark.parametrize("instead", [TrainingScreen, ReplayScreen])
def test_the_clock_stands_still_while_another_board_hides_the_game(
    instead: type[Screen[Any]],
) -> None:
    history, now = finished_games(), [0.0]
    table = Table(BEGINNER, history, lambda: now[0])

    async def script(player: Player) -> None:
        await player.press("space")
        now[0] += 7
        if instead is TrainingScreen:
            await player.open("T", TrainingScreen)
        else:
            await player.open("m", GamesScreen)
            await player.press("end")
            await player.open("enter", ReplayScreen)
        now[0] += 600
        assert table.seconds == 7
        await player.close("q")
        now[0] += 2
        assert table.seconds == 9

    play(script, table, history=history)


def test_whoever_waits_for_the_judging_of_games_sees_how_far_it_is(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    may_end = Event()

    def judge(history: History, progress: Callable[[int, int], None]) -> SummaryInWords:
        progress(3, 80)
        assert may_end.wait(60)
        return analysis_of(history)

    monkeypatch.setattr(game_screen, "analysis_of", judge)

    async def script(player: Player) -> None:
        await player.hit("I")
        await player.sees("Judging your games: 3 of 80…")
        may_end.set()
        await player.until(lambda: isinstance(player.app.screen, AnalysisScreen))
        await player.close("x")
        assert "Judging" not in player.screen

    play(script)


def test_a_game_that_was_paused_is_so_after_training() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "p")
        await player.open("T", TrainingScreen)
        await player.close("q")
        assert player.session.is_paused

    play(script)


@pytest.mark.slow
def test_a_resumed_game_has_all_its_time() -> None:
    history, now = History.in_memory(), [0.0]
    table = Table(BEGINNER, history, lambda: now[0])

    async def script(player: Player) -> None:
        await player.press("space")
        now[0] += 600
        await player.open("m", GamesScreen)
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


@pytest.mark.parametrize("width", [40, 80, 160])
def test_the_list_of_games_tells_the_numbers_however_wide_it_is(width: int) -> None:
    async def script(player: Player) -> None:
        await player.open("m", GamesScreen)
        await player.press("end")
        for told in ("clicks 3, wasted 1,", "IOE 0.000"):
            words = "".join(line.strip("│ ") + " " for line in player.screen.splitlines())
            assert " ".join(words.split()).count(told) == 1, player.screen

    play(script, history=finished_games(), size=(width, 24))


def finished_intermediate_game() -> Table:
    """Its numbers take two pages of a small terminal."""
    table = Table(Setup(Level.named("intermediate"), seed=1))
    table.reveal((0, 0))
    while table.status is Status.PLAYING:
        table.reveal(table.view.hidden()[-1])
    return table


def test_numbers_that_find_no_room_are_on_other_pages() -> None:
    async def script(player: Player) -> None:
        await player.open("v", ReplayScreen)
        numbers = player.app.screen.query_one("#numbers", NumberList)
        await player.press("i")
        await player.sees("numbers 1/2")
        seen = player.screen
        assert "throughput" in seen
        assert "estimated" not in seen
        await player.press("i")
        await player.sees("numbers 2/2")
        seen += player.screen
        for number in player.replay.numbers:
            for word in (*number.label.split(), number.value):
                assert word in seen
        await player.press("i")
        assert not numbers.display
        await player.press("i")
        await player.sees("numbers 1/2")

    play(script, finished_intermediate_game())


def test_the_page_of_the_numbers_follows_the_size_of_their_list_and_its_scroll_bar() -> None:
    async def script(player: Player) -> None:
        await player.open("v", ReplayScreen)
        numbers = player.app.screen.query_one("#numbers", NumberList)
        await player.press("i")
        await player.sees("numbers 1/2")
        numbers.styles.height = 100
        await player.until(lambda: "numbers" in player.screen and "numbers 1" not in player.screen)
        numbers.styles.height = "1fr"
        await player.sees("numbers 1/2")
        numbers.scroll_end(animate=False)
        await player.sees("numbers 2/2")

    play(script, finished_intermediate_game())


def test_games_are_listed_reviewed_resumed_and_deleted() -> None:
    history = finished_games()

    async def script(player: Player) -> None:
        await player.open("m", GamesScreen)
        lines = [line for line in player.screen.splitlines() if "moves" in line]
        assert [
            status for line in lines for status in ("unfinished", "won", "lost") if status in line
        ]
        await player.press("enter")
        assert player.table.setup.seed == 4
        await player.open("m", GamesScreen)
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
        await player.open("m", GamesScreen)
        beginner, huge = (line for line in player.screen.splitlines() if " 1 move " in line)
        assert "unfinished 3000x3000/900000 safe " in huge
        assert "unfinished beginner         safe " in beginner
        for column in (" safe ", "1 move  ", " alone"):
            assert huge.index(column) == beginner.index(column)

    play(script, history=history)


def test_a_replay_goes_step_by_step_with_analysis() -> None:
    history = finished_games()

    async def script(player: Player) -> None:
        await player.open("m", GamesScreen)
        await player.press("down")
        await player.open("enter", ReplayScreen)
        replay = player.replay
        await player.sees("Turn 1 of")
        await player.sees("replay")
        await player.press("right")
        guess = next(place for place, step in enumerate(replay.review.steps) if step.entry.is_guess)
        await player.press("home", *["right"] * guess)
        assert replay.place == guess
        await player.press("o")
        assert replay.analysis is not None
        await player.sees("%")
        await player.press("w")
        assert replay.explained is not None
        await player.press("escape", "d")
        assert replay.place == replay.review.deciding
        await player.press("end")
        assert replay.turn is None
        await player.sees("Skill:")
        await player.press("w", "w", "pageup", "+")
        assert replay.place == len(replay.review.steps) - 10
        await player.close("escape")

    play(script, history=history)


@pytest.mark.slow
def test_a_finished_game_is_reviewed_at_once_and_an_unfinished_one_is_not() -> None:
    async def script(player: Player) -> None:
        await player.press("v")
        await player.sees("Only a finished game can be reviewed.")
        await player.go_to((0, 1))
        await player.press("space")
        await player.go_to((0, 0))
        await player.press("space")
        await player.open("v", ReplayScreen)
        await player.sees("Turn 1 of 2. You opened (0, 1)")
        await player.hit("space")
        await player.sees("running")
        player.replay._due = 0.0
        await player.sees("Turn 2 of 2. You opened (0, 0)")
        await player.press("?", "x", "t", "+")
        assert player.app.theme == "sapper-light"
        await player.close("q")
        assert player.table.status is Status.LOST

    play(script, on_mines(1, 4, (0, 0)), look="dark")


def test_a_replay_says_what_was_safer() -> None:
    history = finished_games()

    async def script(player: Player) -> None:
        await player.open("m", GamesScreen)
        await player.press("end")
        await player.open("enter", ReplayScreen)
        await player.press("d")
        await player.sees("Needless: (0, 3) was certainly safe.")
        await player.pilot.click("#moves", offset=(3, 0))
        await player.settle()
        assert player.replay.place == 0
        await player.press("end")
        await player.sees("X")

    play(script, history=history)


def test_statistics_tell_how_the_player_does() -> None:
    async def script(player: Player) -> None:
        await player.open("S", StatisticsScreen)
        await player.sees("longest")
        await player.sees("1 more")
        await player.close("x")
        await player.open("S", StatisticsScreen)
        await player.pilot.click(offset=(1, 1))
        await player.until(lambda: player.app.screen is player.game)

    play(script, history=finished_games())


def test_without_any_game_there_is_nothing_to_list() -> None:
    async def script(player: Player) -> None:
        await player.open("S", StatisticsScreen)
        await player.sees("No game is finished yet.")
        await player.close("x")
        await player.open("m", GamesScreen)
        await player.sees("No game is saved yet")
        await player.press("d", "enter")
        await player.close("escape")

    play(script)


def test_a_history_that_fails_stops_nobody() -> None:
    history = finished_games()

    async def script(player: Player) -> None:
        await player.open("m", GamesScreen)
        history.close()
        await player.close("enter")
        await player.until(lambda: "can't be" in player.screen or "closed" in player.screen)
        await player.press("S")
        assert player.app.screen is player.game
        await player.open("m", GamesScreen)
        await player.sees("can't be read")
        await player.close("escape")
        await player.press("space")
        assert len(player.table.entries) == 1
        await player.sees("not saved")

    play(script, history=history)


def test_a_replay_shows_the_cell_under_its_mouse_and_leaves_with_escape() -> None:
    game, clicks = replay_files.played()
    played = replays.play_back(replays.loads(replay_files.rmv(game), "game.rmv"))
    replay = Replay(played.record, track=played.track, notes=played.words)

    async def script() -> None:
        app = ReviewApp(replay, look="dark")
        async with app.run_test(size=(100, 40)) as pilot:
            await pilot.pause()
            screen = app.screen
            assert isinstance(screen, ReplayScreen)
            replay.running = True
            replay.tick(replay.now + clicks[1][0] + 0.1)
            assert screen.scene.cursor == clicks[1][2]
            assert replay.heading == f"Turn 3 of {len(clicks)} · 0:00.6 ×1"
            await pilot.press("right_square_bracket", "end")
            assert replay.words[-1].endswith("The file's own statistics are right.")
            await pilot.press("i")
            numbers = screen.query_one("#numbers", NumberList)
            assert [number.name for number in numbers._state[0]][-1] == "path"
            assert [screen.moves.display, numbers.display] == [False, True]
            await pilot.press("i")
            assert [screen.moves.display, numbers.display] == [True, False]
            assert replay.speed == 2
            await pilot.press("escape")
            await pilot.pause()
        assert not app.is_running

    asyncio.run(script())
