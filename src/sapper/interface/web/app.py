"""The application: the games and positions as JSON, and the files of the page.

`make_app` puts it together. Whatever Sapper raises on purpose becomes one sentence with a status;
FastAPI's own pages about the API are left out, for they load scripts from elsewhere.
"""

from __future__ import annotations

import mimetypes
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.resources import files
from pathlib import Path
from typing import Any

from fastapi import FastAPI, Request, Response
from fastapi.exceptions import RequestValidationError
from starlette.exceptions import HTTPException
from starlette.staticfiles import StaticFiles

import sapper
from sapper.errors import (
    AskerGone,
    BudgetExceeded,
    GameOver,
    NoMoveLeft,
    NotYet,
    SapperError,
    TooLarge,
    TooLong,
    TooMany,
    TooManyFlags,
    UnknownGame,
)
from sapper.history import History, Statistics
from sapper.history.file import SECONDS_TO_WAIT
from sapper.interface.web import games, positions
from sapper.interface.web.answers import Problem
from sapper.interface.web.description import DescribedApp
from sapper.interface.web.guard import Guard, Hosts
from sapper.interface.web.open_games import OpenGames
from sapper.interface.web.server_state import REFUSED, ServerState, answered
from sapper.interface.web.worker_pool import SECONDS, WorkerPool
from sapper.level import LEVELS, Level
from sapper.play import shapes

SECONDS_FOR_OTHERS = 0.01
"""For another program that is writing: nobody is answered while a click waits for it."""

MEDIA_TYPES = {
    "text/javascript": ".js",
    "text/css": ".css",
    "image/svg+xml": ".svg",
    "application/manifest+json": ".webmanifest",
}

STATUS_OF: tuple[tuple[type[SapperError], int], ...] = (
    (UnknownGame, 404),
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
"""The first that fits counts; whatever else is wrong lies in what was asked."""

BOUNDS = {
    "greater_than_equal": "at least {ge} is needed",
    "less_than_equal": "at most {le} is allowed",
    "less_than": "it must be less than {lt}",
}
"""What is said of a number that is out of bounds, by the name that its check goes by."""


def make_app(
    history: History,
    *,
    host: str = "127.0.0.1",
    workers: int | None = None,
    seconds: float = SECONDS,
) -> FastAPI:
    """The application on a history of games.

    `host` is what it listens on, which decides the names it answers to; `workers` are the
    processes that think, and `seconds` is how long they may.
    """

    @asynccontextmanager
    async def while_it_runs(app: FastAPI) -> AsyncIterator[None]:
        server = ServerState(history, OpenGames(history.resting), WorkerPool(workers, seconds))
        app.state.server = server
        server.workers.warm_up()
        history.wait_at_most(SECONDS_FOR_OTHERS)
        try:
            yield
        finally:
            history.wait_at_most(SECONDS_TO_WAIT)
            server.open_games.leave()
            await server.workers.close()

    app = DescribedApp(
        title="Sapper",
        summary="Minesweeper and all that follows from what is seen of it.",
        version=sapper.__version__,
        lifespan=while_it_runs,
        docs_url=None,
        redoc_url=None,
    )
    app.add_middleware(Guard, hosts=Hosts(host))
    app.include_router(games.router)
    app.include_router(positions.router)
    app.add_exception_handler(SapperError, _on_purpose)
    app.add_exception_handler(HTTPException, _by_protocol)
    app.add_exception_handler(RequestValidationError, _not_as_asked_for)
    app.get("/api/levels", response_model=list[Level], responses=REFUSED)(levels)
    app.get("/api/agents", response_model=list[shapes.Agent], responses=REFUSED)(agents)
    app.get("/api/statistics", response_model=list[Statistics], responses=REFUSED)(statistics)
    app.mount("/", _page())
    return app


def _page() -> StaticFiles:
    # What Windows has learnt about these endings from other programs must not count.
    for kind, ending in MEDIA_TYPES.items():
        mimetypes.add_type(kind, ending)
    folder = Path(str(files("sapper.interface.web") / "static"))
    return StaticFiles(directory=folder, html=True)


async def levels() -> Response:
    """The named levels."""
    return answered(list(LEVELS.values()))


def agents() -> Response:
    """The agents, and how each plays."""
    return answered(shapes.agents())


def statistics(request: Request) -> Response:
    """How the player has done, for each level with its rules."""
    return answered(ServerState.of(request).history.statistics())


# What goes wrong: always one sentence, as JSON


def _problem(sentence: str, status: int) -> Response:
    return answered(Problem(" ".join(sentence.split())), status)


async def _on_purpose(_: Request, error: Exception) -> Response:
    status = next(status for kind, status in STATUS_OF if isinstance(error, kind))
    return _problem(str(error), status)


async def _by_protocol(_: Request, error: Exception) -> Response:
    assert isinstance(error, HTTPException)
    response = _problem(str(error.detail), error.status_code)
    response.headers.update(error.headers or {})
    return response


async def _not_as_asked_for(_: Request, error: Exception) -> Response:
    assert isinstance(error, RequestValidationError)
    first: dict[str, Any] = error.errors()[0]
    where = " ".join(str(part) for part in first["loc"] if part != "body")
    bound = BOUNDS.get(first["type"])
    said = bound.format_map(first["ctx"]) if bound else first["msg"]
    return _problem(f"{where}: {said}" if where else said, 422)
