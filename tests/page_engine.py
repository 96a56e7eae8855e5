"""The page's engine, asked by Node: what `tests/web/ask_engine.js` answers."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import numpy as np
import pytest
import wasm
from positions import played, random_board

from sapper.view import View

NODE = shutil.which("node")
ASKER = Path(__file__).parent / "web" / "ask_engine.js"
IS_MODULE = (ASKER.parents[2] / "package.json").is_file()
"""Node takes the page's files for modules because that file says so; the sdist has none."""
needs_node = pytest.mark.skipif(
    NODE is None or not IS_MODULE, reason="there is no node here: the page's engine was not asked"
)

SIZES = [(9, 9, 10), (8, 8, 8), (16, 16, 40), (16, 30, 99), (20, 20, 60), (5, 40, 45)]


def asked(lines: Iterable[list[Any]]) -> list[Any]:
    """What the page's engine answers to each question."""
    text = "".join(f"{json.dumps(line)}\n" for line in lines)
    command = [NODE or "node", str(ASKER), str(wasm.COMMITTED)]
    run = subprocess.run(command, input=text, capture_output=True, text=True, timeout=600)
    assert run.returncode == 0, run.stderr
    return [json.loads(line) for line in run.stdout.splitlines()]


def analysed(views: Iterable[View]) -> list[Any]:
    return asked(["analyse", written(view)] for view in views)


def written(view: View) -> dict[str, Any]:
    return {"rows": str(view).splitlines(), "mines": view.mines}


def positions(games: int, seed: int, sizes: list[tuple[int, int, int]]) -> Iterator[View]:
    """Some views of each of so many games, from the first cell to the end."""
    for game in range(games):
        random = np.random.default_rng([seed, game])
        views = list(played(random_board(*sizes[game % len(sizes)], random), random))
        yield from (views[place] for place in random.choice(len(views), min(6, len(views))))
