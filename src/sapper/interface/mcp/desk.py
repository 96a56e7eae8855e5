"""The desk: the games that are held, and what each tool does at them."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable
from typing import Any, TypeVar

from sapper.board import Board
from sapper.errors import BadInput, GameOver
from sapper.game import Status
from sapper.grid import Cell, check_cell
from sapper.interface.mcp import questions
from sapper.interface.mcp.requests import (
    CellRequest,
    CheckRequest,
    FlagRequest,
    GameRequest,
    NewGame,
    ViewRequest,
    WhyRequest,
)
from sapper.interface.workers.pool import WorkerPool
from sapper.level import Guesses
from sapper.play import shapes
from sapper.play.record import Entry, Setup
from sapper.play.room import check_room_for_flag
from sapper.play.situation import Situation
from sapper.play.table import Table
from sapper.serialize import plain

MOST_GAMES = 100
"""Games held at once; the least recently used one makes room for another."""

Result = TypeVar("Result")


class Desk:
    """Games by their ids. An id can't be guessed, so whoever has it may play."""

    def __init__(self, workers: WorkerPool, most_games: int = MOST_GAMES) -> None:
        self._workers = workers
        self._most_games = most_games
        self._games: OrderedDict[str, Table] = OrderedDict()  # least recently used first

    def __len__(self) -> int:
        return len(self._games)

    # Games

    async def new_game(self, request: NewGame) -> Any:
        """Start a game."""
        guesses = request.guesses if request.grade is None else Guesses.NONE
        setup = Setup(request.read_level(), seed=request.seed, guesses=guesses, grade=request.grade)
        table = Table(setup)
        self._games[table.identity] = table
        while len(self._games) > self._most_games:
            self._games.popitem(last=False)
        return _shown(table)

    async def show_game(self, request: GameRequest) -> Any:
        """How a game stands."""
        return _shown(self._game(request.game))

    async def open(self, request: CellRequest) -> Any:
        """Open a hidden cell."""
        table, cell = self._under_way(request)
        if cell in table.view.flags:
            raise BadInput(f"{cell} is flagged: remove the flag first, or open another cell")
        if not table.view.is_hidden(cell):
            raise BadInput(f"{cell} is revealed already: open a hidden cell, shown as #")
        if table.needs_board:
            layout = await self._ask(questions.make_board, table.setup, cell)
            table.lay(cell, Board.from_layout(layout))
        return _shown(table, table.reveal(cell))

    async def flag(self, request: FlagRequest) -> Any:
        """Set a flag, or remove it."""
        table, cell = self._under_way(request)
        if not table.view.is_hidden(cell):
            raise BadInput(f"{cell} is revealed: only hidden cells, shown as #, can be flagged")
        check_room_for_flag(table)
        return _shown(table, table.flag(cell, request.flagged))

    async def chord(self, request: CellRequest) -> Any:
        """Open all unflagged neighbours of a number."""
        table, cell = self._under_way(request)
        entry = table.chord(cell)
        if entry is None:
            raise BadInput(
                f"{cell} can't be chorded: it takes a number with exactly as many flags around it, "
                "and a hidden neighbour without one"
            )
        return _shown(table, entry)

    # Questions

    async def analyze(self, request: ViewRequest) -> Any:
        """Everything that follows from what is seen."""
        return await self._ask(questions.analyze, self._situation(request))

    async def explain(self, request: WhyRequest) -> Any:
        """Why a cell is safe or a mine, or its odds."""
        situation = self._situation(request)
        view = situation.view
        cell = check_cell(_cell(request.cell), view.height, view.width)
        return await self._ask(questions.explain, situation, cell)

    async def check_derivation(self, request: CheckRequest) -> Any:
        """Whether a derivation holds."""
        return await self._ask(questions.check, self._situation(request), request.derivation)

    async def _ask(self, work: Callable[..., Result], *arguments: object) -> Result:
        return await self._workers.ask(work, *arguments)

    def _situation(self, request: ViewRequest) -> Situation:
        position = request.read_position()
        if position is not None:
            return Situation(position)
        assert request.game is not None
        return self._game(request.game).situation

    def _under_way(self, request: CellRequest) -> tuple[Table, Cell]:
        table = self._game(request.game)
        if table.status is not Status.PLAYING:
            raise GameOver(f"this game is {table.status.value}: start another with new_game")
        return table, check_cell(_cell(request.cell), table.view.height, table.view.width)

    def _game(self, identity: str) -> Table:
        table = self._games.get(identity)
        if table is None:
            raise BadInput(
                f"no game {identity!r} is held here: start one with new_game "
                f"(the {self._most_games} games used last are held)"
            )
        self._games.move_to_end(identity)
        return table


def _cell(pair: list[int]) -> Cell:
    row, column = pair
    return row, column


def _shown(table: Table, entry: Entry | None = None) -> Any:
    return plain(shapes.Game.of(table, say=table.say(entry)))
