"""Fair games at a table: what is told, kept, replayed, reviewed and counted."""

from __future__ import annotations

import json
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cells_of, few, levels

from sapper.errors import LevelError, ParseError
from sapper.exact.analysis import analyze
from sapper.game import Status, WinningRule
from sapper.history import History
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.play import shapes
from sapper.play.record import Setup, pack, replay, unpack
from sapper.play.review import review
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade

FAIR = Setup(LEVELS["beginner"], seed=3, guesses=Guesses.FAIR)


def lost_by_a_needless_guess(setup: Setup = FAIR, history: History | None = None) -> Table:
    """A fair game in which somebody guesses as soon as anything is certain."""
    table = Table(setup, history)
    table.reveal((0, 0))
    while table.status is Status.PLAYING:
        found = analyze(table.view)
        uncertain = set(table.view.hidden()) - found.safe - found.mines
        table.reveal(min(uncertain))
    return table


def won(setup: Setup = FAIR, history: History | None = None) -> Table:
    table = Table(setup, history)
    while table.status is Status.PLAYING:
        table.ai_move()
    return table


@st.composite
def fair_tables(draw: st.DrawFn) -> Table:
    level = draw(levels(max_side=6))
    table = Table(Setup(level, seed=draw(st.integers(0, 999)), guesses=Guesses.FAIR))
    acts = st.sampled_from([table.reveal, table.reveal, table.flag, table.chord])
    for act, cell in draw(st.lists(st.tuples(acts, cells_of(level.height, level.width)))):
        act(cell)
    return table


@few
@given(fair_tables())
def test_a_fair_game_is_replayed_exactly_from_its_record(table: Table) -> None:
    record = table.record()
    setup = Setup.from_json(json.loads(json.dumps(record.setup.to_json())))
    assert setup == record.setup
    turns = [(entry.action, entry.cell) for entry in record.entries]
    for entry, after in zip(record.entries, replay(setup, turns), strict=True):
        assert (after.turn.opened, after.status) == (entry.opened, entry.status)
        assert after.exploded == entry.exploded
    resumed = Table.of(replace(record, setup=setup))
    assert (resumed.view, resumed.status, resumed.mines) == (table.view, table.status, table.mines)
    assert review(record).final == table.view


@few
@given(fair_tables(), st.data())
def test_a_resumed_game_is_fair(table: Table, data: st.DataObject) -> None:
    resumed = Table.of(table.record())
    if resumed.status is not Status.PLAYING or resumed.is_first_free:
        return
    found = analyze(resumed.view)
    cell = data.draw(
        st.sampled_from(sorted(set(resumed.view.hidden()) - resumed.view.flags) or [(0, 0)])
    )
    entry = resumed.reveal(cell)
    if entry is None:
        return
    is_fine = cell in found.safe or not (found.safe or cell in found.mines)
    assert (entry.exploded is None) is is_fine


def test_a_needless_guess_is_told_with_what_was_certain() -> None:
    table = lost_by_a_needless_guess()
    last = table.entries[-1]
    assert last.fair
    assert last.is_needless
    words = table.say(last)
    assert "a mine; it was a guess, though a safe cell was available. The game is lost." in words
    certain = f"{table.missed}"
    assert "was certain: the" in certain
    assert words.endswith(certain)
    assert certain in review(table.record()).words()


def test_a_guess_without_need_of_luck_is_told_as_such() -> None:
    table = won()
    guesses = [entry for entry in table.entries if entry.is_guess]
    assert guesses
    assert "a guess while nothing was certain, which is fair" in table.say(guesses[0])
    seen = review(table.record())
    *words, numbers = seen.words()
    assert words == [
        "Fair play.",
        "The game was won without a risk.",
        "Skill: no choice gave anything away.",
        "Luck: none, by the fair rule.",
    ]
    assert numbers.startswith("Numbers: 3BV ")
    assert (seen.skill, seen.luck, seen.survival) == (0, 0, 1)


def test_a_needless_guess_is_a_lack_of_skill_and_no_bad_luck() -> None:
    seen = review(lost_by_a_needless_guess().record())
    assert (seen.skill, seen.luck, seen.deciding) == (-1, 0, len(seen.steps) - 1)


def test_the_same_game_again_begins_with_the_same_mines() -> None:
    table = lost_by_a_needless_guess()
    again = table.again()
    for entry in table.entries:
        again.reveal(entry.cell)
    assert (again.view, again.mines) == (table.view, table.mines)
    resumed = Table.of(table.record()).again()
    for entry in table.entries:
        resumed.reveal(entry.cell)
    assert resumed.mines == table.mines
    assert table.new().setup.layout is None


def test_fair_games_are_saved_and_counted_apart() -> None:
    with History.in_memory() as history:
        won(replace(FAIR, agent="exact"), history)
        table = lost_by_a_needless_guess(replace(FAIR, seed=4), history)
        usual = Table(Setup(LEVELS["beginner"], seed=5), history)
        while usual.status is Status.PLAYING:
            usual.reveal(min(usual.view.hidden()))
        rows = {row.guesses: row for row in history.statistics()}
        assert set(rows) == {"fair", "any"}
        assert (rows["fair"].played, rows["fair"].won, rows["fair"].others) == (1, 0, 1)
        assert rows["fair"].risk_taken == 0
        kept = history.record(table.identity)
        assert all(entry.fair for entry in kept.entries)
        assert review(kept).words() == review(table.record()).words()
        assert history.resting(table.identity).mines == table.mines


def test_where_the_mines_are_is_not_told_before_the_end() -> None:
    table = Table(FAIR)
    table.reveal((0, 0))
    shown = shapes.Game.of(table, say="")
    assert (shown.guesses, shown.rule, shown.seed) == (Guesses.FAIR, "fair play", None)
    assert not hasattr(shown, "layout")


def test_what_does_not_go_together_is_refused() -> None:
    with pytest.raises(LevelError, match="not by flags"):
        Setup(LEVELS["beginner"], WinningRule.FLAGGED, guesses=Guesses.FAIR)
    with pytest.raises(LevelError, match="only a board that needs no guess has a grade"):
        Setup(LEVELS["beginner"], guesses=Guesses.FAIR, grade=BoardGrade.HARD)
    with pytest.raises(LevelError, match="'safe' or 'opening', not 'any'"):
        Setup(LEVELS["course"], guesses=Guesses.NONE)


def test_a_layout_is_read_as_it_was_written() -> None:
    table = lost_by_a_needless_guess()
    level = table.setup.level
    layout = unpack(table.record().setup.layout or "", level)
    assert pack(layout) == table.record().setup.layout
    for wrong in ("", "zz", "00" * 11, "ff" * 11, 7):
        with pytest.raises(ParseError):
            Setup(level, layout=wrong)  # type: ignore[arg-type]


def test_under_any_start_the_first_cell_is_fair() -> None:
    for seed in range(20):
        table = Table(Setup(Level(4, 4, 12, StartRule.ANY), seed=seed, guesses=Guesses.FAIR))
        table.reveal((1, 1))
        assert table.status is not Status.LOST
