"""What only the server sends: errors, and tables in words.

Everything else it sends is a shape that the command prints too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import Any

from fastapi import Response

from sapper.history.statistics import Statistics, in_words
from sapper.interface.web.questions import as_json

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class Problem:
    """What went wrong, in one sentence."""

    error: str


@dataclass(frozen=True, slots=True)
class StatisticsRow(Statistics):
    """A player's results at one level, under the same rules.

    Only finished games count that were played alone and on a new board; `others` were not. `words`
    is the row as every interface shows it: level, start, played, won, best time, streak, longest
    streak, risk taken, least risk. `trend` is the 3BV/s of the last wins, the latest last.
    """

    words: list[str]
    trend: list[float]


def statistics_row(row: Statistics, trend: Iterable[float] = ()) -> StatisticsRow:
    """The same numbers, and the table's words for them.

    >>> row = Statistics("expert", "safe", "revealed", "any", 4, 1, 206, 0, 1, 5.2, 5, 2)
    >>> statistics_row(row).words
    ['expert', 'safe', '4', '1 (25 %)', '3:26.000', '0', '1', '1.30', '1.25']
    """
    return StatisticsRow(**row.to_json(), words=in_words(row), trend=list(trend))


def answered(content: object, status: int = 200) -> Response:
    """A response from a shape, or from JSON that a worker has written.

    >>> answered({"cell": (0, 1)}).body
    b'{"cell":[0,1]}'
    """
    body = content if isinstance(content, bytes) else as_json(content)
    return Response(body, status, media_type=JSON)


def problems(**sentences: str) -> dict[int | str, dict[str, Any]]:
    """The errors that a request may meet, as the OpenAPI description lists them.

    >>> problems(_404="no such game")[404]["description"]
    'no such game'
    """
    return {
        int(name.removeprefix("_")): {"model": Problem, "description": sentence}
        for name, sentence in sentences.items()
    }


REFUSED = problems(
    _400="the body is not text",
    _403="the request comes from another site, uses a name that is not this server's, or is one "
    "that only the teacher of a class may send",
    _413="the body is too large, or the game's board is too large for the page",
    _422="something in the request is invalid",
)
NO_GAME = problems(_404="there is no such game")
UNANSWERED = problems(
    _429="too many questions are waiting",
    _503="this position is too wide to be answered in time",
)
