"""Figures published by others, to show beside ours."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.level import Level, StartRule


@dataclass(frozen=True)
class Published:
    """A share of games won, as published or measured."""

    player: str
    start: StartRule
    size: str
    won: float
    source: str


_SIZES = ("9x9/10", "16x16/40", "16x30/99")
_LARGE_STUDY = "published, 9·10⁸ games in all"
_TU = "Tu et al., 10⁸ games"
_HILL_SAFE = "9×9 and 16×16 measured by us; 16×30 the author's, 10⁷ games"
_HILL_OPENING = "at (2,2), measured by us; 16×30 at (3,3), the author's"

_ROWS: tuple[tuple[str, StartRule, tuple[float, ...], str], ...] = (
    ("random where logic ends", StartRule.SAFE, (87.00, 68.81, 22.83), _LARGE_STUDY),
    ("safest cell", StartRule.SAFE, (89.54, 74.29, 35.58), _LARGE_STUDY),
    (
        "safest cell, ties by fewest hidden neighbours",
        StartRule.SAFE,
        (91.53, 77.56, 38.27),
        _LARGE_STUDY,
    ),
    ("PSEQ-D256", StartRule.SAFE, (91.695, 78.230, 40.047), _TU),
    ("Hill, Java", StartRule.SAFE, (91.36, 78.17, 41.132), _HILL_SAFE),
    ("random where logic ends", StartRule.OPENING, (96.54, 85.87, 37.39), _LARGE_STUDY),
    ("safest cell", StartRule.OPENING, (97.02, 88.26, 50.62), _LARGE_STUDY),
    (
        "safest cell, ties by fewest hidden neighbours",
        StartRule.OPENING,
        (96.99, 88.25, 50.91),
        _LARGE_STUDY,
    ),
    ("PSEQ-D256", StartRule.OPENING, (97.167, 89.076, 53.450), _TU),
    ("Hill, Java", StartRule.OPENING, (97.00, 89.10, 54.3), _HILL_OPENING),
)

PUBLISHED: tuple[Published, ...] = tuple(
    Published(player, start, size, percent / 100, source)
    for player, start, percents, source in _ROWS
    for size, percent in zip(_SIZES, percents, strict=True)
)
"""All of them."""


def published_for(level: Level) -> list[Published]:
    """The published figures for a level under its start rule.

    >>> [found.won for found in published_for(Level(16, 30, 99)) if found.player == "safest cell"]
    [0.3558]
    """
    size = f"{level.height}x{level.width}/{level.mines}"
    return [found for found in PUBLISHED if (found.size, found.start) == (size, level.start)]


def published_at(level: Level, player: str) -> Published | None:
    """The published figure of one player, if there is one."""
    return next((found for found in published_for(level) if found.player == player), None)


PUBLISHED_DESIGN = "5 boards per level from 15 numbers of disclosed cells each"
RERUN_DESIGN = "30, 30 and 20 boards of easy, medium and hard"


@dataclass(frozen=True)
class PublishedStudy:
    """What resolution settled at one level, over all numbers of disclosed cells."""

    settled: int
    cells: int
    rerun_share: float
    """The share of cells that the published program settled when it was run on more boards."""
    rerun_complete: float
    """The share of those runs in which it settled them all."""

    @property
    def share(self) -> float:
        """The published share of cells settled."""
        return self.settled / self.cells


_STUDIES = {
    "9x9/10": PublishedStudy(6_075, 6_075, rerun_share=0.987, rerun_complete=0.95),
    "16x16/25": PublishedStudy(19_200, 19_200, rerun_share=0.999, rerun_complete=0.93),
    "16x30/99": PublishedStudy(34_252, 36_000, rerun_share=0.944, rerun_complete=0.15),
}


def published_study(level: Level) -> PublishedStudy | None:
    """The published completeness of resolution at a level, if there is one.

    >>> published_study(Level(16, 30, 99)).settled
    34252
    """
    return _STUDIES.get(f"{level.height}x{level.width}/{level.mines}")
