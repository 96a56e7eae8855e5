"""Nobody can hold connections for good, and what is refused on the way in is JSON too."""

from __future__ import annotations

import json
import socket
import time
from collections.abc import Iterator
from contextlib import ExitStack
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE, until
from webserver import Running, asking, running

from sapper.interface.web import connections, watching

HEAD = b"GET /api/levels HTTP/1.1\r\nHost: 127.0.0.1\r\n"
POST = b"POST /api/games HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Type: application/json\r\n"


HASTE = 1.0
"""Seconds in which what is to arrive does arrive, also on a busy machine."""


@pytest.fixture
def hasty(here: Running, monkeypatch: pytest.MonkeyPatch) -> Running:
    """A server whose patience ends soon."""
    monkeypatch.setattr(connections, "SECONDS_TO_ARRIVE", HASTE)
    monkeypatch.setattr(watching, "SECONDS_TO_TAKE", HASTE)
    return here


def connected(server: Running) -> socket.socket:
    url = server.client.base_url
    return socket.create_connection((url.host, url.port or 80), timeout=PATIENCE)


def answer_on(connection: socket.socket) -> tuple[int, Any]:
    answer = HTTPResponse(connection)
    answer.begin()
    return answer.status, json.loads(answer.read())


def test_a_connection_that_says_nothing_is_closed(hasty: Running) -> None:
    with connected(hasty) as silent:
        assert silent.recv(1) == b""


@pytest.mark.parametrize(
    "begun",
    [
        b"GET",
        HEAD,
        POST + b"Content-Length: 21\r\n\r\n",
        POST + b'Content-Length: 21\r\n\r\n{"level": ',
        POST + b"Transfer-Encoding: chunked\r\n\r\n5\r\n",
    ],
)
def test_a_request_that_is_never_finished_is_refused(hasty: Running, begun: bytes) -> None:
    with connected(hasty) as slow:
        slow.sendall(begun)
        assert answer_on(slow) == (408, {"error": "the request took too long to arrive"})
        assert slow.recv(1) == b""


def test_a_picture_has_more_time_to_arrive_but_not_for_ever(
    hasty: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    body = b'{"content": "no base64"}'
    head = POST.replace(b"games", b"positions/picture")
    head += f"Content-Length: {len(body)}\r\n\r\n".encode()
    with connected(hasty) as slow:
        slow.sendall(head + body[:5])
        time.sleep(1.5 * HASTE)
        slow.sendall(body[5:])
        assert answer_on(slow) == (422, {"error": "a picture is sent in base64"})
    monkeypatch.setattr(connections, "SECONDS_FOR_LARGE", 1.5 * HASTE)
    with connected(hasty) as slow:
        slow.sendall(head + body[:5])
        assert answer_on(slow)[0] == 408


def test_bytes_that_trickle_in_win_no_time(hasty: Running) -> None:
    with connected(hasty) as slow:
        slow.sendall(HEAD)
        until(lambda: is_cut_off(slow, b"X: y\r\n"))


def is_cut_off(connection: socket.socket, sending: bytes) -> bool:
    """Whether the other side has ended the connection; if not, this is sent."""
    connection.settimeout(0.05)
    try:
        connection.sendall(sending)
    except TimeoutError:  # neither side takes anything any more
        return False
    except OSError:
        return True
    else:
        return False


def test_the_second_request_of_a_connection_has_as_much_time(hasty: Running) -> None:
    with connected(hasty) as connection:
        for _ in range(2):
            connection.sendall(HEAD + b"\r\n")
            assert answer_on(connection)[0] == 200
            time.sleep(1.5 * HASTE)  # between requests, it may rest for longer
        connection.sendall(b"GET")
        assert answer_on(connection)[0] == 408


def test_a_connection_between_requests_is_closed_in_the_end(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "SECONDS_BETWEEN_REQUESTS", 0.3)
    with running(tmp_path, workers=1) as server, connected(server) as connection:
        connection.sendall(HEAD + b"\r\n")
        assert answer_on(connection)[0] == 200
        assert connection.recv(1) == b""


def test_a_long_thought_is_not_cut_short(hasty: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    def slowly(*_: object, **__: object) -> list[Any]:
        time.sleep(1.5 * HASTE)
        return []

    monkeypatch.setattr(hasty.state.history, "statistics", slowly)
    assert hasty.client.get("/api/statistics").json() == []


def test_a_response_that_nobody_takes_is_given_up(hasty: Running) -> None:
    url = hasty.client.base_url
    with socket.socket() as deaf:
        deaf.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        deaf.connect((url.host, url.port))
        ask = b"GET /openapi.json HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n"
        until(lambda: is_cut_off(deaf, 10 * ask))


# Many connections


@pytest.fixture
def small(here: Running, monkeypatch: pytest.MonkeyPatch) -> Running:
    """A server that has room for ten connections."""
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 10)
    monkeypatch.setattr(connections, "SECONDS_TO_ARRIVE", 2 * PATIENCE)
    return here


@pytest.fixture
def idle(small: Running) -> Iterator[list[socket.socket]]:
    """More connections than there is room for, all of them half open."""
    with ExitStack() as open_ones:
        yield [open_ones.enter_context(connected(small)) for _ in range(30)]


def test_idle_connections_shut_nobody_out(small: Running, idle: list[socket.socket]) -> None:
    for _ in range(5):
        with connected(small) as arriving:
            arriving.sendall(HEAD + b"\r\n")
            assert answer_on(arriving)[0] == 200
    until(lambda: is_cut_off(idle[0], b"GET"))  # the oldest one had to go


def test_where_all_are_busy_the_next_one_is_told_so(
    tmp_path: Path, endless_question: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(connections, "MOST_CONNECTIONS", 4)
    with running(tmp_path, workers=1, seconds=PATIENCE) as server, ExitStack() as flood:
        url = server.client.base_url
        for _ in range(4):
            flood.enter_context(asking(url, endless_question))
        until(lambda: len(server.state.workers._idle._waiting) == 3)
        with connected(server) as refused:
            status, problem = answer_on(refused)
    assert (status, list(problem)) == (503, ["error"])


# What is refused is JSON, whatever it was


@pytest.mark.parametrize(
    ("sent", "status"),
    [
        (b"nonsense\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\n\r\n", 400),
        (b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03\r\n\r\n", 400),
        (b"GET / HTTP/1.1\r\nHost: a\r\nHost: b\r\n\r\n", 400),
        (HEAD + b"X: " + b"y" * 100_000, 400),
        (POST + b"Content-Length: many\r\n\r\n", 400),
        (POST + b"Content-Length: 9999999\r\n\r\n", 413),
        (POST + b"Transfer-Encoding: chunked\r\n\r\nnonsense\r\n", 400),
        (b"GET /api/levels HTTP/1.1\r\nHost: evil.example\r\n\r\n", 403),
        (b"GET /nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 404),
        (b"GET /api/nothing HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 404),
        (b"PUT /api/levels HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 405),
        (b"DELETE /index.html HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 405),
        (b"BREW / HTTP/1.1\r\nHost: 127.0.0.1\r\n\r\n", 405),
        (POST + b"Content-Length: 3\r\n\r\n{]}", 422),
    ],
)
def test_every_refusal_is_a_sentence_in_json(here: Running, sent: bytes, status: int) -> None:
    with connected(here) as connection:
        connection.sendall(sent)
        answer = HTTPResponse(connection)
        answer.begin()
        assert (answer.status, answer.headers["content-type"]) == (status, "application/json")
        assert list(json.loads(answer.read())) == ["error"]
    assert here.client.get("/api/levels").status_code == 200
