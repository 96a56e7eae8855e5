"""The server of the Model Context Protocol, asked by the SDK's own client."""

from __future__ import annotations

import asyncio
import json
import os
import re
import signal
import subprocess
import sys
import urllib.error
import urllib.request
from collections.abc import Iterator
from typing import Any

import pytest
from commands import SAPPER, runner
from mcp import Client, MCPError, StdioServerParameters, types
from mcp.types import TextContent
from waiting import PATIENCE

from sapper.extras import install_command
from sapper.interface.mcp.server import MOST_CHARACTERS, _refusal_of, make_server
from sapper.interface.mcp.tools import TOOLS
from sapper.interface.workers.pool import WorkerPool

SEEN = re.compile(r"[0-8#F]*")
"""A row of a game under way."""


@pytest.fixture
def served() -> Iterator[str]:
    """The address of a server over HTTP, which ends as Ctrl-C ends it."""
    process = subprocess.Popen(
        [*SAPPER, "mcp", "--http", "--port", "0"],
        stdout=subprocess.PIPE,
        text=True,
        # Whoever runs the tests in the background may have told all below to ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    with process:
        assert process.stdout is not None
        yield process.stdout.readline().split()[3]
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0


async def answered(client: Client, tool: str, **arguments: Any) -> dict[str, Any]:
    result = await client.call_tool(tool, arguments, read_timeout_seconds=PATIENCE)
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert not result.is_error, content.text
    # For clients that read text alone, the text is all of it.
    content_in_text: dict[str, Any] = json.loads(content.text)
    assert content_in_text == result.structured_content
    return content_in_text


async def refused(client: Client, tool: str, arguments: dict[str, Any]) -> str:
    result = await client.call_tool(tool, arguments, read_timeout_seconds=PATIENCE)
    (content,) = result.content
    assert isinstance(content, TextContent)
    assert result.is_error, content.text
    assert "\n" not in content.text
    return content.text


async def win_by_proofs(where: str | StdioServerParameters, proofs: int) -> None:
    """Win on a board without guesses, that many cells with proofs; nothing tells of the mines."""
    async with Client(where) as client:
        assert [tool.name for tool in (await client.list_tools()).tools] == list(TOOLS)
        game = await answered(client, "new_game", level="5x5/5", guesses="none", seed=4)
        identity = game["id"]
        game = await answered(client, "open", game=identity, cell=[2, 2])
        while game["status"] == "playing":
            assert all(SEEN.fullmatch(row) for row in game["rows"])
            assert game["seed"] is game["first"] is game["index"] is None
            found = await answered(client, "analyze", game=identity)
            cell = found["safe"][0]
            if game["turns"] <= proofs:
                same = await answered(client, "analyze", position=game)
                assert found == same, "an answer depends on more than is seen"
                await prove(client, identity, cell)
            game = await answered(client, "open", game=identity, cell=cell)
            assert game["last"]["mine_probability"] == 0.0
        assert (game["status"], game["seed"]) == ("won", "4")
        assert sum(row.count("*") for row in game["rows"]) == 5


async def prove(client: Client, game: str, cell: list[int]) -> None:
    """A safe cell has a proof in both forms; the same steps prove nothing else."""
    why = await answered(client, "explain", game=game, cell=cell)
    holds = {"holds": True, "problem": None, "grade": why["answer"]["grade"]}
    for form in (why["answer"], why["short"]):
        assert await answered(client, "check_derivation", game=game, derivation=form) == holds
    lie = {**why["short"], "is_mine": True}
    checked = await answered(client, "check_derivation", game=game, derivation=lie)
    assert not checked["holds"]


def test_a_game_is_won_over_standard_input_and_output() -> None:
    command, *arguments = SAPPER
    asyncio.run(win_by_proofs(StdioServerParameters(command=command, args=[*arguments, "mcp"]), 9))


def test_a_game_is_won_over_http_which_serves_no_other_site(served: str) -> None:
    asyncio.run(win_by_proofs(served, 1))
    with pytest.raises(urllib.error.HTTPError) as misdirected:
        urllib.request.urlopen(urllib.request.Request(served, headers={"Host": "evil.example"}))
    assert misdirected.value.code == 421
    misdirected.value.close()


LINE = {"rows": ["1##"], "mines": 1}
REFUSED: list[tuple[str, dict[str, Any], str]] = [
    ("peek", {}, "no tool is called 'peek'; there are: new_game, show_game, open,"),
    ("new_game", {"level": "51x50/9"}, "51×50 is too large: at most 2,500 cells"),
    ("new_game", {"level": "huge"}, "no level is called 'huge'; there are: course, beginner"),
    ("new_game", {"sed": 1}, "sed: is not known here"),
    ("new_game", {"seed": -1}, "seed: must be at least 0"),
    ("show_game", {"game": "gone"}, "no game 'gone' is held here: start one with new_game"),
    ("open", {"cell": [0, 0]}, "game: is missing"),
    ("open", {"game": "x", "cell": [0]}, "cell: must have at least 2 entries, not 1"),
    ("open", {"game": "x", "cell": [0, 1.5]}, "cell 1: must be a whole number"),
    ("open", {"game": "x", "cell": "0,1"}, "cell: must be a list"),
    ("open", {"game": 5, "cell": [0, 1]}, "game: must be text"),
    ("flag", {"game": "x", "cell": [0, 1], "flagged": "?"}, "flagged: must be true or false"),
    ("new_game", {"grade": "x"}, "grade: must be 'easy', 'medium', 'tricky', 'hard', 'fiendish'"),
    ("new_game", {"level": "x" * 61}, "level: may have at most 60 characters"),
    ("analyze", {"position": "1#"}, "position: must be an object"),
    ("analyze", {}, "give a game (its id) or a position (rows and mines)"),
    ("analyze", {"position": {"rows": ["1x"], "mines": 1}}, "row 0, column 1: 'x' is not a cell"),
    ("explain", {"position": LINE, "cell": [3, 0]}, "cell (3, 0) is outside the 1×3 board"),
    ("explain", {"position": LINE, "cell": [0, 0]}, "cell (0, 0) is revealed; it shows 1"),
    ("check_derivation", {"position": LINE}, "derivation: is missing"),
]


def test_bad_calls_are_refused_in_a_line_that_says_what_to_do() -> None:
    async def ask() -> None:
        async with Client(make_server()) as client:
            for tool, arguments, why in REFUSED:
                assert (await refused(client, tool, arguments)).startswith(why)
            game = await answered(client, "new_game", level="3x3/1", start="opening", seed=1)
            at = {"game": game["id"], "cell": [2, 2]}
            assert "can't be a mine" in await refused(client, "explain", at)
            await answered(client, "flag", **at)
            assert "(2, 2) is flagged: remove" in await refused(client, "open", at)
            assert "(2, 2) can't be chorded" in await refused(client, "chord", at)
            await answered(client, "flag", **at, flagged=False)
            game = await answered(client, "open", **at)
            if game["status"] == "playing":
                assert "(2, 2) is revealed" in await refused(client, "flag", at)
            while game["status"] == "playing":
                found = await answered(client, "analyze", game=game["id"])
                game = await answered(client, "open", game=game["id"], cell=found["best"]["cell"])
            assert "start another with new_game" in await refused(client, "open", at)

    asyncio.run(ask())


def test_whatever_is_too_long_for_a_pipe_is_told_and_never_met_with_silence() -> None:
    command, *arguments = SAPPER
    pipe = StdioServerParameters(command=command, args=[*arguments, "mcp"])

    async def ask() -> None:
        async with Client(pipe) as client:
            position = {"rows": ["#" * 1_200] * 1_200, "mines": 1}
            why = await refused(client, "analyze", {"position": position})
            assert why == "the position is too large: at most 2,500 cells"
            with pytest.raises(MCPError, match="Connection closed"):
                await refused(client, "analyze", {"position": "#" * (MOST_CHARACTERS + 1)})

    asyncio.run(ask())


def forged(depth: int) -> dict[str, Any]:
    """A derivation with so many cases within cases."""
    supposed = {"cells": [[0, 1]], "count": 0}
    steps: list[Any] = []
    for _ in range(depth):
        conclusion = {"cells": [[0, 1]], "count": 1}
        cases = [{"supposition": supposed, "steps": steps}]
        steps = [{"kind": "cases", "cases": cases, "conclusion": conclusion}]
    return {"position": LINE, "derivation": {"cell": [0, 1], "is_mine": True, "steps": steps}}


def test_a_derivation_that_is_too_deep_is_answered_at_once(served: str) -> None:
    command, *arguments = SAPPER
    pipe = StdioServerParameters(command=command, args=[*arguments, "mcp"])

    async def ask(where: str | StdioServerParameters) -> None:
        async with Client(where) as client:
            checked = await answered(client, "check_derivation", **forged(41))
            assert checked["problem"] == "not a derivation: more than 40 cases within cases"
            if where is pipe:
                with pytest.raises(MCPError, match="can't be read as JSON: recursion limit exceed"):
                    await refused(client, "check_derivation", forged(60))
            else:
                why = await refused(client, "check_derivation", forged(60))
                assert why == "derivation: has more than 200 lists and objects within one another"

    asyncio.run(ask(pipe))
    asyncio.run(ask(served))


# What the SDK's own client would not send.
DEEP = '{"cases": [' * 300 + "]}" * 300
TOO_DEEP = [
    (f'{{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {DEEP}}}', 7),
    (f'{{"params": {DEEP}, "method": "x", "id": "\\"8", "jsonrpc": "2.0"}}', '"8'),
    (f'{{"jsonrpc": "2.0", "method": "x", "params": [{{"id": 9}}, {DEEP}]}}', None),
    (f'{{"jsonrpc": "2.0", "id": [9], "params": {DEEP}}}', None),
    (DEEP[:-1], None),
]


@pytest.mark.parametrize(("line", "identity"), TOO_DEEP)
def test_whoever_sends_what_is_too_deep_to_be_read_is_told_which_request_it_was(
    line: str, identity: object
) -> None:
    refusal = _refusal_of(line)
    assert refusal is not None
    assert (refusal.id, refusal.error.code) == (identity, types.PARSE_ERROR)
    assert refusal.error.message.startswith("this line can't be read as JSON: recursion limit")


def test_games_and_time_are_bounded(monkeypatch: pytest.MonkeyPatch) -> None:
    pools: list[WorkerPool] = []

    def noted(*arguments: Any, **named: Any) -> WorkerPool:
        pools.append(WorkerPool(*arguments, **named))
        return pools[0]

    monkeypatch.setattr("sapper.interface.mcp.server.WorkerPool", noted)

    async def ask() -> None:
        async with Client(make_server(most_games=2)) as client:
            games = [
                (await answered(client, "new_game", level="9x9/1", grade="fiendish"))["id"]
                for _ in range(3)
            ]
            gone = await refused(client, "show_game", {"game": games[0]})
            assert gone.endswith("(the 2 games used last are held)")
            await answered(client, "analyze", position=LINE)
            pools[0].seconds = 0.2
            # With one mine no board is fiendish, however many are tried.
            late = await refused(client, "open", {"game": games[1], "cell": [0, 0]})
            assert late == "this was not answered within 0.2 seconds"
            pools[0].seconds = PATIENCE
            await answered(client, "analyze", position=LINE)

    asyncio.run(ask())


def test_ctrl_c_ends_it_while_nobody_writes_and_only_messages_reach_standard_output() -> None:
    hello = {
        "protocolVersion": "2025-06-18",
        "capabilities": {},
        "clientInfo": {"name": "test", "version": "1"},
    }
    asked = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "initialize", "params": hello})
    process = subprocess.Popen(
        [*SAPPER, "mcp"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        # Whoever runs the tests in the background may have told all below to ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    with process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(f"no message\n\n[1]\n{asked}\n")
        process.stdin.flush()
        for code in (types.PARSE_ERROR, types.INVALID_REQUEST):
            refusal = json.loads(process.stdout.readline())
            assert (refusal["id"], refusal.get("error", {}).get("code")) == (None, code)
        assert json.loads(process.stdout.readline())["result"]["serverInfo"]["name"] == "sapper"
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 0
        assert process.stdout.read() == ""
        assert "Traceback" not in process.stderr.read()


def test_without_the_sdk_one_line_says_what_to_install(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setitem(sys.modules, "mcp", None)
    run = runner(monkeypatch, capfd, "mcp")
    assert run() == (1, "", f"sapper: this needs mcp: {install_command('mcp')}\n")
