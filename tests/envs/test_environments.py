"""The environments keep Gymnasium's contract, and say what is wrong."""

from __future__ import annotations

import subprocess
import sys
from typing import Any

import gymnasium
import numpy as np
import pytest
from gymnasium.utils.env_checker import check_env
from gymnasium.vector import AutoresetMode, SyncVectorEnv
from numpy.typing import NDArray

import sapper
from sapper._compiled import compiled
from sapper.envs import FLAGGED, MinesweeperEnv, MinesweeperVectorEnv, Rewards
from sapper.errors import (
    BadInput,
    CellError,
    GameOver,
    LevelError,
    NoBoardFound,
    OutOfRange,
    SapperError,
    UnknownName,
)
from sapper.extras import install_command

NAME = "sapper/Minesweeper-v0"
needs_engine = pytest.mark.skipif(compiled is None, reason="the engine is not built")


@pytest.mark.parametrize(
    "options",
    [
        {},
        {"level": "5x7/6", "start": "opening", "flags": True, "chords": True, "labels": True},
        {"level": "easy", "reward": "shaped", "render_mode": "rgb_array"},
        {"level": "8x8/10", "start": "opening", "guesses": "none", "render_mode": "ansi"},
    ],
)
def test_gymnasium_finds_nothing_wrong(options: dict[str, Any]) -> None:
    env = gymnasium.make(NAME, **options)
    check_env(env.unwrapped)


def play_both(one: Any, other: Any, steps: int) -> None:
    """Gymnasium's own vector of single environments gives the same as ours."""
    rng = np.random.default_rng(4)
    one.action_space.seed(4)
    seeds: list[int | None] = [5, 2**70, 7, 8, 9]
    (ours, our_infos), (theirs, their_infos) = one.reset(seed=seeds), other.reset(seed=seeds)
    for step in range(steps):
        np.testing.assert_array_equal(ours, theirs)
        assert_same_infos(our_infos, their_infos)
        actions = (rng.random(our_infos["action_mask"].shape) * our_infos["action_mask"]).argmax(1)
        if step % 4 == 0:
            actions = one.action_space.sample()
        ours, *results, our_infos = one.step(actions)
        theirs, *their_results, their_infos = other.step(actions)
        for result, their_result in zip(results, their_results, strict=True):
            np.testing.assert_array_equal(result, their_result)
            assert result.dtype == their_result.dtype
    again, third = one.reset()[0], other.reset()[0]
    np.testing.assert_array_equal(again, third)


def assert_same_infos(ours: dict[str, Any], theirs: dict[str, Any]) -> None:
    for key, value in ours.items():
        if key == "final_info":
            np.testing.assert_array_equal(value["won"], theirs[key]["won"])
        elif key == "final_obs":
            for place in np.flatnonzero(theirs["_final_obs"]):
                np.testing.assert_array_equal(value[place], theirs[key][place])
        else:
            np.testing.assert_array_equal(value, theirs[key], err_msg=key)
    assert set(ours) == set(theirs)


@pytest.mark.parametrize("mode", [AutoresetMode.NEXT_STEP, AutoresetMode.SAME_STEP])
def test_the_vector_plays_what_single_environments_play(mode: AutoresetMode) -> None:
    rules: dict[str, Any] = {
        "level": "5x6/4",
        "start": "opening",
        "flags": True,
        "chords": True,
        "reward": Rewards(win=3.5, loss=-1.5, cell=0.25, wasted=-0.125),
        "labels": True,
    }
    ours = gymnasium.make_vec(
        NAME, num_envs=5, autoreset_mode=mode, max_episode_steps=20, threads=2, **rules
    )
    singles = [lambda: gymnasium.make(NAME, max_episode_steps=20, **rules)] * 5
    theirs = SyncVectorEnv(singles, autoreset_mode=mode)
    assert isinstance(ours, MinesweeperVectorEnv)
    assert ours.metadata["autoreset_mode"] is mode
    assert ours.observation_space == theirs.observation_space
    assert ours.action_space == theirs.action_space
    play_both(ours, theirs, 120)


def test_games_that_nobody_resets_stay_as_they_are() -> None:
    envs = MinesweeperVectorEnv(
        50, level="5x5/5", autoreset_mode=AutoresetMode.DISABLED, reward="signed"
    )
    envs.action_space.seed(1)
    observations, infos = envs.reset(seed=1)
    total = np.zeros(50)
    for _ in range(40):
        before, over = observations, envs._games.terminated.copy()
        observations, rewards, terminated, _, infos = envs.step(envs.action_space.sample())
        np.testing.assert_array_equal(observations[over], before[over])
        assert not rewards[over].any()
        assert terminated[over].all()
        total += rewards
    np.testing.assert_array_equal(total, np.where(infos["won"], 1, np.where(terminated, -1, 0)))
    assert terminated.any()
    indices = envs.board_indices
    fresh, _ = envs.reset(options={"reset_mask": terminated})
    assert (fresh[terminated] == -1).all()
    np.testing.assert_array_equal(fresh[~terminated], observations[~terminated])
    np.testing.assert_array_equal(envs.board_indices, indices + terminated)


def test_a_game_can_be_repeated_outside() -> None:
    env = MinesweeperEnv(level="beginner", start="opening")
    env.reset(seed=2**100 + 3)
    env.reset()
    observation, *_ = env.step(40)
    assert (env.board_seed, env.board_index) == (2**100 + 3, 1)
    game = sapper.Game.new("beginner", start="opening", seed=env.board_seed, index=env.board_index)
    game.reveal((4, 4))
    np.testing.assert_array_equal(observation, game.view.numbers)
    np.testing.assert_array_equal(
        env.analysis().mine_probability, sapper.analyze(game.view).mine_probability
    )
    env.reset(seed=5, options={"index": 9})
    assert (env.board_seed, env.board_index) == (5, 9)


def test_without_a_seed_games_differ_and_with_gymnasiums_generator_they_repeat() -> None:
    env = MinesweeperEnv()
    env.reset()
    other = MinesweeperEnv()
    other.reset()
    assert env.board_seed != other.board_seed
    for one in (env, other):
        one.np_random = np.random.default_rng(3)
        one._games._seeds = [None]
        one.reset()
    assert env.board_seed == other.board_seed


def test_arrays_are_copies_unless_told() -> None:
    for copy in (True, False):
        envs = MinesweeperVectorEnv(3, start="opening", copy=copy)
        first, infos = envs.reset(seed=1)
        mask: NDArray[np.int8] = infos["action_mask"]
        envs.step(np.full(3, 40))
        assert (first == -1).all() == copy
        assert (mask == 1).all() == copy
        assert (mask is envs.action_masks()) != copy


@pytest.mark.parametrize("name", ["text", "ansi", "rgb_array"])
def test_what_is_drawn(name: str) -> None:
    env = MinesweeperEnv(level="5x5/4", start="opening", flags=True, render_mode=name)
    env.reset(seed=1)
    env.step(25)
    env.step(12)
    playing = env.render()
    board = sapper.Board(sapper.Level.of("5x5/4", "opening"), seed=1, first=(2, 2))
    mine = min(row * 5 + column for row, column in board.mines - {(0, 0)})
    *_, terminated, _, _ = env.step(mine)
    lost = env.render()
    assert terminated
    if name == "rgb_array":
        assert isinstance(playing, np.ndarray)
        assert isinstance(lost, np.ndarray)
        assert playing.shape == lost.shape == (90, 90, 3)
        assert playing.dtype == np.uint8
        changed = (playing != lost).any(axis=2).reshape(5, 18, 5, 18).any(axis=(1, 3))
        assert {tuple(cell) for cell in np.argwhere(changed).tolist()} == board.mines - {(0, 0)}
    else:
        assert isinstance(playing, str)
        assert isinstance(lost, str)
        assert "*" not in playing
        assert lost.count("*") == len(board.mines - {(0, 0)}) - 1
        assert lost.count("X") == 1
        assert playing.count("F") == 1
        assert ("\x1b" in playing) == (name == "ansi")
    vector = MinesweeperVectorEnv(2, level="5x5/4", render_mode=name)
    vector.reset(seed=1)
    frames = vector.render()
    assert frames is not None
    assert len(frames) == 2


def test_a_new_game_is_drawn_without_its_mines() -> None:
    envs = MinesweeperVectorEnv(
        50, level="4x4/6", start="any", autoreset_mode="SameStep", render_mode="text"
    )
    envs.reset(seed=1)
    _, _, terminated, _, _ = envs.step(np.zeros(50, dtype=np.int64))
    assert terminated.any()
    frames = envs.render()
    assert frames is not None
    assert not any("*" in frame for frame in frames if isinstance(frame, str))


def test_without_the_engine_games_are_the_same(monkeypatch: pytest.MonkeyPatch) -> None:
    shown = []
    for _ in range(2):
        envs = MinesweeperVectorEnv(4, level="5x5/3", start="opening", autoreset_mode="SameStep")
        envs.reset(seed=3)
        shown += [np.concatenate([envs.step(np.full(4, cell))[0] for cell in (12, 0, 4, 20)])]
        monkeypatch.setattr("sapper.envs.batch.compiled", None)
    with_engine, without = shown
    np.testing.assert_array_equal(with_engine, without)


def test_labels_ignore_flags_and_tell_the_exact_odds() -> None:
    env = MinesweeperEnv(level="6x6/6", start="opening", flags=True, labels=True)
    env.reset(seed=4)
    env.step(36)
    observation, *_, info = env.step(14)
    assert observation[0, 0] == FLAGGED
    numbers = np.maximum(observation, -1)
    expected = sapper.analyze(sapper.View.from_numbers(numbers, 6))
    hidden = observation < 0
    np.testing.assert_array_equal(
        info["mine_probability"][hidden], expected.mine_probability[hidden]
    )
    assert not info["mine_probability"][~hidden].any()
    np.testing.assert_array_equal(info["verdicts"], expected.verdicts)


@pytest.mark.parametrize(
    ("options", "error", "says"),
    [
        ({"level": "9x9/81", "start": "any"}, LevelError, "every cell is a mine"),
        ({"level": "4x4/8", "start": "opening"}, LevelError, "no room for an opening at (2, 2)"),
        ({"level": "3x3/2", "start": "given", "disclosed": 7}, LevelError, "nothing is left"),
        ({"disclosed": 3}, LevelError, "under the start rule 'given'"),
        ({"guesses": "fair"}, LevelError, "no fair play"),
        ({"guesses": "none", "start": "any"}, LevelError, "'opening' or 'safe', not 'any'"),
        ({"chords": True}, BadInput, "chords need flags"),
        ({"reward": "much"}, UnknownName, "no reward scheme is called 'much'"),
        ({"render_mode": "human"}, UnknownName, "there are: text, ansi, rgb_array"),
    ],
)
def test_what_is_impossible_is_refused(
    options: dict[str, Any], error: type[SapperError], says: str
) -> None:
    with pytest.raises(error) as caught:
        MinesweeperEnv(**options)
    assert says in str(caught.value)


def test_bad_calls_are_refused_in_one_line() -> None:
    env = MinesweeperEnv()
    with pytest.raises(GameOver, match="call reset first"):
        env.step(0)
    with pytest.raises(GameOver, match="call reset first"):
        _ = env.board_seed
    with pytest.raises(OutOfRange, match="a seed is a whole number"):
        env.reset(seed=-1)
    with pytest.raises(BadInput, match="no option 'board'"):
        env.reset(options={"board": 1})
    env.reset(seed=1)
    with pytest.raises(OutOfRange, match="there is no action 81; the last is 80"):
        env.step(81)
    with pytest.raises(CellError, match="whole number"):
        env.step("a")  # type: ignore[arg-type]
    env.step(0)  # nothing was lost by that
    lost = MinesweeperEnv(level="2x2/3", start="any")
    lost.reset(seed=1)
    while not lost.step(lost.action_space.sample())[2]:
        pass
    with pytest.raises(GameOver, match="call reset"):
        lost.step(0)

    with pytest.raises(OutOfRange, match="number of games"):
        MinesweeperVectorEnv(0)
    with pytest.raises(OutOfRange, match="steps of an episode"):
        MinesweeperVectorEnv(1, max_episode_steps=0)
    with pytest.raises(UnknownName, match="no autoreset mode"):
        MinesweeperVectorEnv(1, autoreset_mode="Never")
    envs = MinesweeperVectorEnv(3)
    for mask in ([True], np.zeros(3, dtype=np.bool_), np.ones(3)):
        with pytest.raises(BadInput, match="a reset mask has 3 truth values"):
            envs.reset(options={"reset_mask": mask})
    with pytest.raises(BadInput, match="2 seeds were given for 3 games"):
        envs.reset(seed=[1, 2])
    envs.reset(options={"reset_mask": np.array([True, False, True])})
    with pytest.raises(GameOver, match="call reset first"):
        envs.step([0, 0, 0])  # the second has not begun
    envs.reset(seed=1)
    for actions in ([0, 0], [0.5, 0, 0], [[0, 0, 0]]):
        with pytest.raises(BadInput, match="actions are 3 whole numbers"):
            envs.step(actions)
    with pytest.raises(OutOfRange, match="game 1: there is no action -1"):
        envs.step([0, -1, 0])


@needs_engine
def test_a_board_that_can_not_be_found_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.envs.batch.ATTEMPTS", 2)
    env = MinesweeperEnv(level="8x8/40", start="safe", guesses="none")
    env.reset(seed=1)
    with pytest.raises(NoBoardFound, match="no 8x8/40 board that needs no guess was found"):
        env.step(0)
    with pytest.raises(GameOver, match="call reset first"):
        env.step(0)
    env.reset(seed=1)


def test_without_gymnasium_one_line_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['gymnasium'] = None\n"
        "import sapper, sapper.lab.bulk, sapper.play.session  # what needs it nowhere\n"
        "try:\n    import sapper.envs\nexcept sapper.SapperError as error:\n    print(error)"
    )
    said = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert said.stdout == f"this needs gymnasium: {install_command('envs')}\n", said.stderr
