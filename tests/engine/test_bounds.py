"""The engine's bounds: its stack does not grow with the board, and its indices fit every board."""

from __future__ import annotations

import subprocess
import sys

import numpy as np
import pytest
from native import HIDDEN, UNLIMITED, native

STACK = 256 * 1024
"""Bytes: a recursion per cell of these boards would take tens of times as much."""

ON_A_SMALL_STACK = """
import sys, threading
import numpy as np
from sapper import _engine as native

answers = []
threading.stack_size({stack})
thread = threading.Thread(target=lambda: answers.append({call}))
thread.start()
thread.join()
print(answers[0])
"""


def on_a_small_stack(call: str) -> str:
    """What the call returns, from a process of its own: an overflow would end it."""
    done = subprocess.run(
        [sys.executable, "-c", ON_A_SMALL_STACK.format(stack=STACK, call=call)],
        capture_output=True,
        text=True,
        timeout=120,
        check=False,
    )
    assert done.returncode == 0, f"{done.returncode}: {done.stderr}"
    return done.stdout.strip()


def test_the_longest_front_is_written_out_on_a_small_stack() -> None:
    """`#1#1…#`: every 1 has a mine on one side, so the mines alternate."""
    row = "np.where(np.arange(120_001) % 2, 1, -1).astype(np.int8)[None]"
    assert on_a_small_stack(f"native.solve({row}, 30_000, 1_000_000)") == "(1, 1, 0, True)"
    assert on_a_small_stack(f"native.solve({row}, 30_001, 1_000_000)") == "(1, 1, 2, True)"


@pytest.mark.parametrize("revealed", [0, 1])
def test_a_sea_of_nothing_but_mines_is_written_out_on_a_small_stack(revealed: int) -> None:
    sea = f"np.full((1, 120_000), {HIDDEN}, dtype=np.int8)"
    numbers = f"np.concatenate([np.ones((1, {revealed}), dtype=np.int8), {sea}], axis=1)"
    assert on_a_small_stack(f"native.solve({numbers}, 120_000, 1_000_000)") == "(1, 1, None, False)"


@pytest.mark.parametrize("side", [255, 256, 257, 260, 400])
def test_a_search_tells_the_cells_of_a_large_board_apart(side: int) -> None:
    """One mine beside a 1 in the last row: what is open elsewhere leaves nothing to guess."""
    numbers = np.full((side, side), HIDDEN, dtype=np.int8)
    numbers[-1, -2] = 1
    assert native.solve(numbers, 1, UNLIMITED) == (5, 5, 0, True)


@pytest.mark.parametrize("budget", [0, -1, -(2**63), 2**62 + 1])
def test_searches_of_the_expert_need_a_budget(budget: int) -> None:
    numbers = np.full((3, 3), HIDDEN, dtype=np.int8)
    with pytest.raises(ValueError, match="between 1 and"):
        native.guess(numbers, 2, budget)
    with pytest.raises(ValueError, match="between 1 and"):
        native.play_expert(np.zeros((1, 3, 3), dtype=np.bool_), (0, 0), 1, budget)
    found = native.guess(numbers, 2, 2**62)
    assert found is not None
    assert found[1] == "search"
