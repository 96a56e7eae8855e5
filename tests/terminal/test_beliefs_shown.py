"""What an agent believes, in the terminal: on the board, in the list, line by line, in `watch`."""

from __future__ import annotations

import io
from pathlib import Path

import pytest
from believers import WRONG, bring
from commands import runner
from rich.console import Console
from student_files import student_file
from terminal_player import Player, play

from sapper.agents.registry import make_agent
from sapper.game import Game
from sapper.history import History
from sapper.interface.terminal.board_drawing import Part, Scale, Scene, draw
from sapper.interface.terminal.drawing import Marks, draw_view
from sapper.interface.terminal.line_mode.game import PlainGame
from sapper.interface.terminal.looks import DARK, LIGHT, PALETTES
from sapper.interface.terminal.watch import Show, watch
from sapper.level import LEVELS
from sapper.play.beliefs import CellBelief, Judgement
from sapper.play.record import Setup
from sapper.play.table import Table
from sapper.view import View

WIDE = (110, 30)


@pytest.fixture(autouse=True)
def _brought(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch)


def beginner(agent: str = WRONG) -> Setup:
    return Setup(LEVELS["beginner"].starting("opening"), seed=3, agent=agent)


def test_every_state_has_a_sign_of_its_own() -> None:
    view = View.parse("1#####", mines=3)
    states = [
        CellBelief((0, 0), True, Judgement.FALSE, ""),
        CellBelief((0, 1), False, Judgement.RIGHT, ""),
        CellBelief((0, 2), True, Judgement.RIGHT, ""),
        CellBelief((0, 3), False, Judgement.UNCERTAIN, ""),
        CellBelief((0, 4), True, Judgement.FALSE, ""),
        CellBelief((0, 5), False, Judgement.MISSED, ""),
    ]
    beliefs = {belief.cell: belief for belief in states}
    for scale in Scale:
        for look in (DARK, LIGHT):
            scene = Scene(view, beliefs=beliefs)
            lines = draw(scene, Part(0, 0, 1, 6), scale, PALETTES[look])
            drawn = ["".join(segment.text for segment in line) for line in lines][1]
            assert drawn.replace(" ", "") == "01!○✱○!✱!○?"
    assert str(draw_view(view, Marks(beliefs=beliefs))).endswith("1! · ·○!✱!○?")


def test_the_beliefs_of_ones_own_file_stand_beside_the_board() -> None:
    async def script(player: Player) -> None:
        assert "moves" not in player.screen
        await player.go_to((4, 4))
        await player.press("space")
        await player.sees("○!")
        screen = player.screen
        assert "○?" in screen
        assert "not certain" in screen
        assert "missed" in screen
        assert "wrong.py: 15 beliefs are right, 1 is false, 1 conclusion is missed" in screen
        await player.go_to((0, 0))
        await player.sees("(0, 0) is hidden. wrong.py has missed that (0, 0) is safe.")
        await player.press("k")
        await player.sees(" moves")
        assert "○!" not in player.screen
        await player.press("k", "t")
        await player.sees("○!")
        await player.press("p")  # on a covered board, there is nothing to believe
        await player.sees(" moves")

    play(script, beginner(), size=WIDE)


def test_a_click_on_a_belief_gives_its_reason() -> None:
    async def script(player: Player) -> None:
        await player.go_to((4, 4))
        await player.press("space")
        await player.sees("not certain")
        await player.pilot.click("#beliefs", offset=(3, 0))
        await player.sees("wrong.py believes that (0, 5) is safe, but it has a 21.4 % chance")
        assert player.game.cursor == (0, 5)
        await player.pilot.click("#beliefs", offset=(3, 2))
        await player.sees("wrong.py has missed this: (0, 0) is safe.")
        await player.pilot.click("#beliefs", offset=(3, 1))
        await player.sees("wrong.py believes that exactly 11 of")
        await player.pilot.click("#beliefs", offset=(3, 9))
        await player.sees("wrong.py believes that exactly 11 of")

    play(script, beginner(), size=WIDE)


def test_others_are_asked_by_a_key() -> None:
    async def script(player: Player) -> None:
        await player.go_to((4, 4))
        await player.press("space")
        assert "○?" not in player.screen
        await player.press("k")
        await player.sees(
            "sentence: 10 beliefs are right, none is false, 6 conclusions are missed."
        )
        await player.go_to((3, 7))
        await player.press("w")
        await player.sees("sentence has missed this: (3, 7) is a mine.")

    play(script, beginner("sentence"), size=WIDE)


# Line by line


def listen(*lines: str, agent: str = WRONG) -> list[str]:
    history, out = History.in_memory(), io.StringIO()
    game = PlainGame(Table(beginner(agent), history), history)
    game.play(io.StringIO("\n".join(lines)), out, prompt=False)
    return out.getvalue().splitlines()[2:-1]


def test_line_by_line_every_fault_is_told() -> None:
    _, *said = listen("r 4 4", "beliefs")
    assert said[0].startswith("wrong.py: 15 beliefs are right, 1 is false, 1 conclusion is missed")
    assert said[1].startswith("wrong.py believes that (0, 5) is safe, but it has a 21.4 % chance")
    assert said[2].startswith("wrong.py believes that exactly 11 of")
    assert said[3] == "wrong.py has missed that (0, 0) is safe."
    _, *asked = listen("r 4 4", "k 0 0", "k 0 1", "k 0 8", "k 4 4")
    assert asked[0].startswith("wrong.py has missed this: (0, 0) is safe. Grade")
    assert asked[1].startswith("1. ")
    assert asked[-3:] == [
        "wrong.py believes that (0, 1) is a mine, which follows.",
        "wrong.py believes nothing of (0, 8), and nothing follows.",
        "(4, 4) is empty.",
    ]


def test_line_by_line_a_move_of_ones_own_file_is_followed_by_its_beliefs() -> None:
    said = listen("r 4 4", "ai")
    assert said[-1].startswith("wrong.py: ")
    assert not listen("r 4 4", "ai", agent="exact")[-1].startswith("exact: ")


# Watched


def watched(agent: str, beliefs: bool, terminal: bool) -> str:
    out = io.StringIO()
    game = Game.new(LEVELS["beginner"].starting("opening"), seed=3)
    console = Console(file=out, force_terminal=terminal, width=90, height=60, highlight=False)
    watch(game, make_agent(agent), None, Show(pace=0, beliefs=beliefs), console)
    return out.getvalue()


@pytest.mark.parametrize("terminal", [True, False])
def test_watch_shows_beliefs(terminal: bool) -> None:
    shown = watched("random", beliefs=True, terminal=terminal)
    assert "random: no belief is right, none is false, " in shown
    assert "random has missed that (" in shown
    assert ("○?" in shown) is terminal
    assert "belief" not in watched("random", beliefs=False, terminal=terminal)


def test_watch_shows_the_beliefs_of_a_file_unless_told_not_to(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    rash = student_file(tmp_path, "if self.count == 0 else set()", "if self.count < 2 else set()")
    run = runner(monkeypatch, capfd)
    watched = ("watch", "--agent", str(rash), "--level", "beginner", "--start", "opening")
    shown = run(*watched, "--seed", "3").out
    assert "minesweeper.py: 4 beliefs are right, 7 are false, no conclusion is missed" in shown
    assert "minesweeper.py believes that (1, 4) is safe, but it is certainly a mine." in shown
    assert "believes" not in run(*watched, "--seed", "3", "--no-beliefs").out
    own = ("watch", "--agent", "random", "--level", "beginner", "--seed", "3")
    assert "belief" not in run(*own).out
    assert "random has settled no cell, and missed none." in run(*own, "--beliefs").out
