"""The server keeps the mines: before the end every answer depends on the view alone."""

from __future__ import annotations

import re
from typing import Any

from hypothesis import assume, given, settings
from hypothesis import strategies as st
from strategies import cells_of, levels
from webserver import Running

from sapper.board import Board
from sapper.exact.analysis import sample_layouts
from sapper.game import Status, WinningRule
from sapper.interface.web.at_table import agent_seed
from sapper.level import Guesses, Level
from sapper.play.record import Setup
from sapper.play.table import Table

FEW_LAYOUTS = 8


@st.composite
def tables(draw: st.DrawFn) -> Table:
    """Games under way, under any rules, their clocks standing still."""
    level = draw(levels(max_side=5))
    winning = draw(st.sampled_from(WinningRule))
    fair = winning is WinningRule.REVEALED and draw(st.booleans())
    guesses = Guesses.FAIR if fair else Guesses.ANY
    setup = Setup(level, winning, seed=draw(st.integers(0, 999)), guesses=guesses)
    table = Table(setup, clock=lambda: 0.0)
    acts = st.sampled_from([table.reveal, table.reveal, table.flag, table.chord])
    for act, cell in draw(st.lists(st.tuples(acts, cells_of(level.height, level.width)))):
        act(cell)
    assume(table.status is Status.PLAYING)
    return table


def all_answers(here: Running, table: Table) -> dict[str, Any]:
    """Whatever can be asked of a game, and what comes."""
    row, column = (table.view.hidden() or [(0, 0)])[0]
    questions = ["", "/entries", "/hint", "/odds", "/guess", "/knowledge", "/review"]
    questions.append(f"/why?row={row}&column={column}")
    path = f"/api/games/{table.identity}"
    answers = {question: here.client.get(f"{path}{question}") for question in questions}
    for act in ("/again", "/pause", "/resume"):
        answers[act] = here.client.post(f"{path}{act}")
    identity = re.compile(r'"id":"\w+"')  # that of a new game is random
    return {
        question: (answer.status_code, identity.sub("", answer.text))
        for question, answer in answers.items()
    }


def chosen_move(here: Running, table: Table) -> tuple[object, ...]:
    """What an agent does and why; what comes of it does depend on the mines."""
    turns = len(table.entries)
    answer = here.client.post(f"/api/games/{table.identity}/ai", json={"agent": "exact"})
    done = [(entry.action, entry.cell) for entry in table.entries[turns:][:1]]
    return answer.status_code, done, answer.json().get("reason")


def lay_other_mines(table: Table, seed: int) -> None:
    """Lay the mines of a game otherwise, so that nobody who plays it can tell."""
    game = table._game
    if game.board is None:  # they are laid at the first cell, and depend on the seed until then
        game.seed += 1
        return
    boards = [
        Board.from_mines(
            table.view.height,
            table.view.width,
            [(int(row), int(column)) for row, column in zip(*layout.nonzero(), strict=True)],
        )
        for layout in sample_layouts(table.view, FEW_LAYOUTS, seed)
    ]
    others = [board for board in boards if board.mines != game.board.mines]
    assume(others)
    game.board = others[0]


@settings(max_examples=8)
@given(tables(), st.integers(0, 99))
def test_before_the_end_answers_depend_on_the_view_alone(
    here: Running, table: Table, seed: int
) -> None:
    other = Table.of(table.record(), clock=lambda: 0.0)
    lay_other_mines(other, seed)
    answers, moves = [], []
    for game in (table, other):
        here.state.open_games.remove(game.identity)
        here.state.open_games.add(game)
        answers.append(all_answers(here, game))
        moves.append(chosen_move(here, game))
    assert answers[0] == answers[1]
    assert moves[0] == moves[1]
    for _, text in answers[0].values():
        told = without_nulls(text)
        assert not any(secret in told for secret in ("seed", "index", '"first":'))


def without_nulls(text: str) -> str:
    """JSON less the fields that are null."""
    return re.sub(r'"\w+":null', "", text)


def test_neither_list_nor_identity_tells_the_seed(here: Running) -> None:
    body = {"level": "beginner", "seed": 123456789}
    games = [here.client.post("/api/games", json=body).json() for _ in range(2)]
    assert games[0]["id"] != games[1]["id"]
    for game in games:
        path = f"/api/games/{game['id']}/turns"
        here.client.post(path, json={"action": "reveal", "cell": [0, 0]})
    listed = here.client.get("/api/games?limit=2")
    assert {game["id"] for game in listed.json()} == {game["id"] for game in games}
    assert "123456789" not in listed.text
    assert "seed" not in without_nulls(listed.text)


def test_an_agents_draws_do_not_depend_on_the_boards_seed() -> None:
    one, other = (
        Table(Setup(Level.named("beginner"), seed=seed), identity="same") for seed in (1, 2)
    )
    assert agent_seed(one) == agent_seed(other)
