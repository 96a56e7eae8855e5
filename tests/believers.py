"""Agents with faults in what they believe, under the names of files as somebody would give them."""

from __future__ import annotations

from typing import ClassVar

import pytest

from sapper.agents import registry
from sapper.agents.base import Beliefs, BelievedSentence
from sapper.agents.sentence import SentenceAgent
from sapper.exact.analysis import analyze
from sapper.view import View

WRONG, BROKEN = "wrong.py", "broken.py"


class WrongAgent(SentenceAgent):
    """Believes the first cell that is not certain to be safe, and overlooks the first that is."""

    name: ClassVar[str] = WRONG
    summary: ClassVar[str] = "believes what is false"

    def beliefs(self, view: View) -> Beliefs:
        analysis = analyze(view)
        open_cells = set(view.hidden()) - analysis.safe - analysis.mines
        safe = analysis.safe - {min(analysis.safe, default=(0, 0))}
        mines = analysis.mines
        if not view.revealed_count:
            return Beliefs()
        sentences = (BelievedSentence(frozenset(open_cells), view.mines + 1),)
        return Beliefs(safe | {min(open_cells)} if open_cells else safe, mines, sentences)


class BrokenAgent(SentenceAgent):
    """Fails as soon as anything is open."""

    name: ClassVar[str] = BROKEN
    summary: ClassVar[str] = "fails"

    def beliefs(self, view: View) -> Beliefs:
        if view.revealed_count:
            raise KeyError((0, 1))
        return Beliefs()


def bring(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let both be found by their names."""
    for kind in (WrongAgent, BrokenAgent):
        monkeypatch.setitem(registry._OWN, kind.name, f"{__name__}:{kind.__name__}")
