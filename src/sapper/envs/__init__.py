"""Minesweeper as an environment for reinforcement learning, in Gymnasium's interface.

Importing this registers `sapper/Minesweeper-v0`, for `gymnasium.make` and `gymnasium.make_vec`:

>>> import gymnasium
>>> import sapper.envs
>>> env = gymnasium.make("sapper/Minesweeper-v0", level="beginner", render_mode="text")
>>> observation, info = env.reset(seed=3)
>>> observation, reward, terminated, truncated, info = env.step(0)
>>> print(env.render().splitlines()[0])
1########

`docs/environments.md` describes observations, actions, rewards and labels.
"""

from sapper.extras import need

need("envs", "gymnasium")

from sapper.envs.registration import register  # noqa: E402
from sapper.envs.rewards import REWARDS, Rewards  # noqa: E402
from sapper.envs.settings import FLAGGED, Settings  # noqa: E402
from sapper.envs.single import MinesweeperEnv  # noqa: E402
from sapper.envs.vector import MinesweeperVectorEnv  # noqa: E402

__all__ = [
    "FLAGGED",
    "REWARDS",
    "MinesweeperEnv",
    "MinesweeperVectorEnv",
    "Rewards",
    "Settings",
    "register",
]

register()
