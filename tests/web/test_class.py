"""A class: every browser has its own games, and the teacher sees how everybody plays."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import pytest
from student_files import student_file
from waiting import PATIENCE
from webserver import Running, running

from sapper.history import History
from sapper.history.shelf import Shelf
from sapper.interface.web import classroom as classrooms
from sapper.interface.web.classroom import Classroom
from sapper.interface.web.players import STRANGER
from sapper.interface.web.server_state import TEACHER_COOKIE
from sapper.interface.web.tokens import KEY_FILE, TOKEN_COOKIE, Tokens
from sapper.level import Level
from sapper.play.record import Setup
from sapper.play.table import Table

GAME = {"level": "beginner", "start": "opening", "seed": 3}
LOST = {"height": 1, "width": 4, "mines": 2, "start": "any", "seed": 1}
UNKNOWN = "0123456789abcdef"

EVERYBODYS = {
    ("get", "/api/levels"),
    ("get", "/api/agents"),
    ("post", "/api/positions/analyze"),
    ("get", "/api/positions/{address}"),
    ("post", "/api/positions/why"),
    ("post", "/api/positions/picture"),
    ("post", "/api/positions/knowledge"),
    ("post", "/api/replays"),
    ("get", "/api/class"),
    ("get", "/api/class/wall"),
    ("post", "/api/class/teacher"),
}
"""What is about no game and no person: it may be the same for all."""
OWN = {
    ("get", "/api/statistics"),
    ("get", "/api/games"),
    ("post", "/api/games"),
    ("post", "/api/class/name"),
    ("post", "/api/class/game"),
    ("get", "/api/training"),
    ("get", "/api/training/analysis"),
    ("post", "/api/training/answer"),
    ("post", "/api/training/next"),
}
"""What is about whoever asks."""
BODIES: dict[str, Any] = {
    "/api/games/{identity}/turns": {"action": "flag", "cell": [0, 0]},
    "/api/games/{identity}/ai": {},
    "/api/class/handouts/board": GAME,
    "/api/class/handouts/position": {"text": "1#", "mines": 1},
    "/api/class/handouts/file": {"name": "ai.py", "content": ""},
    "/api/class/wall": {"text": "1#", "mines": 1},
    "/api/class/wall/cell": {"cell": None},
}


@dataclass(frozen=True)
class Lesson:
    """A class that is held, and how to come in."""

    server: Running
    classroom: Classroom
    come: Callable[[], httpx.Client]

    def teacher(self) -> httpx.Client:
        """Somebody who has followed the teacher's link."""
        client = self.come()
        admitted = client.post("/api/class/teacher", json={"secret": self.classroom.secret})
        assert admitted.json()["teacher"]
        return client


@pytest.fixture(scope="module")
def lesson(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Lesson]:
    classroom, people = Classroom(), list[httpx.Client]()
    with running(tmp_path_factory.mktemp("home"), workers=1, classroom=classroom) as server:

        def come() -> httpx.Client:
            address = server.client.base_url
            people.append(httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False))
            people[-1].get("/api/class").raise_for_status()
            return people[-1]

        yield Lesson(server, classroom, come)
        for client in people:
            client.close()


def begin(client: httpx.Client, body: dict[str, Any], *turns: list[int]) -> str:
    identity: str = client.post("/api/games", json=body).json()["id"]
    for cell in turns:
        turn = {"action": "reveal", "cell": cell}
        client.post(f"/api/games/{identity}/turns", json=turn).raise_for_status()
    return identity


def once(address: str, method: str = "GET", **what: Any) -> httpx.Response:
    """The answer to one who has never been here."""
    return httpx.request(method, address, timeout=PATIENCE, trust_env=False, **what)


def number_of(client: httpx.Client) -> int:
    return int(client.get("/api/class").json()["number"])


def row_of(teacher: httpx.Client, student: httpx.Client) -> dict[str, Any]:
    """What the teacher sees of a student."""
    rows: list[dict[str, Any]] = teacher.get("/api/class/students").json()
    return next(row for row in rows if row["number"] == number_of(student))


# Whose game it is


def test_nobody_sees_continues_or_deletes_anothers_game_by_any_request(lesson: Lesson) -> None:
    ada, bob, stranger = lesson.come(), lesson.come(), lesson.server.client
    made_up = {"cookie": f"{TOKEN_COOKIE}={'a' * 16}.{'0' * 48}"}
    games = [begin(ada, GAME, [4, 4]), begin(ada, LOST, [0, 3])]
    shared = Table(Setup(Level.named("beginner"), seed=3), lesson.server.state.history)
    shared.reveal((0, 0))  # the user's of this machine
    before = [ada.get(f"/api/games/{game}").json()["rows"] for game in games]
    description = ada.get("/openapi.json").json()
    operations = {
        (method, path) for path, methods in description["paths"].items() for method in methods
    }
    of_games = {(method, path) for method, path in operations if path.startswith("/api/games/{")}
    assert len(of_games) > 10
    for method, path in sorted(of_games):
        for game in (*games, shared.identity):
            for other, headers in ((bob, None), (stranger, None), (stranger, made_up)):
                foreign, unknown = (
                    other.request(
                        method,
                        path.replace("{identity}", identity),
                        params={"row": 0, "column": 0} if path.endswith("why") else None,
                        json=BODIES.get(path),
                        headers=headers,
                    )
                    for identity in (game, UNKNOWN)
                )
                assert foreign.status_code == unknown.status_code == 404, (method, path)
                assert foreign.text.replace(game, UNKNOWN) == unknown.text
    for_the_teacher = operations - of_games - EVERYBODYS - OWN
    for method, path in sorted(for_the_teacher):
        known = path.replace("{kind}", "board").replace("{identity}", UNKNOWN)
        for other in (bob, stranger):
            body = BODIES.get(path) if method == "post" else None
            refused = other.request(method, known, json=body)
            assert refused.status_code == 403, (method, path)
    assert len(for_the_teacher) == 9
    assert operations >= EVERYBODYS | OWN
    for other in (bob, stranger):
        assert other.get("/api/games").json() == other.get("/api/statistics").json() == []
    assert [ada.get(f"/api/games/{game}").json()["rows"] for game in games] == before
    assert [game["id"] for game in ada.get("/api/games").json()] == games[::-1]
    assert ada.get("/api/statistics").json()[0]["played"] == 1


def test_a_token_is_random_kept_from_scripts_and_issued_by_this_server_alone(
    lesson: Lesson,
) -> None:
    address = lesson.server.client.base_url
    set_cookies = [once(f"{address}/api/class").headers["set-cookie"] for _ in range(2)]
    assert set_cookies[0] != set_cookies[1]
    for told in set_cookies:
        assert {"httponly", "path=/", "samesite=strict"} <= {
            part.strip().lower() for part in told.split(";")
        }
        assert "secure" not in told.lower()
    by_https = once(f"{address}/api/class", headers={"X-Forwarded-Proto": "https"})
    assert "secure" in by_https.headers["set-cookie"].lower()
    mine = set_cookies[0].split(";")[0]
    known = once(f"{address}/api/class", headers={"cookie": mine})
    assert "set-cookie" not in known.headers
    for made_up in (mine[:-1], mine.replace("=", "=x"), f"{TOKEN_COOKIE}={STRANGER}", "é"):
        again = once(f"{address}/api/class", headers={"cookie": made_up.encode()})
        assert again.headers["set-cookie"].split(";")[0] not in (mine, made_up)
    # Whoever starts a game without a token gets one with it.
    assert TOKEN_COOKIE in once(f"{address}/api/games", "POST", json=GAME).headers["set-cookie"]


def test_the_key_outlives_the_server_and_is_nobody_elses(tmp_path: Path) -> None:
    token = Tokens(tmp_path).issue()
    assert Tokens(tmp_path).name_in(token) == token.partition(".")[0]
    assert [file.name for file in tmp_path.iterdir()] == [KEY_FILE]
    assert (tmp_path / KEY_FILE).stat().st_mode & 0o077 == 0
    (tmp_path / KEY_FILE).write_bytes(b"short")
    assert Tokens(tmp_path).name_in(token) is None
    nowhere = Tokens(tmp_path / "missing")
    assert nowhere.name_in(nowhere.issue())


def test_on_this_machine_alone_all_browsers_share_the_games(
    tmp_path: Path,
) -> None:
    with running(tmp_path, workers=1) as server:
        game = begin(server.client, GAME, [4, 4])
        other = once(f"{server.client.base_url}/api/games/{game}")
        assert other.json()["turns"] == 1
        assert server.client.get("/api/class").json()["open"] is False
        refused = server.client.post("/api/class/teacher", json={"secret": ""})
        assert refused.status_code == 403
    with History.open(tmp_path / "games.sqlite3") as history:
        assert [kept.identity for kept in history.games()] == [game]


# The teacher


def test_the_teacher_sees_who_plays_what_and_how(lesson: Lesson) -> None:
    teacher, ada, bob = lesson.teacher(), lesson.come(), lesson.come()
    named = ada.post("/api/class/name", json={"name": "  Ada \n L. "}).json()
    assert named["name"] == "Ada L."
    number_of(bob)
    game = begin(ada, GAME)
    assert row_of(teacher, ada)["game"]["turns"] == 0
    ada.post(f"/api/games/{game}/ai", json={}).raise_for_status()
    for row in range(9):  # until a mine is met: most of these are needless guesses
        for column in range(9):
            turn = {"action": "reveal", "cell": [row, column]}
            ada.post(f"/api/games/{game}/turns", json=turn)
        if row == 2:
            row_of(teacher, ada)  # what was counted so far is not counted again
    shown, quiet = row_of(teacher, ada), row_of(teacher, bob)
    review = ada.get(f"/api/games/{game}/review").json()
    assert review["missed_certain"] > 0
    opened = {tuple(cell) for step in review["steps"] for cell in step["entry"]["opened"]}
    assert shown["name"] == "Ada L."
    assert shown["game"] == {
        "level": "beginner",
        "height": 9,
        "width": 9,
        "mines": 10,
        "start": "opening",
        "status": "lost",
        "paused": False,
        "turns": len(review["steps"]),
        "needless": review["missed_certain"],
        "helped": 1,
        "seconds": shown["game"]["seconds"],
        "opened": round(len(opened) / 71, 3),
        "attempt": 1,
    }
    assert (quiet["name"], quiet["game"]) == ("", None)
    assert teacher.get(f"/api/class/students/{quiet['id']}").status_code == 404
    # The teacher is no student.
    assert number_of(teacher) == 0


def test_even_the_teacher_sees_no_mine_before_the_end(lesson: Lesson) -> None:
    teacher, ada = lesson.teacher(), lesson.come()
    game = begin(ada, GAME, [4, 4])
    student = row_of(teacher, ada)["id"]
    seen = teacher.get(f"/api/class/students/{student}").json()
    assert seen["rows"] == ada.get(f"/api/games/{game}").json()["rows"]
    assert (seen["seed"], set("".join(seen["rows"])) <= set("012345678#F")) == (None, True)
    ada.post(f"/api/games/{game}/pause").raise_for_status()
    covered = teacher.get(f"/api/class/students/{student}").json()["rows"]
    assert set("".join(covered)) == {"#"}
    assert teacher.post("/api/class/wall", json={"student": student}).status_code == 409
    # What the teacher has seen is not the teacher's: no game of others can be played on.
    assert teacher.get(f"/api/games/{game}").status_code == 404
    begin(ada, LOST, [0, 3])
    wall = teacher.post("/api/class/wall", json={"student": student}).json()
    assert wall["position"]["rows"] == ["####"]


def test_the_link_alone_makes_a_teacher(lesson: Lesson) -> None:
    wrong = [lesson.classroom.secret[:-1], "", "é", lesson.classroom.secret.lower()]
    client = lesson.come()
    for secret in wrong:
        refused = client.post("/api/class/teacher", json={"secret": secret})
        assert (refused.status_code, "set-cookie" in refused.headers) == (403, False)
    told = client.post("/api/class/teacher", json={"secret": lesson.classroom.secret})
    assert lesson.classroom.secret not in told.headers["set-cookie"]
    assert {"HttpOnly", "SameSite=strict"} <= {
        part.strip() for part in told.headers["set-cookie"].split(";")
    }
    cookie = {"cookie": f"{TEACHER_COOKIE}={lesson.classroom.secret}"}
    assert once(f"{client.base_url}/api/class/students", headers=cookie).status_code == 403


# What is handed out, and the wall


def test_a_board_is_handed_to_everybody_and_its_seed_to_nobody(lesson: Lesson) -> None:
    teacher, students = lesson.teacher(), [lesson.come(), lesson.come()]
    assert students[0].post("/api/class/game").status_code == 409
    wanted = {"height": 1, "width": 4, "mines": 2, "start": "any"}
    handed = teacher.post("/api/class/handouts/board", json=wanted).json()["handouts"]
    (board,) = [handout for handout in handed if handout["kind"] == "board"]
    assert board["title"] == "1x4/2"
    lost = set()
    for student in students:
        assert board in student.get("/api/class").json()["handouts"]
        game = student.post("/api/class/game").json()
        assert game["seed"] is None
        student.post(
            f"/api/games/{game['id']}/turns",
            json={"action": "flag", "cell": [0, 0], "flagged": True},
        )
        assert student.post("/api/class/game").json()["id"] == game["id"]
        for column in range(4):
            turn = {"action": "reveal", "cell": [0, column]}
            played = student.post(f"/api/games/{game['id']}/turns", json=turn).json()
        lost.add((played["seed"], "".join(played["rows"]).replace("X", "*")))
        assert student.get("/api/games").json()[0]["own"]
    assert len(lost) == 1
    assert teacher.delete("/api/class/handouts/board").json()["handouts"] == []
    assert students[0].post("/api/class/game").status_code == 409


def test_a_position_is_handed_out_and_put_on_the_wall(lesson: Lesson) -> None:
    teacher, ada = lesson.teacher(), lesson.come()
    teacher.post("/api/class/handouts/position", json={"text": "1#", "mines": 1})
    (handout,) = ada.get("/api/class").json()["handouts"]
    assert ada.get(f"/api/positions/{handout['address']}").json()["position"]["rows"] == ["1#"]
    teacher.delete("/api/class/wall")
    assert ada.get("/api/class").json()["wall"] is ada.get("/api/class/wall").json() is None
    assert teacher.post("/api/class/wall/cell", json={"cell": [0, 1]}).status_code == 422
    shown = teacher.post("/api/class/wall", json={"address": handout["address"]}).json()
    assert ada.get("/api/class").json()["wall"] == shown["number"]
    pointed = teacher.post("/api/class/wall/cell", json={"cell": [0, 1]}).json()
    assert ada.get("/api/class/wall").json() == {
        **shown,
        "number": pointed["number"],
        "cell": [0, 1],
    }
    assert pointed["number"] > shown["number"]
    assert teacher.post("/api/class/wall/cell", json={"cell": [0, 9]}).status_code == 422
    for nothing in ({}, {"student": "nobody"}, {"text": "x"}):
        assert teacher.post("/api/class/wall", json=nothing).status_code == 422


def test_a_file_that_the_teacher_hands_out_plays_for_everybody(
    lesson: Lesson, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    teacher, ada = lesson.teacher(), lesson.come()
    content = student_file(tmp_path).read_text()
    path = "/api/class/handouts/file"
    wrong = [
        ("../ai.py", content),
        ("ai.py\n", content),
        ("ai.sh", content),
        ("ai.py", "x" * 64_001),
    ]
    for name, text in wrong:
        refused = teacher.post(path, json={"name": name, "content": text})
        assert refused.status_code == 422
    fails = teacher.post(path, json={"name": "ai.py", "content": "import nothing_such"})
    assert (fails.status_code, "fails to load" in fails.json()["error"]) == (422, True)
    handed = teacher.post(path, json={"name": "minesweeper.py", "content": content})
    agent = handed.json()["handouts"][-1]["agent"]
    assert agent in [listed["name"] for listed in ada.get("/api/agents").json()]
    game = begin(ada, {**GAME, "agent": agent})
    moved = ada.post(f"/api/games/{game}/ai", json={}).json()
    assert moved["reason"]["kind"] == "file"
    assert ada.get(f"/api/games/{game}/beliefs").status_code == 200
    monkeypatch.setattr(classrooms, "MOST_FILES", 1)
    refused = teacher.post(path, json={"name": "minesweeper.py", "content": content})
    assert (refused.status_code, refused.json()) == (
        422,
        {"error": "at most 1 files can be handed out"},
    )
    folder = Path(agent).parents[1]
    assert [file.name for file in folder.rglob("*.py")] == ["minesweeper.py"]
    lesson.classroom.close()
    assert not folder.exists()


def test_a_class_has_room_for_so_many(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(classrooms, "MOST_STUDENTS", 2)
    with History.in_memory() as history:
        classroom = Classroom()
        for name in "ab":
            classroom.hear(name)
        table = Table(Setup(Level.named("beginner"), seed=3), Shelf(history, "a"))
        classroom.hear("a", table)
        classroom.hear("c")
        assert [student.number for student in classroom.students()] == [1, 3]
        assert classroom.table_of("a") is table
        # However many only look in, whoever plays or has told a name stays listed.
        classroom.rename("c", "Cleo")
        for name in "defgh":
            classroom.hear(name)
        assert [student.id for student in classroom.students()] == ["a", "c"]
        # A board that is played again is marked as such, and one of which another is played is not.
        again, other = table.again(), table.new()
        attempts = []
        for begun in (again, other, table):
            classroom.hear("a", begun)
            game = classroom.students()[0].game
            assert game is not None
            attempts.append(game.attempt)
        assert attempts == [2, 1, 1]
        # A game that was closed is told of as it was last.
        del table, begun
        assert classroom.students()[0].game is not None
