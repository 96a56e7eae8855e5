"""All clicks of a game are kept, to the millisecond, and its numbers can be told from them."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_tables import Clock
from strategies import cells_of, few

from sapper.board import Board
from sapper.errors import UnknownGame
from sapper.game import Status
from sapper.history import History
from sapper.level import LEVELS, Level, StartRule
from sapper.measures import Units
from sapper.play.hand import Button, Hand
from sapper.play.measured import clicks_of, measure
from sapper.play.record import Setup
from sapper.play.table import Table

LEVEL = Level(5, 5, 3, StartRule.ANY)


@few
@given(
    st.integers(0, 99),
    st.lists(
        st.tuples(
            st.sampled_from(["reveal", "flag", "chord", "press"]),
            cells_of(LEVEL.height, LEVEL.width),
            st.integers(0, 5_000),
        ),
        max_size=40,
    ),
)
def test_every_click_is_kept_and_is_effective_or_wasted(
    seed: int, done: list[tuple[str, tuple[int, int], int]]
) -> None:
    clock = Clock()
    with History.in_memory() as history:
        table = Table(Setup(LEVEL, seed=seed), history, clock)
        clicks = []
        for what, cell, milliseconds in done:
            if table.status is not Status.PLAYING:
                break
            clock.time += milliseconds / 1000
            before = len(table.entries)
            getattr(table, what)(cell)
            clicks.append((what, cell, len(table.entries) > before))
        table.keep()
        record = history.record(table.identity)
        assert record.entries == table.entries
        assert record.hand == table.record().hand
        idle = [(click.button, click.cell) for click in record.hand.idle]
        buttons = {"flag": Button.RIGHT, "chord": Button.CHORD}
        assert idle == [
            (buttons.get(what, Button.LEFT), cell) for what, cell, did in clicks if not did
        ]
        times = [entry.seconds for entry in record.entries]
        times += [click.seconds for click in record.hand.idle]
        assert all(round(seconds, 3) == seconds <= record.seconds for seconds in times)
        effective, wasted = clicks_of(record)
        assert effective is not None
        assert wasted is not None
        assert effective.all + wasted.all == len(clicks)
        measures = measure(record)
        assert (measures is None) is (table.status is Status.PLAYING)
        assert history.kept(table.identity).measures == measures
        if measures is not None:
            assert measures.clicks == effective + wasted
            # A wrong chord may open the last safe cell together with a mine.
            board = Board(LEVEL, seed)
            left = [cell for cell in table.view.hidden() if not board.is_mine(cell)]
            assert measures.is_complete is (not left)
            assert table.status is Status.LOST or not left
            units = Units.of(board)
            assert measures.board is not None
            assert measures.board.three_bv == units.three_bv


def test_the_way_of_the_pointer_counts_while_the_clock_runs() -> None:
    clock = Clock()
    with History.in_memory() as history:
        table = Table(Setup(LEVELS["beginner"], seed=3), history, clock)
        table.move_pointer(5.0)
        table.reveal((0, 0))
        assert table.record().hand == Hand()
        table.move_pointer(2.0)
        table.pause()
        table.move_pointer(7.0)
        again = history.table(table.identity, clock)
        again.move_pointer(1.5)
        for nonsense in (-1.0, float("nan"), float("inf"), 1e9):
            again.move_pointer(nonsense)
        again.flag((8, 8))
        assert history.record(table.identity).hand == Hand(path=3.5)


def test_who_helps_makes_clicks_uncountable() -> None:
    table = Table(Setup(LEVELS["beginner"], seed=3))
    table.reveal((0, 0))
    table.ai_move()
    table.press((0, 0))
    assert clicks_of(table.record()) == (None, None)


def test_what_is_given_is_not_solved() -> None:
    table = Table(Setup(LEVELS["easy"], seed=1))
    while table.status is Status.PLAYING:
        table.ai_move()
    measures = measure(table.record())
    assert measures is not None
    assert measures.board is not None
    assert measures.solved < measures.board.three_bv


def test_deleting_a_game_leaves_none_of_its_clicks() -> None:
    with History.in_memory() as history:
        table = Table(Setup(LEVEL, seed=1), history)
        for cell in [(0, 0), (0, 0), (4, 4), *table.view.hidden()]:
            if table.status is Status.PLAYING:
                table.press(cell)
        assert history.kept(table.identity).measures is not None
        history.delete(table.identity)
        with pytest.raises(UnknownGame):
            history.kept(table.identity)
        for name in ("idle_click", "measured"):
            assert not history._database.execute(f"SELECT * FROM {name}").fetchall()
