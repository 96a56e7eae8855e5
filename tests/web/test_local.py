"""What the page says of games it keeps itself is what Python says of the same games."""

from __future__ import annotations

from typing import Any

import pytest
from webpage import IN_A_BROWSER, Workbench

from sapper.game import Status
from sapper.history import History
from sapper.interface.web.responses import statistics_row
from sapper.level import Guesses, Level
from sapper.play import shapes
from sapper.play.record import Setup
from sapper.play.review import review
from sapper.play.saying import say, say_guesses
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade
from sapper.serialize import plain

pytestmark = IN_A_BROWSER

REVIEW = """async ([kept, best]) => {
  const { reviewOf } = await import("/local/review.js");
  const { viewsOf } = await import("/local/table.js");
  return await reviewOf(kept, viewsOf(kept), async (rows, { number }) => best[number - 1]);
}"""


def played(seed: int, history: History | None = None, **rules: Any) -> Table:
    """A game with flags, guesses, chords and moves of an agent, up to its end."""
    table = Table(Setup(Level(9, 9, 10), seed=seed, **rules), history, clock=lambda: 0.0)
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
    }


def test_turns_are_told_in_the_same_words(workbench: Workbench) -> None:
    told = set()
    for seed in range(12):
        table = played(seed, guesses="fair" if seed % 4 == 0 else "any")
        for entry in table.entries:
            words = say(entry)
            assert workbench.call("local/saying.js", "say", plain(entry)) == words
            told.add(words)
    assert len(told) > 50
    for setup in (
        Setup(Level(9, 9, 10), guesses=Guesses.NONE, grade=BoardGrade.HARD),
        Setup(Level(9, 9, 10)),
    ):
        rule = say_guesses(setup.guesses, setup.grade)
        called = workbench.call("local/saying.js", "sayGuesses", setup.guesses, setup.grade)
        assert called == rule


@pytest.mark.parametrize("seed", range(8))
def test_a_game_is_reviewed_alike(workbench: Workbench, seed: int) -> None:
    table = played(seed)
    ours = shapes.Review.of(table.identity, review(table.record()))
    best = [plain(step.best_cell) for step in ours.steps]
    theirs = workbench.page.evaluate(REVIEW, [kept(table), best])
    expected = plain(ours)
    for name in ("skill", "luck", "survival"):
        assert theirs.pop(name) == pytest.approx(expected.pop(name))
    for step, other in zip(theirs["steps"], expected["steps"], strict=True):
        for name in ("skill", "luck"):
            assert step.pop(name) == pytest.approx(other.pop(name))
    assert theirs == expected


def test_statistics_are_the_same(workbench: Workbench) -> None:
    with History.in_memory() as history:
        tables = [played(seed, history) for seed in range(6)]
        alone: list[Table] = []
        for seed in range(20, 24):
            table = Table(Setup(Level(9, 9, 10), seed=seed), history, clock=lambda: 0.0)
            while table.status is Status.PLAYING:
                odds = table.odds()
                table.reveal(min(odds.safe, default=odds.safest or (0, 0)))
            alone.append(table)
        rows = [plain(statistics_row(row)) for row in history.statistics()]
    theirs = workbench.call("local/statistics.js", "statisticsOf", [*map(kept, tables + alone)])
    assert len(theirs) == len(rows)
    for row, other in zip(theirs, rows, strict=True):
        for name in ("risk_taken", "risk_best"):
            assert row.pop(name) == pytest.approx(other.pop(name))
        assert row == other
