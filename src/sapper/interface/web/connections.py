"""Connections: how long each may take, and how many there may be.

Uvicorn closes connections that are idle between two requests. This adds what else is needed so that
nobody can hold connections for good:

- A request must arrive within a time limit that starts as the connection is made, or with the first
  byte of a later request, however steadily its bytes trickle in. Where large bodies are taken, they
  have more time.
- A response must be taken: where nothing of it is taken for a while, the connection is cut.
- A channel (`channel.py`) must be used now and then, and answers on it must be taken, too.
- When there are too many connections, a new one takes the place of an idle one: of the one that
  was silent longest, at the address with the most connections.

What is refused here is refused in JSON, as everywhere else.
"""

from __future__ import annotations

import asyncio
import os
from collections import Counter
from http import HTTPStatus
from typing import Any

import h11
from starlette.types import ASGIApp
from uvicorn import Config
from uvicorn.protocols.http.h11_impl import STATUS_PHRASES, H11Protocol

from sapper.interface.web.channel import Channel
from sapper.interface.web.guard import LARGE_BODIES
from sapper.interface.web.responses import Problem
from sapper.interface.web.watching import Watched
from sapper.serialize import to_json

MOST_CONNECTIONS = 1_000
SECONDS_TO_ARRIVE = 10.0
"""How long a request may take from its first byte to its last."""
SECONDS_FOR_LARGE = 60.0
"""The same where large bodies are taken: the largest one arrives at 3 Mbit/s."""
SECONDS_BETWEEN_REQUESTS = 30
SECONDS_TO_FINISH = 3
"""How long Ctrl-C waits for answers under way."""
PROXIES = "127.0.0.1,::1"
"""Who is believed about where a request comes from; `FORWARDED_ALLOW_IPS` names others."""


def settings(app: ASGIApp) -> Config:
    """How Uvicorn serves the application."""
    return Config(
        app,
        http=Connection,
        ws=Channel,
        log_level="warning",
        access_log=False,
        server_header=False,
        forwarded_allow_ips=os.environ.get("FORWARDED_ALLOW_IPS", PROXIES),
        timeout_keep_alive=SECONDS_BETWEEN_REQUESTS,
        timeout_graceful_shutdown=SECONDS_TO_FINISH,
    )


class Connection(H11Protocol, Watched):
    """A connection to a client, with the limits described above."""

    def __init__(self, *arguments: Any, **named: Any) -> None:
        super().__init__(*arguments, **named)
        self.last_heard = self.loop.time()
        self._arriving: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether there is no complete request that waits for its response."""
        has_arrived = self.conn.their_state not in (h11.IDLE, h11.SEND_BODY)
        return not has_arrived and not self.transport.is_closing()

    # What happens to a connection

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        """Wait for the first request."""
        super().connection_made(transport)
        self._watch_arrival()
        if len(self.connections) > MOST_CONNECTIONS:
            self._make_room()

    def connection_lost(self, exc: Exception | None) -> None:
        """Forget the time limits."""
        self._stop_watching()
        self._unset_keepalive_if_required()
        super().connection_lost(exc)

    def data_received(self, data: bytes) -> None:
        """Note when that was, and handle it."""
        self.last_heard = self.loop.time()
        super().data_received(data)
        if self.transport.get_protocol() is self:
            self._watch_arrival()

    def handle_websocket_upgrade(self, event: h11.Request) -> None:
        """Hand the connection over to a channel."""
        super().handle_websocket_upgrade(event)
        self._stop_watching()

    def pause_writing(self) -> None:
        """The client is slow to take a response."""
        super().pause_writing()
        self._watch_sending()

    def on_response_complete(self) -> None:
        """Wait for the next request, and until the response is taken."""
        super().on_response_complete()
        self._watch_arrival()
        self._watch_sending()

    # The time limits

    def _watch_arrival(self) -> None:
        """Let the time run while a request is arriving."""
        is_between_requests = self.timeout_keep_alive_task is not None
        if not self.is_idle or is_between_requests:
            if self._arriving is not None:
                self._arriving.cancel()
                self._arriving = None
        elif self._arriving is None:
            self._arriving = self.loop.call_later(SECONDS_TO_ARRIVE, self._arrives_slowly)

    def _arrives_slowly(self) -> None:
        """What is too slow for most requests may be a large body under way."""
        if self.conn.their_state is h11.SEND_BODY and self.scope["path"] in LARGE_BODIES:
            more = SECONDS_FOR_LARGE - SECONDS_TO_ARRIVE
            self._arriving = self.loop.call_later(more, self._arrives_too_slowly)
        else:
            self._arrives_too_slowly()

    def _arrives_too_slowly(self) -> None:
        is_begun = self.conn.their_state is h11.SEND_BODY or self.conn.trailing_data[0] != b""
        if is_begun:
            self._refuse(HTTPStatus.REQUEST_TIMEOUT, "the request took too long to arrive")
        else:
            self.transport.close()

    def _stop_watching(self) -> None:
        self._stop_watching_sending()
        if self._arriving is not None:
            self._arriving.cancel()
            self._arriving = None

    # Too many connections

    def _make_room(self) -> None:
        idle = [
            other
            for other in self.connections
            if isinstance(other, Watched) and other is not self and other.is_idle
        ]
        if not idle:
            sentence = "too many requests are under way; try again in a moment"
            self._refuse(HTTPStatus.SERVICE_UNAVAILABLE, sentence)
            return
        at_address = Counter(other.address for other in idle)
        max(idle, key=lambda other: (at_address[other.address], -other.last_heard)).cut()

    # Refusals

    def send_400_response(self, msg: str) -> None:
        """Refuse what is not HTTP; Uvicorn calls this."""
        self._refuse(HTTPStatus.BAD_REQUEST, "the request is not valid HTTP")

    def _refuse(self, status: HTTPStatus, sentence: str) -> None:
        """Say why, where nothing else was said yet, and close the connection."""
        if self.conn.our_state in (h11.IDLE, h11.SEND_RESPONSE):
            body = to_json(Problem(sentence)).encode()
            headers = [
                (b"content-type", b"application/json"),
                (b"content-length", str(len(body)).encode()),
                (b"x-content-type-options", b"nosniff"),
                (b"connection", b"close"),
            ]
            reason = STATUS_PHRASES[status]
            start = h11.Response(status_code=status, headers=headers, reason=reason)
            for event in (start, h11.Data(data=body), h11.EndOfMessage()):
                self.transport.write(self.conn.send(event) or b"")
        if self.cycle is not None and not self.cycle.response_complete:
            self.cycle.disconnected = True  # the application has nobody to answer any more
            self.cycle.message_event.set()
        self.transport.close()
        self._watch_sending()
