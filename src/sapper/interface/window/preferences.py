"""What the window remembers for the next time: colours, zoom, the last level, fast mode."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from sapper.errors import SapperError
from sapper.interface.window.theme import LIGHT, THEMES
from sapper.level import Level
from sapper.proof.technique import BoardGrade

FILE_NAME = "window.json"


@dataclass(frozen=True, slots=True)
class Preferences:
    """How the player likes the window."""

    theme: str = LIGHT.name
    zoom: float = 1.0
    level: Level | None = None
    """What was played last; None if nothing was."""
    fast: BoardGrade | None = None
    """Up to which grade moves are made for the player."""

    @classmethod
    def load(cls, folder: Path | None) -> Preferences:
        """What was saved in a folder; the defaults if it can't be read.

        >>> Preferences.load(None)
        Preferences(theme='light', zoom=1.0, level=None, fast=None)
        """
        if folder is None:
            return cls()
        try:
            content = json.loads((folder / FILE_NAME).read_text(encoding="utf-8"))
            level = content.get("level")
            played = None if level is None else Level.of(level, content["start"])
            fast = content.get("fast")
            grade = None if fast is None else BoardGrade.of(fast)
            found = cls(str(content["theme"]), float(content["zoom"]), played, grade)
        except (OSError, ValueError, TypeError, LookupError, AttributeError, SapperError):
            return cls()
        return found if found.theme in THEMES and found.zoom > 0 else cls()

    def save(self, folder: Path | None) -> None:
        """Save them for the next time; if that fails, the defaults return."""
        if folder is None:
            return
        content: dict[str, str | float] = {"theme": self.theme, "zoom": self.zoom}
        if self.level is not None:
            content |= {"level": self.level.name, "start": self.level.start.value}
        if self.fast is not None:
            content["fast"] = self.fast.value
        with suppress(OSError):
            (folder / FILE_NAME).write_text(json.dumps(content), encoding="utf-8")
