"""The engine's batch plays what `sapper.Game` plays, step by step."""

from __future__ import annotations

from threading import Thread

import numpy as np
import pytest
from numpy.typing import NDArray

from sapper._compiled import compiled
from sapper.board import seed_words
from sapper.envs import Rewards, Settings
from sapper.envs.batch import Batch, make_batch
from sapper.envs.batch_in_python import BatchInPython
from sapper.envs.settings import Autoreset

needs_engine = pytest.mark.skipif(compiled is None, reason="the engine is not built")

ODD_REWARDS = Rewards(win=7.5, loss=-3.25, cell=0.5, progress=0.125, wasted=-0.0625)
GAMES, STEPS = 10, 40
ARRAYS = ("observations", "action_masks", "rewards", "terminated", "truncated", "won", "indices")


def settings_of(level: str, **rules: object) -> Settings:
    return Settings.of(level, reward=ODD_REWARDS, **rules)  # type: ignore[arg-type]


def begin(batch: Batch, seed: int, first_index: int = 0) -> None:
    words = np.array([seed_words(seed + game) for game in range(GAMES)], dtype=np.uint64)
    low, high = (np.ascontiguousarray(column) for column in words.T)
    indices = np.full(GAMES, first_index, dtype=np.uint64)
    batch.reset(np.ones(GAMES, dtype=np.bool_), low, high, indices)


def assert_same(ours: Batch, theirs: Batch, where: object) -> None:
    for name in ARRAYS:
        np.testing.assert_array_equal(
            getattr(ours, name)(), getattr(theirs, name)(), err_msg=f"{name} {where}"
        )
    for game in range(GAMES):
        assert ours.exploded(game) == theirs.exploded(game), where
        layouts = ours.layout(game), theirs.layout(game)
        assert (layouts[0] is None) == (layouts[1] is None), where
        if layouts[0] is not None:
            np.testing.assert_array_equal(*layouts)


def some_actions(rng: np.random.Generator, batch: Batch, settings: Settings) -> NDArray[np.int64]:
    """Any action at times; otherwise one that changes something, often a true flag."""
    masks = batch.action_masks().astype(np.float64)
    cells = settings.level.cells
    for game in range(GAMES):
        layout = batch.layout(game)
        if layout is not None:  # most games would end at once if mines were opened at random
            masks[game, :cells] *= np.where(layout.ravel(), 0.05, 1)
            if settings.flags:
                masks[game, cells : 2 * cells] *= np.where(layout.ravel(), 2, 0.1)
    actions = (rng.random(masks.shape) * masks).argmax(axis=1)
    anything = rng.integers(settings.actions, size=GAMES)
    return np.where(rng.random(GAMES) < 0.1, anything, actions).astype(np.int64)


@needs_engine
@pytest.mark.parametrize("autoreset", list(Autoreset))
@pytest.mark.parametrize(
    ("level", "rules"),
    [
        ("5x5/4", {"start": "any"}),
        ("4x7/5", {"start": "safe", "flags": True}),
        ("6x5/4", {"start": "opening", "flags": True, "chords": True}),
        ("6x6/4", {"start": "given", "disclosed": 5, "flags": True, "chords": True}),
        ("1x9/2", {"start": "any", "flags": True, "chords": True}),
        ("7x7/8", {"start": "opening", "guesses": "none", "flags": True, "chords": True}),
        ("5x5/3", {"start": "safe", "guesses": "none"}),
        ("3x3/0", {"start": "any"}),
    ],
)
def test_the_engine_plays_what_game_plays(
    level: str, rules: dict[str, object], autoreset: Autoreset
) -> None:
    settings = settings_of(level, **rules)
    in_python = BatchInPython(settings, GAMES, autoreset, 25)
    in_engine = make_batch(settings, GAMES, autoreset=autoreset, longest=25, threads=2)
    rng = np.random.default_rng([*level.encode(), *map(ord, str(rules))])
    seed = 2**64 - 5  # games on both sides of the words' border
    ended = np.zeros(GAMES, dtype=np.int64)
    for batch in (in_python, in_engine):
        begin(batch, seed)
        begin(batch, seed, first_index=3)  # nothing is left of the games before
    assert_same(in_engine, in_python, "after reset")
    for step in range(STEPS):
        actions = some_actions(rng, in_python, settings)
        in_python.step(actions)
        in_engine.step(actions)
        assert_same(in_engine, in_python, (step, actions))
        over = in_python.terminated() | in_python.truncated()
        ended += over
        if autoreset is Autoreset.SAME_STEP:
            np.testing.assert_array_equal(
                in_engine.final_observations()[over], in_python.final_observations()[over]
            )
    assert ended.sum() > GAMES / 2


@needs_engine
@pytest.mark.parametrize("level", ["9x9/10", "16x30/99", "30x30/899", "8x8/54"])
def test_dense_and_large_boards_are_those_of_game(level: str) -> None:
    settings = settings_of(level, start="any" if level == "30x30/899" else "opening")
    in_python = BatchInPython(settings, GAMES, Autoreset.SAME_STEP, 0)
    in_engine = make_batch(settings, GAMES, autoreset=Autoreset.SAME_STEP, longest=0, threads=1)
    rng = np.random.default_rng(1)
    begin(in_python, 9)
    begin(in_engine, 9)
    for step in range(12):
        actions = rng.integers(settings.actions, size=GAMES)
        in_python.step(actions)
        in_engine.step(actions)
        assert_same(in_engine, in_python, step)


@needs_engine
def test_threads_change_nothing() -> None:
    settings, games = Settings.of("beginner", flags=True), 3000
    batches = [
        make_batch(settings, games, autoreset=Autoreset.SAME_STEP, longest=0, threads=threads)
        for threads in (1, 5)
    ]
    seeds = np.arange(games, dtype=np.uint64)
    nothing = np.zeros(games, dtype=np.uint64)
    for batch in batches:
        batch.reset(np.ones(games, dtype=np.bool_), seeds, nothing, nothing)
    rng = np.random.default_rng(2)
    for _ in range(10):
        actions = rng.integers(settings.actions, size=games)
        for batch in batches:
            batch.step(actions)
        for name in ARRAYS:
            np.testing.assert_array_equal(*(getattr(batch, name)() for batch in batches))


@needs_engine
def test_a_batch_that_plays_in_another_thread_is_not_looked_into() -> None:
    settings = settings_of("intermediate", start="opening", guesses="none")
    batch = make_batch(settings, GAMES, autoreset=Autoreset.DISABLED, longest=0, threads=1)
    refused: dict[str, str] = {}
    for seed in range(100):  # a busy machine may let a step end before anybody looks
        begin(batch, seed)
        playing = Thread(target=batch.step, args=(np.zeros(GAMES, dtype=np.int64),))
        playing.start()
        while playing.is_alive():
            for name, look in (("layout", batch.layout), ("exploded", batch.exploded)):
                try:
                    look(0)
                except RuntimeError as error:
                    refused[name] = str(error)
        playing.join()
        if len(refused) == 2:
            break
    complaint = "these games are being played already, in another call"
    assert refused == {"layout": complaint, "exploded": complaint}
    assert batch.layout(0) is not None


@needs_engine
@pytest.mark.parametrize("guesses", ["any", "none"])
def test_a_flagged_cell_is_not_the_first_to_be_opened(guesses: str) -> None:
    settings = settings_of("6x6/6", start="opening", guesses=guesses, flags=True)
    batches = (
        BatchInPython(settings, GAMES, Autoreset.DISABLED, 0),
        make_batch(settings, GAMES, autoreset=Autoreset.DISABLED, longest=0, threads=1),
    )
    flag_it, open_it, open_another = 36, 0, 21
    for batch in batches:
        begin(batch, 1)
        batch.step(np.full(GAMES, flag_it))
        batch.step(np.full(GAMES, open_it))
        assert batch.layout(0) is None
        batch.step(np.full(GAMES, open_another))
        assert (batch.observations()[:, 3, 3] == 0).all()
    assert_same(*batches, "after the first cell")
