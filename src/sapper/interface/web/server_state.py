"""What all requests share: the history, the games in memory and the workers."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from fastapi import Request

from sapper.errors import TooLarge
from sapper.history import History
from sapper.history.shelf import Shelf
from sapper.interface.web.classroom import Classroom
from sapper.interface.web.limits import is_too_large
from sapper.interface.web.open_games import OpenGames
from sapper.interface.web.players import Players
from sapper.interface.web.trainings import Trainings
from sapper.interface.workers.clients import Client
from sapper.interface.workers.pool import Result, WorkerPool, unless_gone
from sapper.play.table import Table

TEACHER_COOKIE = "sapper_teacher"


@dataclass(frozen=True, slots=True)
class ServerState:
    """What lives as long as the server."""

    history: History
    open_games: OpenGames
    workers: WorkerPool
    players: Players
    trainings: Trainings
    agent: str | None = None
    """Who makes the AI's moves unless a request names another, if anybody was chosen."""
    classroom: Classroom | None = None
    """The class, if this server holds one."""

    @classmethod
    def of(cls, request: Request) -> ServerState:
        """The state of the server that a request came to."""
        server: ServerState = request.app.state.server
        return server

    def shelf(self, request: Request) -> Shelf:
        """The games of whoever sent a request."""
        return Shelf(self.history, self.players.who_sent(request).owner)

    def is_teacher(self, request: Request) -> bool:
        """Whether the teacher of this server's class sent a request."""
        shown = request.cookies.get(TEACHER_COOKIE, "")
        return self.classroom is not None and self.classroom.is_teacher(shown)

    def hear(self, request: Request, table: Table | None = None) -> None:
        """Note for the class that somebody is there, at that table if at any."""
        name = self.players.who_sent(request).name
        if self.classroom is not None and name and not self.is_teacher(request):
            self.classroom.hear(name, table)

    def game(self, identity: str, owner: str) -> Table:
        """A saved game. One that is too large for the page is not even loaded."""
        level = self.history.kept(identity, owner).setup.level
        if is_too_large(level.height, level.width):
            raise TooLarge(
                f"a board of {level.height}×{level.width} is too large for this page: "
                "resume it in the window or in the terminal"
            )
        return self.open_games.get(identity, owner)

    async def ask(
        self, request: Request, work: Callable[..., Result], *arguments: object
    ) -> Result:
        """Have a worker do something, unless the client disconnects first."""
        asked = self.workers.ask(work, *arguments, client=self.client(request))
        return await unless_gone(asked, _gone(request))

    def client(self, request: Request) -> Client:
        """Who asks, when the workers' time is shared out."""
        return Client.of(request, self.players.who_sent(request).name)


async def _gone(request: Request) -> None:
    """Wait until the client has closed the connection."""
    while (await request.receive())["type"] != "http.disconnect":
        pass
