"""What is said of replays: a section of the catalogue."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.catalogue import Sentences


@dataclass(frozen=True, slots=True)
class Replays(Sentences):
    """What is said of a replay beyond what every review says."""

    section: ClassVar[str] = "replays"

    by_player: str
    by_program: str
    differs: str
    agrees: str
    all_agree: str
    names: dict[str, str]
    won: dict[str, str]
