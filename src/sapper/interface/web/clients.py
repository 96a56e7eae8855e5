"""Who asks: what tells the clients of the server apart when its time is shared out."""

from __future__ import annotations

from typing import NamedTuple

from fastapi import Request

TOKEN_COOKIE = "sapper_player"
"""The cookie that carries a browser's own random token, where it has one."""


class Client(NamedTuple):
    """A client: its address and, as many browsers may share one, its token.

    A token costs nothing to invent, so that time is shared out among the addresses first, and
    only then among the tokens of one address.
    """

    address: str
    token: str = ""

    @classmethod
    def of(cls, request: Request) -> Client:
        """The client that sent a request; behind a proxy, the one that the proxy names."""
        address = "" if request.client is None else request.client.host
        return cls(address, request.cookies.get(TOKEN_COOKIE, ""))


NOBODY = Client("")
"""The server itself, and whoever need not be told apart."""
