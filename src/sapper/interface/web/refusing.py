"""What a request that fails is told: always one sentence with a status, as JSON."""

from __future__ import annotations

from fastapi import Response

from sapper.errors import (
    AskerGone,
    BudgetExceeded,
    GameOver,
    NoMoveLeft,
    NoSuchStudent,
    NotYet,
    SapperError,
    TooLarge,
    TooLong,
    TooMany,
    TooManyFlags,
    UnknownGame,
)
from sapper.interface.web.responses import Problem, answered

STATUS_OF: tuple[tuple[type[SapperError], int], ...] = (
    (UnknownGame, 404),
    (NoSuchStudent, 404),
    (TooLarge, 413),
    (NotYet, 409),
    (TooManyFlags, 409),
    (GameOver, 409),
    (NoMoveLeft, 409),
    (TooMany, 429),
    (TooLong, 503),
    (AskerGone, 503),
    (BudgetExceeded, 503),
    (SapperError, 422),
)
"""The first match counts. Any other error is the fault of the request."""


def refused(error: SapperError) -> Response:
    """The response to a request that met an error of ours.

    >>> refused(UnknownGame("abc")).status_code
    404
    """
    status = next(status for kind, status in STATUS_OF if isinstance(error, kind))
    return problem(str(error), status)


def problem(sentence: str, status: int) -> Response:
    """A response that tells what is wrong.

    >>> problem("it is\\ntoo late", 409).body
    b'{"error":"it is too late"}'
    """
    return answered(Problem(" ".join(sentence.split())), status)
