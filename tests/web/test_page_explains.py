"""The page explains without a server: its engine's answers and words are those of Python."""

from __future__ import annotations

import numpy as np
import pytest
from page_engine import asked, needs_node, written
from positions import bent, small_positions
from test_budget import lattice
from test_engine_explains import asked as cells_asked

from sapper.errors import BudgetExceeded, Contradiction
from sapper.play import asking
from sapper.proof import written as as_json
from sapper.proof.languages import LANGUAGES
from sapper.proof.search import explain
from sapper.proof.steps import Odds
from sapper.serialize import plain
from sapper.view import View


@needs_node
def test_every_cell_is_explained_as_by_python() -> None:
    cells = list(cells_asked())
    answers = asked(["explain", written(view), cell] for view, cell in cells)
    assert len(answers) > 5000
    for (view, cell), answer in zip(cells, answers, strict=True):
        assert answer == plain(as_json.written(explain(view, cell))), f"{cell} of\n{view}"


@needs_node
def test_and_in_the_same_words_in_every_language() -> None:
    lines, expected = [], []
    for place, (view, cell) in enumerate(cells_asked()):
        if place % 5 == 0:
            language = list(LANGUAGES)[place // 5 % len(LANGUAGES)]
            lines.append(["why", written(view), cell, language])
            expected.append(plain(asking.why(view, cell, language)))
    assert len(lines) > 1000
    assert asked(lines) == expected


@needs_node
def test_odds_of_large_boards_are_floats() -> None:
    numbers = np.full((300, 300), -1, dtype=np.int8)
    numbers[150, 150] = 3
    view = View.from_numbers(numbers, 20_000)
    cells = [(150, 151), (0, 0)]
    answers = asked(["explain", written(view), cell] for cell in cells)
    for cell, answer in zip(cells, answers, strict=True):
        ours = explain(view, cell)
        assert isinstance(ours, Odds)
        assert ours.mine_fraction is None
        assert answer == plain(as_json.written(ours))


@needs_node
def test_what_python_refuses_the_page_refuses() -> None:
    random = np.random.default_rng(7)
    lines, expected = [], []
    for view in small_positions(games=40, most_hidden=12, seed=8):
        crooked = bent(view, random)
        for cell in crooked.hidden()[:2]:
            lines.append(["explain", written(crooked), cell])
            try:
                expected.append(plain(as_json.written(explain(crooked, cell))))
            except Contradiction:
                expected.append({"problem": "Contradicted"})
    lines += [["explain", written(View.parse("1#", mines=1)), (0, 0)]]
    expected.append({"problem": "Error"})
    answers = asked(lines)
    assert [{k: v for k, v in answer.items() if k != "message"} for answer in answers] == expected
    assert expected.count({"problem": "Contradicted"}) > 50


@needs_node
def test_a_board_too_wide_is_refused_where_nothing_near_settles_the_cell() -> None:
    wide, uncertain = lattice(side=40, mines=480), (17, 17)
    with pytest.raises(BudgetExceeded):
        explain(wide, uncertain)
    (answer,) = asked([["explain", written(wide), uncertain]])
    assert answer["problem"] == "TooWide"
