"""Faults on purpose, to see that they are found: `make soak INJECT=crash`.

Each breaks one function of the engine, or one agent, in the worker that injects it.
"""

from __future__ import annotations

import dataclasses
import os
import signal
import time
from collections.abc import Callable
from typing import Any

from sapper._compiled import compiled
from sapper.agents.random import RandomAgent

LEAKED_AT_ONCE = 4 << 20


def inject(name: str) -> None:
    """Break something from now on."""
    INJECTIONS[name]()


def _lying_agent() -> None:
    """The random agent calls its guesses certain."""
    honest = RandomAgent.choose

    def choose(self: RandomAgent, view: Any) -> Any:
        return dataclasses.replace(honest(self, view), certain=True)

    _replace(RandomAgent, "choose", choose)


def _lying_engine() -> None:
    """The engine's player met a mine in the last of its games, by a move that it called certain."""

    def play_exact(honest: Callable[..., Any], *arguments: Any) -> Any:
        *results, false_cells, luck = honest(*arguments)
        false_cells[-1:] = 0
        return *results, false_cells, luck

    _wrap("play_exact", play_exact)


def _wrong_analysis() -> None:
    """Every chance of a mine is a little too high."""

    def analyze(honest: Callable[..., Any], *arguments: Any) -> Any:
        odds, verdicts = honest(*arguments)
        return odds + 1e-9, verdicts

    _wrap("analyze", analyze)


def _wrong_count() -> None:
    """Each front has one way too many."""

    def front_ways(honest: Callable[..., Any], *arguments: Any) -> Any:
        sea, mines, fronts = honest(*arguments)
        wrong = [(low, size, bytes([digits[0] ^ 1]) + digits[1:]) for low, size, digits in fronts]
        return sea, mines, wrong

    _wrap("front_ways", front_ways)


def _crash() -> None:
    """A search ends the process."""
    _wrap("solve", lambda *_: os.kill(os.getpid(), signal.SIGSEGV))


def _hang() -> None:
    """A search never ends."""
    _wrap("solve", lambda *_: time.sleep(10**6))


def _leak() -> None:
    """Every analysis leaves memory behind."""
    left_behind = []

    def analyze(honest: Callable[..., Any], *arguments: Any) -> Any:
        left_behind.append(bytes(range(256)) * (LEAKED_AT_ONCE // 256))
        return honest(*arguments)

    _wrap("analyze", analyze)


def _undocumented() -> None:
    """Drawing layouts divides by zero."""
    _wrap("sample", lambda *_: 1 // 0)


def _wrap(name: str, wrong: Callable[..., Any]) -> None:
    honest = getattr(compiled, name)
    _replace(compiled, name, lambda *arguments: wrong(honest, *arguments))


def _replace(owner: Any, name: str, value: Any) -> None:
    setattr(owner, name, value)


INJECTIONS: dict[str, Callable[[], None]] = {
    "lying-agent": _lying_agent,
    "lying-engine": _lying_engine,
    "wrong-analysis": _wrong_analysis,
    "wrong-count": _wrong_count,
    "crash": _crash,
    "hang": _hang,
    "leak": _leak,
    "undocumented": _undocumented,
}
