"""The functions of the public API, each with what draws its arguments."""

from __future__ import annotations

import copy
import pickle
import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any, TypeAlias

import numpy as np

import sapper
from sapper import AGENTS, LEVELS, Agent, Board, Derivation, Game, Level, Move, View
from sapper.course import Minesweeper, MinesweeperAI, Sentence
from sapper.formats import dumps, from_address, loads, to_address
from sapper.game import WinningRule
from soak.arguments import Arguments
from soak.draws import random_bent_view, random_cell, random_level, random_view

FORMATS = ("text", "mine", "mbf", "json")
FEW_LAYOUTS = 40
EXPLAINED_SIDE = 10
SEARCH = 100_000
COUNT = 10**6


@dataclass(frozen=True)
class Call:
    """A function and what to call it with."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...] = ()
    options: dict[str, Any] = field(default_factory=dict)
    also: tuple[type[Exception], ...] = ()
    """Errors of Python's own that are documented here, besides Sapper's."""


Drawer: TypeAlias = Callable[[Arguments], Call]


# Levels, boards, views


def _level(drawn: Arguments) -> Call:
    sides = drawn.whole(1, 30), drawn.whole(1, 30)
    return Call(Level, (*sides, drawn.whole(0, 60), drawn.start()))


def _parse_level(drawn: Arguments) -> Call:
    return Call(Level.parse, (drawn.text(lambda: "16x30/99"), drawn.start()))


def _starting(drawn: Arguments) -> Call:
    return Call(Level.starting, (random_level(drawn.random), drawn.start()))


def _board(drawn: Arguments) -> Call:
    level = drawn.level()
    first = drawn.cell_of(level) if drawn.chance(0.7) else None
    return Call(Board, (level, drawn.seed(), drawn.whole(0, 2**64 - 1), first))


def _from_layout(drawn: Arguments) -> Call:
    layout = drawn.draw(
        lambda: np.random.default_rng(drawn.random.getrandbits(32)).random((5, 7)) < 0.2,
        lambda: drawn.random.choice(([], [[1], [1, 2]], np.zeros((0, 3)), np.zeros((2, 2, 2)))),
    )
    return Call(Board.from_layout, (layout,))


def _from_mines(drawn: Arguments) -> Call:
    height, width = drawn.whole(1, 9), drawn.whole(1, 9)
    cells = [drawn.cell(9, 9) for _ in range(drawn.random.randrange(5))]
    return Call(Board.from_mines, (height, width, cells))


def _disclosed(drawn: Arguments) -> Call:
    return Call(Board.disclosed, (drawn.board(), drawn.whole(0, 9), drawn.seed()))


def _view(drawn: Arguments) -> Call:
    return Call(View, (drawn.whole(1, 30), drawn.whole(1, 30), drawn.whole(0, 60)))


def _parse_view(drawn: Arguments) -> Call:
    text = drawn.text(lambda: str(random_view(drawn.random, 9)))
    return Call(View.parse, (text,), {"mines": drawn.whole(0, 20)})


def _from_numbers(drawn: Arguments) -> Call:
    numbers = drawn.draw(
        lambda: random_bent_view(drawn.random, 9).numbers,
        lambda: drawn.random.choice(([], [[9]], [[-2]], [[1], [1, 1]], [[0.5]], np.zeros((0, 0)))),
    )
    flags = [drawn.cell(9, 9)] if drawn.chance(0.3) else []
    return Call(View.from_numbers, (numbers, drawn.whole(0, 20), flags))


def _revealing(drawn: Arguments) -> Call:
    view = drawn.view()
    numbers = {}
    for _ in range(drawn.random.randrange(4)):
        cell = drawn.cell_of(view)
        if isinstance(cell, tuple):  # what can't be hashed fails in the test, not in Sapper
            numbers[cell] = drawn.whole(0, 8)
    return Call(View.revealing, (view, numbers))


def _with_flags(drawn: Arguments) -> Call:
    view = drawn.view()
    return Call(View.with_flags, (view, [drawn.cell_of(view) for _ in range(3)]))


def _changes(drawn: Arguments) -> Call:
    return Call(View.changes_since, (drawn.view(), drawn.view()))


def _pickled(drawn: Arguments) -> Call:
    """Copies are equal to what they are copies of."""

    def copied(value: Any) -> Any:
        again = pickle.loads(pickle.dumps(value))
        assert again == value == copy.deepcopy(value)
        assert hash(again) == hash(value)
        return again

    return Call(copied, (drawn.any_of(View, lambda: random_view(drawn.random, 9)),))


def _about_cell(function: Callable[..., Any]) -> Drawer:
    def of_view(drawn: Arguments) -> Call:
        view = drawn.view()
        return Call(function, (view, drawn.cell_of(view)))

    return of_view


def _about_board_cell(function: Callable[..., Any]) -> Drawer:
    def of_board(drawn: Arguments) -> Call:
        board = drawn.board()
        return Call(function, (board, drawn.cell_of(board)))

    return of_board


def _neighbours(drawn: Arguments) -> Call:
    return Call(sapper.neighbours, (drawn.cell(9, 9), drawn.whole(1, 9), drawn.whole(1, 9)))


# Games and agents


def _new_game(drawn: Arguments) -> Call:
    options = {
        "seed": drawn.seed(),
        "index": drawn.whole(0, 2**64 - 1),
        "start": drawn.start(),
        "winning": drawn.name(WinningRule),
    }
    if drawn.chance(0.2):
        options["disclosed"] = drawn.whole(0, 20)
    return Call(Game.new, (drawn.level(),), options)


def _game_on(drawn: Arguments) -> Call:
    return Call(Game.on, (drawn.board(),), {"winning": drawn.name(WinningRule)})


def _in_game(function: Callable[[Game, Any], Any]) -> Drawer:
    def in_game(drawn: Arguments) -> Call:
        game = drawn.game()

        def acted(cell: Any) -> View:
            function(game, cell)
            return game.view

        return Call(acted, (drawn.cell_of(game.view),))

    return in_game


def _make_agent(drawn: Arguments) -> Call:
    options = {"seed": drawn.seed(), "start": drawn.start()}
    if drawn.chance(0.3):
        options["budget"] = drawn.budget(COUNT)
    return Call(sapper.make_agent, (drawn.name(AGENTS),), options)


def _asked(function: str) -> Drawer:
    def asked(drawn: Arguments) -> Call:
        agent: Agent = drawn.agent()
        return Call(getattr(agent, function), (drawn.view(),))

    return asked


# Reasoning


def _analyzed(drawn: Arguments) -> Call:
    return Call(sapper.analyze, (drawn.view(),), {"budget": drawn.budget(COUNT)})


def _layouts_of_analysis(drawn: Arguments) -> Call:
    view = drawn.any_of(View, lambda: random_view(drawn.random, 9))
    return Call(lambda: sapper.analyze(view).layouts)


def _count_layouts(drawn: Arguments) -> Call:
    return Call(sapper.count_layouts, (drawn.view(),), {"budget": drawn.budget(COUNT)})


def _sample_layouts(drawn: Arguments) -> Call:
    arguments = drawn.view(), drawn.number_of_layouts(9), drawn.seed()
    return Call(sapper.sample_layouts, arguments)


def _win_probability(drawn: Arguments) -> Call:
    return Call(sapper.win_probability, (drawn.view(),), {"budget": drawn.budget(SEARCH)})


def _best_move(drawn: Arguments) -> Call:
    return Call(sapper.best_move, (drawn.view(),), {"budget": drawn.budget(SEARCH)})


def _explain(drawn: Arguments) -> Call:
    view = drawn.draw(
        lambda: random_view(drawn.random, EXPLAINED_SIDE),
        lambda: random_bent_view(drawn.random, EXPLAINED_SIDE),
    )
    return Call(sapper.explain, (view, drawn.cell_of(view)))


def _check(drawn: Arguments) -> Call:
    derivation = drawn.any_of(Derivation, lambda: Derivation((0, 0), True, ()))
    return Call(sapper.check, (drawn.view(), derivation))


def _read_derivation(drawn: Arguments) -> Call:
    content = drawn.any_of(Derivation, lambda: Derivation((0, 0), True, ())).to_json()
    return Call(Derivation.from_json, (_bent_json(content, drawn),))


def _bent_json(content: Any, drawn: Arguments) -> Any:
    """The content with some part replaced by something else."""
    if isinstance(content, dict):
        return {key: _bent_json(value, drawn) for key, value in content.items()}
    if isinstance(content, list):
        return [_bent_json(value, drawn) for value in content]
    if drawn.chance(0.03):
        return drawn.random.choice((None, -1, "x", 1.5, [], {}, True, [[]], 10**30))
    return content


def _explain_move(drawn: Arguments) -> Call:
    view = random_view(drawn.random, EXPLAINED_SIDE)

    def explained() -> Any:
        move: Move = drawn.agent().choose(view)
        return str(move.explain(view))

    return Call(explained)


# Files


def _position(drawn: Arguments) -> Any:
    return drawn.view() if drawn.chance(0.5) else drawn.board()


def _written(drawn: Arguments) -> bytes:
    """A file's content, sometimes with bytes changed."""
    kinds = drawn.random.choice(FORMATS)
    board = drawn.any_of(Board, lambda: Board(random_level(drawn.random, 9).starting("any"), 1))
    return dumps(board, kinds)


def _garbled(content: bytes, drawn: Arguments) -> bytes:
    changed = bytearray(content)
    for _ in range(drawn.random.randrange(1, 5)):
        if changed:
            changed[drawn.random.randrange(len(changed))] = drawn.random.randrange(256)
    return bytes(
        changed[: drawn.random.randrange(len(changed) + 1)] if drawn.chance(0.3) else changed
    )


def _loads(drawn: Arguments) -> Call:
    content = _written(drawn)
    data = drawn.draw(lambda: content, lambda: _garbled(content, drawn))
    mines = drawn.whole(0, 20) if drawn.chance(0.3) else None
    return Call(loads, (data,), {"mines": mines})


def _dumps(drawn: Arguments) -> Call:
    return Call(dumps, (_position(drawn), drawn.name(FORMATS)))


def _save(drawn: Arguments) -> Call:
    path = drawn.draw(
        lambda: drawn.folder / f"board.{drawn.random.choice(FORMATS)}",
        lambda: drawn.folder / "missing" / "board.mine",
    )
    return Call(sapper.save, (_position(drawn), path), also=(OSError,))


def _load(drawn: Arguments) -> Call:
    path = drawn.folder / "read.mine"
    path.write_bytes(_written(drawn) if drawn.chance(0.8) else _garbled(_written(drawn), drawn))
    chosen = drawn.draw(lambda: path, lambda: drawn.folder / "missing.mine")
    return Call(sapper.load, (chosen,), also=(OSError,))


def _to_address(drawn: Arguments) -> Call:
    return Call(to_address, (drawn.view(),))


def _from_address(drawn: Arguments) -> Call:
    return Call(from_address, (drawn.text(lambda: to_address(random_view(drawn.random, 9))),))


# The course


def _sentence(drawn: Arguments) -> Call:
    cells = [random_cell(drawn.random, 3, 3) for _ in range(drawn.random.randrange(5))]

    def used(count: Any) -> None:
        sentence = Sentence(cells, count)
        sentence.known_mines(), sentence.known_safes(), str(sentence)
        for cell in cells[:2]:
            sentence.mark_safe(cell)
        for cell in cells[2:]:
            sentence.mark_mine(cell)

    return Call(used, (drawn.whole(0, 4),))


def _course(drawn: Arguments) -> Call:
    """A game as the course plays it, with a wrong count now and then."""
    height, width = drawn.random.randint(1, 9), drawn.random.randint(1, 9)
    mines = drawn.random.randint(0, height * width // 3)
    seed, lies = drawn.random.getrandbits(64), drawn.chance(0.3)

    def played() -> None:
        random.seed(seed)
        board = Minesweeper(height, width, mines)
        player = MinesweeperAI(height, width)
        while (cell := player.make_safe_move() or player.make_random_move()) is not None:
            if board.is_mine(cell):
                assert lies or cell not in player.safes, "a mine was called safe"
                return
            player.add_knowledge(cell, board.nearby_mines(cell) + lies)
            assert lies or player.mines <= board.mines, "a safe cell was called a mine"

    return Call(played)


def _add_knowledge(drawn: Arguments) -> Call:
    player = MinesweeperAI(drawn.random.randint(1, 9), drawn.random.randint(1, 9))
    cell = drawn.cell(player.height, player.width)
    return Call(player.add_knowledge, (cell, drawn.whole(0, 8)))


# Many games at once


def _make_layouts(drawn: Arguments) -> Call:
    level = drawn.level()
    count = drawn.number_of_layouts(FEW_LAYOUTS)
    options = {"start_index": drawn.whole(0, 2**63)}
    if drawn.chance(0.7):
        options["first"] = drawn.cell_of(LEVELS.get(level) if isinstance(level, str) else level)
    return Call(sapper.make_layouts, (level, drawn.seed(), count), options)


def _play_layouts(drawn: Arguments) -> Call:
    shape = drawn.random.randrange(4), drawn.random.randint(1, 9), drawn.random.randint(1, 9)
    layouts = drawn.draw(
        lambda: np.random.default_rng(drawn.random.getrandbits(32)).random(shape) < 0.2,
        lambda: drawn.random.choice(([], [[[1], [1, 2]]], np.zeros((1, 0, 3)), np.zeros((2, 2)))),
    )
    first = drawn.cell(shape[1], shape[2])
    options = {"threads": drawn.whole(1, 3)} if drawn.chance(0.5) else {}
    return Call(sapper.play_layouts, (drawn.name(AGENTS), layouts, first), options)


FUNCTIONS: dict[str, Drawer] = {
    "Level": _level,
    "Level.parse": _parse_level,
    "Level.named": lambda drawn: Call(Level.named, (drawn.name(LEVELS),)),
    "Level.starting": _starting,
    "Board": _board,
    "Board.from_layout": _from_layout,
    "Board.from_mines": _from_mines,
    "Board.disclosed": _disclosed,
    "Board.number": _about_board_cell(Board.number),
    "Board.is_mine": _about_board_cell(Board.is_mine),
    "View": _view,
    "View.parse": _parse_view,
    "View.from_numbers": _from_numbers,
    "View.revealing": _revealing,
    "View.with_flags": _with_flags,
    "View.changes_since": _changes,
    "View.number": _about_cell(View.number),
    "View.is_hidden": _about_cell(View.is_hidden),
    "View.is_flagged": _about_cell(View.is_flagged),
    "copies of a view": _pickled,
    "neighbours": _neighbours,
    "Game.new": _new_game,
    "Game.on": _game_on,
    "Game.reveal": _in_game(Game.reveal),
    "Game.flag": _in_game(Game.flag),
    "Game.chord": _in_game(Game.chord),
    "make_agent": _make_agent,
    "Agent.choose": _asked("choose"),
    "Agent.conclusions": _asked("conclusions"),
    "Agent.status_line": _asked("status_line"),
    "analyze": _analyzed,
    "Analysis.layouts": _layouts_of_analysis,
    "count_layouts": _count_layouts,
    "sample_layouts": _sample_layouts,
    "win_probability": _win_probability,
    "best_move": _best_move,
    "explain": _explain,
    "Move.explain": _explain_move,
    "check": _check,
    "Derivation.from_json": _read_derivation,
    "load": _load,
    "save": _save,
    "formats.loads": _loads,
    "formats.dumps": _dumps,
    "formats.to_address": _to_address,
    "formats.from_address": _from_address,
    "Sentence": _sentence,
    "MinesweeperAI, a whole game": _course,
    "MinesweeperAI.add_knowledge": _add_knowledge,
    "make_layouts": _make_layouts,
    "play_layouts": _play_layouts,
}
