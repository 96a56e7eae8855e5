"""The resolution agent beyond the contract of all agents: what it settles, and how it guesses."""

from __future__ import annotations

import io
from itertools import pairwise

import pytest
from rich.console import Console

from sapper.agents import resolution
from sapper.agents.base import Drawn, FewestModels, FromClauses, Reason
from sapper.agents.resolution import ResolutionAgent
from sapper.agents.sentence import SentenceAgent
from sapper.board import Board
from sapper.errors import Contradiction, NoMoveLeft, OutOfRange, UnknownName
from sapper.exact.counting import certain_cells, mine_fractions
from sapper.game import Game, Status
from sapper.grid import Cell
from sapper.interface.terminal.watch import Show, watch
from sapper.level import LEVELS
from sapper.play.reasons import say_reason
from sapper.view import View


def settled(view: View, **options: object) -> set[Cell]:
    agent = ResolutionAgent(**options)  # type: ignore[arg-type]
    return set(agent.conclusions(view).safe | agent.conclusions(view).mines)


def views_of_a_game(level: str, seed: int) -> list[View]:
    game = Game.new(LEVELS[level], seed=seed)
    agent = ResolutionAgent()
    views = []
    while game.status is Status.PLAYING:
        views.append(game.view)
        game.reveal(agent.choose(game.view).cell)
    return views


# What each way of reasoning settles that the one before it misses. In each position all cells
# follow that are named; the total has no part in it unless it is named.

SENTENCES_END = View.parse("###\n3#1\n#1#", mines=3)
TWO_LITERALS_END = View.parse("#10\n#21\n###", mines=2)
THREE_LITERALS_END = View.parse("1##\n#33\n###", mines=3)
FIVE_LITERALS_NEEDED = View.parse("#1#\n#2#\n#1#", mines=2)
THE_TOTAL_IS_NEEDED = View.parse("12#\n1##\n12#", mines=3)


def test_width_two_settles_what_sentences_do_not() -> None:
    sentences = SentenceAgent().conclusions(SENTENCES_END)
    assert not sentences.safe | sentences.mines
    assert settled(SENTENCES_END, total=False) == set(SENTENCES_END.hidden())


@pytest.mark.parametrize(
    ("view", "width"),
    [(TWO_LITERALS_END, 3), (THREE_LITERALS_END, 4), (FIVE_LITERALS_NEEDED, 5)],
)
def test_a_wider_resolution_settles_more(view: View, width: int) -> None:
    narrow, wide = settled(view, width=width - 1), settled(view, width=width)
    certain = certain_cells(view)
    assert narrow < wide <= certain.safe | certain.mines
    sentences = SentenceAgent().conclusions(view)
    assert sentences.safe | sentences.mines <= wide


def test_the_mine_total_settles_more() -> None:
    assert settled(THE_TOTAL_IS_NEEDED, width=4, total=False) < settled(THE_TOTAL_IS_NEEDED)


# Forward and backward


@pytest.mark.parametrize("level", ["easy", "medium"])
@pytest.mark.parametrize("width", [2, 3])
def test_both_chainings_move_alike_and_know_the_same(level: str, width: int) -> None:
    forward = ResolutionAgent(width=width)
    backward = ResolutionAgent(width=width, backward=True)
    for view in views_of_a_game(level, seed=width):
        move = forward.choose(view)
        assert backward.choose(view) == move
        assert backward.conclusions(view) == forward.conclusions(view)


def test_backward_looks_only_where_the_first_safe_cell_is() -> None:
    # In the upper corner a cell is safe at once; far below, numbers wait to be looked at.
    view = View.parse("0#######\n########\n########\n########\n#1######\n##1#####", mines=6)
    agent = ResolutionAgent(backward=True)
    assert agent.choose(view).cell == (0, 1)
    assert agent._known.hints_asked == 1


def test_with_limited_rounds_a_fresh_copy_still_agrees() -> None:
    for view in views_of_a_game("medium", seed=3)[::4]:
        played_on = ResolutionAgent(rounds=1, width=3)
        played_on.choose(view)
        assert played_on.choose(view) == ResolutionAgent(rounds=1, width=3).choose(view)


# Reasons and guesses


def test_a_certain_move_names_the_numbers_it_rests_on() -> None:
    move = ResolutionAgent().choose(View.parse("###\n111", mines=1))
    assert isinstance(move.reason, FromClauses)
    assert (1, 1) in move.reason.numbers
    assert move.reason.resolutions == 2
    assert not move.reason.needs_total
    by_total = ResolutionAgent().choose(View.parse("1##\n1##\n###", mines=1))
    assert isinstance(by_total.reason, FromClauses)
    assert by_total.reason.needs_total


def test_where_it_is_stuck_it_opens_the_cell_with_a_mine_in_the_fewest_models() -> None:
    # Of four models the mine beside the corner is in three, each other cell's in one.
    view = View.parse("1##\n#2#\n#1#", mines=2)
    move = ResolutionAgent().choose(view)
    assert not move.certain
    assert (move.cell, move.mine_probability) == ((0, 2), 0.25)
    assert move.reason == FewestModels(mines=1, models=4)
    assert {str(fraction) for fraction in mine_fractions(view).values()} == {"3/4", "1/4"}


def test_its_guesses_are_the_safest_cells() -> None:
    guesses = 0
    for seed in range(12):
        agent = ResolutionAgent()
        for view in views_of_a_game("beginner", seed):
            move = agent.choose(view)
            if not move.certain:
                assert move.mine_probability == float(min(mine_fractions(view).values()))
                guesses += 1
    assert guesses >= 12


def test_it_guesses_by_lot_if_told_so_or_if_counting_takes_too_long(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    view = View.parse("1##\n#2#\n#1#", mines=2)
    drawn = [ResolutionAgent(seed=seed, guess="random").choose(view) for seed in range(60)]
    assert {move.cell for move in drawn} == set(view.hidden())
    assert drawn[0].reason == Drawn(candidates=6)
    monkeypatch.setattr(resolution, "MODEL_BUDGET", 1)
    assert ResolutionAgent().choose(view).reason == Drawn(candidates=6)


def test_there_is_no_move_where_all_that_is_left_are_mines() -> None:
    with pytest.raises(NoMoveLeft, match="known to be a mine"):
        ResolutionAgent().choose(View.parse("1#", mines=1))
    with pytest.raises(NoMoveLeft, match="a mine in every model"):
        ResolutionAgent(total=False).choose(View(1, 2, mines=2))


def test_options_that_can_not_be() -> None:
    with pytest.raises(UnknownName, match="no way to guess is called 'never'"):
        ResolutionAgent(guess="never")
    with pytest.raises(OutOfRange, match="width of at least 1"):
        ResolutionAgent(width=0)


@pytest.mark.parametrize("backward", [False, True])
@pytest.mark.parametrize(("text", "mines"), [("4#\n##", 3), ("1#1\n3#3\n111", 1), ("3#\n##", 2)])
def test_a_view_that_can_not_be_is_a_contradiction_and_the_agent_goes_on(
    text: str, mines: int, backward: bool
) -> None:
    agent = ResolutionAgent(backward=backward)
    possible = View.parse("1#\n##", mines=1)
    before = agent.choose(possible)
    for _ in range(2):
        with pytest.raises(Contradiction):
            agent.choose(View.parse(text, mines=mines))
    assert agent.choose(possible) == before


def test_its_status_line_tells_the_sizes_of_both_bases() -> None:
    agent = ResolutionAgent()
    board = Board("hard", seed=2)
    game = Game(LEVELS["hard"], seed=2, board=board)
    sizes = []
    while game.status is Status.PLAYING and agent.conclusions(game.view).safe:
        knowledge_base, settled_cells = agent.status_line(game.view).split(" · ")
        sizes.append((int(knowledge_base.split()[1]), int(settled_cells.split()[1])))
        game.reveal(agent.choose(game.view).cell)
    clauses, cells = zip(*sizes, strict=True)
    assert any(later < earlier for earlier, later in pairwise(clauses))
    assert any(later > earlier for earlier, later in pairwise(clauses))
    assert list(cells) == sorted(cells)


def test_watch_shows_both_bases_beside_the_board_and_says_why() -> None:
    shown = io.StringIO()
    game = Game.new("hard", seed=4)
    console = Console(file=shown, width=100)
    assert watch(game, ResolutionAgent(), None, Show(pace=0), console)
    assert "clauses to be judged · KB0" in shown.getvalue()


@pytest.mark.parametrize(
    ("reason", "words"),
    [
        (
            FromClauses(frozenset({(1, 1), (0, 1)}), 2, needs_total=False),
            "2 resolutions from the number at (0, 1) and the number at (1, 1)",
        ),
        (
            FromClauses(frozenset({(0, column) for column in range(4)}), 1, needs_total=True),
            "1 resolution from 4 numbers and the mine total",
        ),
        (FewestModels(1, 4), "a mine in 1 of 4 models, and no cell in fewer"),
    ],
)
def test_reasons_in_words(reason: Reason, words: str) -> None:
    assert say_reason(reason) == words
