"""Training on a page without a server: the same questions, judgements and words as Python's."""

from __future__ import annotations

from datetime import UTC, datetime, timedelta
from itertools import count, cycle
from typing import Any

import numpy as np
import pytest
from kept_games import kept, played
from webpage import IN_A_BROWSER, Workbench

from sapper.catalogue import CODES, speaking
from sapper.coach.deck import Deck
from sapper.coach.file import TrainingFile
from sapper.coach.findings import GameFindings, Lesson, findings_of
from sapper.coach.games import JudgedGames, judge_name
from sapper.coach.puzzles import LADDER, fresh_puzzle
from sapper.coach.saying import in_words
from sapper.coach.summary import Summary
from sapper.coach.training import Training
from sapper.formats import to_address
from sapper.history import History
from sapper.history.history import USER
from sapper.serialize import plain

pytestmark = IN_A_BROWSER

BEGINNING = datetime(2026, 1, 1, tzinfo=UTC)
SEED = 11
ASK = """async ([seed, lessons, answers]) => {
  const { Deck, freshNotes, standingOf, withAnswer, withCards } = await import("/local/deck.js");
  const deck = new Deck(BigInt(seed));
  let notes = withCards(freshNotes(), lessons, answers[0][0]);
  const asked = [];
  for (const [now, isRight] of answers) {
    const question = await deck.next(notes, now);
    notes = withAnswer(notes, question, isRight, now);
    const { puzzle, position, rung, card } = question;
    asked.push([puzzle.kind, position, rung, card && card.box, standingOf(notes, now)]);
  }
  return asked;
}"""
FIND = """async (game) => {
  const { findingsOf, isComplete } = await import("/local/findings.js");
  const wasOver = Date.now() - 1;
  let found = undefined;
  while (!isComplete(found)) found = await findingsOf(game, found, wasOver);
  return found;
}"""
ANSWER = """async ([position, kind, cell, card]) => {
  const { viewOf } = await import("/engine/shapes.js");
  const engine = await import("/modules/engine.js");
  const { verdictOn } = await import("/local/training.js");
  const view = viewOf(position.rows, position.mines);
  const puzzle = await engine.puzzleFrom(view, kind);
  return verdictOn({ puzzle, card }, await engine.mark(view, kind, cell));
}"""


def lessons() -> list[Lesson]:
    """Positions of every kind, as games might have left them."""
    puzzles = [fresh_puzzle(kind, seed, 0) for kind in LADDER for seed in (1, 2)]
    return [
        Lesson(puzzle.kind.name, to_address(puzzle.view.with_flags(())), 1, (0, 0), given_up)
        for puzzle, given_up in zip(puzzles, cycle((0.1, 0.3, 0.2)), strict=False)
    ]


class Clock:
    """A clock that the test sets."""

    now = BEGINNING

    def __call__(self) -> datetime:
        """The time that was set."""
        return self.now


@pytest.mark.parametrize("seed", range(3))
def test_the_same_is_asked_after_the_same_answers(workbench: Workbench, seed: int) -> None:
    random = np.random.default_rng(seed)
    given = lessons() if seed else []
    hours = np.cumsum(random.integers(0, 20, size=40))
    answers = [(BEGINNING + timedelta(hours=int(hour)), random.random() < 0.7) for hour in hours]
    clock, asked = Clock(), []
    clock.now = answers[0][0]
    with TrainingFile.in_memory() as notes:
        deck = Deck(notes, seed=SEED, now=clock)
        found = GameFindings("game", 9, True, lessons=tuple(given))
        deck.take_in(JudgedGames(((Kept(), found),)))  # type: ignore[arg-type]
        for now, is_right in answers:
            clock.now = now
            question = deck.next_question()
            deck.answer(question, is_right, 1.0)
            standing = plain(deck.standing)
            del standing["rung"]
            card = question.card and question.card.box
            kind = question.puzzle.kind.name
            asked.append([kind, question.position, question.rung, card, standing])
    wanted = [{"game": "game", "lesson": plain(lesson)} for lesson in given]
    told = [[int(now.timestamp() * 1000), bool(is_right)] for now, is_right in answers]
    assert workbench.page.evaluate(ASK, [str(SEED), wanted, told]) == asked


class Kept:
    """All that a deck asks of a game that is kept."""

    identity = "game"


@pytest.mark.parametrize("guesses", ["any", "fair", "none"])
def test_games_say_the_same(workbench: Workbench, guesses: str) -> None:
    with History.in_memory() as history:
        tables = [
            played(seed, history, clock=count().__next__, guesses=guesses) for seed in range(6)
        ]
        found = {table.identity: findings_of(table.record()) for table in tables}
        games = tuple((game, found[game.identity]) for game in history.games(len(tables)))
    theirs = {table.identity: workbench.page.evaluate(FIND, kept(table)) for table in tables}
    for identity, ours in found.items():
        expected, told = plain(ours), dict(theirs[identity])
        assert told.pop("judge") == judge_name()
        assert nearly(told) == nearly(expected)
    assert len(games) == len(tables)
    assert any(one.lessons for one in found.values())
    assert guesses != "any" or any(one.guesses for one in found.values())
    by_identity = {table.identity: table for table in tables}
    judged = [
        {"game": kept(by_identity[game.identity]), "found": theirs[game.identity]}
        for game, _ in games
    ]
    for language in CODES:
        workbench.speak(language)
        with speaking(language):
            ours_in_words = plain(in_words(Summary.of(JudgedGames(games, waiting=3, unreadable=2))))
        told = workbench.call("local/summary.js", "inWords", judged, 3, 2)
        for words in (ours_in_words, told):
            for table in words["tables"]:
                table["rows"] = [[row[0].capitalize(), *row[1:]] for row in table["rows"]]
        assert told == ours_in_words


def nearly(told: Any) -> Any:
    """The same but for the last digits."""
    if isinstance(told, dict):
        return {name: nearly(value) for name, value in sorted(told.items())}
    if isinstance(told, list):
        return [nearly(value) for value in told]
    return round(told, 9) if isinstance(told, float) else told


@pytest.mark.parametrize("kind", LADDER)
def test_answers_are_told_in_the_same_words(workbench: Workbench, kind: Any) -> None:
    puzzle = fresh_puzzle(kind, 3, 0)
    position = {"rows": str(puzzle.view.with_flags(())).splitlines(), "mines": puzzle.view.mines}
    hidden = puzzle.view.hidden()
    for cell, language in zip([None, *hidden[::4]], cycle(CODES), strict=False):
        workbench.speak(language)
        with TrainingFile.in_memory() as notes, speaking(language):
            deck = Deck(notes, seed=SEED)
            lesson = Lesson(puzzle.kind.name, to_address(puzzle.view.with_flags(())))
            notes.add_cards([("game", lesson)], USER, BEGINNING)
            training = Training(deck, explains=False)
            card = training.question.card
            if cell is None:
                training.show_solution()
            else:
                training.answer(cell)
            words = training.verdict
        assert card is not None
        given = {"box": card.box, "right": 0, "wrong": 0}
        assert workbench.page.evaluate(ANSWER, [position, puzzle.kind.name, cell, given]) == words
