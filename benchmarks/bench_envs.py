"""How fast the environments are, beside others: steps per second on one core, at 9×9 with 10 mines.

All play at random among hidden cells, and begin a new game in the step that ends one; choosing is
not timed, beginning is. Each rate is by processor time, the best of a few rounds, all taking turns.
Others are measured if they are installed: Jumanji's Minesweeper (JAX, here on the processor) by
`pip install --group bench`; `gym-minesweeper` needs a package of the same name as pygame-ce,
which the window uses, so it is left out of the group:

    pip install --no-deps gym-minesweeper gym gym-notices
    python benchmarks/bench_envs.py
"""

from __future__ import annotations

import os
import time
import warnings
from collections.abc import Callable
from importlib import import_module
from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

import sapper.envs

SIDE, MINES = 9, 10
LEVEL = f"{SIDE}x{SIDE}/{MINES}"
GAMES, STEPS, ROUNDS = 1024, 100, 9
SINGLE_STEPS = 2000
SLOW_STEPS = 300

Round = Callable[[], float]
"""Plays for a while; returns the seconds that one step took."""


def main() -> None:
    rounds: dict[str, Round] = {
        "sapper, vector": vector(copy=False),
        "sapper, vector, arrays copied": vector(),
        "sapper, vector, flags and chords": vector(copy=False, flags=True, chords=True),
        "sapper, vector, exact odds as labels": vector(steps=STEPS // 10, labels=True),
        "sapper, single": single(),
    }
    others: dict[str, Callable[[], Round]] = {
        "Jumanji, vector (JAX)": jumanji_vector,
        "gym-minesweeper, single": gym_minesweeper,
    }
    for name, make in others.items():
        try:
            rounds[name] = make()
        except ImportError as missing:
            print(f"{name}: not measured, {missing}")

    best = dict.fromkeys(rounds, float("inf"))
    for _ in range(ROUNDS):
        for name, play in rounds.items():
            best[name] = min(best[name], play())
    fastest = min((best[name] for name in others if name in best), default=None)
    print(f"{LEVEL}, {GAMES} games at once, one core")
    for name, taken in best.items():
        beside = f" {fastest / taken:>8.2f} × the fastest other" if fastest else ""
        print(f"{name:<38} {1 / taken:>12,.0f} steps/s {1e9 * taken:>10,.0f} ns{beside}")


def any_hidden(rng: np.random.Generator, masks: NDArray[Any]) -> NDArray[np.int64]:
    return np.asarray((rng.random(masks.shape, dtype=np.float32) * masks).argmax(axis=-1))


def vector(steps: int = STEPS, **options: Any) -> Round:
    envs = sapper.envs.MinesweeperVectorEnv(
        GAMES, level=LEVEL, autoreset_mode="SameStep", threads=1, **options
    )
    rng = np.random.default_rng(1)
    _, infos = envs.reset(seed=1)
    state = {"infos": infos}

    def play() -> float:
        seconds = 0.0
        for _ in range(steps):
            actions = any_hidden(rng, state["infos"]["action_mask"])
            started = time.process_time()
            *_, state["infos"] = envs.step(actions)
            seconds += time.process_time() - started
        return seconds / (steps * GAMES)

    return play


def single() -> Round:
    env = gymnasium.make("sapper/Minesweeper-v0", level=LEVEL, disable_env_checker=True)
    rng = np.random.default_rng(1)
    env.reset(seed=1)

    def play() -> float:
        _, info = env.reset()
        seconds = 0.0
        for _ in range(SINGLE_STEPS):
            action = any_hidden(rng, info["action_mask"])
            started = time.process_time()
            _, _, terminated, _, info = env.step(action)
            if terminated:
                _, info = env.reset()
            seconds += time.process_time() - started
        return seconds / SINGLE_STEPS

    return play


def jumanji_vector() -> Round:
    # More threads would not help on one core, and processor time counts them all.
    os.environ["XLA_FLAGS"] = "--xla_cpu_multi_thread_eigen=false"
    os.environ["JAX_PLATFORMS"] = "cpu"
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        jax: Any = import_module("jax")
        generators: Any = import_module("jumanji.environments.logic.minesweeper.generator")
        environments: Any = import_module("jumanji.environments.logic.minesweeper.env")
        wrappers: Any = import_module("jumanji.wrappers")

    boards = generators.UniformSamplingGenerator(SIDE, SIDE, MINES)
    env = wrappers.VmapAutoResetWrapper(environments.Minesweeper(generator=boards))
    step = jax.jit(env.step)
    state, timestep = jax.jit(env.reset)(jax.random.split(jax.random.PRNGKey(1), GAMES))
    rng = np.random.default_rng(1)
    current = {"state": state, "timestep": timestep}

    def play() -> float:
        seconds = 0.0
        for _ in range(STEPS // 5):
            masks = np.asarray(current["timestep"].observation.action_mask).reshape(GAMES, -1)
            chosen = any_hidden(rng, masks)
            actions = jax.numpy.asarray(np.stack(np.divmod(chosen, SIDE), axis=1), dtype=np.int32)
            jax.block_until_ready(actions)
            started = time.process_time()
            current["state"], current["timestep"] = step(current["state"], actions)
            jax.block_until_ready(current["timestep"])
            seconds += time.process_time() - started
        return seconds / (STEPS // 5 * GAMES)

    play()  # compiles
    return play


def gym_minesweeper() -> Round:
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        package: Any = import_module("gym_minesweeper.envs.minesweeper")

    env = package.MinesweeperEnv(SIDE, SIDE, MINES)
    rng = np.random.default_rng(1)

    def play() -> float:
        observation = env.reset()
        seconds = 0.0
        for _ in range(SLOW_STEPS):
            row, column = divmod(int(any_hidden(rng, (observation == -1).ravel())), SIDE)
            started = time.process_time()
            observation, _, is_over, _ = env.step((row, column))
            if is_over:
                observation = env.reset()
            seconds += time.process_time() - started
        return seconds / SLOW_STEPS

    return play


if __name__ == "__main__":
    main()
