"""The game line by line: through a pipe, in a terminal, and as a program would call it."""

from __future__ import annotations

import io
import os
import pty
import re
import select
import signal
import subprocess
import sys
import time
from dataclasses import replace
from pathlib import Path
from threading import current_thread, main_thread

import pytest
from commands import SAPPER
from hypothesis import given, settings
from hypothesis import strategies as st
from waiting import PATIENCE

from sapper.agents.base import Conclusions
from sapper.agents.exact import ExactAgent
from sapper.board import Board
from sapper.extras import install_command
from sapper.game import Status, WinningRule
from sapper.grid import Cell
from sapper.history import History
from sapper.interface.terminal.line_mode import turns
from sapper.interface.terminal.line_mode.commands import ALL_COMMANDS, COMMANDS
from sapper.interface.terminal.line_mode.game import PlainGame
from sapper.level import Guesses, Level, StartRule
from sapper.play.commands import GAME_COMMANDS
from sapper.play.record import Setup
from sapper.play.table import Table
from sapper.view import View

BEGINNER = Setup(Level.named("beginner"), seed=3)


def listen(*lines: str, setup: Setup = BEGINNER, history: History | None = None) -> list[str]:
    """What is said to these lines."""
    kept = history or History.in_memory()
    out = io.StringIO()
    PlainGame(Table(setup, kept), kept).play(io.StringIO("\n".join(lines)), out, prompt=False)
    return out.getvalue().splitlines()[2:-1]


def test_a_cell_is_opened_and_told() -> None:
    assert listen("r 4 4") == [
        "You opened (4, 4): safe, as the first cell always is. (4, 4) shows 1."
    ]


def test_a_region_is_told_cell_by_cell_or_by_its_rows() -> None:
    said = listen("r 0 0", setup=Setup(Level(2, 3, 1, StartRule.OPENING), seed=0))
    assert "cells were opened: (0, 0) is empty" in said[0]
    said = listen("r 0 0", setup=Setup(Level(9, 9, 1, StartRule.OPENING), seed=0))
    assert re.search(r"\d+ cells were opened, in rows 0 to 8; type row 0 to hear one\.", said[0])


def test_a_game_that_is_over_is_told_so_and_not_its_flags() -> None:
    said = listen("r 0 1", "r 0 2", "r 0 3", "board", setup=with_mines(4, (0, 0)))
    (told,) = (line for line in said if "4 columns" in line or "four columns" in line)
    assert ". The game is won. The clock shows" in told
    assert "flag" not in told


def test_flags_and_chords() -> None:
    setup = with_mines(4, (0, 0))
    *said, numbers, over = listen(
        "r 0 1", "c 0 1", "f 0 0", "r 0 0", "f 0 0", "f (0, 0)", "c 0,1", setup=setup
    )
    assert over == "Type new for a new board, or again for the same."
    assert re.match(r"Numbers: time \d+\.\d{3} s, 3BV 1 of 1, ", numbers)
    assert "clicks 7, L + R + chord 2 + 3 + 2, wasted 2, " in numbers
    assert "wasted L + R + chord 1 + 0 + 1, IOE 0.143" in numbers
    said[-1], _, record = said[-1].partition(" Your first win ")
    assert record.startswith("of this kind: ")
    assert said == [
        "You opened (0, 1): a guess, 25.0 % chance of a mine, the safest available. "
        "(0, 1) shows 1.",
        "(0, 1) opens its neighbours once it has as many flags around it as it shows.",
        "You flagged (0, 0).",
        "(0, 0) is flagged; f 0 0 removes the flag.",
        "You removed the flag from (0, 0).",
        "You flagged (0, 0).",
        "You opened the neighbours of (0, 1): a guess, 50.0 % chance of a mine, though a safe cell "
        "was available. The game is won.",
    ]


def with_mines(width: int, *mines: Cell) -> Setup:
    """One row with its mines there: found by trying seeds."""
    level = Level(1, width, len(mines), StartRule.ANY)
    seeds = (seed for seed in range(1000) if Board(level, seed).mines == frozenset(mines))
    return Setup(level, seed=next(seeds))


def test_a_lost_game_names_the_mines_and_then_nothing_more_happens() -> None:
    setup = with_mines(4, (0, 0))
    said = listen("r 0 0", "r 0 1", "ai", "auto", "board", "row 0", "cell 0 0", setup=setup)
    assert said[0].endswith("The game is lost.")
    assert said[1] == "The mines were at (0, 0)."
    over = "The game is lost. Type new for a new board, or again for the same."
    assert said[2].startswith("Numbers: ")
    assert said[4:7] == [over] * 3
    assert said[8] == "Row 0: the mine that exploded, then 3 hidden cells."
    assert said[9] == ("Row 0: column 0 was the mine that exploded, columns 1 to 3 are hidden.")
    assert said[10] == "(0, 0) was the mine that exploded."


def test_odds_before_the_first_click_are_those_of_the_start_rule() -> None:
    safe = "safe, as the first cell always is"
    assert listen("odds", "odds 4 5")[:2] == [f"Any cell is {safe}.", f"(4, 5): {safe}."]


def test_hints_odds_and_why() -> None:
    said = listen("r 4 4", "hint", "odds", "odds 4 5", "odds 4 4", "ai", "ai", "odds", "odds 0 4")
    assert said[1] == "Nothing is certain. The best guess is (0, 8): 12.5 % chance of a mine."
    assert said[2:4] == ["No cell is certainly safe.", "No cell is certainly a mine."]
    assert re.fullmatch(r"The safest, at 12\.\d %: \(0, 0\), .*, and \d+ more cells\.", said[4])
    assert said[5:7] == ["(4, 5): 12.5 % chance of a mine.", "(4, 4) shows 1."]
    assert said[9].startswith("12 certainly safe: (0, 4), (0, 5), (2, 4)")
    assert said[-1] == "(0, 4): certainly safe."
    why = listen("r 4 4", "ai", "ai", "why 0 4")[3:]
    assert why[0].startswith("(0, 4) is safe.")
    assert len(why) > 1
    both = with_mines(4, (0, 0), (0, 2))
    assert listen("r 0 1", "odds 0 2", "odds", setup=both)[1:3] == [
        "(0, 2): certainly a mine.",
        "1 certainly safe: (0, 3).",
    ]


def test_the_best_guess_is_told_with_what_it_was_compared_with() -> None:
    said = listen("r 4 4", "guess", "b")
    assert re.match(r"The best guess is \(\d, \d\): 1\d\.\d % chance of a mine", said[1])
    assert said[2] == said[1]
    assert listen("guess")[0].endswith("is certainly safe.")
    assert listen("r 0 0", "guess", setup=with_mines(4, (0, 0)))[-1] == (
        "The game is lost. Type new for a new board, or again for the same."
    )


def test_a_pause_covers_the_board_until_the_game_resumes() -> None:
    paused = "The game is paused. Type pause to resume it."
    asked = ("board", "row 4", "cell 4 4", "map", "hint", "guess", "odds", "why 0 0")
    said = listen("r 4 4", "pause", *asked, "r 0 0", "f 0 0", "c 4 4", "ai", "auto", "moves", "p")
    assert said[1:-2] == [paused] * (1 + len(asked) + 5)
    assert said[-2].startswith("1. You opened (4, 4)")
    assert said[-1].startswith("The game resumes. ")
    assert listen("r 4 4", "pause", "pause", "cell 4 4")[-1] == "(4, 4) shows 1."
    over = listen("r 0 0", "pause", setup=with_mines(4, (0, 0)))
    assert over[-1] == "The game is lost. Type new for a new board, or again for the same."


def test_the_clock_stands_still_while_the_game_is_paused() -> None:
    history = History.in_memory()
    game = PlainGame(Table(BEGINNER, history), history)
    list(game.answer("r 4 4"))
    list(game.answer("pause"))
    stopped = game.seat.table.seconds
    time.sleep(0.05)
    assert game.seat.table.seconds == stopped
    list(game.answer("pause"))
    time.sleep(0.05)
    assert game.seat.table.seconds > stopped


def test_a_letter_means_what_its_key_does_elsewhere() -> None:
    for shared in GAME_COMMANDS:
        for key in shared.keys:
            if len(key) == 1 and key in COMMANDS and key != "r":
                assert COMMANDS[key].command is shared, key
    assert COMMANDS["r"].run is turns.reveal
    assert {"h", "b", "w", "o", "a", "A", "p", "n", "g", "m", "s", "S", "v", "q"} <= set(COMMANDS)


def test_every_command_that_draws_nothing_can_be_typed() -> None:
    typed = {known.command for known in ALL_COMMANDS}
    drawn = {"close", "larger", "smaller", "whole", "theme", "step_back", "step_on"}
    drawn |= {"slower", "faster", "up", "down", "left", "right"}
    drawn |= {"row_start", "row_end", "far_up", "far_down"}
    assert {shared.name for shared in GAME_COMMANDS if shared not in typed} == drawn


def test_what_the_games_say_is_said() -> None:
    history = History.in_memory()
    assert listen("I", history=history)[1].startswith("No finished game of yours")
    for seed in range(2):
        table = Table(replace(BEGINNER, seed=seed), history)
        while table.status is Status.PLAYING:
            table.reveal(table.view.hidden()[-1])
    said = listen("analysis", history=history)
    assert said[:2] == ["Judging your games…", "2 games were judged, 0 of them won."]
    rates = said.index("What your win rate would be.")
    assert re.fullmatch(
        r"beginner, safe: games 2, your win rate 0 \(0–66\), perfect guesses .*\.", said[rates + 1]
    )
    assert said[rates + 2].startswith("In percent")


def test_training_interrupts_a_game_which_then_goes_on() -> None:
    said = listen("r 4 4", "T", "solution", "r 0 0", "quit", "moves")
    assert said[1] == "Judging your games…"
    assert said[3].startswith("Ladder, rung 1 of 7: one number.")
    assert any(line.startswith("'r' is not understood.") for line in said)
    assert said[-3] == "0 of 1 right."  # in memory, nothing is kept
    assert said[-2].startswith("Back to your game. beginner: 9 rows")
    assert said[-1] == "1. You opened (4, 4): safe, as the first cell always is."


def test_the_clock_stands_still_during_a_training_and_the_end_of_the_input_ends_both() -> None:
    now = [0.0]
    history = History.in_memory()
    game = PlainGame(Table(BEGINNER, history, clock=lambda: now[0]), history)
    for line in ("r 4 4", "train"):
        list(game.answer(line))
    now[0] = 60.0
    assert game.seat.table.seconds == 0
    assert game.farewell() == "0 of 0 right. Goodbye."
    assert game.seat.training is None


def test_the_clock_goes_on_where_training_ends() -> None:
    now = [0.0]
    history = History.in_memory()
    game = PlainGame(Table(BEGINNER, history, clock=lambda: now[0]), history)
    for line in ("r 4 4", "train", "quit"):
        now[0] += 1
        list(game.answer(line))
    now[0] += 60
    assert game.seat.table.seconds == 61


def test_the_ai_plays_to_the_end_or_some_moves() -> None:
    assert len(listen("r 4 4", "auto 3")) == 4
    said = listen("r 4 4", "auto")
    assert said[-3].endswith("The game is won.")
    flagged = Setup(Level.named("beginner"), winning="flagged", seed=3)  # type: ignore[arg-type]
    assert listen("r 4 4", "auto", setup=flagged)[-3].endswith("The game is won.")


def test_easy_moves_are_made_for_the_player() -> None:
    setup = Setup(Level.named("beginner").starting("opening"), seed=3)
    said = listen("fast", "r 4 4", "fast off", "fast", "e", "fast hardest", setup=setup)
    assert said[0] == "Fast mode: easy (one number at a time)."
    assert "Fast mode opened 18 more cells for you." in said[1]
    assert "67 cells were opened" in said[1]
    assert said[2] == "Fast mode is off."
    assert said[4] == "Fast mode: medium (two numbers together)."
    assert said[5].startswith("No grade is called 'hardest'")


def test_only_the_last_turn_of_a_game_is_said_to_end_it() -> None:
    history = History.in_memory()
    flagged = Setup(Level.named("beginner"), WinningRule.FLAGGED, seed=3, agent="exact")
    unfinished = Table(flagged, history)
    for _ in range(2):
        unfinished.ai_move()
    tiny = replace(flagged, level=Level(2, 2, 3))
    said = listen("auto", "moves", "replay 2", setup=tiny, history=history)
    assert said.count("Type new for a new board, or again for the same.") == 1
    told = [line for line in said if line[0].isdigit()]
    moves = told[: -len(unfinished.entries)]
    assert [line.endswith("The game is won.") for line in moves] == [False] * (len(moves) - 1) + [
        True
    ]
    assert not any("won" in line for line in told[len(moves) :])


def test_the_board_in_words_and_as_text() -> None:
    said = listen("r 4 4", "f 0 0", "f 0 1", "board", "row 0", "map", "moves")[3:]
    assert said[0].endswith("Eight mines are not flagged. The clock shows 0:00.")
    assert said[1] == "Row 0: 2 flagged cells, then 7 hidden cells."
    assert said[5] == "Row 4: 4 hidden cells, then 1, then 4 hidden cells."
    assert said[10] == "Row 0: columns 0 to 1 are flagged, columns 2 to 8 are hidden."
    assert said[11] == "FF#######"
    assert said[-1] == "3. You flagged (0, 1)."
    assert listen("moves") == ["No move has been made yet."]


def test_more_flags_than_mines_are_counted() -> None:
    said = listen("f 0 0", "f 0 1", "board", setup=Setup(Level(1, 3, 1), seed=1))
    assert "There is one flag too many." in said[2]


def test_other_games() -> None:
    said = listen("new 7", "level", "level expert opening", "level 4x5/3", "start any", "agent")
    assert said[0].startswith(
        "A new game. beginner: 9 rows, 9 columns, ten mines, start safe, seed 7."
    )
    assert "expert" in said[1]
    assert said[3].startswith("A new game. expert: 16 rows, 30 columns, 99 mines, start opening")
    assert said[4].startswith("A new game. 4x5/3: 4 rows, 5 columns, three mines, start safe")
    assert "start any" in said[5]
    assert said[6].startswith("expert makes the AI's moves.")
    again = listen("r 4 4", "again", "r 4 4", "level 4x4/2", "agent exact", "ai")
    assert again[2].endswith("(4, 4) shows 1.")
    assert any(line.startswith("exact opened") for line in again)


@pytest.mark.parametrize("line", ["quit", "", "new", "again", "level expert", "continue 1"])
def test_the_time_that_was_thought_is_kept(line: str) -> None:
    history, now = History.in_memory(), [0.0]
    game = PlainGame(Table(BEGINNER, history, lambda: now[0]), history)
    list(game.answer("r 4 4"))
    now[0] += 600
    game.play(io.StringIO(line), io.StringIO(), prompt=False)
    (kept,) = history.games()
    if line == "continue 1":  # the game goes on by a real clock
        assert game.seat.table.seconds >= 600
        assert 600 <= kept.seconds < 660
    else:
        assert kept.seconds == 600


def test_another_agent_goes_on_with_the_game() -> None:
    history = History.in_memory()
    said = listen("r 4 4", "agent exact", "ai", "agent nobody", history=history)
    assert said[1] == "From now on exact makes the AI's moves."
    assert said[2].startswith("exact opened")
    assert said[3].startswith("No agent is called 'nobody'")
    assert [game.turns for game in history.games()] == [2]


def test_all_thinking_is_beside_the_main_thread(monkeypatch: pytest.MonkeyPatch) -> None:
    """So that Ctrl-C is heard meanwhile, under the course's rule too."""
    threads = []
    settled = ExactAgent.conclusions

    def noted(agent: ExactAgent, view: View) -> Conclusions:
        threads.append(current_thread())
        return settled(agent, view)

    monkeypatch.setattr(ExactAgent, "conclusions", noted)
    listen("ai", "ai", setup=replace(BEGINNER, winning=WinningRule.FLAGGED, agent="exact"))
    assert len(threads) == 2
    assert main_thread() not in threads


def test_an_agent_that_breaks_is_said_and_play_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(agent: ExactAgent, view: View) -> None:
        raise ZeroDivisionError("no idea")

    monkeypatch.setattr(ExactAgent, "choose", broken)
    said = listen("ai", "auto", "f 0 0", setup=replace(BEGINNER, agent="exact"))
    crash = "Agent 'exact' crashed: ZeroDivisionError: no idea."
    assert said == [crash, crash, "You flagged (0, 0)."]


def test_kept_games_are_heard_again_and_resumed() -> None:
    history = History.in_memory()
    assert listen("games", "statistics", "continue", history=history) == [
        "No game is saved yet: a game is saved from its first move on.",
        "No game is finished yet.",
        "There is no game to resume; type new to begin one.",
    ]
    setup = with_mines(4, (0, 0))
    listen("r 0 1", "r 0 0", setup=setup, history=history)
    listen("r 4 4", "auto", history=history)
    listen("r 4 4", "f 0 0", setup=Setup(Level.named("beginner"), seed=8), history=history)
    said = listen(
        "games", "statistics", "replay 3", "replay 9", "replay", "continue 3", history=history
    )
    assert [line.partition(",")[0] for line in said[:3]] == [
        "1. beginner",
        "2. beginner",
        "3. 1x4/1",
    ]
    assert said[3].startswith(
        "1x4/1, start any: played 1, won 0 (0 %), best time –, streak 0, longest 0, risk "
    )
    assert said[4] == "beginner, start safe: no game counts."
    assert said[5].startswith("1 more game does not count: it was played with help")
    assert any(one.startswith("Needless: (0, 3) was certainly safe. It gave up ") for one in said)
    assert any(line.startswith("Skill:") for line in said)
    assert said[-3] == "There is no game 9; type games to hear them."
    assert said[-2].startswith("Type replay 1, with the number of a game")
    assert said[-1] == "That game is lost; type replay 3 to hear it."
    assert listen("continue", "row 0", history=history)[1].startswith("Row 0: column 0 is flagged")


def test_every_bad_line_gets_one_line_that_says_what_to_type() -> None:
    bad = ["jump", "r", "r 1", "r a b", "r 1 2 3", "f -1 0", "row", "row x", "row 99", "r 99 0",
           "level nowhere", "level 3x3/99", "start sometimes", "agent nobody", "new x", "auto x",
           "why", "why 0", "odds x", "cell", "r 9999999999999999999999999 1", "x" * 500,
           "é\x00 1"]  # fmt: skip
    for line in bad:
        said = listen(line)
        assert len(said) == 1, (line, said)
        assert len(said[0]) < 200
        assert said[0].endswith(".")
    assert listen("", "   ", "# a remark") == []


@settings(max_examples=30)
@given(st.lists(st.text(max_size=12) | st.builds(
    lambda command, rest: f"{command.names[0]} {rest}",
    st.sampled_from([command for command in ALL_COMMANDS if command.names[0] != "quit"]),
    st.text(alphabet="0123456789 -x/,()", max_size=6),
), max_size=8))  # fmt: skip
def test_whatever_is_typed_gets_an_answer_and_no_control_codes(lines: list[str]) -> None:
    setup = Setup(Level(4, 4, 3), seed=1)
    history = History.in_memory()
    game = PlainGame(Table(setup, history), history)
    for line in lines:
        if "x" not in line:  # a size of somebody's own may be a very large board
            for sentence in game.answer(line):
                assert "\x1b" not in sentence
                assert "\n" not in sentence


def test_help_names_every_command() -> None:
    said = listen("help")
    explained = [line.partition(": ") for line in said]
    assert not [usage for usage, _, words in explained if f"; {usage}:" in words]
    assert len(said) == len(ALL_COMMANDS)
    assert said[0] == "r 3 4: open row 3, column 4."


# As a program


def run(
    *arguments: str, lines: str | bytes = "", home: Path, **environment: str
) -> subprocess.CompletedProcess[bytes]:
    content = lines.encode() if isinstance(lines, str) else lines
    return subprocess.run(
        [*SAPPER, "play", *arguments],
        input=content,
        capture_output=True,
        timeout=PATIENCE,
        env={**os.environ, "SAPPER_HOME": str(home), **environment},
    )


@pytest.mark.slow
def test_through_a_pipe_it_plays_saves_and_resumes(tmp_path: Path) -> None:
    first = run("--plain", "--seed", "3", lines="r 4 4\nf 0 0\n", home=tmp_path)
    assert first.returncode == 0
    assert first.stderr == b""
    assert "The game is saved; the next start offers to resume it." in first.stdout.decode()
    assert b"\x1b" not in first.stdout
    second = run("--plain", lines=b"continue\nrow 0\nquit\nrow 1\n\xff\xfe", home=tmp_path)
    said = second.stdout.decode().splitlines()
    assert second.returncode == 0
    assert said[1].startswith("Your last game is unfinished: beginner, start safe, 2 moves")
    assert "Row 0: column 0 is flagged, columns 1 to 8 are hidden." in said
    assert not any(line.startswith("Row 1") for line in said)
    third = run("--plain", "--continue", lines="cell 0 0\n", home=tmp_path)
    assert "(0, 0) is flagged." in third.stdout.decode()


@pytest.mark.slow
def test_without_a_terminal_it_says_what_to_use(tmp_path: Path) -> None:
    answer = run(home=tmp_path)
    assert answer.returncode == 2
    assert answer.stderr.decode() == (
        "sapper: this is not a terminal; use --plain to play line by line\n"
    )
    assert answer.stdout == b""


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["--level", "nowhere"], "no level is called 'nowhere'"),
        (["--level", "expert", "--size", "3x3/1"], "a level or a size, not both"),
        (["--size", "3x3/99"], "do not fit"),
        (["--agent", "nobody"], "no agent is called 'nobody'"),
        (["--win", "sometimes"], "no winning rule is called 'sometimes'"),
        (["--continue"], "there is no game to resume"),
        (["--seed", "-1"], "a seed is a whole number from 0 to 2**128 − 1, not -1"),
        (["--seed", "x"], "a seed is a whole number from 0 to 2**128 − 1, not 'x'"),
    ],
)
def test_bad_wishes_are_one_line_and_exit_code_2(
    arguments: list[str],
    complaint: str,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    from sapper.interface.commands.main import main

    monkeypatch.setenv("SAPPER_HOME", str(tmp_path))
    monkeypatch.setattr(sys, "argv", ["sapper", "play", "--plain", *arguments])
    with pytest.raises(SystemExit) as exit_:
        main()
    assert exit_.value.code == 2
    said = capsys.readouterr().err
    assert complaint in said
    assert len(said.splitlines()) == 1


@pytest.mark.slow
def test_without_textual_it_says_what_to_install(tmp_path: Path) -> None:
    missing = (
        "import sys; sys.modules['textual'] = None\n"
        "for stream in (sys.stdin, sys.stdout, sys.stderr): stream.isatty = lambda: True\n"
        "from sapper.interface.commands.main import main; main()"
    )
    answer = subprocess.run(
        [sys.executable, "-c", missing, "play"],
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        env={**os.environ, "SAPPER_HOME": str(tmp_path), "TERM": "xterm"},
    )
    assert answer.returncode == 1
    assert answer.stderr == (
        f"sapper: this needs textual: {install_command('terminal')}, or play with --plain\n"
    )


class Typist:
    """Somebody who types at a terminal of the test's own."""

    def __init__(self, *arguments: str, home: Path, **environment: str) -> None:
        self.terminal, theirs = pty.openpty()
        self.process = subprocess.Popen(
            [*SAPPER, "play", *arguments],
            stdin=theirs, stdout=theirs, stderr=theirs, start_new_session=True,
            env={**os.environ, "SAPPER_HOME": str(home), "TERM": "dumb", **environment},
            preexec_fn=_listen_to_control_c,
        )  # fmt: skip
        os.close(theirs)
        self.read = ""

    def type(self, text: str) -> None:
        os.write(self.terminal, text.encode())

    def hear(self, text: str) -> None:
        last = time.monotonic() + PATIENCE
        while text not in self.read:
            assert time.monotonic() < last, self.read
            ready, _, _ = select.select([self.terminal], [], [], 0.5)
            if ready:
                try:
                    self.read += os.read(self.terminal, 1 << 16).decode()
                except OSError:  # the other side is gone
                    break
        assert text in self.read, self.read

    def end(self) -> int:
        code = self.process.wait(PATIENCE)
        os.close(self.terminal)
        return code


def _listen_to_control_c() -> None:
    """Take the terminal as one's own, so that Ctrl-C in it reaches the program."""
    import fcntl
    import termios

    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGINT, signal.default_int_handler)


def test_in_a_terminal_it_prompts_and_ends_with_control_d(tmp_path: Path) -> None:
    typist = Typist("--plain", "--seed", "3", home=tmp_path)
    typist.hear("> ")
    typist.type("r 4 4\n")
    typist.hear("(4, 4) shows 1.")
    typist.type("\x04")
    typist.hear("Goodbye.")
    assert typist.end() == 0
    assert "\x1b" not in typist.read
    with History.open(tmp_path / "games.sqlite3") as history:
        assert [game.status for game in history.games()] == [Status.PLAYING]


def test_control_c_ends_it_and_keeps_the_game(tmp_path: Path) -> None:
    # A terminal that can't be drawn on gets the line mode unasked.
    typist = Typist("--seed", "3", home=tmp_path)
    typist.hear("> ")
    typist.type("r 4 4\n")
    typist.hear("(4, 4) shows 1.")
    typist.type("\x03")
    typist.hear("The game is saved")
    assert typist.end() == 130
    assert "Traceback" not in typist.read
    with History.open(tmp_path / "games.sqlite3") as history:
        assert [game.turns for game in history.games()] == [1]


def test_a_fair_game_line_by_line() -> None:
    heard = listen("guesses", "guesses fair", "r 0 0", "guesses nonsense")
    assert heard[:3] == [
        "Guesses are up to luck: the mines are laid at random.",
        "Type guesses any, guesses fair or guesses none.",
        "After none, you may name a grade: easy, medium, tricky, hard, fiendish, total.",
    ]
    assert "start safe, fair play" in heard[3]
    assert "rule for guesses" in heard[-1]
    view = View.parse("#1##", mines=1)
    setup = replace(BEGINNER, level=Level(1, 4, 1, StartRule.ANY), guesses=Guesses.FAIR)
    table = Table(setup)
    table.reveal((0, 1))
    assert table.view == view
    game = PlainGame(table, History.in_memory())
    assert list(game.answer("hint")) == ["(0, 3) is certainly safe."]
    assert next(game.answer("r 0 2")) == (
        "You opened (0, 2): a mine; it was a guess, though a safe cell was available. "
        "The game is lost. (0, 3) was certain: "
        "the 1 at (0, 1) and the mine total show that it was safe."
    )


def test_a_guess_in_a_fair_game_is_safe_where_nothing_is_certain() -> None:
    setup = replace(BEGINNER, level=Level(1, 3, 1, StartRule.ANY), guesses=Guesses.FAIR)
    table = Table(setup)
    table.reveal((0, 1))
    game = PlainGame(table, History.in_memory())
    assert list(game.answer("hint")) == [
        "Nothing is certain, and the game is fair: (0, 0) will be safe."
    ]
    assert next(game.answer("r 0 0")) == (
        "You opened (0, 0): a guess while nothing was certain, which is fair. The game is won."
    )


def test_a_board_without_guesses_line_by_line() -> None:
    heard = listen("guesses none medium", "f 0 0", "r 0 0", "r 4 4", "auto", "replay 1")
    assert "start safe, no-guess board, medium" in heard[0]
    assert heard.pop(1).startswith("You flagged (0, 0)")
    assert "flag" in heard.pop(1)  # that does not open, so no board is made yet
    assert heard[1] == "Making a board that needs no guess; Ctrl-C stops."
    assert heard[2].startswith("You opened (4, 4)")
    assert "The game is won." in " ".join(heard)
    assert not any("a guess" in line for line in heard[2:])
    assert "No-guess board, medium." in heard
