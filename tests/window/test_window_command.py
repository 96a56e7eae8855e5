"""`sapper window` and `runner.py` where something is missing or wrong: one line, exit code 2."""

from __future__ import annotations

import os
import re
import runpy
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pygame
import pytest
from commands import SAPPER
from waiting import PATIENCE

import runner
from sapper.game import WinningRule
from sapper.history import History
from sapper.interface.commands.main import main
from sapper.interface.commands.window import window
from sapper.interface.window import desktop
from sapper.interface.window.preferences import Preferences
from sapper.interface.window.theme import LIGHT
from sapper.level import LEVELS, Level
from sapper.play.record import Setup
from sapper.proof.technique import BoardGrade

WINDOW = [*SAPPER, "window"]
DISPLAYS = ("DISPLAY", "WAYLAND_DISPLAY", "SDL_VIDEODRIVER")
Complaint = Callable[..., str]


@pytest.fixture
def complaint(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> Complaint:
    """The one line that the command says before it fails."""
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path))
    for name in DISPLAYS:
        monkeypatch.delenv(name, raising=False)

    def complain(*options: str, code: int = 2) -> str:
        monkeypatch.setattr(sys, "argv", ["sapper", "window", *options])
        with pytest.raises(SystemExit) as stopped:
            main()
        assert stopped.value.code == code
        out, err = capfd.readouterr()
        assert not out
        assert err.count("\n") == 1
        return err

    return complain


@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
def test_without_a_display(complaint: Complaint) -> None:
    assert complaint(code=1) == "sapper: cannot open a window here: there is no display\n"


def test_with_a_display_that_does_not_answer(
    complaint: Complaint, monkeypatch: pytest.MonkeyPatch
) -> None:
    pygame.display.quit()
    monkeypatch.setenv("SDL_VIDEODRIVER", "x11")
    monkeypatch.setenv("DISPLAY", ":9999")
    assert complaint(code=1).startswith("sapper: cannot open a window here: ")


@pytest.mark.slow
@pytest.mark.skipif(sys.platform in ("win32", "darwin"), reason="there is always a display")
@pytest.mark.parametrize("name", [":9999", "localhost:9999", "nonsense"])
def test_with_a_display_that_is_not_there(tmp_path: Path, name: str) -> None:
    code, lines = said(WINDOW, tmp_path, DISPLAY=name)
    assert code == 1
    assert lines == ["sapper: cannot open a window here: x11 not available"]


@pytest.mark.parametrize(
    ("options", "told"),
    [
        (["--theme", "pink"], "sapper: no theme is called 'pink'; there are: light, dark, "),
        (["--level", "easiest"], "sapper: no level is called 'easiest'; there are: course, "),
        (["--level", "expert", "--size", "5x5/5"], "give a level or a size, not both"),
        (["--size", "5x5"], "sapper: a size reads HEIGHTxWIDTH/MINES, as in 16x30/99, not '5x5'"),
        (["--size", "5x5/25"], "sapper: 25 mines on a 5×5 board leave no room for the start rule"),
        (["--agent", "nobody"], "sapper: no agent is called 'nobody'; there are: random, "),
        (["--start", "soon"], "sapper: no start rule is called 'soon'; there are: any, "),
        (["--seed", "-1"], "--seed"),
        (["--win", "never"], "sapper: no winning rule is called 'never'; there are: revealed, "),
        (["--win", "flags", "--fair"], "sapper: "),
        (["--daily", "--seed", "3"], "sapper: the puzzle of the day is given: choose its --level"),
        (
            ["--start", "safe", "--disclosed", "4"],
            "sapper: cells are disclosed under the start rule",
        ),
    ],
)
def test_bad_options(complaint: Complaint, options: list[str], told: str) -> None:
    assert told in complaint(*options)


def said(command: list[str], folder: Path, **changes: str) -> tuple[int, list[str]]:
    """How a command ends and what it says, with some of the environment changed."""
    kept = {name: value for name, value in os.environ.items() if name not in DISPLAYS}
    done = subprocess.run(
        command,
        env={**kept, "SAPPER_HOME": str(folder), **changes},
        cwd=folder,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
    )
    return done.returncode, (done.stdout + done.stderr).splitlines()


def without(tmp_path: Path, module: str) -> str:
    """A folder that hides a module: what is imported from there fails as if it were missing."""
    hidden = tmp_path / "hiding"
    hidden.mkdir()
    (hidden / f"{module}.py").write_text("raise ModuleNotFoundError(name=__name__)\n")
    return str(hidden)


def test_without_pygame(tmp_path: Path) -> None:
    code, lines = said(WINDOW, tmp_path, PYTHONPATH=without(tmp_path, "pygame"))
    assert code == 1
    assert len(lines) == 1
    assert re.fullmatch(r"sapper: this needs pygame: .* -m pip install .*\[window\].*", lines[0])


def test_the_runner_says_what_to_run(tmp_path: Path, root: Path) -> None:
    alone = tmp_path / "runner.py"
    alone.write_text((root / "runner.py").read_text())
    code, lines = said([sys.executable, "-I", "-S", str(alone)], tmp_path)
    assert code == 1
    assert lines == ["This Python lacks Sapper; run: python SAPPERS_FOLDER/runner.py"]
    (tmp_path / "src" / "sapper").mkdir(parents=True)
    code, lines = said([sys.executable, "-I", "-S", str(alone)], tmp_path)
    assert code == 1
    assert lines == ["The window is not set up yet; run: make .venv/.ready && python runner.py"]


@pytest.mark.skipif(sys.platform == "win32", reason="a shell script stands in for Python")
def test_the_runner_finds_the_environment_of_make(tmp_path: Path, root: Path) -> None:
    alone = tmp_path / "runner.py"
    alone.write_text((root / "runner.py").read_text())
    python = tmp_path / ".venv" / "bin" / "python"
    python.parent.mkdir(parents=True)
    python.write_text('#!/bin/sh\necho "asked: $@"\n')
    python.chmod(0o755)
    code, lines = said([sys.executable, "-I", "-S", str(alone), "--theme", "dark"], tmp_path)
    assert (code, lines) == (0, [f"asked: {alone} --theme dark"])


def test_the_runner_knows_the_options(tmp_path: Path, root: Path) -> None:
    code, lines = said([sys.executable, str(root / "runner.py"), "--help"], tmp_path)
    assert code == 0
    assert any("--theme" in line for line in lines)


THE_COURSES_GAME = ["window", "--level", "course", "--win", "flags"]


def test_the_runner_plays_the_courses_game_with_the_students_ai(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    assert runner.options([]) == [*THE_COURSES_GAME, "--agent", "sentence"]
    own = tmp_path / "minesweeper.py"
    own.touch()
    assert runner.options(["--theme", "dark"]) == [
        *THE_COURSES_GAME, "--agent", str(own), "--theme", "dark",
    ]  # fmt: skip
    assert runner.options(["--agent=exact"]) == [*THE_COURSES_GAME, "--agent=exact"]
    assert runner.options(["-a", "exact"]) == [*THE_COURSES_GAME, "-a", "exact"]
    for other in (["--size", "5x5/3"], ["-lexpert"], ["--fair"], ["--no-guess"]):
        assert runner.options(other) == ["window", "--agent", str(own), *other]
    # In Sapper's own folder, that file is Sapper's.
    monkeypatch.chdir(root)
    assert runner.options([]) == [*THE_COURSES_GAME, "--agent", "sentence"]


def test_a_copied_runner_plays_the_file_beside_it(
    tmp_path: Path, root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "runner.py").write_text((root / "runner.py").read_text())
    own = tmp_path / "minesweeper.py"
    own.touch()
    monkeypatch.chdir("/")
    found = runpy.run_path(str(tmp_path / "runner.py"))
    assert found["options"]([])[-2:] == ["--agent", str(own)]


def test_a_setup_of_the_course(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    opened: list[Setup] = []
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path))
    monkeypatch.setattr(desktop, "open_window", lambda setup, *rest, **more: opened.append(setup))
    window(level="course", winning="flags")
    window(level="easy", disclosed=4)
    assert (opened[0].level, opened[0].winning) == (LEVELS["course"], WinningRule.FLAGGED)
    assert (opened[1].winning, opened[1].disclosed) == (WinningRule.REVEALED, 4)


# The loop itself, on SDL's dummy driver


@pytest.fixture
def events(monkeypatch: pytest.MonkeyPatch) -> Callable[[list[pygame.event.Event]], None]:
    """Have the window receive these events, one with each picture."""

    def receive(sent: list[pygame.event.Event]) -> None:
        waiting = iter(sent)

        def wait(timeout: int = 0) -> pygame.event.Event:
            return next(waiting)

        monkeypatch.setattr(pygame.event, "wait", wait)
        monkeypatch.setattr(pygame.event, "get", list)

    return receive


def test_the_loop_draws_until_the_window_is_closed(
    events: Callable[[list[pygame.event.Event]], None], tmp_path: Path, history: History
) -> None:
    enter = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    events(
        [
            pygame.event.Event(pygame.WINDOWEXPOSED),
            pygame.event.Event(pygame.NOEVENT),
            enter,
            pygame.event.Event(pygame.MOUSEMOTION, pos=(5, 5), rel=(0, 0), buttons=(0, 0, 0)),
            pygame.event.Event(pygame.WINDOWCLOSE),
        ]
    )
    trace = tmp_path / "trace.jsonl"
    desktop.open_window(Setup(LEVELS["beginner"], seed=1), LIGHT, history, trace)
    told = trace.read_text().splitlines()
    assert '"screen": "start"' in told[0]
    assert '"screen": "game"' in told[-1]


def test_ctrl_c_stops_the_clock_and_goes_on_up(
    monkeypatch: pytest.MonkeyPatch,
    events: Callable[[list[pygame.event.Event]], None],
    history: History,
) -> None:
    events([])

    def interrupt(timeout: int = 0) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(pygame.event, "wait", interrupt)
    with pytest.raises(KeyboardInterrupt):
        desktop.open_window(Setup(LEVELS["beginner"], seed=1), LIGHT, history)


def test_on_a_dense_screen_points_become_pixels() -> None:
    class Dense:
        size = (500, 400)

        def get_surface(self) -> pygame.Surface:
            return pygame.Surface((1000, 800))

    event = pygame.event.Event(pygame.MOUSEBUTTONDOWN, pos=(20, 30), button=1)
    moved = desktop._in_pixels(event, Dense())  # type: ignore[arg-type]
    assert moved.pos == (40, 60)
    key = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_a, mod=0, unicode="a")
    assert desktop._in_pixels(key, Dense()) is key  # type: ignore[arg-type]


# What it remembers


def test_the_window_looks_as_it_did_the_last_time(
    events: Callable[[list[pygame.event.Event]], None], tmp_path: Path
) -> None:
    dark = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_t, mod=0, unicode="t")
    close = pygame.event.Event(pygame.WINDOWCLOSE)
    with History.open(tmp_path / "games.sqlite3") as history:
        for sent in ([dark, close], [close]):
            events(sent)
            desktop.open_window(Setup(LEVELS["beginner"]), None, history)
            assert Preferences.load(tmp_path).theme == "dark"
        events([close])
        desktop.open_window(Setup(LEVELS["beginner"]), LIGHT, history)
        assert Preferences.load(tmp_path).theme == "light"


def test_the_level_played_last_is_played_again(
    monkeypatch: pytest.MonkeyPatch,
    events: Callable[[list[pygame.event.Event]], None],
    tmp_path: Path,
) -> None:
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path))
    play = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    close = pygame.event.Event(pygame.WINDOWCLOSE)
    opened: list[Setup] = []
    really_open = desktop.open_window

    def note(setup: Setup, *rest: Any, **more: Any) -> None:
        opened.append(setup)
        really_open(setup, *rest, **more)

    monkeypatch.setattr(desktop, "open_window", note)
    for sent, options in (
        ([close], {"level": "expert"}),  # looked at, not played
        ([play, close], {"size": "12x34/56", "start": "any"}),
        ([close], {}),
        ([close], {"no_guess": True}),  # the start rule of before would not go with that
        ([close], {"level": "beginner"}),
        ([close], {}),
    ):
        events(sent)
        window(**options)
    usual, played = LEVELS["intermediate"], Level(12, 34, 56).starting("any")
    assert [setup.level for setup in opened] == [
        LEVELS["expert"],
        *(played, played, played.starting("safe")),
        *(LEVELS["beginner"], played),
    ]
    (tmp_path / "window.json").write_text('{"theme": "dark", "zoom": 1, "level": "?", "start": ""}')
    events([close])
    window()
    assert opened[-1].level == usual


def test_a_window_starts_however_large_everything_was_to_be(
    events: Callable[[list[pygame.event.Event]], None], tmp_path: Path
) -> None:
    play = pygame.event.Event(pygame.KEYDOWN, key=pygame.K_RETURN, mod=0, unicode="\r")
    Preferences(zoom=2.5).save(tmp_path)
    for _ in range(2):
        events([play, pygame.event.Event(pygame.WINDOWCLOSE)])
        with History.open(tmp_path / "games.sqlite3") as history:
            desktop.open_window(Setup(LEVELS["expert"]), None, history)
        assert Preferences.load(tmp_path).zoom == 2.5


@pytest.mark.parametrize(
    "content", ["", "{", "[]", "3", '{"theme": "pink", "zoom": 1}', '{"theme": "dark", "zoom": -1}']
)
def test_what_can_not_be_read_is_as_usual(tmp_path: Path, content: str) -> None:
    (tmp_path / "window.json").write_text(content)
    assert Preferences.load(tmp_path) == Preferences()
    liked = Preferences("dark", 1.5, fast=BoardGrade.MEDIUM)
    liked.save(tmp_path)
    assert Preferences.load(tmp_path) == liked
    Preferences().save(tmp_path / "nowhere")
    assert Preferences.load(tmp_path / "nowhere") == Preferences()
