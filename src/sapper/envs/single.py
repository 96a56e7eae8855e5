"""One game at a time, in Gymnasium's interface."""

from __future__ import annotations

from operator import index as whole_number
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from sapper.envs.drawing import RENDERERS, Frame
from sapper.envs.games import Games, board_seed
from sapper.envs.settings import Autoreset, Settings
from sapper.errors import CellError, GameOver
from sapper.exact.analysis import Analysis
from sapper.seed import check_seed


class MinesweeperEnv(gymnasium.Env[NDArray[np.int8], np.int64]):
    """Minesweeper as a Gymnasium environment.

    `rules` are those of `Settings.of`: level, start, guesses, disclosed, flags, chords, reward.
    With `labels`, every info holds the exact chance of a mine for each hidden cell, and what is
    certain.

    >>> env = MinesweeperEnv(level="5x5/3", start="opening", labels=True)
    >>> observation, info = env.reset(seed=1)
    >>> observation, reward, terminated, truncated, info = env.step(12)
    >>> int(info["action_mask"].sum()), int((info["verdicts"] == 1).sum())
    (7, 4)
    """

    metadata: ClassVar[dict[str, Any]] = {"render_modes": list(RENDERERS), "render_fps": 4}  # type: ignore[misc]

    def __init__(
        self, *, labels: bool = False, render_mode: str | None = None, **rules: Any
    ) -> None:
        self.settings = Settings.of(**rules)
        self._games = Games(self.settings, 1, autoreset=Autoreset.DISABLED, render_mode=render_mode)
        self._labels = labels
        self.render_mode = render_mode
        self.observation_space = self._games.observation_space  # type: ignore[assignment]
        self.action_space = self._games.action_space

    @property
    def board_seed(self) -> int:
        """The seed of the board being played: `sapper.Game.new(level, seed=…, index=…)` has it."""
        if not self._games.seeds:
            raise GameOver("no game has begun: call reset first")
        return self._games.seeds[0]

    @property
    def board_index(self) -> int:
        """Which board of the seed it is: every reset without a seed goes on to the next."""
        return int(self._games.indices[0])

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin a game: with a seed on its first board, without one on the next board.

        The option `index` chooses another board of the seed.
        """
        if seed is not None:
            check_seed(seed)
        super().reset(seed=seed)
        self._games.reset([seed], options or {}, lambda: board_seed(self.np_random))
        return self._games.observations[0].copy(), self._info()

    def step(
        self, action: np.int64 | int
    ) -> tuple[NDArray[np.int8], float, bool, bool, dict[str, Any]]:
        """Play an action; one that changes nothing is allowed."""
        games = self._games
        if games.terminated[0]:
            raise GameOver("the game is over: call reset")
        try:
            games.step(np.array([whole_number(action)], dtype=np.int64))
        except TypeError:
            raise CellError(f"an action is a whole number, not {action!r}") from None
        return (
            games.observations[0].copy(),
            float(games.rewards[0]),
            bool(games.terminated[0]),
            False,
            self._info(),
        )

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that would change something."""
        mask: NDArray[np.int8] = self._games.action_masks[0].copy()
        return mask

    def analysis(self) -> Analysis:
        """What follows from the position, as `sapper.analyze` gives it."""
        return self._games.analyses()[0]

    def render(self) -> Frame | None:
        """The game as the render mode says; with its mines once it is over."""
        return self._games.frame(0)

    def _info(self) -> dict[str, Any]:
        info: dict[str, Any] = {"action_mask": self.action_masks(), "won": bool(self._games.won[0])}
        if self._labels:
            info |= {name: label[0] for name, label in self._games.labels().items()}
        return info
