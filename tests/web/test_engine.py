"""The engine in the browser gives the same answers as the one in Python, run here by Node."""

from __future__ import annotations

import json
from typing import Any

import numpy as np
import pytest
from page_engine import SIZES, analysed, asked, needs_node, positions, written
from positions import bent, small_positions, too_wide_to_look_ahead

from sapper.agents.expert import EXPERT_BUDGET
from sapper.agents.judging import JudgedMove, judge_chord, judge_move
from sapper.catalogue import speaking
from sapper.errors import Contradiction, NoMoveLeft
from sapper.exact.analysis import analyze
from sapper.exact.budgets import CLICK_BUDGET, DEFAULT_BUDGET
from sapper.exact.consistency import Consistency
from sapper.exact.fronts import read_witnesses
from sapper.game import Action, WinningRule
from sapper.grid import cells
from sapper.interface.web import questions
from sapper.level import Guesses, StartRule, first_cell
from sapper.play import asking, position_shapes
from sapper.play.missed import say_missed
from sapper.play.risk import at_stake, risk_of
from sapper.play.situation import Situation
from sapper.serialize import plain
from sapper.view import View

pytestmark = needs_node


def test_budgets_and_first_cells_are_those_of_python() -> None:
    sizes = [(8, 8), (9, 9), (16, 16), (16, 30), (9, 16), (1, 1), (2, 5), (5, 3), (30, 16)]
    starts = list(StartRule)
    lines = [["first_cell", *size, start.value] for size in sizes for start in starts]
    budgets, *cells = asked([["budgets"], *lines])
    assert budgets == [DEFAULT_BUDGET, CLICK_BUDGET, EXPERT_BUDGET]
    assert cells == [list(first_cell(*size, start)) for size in sizes for start in starts]


@pytest.mark.parametrize(("games", "seed"), [(60, 1), pytest.param(900, 2, marks=pytest.mark.slow)])
def test_odds_are_the_same_to_the_last_bit(games: int, seed: int) -> None:
    views = [*positions(games, seed, SIZES), *small_positions(games, 25, seed)]
    views += [View.from_numbers(view.numbers, view.mines) for view in views[:3]]
    assert len(views) > 6 * games
    for view, answer in zip(views, asked(["odds", written(view)] for view in views), strict=True):
        assert answer == plain(position_shapes.Odds.of(asking.odds(view))), (
            f"{view.mines} mines:\n{view}"
        )


@pytest.mark.parametrize(("games", "seed"), [(30, 3), pytest.param(150, 4, marks=pytest.mark.slow)])
def test_hints_and_guesses_are_the_same(games: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    situations = [
        Situation(flagged(view, random), start=list(StartRule)[random.integers(4)], is_fair=fair)
        for view in [*positions(games, seed, SIZES), *small_positions(games, 25, seed)]
        for fair in [bool(random.random() < 0.2)]
    ]
    lines = []
    for situation in situations:
        rules = {"start": situation.start.value, "fair": situation.is_fair}
        lines += [
            ["hint", written(situation.view), rules],
            ["guess", written(situation.view), rules],
        ]
    answers = iter(asked(lines))
    for situation in situations:
        assert_same(next(answers), situation, questions.hint)
        assert_same(next(answers), situation, questions.guess)


def test_where_looking_ahead_takes_too_long_both_open_the_safest_cell() -> None:
    situation = Situation(too_wide_to_look_ahead())
    (answer,) = asked([["guess", written(situation.view), {"start": "safe"}]])
    assert answer["reason"]["kind"] == "layouts"
    assert_same(answer, situation, questions.guess)


def assert_same(answer: Any, situation: Situation, ask: Any) -> None:
    try:
        expected = json.loads(ask(situation))
    except NoMoveLeft as error:
        expected = {"problem": "NoMoveLeft", "message": str(error)}
    told = f"{situation.view.mines} mines:\n{situation.view}"
    assert nearly(answer) == nearly(expected), told


def nearly(answer: Any) -> Any:
    """The same but for the last digits of the chances to win, which logarithms decide."""
    if isinstance(answer, dict):
        rough = ("win_chance", "bits")
        return {
            name: round(value, 12) if name in rough else nearly(value)
            for name, value in answer.items()
        }
    return [nearly(part) for part in answer] if isinstance(answer, list) else answer


def flagged(view: View, random: np.random.Generator) -> View:
    hidden = view.hidden()
    count = min(len(hidden), int(random.integers(0, 4)))
    return view.with_flags(hidden[place] for place in random.permutation(len(hidden))[:count])


def test_hints_know_the_rules_of_the_game() -> None:
    empty, over = View(9, 9, 10), View.parse("1#", mines=1)
    flags = over.with_flags([(0, 1)])
    answers = asked(
        [
            ["hint", written(empty), {"start": "opening", "free": True}],
            ["guess", written(empty), {"start": "opening", "free": True}],
            ["odds", written(empty), {"free": True}],
            ["hint", written(over), {"winning": "flagged"}],
            ["hint", written(flags), {"winning": "flagged"}],
            ["hint", written(over), {}],
        ]
    )
    free = Situation(empty, start=StartRule.OPENING, is_first_free=True)
    assert answers[0] == plain(free.hint())
    assert answers[1] == plain(free.guess())
    assert answers[2] == plain(position_shapes.Odds.of(free.odds()))
    assert answers[3] == plain(Situation(over, winning=WinningRule.FLAGGED).hint())
    assert [answer["problem"] for answer in answers[4:]] == ["NoMoveLeft", "NoMoveLeft"]


@pytest.mark.parametrize(("games", "seed"), [(30, 5), pytest.param(120, 6, marks=pytest.mark.slow)])
def test_analyses_are_the_same(games: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    views = [
        flagged(view, random)
        for view in [*positions(games, seed, SIZES), *small_positions(games, 25, seed)]
    ]
    views += [View(100, 100, 2000), View(3, 3, 9), View(3, 3, 0)]
    for view, answer in zip(
        views, asked(["analyse", written(view)] for view in views), strict=True
    ):
        analysis = position_shapes.Analysis.of(asking.odds(view), count_budget=CLICK_BUDGET)
        assert nearly(answer) == nearly(plain(analysis)), f"{view.mines} mines:\n{view}"


def test_wide_positions_are_answered_as_far_as_the_budget_goes(wide: View) -> None:
    views = [View.from_numbers(wide.numbers[:rows], 8 * rows) for rows in (4, 8, 12, 40)]
    answers = analysed(views)
    for view, answer in zip(views, answers, strict=True):
        analysis = position_shapes.Analysis.of(asking.odds(view), count_budget=CLICK_BUDGET)
        assert nearly(answer) == nearly(plain(analysis)), f"{view.mines} mines:\n{view}"
    assert [answer["complete"] for answer in answers] == [True, True, True, False]


@pytest.mark.parametrize(("games", "seed"), [(20, 7), pytest.param(300, 8, marks=pytest.mark.slow)])
def test_a_contradiction_names_numbers_of_which_none_is_needless(games: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    views = [bent(view, random) for view in positions(games, seed, SIZES[:3])]
    views += [bent(view, random) for view in small_positions(games, 25, seed)]
    clashes = 0
    for view, answer in zip(
        views, asked(["analyse", written(view)] for view in views), strict=True
    ):
        try:
            expected = position_shapes.Analysis.of(asking.odds(view), count_budget=CLICK_BUDGET)
        except Contradiction as error:
            clashes += 1
            assert_minimal(view, answer["contradiction"], error)
        else:
            assert nearly(answer) == nearly(plain(expected))
    assert clashes > games


def assert_minimal(view: View, clash: dict[str, Any], by_twin: Contradiction) -> None:
    told = f"{clash}\n{by_twin}\n{view.mines} mines:\n{view}"
    assert clash["needs_total"] == by_twin.needs_total, told
    consistency = Consistency(view.hidden(), view.mines)
    consistent = consistency.with_total if clash["needs_total"] else consistency.without_total
    numbers = [w for w in read_witnesses(view) if list(w.cell) in clash["cells"]]
    assert len(numbers) == len(clash["cells"])
    assert not consistent(numbers), told
    for left_out in numbers:
        assert consistent([number for number in numbers if number is not left_out]), told
    if clash["cells"] == [list(cell) for cell in by_twin.cells]:
        assert clash["message"] == str(by_twin)


@pytest.mark.parametrize(
    ("games", "seed"), [(60, 14), pytest.param(350, 15, marks=pytest.mark.slow)]
)
def test_reasons_are_those_of_python_in_every_language(games: int, seed: int) -> None:
    random = np.random.default_rng(seed)
    questions_asked = []
    for view in [*positions(games, seed, SIZES), *small_positions(games, 25, seed)]:
        hidden = view.hidden()
        if not hidden:
            continue
        analysis = asking.odds(view)
        cells = sorted(analysis.safe | analysis.mines) if random.random() < 0.8 else hidden
        cell = (cells or hidden)[random.integers(len(cells or hidden))]
        free = bool(view.revealed_count == 0 and random.random() < 0.5)
        questions_asked.append((view, cell, ["en", "fr", "es", "zh"][random.integers(4)], free))
    answers = asked(
        ["why", written(view), cell, language, {"free": free}]
        for view, cell, language, free in questions_asked
    )
    kinds = set()
    for (view, cell, language, free), answer in zip(questions_asked, answers, strict=True):
        expected = plain(asking.why(view, cell, language, free=free))
        assert answer == expected, f"{cell}, {view.mines} mines:\n{view}"
        kinds.add(answer["kind"])
    assert kinds == {"derivation", "odds"}


def test_what_a_guess_missed_is_told_as_by_python() -> None:
    random = np.random.default_rng(16)
    told = {}
    for view in [*positions(20, 16, SIZES), *small_positions(60, 25, 16)]:
        if hidden := view.hidden():
            guess = hidden[random.integers(len(hidden))]
            language = ["en", "fr", "es", "zh"][random.integers(4)]
            with speaking(language):
                words = say_missed(view, guess)
            told[json.dumps(["missed", written(view), guess, language])] = words
    assert asked(map(json.loads, told)) == list(told.values())
    english = {words[-20:] for words in told.values() if "was certain" in words}
    assert len(english) > 1
    assert "" in told.values()


def test_a_revealed_cell_has_no_reason() -> None:
    [answer] = asked([["why", written(View.parse("1#", mines=1)), [0, 0], "en"]])
    message = "cell (0, 0) is revealed; it shows 1"
    assert answer == {"problem": "Impossible", "message": message}


def test_memory_is_given_back_after_a_wide_position(wide: View) -> None:
    small = View.parse("#1##", mines=1)
    lines: list[list[Any]] = [["odds", written(view)] for view in (small, wide, small)]
    answers = asked([*lines[:1], ["size"], *lines[1:2], ["size"], *lines[2:], ["size"]])
    assert answers[0] == answers[4]
    before, large, after = answers[1], answers[3], answers[5]
    assert large > 64 * 2**20
    assert before == after


def test_guesses_are_judged_as_by_python() -> None:
    random = np.random.default_rng(17)
    views = [View(9, 9, 10), *positions(6, 17, SIZES), *small_positions(40, 25, 17)]
    guesses = [
        (view, hidden[random.integers(len(hidden))]) for view in views if (hidden := view.hidden())
    ]
    rules = [list(Guesses)[number] for number in random.integers(3, size=len(guesses))]
    answers = asked(
        ["judge", written(view), cell, rule.value]
        for (view, cell), rule in zip(guesses, rules, strict=True)
    )
    verdicts = set()
    for (view, cell), rule, answer in zip(guesses, rules, answers, strict=True):
        expected = judge_move(view, cell, guesses=rule)
        verdicts.add(expected.verdict)
        assert_judged(answer, expected, f"{rule}, {cell} with {view.mines} mines:\n{view}")
    assert len(verdicts) >= 6


def test_chords_are_judged_as_by_python() -> None:
    chords = []
    for view in [*positions(6, 19, SIZES), *small_positions(40, 25, 19)]:
        odds = analyze(view)
        for cell in cells(view.height, view.width):
            opens = at_stake(view, Action.CHORD, cell)
            risk = None if view.is_hidden(cell) or not opens else risk_of(view, opens).taken
            if risk and len(opens) > 1:
                chords.append((view, cell, opens, risk, bool(odds.safe)))
                break
    assert {needless for *_, needless in chords} == {True, False}
    answers = asked(["judgeChord", written(view), cell, risk] for view, cell, _, risk, _ in chords)
    for (view, cell, opens, risk, _), answer in zip(chords, answers, strict=True):
        expected = judge_chord(view, cell, opens, risk)
        assert_judged(answer, expected, f"{cell} with {view.mines} mines:\n{view}")


def assert_judged(answer: Any, expected: JudgedMove, told: str) -> None:
    best = None if expected.best is None else list(expected.best)
    assert (answer["verdict"], answer["best"]) == (expected.verdict, best), told
    numbers = ("win_chance", "best_chance", "uncertainty")
    known = {name: getattr(expected, name) for name in numbers}
    assert {name: answer[name] for name in numbers} == pytest.approx(known), told
