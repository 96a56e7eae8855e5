"""Pictures as positions: what was drawn must be read; what is no board is refused in one line."""

from __future__ import annotations

import io
from collections import Counter
from pathlib import Path
from time import monotonic

import numpy as np
import pytest
from bench_reading import draw, judge
from commands import Run, runner
from PIL import Image
from screenshots.fonts import held_out_fonts

from sapper.errors import PictureError
from sapper.reading.border import BEYOND, OF_A_CELL, SIDES, belongs, cut_windows
from sapper.reading.classify import Readings, _odds_of_backgrounds
from sapper.reading.crops import Grid, part_of
from sapper.reading.doubts import Doubt
from sapper.reading.grid import enlargement
from sapper.reading.locate import PART_OF_IT, locate
from sapper.reading.network import CLASSES, FLAG, HIDDEN, MINE
from sapper.reading.proofread import ProofReader
from sapper.reading.read import doubtful_cells, read, read_file, total_of

DOCS = Path(__file__).parents[2] / "docs"
PICTURES = Path(__file__).parent / "pictures"
SEED = 20
SHOTS = 5
TERMINAL = 19
"""Every twentieth screenshot shows one."""
OWN = {
    PICTURES / "terminal-dark.png": """
        #11############# ###2#######2112# ###2111123#1001# ##2100000111001#
        ##1001110000011# ##1001#1011101## ##10011102#422## ##10000002######
        11100111013##### 000001#1001##### 011101#1013##### 01#112#102######
        01#####213###### 01############## 02############## 02##############
    """,
    PICTURES / "terminal-light.png": """
        000012######################## 00002#########################
        11102######################### 1#1012########################
        ##111######################### ##############################
        ############################## ##############################
        ############################## ##############################
        ############################## ##############################
        ############################## ##############################
        ############################## ##############################
    """,
    DOCS / "window.png": """
        12F100013F3F1111 F2110001FF4111F1 111111123F200111 001F11F111101121
        0011111100001F2F 0000000000001121 0111011211000000 01#211#2#1000000
        012#111322000122 12332112#22111## #####1##3#3#2122 ####223#425#3000
        ####1###4#5#3100 ######3####4#100 ##########5#2100 ##########311000
    """,
    DOCS / "web-play.png": f"""
        12#2100001222###102########### #22#100001##34#3224###########
        1111100001222#212##4########## 00000000000011224#############
        000000000000123##3############ 0112110000124##322############
        01#3#100001###53############## 012##211212###################
        0012########################## 0002##########################
        2211########################## {5 * (30 * "#" + " ")}
    """,
}
"""What Sapper's own screenshots show, as a person reads them."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd, "read")


@pytest.mark.slow
def test_what_was_drawn_is_read_and_never_wrong_without_a_warning() -> None:
    counts: Counter[str] = Counter()
    for number in range(SHOTS):
        counts += judge(draw(number, SEED, held_out_fonts(), most_cells=300))
    assert counts["unwarned"] == 0
    assert counts["refused"] <= SHOTS / 5
    assert counts["wrong_cells"] <= counts["cells"] / 1000, counts


@pytest.mark.slow
@pytest.mark.parametrize(("path", "rows"), OWN.items(), ids=[path.stem for path in OWN])
def test_own_screenshots_are_read(path: Path, rows: str) -> None:
    reading = read_file(path)
    assert str(reading.view).splitlines() == rows.split()


@pytest.mark.slow
def test_a_terminal_is_read_and_the_labels_beside_it_are_none_of_its_cells() -> None:
    """Its cells have no lines, and its labels look like numbers on it, but for their background."""
    shot = draw(TERMINAL, SEED, held_out_fonts(), most_cells=300)
    rows, columns = len(shot.labelled.rows), len(shot.labelled.rows[0])
    left, top, right, bottom = shot.bounds
    grid = Grid(left, top, (right - left) / columns, (bottom - top) / rows, rows, columns)
    assert shot.look.labels
    smaller = (
        part_of(grid, 1, 0, rows - 1, columns),
        part_of(grid, 0, 0, rows - 1, columns),
        part_of(grid, 0, 1, rows, columns - 1),
        part_of(grid, 0, 0, rows, columns - 1),
    )
    for side, less in enumerate(smaller):
        assert belongs(shot.picture, less, side) > PART_OF_IT, SIDES[side]
        assert belongs(shot.picture, grid, side) < PART_OF_IT, SIDES[side]
    counts = judge(shot)
    assert (counts["wrong_cells"], counts["refused"]) == (0, 0)


HARD = {
    (7301, 20): "digits so large that each of them seems to have a background of its own",
    (7302, 67): "chequered: open cells of a column are light or dark, as it happens",
    (9102, 158): "a column of labels, to which eight cells had to be adapted",
    (9201, 206): "a grid a little too wide, with room for all rows but one",
    (11000, 35): "empty cells and hidden ones without flags: only the numbers tell them apart",
    (11000, 163): "light falls from above, so that the last rows are much darker than the first",
}
"""Boards of which a reader lost rows or columns, took labels for them, or found none."""


@pytest.mark.slow
@pytest.mark.parametrize(("seed", "number"), HARD)
def test_boards_are_read_to_their_last_row_and_column(seed: int, number: int) -> None:
    counts = judge(draw(number, seed, held_out_fonts()))
    assert (counts["wrong_cells"], counts["refused"]) == (0, 0), HARD[seed, number]


@pytest.mark.parametrize("side", range(4), ids=SIDES)
@pytest.mark.parametrize("margin", [0, 30])
def test_borders_are_turned_so_that_the_board_is_below(side: int, margin: int) -> None:
    """What is outside of the picture is told from what is in it."""
    board, wall = (20, 120, 220), (250, 240, 10)
    picture = Image.new("RGB", (9 * 16 + 2 * margin, 6 * 14 + 2 * margin), wall)
    picture.paste(board, (margin, margin, margin + 9 * 16, margin + 6 * 14))
    windows = cut_windows(picture, Grid(margin, margin, 16, 14, 6, 9), side)
    half = BEYOND * OF_A_CELL
    inside = windows[2:-2, half + 1 :]  # without those at a corner
    assert (inside == (*board, 0)).all()
    beyond = (*wall, 0) if margin else (0, 0, 0, 255)
    assert (windows[:, half - OF_A_CELL : half - 1] == beyond).all()


@pytest.mark.slow
def test_a_board_that_goes_on_after_a_mistaken_row_is_looked_for_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Its second row is taken for none of it; from there, the first one is a row of the board."""
    shot = draw(0, SEED, held_out_fonts(), most_cells=100)
    _, top, _, bottom = shot.bounds
    high = (bottom - top) / len(shot.labelled.rows)

    def mistaken(picture: Image.Image, grid: Grid, side: int) -> float:
        is_third_row = abs(grid.top - top - 2 * high) < high / 2
        return 0.0 if side == 0 and is_third_row else belongs(picture, grid, side)

    monkeypatch.setattr("sapper.reading.locate.belongs", mistaken)
    found = locate(shot.picture)
    assert found is not None
    assert found.grid.rows == len(shot.labelled.rows)


@pytest.mark.parametrize("times", [2, 3])
def test_a_picture_that_was_enlarged_and_cut_tells_where_its_squares_begin(times: int) -> None:
    grain = Image.fromarray(NOISE)
    size = grain.width * times, grain.height * times
    enlarged = grain.resize(size, Image.Resampling.NEAREST).crop((1, times - 1, *size))
    assert enlargement(enlarged) == (times, times - 1, 1)
    assert enlargement(grain.resize(size, Image.Resampling.BICUBIC)) == (1, 0, 0)


@pytest.mark.slow
def test_a_board_with_odds_on_its_cells_is_refused(run: Run) -> None:
    refused = run(str(DOCS / "web-odds.png"))
    assert (refused.code, refused.out) == (2, "")
    assert "cells are hard to read: show it larger, and without odds" in refused.err


@pytest.mark.slow
def test_a_total_that_does_not_fit_on_the_board_is_refused(run: Run) -> None:
    refused = run(str(DOCS / "window.png"), "--mines", "300")
    assert refused.code == 2
    assert "the board found, 16×16, is too small for 300 mines" in refused.err


def _readings(rows: list[str], doubt: dict[tuple[int, int], str]) -> Readings:
    """Readings that are sure of everything but some cells, at which another class is likelier."""
    classes = {"#": HIDDEN, "F": FLAG, "*": MINE} | {str(number): number for number in range(9)}
    chances = np.full((len(rows) * len(rows[0]), len(CLASSES)), -20.0, dtype=np.float32)
    for position, sign in enumerate("".join(rows)):
        chances[position, classes[sign]] = -1.0
    for (row, column), sign in doubt.items():
        chances[row * len(rows[0]) + column, classes[sign]] = -0.5
    junk = np.zeros(len(chances), dtype=np.float32)
    return Readings(chances, junk, len(rows), len(rows[0]))


def test_the_engine_finds_the_cells_that_were_misread() -> None:
    rows = ["01#1", "0111", "1100", "#100"]
    misread = {(1, 1): "7", (2, 0): "8", (0, 3): "5"}
    proofs = ProofReader(_readings(rows, misread), monotonic() + 60)
    proofs.run()
    assert str(proofs.view(2)).splitlines() == rows
    assert sorted(proofs.changed) == sorted(misread)
    assert not proofs.clashing


@pytest.mark.parametrize(
    "misread",
    [
        {(2, 2): "#"},  # an empty cell under a pointer
        {(2, 2): "#", (2, 3): "#"},
        {(1, 1): "#"},  # a number
        {(0, 1): "0"},  # a number read as empty: the hidden cell beside it is one
        {(1, 1): "8", (0, 1): "#"},  # only if the number beside it is read otherwise
    ],
)
def test_a_hidden_cell_beside_an_empty_one_is_read_otherwise(
    misread: dict[tuple[int, int], str],
) -> None:
    proofs = ProofReader(_readings(BOARD, misread), monotonic() + 60)
    assert proofs.openings or (1, 1) in misread
    proofs.run()
    assert str(proofs.view(2)).splitlines() == BOARD
    assert sorted(proofs.changed) == sorted(misread)


def test_one_background_for_numbers_and_flags_tells_nothing() -> None:
    """A skin may paint open and hidden cells alike: nothing is nearer to it than anything else."""
    rows = ["123", "FFF", "###"]
    chances = _readings(rows, {}).chances
    same = np.zeros((9, 24), dtype=np.float32)
    odds = _odds_of_backgrounds(chances, chances.argmax(axis=1), np.zeros(9, dtype=np.intp), same)
    assert np.isfinite(odds).all()


def test_a_flag_beside_an_empty_cell_stays() -> None:
    rows = ["0F1#", "0011"]
    proofs = ProofReader(_readings(rows, {}), monotonic() + 60)
    proofs.run()
    assert str(proofs.view(1)).splitlines() == rows


def test_what_no_other_reading_resolves_is_named() -> None:
    proofs = ProofReader(_readings(["1#1", "171", "000"], {}), monotonic() + 60)
    proofs.run()
    assert (1, 1) in proofs.clashing


BOARD = ["#1000", "11000", "00000", "00011", "0001#"]


@pytest.mark.parametrize(
    ("mines", "told"),
    [
        (0, "more flags than mines, 1 and 0: a flag is wrong, or the total"),
        (1, "a total of 1 is impossible: the numbers need 2 to 3 mines"),
        (2, None),
        (3, None),
        (4, "a total of 4 is impossible: the numbers need 2 to 3 mines"),
    ],
)
def test_an_impossible_total_is_told(mines: int, told: str | None) -> None:
    """The 2 needs both cells beside it, and the last cell may hold another mine."""
    proofs = ProofReader(_readings(["F2##"], {}), monotonic() + 60)
    proofs.run()
    total, doubt = total_of(proofs, mines)
    assert total == mines
    assert (doubt and (doubt.about, doubt.message)) == (told and (Doubt.CONTRADICTION, told))


@pytest.mark.parametrize(
    ("rows", "total", "is_a_guess"),
    [(["*1", "22", "*1"], 2, False), (["*2", "##", "22"], 2, True)],
)
def test_mines_are_counted_only_where_the_numbers_need_no_others(
    rows: list[str], total: int, is_a_guess: bool
) -> None:
    """One cell that is misread as a mine does not make a board with one mine."""
    proofs = ProofReader(_readings(rows, {}), monotonic() + 60)
    proofs.run()
    found, doubt = total_of(proofs, None)
    assert (found, doubt is not None and doubt.about is Doubt.TOTAL) == (total, is_a_guess)


@pytest.mark.parametrize(("behind", "doubtful"), [(3.5, True), (4.5, False)])
def test_a_cell_that_is_nearly_as_likely_something_else_is_doubtful(
    behind: float, doubtful: bool
) -> None:
    readings = _readings(["000", "010", "000"], {})
    readings.chances[0, 3] = readings.chances[0, 0] - behind
    assert bool(doubtful_cells(readings)) == doubtful


def _saved(picture: Image.Image, kind: str = "PNG", **options: object) -> bytes:
    memory = io.BytesIO()
    picture.save(memory, kind, **options)
    return memory.getvalue()


def _animated() -> bytes:
    frames = [Image.new("RGB", (90, 90), shade) for shade in ("red", "green")]
    return _saved(frames[0], "GIF", save_all=True, append_images=frames[1:])


NOISE = np.random.default_rng(4).integers(0, 256, (200, 300, 3), dtype=np.uint8)
BROKEN = {
    "no picture": (b"1##\n", "is no picture that can be read"),
    "cut off": (_saved(Image.fromarray(NOISE))[:5000], "is damaged"),
    "animated": (_animated(), "is animated"),
    "tiny": (_saved(Image.new("RGB", (20, 200))), "is too small: 20×200"),
    "huge": (_saved(Image.new("1", (9000, 9000))), "is too large"),
    "blank": (_saved(Image.new("RGB", (400, 300), "white")), "no Minesweeper board"),
    "high": (_saved(Image.new("RGB", (30, 40_000), "grey")), "no Minesweeper board"),
    "wide": (_saved(Image.new("RGB", (40_000, 30), "grey")), "no Minesweeper board"),
    "noise": (_saved(Image.fromarray(NOISE)), "no Minesweeper board"),
}


@pytest.mark.parametrize("name", BROKEN)
def test_what_is_no_board_is_refused_in_one_line(run: Run, tmp_path: Path, name: str) -> None:
    data, problem = BROKEN[name]
    path = tmp_path / "picture.png"
    path.write_bytes(data)
    refused = run(str(path))
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.count("\n") == 1
    assert problem in refused.err
    assert str(path) in refused.err


def test_when_the_time_is_up_no_lattice_is_tried() -> None:
    shown = (DOCS / "window.png").read_bytes()  # another test finds its board
    with pytest.raises(PictureError, match="no Minesweeper board"):
        read(shown, seconds=0)


def test_a_missing_picture_is_named(run: Run) -> None:
    assert run("nowhere.png").code == 5
