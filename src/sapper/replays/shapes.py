"""A replay as it leaves the process: for `sapper review --json`, the server and the page."""

from __future__ import annotations

from dataclasses import dataclass

from sapper.play import shapes
from sapper.play.table import Table
from sapper.replays.played import Compared, Played
from sapper.replays.recording import Source

DECIMALS = 3


@dataclass(frozen=True, slots=True, kw_only=True)
class ComparedNumber:
    """A number that the file states, beside the same number measured; 1 and 0 for yes and no."""

    name: str
    stated: float
    measured: float
    agrees: bool
    words: str

    @classmethod
    def of(cls, compared: Compared) -> ComparedNumber:
        """A comparison as it is sent."""
        return cls(
            name=compared.name,
            stated=float(compared.stated),
            measured=float(compared.measured),
            agrees=compared.agrees,
            words=compared.words,
        )


@dataclass(frozen=True, slots=True, kw_only=True)
class ReviewedReplay:
    """A recorded game, its review, and the way of the mouse.

    `path` has the seconds of the game's clock (below 0 before its first cell) and the place in
    cells, from the left and from the top. `words` say who recorded it, and how what the file
    states compares with what is measured.
    """

    source: Source
    program: str
    player: str
    game: shapes.Game
    review: shapes.Review
    path: tuple[tuple[float, ...], ...]
    compared: list[ComparedNumber]
    words: list[str]

    @classmethod
    def of(cls, played: Played) -> ReviewedReplay:
        """A replay as it is sent."""
        recording, record = played.recording, played.record
        return cls(
            source=recording.source,
            program=recording.program or recording.source.program,
            player=recording.player,
            game=shapes.Game.of(Table.of(record), say=""),
            review=shapes.Review.of(record.identity, played.review),
            path=tuple(
                (round(seconds, DECIMALS), round(x, DECIMALS), round(y, DECIMALS))
                for seconds, x, y in played.track.points
            ),
            compared=[ComparedNumber.of(compared) for compared in played.compared],
            words=played.words,
        )
