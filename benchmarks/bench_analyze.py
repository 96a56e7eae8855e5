"""How long `sapper.analyze` takes, compared with the exact functions of ms_toollib.

Each time is for one public call on a fresh view, whose array of numbers has not been built yet, and
the best of a few rounds; the peer gets its lists ready-made. The two take turns on the same
positions in one process. Of the peer's functions, the one with the best median counts. The ratio is
that of each position by itself: its median, and between what bounds nine of ten lie.

    python benchmarks/bench_analyze.py
"""

from __future__ import annotations

import time
from collections.abc import Callable
from statistics import median
from typing import Any

import ms_toollib
import numpy as np
from families import (
    DENSE,
    EXPERT_ANY,
    EXPERT_OPENING,
    EXPERT_SAFE,
    VAST,
    scattered_positions,
    stuck_positions,
)

import sapper
from sapper import View

ROUNDS = 3
PEER_HIDDEN = 10
PEER: dict[str, Callable[[list[list[int]], int], Any]] = {
    name: getattr(ms_toollib, f"cal_probability_{name}") for name in ("csp", "enum", "onboard")
}


def seconds(call: Callable[[], object]) -> float:
    started = time.perf_counter()
    call()
    return time.perf_counter() - started


def own_time(view: View) -> float:
    fresh = [View.from_numbers(view.numbers, view.mines) for _ in range(ROUNDS)]
    return min(seconds(lambda view=view: sapper.analyze(view)) for view in fresh)  # type: ignore[misc]


def peer_times(view: View) -> dict[str, float]:
    board = np.where(view.numbers < 0, PEER_HIDDEN, view.numbers).tolist()
    return {
        name: min(seconds(lambda: function(board, view.mines)) for _ in range(ROUNDS))  # noqa: B023
        for name, function in PEER.items()
    }


def peer_differs(view: View) -> float:
    """The largest difference between the peer's probabilities and ours."""
    board = np.where(view.numbers < 0, PEER_HIDDEN, view.numbers).tolist()
    theirs = np.array(PEER["onboard"](board, view.mines)[0])
    ours = sapper.analyze(view).mine_probability
    return float(np.nanmax(np.abs(theirs - ours)))


def beside_the_peer(name: str, views: list[View]) -> None:
    own, peer = [], []
    for view in views:
        own.append(own_time(view))
        peer.append(peer_times(view))
    medians = {function: median(times[function] for times in peer) for function in PEER}
    best = min(medians, key=medians.__getitem__)
    ratios = [times[best] / taken for times, taken in zip(peer, own, strict=True)]
    low, middle, high = np.percentile(ratios, (5, 50, 95))
    differs = max(map(peer_differs, views))
    print(
        f"{name:<34} {len(views):>4} {1e6 * median(own):>9.1f} {1e3 * max(own):>8.2f}"
        f" {1e6 * medians[best]:>9.1f} {best:>8} {middle:>6.1f} {f'{low:.1f} to {high:.1f}':>16}"
        f" {differs:>9.0e}",
        flush=True,
    )


def alone(name: str, views: list[View], wanted_ms: int) -> None:
    own = [own_time(view) for view in views]
    within = sum(taken <= wanted_ms / 1000 for taken in own)
    print(
        f"{name:<34} {len(views):>4} {1e6 * median(own):>9.1f} {1e3 * max(own):>8.2f}"
        f"   {within} of {len(own)} within the target of {wanted_ms} ms each",
        flush=True,
    )


def slowest(views: list[View], count: int) -> list[View]:
    times = [own_time(view) for view in views]
    return [views[place] for place in np.argsort(times)[::-1][:count]]


def main() -> None:
    print(
        f"{'positions':<34} {'n':>4} {'median us':>9} {'worst ms':>8}"
        f" {'peer us':>9} {'function':>8} {'ratio':>6} {'90 % of them':>16} {'differs':>9}"
    )
    views = stuck_positions(EXPERT_OPENING, (3, 3), games=300, count=200, seed=1)
    beside_the_peer("16x30/99 stuck, opening at (3,3)", views)
    views = stuck_positions(EXPERT_SAFE, (0, 0), games=300, count=200, seed=2)
    beside_the_peer("16x30/99 stuck, safe at (0,0)", views)
    views = stuck_positions(VAST, (3, 3), games=60, count=50, seed=3)
    beside_the_peer("50x50/500 stuck, opening at (3,3)", views)
    alone("16x30/99, 40-160 cells scattered", scattered_positions(EXPERT_ANY, 1000, seed=4), 100)
    met = stuck_positions(DENSE, (3, 3), games=200, count=10_000, seed=5, spared=True)
    alone(f"24x30/200, slowest of {len(met)} stuck", slowest(met, 200), 250)


if __name__ == "__main__":
    main()
