"""Errors: all in one file, fit to cross processes, and the same at every door."""

from __future__ import annotations

import pickle
from collections.abc import Callable, Iterator
from importlib import import_module
from pkgutil import walk_packages

import pytest

import sapper
from sapper import errors
from sapper.board import lay_many
from sapper.errors import OutOfRange, SapperError
from sapper.play.record import Setup
from sapper.seed import parse_seed

LEVEL = sapper.LEVELS["beginner"]
VIEW = sapper.View.parse("1#", mines=1)

MADE = [
    errors.UnknownName("level", "nowhere", ["expert"]),
    errors.Contradiction("it can't be", [(0, 1)], needs_total=True),
    errors.BudgetExceeded(7),
    errors.FileMissing("board.mbf"),
    errors.DoesNotFollow((4, 2), "there is no step 3"),
    errors.AgentCrashed("first", "it returned None, not a move"),
    errors.AgentCrashed("first", "it returned None, not a move", "layout 2", 3, 2),
    errors.GuestFailed("stall", "minesweeper.py", 7, "it took longer than 5 seconds", "a frame"),
    errors.EngineMissing("the expert agent"),
    errors.ExtraMissing("textual", "pip install …", "or play with --plain"),
    errors.UnknownGame("60ea", several=True),
]


def all_errors(kind: type[SapperError] = SapperError) -> Iterator[type[SapperError]]:
    for error in kind.__subclasses__():
        yield error
        yield from all_errors(error)


def test_all_errors_are_in_one_file() -> None:
    for module in walk_packages(sapper.__path__, "sapper."):
        import_module(module.name)
    own = [error for error in all_errors() if error.__module__.startswith("sapper.")]
    assert len(own) > 20
    assert {error.__module__ for error in own} == {"sapper.errors"}


@pytest.mark.parametrize("error", MADE, ids=lambda error: type(error).__name__)
def test_errors_with_parts_cross_processes(error: SapperError) -> None:
    again = pickle.loads(pickle.dumps(error))
    assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))


DOORS: dict[str, tuple[int, Callable[[int], object]]] = {
    "board": (128, lambda seed: sapper.Board(LEVEL, seed)),
    "game": (128, lambda seed: sapper.Game.new(LEVEL, seed=seed)),
    "many boards": (128, lambda seed: lay_many(LEVEL, seed, 0, 1, None)),
    "layouts": (128, lambda seed: sapper.make_layouts(LEVEL, seed, 1)),
    "setup": (128, lambda seed: Setup(LEVEL, seed=seed)),
    "what was typed": (128, lambda seed: parse_seed(str(seed))),
    "agent": (64, lambda seed: sapper.make_agent("sentence", seed=seed)),
    "samples": (64, lambda seed: sapper.sample_layouts(VIEW, 1, seed)),
}


@pytest.mark.parametrize(("bits", "door"), DOORS.values(), ids=DOORS)
def test_a_bad_seed_gives_the_same_error_at_every_door(
    bits: int, door: Callable[[int], object]
) -> None:
    door(0)
    door(2**bits - 1)
    for seed in (-1, 2**bits):
        with pytest.raises(OutOfRange) as refused:
            door(seed)
        said = f"a seed is a whole number from 0 to 2**{bits} − 1, not {seed}"
        assert str(refused.value) == said
