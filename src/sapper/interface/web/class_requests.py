"""Requests about a class: what everybody may ask, and what only the teacher may.

The teacher's link holds a secret behind the `#`, which browsers send to nobody: the page exchanges
it for a cookie. Whatever a student may not do is refused before anything is looked at.
"""

from __future__ import annotations

from http import HTTPStatus
from typing import Any

from fastapi import APIRouter, Request, Response
from fastapi.concurrency import run_in_threadpool
from starlette.exceptions import HTTPException

from sapper.errors import BadInput, NoSuchStudent, NotYet, ParseError
from sapper.game import Status
from sapper.interface.web import games, questions
from sapper.interface.web.class_shapes import ClassState, HandoutKind, Student, Wall
from sapper.interface.web.classroom import Classroom
from sapper.interface.web.players import set_secret, welcomed
from sapper.interface.web.questions import WrittenPosition
from sapper.interface.web.requests import (
    FileRequest,
    Identity,
    NameRequest,
    NewGame,
    PointRequest,
    ShownRequest,
    TeacherRequest,
)
from sapper.interface.web.responses import REFUSED, UNANSWERED, answered, problems
from sapper.interface.web.server_state import TEACHER_COOKIE, ServerState
from sapper.play import shapes
from sapper.play.record import Setup
from sapper.view import View

router = APIRouter(prefix="/api/class", responses=REFUSED, tags=["class"])
NO_STUDENT = problems(_404="there is no such student, or they play no game")
UNSEEN = problems(_409="the student has paused the game")
UNDER_WAY: dict[int | str, dict[str, Any]] = {
    200: {"model": shapes.Game, "description": "the game under way on that board"}
}
NOT_HANDED_OUT = problems(_409="no board has been handed out")


# Everybody


@router.get("", response_model=ClassState)
async def show_class(request: Request) -> Response:
    """What is going on in the class. Whoever has no token is given one: a page asks this first."""
    server = ServerState.of(request)
    player = server.players.arriving(request)
    if not player.new_token:
        server.hear(request)
    return welcomed(request, player, _state(request, server, player.name))


@router.post("/name", response_model=ClassState)
async def choose_name(request: Request, body: NameRequest) -> Response:
    """Choose how the teacher sees you called."""
    server = ServerState.of(request)
    name = server.players.who_sent(request).name
    server.hear(request)
    if server.classroom is not None:
        server.classroom.rename(name, body.name)
    return _state(request, server, name)


@router.get("/wall", response_model=Wall | None)
async def show_wall(request: Request) -> Response:
    """What is on the wall; null if nothing is."""
    classroom = ServerState.of(request).classroom
    return answered(classroom and classroom.wall)


@router.post(
    "/game", status_code=201, response_model=shapes.Game, responses=NOT_HANDED_OUT | UNDER_WAY
)
async def play_handout(request: Request) -> Response:
    """Start a game on the board that was handed out, or go on with the one under way on it."""
    server = ServerState.of(request)
    setup = None if server.classroom is None else server.classroom.board
    if setup is None:
        raise NotYet("no board has been handed out")
    owner = server.players.who_sent(request).owner
    under_way = await run_in_threadpool(_under_way, server, owner, setup)
    if under_way is not None:
        return await games.resume(request, under_way)
    return await games.begin(request, server, setup)


def _under_way(server: ServerState, owner: str, setup: Setup) -> str | None:
    """The player's unfinished game on a board: two at once would tell on each other."""
    for kept in server.history.games(status=Status.PLAYING, owner=owner):
        if (kept.setup.level, kept.setup.seed) == (setup.level, setup.seed):
            return kept.identity
    return None


@router.post("/teacher", response_model=ClassState)
async def admit_teacher(request: Request, body: TeacherRequest) -> Response:
    """Exchange the secret in the teacher's link for a cookie."""
    server = ServerState.of(request)
    classroom = server.classroom
    shown = None if classroom is None else classroom.admit_teacher(body.secret)
    if classroom is None or shown is None:
        raise HTTPException(HTTPStatus.FORBIDDEN, "this is not the teacher's link of this class")
    response = _for_teacher(classroom)
    set_secret(request, response, TEACHER_COOKIE, shown)
    return response


def _state(request: Request, server: ServerState, name: str) -> Response:
    if server.classroom is None:
        return answered(ClassState(open=False, handouts=[]))
    return answered(server.classroom.state(name, is_teacher=server.is_teacher(request)))


# The teacher


@router.get("/students", response_model=list[Student])
async def list_students(request: Request) -> Response:
    """Who is there, what they play, and how."""
    return answered(_taught(request).students())


@router.get("/students/{identity}", response_model=shapes.Game, responses=NO_STUDENT)
async def show_student(request: Request, identity: Identity) -> Response:
    """A student's game, as the student sees it."""
    return answered(shapes.Game.of(_taught(request).table_of(identity), say=""))


@router.post("/handouts/board", response_model=ClassState)
async def hand_out_board(request: Request, body: NewGame) -> Response:
    """Let everybody play the same board."""
    classroom = _taught(request)
    if body.daily:
        raise BadInput("the puzzle of the day is the same for everybody anyway")
    if body.position is not None:
        raise BadInput("hand out a position as a position, not as a board")
    classroom.hand_out_board(games.setup_of(ServerState.of(request), body))
    return _for_teacher(classroom)


@router.post(
    "/handouts/position",
    response_model=ClassState,
    responses=UNSEEN | UNANSWERED,
)
async def hand_out_position(request: Request, body: ShownRequest) -> Response:
    """Let everybody analyse the same position."""
    classroom = _taught(request)
    classroom.hand_out_position(await _view(request, classroom, body))
    return _for_teacher(classroom)


@router.post("/handouts/file", response_model=ClassState)
async def hand_out_file(request: Request, body: FileRequest) -> Response:
    """Let everybody choose a file's AI as agent. Its code runs on this machine."""
    classroom = _taught(request)
    await run_in_threadpool(classroom.hand_out_file, body.name, body.content)
    return _for_teacher(classroom)


@router.delete("/handouts/{kind}", response_model=ClassState)
async def take_back(request: Request, kind: HandoutKind) -> Response:
    """Hand something out no longer; whoever has it keeps it."""
    classroom = _taught(request)
    classroom.take_back(kind)
    return _for_teacher(classroom)


@router.post("/wall", response_model=Wall, responses=UNSEEN | UNANSWERED)
async def put_on_wall(request: Request, body: ShownRequest) -> Response:
    """Show a position to all, as it is now."""
    classroom = _taught(request)
    classroom.put_on_wall(await _view(request, classroom, body))
    return answered(classroom.wall)


@router.post("/wall/cell", response_model=Wall)
async def point_at(request: Request, body: PointRequest) -> Response:
    """Point at a cell of what is on the wall."""
    classroom = _taught(request)
    classroom.point_at(None if body.cell is None else (body.cell[0], body.cell[1]))
    return answered(classroom.wall)


@router.delete("/wall", status_code=204)
async def clear_wall(request: Request) -> Response:
    """Take down what is on the wall."""
    _taught(request).clear_wall()
    return Response(status_code=204)


def _taught(request: Request) -> Classroom:
    """The class, for its teacher."""
    server = ServerState.of(request)
    if server.classroom is None or not server.is_teacher(request):
        raise HTTPException(HTTPStatus.FORBIDDEN, "only the teacher of a class may do this")
    return server.classroom


def _for_teacher(classroom: Classroom) -> Response:
    return answered(classroom.state("", is_teacher=True))


async def _view(request: Request, classroom: Classroom, body: ShownRequest) -> View:
    """What is to be shown: never more than a player sees."""
    if body.student is not None:
        try:
            table = classroom.table_of(body.student)
        except NoSuchStudent as error:  # what is wrong here is the body, not the address
            raise BadInput(str(error)) from None
        if table.is_paused:
            raise NotYet("the student has paused the game")
        return table.view
    if body.address is not None:
        written = WrittenPosition(body.address, is_address=True)
    elif body.text is not None:
        written = WrittenPosition(body.text, body.format, body.mines)
    else:
        raise ParseError("name a student, or give the position's address or its text")
    return await ServerState.of(request).ask(request, questions.view_of_position, written)
