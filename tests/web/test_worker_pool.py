"""A slow thought neither holds up others nor outlives whoever asked."""

from __future__ import annotations

import asyncio
import json
import os
import pickle
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from http.client import HTTPConnection
from pathlib import Path
from threading import Event
from typing import Any

import pytest
from waiting import PATIENCE
from webserver import Running, asking, running, wait_for_end, wait_for_work

from sapper.errors import AskerGone, BudgetExceeded, Contradiction, SapperError, UnknownName
from sapper.interface.workers.pool import START, WorkerPool, _Worker, unless_gone
from sapper.interface.workers.worker import answer

on_linux = pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes in /proc")


@pytest.fixture(scope="module")
def busy(
    tmp_path_factory: pytest.TempPathFactory, endless_question: dict[str, Any]
) -> Iterator[Running]:
    """A server with a single worker that is given one second."""
    with running(tmp_path_factory.mktemp("home"), workers=1, seconds=1.0) as busy:
        yield busy


@pytest.fixture(scope="module")
def patient(
    tmp_path_factory: pytest.TempPathFactory, endless_question: dict[str, Any]
) -> Iterator[Running]:
    """A server with a single worker that may think for longer than any test runs."""
    with running(tmp_path_factory.mktemp("home"), workers=1, seconds=600.0) as patient:
        yield patient


def test_a_worker_has_a_process_group_of_its_own_in_the_servers_session() -> None:
    async def ask() -> tuple[int, int, list[int]]:
        pool = WorkerPool("json", number=1)
        try:
            return await pool.ask(os.getpgrp), await pool.ask(os.getsid, 0), pool.processes
        finally:
            await pool.close()

    group, session, processes = asyncio.run(ask())
    assert ([group], session) == (processes, os.getsid(0))


def test_a_worker_starts_where_there_are_no_process_groups() -> None:
    on_windows = f"import os\ndel os.setpgid\n{START}"
    ended = subprocess.run(
        [sys.executable, "-P", "-c", on_windows, "json"],
        stdin=subprocess.DEVNULL,
        capture_output=True,
        check=False,
    )
    assert (ended.returncode, ended.stderr) == (0, b"")


def test_what_takes_too_long_is_told_in_a_sentence(
    busy: Running, endless_question: dict[str, Any]
) -> None:
    response = busy.client.post("/api/positions/why", json=endless_question)
    assert response.status_code == 503
    assert response.json() == {"error": "this was not answered within 1 seconds"}


@pytest.mark.slow
@on_linux
def test_the_work_stops_when_the_client_has_gone(
    patient: Running, endless_question: dict[str, Any]
) -> None:
    patient.client.post("/api/positions/analyze", json={"text": "1#", "mines": 1})
    (worker,) = patient.state.workers.processes
    with asking(patient.client.base_url, endless_question):
        wait_for_work(worker)
    wait_for_end(worker)


def test_after_it_the_next_question_is_answered(
    patient: Running, endless_question: dict[str, Any]
) -> None:
    with asking(patient.client.base_url, endless_question):
        pass
    response = patient.client.post("/api/positions/analyze", json={"text": "1#", "mines": 1})
    assert response.status_code == 200


@on_linux
def test_the_work_stops_when_its_time_is_up(
    busy: Running, endless_question: dict[str, Any]
) -> None:
    busy.client.post("/api/positions/analyze", json={"text": "1#", "mines": 1})
    processes = busy.state.workers.processes
    assert busy.client.post("/api/positions/why", json=endless_question).status_code == 503
    for process in processes:
        wait_for_end(process)


def test_clicks_are_answered_while_a_hostile_position_is_thought_about(
    patient: Running, endless_question: dict[str, Any]
) -> None:
    with asking(patient.client.base_url, endless_question) as connection:
        body = {"level": "expert", "seed": 1}
        game = patient.client.post("/api/games", json=body).json()
        for column in range(30):
            turn = {"action": "reveal", "cell": [0, column]}
            path = f"/api/games/{game['id']}/turns"
            assert patient.client.post(path, json=turn).status_code == 200
        connection.setblocking(False)
        with pytest.raises(BlockingIOError):  # nothing has come yet: it is still thought about
            connection.recv(1)


@pytest.mark.slow
def test_a_worker_that_dies_is_replaced(patient: Running) -> None:
    position = {"text": "1#", "mines": 1}
    assert patient.client.post("/api/positions/analyze", json=position).status_code == 200
    (worker,) = patient.state.workers.processes
    os.kill(worker, signal.SIGKILL)
    wait_for_end(worker)
    statuses = {
        patient.client.post("/api/positions/analyze", json=position).status_code for _ in range(3)
    }
    assert 200 in statuses
    assert statuses <= {200, 503}


# An agent's move takes its time, and the game may go on meanwhile


class Pondering:
    """An agent's thought that takes until it is let go, or until nobody waits for it."""

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        self.begun, self.given_up = Event(), Event()
        self._release: asyncio.Event | None = None
        self._loop: asyncio.AbstractEventLoop | None = None
        monkeypatch.setattr(WorkerPool, "ask", self._ponder)

    async def _ponder(self, work: Any, *arguments: Any, **_: Any) -> Any:
        self._loop, self._release = asyncio.get_running_loop(), asyncio.Event()
        self.begun.set()
        try:
            await self._release.wait()
        except asyncio.CancelledError:  # the answer comes all the same: nothing may follow from it
            self.given_up.set()
        return work(*arguments)

    def release(self) -> None:
        """Let the thought come to its end."""
        assert self._loop is not None
        assert self._release is not None
        self._loop.call_soon_threadsafe(self._release.set)


@pytest.fixture
def pondering(monkeypatch: pytest.MonkeyPatch) -> Pondering:
    return Pondering(monkeypatch)


def under_way(server: Running, winning: str) -> str:
    """The path of a game that has a certain move."""
    body = {"level": "beginner", "start": "opening", "seed": 60, "winning": winning}
    path = f"/api/games/{server.client.post('/api/games', json=body).json()['id']}"
    turn = {"action": "reveal", "cell": [3, 3]}
    server.client.post(f"{path}/turns", json=turn).raise_for_status()
    return path


@contextmanager
def moving(server: Running, path: str) -> Iterator[HTTPConnection]:
    """Ask for an agent's move, and leave in the end."""
    url = server.client.base_url
    connection = HTTPConnection(url.host, url.port, timeout=PATIENCE)
    connection.request("POST", f"{path}/ai", "{}", {"Content-Type": "application/json"})
    yield connection
    connection.close()


@pytest.mark.parametrize("winning", ["revealed", "flagged"])
def test_an_agent_makes_no_move_for_a_client_who_has_gone(
    patient: Running, pondering: Pondering, winning: str
) -> None:
    path = under_way(patient, winning)
    before = patient.client.get(path).json()["rows"]
    with moving(patient, path):
        assert pondering.begun.wait(PATIENCE)
    assert pondering.given_up.wait(PATIENCE)
    assert patient.client.get(path).json()["rows"] == before


@pytest.mark.parametrize("winning", ["revealed", "flagged"])
def test_an_agent_makes_no_move_where_a_turn_was_taken_meanwhile(
    patient: Running, pondering: Pondering, winning: str
) -> None:
    path = under_way(patient, winning)
    with moving(patient, path) as connection:
        assert pondering.begun.wait(PATIENCE)
        turn = {"action": "flag", "cell": [0, 0]}
        flagged = patient.client.post(f"{path}/turns", json=turn).json()
        pondering.release()
        answer = json.loads(connection.getresponse().read())
    assert (answer["rows"], answer["turns"], answer["say"]) == (flagged["rows"], 2, "")


def test_an_answer_that_comes_as_its_asker_goes_counts_for_nothing() -> None:
    async def at_once() -> None:
        """Both the answer and the leaving are there when they are looked at."""

    with pytest.raises(AskerGone):
        asyncio.run(unless_gone(at_once(), at_once()))


def test_the_folder_it_was_started_in_is_not_imported_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("numpy", "sapper", "queue"):
        (tmp_path / f"{module}.py").write_text("open('was here', 'w').close()\nraise SystemExit")
    monkeypatch.chdir(tmp_path)

    async def ask() -> tuple[int, int]:
        workers = WorkerPool("math", 1)
        try:
            return await workers.ask(divmod, 7, 2)
        finally:
            await workers.close()

    assert asyncio.run(ask()) == (3, 1)
    assert not (tmp_path / "was here").exists()


# What goes wrong in a worker arrives


class Stubborn(SapperError):
    """An error that can't be made again from its sentence, nor sent as it is.

    What it holds can't be sent however errors are taken apart: Dask, where it was imported, has
    them sent in a way of its own.
    """

    def __init__(self, part: str, other: str) -> None:
        super().__init__(f"{part} and {other}")
        self.held = lambda: None


def fail(error: Exception) -> None:
    raise error


@pytest.mark.parametrize(
    ("error", "kind"),
    [
        (UnknownName("agent", "hal", ["random", "exact"]), UnknownName),
        (Contradiction("these clash", [(0, 1)], needs_total=True), Contradiction),
        (BudgetExceeded(7), BudgetExceeded),
        (Stubborn("this", "that"), SapperError),
        (FileNotFoundError(2, "not there"), FileNotFoundError),
        (ValueError(lambda: None), RuntimeError),
    ],
)
def test_an_error_arrives_with_its_sentence(error: Exception, kind: type[Exception]) -> None:
    went_well, told = pickle.loads(pickle.dumps(answer((fail, (error,), "en"))))
    assert (went_well, type(told), str(told)) == (False, kind, str(error))


def test_where_one_worker_can_not_be_started_the_others_are_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def start_two() -> list[int]:
        workers = WorkerPool("math", 2)
        await workers.ask(divmod, 7, 2)
        processes = workers.processes

        async def no_process(*_: object, **__: object) -> None:
            raise OSError("too many processes")

        monkeypatch.setattr(asyncio, "create_subprocess_exec", no_process)
        workers._start(workers._workers[0])
        await workers.close()
        assert workers.processes == []
        return processes

    (process,) = asyncio.run(start_two())
    wait_for_end(process)


@on_linux
def test_a_pool_that_is_closed_has_waited_for_the_workers_it_killed() -> None:
    async def kill_and_stop() -> int | None:
        worker = _Worker("math")
        process = await worker.start()
        worker.kill()
        await worker.stop()
        return process.returncode

    assert asyncio.run(kill_and_stop()) == -signal.SIGKILL
