"""Hypothesis strategies: levels, boards, games played some way, views met in play.

Everything is made through `Game` and `Board`, so what comes out can be met in play;
`mutated_views` are the exception, and may show what can't be.
"""

from __future__ import annotations

from collections.abc import Sequence

from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from sapper.board import Board
from sapper.game import Game, Status, WinningRule
from sapper.grid import Cell, cells
from sapper.level import Level, StartRule
from sapper.view import HIDDEN, View

few = settings(max_examples=40)
some = settings(max_examples=100)
many = settings(max_examples=250)

seeds: SearchStrategy[int] = st.integers(0, 2**128 - 1)
indices: SearchStrategy[int] = st.integers(0, 2**64 - 1)


def cells_of(height: int, width: int) -> SearchStrategy[Cell]:
    """Any cell of a board of that size."""
    return st.tuples(st.integers(0, height - 1), st.integers(0, width - 1))


@st.composite
def levels(
    draw: DrawFn,
    *,
    max_side: int = 7,
    starts: Sequence[StartRule] = tuple(StartRule),
) -> Level:
    """Levels on which every first cell is possible, whatever the start rule."""
    height, width = draw(st.integers(1, max_side)), draw(st.integers(1, max_side))
    start = draw(st.sampled_from(starts))
    free = {StartRule.SAFE: 1, StartRule.OPENING: min(3, height) * min(3, width)}
    mines = draw(st.integers(0, height * width - free.get(start, 0)))
    return Level(height, width, mines, start)


@st.composite
def boards(draw: DrawFn, *, max_side: int = 7, min_mines: int = 0) -> Board:
    """Boards with mines anywhere, often few, so that openings are common."""
    height, width = draw(st.integers(1, max_side)), draw(st.integers(1, max_side))
    mines = draw(st.sets(cells_of(height, width), min_size=min(min_mines, 1)))
    return Board.from_mines(height, width, mines)


@st.composite
def games(draw: DrawFn, *, max_side: int = 7, max_moves: int = 10) -> Game:
    """Games under any start and winning rule, after some reveals, flags and chords."""
    winning = draw(st.sampled_from(WinningRule))
    if draw(st.booleans()):
        game = Game.on(draw(boards(max_side=max_side)), winning=winning)
    else:
        level = draw(levels(max_side=max_side))
        game = Game.new(level, seed=draw(st.integers(0, 999)), winning=winning)
    acts = st.sampled_from([game.reveal, game.reveal, game.flag, game.chord])
    steps = st.tuples(acts, cells_of(game.level.height, game.level.width))
    for act, cell in draw(st.lists(steps, max_size=max_moves)):
        if game.status is not Status.PLAYING:
            break
        act(cell)
    return game


def views(*, max_side: int = 7, max_moves: int = 10) -> SearchStrategy[View]:
    """Views as they are met in play, flags included."""
    return games(max_side=max_side, max_moves=max_moves).map(lambda game: game.view)


@st.composite
def mutated_views(draw: DrawFn, *, max_side: int = 7) -> View:
    """Views with some cells and perhaps the total changed; they may contradict themselves."""
    view = draw(views(max_side=max_side))
    numbers = view.numbers.copy()
    places = list(cells(view.height, view.width))
    for cell in draw(st.lists(st.sampled_from(places), max_size=4)):
        numbers[cell] = draw(st.integers(HIDDEN, 8))
    hidden = [cell for cell in places if numbers[cell] == HIDDEN]
    flags = draw(st.sets(st.sampled_from(hidden), max_size=4)) if hidden else set()
    mines = draw(st.just(view.mines) | st.integers(0, len(places)))
    return View.from_numbers(numbers, mines, flags)
