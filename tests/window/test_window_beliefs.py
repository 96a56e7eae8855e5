"""What an agent believes, in the window: on the board, and in the list beside it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from itertools import combinations
from typing import TYPE_CHECKING

import numpy as np
import pygame
import pytest
from believers import WRONG, bring

from sapper.game import Status
from sapper.grid import cells
from sapper.interface.window.board import _tile
from sapper.interface.window.faces import Face, Faces, Ground, Marks
from sapper.interface.window.listing import Listing
from sapper.interface.window.theme import THEMES, Theme
from sapper.level import LEVELS
from sapper.play.beliefs import CellBelief, Judgement
from sapper.view import View

if TYPE_CHECKING:
    from window.conftest import Driver

SIDE = 40
OPENING = LEVELS["beginner"].starting("opening")
FAULTS = (
    Face(Ground.FALSE, "ring", mark="!"),
    Face(Ground.FALSE, "mine", mark="!"),
    Face(Ground.MISSED, "ring", mark="?"),
    Face(Ground.MISSED, "mine", mark="?"),
    Face(Ground.CLOSED, "ring"),
    Face(Ground.CLOSED, "mine"),
)


@pytest.fixture(autouse=True)
def _brought(monkeypatch: pytest.MonkeyPatch) -> None:
    bring(monkeypatch)


def believed(judgement: Judgement, is_mine: bool = False) -> Marks:
    belief = CellBelief((0, 1), is_mine, judgement, "")
    return Marks(beliefs={(0, 1): belief, (0, 0): CellBelief((0, 0), True, Judgement.FALSE, "")})


def test_every_state_has_a_face_of_its_own() -> None:
    view = View.parse("1##", mines=1)
    for judgement, face in (
        (Judgement.FALSE, FAULTS[0]),
        (Judgement.UNCERTAIN, FAULTS[0]),
        (Judgement.MISSED, FAULTS[2]),
        (Judgement.RIGHT, FAULTS[4]),
        (Judgement.UNKNOWN, FAULTS[4]),
    ):
        assert Faces(view, believed(judgement)).of((0, 1)) == face
    assert Faces(view, believed(Judgement.FALSE, is_mine=True)).of((0, 1)) == FAULTS[1]
    assert Faces(view, believed(Judgement.FALSE)).of((0, 0)) == Face(Ground.FALSE, "1", mark="!")
    assert Faces(view, believed(Judgement.FALSE)).of((0, 2)) == Face(Ground.CLOSED)
    explained = replace(believed(Judgement.FALSE), spoken_of={(0, 1)})
    assert Faces(view, explained).of((0, 1)).ground is Ground.SPOKEN_OF


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_beliefs_differ_in_shape_and_not_in_colour_alone(theme: Theme) -> None:
    def shape(face: Face) -> np.ndarray[tuple[int, ...], np.dtype[np.bool_]]:
        """What differs from the ground, whatever the colours."""
        tile = pygame.surfarray.array3d(_tile(theme.name, SIDE, face)).astype(int)
        different: np.ndarray[tuple[int, ...], np.dtype[np.bool_]] = (
            np.abs(tile - tile[SIDE // 2, SIDE // 5]).sum(axis=2) > 60
        )[3:-3, 3:-3]
        return different

    for one, other in combinations(FAULTS, 2):
        assert (shape(one) != shape(other)).sum() > 8, (one, other)


def test_a_click_in_the_list_of_beliefs_gives_the_reason(playing: Callable[..., Driver]) -> None:
    driver = playing(OPENING, agent=WRONG)
    driver.cell((4, 4))
    driver.settle()
    session = driver.game.session
    drawn = Faces(session.view, driver.game.marks())
    assert drawn.of((0, 5)) == FAULTS[0]
    assert drawn.of((0, 0)) == FAULTS[2]
    listing = driver.widget("beliefs")
    assert isinstance(listing, Listing)
    first = listing.rows[0].height
    driver.click_at((listing.rect.centerx, listing.rect.top + first + 8))
    driver.settle()
    assert session.explained is not None
    assert session.explained.cell == (0, 5)
    assert "is safe, but it has a 21.4 % chance of a mine" in session.explained.words[0]
    driver.widget("explanation")
    driver.picture()
    driver.keys("escape")
    driver.widget("beliefs")
    driver.keys("k")
    assert session.judged is None
    driver.widget("moves")


def test_the_moves_are_back_when_there_is_nothing_more_to_believe(
    playing: Callable[..., Driver],
) -> None:
    driver = playing(OPENING, agent=WRONG)
    driver.cell((4, 4))
    driver.settle()
    driver.widget("beliefs")
    driver.keys("p")
    driver.widget("moves")
    driver.keys("p")
    driver.settle()
    driver.widget("beliefs")
    table = driver.game.session.table
    board = table._game.board
    assert board is not None
    for cell in cells(9, 9):
        if not board.is_mine(cell) and table.view.is_hidden(cell):
            driver.cell(cell)
    assert table.status is Status.WON
    driver.widget("numbers")
    driver.keys("i")
    driver.widget("moves")


def test_others_are_asked_by_the_button(playing: Callable[..., Driver]) -> None:
    driver = playing(OPENING, agent="sentence")
    driver.cell((4, 4))
    driver.settle()
    driver.widget("moves")
    driver.click("why")
    driver.click("why")
    driver.keys("k")
    driver.settle()
    judged = driver.game.session.judged
    assert judged is not None
    listing = driver.widget("beliefs")
    assert isinstance(listing, Listing)
    assert len(listing.rows) == 1 + len(judged.listed)
    before = driver.picture().get_at(driver.point_of((3, 7)))
    driver.keys("k")
    assert driver.picture().get_at(driver.point_of((3, 7))) != before
