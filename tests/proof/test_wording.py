"""Explanations in every language."""

from __future__ import annotations

import json
import re
from fractions import Fraction

import pytest

from sapper.errors import DoesNotFollow, ParseError, UnknownName
from sapper.proof.check import check
from sapper.proof.languages import LANGUAGES
from sapper.proof.search import explain
from sapper.proof.steps import (
    AllMines,
    AllSafe,
    Case,
    Cases,
    Claim,
    Derivation,
    FromNumber,
    Odds,
    Overlap,
    Step,
    Subset,
)
from sapper.proof.wording import Speaker, say
from sapper.view import View

BY_CASES = View.parse("001#10\n012#10\n01##10\n24#321\n######", mines=7)
BY_OVERLAP = View.parse("1##200\n14#410\n#3##21\n#223#1\n#10111", mines=7)
BY_TOTAL = View.parse("2##100\n#32100\n331000\n##1111\n##11#1", mines=7)


def answers() -> list[Derivation | Odds]:
    return [
        explain(BY_CASES, (4, 5)),
        explain(BY_OVERLAP, (4, 0)),
        explain(BY_TOTAL, (4, 0)),
        explain(View.parse("1#\n11", mines=1), (0, 1)),
        explain(View.parse("###\n111", mines=1), (0, 2)),
        explain(View.parse("####\n1221", mines=2), (0, 3)),
        explain(View.parse("0##\n###", mines=1), (1, 1)),
        explain(View.parse("#1#", mines=1), (0, 0)),
        explain(View.parse("##1###", mines=2), (0, 0)),
        explain(View.parse("####\n11##", mines=2), (0, 3)),
        explain(View(5, 5, mines=3), (0, 0)),
    ]


def test_a_derivation_by_cases_reads_like_this() -> None:
    assert str(explain(BY_CASES, (4, 5))).splitlines() == [
        "(4, 5) is a mine. Grade: cases, from 3 numbers.",
        "  1. The 4 at (3, 1): exactly 4 of (2, 2), (3, 2), (4, 0), (4, 1) and (4, 2) are mines.",
        "  2. The 3 at (3, 3): exactly 3 of (2, 2), (2, 3), (3, 2), (4, 2), (4, 3) and (4, 4) "
        "are mines.",
        "  3. The 2 at (3, 4): exactly 2 of (2, 3), (4, 3), (4, 4) and (4, 5) are mines.",
        "  4. Assume (4, 5) is safe.",
        "    4.1. The 2 at (3, 4) minus the assumption: exactly 2 of (2, 3), (4, 3) and (4, 4) "
        "are mines.",
        "    4.2. The 3 at (3, 3) minus step 4.1: exactly 1 of (2, 2), (3, 2) and (4, 2) "
        "is a mine.",
        "    4.3. The 4 at (3, 1) minus step 4.2: (4, 0) and (4, 1) would have to hold 3 mines. "
        "That is impossible.",
        "  4. So (4, 5) is a mine.",
    ]


def test_an_overlap_and_a_total_read_like_this() -> None:
    overlap = str(explain(BY_OVERLAP, (4, 0))).splitlines()
    assert overlap[-1] == (
        "  3. The 3 at (2, 1) has 1 more mine than the 2 at (3, 1) and just 1 cell of its own: "
        "(4, 0) is safe."
    )
    total = str(explain(BY_TOTAL, (4, 0))).splitlines()
    assert total[0] == ("(4, 0) is a mine. Grade: total, from the mine total and 1 number.")
    assert total[2] == "  2. The mine total: 7 of the 8 hidden cells are mines."


def test_odds_read_like_this() -> None:
    assert str(explain(View.parse("##1###", mines=2), (0, 1))).splitlines() == [
        "(0, 1): 1/2 (50.0 %) chance of a mine.",
        "It depends on the 1 at (0, 2) and on the mine total.",
        "The safest cell is (0, 0): 1/3 (33.3 %) chance of a mine.",
    ]
    assert "which is certainly safe" in str(explain(View.parse("####\n11##", mines=2), (0, 3)))
    assert "No number touches it" in str(explain(View(5, 5, mines=3), (0, 0)))


def test_long_fractions_are_told_as_percentages() -> None:
    odds = Odds((0, 0), Fraction(12345, 67891), (), (0, 1), Fraction(1, 9))
    assert str(odds).splitlines()[0] == "(0, 0): 18.2 % chance of a mine."


@pytest.mark.parametrize("language", sorted(LANGUAGES))
def test_every_language_says_the_same_of_the_same_cells(language: str) -> None:
    for answer in answers():
        english, said = say(answer), say(answer, language)
        assert len(english.splitlines()) == len(said.splitlines())
        for line, other in zip(english.splitlines(), said.splitlines(), strict=True):
            assert sorted(re.findall(r"\(\d+, \d+\)|\d+", line)) == sorted(
                re.findall(r"\(\d+, \d+\)|\d+", other)
            )
        assert "{" not in said


def test_no_two_languages_are_the_same() -> None:
    for answer in answers():
        assert len({say(answer, language) for language in LANGUAGES}) == len(LANGUAGES)


def test_an_unknown_language_is_named() -> None:
    with pytest.raises(UnknownName, match="no language is called 'tlh'; there are: en, fr, es, zh"):
        say(answers()[0], "tlh")


def test_claims_that_cannot_be() -> None:
    speaker = Speaker(answers()[0], "en")
    a, b = (0, 0), (0, 1)
    said = [
        speaker.claim(Claim(frozenset(cells), count))
        for cells, count in [([a], -1), ([a, b], -2), ([], 1), ([], 2), ([a], 2), ([a, b], 2)]
    ]
    assert said == [
        "there is 1 mine too many",
        "there are 2 mines too many",
        "there is no cell left for 1 mine",
        "there is no cell left for 2 mines",
        "(0, 0) would have to hold 2 mines",
        "(0, 0) and (0, 1) are mines",
    ]


def test_several_cases_are_numbered_apart() -> None:
    cells = frozenset({(0, 0), (0, 1)})
    fact = FromNumber((1, 0), 1, Claim(cells, 1))
    more = Claim(cells | {(0, 2), (0, 3)}, 3)
    step = Overlap(more, fact.conclusion, Claim(frozenset({(0, 2), (0, 3)}), 2))
    cases = Cases((Case(Claim(cells, 0), (step,)), Case(Claim(cells, 2), ())), Claim(cells, 1))
    first = FromNumber((1, 1), 3, more)
    derivation = Derivation((0, 2), True, (fact, first, cases))
    lines = [line.words for line in Speaker(derivation, "en").lines()]
    assert lines[2:] == [
        "3.1. Assume (0, 0) and (0, 1) are safe.",
        "3.1.1. The 3 at (1, 1) has 2 more mines than the 1 at (1, 0) and just 2 cells of its "
        "own: (0, 2) and (0, 3) are mines.",
        "3.2. Assume (0, 0) and (0, 1) are mines.",
        "3. So exactly 1 of (0, 0) and (0, 1) is a mine.",
    ]


# As plain data


def test_derivations_come_back_from_json() -> None:
    for answer in answers():
        if isinstance(answer, Derivation):
            again = Derivation.from_json(json.loads(json.dumps(answer.to_json())))
            assert again == answer


def test_json_tells_grade_and_numbers() -> None:
    plain = explain(BY_CASES, (4, 5)).to_json()
    assert plain["grade"] == "cases"
    assert plain["numbers"] == [[3, 1], [3, 3], [3, 4]]
    assert [step["kind"] for step in plain["steps"]] == ["number"] * 3 + ["cases"]


GOOD_CLAIM = {"cells": [[0, 1]], "count": 1}


@pytest.mark.parametrize(
    ("content", "complaint"),
    [
        ([], "expected a dict with cell, is_mine and steps, not list"),
        ({"cell": [0, 1], "is_mine": True}, "'steps' is missing"),
        ({"cell": [0], "is_mine": True, "steps": []}, r"a cell is \[row, column\], not \[0\]"),
        ({"cell": [0, 1.5], "is_mine": True, "steps": []}, "1.5 is not a whole number"),
        ({"cell": [0, True], "is_mine": True, "steps": []}, "True is not a whole number"),
        ({"cell": [0, 1], "is_mine": 1, "steps": []}, "1 is neither true nor false"),
        ({"cell": [0, 1], "is_mine": True, "steps": [{"kind": "luck"}]}, "kind 'luck'"),
        (
            {"cell": [0, 1], "is_mine": True, "steps": [{"kind": "total", "mines": 1}]},
            "'conclusion' is missing",
        ),
        (
            {
                "cell": [0, 1],
                "is_mine": True,
                "steps": [
                    {"kind": "number", "cell": [0, 0], "number": 9, "conclusion": GOOD_CLAIM}
                ],
            },
            "a cell shows 0 to 8, not 9",
        ),
        (
            {
                "cell": [0, 1],
                "is_mine": True,
                "steps": [
                    {
                        "kind": "all mines",
                        "premise": {"cells": [[0, 1], [0, 1]], "count": 1},
                        "conclusion": GOOD_CLAIM,
                    }
                ],
            },
            "a claim names a cell twice",
        ),
    ],
)
def test_what_is_no_derivation_is_refused(content: object, complaint: str) -> None:
    with pytest.raises(ParseError, match=complaint):
        Derivation.from_json(content)


def test_from_json_reads_what_does_not_follow_too() -> None:
    wrong = Derivation(
        (0, 1), True, (AllMines(Claim.that((0, 1), True), Claim.that((0, 1), True)),)
    )
    assert Derivation.from_json(wrong.to_json()) == wrong


NOTHING = Claim(frozenset(), 0)
SOME = Claim(frozenset({(0, 0), (0, 1)}), 1)


@pytest.mark.parametrize(
    ("step", "words"),
    [
        (AllSafe(NOTHING, NOTHING), "0 cells are safe"),
        (AllMines(SOME, SOME), "exactly 1 of (0, 0) and (0, 1) is a mine"),
        (Subset(SOME, (), SOME), "Exactly 1 of (0, 0) and (0, 1) is a mine minus"),
        (Overlap(SOME, NOTHING, NOTHING), "0 cells are safe"),
        (Cases((), NOTHING), "So 0 cells are safe."),
    ],
)
def test_steps_that_follow_from_nothing_are_told_and_refused(step: Step, words: str) -> None:
    derivation = Derivation((0, 1), True, (step,))
    assert Derivation.from_json(derivation.to_json()) == derivation
    assert words in str(derivation)
    assert "(0, 1)" in derivation._repr_html_()
    with pytest.raises(DoesNotFollow):
        check(View.parse("##", mines=1), derivation)
    assert "(0, 1)" in Derivation((0, 1), True, ())._repr_html_()
