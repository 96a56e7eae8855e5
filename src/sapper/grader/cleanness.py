"""Clean: nothing is kept or changed that should not be, nothing depends on the order of a set."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Literal

from sapper.grader.additions import additions_ignored
from sapper.grader.examinee import Examinee
from sapper.grader.findings import Check, Exhibit, Finding, Told
from sapper.grader.games import Game
from sapper.grader.judging import find
from sapper.grader.order import order_matters, turning_matters
from sapper.grader.sentences import CleanJudge
from sapper.guest.operations import (
    AddKnowledge,
    Beliefs,
    GuestBeliefs,
    MakeRandomMove,
    MakeSafeMove,
    NewAI,
    SentenceCall,
    SentenceCalls,
)

GAMES_REPLAYED = 14
GAMES_ADDED_TO = 8


def judge_calls(examinee: Examinee) -> Iterator[Finding]:
    """What single calls change that they should not; no game is needed for that."""
    yield from inputs_changed(examinee)
    yield from moves_change_something(examinee)


def judge_games(
    examinee: Examinee, games: Sequence[Game], is_otherwise_right: bool
) -> Iterator[Finding]:
    """What is unclean in games; `is_otherwise_right`: every conclusion was right, and at once."""
    yield from find(CleanJudge, games, examinee)
    yield from order_matters(examinee, games[:GAMES_REPLAYED])
    # Who concludes too much or too little in general does so here, too: that is told elsewhere.
    if is_otherwise_right:
        yield from turning_matters(examinee, games[:GAMES_REPLAYED])
        yield from additions_ignored(examinee, games[:GAMES_ADDED_TO])


def inputs_changed(examinee: Examinee) -> Iterator[Finding]:
    """A sentence must not change the set it was made of, nor give its own set away."""
    all_known: tuple[tuple[int, Literal["known_safes", "known_mines"]], ...]
    all_known = ((0, "known_safes"), (2, "known_mines"))
    for count, method in all_known:
        cells = frozenset({(0, 0), (0, 1)})
        calls = (SentenceCall(method), SentenceCall("mark_safe", (0, 0)))
        attempt = examinee.ask(SentenceCalls(cells, count, calls))
        if attempt.failure is not None:
            return  # the interface's judge says so
        answer = attempt.answers[0]
        if answer.changed_inputs:
            yield Finding(
                Check.CLEAN,
                "input changed",
                "Sentence(cells, count) keeps the caller's own set: after mark_safe, a cell is "
                "missing there too",
            )
            return
        results = answer.value
        if isinstance(results, tuple) and getattr(results[0], "is_own_set", False):
            yield Finding(
                Check.CLEAN,
                "own set given away",
                f"{method}() returns the sentence's own set of cells: whoever changes it, changes "
                "the sentence",
            )
            return


def moves_change_something(examinee: Examinee) -> Iterator[Finding]:
    """Asking for a move must leave everything as it is."""
    for ask, name in ((MakeSafeMove(), "make_safe_move"), (MakeRandomMove(), "make_random_move")):
        told = (AddKnowledge((0, 0), 0), AddKnowledge((1, 1), 1))
        attempt = examinee.ask(NewAI(3, 4), *told, Beliefs(), ask, Beliefs())
        if attempt.failure is None and attempt.beliefs[-2] != attempt.beliefs[-1]:
            moves = (Told((0, 0), 0), Told((1, 1), 1))
            yield Finding(
                Check.CLEAN,
                "move changes",
                f"{name}() changes {_changed(*attempt.beliefs[-2:])}; it should only answer",
                exhibit=Exhibit(3, 4, 1, moves),
            )


def _changed(before: GuestBeliefs, after: GuestBeliefs) -> str:
    names = ("moves_made", "safes", "mines", "knowledge")
    values = zip(
        (before.moves_made, before.safes, before.mines, before.sentences),
        (after.moves_made, after.safes, after.mines, after.sentences),
        strict=True,
    )
    different = (name for name, (old, new) in zip(names, values, strict=True) if old != new)
    return next(different, "something")
