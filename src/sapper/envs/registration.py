"""The name under which Gymnasium knows the environment."""

from __future__ import annotations

import gymnasium

NAME = "sapper/Minesweeper-v0"


def register() -> None:
    """Tell Gymnasium of the environment and its vector form, once.

    >>> register()
    >>> gymnasium.spec(NAME).vector_entry_point
    'sapper.envs:MinesweeperVectorEnv'
    """
    if NAME not in gymnasium.registry:
        gymnasium.register(
            NAME,
            entry_point="sapper.envs:MinesweeperEnv",
            vector_entry_point="sapper.envs:MinesweeperVectorEnv",
        )
