"""Every door that takes a position takes the same, and refuses the rest in the same words."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import sapper
from sapper._compiled import compiled
from sapper.errors import CellError, LevelError, ParseError
from sapper.exact import counting
from sapper.exact.analysis import safe_together
from sapper.exact.conditional import draw_layout
from sapper.exact.counting import count_with
from sapper.proof.ladder import safe_by
from sapper.proof.short import read_any_form
from sapper.view import View

VIEW = View.parse("1##", mines=1)
HERE = (0, 1)

OF_A_VIEW: dict[str, Callable[[Any], object]] = {
    "analyze": sapper.analyze,
    "count_layouts": sapper.count_layouts,
    "sample_layouts": lambda view: sapper.sample_layouts(view, 1, seed=1),
    "safe_together": lambda view: safe_together(view, [HERE]),
    "draw_layout": lambda view: draw_layout(view, [HERE], with_mine=True, seed=1),
    "count": counting.count,
    "count_with": lambda view: count_with(view, [HERE], 1),
    "explain": lambda view: sapper.explain(view, HERE),
    "easiest": sapper.easiest,
    "safe_by": lambda view: safe_by(view, sapper.Technique.ONE_NUMBER),
    "read_any_form": lambda view: read_any_form(view, {"cell": HERE, "is_mine": True, "steps": []}),
    "check": lambda view: sapper.check(view, sapper.explain(VIEW, HERE)),  # type: ignore[arg-type]
    **{
        f"{name} {asked}": getattr(sapper.make_agent(name), asked)
        for name in ("random", "sentence", "resolution", "exact")
        for asked in ("choose", "conclusions", "beliefs")
    },
}
if compiled is not None:
    OF_A_VIEW |= {
        "win_probability": sapper.win_probability,
        "best_move": sapper.best_move,
        "judge_move": lambda view: sapper.judge_move(view, HERE),
        "expert choose": sapper.make_agent("expert").choose,
    }
NO_VIEWS = [
    ("1##", "expected a View, not str: read text with View.parse"),
    (sapper.Game.new("beginner", seed=2), "expected a View, not Game: pass its view"),
    (sapper.analyze(VIEW), "expected a View, not Analysis: pass its view"),
    ([[1, -1, -1]], "expected a View, not list: make one with View.from_numbers"),
    (VIEW.numbers, "expected a View, not ndarray: make one with View.from_numbers"),
    (None, "expected a View, not NoneType"),
]


@pytest.mark.parametrize("ask", OF_A_VIEW.values(), ids=OF_A_VIEW)
def test_whatever_takes_a_view_says_so(ask: Callable[[Any], object]) -> None:
    ask(VIEW)
    for given, told in NO_VIEWS:
        with pytest.raises(sapper.WrongType) as refused:
            ask(given)
        assert str(refused.value) == told
        assert isinstance(refused.value, TypeError)


OF_NUMBERS: dict[str, Callable[[Any, Any], object]] = {
    "from_numbers": View.from_numbers,
    "analyze_many": lambda numbers, mines: sapper.analyze_many([numbers], mines),
    "best_moves": lambda numbers, mines: sapper.best_moves([numbers], mines, agent="exact"),
}
NUMBERS = np.array([[1, -1, -1]])
MASKED = np.ma.masked_array([[1, 1, -1]], mask=[[False, True, False]])


@pytest.mark.parametrize("ask", OF_NUMBERS.values(), ids=OF_NUMBERS)
@pytest.mark.parametrize("kind", ["int8", "int16", "int64", "float64", "complex128", "bool", "O"])
def test_numbers_are_taken_by_their_type_whatever_their_values(
    ask: Callable[[Any, Any], object], kind: str
) -> None:
    for numbers in (NUMBERS, np.ones((1, 3), dtype=np.int8)):
        given = numbers.astype(kind)
        if kind.startswith("int"):
            ask(given, 0)
            ask(given.tolist(), 0)
            continue
        for same in (given, list(given)):
            with pytest.raises(ParseError) as refused:
                ask(same, 0)
            assert str(refused.value).startswith("expected whole numbers of shape (")
            assert f"not {given.dtype} of shape (" in str(refused.value)


@pytest.mark.parametrize("ask", OF_NUMBERS.values(), ids=OF_NUMBERS)
def test_a_masked_number_is_never_taken_for_a_revealed_one(
    ask: Callable[[Any, Any], object],
) -> None:
    for given in (MASKED, MASKED.astype(np.uint8), list(MASKED), [[1, np.ma.masked, -1]]):
        with pytest.raises(ParseError) as refused:
            ask(given, 1)
        assert str(refused.value).endswith("not a masked array: fill in −1 where a cell is hidden")
    ask(MASKED.filled(-1), 1)
    with pytest.raises(LevelError, match="mines"):
        ask(NUMBERS, np.ma.masked_array([1], mask=[True]))


@pytest.mark.parametrize(
    ("given", "found"),
    [
        ("1##", "not str"),
        (VIEW, "not View"),
        (None, "not NoneType"),
        ([[[1, -1]], [[1]]], "not lists of different lengths"),
        (NUMBERS, r"not int64 of shape \(1, 3\)"),
        (np.ma.stack([MASKED, MASKED]), "not a masked array"),
    ],
)
@pytest.mark.parametrize("ask", [sapper.analyze_many, sapper.best_moves])
def test_what_is_no_array_of_positions_is_named(
    ask: Callable[..., object], given: object, found: str
) -> None:
    expected = r"^expected whole numbers of shape \(n, height, width\), "
    with pytest.raises(ParseError, match=expected + found):
        ask(given, 1)


@pytest.mark.parametrize("mines", [True, np.True_, 1.0, np.float64(1), "1", None])
@pytest.mark.parametrize("ask", OF_NUMBERS.values(), ids=OF_NUMBERS)
def test_mines_are_a_whole_number_at_every_door(
    ask: Callable[[Any, Any], object], mines: object
) -> None:
    ask(NUMBERS, np.int16(1))
    with pytest.raises(LevelError, match="whole number"):
        ask(NUMBERS, mines)
    with pytest.raises(LevelError, match="mines must be a whole number"):
        View.parse("1##", mines=mines)  # type: ignore[arg-type]


def test_what_is_read_as_text_is_text() -> None:
    with pytest.raises(sapper.WrongType, match="expected rows of text, not bytes"):
        View.parse(b"1##", mines=1)  # type: ignore[arg-type]


OF_CELLS: dict[str, Callable[[View, Any], object]] = {
    "safe_together": safe_together,
    "draw_layout": lambda view, cells: draw_layout(view, cells, with_mine=True, seed=1),
    "count_with": lambda view, cells: count_with(view, cells, 1),
    "explain": lambda view, cells: sapper.explain(view, cells[0]),
}


@pytest.mark.parametrize("ask", OF_CELLS.values(), ids=OF_CELLS)
@pytest.mark.parametrize(
    ("cell", "told"),
    [
        ((0, 0), r"^cell \(0, 0\) is revealed; it shows 1$"),
        ((1, 0), r"^cell \(1, 0\) is outside the 1×3 board"),
        ((0, 1.0), r"^a cell is a pair \(row, column\) of whole numbers"),
    ],
)
def test_only_hidden_cells_are_asked_about(
    ask: Callable[[View, Any], object], cell: object, told: str
) -> None:
    ask(VIEW, [HERE])
    ask(VIEW, [np.array(HERE)])
    with pytest.raises(CellError, match=told):
        ask(VIEW, [cell])


def test_among_no_cells_there_is_no_mine() -> None:
    drawn = draw_layout(VIEW, [], with_mine=False, seed=1)
    assert drawn is not None
    assert drawn.tolist() == [[False, True, False]]
    assert draw_layout(VIEW, [], with_mine=True, seed=1) is None
    assert safe_together(VIEW, []) == 1


def test_no_layout_of_an_inconsistent_position_is_drawn(monkeypatch: pytest.MonkeyPatch) -> None:
    clash = View.parse("1#1##1", mines=1)
    for _ in range(2):
        with pytest.raises(sapper.Contradiction):
            draw_layout(clash, [(0, 1)], with_mine=True, seed=1)
        monkeypatch.setattr("sapper.exact.conditional.compiled", None)


def test_a_number_that_is_revealed_is_no_truth_value() -> None:
    with pytest.raises(CellError, match=r"cell \(0, 1\) can't show True: a number is 0 to 8"):
        VIEW.revealing({HERE: True})


@pytest.mark.parametrize("given", [sapper.Game.new("beginner", seed=1), "1#", None, [[1, -1]]])
def test_what_is_neither_a_view_nor_a_board_is_not_saved(given: Any, tmp_path: Path) -> None:
    for name in ("kept.txt", "kept.json", "kept.mine", "kept.mbf"):
        file = tmp_path / name
        file.write_text("as it was")
        with pytest.raises(sapper.WrongType, match="expected a View or a Board, not "):
            sapper.save(given, file)
        assert file.read_text() == "as it was"
    with pytest.raises(sapper.WrongType, match="expected a Board, not "):
        sapper.solve(given)
    with pytest.raises(sapper.WrongType, match="expected a Derivation, not "):
        sapper.check(VIEW, given)
    with pytest.raises(sapper.ParseError, match="expected a dict with cell, is_mine and steps"):
        sapper.Derivation.from_json(given)
