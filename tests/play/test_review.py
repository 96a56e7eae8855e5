"""A finished game looked at again: risks, luck, skill, and what decided it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace
from itertools import count

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from strategies import cells_of, few, levels

from sapper.agents.judging import Verdict, judge_move
from sapper.board import Board
from sapper.errors import BudgetExceeded, LevelError, ParseError
from sapper.exact.analysis import analyze
from sapper.game import Action, Status, WinningRule
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.play import asking, shapes
from sapper.play import review as reviewing
from sapper.play.given import begin_with
from sapper.play.record import Entry, Record
from sapper.play.replay import Replay
from sapper.play.review import Review, ReviewStep, review
from sapper.play.table import Setup, Table
from sapper.serialize import plain
from sapper.view import View


@dataclass(frozen=True)
class Watching:
    """A keeper that keeps nothing, and tells of every turn: an agent's move may be several."""

    tell: Callable[[], None]

    def keep(self, record: Record, kept: int | None, measures: object = None) -> int:
        self.tell()
        return len(record.entries)


def played(setup: Setup) -> Table:
    table = Table(setup)
    while table.status is Status.PLAYING:
        table.ai_move()
    return table


def step(
    risk: float | None, best: float | None, met_a_mine: bool = False, certain: bool | None = False
) -> ReviewStep:
    """A step in a made-up game of which only the odds matter."""
    entry = Entry(
        number=1,
        action=Action.REVEAL,
        cell=(0, 0),
        opened=() if met_a_mine else ((0, 0),),
        certain=certain,
        mine_probability=risk,
        best_probability=best,
        status=Status.LOST if met_a_mine else Status.PLAYING,
        exploded=(0, 0) if met_a_mine else None,
    )
    return ReviewStep(View(1, 2, mines=1), entry)


def made_up(*steps: ReviewStep) -> Review:
    lost = steps[-1].entry.status is Status.LOST
    return Review(steps, View(1, 2, mines=1), Status.LOST if lost else Status.WON)


@few
@given(
    st.builds(
        Setup,
        levels(max_side=5),
        winning=st.sampled_from(WinningRule),
        seed=st.integers(0, 999),
        agent=st.just("exact"),
    ),
    st.data(),
)
def test_a_review_is_the_game_once_more(setup: Setup, data: st.DataObject) -> None:
    views: list[View] = []
    table = Table(setup, keeper=Watching(lambda: views.append(table.view)))
    views.append(table.view)
    for _ in range(6):
        act = data.draw(st.sampled_from([table.press, table.flag, lambda _: table.ai_move()]))
        try:
            act(data.draw(cells_of(setup.level.height, setup.level.width)))
        except LevelError:
            return
    seen = review(table.record())
    assert [step.entry for step in seen.steps] == list(table.entries)
    assert list(seen.views) == views
    assert seen.final == table.view
    sent = plain(shapes.Review.of(table.identity, seen))
    assert [step["entry"] for step in sent["steps"]] == plain(table.entries)
    assert all(seen.words())
    for step in seen.steps:
        assert -1 <= step.skill <= 0
        assert -1 <= step.luck <= 1
        if not step.entry.is_flagging and not step.entry.free:
            odds = analyze(step.view).mine_probability
            assert step.best_cell is not None
            assert odds[step.best_cell] == np.nanmin(odds)
            went_well = step.entry.exploded is None
            assert step.luck + step.skill == pytest.approx(went_well - (1 - np.nanmin(odds)))


def test_who_always_takes_the_safest_cell_gives_nothing_away() -> None:
    for seed in range(20):
        seen = review(played(Setup(LEVELS["intermediate"], seed=seed, agent="exact")).record())
        assert seen.skill == pytest.approx(0)
        assert seen.missed_certain == 0


@pytest.mark.slow
def test_luck_averages_out() -> None:
    """Over many games, risks come out as their odds say: that is what makes it luck."""
    lucks = [
        review(played(Setup(Level(5, 5, 6), seed=seed, agent="random")).record()).luck
        for seed in range(400)
    ]
    mean, error = np.mean(lucks), np.std(lucks) / np.sqrt(len(lucks))
    assert abs(mean) < 4 * error
    assert error > 0.01


def test_luck_and_skill_are_told_apart() -> None:
    good = made_up(step(0.25, 0.25), step(0.5, 0.25))
    assert (good.skill, good.luck, good.survival) == (-0.25, 0.75, 0.375)
    bad = made_up(step(0.25, 0.25), step(0.5, 0.5, met_a_mine=True))
    assert (bad.skill, bad.luck) == (0, -0.25)
    foolish = made_up(step(1.0, 0.0, met_a_mine=True))
    assert (foolish.skill, foolish.luck) == (-1, 0)
    assert (foolish.missed_certain, foolish.guesses) == (1, 1)


def test_what_cost_the_most_and_the_time_spent_overlooking_are_told() -> None:
    """The second of two guesses gives up far more; the third was needless, after nine seconds."""
    worst = View.parse("#####\n#1###\n#3###\n#####", mines=5)
    chances = {cell: judge_move(worst, cell).given_up or 0.0 for cell in worst.hidden()}
    cell = max(chances, key=lambda one: chances[one])
    assert chances[cell] > 0.1
    guess = Entry(2, Action.REVEAL, cell, (cell,), 4.0, certain=False, mine_probability=0.5)
    needless = Entry(3, Action.REVEAL, (0, 0), ((0, 0),), 13.0, certain=False, best_probability=0.0)
    seen = made_up(
        replace(step(0.25, 0.25), seconds=3.0),
        ReviewStep(worst, replace(guess, best_probability=0.25), 1.0),
        ReviewStep(View.parse("#1##", mines=1), replace(needless, mine_probability=0.5), 9.0),
    )
    assert (seen.costliest, seen.seconds_overlooking) == (1, 9.0)
    points = f"{100 * chances[cell]:.1f}"
    cost = f"Turn 2 cost the most: it gave up {points} points of the chance of winning."
    time = "Time: 0:09 went by at a position where a cell was certainly safe and a guess was made."
    assert {cost, time} <= set(seen.words())
    assert cost not in seen.words(with_costliest=False)
    assert cost not in seen.words(with_costliest=False)


def test_what_decided_it() -> None:
    assert made_up(step(0.1, 0.1), step(0.5, 0.5), step(0.2, 0.2)).deciding == 1
    assert made_up(step(0.5, 0.5), step(0.1, 0.1, met_a_mine=True)).deciding == 1
    assert made_up(step(0.0, 0.0, certain=True)).deciding is None


@pytest.mark.parametrize(
    ("steps", "words"),
    [
        (
            [step(0.0, 0.0, certain=True)],
            [
                "The game was won without a risk.",
                "Skill: no choice gave anything away.",
                "Luck: none was needed.",
            ],
        ),
        (
            [step(0.5, 0.0)],
            [
                "Turn 1 decided it. You opened (0, 0): a guess, 50.0 % chance of a mine, "
                "though a safe cell was available.",
                "Skill: the choices gave away 50.0 points against the safest cells; "
                "once there was a certainly safe cell.",
                "Luck: good, +50.0 points; the risk goes well in 50.0 % of cases.",
            ],
        ),
        (
            [step(0.5, 0.0), step(0.25, 0.0, met_a_mine=True)],
            [
                "Turn 1 decided it. You opened (0, 0): a mine; it was a guess, "
                "25.0 % chance of a mine, though a safe cell was available. The game is lost.",
                "Skill: the choices gave away 75.0 points against the safest cells; "
                "2 times there was a certainly safe cell.",
                "Luck: bad, −25.0 points; both risks go well in 37.5 % of cases.",
            ],
        ),
    ],
)
def test_the_words(steps: list[ReviewStep], words: list[str]) -> None:
    assert made_up(*steps).words() == words


def test_a_turn_of_unknown_odds_counts_as_neither() -> None:
    seen = made_up(step(None, None, certain=None), step(None, 0.1))
    assert (seen.skill, seen.luck, seen.survival, seen.deciding) == (0, 0, 1, None)


@pytest.mark.parametrize("error", [BudgetExceeded(1), MemoryError()])
def test_where_counting_takes_too_much_the_best_is_unknown(
    monkeypatch: pytest.MonkeyPatch, error: Exception
) -> None:
    def too_much(*_: object, **__: object) -> None:
        raise error

    monkeypatch.setattr(asking, "analyze", too_much)
    monkeypatch.setattr(reviewing, "judge_move", too_much)
    unknown = step(0.5, 0.0)
    assert unknown.analysis is None
    assert unknown.best_cell is None
    assert unknown.judged is None
    assert shapes.ReviewStep.of(unknown).best_cell is None


def test_only_where_something_was_given_away_the_best_is_looked_for(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    assert shapes.ReviewStep.of(step(0.5, 0.25)).best_cell == (0, 0)

    def never(*_: object, **__: object) -> None:
        raise AssertionError("nobody needs this")

    monkeypatch.setattr(asking, "analyze", never)
    for nothing_lost in (step(0.25, 0.25), step(None, None, certain=None), step(0, 0)):
        assert shapes.ReviewStep.of(nothing_lost).best_cell is None


def test_in_a_fair_game_a_guess_is_judged_by_the_rule() -> None:
    table = Table(Setup(LEVELS["beginner"], seed=5, guesses=Guesses.FAIR))
    table.reveal((0, 0))
    while not table.odds().safe:  # nothing is certain: whatever is opened is safe
        table.reveal(table.view.hidden()[-1])
    odds = table.odds()
    table.reveal(max(table.view.hidden(), key=lambda cell: odds.mine_probability[cell] % 1))
    assert table.status is Status.LOST
    reviewed = review(table.record())
    *guesses, needless = (step for step in reviewed.steps if step.entry.is_guess)
    assert guesses
    assert all(step.judged and step.judged.verdict is Verdict.FORCED for step in guesses)
    assert needless.judged is not None
    assert needless.judged.best in odds.safe
    assert "cost the most: it gave up 100.0 points" in " ".join(reviewed.words())


def test_a_chord_that_is_a_risk_is_judged() -> None:
    view = View.parse("#1##", mines=1)
    table = Table(begin_with(view, seed=1))
    table.flag((0, 0))
    table.chord((0, 1))
    step = review(table.record()).steps[-1]
    assert step.entry.action is Action.CHORD
    assert step.judged is not None
    assert (step.judged.verdict, step.judged.best) == (Verdict.NEEDLESS, (0, 3))
    assert step.judged.given_up == pytest.approx(0.5, abs=step.judged.uncertainty)


def test_every_guess_is_judged_and_nothing_else() -> None:
    table = Table(Setup(LEVELS["beginner"], seed=3))
    table.reveal((0, 0))
    table.flag((8, 8))
    table.reveal((4, 4))
    first, flag, guess = review(table.record()).steps
    assert (first.judged, flag.judged) == (None, None)
    assert guess.judged == judge_move(guess.view, (4, 4))
    sent = shapes.ReviewStep.of(guess).judged
    assert sent is not None
    assert sent.words.startswith("An inaccuracy: its chance of winning was ")
    assert sent.words.endswith(" points.")


def test_a_game_without_a_turn() -> None:
    seen = review(Table(Setup(Level(1, 1, 1, StartRule.ANY), seed=1)).record())
    assert seen.steps == ()
    assert (seen.luck, seen.skill, seen.survival) == (0, 0, 1)
    assert seen.words()[0] == "The game was won without a risk."


def test_a_game_under_way_is_looked_at_as_far_as_it_went() -> None:
    table = Table(Setup(LEVELS["beginner"], seed=3))
    table.reveal((0, 0))
    assert review(table.record()).words()[0] == "The game is so far without a risk."
    table.ai_move()
    assert review(table.record()).words()[0].startswith("Turn 2 was the largest risk so far. ")


def test_given_cells_are_there_from_the_beginning() -> None:
    setup = Setup(LEVELS["easy"], seed=1)
    seen = review(played(setup).record())
    assert seen.views[0].revealed_count == setup.level.disclosed
    assert not seen.steps[0].entry.free


def test_what_can_not_have_been_played_is_named() -> None:
    setup = Setup(LEVELS["beginner"], seed=3)
    twice = Entry(1, Action.REVEAL, (0, 0)), Entry(2, Action.REVEAL, (0, 0))
    with pytest.raises(ParseError, match=r"turn 2 can't be: reveal \(0, 0\)"):
        review(Record("x", setup, twice))


def test_the_risk_of_a_chord_with_a_wrong_flag_is_seen() -> None:
    level = Level(1, 4, 1, StartRule.ANY)
    seed = next(seed for seed in count() if Board(level, seed).mines == {(0, 0)})
    table = Table(Setup(level, seed=seed))
    table.reveal((0, 1))
    table.flag((0, 2))
    table.chord((0, 1))
    seen = review(table.record())
    assert seen.status is Status.LOST
    assert seen.steps[-1].entry.mine_probability == pytest.approx(0.5)
    assert seen.deciding == 2


def test_opening_a_certain_mine_is_no_luck() -> None:
    alone = made_up(step(1.0, 0.0, met_a_mine=True))
    assert alone.words()[2] == "Luck: none; the last cell was certainly a mine."
    assert "it was certainly a mine" in alone.words()[0]
    after_a_risk = made_up(step(0.25, 0.25), step(1.0, 0.0, met_a_mine=True))
    assert after_a_risk.words()[2] == (
        "Luck: good, +25.0 points; the risk goes well in 75.0 % of cases; "
        "the last cell was certainly a mine, which is not luck."
    )
    assert made_up(step(0.5, 0.5, met_a_mine=True)).words()[2].startswith("Luck: bad, −50.0")


def test_a_replay_tells_what_cost_the_most_once_the_expert_has_said_so(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    table = Table(Setup(Level.named("beginner"), seed=3))
    for _ in range(2):  # the second is a guess
        table.ai_move()
    monkeypatch.setattr(Review, "words", lambda self, *, with_costliest: [str(with_costliest)])
    replay = Replay(table.record())
    assert replay.summary == ["False"]
    while replay.thinker.busy:
        replay.tick(1.0)
    assert replay.summary == ["True"]
