"""Something is learned in these environments: a small network, from exact odds as labels."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import pytest
from numpy.lib.stride_tricks import sliding_window_view
from numpy.typing import NDArray

from sapper.envs import MinesweeperVectorEnv
from sapper.lab.stats import wilson

LEVEL, GAMES = "5x5/4", 150
KINDS = 11
"""What a cell may show: hidden, 0 to 8, or nothing outside the board."""
REACH = 2
HIDDEN_UNITS = 64


def planes_around(observations: NDArray[np.int8]) -> NDArray[np.float32]:
    """What each cell's surroundings show, five by five, one-hot: (n, cells, inputs)."""
    padded = np.pad(observations + 1, ((0, 0), (REACH, REACH), (REACH, REACH)), constant_values=10)
    side = 2 * REACH + 1
    around = sliding_window_view(padded, (side, side), axis=(1, 2))
    codes = around.reshape(len(observations), -1, side * side)
    return np.eye(KINDS, dtype=np.float32)[codes].reshape(*codes.shape[:2], -1)


@dataclass
class Network:
    """One hidden layer, trained by Adam on cross-entropy with soft labels."""

    weights: list[NDArray[np.float32]]

    @classmethod
    def fresh(cls, inputs: int, seed: int) -> Network:
        rng = np.random.default_rng(seed)
        first = rng.normal(0, (2 / inputs) ** 0.5, (inputs, HIDDEN_UNITS)).astype(np.float32)
        second = rng.normal(0, (1 / HIDDEN_UNITS) ** 0.5, HIDDEN_UNITS).astype(np.float32)
        nothing = np.zeros(HIDDEN_UNITS, dtype=np.float32)
        return cls([first, nothing, second, np.zeros(1, dtype=np.float32)])

    def __post_init__(self) -> None:
        self.moments = [(np.zeros_like(part), np.zeros_like(part)) for part in self.weights]
        self.updates = 0

    def mine_chance(self, inputs: NDArray[np.float32]) -> NDArray[np.float32]:
        first, bias, second, shift = self.weights
        chance: NDArray[np.float32] = 1 / (
            1 + np.exp(-(np.maximum(inputs @ first + bias, 0) @ second + shift))
        )
        return chance

    def learn(self, inputs: NDArray[np.float32], labels: NDArray[np.float32]) -> None:
        first, bias, second, shift = self.weights
        inner = np.maximum(inputs @ first + bias, 0)
        error = (1 / (1 + np.exp(-(inner @ second + shift))) - labels) / len(labels)
        back = np.outer(error, second) * (inner > 0)
        gradients = [inputs.T @ back, back.sum(0), inner.T @ error, error.sum(keepdims=True)]
        self.updates += 1
        for part, (mean, square), gradient in zip(
            self.weights, self.moments, gradients, strict=True
        ):
            mean += 0.1 * (gradient - mean)
            square += 0.01 * (gradient**2 - square)
            steps = self.updates
            part -= 0.01 * (mean / (1 - 0.9**steps)) / (np.sqrt(square / (1 - 0.99**steps)) + 1e-7)


def choose(
    network: Network | None, observations: NDArray[np.int8], masks: NDArray[np.int8], seed: int
) -> NDArray[np.int64]:
    """The cell that the network takes for safest; without a network, any hidden cell."""
    rng = np.random.default_rng(seed)
    if network is None:
        return np.asarray((rng.random(masks.shape) * masks).argmax(axis=1))
    chance = network.mine_chance(planes_around(observations))
    return np.asarray(np.where(masks == 1, chance, np.inf).argmin(axis=1))


def share_won(network: Network | None, seed: int) -> tuple[int, int]:
    """Games won, of how many."""
    envs = MinesweeperVectorEnv(2000, level=LEVEL, start="safe", autoreset_mode="Disabled")
    observations, infos = envs.reset(seed=seed)
    done = np.zeros(envs.num_envs, dtype=np.bool_)
    for step in range(25):
        actions = choose(network, observations, infos["action_mask"], step)
        observations, _, done, _, infos = envs.step(actions)
        if done.all():
            break
    assert done.all()
    return int(infos["won"].sum()), envs.num_envs


@pytest.mark.slow
def test_a_network_learns_from_exact_odds_to_win() -> None:
    envs = MinesweeperVectorEnv(
        GAMES, level=LEVEL, start="safe", labels=True, autoreset_mode="SameStep"
    )
    observations, infos = envs.reset(seed=1)
    network = Network.fresh(KINDS * (2 * REACH + 1) ** 2, seed=1)
    for step in range(200):
        inputs = planes_around(observations)
        odds = infos["mine_probability"].reshape(GAMES, -1)
        hidden = infos["action_mask"] == 1
        network.learn(inputs[hidden], odds[hidden].astype(np.float32))
        # Half of the games are steered by the network, so that it sees where it gets to.
        by_network = choose(network, observations, infos["action_mask"], step)
        at_random = choose(None, observations, infos["action_mask"], step)
        actions = np.where(np.arange(GAMES) % 2, by_network, at_random)
        observations, _, _, _, infos = envs.step(actions)

    taught = wilson(*share_won(network, seed=10**6))
    random = wilson(*share_won(None, seed=10**6))
    assert taught.low > random.high + 0.3
