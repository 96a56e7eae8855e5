"""Games that were played to their end, and how the page keeps them."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from sapper.game import Status
from sapper.history import History
from sapper.level import Level
from sapper.play.record import Setup
from sapper.play.table import Table
from sapper.serialize import plain


def played(
    seed: int,
    history: History | None = None,
    *,
    clock: Callable[[], float] = lambda: 0.0,
    **rules: Any,
) -> Table:
    """A game with flags, guesses, chords and moves of an agent, up to its end."""
    table = Table(Setup(Level(9, 9, 10), seed=seed, **rules), history, clock=clock)
    table.reveal((4, 4))
    table.flag((0, 0))
    table.flag((0, 0))
    for turn in range(200):
        if table.status is not Status.PLAYING:
            break
        hidden = table.view.hidden()
        if turn % 3 == 2:
            table.reveal(hidden[turn % len(hidden)])
        else:
            for mine in sorted(table.odds().mines - table.view.flags)[:1]:
                table.flag(mine)
            for row in range(9):
                table.chord((row, turn % 9)) if table.status is Status.PLAYING else None
            if table.status is Status.PLAYING and turn % 2:
                table.ai_move()
    return table


def kept(table: Table) -> dict[str, Any]:
    """A game as the page keeps it."""
    record, level = table.record(), table.setup.level
    return {
        "id": table.identity,
        "name": level.name,
        "level": None,
        "setup": {
            "height": level.height,
            "width": level.width,
            "mines": level.mines,
            "start": level.start,
            "winning": record.setup.winning,
            "guesses": record.setup.guesses,
            "grade": record.setup.grade,
        },
        "given": ["#" * level.width] * level.height,
        "rows": table.rows,
        "entries": plain(record.entries),
        "status": table.status,
        "seconds": record.seconds,
        "own": all(entry.by == "player" for entry in record.entries),
        "hand": plain(record.hand),
    }
