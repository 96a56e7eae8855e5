"""One contract, kept by every registered agent; and what each does beyond it."""

from __future__ import annotations

import copy
import pickle
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path
from typing import Any, NoReturn

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import sapper
from sapper._compiled import compiled
from sapper.agents import registry
from sapper.agents.base import Agent, Drawn, FromSentence, Move
from sapper.agents.random import RandomAgent
from sapper.agents.registry import AGENTS, make_agent
from sapper.agents.sentence import SentenceAgent
from sapper.board import Board
from sapper.errors import AgentError, Contradiction, NoMoveLeft, OutOfRange, UnknownName
from sapper.game import Game, Status
from sapper.level import Level, StartRule
from sapper.serialize import plain
from sapper.view import View

CONTRACT_LEVELS = [
    Level(1, 1, 0, StartRule.ANY),
    Level(1, 6, 2, StartRule.ANY),
    Level(5, 4, 4, StartRule.OPENING),
    Level(4, 5, 19, StartRule.SAFE),
    Level(8, 8, 8, StartRule.ANY),
    Level(9, 9, 10, StartRule.GIVEN),
    Level(16, 16, 40, StartRule.SAFE),
]

WITH_ENGINE_ALONE = {"expert"}
needs_engine = pytest.mark.skipif(compiled is None, reason="this agent needs the compiled engine")

every_agent = pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=needs_engine if name in WITH_ENGINE_ALONE else ())
        for name in sorted(AGENTS)
    ],
)
every_level = pytest.mark.parametrize("level", CONTRACT_LEVELS, ids=lambda level: level.name)


def played(name: str, level: Level, seed: int) -> list[tuple[View, Move, Game]]:
    """A whole game: each view, the move chosen there, and the game it was made in."""
    game = Game.new(level, seed=seed)
    agent = make_agent(name, seed=seed)
    history = []
    while game.status is Status.PLAYING:
        view = game.view
        move = agent.choose(view)
        game.reveal(move.cell)
        history.append((view, move, game))
    return history


@pytest.mark.slow
@every_agent
@every_level
def test_moves_are_legal_and_certain_ones_never_wrong(name: str, level: Level) -> None:
    for seed in range(12):
        game = Game.new(level, seed=seed)
        agent = make_agent(name, seed=seed)
        while game.status is Status.PLAYING:
            move = agent.choose(game.view)
            assert game.view.is_hidden(move.cell)
            assert move.mine_probability is None or 0 <= move.mine_probability <= 1
            assert not move.certain or move.mine_probability == 0
            assert plain(move)["reason"]["kind"] == move.reason.kind
            settled = agent.conclusions(game.view)
            assert move.certain == bool(settled.safe)
            opened = game.reveal(move.cell)
            assert opened or not move.certain, f"{move} was a mine"
            if game.board is not None:
                assert settled.mines <= game.board.mines
                assert not settled.safe & game.board.mines


@pytest.mark.slow
@every_agent
@every_level
def test_the_same_seed_gives_the_same_game(name: str, level: Level) -> None:
    for seed in range(4):
        again = [move for _, move, _ in played(name, level, seed)]
        assert [move for _, move, _ in played(name, level, seed)] == again


@every_agent
@every_level
def test_a_fresh_copy_agrees_at_every_move(name: str, level: Level) -> None:
    for seed in range(4):
        for view, move, _ in played(name, level, seed):
            assert make_agent(name, seed=seed).choose(view) == move


@every_agent
def test_an_agent_notices_a_view_that_does_not_follow(name: str) -> None:
    one = played(name, CONTRACT_LEVELS[-1], seed=1)
    other = played(name, CONTRACT_LEVELS[2], seed=2)
    agent = make_agent(name, seed=3)
    jumping = [*one[:3], *other[:2], *reversed(one[:6]), *other]
    for view, _, _ in jumping:
        assert agent.choose(view) == make_agent(name, seed=3).choose(view)


@every_agent
def test_flags_are_not_trusted(name: str) -> None:
    for view, move, _ in played(name, CONTRACT_LEVELS[4], seed=5):
        flagged = view.with_flags(view.hidden())
        assert make_agent(name, seed=5).choose(flagged) == move


@every_agent
def test_an_agent_pickles_and_copies_in_the_middle_of_a_game(name: str) -> None:
    agent = make_agent(name, seed=6)
    for view, _, _ in played(name, CONTRACT_LEVELS[-1], seed=6):
        move = agent.choose(view)
        assert pickle.loads(pickle.dumps(agent)).choose(view) == move
        assert copy.deepcopy(agent).choose(view) == move
        assert pickle.loads(pickle.dumps(move)) == move


@every_agent
def test_where_nothing_is_hidden_there_is_no_move(name: str) -> None:
    with pytest.raises(NoMoveLeft):
        make_agent(name).choose(View.parse("00\n00", mines=0))


@every_agent
def test_every_agent_says_what_it_is(name: str) -> None:
    assert AGENTS[name].name == name
    assert AGENTS[name].summary


@every_agent
@pytest.mark.parametrize("seed", [-1, 2**64])
def test_a_seed_out_of_range_is_refused(name: str, seed: int) -> None:
    with pytest.raises(OutOfRange, match="a seed is a whole number"):
        make_agent(name, seed=seed)


@every_agent
@pytest.mark.parametrize("start", [*StartRule, *(rule.value for rule in StartRule)])
def test_every_agent_is_told_the_start_rule_and_copies_know_it(
    name: str, start: StartRule | str
) -> None:
    agent = make_agent(name, seed=3, start=start)
    for one in (agent, copy.deepcopy(agent), pickle.loads(pickle.dumps(agent))):
        assert one.start is StartRule(start)
        assert one.options == agent.options
        assert one.seed == 3
    assert make_agent(name).start is StartRule.SAFE


@every_agent
@pytest.mark.parametrize("start", ["foo", "", None, 3])
def test_a_start_rule_that_is_not_there_is_refused(name: str, start: object) -> None:
    with pytest.raises(UnknownName, match=r"no start rule is called .*; there are: any, safe"):
        make_agent(name, start=start)


@every_agent
def test_threads_may_share_an_agent(name: str) -> None:
    games = [played(name, CONTRACT_LEVELS[-1], seed=9), played(name, CONTRACT_LEVELS[2], seed=9)]
    agent = make_agent(name, seed=9)

    def replay(game: list[tuple[View, Move, Game]]) -> bool:
        return all(agent.choose(view) == move for view, move, _ in game)

    with ThreadPoolExecutor(4) as threads:
        assert all(threads.map(replay, games * 3))


class Stopped(BaseException):
    """As if somebody pressed Ctrl-C."""


@every_agent
def test_an_agent_stopped_in_its_thought_misses_nothing(
    name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    views = [view for view, _, _ in played(name, CONTRACT_LEVELS[-1], seed=8)]
    agent = make_agent(name, seed=8)
    agent.choose(views[0])

    def stop(*_: object) -> NoReturn:
        raise Stopped

    for place in range(1, len(views), 3):
        with monkeypatch.context() as patched:
            patched.setattr(View, "numbers_at", stop)
            patched.setattr(View, "hidden", stop)
            with suppress(Stopped):
                agent.choose(views[place])
        assert agent.choose(views[place]) == make_agent(name, seed=8).choose(views[place])


@every_agent
def test_more_mines_than_cells_is_a_contradiction(name: str) -> None:
    with pytest.raises(Contradiction):
        make_agent(name).choose(View.parse("1##", mines=3))


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
@settings(max_examples=150, deadline=None)
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
    """Written as CONTRIBUTING says: its own options by name, the others passed on."""

    name = "with-options"

    def __init__(self, *, depth: int = 1, **told_to_all: Any) -> None:
        super().__init__(depth=depth, **told_to_all)
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
