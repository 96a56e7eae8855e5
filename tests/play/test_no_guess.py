"""Games on boards that need no guess: made at the first click, kept, reviewed, stopped."""

from __future__ import annotations

import subprocess
import sys
import time
from collections.abc import Callable
from dataclasses import replace
from datetime import date
from pathlib import Path
from threading import enumerate as threads

import pytest

from sapper.boards.daily import seed_of_day
from sapper.boards.make import Wish, make_board
from sapper.errors import UnknownName
from sapper.exact.analysis import analyze
from sapper.game import Status
from sapper.history import History
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.play.making import puzzle_of_the_day
from sapper.play.messages import Tone
from sapper.play.record import Setup
from sapper.play.review import review
from sapper.play.session import Session
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade
from sapper.solution import solve

TRICKY = Setup(LEVELS["beginner"], seed=7, guesses=Guesses.NONE, grade=BoardGrade.TRICKY)
HOPELESS = Setup(
    Level(100, 100, 200, StartRule.OPENING), seed=1, guesses=Guesses.NONE, grade=BoardGrade.FIENDISH
)
"""So rare that nobody waits for it."""
PATIENCE = 120.0


def play_without_guess(table: Table) -> Table:
    """Open only what is certainly safe."""
    while table.status is Status.PLAYING:
        safe = analyze(table.view).safe
        assert safe, "a guess is needed"
        table.reveal(min(safe))
    return table


def wait_for(session: Session, wish: Callable[[], object]) -> None:
    last = time.monotonic() + PATIENCE
    while not wish():
        assert time.monotonic() < last, session.thinking
        session.tick(time.monotonic())
        time.sleep(0.002)


@pytest.mark.parametrize("grade", [None, *BoardGrade])
@pytest.mark.parametrize("start", [StartRule.SAFE, StartRule.OPENING])
def test_no_guess_is_needed_and_the_grade_is_right(
    grade: BoardGrade | None, start: StartRule
) -> None:
    level = LEVELS["intermediate"].starting(start)
    for first in [(0, 0), (7, 8)]:
        table = Table(Setup(level, seed=3, guesses=Guesses.NONE, grade=grade))
        assert table.needs_board
        entry = table.reveal(first)
        assert entry is not None
        assert entry.free
        play_without_guess(table)
        assert table.status is Status.WON
        board = table._game.board
        assert board is not None
        solution = solve(board, first)
        assert solution.complete
        assert grade in (None, solution.grade)


def test_a_flag_before_the_first_click_makes_no_board() -> None:
    table = Table(TRICKY)
    table.flag((4, 4))
    assert table.reveal((4, 4)) is None
    assert table.needs_board
    assert Table.of(table.record()).needs_board


def test_the_board_is_that_of_make_board() -> None:
    table = Table(TRICKY)
    table.reveal((4, 4))
    made = make_board("beginner", (4, 4), start="safe", grade="tricky", seed=7)
    assert table._game.board == made


def test_it_is_kept_with_the_game_and_shown_in_its_review() -> None:
    with History.in_memory() as history:
        table = Table(TRICKY, history)
        table.reveal((4, 4))
        table = history.table(table.identity)
        assert (table.setup.guesses, table.setup.grade) == (Guesses.NONE, BoardGrade.TRICKY)
        play_without_guess(table)
        record = history.record(table.identity)
        assert record.entries == table.entries
        assert review(record).words()[0] == "No-guess board, tricky."
        assert history.games()[0].own
        (row,) = history.statistics()
        assert (row.guesses, row.won) == ("none", 1)
        again = history.resting(table.identity).again()
        entry = again.reveal((4, 4))
        assert entry is not None
        assert entry.free
        assert again._game.board == table._game.board
        assert not history.kept(again.identity).own
        play_without_guess(again)
        other = table.new()
        other.reveal((4, 4))
        assert other._game.board != table._game.board


def test_the_session_makes_the_board_beside_the_screen() -> None:
    session = Session(Table(TRICKY))
    session.press((4, 4))
    assert session.table.needs_board
    wait_for(session, lambda: session.table.entries)
    assert session.message.tone is Tone.SAFE
    session.new()
    session.ai_move()
    wait_for(session, lambda: session.table.entries)
    assert session.table.entries[0].by == session.table.setup.agent


def test_making_a_board_shows_how_far_it_is_and_can_be_stopped() -> None:
    session = Session(Table(HOPELESS))
    session.press((15, 15))
    wait_for(session, lambda: "tried" in session.thinking and ": 0 tried" not in session.thinking)
    assert session.can_close
    session.close()
    assert not session.thinking
    wait_for(session, lambda: not any(thread.name == "board" for thread in threads()))
    assert session.table.needs_board
    assert not session.table.entries


def test_of_boards_made_at_once_the_game_takes_that_of_the_cell_opened_first() -> None:
    table = Table(TRICKY)
    boards = {first: table.making_for(first).make() for first in ((4, 4), (0, 0))}
    for first, board in boards.items():
        table.lay(first, board)
    table.reveal((4, 4))
    assert table._game.board is boards[4, 4]


CLOSED_TOO_SOON = """
from sapper.play.session import Session
from sapper.play.table import Table
from test_no_guess import HOPELESS, wait_for

session = Session(Table(HOPELESS))
session.press((15, 15))
wait_for(session, lambda: ": 0 tried" not in session.thinking)
if {is_left}:
    session.leave()
"""


@pytest.mark.parametrize("is_left", [True, False])
def test_a_program_that_is_closed_ends_quietly_and_does_not_wait_for_the_board(
    is_left: bool,
) -> None:
    script = CLOSED_TOO_SOON.format(is_left=is_left)
    folder = Path(__file__).parent
    closed = subprocess.run(
        [sys.executable, "-c", script], cwd=folder, capture_output=True, text=True, timeout=PATIENCE
    )
    assert (closed.returncode, closed.stdout, closed.stderr) == (0, "", "")


def test_another_first_click_overtakes_the_first() -> None:
    session = Session(Table(HOPELESS))
    session.press((15, 15))
    session.begin(TRICKY)
    session.press((0, 0))
    session.press((4, 4))
    wait_for(session, lambda: session.table.entries)
    assert session.table.entries[0].cell == (4, 4)
    wait_for(session, lambda: not any(thread.name == "board" for thread in threads()))


def test_an_impossible_wish_is_said() -> None:
    setup = Setup(Level(5, 5, 20, StartRule.OPENING), guesses=Guesses.NONE)
    session = Session(Table(setup))
    session.press((2, 2))
    assert "No room for an opening at (2, 2)" in session.message.words
    assert session.message.tone is Tone.WRONG
    with pytest.raises(UnknownName, match="grade"):
        replace(TRICKY, grade="endless")  # type: ignore[arg-type]


def test_the_puzzle_of_the_day_is_the_same_for_everybody() -> None:
    day = date(2026, 11, 16)
    setup, first = puzzle_of_the_day(day, LEVELS["course"], "medium")
    wish = Wish.of("course", grade="medium")
    assert (setup.seed, first) == (seed_of_day(day, wish), wish.first)
    table = Table(setup)
    table.reveal(first)
    assert table._game.board == make_board("course", grade="medium", seed=seed_of_day(day, wish))
    play_without_guess(table)
