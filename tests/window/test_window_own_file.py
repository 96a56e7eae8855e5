"""Somebody's own file makes the AI's moves in the window, and fails there without ending it."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import TYPE_CHECKING

import pytest
from student_files import student_file

from sapper.agents.registry import AGENTS
from sapper.interface.window.widgets import Dropdown

if TYPE_CHECKING:
    from window.conftest import Driver


@pytest.fixture
def file(tmp_path: Path) -> Path:
    file = student_file(tmp_path)
    AGENTS.admit(str(file))
    return file


def test_it_plays_and_a_failure_is_told(file: Path, playing: Callable[..., Driver]) -> None:
    window = playing("course", seed=4, agent=str(file))
    table, session = window.game.session.table, window.game.session
    shown = window.widget("agent")
    assert isinstance(shown, Dropdown)
    assert shown.chosen == "minesweeper.py"
    session.ai_move()
    window.settle()
    assert table.turns == 1
    whole = file.read_text()
    begins = "def make_safe_move(self):\n"
    file.write_text(whole.replace(begins, f"{begins}        [].pop()\n"))
    session.ai_move()
    window.settle()
    assert "minesweeper.py, line " in session.message.words
    assert "IndexError: pop from empty list" in session.message.words
    assert table.turns == 1
    file.write_text(whole)
    session.ai_move()
    window.settle()
    assert table.turns == 2
    window.picture()
