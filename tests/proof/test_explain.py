"""Everything certain is derived, from a minimal set of numbers."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from functools import lru_cache
from itertools import combinations

import pytest
from bench_explain import certain_cells
from judge import Judge
from oracles import Enumeration
from positions import bent, small_positions

import sapper
from sapper.errors import CellError, Contradiction
from sapper.exact.fronts import Impossible, Witness, deduce, find_fronts, read_witnesses, split
from sapper.exact.sweep import Budget, reachable_totals
from sapper.level import LEVELS
from sapper.proof.check import check
from sapper.proof.search import explain
from sapper.proof.steps import Derivation, Grade, Odds
from sapper.view import View

SMALL = list(small_positions(games=400, most_hidden=11, seed=61))


def derivation_of(view: View, cell: tuple[int, int]) -> Derivation:
    derivation = explain(view, cell)
    assert isinstance(derivation, Derivation)
    return derivation


@pytest.mark.slow
def test_all_that_brute_force_finds_certain_is_derived_from_numbers_that_are_all_needed() -> None:
    grades: Counter[Grade] = Counter()
    for view in SMALL:
        judge = Judge(view)
        certain = judge.certain()
        for cell in judge.hidden:
            answer = explain(view, cell)
            assert isinstance(answer, Derivation) == (cell in certain)
            if isinstance(answer, Odds):
                continue
            assert (answer.cell, answer.is_mine) == (cell, certain[cell])
            check(view, answer)
            assert judge.follows(answer)
            total = [judge.total()] if answer.uses_total else []
            numbers = [judge.number(number) for number in answer.numbers]
            assert judge.entails(numbers + total, answer.conclusion)
            for place in range(len(numbers)):
                others = numbers[:place] + numbers[place + 1 :] + total
                assert not judge.entails(others, answer.conclusion)
            if total:  # no numbers at all would do without it
                assert not judge.entails(judge.numbers(), answer.conclusion)
            grades[answer.grade] += 1
    assert all(grades[grade] > 8 for grade in Grade), grades


def test_no_fewer_numbers_suffice() -> None:
    sizes: Counter[int] = Counter()
    for view in SMALL[::3]:
        judge = Judge(view)
        witnesses = [witness.cell for witness in read_witnesses(view)]
        for cell in judge.certain():
            derivation = derivation_of(view, cell)
            size = len(derivation.numbers)
            if derivation.uses_total or size > 4:
                continue
            sizes[size] += 1
            for fewer in combinations(witnesses, size - 1):
                claims = [judge.number(number) for number in fewer]
                assert not judge.entails(claims, derivation.conclusion)
    assert sizes[1] > 50
    assert sizes[2] > 50
    assert sizes[3] > 10


@lru_cache(maxsize=1)
def games() -> list[tuple[View, Derivation]]:
    """Derivations of whole games at every level: all cells, or some on large boards."""
    found: list[tuple[View, Derivation]] = []
    for name, level in LEVELS.items():
        for seed in range(6 if level.cells < 100 else 2):
            for view, cells in certain_cells(name, seed):
                every = 1 if level.cells < 100 else 3
                found.extend((view, derivation_of(view, cell)) for cell in cells[::every])
    return found


@pytest.mark.slow
def test_derivations_of_whole_games_are_accepted_and_read_back() -> None:
    grades = Counter(derivation.grade for _, derivation in games())
    assert all(grades[grade] > 5 for grade in Grade), grades
    for view, derivation in games():
        check(view, derivation)
        assert Derivation.from_json(derivation.to_json()) == derivation


def numbers_agree(view: View, witnesses: list[Witness], with_total: bool) -> bool:
    """By the sweeps of exact counting, which the search uses only for large sets."""
    totals = {0}
    for group in split(witnesses):
        try:
            deduced = deduce(group)
        except Impossible:
            return False
        parts = [1 << len(deduced.mines)]
        parts += [reachable_totals(front, Budget(None)) for front in find_fronts(deduced.witnesses)]
        for part in parts:
            possible = [total for total in range(part.bit_length()) if part >> total & 1]
            totals = {one + other for one in totals for other in possible}
    if not with_total:
        return bool(totals)
    sea = len(set(view.hidden()).difference(*(witness.hidden for witness in witnesses)))
    return any(0 <= view.mines - total <= sea for total in totals)


@pytest.mark.slow
def test_no_number_can_be_left_out_on_large_boards_either() -> None:
    checked = with_total = 0
    for view, derivation in games()[::4]:
        by_cell = {witness.cell: witness for witness in read_witnesses(view)}
        cell = frozenset({derivation.cell})
        against = Witness(derivation.cell, cell, int(not derivation.is_mine))
        used = [by_cell[number] for number in derivation.numbers]
        assert not numbers_agree(view, [*used, against], derivation.uses_total)
        for left_out in used:
            others = [witness for witness in used if witness is not left_out]
            assert numbers_agree(view, [*others, against], derivation.uses_total)
        checked += 1
        with_total += derivation.uses_total
    assert checked > 300
    assert with_total > 10


# One position of each grade, and odds

EXAMPLES: list[tuple[str, int, tuple[int, int], bool, Grade]] = [
    ("1#\n11", 1, (0, 1), True, Grade.SINGLE),
    ("0##\n###", 1, (1, 1), False, Grade.SINGLE),
    ("###\n111", 1, (0, 2), False, Grade.SUBSET),
    ("1##200\n14#410\n#3##21\n#223#1\n#10111", 7, (4, 0), False, Grade.OVERLAP),
    ("####\n1221", 2, (0, 3), False, Grade.CHAIN),
    ("001#10\n012#10\n01##10\n24#321\n######", 7, (4, 5), True, Grade.CASES),
    ("#1##", 1, (0, 3), False, Grade.TOTAL),
    ("##", 2, (0, 0), True, Grade.TOTAL),
    ("##", 0, (0, 0), False, Grade.TOTAL),
]


@pytest.mark.parametrize(("rows", "mines", "cell", "is_mine", "grade"), EXAMPLES)
def test_grades(rows: str, mines: int, cell: tuple[int, int], is_mine: bool, grade: Grade) -> None:
    view = View.parse(rows, mines=mines)
    derivation = derivation_of(view, cell)
    assert (derivation.is_mine, derivation.grade) == (is_mine, grade)
    check(view, derivation)


def odds() -> Iterator[tuple[View, Odds]]:
    for view in SMALL[::2]:
        for cell in view.hidden():
            answer = explain(view, cell)
            if isinstance(answer, Odds):
                yield view, answer


@pytest.mark.slow
def test_odds_are_exact_and_compared_with_the_best_move() -> None:
    seen = 0
    for view, answer in odds():
        fractions = Enumeration(view.numbers, view.mines).fractions()
        assert answer.mine_fraction == fractions[answer.cell]
        assert answer.best_mine_fraction == fractions[answer.best] == min(fractions.values())
        assert answer.is_best == (fractions[answer.cell] == min(fractions.values()))
        assert answer.to_json()["mine_probability"] == float(answer.mine_fraction)
        touching = {
            witness.cell for witness in read_witnesses(view) if answer.cell in witness.hidden
        }
        if not touching:
            assert answer.numbers == ()
        for number, shown in answer.numbers:
            assert view.number(number) == shown
        seen += 1
    assert seen > 300


def test_the_numbers_that_bear_on_odds_are_those_of_the_front() -> None:
    view = View.parse("##1##1##\n########", mines=5)
    answer = explain(view, (0, 1))
    assert isinstance(answer, Odds)
    assert answer.numbers == (((0, 2), 1),)


def test_flags_are_not_trusted() -> None:
    plain, flagged = View.parse("#1#", mines=1), View.parse("F1#", mines=1)
    assert explain(plain, (0, 0)) == explain(flagged, (0, 0))


# What can't be explained


def test_a_revealed_cell_is_refused() -> None:
    with pytest.raises(CellError, match=r"cell \(0, 0\) is revealed; it shows 1"):
        sapper.explain(View.parse("1#", mines=1), (0, 0))
    with pytest.raises(CellError, match="outside"):
        sapper.explain(View.parse("1#", mines=1), (0, 2))


def test_a_view_that_cannot_be_is_refused_wherever_one_asks() -> None:
    import numpy as np

    random = np.random.default_rng(62)
    refused = 0
    for view in SMALL[::4]:
        crooked = bent(view, random)
        hidden = crooked.hidden()
        if hidden and not Enumeration(crooked.numbers, crooked.mines).count:
            for cell in hidden:
                with pytest.raises(Contradiction):
                    explain(crooked, cell)
            refused += 1
    assert refused > 20


def test_a_move_is_explained_when_asked() -> None:
    view = View.parse("###\n111", mines=1)
    move = sapper.make_agent("sentence").choose(view)
    assert move.certain
    derivation = move.explain(view)
    assert isinstance(derivation, sapper.Derivation)
    assert derivation.cell == move.cell
    assert not derivation.is_mine
    sapper.check(view, derivation)


def test_playing_loads_nothing_of_proofs() -> None:
    import subprocess
    import sys

    script = (
        "import sys, sapper\n"
        "game = sapper.Game.new('beginner', seed=2)\n"
        "agent = sapper.make_agent('sentence')\n"
        "while game.status is sapper.Status.PLAYING: game.reveal(agent.choose(game.view).cell)\n"
        "print([name for name in sys.modules if name.startswith('sapper.proof')])"
    )
    shown = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert shown.stdout.strip() == "[]"
