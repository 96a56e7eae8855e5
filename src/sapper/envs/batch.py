"""Many games at once: in the engine, or in Python where it was not built."""

from __future__ import annotations

from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.board import Stream
from sapper.boards.drawing import DRAWS_BEFORE_REPAIR
from sapper.boards.make import ATTEMPTS
from sapper.envs.batch_in_python import BatchInPython
from sapper.envs.settings import Autoreset, Settings
from sapper.level import Guesses, StartRule


class Batch(Protocol):
    """What both have. The arrays are always the same ones: each call overwrites them."""

    def reset(
        self,
        which: NDArray[np.bool_],
        seeds_low: NDArray[np.uint64],
        seeds_high: NDArray[np.uint64],
        indices: NDArray[np.uint64],
    ) -> None:
        """Begin new games where `which` says so, each on the board with that seed and index."""

    def step(self, actions: NDArray[np.int64]) -> None:
        """Play one action in each game."""

    def layout(self, game: int) -> NDArray[np.bool_] | None:
        """Where the mines are; None until they are laid."""

    def exploded(self, game: int) -> int:
        """The mine that ended the game, a row-major index; −1 if none did."""

    def observations(self) -> NDArray[np.int8]:
        """What is shown, (n, height, width)."""

    def final_observations(self) -> NDArray[np.int8]:
        """With `SAME_STEP`, what was shown of the games that ended in the last step."""

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that would change something, (n, actions)."""

    def rewards(self) -> NDArray[np.float64]:
        """Of the last step."""

    def terminated(self) -> NDArray[np.bool_]:
        """Won or lost."""

    def truncated(self) -> NDArray[np.bool_]:
        """Cut off; as with Gymnasium's `TimeLimit`, also if the last step ended the game."""

    def won(self) -> NDArray[np.bool_]:
        """Won; with `SAME_STEP`, in the last step."""

    def indices(self) -> NDArray[np.uint64]:
        """The indices of the boards."""


START_NUMBERS = {
    StartRule.ANY: 0,
    StartRule.SAFE: 1,
    StartRule.OPENING: 2,
    StartRule.GIVEN: 3,
}
"""The start rules in the engine's encoding."""


def make_batch(
    settings: Settings, n: int, *, autoreset: Autoreset, longest: int, threads: int
) -> Batch:
    """A batch of `n` games, none of which has begun.

    >>> batch = make_batch(Settings.of(), 2, autoreset=Autoreset.DISABLED, longest=0, threads=1)
    >>> batch.observations().shape
    (2, 9, 9)
    """
    if compiled is None:
        return BatchInPython(settings, n, autoreset, longest)
    level, rewards = settings.level, settings.rewards
    batch: Batch = compiled.GameBatch(
        n=n,
        size=(level.height, level.width),
        mines=level.mines,
        start=START_NUMBERS[level.start],
        disclosed=settings.disclosed,
        without_guess=settings.guesses is Guesses.NONE,
        attempts=ATTEMPTS,
        draws=DRAWS_BEFORE_REPAIR,
        flags=settings.flags,
        chords=settings.chords,
        longest=longest,
        autoreset=autoreset,
        rewards=(rewards.win, rewards.loss, rewards.cell, rewards.progress, rewards.wasted),
        streams=(Stream.LAYOUT, Stream.DISCLOSED, Stream.MADE),
        threads=threads,
    )
    return batch
