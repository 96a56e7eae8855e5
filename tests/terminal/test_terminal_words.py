"""The terminal says nothing that is not in the catalogue, on any of its screens or line by line."""

from __future__ import annotations

import io

import pytest
from pseudo_language import english_in, speak_pseudo
from terminal_player import BEGINNER, Player, play

from sapper.coach.sitting import Sitting
from sapper.game import Status
from sapper.history import History
from sapper.interface.terminal.coach_screens import AnalysisScreen, TrainingScreen
from sapper.interface.terminal.dialogs import QuestionScreen, SetupScreen
from sapper.interface.terminal.help_screen import HelpScreen
from sapper.interface.terminal.line_mode.commands import ALL_COMMANDS
from sapper.interface.terminal.line_mode.game import PlainGame
from sapper.interface.terminal.line_mode.training import PlainTraining
from sapper.interface.terminal.records import GamesScreen, StatisticsScreen
from sapper.interface.terminal.replay_screen import ReplayScreen
from sapper.level import Level
from sapper.play.record import Setup
from sapper.play.table import Table

WIDE = (140, 50)
OTHER_LINES = (
    *("cell 0 0", "odds 8 8", "beliefs 8 8", "row 0", "r", "auto x", "xyzzy", "pause", "board"),
    *("pause", "auto", "r 0 0", "hint", "board", "continue 9", "agent", "level", "guesses"),
    *("new 7", "replay 1", "continue 1", "f 0 0", "r 0 0", "f 0 0", "guesses none hard"),
)


def finished_game(history: History) -> Table:
    table = Table(BEGINNER, history)
    while table.ai_move() is not None:
        pass
    return table


def careless_games(history: History) -> None:
    """Games of somebody who opens the last cell, whatever is known of it."""
    for seed in range(4):
        table = Table(Setup(Level.named("beginner"), seed=seed), history)
        while table.status is Status.PLAYING:
            table.reveal(table.view.hidden()[-1])


def test_every_screen_speaks_the_language(monkeypatch: pytest.MonkeyPatch) -> None:
    speak_pseudo(monkeypatch)
    seen: dict[str, str] = {}

    async def walk(player: Player) -> None:
        async def look(name: str, *keys: str) -> None:
            await player.press(*keys)
            seen[name] = player.screen

        await look("welcome")
        await player.close("escape")
        await look("new game")
        await look("paused", "p")
        await look("playing", "p", "space", "f", "h")
        await look("odds", "o", "b")
        await look("explained", "w", ".")
        await look("believing", "escape", "k")
        turns = len(player.table.entries)
        await player.press("k", "]")
        await player.hit("A")
        await player.until(lambda: len(player.table.entries) > turns)
        await look("autoplay", "escape")
        await player.press("r")  # a dialog would cut the agent's name in the list of moves
        for key, kind in (("?", HelpScreen), ("l", SetupScreen), ("g", QuestionScreen)):
            await player.open(key, kind)
            await look(f"screen {key}")
            await player.close("escape")
        await player.open("S", StatisticsScreen)
        await look("statistics")
        await player.close("x")
        await player.open("I", AnalysisScreen)
        await look("analysis")
        await player.close("x")
        await player.open("T", TrainingScreen)
        await look("training")
        await look("answered", "h")
        await look("the next question", "space")
        await player.close("q")
        await player.open("m", GamesScreen)
        await look("games")
        await player.open("d", QuestionScreen)
        await look("delete")
        await player.hit("escape")
        await player.until(lambda: isinstance(player.app.screen, GamesScreen))
        await player.hit("end")
        await player.open("enter", ReplayScreen)
        await look("replay", "w")
        await look("end of the replay", "w", "end")
        seen["last words"] = player.app.last_words

    with History.in_memory() as history:
        careless_games(history)
        finished_game(history)
        left = Table(Setup(Level.named("beginner"), seed=5), history)
        left.reveal((4, 4))
        left.leave()
        play(walk, history=history, size=WIDE, offer=True)
    assert len(seen) == 21
    assert {name: english_in(text) for name, text in seen.items() if english_in(text)} == {}


def test_and_so_does_every_answer_to_a_line(monkeypatch: pytest.MonkeyPatch) -> None:
    speak_pseudo(monkeypatch)
    with History.in_memory() as history:
        finished_game(history)
        game = PlainGame(Table(BEGINNER, history), history, history.games()[0])
        out = io.StringIO()
        lines = [command.usage for command in ALL_COMMANDS if command.names[0] != "quit"]
        game.play(io.StringIO("\n".join([*lines, *OTHER_LINES, "quit", ""])), out, prompt=False)
    typed = {command.usage.split()[0] for command in ALL_COMMANDS}
    told = {line: english_in(line) - typed - {"xyzzy"} for line in out.getvalue().splitlines()}
    assert len(told) > 100
    assert {line: words for line, words in told.items() if words} == {}


def test_and_so_does_training_line_by_line(monkeypatch: pytest.MonkeyPatch) -> None:
    speak_pseudo(monkeypatch)
    lines = ("0 0", "why 0 0", "99 9", "xyzzy", "solution", "0 0", "odds 8 8", "standing", "next")
    with History.in_memory() as history:
        careless_games(history)
        sitting = Sitting.begin(history, seed=1)
        out = io.StringIO()
        typed = io.StringIO("\n".join([*lines, *lines, "help", "quit", ""]))
        PlainTraining(sitting.training).play(typed, out, prompt=False)
        sitting.close()
    typed_as_they_are = "xyzzy solution next why odds board map standing help quit"
    commands = set(typed_as_they_are.split(" "))
    told = {line: english_in(line) - commands for line in out.getvalue().splitlines()}
    assert len(told) > 30
    assert {line: words for line, words in told.items() if words} == {}
