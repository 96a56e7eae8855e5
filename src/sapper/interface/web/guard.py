"""Which requests are accepted, how large they may be, and what a browser may do with responses.

The server listens on this machine, but any page open in a browser on this machine could try to
reach it. So each request must name this server as its `Host` (a foreign name that resolves to this
machine is refused), and if the browser says which site a request comes from (`Origin`,
`Sec-Fetch-Site`), it must be our own page.

A reverse proxy passes requests on, and may put another `Host` in place of the one that the browser
named, which it then forwards as `X-Forwarded-Host`. That is checked in the same way, in addition:
a page on another site could send this header, but can't pass for our own with it.

A large body takes memory, several times its own size, until its request is answered. So only a few
are read at a time, and who sends another one waits before any of it is read.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Iterable
from contextlib import asynccontextmanager
from dataclasses import dataclass
from http import HTTPStatus
from ipaddress import ip_address
from typing import TypeAlias

from starlette.exceptions import HTTPException
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from sapper.errors import SapperError, TooLong
from sapper.interface.web.limits import LONGEST_PICTURE, MOST_BYTES
from sapper.interface.web.page import PAGE_POLICY
from sapper.interface.web.refusing import refused
from sapper.interface.web.responses import Problem
from sapper.interface.workers.clients import Client
from sapper.interface.workers.fair_queue import FairQueue
from sapper.serialize import to_json

LARGE_BODIES = {"/api/replays": 6 << 20, "/api/positions/picture": LONGEST_PICTURE + 1024}
"""What may have more than `MOST_BYTES`: a replay with its mouse, and a picture, in base64."""
LARGE_AT_ONCE = 4
"""How many of those are read and answered at a time: a picture takes 80 MB at its peak."""
LARGE_WAITING = 64
SECONDS_TO_WAIT = 20.0
"""How long a large body waits until it is read."""
API = "/api"
LOOPBACK_NAMES = frozenset({"localhost", "127.0.0.1", "::1"})

log = logging.getLogger("sapper.web")

Headers: TypeAlias = list[tuple[bytes, bytes]]

UNEXPECTED = HTTPException(
    HTTPStatus.INTERNAL_SERVER_ERROR,
    "something went wrong in the server; its terminal says what",
)
_SECURITY: Headers = [
    (b"content-security-policy", PAGE_POLICY.encode()),
    (b"x-content-type-options", b"nosniff"),
    (b"x-frame-options", b"DENY"),
    (b"referrer-policy", b"no-referrer"),
    (b"cross-origin-resource-policy", b"same-origin"),
]
# Only what arrives by HTTPS or from this machine is trusted; elsewhere, browsers complain of it.
_OF_TRUSTED: Headers = [(b"cross-origin-opener-policy", b"same-origin")]
_NO_STORE: Headers = [(b"cache-control", b"no-store")]


@dataclass(frozen=True, slots=True)
class Hosts:
    """The names that this server answers to.

    If it listens on loopback, these are the loopback names. Otherwise they are `localhost`, the
    name it was told to listen on, and any IP address: only a *name* can be made to resolve to this
    machine. Whatever it listens on, names that were `named` are added.

    >>> Hosts("127.0.0.1").allow("localhost:8000"), Hosts("127.0.0.1").allow("evil.example:8000")
    (True, False)
    >>> Hosts("0.0.0.0").allow("192.168.1.7:8000"), Hosts("0.0.0.0").allow("evil.example")
    (True, False)
    >>> Hosts("127.0.0.1", ("school.example",)).allow("School.example")
    True
    """

    listening_on: str
    named: tuple[str, ...] = ()

    def allow(self, host: str) -> bool:
        """Whether a request with this `Host` is meant for this server."""
        name = _without_port(host).lower()
        if name in LOOPBACK_NAMES or name in {_without_port(other).lower() for other in self.named}:
            return True
        if self.listening_on in LOOPBACK_NAMES:
            return False
        return name == self.listening_on.lower() or _is_address(name)


def _without_port(host: str) -> str:
    if host.startswith("["):
        return host[1:].partition("]")[0]
    return host.partition(":")[0]


def _is_loopback(host: str) -> bool:
    name = _without_port(host).lower()
    return name in LOOPBACK_NAMES or (_is_address(name) and ip_address(name).is_loopback)


def _is_address(name: str) -> bool:
    try:
        ip_address(name)
    except ValueError:
        return False
    return True


class Guard:
    """Middleware in front of the whole application."""

    def __init__(self, app: ASGIApp, hosts: Hosts) -> None:
        self.app = app
        self.hosts = hosts
        self._large = FairQueue(range(LARGE_AT_ONCE), LARGE_WAITING)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Refuse foreign requests; pass on the others, with a size limit and security headers."""
        if scope["type"] != "http":
            await self.app(scope, receive, send)
            return
        is_api = scope["path"].startswith(API)
        headers = _first_of_each_name(scope["headers"])
        is_trusted = scope["scheme"] == "https" or _is_loopback(headers.get(b"host", ""))
        added = [*_SECURITY, *(_OF_TRUSTED if is_trusted else []), *(_NO_STORE if is_api else [])]
        send = _with_headers(send, added)
        most = LARGE_BODIES.get(scope["path"], MOST_BYTES)
        refusal = self._refusal(headers, is_api, most)
        if refusal is not None:
            await _send_error(refusal, send)
            return
        try:
            if most > MOST_BYTES and _may_be_large(headers):
                async with self._turn(Client((scope.get("client") or ("",))[0])):
                    await self.app(scope, _limited(receive, most), send)
            else:
                await self.app(scope, _limited(receive, most), send)
        except SapperError as error:  # it had to wait for too long
            await refused(error)(scope, receive, send)
        except Exception:
            log.exception("%s %s failed", scope["method"], scope["path"])
            await _send_error(UNEXPECTED, send)

    @asynccontextmanager
    async def _turn(self, client: Client) -> AsyncIterator[None]:
        """The turn of a client to send a large body, which ends with the request."""
        try:
            async with asyncio.timeout(SECONDS_TO_WAIT):
                turn = await self._large.get(client)
        except TimeoutError:
            raise TooLong("others are sending large files; try again in a moment") from None
        try:
            yield
        finally:
            self._large.put(client, turn)

    def _refusal(self, headers: dict[bytes, str], is_api: bool, most: int) -> HTTPException | None:
        host = headers.get(b"host", "")
        # What the browser named; of several proxies, the first one knows.
        named = headers.get(b"x-forwarded-host", host).partition(",")[0].strip()
        if not (self.hosts.allow(host) and self.hosts.allow(named)):
            return HTTPException(HTTPStatus.FORBIDDEN, "this server does not answer to that name")
        origin = headers.get(b"origin")
        if origin is not None and origin not in (f"http://{named}", f"https://{named}"):
            return HTTPException(HTTPStatus.FORBIDDEN, "other sites may not use this server")
        # Another site may link to the page, but it may not request data.
        if is_api and headers.get(b"sec-fetch-site", "none") not in ("same-origin", "none"):
            return HTTPException(HTTPStatus.FORBIDDEN, "other sites may not use this server")
        length = headers.get(b"content-length", "0")
        if not length.isdecimal() or int(length) > most:
            return _too_large(most)
        return None


def _first_of_each_name(headers: Iterable[tuple[bytes, bytes]]) -> dict[bytes, str]:
    return {name: value.decode("latin-1") for name, value in reversed(list(headers))}


def _may_be_large(headers: dict[bytes, str]) -> bool:
    """Whether a request may have more than `MOST_BYTES`, as far as its headers tell."""
    is_untold = b"transfer-encoding" in headers
    return is_untold or int(headers.get(b"content-length", "0")) > MOST_BYTES


def _too_large(most: int) -> HTTPException:
    return HTTPException(
        HTTPStatus.REQUEST_ENTITY_TOO_LARGE, f"a request may have at most {most:,} bytes"
    )


def _limited(receive: Receive, most: int) -> Receive:
    """The same body, but an error if more arrives than was announced or is allowed."""
    received = 0

    async def receive_within_limit() -> Message:
        nonlocal received
        message = await receive()
        received += len(message.get("body", b""))
        if received > most:
            raise _too_large(most)
        return message

    return receive_within_limit


def _with_headers(send: Send, added: Headers) -> Send:
    async def send_with_headers(message: Message) -> None:
        if message["type"] == "http.response.start":
            message["headers"] = [*message.get("headers", ()), *added]
        await send(message)

    return send_with_headers


async def _send_error(refusal: HTTPException, send: Send) -> None:
    body = to_json(Problem(refusal.detail)).encode()
    headers = [
        (b"content-type", b"application/json"),
        (b"content-length", str(len(body)).encode()),
    ]
    start = {"type": "http.response.start", "status": refusal.status_code, "headers": headers}
    await send(start)
    await send({"type": "http.response.body", "body": body})
