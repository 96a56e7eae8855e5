"""`kill -9` while many play: every turn that was answered is saved."""

from __future__ import annotations

import random
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx
import pytest
from waiting import PATIENCE
from webserver import serve

from sapper.history import History

PLAYERS = 8
KILLS = 2
TURNS = 60
"""So many are answered before the server is killed."""


@pytest.mark.slow
def test_no_turn_that_was_answered_is_lost(tmp_path: Path) -> None:
    answered: dict[str, int] = {}
    for kill in range(KILLS):
        answered |= play_until_killed(tmp_path, kill)
    with History.open(tmp_path / "games.sqlite3") as history:
        assert history.message == ""
        for identity, turns in answered.items():
            assert len(history.record(identity).entries) >= turns


def play_until_killed(home: Path, seed: int) -> dict[str, int]:
    """How many turns of each game were answered before the server was killed."""
    served = serve(home)
    answered: dict[str, int] = {}

    def play(player: int) -> None:
        generator = random.Random(f"{seed} {player}")
        with httpx.Client(base_url=served.client.base_url, timeout=PATIENCE) as client:
            while True:
                game = client.post("/api/games", json={"level": "expert"}).json()
                while game["status"] == "playing":
                    cell = [generator.randrange(16), generator.randrange(30)]
                    turn = {"action": generator.choice(["reveal", "flag"]), "cell": cell}
                    game = client.post(f"/api/games/{game['id']}/turns", json=turn).json()
                    answered[game["id"]] = game["turns"]
                    if sum(answered.copy().values()) >= TURNS:
                        served.process.kill()

    with ThreadPoolExecutor(PLAYERS) as players, served.process:
        for ended in [players.submit(play, player) for player in range(PLAYERS)]:
            assert isinstance(ended.exception(PATIENCE), httpx.TransportError)
    served.client.close()
    return answered
