"""Waiting for what comes to pass, on however busy a machine."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep

PATIENCE = 60.0
"""Seconds after which waiting is given up: long, as only a failing test waits for them."""
BETWEEN_LOOKS = 0.02


def until(is_so: Callable[[], object], told: Callable[[], object] = lambda: "") -> None:
    """Wait until it is so; a failure shows what is told then."""
    last = monotonic() + PATIENCE
    while not is_so():
        assert monotonic() < last, f"waited in vain {told()}"
        sleep(BETWEEN_LOOKS)
