"""The game in a real terminal: tmux draws what the program writes, and types what we send."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from waiting import PATIENCE, until

from sapper.game import Status
from sapper.history import History

PROGRAM = "from sapper.interface.commands.main import main; main()"
COLOUR = "\x1b[38;"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(shutil.which("tmux") is None, reason="tmux is not installed"),
]


class Tmux:
    """A tmux server of the test's own, with one window of 80 by 24."""

    def __init__(self, folder: Path) -> None:
        self.socket = folder / "tmux"
        self.folder = folder
        self("-f", "/dev/null", "new-session", "-d", "-x", "80", "-y", "24", "env PS1='$ ' sh -i")

    def __call__(self, *arguments: str) -> str:
        environment = {
            **os.environ,
            "SAPPER_HOME": str(self.folder),
            "LC_ALL": "C.UTF-8",
            "COLUMNS": "80",
        }
        for name in ("NO_COLOR", "COLORTERM"):
            environment.pop(name, None)
        done = subprocess.run(
            ["tmux", "-u", "-S", str(self.socket), *arguments],
            env=environment,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout

    def type(self, *keys: str) -> None:
        self("send-keys", *keys)

    def start(self, *arguments: str, before: str = "") -> None:
        words = " ".join(arguments)
        self.type(f"clear; {before} '{sys.executable}' -c '{PROGRAM}' play {words}; echo rc=$?")
        self.type("Enter")

    @property
    def screen(self) -> str:
        return self("capture-pane", "-p")

    @property
    def coloured(self) -> str:
        return self("capture-pane", "-p", "-e")

    def see(self, text: str) -> str:
        return until(lambda: screen if text in (screen := self.screen) else "", lambda: self.screen)


@pytest.fixture
def tmux(tmp_path: Path) -> Iterator[Tmux]:
    terminal = Tmux(tmp_path)
    yield terminal
    terminal("kill-server")


def test_a_game_is_played_resized_left_and_resumed(tmux: Tmux, tmp_path: Path) -> None:
    tmux.start("--seed", "3")
    screen = tmux.see("? Help")
    assert len(screen.splitlines()) == 24
    tmux.see("beginner · 9×9 · 10 mines")
    tmux.type("Space")
    tmux.see("You opened (4, 4)")
    tmux.type("Up")
    assert tmux.see("(3, 4) is hidden.").count("▐") == 1
    tmux.type("a")
    tmux.see("expert opened (0, 8)")
    assert COLOUR in tmux.coloured
    tmux("resize-window", "-x", "50", "-y", "14")
    tmux.type("o")
    tmux.see(".1")
    tmux("resize-window", "-x", "80", "-y", "24")
    tmux.see("50%")
    tmux.type("q")
    tmux.see("rc=0")
    assert "The game is saved" in tmux.screen

    # Without colour, and resumed; Ctrl-C leaves as q does.
    tmux.start(before="NO_COLOR=1")
    tmux.see("Resume it")
    tmux.type("Enter")
    tmux.see("resumes after 2 moves")
    assert COLOUR not in tmux.coloured
    assert "▐" in tmux.screen
    assert "▀" not in tmux.screen
    tmux.type("C-c")
    tmux.see("rc=0")
    with History.open(tmp_path / "games.sqlite3") as history:
        assert [(game.status, game.turns) for game in history.games()] == [(Status.PLAYING, 2)]


def test_the_mouse_works_and_a_signal_leaves_the_terminal_as_it_was(
    tmux: Tmux, tmp_path: Path
) -> None:
    tmux.start("--seed", "3")
    screen = tmux.see("? Help").splitlines()
    # As a terminal reports them: a press and a release of the left button, counted from 1.
    row = next(y for y, line in enumerate(screen) if line.strip().startswith("4 "))
    column = screen[row].index("·")
    for ending in "Mm":
        tmux("send-keys", "-l", f"\x1b[<0;{column + 1};{row + 1}{ending}")
    tmux.see("You opened (4, 0)")
    tmux.type("C-z")  # no harm is done
    pid = tmux("display-message", "-p", "#{pane_pid}").strip()
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    os.kill(int(children[0]), 15)
    tmux.see("rc=")
    tmux.type("echo all is well", "Enter")
    tmux.see("\nall is well")
    with History.open(tmp_path / "games.sqlite3") as history:
        assert [game.turns for game in history.games()] == [1]


def test_a_terminal_that_knows_only_ascii_shows_plain_signs(tmux: Tmux) -> None:
    tmux.start("--seed", "3", before="PYTHONUTF8=0 PYTHONIOENCODING=ascii")
    tmux.see("beginner - 9x9 - 10 mines")
    tmux.type("l")
    screen = tmux.see("Enter play - Esc back -+")  # the end of the dialog
    assert screen.isascii()
    edges = [line for line in screen.splitlines() if "|" in line]
    assert len({line.rindex("|") for line in edges}) == 1  # nothing got wider
    tmux.type("C-c")
    assert "\\u" not in tmux.see("rc=0")
