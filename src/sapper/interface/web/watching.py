"""What all connections have in common: when they were last heard of, and that answers are taken."""

from __future__ import annotations

import asyncio

SECONDS_TO_TAKE = 20.0
"""How long nothing of a response may be taken."""


class Watched:
    """A connection that can be closed to make room, and is cut where answers are not taken."""

    transport: asyncio.Transport
    client: tuple[str, int] | None
    last_heard: float
    """By the clock of the event loop."""
    _sending: asyncio.TimerHandle | None = None

    @property
    def is_idle(self) -> bool:
        """Whether nothing that has arrived waits for its answer."""
        raise NotImplementedError

    @property
    def address(self) -> str:
        """Where the client is."""
        return "" if self.client is None else self.client[0]

    def cut(self) -> None:
        """Close this connection at once."""
        self.transport.abort()

    def _watch_sending(self, left_before: int | None = None) -> None:
        """Cut the connection if nothing of what is left to send gets sent."""
        self._stop_watching_sending()
        left = self.transport.get_write_buffer_size()
        if left_before is not None and left >= left_before:
            self.cut()
        elif left:
            loop = asyncio.get_running_loop()
            self._sending = loop.call_later(SECONDS_TO_TAKE, self._watch_sending, left)

    def _stop_watching_sending(self) -> None:
        if self._sending is not None:
            self._sending.cancel()
            self._sending = None
