"""Training: the boxes, what is asked next, and answers marked against exact analysis."""

from __future__ import annotations

import sqlite3
from datetime import UTC, datetime, timedelta
from itertools import pairwise
from pathlib import Path

import pytest

from sapper.agents.judging import judge_move
from sapper.coach.deck import RIGHT_TO_CLIMB, Deck, Question
from sapper.coach.file import TrainingFile
from sapper.coach.findings import Lesson
from sapper.coach.kind import GUESS, Kind, Place, way_on
from sapper.coach.leitner import FIRST_BOX, SITS, WAITS
from sapper.coach.marking import mark
from sapper.coach.puzzles import LADDER, Puzzle, fresh_puzzle
from sapper.coach.sitting import Sitting
from sapper.coach.training import Training
from sapper.errors import HistoryError
from sapper.exact.analysis import analyze
from sapper.formats import to_address
from sapper.history import History
from sapper.history.history import USER
from sapper.interface.terminal.line_mode.seat import Seat
from sapper.interface.terminal.line_mode.training import PlainTraining
from sapper.level import Level
from sapper.play.record import Setup
from sapper.play.table import Table
from sapper.proof.technique import Technique
from sapper.view import View

SUBSET = Puzzle(View.parse("###\n111", mines=1), Kind(Technique.TWO_NUMBERS, Place.CORNER))


class Days:
    """A calendar that is turned by hand."""

    def __init__(self) -> None:
        self.today = datetime(2026, 1, 1, tzinfo=UTC)

    def __call__(self) -> datetime:
        return self.today

    def pass_by(self, time: timedelta) -> None:
        self.today += time


def with_lesson(notes: TrainingFile, days: Days) -> Deck:
    notes.add_cards([("game", Lesson(SUBSET.kind.name, "2x3-1-H3b3"))], "", days())
    return Deck(notes, seed=1, now=days)


def answer_right(deck: Deck, question: Question) -> None:
    deck.answer(question, is_right=True, seconds=1.0)


def test_a_card_is_asked_later_and_later_until_it_is_learnt() -> None:
    days = Days()
    with TrainingFile.in_memory() as notes:
        for box, wait in enumerate(WAITS, start=FIRST_BOX):
            deck = with_lesson(notes, days)  # the same position again makes no second card
            question = deck.next_question()
            assert question.card is not None
            assert question.card.box == box
            assert question.puzzle.view.with_flags(()) == SUBSET.view
            answer_right(deck, question)
            (card,) = notes.cards("")
            later = WAITS[box] if box < len(WAITS) else wait
            assert card.due - days() == later
            days.pass_by(later - timedelta(seconds=1))
            if later:
                assert notes.due("", days()) == []
            days.pass_by(timedelta(seconds=1))
        assert notes.cards("")[0].box == SITS
        days.pass_by(timedelta(days=1000))
        assert notes.due("", days()) == []
        assert notes.waiting_kinds("") == []


def test_a_wrong_answer_puts_a_card_back_and_it_is_not_asked_twice_in_a_row() -> None:
    days = Days()
    with TrainingFile.in_memory() as notes:
        deck = with_lesson(notes, days)
        question = deck.next_question()
        answer_right(deck, question)
        days.pass_by(WAITS[1])
        deck = with_lesson(notes, days)
        question = deck.next_question()
        assert question.card is not None
        assert question.card.box == 2
        deck.answer(question, is_right=False, seconds=2.0)
        (card,) = notes.cards("")
        assert (card.box, card.due, card.right, card.wrong) == (FIRST_BOX, days(), 1, 1)
        positions = [question.position, *(deck.next_question().position for _ in range(6))]
        assert question.position in positions[1:]
        assert all(one != other for one, other in pairwise(positions))


def test_the_ladder_is_climbed_rung_by_rung_and_a_fresh_one_answered_wrong_becomes_a_card() -> None:
    with TrainingFile.in_memory() as notes:
        deck = Deck(notes, seed=1, only_ladder=True)
        first = deck.next_question()
        deck.answer(first, is_right=False, seconds=1.0)
        assert [card.position for card in notes.cards("")] == [first.position]
        for rung in range(len(LADDER)):
            for _ in range(RIGHT_TO_CLIMB):
                assert deck.standing.rung == rung
                question = deck.next_question()
                assert question.rung == rung
                assert question.puzzle.kind.technique == LADDER[rung].technique
                answer_right(deck, question)
        assert deck.standing.rung == len(LADDER)
        assert deck.next_question().rung is not None  # there is always something
        assert len(notes.cards("")) == 1
        assert notes.answers_on_ladder("somebody else") == {}


@pytest.mark.parametrize(
    "damage",
    [
        "kind = 'five numbers, moon'",
        "kind = x'ff'",
        "kind = CAST(x'ff' AS TEXT)",
        "position = x'ff'",
        "due = 'yesterday'",
        "due = '2026-01-01'",
        "due = CAST(x'ff' AS TEXT)",
        "box = 99",
        "right = 9e999",
        "right = 1e300",
    ],
)
@pytest.mark.parametrize("due", ["2026-01-01T00:00:00+00:00", "2099-01-01T00:00:00+00:00"])
def test_a_card_that_cannot_be_read_hides_no_other(damage: str, due: str) -> None:
    with TrainingFile.in_memory() as notes:
        lessons = [
            ("game", Lesson("mine total", "1x4-1-HbHH")),
            ("game", Lesson("guess", "1x2-1-HH")),
        ]
        notes.add_cards(lessons, USER, datetime(2026, 1, 1, tzinfo=UTC))
        notes._database.execute("UPDATE card SET due = ?", (due,))
        notes._database.execute(f"UPDATE card SET {damage} WHERE id = 1")
        deck = Deck(notes, seed=1)
        for _ in range(8):
            question = deck.next_question()
            assert question.card is None or question.card.id == 2
            deck.answer(question, True, 1.0)
        assert deck.standing.waiting >= 1


def test_where_a_position_comes_from_is_told() -> None:
    with TrainingFile.in_memory() as notes:
        training = Training(with_lesson(notes, Days()))
        assert training.origin == "From one of your games."
    with TrainingFile.in_memory() as notes:
        training = Training(Deck(notes, seed=1))
        origins, positions = [], []
        for _ in range(6):
            origins.append(training.origin)
            positions.append(training.question.position)
            training.show_solution()
            training.go_on()
            training.wait()
    assert origins[0] == "Ladder, rung 1 of 7: one number."
    assert "A fresh position of a kind you practise." in origins
    for place, (origin, position) in enumerate(zip(origins, positions, strict=True)):
        is_again = origin == "Asked again: you answered it wrong before."
        assert is_again == (position in positions[:place])
    assert len(set(positions)) < len(positions)


def test_fresh_positions_are_of_their_kind_and_the_same_for_the_same_seed() -> None:
    kinds = [Kind(technique) for technique in Technique]
    kinds += [Kind(Technique.TWO_NUMBERS, Place.EDGE), Kind(Technique.ONE_NUMBER, Place.CORNER)]
    for kind in kinds:
        puzzle = fresh_puzzle(kind, seed=5, index=2)
        assert puzzle == fresh_puzzle(kind, seed=5, index=2)
        assert puzzle.view != fresh_puzzle(kind, seed=6, index=2).view
        odds = analyze(puzzle.view.with_flags(()))
        assert puzzle.view.flags <= odds.mines
        assert odds.safe
        way = way_on(puzzle.view)
        assert way is not None
        assert way.kind.technique is kind.technique
        assert kind.place in (Place.ANYWHERE, puzzle.kind.place)
    guess = fresh_puzzle(GUESS, seed=5, index=0)
    assert not analyze(guess.view).safe
    verdicts = {judge_move(guess.view, cell).verdict.value for cell in guess.view.hidden()}
    assert len(verdicts) > 1


def test_mines_that_are_found_on_the_way_are_known() -> None:
    """The 2 finds two mines, and nothing safe; with one of them known, the 1 finds a safe cell."""
    way = way_on(View.parse("#2#1#", mines=2))
    assert way is not None
    assert (way.kind.technique, way.safe) == (Technique.ONE_NUMBER, ((0, 4),))
    assert way.known_mines == {(0, 0), (0, 2)}
    assert way.step.numbers == ((0, 3),)


def test_answers_are_marked_as_every_layout_says() -> None:
    layouts = [{(0, 1)}]  # one mine above three ones: it can only be in the middle
    for cell in SUBSET.view.hidden():
        mines = sum(cell in layout for layout in layouts)
        marked = mark(SUBSET, cell)
        assert marked.is_right is (mines == 0)
        assert not any(marked.solution in layout for layout in layouts)
    assert mark(SUBSET, (0, 1)).words == "No: (0, 1) is certainly a mine. (0, 0) is certainly safe."
    guess = Puzzle(View.parse("#####\n#1###\n#3###\n#####", mines=5), GUESS)
    assert mark(guess, (0, 2)).is_right
    wrong = mark(guess, (3, 1))
    assert (wrong.is_right, wrong.solution) == (False, (0, 2))
    assert "79.2 %" in wrong.words


def test_a_guess_is_explained_too() -> None:
    position = to_address(View.parse("#####\n#1###\n#3###\n#####", mines=5))
    with TrainingFile.in_memory() as notes:
        notes.add_cards([("game", Lesson(GUESS.name, position))], "", Days()())
        training = Training(Deck(notes, seed=1, now=Days()))
        training.answer((3, 1))
        while training.thinker.busy:
            training.tick(0.0)
        assert training.explained is not None
        assert training.explained.cell == (0, 2)
        (*said,) = PlainTraining(training)._verdict()
    assert any(line.startswith("(0, 2): ") and "chance of a mine" in line for line in said)


def test_nothing_is_told_before_the_answer_and_every_answer_is_kept_at_once(tmp_path: Path) -> None:
    path = tmp_path / "games.sqlite3"
    with TrainingFile.open(path) as notes:
        training = Training(Deck(notes, seed=3, only_ladder=True))
        cell = min(analyze(training.view.with_flags(())).safe)
        training.toggle_why(cell)
        training.toggle_odds()
        training.ask_why(cell)
        training.go_on()
        assert (training.explained, training.analysis, training.thinker.busy) == (None, None, False)
        assert training.note.startswith("Answer first")
        opened = next(cell for cell in ((0, 0), (3, 3)) if not training.view.is_hidden(cell))
        training.answer(opened)
        assert training.asked == 0
        training.answer(cell)
        assert (training.asked, training.right) == (1, 1)
        asked = training.question
        with TrainingFile.open(path) as other:  # as if the program had been killed here
            assert other.answers_on_ladder("") == {0: [True]}
        while training.thinker.busy:
            training.tick(0.0)
        assert {step.cell for step in [training.explained] if step is not None} == {cell}
        training.answer(cell)  # goes on to the next
        training.wait()
        assert training.question is not asked
        assert (training.marked, training.explained, training.why_on) == (None, None, False)


@pytest.mark.parametrize("content", [b"no database at all, but long enough" * 40, b""])
def test_a_damaged_file_is_set_aside_and_training_goes_on(tmp_path: Path, content: bytes) -> None:
    path = tmp_path / "training.sqlite3"
    path.write_bytes(content)
    with TrainingFile.open(tmp_path / "games.sqlite3") as notes:
        assert ("set aside as training.set-aside-" in notes.message) is bool(content)
        deck = Deck(notes, seed=1)
        answer_right(deck, deck.next_question())
    with TrainingFile.open(tmp_path / "games.sqlite3") as notes:
        assert notes.message == ""
        assert notes.answers_on_ladder("") == {0: [True]}
    aside = list(tmp_path.glob("training.set-aside-*"))
    assert [one.read_bytes() for one in aside] == [content] * bool(content)


def test_whoever_trains_is_told_of_a_damaged_file_and_that_a_new_one_keeps_the_answers(
    tmp_path: Path,
) -> None:
    (tmp_path / "training.sqlite3").write_bytes(b"no database at all")
    with History.open(tmp_path / "games.sqlite3") as history:
        sitting = Sitting.begin(history, seed=1)
        assert "set aside as training.set-aside-" in sitting.training.note
        seat = Seat(Table(Setup(Level.named("beginner"), seed=1)), history)
        (*_,) = seat.practise(sitting)
        sitting.training.show_solution()
        assert sitting.training.note == ""
        assert seat.stop_practising() == "0 of 1 right. What you answered is kept."
    with History.in_memory() as history:
        (*_,) = seat.practise(Sitting.begin(history, seed=1))
        assert "kept" not in seat.stop_practising()


def test_a_file_that_breaks_while_in_use_is_set_aside(tmp_path: Path) -> None:
    path = tmp_path / "training.sqlite3"
    with TrainingFile.open(tmp_path / "games.sqlite3") as notes:
        notes._database.execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()
        path.write_bytes(path.read_bytes()[:100] + b"?" * 40_000)
        notes._database.execute("PRAGMA shrink_memory")  # nothing is read from memory
        with pytest.raises(HistoryError, match="can't be used"):
            notes.cards("")
        assert "set aside" in notes.message
        assert notes.cards("") == []
    assert len(list(tmp_path.glob("training.set-aside-*.sqlite3"))) == 1


def test_a_file_that_cannot_be_used_stops_nothing(tmp_path: Path) -> None:
    path = tmp_path / "training.sqlite3"
    with sqlite3.connect(path) as database:
        database.execute("CREATE TABLE somebody_elses (words TEXT)")
    database.close()
    before = path.read_bytes()
    with TrainingFile.open(tmp_path / "games.sqlite3") as notes:
        assert "belongs to another program" in notes.message
        deck = Deck(notes, seed=1)
        answer_right(deck, deck.next_question())
        assert notes.answers_on_ladder("") == {0: [True]}
    assert path.read_bytes() == before
