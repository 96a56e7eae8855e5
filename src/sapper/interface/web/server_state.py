"""What all requests share: the history, the games in memory and the workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Request

from sapper.errors import TooLarge
from sapper.history import History
from sapper.interface.web.clients import Client
from sapper.interface.web.limits import is_too_large
from sapper.interface.web.open_games import OpenGames
from sapper.interface.web.worker_pool import Result, WorkerPool, unless_gone
from sapper.play.table import Table


@dataclass(frozen=True, slots=True)
class ServerState:
    """What lives as long as the server."""

    history: History
    open_games: OpenGames
    workers: WorkerPool
    agent: str | None = None
    """Who makes the AI's moves unless a request names another, if anybody was chosen."""

    @classmethod
    def of(cls, request: Request) -> ServerState:
        """The state of the server that a request came to."""
        server: ServerState = request.app.state.server
        return server

    def game(self, identity: str) -> Table:
        """A saved game. One that is too large for the page is not even loaded."""
        level = self.history.kept(identity).setup.level
        if is_too_large(level.height, level.width):
            raise TooLarge(
                f"a board of {level.height}×{level.width} is too large for this page: "
                "resume it in the window or in the terminal"
            )
        return self.open_games.get(identity)

    async def ask(
        self, request: Request, work: Callable[..., Result], *arguments: object
    ) -> Result:
        """Have a worker do something, unless the client disconnects first."""
        asked = self.workers.ask(work, *arguments, client=Client.of(request))
        return await unless_gone(asked, _gone(request))


async def _gone(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
