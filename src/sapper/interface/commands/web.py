"""`sapper web`: the page in the browser, served by this machine."""

from __future__ import annotations

import gc
import socket
import sys
import webbrowser
from contextlib import suppress
from pathlib import Path
from threading import Thread
from typing import Annotated

import typer

from sapper.errors import CannotServe
from sapper.interface.commands.options import AgentOption, AllowHostOption, HostOption, read_agent

LOOPBACK = "127.0.0.1"
ANY_ADDRESS = "0.0.0.0"
DEFAULT_PORT = 8765
HIGHEST_PORT = 65_535
WAITING_CONNECTIONS = 512


def web(
    host: HostOption = None,
    port: Annotated[
        int,
        typer.Option(
            "--port",
            "-p",
            help="The port; 0: any free one.",
            min=0,
            max=HIGHEST_PORT,
            metavar="N",
        ),
    ] = DEFAULT_PORT,
    no_browser: Annotated[
        bool, typer.Option("--no-browser", help="Print the address, but open no browser.")
    ] = False,
    allow_host: AllowHostOption = None,
    is_class: Annotated[
        bool,
        typer.Option(
            "--class", help="Let a class play: each browser its own games, with a teacher's view."
        ),
    ] = False,
    agent: AgentOption = None,
    home: Annotated[
        Path | None,
        typer.Option("--home", help="The folder that holds the saved games.", metavar="DIR"),
    ] = None,
) -> None:
    """Play, analyse and review in the browser.

    The page is served by this machine, to this machine alone unless --class or --host says
    otherwise. Every move is saved; press Ctrl-C to stop.
    """
    from sapper.extras import need

    for module in ("fastapi", "uvicorn"):
        need("web", module)
    import uvicorn

    from sapper.agents.registry import agent_class
    from sapper.history import History
    from sapper.history.file import FILE_NAME
    from sapper.interface.web.addresses import (
        address_of,
        addresses_for_others,
        is_loopback,
        say_class,
    )
    from sapper.interface.web.app import make_app
    from sapper.interface.web.classroom import Classroom
    from sapper.interface.web.connections import settings

    chosen = None if agent is None else read_agent(agent)
    if chosen is not None:
        agent_class(chosen)  # refused here and now if there is none such
    host = host or (ANY_ADDRESS if is_class else LOOPBACK)
    names = tuple(allow_host or ())
    classroom = Classroom() if is_class else None
    with (
        listen(host, port) as listening,
        History.open(home and home / FILE_NAME) as history,
    ):
        taken = listening.getsockname()[1]
        address = address_of(host, taken)
        for_others = addresses_for_others(host, taken, names)
        if classroom is None:
            print(f"Sapper is at {address} (Ctrl-C stops it)", flush=True)
        else:
            print(say_class(for_others, host, taken))
            link = f"{(*for_others, address)[0]}#/class/{classroom.secret}"
            print(f"The teacher's link, not told again: {link}", flush=True)
        if history.message:
            print(history.message, file=sys.stderr)
        # A browser is told its address where others on this machine may see it.
        if not no_browser and classroom is None:
            # Some browsers block whoever starts them.
            Thread(target=webbrowser.open, args=(address,), daemon=True).start()
        app = make_app(
            history,
            host=host,
            allowed_hosts=names,
            agent=chosen,
            have_own_games=not is_loopback(host) or bool(names),
            classroom=classroom,
        )
        config = settings(app)
        gc.freeze()  # what is loaded now stays: searching it again and again would delay clicks
        with suppress(KeyboardInterrupt):  # the way to stop a server
            uvicorn.Server(config).run(sockets=[listening])


def listen(host: str, port: int) -> socket.socket:
    """A socket that listens, so that no connection is lost from now on."""
    try:
        # The protocol is named on purpose: asyncio sends small answers at once only where it is.
        family, kind, protocol, _, place = socket.getaddrinfo(
            host, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE
        )[0]
        listening = socket.socket(family, kind, protocol)
        if hasattr(socket, "SO_REUSEPORT"):  # elsewhere this option would share a taken port
            listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind(place)
        listening.listen(WAITING_CONNECTIONS)
    except (OSError, UnicodeError) as error:
        reason = getattr(error, "strerror", None) or error
        raise CannotServe(f"can't listen on {host} port {port}: {reason}") from None
    return listening
