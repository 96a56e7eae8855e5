"""Fast mode: what is opened for the player is certain, no harder than allowed, and all of it."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.exact.analysis import Verdict, analyze
from sapper.game import Action, Status
from sapper.history import History
from sapper.level import LEVELS
from sapper.play import fast
from sapper.play.fast import CHOICES, easy_cells
from sapper.play.record import FAST, PLAYER, Entry, Setup
from sapper.play.risk import risk_of
from sapper.play.session import Session
from sapper.play.table import Table
from sapper.proof import ladder
from sapper.proof.ladder import easiest
from sapper.proof.technique import BoardGrade
from sapper.view import View

FIRST = (4, 4)


def begun(level: str, seed: int, history: History | None = None) -> tuple[Table, Entry]:
    table = Table(Setup(LEVELS[level].starting("opening"), seed=seed), history)
    entry = table.reveal(FIRST)
    assert entry is not None
    return table, entry


def rank_of_next_safe_cell(view: View) -> int | None:
    """The rank of the hardest technique until a cell is found safe; None if none ever is."""
    known: set[tuple[int, int]] = set()
    hardest = 0
    while (stage := easiest(view, known)) is not None:
        hardest = max(hardest, stage.technique.rank)
        if stage.safe:
            return hardest
        known.update(stage.mines)
    return None


@pytest.mark.parametrize("grade", BoardGrade)
def test_all_that_is_easy_enough_is_opened_and_nothing_else(grade: BoardGrade) -> None:
    made = 0
    for seed in range(12):
        table, first = begun("intermediate", seed)
        table.play_easy(grade)
        for entry in table.entries[1:]:
            assert entry.by == FAST
            assert entry.action is Action.REVEAL
            assert (entry.certain, entry.mine_probability, entry.best_probability) == (True, 0, 0)
        check_each_was_easy(table, grade)
        made += table.turns - 1
        assert table.status is not Status.LOST
        if table.status is Status.PLAYING:
            rank = rank_of_next_safe_cell(table.view)
            assert rank is None or rank > grade.technique.rank
            assert not table.view.flags
            assert table.say(first).count("for you.") == (table.turns > 1)
        else:
            assert table.say(first).endswith("for you. The game is won.")
    assert made > 50


def check_each_was_easy(table: Table, grade: BoardGrade) -> None:
    """Play it again, and count each position exactly."""
    again = Table(Setup(table.setup.level, seed=table.setup.seed))
    again.reveal(FIRST)
    for entry in table.entries[1:]:
        assert analyze(again.view).verdicts[entry.cell] == Verdict.SAFE
        assert risk_of(again.view, [entry.cell]).best == 0
        rank = rank_of_next_safe_cell(again.view)
        assert rank is not None
        assert rank <= grade.technique.rank
        again.reveal(entry.cell)
    assert again.view == table.view


def test_a_harder_grade_opens_more(monkeypatch: pytest.MonkeyPatch) -> None:
    opened = []
    for grade in BoardGrade:
        tables = [begun("intermediate", seed)[0] for seed in range(8)]
        for table in tables:
            table.play_easy(grade)
        opened.append(sum(table.view.revealed_count for table in tables))
    assert opened == sorted(opened)
    assert opened[0] < opened[1] < opened[-1]
    table, _ = begun("beginner", 3)
    by_engine = {grade: easy_cells(table.view, grade) for grade in BoardGrade}
    monkeypatch.setattr(ladder, "compiled", None)
    assert {grade: easy_cells(table.view, grade) for grade in BoardGrade} == by_engine
    monkeypatch.setattr(fast, "CLICK_BUDGET", 1)
    assert easy_cells(table.view, BoardGrade.TOTAL) in ((), by_engine[BoardGrade.TOTAL])


def test_such_a_game_is_kept_and_not_played_alone(tmp_path: Path) -> None:
    history = History.open(tmp_path / "games.sqlite")
    table, _ = begun("beginner", 3, history)
    [wrong, *_] = easy_cells(table.view, BoardGrade.EASY)
    table.flag(wrong)
    assert history.games()[0].own
    table.play_easy(BoardGrade.EASY)
    flagged = [entry for entry in table.entries if entry.is_flagging]
    assert [(entry.action, entry.by) for entry in flagged] == [
        (Action.FLAG, PLAYER),
        (Action.UNFLAG, FAST),
    ], "a wrong flag is removed, and none is set"
    [kept] = history.games()
    assert not kept.own
    assert history.record(table.identity).entries == table.entries
    resumed = history.table(table.identity)
    assert resumed.view == table.view
    resumed.pause()
    assert resumed.open_easy(resumed.view.hidden()) is None, "nothing is opened in a pause"


def test_a_session_goes_on_after_the_players_turn() -> None:
    session = Session(Table(Setup(LEVELS["beginner"].starting("opening"), seed=3)))
    twin, entry = begun("beginner", 3)
    seen = []
    for _ in CHOICES:
        session.change_fast()
        seen.append(session.message.words)
    assert session.fast is None
    assert seen[-1] == "Fast mode is off."
    assert seen[0] == "Fast mode: easy (one number at a time)."
    session.change_fast()
    session.press(FIRST)
    assert session.table.turns == 1, "it is found beside the screen"
    settle(session)
    twin.play_easy(BoardGrade.EASY)
    assert session.table.view == twin.view
    assert session.message.words == twin.say(entry)
    turns = session.table.turns
    session.flag(session.view.hidden()[0])
    settle(session)
    assert session.table.turns == turns + 1, "a flag opens nothing"


def settle(session: Session) -> None:
    now = session.now
    while session.thinker.busy:
        now += 0.001
        session.tick(now)
