"""A game as the page is shown it: plain data, and before the end nothing that tells of mines."""

from __future__ import annotations

from typing import Any

from sapper.game import Status
from sapper.history import KeptGame
from sapper.level import LEVELS, Level
from sapper.play.record import Entry, Setup
from sapper.play.table import Table


def show_level(level: Level) -> dict[str, Any]:
    """A level's size, mines and start rule; its name, if it is one of the named.

    >>> show_level(LEVELS["beginner"])["level"], show_level(Level(2, 3, 1))["level"]
    ('beginner', None)
    """
    return {
        "level": level.name if level.name in LEVELS else None,
        "height": level.height,
        "width": level.width,
        "mines": level.mines,
        "start": level.start.value,
    }


def show_game(table: Table, *, say: str, **more: Any) -> dict[str, Any]:
    """How a game stands."""
    last = table.last
    shown = {
        "id": table.identity,
        **show_level(table.setup.level),
        "winning": table.setup.winning.value,
        "agent": table.setup.agent,
        "rows": table.rows,
        "status": table.status.value,
        "seconds": round(table.seconds, 3),
        "mines_left": table.mines_left,
        "turns": table.turns,
        "last": None if last is None else last.to_json(),
        "say": say,
        **more,
    }
    return shown | _board_of(table.setup, table.status)


def show_kept(kept: KeptGame) -> dict[str, Any]:
    """A game as a list shows it."""
    shown = {
        "id": kept.identity,
        **show_level(kept.setup.level),
        "winning": kept.setup.winning.value,
        "agent": kept.setup.agent,
        "status": kept.status.value,
        "seconds": kept.seconds,
        "turns": kept.turns,
        "started": kept.started.isoformat(timespec="seconds"),
        "changed": kept.changed.isoformat(timespec="seconds"),
        "own": kept.own,
    }
    return shown | _board_of(kept.setup, kept.status)


def _board_of(setup: Setup, status: Status) -> dict[str, Any]:
    """Seed and index, which tell all mines: after the end alone."""
    if status is Status.PLAYING:
        return {}
    # As text, for a seed may be longer than JavaScript's numbers hold.
    return {"seed": str(setup.seed), "index": setup.index}


def show_entries(entries: tuple[Entry, ...]) -> list[dict[str, Any]]:
    """All turns of a game, in order."""
    return [entry.to_json() for entry in entries]
