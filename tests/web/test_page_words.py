"""The page says of every answer what Python says of it, in every language."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import asdict
from pathlib import Path
from typing import Any

import httpx
import numpy as np
import pytest
from bench_explain import certain_cells
from page_types import CATALOGUE, by_key
from positions import bent, small_positions
from waiting import PATIENCE
from webpage import SOURCES

from sapper.agents.expert import Ahead, Candidate, _what_decided
from sapper.catalogue import (
    CODES,
    Answers,
    check_section,
    language,
    many,
    read_section,
    speaking,
    spoken,
)
from sapper.errors import Contradiction, WordsError
from sapper.exact.analysis import analyze
from sapper.grid import Cell
from sapper.interface.web.page import Page
from sapper.play import asking
from sapper.play.saying import percent, say_hint, say_incomplete
from sapper.proof.languages import LANGUAGES, Language
from sapper.proof.search import explain
from sapper.proof.steps import Derivation, Grade, Odds
from sapper.proof.wording import Speaker
from sapper.proof.written import written
from sapper.serialize import plain
from sapper.view import View

SCRIPT = Path(__file__).with_name("page_words.js")
with_node = pytest.mark.skipif(shutil.which("node") is None, reason="there is no Node.js")


@pytest.fixture(params=CODES)
def spoken_here(request: pytest.FixtureRequest) -> Iterator[None]:
    """Python speaks each of the languages in turn, and the page is asked in the same."""
    with speaking(request.param):
        yield


in_every_language = pytest.mark.usefixtures("spoken_here")


def said_by_page(requests: Iterable[dict[str, Any]]) -> list[Any]:
    asked = ({"language": language(), **request} for request in requests)
    lines = "".join(f"{json.dumps(plain_request(request))}\n" for request in asked)
    run = subprocess.run(
        ["node", str(SCRIPT)],
        input=lines,
        capture_output=True,
        text=True,
        check=False,
        timeout=10 * PATIENCE,
    )
    assert run.stderr == ""
    return [json.loads(line) for line in run.stdout.splitlines()]


def plain_request(request: dict[str, Any]) -> dict[str, Any]:
    return {
        name: value.tolist() if isinstance(value, np.ndarray) else value
        for name, value in request.items()
    }


def answers() -> Iterator[tuple[View, Derivation | Odds]]:
    """All hidden cells of small positions; some of each view of larger games."""
    for view in small_positions(games=60, most_hidden=12, seed=5):
        for cell in view.hidden():
            yield view, explain(view, cell)
    for name, seed in (("beginner", 1), ("intermediate", 2), ("expert", 3)):
        for view, cells in certain_cells(name, seed):
            for cell in (*cells[::2], *view.hidden()[:2]):
                yield view, explain(view, cell)


@with_node
def test_every_derivation_and_all_odds_read_the_same() -> None:
    asked = list(answers())
    assert len(asked) > 1500
    grades = {answer.grade for _, answer in asked if isinstance(answer, Derivation)}
    assert grades == set(Grade)
    assert sum(isinstance(answer, Odds) for _, answer in asked) > 300
    requests = [
        {
            "ask": "why",
            "language": code,
            "answer": plain(written(answer)),
            "numbers": view.numbers,
        }
        for view, answer in asked
        for code in LANGUAGES
    ]
    expected = [
        plain(asking.in_lines(Speaker(answer, code))) for _, answer in asked for code in LANGUAGES
    ]
    for request, page, ours in zip(requests, said_by_page(requests), expected, strict=True):
        assert page == ours, request


@with_node
def test_the_first_cell_is_safe_in_the_same_words() -> None:
    view = View(9, 9, 10)
    requests = [
        {"ask": "first", "language": code, "answer": plain(written(explain(view, (0, 2))))}
        for code in LANGUAGES
    ]
    expected = [plain(asking.why(view, (0, 2), code, free=True)) for code in LANGUAGES]
    assert said_by_page(requests) == expected


@with_node
@in_every_language
def test_chances_are_rounded_alike() -> None:
    halves = [quarter / 400 for quarter in range(401)] + [step / 2000 for step in range(2001)]
    random = np.random.default_rng(8)
    chances = [*halves, *random.random(3000).tolist(), 1e-9, 1 - 1e-9]
    said = said_by_page({"ask": "chance", "chance": chance} for chance in chances)
    assert said == [[percent(chance)] * 2 for chance in chances]


@with_node
@in_every_language
def test_hints_read_the_same() -> None:
    requests, expected = [], []
    for certain, free, fair, flagged in np.ndindex(2, 2, 2, 2):
        for risk in (None, 0.0, 0.0625, 0.25):
            about: dict[str, object] = {"certain": bool(certain), "free": bool(free), "risk": risk}
            about |= {"fair": bool(fair), "flagged": bool(flagged)}
            requests.append({"ask": "hint", "cell": (3, 4), "about": about})
            words = say_hint((3, 4), bool(certain), risk, bool(free), bool(fair))
            expected.append(spoken(Answers).remove_flag.format(hint=words) if flagged else words)
    requests.append({"ask": "flag", "cell": (0, 1)})
    expected.append(spoken(Answers).flag.format(cell=(0, 1)))
    assert said_by_page(requests) == expected


def candidate(random: np.random.Generator, cell: Cell) -> Candidate:
    ahead = Ahead(*(random.integers(0, 4, 3) / 4).tolist()) if random.random() < 0.8 else None
    return Candidate(cell, float(random.integers(0, 4)) / 16, float(random.random()), ahead)


@with_node
@in_every_language
def test_what_decided_between_guesses_reads_the_same() -> None:
    random = np.random.default_rng(9)
    requests, expected = [], []
    for case in range(600):
        chosen, *others = (candidate(random, (0, column)) for column in range(1 + case % 4))
        requests.append(
            {
                "ask": "decision",
                "chosen": asdict(chosen),
                "others": [asdict(other) for other in others],
                "played_out": case % 5 == 0,
            }
        )
        decided_by = "playouts" if case % 5 == 0 else "lookahead"
        expected.append(_what_decided(decided_by, chosen, others))
    assert said_by_page(requests) == expected
    assert len({re.sub(r"\(.*?\)", "", words) for words in expected}) > 15


@with_node
@in_every_language
def test_incomplete_odds_read_the_same() -> None:
    view = View.parse("0#1###1##1##1#", mines=4)
    requests: list[dict[str, Any]] = [{"ask": "incomplete", "budget": None}]
    requests += [{"ask": "incomplete", "budget": budget} for budget in (2, 10_000_000)]
    expected = [spoken(Answers).too_wide, say_incomplete(analyze(view, budget=2, partial=True))]
    budget = spoken(Answers).thousands_mark.join(("10", "000", "000"))
    expected.append(spoken(Answers).budget_ran_out.format(budget=budget))
    assert said_by_page(requests) == expected


@with_node
@in_every_language
def test_contradictions_read_the_same() -> None:
    random = np.random.default_rng(10)
    requests, expected = [], []
    views = list(small_positions(games=120, most_hidden=12, seed=11))
    crooked = [bent(view, random) for view in views]
    crooked.append(View.parse("#1#" * 14, mines=13))  # too many numbers to name them all
    crooked.append(View.parse("00#", mines=2))
    for view in crooked:
        try:
            analyze(view)
        except Contradiction as error:
            requests.append(
                {
                    "ask": "contradiction",
                    "cells": error.cells,
                    "needs_total": error.needs_total,
                    "mines": view.mines,
                    "hidden": view.hidden_count,
                    "numbers": view.numbers,
                }
            )
            expected.append(str(error))
    assert said_by_page(requests) == expected
    assert len(expected) > 100
    say = spoken(Answers)
    assert any(many(say.more_numbers, 2) in words for words in expected)
    total, cells = many(say.total, 2), many(say.hidden_cells, 1)
    assert say.total_does_not_fit.format(total=total, cells=cells) in expected


# The files


def test_the_server_serves_the_files_that_python_reads(client: httpx.Client) -> None:
    words = f"/{Page.read().version}/words"
    for code in LANGUAGES:
        served = client.get(f"{words}/{code}.json")
        assert served.headers["content-type"] == "application/json"
        assert check_section(Language, served.json()["explanation"], "") == LANGUAGES[code]
        answers = read_section(Answers, code, "answers")
        assert check_section(Answers, served.json()["answers"], "") == answers


@pytest.mark.parametrize("code", CODES[1:])
def test_every_language_has_all_sentences_of_the_page_with_the_same_values(code: str) -> None:
    english, ours = (dict(by_key(page_words(each))) for each in (CODES[0], code))
    assert list(ours) == list(english)
    for key, sentence in ours.items():
        assert type(sentence) is type(english[key]), key
        assert values_in(sentence) == values_in(english[key]), key


def page_words(code: str) -> dict[str, Any]:
    catalogue = CATALOGUE.with_name(f"{code}.json").read_text(encoding="utf-8")
    words: dict[str, Any] = json.loads(catalogue)["page"]
    return words


def values_in(sentence: str | list[str]) -> list[str]:
    return sorted(set(re.findall(r"\{\w+\}", str(sentence))))


def test_what_the_markup_says_is_what_the_catalogue_says_in_english() -> None:
    """Until the words are there, and for those without scripts."""
    markup = (SOURCES / "index.html").read_text(encoding="utf-8")
    english = dict(by_key(page_words("en")))
    texts = re.findall(r'data-say="([\w.]+)">([^<]+)<', markup)
    labels = re.findall(r'aria-label="([^"]+)" data-say-label="([\w.]+)"', markup)
    assert len(texts) + len(labels) == len(re.findall(r"data-say", markup)) > 5
    assert all(english[key] == text for key, text in texts)
    assert all(english[key] == label for label, key in labels)


@pytest.mark.parametrize(
    ("name", "value", "complaint"),
    [
        ("stop", None, "en.json: stop is missing"),
        ("stopp", ".", "en.json: stopp is no sentence that anybody says"),
        ("stop", ["."], "en.json: stop must be a sentence"),
        ("exactly", "all", "en.json: exactly must be a pair of sentences"),
        ("exactly", ["one"], "en.json: exactly must be a pair of sentences"),
        ("grades", "easy", "en.json: grades must be a table of words"),
    ],
)
def test_words_that_do_not_fit_are_refused(name: str, value: object, complaint: str) -> None:
    content = plain(read_section(Language, "en", "explanation"))
    content[name] = value
    if value is None:
        del content[name]
    with pytest.raises(WordsError, match=complaint):
        check_section(Language, content, "en.json")
