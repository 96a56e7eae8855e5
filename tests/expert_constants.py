"""The expert's constants at the ends of their ranges, for tests of every value there may be."""

from __future__ import annotations

from sapper.agents.expert import CONSTANTS

MOST_WORK = {
    "search_layouts": 100_000,
    "search_budget": 1_000_000,
    "playouts": 200,
    "first_playouts": 200,
}
"""The largest values tried of constants that only bound the work: a guess may take all of it."""


def extreme_values(name: str) -> tuple[float, float]:
    """The least and the largest value to try."""
    constant = CONSTANTS[name]
    kind = int if constant.whole else float
    return kind(constant.least), kind(min(constant.most, MOST_WORK.get(name, constant.most)))
