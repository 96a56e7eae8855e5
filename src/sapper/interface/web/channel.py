"""A channel: a WebSocket on which a page sends one request after another.

A browser takes longer to send a request of its own than the server takes for a turn. On a channel,
both together take a third of the time. The server's part is an ordinary one: whatever arrives is
passed to the application as a request with the headers of the one that opened the channel, and
answered in the order of arrival. The application knows nothing of channels, but for the request
that opens one. It may refuse that like any other, or offer a short way (`short_way.py`) for what
comes often.

A message is a line with a number, a language and a path below `/api/`, and then the body. The
answer is a line with the same number and the status, and then its body.
"""

from __future__ import annotations

import asyncio
import re
from collections import deque
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias, cast
from urllib.parse import unquote

import h11
from starlette.types import Message, Scope
from uvicorn import Config
from uvicorn.protocols.utils import get_local_addr, get_remote_addr, is_ssl
from uvicorn.server import ServerState

from sapper.interface.web.frames import Broken, Closing, Kind, Reading, accepting, written
from sapper.interface.web.watching import Watched

SECONDS_OF_SILENCE = 600.0
"""After this time, a channel without a message is closed; the page opens another one."""
MOST_WAITING = 100
"""Messages that arrived before the ones in front of them were answered. The page sends one."""
OFFERED = "sapper.channel"
"""What tells the application that a request comes from a client that can use a channel."""
SHORT_WAY = "short way"
"""What the application may put there: `ShortWay.answer`."""
SWITCHING = 101
ShortAnswer: TypeAlias = Callable[[str, str, str], Awaitable[tuple[int, bytes] | None]]
"""From path, language and body to status and answer; None where only the long way leads on."""
_HEADING = re.compile(r"(\d{1,16}) ([\w-]{1,20}) ([\w/-]{1,200})")
_OF_ONE_REQUEST = re.compile(rb"(connection|upgrade|sec-websocket-.*|content-.*|accept-language)")


class Channel(asyncio.Protocol, Watched):
    """A connection that was a request for a WebSocket; Uvicorn hands it over."""

    def __init__(
        self, config: Config, server_state: ServerState, app_state: dict[str, Any]
    ) -> None:
        self._config = config
        self._app = config.loaded_app
        self._state = app_state
        self._server = server_state
        self._loop = asyncio.get_running_loop()
        self._reading = Reading()
        self._waiting: deque[str] = deque()
        self._work: asyncio.Task[None] | None = None
        self._is_gone = asyncio.Event()
        self._is_taken = asyncio.Event()
        self._is_taken.set()
        self._silence: asyncio.TimerHandle | None = None
        self._scope: Scope | None = None
        """Of the request that opens the channel; all others are made of it."""
        self._short_way: ShortAnswer | None = None
        self.last_heard = self._loop.time()

    @property
    def is_idle(self) -> bool:
        """Whether no message waits for its answer."""
        return self._work is None and not self.transport.is_closing()

    # What happens to the connection

    def connection_made(self, transport: asyncio.BaseTransport) -> None:
        """Take the connection over."""
        self.transport = cast("asyncio.Transport", transport)
        self.client = get_remote_addr(self.transport)
        # Uvicorn's set holds its own protocols, of which it only calls `shutdown`.
        self._server.connections.add(self)  # type: ignore[arg-type]
        self._watch_silence()

    def connection_lost(self, exc: Exception | None) -> None:
        """Nobody waits for answers any more."""
        self._server.connections.discard(self)
        self._is_gone.set()
        self._is_taken.set()
        self._waiting.clear()
        self._stop_watching_sending()
        if self._silence is not None:
            self._silence.cancel()

    def data_received(self, data: bytes) -> None:
        """Handle the request for a WebSocket, which comes first and whole; then, messages."""
        if self._scope is None:
            self._open(data)
            return
        try:
            messages = self._reading.read(data)
            for kind, content in messages:
                self._hear(kind, content)
        except Broken as broken:
            self._close(broken.why)

    def pause_writing(self) -> None:
        """The client is slow to take answers: no more of them until it has."""
        self._is_taken.clear()
        self._watch_sending()

    def resume_writing(self) -> None:
        """The client has taken what there was."""
        self._is_taken.set()

    def shutdown(self) -> None:
        """The server ends: answer what is asked already, then close."""
        self._waiting.clear()
        if self._work is None:
            self._close(Closing.GOING_AWAY)
        else:
            self._work.add_done_callback(lambda _: self._close(Closing.GOING_AWAY))

    # Opening

    def _open(self, request: bytes) -> None:
        parser = h11.Connection(h11.SERVER)
        parser.receive_data(request)
        event = parser.next_event()
        assert isinstance(event, h11.Request)  # for Uvicorn has read it before
        path, _, query = event.target.partition(b"?")
        self._scope = {
            "type": "http",
            "asgi": {"version": self._config.asgi_version, "spec_version": "2.3"},
            "http_version": "1.1",
            "server": get_local_addr(self.transport),
            "client": self.client,
            "scheme": "https" if is_ssl(self.transport) else "http",
            "method": event.method.decode(),
            "root_path": self._config.root_path,
            "path": unquote(path.decode()),
            "raw_path": path,
            "query_string": query,
            "headers": [(name.lower(), value) for name, value in event.headers],
            "extensions": {OFFERED: {}},
        }
        self._begin(self._answer_opening(self._scope))

    async def _answer_opening(self, scope: Scope) -> None:
        """Open the channel if the application says so, or send what it says instead."""
        key = dict(scope["headers"]).get(b"sec-websocket-key", b"")
        status, headers, body = await self._ask(scope, b"")
        if status == SWITCHING:
            self._short_way = scope["extensions"][OFFERED].get(SHORT_WAY)
            lines = [b"HTTP/1.1 101 Switching Protocols", b"connection: upgrade"]
            lines += [b"upgrade: websocket", b"sec-websocket-accept: " + accepting(key)]
        else:
            lines = [b"HTTP/1.1 %d Refused" % status, b"connection: close"]
            lines += [name + b": " + value for name, value in headers]
        self.transport.write(b"\r\n".join([*lines, b"", b""]) + body)
        if status != SWITCHING:
            self.transport.close()
        kept = [each for each in scope["headers"] if not _OF_ONE_REQUEST.fullmatch(each[0])]
        self._scope = {**scope, "headers": kept, "method": "POST", "query_string": b""}

    # Messages

    def _hear(self, kind: Kind, content: bytes) -> None:
        if kind is Kind.PING:
            self._send(Kind.PONG, content)
        elif kind is Kind.CLOSE:
            self._send(Kind.CLOSE, content[:2])
            self.transport.close()
        elif kind is Kind.TEXT:
            self.last_heard = self._loop.time()
            if len(self._waiting) >= MOST_WAITING:
                raise Broken(Closing.TOO_MANY)
            self._waiting.append(content.decode(errors="replace"))
            if self._work is None:
                self._begin(self._answer_waiting())

    def _send(self, kind: Kind, content: bytes) -> None:
        """Send a message, unless the client has gone meanwhile."""
        if not self.transport.is_closing():
            self.transport.write(written(kind, content))

    async def _answer_waiting(self) -> None:
        while self._waiting and not self._is_gone.is_set():
            heading, _, body = self._waiting.popleft().partition("\n")
            asked = _HEADING.fullmatch(heading)
            if asked is None:
                self._close(Closing.NOT_UNDERSTOOD)
                return
            status, answer = await self._answer(path=asked[3], language=asked[2], body=body)
            self._send(Kind.TEXT, f"{asked[1]} {status}\n".encode() + answer)
            await self._is_taken.wait()

    async def _answer(self, path: str, language: str, body: str) -> tuple[int, bytes]:
        if self._short_way is not None:
            known = await self._short_way(path, language, body)
            if known is not None:
                return known
        status, _, answer = await self._ask(self._request(language, path), body.encode())
        return status, answer

    def _request(self, language: str, path: str) -> Scope:
        assert self._scope is not None
        whole = f"/api/{path}"
        headers = [
            *self._scope["headers"],
            (b"content-type", b"application/json"),
            (b"accept-language", language.encode()),
        ]
        return {**self._scope, "path": whole, "raw_path": whole.encode(), "headers": headers}

    async def _ask(self, scope: Scope, body: bytes) -> tuple[int, list[tuple[bytes, bytes]], bytes]:
        """The application's answer to a request: status, headers and body."""
        answers: list[Message] = []
        bodies = [body]

        async def receive() -> Message:
            if bodies:
                return {"type": "http.request", "body": bodies.pop(), "more_body": False}
            await self._is_gone.wait()
            return {"type": "http.disconnect"}

        async def send(message: Message) -> None:
            answers.append(message)

        await self._app({**scope, "state": self._state.copy()}, receive, send)
        start, *parts = answers
        return start["status"], start["headers"], b"".join(part["body"] for part in parts)

    def _begin(self, work: Any) -> None:
        self._work = self._loop.create_task(work)
        self._work.add_done_callback(self._end)
        self._server.tasks.add(self._work)

    def _end(self, work: asyncio.Task[None]) -> None:
        self._server.tasks.discard(work)
        self._work = None
        if self._waiting and not self.transport.is_closing():  # it came as the work ended
            self._begin(self._answer_waiting())

    # Closing

    def _close(self, why: Closing) -> None:
        """Say why, and close the connection."""
        self._send(Kind.CLOSE, why.to_bytes(2, "big"))
        self.transport.close()
        self._watch_sending()

    def _watch_silence(self) -> None:
        """Close the channel when nothing was heard for a while."""
        left = self.last_heard + SECONDS_OF_SILENCE - self._loop.time()
        if left <= 0 and self.is_idle:
            self._close(Closing.GOING_AWAY)
        else:
            self._silence = self._loop.call_later(max(left, 1.0), self._watch_silence)
