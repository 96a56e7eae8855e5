"""What is seen on the board, and that nothing depends on colour alone."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pygame
import pytest
from contrast import READABLE, SEEN, contrast

from sapper.exact.analysis import analyze
from sapper.interface.window.board import _tile, draw_board
from sapper.interface.window.faces import Face, Faces, Ground, Marks
from sapper.interface.window.layout import BoardLayout
from sapper.interface.window.pen import Pen
from sapper.interface.window.shapes import ICONS, icon
from sapper.interface.window.theme import THEMES, Theme, theme_for
from sapper.picture.heat import blend
from sapper.view import View

SIDE = 40
VIEW = View.parse("1F#\n11#\n001", mines=2)


def face(cell: tuple[int, int], view: View = VIEW, marks: Marks | None = None) -> Face:
    return Faces(view, marks or Marks()).of(cell)


def test_a_view_shows_numbers_flags_and_closed_cells() -> None:
    assert face((0, 0)) == Face(Ground.OPEN, "1")
    assert face((2, 0)) == Face(Ground.OPEN, "")
    assert face((0, 1)) == Face(Ground.CLOSED, "flag")
    assert face((0, 2)) == Face(Ground.CLOSED)


def test_odds_are_written_in_the_cells() -> None:
    view = View.parse("1##\n###", mines=2)
    odds = analyze(view)
    seen = face((0, 1), view, Marks(analysis=odds))
    chance = float(odds.mine_probability[0, 1])
    assert seen.sign == f"{100 * chance:.0f}"
    assert seen.ground is Ground.HEAT
    certain = analyze(View.parse("#1##", mines=1))
    assert face((0, 3), certain.view, Marks(analysis=certain)).sign == "ring"
    sure = analyze(View.parse("1#", mines=1))
    assert face((0, 1), sure.view, Marks(analysis=sure)).sign == "mine"


def test_unknown_odds_are_a_question_mark_and_nothing_stands_out() -> None:
    view = View.parse("0#1###1##1##1#", mines=4)
    partly = analyze(view, budget=2, partial=True)
    assert not partly.complete
    faces = Faces(view, Marks(analysis=partly))
    signs = [faces.of((0, column)).sign for column in (1, 3, 4, 5, 13)]
    assert signs == ["ring", "mine", "?", "50", "?"]
    assert faces.of((0, 4)).ground is Ground.CLOSED
    unsettled = View.parse("#1###1##1##1#", mines=4)
    marks = Marks(analysis=analyze(unsettled, budget=2, partial=True))
    assert not any(Faces(unsettled, marks).of(cell).best for cell in unsettled.hidden())
    for theme in THEMES:
        _tile(theme, SIDE, faces.of((0, 4)))


def test_the_safest_guess_stands_out_where_nothing_is_certain() -> None:
    view = View.parse("1##\n###\n###", mines=4)
    odds = analyze(view)
    faces = Faces(view, Marks(analysis=odds))
    best = {cell for cell in view.hidden() if faces.of(cell).best}
    least = float(np.nanmin(odds.mine_probability))
    assert best == {c for c in view.hidden() if odds.mine_probability[c] <= least + 1e-12}
    certain = analyze(View.parse("#1##", mines=1))
    assert not any(
        Faces(certain.view, Marks(analysis=certain)).of(cell).best for cell in certain.view.hidden()
    )


def test_the_end_of_a_game_shows_mines_and_wrong_flags() -> None:
    lost = Marks(mines={(0, 1), (0, 2)}, exploded=(0, 2), wrong_flags={(1, 2)})
    view = VIEW.with_flags({(0, 1), (1, 2)})
    assert face((0, 2), view, lost) == Face(Ground.EXPLODED, "mine")
    assert face((0, 1), view, lost) == Face(Ground.SHOWN, "flag")
    assert face((1, 2), view, lost) == Face(Ground.CLOSED, "wrong flag")
    won = Marks(mines={(0, 1), (0, 2)}, won=True)
    assert face((0, 2), VIEW, won) == Face(Ground.SHOWN, "found")


def test_an_explanation_marks_its_numbers_and_cells() -> None:
    marks = Marks(used={(0, 0)}, spoken_of={(0, 2)}, safe={(1, 2)}, known_mines={(0, 2)})
    assert face((0, 0), VIEW, marks) == Face(Ground.USED, "1")
    assert face((0, 2), VIEW, marks) == Face(Ground.SPOKEN_OF, "mine")
    assert face((1, 2), VIEW, marks) == Face(Ground.CLOSED, "ring")


# Colour

DIFFERENT = [
    *(Face(Ground.OPEN, str(number)) for number in range(1, 9)),
    Face(Ground.OPEN, ""),
    Face(Ground.CLOSED),
    Face(Ground.CLOSED, "flag"),
    Face(Ground.CLOSED, "wrong flag"),
    Face(Ground.SHOWN, "mine"),
    Face(Ground.HEAT, "ring", 0),
    Face(Ground.HEAT, "mine", 200),
    Face(Ground.HEAT, "17", 34),
    Face(Ground.HEAT, "83", 166),
]


def shape_of(face: Face, theme: Theme) -> np.ndarray[tuple[int, int], np.dtype[np.bool_]]:
    """Where a tile's sign is, whatever its colours: what differs from the ground in its middle."""
    tile = pygame.surfarray.array3d(_tile(theme.name, SIDE, face)).astype(int)
    ground = np.median(tile[8:-8, 8:-8].reshape(-1, 3), axis=0)
    shape: np.ndarray[tuple[int, int], np.dtype[np.bool_]] = (
        np.abs(tile - ground).sum(axis=2) > 60
    )[6:-6, 6:-6]
    return shape


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_signs_differ_in_shape_and_not_in_colour_alone(theme: Theme) -> None:
    with_signs = [face for face in DIFFERENT if face.sign]
    for one, other in combinations(with_signs, 2):
        if one.sign != other.sign:
            differing = (shape_of(one, theme) != shape_of(other, theme)).sum()
            assert differing > 8, f"{one} and {other} look alike but for their colour"


@pytest.mark.parametrize("theme", THEMES.values(), ids=lambda theme: theme.name)
def test_signs_can_be_read(theme: Theme) -> None:
    texts = [
        (theme.ink, theme.card),
        (theme.ink, theme.ground),
        (theme.quiet, theme.card),
        (theme.quiet, theme.ground),
        (theme.on_accent, theme.accent),
        (theme.safe, theme.card),
        (theme.danger, theme.card),
        (theme.guess, theme.card),
        *((theme.ink_on(theme.heat_of(part / 20)), theme.heat_of(part / 20)) for part in range(21)),
    ]
    for ink, ground in texts:
        assert contrast(ink, ground) >= READABLE, (ink, ground)
    signs = [
        *((number, theme.open) for number in theme.numbers),
        (theme.hidden, theme.open),
        (theme.flag, theme.open),
        (theme.mine, blend(theme.open, theme.hidden, 0.4)),
        (theme.ink_on(theme.used), theme.used),
        (theme.ink_on(theme.spoken_of), theme.spoken_of),
        (theme.ink_on(theme.exploded), theme.exploded),
    ]
    for ink, ground in signs:
        assert contrast(ink, ground) >= SEEN, (ink, ground)


def test_every_theme_can_be_reached() -> None:
    for theme in THEMES.values():
        assert theme_for(theme.dark, theme.colour_blind) is theme


@pytest.mark.parametrize("name", ICONS)
def test_icons_are_drawn_and_differ(name: str) -> None:
    alpha = pygame.surfarray.array_alpha(icon(name, 32, (0, 0, 0)))
    assert 40 < (alpha > 128).sum() < 800
    others = [pygame.surfarray.array_alpha(icon(other, 32, (0, 0, 0))) for other in ICONS]
    assert sum(np.array_equal(alpha, other) for other in others) == 1


def test_only_what_is_in_sight_is_drawn() -> None:
    view = View(2000, 2000, mines=10)
    sight = pygame.Rect(10, 10, 100, 100)
    layout = BoardLayout(2000, 2000, 20, (10 - 20 * 500, 10 - 20 * 700), sight)
    surface = pygame.Surface((200, 200))
    surface.fill((1, 2, 3))
    draw_board(Pen(surface, THEMES["light"], 1.0), layout, view, Marks(cursor=(702, 502)))
    assert surface.get_at((5, 150))[:3] == (1, 2, 3)
    assert surface.get_at((60, 60))[:3] != (1, 2, 3)
    assert set(layout.rows) == set(range(700, 705))
