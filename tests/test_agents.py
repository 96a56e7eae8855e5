"""One contract, kept by every registered agent; and what each does beyond it."""

from __future__ import annotations

import pickle
import sys
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper import testing
from sapper._compiled import compiled
from sapper.agents import registry
from sapper.agents.base import Agent, Drawn, FromSentence
from sapper.agents.random import RandomAgent
from sapper.agents.registry import AGENTS, make_agent
from sapper.agents.sentence import SentenceAgent
from sapper.board import Board
from sapper.errors import AgentError, Contradiction, NoMoveLeft, OutOfRange, UnknownName
from sapper.game import Game, Status
from sapper.level import Level, StartRule
from sapper.view import View

WITH_ENGINE_ALONE = {"expert"}
needs_engine = pytest.mark.skipif(compiled is None, reason="this agent needs the compiled engine")

every_agent = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=needs_engine if name in WITH_ENGINE_ALONE else ())
        for name in sorted(AGENTS)
    ],
)


@pytest.mark.slow
@every_agent
@pytest.mark.parametrize("promise", testing.CHECKS)
def test_every_agent_keeps_the_contract(name: str, promise: str) -> None:
    games = 12 if "never hit a mine" in promise else 4
    testing.CHECKS[promise](testing.Examined(name, testing.LEVELS, games))


@every_agent
def test_every_agent_is_called_what_it_is_listed_under(name: str) -> None:
    assert AGENTS[name].name == name


@every_agent
def test_the_start_rule_is_safe_unless_told(name: str) -> None:
    assert make_agent(name).start is StartRule.SAFE


@every_agent
def test_what_is_out_of_range_is_refused_in_words(name: str) -> None:
    with pytest.raises(OutOfRange, match="a seed is a whole number"):
        make_agent(name, seed=-1)
    with pytest.raises(UnknownName, match=r"no start rule is called .*; there are: any, safe"):
        make_agent(name, start="foo")


def test_every_seed_draws_for_itself() -> None:
    view = View.parse("1##\n###", mines=2)
    for start in (0, 2**53, 2**62, 2**63, 2**64 - 400):
        drawn = {RandomAgent(seed=start + more).choose(view).cell for more in range(400)}
        assert drawn == set(view.hidden())
    neighbouring = [RandomAgent(seed=2**62 + more).choose(view).cell for more in range(400)]
    assert len({tuple(neighbouring[at : at + 8]) for at in range(0, 400, 8)}) > 40


# The agents one by one


def test_random_is_uniform_among_hidden_cells() -> None:
    view = View.parse("1##\n###", mines=2)
    drawn = [RandomAgent(seed=seed).choose(view) for seed in range(3000)]
    counts = {cell: sum(move.cell == cell for move in drawn) for cell in view.hidden()}
    assert sum(counts.values()) == 3000
    assert all(500 < count < 700 for count in counts.values())
    assert drawn[0].mine_probability == 2 / 5
    assert drawn[0].reason == Drawn(candidates=5)


def test_sentence_uses_the_subset_rule_and_says_which_sentence_told() -> None:
    # 1 at (1, 0) sees two hidden cells, 1 at (1, 1) sees the same two and one more.
    view = View.parse("###\n111", mines=1)
    move = SentenceAgent().choose(view)
    assert move.certain
    assert move.cell == (0, 0)
    assert isinstance(move.reason, FromSentence)
    assert move.reason == FromSentence(frozenset({(0, 0)}), 0)


def test_sentence_draws_among_cells_that_are_not_known_mines() -> None:
    view = View.parse("1##\n#4#\n###", mines=4)
    settled = SentenceAgent().conclusions(view)
    assert not settled.safe
    for seed in range(50):
        move = SentenceAgent(seed=seed).choose(view)
        assert not move.certain
        assert move.cell not in settled.mines
        assert move.mine_probability == (4 - len(settled.mines)) / (7 - len(settled.mines))


def test_sentence_has_no_move_where_all_that_is_left_are_mines() -> None:
    with pytest.raises(NoMoveLeft, match="known to be a mine"):
        SentenceAgent().choose(View.parse("1#", mines=1))


@pytest.mark.parametrize(("text", "mines"), [("4#\n##", 3), ("1#1\n3#3\n111", 1), ("3#\n##", 2)])
def test_a_view_that_can_not_be_is_a_contradiction_and_the_agent_goes_on(
    text: str, mines: int
) -> None:
    agent = SentenceAgent()
    possible = View.parse("1#\n##", mines=1)
    before = agent.choose(possible)
    with pytest.raises(Contradiction):
        agent.choose(View.parse(text, mines=mines))
    assert agent.choose(possible) == before


@given(st.integers(0, 2**32), st.integers(1, 7), st.integers(1, 7), st.floats(0, 0.5))
@settings(max_examples=150)
def test_sentence_settles_only_what_holds_in_the_truth(
    seed: int, height: int, width: int, density: float
) -> None:
    level = Level(height, width, int(density * height * width), StartRule.ANY)
    board = Board(level, seed)
    game = Game.on(board)
    agent = SentenceAgent(seed=seed % 97)
    while game.status is Status.PLAYING:
        settled = agent.conclusions(game.view)
        assert settled.mines <= board.mines
        assert not settled.safe & board.mines
        game.reveal(agent.choose(game.view).cell)


# The registry


def test_names_that_are_not_there() -> None:
    with pytest.raises(UnknownName, match="no agent is called 'deep'; there are: random, sent"):
        make_agent("deep")
    with pytest.raises(KeyError):
        AGENTS["deep"]
    with pytest.raises(AgentError, match=r"no option 'depth'; it has: seed, start$"):
        make_agent("random", depth=2)
    assert len(AGENTS) == len(list(AGENTS))


class Brought(RandomAgent):
    name = "brought"
    summary = "comes from another package"


class ExitsWhenMade(Brought):
    def __init__(self, **told_to_all: Any) -> None:
        sys.exit(0)


def test_other_packages_bring_agents(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    (tmp_path / "exits_at_import.py").write_text("raise SystemExit(0)")
    monkeypatch.syspath_prepend(tmp_path)
    points = [
        EntryPoint("brought", "test_agents:Brought", "sapper.agents"),
        EntryPoint("random", "test_agents:Brought", "sapper.agents"),
        EntryPoint("missing", "nowhere_at_all:Agent", "sapper.agents"),
        EntryPoint("wrong", "json:dumps", "sapper.agents"),
        EntryPoint("exits", "exits_at_import:Agent", "sapper.agents"),
        EntryPoint("unmade", "test_agents:ExitsWhenMade", "sapper.agents"),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints(points))
    found = registry.Registry()
    monkeypatch.setattr(registry, "AGENTS", found)
    assert set(found) >= {"random", "sentence", "brought", "missing", "wrong"}
    assert registry.make_agent("brought", seed=1).choose(View(1, 1, 0)).cell == (0, 0)
    assert found["random"] is RandomAgent  # nobody replaces what is Sapper's own
    assert "missing" in found
    with pytest.raises(AgentError, match=r"'missing' .* fails to load"):
        registry.make_agent("missing")
    with pytest.raises(AgentError, match=r"'wrong' .* is not a subclass of Agent"):
        registry.make_agent("wrong")
    with pytest.raises(AgentError, match=r"'exits' .* fails to load: SystemExit: 0"):
        registry.make_agent("exits")
    with pytest.raises(AgentError, match=r"agent 'unmade' can't be made: SystemExit: 0"):
        registry.make_agent("unmade")


class WithOptions(RandomAgent):
    """Written as CONTRIBUTING says: its own options kept by name, the others passed on."""

    name = "with-options"

    def __init__(self, *, depth: int = 1, **told_to_all: Any) -> None:
        super().__init__(**told_to_all)
        self.depth = depth


class TakesNoStart(RandomAgent):
    name = "takes-no-start"

    def __init__(self, *, seed: int = 0) -> None:
        super().__init__(seed=seed)


def test_agents_of_other_packages_are_told_the_start_rule(monkeypatch: pytest.MonkeyPatch) -> None:
    points = [
        EntryPoint("brought", "test_agents:Brought", "sapper.agents"),
        EntryPoint("with-options", "test_agents:WithOptions", "sapper.agents"),
        EntryPoint("takes-no-start", "test_agents:TakesNoStart", "sapper.agents"),
    ]
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints(points))
    monkeypatch.setattr(registry, "AGENTS", registry.Registry())
    assert registry.make_agent("brought", start="opening").start is StartRule.OPENING
    agent = registry.make_agent("with-options", seed=2, start="any", depth=5)
    again = pickle.loads(pickle.dumps(agent))
    assert (again.seed, again.start, again.depth) == (2, StartRule.ANY, 5)
    with pytest.raises(AgentError, match=r"no option 'width'; it has: seed, start, depth$"):
        registry.make_agent("with-options", width=2)
    assert registry.make_agent("takes-no-start", seed=2).seed == 2
    with pytest.raises(
        AgentError,
        match=r"'takes-no-start' \(test_agents:TakesNoStart\) can't be told its start: "
        r"its __init__ must accept 'start'",
    ):
        registry.make_agent("takes-no-start", start="any")


def test_the_public_names_are_all_there() -> None:
    for name in sapper.__all__:
        assert getattr(sapper, name) is not None
    assert set(sapper.__all__) <= set(dir(sapper))
    with pytest.raises(AttributeError, match="no attribute 'nonsense'"):
        sapper.nonsense  # noqa: B018
    assert issubclass(sapper.AGENTS["random"], Agent)
