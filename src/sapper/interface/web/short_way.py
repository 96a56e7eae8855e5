"""The short way: what a page sends at every click is answered without the router.

The router, the checks of its parameters and the middleware take longer than a turn. On a channel,
who may send requests was settled when it was opened. What is left is to read the body and to do
what it asks for. Everything else, and whatever is not valid, goes the usual way, which tells what
is wrong.
"""

from __future__ import annotations

import re
from collections.abc import Awaitable, Callable

from fastapi import Request, Response
from pydantic import ValidationError

from sapper.catalogue import speaking
from sapper.errors import SapperError
from sapper.interface.web.games import start_game, take_turn
from sapper.interface.web.guard import UNEXPECTED, log
from sapper.interface.web.languages import preferred
from sapper.interface.web.refusing import problem, refused
from sapper.interface.web.requests import LONGEST_NAME, NewGame, RequestBody, TurnRequest

_WAYS: tuple[tuple[re.Pattern[str], type[RequestBody], Callable[..., Awaitable[Response]]], ...] = (
    (re.compile(rf"games/([\w-]{{1,{LONGEST_NAME}}})/turns"), TurnRequest, take_turn),
    (re.compile("games"), NewGame, start_game),
)
"""By path: what the body is, and who answers."""


class ShortWay:
    """Answers requests on one channel, as far as it knows them."""

    def __init__(self, opening: Request) -> None:
        self._opening = opening
        """The request that opened the channel: it tells who sends the others."""

    async def answer(self, path: str, language: str, body: str) -> tuple[int, bytes] | None:
        """The status and the body of the answer; None if the request must go the usual way."""
        for pattern, kind, answered_by in _WAYS:
            named = pattern.fullmatch(path)
            if named is None:
                continue
            try:
                asked = kind.model_validate_json(body)
            except ValidationError:
                break
            with speaking(preferred(language)):
                return await self._answered(answered_by, *named.groups(), asked)
        return None

    async def _answered(
        self, answered_by: Callable[..., Awaitable[Response]], *asked: object
    ) -> tuple[int, bytes]:
        try:
            response = await answered_by(self._opening, *asked)
        except SapperError as error:
            response = refused(error)
        except Exception:
            log.exception("%s failed on a channel", answered_by.__name__)
            response = problem(UNEXPECTED.detail, UNEXPECTED.status_code)
        return response.status_code, bytes(response.body)
