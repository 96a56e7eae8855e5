"""Waiting for what comes to pass, on however busy a machine."""

from __future__ import annotations

from collections.abc import Callable
from time import monotonic, sleep
from typing import TypeVar

PATIENCE = 120.0
"""Seconds after which waiting is given up: long, as only a failing test waits for them."""
BETWEEN_LOOKS = 0.005

Seen = TypeVar("Seen")


def until(look: Callable[[], Seen], told: Callable[[], object] = lambda: "") -> Seen:
    """Look until something true is seen, and give it; a failure shows what is told then."""
    last = monotonic() + PATIENCE
    while not (seen := look()):
        assert monotonic() < last, f"waited in vain {told()}"
        sleep(BETWEEN_LOOKS)
    return seen
