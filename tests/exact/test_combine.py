"""The number of layouts, from the engine's integers and from the twin's, on boards of any size."""

from __future__ import annotations

import subprocess
import sys
from math import comb
from pathlib import Path

import numpy as np
import pytest
from oracles import Enumeration
from positions import bent, numbers_of, played, random_board, small_positions

from sapper._compiled import compiled
from sapper.errors import BudgetExceeded, Contradiction
from sapper.exact import combine, counting
from sapper.exact.analysis import analyze, count_layouts
from sapper.exact.combine import FrontWays, count_together
from sapper.view import View


def scattered(side: int, share: float, density: float, seed: int = 1) -> View:
    """A random board with a share of its cells revealed at random."""
    random = np.random.default_rng(seed)
    mines = round(side * side * density)
    board = random_board(side, side, mines, random)
    shown = (random.random(board.shape) < share) & ~board
    return View.from_numbers(np.where(shown, numbers_of(board), np.int8(-1)), mines)


def one_after_the_other(fronts: list[FrontWays], sea: int, mines: int) -> int:
    """The same count in the plainest way."""
    together = {0: 1}
    for front in fronts:
        longer: dict[int, int] = {}
        for held, ways in together.items():
            for more, more_ways in enumerate(front.ways, start=front.low):
                longer[held + more] = longer.get(held + more, 0) + ways * more_ways
        together = longer
    return sum(ways * comb(sea, mines - held) for held, ways in together.items() if held <= mines)


def test_any_fronts_with_any_sea_and_total() -> None:
    random = np.random.default_rng(31)
    counted = 0
    for _ in range(400):
        fronts = [
            FrontWays(
                int(random.integers(4)),
                (1 + int(random.integers(10**6)), *random.integers(3, size=random.integers(5))),
            )
            for _ in range(random.integers(8))
        ]
        fronts = [FrontWays(low, tuple(map(int, ways))) for low, ways in fronts]
        fronts += fronts[:2] * int(random.integers(4))
        sea, mines = random.integers(30, size=2).tolist()
        layouts = one_after_the_other(fronts, sea, mines)
        assert count_together(fronts, sea, mines) == layouts
        counted += layouts > 0
    assert counted > 200


def test_large_binomials_are_built_from_their_prime_factors() -> None:
    random = np.random.default_rng(32)
    for _ in range(60):
        sea = int(random.integers(combine.LONG_BINOMIAL, 2 * combine.LONG_BINOMIAL))
        for mines in (0, 1, sea, int(random.integers(sea))):
            assert count_together([], sea, mines) == comb(sea, mines)


def test_every_small_position_is_counted_as_by_writing_all_layouts_down() -> None:
    random = np.random.default_rng(33)
    refused = 0
    for view in small_positions(games=300, most_hidden=12, seed=33):
        assert count_layouts(view) == Enumeration(view.numbers, view.mines).count
        crooked = bent(view, random)
        layouts = Enumeration(crooked.numbers, crooked.mines).count
        if layouts:
            assert count_layouts(crooked) == layouts
        else:
            with pytest.raises(Contradiction):
                count_layouts(crooked)
            refused += 1
    assert refused > 100


@pytest.mark.parametrize("flood", [True, False])
def test_engine_and_twin_count_the_same(flood: bool) -> None:
    for height, width, mines in ((16, 30, 99), (24, 30, 200), (40, 40, 320)):
        random = np.random.default_rng([34, height])
        views = list(played(random_board(height, width, mines, random), random, flood))
        for view in views[5:200:15]:
            assert count_layouts(view) == counting.count_layouts(view)


def test_a_front_of_a_thousand_cells() -> None:
    numbers = np.full((3, 300), -1, dtype=np.int8)
    numbers[1, ::2] = 3
    view = View.from_numbers(numbers, 300)
    assert count_layouts(view) == counting.count_layouts(view) > 2**100


def test_the_numbers_a_cell_may_show_share_the_layouts_of_a_large_board() -> None:
    view = scattered(120, 0.03, 0.2)
    for cell in ((0, 0), (60, 61), (119, 119)):
        assert view.is_hidden(cell)
        after = 0
        for number in range(9):
            try:
                after += count_layouts(view.revealing({cell: number}))
            except Contradiction:
                continue
        layouts = count_layouts(view)
        assert after / layouts == pytest.approx(1 - analyze(view).mine_probability[cell])


def test_what_takes_too_many_digits_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    view = scattered(300, 0.03, 0.2)
    enough = count_layouts(view)
    assert analyze(view).layouts == enough
    monkeypatch.setattr(combine, "ALWAYS_ALLOWED", 1000)
    with pytest.raises(BudgetExceeded) as caught:
        count_together([FrontWays(1, (2, 1))] * 10_000, 1000, 10_000, budget=5000)
    assert caught.value.budget == 5000
    assert count_layouts(view, budget=None) == enough


@pytest.mark.skipif(not Path("/proc/self/status").exists(), reason="memory is read from /proc")
@pytest.mark.parametrize("engine", [True, False])
def test_a_large_board_takes_little_memory(engine: bool) -> None:
    """Thousands of fronts, most of them alike."""
    if engine and compiled is None:
        pytest.skip("no engine")
    script = (
        "import re, sys\n"
        "from pathlib import Path\n"
        "from test_combine import scattered\n"
        "from sapper.exact import analysis, counting\n"
        "view = scattered(300, 0.03, 0.2)\n"
        "count = analysis.count_layouts if sys.argv[1] == 'True' else counting.count_layouts\n"
        "bits = count(view).bit_length()\n"
        # Not getrusage: that would count what the parent held when it forked.
        "peak = re.search(r'VmHWM:\\s+(\\d+)', Path('/proc/self/status').read_text())\n"
        "print(bits, peak[1])"
    )
    shown = subprocess.run(
        [sys.executable, "-c", script, str(engine)],
        capture_output=True,
        text=True,
        check=True,
        env={"PYTHONPATH": ":".join(sys.path)},
    )
    bits, memory = map(int, shown.stdout.split())
    assert bits == 59658
    assert memory < 250_000  # kilobytes
