"""The rules of an environment's games, checked."""

from __future__ import annotations

from dataclasses import dataclass
from enum import IntEnum

from sapper.boards.make import Wish
from sapper.envs.rewards import Rewards
from sapper.errors import BadInput, LevelError, OutOfRange
from sapper.exact.analysis import MOST
from sapper.grid import is_whole
from sapper.level import Guesses, Level, StartRule

FLAGGED = -2
"""A flagged cell in an observation; a hidden one is `sapper.view.HIDDEN`, −1."""


class Autoreset(IntEnum):
    """When a new game begins after the last, in the engine's encoding."""

    NEXT_STEP = 0
    SAME_STEP = 1
    DISABLED = 2


@dataclass(frozen=True, slots=True)
class Settings:
    """What is the same for all games of an environment.

    >>> Settings.of("5x5/3", start="opening", flags=True).actions
    50
    >>> Settings.of("beginner", chords=True)
    Traceback (most recent call last):
    sapper.errors.BadInput: chords need flags: give flags=True as well
    """

    level: Level
    guesses: Guesses
    disclosed: int
    """How many cells the start rule `given` shows; 0 under any other."""
    flags: bool
    chords: bool
    rewards: Rewards

    @classmethod
    def of(
        cls,
        level: Level | str = "beginner",
        *,
        start: StartRule | str | None = None,
        guesses: Guesses | str = Guesses.ANY,
        disclosed: int | None = None,
        flags: bool = False,
        chords: bool = False,
        reward: Rewards | str = "win",
    ) -> Settings:
        """Check the options of an environment; an error says what is impossible.

        `level` is a level, its name, or a size such as `"16x30/99"`, and `start` another start rule
        for it. With `guesses="none"` boards need no guess from the first cell on. `disclosed` is
        how many cells the start rule `given` shows. `reward` is a scheme or `Rewards`.
        """
        level = Level.of(level, start)
        guesses = Guesses.of(guesses)
        if guesses is Guesses.FAIR:
            raise LevelError("environments have no fair play: guesses are 'any' or 'none'")
        if chords and not flags:
            raise BadInput("chords need flags: give flags=True as well")
        # Any cell may be the first, and an opening takes most room where it has neighbours all
        # around.
        middle = level.height // 2, level.width // 2
        if level.start is StartRule.OPENING or guesses is Guesses.NONE:
            Wish.of(level, middle, level.start)
        return cls(
            level,
            guesses,
            _disclosed(level, disclosed),
            bool(flags),
            bool(chords),
            Rewards.of(reward),
        )

    @property
    def actions(self) -> int:
        """How many there are: to open each cell, then to flag it, then to chord it."""
        return self.level.cells * (1 + self.flags + self.chords)


def _disclosed(level: Level, disclosed: int | None) -> int:
    if disclosed is not None and level.start is not StartRule.GIVEN:
        raise LevelError(
            f"cells are disclosed under the start rule 'given', not {level.start.value!r}"
        )
    count = 0
    if level.start is StartRule.GIVEN:
        count = level.disclosed if disclosed is None else disclosed
    safe = level.cells - level.mines
    if not (is_whole(count) and 0 <= count < safe):
        raise LevelError(
            f"nothing is left to play on {level.name} with {count} cells disclosed"
            if safe
            else f"nothing is left to play on {level.name}: every cell is a mine"
        )
    return int(count)


def checked_steps(steps: int | None) -> int:
    """The steps after which a game is cut off, in the engine's encoding: 0 for never.

    >>> checked_steps(None), checked_steps(100)
    (0, 100)
    """
    if steps is None:
        return 0
    if not (is_whole(steps) and 0 < steps < MOST):
        raise OutOfRange(
            f"the steps of an episode are a whole number from 1 to 2**62 − 1, not {steps}"
        )
    return int(steps)
