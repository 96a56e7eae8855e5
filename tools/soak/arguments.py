"""Good and bad arguments for random calls, and the objects that earlier calls returned.

Most arguments are good. Some are bad values of the right type, which a documented error must
refuse. A few are of a wrong type: there Python's own TypeError and AttributeError will do too.
"""

from __future__ import annotations

import math
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from sapper import AGENTS, LEVELS, Board, Game, Level, View, make_agent
from soak.draws import STARTS, random_bent_view, random_cell, random_level, random_view

SHARE_OF_BAD_VALUES = 0.08
SHARE_OF_WRONG_TYPES = 0.03
MOST_KEPT = 12
LONGEST_SIDE = 20

BAD_NUMBERS = (-1, -2, 2**31, 2**32, 2**62, 2**63, 2**64, 2**128, -(2**63), 10**40)
WRONG_TYPES: tuple[Any, ...] = (
    *(None, "", "x", b"\0", 1.5, math.nan, math.inf, 1j, object(), [], {}, (), [[]], {1: 2}),
    *(("a", "b"), (0,), (0, 0, 0), (0.5, 1), range(3), np.zeros(3), np.array(["a"]), int, len),
)
BAD_TEXTS = ("", " ", "\n\n", "12\n1", "*9", "#" * 1000, "0x0/0", "\ud800", "\0", "¼", "9" * 5000)


class Arguments:
    """Draws arguments; what calls return is kept and may be drawn again."""

    def __init__(self, random: Random, folder: Path) -> None:
        self.random = random
        self.folder = folder
        self.kept: dict[type, list[Any]] = defaultdict(list)
        self.wrong_type = False
        """Whether an argument of a wrong type was drawn since `begin`."""

    def begin(self) -> None:
        """A new call."""
        self.wrong_type = False

    def keep(self, value: object) -> None:
        """Remember what a call returned, in place of something older."""
        kept = self.kept[type(value)]
        if len(kept) < MOST_KEPT:
            kept.append(value)
        else:
            kept[self.random.randrange(MOST_KEPT)] = value

    def draw(self, good: Callable[[], Any], bad: Callable[[], Any]) -> Any:
        """A good value, seldom a bad one, more seldom something else altogether."""
        lot = self.random.random()
        if lot < SHARE_OF_WRONG_TYPES:
            self.wrong_type = True
            return self.random.choice(WRONG_TYPES)
        return bad() if lot < SHARE_OF_WRONG_TYPES + SHARE_OF_BAD_VALUES else good()

    def chance(self, share: float) -> bool:
        """Whether something that happens so often happens now."""
        return self.random.random() < share

    # Plain values

    def whole(self, low: int, high: int) -> Any:
        """A whole number within bounds."""
        return self.draw(
            lambda: self.random.randint(low, high), lambda: self.random.choice(BAD_NUMBERS)
        )

    def seed(self) -> Any:
        """A seed."""
        return self.whole(0, 2**64 - 1)

    def budget(self, most: int) -> Any:
        """A budget of at most so much; never None, which sets no limit to time and memory."""
        budget = self.draw(
            lambda: min(most, self.random.choice((1, 7, 1000, 50_000, 10**6))),
            lambda: self.random.choice((0, -1, 2**62, 2**64)),
        )
        return 0 if budget is None else budget

    def number_of_layouts(self, most: int) -> Any:
        """A small number; a bad one is refused.

        Numbers between that only the memory refuses are left out: the address sanitizer ends the
        process there.
        """
        return self.draw(
            lambda: self.random.randint(0, most),
            lambda: self.random.choice((-1, 2**62, 2**63, 2**64, 10**40)),
        )

    def name(self, known: Any) -> Any:
        """One of the known names."""
        return self.draw(lambda: self.random.choice(list(known)), lambda: "nobody")

    def start(self) -> Any:
        """A start rule, or its name."""
        return self.draw(
            lambda: self.random.choice((*STARTS, *map(str, STARTS))), lambda: "anywhere"
        )

    def text(self, good: Callable[[], str]) -> Any:
        """A text, sometimes with one character changed or a part left out."""

        def garbled() -> str:
            text = self.random.choice((*BAD_TEXTS, good()))
            if not text:
                return text
            place = self.random.randrange(len(text))
            middle = self.random.choice(("", "9", "*", "\n", "x", "-", "\U0001f4a3"))
            return text[:place] + middle + text[place + self.random.randrange(3) :]

        return self.draw(good, garbled)

    def cell(self, height: int, width: int) -> Any:
        """A cell of a board of that size."""
        return self.draw(
            lambda: random_cell(self.random, height, width),
            lambda: self.random.choice(
                ((-1, 0), (0, -1), (height, 0), (0, width), (2**31, 0), (0, 2**64))
            ),
        )

    def cell_of(self, board: Any) -> Any:
        """A cell of a view, a board or a level; of some other size if it is none."""
        if isinstance(board, View | Board | Level):
            return self.cell(board.height, board.width)
        return self.cell(3, 3)

    # Objects, kept or new; callers see to it that the wrong types don't stay

    def level(self) -> Any:
        """A level, or its name."""
        return self.draw(
            lambda: (
                self.random.choice(list(LEVELS))
                if self.chance(0.3)
                else random_level(self.random, LONGEST_SIDE)
            ),
            lambda: self.random.choice(("", "impossible", "0x0/0", "9x9/10")),
        )

    def view(self) -> Any:
        """A view from play, from random reveals, or one that may be inconsistent."""
        return self.draw(
            lambda: self.any_of(View, lambda: random_view(self.random, LONGEST_SIDE)),
            lambda: random_bent_view(self.random, 9),
        )

    def game(self) -> Game:
        """A game under way or over."""
        made: Game = self.any_of(Game, self._new_game)
        return made

    def board(self) -> Any:
        """A board."""
        return self.draw(
            lambda: self.any_of(Board, lambda: Board(random_level(self.random, 9), 1)),
            lambda: Board.from_mines(1, 1, ()),
        )

    def agent(self) -> Any:
        """An agent with whatever memories it has."""
        names = list(AGENTS)
        kept = [agent for kind in AGENTS.values() for agent in self.kept[kind]]
        if kept and self.chance(0.8):
            return self.random.choice(kept)
        agent = make_agent(self.random.choice(names), seed=self.random.getrandbits(64))
        self.keep(agent)
        return agent

    def any_of(self, kind: type, new: Callable[[], Any]) -> Any:
        """Something kept, else something new, which is kept."""
        if self.kept[kind] and self.chance(0.7):
            return self.random.choice(self.kept[kind])
        made = new()
        self.keep(made)
        return made

    def _new_game(self) -> Game:
        return Game.new(random_level(self.random, LONGEST_SIDE), seed=self.random.getrandbits(64))
