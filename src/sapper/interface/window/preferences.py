"""What the window remembers for the next time: its colours and its zoom."""

from __future__ import annotations

import json
from contextlib import suppress
from dataclasses import asdict, dataclass
from pathlib import Path

from sapper.interface.window.theme import LIGHT, THEMES

FILE_NAME = "window.json"


@dataclass(frozen=True, slots=True)
class Preferences:
    """How the player likes the window."""

    theme: str = LIGHT.name
    zoom: float = 1.0

    @classmethod
    def load(cls, folder: Path | None) -> Preferences:
        """What was saved in a folder; the defaults if it can't be read.

        >>> Preferences.load(None)
        Preferences(theme='light', zoom=1.0)
        """
        if folder is None:
            return cls()
        try:
            content = json.loads((folder / FILE_NAME).read_text(encoding="utf-8"))
            found = cls(str(content["theme"]), float(content["zoom"]))
        except (OSError, ValueError, TypeError, LookupError):
            return cls()
        return found if found.theme in THEMES and found.zoom > 0 else cls()

    def save(self, folder: Path | None) -> None:
        """Save them for the next time; if that fails, the defaults return."""
        if folder is not None:
            with suppress(OSError):
                (folder / FILE_NAME).write_text(json.dumps(asdict(self)), encoding="utf-8")
