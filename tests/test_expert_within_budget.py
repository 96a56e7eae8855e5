"""The expert always has an answer: on the widest fronts, and whatever its constants are."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from commands import runner
from expert_constants import extreme_values
from positions import lattice, too_wide_to_look_ahead

from sapper._compiled import compiled
from sapper.agents.base import ByLayouts
from sapper.agents.batches import best_moves
from sapper.agents.expert import CONSTANTS, EXPERT_BUDGET, Compared, ExpertAgent
from sapper.agents.judging import judge_move
from sapper.exact.analysis import analyze
from sapper.formats import dumps
from sapper.game import Game, Status
from sapper.lab.bulk import make_layouts, play_layouts
from sapper.view import View

pytestmark = pytest.mark.skipif(compiled is None, reason="the engine is not built")

WIDE = too_wide_to_look_ahead()


def guess(view: View, **constants: float) -> tuple[int, str, list[Any]]:
    assert compiled is not None
    found = compiled.guess(view.numbers, view.mines, EXPERT_BUDGET, constants)
    assert found is not None
    place, decided_by, _, _, compared = found
    return place, decided_by, compared


def first_guess(level: str, seed: int) -> View:
    """The first position of a game in which nothing is certain and cells are compared."""
    game = Game.new(level, seed=seed, start="opening")
    agent = ExpertAgent(start="opening")
    while game.status is Status.PLAYING:
        move = agent.choose(game.view)
        if isinstance(move.reason, Compared) and len(move.reason.candidates) > 1:
            return game.view
        game.reveal(move.cell)
    return first_guess(level, seed + 1)


def test_where_looking_ahead_takes_too_long_the_safest_cell_is_opened() -> None:
    move = ExpertAgent().choose(WIDE)
    odds = analyze(WIDE).mine_probability
    assert isinstance(move.reason, ByLayouts)
    assert not move.certain
    assert move.mine_probability == odds[move.cell] == np.nanmin(odds)


def test_every_way_to_ask_the_expert_answers_on_a_wide_front(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    chosen = ExpertAgent().choose(WIDE).cell
    moves = best_moves(np.stack([WIDE.numbers, np.full_like(WIDE.numbers, -1)]), mines=WIDE.mines)
    assert tuple(moves.cells[0].tolist()) == chosen
    assert moves.over_budget.size == 0
    file = tmp_path / "wide.mine"
    file.write_bytes(dumps(WIDE, "mine"))
    code, said, _ = runner(monkeypatch, capfd)("analyze", str(file), "--json")
    assert code == 0
    assert json.loads(said)


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name in CONSTANTS for value in extreme_values(name)],
)
def test_with_a_constant_at_either_end_of_its_range_some_hidden_cell_is_chosen(
    name: str, value: float
) -> None:
    some_front = lattice(8, 9, 0.3, np.random.default_rng(1))
    for view in (first_guess("intermediate", 1), first_guess("expert", 2), some_front):
        for others in ({}, {"search_layouts": 0}, {"judged_share": 0.0, "first_playouts": 1}):
            constants = others | {name: value}
            place, decided_by, compared = guess(view, **constants)
            assert view.is_hidden(divmod(place, view.width))
            chances = [chance for _, _, chance, _ in compared]
            assert all(0 <= chance <= 1 for chance in chances), (constants, chances)
            assert (place in {at for at, _, _, _ in compared}) == (
                decided_by not in {"search", "safety"}
            )


def test_the_best_candidate_is_judged_whatever_share_of_its_score_is_asked_for() -> None:
    for seed in range(6):
        place, decided_by, _ = guess(first_guess("expert", seed), judged_share=1, search_layouts=0)
        assert decided_by == "judge"
        assert place >= 0


@pytest.mark.parametrize("constants", [{"lookahead_states": 1}, {"judged_share": 1}])
def test_whole_games_are_played_with_hardly_any_lookahead(constants: dict[str, Any]) -> None:
    layouts = make_layouts("intermediate", seed=1, count=50, first=(0, 0))
    played = play_layouts("expert", layouts, (0, 0), **constants)
    assert 0 < played.won.mean() < 1
    assert played.first_false_certainty is None


def test_a_guess_is_judged_where_the_expert_compares_nothing() -> None:
    game = lattice(6, 12, 0.3, np.random.default_rng(3))
    uncertain = analyze(game).mine_probability
    cell = divmod(int(np.nanargmax(np.where(uncertain < 1, uncertain, np.nan))), game.width)
    assert judge_move(game, cell).given_up is not None
