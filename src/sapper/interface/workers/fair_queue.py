"""The queue in front of the workers: every client gets a share, however much one of them asks.

- Whoever has the fewest questions under way comes first; among equals, whoever was served longest
  ago. This counts for addresses first, then for the clients at one address.
- One client never occupies all workers while there are several: the others' questions, most of
  which take milliseconds, would have to wait until its own run out of time.
- When the queue is full, the last question of whoever has the most waiting is refused. So a client
  that floods the queue pushes out its own questions, never those of the others.
"""

from __future__ import annotations

import asyncio
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass
from typing import Generic, TypeVar

from sapper.errors import TooMany
from sapper.interface.workers.clients import Client

Thing = TypeVar("Thing")


@dataclass(eq=False, slots=True)
class _Waiting(Generic[Thing]):
    client: Client
    number: int
    """Counts all that ever waited: the smaller one came earlier."""
    turn: asyncio.Future[Thing]


class FairQueue(Generic[Thing]):
    """Hands out things, one client at a time each, to all who wait for one.

    >>> async def serve() -> list[str]:
    ...     queue, served = FairQueue(["a worker"], most_waiting=8), []
    ...     async def ask(address: str) -> None:
    ...         worker = await queue.get(Client(address))
    ...         await asyncio.sleep(0)
    ...         served.append(address)
    ...         queue.put(Client(address), worker)
    ...     await asyncio.gather(*map(ask, ["greedy", "greedy", "greedy", "modest"]))
    ...     return served
    >>> asyncio.run(serve())
    ['greedy', 'modest', 'greedy', 'greedy']
    """

    def __init__(self, things: Iterable[Thing], most_waiting: int) -> None:
        self._free = list(things)
        self._most_waiting = most_waiting
        self._most_of_one = max(1, len(self._free) - 1)
        self._waiting: list[_Waiting[Thing]] = []
        self._under_way: Counter[str | Client] = Counter()  # by address, and by client
        self._served: dict[str | Client, int] = {}  # when those who are here were last served
        self._now = 0

    async def get(self, client: Client) -> Thing:
        """Something that is free, as soon as it is this client's turn; `put` gives it back.

        `TooMany` if the queue is full and this client is the one with the most in it.
        """
        self._now += 1
        turn: asyncio.Future[Thing] = asyncio.get_running_loop().create_future()
        waiting = _Waiting(client, self._now, turn)
        self._waiting.append(waiting)
        self._serve()
        if len(self._waiting) > self._most_waiting:
            self._refuse_one()
        try:
            return await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and turn.exception() is None:
                self.put(client, turn.result())  # its turn came as it gave up
            raise
        finally:
            if waiting in self._waiting:
                self._waiting.remove(waiting)
            self._forget_who_left(client)

    def put(self, client: Client, thing: Thing) -> None:
        """Give back what a client was handed."""
        self._under_way.subtract((client.address, client))
        self._under_way += Counter()  # without those that are down to zero
        # The one that was used last is handed out first: it is warm, and others need not start.
        self._free.append(thing)
        self._serve()
        self._forget_who_left(client)

    def _serve(self) -> None:
        """Hand out what is free to those whose turn it is."""
        # Whoever has given up may not have been resumed yet to leave the queue.
        self._waiting = [waiting for waiting in self._waiting if not waiting.turn.done()]
        while self._free:
            able = [
                waiting
                for waiting in self._waiting
                if self._under_way[waiting.client] < self._most_of_one
            ]
            if not able:
                return
            first = min(able, key=self._place_of)
            self._waiting.remove(first)
            self._now += 1
            for name in (first.client.address, first.client):
                self._under_way[name] += 1
                self._served[name] = self._now
            first.turn.set_result(self._free.pop())

    def _place_of(self, waiting: _Waiting[Thing]) -> tuple[int, ...]:
        """Who comes first has the smallest."""
        names = (waiting.client.address, waiting.client)
        shares = [(self._under_way[name], self._served.get(name, 0)) for name in names]
        return (*shares[0], *shares[1], waiting.number)

    def _refuse_one(self) -> None:
        """Make room at the expense of whoever has the most waiting."""
        at_address = Counter(waiting.client.address for waiting in self._waiting)
        of_client = Counter(waiting.client for waiting in self._waiting)

        def excess(waiting: _Waiting[Thing]) -> tuple[int, int, int]:
            client = waiting.client
            return at_address[client.address], of_client[client], waiting.number

        refused = max(self._waiting, key=excess)
        self._waiting.remove(refused)
        refused.turn.set_exception(
            TooMany("too many of your questions are waiting for an answer; try again in a moment")
        )

    def _forget_who_left(self, client: Client) -> None:
        """Whoever has nothing waiting or under way is a stranger: what is remembered is bounded."""
        waiting = [other.client for other in self._waiting]
        if client not in waiting and not self._under_way[client]:
            self._served.pop(client, None)
        addresses = {other.address for other in waiting}
        if client.address not in addresses and not self._under_way[client.address]:
            self._served.pop(client.address, None)
