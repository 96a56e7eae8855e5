"""What runs in the guest's process, here in this one: operations in, answers out."""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from threading import Event, Thread
from typing import Any, TypeAlias

import pytest
from student_files import AGENT, line_with, student_file

from sapper.guest.child import threads_of_user
from sapper.guest.child_hall import Hall
from sapper.guest.child_reading import as_number, read_beliefs
from sapper.guest.child_words import shown, words_of
from sapper.guest.operations import COURSE_INTERFACE

Do: TypeAlias = Callable[..., dict[str, Any]]


@pytest.fixture(autouse=True)
def _as_it_was(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """A file that is loaded here leaves nothing behind."""
    monkeypatch.setattr(sys, "path", list(sys.path))
    monkeypatch.setattr(sys, "argv", list(sys.argv))
    monkeypatch.setattr(sys, "dont_write_bytecode", True)
    before = set(sys.modules)
    yield
    for name in set(sys.modules) - before:
        if not name.startswith("sapper"):
            del sys.modules[name]


def loaded(file: Path, class_name: str | None = None) -> Do:
    hall = Hall(str(file), class_name)

    def do(operation: str, **arguments: Any) -> dict[str, Any]:
        return hall.carry_out({"do": operation, **arguments})

    assert "failure" not in do("load")
    return do


def test_a_students_file(tmp_path: Path) -> None:
    file = student_file(tmp_path)
    do = loaded(file)
    assert "no game has begun" in do("make_safe_move")["failure"]["message"]
    do("new_ai", height=1, width=4)
    do("seed_random", seed=1)
    told = do("add_knowledge", cell=[0, 0], count=0, tell=True)
    assert sorted(told["beliefs"]["safes"]) == [0, 0, 0, 1]
    assert do("add_knowledge", cell=[0, 0], count=0, tell=False)["beliefs"] is None
    assert do("make_safe_move")["cell"] == (0, 1)
    assert do("make_random_move")["cell"][0] == 0
    assert do("believe", safes=[[0, 3]], mines=[[0, 2]])["beliefs"]["mines"] == [0, 2]
    assert do("beliefs")["beliefs"]["oddities"] == []
    calls = [["known_safes"], ["mark_safe", [0, 1]], ["str"], ["==", [[0, 1]], 1]]
    results = do("sentence_calls", cells=[[0, 1]], count=0, calls=calls)["results"]
    assert [result["returned"] for result in results] == [
        {"cells": [0, 1]},
        None,
        "set() = 0",
        False,
    ]
    classes = do("interface", expected=COURSE_INTERFACE)["classes"]
    assert set(classes) == {"Sentence", "MinesweeperAI"}
    method = classes["Sentence"]["methods"]["mark_mine"]
    assert method["line"] == line_with(file, "def mark_mine")


@pytest.mark.parametrize(
    ("fault", "kind"),
    [
        ("1 / 0", "exception"),
        ("raise SystemExit", "ended"),
        ("raise MemoryError", "memory"),
        ("raise KeyboardInterrupt", "exception"),
        ("return 'x'", "answer"),
    ],
)
def test_whatever_goes_wrong_is_an_answer(tmp_path: Path, fault: str, kind: str) -> None:
    begins = "def make_safe_move(self):\n"
    file = student_file(tmp_path, begins, f"{begins}        {fault}\n")
    do = loaded(file)
    do("new_ai", height=1, width=2)
    failure = do("make_safe_move")["failure"]
    line = line_with(file, "def make_safe_move") + (kind != "answer")
    assert (failure["kind"], failure["line"]) == (kind, line)


def test_an_agent(tmp_path: Path) -> None:
    file = tmp_path / "some_agent.py"
    file.write_text(AGENT)
    do = loaded(file)
    do("new_agent", options={"step": 1})
    view = {"rows": ["1#"], "mines": 1}
    assert do("ask_agent", method="choose", view=view)["value"]["cell"] == (0, 1)
    assert do("ask_agent", method="beliefs", view=view)["value"]["sentences"] == []
    assert do("ask_agent", method="status_line", view=view)["value"] == ""
    failure = do("ask_agent", method="choose", view={"rows": ["11"], "mines": 0})["failure"]
    assert failure["line"] == line_with(file, "return Move")
    do = loaded(file, "First")
    assert "no game has begun" in do("beliefs")["failure"]["message"]


def test_a_file_that_is_not_there_or_has_nothing_to_play(tmp_path: Path) -> None:
    empty = tmp_path / "nothing.py"
    empty.write_text("")
    hall = Hall(str(empty), None)
    assert hall.carry_out({"do": "load"})["failure"]["kind"] == "load"
    assert Hall(str(empty), "X").carry_out({"do": "load"})["failure"]["message"] == (
        "it has no class X"
    )


def test_values_that_resist_are_told_all_the_same() -> None:
    class Odd(Exception):
        def __str__(self) -> str:
            raise ValueError

        __repr__ = __str__

    assert words_of(Odd()) == "Odd"
    assert shown(Odd()) == "a Odd"
    assert shown("x" * 99).endswith("…")
    assert (as_number(True), as_number(1.0), as_number(1 << 40), as_number(7)) == (None,) * 3 + (7,)
    assert len(read_beliefs(Odd())["oddities"]) == 4


@pytest.mark.skipif(not Path("/proc/self/task").exists(), reason="counted in /proc")
def test_the_users_threads_are_counted() -> None:
    done = Event()
    threads = [Thread(target=done.wait) for _ in range(60)]
    before = threads_of_user()
    for thread in threads:
        thread.start()
    during = threads_of_user()
    done.set()
    for thread in threads:
        thread.join()
    assert during > before + 20  # others may have ended in the meantime
