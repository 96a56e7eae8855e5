"""A channel: requests on a WebSocket are answered as all others are, and nobody can misuse it."""

from __future__ import annotations

import gc
import json
import os
import socket
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest
from waiting import PATIENCE, until
from webserver import Running, running

from sapper.interface.web import channel, watching
from sapper.interface.web.frames import Closing, Kind, accepting
from sapper.interface.web.limits import MOST_BYTES
from sapper.interface.web.tokens import TOKEN_COOKIE
from sapper.play.table import Table

KEY = b"dGhlIHNhbXBsZSBub25jZQ=="
WISH = {"level": "beginner", "seed": "3"}


class Socket:
    """The other end, written anew: what a browser does."""

    def __init__(self, server: Running, **headers: str) -> None:
        url = server.client.base_url
        self.raw = socket.create_connection((url.host, url.port or 80), timeout=PATIENCE)
        given = {"host": f"127.0.0.1:{url.port}", "origin": f"http://127.0.0.1:{url.port}"}
        lines = [f"{name}: {value}" for name, value in {**given, **headers}.items()]
        self.raw.sendall(
            b"GET /api/channel HTTP/1.1\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n"
            + b"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: "
            + KEY
            + b"\r\n"
            + "\r\n".join([*lines, "", ""]).encode()
        )
        self.file = self.raw.makefile("rb")
        self.status = int(self.file.readline().split()[1])
        answered = iter(self.file.readline, b"\r\n")
        self.headers = dict(line.strip().partition(b": ")[::2] for line in answered)

    def send(self, content: bytes, *, kind: int = Kind.TEXT, flags: int = 0x80) -> None:
        """One frame, masked as the standard wants it."""
        mask, length = os.urandom(4), len(content)
        size = b"\xff" + length.to_bytes(8, "big")
        if length < 1 << 16:
            size = bytes([0x80 | length]) if length < 126 else b"\xfe" + length.to_bytes(2, "big")
        masked = bytes(byte ^ mask[place % 4] for place, byte in enumerate(content))
        frame = bytes([flags | kind]) + size + mask + masked
        self.raw.sendall(frame if length <= MOST_BYTES else frame[:10])

    def receive(self) -> tuple[int, bytes]:
        """One frame."""
        first, length = self.file.read(2)
        if length == 126:
            length = int.from_bytes(self.file.read(2), "big")
        elif length == 127:
            length = int.from_bytes(self.file.read(8), "big")
        return first & 0x0F, self.file.read(length)

    def ask(self, number: int, path: str, body: object) -> tuple[list[int], dict[str, object]]:
        """Send a request; the number and status of the answer, and what it holds."""
        self.send(f"{number} fr {path}\n{json.dumps(body)}".encode())
        kind, answer = self.receive()
        assert kind == Kind.TEXT
        heading, _, content = answer.decode().partition("\n")
        return [int(part) for part in heading.split()], json.loads(content)

    def close(self) -> None:
        """Be gone."""
        self.file.close()
        self.raw.close()

    def why_closed(self) -> int:
        """The reason that the server gives before it closes."""
        kind, content = self.receive()
        assert kind == Kind.CLOSE
        assert self.file.read() == b""
        return int.from_bytes(content, "big")


@contextmanager
def opened(server: Running, **headers: str) -> Iterator[Socket]:
    made = Socket(server, **headers)
    try:
        assert (made.status, made.headers[b"sec-websocket-accept"]) == (101, accepting(KEY))
        yield made
    finally:
        made.close()


def status_for(server: Running, **headers: str) -> int:
    made = Socket(server, **headers)
    made.close()
    return made.status


def test_turns_are_answered_as_on_their_own(here: Running) -> None:
    game = here.client.post("/api/games", json=WISH).json()
    path = f"games/{game['id']}/turns"
    with opened(here) as one:
        first, seen = one.ask(7, path, {"action": "reveal", "cell": [4, 4]})
        assert first == [7, 200]
        assert (
            seen["say"]
            == "Vous avez ouvert (4, 4)\N{NO-BREAK SPACE}: sûre, comme toujours la première case."
        )
        shown = here.client.get(f"/api/games/{game['id']}").json()
        assert seen["rows"] == shown["rows"]
        # What is wrong is said as elsewhere, and the channel goes on.
        refused, problem = one.ask(8, path, {"action": "reveal", "cell": [99, 4]})
        assert (refused, list(problem)) == ([8, 422], ["error"])
        assert one.ask(9, "games/none/turns", {"action": "flag", "cell": [0, 0]})[0] == [9, 404]
        # A message may come in parts, with a ping between them, and two at once.
        turn = b'10 en %s\n{"action": "flag", "cell": [0, 8]}' % path.encode()
        one.send(turn[:9], flags=0)
        one.send(b"are you there?", kind=Kind.PING)
        one.send(turn[9:], kind=Kind.CONTINUED)
        one.send(turn.replace(b"10", b"11", 1))
        assert one.receive() == (Kind.PONG, b"are you there?")
        assert [one.receive()[1].partition(b"\n")[0] for _ in range(2)] == [b"10 200", b"11 200"]
        one.send(b"\x03\xe8", kind=Kind.CLOSE)
        assert one.receive() == (Kind.CLOSE, b"\x03\xe8")
    assert here.client.get(f"/api/games/{game['id']}").json()["turns"] == 3


def test_a_fault_of_the_server_is_told_and_the_channel_goes_on(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = here.client.post("/api/games", json=WISH).json()
    path, turn = f"games/{game['id']}/turns", {"action": "reveal", "cell": [4, 4]}
    with opened(here) as one:
        with monkeypatch.context() as patched:
            patched.setattr(Table, "reveal", lambda *_: 1 / 0)
            failed, told = one.ask(1, path, turn)
            usual = here.client.post(f"/api/{path}", json=turn)
        assert (failed, told) == ([1, 500], usual.json())
        assert one.ask(2, path, turn)[0] == [2, 200]
        # What is not valid is told as elsewhere, too.
        refused, problem = one.ask(3, path, {"action": "jump", "cell": [4]})
        usual = here.client.post(f"/api/{path}", json={"action": "jump", "cell": [4]})
        assert (refused, problem) == ([3, 422], usual.json())


def test_a_stranger_opens_none_and_a_request_without_one_is_told_so(here: Running) -> None:
    assert status_for(here, origin="http://evil.example") == 403
    assert status_for(here, host="evil.example") == 403
    plain = here.client.get("/api/channel")
    assert (plain.status_code, plain.headers["upgrade"]) == (426, "websocket")


def test_where_each_browser_has_its_own_games_a_channel_is_for_whoever_has_a_token(
    tmp_path: Path,
) -> None:
    with running(tmp_path, workers=1, have_own_games=True) as server:
        assert status_for(server) == 403
        server.client.get("/").raise_for_status()
        game = server.client.post("/api/games", json=WISH).json()
        path, turn = f"games/{game['id']}/turns", {"action": "reveal", "cell": [4, 4]}
        token = server.client.cookies[TOKEN_COOKIE]
        with opened(server, cookie=f"{TOKEN_COOKIE}={token}") as own:
            assert own.ask(1, path, turn)[0] == [1, 200]
        stranger = server.app.state.server.players.tokens.issue()
        with opened(server, cookie=f"{TOKEN_COOKIE}={stranger}") as other:
            assert other.ask(1, path, turn)[0] == [1, 404]


@pytest.mark.parametrize(
    ("sent", "kind", "why"),
    [
        (b"what?", Kind.TEXT, Closing.NOT_UNDERSTOOD),
        (b"1 en ../../secret\n", Kind.TEXT, Closing.NOT_UNDERSTOOD),
        (b"\x00", Kind.BINARY, Closing.NOT_TEXT),
        (b"more", Kind.CONTINUED, Closing.NOT_UNDERSTOOD),
        (b"reserved", 0xB, Closing.NOT_UNDERSTOOD),
        (b"x" * (MOST_BYTES + 1), Kind.TEXT, Closing.TOO_LONG),
    ],
)
def test_what_is_no_message_closes_the_channel(
    here: Running, sent: bytes, kind: int, why: int
) -> None:
    with opened(here) as one:
        one.send(sent, kind=kind)
        assert one.why_closed() == why


def test_nobody_holds_a_channel_for_good(here: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(channel, "SECONDS_OF_SILENCE", 0.1)
    with opened(here) as silent:
        assert silent.why_closed() == Closing.GOING_AWAY
    monkeypatch.setattr(channel, "SECONDS_OF_SILENCE", PATIENCE)
    game = here.client.post("/api/games", json={"height": 190, "width": 200, "mines": 9}).json()
    monkeypatch.setattr(watching, "SECONDS_TO_TAKE", 0.2)
    with opened(here) as deaf:
        deaf.raw.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        asked = f"1 en games/{game['id']}/resume\nnull".encode()
        with pytest.raises(ConnectionError):  # it takes nothing of what it asked for
            keep_asking(deaf, asked)


def keep_asking(deaf: Socket, asked: bytes) -> None:
    while True:
        deaf.send(asked)


def test_whoever_leaves_before_the_answer_does_no_harm(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    working: list[channel.Channel] = []

    async def until_gone(channel: channel.Channel, **_: str) -> tuple[int, bytes]:
        working.append(channel)
        channel.shutdown()  # the server ends meanwhile
        await channel._is_gone.wait()
        return 200, b""

    monkeypatch.setattr(channel.Channel, "_answer", until_gone)
    with running(tmp_path, workers=1) as server:
        with opened(server) as one:
            one.send(b"1 en games/none/resume\nnull")
            until(lambda: working)
        until(lambda: working[0]._work is None)
        assert server.client.get("/api/levels").status_code == 200
    gc.collect()  # a fault that nobody has asked about is told now
    assert [record.getMessage() for record in caplog.records if record.name == "asyncio"] == []
