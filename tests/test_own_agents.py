"""An agent of one's own is taken wherever a name is: an object, a class, `module:Class`."""

from __future__ import annotations

import copy
import pickle
import re
import subprocess
import sys
from importlib import import_module
from pathlib import Path
from textwrap import dedent
from typing import Any

import numpy as np
import pytest

import sapper
from sapper import testing
from sapper._compiled import compiled
from sapper.agents import own_class, registry
from sapper.agents.base import Agent, Drawn, Move
from sapper.agents.exact import ExactAgent
from sapper.agents.random import RandomAgent
from sapper.agents.registry import AGENTS, OWN_AGENTS, agent_name, make_agent
from sapper.agents.sentence import SentenceAgent
from sapper.errors import AgentError, ExperimentError, SapperError, UnknownName
from sapper.lab.agent_spec import AgentSpec
from sapper.lab.experiments import Compare, Density, WinRate
from sapper.lab.run import RunLocation, run
from sapper.lab.signature import signature
from sapper.lab.store import Store
from sapper.level import StartRule
from sapper.view import View

needs_engine = pytest.mark.skipif(compiled is None, reason="the engine is not built")


class Last(RandomAgent):
    """Opens the last hidden cell."""

    name = "last"
    summary = "opens the last hidden cell"

    def __init__(self, *, step: int = 1, **told_to_all: Any) -> None:
        super().__init__(**told_to_all)
        self.step = step

    def choose(self, view: View) -> Move:
        drawn = super().choose(view)
        return Move(view.hidden()[-self.step], False, None, drawn.reason)


CONTRIBUTING = Path(__file__).parent.parent / "CONTRIBUTING.md"
HERE = f"{Last.__module__}:Last"

CAREFUL = """
from sapper.agents.sentence import SentenceAgent

class Careful(SentenceAgent):
    name = "careful"
    summary = "a sentence agent by another name"

class NoAgent:
    pass

class Outer:
    class Inner(Careful):
        pass
"""


@pytest.fixture(autouse=True)
def _registry_as_it_was(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(own_class, "_MET", {})
    monkeypatch.setattr(sys, "path", [*sys.path])


@pytest.fixture
def in_folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder with a module, which is where we are."""
    (tmp_path / "careful_agents.py").write_text(CAREFUL)
    (tmp_path / "broken_agents.py").write_text("raise SystemExit(3)")
    monkeypatch.chdir(tmp_path)
    for module in ("careful_agents", "broken_agents"):
        monkeypatch.delitem(sys.modules, module, raising=False)
    return tmp_path


def layouts() -> Any:
    return sapper.make_layouts("beginner", seed=1, count=30)


@pytest.mark.parametrize("agent", [Last, Last(), HERE], ids=["class", "agent", "reference"])
def test_layouts_are_played_by_whatever_stands_for_the_agent(agent: registry.AgentLike) -> None:
    sapper.register("last", Last)
    expected = sapper.play_layouts("last", layouts(), (0, 0))
    played = sapper.play_layouts(agent, layouts(), (0, 0))
    np.testing.assert_array_equal(played.won, expected.won)
    np.testing.assert_array_equal(played.guesses, expected.guesses)
    assert expected.guesses.sum() > 0


def test_an_agent_keeps_its_options_unless_told_otherwise() -> None:
    second = Last(step=2, seed=4)
    assert make_agent(second) is second
    again = make_agent(second, seed=5)
    assert isinstance(again, Last)
    assert (again.step, again.seed) == (2, 5)
    assert make_agent(Last, step=3).options["step"] == 3
    with pytest.raises(AgentError, match=r"'test_own_agents:Last' has no option 'depth'; it has:"):
        make_agent(Last, depth=1)


def test_our_own_classes_play_where_their_names_do() -> None:
    assert agent_name(ExactAgent) == "exact"
    by_name = sapper.play_layouts("exact", layouts(), (0, 0))
    by_agent = sapper.play_layouts(ExactAgent(budget=1000), layouts(), (0, 0))
    if compiled is not None:
        assert by_agent.move_seconds is None  # in the engine
    np.testing.assert_array_equal(by_name.won, by_agent.won)


def test_a_subclass_is_not_taken_for_its_parent() -> None:
    class Bolder(ExactAgent):
        pass

    assert agent_name(Bolder) != "exact"
    played = sapper.play_layouts(Bolder, layouts()[:3], (0, 0))
    assert played.move_seconds is not None


def test_a_class_is_found_in_a_module_of_this_folder(in_folder: Path) -> None:
    agent = make_agent("careful_agents:Careful", seed=3)
    assert (agent.name, agent.seed) == ("careful", 3)
    assert type(make_agent("careful_agents:Outer.Inner")).__name__ == "Inner"
    assert AgentSpec.parse("careful_agents:Careful:seed=7").options == (("seed", 7),)


@pytest.mark.parametrize(
    ("name", "told"),
    [
        ("nowhere_at_all:Agent", "fails to load: No module named 'nowhere_at_all'"),
        ("careful_agents:Missing", "fails to load: module 'careful_agents' has no attribute"),
        ("careful_agents:NoAgent", "is not a subclass of Agent"),
        ("broken_agents:Agent", r"fails to load: SystemExit\(3\)"),
    ],
)
def test_a_class_that_is_none_is_refused(in_folder: Path, name: str, told: str) -> None:
    with pytest.raises(AgentError, match=rf"agent '{name}' {told}"):
        make_agent(name)


@pytest.mark.parametrize("agent", [3, None, object(), int, View(1, 1, 0)])
def test_what_is_no_agent_is_refused(agent: Any) -> None:
    with pytest.raises(AgentError, match="is not a subclass of Agent"):
        make_agent(agent)


def test_only_who_is_admitted_is_listed() -> None:
    make_agent(HERE)
    agent_name(Last)
    assert HERE not in AGENTS  # a page can't name it
    assert AGENTS.admit(HERE) == HERE
    assert HERE in AGENTS


def test_a_registered_agent_is_one_of_all() -> None:
    sapper.register("last", Last)
    assert "last" in AGENTS
    assert list(AGENTS)[-1] == "last"
    assert agent_name(Last(step=2)) == "last"
    assert make_agent("last", step=2).options["step"] == 2

    class Later(Last):
        pass

    sapper.register("last", Later)  # as when a cell of a notebook runs again
    assert type(make_agent("last")) is Later


@pytest.mark.parametrize("name", ["", "a b", "x:y", "x.py", "a,b", None])
def test_a_name_must_be_one(name: Any) -> None:
    with pytest.raises(AgentError, match="is registered under a name of letters"):
        sapper.register(name, Last)


def test_nobody_replaces_what_is_there() -> None:
    with pytest.raises(AgentError, match="there is an agent called 'sentence' already"):
        sapper.register("sentence", Last)
    with pytest.raises(AgentError, match="'five' is not a subclass of Agent"):
        sapper.register("five", 5)  # type: ignore[arg-type]


def test_a_missing_option_value_is_still_told_apart() -> None:
    with pytest.raises(ExperimentError, match="an agent's option reads NAME=VALUE"):
        AgentSpec.parse("exact:budget")
    with pytest.raises(UnknownName):
        AgentSpec.parse("deep")


# The laboratory


def test_experiments_take_agents_as_they_come() -> None:
    experiment = WinRate(
        5, 1, agents=(Last, Last(step=2), "exact"), levels=("5x5/3",), starts=("safe",)
    )
    assert experiment.agents == (HERE, f"{HERE}:step=2", "exact")
    assert f"--agents {HERE},{HERE}:step=2,exact " in experiment.command()
    assert WinRate.from_parameters(experiment.parameters()) == experiment
    compared = Compare(5, 1, agents=(SentenceAgent(seed=3), Last), level="5x5/3")
    assert compared.agents == ("sentence:seed=3", HERE)
    assert Density(5, 1, agents=(Last,), size="5x5", mines=(2, 3)).agents == (HERE,)


@pytest.mark.parametrize(
    ("step", "told"),
    [
        (object(), "options of agent test_own_agents:Last can't be written: Object of type object"),
        ((1, 2), r"option 'step' is one number, word or truth value, not \[1, 2\]"),
        ("a:b", "an agent's option reads NAME=VALUE, not 'b'"),
        ("5", "Last made again has step=5, not '5': its __init__ must keep each option"),
    ],
)
def test_options_that_can_not_be_written_are_refused(step: Any, told: str) -> None:
    with pytest.raises(SapperError, match=told):
        AgentSpec.of(Last(step=step))


def test_a_class_that_no_worker_finds_is_refused() -> None:
    """Two of them may have one name: the one would be measured as the other."""

    def opening(step: int) -> type[Agent]:
        class Closed(Last):
            def choose(self, view: View) -> Move:
                return Move(view.hidden()[-step], False, None, Drawn(1))

        return Closed

    with pytest.raises(ExperimentError, match=r"Closed is a class that a function defines"):
        WinRate(5, 1, agents=(opening(1),), levels=("5x5/3",), starts=("safe",))


def test_the_signature_tells_the_code() -> None:
    assert "code" in signature(AgentSpec.of(Last))


def test_a_class_in_no_file_is_told_by_its_lines() -> None:
    scope: dict[str, Any] = {"RandomAgent": RandomAgent, "__name__": "nowhere"}
    exec("class Lost(RandomAgent):\n    name = 'lost'", scope)
    with pytest.raises(AgentError, match="whose code is in a file"):
        signature(AgentSpec.of(scope["Lost"]))


@pytest.mark.slow
def test_workers_know_a_registered_agent() -> None:
    """They are processes, in which nobody has registered anything."""
    sapper.register("lately", Last)
    experiment = WinRate(
        20, 1, agents=("lately", Last(step=2)), levels=("5x5/3",), starts=("safe",)
    )
    assert experiment.agents == ("lately", "lately:step=2")
    with Store(":memory:") as store:
        table = run(experiment, store, RunLocation(workers=2)).results().to_csv()
    assert "lately" in table


@pytest.mark.slow
def test_a_script_measures_the_class_it_defines(tmp_path: Path) -> None:
    script = tmp_path / "script.py"
    script.write_text(
        dedent(
            """
            from sapper.agents.random import RandomAgent
            from sapper.lab.experiments import WinRate
            from sapper.lab.run import RunLocation, run
            from sapper.lab.store import Store

            class Mine(RandomAgent):
                name = "mine"
                summary = "is defined in a script"

            if __name__ == "__main__":
                experiment = WinRate(30, 1, (Mine,), ("5x5/3",), ("safe",))
                with Store(":memory:") as store:
                    print(run(experiment, store, RunLocation(workers=2)).results().to_csv())
            """
        )
    )
    done = subprocess.run(
        [sys.executable, script], capture_output=True, text=True, timeout=120, check=False
    )
    assert done.returncode == 0, done.stderr
    assert "__main__:Mine" in done.stdout


@pytest.mark.slow
def test_the_commands_take_a_module_of_this_folder(in_folder: Path) -> None:
    for arguments in (
        ["watch", "--agent", "careful_agents:Careful", "--size", "5x5/3", "--pace", "0"],
        ["lab", "compare", "careful_agents:Careful", "random", "--level", "5x5/3", "--games", "9"],
    ):
        done = subprocess.run(
            [sys.executable, "-m", "sapper.interface.commands.entry", *arguments],
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
            cwd=in_folder,
        )
        assert done.returncode == 0, done.stderr + done.stdout
        assert "Traceback" not in done.stderr


# An agent is its class and its options, whatever it derives from


OURS = [pytest.param(name, marks=needs_engine if name == "expert" else ()) for name in OWN_AGENTS]


@pytest.fixture(params=OURS)
def deeper(request: pytest.FixtureRequest, monkeypatch: pytest.MonkeyPatch) -> type[Agent]:
    """A subclass of each of our agents with an option of its own, as CONTRIBUTING shows it."""
    base: Any = AGENTS[request.param]

    def init(self: Any, *, depth: int, **told_to_all: Any) -> None:
        base.__init__(self, **told_to_all)
        self.depth = depth

    kind = type("Deeper", (base,), {"__init__": init, "__module__": __name__})
    monkeypatch.setattr(sys.modules[__name__], "Deeper", kind, raising=False)
    return kind


def test_a_subclass_keeps_its_options_and_those_of_its_parent(deeper: Any) -> None:
    agent = deeper(depth=3, seed=2, start="opening")
    copies: list[Any] = [
        pickle.loads(pickle.dumps(agent)),
        copy.copy(agent),
        copy.deepcopy(agent),
        make_agent(make_agent(agent, seed=5), seed=2),
        AgentSpec.of(agent).make(StartRule.OPENING),
    ]
    for again in copies:
        assert type(again) is deeper
        assert again is not agent
        assert again.options == agent.options
        assert (again.depth, again.seed, again.start) == (3, 2, StartRule.OPENING)
    assert str(AgentSpec.of(agent)) == f"{__name__}:Deeper:depth=3:seed=2"


@needs_engine
@pytest.mark.parametrize("deeper", ["expert"], indirect=True)
def test_a_subclass_keeps_the_constants_of_the_expert(deeper: Any) -> None:
    agent = deeper(depth=3, budget=200, playouts=0)
    assert str(AgentSpec.of(agent)) == f"{__name__}:Deeper:budget=200:depth=3:playouts=0"
    assert pickle.loads(pickle.dumps(agent)).constants == {"playouts": 0}


def test_the_documented_agent_is_measured_as_it_is(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    blocks = re.findall(r"```python\n(.*?)```", CONTRIBUTING.read_text(), re.DOTALL)
    (example,) = [block for block in blocks if "class Daring(ExactAgent)" in block]
    (tmp_path / "daring.py").write_text(example)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, "daring", raising=False)
    agent = import_module("daring").Daring(risk=0.02)
    testing.check_agent(agent, seeds=1)
    experiment = WinRate(60, 1, agents=(agent,), levels=("beginner",), starts=("safe",))
    assert experiment.agents == ("daring:Daring:risk=0.02",)
    measured = experiment.cases[0].measure(0, 60).columns["won"]
    boards = sapper.make_layouts("beginner", seed=1, count=60)
    np.testing.assert_array_equal(measured, sapper.play_layouts(agent, boards, (0, 0)).won)
    assert measured.sum() < sapper.play_layouts(type(agent), boards, (0, 0)).won.sum()


class Loses(Last):
    """Does not keep what it is told."""

    def __init__(self, *, depth: int = 1, **told_to_all: Any) -> None:
        super().__init__(**told_to_all)
        self._depth = depth

    def choose(self, view: View) -> Move:
        drawn = super().choose(view)
        return Move(view.hidden()[-self._depth], False, None, drawn.reason)


class Shadows(Loses):
    """Keeps another than it is told, under the same name."""

    depth = 1


class Doubles(Last):
    """Takes an option for more than it is told."""

    def __init__(self, *, step: int = 1, **told_to_all: Any) -> None:
        super().__init__(step=2 * step, **told_to_all)


class Swallows(Last):
    """Takes an option without naming it."""

    def __init__(self, **told: Any) -> None:
        self.depth = told.pop("depth", 1)
        super().__init__(**told)


class Trained(Last):
    """Is told something once it is made."""

    skip = _skip = 0

    def choose(self, view: View) -> Move:
        drawn = super().choose(view)
        hidden = view.hidden()
        return Move(hidden[(self.skip + self._skip) % len(hidden)], False, None, drawn.reason)


def trained() -> Trained:
    agent = Trained()
    agent.skip = 3
    return agent


UNFAITHFUL = [
    pytest.param(lambda: Loses(depth=3), r"Loses does not keep its option 'depth'", id="loses"),
    pytest.param(lambda: Shadows(depth=3), r"Shadows does not keep its option", id="shadows"),
    pytest.param(lambda: Doubles(step=3), r"Doubles made again has step=12, not 6", id="doubles"),
    pytest.param(lambda: Swallows(depth=3), r"Swallows keeps 'depth', which is", id="swallows"),
    pytest.param(trained, r"Trained keeps 'skip', which is none of its options", id="trained"),
]
every_unfaithful = pytest.mark.parametrize(("made", "told"), UNFAITHFUL)


@every_unfaithful
def test_an_agent_whose_copy_would_be_another_is_not_measured(made: Any, told: str) -> None:
    with pytest.raises(AgentError, match=told):
        WinRate(5, 1, agents=(made(),), levels=("5x5/3",), starts=("safe",))
    with pytest.raises(AgentError, match=told):
        sapper.play_layouts(made(), layouts(), (0, 0), start="opening")


@every_unfaithful
def test_an_agent_whose_copy_would_be_another_is_not_copied(made: Any, told: str) -> None:
    with pytest.raises(AgentError, match=told):
        pickle.loads(pickle.dumps(made()))
    for copied in (copy.copy, copy.deepcopy):
        with pytest.raises(AgentError, match=told):
            copied(made())


@every_unfaithful
def test_an_agent_whose_copy_would_be_another_breaks_the_contract(made: Any, told: str) -> None:
    with pytest.raises(AssertionError, match=f": {told}"):
        testing.check_agent(made(), seeds=1)


@pytest.mark.parametrize("kind", [Loses, Doubles])
def test_a_class_whose_copies_are_others_breaks_the_contract(kind: type[Agent]) -> None:
    with pytest.raises(AssertionError, match=r"^it is told its seed and the start rule: "):
        testing.check_agent(kind)


def test_an_agent_that_plays_otherwise_than_its_copy_breaks_the_contract() -> None:
    agent = Trained()
    agent._skip = 3
    with pytest.raises(AssertionError, match=r"^it pickles and copies .*: a copy plays otherwise"):
        testing.check_agent(agent, seeds=1)


# The contract, broken


class Forgetful(RandomAgent):
    """Does not start afresh when another game begins."""

    name = "forgetful"
    summary = "counts its moves"
    moves = 0

    def choose(self, view: View) -> Move:
        drawn = super().choose(view)
        self.moves += 1
        hidden = view.hidden()
        return Move(hidden[self.moves % len(hidden)], False, None, drawn.reason)


class Trusting(RandomAgent):
    name = "trusting"
    summary = "believes in flags"

    def choose(self, view: View) -> Move:
        drawn = super().choose(view)
        free = [cell for cell in view.hidden() if cell not in view.flags] or view.hidden()[-1:]
        return Move(free[0], False, None, drawn.reason)


class Nameless(Agent):
    choose = RandomAgent.choose
    conclusions = RandomAgent.conclusions


class Unstartable(RandomAgent):
    name = "unstartable"

    def __init__(self, *, seed: int = 0, start: object = None) -> None:
        super().__init__(seed=seed)


class Sure(RandomAgent):
    name = "sure"

    def choose(self, view: View) -> Move:
        return Move(super().choose(view).cell, True, 0.0, Drawn(1))


class Outside(RandomAgent):
    name = "outside"

    def choose(self, view: View) -> Move:
        return Move((view.height, 0), False, None, super().choose(view).reason)


class Resigned(RandomAgent):
    name = "resigned"

    def choose(self, view: View) -> Move:
        if view.revealed_count > 3:
            raise sapper.NoMoveLeft("enough")
        return super().choose(view)


@pytest.mark.parametrize(
    ("agent", "promise"),
    [
        (Forgetful, "a fresh copy agrees at every move"),
        (Trusting, "flags are not trusted"),
        (Nameless, "it says what it is"),
        (Unstartable, "it is told its seed and the start rule"),
        (Sure, "its moves are legal, and certain ones never hit a mine"),
        (Outside, "its moves are legal, and certain ones never hit a mine: .*is outside the"),
        (Resigned, "its moves are legal, and certain ones never hit a mine: enough"),
    ],
)
def test_a_breach_of_the_contract_is_named(agent: type[Agent], promise: str) -> None:
    with pytest.raises(AssertionError, match=f"^{promise}"):
        testing.check_agent(agent)


def test_an_agent_that_no_pickle_finds_is_named() -> None:
    class Local(RandomAgent):
        name = "local"

    with pytest.raises(AssertionError, match=r"^it pickles and copies .*: Local can't"):
        testing.check_agent(Local)


@pytest.mark.slow
def test_whoever_keeps_the_contract_passes() -> None:
    testing.check_agent(Last)
    testing.check_agent(ExactAgent(budget=100_000), seeds=2)
