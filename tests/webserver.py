"""The web server in tests: in a thread of this process, or as a process of its own."""

from __future__ import annotations

import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from threading import Thread
from typing import Any

import httpx
import uvicorn
from fastapi import FastAPI
from waiting import PATIENCE, until

from sapper.history import History
from sapper.interface.commands.web import listen
from sapper.interface.web import training
from sapper.interface.web.app import make_app
from sapper.interface.web.connections import settings
from sapper.interface.web.server_state import ServerState
from sapper.interface.workers import pool

# Workers give way to whatever else runs: beside other tests they would hardly get on.
EAGER = "import os\nos.nice = lambda more: 0\n"
pool.START = EAGER + pool.START
# Games that are not judged in time would be asked about next time only.
training.SECONDS_OF_JUDGING = PATIENCE / 4
PATIENT = f"""
from sapper.interface.web import training
from sapper.interface.workers import pool
training.SECONDS_OF_JUDGING = {PATIENCE / 4}
pool.START = {EAGER!r} + pool.START
pool.SECONDS = {PATIENCE / 2}
from sapper.interface.commands.entry import main
main()
"""


@dataclass(frozen=True)
class Running:
    """The application as it runs in a thread of this process."""

    app: FastAPI
    client: httpx.Client

    @property
    def state(self) -> ServerState:
        state: ServerState = self.app.state.server
        return state


@contextmanager
def running(home: Path, **options: Any) -> Iterator[Running]:
    """Run the application in a thread, and end it."""
    with History.open(home / "games.sqlite3") as history, listen("127.0.0.1", 0) as listening:
        app = make_app(history, **{"seconds": PATIENCE, **options})
        server = uvicorn.Server(settings(app))
        thread = Thread(target=server.run, kwargs={"sockets": [listening]})
        thread.start()
        address = f"http://127.0.0.1:{listening.getsockname()[1]}"
        try:
            with httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False) as client:
                # Before the first answer, the application may not have its state yet.
                httpx.head(address, timeout=PATIENCE, trust_env=False)
                yield Running(app, client)
        finally:
            server.should_exit = True
            thread.join(PATIENCE)


@dataclass(frozen=True)
class Served:
    """A server that runs: its process, where it keeps its games, and a client of it."""

    process: subprocess.Popen[str]
    home: Path
    client: httpx.Client

    def ended(self) -> int:
        """End it as Ctrl-C does, and tell its exit code."""
        self.client.close()
        with self.process as process:
            process.send_signal(signal.SIGINT)
            return process.wait(PATIENCE)


def serve(home: Path, *options: str) -> Served:
    """Start `sapper web` on a free port, and wait until it says where it is."""
    command = (sys.executable, "-c", PATIENT, "web", "--port", "0", "--no-browser", "--home")
    process = subprocess.Popen(
        [*command, str(home), *options],
        stdout=subprocess.PIPE,
        env={**os.environ, "PYTHONUNBUFFERED": "1"},
        text=True,
    )
    assert process.stdout is not None
    line = process.stdout.readline()
    address = line.split()[3]
    client = httpx.Client(base_url=address, timeout=PATIENCE, trust_env=False)
    return Served(process, home, client)


def begun(
    served: Served, level: str | None, first: tuple[int, int], moves: int = 0, **body: Any
) -> str:
    """A game that is under way on the server."""
    game = served.client.post("/api/games", json={"level": level, **body}).json()
    turn = {"action": "press", "cell": first}
    served.client.post(f"/api/games/{game['id']}/turns", json=turn).raise_for_status()
    for _ in range(moves):
        served.client.post(f"/api/games/{game['id']}/ai", json={}).raise_for_status()
    return str(game["id"])


@contextmanager
def asking(url: httpx.URL, question: dict[str, Any]) -> Iterator[socket.socket]:
    """Ask why, and do not wait for the answer; it is left alone in the end."""
    body = json.dumps(question)
    head = f"Host: {url.host}\r\nContent-Type: application/json\r\nContent-Length: {len(body)}"
    with socket.create_connection((url.host, url.port or 80)) as connection:
        connection.sendall(f"POST /api/positions/why HTTP/1.1\r\n{head}\r\n\r\n{body}".encode())
        yield connection


def children_of(process: int) -> list[int]:
    """The processes that a process has started (on Linux)."""
    listed = Path(f"/proc/{process}/task/{process}/children").read_text()
    return [int(child) for child in listed.split()]


def is_alive(process: int) -> bool:
    """Whether a process runs (on Linux)."""
    try:
        status = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return status != "Z"


def wait_for_end(process: int) -> None:
    """Wait until a process has ended."""
    until(lambda: not is_alive(process))


def wait_for_work(process: int) -> None:
    """Wait until a process is seen at work (on Linux)."""
    before = _ticks(process)
    until(lambda: _ticks(process) - before > 2)


def _ticks(process: int) -> int:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return int(fields[11]) + int(fields[12])
