"""Judge many saved games, the latest first, for as long as there is time.

What was found in a game is kept, so that no game is judged twice by the same judge: the findings'
version and the signature of the expert's behaviour.
"""

from __future__ import annotations

import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from typing import TypeAlias

from sapper.coach.file import TrainingFile
from sapper.coach.findings import VERSION, GameFindings, findings_of
from sapper.errors import SapperError
from sapper.game import Status
from sapper.history import History, KeptGame
from sapper.history.history import USER
from sapper.lab.signature import try_signature
from sapper.play.record import STRONGEST

MOST_GAMES = 1_000
PAGE = 200
"""Games read from the history at once."""

Progress: TypeAlias = Callable[[int, int], object]
"""Told how many games are judged, and of how many."""


@dataclass(frozen=True)
class JudgedGames:
    """Games and what was found in them, the latest first."""

    games: tuple[tuple[KeptGame, GameFindings], ...]
    waiting: int = 0
    """Games for which there was no time."""
    unreadable: int = 0


@cache
def judge_name() -> str:
    """Who judges here: it tells whether what was kept still holds."""
    return f"{VERSION} {STRONGEST} {try_signature(STRONGEST)}"


def judge_games(
    history: History,
    notes: TrainingFile,
    *,
    owner: str = USER,
    level: str | None = None,
    most: int = MOST_GAMES,
    seconds: float | None = None,
    progress: Progress = lambda done, of: None,
) -> JudgedGames:
    """What is found in the player's own finished games, by the judge of today.

    `seconds` bounds the time (None: none). Ctrl-C, too, ends it with what there is by then.
    """
    last = None if seconds is None else time.monotonic() + seconds
    chosen = list(_own_games(history, owner, level, most))
    judge = judge_name()
    found = notes.findings([game.identity for game in chosen], judge)
    unreadable = 0
    try:
        for game in chosen:
            if game.identity in found:
                continue
            if last is not None and time.monotonic() >= last:
                break
            progress(len(found), len(chosen))
            try:
                found[game.identity] = findings_of(history.record(game.identity, owner))
            except SapperError:  # one damaged game does not hide the others
                unreadable += 1
                continue
            notes.keep(found[game.identity], judge)
    except KeyboardInterrupt:
        pass
    progress(len(found), len(chosen))
    games = tuple((game, found[game.identity]) for game in chosen if game.identity in found)
    return JudgedGames(games, len(chosen) - len(games) - unreadable, unreadable)


def _own_games(history: History, owner: str, level: str | None, most: int) -> Iterator[KeptGame]:
    """The finished games that the player played alone on new boards, the latest first."""
    offset = given = 0
    while page := history.games(PAGE, offset, level=level, owner=owner):
        offset += PAGE
        for game in page:
            if game.own and game.status is not Status.PLAYING:
                yield game
                given += 1
                if given == most:
                    return
