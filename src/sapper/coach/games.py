"""Judge many saved games, the latest first, for as long as there is time.

What was found in a game is kept, so that no turn is judged twice by the same judge: the findings'
version and the signature of the expert's behaviour. A game that there was no time to judge to its
end waits behind the others, so that a large one does not hide them.
"""

from __future__ import annotations

import time
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from dataclasses import dataclass
from functools import cache
from math import inf
from typing import TypeAlias

from sapper.coach.file import TrainingFile
from sapper.coach.findings import VERSION, GameFindings, findings_of
from sapper.errors import HistoryError, SapperError
from sapper.game import Status
from sapper.history import History, KeptGame
from sapper.history.history import USER
from sapper.lab.signature import try_signature
from sapper.play.record import STRONGEST, Record

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
    turns: int = 0
    """How many turns were judged in all of them, those included for which there was no time."""


@cache
def judge_name() -> str:
    """Who judges here: it tells whether what was kept still holds."""
    return f"{VERSION} {STRONGEST} {try_signature(STRONGEST)}"


class Judging:
    """Games to be judged one after another, the latest first; what was judged before counts."""

    def __init__(
        self,
        history: History,
        notes: TrainingFile,
        *,
        owner: str = USER,
        level: str | None = None,
        most: int = MOST_GAMES,
    ) -> None:
        self._history, self._notes, self._owner = history, notes, owner
        self._judge = judge_name()
        self._chosen = list(_own_games(history, owner, level, most))
        self._found = notes.findings([game.identity for game in self._chosen], self._judge)
        waiting = [game.identity for game in self._chosen if not self._is_judged(game)]
        self._waiting = deque(sorted(waiting, key=lambda identity: identity in self._found))
        self._unreadable = 0
        with suppress(HistoryError):  # what can't be asked about stays
            notes.forget_deleted(owner, history.was_deleted)

    @property
    def done(self) -> int:
        """How many games are judged."""
        return sum(map(self._is_judged, self._chosen))

    @property
    def total(self) -> int:
        """How many games there are to judge."""
        return len(self._chosen)

    def _is_judged(self, game: KeptGame) -> bool:
        found = self._found.get(game.identity)
        return found is not None and found.is_complete

    def next_game(self) -> tuple[Record, GameFindings | None] | None:
        """The next game to judge, and what was found in it so far; None if all are judged."""
        while self._waiting:
            identity = self._waiting.popleft()
            try:
                record = self._history.record(identity, self._owner)
            except SapperError:  # one damaged game does not hide the others
                self._unreadable += 1
            else:
                return record, self._found.get(identity)
        return None

    def add(self, found: GameFindings) -> None:
        """Take in and keep what was found in a game."""
        self._found[found.identity] = found
        self._notes.keep(found, self._judge)
        if not found.is_complete:
            self._waiting.append(found.identity)

    @property
    def result(self) -> JudgedGames:
        """What was found so far."""
        games = tuple(
            (game, self._found[game.identity]) for game in self._chosen if self._is_judged(game)
        )
        waiting = self.total - len(games) - self._unreadable
        turns = sum(found.judged for found in self._found.values())
        return JudgedGames(games, waiting, self._unreadable, turns)


def judge_games(
    history: History,
    notes: TrainingFile,
    *,
    level: str | None = None,
    most: int = MOST_GAMES,
    seconds: float | None = None,
    progress: Progress = lambda done, of: None,
) -> JudgedGames:
    """What is found in the player's own finished games, by the judge of today.

    `seconds` bounds the time (None: none). Ctrl-C, too, ends it with what there is by then.
    """
    last = time.monotonic() + (inf if seconds is None else seconds)
    judging = Judging(history, notes, level=level, most=most)
    try:
        while (left := last - time.monotonic()) > 0:
            progress(judging.done, judging.total)
            waiting = judging.next_game()
            if waiting is None:
                break
            judging.add(findings_of(*waiting, seconds=left))
    except KeyboardInterrupt:
        pass
    return judging.result


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
