"""The OpenAPI description holds, whatever is sent: schemathesis against a running server."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from typing import Any

import pytest
import schemathesis
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from hypothesis.errors import Unsatisfiable
from schemathesis import Case, GenerationMode
from schemathesis.checks import (
    content_type_conformance,
    not_a_server_error,
    response_schema_conformance,
    status_code_conformance,
)
from waiting import PATIENCE
from webserver import Served

CHECKS = [
    not_a_server_error,
    status_code_conformance,
    content_type_conformance,
    response_schema_conformance,
]
EXAMPLES = 6
"""For each operation and each way, to be done within the time that tests may take."""
TOO_WIDE = 503
LONGEST_LINE = 60_000
once = settings(
    max_examples=EXAMPLES,
    derandomize=True,
    database=None,
    phases=[Phase.generate],
    suppress_health_check=list(HealthCheck),
)


@pytest.mark.slow
def test_whatever_is_sent_is_answered_as_described(served: Served) -> None:
    """Good requests and bad ones, of games that are there and of others."""
    url = str(served.client.base_url)
    schema: Any = schemathesis.openapi.from_dict(served.client.get("/openapi.json").json())
    body = {"height": 1, "width": 4, "mines": 2, "start": "any", "seed": 1}
    lost: str = served.client.post("/api/games", json=body).json()["id"]
    turn = {"action": "reveal", "cell": [0, 3]}
    assert served.client.post(f"/api/games/{lost}/turns", json=turn).json()["status"] == "lost"
    operations = [result.ok() for result in schema.get_all_operations()]
    asked = set()
    for operation, mode in product(operations, GenerationMode):

        @once
        @given(
            case=operation.as_strategy(generation_mode=mode),
            which=st.sampled_from(["playing", "lost", "any"]),
        )
        def answers(case: Case[Any], which: str) -> None:
            if "identity" in case.path_parameters and which != "any":
                case.path_parameters["identity"] = _game(served, which, lost)
            if len(case.formatted_path) > LONGEST_LINE:  # no HTTP any more
                return
            response = case.call(base_url=url.rstrip("/"), timeout=PATIENCE)
            # A position may honestly be too wide; anything else is the server's fault.
            if response.status_code != TOO_WIDE:
                case.validate_response(response, checks=CHECKS)
            asked.add(case.operation.label)

        with suppress(Unsatisfiable):  # where nothing is asked for, nothing can be wrong
            answers()
    assert asked == {operation.label for operation in operations}


def _game(served: Served, which: str, lost: str) -> str:
    if which == "lost":
        return lost
    body = {"level": "beginner", "seed": 1}
    identity: str = served.client.post("/api/games", json=body).json()["id"]
    return identity


def test_every_operation_declares_what_may_go_wrong(served: Served) -> None:
    description = served.client.get("/openapi.json").json()
    for path, operations in description["paths"].items():
        for operation in operations.values():
            declared = set(operation["responses"])
            assert {"403", "413", "422"} <= declared
            assert ("404" in declared) == ("{identity}" in path)


def test_answers_are_described_in_full(served: Served) -> None:
    description = served.client.get("/openapi.json").json()
    schemas = description["components"]["schemas"]
    assert schemas["Entry"]["properties"]["cell"] == {"$ref": "#/components/schemas/Cell"}
    for schema in (schemas["Entry"], schemas["Level"], schemas["Compared"], schemas["Problem"]):
        assert set(schema["required"]) == set(schema["properties"])
        assert not any("default" in field for field in schema["properties"].values())
        assert ">>>" not in schema["description"]
    assert "required" not in schemas["NewGame"]
    assert {"Game", "Level", "ListedGame", "StatisticsRow", "Hint", "Odds", "Why"} <= set(schemas)
    assert not any("__" in name for name in schemas)  # two shapes of one name
