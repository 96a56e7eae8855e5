"""An agent that crashes ends its own games in a run of the laboratory, and no others."""

from __future__ import annotations

from pathlib import Path

import pytest

from sapper.errors import AgentCrashed, RunError
from sapper.lab.experiments import Compare, WinRate
from sapper.lab.run import RunLocation, run
from sapper.lab.store import Store

CRASHES = """
class Sentence: ...

class MinesweeperAI:
    def __init__(self, height=8, width=8):
        self.moves_made, self.mines, self.safes, self.knowledge = set(), set(), set(), []

    def add_knowledge(self, cell, count):
        raise KeyError(cell)

    def make_safe_move(self): ...

    def make_random_move(self):
        return (4, 4)
"""


@pytest.fixture
def crashing(tmp_path: Path) -> str:
    file = tmp_path / "minesweeper.py"
    file.write_text(CRASHES)
    return str(file)


def test_the_other_agents_games_are_played_and_saved(crashing: str) -> None:
    both = WinRate(30, 1, agents=(crashing, "exact"), levels=("beginner",), starts=("safe",))
    alone = WinRate(30, 1, agents=("exact",), levels=("beginner",), starts=("safe",))
    with Store(":memory:") as store:
        with pytest.raises(RunError, match=r"line 9: KeyError.*the other games are played") as told:
            run(both, store, RunLocation(workers=1))
        assert isinstance(told.value.__cause__, AgentCrashed)
        assert store.missing(alone.cases[0], 30) == []
        assert len(store.missing(both.cases[0], 30)) == 1


def test_alone_or_in_a_comparison_it_ends_the_run(crashing: str) -> None:
    alone = WinRate(30, 1, agents=(crashing,), levels=("beginner",), starts=("safe",))
    pair = Compare(3000, 1, agents=(crashing, "exact"), level="beginner")
    for experiment in (alone, pair):
        with Store(":memory:") as store, pytest.raises(AgentCrashed, match="line 9: KeyError"):
            run(experiment, store, RunLocation(workers=1))
