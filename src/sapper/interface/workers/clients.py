"""Who asks: what tells the clients of the server apart when its time is shared out."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

if TYPE_CHECKING:
    from starlette.requests import Request


class Client(NamedTuple):
    """A client: its address and, as many browsers may share one, the name in its token.

    A token costs nothing to ask for, so that time is shared out among the addresses first, and
    only then among the names at one address.
    """

    address: str
    name: str = ""

    @classmethod
    def of(cls, request: Request, name: str) -> Client:
        """The client that sent a request; behind a proxy, the one that the proxy names."""
        return cls("" if request.client is None else request.client.host, name)


NOBODY = Client("")
"""The server itself, and whoever need not be told apart."""
