"""Sapper: a Minesweeper AI that plays by reasoning.

>>> import sapper
>>> game = sapper.Game.new("beginner", seed=2)
>>> agent = sapper.make_agent("sentence", seed=2)
>>> while game.status is sapper.Status.PLAYING:
...     move = agent.choose(game.view)
...     opened = game.reveal(move.cell)
>>> print(game.status)
won

The names below are loaded when first used, so that importing the package costs next to nothing.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from sapper.agents.base import Agent as Agent
    from sapper.agents.base import Move as Move
    from sapper.agents.batches import Moves as Moves
    from sapper.agents.batches import best_moves as best_moves
    from sapper.agents.expert import best_move as best_move
    from sapper.agents.judging import JudgedMove as JudgedMove
    from sapper.agents.judging import Verdict as Verdict
    from sapper.agents.judging import judge_move as judge_move
    from sapper.agents.registry import AGENTS as AGENTS
    from sapper.agents.registry import make_agent as make_agent
    from sapper.agents.registry import register as register
    from sapper.board import Board as Board
    from sapper.boards.make import MadeBoard as MadeBoard
    from sapper.boards.make import make_board as make_board
    from sapper.boards.make import make_boards as make_boards
    from sapper.course import Sentence as Sentence
    from sapper.errors import AgentError as AgentError
    from sapper.errors import BudgetExceeded as BudgetExceeded
    from sapper.errors import CellError as CellError
    from sapper.errors import Contradiction as Contradiction
    from sapper.errors import ContradictionWarning as ContradictionWarning
    from sapper.errors import DoesNotFollow as DoesNotFollow
    from sapper.errors import FormatError as FormatError
    from sapper.errors import GameOver as GameOver
    from sapper.errors import LevelError as LevelError
    from sapper.errors import NoBoardFound as NoBoardFound
    from sapper.errors import NoMoveLeft as NoMoveLeft
    from sapper.errors import OutOfRange as OutOfRange
    from sapper.errors import ParseError as ParseError
    from sapper.errors import SapperError as SapperError
    from sapper.errors import SaveError as SaveError
    from sapper.errors import UnknownName as UnknownName
    from sapper.errors import WrongType as WrongType
    from sapper.exact.analysis import Analysis as Analysis
    from sapper.exact.analysis import analyze as analyze
    from sapper.exact.analysis import count_layouts as count_layouts
    from sapper.exact.analysis import sample_layouts as sample_layouts
    from sapper.exact.batches import Analyses as Analyses
    from sapper.exact.batches import analyze_many as analyze_many
    from sapper.exact.endgame import win_probability as win_probability
    from sapper.formats import load as load
    from sapper.formats import save as save
    from sapper.game import Game as Game
    from sapper.game import Status as Status
    from sapper.game import WinningRule as WinningRule
    from sapper.grid import Cell as Cell
    from sapper.grid import neighbours as neighbours
    from sapper.lab.bulk import make_layouts as make_layouts
    from sapper.lab.bulk import play_layouts as play_layouts
    from sapper.level import LEVELS as LEVELS
    from sapper.level import Level as Level
    from sapper.level import StartRule as StartRule
    from sapper.measures import BoardMeasures as BoardMeasures
    from sapper.measures import GameMeasures as GameMeasures
    from sapper.proof.check import check as check
    from sapper.proof.ladder import easiest as easiest
    from sapper.proof.search import explain as explain
    from sapper.proof.steps import Derivation as Derivation
    from sapper.proof.steps import Odds as Odds
    from sapper.proof.technique import BoardGrade as BoardGrade
    from sapper.proof.technique import Stage as Stage
    from sapper.proof.technique import Technique as Technique
    from sapper.solution import Solution as Solution
    from sapper.solution import solve as solve
    from sapper.view import View as View

__version__ = "0.2.0"

_HOMES = {
    "agents.base": ("Agent", "Move"),
    "agents.batches": ("Moves", "best_moves"),
    "agents.expert": ("best_move",),
    "agents.judging": ("JudgedMove", "Verdict", "judge_move"),
    "agents.registry": ("AGENTS", "make_agent", "register"),
    "board": ("Board",),
    "boards.make": ("MadeBoard", "make_board", "make_boards"),
    "errors": (
        "AgentError",
        "BudgetExceeded",
        "CellError",
        "Contradiction",
        "ContradictionWarning",
        "DoesNotFollow",
        "FormatError",
        "GameOver",
        "LevelError",
        "NoBoardFound",
        "NoMoveLeft",
        "OutOfRange",
        "ParseError",
        "SapperError",
        "SaveError",
        "UnknownName",
        "WrongType",
    ),
    "exact.batches": ("Analyses", "analyze_many"),
    "exact.endgame": ("win_probability",),
    "exact.analysis": ("Analysis", "analyze", "count_layouts", "sample_layouts"),
    "formats": ("load", "save"),
    "game": ("Game", "Status", "WinningRule"),
    "grid": ("Cell", "neighbours"),
    "course": ("Sentence",),
    "measures": ("BoardMeasures", "GameMeasures"),
    "level": ("LEVELS", "Level", "StartRule"),
    "lab.bulk": ("make_layouts", "play_layouts"),
    "proof.check": ("check",),
    "proof.ladder": ("easiest",),
    "proof.search": ("explain",),
    "proof.steps": ("Derivation", "Odds"),
    "proof.technique": ("BoardGrade", "Stage", "Technique"),
    "solution": ("Solution", "solve"),
    "view": ("View",),
}
_HOME_OF = {name: home for home, names in _HOMES.items() for name in names}

__all__ = sorted(_HOME_OF)


def __getattr__(name: str) -> Any:
    if name not in _HOME_OF:
        raise AttributeError(f"module 'sapper' has no attribute {name!r}")
    value = getattr(import_module(f"sapper.{_HOME_OF[name]}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_HOME_OF})
