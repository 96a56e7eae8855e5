"""Personal records and trends: by kind of game, and only of games that count."""

from __future__ import annotations

import random
import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st
from played_tables import Clock
from strategies import few

from sapper.game import Status
from sapper.history import History
from sapper.history.shelf import Shelf
from sapper.level import Level, StartRule
from sapper.play.record import Setup
from sapper.play.records import Bests, RecordKind, Result, records_beyond
from sapper.play.table import Table

TINY = Level(2, 3, 1, StartRule.ANY)


def play(
    keeper: History | Shelf, seed: int, seconds: float, *, wins: bool = True, **rules: str
) -> Table:
    """A game of so many seconds between two clicks, without a wasted one."""
    clock = Clock()
    table = Table(Setup(TINY, seed=seed, **rules), keeper, clock)  # type: ignore[arg-type]
    board = table.record().board
    assert board is not None
    cells = [cell for cell in table.view.hidden() if board.is_mine(cell) is not wins]
    for cell in cells:
        if table.status is Status.PLAYING and table.view.is_hidden(cell):
            entry = table.reveal(cell)
            clock.time += seconds
            assert entry is not None
    assert (table.status is Status.WON) is wins
    return table


def kinds(table: Table) -> list[str]:
    return [record.kind.value for record in table.records]


def test_records_are_announced_at_the_end_and_counted_apart() -> None:
    with History.in_memory() as history:
        first = play(history, 1, 2.0)
        assert kinds(first) == ["first"]
        assert table_says(first).endswith(f"Your first win of this kind: {first.seconds:.3f} s.")
        assert kinds(play(history, 1, 0.1)) == []  # a known board
        assert kinds(play(history, 2, 3.0, wins=False)) == []
        slow = play(history, 3, 9.0)
        assert "time" not in kinds(slow)
        fast = play(history, 4, 0.5)
        assert {"time", "three_bv_per_second", "streak"} <= set(kinds(fast))
        before = f"({min(first.seconds, slow.seconds):.3f} s before)"
        assert f"A personal record: time {fast.seconds:.3f} s {before}, " in table_says(fast)
        assert table_says(fast).endswith("streak 2 (1 before).")
        assert kinds(play(history, 5, 0.7, guesses="fair")) == ["first"]
        assert kinds(play(Shelf(history, "somebody"), 6, 0.9)) == ["first"]
        # A game that is looked at again has nothing to announce.
        assert history.table(fast.identity).records == ()


@pytest.mark.parametrize("seed", range(2))
def test_what_is_announced_is_what_all_games_before_tell(seed: int) -> None:
    """Whatever was lost, deleted or saved again in between."""
    generator = random.Random(seed)
    told: set[str] = set()
    with History.in_memory() as history:
        shelves = [Shelf(history, ""), Shelf(history, "somebody")]
        games: dict[Shelf, list[Table]] = {shelf: [] for shelf in shelves}
        for number in range(60):
            shelf = generator.choice(shelves)
            before, seconds = games[shelf], generator.choice([0.5, 1.0, 2.0, 3.0])
            if before and generator.random() < 0.15:
                shelf.delete(before.pop(generator.randrange(len(before))).identity)
            if before and generator.random() < 0.1:
                shelf.keep(before[-1].record(), len(before[-1].entries))
            table = play(shelf, 50 + number, seconds, wins=generator.random() < 0.7)
            assert table.records == records_beyond(Bests.of(map(result, before)), result(table))
            told.update(kinds(table))
            before.append(table)
    assert told == {kind.value for kind in RecordKind}


def result(table: Table) -> Result:
    measures = table.measures
    assert measures is not None
    speed, efficiency = measures.three_bv_per_second, measures.efficiency
    return Result(table.status is Status.WON, table.seconds, speed, efficiency)


def table_says(table: Table) -> str:
    return table.say(table.last)


some_results = st.builds(
    Result,
    st.booleans(),
    st.integers(1, 9).map(float),
    st.none() | st.integers(1, 9).map(float),
    st.none() | st.integers(1, 9).map(float),
)


@few
@given(st.lists(some_results, max_size=8), some_results)
def test_a_record_is_better_than_everything_before(earlier: list[Result], now: Result) -> None:
    records = {record.kind: record for record in records_beyond(Bests.of(earlier), now)}
    won = [result for result in earlier if result.is_won]
    if not now.is_won:
        assert not records
    elif not won:
        assert set(records) == {RecordKind.FIRST}
    else:
        assert (RecordKind.TIME in records) is all(now.seconds < one.seconds for one in won)
        for kind in (RecordKind.SPEED, RecordKind.EFFICIENCY):
            known = [getattr(one, kind.value) for one in won]
            value, known = getattr(now, kind.value), [number for number in known if number]
            assert (kind in records) is bool(value and known and value > max(known))
        runs = "".join("w" if one.is_won else " " for one in [*earlier, now]).split(" ")
        longest_before = max(map(len, [*runs[:-1], runs[-1][:-1]]))
        is_longest = len(runs[-1]) > max(longest_before, 1)
        assert (RecordKind.STREAK in records) is is_longest


def test_a_trend_is_of_wins_that_count_the_latest_last(tmp_path: Path) -> None:
    with History.open(tmp_path / "games.sqlite3") as history:
        assert history.trends() == {}
        tables = [play(history, seed, 1.0 + seed, wins=seed != 2) for seed in range(1, 5)]
        play(history, 1, 9.0)  # known
        play(history, 9, 1.0, guesses="fair")
        found = history.trends()
        speeds = [table.measures.three_bv_per_second for table in tables if table.measures]
        assert found["2x3/1", "any", "revealed", "any"] == pytest.approx(
            (speeds[0], speeds[2], speeds[3])
        )
        assert len(found) == 2


def test_a_win_that_is_not_saved_yet_announces_no_record_of_another_game(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with History.open(path) as history:
        history.wait_at_most(0)
        play(history, 1, 0.5)
        writer = sqlite3.connect(path, isolation_level=None)
        other = Table(Setup(TINY, seed=2), history)
        other.keep()
        writer.execute("BEGIN IMMEDIATE")
        board = other.record().board
        assert board is not None
        for cell in other.view.hidden():
            if not board.is_mine(cell) and other.status is Status.PLAYING:
                other.reveal(cell)
        assert (other.status, other.records) == (Status.WON, ())
        writer.rollback()
        writer.close()


def test_a_trend_does_not_end_because_other_games_were_played(tmp_path: Path) -> None:
    with History.open(tmp_path / "games.sqlite3") as history:
        play(history, 9, 1.0, guesses="fair")
        for seed in range(1, 5):
            play(history, seed, 1.0)
        with sqlite3.connect(tmp_path / "games.sqlite3") as database:
            for number in range(300):  # what a thousand wins are made of
                database.execute(
                    "INSERT INTO game SELECT NULL, 'copy' || ? || identity, setup, level, start, "
                    "winning, status, seconds, turns, started, '3' || substr(changed, 2), board, "
                    "own, risk_taken, risk_best, owner, path FROM game "
                    "WHERE identity NOT LIKE 'copy%' AND setup NOT LIKE '%fair%'",
                    (number,),
                )
        database.close()
        assert len(history.trends()["2x3/1", "any", "revealed", "fair"]) == 1
