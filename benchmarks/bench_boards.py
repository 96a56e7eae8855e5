"""Boards that need no guess: how fast they are made, beside other programs, and what they are like.

Three parts, all in CPU seconds of one thread:

- *Speed*: boards per CPU second at the usual levels, beside Simon Tatham's Mines (Debian's package
  `sgt-puzzles`) and ms_toollib (from PyPI), those that are installed. The programs take turns, so
  that a busy machine slows all of them. Every board made is afterwards played by the exact player,
  outside the time measured: a board that needs a guess does not count.
- *To order*: the median time of a board of each grade, and of boards too rare to be drawn.
- *Difference*: how repaired boards differ from drawn ones where both methods work: 3BV, openings
  and grades.

    python benchmarks/bench_boards.py [--seconds 10] [--parts speed,order,difference]
"""

from __future__ import annotations

import argparse
import subprocess
from collections import Counter
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from hashlib import sha1
from resource import RUSAGE_CHILDREN, getrusage
from shutil import which
from statistics import mean, median, stdev
from time import process_time

import numpy as np
from numpy.typing import NDArray

from sapper import play_layouts
from sapper._compiled import compiled
from sapper.board import places_for_mines, seed_words
from sapper.boards.make import ATTEMPTS, Wish, make_boards, make_some
from sapper.errors import NoBoardFound
from sapper.grid import Cell
from sapper.level import Level
from sapper.proof.technique import BoardGrade

LEVELS = ("9x9/10", "16x16/40", "16x30/99")
ROUNDS = 5
MINES_OF_TATHAM = which("sgt-mines") or which("mines") or "/usr/games/sgt-mines"

Layouts = NDArray[np.bool_]


# Speed


@dataclass
class Speed:
    """What a program has made so far."""

    boards: int = 0
    without_guess: int = 0
    seconds: float = 0.0

    def per_second(self) -> float:
        """Boards that need no guess, per CPU second."""
        return self.without_guess / self.seconds


Made = tuple[float, list[tuple[Layouts, Cell]]]
"""CPU seconds, and the boards with their first cells."""


def by_sapper(level: Level, first: Cell, round_number: int, seconds: float, rate: float) -> Made:
    """Boards of `make_boards`, in one thread."""
    count = max(1, int(seconds * rate))
    before = process_time()
    layouts = make_boards(level, first, count, seed=round_number, threads=1)
    return process_time() - before, [(layouts, first)]


def by_tatham(level: Level, first: Cell, round_number: int, seconds: float, rate: float) -> Made:
    """Boards of Tatham's Mines, which chooses the first cell itself."""
    count = max(1, int(seconds * rate))
    parameters = f"{level.width}x{level.height}n{level.mines}"
    before = getrusage(RUSAGE_CHILDREN)
    told = subprocess.run(
        [MINES_OF_TATHAM, "--generate", str(count), parameters],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    after = getrusage(RUSAGE_CHILDREN)
    spent = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return spent, [board_of_tatham(line) for line in told.splitlines()]


def board_of_tatham(line: str) -> tuple[Layouts, Cell]:
    """Read `WxH:X,Y,mHEX`: the mines as bits, each half mixed with a hash of the other."""
    size, _, rest = line.partition(":")
    width, height = map(int, size.split("x"))
    column, row, mines = rest.split(",")
    data = bytearray.fromhex(mines[1:] + "0" * (len(mines[1:]) % 2))
    if mines[0] == "m":
        half = len(data) // 2
        data[half:] = mixed(data[half:], data[:half])
        data[-1] &= 0xFF << -(width * height) % 8  # bits beyond the last cell are 0
        data[:half] = mixed(data[:half], data[half:])
    bits = np.unpackbits(np.frombuffer(bytes(data), dtype=np.uint8))[: width * height]
    return bits.astype(np.bool_).reshape(1, height, width), (int(row), int(column))


def mixed(target: bytes, seed: bytes) -> bytes:
    """A part of the bitmap, mixed with the hashes of the other part and a counter."""
    stream = b"".join(
        sha1(seed + str(count).encode()).digest() for count in range(len(target) // 20 + 1)
    )
    return bytes(one ^ other for one, other in zip(target, stream, strict=False))


def by_toollib(level: Level, first: Cell, round_number: int, seconds: float, rate: float) -> Made:
    """Boards of ms_toollib, drawn until one can be solved, as here."""
    import ms_toollib

    made = []
    count = max(1, int(seconds * rate))
    before = process_time()
    for _ in range(count):
        board, found = ms_toollib.laymine_solvable(
            level.height, level.width, level.mines, *first, ATTEMPTS
        )
        if found:
            made.append(board)
    spent = process_time() - before
    return spent, [(np.array(made) == -1, first)]


def programs() -> dict[str, Callable[[Level, Cell, int, float, float], Made]]:
    """The programs that are installed here."""
    found: dict[str, Callable[[Level, Cell, int, float, float], Made]] = {"sapper": by_sapper}
    if which(MINES_OF_TATHAM):
        found["Tatham's Mines"] = by_tatham
    try:
        import ms_toollib  # noqa: F401
    except ImportError:
        pass
    else:
        found["ms_toollib"] = by_toollib
    return found


def measure_speed(seconds: float) -> None:
    """Boards per CPU second, the programs taking turns."""
    for size in LEVELS:
        wish = Wish.of(size)
        speeds = {name: Speed() for name in programs()}
        rates = dict.fromkeys(speeds, 100.0)
        for round_number in range(ROUNDS + 1):
            is_trial = round_number == 0  # it only finds out how fast each is
            for name, make in programs().items():
                share = 0.2 if is_trial else seconds / ROUNDS
                spent, made = make(wish.level, wish.first, round_number, share, rates[name])
                boards = sum(len(layouts) for layouts, _ in made)
                rates[name] = max(1.0, boards / max(spent, 1e-6))
                if not is_trial:
                    speeds[name].boards += boards
                    speeds[name].seconds += spent
                    speeds[name].without_guess += sum(map(without_guess, made))
        best_peer = max(
            (speed.per_second() for name, speed in speeds.items() if name != "sapper"), default=None
        )
        for name, speed in speeds.items():
            print(
                f"{size:9} {name:15} {speed.per_second():9,.0f} boards per CPU second "
                f"({speed.without_guess:,} of {speed.boards:,} checked boards need no guess)"
            )
        if best_peer:
            print(f"{size:9} {speeds['sapper'].per_second() / best_peer:.1f} times the faster peer")


def without_guess(made: tuple[Layouts, Cell]) -> int:
    """How many boards the exact player solves without a guess."""
    layouts, first = made
    played = play_layouts("exact", layouts, first, threads=1)
    return int((played.won & (played.guesses == 0)).sum())


# To order


def measure_orders(count: int = 25) -> None:
    """The median time of one board of each grade, and of rare boards."""
    orders = [(size, grade) for size in LEVELS for grade in BoardGrade]
    rare = ("16x16/99", "30x30/240", "100x100/2000", "16x30/130")
    for size, grade in [*orders, *((size, None) for size in rare)]:
        wish = Wish.of(size, grade=grade)
        seconds, methods = [], Counter[str]()
        for seed in range(count):
            before = process_time()
            try:
                (board,) = make_some(wish, seed, 0, 1, threads=1)
            except NoBoardFound as error:
                print(error)
                break
            seconds.append(process_time() - before)
            methods[board.method.value] += 1
            assert without_guess((board.layout[np.newaxis], wish.first)) == 1
        else:
            print(
                f"{size:13} {grade or 'any grade':9} median {1000 * median(seconds):7.1f} ms, "
                f"longest {1000 * max(seconds):7.1f} ms, {dict(methods)}"
            )


# Difference


def measure_difference(count: int = 2000) -> None:
    """Drawn and repaired boards of levels where both methods work."""
    for size in ("9x9/10", "16x16/40", "16x30/99"):
        wish = Wish.of(size)
        drawn = make_boards(size, wish.first, count, seed=1)
        print(f"{size:9} drawn    {described(drawn, wish.first)}")
        print(f"{size:9} repaired {described(repaired(wish, count), wish.first)}")


def repaired(wish: Wish, count: int) -> Layouts:
    """Boards that drawing would have found, but that repair was made to make."""
    assert compiled is not None
    level, (row, column) = wish.level, wish.first
    made: Layouts = compiled.make_boards(
        seed=seed_words(2),
        stream=2,
        start_index=0,
        n=count,
        size=(level.height, level.width),
        mines=level.mines,
        places=places_for_mines(level, wish.first),
        first=row * level.width + column,
        grade=0,
        attempts=ATTEMPTS,
        draws=0,
        threads=1,
        progress=compiled.MakingProgress(),
    )[0]
    return made


def described(layouts: Layouts, first: Cell) -> str:
    """3BV, openings, and the share of each grade, with 95 % intervals of the means."""
    assert compiled is not None
    counted = [openings_and_3bv(layout) for layout in layouts]
    stages = compiled.grade_layouts(layouts, first, 1_000_000)[3]
    hardest = Counter(max(1, *np.flatnonzero(counts)) if counts.any() else 1 for counts in stages)
    grades = ", ".join(
        f"{grade.value} {100 * hardest[rank] / len(layouts):.1f} %"
        for rank, grade in enumerate(BoardGrade, start=1)
    )
    return (
        f"3BV {interval([bv for _, bv in counted])}, openings {interval([o for o, _ in counted])}, "
        f"{grades}"
    )


def interval(values: Sequence[int]) -> str:
    return f"{mean(values):.2f} ± {1.96 * stdev(values) / len(values) ** 0.5:.2f}"


def openings_and_3bv(layout: Layouts) -> tuple[int, int]:
    """The regions of zeros, and the fewest clicks that open all safe cells."""
    from scipy.ndimage import binary_dilation, label

    around = np.ones((3, 3), dtype=np.bool_)
    zeros = ~binary_dilation(layout, around)
    openings = int(label(zeros, around)[1])
    left = ~layout & ~binary_dilation(zeros, around)
    return openings, openings + int(left.sum())


def main() -> None:
    """Measure what was asked for."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawTextHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=10, help="per program and level")
    parser.add_argument("--parts", default="speed,order,difference")
    arguments = parser.parse_args()
    parts = arguments.parts.split(",")
    if "speed" in parts:
        measure_speed(arguments.seconds)
    if "order" in parts:
        measure_orders()
    if "difference" in parts:
        measure_difference()


if __name__ == "__main__":
    main()
