"""What is written below pictures, and told of them: a section of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.catalogue import Forms, Sentences


@dataclass(frozen=True, slots=True)
class Pictures(Sentences):
    """Titles and captions of boards, odds, moves and reasons, and the words for signs."""

    section: ClassVar[str] = "pictures"

    row: str
    signs: dict[str, str]
    part: str
    board: Forms
    position: Forms
    mines: Forms
    mines_and_flags: Forms
    game: Forms
    game_and_flags: Forms
    statuses: dict[str, str]
    odds: str
    certain: Forms
    not_known: str
    legend: str
    safest: str
    why: dict[str, str]
    chance: str
    open: str
    move: str
    risks: dict[str, str]
    columns: dict[str, str]
