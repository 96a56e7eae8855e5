"""Many games at once, one `Game` after another: the readable twin of the engine's batch.

It defines what the engine plays. The tests compare both step by step.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from sapper.board import WORD_BITS
from sapper.boards.make import make_board
from sapper.envs.settings import FLAGGED, Autoreset, Settings
from sapper.errors import OutOfRange
from sapper.game import Game, Status
from sapper.grid import Cell, neighbours
from sapper.level import Guesses, StartRule


class BatchInPython:
    """See `sapper.envs.batch.Batch`."""

    def __init__(self, settings: Settings, n: int, autoreset: Autoreset, longest: int) -> None:
        level = settings.level
        self._settings, self._autoreset, self._longest = settings, autoreset, longest
        self._games: list[Game | None] = [None] * n
        self._steps = [0] * n
        self._observations = np.full((n, level.height, level.width), -1, dtype=np.int8)
        kept = n if autoreset is Autoreset.SAME_STEP else 0
        self._final = np.zeros((kept, level.height, level.width), dtype=np.int8)
        self._masks = np.zeros((n, settings.actions), dtype=np.int8)
        self._rewards = np.zeros(n)
        self._terminated, self._truncated, self._won = np.zeros((3, n), dtype=np.bool_)
        self._indices = np.zeros(n, dtype=np.uint64)

    def observations(self) -> NDArray[np.int8]:
        """See `Batch`."""
        return self._observations

    def final_observations(self) -> NDArray[np.int8]:
        """See `Batch`."""
        return self._final

    def action_masks(self) -> NDArray[np.int8]:
        """See `Batch`."""
        return self._masks

    def rewards(self) -> NDArray[np.float64]:
        """See `Batch`."""
        return self._rewards

    def terminated(self) -> NDArray[np.bool_]:
        """See `Batch`."""
        return self._terminated

    def truncated(self) -> NDArray[np.bool_]:
        """See `Batch`."""
        return self._truncated

    def won(self) -> NDArray[np.bool_]:
        """See `Batch`."""
        return self._won

    def indices(self) -> NDArray[np.uint64]:
        """See `Batch`."""
        return self._indices

    def layout(self, game: int) -> NDArray[np.bool_] | None:
        """See `Batch`."""
        board = self._game(game).board
        return None if board is None else board.layout

    def exploded(self, game: int) -> int:
        """See `Batch`."""
        cell = self._game(game).exploded
        return -1 if cell is None else cell[0] * self._settings.level.width + cell[1]

    def reset(
        self,
        which: NDArray[np.bool_],
        seeds_low: NDArray[np.uint64],
        seeds_high: NDArray[np.uint64],
        indices: NDArray[np.uint64],
    ) -> None:
        """See `Batch`."""
        for place in np.flatnonzero(which).tolist():
            self._rewards[place] = 0.0
            self._terminated[place] = self._truncated[place] = self._won[place] = False
            seed = int(seeds_low[place]) | int(seeds_high[place]) << WORD_BITS
            self._begin(place, seed, int(indices[place]))

    def step(self, actions: NDArray[np.int64]) -> None:
        """See `Batch`."""
        outside = np.flatnonzero((actions < 0) | (actions >= self._settings.actions))
        if len(outside):
            raise OutOfRange(
                f"game {outside[0]}: there is no action {actions[outside[0]]}; "
                f"the last is {self._settings.actions - 1}"
            )
        for place, action in enumerate(actions.tolist()):
            self._step_one(place, action)

    def _game(self, place: int) -> Game:
        game = self._games[place]
        assert game is not None, "reset comes first"
        return game

    def _is_over(self, place: int) -> bool:
        return bool(self._terminated[place] or self._truncated[place])

    def _begin(self, place: int, seed: int, index: int) -> None:
        settings = self._settings
        disclosed = settings.disclosed if settings.level.start is StartRule.GIVEN else None
        self._games[place] = Game(settings.level, seed=seed, index=index, disclosed=disclosed)
        self._indices[place] = index
        self._steps[place] = 0
        self._show(place)

    def _begin_next(self, place: int) -> None:
        game = self._game(place)
        self._begin(place, game.seed, game.index + 1)

    def _step_one(self, place: int, action: int) -> None:
        if self._is_over(place):
            self._rewards[place] = 0.0
            if self._autoreset is Autoreset.DISABLED:
                return
            self._terminated[place] = self._truncated[place] = self._won[place] = False
            if self._autoreset is Autoreset.NEXT_STEP:
                self._begin_next(place)
                return
        self._play(place, action)
        self._show(place)
        if self._autoreset is Autoreset.SAME_STEP and self._is_over(place):
            self._final[place] = self._observations[place]
            self._begin_next(place)

    def _play(self, place: int, action: int) -> None:
        game, worth = self._game(place), self._settings.rewards
        kind, flat = divmod(action, game.level.cells)
        cell = divmod(flat, game.level.width)
        turns, closed = len(game.moves), game.view.hidden_count
        self._take(game, kind, cell)
        opened = closed - game.view.hidden_count

        reward = worth.wasted if len(game.moves) == turns else 0.0
        if opened:
            reward += worth.cell * opened + worth.progress
        is_over = game.status is not Status.PLAYING
        if is_over:
            reward += worth.win if game.status is Status.WON else worth.loss
        self._steps[place] += 1
        self._rewards[place] = reward
        self._won[place] = game.status is Status.WON
        self._terminated[place] = is_over
        self._truncated[place] = self._steps[place] == self._longest

    def _take(self, game: Game, kind: int, cell: Cell) -> None:
        if kind == 1:
            game.flag(cell)
        elif kind == 2:
            game.chord(cell)
        else:
            if game.board is None and self._settings.guesses is Guesses.NONE:
                start = game.level.start
                if cell not in game.view.flags:
                    game.board = make_board(
                        game.level, cell, start=start, seed=game.seed, index=game.index
                    )
            game.reveal(cell)

    def _show(self, place: int) -> None:
        game, settings = self._game(place), self._settings
        view, cells = game.view, game.level.cells
        shown = self._observations[place]
        shown[:] = view.numbers
        for cell in view.flags:
            shown[cell] = FLAGGED
        mask = self._masks[place]
        mask[:cells] = (shown == -1).ravel()
        if settings.flags:
            mask[cells : 2 * cells] = (shown < 0).ravel()
        if settings.chords:
            mask[2 * cells :] = [_can_be_chorded(game, flat) for flat in range(cells)]


def _can_be_chorded(game: Game, flat: int) -> bool:
    view, height, width = game.view, game.level.height, game.level.width
    cell = divmod(flat, width)
    if view.is_hidden(cell):
        return False
    around = neighbours(cell, height, width)
    flags = sum(near in view.flags for near in around)
    closed = sum(view.is_hidden(near) and near not in view.flags for near in around)
    return view.number(cell) == flags and closed > 0
