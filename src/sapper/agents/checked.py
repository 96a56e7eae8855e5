"""An agent's answers, checked: whatever goes wrong in its code is a crash of the agent.

Agents may come from other packages. Games, tables and the laboratory ask them here alone, so that
all take the same moves, and report the same faults.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from typing import TypeVar

from sapper.agents.base import Agent, Beliefs, Conclusions, Move
from sapper.errors import (
    AgentCrashed,
    BudgetExceeded,
    CellError,
    Contradiction,
    EngineMissing,
    ExtraMissing,
    GuestFailed,
    NoMoveLeft,
)
from sapper.grid import check_cell
from sapper.view import View

Answer = TypeVar("Answer")
REFUSALS = (NoMoveLeft, BudgetExceeded, Contradiction, EngineMissing, ExtraMissing, MemoryError)
"""What an agent may raise instead of an answer: the fault is not in its code."""


def choose(view: View, agent: Agent) -> Move:
    """The agent's move, which opens a hidden cell; anything else it does is a crash.

    >>> from sapper.agents.registry import make_agent
    >>> choose(View.parse("#1##", mines=1), make_agent("exact")).cell
    (0, 3)
    """
    move = _answer(agent, agent.choose, view, Move, "a move")
    try:
        cell = check_cell(move.cell, view.height, view.width)
    except CellError as error:
        raise AgentCrashed(agent.name, f"its move is impossible: {error}") from None
    if not view.is_hidden(cell):
        raise AgentCrashed(agent.name, f"it chose {cell}, which is open already")
    return replace(move, cell=cell)


def conclusions(view: View, agent: Agent) -> Conclusions:
    """What the agent knows for certain.

    >>> from sapper.agents.registry import make_agent
    >>> sorted(conclusions(View.parse("#1##", mines=1), make_agent("exact")).safe)
    [(0, 3)]
    """
    return _answer(agent, agent.conclusions, view, Conclusions, "its conclusions")


def beliefs(view: View, agent: Agent) -> Beliefs:
    """What the agent takes to be true, be it or not.

    >>> from sapper.agents.registry import make_agent
    >>> sorted(beliefs(View.parse("#1##", mines=1), make_agent("exact")).safe)
    [(0, 3)]
    """
    return _answer(agent, agent.beliefs, view, Beliefs, "its beliefs")


def status_line(view: View, agent: Agent) -> str:
    """What the agent shows beside the board: one line, or nothing.

    >>> from sapper.agents.registry import make_agent
    >>> status_line(View.parse("#1##", mines=1), make_agent("exact"))
    ''
    """
    return _answer(agent, agent.status_line, view, str, "a line of text")


def _answer(
    agent: Agent, ask: Callable[[View], object], view: View, kind: type[Answer], expected: str
) -> Answer:
    """What the agent answers, if it is of the right kind."""
    try:
        answer = ask(view)
    except (*REFUSALS, KeyboardInterrupt, GeneratorExit):
        raise
    except GuestFailed as failed:  # its sentence names the agent's own file, and the line
        raise AgentCrashed(agent.name, str(failed)) from failed
    except BaseException as error:  # even sys.exit, which would end the program without a word
        raise AgentCrashed(agent.name, f"{type(error).__name__}: {error}") from error
    if not isinstance(answer, kind):
        raise AgentCrashed(agent.name, f"it returned {answer!r}, not {expected}")
    return answer
