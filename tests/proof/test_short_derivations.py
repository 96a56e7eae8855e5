"""The short form of derivations says the same as the full one, and no more passes than follows."""

from __future__ import annotations

import json
from typing import Any

import pytest

import sapper
from sapper.errors import DoesNotFollow, ParseError
from sapper.proof.short import in_short_form, read_any_form
from sapper.proof.steps import Derivation, Grade
from sapper.view import View

ROW = View.parse("###\n111", mines=1)


def derivations(grade: str) -> list[tuple[View, Derivation]]:
    """Of every position on the way through a board, one safe cell and one mine."""
    board = sapper.make_board("beginner", grade=grade, seed=5)
    found = []
    for view in sapper.solve(board, board.first).views[:-1]:
        analysis = sapper.analyze(view)
        for cell in (max(analysis.safe, default=None), max(analysis.mines, default=None)):
            if cell is not None:
                why = sapper.explain(view, cell)
                assert isinstance(why, Derivation)
                found.append((view, why))
    return found


def test_what_is_written_short_is_read_as_the_same_proof() -> None:
    grades = set()
    for grade in ("medium", "fiendish", "total"):
        for view, why in derivations(grade):
            short = json.loads(json.dumps(in_short_form(why)))
            again = read_any_form(view, short)
            sapper.check(view, again)
            assert (again.conclusion, again.grade) == (why.conclusion, why.grade)
            assert again.numbers == why.numbers
            assert read_any_form(view, why.to_json()) == why
            grades.add(why.grade)
            with pytest.raises(DoesNotFollow):
                sapper.check(view, read_any_form(view, {**short, "is_mine": not why.is_mine}))
            with pytest.raises((DoesNotFollow, ParseError)):
                sapper.check(view, read_any_form(view, {**short, "steps": short["steps"][:-1]}))
    assert grades == set(Grade)


NOT_FOLLOWING: list[tuple[Any, str]] = [
    ([], "the derivation does not follow: it does not end with its conclusion about (0, 2)"),
    ([{"minus": [[1, 0], [1, 1]]}], "a part has a cell that is not in the whole"),
    ([{"number": [1, 1]}], "it does not end with its conclusion"),
    ([{"part": [1, 0], "cells": [[0, 0]]}], "some of the cells may be safe"),
    ([{"overlap": [[1, 1], [1, 0]]}], "does not have as many more mines as cells of its own"),
    (
        [{"cases": [{"suppose": {"cells": [[0, 2]], "mines": 1}, "steps": [{"number": [1, 0]}]}]}],
        "a case does not end with an impossible claim",
    ),
]


@pytest.mark.parametrize(("steps", "why"), NOT_FOLLOWING)
def test_a_wrong_reason_is_named_by_the_checker(steps: Any, why: str) -> None:
    stated = read_any_form(ROW, {"cell": [0, 2], "is_mine": False, "steps": steps})
    with pytest.raises(DoesNotFollow) as refused:
        sapper.check(ROW, stated)
    assert why in str(refused.value)


def deep(depth: int) -> list[Any]:
    supposed = {"cells": [[0, 0]], "mines": 1}
    return [{"cases": [{"suppose": supposed, "steps": deep(depth - 1) if depth else []}]}]


UNREADABLE: list[tuple[Any, str]] = [
    ("luck", "not a derivation: it is an object with cell, is_mine and a list of steps"),
    ({"cell": [0, 2], "steps": []}, "not a derivation: 'is_mine' is missing"),
    ([{"minus": [[1, 1]]}], "step 1: it refers to at least 2 claims, in a list"),
    ([{"minus": [[1, 1], "a"]}], "step 1: nothing is named 'a'"),
    ([{"number": [0, 0]}], "step 1: (0, 0) is hidden, so it shows no number"),
    ([{"number": [5, 0]}], "step 1: cell (5, 0) is outside the 2×3 board"),
    ([{"number": 7}], "step 1: a cell is [row, column], not 7"),
    ([{"because": "I say so"}], "step 1: it has one of number, total, minus,"),
    ([["number"]], "step 1: it is not an object"),
    ([{"overlap": [[1, 1], [1, 0]], "keep": "all"}], "step 1: keep is 'mines' or 'safe'"),
    ([{"number": [1, 0], "name": 3}], "step 1: a name is text"),
    ([{"cases": []}], "step 1: there are no cases"),
    ([{"number": [1, 0]}] * 10_001, "not a derivation: more than 10,000 steps"),
    (deep(41), "not a derivation: more than 40 cases within cases"),
    (deep(300), "not a derivation: more than 40 cases within cases"),
]


@pytest.mark.parametrize(("stated", "why"), UNREADABLE)
def test_what_is_no_derivation_is_refused_in_a_line(stated: Any, why: str) -> None:
    if isinstance(stated, list):
        stated = {"cell": [0, 2], "is_mine": False, "steps": stated}
    with pytest.raises(ParseError) as refused:
        read_any_form(ROW, stated)
    assert str(refused.value).startswith(why)
    assert "\n" not in str(refused.value)
