"""Who may ask, how much they may send, and what a browser may do with the answers.

The server listens on this machine, but every page that a browser on this machine shows could try
to reach it. So each request must name this server as its `Host` (a foreign name that was made to
point here is refused), and where a browser says on whose behalf it asks (`Origin`,
`Sec-Fetch-Site`), that must be our own page.
"""

from __future__ import annotations

import logging
from collections.abc import Iterable
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from typing import TypeAlias

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.interface.web.answers import Problem
from sapper.serialize import to_json

MOST_BYTES = 128 * 1024
"""The largest body: ten times what the largest board takes."""
API = "/api"
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

log = logging.getLogger("sapper.web")

Headers: TypeAlias = list[tuple[bytes, bytes]]

# Everything comes from this server; nothing inline, nothing framed, no address told to others.
_POLICY = "; ".join(
    [
        "default-src 'none'",
        "script-src 'self'",
        "style-src 'self'",
        "img-src 'self'",
        "font-src 'self'",
        "connect-src 'self'",
        "manifest-src 'self'",
        "base-uri 'none'",
        "form-action 'none'",
        "frame-ancestors 'none'",
    ]
)
_UNEXPECTED = HTTPException(
    HTTPStatus.INTERNAL_SERVER_ERROR, "something went wrong in the server; its terminal tells more"
)
_ALWAYS: Headers = [
    (b"content-security-policy", _POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
_NEVER_KEPT: Headers = [(b"cache-control", b"no-store")]
_ASKED_AGAIN: Headers = [(b"cache-control", b"no-cache")]


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names by which this server may be called.

    On loopback these are the loopback names. Otherwise any address may stand there (only a *name*
    can be made to point elsewhere), `localhost`, and the name that the server was told to listen
    on.

    >>> Hosts("127.0.0.1").allow("localhost:8000"), Hosts("127.0.0.1").allow("evil.example:8000")
    (True, False)
    >>> Hosts("0.0.0.0").allow("192.168.1.7:8000"), Hosts("0.0.0.0").allow("evil.example")
    (True, False)
    """

    listening_on: str

    def allow(self, host: str) -> bool:
        """Whether a request with this `Host` is meant for us."""
        name = _without_port(host).lower()
        if name in LOOPBACK_NAMES:
            return True
        if self.listening_on in LOOPBACK_NAMES:
            return False
        return name == self.listening_on.lower() or _is_address(name)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Stands before the whole application."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse what is not ours to answer; hand on the rest, with headers and a limit."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        of_api = scope["path"].startswith(API)
        send = _with_headers(send, _ALWAYS + (_NEVER_KEPT if of_api else _ASKED_AGAIN))
        headers = _first_of_each(scope["headers"])
        refusal = self._refusal(headers, of_api)
        if refusal is not None:
            await _say(refusal, send)
            return
        try:
            await self.app(scope, _limited(receive), send)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            await _say(_UNEXPECTED, send)

    def _refusal(self, headers: dict[bytes, str], of_api: bool) -> HTTPException | None:
        host = headers.get(b"host", "")
        if not self.hosts.allow(host):
            return HTTPException(HTTPStatus.FORBIDDEN, "this server does not go by that name")
        origin = headers.get(b"origin")
        if origin is not None and origin not in (f"http://{host}", f"https://{host}"):
            return HTTPException(HTTPStatus.FORBIDDEN, "other sites may not ask this server")
        # A link on another site may lead to the page, but nothing there may ask for data.
        if of_api and headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none"):
            return HTTPException(HTTPStatus.FORBIDDEN, "other sites may not ask this server")
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > MOST_BYTES:
            return _too_large()
        return None


def _first_of_each(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, str]:
    return {name: value.decode("latin-1") for name, value in reversed(list(headers))}


def _too_large() -> HTTPException:
    return HTTPException(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request holds at most {MOST_BYTES:,} bytes"
    )


def _limited(receive: Receive) -> Receive:
    """The same body, but an error where more of it comes than was announced or is allowed."""
    came = 0

    async def receive_within_limit() -> Message:
        nonlocal came
        message = await receive()
        came += len(message.get("body", b""))
        if came > MOST_BYTES:
            raise _too_large()
        return message

    return receive_within_limit


def _with_headers(send: Send, added: Headers) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *added]
        await send(message)

    return send_with_headers


async def _say(refusal: HTTPException, send: Send) -> None:
    body = to_json(Problem(refusal.detail)).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    start = {"type": "http.response.start", "status": refusal.status_code, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})
