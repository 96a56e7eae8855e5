"""A slow thought neither holds up others nor outlives whoever asked."""

from __future__ import annotations

import asyncio
import os
import pickle
import signal
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from webserver import Running, asking, has_ended, is_thinking, running

from sapper.errors import BudgetExceeded, Contradiction, SapperError, UnknownName
from sapper.interface.web.thinker import answer
from sapper.interface.web.thinking import Thinkers

on_linux = pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes in /proc")


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a single thinker that is given one second."""
    with running(tmp_path_factory.mktemp("home"), thinkers=1, seconds=1.0) as busy:
        yield busy


@pytest.fixture(scope="module")
def patient(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    """A server with a single thinker that may think for longer than any test runs."""
    with running(tmp_path_factory.mktemp("home"), thinkers=1, seconds=600.0) as patient:
        yield patient


def test_what_takes_too_long_is_told_in_a_sentence(
    busy: Running, wide_question: dict[str, Any]
) -> None:
    response = busy.client.post("/api/positions/why", json=wide_question)
    assert response.status_code == 503
    assert response.json() == {"error": "this was not answered within 1 seconds"}


@on_linux
def test_the_work_stops_when_the_client_has_gone(
    patient: Running, wide_question: dict[str, Any]
) -> None:
    patient.client.post("/api/positions/analyze", json={"text": "1#", "mines": 1})
    (thinker,) = patient.room.thinkers.processes
    with asking(patient.client.base_url, wide_question):
        assert is_thinking(thinker)
    assert has_ended(thinker)


def test_after_it_the_next_question_is_answered(
    patient: Running, wide_question: dict[str, Any]
) -> None:
    with asking(patient.client.base_url, wide_question):
        pass
    response = patient.client.post("/api/positions/analyze", json={"text": "1#", "mines": 1})
    assert response.status_code == 200


@on_linux
def test_the_work_stops_when_its_time_is_up(busy: Running, wide_question: dict[str, Any]) -> None:
    busy.client.post("/api/positions/analyze", json={"text": "1#", "mines": 1})
    processes = busy.room.thinkers.processes
    assert busy.client.post("/api/positions/why", json=wide_question).status_code == 503
    assert all(has_ended(process) for process in processes)


def test_clicks_are_answered_while_a_hostile_position_is_thought_about(
    patient: Running, wide_question: dict[str, Any]
) -> None:
    with asking(patient.client.base_url, wide_question) as connection:
        wish = {"level": "expert", "seed": 1}
        game = patient.client.post("/api/games", json=wish).json()
        for column in range(30):
            turn = {"action": "reveal", "cell": [0, column]}
            path = f"/api/games/{game['id']}/turns"
            assert patient.client.post(path, json=turn).status_code == 200
        connection.setblocking(False)
        with pytest.raises(BlockingIOError):  # nothing has come yet: it is still thought about
            connection.recv(1)


def test_more_questions_than_can_wait_are_turned_away(
    patient: Running, wide_question: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.interface.web.thinking.MOST_WAITING", -1)
    response = patient.client.post("/api/positions/why", json=wide_question)
    assert (response.status_code, list(response.json())) == (429, ["error"])


def test_a_thinker_that_dies_is_replaced(patient: Running) -> None:
    position = {"text": "1#", "mines": 1}
    assert patient.client.post("/api/positions/analyze", json=position).status_code == 200
    (thinker,) = patient.room.thinkers.processes
    os.kill(thinker, signal.SIGKILL)
    assert has_ended(thinker)
    statuses = {
        patient.client.post("/api/positions/analyze", json=position).status_code for _ in range(3)
    }
    assert 200 in statuses
    assert statuses <= {200, 503}


def test_the_folder_it_was_started_in_is_not_imported_from(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    for module in ("numpy", "sapper", "queue"):
        (tmp_path / f"{module}.py").write_text("open('was here', 'w').close()\nraise SystemExit")
    monkeypatch.chdir(tmp_path)

    async def ask() -> tuple[int, int]:
        thinkers = Thinkers(1)
        try:
            return await thinkers.ask(divmod, 7, 2)
        finally:
            await thinkers.close()

    assert asyncio.run(ask()) == (3, 1)
    assert not (tmp_path / "was here").exists()


# What goes wrong in a thinker arrives


class Stubborn(SapperError):
    """An error that can't be made again from its sentence."""

    def __init__(self, part: str, other: str) -> None:
        super().__init__(f"{part} and {other}")


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
    went_well, told = pickle.loads(pickle.dumps(answer((fail, (error,)))))
    assert (went_well, type(told), str(told)) == (False, kind, str(error))


def test_where_one_thinker_can_not_be_started_the_others_are_ended(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    async def start_two() -> list[int]:
        thinkers = Thinkers(2)
        await thinkers.ask(divmod, 7, 2)
        processes = thinkers.processes

        async def no_process(*_: object, **__: object) -> None:
            raise OSError("too many processes")

        monkeypatch.setattr(asyncio, "create_subprocess_exec", no_process)
        thinkers._start(thinkers._thinkers[0])
        await thinkers.close()
        assert thinkers.processes == []
        return processes

    (process,) = asyncio.run(start_two())
    assert has_ended(process)
