"""The command, as a user meets it."""

from __future__ import annotations

import io
import json
import os
import pty
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from threading import Timer

import pytest
from commands import SAPPER, Run, imported_by, runner
from rich.console import Console

from sapper._compiled import compiled
from sapper.agents.base import (
    Agent,
    ByLayouts,
    ChosenByOther,
    Conclusions,
    Drawn,
    FromSentence,
    Move,
    Reason,
)
from sapper.agents.expert import Candidate, Compared, FirstCell
from sapper.agents.registry import AGENTS, OWN_AGENTS, make_agent
from sapper.board import Board
from sapper.errors import AgentCrashed, BudgetExceeded, LevelError
from sapper.exact.analysis import analyze
from sapper.exact.budgets import COUNT_BUDGET
from sapper.game import Game, Status
from sapper.interface.commands.failures import ExitCode
from sapper.interface.terminal.drawing import Marks, draw_board, draw_view, part_around
from sapper.interface.terminal.odds import describe_count, draw_analysis
from sapper.interface.terminal.watch import Show, describe_summary, watch
from sapper.lab.agent_game import GameSummary, agent_turns
from sapper.level import Level, StartRule
from sapper.picture.board import Window
from sapper.play import asking
from sapper.play.reasons import SENTENCES, say_reason
from sapper.view import View

needs_engine = pytest.mark.skipif(compiled is None, reason="needs the compiled engine")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd)


@pytest.mark.parametrize("arguments", [[], ["--help"], ["-h"], ["watch", "--help"]])
def test_help_answers(run: Run, arguments: list[str]) -> None:
    shown = run(*arguments)
    assert shown.code == 0
    assert "Usage: sapper" in shown.out


def test_help_imports_nothing_heavy() -> None:
    imported = imported_by("--help")
    assert "typer" in imported
    assert not imported & {"numpy", "rich.console", "sapper.game"}


def test_version(run: Run) -> None:
    shown = run("--version")
    assert shown.code == 0
    assert shown.out.startswith("sapper 0.")
    expected = "engine compiled" if shutil.which("c++") else "engine "
    assert expected in shown.out


def test_agents_and_levels(run: Run) -> None:
    assert "sentence" in run("agents").out
    assert {"name", "summary", "chosen"} == set(json.loads(run("agents", "--json").out)[0])
    assert "16×30" in run("levels").out
    levels = json.loads(run("levels", "--json").out)
    assert {"name": "course", "height": 8, "width": 8, "mines": 8, "start": "any"} in levels


def test_an_agent_that_misses_what_is_certain_loses_a_fair_game(run: Run) -> None:
    shown = run("watch", "--level", "expert", "--agent", "random", "--seed", "2", "--fair")
    assert "start safe, fair play" in shown.out
    assert re.search(r"\(\d+, \d+\) was certain: the .* safe\.", shown.out)
    exact = ("watch", "--level", "expert", "--agent", "exact", "--seed", "1", "--fair", "--json")
    won = json.loads(run(*exact).out)
    assert (won["fair"], won["summary"]["status"]) == (True, "won")
    assert won["summary"]["guesses"]


def test_an_agent_is_watched_on_a_board_without_guesses(run: Run) -> None:
    wish = ("watch", "--level", "beginner", "--grade", "hard", "--seed", "3", "--first", "2,2")
    assert "start safe, no-guess board, hard · agent exact" in run(*wish).out
    shown = json.loads(run(*wish, "--json").out)
    assert (shown["no_guess"], shown["grade"], shown["summary"]["guesses"]) == (True, "hard", [])
    made = run("board", "--start", "safe", *wish[1:])
    assert "".join(shown["view"]).replace("#", "*") == "".join(made.out.split()[-9:])
    assert "start rule" in run("watch", "--no-guess", "--start", "any").err


def test_play_takes_a_board_without_guesses_and_a_grade(run: Run) -> None:
    heard = run("play", "--plain", "--grade", "medium", "--seed", "3", stdin=b"r 4 4\nquit\n")
    assert "start safe, no-guess board, medium, seed 3" in heard.out
    refused = run("play", "--plain", "--fair", "--no-guess")
    assert refused.code == 2
    assert "not both" in refused.err
    assert "grade" in run("play", "--plain", "--grade", "endless").err


def test_watch_without_a_terminal_is_plain_and_ends_with_what_was_done(run: Run) -> None:
    shown = run("watch", "--level", "beginner", "--agent", "sentence", "--seed", "2")
    assert shown.code == 0
    assert "\x1b" not in shown.out
    assert "agent sentence · seed 2" in shown.out
    assert "Won · " in shown.out
    assert "certain" in shown.out
    assert "guess" in shown.out
    assert "of thought" in shown.out
    again = run("watch", "--level", "beginner", "--agent", "sentence", "--seed", "2")
    assert again.out.rsplit("·", 1)[0] == shown.out.rsplit("·", 1)[0]


def test_watch_as_json(run: Run) -> None:
    shown = json.loads(
        run(
            "watch", "--size", "9x9/10", "-a", "sentence", "--seed", "2", "--json", "--first", "4,4"
        ).out
    )
    assert shown["summary"]["moves"] == len(shown["moves"])
    assert shown["moves"][0]["cell"] == [4, 4]
    assert shown["moves"][0]["free"] is True
    assert shown["start"] == "safe"
    certain = [move for move in shown["moves"] if move["certain"]]
    assert shown["summary"]["certain"] == len(certain)
    assert certain[0]["reason"]["kind"] == "sentence"
    assert len(shown["view"]) == 9


def test_watch_takes_a_random_seed_and_says_which(run: Run) -> None:
    shown = json.loads(run("watch", "--level", "course", "--agent", "random", "--json").out)
    again = json.loads(
        run("watch", "-l", "course", "-a", "random", "--json", "--seed", str(shown["seed"])).out
    )
    shown["summary"].pop("seconds"), again["summary"].pop("seconds")
    assert shown == again


def test_watch_under_given(run: Run) -> None:
    shown = json.loads(run("watch", "-l", "easy", "--disclosed", "71", "--json").out)
    assert shown["summary"]["status"] == "won"
    assert shown["moves"] == []
    refused = run("watch", "--level", "easy", "--disclosed", "81")
    assert refused.code == 2
    assert "the board has 71 safe cells" in refused.err


def test_watch_saves_a_picture(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "end.svg"
    assert run("watch", "--level", "beginner", "--seed", "2", "--svg", str(picture)).code == 0
    assert picture.read_text().startswith("<svg")
    refused = run("watch", "--level", "course", "--svg", str(tmp_path / "no" / "where.svg"))
    assert refused.code == ExitCode.FILE
    assert "No such file" in refused.err


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["watch", "--nope"], "No such option"),
        (["wat"], "No such command 'wat'"),
        (["watch", "--level", "hardest"], "no level is called 'hardest'; there are: course"),
        (["watch", "--agent", "deep"], "no agent is called 'deep'; there are: random"),
        (["watch", "--start", "soft"], "no start rule is called 'soft'; there are: any"),
        (["watch", "--size", "9x9"], "a size reads HEIGHTxWIDTH/MINES, as in"),
        (["watch", "--size", "3x3/12"], "12 mines do not fit on a 3×3 board of 9 cells"),
        (["watch", "--size", "3x3/6", "--start", "opening"], "leave no room for the start rule"),
        (["watch", "--size", "3x3/1", "--level", "course"], "a level or a size, not both"),
        (["watch", "--size", "99999x99999/1"], "is too large"),
        (["watch", "--first", "99,0"], "cell (99, 0) is outside the 16×16 board"),
        (["watch", "--first", "A1"], "a cell reads ROW,COLUMN as in 0,3, not 'A1'"),
        (["watch", "--seed", "x"], "--seed"),
        (
            ["watch", "--start", "safe", "--disclosed", "3"],
            "under the start rule 'given', not 'safe'",
        ),
        (["board", "--to", "gif"], "no format is called 'gif'; there are: text"),
    ],
)
def test_bad_input_is_one_line_and_exit_code_two(
    run: Run, arguments: list[str], complaint: str
) -> None:
    refused = run(*arguments)
    assert refused.code == 2
    assert refused.out == ""
    assert refused.err.startswith("sapper: ")
    assert refused.err.count("\n") == 1
    assert complaint in refused.err


def test_cells_to_disclose_imply_the_start_rule(run: Run) -> None:
    implied = run("watch", "--level", "course", "--disclosed", "5", "--seed", "4", "--json")
    assert implied.code == 0
    assert json.loads(implied.out)["start"] == "given"


def test_board_makes_draws_and_converts(run: Run, tmp_path: Path) -> None:
    board = Board("beginner", 4, first=(0, 0))
    made = ["board", "--level", "beginner", "--seed", "4", "--first", "0,0"]
    assert run(*made).out.strip() == str(board)
    path = tmp_path / "board.mbf"
    assert run(*made, "--out", str(path)).code == 0
    assert run("board", str(path)).out.strip() == str(board)
    mine = run("board", str(path), "--to", "mine").out
    assert mine.startswith("9x9x10\n")
    as_json = run("board", "-", "--json", stdin=mine.encode()).out
    assert json.loads(as_json)["kind"] == "board"
    assert len({run("board", "--level", "course").out for _ in range(3)}) > 1


def test_board_reads_a_position(run: Run) -> None:
    shown = run("board", "-", "--mines", "1", "--from", "text", stdin=b"1#\n11\n")
    assert (shown.code, shown.out) == (0, "1#\n11\n")
    refused = run("board", "-", stdin=b"1#\n11\n")
    assert refused.code == ExitCode.FILE
    assert "--mines" in refused.err
    refused = run("board", "-", "--mines", "1", "--to", "mbf", stdin=b"1#\n11\n")
    assert "an .mbf file holds the mines" in refused.err


def test_bytes_are_not_thrown_at_a_terminal(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys.stdout, "isatty", lambda: True, raising=False)
    refused = run("board", "--level", "course", "--seed", "1", "--to", "mbf")
    assert refused.code == 2
    assert "name a file with --out" in refused.err


def test_a_reader_that_has_seen_enough_is_no_error() -> None:
    piped = f"'{SAPPER[0]}' -c '{SAPPER[2]}' board --size 400x400/9 --seed 1 | head -n 1"
    shown = subprocess.run(["bash", "-o", "pipefail", "-c", piped], capture_output=True, text=True)
    assert shown.stderr == ""
    assert len(shown.stdout) == 401


POSITION = b"11#\n###\n"


def test_analyze_shows_what_is_certain_and_the_odds(run: Run, tmp_path: Path) -> None:
    shown = run("analyze", "-", "--mines", "1", stdin=POSITION)
    assert shown.code == 0
    assert shown.out.startswith("  1  1  ○\n.50.50  ○\n")
    assert "2 certainly safe: (0, 2), (1, 2)" in shown.out.replace("\N{NO-BREAK SPACE}", " ")
    assert "2 layouts possible" in shown.out
    path = tmp_path / "position.mine"
    path.write_text("3x2x1\n11H\nHHH\n")
    assert run("analyze", str(path)).out == shown.out
    assert run("analyze", "-m", "1", stdin=POSITION).out == shown.out


def test_analyze_lists_the_best_guesses_and_the_mines(run: Run) -> None:
    shown = run("analyze", "-m", "5", stdin=b"1#####\n######\n######\n")
    assert "Best guesses: " in shown.out
    mines = run("analyze", "-m", "1", stdin=b"1#\n")
    assert "1 certainly a mine: (0,\N{NO-BREAK SPACE}1)" in mines.out
    assert "Best guesses" not in mines.out
    assert "1 layout possible" in mines.out
    nothing = run("analyze", "-m", "100", stdin=("#" * 40 + "\n").encode() * 20)
    assert "about " in nothing.out
    assert " × 10^" in nothing.out


def test_analyze_as_json(run: Run) -> None:
    shown = json.loads(run("analyze", "-m", "1", "--json", stdin=POSITION).out)
    assert shown["position"]["rows"] == ["11#", "###"]
    assert shown["probability"] == [[None, None, 0.0], [0.5, 0.5, 0.0]]
    assert shown["safe"] == [[0, 2], [1, 2]]
    assert shown["mines"] == []
    assert shown["layouts"] == "2"
    assert shown["best"]["cell"] in shown["safe"]
    assert shown["best"]["certain"] is True
    assert shown["contradiction"] is None


def test_analyze_saves_a_picture(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "odds.svg"
    assert run("analyze", "-m", "1", "--svg", str(picture), stdin=POSITION).code == 0
    assert picture.read_text() == analyze(View.parse(POSITION.decode(), mines=1))._repr_svg_()


def test_analyze_leaves_out_the_gaps_where_the_screen_is_narrow() -> None:
    analysis = analyze(View.parse("11#\n###", mines=1))
    console = Console(file=io.StringIO(), width=80)
    console.print(draw_analysis(analysis, room=8))
    assert text_of(console).startswith(" 1 1 ○\n.5.5 ○\n")


def test_analyze_of_a_wide_board_is_not_cut_where_it_is_piped(run: Run) -> None:
    shown = run("analyze", "-m", "9", stdin=(b"#" * 60 + b"\n") * 2)
    assert len(shown.out.splitlines()[0]) == 180


def test_analyze_refuses_what_is_no_position(run: Run) -> None:
    refused = run("analyze", "-", stdin=b"*1\n11\n")
    assert refused.code == ExitCode.FILE
    assert "this board shows its mines, and a position hides them: `sapper solve`" in refused.err
    for command in (["analyze"], ["solve"], ["explain", "CELL"], ["board"]):
        asked = [command[0], "docs/window.png", *("0,0" for _ in command[1:])]
        refused = run(*asked)
        assert (refused.code, refused.err.count("\n")) == (ExitCode.FILE, 1)
        assert "; `sapper read` reads positions from pictures" in refused.err
    refused = run("analyze", "-m", "1", stdin=b"1#0\n")
    assert refused.code == ExitCode.CONTRADICTION
    assert refused.err == ("sapper: the 1 at (0, 0) and the 0 at (0, 2) contradict each other\n")


def test_analyze_shows_what_is_known_where_the_budget_ends(run: Run) -> None:
    lattice = "\n".join("#" * 24 if row % 2 else "#3" * 12 for row in range(24)).encode()
    shown = run("analyze", "-m", "190", "--budget", "1000", stdin=lattice)
    assert shown.code == ExitCode.BUDGET
    assert shown.out.startswith("  ?  3  ?")
    assert "? unknown" in shown.out
    assert "certainly mines: (0, 22)" in shown.out.replace("\N{NO-BREAK SPACE}", " ")
    assert "The budget of 1,000 states ran out" in shown.out
    told = json.loads(run("analyze", "-m", "190", "--budget", "1000", "--json", stdin=lattice).out)
    assert told["safe"] == []
    assert [0, 22] in told["mines"]
    assert told["probability"][0][:2] == [None, None]
    assert (told["complete"], told["best"], told["layouts"]) == (False, None, None)
    assert told["notice"].startswith("The budget of 1,000 states ran out")


def test_a_certain_cell_is_the_best_move_of_a_partial_analysis(run: Run) -> None:
    rows = ["#" * 24 if row % 2 else "#3" * 12 for row in range(24)]
    position = "\n".join([*rows, "#" * 24, "#" * 23 + "0"]).encode()
    shown = run("analyze", "-m", "190", "--budget", "1000", "--json", stdin=position)
    assert shown.code == ExitCode.BUDGET
    told = json.loads(shown.out)
    assert told["complete"] is False
    assert (told["best"]["cell"], told["best"]["certain"]) == ([24, 22], True)
    assert told["best"]["mine_probability"] == 0
    assert told["best"]["cell"] in told["safe"]


@pytest.mark.parametrize(("position", "best"), [(POSITION, [0, 2]), (b"#1#", None)])
def test_where_the_strongest_agent_gives_up_only_a_certain_cell_is_best(
    run: Run, monkeypatch: pytest.MonkeyPatch, position: bytes, best: list[int] | None
) -> None:
    def give_up(*_: object) -> None:
        raise BudgetExceeded(1)

    monkeypatch.setattr(asking, "choose", give_up)
    told = json.loads(run("analyze", "-m", "1", "--json", stdin=position).out)
    assert told["complete"] is True
    assert (told["best"] and told["best"]["cell"]) == best


def test_the_layouts_are_counted_only_where_that_is_quick(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count(view: View, *, budget: int | None) -> int:
        assert budget == COUNT_BUDGET  # however large the command's own budget is
        raise BudgetExceeded(budget)

    monkeypatch.setattr(asking, "count_layouts", count)
    large = "1000000000000"
    shown = run("analyze", "-m", "1", "--budget", large, stdin=POSITION)
    assert "More layouts than can be counted in a moment" in shown.out
    told = json.loads(run("analyze", "-m", "1", "--budget", large, "--json", stdin=POSITION).out)
    assert (told["layouts"], told["complete"]) == (None, True)


def test_without_a_limit_the_layouts_are_always_counted(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    def count(view: View, *, budget: int | None) -> int:
        assert budget is None
        return 7

    monkeypatch.setattr(asking, "count_layouts", count)
    shown = run("analyze", "-m", "1", "--budget", "0", stdin=POSITION)
    assert "7 layouts possible" in shown.out
    told = json.loads(run("analyze", "-m", "1", "--budget", "0", "--json", stdin=POSITION).out)
    assert told["layouts"] == "7"


def test_analyze_asks_for_a_position_at_a_terminal(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    class Terminal(io.TextIOWrapper):
        def isatty(self) -> bool:
            return True

    monkeypatch.setattr(io, "TextIOWrapper", Terminal)
    shown = run("analyze", "-m", "1", stdin=POSITION)
    assert "Paste a position, then press Ctrl-D" in shown.err


# In a terminal


def terminal(width: int = 80, height: int = 24) -> Console:
    return Console(
        file=io.StringIO(), force_terminal=True, width=width, height=height, highlight=False
    )


def text_of(console: Console) -> str:
    assert isinstance(console.file, io.StringIO)
    return console.file.getvalue()


@pytest.mark.parametrize("columns", [80, 61])
def test_analyze_wraps_its_lists_between_cells_in_a_terminal_only(
    run: Run, monkeypatch: pytest.MonkeyPatch, columns: int
) -> None:
    position = str(Path(__file__).parent.parent / "docs" / "position.mine")
    lists = [line for line in run("analyze", position).out.splitlines() if ": " in line]
    assert max(map(len, lists)) > 100
    for name, value in {"FORCE_COLOR": "1", "TERM": "xterm", "COLUMNS": str(columns)}.items():
        monkeypatch.setenv(name, value)
    shown = re.sub(r"\x1b\[[\d;]*m", "", run("analyze", position).out)
    assert max(map(len, shown.splitlines())) <= columns
    assert all(line in shown.replace("\n", " ") for line in lists)
    assert not re.search(r"\(\d+,\s*$", shown, re.MULTILINE)


def test_watch_in_a_terminal_shows_every_move_in_colour(monkeypatch: pytest.MonkeyPatch) -> None:
    pauses: list[float] = []
    monkeypatch.setattr(time, "sleep", pauses.append)
    console = terminal()
    game = Game.new("beginner", seed=2)
    assert watch(game, make_agent("sentence", seed=2), None, Show(pace=10), console)
    shown = text_of(console)
    assert "\x1b[" in shown
    assert "first click, safe by the rule" in shown
    assert ": none of {" in shown
    assert "Won" in shown
    assert len(pauses) == len(game.moves)
    assert {round(pause, 3) for pause in pauses} <= {0.1, 0.6}


def test_a_board_larger_than_the_terminal_is_shown_in_part(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    console = terminal(width=60, height=20)
    game = Game.new(Level(60, 90, 0), seed=1)
    watch(game, make_agent("random"), (30, 40), Show(), console)
    shown = text_of(console)
    assert "rows 23–37, columns 25–54" in shown
    assert max(len(line) for line in shown.splitlines()) < 60 * 20


def test_windows_stay_on_the_board() -> None:
    small, large = (View.parse("\n".join(["#" * side] * side), mines=1) for side in (9, 100))
    assert part_around((0, 0), small, (40, 80)) == Window(0, 0, 9, 9)
    assert part_around((99, 99), large, (10, 20)) == Window(90, 90, 10, 10)
    assert part_around(None, large, (0, 0)) == Window(0, 0, 1, 1)


class Interrupted(Agent):
    name = "interrupted"
    summary = "somebody presses Ctrl-C at its second move"

    def choose(self, view: View) -> Move:
        if view.revealed_count:
            raise KeyboardInterrupt
        return Move((0, 0), False, None, Reason())

    def conclusions(self, view: View) -> Conclusions:
        return Conclusions()


def test_stopping_shows_what_was_done_so_far() -> None:
    console = terminal()
    game = Game.new("expert", seed=3)
    assert not watch(game, Interrupted(), None, Show(pace=0), console)
    assert "Playing" in text_of(console)
    assert "Stopped." in text_of(console)


class SlowToRecover(Interrupted):
    name = "slow-to-recover"
    summary = "after Ctrl-C, it would think all over again"

    def conclusions(self, view: View) -> Conclusions:
        raise AssertionError("asked after Ctrl-C")

    def status_line(self, view: View) -> str:
        raise AssertionError("asked after Ctrl-C")


@pytest.mark.parametrize("in_terminal", [True, False])
def test_after_ctrl_c_the_agent_is_not_asked_again(in_terminal: bool, tmp_path: Path) -> None:
    console = Console(file=io.StringIO(), force_terminal=in_terminal, width=80)
    show = Show(pace=0, svg=tmp_path / "stopped.svg")
    assert not watch(Game.new("expert", seed=3), SlowToRecover(), None, show, console)
    assert "Stopped." in text_of(console)


def test_a_pipe_gets_the_board_without_a_picture_being_drawn(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def draw(*_: object) -> None:
        raise AssertionError("a large board takes seconds to draw")

    monkeypatch.setattr("sapper.interface.terminal.watch.draw_view", draw)
    console = Console(file=io.StringIO(), width=80)
    assert watch(Game.new("9x9/0", seed=3), make_agent("random"), (0, 0), Show(), console)
    assert "0" * 9 in text_of(console)


def test_ctrl_c_ends_the_command_with_its_own_exit_code() -> None:
    controller, terminal_end = pty.openpty()
    process = subprocess.Popen(
        [*SAPPER, "watch", "--seed", "1", "--pace", "0.2"],
        stdin=subprocess.DEVNULL,
        stdout=terminal_end,
        stderr=terminal_end,
        env={**os.environ, "TERM": "xterm"},
        # Whoever runs the tests in the background may have told all below to ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    os.close(terminal_end)
    seen = b""
    deadline = Timer(60, process.kill)
    deadline.start()
    try:
        while chunk := _read_terminal(controller):
            interrupted = b"first click" in seen
            seen += chunk
            if b"first click" in seen and not interrupted:
                process.send_signal(signal.SIGINT)
        assert process.wait() == 128 + signal.SIGINT
    finally:
        deadline.cancel()
        process.kill()
        process.wait()
        os.close(controller)
    assert b"Stopped." in seen
    assert b"Traceback" not in seen


def _read_terminal(controller: int) -> bytes:
    try:
        return os.read(controller, 4096)
    except OSError:  # nobody writes to it any more
        return b""


def test_drawing_depends_on_signs_not_on_colour_alone() -> None:
    view = View.parse("1##\n0F#\n###", mines=3)
    marks = Marks({(0, 1)}, {(0, 2)}, last=(0, 0), exploded=(2, 2), mines={(1, 2)})
    drawn = draw_view(view, marks)
    assert drawn.plain == " 1 ✱ ○\n   ⚑ ✱\n · · X"
    styles = {str(span.style) for span in drawn.spans}
    assert len(styles) >= 6
    assert draw_board(Board.from_mines(2, 2, [(0, 0)])).plain == " ✱ 1\n 1 1"


def test_reasons_in_words() -> None:
    assert say_reason(Drawn(candidates=5)) == "drawn among 5 cells"
    assert say_reason(ChosenByOther()) == "as told"
    assert say_reason(ByLayouts(7)) == "by all layouts of 7 hidden cells"
    assert say_reason(FromSentence(frozenset({(0, 1)}), 0)) == "none of {(0, 1)} is a mine"
    assert say_reason(Reason()) == "reason"
    assert say_reason(FirstCell(StartRule.SAFE)) == (
        "the best place to start on a board of this size"
    )
    compared = Compared((Candidate((0, 0), 0.1, 0.5),), "no other cell came near")
    assert say_reason(compared) == ("compared by what each guess leads to: no other cell came near")


def test_every_kind_of_reason_has_its_sentence() -> None:
    for name in OWN_AGENTS:
        assert AGENTS[name]  # loads the module that brings its reasons
    # By name: a dataclass with slots is made twice, and both are subclasses.
    brought = [kind for kind in Reason.__subclasses__() if kind.__module__.startswith("sapper.")]
    assert {kind.__name__ for kind in SENTENCES} == {kind.__name__ for kind in brought}


@needs_engine
def test_watch_says_the_experts_reasons_in_words() -> None:
    game = Game.new("beginner", seed=3)
    written = io.StringIO()
    console = Console(file=written, force_terminal=True, color_system=None, width=200)
    watch(game, make_agent("expert"), None, Show(pace=1e9), console)
    shown = written.getvalue()
    assert "the best place to start on a board of this size" in shown
    assert ": first\n" not in shown


def test_summaries_in_words() -> None:
    summary = GameSummary(Status.LOST, 5, 2, 1, (0.05, 0.25), 9, 0.5)
    assert describe_summary(summary).plain == (
        "Lost · 5 moves opened 9 cells: 2 certain, 1 free by the start rule, 2 guesses "
        "(mine chance 5.0 %, 25 %; all to go well 71 %) · 0.50 s of thought"
    )
    unknown = GameSummary(Status.WON, 1, 0, 0, (None,), 9, 0.0)
    assert unknown.survival is None
    assert "1 guess (mine chance unknown)" in describe_summary(unknown).plain
    many = GameSummary(Status.WON, 20, 0, 0, (0.5,) * 20, 9, 0.0)
    assert ", …; all to go well" in describe_summary(many).plain


def test_very_long_counts_are_written_in_full_for_programs(run: Run) -> None:
    stdin = ("#" * 200 + "\n").encode() * 100
    shown = json.loads(run("analyze", "-m", "6000", "--json", stdin=stdin).out)
    assert len(shown["layouts"]) > 4300
    assert describe_count(99999 * 10**30) == "about 1.00 × 10^35"


def test_a_file_and_a_level_contradict_each_other(run: Run, tmp_path: Path) -> None:
    refused = run("board", str(tmp_path / "x.txt"), "--level", "expert")
    assert refused.code == 2
    assert "a file, or a level and a seed, not both" in refused.err


def test_a_seed_longer_than_an_agents_own_is_folded(run: Run) -> None:
    assert run("watch", "--level", "course", "--seed", str(2**64 + 5), "--json").code == 0


# Autoplay


def test_autoplay_wins_under_the_rule_of_flags() -> None:
    won = 0
    for seed in range(8):
        game = Game.new("beginner", seed=seed, start="opening", winning="flagged")
        last = list(agent_turns(game, make_agent("exact"), first=(2, 2)))[-1]
        assert last.status is game.status
        won += game.status is Status.WON
        if game.status is Status.WON:
            assert game.board
            assert game.view.flags == game.board.mines
    assert won >= 5


def test_autoplay_stops_where_taking_off_a_flag_wins() -> None:
    game = Game.on(Board.from_mines(1, 3, [(0, 0)]), winning="flagged")
    game.flag((0, 2))
    game.flag((0, 0))
    steps = list(agent_turns(game, make_agent("exact"), first=(0, 2)))
    assert game.status is Status.WON
    assert steps[-1].opened == ()


def test_autoplay_opens_a_flagged_cell_that_the_agent_chooses() -> None:
    game = Game.on(Board.from_mines(1, 2, [(0, 0)]))
    game.flag((0, 1))
    steps = list(agent_turns(game, make_agent("random", seed=1), first=(0, 1)))
    assert [step.status for step in steps] == [Status.WON]
    assert steps[0].is_guess


class Stubborn(Agent):
    name = "stubborn"
    summary = "opens the first cell, again and again"

    def choose(self, view: View) -> Move:
        return Move((0, 0), False, None, Reason())

    def conclusions(self, view: View) -> Conclusions:
        return Conclusions()


def test_an_agent_that_chooses_an_open_cell_is_told_so() -> None:
    game = Game.new(Level(4, 4, 6), seed=1)
    with pytest.raises(
        AgentCrashed,
        match=r"'stubborn' crashed at its move 2 on 4x4/6 .*: it chose \(0, 0\), which is open",
    ):
        list(agent_turns(game, Stubborn()))


def test_autoplay_refuses_a_first_cell_that_is_open() -> None:
    game = Game.new("easy", seed=1)
    opened = next(iter(set(Board("easy", 1).disclosed())))
    with pytest.raises(LevelError, match="is open already"):
        next(agent_turns(game, make_agent("random"), first=opened))
