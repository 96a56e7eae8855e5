"""Games are kept: whatever happens to process or file, play goes on and no turn is lost."""

from __future__ import annotations

from datetime import datetime
from pathlib import Path

import pytest
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from played_tables import TINY, Clock, lose, safe_and_mines, seat, win
from strategies import cells_of, few, levels

from sapper.errors import UnknownGame
from sapper.game import Action, Status, WinningRule
from sapper.history import History
from sapper.history.rows import ListedGame
from sapper.level import LEVELS, Level, StartRule
from sapper.play.table import Setup, Table
from sapper.serialize import plain

BEGINNER = LEVELS["beginner"]


# What is kept is what was played


class KeptAgainstPlayed(RuleBasedStateMachine):
    """After every turn the kept game, read again, is the one that is played."""

    @initialize(
        level=levels(max_side=5),
        winning=st.sampled_from(WinningRule),
        seed=st.integers(0, 2**128 - 1),
    )
    def sit_down(self, level: Level, winning: WinningRule, seed: int) -> None:
        self.clock = Clock()
        self.history = History.in_memory()
        setup = Setup(level, winning, seed, agent="exact")
        self.table = Table(setup, keeper=self.history, clock=self.clock)

    @rule(data=st.data(), action=st.sampled_from(["reveal", "flag", "chord", "press"]))
    def act(self, data: st.DataObject, action: str) -> None:
        level = self.table.setup.level
        getattr(self.table, action)(data.draw(cells_of(level.height, level.width)))

    @rule()
    def let_the_agent_move(self) -> None:
        self.table.ai_move()

    @rule(seconds=st.integers(1, 60))
    def wait(self, seconds: int) -> None:
        self.clock.time += seconds

    @rule()
    def stand_up_and_come_back(self) -> None:
        if self.table.entries:
            self.table.leave()
            self.table = self.history.table(self.table.identity, self.clock)

    @rule()
    def play_it_again(self) -> None:
        self.table = self.table.again()

    @invariant()
    def the_same(self) -> None:
        table = self.table
        if not table.entries:
            with pytest.raises(UnknownGame):
                self.history.record(table.identity)
            return
        kept = self.history.table(table.identity, self.clock)
        assert kept.setup == table.setup
        assert kept.entries == table.entries
        assert (kept.view, kept.status, kept.exploded) == (table.view, table.status, table.exploded)
        assert (kept.mines, kept.rows) == (table.mines, table.rows)
        assert kept.seconds == table.entries[-1].seconds or kept.seconds <= table.seconds
        listed = next(game for game in self.history.games() if game.identity == table.identity)
        assert (listed.turns, listed.status) == (len(table.entries), table.status)

    def teardown(self) -> None:
        self.history.close()


TestKeptAgainstPlayed = KeptAgainstPlayed.TestCase
TestKeptAgainstPlayed.settings = few


def test_a_kept_game_is_gone_on_with(path: Path) -> None:
    clock = Clock()
    with History.open(path) as history:
        table = Table(Setup(BEGINNER, seed=3), keeper=history, clock=clock)
        table.reveal((0, 0))
        clock.time += 12
        table.flag((0, 1))
        clock.time += 5  # the player thinks, and the lights go out
    with History.open(path) as history:
        clock.time += 10_000
        again = history.table(table.identity, clock)
        assert again.seconds == 12
        clock.time += 3
        assert again.seconds == 15
        assert again.flag((0, 1)) is not None
        assert again.entries[-1].seconds == 15
        assert [entry.action for entry in history.record(table.identity).entries] == [
            *(Action.REVEAL, Action.FLAG, Action.UNFLAG)
        ]


def test_the_clock_is_kept_when_the_player_leaves(history: History) -> None:
    clock = Clock()
    table = Table(Setup(BEGINNER, seed=3), keeper=history, clock=clock)
    table.reveal((0, 0))
    clock.time += 30
    table.leave()
    assert history.table(table.identity, clock).seconds == 30


def test_leaving_a_finished_game_does_not_make_it_the_last_played(history: History) -> None:
    won, lost = win(seat(history, 1, TINY)), lose(seat(history, 2, TINY))
    before = history.games()
    won.leave()
    history.table(won.identity).leave()
    assert history.games() == before
    assert before[0].identity == lost.identity
    assert history.statistics()[0].streak == 0


def test_leaving_makes_up_for_what_could_not_be_kept(history: History) -> None:
    table = seat(history, level=TINY)
    history._database.execute("PRAGMA query_only = ON")
    lose(table)
    history._database.execute("PRAGMA query_only = OFF")
    assert history.count() == 0
    table.leave()
    assert history.record(table.identity).entries == table.entries


def test_a_finished_game_shows_as_it_ended(history: History) -> None:
    table = lose(seat(history, level=TINY))
    shown = history.table(table.identity)
    assert shown.status is Status.LOST
    assert shown.mines == table.mines
    assert shown.reveal((0, 0)) is None
    assert shown.seconds == table.record().seconds


def test_a_game_nobody_has_touched_is_not_listed(history: History) -> None:
    table = seat(history)
    table.leave()
    assert history.count() == 0
    table.keep()  # as a server does, which has told its name to somebody
    assert history.games() == []
    assert history.table(table.identity).setup == table.setup
    table.flag((0, 0))
    assert [game.identity for game in history.games()] == [table.identity]


def test_a_game_nobody_touches_is_forgotten_after_a_while(path: Path) -> None:
    with History.open(path) as history:
        old, young, played = (seat(history, seed) for seed in range(3))
        for table in (old, young, played):
            table.keep()
        played.reveal((0, 0))
        history._database.execute(
            "UPDATE game SET changed = '2001-01-01T00:00:00+00:00' WHERE identity IN (?, ?)",
            (old.identity, played.identity),
        )
    with History.open(path) as history:
        assert history.record(young.identity).entries == ()
        assert history.record(played.identity).entries == played.entries
        with pytest.raises(UnknownGame):
            history.record(old.identity)


def test_however_many_are_begun_only_the_latest_untouched_ones_are_kept(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.history.writing.MOST_UNTOUCHED", 3)
    played = seat(history)
    played.reveal((0, 0))
    begun = [seat(history, seed) for seed in range(5)]
    for table in begun:
        table.keep()
    history.forget_untouched()
    for table in begun[:2]:
        with pytest.raises(UnknownGame):
            history.kept(table.identity)
    for table in (played, *begun[2:]):
        assert history.kept(table.identity).identity == table.identity


def test_games_are_listed_from_the_last(history: History) -> None:
    tables = [seat(history, seed) for seed in range(5)]
    for table in tables:
        table.reveal((0, 0))
    tables[1].flag((8, 8))
    order = [tables[place].identity for place in (1, 4, 3, 2, 0)]
    assert [game.identity for game in history.games()] == order
    assert [game.identity for game in history.games(limit=2, offset=1)] == order[1:3]
    assert history.games(offset=99) == history.games(limit=-1) == []
    assert history.count() == 5
    over = lose(seat(history, level=TINY))
    assert [game.identity for game in history.games(status="lost")] == [over.identity]
    assert len(history.games(level="beginner")) == 5
    assert history.games(level="beginner", start="opening") == []
    assert len(history.games(limit=2**200)) == 6


def test_a_list_tells_no_seed_while_the_game_is_on(history: History) -> None:
    under_way = seat(history)
    under_way.reveal((0, 0))
    listed = plain(ListedGame.of(history.games()[0]))
    assert (listed["id"], listed["status"], listed["seed"]) == (under_way.identity, "playing", None)
    lose(seat(history, seed=5, level=TINY))
    assert ListedGame.of(history.games()[0]).seed == "5"
    assert datetime.fromisoformat(listed["changed"]).tzinfo is not None


def test_a_deleted_game_is_gone(history: History) -> None:
    table = seat(history)
    table.reveal((0, 0))
    history.delete(table.identity)
    for ask in (history.delete, history.table, history.record):
        with pytest.raises(UnknownGame, match="is saved"):
            ask(table.identity)
    assert history.count() == 0


@pytest.mark.parametrize("turns", [0, 1])
def test_a_deleted_game_does_not_come_back(path: Path, turns: int) -> None:
    """Somebody deletes it, here or in another program, while an agent thinks about its move."""
    with History.open(path) as history, History.open(path) as other:
        for deleter in (history, other):
            table = seat(history)
            table.keep()
            for column in range(turns):
                table.flag((0, column))
            deleter.delete(table.identity)
            assert table.flag((8, 8)) is not None
            table.leave()
            assert "was deleted" in history.message
            assert history.count() == 0
            with pytest.raises(UnknownGame):
                history.record(table.identity)


def test_a_name_that_is_no_text_is_unknown(history: History) -> None:
    for name in ("", "nothing", "\ud800", "'; DROP TABLE game; --"):
        with pytest.raises(UnknownGame):
            history.record(name)


def test_a_deleted_game_does_not_come_back_when_it_is_left() -> None:
    with History.in_memory() as history:
        table = Table(Setup(LEVELS["beginner"], seed=3), history)
        table.reveal((0, 0))
        history.delete(table.identity)
        table.leave()
        assert not history.games()
        table.flag(table.view.hidden()[0])
        assert not history.games(), "deleted is deleted, even if somebody plays on"


def test_leaving_a_game_that_is_over_changes_nothing() -> None:
    with History.in_memory() as history:
        table = Table(Setup(LEVELS["beginner"], seed=3), history)
        while table.status is Status.PLAYING:
            table.ai_move()
        before = history.games()
        table.leave()
        assert history.games() == before


def test_no_turn_goes_through_all_games(history: History) -> None:
    """What a turn costs must not depend on how many games are kept."""
    asked: list[str] = []
    history._database.set_trace_callback(asked.append)
    win(seat(history, 1, TINY))
    history._database.set_trace_callback(None)
    statements = [each for each in asked if each.startswith(("SELECT", "UPDATE", "DELETE"))]
    plans = [
        f"{statement}: {step['detail']}"
        for statement in dict.fromkeys(statements)
        for step in history._database.execute(f"EXPLAIN QUERY PLAN {statement}")
    ]
    assert any("game_by_board" in plan for plan in plans)
    through_many = ("SCAN game", "SCAN turn", "game_played", "game_by_status", "game_by_level")
    assert [plan for plan in plans if any(name in plan for name in through_many)] == []


# Statistics


def test_statistics(history: History) -> None:
    clock = Clock()
    results = [win, win, win, lose, win, win]
    for seed, result in enumerate(results):
        table = Table(Setup(TINY, seed=seed), keeper=history, clock=clock)
        table.reveal(safe_and_mines(table)[0][0])
        clock.time += 10 + seed
        result(table)
    (found,) = history.statistics()
    assert (found.level, found.start, found.winning) == ("2x2/1", "any", "revealed")
    assert (found.played, found.won, found.best_seconds) == (6, 5, 10)
    assert (found.streak, found.longest_streak, found.others) == (2, 3, 0)
    records = [history.record(game.identity) for game in history.games()]
    entries = [entry for record in records for entry in record.entries]
    assert found.risk_taken == pytest.approx(sum(entry.mine_probability or 0 for entry in entries))
    assert found.risk_best == pytest.approx(sum(entry.best_probability or 0 for entry in entries))
    assert found.risk_taken >= found.risk_best > 0
    assert plain(found)["won"] == 5


def test_only_what_was_won_alone_on_a_new_board_counts(history: History) -> None:
    first = win(seat(history, 1, TINY))
    win(first.again())
    win(seat(history, 1, TINY))  # the seed of a board that was seen
    helped = seat(history, 2, TINY)
    helped.ai_move()
    if helped.status is Status.PLAYING:
        win(helped)
    unfinished = seat(history, 3, Level(3, 3, 2, StartRule.ANY))
    unfinished.flag((0, 0))
    (found,) = history.statistics()
    assert (found.played, found.won, found.others) == (1, 1, 3)


def test_a_board_is_known_by_what_was_played_not_by_what_was_begun(history: History) -> None:
    first, second, third = (seat(history, 1, TINY) for _ in range(3))
    for table in (first, second, third):
        table.keep()  # as a server does when it begins a game
    first.flag((0, 0))
    lose(second)  # it shows the mines
    win(third)
    assert not any(game.own for game in history.games())
    history.delete(second.identity)
    history.delete(third.identity)
    first.flag((0, 0))
    win(first)  # its board has been known since the second was lost
    assert not any(game.own for game in history.games())
    (found,) = history.statistics()
    assert (found.played, found.others) == (0, 1)


def test_levels_and_rules_are_counted_apart(history: History) -> None:
    for seed, (level, winning) in enumerate(
        [
            (TINY, WinningRule.REVEALED),
            (Level(2, 3, 1, StartRule.ANY), WinningRule.REVEALED),
            (TINY, WinningRule.FLAGGED),
        ]
    ):
        table = Table(Setup(level, winning, seed=seed), keeper=history)
        lose(table)
    assert [(found.level, found.winning) for found in history.statistics()] == [
        ("2x2/1", "flagged"),
        ("2x2/1", "revealed"),
        ("2x3/1", "revealed"),
    ]
