"""The parts of the grader that need no file: refuting, deriving, shrinking, the rubric."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from random import Random

import pytest

from sapper.board import Board
from sapper.errors import ParseError
from sapper.grader.additions import expected, telling_addition
from sapper.grader.completeness import CompleteJudge
from sapper.grader.findings import Check, Finding, Growth, Report, Told, without_repeats
from sapper.grader.games import Game, Turn
from sapper.grader.judging import first_fault
from sapper.grader.plot import plot_of
from sapper.grader.refuting import Conclusion, false_conclusions, refute, why_false
from sapper.grader.rubric import DEFAULT, DEFAULT_TEXT, parse_rubric, read_rubric
from sapper.grader.rules import Reference, derive_by_rules
from sapper.grader.sentences import unclean
from sapper.grader.shrinking import shrink
from sapper.grader.soundness import SoundJudge
from sapper.grid import Cell, cells, neighbours
from sapper.guest.operations import GuestBeliefs, GuestSentence
from sapper.proof.check import check
from sapper.view import View


def believing(
    safes: Sequence[Cell] = (),
    mines: Sequence[Cell] = (),
    sentences: Sequence[GuestSentence] = (),
) -> GuestBeliefs:
    return GuestBeliefs(frozenset(), frozenset(safes), frozenset(mines), tuple(sentences), ())


def position(size: str, seed: int) -> tuple[Board, list[Told], View]:
    """A board, some of its numbers in random order, and the view of them."""
    board = Board(size, seed)
    level, chance = board.level, Random(seed)
    safe = [cell for cell in cells(level.height, level.width) if not board.is_mine(cell)]
    chance.shuffle(safe)
    moves = [Told(cell, board.number(cell)) for cell in safe[: chance.randint(5, len(safe))]]
    shown = {move.cell: move.count for move in moves}
    return board, moves, View(level.height, level.width, level.mines).revealing(shown)


# Refuting


def test_what_is_certain_by_the_total_alone_is_not_called_false() -> None:
    view = View.parse("1##", mines=1)  # the mine is at (0, 1), so (0, 2) is safe by the total
    assert false_conclusions(view, safes=[(0, 2)], mines=[(0, 1)]) == []
    assert false_conclusions(View.parse("1##", mines=2), [(0, 2)], []) == [
        Conclusion((0, 2), False)
    ]


def test_a_false_conclusion_is_refuted_by_a_layout_that_agrees_with_the_numbers() -> None:
    refuted = 0
    for seed in range(20):
        _, moves, view = position("5x6/7", seed)
        claimed = view.hidden()
        for false in false_conclusions(view, claimed, claimed):
            mines = refute(view, false)
            assert mines is not None
            assert (false.cell in mines) != false.is_mine
            assert len(mines) == view.mines
            for move in moves:
                assert sum(near in mines for near in neighbours(move.cell, 5, 6)) == move.count
            refuted += 1
    assert refuted > 100


@pytest.mark.parametrize(
    ("conclusion", "why"),
    [
        (Conclusion((0, 1), False), "(0, 1) is certainly a mine."),
        (Conclusion((0, 3), True), "(0, 3) is certainly safe."),
        (Conclusion((0, 0), True), "(0, 0) is open and shows 1."),
        (Conclusion((0, 4), True), "(0, 4) is not on the 1×4 board: rows 0–0, columns 0–3."),
    ],
)
def test_why_a_conclusion_is_false(conclusion: Conclusion, why: str) -> None:
    view = View.parse("1#1#", mines=1)
    assert why_false(view, conclusion) == why
    assert conclusion in false_conclusions(view, [conclusion.cell], [conclusion.cell])


def test_the_first_false_turn_is_found() -> None:
    board = Board.from_mines(1, 4, [(0, 1)])
    turns = (
        Turn(Told((0, 0), 1), believing(safes=[(0, 0)], mines=[(0, 1)]), 0.0, False),
        Turn(Told((0, 2), 1), believing(safes=[(0, 0), (0, 2)], mines=[(0, 3)]), 0.0, False),
    )
    assert first_fault(SoundJudge, Game(board, turns)) == 1
    assert first_fault(SoundJudge, Game(board, turns[:1])) is None


# Deriving


def test_every_conclusion_of_the_reference_is_derived_by_the_two_rules() -> None:
    derived = 0
    for seed in range(12):
        board, moves, view = position("9x9/14" if seed % 2 else "12x12/26", seed)
        reference = Reference(board.level.height, board.level.width)
        for move in moves:
            reference.tell(move)
        for conclusion in reference.conclusions():
            if view.is_hidden(conclusion.cell):
                derivation = derive_by_rules(view, conclusion)
                assert derivation is not None
                check(view, derivation)
                kinds = {step.kind for step in derivation.steps}
                assert kinds <= {"number", "subset", "all safe", "all mines"}
                derived += 1
    assert derived > 200


def test_what_the_two_rules_do_not_give_is_not_derived() -> None:
    view = View.parse("#####\n#121#\n#####", mines=3)
    uncertain = Conclusion((0, 0), is_mine=True)
    assert derive_by_rules(view, uncertain) is None


def test_a_cell_that_is_not_concluded_at_once_is_missed() -> None:
    board = Board.from_mines(1, 3, [(0, 2)])
    judge = CompleteJudge(board)
    judge.tell(Told((0, 1), 1))
    judge.tell(Told((0, 0), 0))
    assert list(judge.kinds(believing(safes=[(0, 0), (0, 1)]))) == ["missed"]
    assert judge.missed(believing(safes=[(0, 0), (0, 1)])) == [Conclusion((0, 2), True)]
    assert not list(judge.kinds(believing(safes=[(0, 0), (0, 1)], mines=[(0, 2)])))


@pytest.mark.parametrize("is_mine", [True, False])
def test_old_sentences_of_the_reference_learn_of_what_was_added(is_mine: bool) -> None:
    reference = Reference(1, 5)
    reference.tell(Told((0, 1), 1))
    reference.believe([] if is_mine else [(0, 0)], [(0, 0)] if is_mine else [])
    reference.tell(Told((0, 4), 0))
    assert ((0, 2) in reference.safes) == is_mine
    assert ((0, 2) in reference.mines) != is_mine


# Sentences


def test_every_sort_of_needless_sentence_is_told_apart() -> None:
    board = Board.from_mines(2, 3, [(0, 0)])
    good = GuestSentence(frozenset({(0, 0), (0, 1)}), 1)
    kept = {
        "empty sentence": GuestSentence(frozenset(), 0),
        "impossible sentence": GuestSentence(frozenset({(0, 0)}), 2),
        "settled sentence": GuestSentence(frozenset({(0, 0), (1, 2)}), 1),
        "false sentence": GuestSentence(frozenset({(0, 1), (0, 2)}), 1),
        "duplicate sentence": good,
    }
    beliefs = believing(safes=[(1, 2)], sentences=[good, *kept.values()])
    assert dict(unclean(beliefs, board)) == kept
    assert not list(unclean(believing(sentences=[good]), board))


def test_an_addition_is_one_that_makes_a_difference() -> None:
    board = Board.from_mines(1, 6, [(0, 1), (0, 4)])
    kept = [GuestSentence(frozenset({(0, 1), (0, 3)}), 1)]
    turns = (
        Turn(Told((0, 2), 1), believing(safes=[(0, 2)], sentences=kept), 0.0, False),
        Turn(Told((0, 5), 1), believing(safes=[(0, 2), (0, 5)], sentences=kept), 0.0, False),
    )
    addition = telling_addition(Game(board, turns), is_mine=True)
    assert addition is not None
    assert addition.cell == (0, 1)
    assert (0, 3) in expected(addition).safes


# Shrinking


@pytest.mark.parametrize("needed", [{3}, {2, 7}, {1, 30, 59}, set(range(0, 60, 10))])
def test_no_item_too_many_is_left(needed: set[int]) -> None:
    assert set(shrink(range(60), lambda some: needed <= set(some))) == needed


def test_what_shows_only_as_a_whole_stays_whole() -> None:
    assert shrink(range(7), lambda some: len(some) == 7) == tuple(range(7))


# Reports and rubrics


def test_one_finding_of_each_kind_in_the_order_of_the_checks() -> None:
    findings = [
        Finding(Check.CLEAN, "b", "1"),
        Finding(Check.SOUND, "a", "2"),
        Finding(Check.CLEAN, "b", "3"),
    ]
    assert [one.message for one in without_repeats(findings)] == ["2", "1"]


def test_every_missing_name_is_told_and_no_message_twice() -> None:
    findings = [
        Finding(Check.INTERFACE, "missing", "there is no a"),
        Finding(Check.INTERFACE, "missing", "there is no b"),
        Finding(Check.INTERFACE, "safe move", "make_safe_move fails"),
        Finding(Check.INTERFACE, "exception", "make_safe_move fails"),
    ]
    assert without_repeats(findings) == tuple(findings[:3])


def test_a_kind_costs_its_points_once() -> None:
    findings = [Finding(Check.INTERFACE, "sentence", name) for name in ("one", "another")]
    assert DEFAULT.points_for(Report("a.py", tuple(findings)), Check.INTERFACE) == 2


def test_a_teacher_can_set_points_and_costs(tmp_path: Path) -> None:
    path = tmp_path / "rubric.toml"
    path.write_text('[points]\nsound = 10\nclean = 2.5\n[costs]\n"empty sentence" = 0.5\n')
    rubric = read_rubric(path)
    report = Report("a.py", (Finding(Check.CLEAN, "empty sentence", ""),))
    assert rubric.most == 12.5
    assert rubric.total(report) == 12
    other = Report("a.py", (Finding(Check.CLEAN, "order of sets", ""),))
    assert rubric.total(other) == 10


def test_no_check_gives_less_than_nothing() -> None:
    kinds = ("empty sentence", "duplicate sentence", "settled sentence", "added mine", "added safe")
    report = Report("a.py", tuple(Finding(Check.CLEAN, kind, "") for kind in kinds))
    assert DEFAULT.points_for(report, Check.CLEAN) == 0
    assert DEFAULT.total(report) == DEFAULT.most - 4


@pytest.mark.parametrize(
    ("text", "complaint"),
    [
        ("[points", "Expected"),
        ("[marks]\nsound = 1", "a rubric has [points] and [costs], not 'marks'"),
        ("points = 3", "[points] must be a table"),
        ("[points]\nsound = -1", "points are numbers from 0"),
        ("[points]\nsound = true", "points are numbers from 0"),
        ("[points]\nsound = nan", "points are numbers from 0"),
    ],
)
def test_a_rubric_that_makes_no_sense_is_refused(text: str, complaint: str, tmp_path: Path) -> None:
    path = tmp_path / "rubric.toml"
    path.write_text(text)
    with pytest.raises(ParseError, match=r"rubric\.toml") as refused:
        read_rubric(path)
    assert complaint in str(refused.value)


def test_the_usual_rubric_is_the_one_that_is_printed() -> None:
    assert parse_rubric(DEFAULT_TEXT) == DEFAULT


def test_the_plot_shows_each_board_and_fetches_nothing() -> None:
    growth = [
        Growth(8, 8, 8, 56, 0.01, 0.001, 6, True),
        Growth(16, 16, 40, 3, 4.0, 2.5, 900, False),
    ]
    picture = plot_of(growth)
    assert picture.count(">8×8<") == picture.count(">16×16<") == 2
    assert picture.count("#b3261e") == 2  # where it was cut off
    assert "http" not in picture
