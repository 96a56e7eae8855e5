"""`sapper explain` and `sapper watch --explain`, as a user sees them."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from commands import Run, runner
from rich.console import Console

from sapper.agents.registry import make_agent
from sapper.game import Game
from sapper.interface.commands.failures import ExitCode
from sapper.interface.terminal.explanation import Highlights, draw_answer, draw_highlights
from sapper.interface.terminal.watch import Show, watch
from sapper.picture.board import Window
from sapper.proof.check import check
from sapper.proof.search import explain
from sapper.proof.steps import Derivation
from sapper.proof.wording import Speaker
from sapper.view import View

BY_CASES = b"001#10\n012#10\n01##10\n24#321\n######\n"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    monkeypatch.setenv("COLUMNS", "140")
    return runner(monkeypatch, capfd)


def test_every_step_is_drawn_with_its_numbers_and_cells(run: Run) -> None:
    code, out, _ = run("explain", "-", "0,1", "--mines", "2", stdin=b"####\n1221\n")
    assert code == 0
    assert [line.rstrip() for line in out.splitlines()] == [
        "(0, 1) is a mine. Grade: subset, from 2 numbers.",
        "  1. The 2 at (1, 2): exactly 2 of (0, 1), (0, 2) and (0, 3) are mines.",
        "      0  1  2  3",
        "   0  · <·><·><·>",
        "   1  1  2 [2] 1",
        "  2. The 1 at (1, 3): exactly 1 of (0, 2) and (0, 3) is a mine.",
        "      0  1  2  3",
        "   0  ·  · <·><·>",
        "   1  1  2  2 [1]",
        "  3. The 2 at (1, 2) minus the 1 at (1, 3): (0, 1) is a mine.",
        "      0  1  2  3",
        "   0  · <✱> ·  ·",
        "   1  1  2 [2][1]",
    ]


def test_what_is_supposed_is_drawn_and_forgotten(run: Run) -> None:
    _, out, _ = run("explain", "-", "4,5", "--mines", "7", stdin=BY_CASES)
    drawn = [line.rstrip() for line in out.splitlines()]
    supposed = drawn.index("  4. Assume (4, 5) is safe.")
    assert drawn[supposed + 6].endswith("·  ·  · <○>")
    assert drawn[supposed + 13].endswith(" · <·><·> ○")
    assert drawn[-1].endswith("·  ·  · <✱>")
    assert drawn[-7].strip() == "4. So (4, 5) is a mine."


def test_colours_in_a_terminal() -> None:
    view = View.parse(BY_CASES.decode(), mines=7)
    console = Console(file=io.StringIO(), force_terminal=True, width=100)
    console.print(draw_answer(view, Speaker(explain(view, (4, 5)), "en")))
    assert isinstance(console.file, io.StringIO)
    assert "\x1b[" in console.file.getvalue()


def test_a_large_board_is_drawn_around_what_matters(run: Run, tmp_path: Path) -> None:
    rows = ["#" * 30] * 6 + ["#" * 10 + "1" + "#" * 19] + ["#" * 30] * 9
    path = tmp_path / "position.txt"
    path.write_text("\n".join(rows))
    code, out, _ = run("explain", str(path), "7,11", "--mines", "99")
    assert code == 0
    assert "It depends on the 1 at (6, 10) and on the mine total." in out
    assert [line.rstrip() for line in out.splitlines()][3:5] == [
        "      8  9 10 11 12 13",
        "   4  ·  ·  ·  ·  ·  ·",
    ]


@pytest.mark.parametrize(
    ("language", "words"),
    [("en", "is safe"), ("fr", "est sûre"), ("es", "es segura"), ("zh", "安全")],
)
def test_languages(run: Run, language: str, words: str) -> None:
    code, out, _ = run(
        "explain", "-", "0,2", "--mines", "1", "--lang", language, stdin=b"###\n111\n"
    )
    assert code == 0
    assert words in out.splitlines()[0]


def test_json_can_be_checked(run: Run) -> None:
    code, out, _ = run("explain", "-", "4,5", "--mines", "7", "--json", stdin=BY_CASES)
    assert code == 0
    derivation = Derivation.from_json(json.loads(out))
    check(View.parse(BY_CASES.decode(), mines=7), derivation)
    _, out, _ = run("explain", "-", "0,0", "--mines", "1", "--json", stdin=b"#1#")
    assert json.loads(out)["mine_fraction"] == "1/2"


def test_a_picture_is_saved_and_fetches_nothing(run: Run, tmp_path: Path) -> None:
    picture = tmp_path / "why.svg"
    arguments = ["explain", "-", "0,2", "--mines", "1", "--svg"]
    assert run(*arguments, str(picture), stdin=b"###\n111\n")[0] == 0
    assert picture.read_text().startswith("<svg")
    assert "url(http" not in picture.read_text()
    assert 'url("http' not in picture.read_text()
    code, _, err = run(*arguments, str(tmp_path / "no" / "why.svg"), stdin=b"###\n111\n")
    assert code == ExitCode.FILE
    assert "No such file" in err


@pytest.mark.parametrize(
    ("arguments", "stdin", "exit_code", "complaint"),
    [
        (["-", "0,0", "--mines", "1"], b"1#", 2, "cell (0, 0) is revealed; it shows 1"),
        (["-", "5,0", "--mines", "1"], b"1#", 2, "cell (5, 0) is outside the 1×2 board"),
        (["-", "A1", "--mines", "1"], b"1#", 2, "a cell reads ROW,COLUMN as in 0,3, not 'A1'"),
        (["-", "0,1", "--mines", "0"], b"1#", 3, "contradict each other"),
        (["-", "0,1"], b"1#", 5, "--mines"),
        (["-", "0,1", "--mines", "1", "--lang", "la"], b"1#", 2, "no language is called 'la'"),
        (["-", "0,1"], b"1*", 5, "a position hides them"),
        (["no-such-file.txt", "0,1"], b"", 5, "no-such-file.txt: No such file"),
        (["-"], b"1#", 2, "Missing argument"),
    ],
)
def test_bad_input_is_one_line_and_an_exit_code_that_tells_the_reason(
    run: Run, arguments: list[str], stdin: bytes, exit_code: int, complaint: str
) -> None:
    code, out, err = run("explain", *arguments, stdin=stdin)
    assert (code, out) == (exit_code, "")
    assert err.startswith("sapper: ")
    assert err.count("\n") == 1
    assert complaint in err


def test_a_budget_bounds_the_search(run: Run) -> None:
    lattice = "\n".join("#" * 24 if row % 2 else "#3" * 12 for row in range(24)).encode()
    arguments = ["explain", "-", "11,11", "--mines", "190", "--budget"]
    code, out, err = run(*arguments, "1000", stdin=lattice)
    assert (code, out) == (4, "")
    assert err == "sapper: this position needs more than the budget of 1,000 states\n"
    assert run(*arguments, "-1", stdin=lattice)[0] == 2
    code, out, _ = run("explain", "-", "0,2", "--mines", "1", "--budget", "0", stdin=b"###\n111\n")
    assert code == 0
    assert "is safe" in out


def test_a_wide_board_is_drawn_in_parts_where_the_screen_is_narrow() -> None:
    view = View.parse("1" * 60 + "\n" + "#" * 60, mines=20)
    answer = draw_answer(view, Speaker(explain(view, (1, 30)), "en"), room=80)
    console = Console(file=io.StringIO(), width=80)
    console.print(answer)
    assert isinstance(console.file, io.StringIO)
    lines = console.file.getvalue().splitlines()
    headings = [line.split() for line in lines if line.split()[0] in ("28", "53")]
    assert headings[0] == [str(column) for column in range(28, 53)]
    assert headings[1] == [str(column) for column in range(53, 60)]
    assert max(map(len, lines)) <= 80


def test_a_wide_board_is_drawn_in_full_in_a_pipe(run: Run) -> None:
    position = b"1" * 60 + b"\n" + b"#" * 60
    _, out, _ = run("explain", "-", "1,30", "--mines", "20", stdin=position)
    heading = out.splitlines()[2].split()
    assert heading == [str(column) for column in range(28, 60)]


def test_labels_of_three_digits_stay_in_their_columns() -> None:
    view = View.parse("#1\n" * 103, mines=50)
    lines = str(draw_highlights(view, Highlights(), Window(98, 0, 4, 2))).splitlines()
    assert {line.rindex("1") for line in lines} == {8}


# Watching


def test_watch_says_why_at_every_certain_move(run: Run) -> None:
    _, plain, _ = run("watch", "--level", "beginner", "--seed", "2", "--json")
    certain = sum(move["certain"] for move in json.loads(plain)["moves"])
    assert certain > 10
    code, out, _ = run("watch", "--level", "beginner", "--seed", "2", "--explain")
    assert code == 0
    assert out.count("Grade: ") == certain
    _, out, _ = run("watch", "--level", "beginner", "--seed", "2", "--explain", "--json")
    moves = json.loads(out)["moves"]
    assert all((move["why"] is not None) == move["certain"] for move in moves)
    assert all(move["why"]["cell"] == move["cell"] for move in moves if move["certain"])


def test_watch_says_why_in_a_terminal_as_it_plays(monkeypatch: pytest.MonkeyPatch) -> None:
    import time

    monkeypatch.setattr(time, "sleep", lambda seconds: None)
    console = Console(file=io.StringIO(), force_terminal=True, width=100, height=40)
    game = Game.new("beginner", seed=2)
    show = Show(pace=0.1, explain=True)
    assert watch(game, make_agent("sentence", seed=2), None, show, console)
    assert isinstance(console.file, io.StringIO)
    assert "is safe. Grade: subset, from 2 numbers." in console.file.getvalue()
