"""What workers answer, asked without a process in between."""

from __future__ import annotations

import json
from typing import Any

import pytest

from sapper.errors import LevelError, ParseError
from sapper.formats import Format
from sapper.game import WinningRule
from sapper.interface.web import questions
from sapper.interface.web.questions import WrittenPosition
from sapper.level import Level, StartRule
from sapper.play.record import Setup
from sapper.play.situation import Situation, Thought
from sapper.play.table import Table
from sapper.view import View

VIEW = View.parse("11#\n###", mines=1)
SITUATION = Situation(VIEW)


def content(answer: bytes) -> Any:
    return json.loads(answer)


def test_a_hint_names_a_safe_cell() -> None:
    hint = content(questions.hint(SITUATION))
    assert hint["certain"]
    assert hint["cell"] in [[0, 2], [1, 2]]


def test_odds_name_the_first_of_the_safest_cells() -> None:
    odds = content(questions.odds(SITUATION))
    assert odds["best"] == [0, 2]
    assert odds["probability"] == [[None, None, 0.0], [0.5, 0.5, 0.0]]


def test_where_all_is_mines_no_cell_is_safest() -> None:
    assert content(questions.odds(Situation(View.parse("1#", mines=1))))["best"] is None


def test_why_comes_in_lines() -> None:
    assert content(questions.why(SITUATION, (0, 2), "en"))["kind"] == "derivation"
    written = WrittenPosition(str(VIEW), mines=1)
    in_spanish = questions.why(SITUATION, (0, 2), "es")
    assert questions.why_in_position(written, (0, 2), "es") == in_spanish


def test_where_flags_win_an_agent_without_a_move_tells_the_mines() -> None:
    view = View.parse("1#", mines=1)
    thought = questions.think(Situation(view, winning=WinningRule.FLAGGED, agent="exact"))
    assert thought == Thought(view, None, "exact", frozenset({(0, 1)}))
    assert questions.think(Situation(view, agent="exact")) == Thought(view, None, "exact", None)


def test_a_guess_tells_its_reason() -> None:
    assert content(questions.guess(SITUATION))["reason"]["kind"]


def test_each_agent_tells_what_it_knows() -> None:
    known = content(questions.knowledge(Situation(View.parse("#1##", mines=1))))
    assert list(known) == ["sentence", "resolution", "exact"]
    assert known["exact"] == {"safe": [[0, 3]], "mines": []}


def test_a_game_is_looked_at_again() -> None:
    table = Table(Setup(Level(1, 4, 2, StartRule.ANY), seed=1))
    table.reveal((0, 3))
    assert content(questions.review_game(table.record()))["deciding"] == 0


def test_an_analysis_tells_all_or_what_clashes() -> None:
    analysis = content(questions.analyze(WrittenPosition(str(VIEW), mines=1)))
    assert analysis["safe"] == [[0, 2], [1, 2]]
    clash = content(questions.analyze(WrittenPosition("1#0", mines=1)))
    assert clash["contradiction"]["cells"] == [[0, 0], [0, 2]]
    assert (clash["probability"], clash["best"]) == (None, None)
    assert content(questions.analyze(WrittenPosition("1#", mines=1)))["best"] is None


def test_an_analysis_of_a_board_is_that_of_an_untouched_game() -> None:
    analysis = content(questions.analyze(WrittenPosition("1*\n11")))
    assert (analysis["position"]["rows"], analysis["board"]) == (["##", "##"], ["1*", "11"])


@pytest.mark.parametrize(
    ("written", "error"),
    [
        (WrittenPosition("1x40001-0-H40001", is_address=True), LevelError),
        (WrittenPosition("#" * 40_001, mines=1), LevelError),
        (WrittenPosition("nothing", is_address=True), ParseError),
        (WrittenPosition("no base64", Format.MBF), ParseError),
    ],
)
def test_what_can_not_be_read_says_so(written: WrittenPosition, error: type[Exception]) -> None:
    with pytest.raises(error):
        written.read()
