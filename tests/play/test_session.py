"""A person at a table: turns, the AI's moves, questions, and who overtakes whom."""

from __future__ import annotations

import re
import time
from collections.abc import Callable
from dataclasses import replace
from threading import Event

import numpy as np
import pytest

from sapper.agents.base import ChosenByOther, Move
from sapper.coach.training import Training
from sapper.errors import BudgetExceeded
from sapper.exact.analysis import analyze
from sapper.game import Status, WinningRule
from sapper.history import History
from sapper.level import LEVELS, Level, StartRule
from sapper.play import asking
from sapper.play.asking import Hint
from sapper.play.commands import (
    GAME_COMMANDS,
    REPLAY_COMMANDS,
    TRAINING_COMMANDS,
    Command,
    command_for,
    command_named,
)
from sapper.play.messages import Tone
from sapper.play.record import PLAYER, Setup
from sapper.play.replay import Replay
from sapper.play.session import PACES, Session
from sapper.play.situation import Situation, Thought
from sapper.play.table import Table
from sapper.view import View

PATIENCE = 60
BEGINNER = Setup(LEVELS["beginner"], seed=3)
FLAGGED = Setup(LEVELS["course"].starting("opening"), WinningRule.FLAGGED, seed=2, agent="exact")
SURE = Setup(LEVELS["beginner"].starting("opening"), seed=3, agent="exact")


class Sitting:
    """A session with a clock that the test moves."""

    def __init__(self, setup: Setup, history: History | None = None) -> None:
        self.now = 0.0
        self.session = Session(Table(setup, history, lambda: self.now), history)

    def tick(self, seconds: float = 0.001) -> None:
        self.now += seconds
        self.session.tick(self.now)

    def wait_for(self, wish: Callable[[], object]) -> None:
        last = time.monotonic() + PATIENCE
        self.tick()
        while not wish():
            assert time.monotonic() < last
            time.sleep(0.001)
            self.tick()

    def settle(self) -> None:
        self.wait_for(lambda: not self.session.thinker.busy)


Sit = Callable[[Setup], Sitting]


@pytest.fixture
def sit() -> Sit:
    return Sitting


@pytest.fixture
def slow(monkeypatch: pytest.MonkeyPatch) -> Event:
    """Make agents think until the event is set."""
    gate = Event()
    think = Table.think

    def wait(table: Table) -> Thought:
        thought = think(table)
        gate.wait(PATIENCE)
        return thought

    monkeypatch.setattr(Table, "think", wait)
    return gate


def fast(session: Session) -> None:
    for _ in PACES:
        session.speed_up()


def turns(session: Session) -> int:
    return len(session.table.entries)


def shows_odds(session: Session) -> bool:
    return session.analysis is not None


def step_shown(session: Session) -> int | None:
    return None if session.explained is None else session.explained.step


def test_the_ai_tells_whether_it_was_safe_or_a_guess(sit: Sit) -> None:
    sitting = sit(BEGINNER)
    session = sitting.session
    session.press((0, 0))
    session.ai_move()
    sitting.settle()
    assert session.message.tone is Tone.GUESS
    assert re.search(r"a guess, \d+\.\d % chance of a mine, the safest", session.message.words)
    sure = sit(SURE)
    sure.session.press((4, 4))
    sure.session.ai_move()
    sure.settle()
    assert sure.session.message.tone is Tone.SAFE
    assert "certainly safe" in sure.session.message.words


def test_one_move_at_a_time(sit: Sit, slow: Event) -> None:
    sitting = sit(SURE)
    sitting.session.press((4, 4))
    for _ in range(5):
        sitting.session.ai_move()
    assert sitting.session.thinking == "exact is thinking …"
    slow.set()
    sitting.settle()
    assert len(sitting.session.table.entries) == 2


@pytest.mark.parametrize("setup", [SURE, FLAGGED])
def test_the_players_turn_overtakes_the_ai(sit: Sit, slow: Event, setup: Setup) -> None:
    sitting = sit(setup)
    session = sitting.session
    session.press((4, 4))
    session.ai_move()
    hidden = session.table.view.hidden()
    session.flag(hidden[0])
    assert not session.thinking
    slow.set()
    sitting.wait_for(lambda: session.thinker._running == 0)
    assert [entry.by for entry in session.table.entries] == [PLAYER, PLAYER]


@pytest.mark.parametrize("setup", [SURE, FLAGGED])
def test_whoever_leaves_hears_no_more_of_the_ai(sit: Sit, slow: Event, setup: Setup) -> None:
    sitting = sit(setup)
    session = sitting.session
    session.press((4, 4))
    session.ai_move()
    session.leave()
    seconds = session.table.seconds
    slow.set()
    sitting.wait_for(lambda: session.thinker._running == 0)
    assert turns(session) == 1
    assert session.table.seconds == seconds, "the clock goes on with nobody there"


@pytest.mark.parametrize("setup", [SURE, FLAGGED])
def test_another_agent_overtakes_the_one_that_thinks(
    slow: Event, setup: Setup, history: History
) -> None:
    sitting = Sitting(setup, history)
    session = sitting.session
    session.press((4, 4))
    session.ai_move()
    session.change_agent("sentence")
    slow.set()
    sitting.wait_for(lambda: session.thinker._running == 0)
    assert [entry.by for entry in session.table.entries] == [PLAYER]
    session.ai_move()
    sitting.settle()
    assert {entry.by for entry in session.table.entries[1:]} == {"sentence"}
    assert not history.message
    assert history.record(session.table.identity).entries == session.table.entries


def test_autoplay_goes_at_its_pace_to_the_end(sit: Sit) -> None:
    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    session.toggle_autoplay()
    sitting.settle()
    assert turns(session) == 2
    sitting.tick(0.5 / PACES[session.pace])
    assert not session.thinking, "it moves on before its time"
    sitting.tick(0.6 / PACES[session.pace])
    sitting.settle()
    assert turns(session) == 3
    fast(session)
    assert PACES[session.pace] == 0
    sitting.wait_for(lambda: session.is_over)
    assert not session.autoplaying
    assert session.message.tone in (Tone.WON, Tone.LOST)
    assert session.message.words.endswith(f"The game is {session.table.status.value}.")


def test_autoplay_can_be_stopped_and_a_click_stops_it(sit: Sit) -> None:
    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    session.toggle_autoplay()
    session.toggle_autoplay()
    assert not session.autoplaying
    session.toggle_autoplay()
    session.flag(session.table.view.hidden()[0])
    assert not session.autoplaying
    for _ in PACES:
        session.slow_down()
    assert session.pace == 0


def test_after_the_end_there_is_nothing_to_ask(sit: Sit) -> None:
    sitting = sit(Setup(Level(1, 2, 1, StartRule.ANY), seed=1))
    session = sitting.session
    for cell in ((0, 0), (0, 1)):
        session.press(cell)
    assert session.is_over
    for ask in (session.ai_move, session.ask_hint, session.toggle_autoplay):
        ask()
        assert session.message.words.startswith("The game is ")
    session.ask_why((0, 0))
    session.toggle_odds()
    assert not session.thinker.busy
    assert session.analysis is None


def test_a_hint_shows_a_cell_until_the_next_turn(sit: Sit) -> None:
    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    session.ask_hint()
    sitting.settle()
    assert session.hint is not None
    assert session.hint.cell in session.table.odds().safe
    assert session.message.tone is Tone.SAFE
    session.press(session.hint.cell)
    assert session.hint is None


def test_odds_follow_the_game(sit: Sit) -> None:
    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    session.toggle_odds()
    sitting.settle()
    assert session.analysis is not None
    safe, mine = min(session.analysis.safe), min(session.analysis.mines)
    assert session.describe(safe) == f"{safe}: hidden, certainly safe"
    assert session.describe(mine) == f"{mine}: hidden, certainly a mine"
    open_cell = next(iter(session.table.entries[0].opened))
    assert "around it" in session.describe(open_cell)
    session.flag(mine)
    assert session.analysis is not None, "a flag changes no odds"
    assert session.describe(mine) == f"{mine}: flagged, certainly a mine"
    session.press(safe)
    sitting.settle()
    assert session.analysis.view.revealed_count == session.table.view.revealed_count
    session.toggle_odds()
    assert session.chance(mine) is None


PARTLY = View.parse("0#1###1##1##1#", mines=4)


def within_two_states(monkeypatch: pytest.MonkeyPatch) -> None:
    """Analyses end after two states, as those of very wide positions do."""
    monkeypatch.setattr(
        asking, "analyze", lambda view, **_: analyze(PARTLY, budget=2, partial=True)
    )


def test_odds_that_are_not_complete_are_shown_and_said_to_be_so_once(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    within_two_states(monkeypatch)
    sitting = sit(Setup(Level(1, 14, 4, StartRule.ANY), seed=1))
    session = sitting.session
    session.toggle_odds()
    sitting.wait_for(lambda: session.analysis)
    assert session.message.words.startswith("The budget of 2 states ran out")
    assert session.odds_on
    assert (session.chance((0, 1)), session.chance((0, 5)), session.chance((0, 4))) == (
        0,
        0.5,
        None,
    )
    assert session.describe((0, 4)).endswith("its odds are unknown")
    session.say("Something else.")
    session._counted = None
    session.refresh_odds()
    sitting.settle()
    assert session.message.words == "Something else."


def test_a_hint_is_given_though_the_agent_can_not_choose(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    def too_much(*_: object) -> None:
        raise BudgetExceeded(2)

    monkeypatch.setattr(asking, "choose", too_much)
    within_two_states(monkeypatch)
    assert asking.hint(PARTLY).words == "(0, 1) is certainly safe."
    monkeypatch.setattr(asking, "analyze", lambda view, **_: analyze(view, budget=1, partial=True))
    with pytest.raises(BudgetExceeded):
        asking.hint(View.parse("#1###1##1##1#", mines=4))


def test_the_replay_says_that_odds_are_not_complete(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    sitting = sit(Setup(Level(1, 14, 4, StartRule.ANY), seed=1))
    sitting.session.ai_move()
    sitting.settle()
    within_two_states(monkeypatch)
    replay = Replay(sitting.session.table.record(), odds_on=True)
    assert replay.words[-1].startswith("The budget of 2 states ran out")
    assert replay.turn is not None
    assert replay.turn.best_cell == (0, 1)


def test_odds_of_a_guess_are_told_in_percent(sit: Sit) -> None:
    sitting = sit(BEGINNER)
    session = sitting.session
    session.press((4, 4))
    session.toggle_odds()
    sitting.settle()
    assert session.describe((0, 0)) == "(0, 0): hidden, 12.5 % chance of a mine"


@pytest.mark.parametrize("start", ["safe", "opening"])
def test_before_the_first_click_odds_and_why_agree_that_any_cell_is_safe(
    sit: Sit, start: str
) -> None:
    sitting = sit(Setup(Level.named("beginner").starting(start), seed=3))
    session = sitting.session
    session.toggle_odds()
    sitting.settle()
    assert session.describe((0, 5)) == "(0, 5): hidden, safe, as the first cell always is"
    assert session.chance((0, 5)) == 0
    assert "is safe" in session.table.why((0, 5)).heading[0]
    session.flag((0, 5))
    assert "flagged, safe, as the first" in session.describe((0, 5))
    session.press((4, 4))
    sitting.settle()
    odds, view = session.table.odds(), session.table.view
    assert odds.mine_probability[~np.isnan(odds.mine_probability)].sum() == pytest.approx(10)
    assert "the first cell" not in session.describe(max(view.hidden()))
    replay = Replay(session.table.record(), odds_on=True)
    replay.go_to(1)
    assert replay.analysis is not None
    assert replay.describe((8, 8)) == "(8, 8): hidden, safe, as the first cell always is"


def test_before_the_first_click_that_may_be_a_mine_odds_are_odds(sit: Sit) -> None:
    sitting = sit(Setup(Level.named("course"), seed=3))
    sitting.session.toggle_odds()
    sitting.settle()
    assert sitting.session.describe((0, 5)) == "(0, 5): hidden, 12.5 % chance of a mine"


def test_why_goes_step_by_step(sit: Sit) -> None:
    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    cell = max(session.table.odds().safe, key=lambda cell: len(session.table.why(cell).lines))
    session.toggle_why(cell)
    sitting.settle()
    explained = session.explained
    assert explained is not None
    steps = len(explained.why.lines)
    assert explained.step == 0
    assert explained.line is explained.why.lines[0]
    sitting.tick(3600.0)
    assert step_shown(session) == 0, "a step stays until its reader turns to the next"
    for step in range(1, steps + 3):
        session.step_on()
        assert step_shown(session) == min(step, steps - 1)
    session.step_back()
    assert step_shown(session) == steps - 2
    session.press(cell)
    assert step_shown(session) is None, "the position has changed"
    session.toggle_why()
    assert not session.why_on


def test_an_old_why_is_not_shown_for_another_cell(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Event()
    why = Situation.why

    def slow_for_the_first(
        situation: Situation, cell: tuple[int, int], language: str = "en"
    ) -> object:
        if cell == first:
            gate.wait(PATIENCE)
        return why(situation, cell, language)

    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    first, second = sorted(session.table.odds().safe)[:2]
    monkeypatch.setattr(Situation, "why", slow_for_the_first)
    session.toggle_why(first)
    session.ask_why(second)
    sitting.wait_for(lambda: session.explained)
    gate.set()
    sitting.wait_for(lambda: session.thinker._running == 0)
    assert session.explained is not None
    assert session.explained.cell == second


def test_what_goes_wrong_is_said(sit: Sit, monkeypatch: pytest.MonkeyPatch) -> None:
    def fail(asked: object, *arguments: object) -> None:
        raise RuntimeError("no idea")

    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    for name in ("think", "hint", "odds", "why"):
        monkeypatch.setattr(Situation, name, fail)
    for ask in (session.ai_move, session.ask_hint, session.toggle_odds):
        session.message = replace(session.message, words="")
        ask()
        sitting.settle()
        assert session.message.tone is Tone.WRONG
        assert session.message.words == "No idea."
    cell = session.table.view.hidden()[0]
    session.toggle_why(cell)
    sitting.settle()
    assert session.unanswered == f"{cell}: No idea."


def test_a_first_cell_without_room_for_an_opening_is_said(sit: Sit) -> None:
    sitting = sit(Setup(Level(3, 3, 5, StartRule.OPENING), seed=1))
    session = sitting.session
    session.press((1, 1))
    assert session.message.tone is Tone.WRONG
    assert not session.table.entries
    session.press((0, 0))
    assert session.table.entries


def test_the_courses_rule_is_won_by_flags(sit: Sit) -> None:
    sitting = sit(Setup(LEVELS["course"], WinningRule.FLAGGED, seed=2, agent="exact"))
    session = sitting.session
    fast(session)
    while not session.is_over:
        session.toggle_autoplay()
        sitting.wait_for(lambda: session.is_over or not session.autoplaying)
    assert session.table.status is Status.WON
    assert session.table.view.flags == session.table.mines
    assert session.message.tone is Tone.WON
    assert session.message.words.endswith("The game is won.")


def test_an_agents_flags_that_win_are_told_as_a_win(sit: Sit) -> None:
    """The entry is that of the cell it opened before them, when the game was not over."""
    sitting = sit(Setup(Level(1, 3, 1, StartRule.ANY), WinningRule.FLAGGED, seed=1))
    session = sitting.session
    board = session.table.setup.game().board
    assert board is not None
    safe = next(cell for cell in ((0, 0), (0, 1), (0, 2)) if cell not in board.mines)
    move = Move(safe, True, None, ChosenByOther())
    session._make(Thought(session.table.view, move, "exact", board.mines))
    assert session.table.status is Status.WON
    assert session.message.tone is Tone.WON


def test_a_hint_that_comes_after_a_move_is_not_shown(
    sit: Sit, monkeypatch: pytest.MonkeyPatch
) -> None:
    gate = Event()
    hint = Table.hint

    def slow_hint(table: Table) -> Hint:
        found = hint(table)
        gate.wait(PATIENCE)
        return found

    monkeypatch.setattr(Table, "hint", slow_hint)
    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    session.ask_hint()
    session.ai_move()
    sitting.wait_for(lambda: turns(session) == 2)
    gate.set()
    sitting.wait_for(lambda: session.thinker._running == 0)
    assert session.hint is None
    assert session.message.words == session.table.say(session.table.entries[-1])


def test_odds_go_when_a_flag_ends_the_game(sit: Sit) -> None:
    sitting = sit(Setup(Level(1, 3, 1, StartRule.ANY), WinningRule.FLAGGED, seed=1))
    session = sitting.session
    session.toggle_odds()
    sitting.settle()
    assert session.analysis is not None
    board = session.table.setup.game().board
    assert board is not None
    session.flag(min(board.mines))
    assert session.is_over
    assert session.analysis is None


def test_new_and_again(sit: Sit) -> None:
    sitting = sit(BEGINNER)
    session = sitting.session
    session.press((0, 0))
    seed, before = session.table.setup.seed, session.table.view
    session.again()
    assert session.table.setup.seed == seed
    assert not session.table.entries
    session.press((0, 0))
    assert session.table.view == before
    session.new()
    assert session.table.setup.seed != seed
    assert session.table.setup.level == BEGINNER.level


@pytest.mark.parametrize("leave", [Session.new, Session.again, Session.leave])
def test_the_time_that_was_thought_is_kept(
    history: History, leave: Callable[[Session], None]
) -> None:
    sitting = Sitting(BEGINNER, history)
    sitting.session.press((0, 0))
    sitting.tick(600)
    leave(sitting.session)
    assert [game.seconds for game in history.games()] == [600]


def test_another_agent_goes_on_with_the_game(sit: Sit) -> None:
    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    view = session.table.view
    session.change_agent("sentence")
    assert session.table.view == view
    session.ai_move()
    sitting.settle()
    assert session.table.entries[-1].by == "sentence"


def test_leaving_stops_everything(sit: Sit) -> None:
    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    session.toggle_autoplay()
    session.leave()
    seconds = session.table.seconds
    assert not session.autoplaying
    assert not session.thinker.busy
    sitting.tick(10)
    assert session.table.seconds == seconds


# Commands


@pytest.mark.parametrize("commands", [GAME_COMMANDS, REPLAY_COMMANDS, TRAINING_COMMANDS])
def test_every_key_means_one_thing(commands: tuple[Command, ...]) -> None:
    keys = [key for command in commands for key in command.keys]
    assert len(keys) == len(set(keys))
    assert len({command.name for command in commands}) == len(commands)
    shared = {command.name: command.keys for command in GAME_COMMANDS}
    for command in commands:
        assert shared.get(command.name, command.keys) == command.keys


@pytest.mark.parametrize(
    ("kind", "commands"),
    [(Session, GAME_COMMANDS), (Replay, REPLAY_COMMANDS), (Training, TRAINING_COMMANDS)],
)
def test_commands_of_the_session_are_methods_of_it(
    kind: type[Session] | type[Replay], commands: tuple[Command, ...]
) -> None:
    assert kind.commands is commands
    for command in commands:
        assert not command.method or callable(getattr(kind, command.method)), command


def test_a_key_does_what_its_command_says(sit: Sit) -> None:
    sitting = sit(SURE)
    session = sitting.session

    def press(key: str, here: tuple[int, int] | None = None) -> bool:
        command = command_for(key)
        assert command is not None
        return session.do(command, here)

    assert not press("space"), "there is no cell to open"
    assert press("space", (4, 4))
    assert turns(session) == 1
    assert press("o")
    assert press("a")
    sitting.settle()
    assert turns(session) == 2
    assert session.analysis is not None
    assert not press("l"), "menus are the screen's own"


def test_the_best_guess_is_compared_with_others(sit: Sit) -> None:
    sitting = sit(Setup(LEVELS["expert"], seed=3))
    session = sitting.session
    session.press((0, 0))
    session.do(command_named("guess"))
    sitting.settle()
    assert session.hint is not None
    assert not session.hint.certain
    assert re.search(
        r"The best guess is .* chance of a mine, about .* to win; next", session.message.words
    )
    assert session.message.tone is Tone.GUESS


# Pause


def test_a_paused_game_is_covered_and_its_clock_stands_still(sit: Sit) -> None:
    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    session.toggle_odds()
    sitting.settle()
    view = session.table.view
    session.toggle_autoplay()
    session.do(command_named("pause"))
    sitting.tick(100)
    assert session.table.is_paused
    assert session.table.seconds < 1
    assert session.view.revealed_count == 0
    assert set("".join(session.table.rows)) == {"#"}
    assert session.describe((4, 4)) == "(4, 4): hidden"
    assert not shows_odds(session)
    for ask in (session.ai_move, session.ask_hint, session.toggle_autoplay):
        ask()
        assert session.message.words == "The game is paused. Press p to resume it."
    session.press((0, 0))
    sitting.tick()
    assert turns(session) == 1
    session.do(command_named("pause"))
    sitting.settle()
    assert session.view is view
    assert shows_odds(session)
    before = session.table.seconds
    sitting.tick(5)
    assert session.table.seconds == before + 5


def test_a_game_that_is_over_can_not_be_paused(sit: Sit) -> None:
    sitting = sit(Setup(Level(1, 2, 1, StartRule.ANY), seed=1))
    for cell in ((0, 0), (0, 1)):
        sitting.session.press(cell)
    sitting.session.toggle_pause()
    assert not sitting.session.is_paused


def test_a_thought_about_an_older_position_is_dropped_whoever_moved(sit: Sit, slow: Event) -> None:
    """Another window may play at the same table."""
    sitting = sit(SURE)
    session = sitting.session
    session.press((4, 4))
    session.ai_move()
    session.table.flag(session.table.view.hidden()[0])
    slow.set()
    sitting.settle()
    assert [entry.by for entry in session.table.entries] == [PLAYER, PLAYER]
