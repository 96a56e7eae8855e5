"""Each script of research/ still runs, and gives figures that are known."""

from __future__ import annotations

import csv
import os
import shutil
import signal
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest
import small_boards
from set_recursion import SetRecursion
from small_boards import FirstClick, clicks_by_endgames, clicks_by_whole_board, layouts_won

from sapper._compiled import compiled
from sapper.agents.registry import make_agent
from sapper.lab.bulk import play_layouts
from sapper.level import Level, first_cell
from sapper.view import View

ROOT = Path(__file__).parents[2]
RESULTS = ROOT / "docs" / "results"
Row = dict[str, str]

pytestmark = pytest.mark.skipif(compiled is None, reason="the engine is not built")


def run(script: str, *arguments: object) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, ROOT / "research" / script, *arguments]
    return subprocess.run(list(map(str, command)), capture_output=True, text=True, cwd=ROOT)


def output_of(script: str, *arguments: object) -> str:
    done = run(script, *arguments)
    assert (done.returncode, done.stderr) == (0, "")
    return done.stdout


def rows_of(script: str, *arguments: object) -> list[Row]:
    return list(csv.DictReader(output_of(script, *arguments).splitlines()))


def counts_of(row: Row, *titles: str) -> list[int]:
    return [int(row[title]) for title in titles]


def published(name: str) -> list[Row]:
    return list(csv.DictReader((RESULTS / name).read_text().splitlines()))


@pytest.mark.slow
@pytest.mark.parametrize(
    "script", ["small_boards.py", "transition.py", "dead_ends.py", "parting.py", "grades.py"]
)
def test_help_says_which_question_is_answered(script: str) -> None:
    assert "?" in output_of(script, "--help")


def test_grades() -> None:
    rows = rows_of("grades.py", "--levels", "beginner", "--games", 2000)
    found = {(row["start"], row["grade"]): row["count"] for row in rows}
    assert found["opening", "needs a guess"] == "166"
    assert found["opening", "total"] == "115"
    assert found["safe", "needs a guess"] == "966"
    assert found["safe", "hard"] == "4"
    assert [row["median_hardness"] for row in rows[1:3]] == ["9", "1"]
    assert [row["p90_hardness"] for row in rows[1:3]] == ["17", "4"]


def test_parting(tmp_path: Path) -> None:
    (row,) = rows_of("parting.py", "--levels", "beginner", "--starts", "safe", "--games", 200)
    names = ("sentence", "resolution", "exact")
    assert counts_of(row, *(f"{name}_complete" for name in names)) == [90, 91, 98]
    assert counts_of(row, *(f"{name}_opened" for name in names)) == [7374, 7138, 7505]
    assert counts_of(row, "exact_beyond_sentence", "sentence_beyond_resolution") == [10, 7]
    assert row["resolution_open_where_exact_parts"] == "0.183099"
    assert row["resolution_open_where_exact_parts_low"] == "0.056338"
    assert counts_of(row, "sentence_needs_mine_total", "resolution_needs_three_numbers") == [8, 3]
    plot = tmp_path / "parting.svg"
    assert output_of("parting.py", "--read", RESULTS / "parting.csv", "--plot", plot) == ""
    assert "intermediate, safe" in plot.read_text()


def test_dead_ends() -> None:
    (row,) = rows_of("dead_ends.py", "--sides", 30, "--densities", 0.14, "--games", 200)
    assert counts_of(row, "stuck", "dead_ends", "at_border") == [60, 75, 71]
    told = output_of("dead_ends.py", "--read", RESULTS / "dead-ends.csv").splitlines()
    assert told[0].startswith("986 of 1,162 dead ends touch the border: 84.9% (95 %: 82.7%–86.8%)")
    assert told[1:] == [
        "on 100², those at the border grow as density^(3.96 ± 0.41)",
        "on 100², those inside grow as density^(5.55 ± 1.11)",
    ]


def test_transition(tmp_path: Path) -> None:
    rows = rows_of("transition.py", "--sides", 20, 50, "--densities", 0.14, 0.22, "--games", 300)
    assert [counts_of(row, "mines", "wins", "stuck", "guesses") for row in rows] == [
        [56, 275, 61, 79],
        [88, 123, 263, 843],
        [350, 241, 106, 157],
        [550, 44, 295, 1508],
    ]
    plot = tmp_path / "transition.svg"
    told = output_of("transition.py", "--read", RESULTS / "transition.csv", "--plot", plot)
    assert "\n20,17.52,17.49,17.55,12.02,22.27,10.25,0.59,5.00 ± 0.04,\n" in told
    assert "\n1000,7.23,7.14,7.32,4.97,9.18,4.21,0.58,5.03 ± 0.29,-0.134 ± 0.010\n" in told
    assert "0.0018 · (density / 10 %)^(4.21 ± 0.15)" in told
    assert "χ² = 21.4 with 24 degrees of freedom" in told
    assert "on 1000²: 32%" in told
    assert "1000×1000" in plot.read_text()


@pytest.fixture(scope="module")
def whole_board(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The search of the whole board, built as by `make research`."""
    if shutil.which("cmake") is None:
        pytest.skip("there is no cmake")
    folder = tmp_path_factory.mktemp("build")
    wanted = [
        "-DSAPPER_RESEARCH=ON",
        "-DSAPPER_PYTHON_MODULE=OFF",
        "-DSAPPER_WARNINGS_AS_ERRORS=ON",
    ]
    for command in (
        ["cmake", "-S", ROOT, "-B", folder, *wanted, "-DCMAKE_UNITY_BUILD=ON"],
        ["cmake", "--build", folder, "--target", "whole_board", "--parallel", "2"],
    ):
        done = subprocess.run(list(map(str, command)), capture_output=True, text=True)
        assert done.returncode == 0, done.stdout + done.stderr
    return folder / "whole_board"


@pytest.fixture
def search(whole_board: Path, monkeypatch: pytest.MonkeyPatch) -> Callable[..., list[FirstClick]]:
    monkeypatch.setattr(small_boards, "PROGRAM", whole_board)
    return clicks_by_whole_board


def test_small_boards_that_are_sparse(tmp_path: Path) -> None:
    rows = rows_of("small_boards.py", "--sizes", "2x4", "3x4", "--mines", 1, 2)
    known = [row for row in published("optimal.csv") if row["size"] in ("2x4", "3x4")]
    assert rows == [row for row in known if row["mines"] in ("1", "2")]
    plot = tmp_path / "optimal.svg"
    assert output_of("small_boards.py", "--read", RESULTS / "optimal.csv", "--plot", plot) == ""
    assert "expert, 5×5" in plot.read_text()


@pytest.mark.slow
@pytest.mark.parametrize(
    "size", [*(f"3x3/{mines}" for mines in range(1, 9)), "1x7/3", "2x5/4", "3x4/6", "4x4/3"]
)
def test_two_searches_and_a_plain_recursion_agree_on_every_first_click(
    size: str, search: Callable[..., list[FirstClick]]
) -> None:
    level = Level.parse(size)
    plain = SetRecursion(View(level.height, level.width, level.mines), most_sets=400_000)
    by_endgames = clicks_by_endgames(level)
    assert by_endgames == [
        FirstClick(
            click.cell,
            plain.won_by(click.cell),
            plain.safe_in(click.cell),
            plain.won(plain.showing[click.cell][0]),
            plain.showing[click.cell][0].bit_count(),
        )
        for click in by_endgames
    ]
    for threads, table_bits in ((1, 24), (4, 24), (4, 3)):
        assert search(level, threads, table_bits) == by_endgames


@pytest.mark.slow
@pytest.mark.parametrize("size", ["4x4/5", "4x4/9", "2x8/7", "5x5/4", "5x5/20"])
def test_the_two_searches_agree_where_the_recursion_is_too_slow(
    size: str, search: Callable[..., list[FirstClick]]
) -> None:
    level = Level.parse(size)
    by_endgames = clicks_by_endgames(level)
    for threads in (1, 4):
        assert search(level, threads) == by_endgames


@pytest.mark.slow
def test_the_published_board_is_worth_what_was_published(
    search: Callable[..., list[FirstClick]],
) -> None:
    best = max(search(Level.parse("4x4/4")), key=lambda click: click.won)
    assert (best.won, best.cell) == (961, (0, 1))


@pytest.mark.parametrize(("size", "start"), [("3x4/4", "safe"), ("4x4/3", "opening")])
def test_an_agent_that_is_asked_wins_what_it_wins_in_play(size: str, start: str) -> None:
    level = Level.parse(size, start)
    first = first_cell(level.height, level.width, start)
    mines = small_boards.all_layouts(level, first)
    for name in ("exact", "expert"):
        won = int(play_layouts(name, mines.reshape(-1, level.height, level.width), first).won.sum())
        asked = small_boards.AskedAgent(make_agent(name, start=start), level, mines).won(first)
        assert (asked, len(mines)) == layouts_won(name, level, first) == (won, len(mines))


def test_ctrl_c_loses_nothing_that_was_printed() -> None:
    command = [sys.executable, "research/transition.py", "--sides", "9", "300", "--games", "9000"]
    with subprocess.Popen(
        [*command, "--densities", "0.2"],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        cwd=ROOT,
        # Whoever runs the tests in the background may have told all below to ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as running:
        assert running.stdout is not None
        lines = [running.stdout.readline() for _ in range(2)]
        running.send_signal(signal.SIGINT)
        more, complaint = running.communicate()
    assert lines[1].startswith("9,16,")
    assert (running.returncode, more, complaint) == (130, "", "")


@pytest.mark.parametrize(
    ("script", "arguments", "named"),
    [
        ("small_boards.py", ("--sizes", "3y3"), "a size reads HEIGHTxWIDTH/MINES"),
        ("transition.py", ("--densities", 1.5), "mines"),
        ("parting.py", ("--levels", "nowhere"), "no level is called 'nowhere'"),
        ("grades.py", ("--starts", "somehow"), "no start rule is called 'somehow'"),
        ("dead_ends.py", ("--read", os.devnull + "/none"), "none"),
    ],
)
def test_what_can_not_be_is_told_in_one_line(
    script: str, arguments: tuple[object, ...], named: str
) -> None:
    done = run(script, *arguments)
    assert (done.returncode, done.stdout) == (2, "")
    assert named in done.stderr
    assert len(done.stderr.splitlines()) == 1
