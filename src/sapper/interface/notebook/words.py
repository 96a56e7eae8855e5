"""The words of the notebook's widgets that no other interface has."""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

from sapper.catalogue import Forms, Sentences


@dataclass(frozen=True, slots=True)
class Notebook(Sentences):
    """What is said around a board in a notebook."""

    section: ClassVar[str] = "notebook"
    game: str
    position: str
    mines: str
    mines_left: Forms
    hidden: str
    flag: str
    nothing_known: str
    found: str
