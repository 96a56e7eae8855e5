"""What all requests share: the games, the history and the workers."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

from fastapi import Request, Response

from sapper.errors import TooLarge
from sapper.history import History
from sapper.interface.web.answers import Problem
from sapper.interface.web.open_games import OpenGames
from sapper.interface.web.questions import as_json, is_too_large
from sapper.interface.web.worker_pool import WorkerPool, unless_gone
from sapper.play.table import Table

JSON = "application/json"


@dataclass(frozen=True, slots=True)
class ServerState:
    """The server's lasting parts."""

    history: History
    open_games: OpenGames
    workers: WorkerPool

    @classmethod
    def of(cls, request: Request) -> ServerState:
        """The server that a request came to."""
        server: ServerState = request.app.state.server
        return server

    def game(self, identity: str) -> Table:
        """A game that is kept. One that is too large for the page is not even played again."""
        level = self.history.kept(identity).setup.level
        if is_too_large(level.height, level.width):
            raise TooLarge(
                f"a board of {level.height}×{level.width} is too large for this page: "
                "go on with it in the window or in the terminal"
            )
        return self.open_games.get(identity)

    async def ask(self, request: Request, work: Any, *arguments: object) -> Any:
        """Have something thought about for as long as whoever asked is there."""
        return await unless_gone(self.workers.ask(work, *arguments), _gone(request))


async def _gone(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass


def answered(content: object, status: int = 200) -> Response:
    """A shape, or JSON that is made already, as the response."""
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
    _400="the body is no text",
    _403="asked on behalf of another site, or under a name that is not this server's",
    _413="the body is too large, or the board of a game for this page",
    _422="something in the request is not as it should be",
)
NO_GAME = problems(_404="there is no such game")
THINKING = problems(
    _429="too many questions are waiting",
    _503="this position is too wide to be thought through in time",
)
