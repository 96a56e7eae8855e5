"""The application: games and positions as JSON, and the files of the page.

`make_app` puts it together. Every error that Sapper raises becomes one sentence with a status.
FastAPI's own documentation pages are left out, because they load scripts from other sites.
"""

from __future__ import annotations

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI, Request, Response
from fastapi.concurrency import run_in_threadpool
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException

import sapper
from sapper.coach.file import TrainingFile
from sapper.errors import SapperError
from sapper.history import History
from sapper.history.file import SECONDS_TO_WAIT
from sapper.history.statistics import rules_of
from sapper.interface.refusals import say_invalid
from sapper.interface.web import (
    class_requests,
    game_questions,
    games,
    positions,
    questions,
    recorded,
    training,
)
from sapper.interface.web.channel import OFFERED, SHORT_WAY, SWITCHING
from sapper.interface.web.classroom import Classroom
from sapper.interface.web.description import DescribedApp
from sapper.interface.web.guard import Guard, Hosts
from sapper.interface.web.languages import Languages
from sapper.interface.web.open_games import OpenGames
from sapper.interface.web.page import Page
from sapper.interface.web.page_server import PageServer
from sapper.interface.web.players import Players
from sapper.interface.web.refusing import problem, refused
from sapper.interface.web.responses import REFUSED, StatisticsRow, answered, statistics_row
from sapper.interface.web.server_state import ServerState
from sapper.interface.web.short_way import ShortWay
from sapper.interface.web.tokens import Tokens
from sapper.interface.web.trainings import Trainings
from sapper.interface.workers.pool import SECONDS, WorkerPool
from sapper.level import LEVELS, Level
from sapper.play import shapes

SECONDS_FOR_WRITERS = 0.01
"""How long a click waits for another program that is writing: all requests wait with it."""
SECONDS_BETWEEN_SWEEPS = 300.0


def make_app(
    history: History,
    *,
    host: str = "127.0.0.1",
    allowed_hosts: tuple[str, ...] = (),
    workers: int | None = None,
    seconds: float = SECONDS,
    agent: str | None = None,
    have_own_games: bool = False,
    classroom: Classroom | None = None,
) -> FastAPI:
    """The application that serves a history of games.

    `host` is the address it listens on, which decides the names it answers to, in addition to the
    `allowed_hosts`; `workers` is the number of worker processes, and `seconds` how long a question
    may take. `agent` makes the AI's moves unless a request names another. `have_own_games`: each
    browser has its own games, instead of those that all interfaces on this machine share. A
    `classroom` makes it a class, where that is always so.
    """
    owned = have_own_games or classroom is not None

    @asynccontextmanager
    async def lifespan(app: FastAPI) -> AsyncIterator[None]:
        pool = WorkerPool(questions.__name__, workers, seconds)
        players = Players(Tokens(history.path and history.path.parent), owned)
        trainings = Trainings(TrainingFile.open(history.path))
        server = ServerState(
            history, OpenGames(history), pool, players, trainings, agent, classroom
        )
        app.state.server = server
        server.workers.warm_up()
        history.wait_at_most(SECONDS_FOR_WRITERS)
        sweeping = asyncio.ensure_future(_sweep(server))
        try:
            yield
        finally:
            sweeping.cancel()
            history.wait_at_most(SECONDS_TO_WAIT)
            server.open_games.leave()
            if classroom is not None:
                classroom.close()
            await server.workers.close()
            trainings.notes.close()

    app = DescribedApp(
        title="Sapper",
        summary="Minesweeper, and everything that follows from what the player sees.",
        version=sapper.__version__,
        lifespan=lifespan,
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(Languages)
    app.add_middleware(Guard, hosts=Hosts(host, allowed_hosts))
    app.include_router(games.router)
    app.include_router(game_questions.router)
    app.include_router(positions.router)
    app.include_router(recorded.router)
    app.include_router(training.router)
    app.include_router(class_requests.router)
    app.add_exception_handler(SapperError, _sapper_error)
    app.add_exception_handler(HTTPException, _http_error)
    app.add_exception_handler(RequestValidationError, _invalid_request)
    app.get("/api/channel", include_in_schema=False)(channel)
    app.get("/api/levels", response_model=list[Level], responses=REFUSED)(levels)
    app.get("/api/agents", response_model=list[shapes.Agent], responses=REFUSED)(agents)
    app.get("/api/statistics", response_model=list[StatisticsRow], responses=REFUSED)(statistics)
    page = Page.read()
    app.mount("/", PageServer(page.for_own_games() if owned else page))
    return app


async def _sweep(server: ServerState) -> None:
    """Close games that nobody uses any more, and drop those that were never played."""
    while True:
        # Of many games, what must be counted again is counted before anybody has to wait for it.
        with suppress(SapperError):
            await run_in_threadpool(server.history.statistics)
        await asyncio.sleep(SECONDS_BETWEEN_SWEEPS)
        await run_in_threadpool(server.open_games.sweep)
        await run_in_threadpool(server.history.forget_untouched)


async def channel(request: Request) -> Response:
    """Go on as a channel, on which requests follow each other: see `channel.py`."""
    offered = request.scope.get("extensions", {}).get(OFFERED)
    if offered is None:
        raise HTTPException(426, "this address is for WebSockets", {"upgrade": "websocket"})
    players = ServerState.of(request).players
    if players.have_own_games and not players.who_sent(request).name:
        # A token comes with a response of its own: on a channel, nobody would be given one.
        raise HTTPException(403, "who has no token yet can't open a channel: load the page first")
    offered[SHORT_WAY] = ShortWay(request).answer
    return Response(status_code=SWITCHING)


async def levels() -> Response:
    """The named levels."""
    return answered(list(LEVELS.values()))


def agents(request: Request) -> Response:
    """The agents, and how each one plays."""
    return answered(shapes.agents(ServerState.of(request).agent))


def statistics(request: Request) -> Response:
    """The player's results by level and rules, as numbers and in words."""
    shelf = ServerState.of(request).shelf(request)
    trends = shelf.trends()
    rows = shelf.statistics()
    return answered([statistics_row(row, trends.get(rules_of(row), ())) for row in rows])


# Errors: always one sentence, as JSON


async def _sapper_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, SapperError)
    return refused(error)


async def _http_error(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = problem(str(error.detail), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _invalid_request(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    return problem(say_invalid(error.errors()), 422)
