"""The page's colours, as they are written: what is told apart by them, and what is read."""

from __future__ import annotations

import re

import pytest
from contrast import READABLE, SEEN, contrast
from webpage import SOURCES

from sapper.picture.heat import colour

LOOKS = {
    "light": ["light"],
    "dark": ["light", "dark"],
    "colour-blind": ["light", "colour-blind"],
    "colour-blind-dark": ["light", "dark", "colour-blind", "colour-blind-dark"],
}
"""The blocks of rules that apply to each look, later ones over earlier ones."""
SELECTORS = {
    "light": ':root[data-theme="light"]',
    "dark": ':root[data-theme="dark"]',
    "colour-blind": ':root[data-palette="colour-blind"]',
    "colour-blind-dark": ':root[data-palette="colour-blind"][data-theme="dark"]',
}
TEXTS = [
    *((f"number-{number}", "cell-open") for number in range(1, 9)),
    *(("cell-ink", heat) for heat in ("heat-low", "heat-middle", "heat-high")),
    ("safe", "safe-fill"),
    ("mine", "mine-fill"),
]
SIGNS = [
    ("cell-hidden", "cell-open"),
    ("cell-hidden-hover", "cell-open"),
    ("cell-flag", "cell-flag-ground"),
    ("cell-ink", "cell-mine"),
    ("safe", "cell-open"),  # the frame of what is certainly safe
]


@pytest.mark.parametrize("look", LOOKS)
def test_hidden_cells_open_cells_and_all_signs_are_told_apart(look: str) -> None:
    rules = (SOURCES / "styles" / "tokens.css").read_text(encoding="utf-8")
    colours: dict[str, str] = {}
    for block in LOOKS[look]:
        body = rules.partition(f"{SELECTORS[block]} {{")[2].partition("}")[0]
        colours |= dict(re.findall(r"--([\w-]+): (#\w{6});", body))
    for pairs, least in ((TEXTS, READABLE), (SIGNS, SEEN)):
        for ink, ground in pairs:
            found = contrast(colour(colours[ink]), colour(colours[ground]))
            assert found >= least, f"{ink} on {ground}: {found:.2f}"
