"""Requests about the player's games as a whole, and about training."""

from __future__ import annotations

import time

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool

from sapper.coach import shapes
from sapper.coach.games import JudgedGames, Judging
from sapper.interface.web import questions
from sapper.interface.web.players import welcomed
from sapper.interface.web.requests import TrainingAnswerRequest, TrainingRequest
from sapper.interface.web.responses import REFUSED, UNANSWERED, answered, problems
from sapper.interface.web.server_state import ServerState
from sapper.interface.web.trainings import OpenTraining

SECONDS_OF_JUDGING = 4.0
"""How long one request has games judged: the page asks again as long as some are waiting."""
MOST_GAMES_JUDGED = 500

router = APIRouter(prefix="/api/training", responses=REFUSED, tags=["training"])
STALE = problems(_409="another question is asked by now, or this one is not answered yet")


@router.get("/analysis", response_model=shapes.GamesAnalysis, responses=UNANSWERED)
async def analysis(request: Request) -> Response:
    """What the player's games say. As long as some are waiting, ask again: each is judged once."""
    judged = await _judged(request)
    return answered(shapes.GamesAnalysis.of(judged))


@router.get("", response_model=shapes.TrainingQuestion, responses=UNANSWERED)
async def question(request: Request) -> Response:
    """The position to practise now. Games that ended meanwhile are judged and make cards."""
    server = ServerState.of(request)
    player = server.players.beginning(request)
    judged = await _judged(request)
    await run_in_threadpool(server.trainings.take_in, player.owner, judged)
    training = await run_in_threadpool(server.trainings.of, player.owner)
    return welcomed(request, player, await _shown(request, training))


@router.post("/answer", response_model=shapes.TrainingQuestion, responses=STALE)
async def answer(request: Request, body: TrainingAnswerRequest) -> Response:
    """Answer with a cell, or without one to see the solution, which counts as wrong."""
    training = await _opened(request)
    cell = None if body.cell is None else (body.cell[0], body.cell[1])
    await run_in_threadpool(training.answer, body.number, cell)
    return await _shown(request, training)


@router.post("/next", response_model=shapes.TrainingQuestion, responses=STALE)
async def go_on(request: Request, body: TrainingRequest) -> Response:
    """The next position, once this one is answered."""
    training = await _opened(request)
    await run_in_threadpool(training.go_on, body.number)
    return await _shown(request, training)


async def _opened(request: Request) -> OpenTraining:
    server = ServerState.of(request)
    return await run_in_threadpool(server.trainings.of, server.shelf(request).owner)


async def _shown(request: Request, training: OpenTraining) -> Response:
    notice = ServerState.of(request).trainings.notes.message
    return answered(shapes.TrainingQuestion.of(training.training, training.number, notice))


async def _judged(request: Request) -> JudgedGames:
    """Have workers judge games for as long as there is time."""
    server = ServerState.of(request)
    owner = server.shelf(request).owner
    last = time.monotonic() + SECONDS_OF_JUDGING
    judging = await run_in_threadpool(
        lambda: Judging(server.history, server.trainings.notes, owner=owner, most=MOST_GAMES_JUDGED)
    )
    while (left := last - time.monotonic()) > 0:
        waiting = await run_in_threadpool(judging.next_game)
        if waiting is None:
            break
        judging.add(await server.ask(request, questions.judge_game, *waiting, left))
    return judging.result
