"""Signatures: the same everywhere for the same behaviour, another for another."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable

import pytest
from commands import runner

import sapper
from sapper._compiled import compiled
from sapper.agents.base import Move
from sapper.agents.registry import OWN_AGENTS, agent_class
from sapper.agents.sentence import SentenceAgent
from sapper.errors import EngineMissing
from sapper.exact import tracking
from sapper.lab import signature as signing
from sapper.lab.agent_spec import AgentSpec
from sapper.lab.settling import REASONERS
from sapper.lab.signature import behaviour_of, reasoner_signature, signature, try_signature
from sapper.view import View

needs_engine = pytest.mark.skipif(compiled is None, reason="the engine is not built")
SIGNATURES = {
    "random": "88e7f7f6",
    "sentence": "5ddd0511",
    "resolution": "dc3caf90",
    "exact": "0dc6f4d6",
    "expert": "22ff0ae5",
}
"""A change here says that an agent plays differently: on purpose, and told in the changelog."""


def anew(agent: str) -> str:
    """The signature, without a look at what is remembered."""
    return behaviour_of.__wrapped__(AgentSpec.parse(agent), agent_class(agent))


@needs_engine
def test_the_version_tells_them(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    code, said, _ = runner(monkeypatch, capfd)("--version")
    listed = ", ".join(f"{agent} {signed}" for agent, signed in SIGNATURES.items())
    assert code == 0
    assert said.splitlines()[0].startswith(f"sapper {sapper.__version__} (Python ")
    assert said.splitlines()[1:] == [f"signatures of behaviour: {listed}"]


@needs_engine
@pytest.mark.parametrize("agent", SIGNATURES)
def test_every_agent_behaves_as_it_did(agent: str) -> None:
    assert tuple(SIGNATURES) == OWN_AGENTS
    assert anew(agent) == SIGNATURES[agent]


def test_another_process_gives_the_same() -> None:
    script = (
        "from sapper.lab.signature import reasoner_signature, signature\n"
        "print(signature('sentence'), signature('exact'), reasoner_signature('resolution-2'))"
    )
    said = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    here = signature("sentence"), signature("exact"), reasoner_signature("resolution-2")
    assert tuple(said.stdout.split()) == here


def test_the_twin_in_python_plays_like_the_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tracking, "compiled", None)
    assert anew("exact") == SIGNATURES["exact"]


@pytest.mark.slow
@needs_engine
def test_options_that_change_the_play_change_the_signature() -> None:
    changed = {"random:seed=1", "resolution:width=3", "expert:budget=200", "expert:start=opening"}
    found = {signature(agent) for agent in changed | set(SIGNATURES)}
    assert len(found) == len(changed) + len(SIGNATURES)
    assert signature("sentence:seed=0") == signature(AgentSpec("sentence"))


def the_last_candidate(choose: Callable[..., Move]) -> Callable[..., Move]:
    """Plays like another but for one kind of move."""

    def choose_otherwise(self: SentenceAgent, view: View) -> Move:
        move = choose(self, view)
        if move.certain:
            return move
        return Move(view.hidden()[-1], move.certain, move.mine_probability, move.reason)

    return choose_otherwise


def test_other_moves_give_another_signature_and_other_numbers_do_not(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    before, choose = signature("sentence"), SentenceAgent.choose

    def surer(self: SentenceAgent, view: View) -> Move:
        move = choose(self, view)
        return Move(move.cell, move.certain, 0.123, move.reason)

    monkeypatch.setattr(SentenceAgent, "choose", surer)
    assert anew("sentence") == before
    monkeypatch.setattr(SentenceAgent, "choose", the_last_candidate(choose))
    assert anew("sentence") != before


def test_a_budget_that_does_not_suffice_is_behaviour_too() -> None:
    assert signature("exact:budget=1") != signature("exact")


def test_reasoners_that_settle_different_cells_have_different_signatures() -> None:
    stronger = ("sentence", "resolution-2", "resolution-3", "exact")
    assert len({reasoner_signature(reasoner) for reasoner in stronger}) == len(stronger)
    assert all(len(reasoner_signature(reasoner)) == signing.DIGITS for reasoner in REASONERS)


def test_without_the_engine_the_expert_has_no_signature(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.agents.expert.compiled", None)
    with pytest.raises(EngineMissing):
        anew("expert")
    monkeypatch.setattr(signing, "behaviour_of", behaviour_of.__wrapped__)
    assert try_signature("expert") is None
    assert try_signature("random") == SIGNATURES["random"]
