"""What a player's game comes to in the numbers players know (`sapper.measures`)."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

import numpy as np

from sapper.game import Status
from sapper.grid import Cell
from sapper.measures import BoardMeasures, Clicks, GameMeasures, solved_units, visibly_solved
from sapper.play.hand import Button
from sapper.play.record import Record, Setup
from sapper.view import HIDDEN, View

MOST_CELLS_MEASURED = 10_000
"""On larger boards, finding the openings would be noticed at the end of a game."""
MOST_CELLS_MEASURED_IN_PLAY = 2_500
"""On larger boards it would be noticed at each turn."""


def clicks_of(record: Record) -> tuple[Clicks | None, Clicks | None]:
    """The player's effective and wasted clicks.

    Neither is known where an agent or fast mode helped, for then fewer clicks were needed.

    >>> from sapper.level import Level
    >>> from sapper.play.table import Setup, Table
    >>> table = Table(Setup(Level.named("beginner"), seed=3))
    >>> for _ in range(3):
    ...     entry = table.press((0, 0))
    >>> clicks_of(table.record())
    (Clicks(left=1, right=0, chord=0), Clicks(left=2, right=0, chord=0))
    """
    if not all(entry.is_by_hand for entry in record.entries):
        return None, None
    met = [Button.of(entry.action) for entry in record.entries if entry.exploded is not None]
    effective = [Button.of(entry.action) for entry in record.entries if entry.exploded is None]
    return _counted(effective), _counted([*met, *(click.button for click in record.hand.idle)])


def _counted(buttons: Iterable[Button]) -> Clicks:
    times = Counter(buttons)
    return Clicks(times[Button.LEFT], times[Button.RIGHT], times[Button.CHORD])


def measure(record: Record) -> GameMeasures | None:
    """The measures of a game that is over; None for one under way, and on a huge board.

    What a game showed from the start does not count as solved.

    >>> from sapper.level import Level
    >>> from sapper.play.table import Setup, Table
    >>> table = Table(Setup(Level.named("beginner"), seed=3))
    >>> measure(table.record()) is None
    True
    >>> while table.status is Status.PLAYING:
    ...     entry = table.ai_move()
    >>> measures = measure(table.record())
    >>> measures.board.three_bv, measures.solved, measures.effective
    (23, 23, None)
    """
    level = record.setup.level
    if record.status is Status.PLAYING or level.cells > MOST_CELLS_MEASURED:
        return None
    board = record.board
    if board is None:
        return None
    given = _given(record.setup)
    opened = [*given, *(cell for entry in record.entries for cell in entry.opened)]
    effective, wasted = clicks_of(record)
    return GameMeasures(
        BoardMeasures.of(board),
        solved_units(board, opened) - solved_units(board, given),
        record.seconds,
        effective,
        wasted,
        (level.height, level.width, level.mines),
        record.hand.path,
        lost=record.status is Status.LOST,
    )


def _given(setup: Setup) -> list[Cell]:
    """The cells that a game shows from the start."""
    if setup.begins_covered:
        return []
    return list(zip(*np.nonzero(setup.game().view.numbers != HIDDEN), strict=True))


def measure_so_far(record: Record, view: View) -> GameMeasures | None:
    """What a game under way comes to, as far as its player can see; None on a large board.

    >>> from sapper.level import Level
    >>> from sapper.play.table import Setup, Table
    >>> table = Table(Setup(Level.named("beginner"), seed=3))
    >>> entry = table.reveal((0, 0))
    >>> measure_so_far(table.record(), table.view).solved
    1
    """
    level = record.setup.level
    if level.cells > MOST_CELLS_MEASURED_IN_PLAY:
        return None
    setup = record.setup
    given = 0 if setup.begins_covered else visibly_solved(setup.game().view)
    return GameMeasures(
        None,
        max(0, visibly_solved(view) - given),
        record.seconds,
        *clicks_of(record),
        (level.height, level.width, level.mines),
        record.hand.path,
    )
