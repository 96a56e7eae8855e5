"""What the agents know about a position that comes from no game."""

from __future__ import annotations

import httpx

from sapper.formats import to_address
from sapper.view import View


def test_each_agent_knows_its_share_of_a_position(client: httpx.Client) -> None:
    address = to_address(View.parse("#1##", mines=1))
    known = client.post("/api/positions/knowledge", json={"address": address}).json()
    assert known == {
        "sentence": {"safe": [], "mines": []},
        "resolution": {"safe": [[0, 3]], "mines": []},
        "exact": {"safe": [[0, 3]], "mines": []},
    }


def test_a_position_that_can_not_be_is_refused_in_a_sentence(client: httpx.Client) -> None:
    answer = client.post("/api/positions/knowledge", json={"address": "1x3-1-dHd"})
    assert answer.status_code == 422
    assert set(answer.json()) == {"error"}
