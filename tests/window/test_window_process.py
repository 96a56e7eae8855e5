"""The real window on a real (virtual) screen, with a real pointer: the course's flow."""

from __future__ import annotations

import json
import os
import shutil
import signal
import struct
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray
from student_files import student_file
from waiting import PATIENCE, until

pytest.importorskip("pygame")
from sapper.interface.window.theme import LIGHT

SCREEN = (1400, 1000)
missing = [tool for tool in ("Xvfb", "xdotool") if shutil.which(tool) is None]
pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(bool(missing), reason=f"not installed: {', '.join(missing)}"),
]

State = dict[str, Any]


class Display:
    """A virtual screen, its pointer and its keyboard."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        folder.mkdir()
        number, write_end = os.pipe()
        self._server = subprocess.Popen(
            [
                *("Xvfb", "-displayfd", str(write_end), "-nolisten", "tcp"),
                *("-screen", "0", f"{SCREEN[0]}x{SCREEN[1]}x24", "-fbdir", str(folder)),
            ],
            pass_fds=[write_end],
            stderr=subprocess.DEVNULL,
        )
        os.close(write_end)
        with os.fdopen(number) as told:
            self.name = f":{told.readline().strip()}"

    def close(self) -> None:
        self._server.terminate()
        self._server.wait(PATIENCE)

    def do(self, *words: object) -> str:
        """Let xdotool do something."""
        done = subprocess.run(
            ["xdotool", *map(str, words)],
            env={**os.environ, "DISPLAY": self.name},
            capture_output=True,
            text=True,
            timeout=PATIENCE,
            check=True,
        )
        return done.stdout

    def screenshot(self) -> NDArray[np.uint8]:
        """What is on the screen: rows of columns of red, green, blue."""
        content = (self._folder / "Xvfb_screen0").read_bytes()
        header = struct.unpack(">25I", content[:100])
        start, width, height, line, colours = (
            header[0],
            header[4],
            header[5],
            header[12],
            header[19],
        )
        pixels = np.frombuffer(content, np.uint8, line * height, start + 12 * colours)
        shown: NDArray[np.uint8] = pixels.reshape(height, line // 4, 4)[:, :width, 2::-1]
        return shown


class Window:
    """The program, and what it tells of itself."""

    def __init__(self, display: Display, folder: Path, *options: str) -> None:
        self.display = display
        self._trace = folder / f"trace-{time.monotonic_ns()}.jsonl"
        runner = Path(__file__).parents[2] / "runner.py"
        environment = {**os.environ, "DISPLAY": display.name, "SAPPER_HOME": str(folder / "home")}
        environment.pop("SDL_VIDEODRIVER", None)
        self.process = subprocess.Popen(
            [sys.executable, str(runner), "--trace", str(self._trace), *options],
            cwd=folder,  # any folder will do
            env=environment,
            stderr=subprocess.PIPE,
            text=True,
            # What runs in the background of a shell is deaf to Ctrl-C, and so are its children.
            preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
        )

    @property
    def state(self) -> State:
        lines = self._trace.read_text().splitlines() if self._trace.exists() else []
        for line in reversed(lines):
            try:
                state: State = json.loads(line)
            except ValueError:  # it is just being written
                continue
            return state
        return {}

    def wait_for(self, wish: Callable[[State], object]) -> State:
        def look() -> State | None:
            assert self.process.poll() is None, self.process.communicate()
            state = self.state
            return state if state and wish(state) else None

        found = until(look, lambda: self.state)
        assert found is not None
        return found

    def on_screen(self, x: float, y: float) -> tuple[int, int]:
        left, top = self.state["position"]
        return round(left + x), round(top + y)

    def click(self, name: str) -> None:
        point = self.wait_for(lambda state: name in state["widgets"])["widgets"][name]
        self.display.do("mousemove", *self.on_screen(*point), "click", 1)

    def middle_of(self, row: int, column: int) -> tuple[int, int]:
        board = self.state["board"]
        side, (left, top) = board["side"], board["corner"]
        return self.on_screen(left + (column + 0.5) * side, top + (row + 0.5) * side)

    def cell(self, row: int, column: int, button: int = 1) -> None:
        self.display.do("mousemove", *self.middle_of(row, column), "click", button)

    def colour_of(self, row: int, column: int) -> tuple[int, ...]:
        x, y = self.middle_of(row, column)
        return tuple(map(int, self.display.screenshot()[y, x]))

    def wait_for_colour(self, row: int, column: int, colour: tuple[int, int, int]) -> None:
        until(lambda: self.colour_of(row, column) == colour, lambda: self.colour_of(row, column))

    def close(self) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate(timeout=PATIENCE)


@pytest.fixture(scope="module")
def display(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Display]:
    display = Display(tmp_path_factory.mktemp("screen") / "framebuffer")
    yield display
    display.close()


@pytest.fixture
def run(display: Display, tmp_path: Path) -> Iterator[Callable[..., Window]]:
    windows: list[Window] = []

    def start(*options: str) -> Window:
        windows.append(Window(display, tmp_path, *options))
        windows[-1].wait_for(lambda state: state["screen"] == "start")
        return windows[-1]

    yield start
    for window in windows:
        window.close()


def test_the_courses_flow(run: Callable[..., Window]) -> None:
    window = run("--level", "beginner", "--start", "opening", "--seed", "11", "--agent", "expert")
    window.click("play")
    window.wait_for(lambda state: state["screen"] == "game")
    window.wait_for_colour(4, 4, LIGHT.hidden)

    # Right click flags, and takes the flag off.
    window.cell(0, 0, button=3)
    window.wait_for(lambda state: state["flags"] == 1)
    window.cell(0, 0, button=3)
    window.wait_for(lambda state: state["flags"] == 0)

    # Left click opens a region: what was closed looks open.
    window.cell(4, 4)
    window.wait_for(lambda state: state["revealed"] > 1)
    window.display.do("mousemove", *window.on_screen(5, 5))
    window.wait_for_colour(4, 4, LIGHT.open)

    # The AI plays to the end: a press is a move, however long it is held.
    turns = window.state["turns"]
    button = window.on_screen(*window.state["widgets"]["ai_move"])
    window.display.do("mousemove", *button, "mousedown", 1)
    assert window.wait_for(partial(has, "pressed", "ai_move"))["turns"] == turns
    window.display.do("mouseup", 1)
    state = window.wait_for(partial(has, "turns", turns + 1))
    while state["status"] == "playing":
        turns = state["turns"]
        assert state["message"].startswith("expert opened")
        window.click("ai_move")
        state = window.wait_for(partial(has, "turns", turns + 1))
    assert state["status"] == "won"
    assert "review" in window.wait_for(lambda state: "review" in state["widgets"])["widgets"]

    # The same board again, then another one.
    seed = state["seed"]
    window.click("again")
    assert window.wait_for(lambda state: state["turns"] == 0)["seed"] == seed
    window.click("new")
    window.wait_for(lambda state: state["seed"] != seed)


def test_resizing_keeps_the_game_under_the_pointer(run: Callable[..., Window]) -> None:
    window = run("--level", "beginner", "--start", "opening", "--theme", "light")
    window.click("play")
    before = window.wait_for(lambda state: state["screen"] == "game")
    found = window.display.do("search", "--class", ".").split()
    for number, size in enumerate([(1100, 720), (760, 560)]):
        window.display.do("windowsize", found[-1], *size)
        state = window.wait_for(partial(has, "size", list(size)))
        assert state["board"] != before["board"]
        window.cell(8, number, button=3)
        window.wait_for(partial(has, "flags", number + 1))
        shot = window.display.screenshot()
        left, top = window.on_screen(1, 1)
        right, bottom = window.on_screen(size[0] - 2, size[1] - 2)
        assert tuple(shot[top, left]) == tuple(shot[bottom, right]) == LIGHT.ground


def has(name: str, value: object, state: State) -> bool:
    return bool(state[name] == value)


@pytest.mark.parametrize("way", ["Ctrl-C", "killed"])
def test_however_it_ends_the_game_goes_on(run: Callable[..., Window], way: str) -> None:
    window = run("--level", "beginner", "--start", "opening", "--seed", "11", "--agent", "expert")
    window.click("play")
    window.wait_for(lambda state: state["screen"] == "game")
    window.cell(4, 4)
    state = window.wait_for(lambda state: state["turns"] == 1)
    window.process.send_signal(signal.SIGINT if way == "Ctrl-C" else signal.SIGKILL)
    window.process.wait(PATIENCE)
    expected = {"Ctrl-C": 130, "killed": -signal.SIGKILL}
    assert window.process.returncode == expected[way]
    assert window.process.stderr is not None
    assert "Traceback" not in window.process.stderr.read()

    again = run()
    again.click("resume")
    back = again.wait_for(lambda state: state["screen"] == "game")
    assert (back["turns"], back["revealed"]) == (1, state["revealed"])


def test_the_keyboard_plays_too(run: Callable[..., Window]) -> None:
    window = run("--size", "5x5/3", "--theme", "dark")
    window.display.do("mousemove", *window.on_screen(5, 5))
    window.display.do("key", "Return")
    window.wait_for(lambda state: state["screen"] == "game")
    window.display.do("key", "Down", "Right", "space")
    state = window.wait_for(lambda state: state["turns"] == 1)
    assert state["cursor"] == [1, 1]
    window.display.do("key", "question")
    window.wait_for(lambda state: state["screen"] == "help")
    window.display.do("key", "Escape", "t")
    window.wait_for(lambda state: state["theme"] == "light")
    window.display.do("key", "q")
    assert window.process.wait(PATIENCE) == 0


def test_in_a_students_folder_the_students_own_ai_plays_the_courses_game(
    run: Callable[..., Window], tmp_path: Path
) -> None:
    student_file(tmp_path)
    window = run("--seed", "2")
    window.click("play")
    state = window.wait_for(lambda state: state["screen"] == "game")
    while state["status"] == "playing":
        turns = state["turns"]
        window.click("ai_move")
        state = window.wait_for(lambda state, turns=turns: state["turns"] > turns)  # type: ignore[misc]
        assert "minesweeper.py" in state["message"] or state["status"] != "playing"
    # All mines are flagged: that is what wins the course's game.
    assert (state["status"], state["flags"]) == ("won", 8)
