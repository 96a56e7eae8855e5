"""Thinking beside the window: the newest question counts, and nothing piles up."""

from __future__ import annotations

import time
from collections.abc import Callable
from threading import Event, Lock

from sapper.play.thinker import MOST_AT_ONCE, Failure, Thinker

PATIENCE = 30


def wait_for(thinker: Thinker, wish: Callable[[], object]) -> None:
    last = time.monotonic() + PATIENCE
    while not wish():
        assert time.monotonic() < last
        thinker.collect()
        time.sleep(0.001)


def test_an_overtaken_answer_is_never_heard() -> None:
    thinker, gate, ended = Thinker(), Event(), Event()
    heard: list[str] = []

    def slow() -> str:
        gate.wait(PATIENCE)
        ended.set()
        return "old"

    thinker.ask("why", slow, heard.append)
    thinker.ask("why", lambda: "new", heard.append)
    wait_for(thinker, lambda: heard)
    gate.set()
    wait_for(thinker, ended.is_set)
    wait_for(thinker, lambda: thinker._running == 0)
    assert heard == ["new"]


def test_asking_never_waits() -> None:
    thinker, gate = Thinker(), Event()
    thinker.ask("move", lambda: gate.wait(PATIENCE), lambda answer: None)
    assert thinker.is_busy("move")
    assert not thinker.collect()
    gate.set()
    wait_for(thinker, lambda: not thinker.busy)


def test_a_dropped_question_is_not_answered() -> None:
    thinker, gate = Thinker(), Event()
    heard: list[object] = []
    thinker.ask("move", lambda: gate.wait(PATIENCE), heard.append)
    thinker.ask("odds", lambda: 1, heard.append)
    thinker.drop("move")
    gate.set()
    wait_for(thinker, lambda: thinker._running == 0)
    assert heard == [1]
    thinker.drop()
    assert not thinker.busy


def test_overtaken_thoughts_do_not_pile_up() -> None:
    thinker, gate, lock = Thinker(), Event(), Lock()
    started: list[int] = []
    heard: list[int] = []

    def think(number: int) -> int:
        with lock:
            started.append(number)
        gate.wait(PATIENCE)
        return number

    for number in range(50):
        thinker.ask("why", lambda number=number: think(number), heard.append)  # type: ignore[misc]
    wait_for(thinker, lambda: len(started) == MOST_AT_ONCE)
    gate.set()
    wait_for(thinker, lambda: heard)
    assert heard == [49]
    assert len(started) == MOST_AT_ONCE + 1


def test_an_error_is_an_answer() -> None:
    thinker = Thinker()
    heard: list[object] = []
    thinker.ask("move", lambda: 1 // 0, heard.append)
    wait_for(thinker, lambda: heard)
    assert isinstance(heard[0], Failure)
    assert isinstance(heard[0].error, ZeroDivisionError)
