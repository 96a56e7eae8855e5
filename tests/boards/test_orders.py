"""Boards made to order on the command line: without a guess, graded, of the day, in packs."""

from __future__ import annotations

import json
import os
import pty
import re
import subprocess
from datetime import date
from pathlib import Path

import pytest
from commands import SAPPER, Run, runner

from sapper import Board, View, load, make_board, solve
from sapper._compiled import compiled
from sapper.boards.daily import seed_of_day, today
from sapper.boards.make import Wish, make_some
from sapper.boards.pack import puzzle_of, write_pack
from sapper.errors import SaveError
from sapper.formats import loads

pytestmark = pytest.mark.skipif(compiled is None, reason="takes minutes without the engine")


@pytest.fixture
def board(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd, "board")


def test_a_board_without_a_guess(board: Run) -> None:
    result = board("--no-guess", "--level", "beginner", "--seed", "3", "--index", "2")
    assert result.code == 0
    made = loads(result.out.encode())
    assert isinstance(made, Board)
    assert made == make_board("beginner", (2, 2), seed=3, index=2)
    assert solve(made, (2, 2)).complete


def test_a_board_of_a_grade_in_json(board: Run, tmp_path: Path) -> None:
    asked = ("--grade", "tricky", "--size", "9x9/10", "--first", "4,4", "--start", "safe")
    result = board(*asked, "--seed", "1", "--json")
    told = json.loads(result.out)
    made = loads(result.out.encode())
    assert isinstance(made, Board)
    assert made == make_board("9x9/10", (4, 4), start="safe", grade="tricky", seed=1)
    assert told["first"] == [4, 4]
    assert (told["grade"], told["method"], told["start"]) == ("tricky", "drawn", "safe")
    assert (told["seed"], told["index"]) == ("1", 0)
    assert told["hardness"] == solve(made, (4, 4)).hardness
    file = tmp_path / "board.mbf"
    assert board(*asked, "--seed", "1", "--out", str(file)).code == 0
    assert load(file) == made


def test_several_boards(board: Run) -> None:
    asked = ("--no-guess", "--level", "beginner", "--seed", "3", "--count", "3")
    expected = [make_board("beginner", (2, 2), seed=3, index=index) for index in range(3)]
    parts = board(*asked).out.split("\n\n")
    assert [loads(part.encode()) for part in parts] == expected
    told = json.loads(board(*asked, "--json").out)
    assert [loads(json.dumps(one).encode()) for one in told] == expected


def test_a_board_as_a_puzzle(board: Run) -> None:
    asked = ("--no-guess", "--level", "beginner", "--seed", "3")
    made = make_board("beginner", (2, 2), seed=3)
    assert board(*asked, "--puzzle").out == f"{puzzle_of(made)}\n"
    position = loads(board(*asked, "--puzzle", "--to", "mine").out.encode())
    assert isinstance(position, View)
    assert position == puzzle_of(made)


# The puzzle of the day


def test_the_puzzle_of_a_day_is_the_same_for_everybody(board: Run) -> None:
    asked = ("--daily", "--date", "2026-11-16", "--level", "beginner", "--grade", "medium")
    shown = board(*asked).out
    assert shown == board(*asked).out
    assert shown.splitlines() == EXPECTED_PUZZLE
    solution = loads(board(*asked, "--solution").out.encode())
    assert isinstance(solution, Board)
    assert solve(solution, (2, 2)).grade == "medium"
    assert puzzle_of_board(solution) == shown.strip()


EXPECTED_PUZZLE = [
    "#########",
    "#11111###",
    "110001###",
    "000001###",
    "000001###",
    "000001###",
    "110012###",
    "#2002####",
    "#2002####",
]


def puzzle_of_board(board: Board) -> str:
    from sapper import Game

    game = Game.on(board)
    game.reveal((2, 2))
    return str(game.view)


def test_every_day_level_and_grade_has_its_own_puzzle(board: Run) -> None:
    asked = ("--daily", "--solution")
    days = [board(*asked, "--date", f"2026-11-{day}").out for day in (16, 17, 18)]
    grades = [
        board(*asked, "--date", "2026-11-16", "--grade", name).out for name in ("easy", "total")
    ]
    levels = [board(*asked, "--date", "2026-11-16", "--level", "intermediate").out]
    assert len({*days, *grades, *levels}) == 6


def test_without_a_date_it_is_the_puzzle_of_today(
    board: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert board("--daily").out == board("--daily", "--date", today().isoformat()).out
    monkeypatch.setattr("sapper.boards.daily.today", lambda: date(2026, 2, 3))
    assert board("--daily").out == board("--daily", "--date", "2026-02-03").out


def test_seeds_of_days_do_not_collide() -> None:
    wishes = [
        Wish.of(size, grade=grade) for size in ("9x9/10", "16x16/40") for grade in (None, "easy")
    ]
    days = [date(2026, 11, day) for day in range(1, 31)]
    assert len({seed_of_day(day, wish) for day in days for wish in wishes}) == 120


# Packs


def test_a_pack_holds_boards_and_a_page(board: Run, tmp_path: Path) -> None:
    folder = tmp_path / "new" / "pack"
    asked = ("--pack", "11", "--grade", "easy", "--level", "beginner", "--seed", "5")
    result = board(*asked, "--out", str(folder))
    assert result.code == 0
    assert "11 puzzles" in result.out
    expected = make_some(Wish.of("beginner", grade="easy"), 5, 0, 11)
    told = json.loads((folder / "index.json").read_text())
    assert [load(folder / one["file"]) for one in told] == expected
    assert {one["grade"] for one in told} == {"easy"}
    page = (folder / "index.html").read_text()
    assert len(re.findall("<table>", page)) == 22
    assert page.count("✱") == 11 * 10
    assert page.index("<h2>Solutions") < page.index("✱")  # no mine is seen before
    numbers = re.findall(r"<b>(\d+)</b> easy (\d+), 10 mines", page)
    assert numbers == [(str(n), str(one["hardness"])) for n, one in enumerate(told, start=1)]
    assert f'href="{told[0]["file"]}"' in page
    assert sorted(path.name for path in folder.iterdir()) == sorted(
        [*(one["file"] for one in told), "index.html", "index.json"]
    )


def test_the_page_shows_each_puzzle_as_its_first_click_leaves_it(tmp_path: Path) -> None:
    (made,) = make_some(Wish.of("beginner"), 5, 0, 1)
    write_pack(tmp_path, [made], "One & only")
    page = (tmp_path / "index.html").read_text()
    assert "<title>One &amp; only</title>" in page
    first = re.search("<table>(.*?)</table>", page)
    assert first is not None
    rows = [
        re.sub(r"<td[^>]*>(.?)</td>", lambda cell: _sign(cell[0]), row)
        for row in re.findall("<tr>(.*?)</tr>", first[1])
    ]
    assert "\n".join(rows) == str(puzzle_of(made))


def _sign(cell: str) -> str:
    if cell == "<td></td>":
        return "#"
    return re.sub("<[^>]*>", "", cell) or "0"


def test_a_pack_does_not_mix_with_other_files(board: Run, tmp_path: Path) -> None:
    (tmp_path / "mine.txt").write_text("kept")
    result = board("--pack", "1", "--level", "beginner", "--out", str(tmp_path))
    assert (result.code, result.out) == (5, "")
    assert "not empty" in result.err
    with pytest.raises(SaveError):
        write_pack(tmp_path / "mine.txt", [], "a file in the way")
    assert [path.name for path in tmp_path.iterdir()] == ["mine.txt"]


# Refusals


@pytest.mark.parametrize(
    ("arguments", "code", "message"),
    [
        (["--grade", "gruesome"], 2, "no grade is called 'gruesome'"),
        (["--no-guess", "--start", "given"], 2, "start with 'opening' or 'safe'"),
        (["--no-guess", "--first", "99,0"], 2, "outside"),
        (["--no-guess", "board.mbf"], 2, "not from a file"),
        (["--no-guess", "--count", "0"], 2, "--count"),
        (["--date", "2026-11-16"], 2, "--date goes with --daily"),
        (["--daily", "--date", "yesterday"], 2, "a date reads YYYY-MM-DD"),
        (["--daily", "--seed", "1"], 2, "has no seed"),
        (["--daily", "--count", "2"], 2, "not several of them"),
        (["--pack", "2"], 2, "name a folder"),
        (["--pack", "2", "--out", "pack", "--to", "mbf"], 2, "its own format"),
        (["--count", "2", "--out", "board.mbf"], 2, "--pack writes them to a folder"),
        (
            ["--size", "2x2/1", "--start", "safe", "--no-guess"],
            4,
            "was found in 1,000,000 attempts",
        ),
    ],
)
def test_refusals_in_one_line(board: Run, arguments: list[str], code: int, message: str) -> None:
    result = board(*arguments)
    assert (result.code, result.out) == (code, "")
    assert message in result.err
    assert result.err.count("\n") == 1


@pytest.mark.parametrize(
    ("arguments", "before", "after"),
    [
        (["--no-guess", "--seed", "1"], "", " · seed 1, index 0"),
        (["--no-guess", "--seed", "1", "--puzzle"], "", " · seed 1, index 0"),
        (["--no-guess", "--seed", "1", "--count", "1"], "", " · seed 1, index 0"),
        (["--daily", "--date", "2026-11-16"], "Puzzle of 2026-11-16: beginner · ", ""),
    ],
)
def test_in_a_terminal_a_line_says_where_to_begin_and_how_hard_it_is(
    arguments: list[str], before: str, after: str
) -> None:
    controller, terminal_end = pty.openpty()
    command = [*SAPPER, "board", "--level", "beginner", *arguments]
    environment = {**os.environ, "TERM": "xterm", "NO_COLOR": "1", "COLUMNS": "120"}
    subprocess.run(command, stdout=terminal_end, stderr=subprocess.DEVNULL, env=environment)
    os.close(terminal_end)
    line = os.read(controller, 100_000).decode().splitlines()[0]
    os.close(controller)
    made = r"9×9, 10 mines · first click \(2, 2\) · no guess, \w+ \d+, drawn"
    assert re.search(rf"{before}{made}{after}", line)


NO_GUESS = r"9×9, 10 mines · first click \(2, 2\) · no guess"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["--no-guess", "--seed", "5"], NO_GUESS + r", \w+ \d+, drawn · seed 5, index 0"),
        (["--no-guess", "--to", "mine"], NO_GUESS + r", \w+ \d+, drawn · seed \d+, index 0"),
        (["--no-guess", "--out", "FILE"], NO_GUESS + r", \w+ \d+, drawn · seed \d+, index 0"),
        (["--count", "3", "--seed", "5"], NO_GUESS + " · seed 5, index 0 to 2"),
        (["--seed", "5"], "Board 9x9/10, seed 5, index 0"),
        (["--seed", "5", "--out", "FILE"], "Board 9x9/10, seed 5, index 0"),
        (
            ["--daily", "--date", "2026-11-16"],
            "Puzzle of 2026-11-16: beginner · " + NO_GUESS + r", \w+ \d+, drawn",
        ),
    ],
)
def test_without_a_terminal_standard_error_says_which_board_it_is(
    board: Run, tmp_path: Path, arguments: list[str], told: str
) -> None:
    file = tmp_path / "board.mine"
    filled = [str(file) if one == "FILE" else one for one in arguments]
    made = board("--level", "beginner", *filled)
    assert made.code == 0
    assert re.fullmatch(told + "\n", made.err)
    loads(file.read_bytes() if file.exists() else made.out.encode().split(b"\n\n")[0], mines=10)


def test_a_converted_board_and_json_need_no_further_words(board: Run, tmp_path: Path) -> None:
    file = tmp_path / "board.mine"
    board("--no-guess", "--level", "beginner", "--out", str(file))
    assert board(str(file), "--to", "mbf").err == ""
    assert board(str(file)).err == ""
    told = board("--daily", "--date", "2026-11-16", "--json")
    assert told.err == ""
    assert json.loads(told.out)["date"] == "2026-11-16"
    assert "date" not in json.loads(board("--no-guess", "--json").out)


@pytest.fixture
def play(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path))
    return runner(monkeypatch, capfd, "play", "--plain")


@pytest.fixture
def watch(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd, "watch")


@pytest.mark.parametrize(
    "wish", [[], ["--level", "beginner"], ["--level", "hard", "--grade", "easy"]]
)
def test_the_puzzle_of_the_day_can_be_watched(board: Run, watch: Run, wish: list[str]) -> None:
    watched = watch("--daily", *wish)
    assert f"no-guess board{', easy' if wish[2:] else ''}, puzzle of " in watched.out
    told = json.loads(watch("--daily", *wish, "--json").out)
    puzzle = json.loads(board("--daily", *wish, "--solution", "--json").out)
    assert (told["date"], told["seed"]) == (puzzle["date"], puzzle["seed"])
    assert told["moves"][0]["cell"] == puzzle["first"]
    hidden = [
        [row, column]
        for row, signs in enumerate(told["view"])
        for column, sign in enumerate(signs)
        if sign == "#"
    ]
    assert (told["summary"]["guesses"], hidden) == ([], puzzle["mines"])


@pytest.mark.parametrize("other", [["--seed", "1"], ["--first", "2,2"], ["--index", "1"]])
def test_the_puzzle_to_watch_is_given(watch: Run, other: list[str]) -> None:
    refused = watch("--daily", *other)
    assert (refused.code, refused.out) == (2, "")
    assert "puzzle of the day is given" in refused.err


@pytest.mark.parametrize(
    "wish", [[], ["--level", "beginner"], ["--level", "hard", "--grade", "easy"]]
)
def test_the_puzzle_of_the_day_can_be_played(board: Run, play: Run, wish: list[str]) -> None:
    played = play("--daily", *wish, stdin=b"map\nmoves\n")
    assert played.code == 0
    assert board("--daily", *wish).out in played.out
    assert "no-guess board" in played.out
    assert len(re.findall(r"^\d+\. You opened", played.out, re.MULTILINE)) == 1


@pytest.mark.parametrize(
    "other",
    [["--seed", "1"], ["--start", "safe"], ["--fair"], ["--win", "flagged"], ["--continue"]],
)
def test_the_puzzle_of_the_day_is_given(play: Run, other: list[str]) -> None:
    refused = play("--daily", *other)
    assert refused.code == 2
    assert "puzzle of the day is given" in refused.err


def test_several_boards_in_json_take_one_line_as_one_board_does(board: Run) -> None:
    for asked in (["--no-guess"], ["--count", "2"]):
        shown = board("--level", "beginner", "--seed", "1", *asked, "--json").out
        json.loads(shown)
        assert len(shown.splitlines()) == 1
