"""Games of every agent, move by move; the board judges what the agent says."""

from __future__ import annotations

import pickle
from random import Random
from typing import Any

from sapper import AGENTS, Agent, Board, Game, Move, Status, View, analyze, make_agent
from sapper.errors import BudgetExceeded, LevelError
from soak.draws import random_level
from soak.tally import Tally

GAMES = 25
SHARE_OF_CONCLUSIONS = 0.1
SHARE_OF_COPIES = 0.03
SHARE_OF_GUESSES = 0.3
COMPLETE = ("exact", "expert")
"""The agents that guess only when nothing is certain."""


def play_games(random: Random, tally: Tally, effort: float) -> None:
    """Some games, each by a random agent on a random board."""
    for _ in range(max(1, int(GAMES * effort))):
        level = random_level(random)
        name = random.choice(list(AGENTS))
        options: dict[str, Any] = {"seed": random.getrandbits(64), "start": level.start}
        if name in COMPLETE and random.random() < 0.3:
            options["budget"] = random.choice((1, 10, 1000, 100_000))
        game = Game.new(level, seed=random.getrandbits(128), index=random.getrandbits(64))
        _play(game, make_agent(name, **options), random, tally)


def _play(game: Game, agent: Agent, random: Random, tally: Tally) -> None:
    tally.games[agent.name] += 1
    where = f"{agent.name} {agent.options} on {game.level!r}, seed {game.seed}, index {game.index}"
    while game.status is Status.PLAYING:
        view = game.view
        try:
            move = agent.choose(view)
            if random.random() < SHARE_OF_CONCLUSIONS and game.board is not None:
                _judge_conclusions(agent, view, game.board, tally, where)
            if random.random() < SHARE_OF_COPIES:
                _judge_choice(agent, view, move, tally, where)
            if not move.certain and random.random() < SHARE_OF_GUESSES:
                _judge_guess(agent, view, move, tally, where)
        except BudgetExceeded as error:
            tally.refused(error)
            return
        if not view.is_hidden(move.cell):
            tally.fault("wrong result", f"{where}: opens {move.cell} again")
            return
        try:
            game.reveal(move.cell)
        except LevelError as error:  # no room for an opening at that cell
            tally.expect(game.board is None, "wrong result", f"{where}: {error}")
            tally.refused(error)
            return
        if move.certain:
            tally.certain_moves[agent.name] += 1
            tally.expect(
                game.exploded is None,
                "false certainty",
                f"{where}: cell {move.cell} is a mine; seen was\n{view}",
            )


def _judge_conclusions(agent: Agent, view: View, board: Board, tally: Tally, where: str) -> None:
    conclusions = agent.conclusions(view)
    tally.conclusions[agent.name] += len(conclusions.safe) + len(conclusions.mines)
    false = (conclusions.safe & board.mines) | (conclusions.mines - board.mines)
    tally.expect(
        not false, "false certainty", f"{where}: wrong about {sorted(false)}; seen was\n{view}"
    )


def _judge_choice(agent: Agent, view: View, move: Move, tally: Tally, where: str) -> None:
    """A copy without memories chooses the same."""
    copy = pickle.loads(pickle.dumps(agent))
    tally.judged["moves chosen again by a fresh copy"] += 1
    again = copy.choose(View.from_numbers(view.numbers, view.mines))
    tally.expect(again == move, "wrong result", f"{where}: {move}, a copy {again}, seen\n{view}")


def _judge_guess(agent: Agent, view: View, move: Move, tally: Tally, where: str) -> None:
    """The strong agents guess only where they must."""
    if agent.name in COMPLETE and view.revealed_count:
        tally.judged["guesses where nothing was certain"] += 1
        safe = analyze(view).safe
        tally.expect(not safe, "wrong result", f"{where}: guesses {move}, seen was\n{view}")
