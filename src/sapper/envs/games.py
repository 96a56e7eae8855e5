"""The games of an environment: seeds, steps, labels and pictures, for one game or for many."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from operator import index as whole_number
from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.board import WORD_BITS, seed_words
from sapper.boards.make import ATTEMPTS, Wish
from sapper.envs.batch import make_batch
from sapper.envs.drawing import Frame, check_mode, draw
from sapper.envs.settings import FLAGGED, Autoreset, Settings
from sapper.errors import BadInput, GameOver, NoBoardFound, OutOfRange
from sapper.exact.batches import Analyses, analyze_many
from sapper.level import Guesses
from sapper.seed import check_index, check_seed
from sapper.view import HIDDEN

INDEX = "index"
"""The reset option that chooses a board of the seed."""


class Games:
    """So many games under the same settings.

    The arrays are always the same ones: each call overwrites them.
    """

    def __init__(
        self,
        settings: Settings,
        n: int,
        *,
        autoreset: Autoreset,
        longest: int = 0,
        threads: int = 1,
        render_mode: str | None = None,
    ) -> None:
        check_mode(render_mode)
        self.settings = settings
        self._autoreset = autoreset
        self._render_mode = render_mode
        self._batch = make_batch(settings, n, autoreset=autoreset, longest=longest, threads=threads)
        self._threads = threads
        self._seeds: list[int | None] = [None] * n
        self._was_stopped = True  # nothing has begun yet
        self.observations = self._batch.observations()
        self.final_observations = self._batch.final_observations()
        self.action_masks = self._batch.action_masks()
        self.rewards = self._batch.rewards()
        self.terminated = self._batch.terminated()
        self.truncated = self._batch.truncated()
        self.won = self._batch.won()
        self.indices = self._batch.indices()

    @property
    def seeds(self) -> list[int]:
        """The seeds of the boards being played."""
        return [seed for seed in self._seeds if seed is not None]

    @property
    def observation_space(self) -> spaces.Box:
        """Of one game."""
        level = self.settings.level
        least = FLAGGED if self.settings.flags else HIDDEN
        return spaces.Box(least, 8, (level.height, level.width), np.int8)

    @property
    def action_space(self) -> spaces.Discrete[np.int64]:
        """Of one game."""
        return spaces.Discrete(self.settings.actions)

    def reset(
        self,
        seeds: Sequence[int | None],
        options: dict[str, Any],
        draw_seed: Callable[[], int],
        which: NDArray[np.bool_] | None = None,
    ) -> None:
        """Begin new games: with a seed on its first board, without one on the next board.

        A game that never had a seed draws one.
        """
        unknown = set(options) - {INDEX}
        if unknown:
            raise BadInput(f"reset has no option {sorted(unknown)[0]!r}; there is: {INDEX!r}")
        if which is None:
            which = np.ones(len(self._seeds), dtype=np.bool_)
        for seed in seeds:
            if seed is not None:
                check_seed(seed)
        fixed = options.get(INDEX)
        if fixed is not None:
            check_index(fixed)
        indices = self.indices.copy()
        for place in np.flatnonzero(which).tolist():
            seed = seeds[place]
            if seed is None and self._seeds[place] is None:
                seed = draw_seed()
            if seed is None:
                indices[place] += np.uint64(1)
            else:
                self._seeds[place] = whole_number(seed)
                indices[place] = 0
        if fixed is not None:
            indices[which] = fixed
        words = [seed_words(seed or 0) for seed in self._seeds]
        low, high = np.array(words, dtype=np.uint64).T
        is_complete = self._was_stopped is False or bool(which.all())
        self._was_stopped = True
        self._batch.reset(which, np.ascontiguousarray(low), np.ascontiguousarray(high), indices)
        self._was_stopped = not is_complete

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play one action in each game."""
        if self._was_stopped:
            raise GameOver("no game has begun: call reset first")
        self._was_stopped = True  # a call that is stopped leaves some games behind others
        try:
            self._batch.step(actions)
        except ValueError as error:  # an action that there is none of: nothing was played
            self._was_stopped = False
            raise OutOfRange(str(error)) from None
        except Exception as error:
            if compiled is not None and isinstance(error, compiled.BudgetExceeded):
                level = self.settings.level
                wish = Wish.of(level, None, level.start, Guesses.NONE)
                raise NoBoardFound(str(wish), ATTEMPTS) from None
            raise
        self._was_stopped = False

    def analyses(self) -> Analyses:
        """What follows from each position, as `sapper.analyze_many` gives it."""
        numbers = self.observations
        if self.settings.flags:
            numbers = np.maximum(numbers, np.int8(HIDDEN))
        return analyze_many(numbers, self.settings.level.mines, threads=self._threads)

    def labels(self) -> dict[str, NDArray[Any]]:
        """The exact chance of a mine for each cell, 0 if it is open, and what is certain."""
        analyses = self.analyses()
        chances = np.where(self.observations >= 0, 0.0, analyses.mine_probability)
        return {"mine_probability": chances, "verdicts": analyses.verdicts}

    def frame(self, game: int) -> Frame | None:
        """A picture of a game, as the render mode says; with its mines if it is over.

        Where a new game begins in the same step, that is the one to draw, and it is never over.
        """
        if self._render_mode is None:
            return None
        has_ended = bool(self.terminated[game] or self.truncated[game])
        is_over = has_ended and self._autoreset is not Autoreset.SAME_STEP
        layout = self._batch.layout(game) if is_over else None
        return draw(self._render_mode, self.observations[game], layout, self._batch.exploded(game))


def board_seed(rng: np.random.Generator) -> int:
    """A seed for boards, drawn by Gymnasium's generator."""
    return int(rng.integers(1 << (WORD_BITS - 1), dtype=np.int64))
