"""From numbers to settled cells, forward and backward, against brute force and plain saturation."""

from __future__ import annotations

from collections.abc import Iterator

import numpy as np
import pytest
from oracles import Enumeration
from positions import bent, played, random_board, small_positions
from saturation import clauses_of_numbers, clauses_of_sum, saturate

from sapper.errors import Contradiction
from sapper.grid import Cell
from sapper.knowledge.chaining import TOTAL_WITHIN, ClauseKnowledge
from sapper.knowledge.clause import Assertion, Source
from sapper.view import View


def knowledge_of(view: View, width: int, total: bool) -> ClauseKnowledge:
    """Everything learnt, nothing asked yet."""
    mines = view.mines if total else None
    known = ClauseKnowledge(view.height, view.width, mines, literals=width, rounds=None)
    known.learn(view.changes_since(None) or {})
    return known


def concluded(view: View, width: int, total: bool) -> ClauseKnowledge:
    known = knowledge_of(view, width, total)
    known.conclude()
    return known


def settled(known: ClauseKnowledge) -> tuple[set[Cell], set[Cell]]:
    return known.to_open, known.mines


def brute_force(view: View, total: bool) -> tuple[set[Cell], set[Cell]]:
    """What holds in all layouts that agree with the numbers (and the total)."""
    judge = Enumeration(view.numbers, view.mines)
    layouts = judge.subsets[judge._true_subsets(judge.revealed, with_total=total)]
    safe = [cell for place, cell in enumerate(judge.hidden) if not layouts[:, place].any()]
    mines = [cell for place, cell in enumerate(judge.hidden) if layouts[:, place].all()]
    return set(safe), set(mines)


@pytest.mark.slow
@pytest.mark.parametrize(("width", "total"), [(2, False), (2, True), (3, True), (4, False)])
def test_what_is_settled_holds_in_every_layout(width: int, total: bool) -> None:
    judged = found = missed = 0
    for view in small_positions(games=400, most_hidden=12, seed=width):
        safe, mines = brute_force(view, total)
        known = concluded(view, width, total)
        assert known.to_open <= safe, str(view)
        assert known.mines <= mines, str(view)
        judged += 1
        found += len(known.to_open) + len(known.mines)
        missed += len(safe) + len(mines) - len(known.to_open) - len(known.mines)
    assert judged > 1300
    assert found > 10 * missed


def few_positions(games: int, seed: int) -> Iterator[View]:
    """Small enough for a saturation without any cleverness."""
    random = np.random.default_rng(seed)
    for game in range(games):
        height, width = [(2, 3), (1, 7), (2, 4), (3, 3), (2, 5)][game % 5]
        board = random_board(height, width, int(random.integers(1, 5)), random)
        for view in played(board, random, flood=False):
            if 2 <= (view.numbers < 0).sum() <= 7 and random.random() < 0.3:
                yield view


@pytest.mark.slow
@pytest.mark.parametrize("width", [1, 2, 3, 4])
def test_a_position_settles_what_plain_saturation_settles_at_the_same_width(width: int) -> None:
    settling = 0
    for view in few_positions(games=25 if width == 4 else 100, seed=width):
        expected = saturate(clauses_of_numbers(view.numbers), width)
        units = {literal for clause in expected if len(clause) == 1 for literal in clause}
        base = concluded(view, width, total=False).base
        assert set(base.settled) == units, str(view)
        settling += len(units) > view.revealed_count
    assert settling > 5


@pytest.mark.slow
@pytest.mark.parametrize("width", [2, 3])
def test_so_it_does_with_the_mine_total_near_the_end(width: int) -> None:
    by_the_total = 0
    for view in few_positions(games=30, seed=10 + width):
        hidden = [row * view.width + column + 1 for row, column in view.hidden()]
        told = clauses_of_numbers(view.numbers) | clauses_of_sum(view.mines, hidden)
        expected = saturate(told, width)
        units = {literal for clause in expected if len(clause) == 1 for literal in clause}
        base = concluded(view, width, total=True).base
        assert set(base.settled) == units, str(view)
        by_the_total += len(units) > len(concluded(view, width, total=False).base.settled)
    assert by_the_total > 5


@pytest.mark.parametrize(("width", "total"), [(2, False), (2, True), (3, True)])
def test_backward_proves_of_each_cell_what_forward_settles(width: int, total: bool) -> None:
    random = np.random.default_rng([7, width])
    proved = 0
    fewer_hints = 0
    for game in range(5):
        board = random_board(9, 9, 12 + 2 * game, random)
        views = list(played(board, random, flood=True))
        for place in random.integers(len(views), size=3).tolist():
            view = views[place]
            forward = concluded(view, width, total)
            for cell in view.hidden():
                backward = knowledge_of(view, width, total)
                expected = (
                    None if cell not in forward.mines | forward.to_open else (cell in forward.mines)
                )
                assert backward.prove(cell) is expected, f"{cell} of\n{view}"
                proved += expected is not None
                fewer_hints += expected is not None and backward.hints_asked < view.revealed_count
    assert proved > 100
    assert fewer_hints > proved * 0.8


def test_goals_may_follow_each_other_and_forward_may_follow_backward() -> None:
    random = np.random.default_rng(8)
    for view in list(played(random_board(8, 8, 12, random), random))[::3]:
        forward = concluded(view, width=2, total=True)
        backward = knowledge_of(view, width=2, total=True)
        for cell in view.hidden():
            backward.prove(cell)
        assert settled(backward) == settled(forward)
        one_goal_first = knowledge_of(view, width=2, total=True)
        one_goal_first.prove(view.hidden()[-1])
        one_goal_first.conclude()
        assert settled(one_goal_first) == settled(forward)


@pytest.mark.parametrize("width", [2, 3])
def test_learning_number_by_number_comes_to_the_same_as_all_at_once(width: int) -> None:
    random = np.random.default_rng([9, width])
    for _ in range(12):
        board = random_board(7, 7, 9, random)
        step_by_step = ClauseKnowledge(7, 7, 9, literals=width, rounds=None)
        last = None
        for view in played(board, random, flood=True):
            step_by_step.learn(view.changes_since(last) or {})
            step_by_step.conclude()
            last = view
            at_once = concluded(view, width, total=True)
            assert settled(step_by_step) == settled(at_once), str(view)
            assert step_by_step.base.clauses == at_once.base.clauses, str(view)


def test_the_numbers_of_a_proof_suffice_and_its_steps_hold() -> None:
    random = np.random.default_rng(10)
    checked = 0
    for view in list(played(random_board(9, 9, 14, random), random))[::4]:
        known = concluded(view, width=3, total=True)
        for cell in sorted(known.to_open | known.mines):
            why = known.proof(cell)
            assert why.steps[-1].clause == {(cell, cell in known.mines)}
            for place, step in enumerate(why.steps):
                assert all(premise < place for premise in step.premises)
                if not step.is_asserted:
                    one, other = (why.steps[premise].clause for premise in step.premises)
                    pairs = [(c, sign) for c, sign in one if (c, not sign) in other]
                    assert len(pairs) == 1
                    assert step.clause == (one | other) - {pairs[0], (pairs[0][0], not pairs[0][1])}
            if not why.needs_total:
                # All other cells stay open, but their numbers are put out of sight.
                few = ClauseKnowledge(9, 9, None, literals=3)
                shown = view.changes_since(None) or {}
                few.learn({c: n for c, n in shown.items() if c in why.numbers})
                for c in shown.keys() - why.numbers:
                    few.base.tell([frozenset({-few._variable(c)})], Assertion(Source.REVEALED, c))
                few.conclude()
                assert cell in few.safes | few.mines
                checked += 1
    assert checked > 50


# The mine total


@pytest.mark.parametrize(("hidden", "expected"), [(TOTAL_WITHIN, True), (TOTAL_WITHIN + 1, False)])
def test_the_total_becomes_clauses_when_few_cells_are_unmarked(hidden: int, expected: bool) -> None:
    # Of the two cells beside the 1 one is a mine, so it holds the only one of the board.
    view = View.parse("#1" + "#" * (hidden - 1), mines=1)
    known = concluded(view, width=2, total=True)
    assert bool(known.to_open) == expected
    assert concluded(view, width=2, total=False).to_open == set()


def test_where_no_mine_is_left_or_nothing_else_the_total_settles_any_number_of_cells() -> None:
    far = "#" * 40
    assert len(concluded(View.parse("1#1" + far, mines=1), 2, total=True).to_open) == 40
    assert len(concluded(View.parse("00" + far, mines=39), 2, total=True).mines) == 39
    assert concluded(View.parse("00" + far, mines=38), 2, total=True).mines == set()


# Positions that can't be


def contradiction_of(view: View) -> Contradiction | None:
    try:
        concluded(view, width=3, total=True)
    except Contradiction as contradiction:
        return contradiction
    return None


def test_a_contradiction_names_numbers_that_contradict_each_other() -> None:
    random = np.random.default_rng(11)
    named = 0
    for view in small_positions(games=300, most_hidden=11, seed=12):
        crooked = bent(view, random)
        found = contradiction_of(crooked)
        if found is not None:
            judge = Enumeration(crooked.numbers, crooked.mines)
            assert judge.count == 0
            if found.cells:
                assert not judge.can_be_true(found.cells, found.needs_total), str(crooked)
                named += 1
    assert named > 200


def test_a_number_on_a_known_mine_is_a_contradiction() -> None:
    known = concluded(View.parse("1#", mines=1), width=2, total=False)
    with pytest.raises(Contradiction, match=r"\(0, 1\) can't show 0: it is known to be a mine"):
        known.learn({(0, 1): 0})


def test_a_total_that_does_not_fit_is_a_contradiction() -> None:
    with pytest.raises(Contradiction, match="the numbers prove 1 mine and") as caught:
        concluded(View.parse("1#1", mines=2), width=2, total=True)
    assert caught.value.needs_total
