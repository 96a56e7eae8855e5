"""Requests about recorded games: read a replay from its file, and review it."""

from __future__ import annotations

from fastapi import APIRouter, Request, Response

from sapper.interface.web import questions
from sapper.interface.web.requests import ReplayRequest
from sapper.interface.web.responses import REFUSED, UNANSWERED, answered
from sapper.interface.web.server_state import ServerState
from sapper.replays.shapes import ReviewedReplay

router = APIRouter(prefix="/api/replays", responses=REFUSED | UNANSWERED, tags=["replays"])


@router.post("", response_model=ReviewedReplay)
async def review_replay(request: Request, body: ReplayRequest) -> Response:
    """Play a recorded game back, and review it; nothing of it is kept."""
    question = (questions.review_replay, body.name, body.content)
    return answered(await ServerState.of(request).ask(request, *question))
