"""A person at a game: turns, the clock, the risk of each turn, hints, the AI beside."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from threading import Barrier, Thread

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, precondition, rule
from played_tables import Clock, mines_of, play_to_the_end, setups
from strategies import cells_of, few

from sapper.agents.base import ChosenByOther, Move
from sapper.agents.exact import ExactAgent
from sapper.agents.registry import AGENTS
from sapper.errors import AgentCrashed, LevelError, NoMoveLeft, StaleThought, UnknownName
from sapper.exact.analysis import analyze
from sapper.game import Action, Game, Status, WinningRule
from sapper.grid import Cell, cells
from sapper.history import History
from sapper.level import LEVELS, Level, StartRule
from sapper.play import asking
from sapper.play.record import PLAYER, Entry, Record, Setup
from sapper.play.situation import Thought
from sapper.play.table import Table
from sapper.serialize import plain
from sapper.view import View

BEGINNER = LEVELS["beginner"]


# Against the plain game


class TableAgainstGame(RuleBasedStateMachine):
    """Whatever is done at a table, the game under it is the plain one."""

    table: Table
    game: Game
    clock: Clock

    @initialize(setup=setups())
    def sit_down(self, setup: Setup) -> None:
        self.clock = Clock()
        self.table = Table(setup, clock=self.clock)
        self.game = setup.game()
        self.began: float | None = None

    @rule(data=st.data(), action=st.sampled_from(["reveal", "flag", "chord", "press"]))
    def act(self, data: st.DataObject, action: str) -> None:
        level = self.table.setup.level
        cell = data.draw(cells_of(level.height, level.width))
        before, turns = self.table.view, len(self.game.moves)
        if self.game.status is Status.PLAYING:
            plain = action
            if action == "press":
                plain = "reveal" if before.is_hidden(cell) else "chord"
            getattr(self.game, plain)(cell)
        entry = getattr(self.table, action)(cell)
        assert (entry is None) == (len(self.game.moves) == turns)
        if entry is not None:
            self.check(entry, before)

    @rule()
    def let_the_agent_move(self) -> None:
        before = self.table.view
        shown = len(self.table.entries)
        self.table.ai_move()
        for entry in self.table.entries[shown:]:
            assert entry.by == self.table.setup.agent
            getattr(self.game, entry.action.value.removeprefix("un"))(entry.cell)
            self.check(entry, before)
            before = self.game.view

    @rule(seconds=st.integers(1, 60))
    def wait(self, seconds: int) -> None:
        self.clock.time += seconds

    @precondition(lambda self: self.table.status is Status.PLAYING)
    @rule()
    def take_the_hint(self) -> None:
        hint = self.table.hint()
        if hint.certain and not self.table.is_first_free:
            assert self.game.board is not None
            assert self.game.board.is_mine(hint.cell) == (hint.action is Action.FLAG)
        assert self.table.view.is_hidden(hint.cell)
        assert str(hint.cell) in hint.words

    def check(self, entry: Entry, before: View) -> None:
        turn = self.game.moves[-1] if entry.status is self.game.status else None
        if turn is not None and turn.cell == entry.cell:
            assert (turn.action, turn.opened) == (entry.action, entry.opened)
        if entry.is_flagging:
            assert (entry.certain, entry.mine_probability, entry.free) == (None, None, False)
            return
        if self.began is None:
            self.began = self.clock.time
        assert entry.seconds == pytest.approx(self.clock.time - self.began)
        if entry.free:
            assert entry.exploded is None
            return
        odds = analyze(before)
        assert entry.best_probability == np.nanmin(odds.mine_probability)
        assert entry.mine_probability is not None
        assert entry.certain == (entry.mine_probability == 0)
        if entry.action is Action.REVEAL:
            assert entry.mine_probability == odds.mine_probability[entry.cell]
        if entry.exploded is not None:
            assert entry.mine_probability > 0

    @invariant()
    def the_same_game(self) -> None:
        table, game = self.table, self.game
        assert (table.view, table.status, table.exploded) == (game.view, game.status, game.exploded)
        not_flagged = game.level.mines - len(game.view.flags)
        assert table.mines_left == (0 if game.status is Status.WON else not_flagged)
        assert [entry.number for entry in table.entries] == list(range(1, len(game.moves) + 1))
        assert [(entry.action, entry.cell, entry.opened) for entry in table.entries] == [
            (turn.action, turn.cell, turn.opened) for turn in game.moves
        ]
        if game.status is Status.PLAYING:
            assert (table.mines, table.wrong_flags) == (frozenset(), frozenset())
        elif game.board is not None:
            assert table.mines == game.board.mines
            assert table.wrong_flags == game.view.flags - game.board.mines

    @invariant()
    def the_record_says_it_all(self) -> None:
        again = Table.of(self.table.record(), clock=self.clock)
        assert again.record() == self.table.record()
        assert again.view == self.table.view
        assert again.seconds == pytest.approx(self.table.seconds)


TestTableAgainstGame = TableAgainstGame.TestCase
TestTableAgainstGame.settings = few


# The AI


@pytest.mark.parametrize("name", AGENTS)
@pytest.mark.parametrize("winning", WinningRule)
def test_every_agent_plays_to_the_end_under_every_rule(name: str, winning: WinningRule) -> None:
    for seed in range(3):
        table = Table(Setup(Level(5, 5, 3), winning=winning, seed=seed, agent=name))
        play_to_the_end(table)
        assert {entry.by for entry in table.entries} == {name}
        if name == "expert" and table.status is Status.WON:
            assert all(entry.exploded is None for entry in table.entries)


def test_under_the_courses_rule_the_ai_wins_by_flags() -> None:
    table = Table(Setup(LEVELS["course"], winning=WinningRule.FLAGGED, seed=2))
    play_to_the_end(table)
    assert table.status is Status.WON
    assert table.view.flags == table.mines
    assert table.wrong_flags == frozenset()


def test_another_agent_may_move() -> None:
    table = Table(Setup(LEVELS["course"], winning=WinningRule.FLAGGED, seed=2))
    move = Move((0, 0), False, None, ChosenByOther())
    entry = table.make(Thought(table.view, move, "sentence", frozenset({(7, 7)})))
    assert entry is not None
    assert (entry.action, entry.by) == (Action.REVEAL, "sentence")
    assert table.view.flags == {(7, 7)}
    assert {entry.by for entry in table.entries} == {"sentence"}


def test_a_thought_changes_nothing_until_it_is_played() -> None:
    """Whoever shows the game may drop it, whatever the rule."""
    table = Table(Setup(LEVELS["course"], winning=WinningRule.FLAGGED, seed=2, agent="exact"))
    while not (thought := table.think()).mines:
        table.make(thought)
    before, turns = table.view, len(table.entries)
    table.think()
    assert (table.view, len(table.entries)) == (before, turns)
    table.make(thought)
    assert table.view.flags >= thought.mines


def test_what_is_known_is_asked_only_in_a_thought(monkeypatch: pytest.MonkeyPatch) -> None:
    """To play one takes no time: a screen does it between two pictures."""
    table = Table(Setup(LEVELS["course"], winning=WinningRule.FLAGGED, seed=2, agent="exact"))
    thought = table.think()

    def conclusions(self: ExactAgent, view: View) -> None:
        raise AssertionError

    monkeypatch.setattr(ExactAgent, "conclusions", conclusions)
    assert table.make(thought) is not None


def test_an_agent_that_still_thinks_is_not_disturbed(monkeypatch: pytest.MonkeyPatch) -> None:
    """An agent may remember what it saw: two thoughts at once must not share one."""
    table = Table(Setup(BEGINNER, seed=3, agent="exact"))
    both, thinkers = Barrier(2, timeout=30), []
    choose = ExactAgent.choose

    def wait_for_the_other(self: ExactAgent, view: View) -> Move:
        thinkers.append(self)
        both.wait()
        return choose(self, view)

    monkeypatch.setattr(ExactAgent, "choose", wait_for_the_other)
    threads = [Thread(target=table.think) for _ in range(2)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len({id(agent) for agent in thinkers}) == 2


def test_the_agent_changes_in_mid_game() -> None:
    with History.in_memory() as history:
        table = Table(Setup(BEGINNER, seed=3, agent="exact"), history)
        table.ai_move()
        table.change_agent("sentence")
        table.ai_move()
        assert [entry.by for entry in table.entries] == ["exact", "sentence"]
        assert history.table(table.identity).setup.agent == "sentence"
        with pytest.raises(UnknownName):
            table.change_agent("nobody")
        assert table.setup.agent == "sentence"


def test_changing_the_agent_keeps_what_could_not_be_kept_before() -> None:
    class Unwilling:
        """Keeps nothing while it does not want to."""

        def __init__(self) -> None:
            self.willing = False
            self.records: list[Record] = []

        def keep(self, record: Record, kept: int | None, measures: object = None) -> int | None:
            if not self.willing:
                return kept
            self.records.append(replace(record, entries=record.entries[kept or 0 :]))
            return len(record.entries)

    keeper = Unwilling()
    table = Table(Setup(BEGINNER, seed=3, agent="exact"), keeper)
    table.ai_move()
    table.change_agent("sentence")
    keeper.willing = True
    table.ai_move()
    assert [entry.number for entry in keeper.records[0].entries] == [1, 2]


def test_where_only_flags_are_left_the_ai_sets_them() -> None:
    setup = Setup(Level(2, 2, 1), winning=WinningRule.FLAGGED, seed=1, agent="exact")
    table = Table(setup)
    for cell in sorted(set(cells(2, 2)) - _mines_after(setup, (0, 0))):
        table.reveal(cell)
    assert not table.mines  # the game is not over
    thought = table.think()
    assert thought.move is None
    hint = table.hint()
    assert (hint.action, hint.certain, hint.mine_probability) == (Action.FLAG, True, 1.0)
    entry = table.make(thought)
    assert entry is not None
    assert entry.action is Action.FLAG
    assert table.status is Status.WON


def _mines_after(setup: Setup, first: Cell) -> frozenset[Cell]:
    game = setup.game()
    game.reveal(first)
    assert game.board is not None
    return game.board.mines


def test_a_flag_in_the_way_of_the_ai_is_taken_off() -> None:
    table = Table(Setup(BEGINNER, seed=3, agent="exact"))
    move = table.think().move
    assert move is not None
    table.flag(move.cell)
    assert "Remove its flag first" in table.hint().words
    entry = table.make(table.think())
    assert entry is not None
    assert [entry.action for entry in table.entries] == [Action.FLAG, Action.UNFLAG, Action.REVEAL]
    assert [entry.by for entry in table.entries] == [PLAYER, "exact", "exact"]


@pytest.mark.parametrize("act", [Table.reveal, Table.flag])
def test_a_stale_thought_is_refused(act: Callable[[Table, Cell], object]) -> None:
    table = Table(Setup(BEGINNER, seed=3))
    thought = table.think()
    act(table, (8, 8))
    before = table.entries
    with pytest.raises(StaleThought):
        table.make(thought)
    assert table.entries == before


def test_a_thought_is_refused_once_the_game_is_lost() -> None:
    """The view after a mine may be the one before it."""
    table = Table(Setup(Level(1, 3, 1, StartRule.ANY), seed=1))
    board = table.setup.game().board
    assert board is not None
    thought = table.think()
    table.reveal(min(board.mines))
    assert table.status is Status.LOST
    with pytest.raises(StaleThought):
        table.make(thought)


def test_checking_a_thought_and_playing_it_are_one_step() -> None:
    """However the player and the agents come together, no move lands on another position."""
    table = Table(Setup(LEVELS["expert"].starting("opening"), seed=3, agent="exact"))
    table.reveal((3, 3))
    wrong: list[Entry] = []

    def let_the_agent_play() -> None:
        for _ in range(30):
            thought = table.think()
            try:
                entry = table.make(thought)
            except StaleThought:
                continue
            if (
                entry is not None
                and entry.certain is not True
                and thought.move
                and thought.move.certain
            ):
                wrong.append(entry)

    agents = [Thread(target=let_the_agent_play) for _ in range(2)]
    for agent in agents:
        agent.start()
    for cell in table.view.hidden()[:60]:
        table.flag(cell)
        table.flag(cell)
    for agent in agents:
        agent.join()
    assert not wrong
    opened = [entry.cell for entry in table.entries if entry.by == "exact"]
    assert len(opened) == len(set(opened)) > 0


def test_the_expert_begins_where_the_start_rule_is_best() -> None:
    for start, cell in ((StartRule.SAFE, (0, 0)), (StartRule.OPENING, (2, 2))):
        table = Table(Setup(BEGINNER.starting(start), seed=1, agent="expert"))
        move = table.think().move
        assert move is not None
        assert move.cell == cell
        assert table.hint().cell == cell


def test_a_hint_is_safe_if_anything_is() -> None:
    table = Table(Setup(BEGINNER, seed=2))
    hint = table.hint()
    assert hint.certain
    assert "the first can't be a mine" in hint.words
    while table.status is Status.PLAYING:
        hint = table.hint()
        if not table.is_first_free:
            safe = table.odds().safe
            assert hint.certain == bool(safe)
            assert not safe or hint.cell in safe
        table.reveal(hint.cell)
    with pytest.raises(NoMoveLeft):
        table.hint()


def test_a_hint_as_plain_data() -> None:
    hint = asking.hint(View.parse("#1##", mines=1))
    assert plain(hint) == {
        "cell": [0, 3],
        "certain": True,
        "mine_probability": 0,
        "words": "(0, 3) is certainly safe.",
        "action": "reveal",
    }


@pytest.mark.parametrize("winning", WinningRule)
def test_where_nothing_is_left_there_is_no_hint(winning: WinningRule) -> None:
    with pytest.raises(NoMoveLeft):
        asking.hint(View.parse("1F", mines=1), winning=winning)


def test_an_agent_that_chooses_an_open_cell_is_named() -> None:
    class Stubborn(ExactAgent):
        def choose(self, view: View) -> Move:
            return Move((0, 0), True, 0.0, ChosenByOther())

    with pytest.raises(
        AgentCrashed, match=r"^agent 'exact' crashed: it chose \(0, 0\), which is open already"
    ):
        asking.choose(View.parse("1#", mines=1), Stubborn())


def test_a_table_answers_as_its_view_does() -> None:
    table = Table(Setup(BEGINNER, seed=3))
    table.reveal((0, 0))
    assert table.why((0, 1)) == asking.why(table.view, (0, 1))
    assert table.situation.knowledge() == asking.knowledge(table.view)


def test_what_each_agent_knows() -> None:
    view = View.parse("###\n111", mines=1)
    known = asking.knowledge(view)
    assert list(known) == ["sentence", "resolution", "exact"]
    assert known["sentence"].safe == known["exact"].safe == analyze(view).safe


def test_why_points_at_what_it_speaks_of() -> None:
    answer = asking.why(View.parse("###\n111", mines=1), (0, 2))
    assert answer.kind == "derivation"
    assert answer.numbers == {(1, 0), (1, 1)}
    assert [line.numbers for line in answer.lines[:2]] == [{(1, 0)}, {(1, 1)}]
    assert answer.lines[0].cells == {(0, 0), (0, 1)}
    assert plain(answer)["lines"][2]["safe"] == [[0, 2]]
    odds = asking.why(View.parse("#1#", mines=1), (0, 2), "fr")
    assert odds.kind == "odds"
    assert odds.numbers == {(0, 1)}
    assert not odds.lines
    assert odds.heading[0].startswith("(0, 2) est une mine")
    with pytest.raises(UnknownName):
        asking.why(View.parse("#1#", mines=1), (0, 2), "tlh")


# The next game


@few
@given(setups(), st.data())
def test_again_has_the_same_mines(setup: Setup, data: st.DataObject) -> None:
    table = Table(setup)
    level = setup.level
    first = data.draw(cells_of(level.height, level.width))
    if table.status is Status.PLAYING:
        try:
            table.reveal(first)
        except LevelError:
            return
    again = table.again()
    assert again.identity != table.identity
    assert not again.entries
    if table.entries:
        # Whichever cell is opened first now, the mines are where they were.
        for cell in cells(level.height, level.width):
            if again.status is Status.PLAYING:
                again.reveal(cell)
        assert not again.entries or mines_of(again) == mines_of(table)


def test_again_keeps_the_first_cell_free() -> None:
    table = Table(Setup(BEGINNER, seed=3))
    table.reveal((4, 4))
    again = table.again()
    assert not again.is_first_free
    entry = again.reveal((4, 4))
    assert entry is not None
    assert entry.free


def test_new_has_other_mines_and_the_same_rules() -> None:
    table = Table(Setup(BEGINNER, winning=WinningRule.FLAGGED, seed=3, agent="sentence"))
    table.reveal((4, 4))
    new = table.new()
    assert replace(new.setup, seed=3) == table.setup
    assert new.setup.seed != 3
    later = Table(replace(table.setup, index=5)).new(seed=8).setup
    assert (later.seed, later.index) == (8, 0)  # the board that the seed gives everywhere


def test_a_table_without_a_seed_takes_one_of_chance() -> None:
    one, other = Table(Setup(BEGINNER)), Table(Setup(BEGINNER))
    assert one.setup.seed is not None
    assert one.setup.seed != other.setup.seed


def test_the_last_turn_and_how_many_there_are() -> None:
    table = Table(Setup(BEGINNER, seed=3))
    assert (table.turns, table.last) == (0, None)
    table.flag((0, 0))
    entry = table.flag((0, 1))
    assert (table.turns, table.last) == (2, entry)


def test_a_seed_of_chance_is_too_long_to_be_searched_for() -> None:
    seeds = [Table(Setup(BEGINNER)).setup.seed or 0 for _ in range(64)]
    assert max(seed.bit_length() for seed in seeds) > 56


def test_given_cells_are_shown_at_the_beginning() -> None:
    table = Table(Setup(LEVELS["easy"], seed=1, disclosed=5))
    assert table.view.revealed_count == 5
    assert not table.is_first_free
    assert Table.of(table.record()).view == table.view
    with pytest.raises(LevelError, match="disclosed under the start rule 'given'"):
        Setup(BEGINNER, disclosed=5)


def test_a_huge_board_is_played() -> None:
    table = Table(Setup(Level(200, 200, 6000), seed=1, agent="exact"))
    for _ in range(20):
        if table.status is Status.PLAYING:
            assert table.ai_move() is not None
    assert Table.of(table.record()).view == table.view


# Threads


def test_threads_share_a_table() -> None:
    table = Table(Setup(Level(16, 16, 10, StartRule.ANY), seed=1))
    start = Barrier(4)

    def flag_a_part(part: int) -> None:
        start.wait()
        for cell in cells(16, 16):
            if cell[1] % 4 == part:
                table.flag(cell)

    threads = [Thread(target=flag_a_part, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(table.view.flags) == 256
    assert [entry.number for entry in table.entries] == list(range(1, 257))


def test_a_chosen_move_says_what_it_does() -> None:
    table = Table(Setup(BEGINNER, seed=3))
    move = Move((0, 0), False, None, ChosenByOther())
    entry = table.make(Thought(table.view, move, "expert"))
    assert entry is not None
    assert table.say(entry).startswith("expert opened (0, 0)")
