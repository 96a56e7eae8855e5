"""`sapper mcp`: games and answers for language models."""

from __future__ import annotations

import sys
from contextlib import suppress
from typing import Annotated

import typer

from sapper.errors import BadInput
from sapper.interface.commands.options import AllowHostOption, HostOption
from sapper.interface.commands.web import HIGHEST_PORT, LOOPBACK, listen

DEFAULT_PORT = 8766
PATH = "/mcp"
SECONDS_TO_FINISH = 3
"""How long Ctrl-C waits for answers under way."""


def mcp(
    http: Annotated[
        bool, typer.Option("--http", help="Serve over HTTP instead of standard input and output.")
    ] = False,
    host: HostOption = None,
    port: Annotated[
        int | None,
        typer.Option(
            "--port",
            "-p",
            help=f"The port, {DEFAULT_PORT} by default; 0: any free one.",
            min=0,
            max=HIGHEST_PORT,
            metavar="N",
        ),
    ] = None,
    allow_host: AllowHostOption = None,
) -> None:
    """Serve games, exact answers and checked proofs to language models.

    This is a server of the Model Context Protocol: a program that speaks it starts `sapper mcp`
    itself, or finds it with --http at an address. No tool shows the mines before a game is over.
    """
    from sapper.extras import need

    need("mcp", "mcp")
    from sapper.interface.mcp.server import http_app, make_server, run_on_pipes

    if not http:
        if (host, port, allow_host) != (None, None, None):
            raise BadInput("--host, --port and --allow-host go with --http")
        if sys.stdin.isatty():
            print(
                "sapper: speaking the Model Context Protocol on standard input and output "
                "(Ctrl-C stops it; --http serves an address)",
                file=sys.stderr,
            )
        run_on_pipes(make_server())
        return

    import uvicorn

    host = host or LOOPBACK
    with listen(host, DEFAULT_PORT if port is None else port) as listening:
        shown = f"[{host}]" if ":" in host else host
        taken = listening.getsockname()[1]
        print(f"Sapper is at http://{shown}:{taken}{PATH} (Ctrl-C stops it)", flush=True)
        config = uvicorn.Config(
            http_app(make_server(), shown, tuple(allow_host or ())),
            log_level="warning",
            access_log=False,
            server_header=False,
            timeout_graceful_shutdown=SECONDS_TO_FINISH,
        )
        with suppress(KeyboardInterrupt):  # the way to stop a server
            uvicorn.Server(config).run(sockets=[listening])
