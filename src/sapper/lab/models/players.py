"""Who plays: anything that answers a question. Our own agents do, with a derivation each."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Protocol

from sapper.agents.base import Agent
from sapper.agents.registry import make_agent
from sapper.lab.models.questions import Question
from sapper.level import StartRule
from sapper.proof.search import explain
from sapper.proof.short import in_short_form
from sapper.proof.steps import Derivation

REFERENCES = ("random", "sentence", "resolution", "exact")
"""Our own agents, whose results are drawn beside a player's."""


@dataclass(frozen=True, slots=True)
class Answer:
    """What a player said, and how many tokens that took, if it tells."""

    text: str
    tokens: int = 0

    @classmethod
    def told(cls, text: str, tokens: object) -> Answer:
        """An answer with the tokens that somebody else counted, where that is a sensible number.

        >>> Answer.told("", 12).tokens, Answer.told("", -5).tokens, Answer.told("", "many").tokens
        (12, 0, 0)
        """
        return cls(text, max(tokens, 0) if isinstance(tokens, int) else 0)


class Player(Protocol):
    """Whoever is asked."""

    name: str

    def answer(self, question: Question) -> Answer:
        """The answer; a `PlayerFailed` ends the run, which may be resumed."""

    def close(self) -> None:
        """Nothing more is asked."""


class AgentPlayer:
    """One of our agents. Where it is certain of a cell, the reason is Sapper's own derivation.

    >>> from sapper.view import View
    >>> AgentPlayer("exact").answer(Question(View.parse("###\\n111", mines=1), turn=1)).text
    '{"cell": [0, 0], "is_mine": false, "steps": [{"minus": [[1, 1], [1, 2]]}]}'
    """

    def __init__(self, name: str, seed: int = 0) -> None:
        self.name = name
        self._agent: Agent = make_agent(name, seed=seed, start=StartRule.OPENING)

    def answer(self, question: Question) -> Answer:
        """The agent's move, with a derivation if it is certain."""
        move = self._agent.choose(question.view)
        content = {"cell": list(move.cell), "is_mine": False, "steps": []}
        if move.certain:
            why = explain(question.view, move.cell)
            if isinstance(why, Derivation):
                content = in_short_form(why)
        return Answer(json.dumps(content))

    def close(self) -> None:
        """Nothing is left to do."""
