"""Many games at once, in Gymnasium's interface: every step is one call of the engine."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, ClassVar

import numpy as np
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space
from numpy.typing import ArrayLike, NDArray

from sapper.envs.drawing import RENDERERS, Frame
from sapper.envs.games import Games, board_seed
from sapper.envs.settings import Autoreset, Settings, checked_steps
from sapper.errors import BadInput, OutOfRange, UnknownName
from sapper.exact.analysis import MOST
from sapper.exact.batches import Analyses, checked_threads
from sapper.grid import is_whole
from sapper.seed import check_seed

RESET_MASK = "reset_mask"
"""Gymnasium's option of `reset`: which games begin anew."""


class MinesweeperVectorEnv(VectorEnv[NDArray[np.int8], NDArray[np.int64], NDArray[Any]]):
    """Many games at once; game `i` plays what `MinesweeperEnv` plays with seed + `i`.

    `rules` and `labels` are as for `MinesweeperEnv`. Games are played on so many `threads` (all
    cores by default), without the GIL; results do not depend on that. With `copy=False`, arrays are
    the engine's own memory, which the next step overwrites.

    >>> envs = MinesweeperVectorEnv(1000, level="beginner", start="opening")
    >>> observations, infos = envs.reset(seed=1)
    >>> observations, rewards, *_ = envs.step(np.full(1000, 40))
    >>> int((observations[:, 4, 4] == 0).sum())
    1000
    """

    metadata: ClassVar[dict[str, Any]] = {  # type: ignore[misc]
        "render_modes": list(RENDERERS),
        "render_fps": 4,
        "autoreset_mode": AutoresetMode.NEXT_STEP,
    }

    def __init__(
        self,
        num_envs: int = 1,
        *,
        labels: bool = False,
        render_mode: str | None = None,
        max_episode_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
        threads: int | None = None,
        copy: bool = True,
        **rules: Any,
    ) -> None:
        if not (is_whole(num_envs) and 0 < num_envs < MOST):
            raise OutOfRange(
                f"the number of games is a whole number from 1 to 2**62 − 1, not {num_envs}"
            )
        mode = _autoreset(autoreset_mode)
        self.settings = Settings.of(**rules)
        self._games = Games(
            self.settings,
            num_envs,
            autoreset=Autoreset[mode.name],
            longest=checked_steps(max_episode_steps),
            threads=checked_threads(threads),
            render_mode=render_mode,
        )
        self._labels, self._copy = labels, copy
        self._all = np.ones(num_envs, dtype=np.bool_)
        self.num_envs = num_envs
        self.render_mode = render_mode
        self.metadata = {**self.metadata, "autoreset_mode": mode}  # type: ignore[misc]
        self._mode = mode
        self.single_observation_space = self._games.observation_space
        self.single_action_space = self._games.action_space
        self.observation_space = batch_space(self.single_observation_space, num_envs)
        self.action_space = batch_space(self.single_action_space, num_envs)

    @property
    def board_seeds(self) -> list[int]:
        """The seeds of the boards being played."""
        return self._games.seeds

    @property
    def board_indices(self) -> NDArray[np.uint64]:
        """Which board of its seed each game plays."""
        return self._games.indices.copy()

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.int8], dict[str, Any]]:
        """Begin all games, or those of `options["reset_mask"]`, as `MinesweeperEnv.reset` does.

        One seed stands for seed, seed + 1, seed + 2, …
        """
        seeds = self._seeds(seed)
        super().reset(seed=seeds[0] if seed is not None else None)
        rest = dict(options or {})
        which = self._which(rest.pop(RESET_MASK, None))
        self._games.reset(seeds, rest, lambda: board_seed(self.np_random), which)
        return self._out(self._games.observations), self._infos()

    def step(
        self, actions: ArrayLike
    ) -> tuple[
        NDArray[np.int8], NDArray[np.float64], NDArray[np.bool_], NDArray[np.bool_], dict[str, Any]
    ]:
        """Play an action in each game; one that changes nothing is allowed."""
        games = self._games
        games.step(self._actions(actions))
        return (
            self._out(games.observations),
            self._out(games.rewards),
            self._out(games.terminated),
            self._out(games.truncated),
            self._infos(after_step=True),
        )

    def action_masks(self) -> NDArray[np.int8]:
        """1 for each action that would change something, (n, actions)."""
        return self._out(self._games.action_masks)

    def analyses(self) -> Analyses:
        """What follows from each position, as `sapper.analyze_many` gives it."""
        return self._games.analyses()

    def render(self) -> tuple[Frame, ...] | None:
        """Each game as the render mode says."""
        if self.render_mode is None:
            return None
        frames = (self._games.frame(game) for game in range(self.num_envs))
        return tuple(frame for frame in frames if frame is not None)

    def _infos(self, after_step: bool = False) -> dict[str, Any]:
        """Each value with a mask of the games that have it: all, but for games that ended."""
        games, all_games = self._games, self._all
        infos: dict[str, Any] = {"action_mask": self._out(games.action_masks)}
        infos |= {"_action_mask": all_games, "_won": all_games}
        if self._mode is not AutoresetMode.SAME_STEP:
            infos["won"] = self._out(games.won)
        else:
            infos["won"] = ~all_games  # those are new games
            ended = games.terminated | games.truncated
            if after_step and ended.any():
                final = {"won": self._out(games.won), "_won": ended}
                infos |= {"final_obs": self._out(games.final_observations), "_final_obs": ended}
                infos |= {"final_info": final, "_final_info": ended}
        if self._labels:
            for name, label in games.labels().items():
                infos |= {name: label, f"_{name}": all_games}
        return infos

    def _out(self, array: NDArray[Any]) -> NDArray[Any]:
        return array.copy() if self._copy else array

    def _seeds(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if is_whole(seed):
            check_seed(seed)
            check_seed(seed + self.num_envs - 1)  # type: ignore[operator]
            return [seed + game for game in range(self.num_envs)]  # type: ignore[operator]
        seeds = list(seed)  # type: ignore[arg-type]
        if len(seeds) != self.num_envs:
            raise BadInput(f"{len(seeds)} seeds were given for {self.num_envs} games")
        return seeds

    def _which(self, mask: object) -> NDArray[np.bool_] | None:
        if mask is None:
            return None
        given = np.asarray(mask)
        if given.shape != (self.num_envs,) or given.dtype != np.bool_ or not given.any():
            raise BadInput(
                f"a reset mask has {self.num_envs} truth values, at least one of them true"
            )
        return np.ascontiguousarray(given)

    def _actions(self, actions: ArrayLike) -> NDArray[np.int64]:
        given = np.asarray(actions)
        if given.shape != (self.num_envs,) or given.dtype.kind not in "iu":
            raise BadInput(
                f"actions are {self.num_envs} whole numbers, "
                f"not {given.dtype} of shape {given.shape}"
            )
        return np.ascontiguousarray(given, dtype=np.int64)


def _autoreset(mode: AutoresetMode | str) -> AutoresetMode:
    try:
        return AutoresetMode(mode)
    except ValueError:
        raise UnknownName("autoreset mode", mode, [mode.value for mode in AutoresetMode]) from None
