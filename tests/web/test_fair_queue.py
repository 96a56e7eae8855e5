"""Workers are shared out by client: whoever floods the queue only harms themselves."""

from __future__ import annotations

import asyncio
import json
import select
import socket
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from http.client import HTTPResponse
from pathlib import Path
from typing import Any

import pytest
from waiting import PATIENCE
from webserver import asking, running

from sapper.errors import TooMany
from sapper.interface.web.tokens import TOKEN_COOKIE
from sapper.interface.workers.clients import Client
from sapper.interface.workers.fair_queue import FairQueue

Queue = FairQueue[int]
GREEDY, MODEST, OTHER = Client("10.0.0.1"), Client("10.0.0.2"), Client("10.0.0.3")


def in_order_served(workers: int, clients: list[Client], most_waiting: int = 100) -> list[str]:
    """Who is served, in order, when all ask at once and each is served for a moment."""
    served: list[str] = []

    async def serve() -> None:
        queue = Queue(range(workers), most_waiting)

        async def ask(client: Client) -> None:
            try:
                thing = await queue.get(client)
            except TooMany:
                served.append(f"not {name(client)}")
                return
            served.append(name(client))
            await asyncio.sleep(0)
            queue.put(client, thing)

        await asyncio.gather(*map(ask, clients))
        assert_nothing_is_left(queue, workers)

    asyncio.run(asyncio.wait_for(serve(), PATIENCE))
    return served


def name(client: Client) -> str:
    return client.name or client.address[-1]


def assert_nothing_is_left(queue: Queue, workers: int) -> None:
    assert sorted(queue._free) == list(range(workers))
    assert (queue._waiting, +queue._under_way, queue._served) == ([], {}, {})


def alone(work: Callable[[], Awaitable[None]]) -> None:
    asyncio.run(asyncio.wait_for(_awaited(work), PATIENCE))


async def _awaited(work: Callable[[], Awaitable[None]]) -> None:
    await work()


def test_those_who_ask_one_thing_do_not_wait_for_one_who_asks_many() -> None:
    assert in_order_served(1, [GREEDY] * 5 + [MODEST, OTHER]) == list("1231111")


def test_two_who_ask_much_take_turns() -> None:
    assert in_order_served(1, [GREEDY] * 4 + [MODEST] * 4) == list("12121212")


def test_invented_tokens_get_no_more_than_their_address() -> None:
    invented = [Client("10.0.0.1", f"t{number}") for number in range(4)]
    assert in_order_served(1, [*invented, MODEST, MODEST]) == ["t0", "2", "t1", "2", "t2", "t3"]


def test_browsers_that_share_an_address_take_turns() -> None:
    one, other = Client("10.0.0.1", "a"), Client("10.0.0.1", "b")
    assert in_order_served(1, [one] * 3 + [other] * 3) == list("ababab")


def test_when_it_is_full_the_one_who_filled_it_is_refused() -> None:
    served = in_order_served(1, [GREEDY] * 5 + [MODEST, GREEDY], most_waiting=3)
    assert sorted(served) == ["1", "1", "1", "2", "not 1", "not 1", "not 1"]


def test_one_client_never_occupies_all_workers() -> None:
    async def work() -> None:
        queue = Queue(range(3), most_waiting=10)
        held = [await queue.get(GREEDY) for _ in range(2)]
        third = asyncio.ensure_future(queue.get(GREEDY))
        await asyncio.sleep(0)
        assert not third.done()
        modest = await queue.get(MODEST)  # at once
        queue.put(GREEDY, held.pop())
        queue.put(GREEDY, await third)
        queue.put(GREEDY, held.pop())
        queue.put(MODEST, modest)
        assert_nothing_is_left(queue, 3)

    alone(work)


@pytest.mark.parametrize("is_its_turn", [False, True])
def test_one_who_gives_up_holds_nobody_up(is_its_turn: bool) -> None:
    async def work() -> None:
        queue = Queue(range(1), most_waiting=10)
        held = await queue.get(OTHER)
        leaving = asyncio.ensure_future(queue.get(GREEDY))
        staying = asyncio.ensure_future(queue.get(MODEST))
        await asyncio.sleep(0)
        if is_its_turn:  # at the very moment at which it leaves
            queue.put(OTHER, held)
            leaving.cancel()
        else:
            leaving.cancel()
            queue.put(OTHER, held)
        queue.put(MODEST, await staying)
        assert leaving.cancelled()
        assert_nothing_is_left(queue, 1)

    alone(work)


def test_seventy_questions_of_one_client_cost_the_others_nothing(
    tmp_path: Path, endless_question: dict[str, Any]
) -> None:
    position = {"text": "1#", "mines": 1}
    with running(tmp_path, workers=2, seconds=PATIENCE) as server, ExitStack() as flood:
        tokens = [server.state.players.tokens.issue() for _ in range(67)]
        for _ in range(70):
            flood.enter_context(asking(server.client.base_url, endless_question))

        def ask(player: int) -> int:
            cookie = {"cookie": f"{TOKEN_COOKIE}={tokens[player]}"}
            path = "/api/positions/analyze"
            return server.client.post(path, json=position, headers=cookie).status_code

        with ThreadPoolExecutor(67) as players:
            assert list(players.map(ask, range(67))) == [200] * 67


def test_a_client_that_asks_too_much_is_told_so(
    tmp_path: Path, endless_question: dict[str, Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.interface.workers.pool.MOST_WAITING", 3)
    with running(tmp_path, workers=1, seconds=PATIENCE) as server, ExitStack() as flood:
        url = server.client.base_url
        asked = [flood.enter_context(asking(url, endless_question)) for _ in range(5)]
        # One is under way and three wait: one of the five is refused, whichever came last.
        answer = first_answer(asked)
        assert (answer.status, list(json.loads(answer.read()))) == (429, ["error"])


def first_answer(connections: list[socket.socket]) -> HTTPResponse:
    ready, _, _ = select.select(connections, [], [], PATIENCE)
    answer = HTTPResponse(ready[0])
    answer.begin()
    return answer
