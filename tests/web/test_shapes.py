"""What the command prints as JSON is what the shapes describe, and what the server answers."""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import httpx
import jsonschema_rs
import pytest
from commands import runner
from pydantic import TypeAdapter

from sapper.agents.base import Conclusions
from sapper.game import Status
from sapper.grid import Cell
from sapper.history import History, Statistics
from sapper.history.rows import ListedGame
from sapper.lab.agent_game import WatchedGame
from sapper.level import LEVELS, Level, StartRule
from sapper.play import position_shapes, shapes
from sapper.play.table import Setup, Table
from sapper.proof.written import WrittenDerivation, WrittenOdds
from sapper.serialize import plain, to_json

POSITION = "11#\n###\n"
Run = Callable[..., Any]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    """Run the command with `--json`, and read what it prints."""
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path / "home"))

    def run_command(*arguments: str, stdin: str = "") -> Any:
        code, out, err = runner(monkeypatch, capfd)(*arguments, "--json", stdin=stdin.encode())
        assert code == 0, err
        return json.loads(out)

    return run_command


def is_as_described(content: Any, shape: Any) -> bool:
    """Whether plain data has just the fields of a shape, all of them, and of the right types."""
    schema = TypeAdapter(shape).json_schema(mode="serialization")
    for part in (schema, *schema.get("$defs", {}).values()):
        if "properties" in part:
            part["required"] = list(part["properties"])
            part["additionalProperties"] = part["title"] == "Reason"  # agents have their own
    return jsonschema_rs.is_valid(schema, content)


@pytest.mark.parametrize(
    ("arguments", "shape"),
    [
        (["levels"], list[Level]),
        (["agents"], list[shapes.Agent]),
        (["analyze", "-m", "1"], position_shapes.Analysis),
        (["explain", "-", "0,2", "-m", "1"], WrittenDerivation),
        (["explain", "-", "1,1", "-m", "1"], WrittenOdds),
    ],
)
def test_what_the_command_prints_is_as_described(
    run: Run, arguments: list[str], shape: object
) -> None:
    assert is_as_described(run(*arguments, stdin=POSITION), shape)


def test_derivations_are_described_down_to_their_steps(run: Run) -> None:
    content = run("explain", "-", "0,2", "-m", "1", stdin=POSITION)
    assert content["steps"]
    content["steps"][0]["conclusion"]["count"] = "none"
    assert not is_as_described(content, WrittenDerivation)


def test_a_watched_game_is_as_described(run: Run) -> None:
    content = run("watch", "--level", "beginner", "--seed", "2", "--agent", "sentence", "--explain")
    assert any(move["why"] for move in content["moves"])
    assert is_as_described(content, WatchedGame)


def test_kept_games_are_as_described(run: Run) -> None:
    assert run("history") == {"games": [], "statistics": []}
    with History.open() as history:
        lost = Table(Setup(Level(4, 4, 8, StartRule.ANY), seed=1), keeper=history)
        while lost.status is Status.PLAYING:
            lost.reveal(lost.view.hidden()[0])
        Table(Setup(LEVELS["expert"], seed=1), keeper=history).flag((0, 0))
    content = run("history")
    assert [game["level"] for game in content["games"]] == ["expert", None]
    assert is_as_described(content["games"], list[ListedGame])
    assert len(content["statistics"]) == 1
    assert is_as_described(content["statistics"], list[Statistics])
    review = run("history", "show", lost.identity)
    assert review["status"] == "lost"
    assert is_as_described(review, shapes.Review)


@pytest.mark.slow
def test_the_server_answers_what_the_command_prints(run: Run, client: httpx.Client) -> None:
    assert client.get("/api/levels").json() == run("levels")
    assert client.get("/api/agents").json() == run("agents")
    for text in (POSITION, "#1##\n", "########\n########\n"):
        body = {"text": text, "mines": 1}
        shown = run("analyze", "-m", "1", stdin=text)
        assert client.post("/api/positions/analyze", json=body).json() == shown


def test_what_the_server_answers_is_as_described(client: httpx.Client) -> None:
    """Requests that make sense; `test_description.py` makes those that mostly don't."""
    description = client.get("/openapi.json").json()

    def ask(method: str, path: str, body: object = None, **names: str) -> Any:
        response = client.request(method, path.format(**names), json=body)
        described = description["paths"][path.partition("?")[0]][method.lower()]["responses"]
        schema = described[str(response.status_code)]["content"]["application/json"]["schema"]
        content = response.json()
        jsonschema_rs.validate({**schema, "components": description["components"]}, content)
        assert response.is_success, content
        return content

    for size in ({"level": "beginner"}, {"height": 4, "width": 4, "mines": 8}):
        game = ask("POST", "/api/games", {**size, "start": "safe", "seed": 1})["id"]
        asked = "/api/games/{identity}"
        turn = {"action": "flag", "cell": [3, 3]}
        ask("POST", f"{asked}/turns", turn, identity=game)
        ask("POST", f"{asked}/turns", {"action": "reveal", "cell": [0, 0]}, identity=game)
        for question in ("", "/hint", "/odds", "/guess", "/knowledge", "/why?row=3&column=3"):
            ask("GET", f"{asked}{question}", identity=game)
        while ask("POST", f"{asked}/ai", {"agent": "sentence"}, identity=game)["seed"] is None:
            pass
        ask("GET", f"{asked}/entries", identity=game)
        assert ask("GET", f"{asked}/review", identity=game)["id"] == game
        ask("POST", f"{asked}/again", identity=game)
    for path in ("/api/games", "/api/levels", "/api/agents", "/api/statistics"):
        assert ask("GET", path)
    for text in (POSITION, "1#0", "#1##", "*1"):
        analysis = ask("POST", "/api/positions/analyze", {"text": text, "mines": 1})
        address = analysis["position"]["address"]
        assert ask("GET", "/api/positions/{address}", address=address)["best"] == analysis["best"]


@pytest.mark.parametrize(
    "broken",
    [
        {"safe": [[0, 3]]},
        {"safe": [[0, 3]], "mines": [], "more": 1},
        {"safe": [[0, 3, 1]], "mines": []},
        {"safe": "(0, 3)", "mines": []},
    ],
)
def test_what_is_not_as_described_is_told_apart(broken: dict[str, object]) -> None:
    assert is_as_described({"safe": [[0, 3]], "mines": []}, Conclusions)
    assert not is_as_described(broken, Conclusions)


# Writing


@dataclass(frozen=True)
class Mixed:
    cells: frozenset[Cell]
    start: StartRule
    inner: Conclusions | None = None


def test_shapes_are_written_field_by_field() -> None:
    known = Conclusions(frozenset({(0, 1)}))
    mixed = Mixed(frozenset({(2, 0), (1, 5), (1, 2)}), StartRule.ANY, known)
    assert plain([mixed]) == [
        {
            "cells": [[1, 2], [1, 5], [2, 0]],
            "start": "any",
            "inner": {"safe": [[0, 1]], "mines": []},
        }
    ]


def test_what_is_no_shape_is_refused() -> None:
    with pytest.raises(TypeError):
        to_json(object())
    with pytest.raises(ValueError, match="JSON compliant"):
        to_json([float("nan")])
