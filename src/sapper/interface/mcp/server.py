"""The server itself, with the official SDK: over standard input and output, or over HTTP."""

from __future__ import annotations

import asyncio
import json
import os
import re
import sys
from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager, suppress
from functools import cache
from threading import Thread
from typing import Any, TextIO, cast

import anyio
from mcp import types
from mcp.server import Server
from mcp.server.context import ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.server.transport_security import TransportSecuritySettings
from mcp.shared.message import SessionMessage
from pydantic import ValidationError
from starlette.applications import Starlette

import sapper
from sapper.errors import SapperError
from sapper.interface.mcp import questions
from sapper.interface.mcp.desk import MOST_GAMES, Desk
from sapper.interface.mcp.tools import INSTRUCTIONS, TOOLS, Tool
from sapper.interface.refusals import say_invalid
from sapper.interface.workers.pool import SECONDS, WorkerPool

MOST_BYTES = 1 << 20
"""In one message over HTTP: far more than any call here takes."""
MOST_CHARACTERS = 1 << 23
"""In one message over a pipe: the largest position that is read to be refused is shorter."""
MOST_SESSIONS = 100
OWN_NAMES = ("127.0.0.1", "localhost", "[::1]")


def make_server(*, seconds: float = SECONDS, most_games: int = MOST_GAMES) -> Server[Desk]:
    """A server whose answers take at most so many seconds, with a desk that its clients share."""

    @asynccontextmanager
    async def lifespan(_: Server[Desk]) -> AsyncIterator[Desk]:
        workers = WorkerPool(questions.__name__, seconds=seconds)
        workers.warm_up()
        try:
            yield Desk(workers, most_games)
        finally:
            with anyio.CancelScope(shield=True):
                await workers.close()

    return Server(
        "sapper",
        title="Sapper",
        version=sapper.__version__,
        instructions=INSTRUCTIONS,
        lifespan=lifespan,
        get_tool_input_schema=_input_schema,
        on_list_tools=_list_tools,
        on_call_tool=_call_tool,
    )


async def _list_tools(
    _: ServerRequestContext[Desk], __: types.PaginatedRequestParams | None
) -> types.ListToolsResult:
    return types.ListToolsResult(tools=[_described(tool) for tool in TOOLS.values()])


def _input_schema(name: str) -> dict[str, Any] | None:
    return _described(TOOLS[name]).input_schema if name in TOOLS else None


@cache  # schemas take long to make, and the SDK looks them up at each call
def _described(tool: Tool) -> types.Tool:
    hints = types.ToolAnnotations(
        read_only_hint=not tool.changes_something, destructive_hint=False, open_world_hint=False
    )
    return types.Tool(
        name=tool.name,
        description=tool.description,
        input_schema=tool.input_schema,
        output_schema=tool.output_schema,
        annotations=hints,
    )


async def _call_tool(
    context: ServerRequestContext[Desk], call: types.CallToolRequestParams
) -> types.CallToolResult:
    """Do what a tool does; whatever is wrong with the call is told in one line."""
    tool = TOOLS.get(call.name)
    if tool is None:
        return _refused(f"no tool is called {call.name!r}; there are: {', '.join(TOOLS)}")
    try:
        arguments = tool.arguments.model_validate(call.arguments or {})
        answer = await tool.act(context.lifespan_context, arguments)
    except ValidationError as error:
        return _refused(say_invalid(cast("list[dict[str, Any]]", error.errors())))
    except SapperError as error:
        return _refused(str(error))
    text = types.TextContent(type="text", text=json.dumps(answer, ensure_ascii=False))
    return types.CallToolResult(content=[text], structured_content=answer)


def _refused(why: str) -> types.CallToolResult:
    line = " ".join(why.split())
    return types.CallToolResult(content=[types.TextContent(type="text", text=line)], is_error=True)


# Over standard input and output


def run_on_pipes(server: Server[Desk]) -> None:
    """Serve one client until its end of the pipe is closed, or until Ctrl-C."""

    async def serve() -> None:
        # Nothing but messages may reach standard output: whatever is printed goes to the errors.
        wire = os.fdopen(os.dup(sys.stdout.fileno()), "w", encoding="utf-8", newline="\n")
        os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
        lines = _Lines(_own_copy_of(sys.stdin))
        read_from = cast("anyio.AsyncFile[str]", lines)
        async with stdio_server(read_from, anyio.wrap_file(wire)) as (reading, writing):
            lines.refuse = writing.send
            await server.run(reading, writing, server.create_initialization_options())

    with suppress(KeyboardInterrupt, BrokenPipeError):
        anyio.run(serve)


def _own_copy_of(stream: TextIO) -> TextIO:
    """A file of its own: Python would wait at its end for whoever reads standard input itself."""
    return os.fdopen(os.dup(stream.fileno()), encoding="utf-8", errors="replace", closefd=False)


class _Lines:
    """Lines that another thread reads, so that Ctrl-C is heard while nobody writes any.

    The SDK passes over what is no message in silence: those lines are answered here.
    """

    def __init__(self, source: TextIO) -> None:
        self.refuse: Callable[[SessionMessage], Awaitable[None]] | None = None
        self._source = source
        self._loop = asyncio.get_running_loop()
        self._arrived: asyncio.Queue[str] = asyncio.Queue(maxsize=1)
        Thread(target=self._read, daemon=True).start()

    def __aiter__(self) -> _Lines:
        return self

    async def __anext__(self) -> str:
        while line := await self._arrived.get():
            refusal = _refusal_of(line)
            if refusal is None:
                return line
            if self.refuse is not None and not line.isspace():
                with suppress(anyio.ClosedResourceError, anyio.BrokenResourceError):
                    await self.refuse(SessionMessage(refusal))
        raise StopAsyncIteration

    def _read(self) -> None:
        with suppress(RuntimeError, OSError, ValueError):  # the loop has ended, or the file
            line = None
            while line != "":
                line = self._source.readline(MOST_CHARACTERS)
                if len(line) == MOST_CHARACTERS:
                    # It can't be answered; the end of the connection is better than silence.
                    most = f"at most {MOST_CHARACTERS:,} characters are read"
                    print(f"sapper mcp ends: a message is too long ({most})", file=sys.stderr)
                    line = ""
                asyncio.run_coroutine_threadsafe(self._arrived.put(line), self._loop).result()


def _refusal_of(line: str) -> types.JSONRPCError | None:
    """What JSON-RPC answers to a line that can't be read as JSON, or is no message; else None."""
    try:
        types.jsonrpc_message_adapter.validate_json(line, by_name=False)
    except ValidationError as error:
        first = error.errors()[0]
        if first["type"] == "json_invalid":
            code, why = (
                types.PARSE_ERROR,
                f"this line can't be read as JSON: {first['ctx']['error']}",
            )
        else:
            code, why = types.INVALID_REQUEST, "this line is no message of JSON-RPC 2.0"
        told = types.ErrorData(code=code, message=why)
        return types.JSONRPCError(jsonrpc="2.0", id=_identity_of(line), error=told)
    return None


PARTS_OF_JSON = re.compile(r'"(?:[^"\\]|\\.)*"?|[\[\]{}]|[^"\[\]{}]+')
"""Texts, brackets, and what is between them."""


def _identity_of(line: str) -> str | int | None:
    """The id of a request, even of one that is nested too deep to be read; None if it has none.

    Without it, whoever asked would wait for an answer.

    >>> _identity_of('{"id": 3, "params": {"id": 4, "cases": [[[]]]}}')
    3
    """
    depth, outermost = 0, []
    for found in PARTS_OF_JSON.finditer(line):
        part = found[0]
        depth -= part in ("]", "}")
        opens = part in ("[", "{")
        if depth == 1 and opens:
            outermost.append("null")
        elif depth == 0 or (depth == 1 and part not in ("]", "}")):
            outermost.append(part)
        depth += opens
    try:
        identity = json.loads("".join(outermost))["id"]
    except (ValueError, LookupError, TypeError):
        return None
    return identity if type(identity) in (str, int) else None


# Over HTTP


def http_app(server: Server[Desk], host: str, names: tuple[str, ...] = ()) -> Starlette:
    """The server at `/mcp`, for requests to one of its names: no other site may use it."""
    hosts = [*OWN_NAMES, host, *names]
    allowed = [*hosts, *(f"{name}:*" for name in hosts)]
    return server.streamable_http_app(
        host=host,
        json_response=True,
        max_request_body_size=MOST_BYTES,
        max_sessions=MOST_SESSIONS,
        transport_security=TransportSecuritySettings(
            enable_dns_rebinding_protection=True,
            allowed_hosts=allowed,
            allowed_origins=[
                f"{scheme}://{name}" for scheme in ("http", "https") for name in allowed
            ],
        ),
    )
