"""What cases share that measure the boards of a seed, all from the same first cell."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, ClassVar

from sapper.grid import Cell
from sapper.lab.bulk import make_layouts
from sapper.lab.case import Case
from sapper.level import Level


@dataclass(frozen=True)
class BoardCase(Case):
    """The boards of a level and a seed, from one cell on."""

    kind: ClassVar[str]
    """What is measured; it tells the outcomes apart that are stored."""

    level: Level
    first: Cell
    seed: int

    def __post_init__(self) -> None:
        make_layouts(self.level, self.seed, 0, first=self.first)  # rejects what can't be laid

    @property
    def identity(self) -> dict[str, Any]:
        """Which boards, from which cell."""
        level = self.level
        return {
            "kind": self.kind,
            "size": f"{level.height}x{level.width}/{level.mines}",
            "start": level.start.value,
            "first": list(self.first),
            "seed": self.seed,
        }
