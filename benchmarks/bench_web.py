"""The web server under load: many games at once, while positions are analysed.

`python benchmarks/bench_web.py` starts `sapper web` in one process and, in another, plays 200 games
of 16×30 at once for a minute, with two random clicks per second each; a new game follows each one
that ends. Meanwhile ten clients analyse positions of such games one after another. It reports how
many requests failed, how long a reveal took, and the CPU time and memory of the server.
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
from dataclasses import dataclass, field
from itertools import cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from sapper.board import Board
from sapper.formats import to_address
from sapper.game import Game
from sapper.level import LEVELS

GAMES = 200
CLICKS_PER_SECOND = 2.0
ANALYSES = 10
SECONDS = 60.0
HEIGHT, WIDTH = 16, 30
SAPPER = (sys.executable, "-c", "from sapper.interface.commands.main import main; main()")


@dataclass
class Seen:
    """What the clients saw."""

    reveals: list[float] = field(default_factory=list)
    started: list[float] = field(default_factory=list)
    analyses: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--analyses", type=int, default=ANALYSES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument("--clients-of", metavar="ADDRESS", help="only play, on a running server")
    options = parser.parse_args()
    if options.clients_of:
        host, port = urlsplit(options.clients_of).netloc.split(":")
        asyncio.run(_play_all(host, int(port), options.games, options.analyses, options.seconds))
        return
    with tempfile.TemporaryDirectory() as home:
        _measure(Path(home), options.games, options.analyses, options.seconds)


# The server and its figures


def _measure(home: Path, games: int, analyses: int, seconds: float) -> None:
    command = (*SAPPER, "web", "--port", "0", "--no-browser", "--home", str(home))
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        address = server.stdout.readline().split()[3]
        clients = (sys.executable, __file__, "--clients-of", address)
        short = ("--games", "20", "--analyses", str(analyses), "--seconds", "5")
        subprocess.run([*clients, *short], check=True, stdout=subprocess.DEVNULL)  # warm up
        memory, cpu = [_memory_of(server.pid)], _cpu_of(server.pid)
        load = ("--games", str(games), "--analyses", str(analyses), "--seconds", str(seconds))
        with subprocess.Popen([*clients, *load]) as playing:
            while playing.poll() is None:
                time.sleep(1)
                memory.append(_memory_of(server.pid))
        spent = _cpu_of(server.pid) - cpu
        print(f"server CPU {spent:.1f} s (not counting its worker processes)")
        thirds = [memory[place * (len(memory) - 1) // 3] for place in range(4)]
        shown = ", ".join(f"{part:.0f}" for part in thirds)
        print(f"server memory at the start and after each third: {shown} MB")
        server.send_signal(signal.SIGINT)
        server.wait()


def _memory_of(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line) / 1024


def _cpu_of(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# The clients. They speak plain HTTP over sockets: a library would cost more than the server


async def _play_all(host: str, port: int, games: int, analyses: int, seconds: float) -> None:
    seen = Seen()
    positions = [_addresses(place) for place in range(analyses)]
    connections = [await Connection.open(host, port, seen) for _ in range(games + analyses)]
    until = time.perf_counter() + seconds
    await asyncio.gather(
        *(
            _play(connection, seen, until, random.Random(place))
            for place, connection in enumerate(connections[:games])
        ),
        *(
            _analyse(connection, seen, until, addresses)
            for addresses, connection in zip(positions, connections[games:], strict=True)
        ),
    )
    for connection in connections:
        connection.writer.close()
    _report(seen, seconds)


async def _play(connection: Connection, seen: Seen, until: float, generator: random.Random) -> None:
    """Play one game after another, each click when it is due."""
    pause = 1 / CLICKS_PER_SECOND
    due = time.perf_counter() + generator.random() * pause
    path = ""
    while due < until:
        await asyncio.sleep(max(0.0, due - time.perf_counter()))
        due += pause
        if path:
            cell = [generator.randrange(HEIGHT), generator.randrange(WIDTH)]
            turn: object = {"action": "reveal", "cell": cell}
            game = await connection.ask("POST", path, turn, seen.reveals)
        else:
            game = await connection.ask("POST", "/api/games", {"level": "expert"}, seen.started)
        is_playing = game.get("status") == "playing"
        path = f"/api/games/{game['id']}/turns" if is_playing else ""


async def _analyse(connection: Connection, seen: Seen, until: float, addresses: list[str]) -> None:
    """Analyse positions of a game one after another, without a pause."""
    for address in cycle(addresses):
        if time.perf_counter() > until:
            break
        await connection.ask("GET", f"/api/positions/{address}", None, seen.analyses)


@dataclass
class Connection:
    """A connection that is kept open for one request after another."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    seen: Seen

    @classmethod
    async def open(cls, host: str, port: int, seen: Seen) -> Connection:
        """Connect to a server."""
        return cls(*await asyncio.open_connection(host, port, limit=1 << 20), seen)

    async def ask(self, method: str, path: str, content: object, times: list[float]) -> Any:
        """The answer, noting the time it took; empty if it was an error, which is noted too."""
        body = b"" if content is None else json.dumps(content).encode()
        head = f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nContent-Length: {len(body)}\r\n"
        begun = time.perf_counter()
        try:
            self.writer.write(f"{head}Content-Type: application/json\r\n\r\n".encode() + body)
            answer = (await self.reader.readuntil(b"\r\n\r\n")).decode().lower()
            length = int(answer.partition("content-length:")[2].split()[0])
            received = await self.reader.readexactly(length)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.seen.errors.append(repr(error))
            return {}
        times.append(time.perf_counter() - begun)
        status = int(answer.split()[1])
        if status not in (200, 201):
            self.seen.errors.append(f"{path[:40]} {status}: {received[:80]!r}")
            return {}
        return json.loads(received)


def _addresses(seed: int, positions: int = 30) -> list[str]:
    """Positions of a game in which random safe cells are opened."""
    level = LEVELS["expert"].starting("opening")
    board = Board(level, seed, first=(3, 3))
    game = Game(level, seed=seed, board=board)
    game.reveal((3, 3))
    generator = random.Random(seed)
    found = [to_address(game.view)]
    safe = [cell for cell in game.view.hidden() if cell not in board.mines]
    generator.shuffle(safe)
    for cell in islice(safe, 4 * positions):
        if game.view.is_hidden(cell) and game.status == "playing":
            game.reveal(cell)
            found.append(to_address(game.view))
    return found[:: max(1, len(found) // positions)]


def _report(seen: Seen, seconds: float) -> None:
    for name in ("reveals", "started", "analyses"):
        times = 1000 * np.array(getattr(seen, name))
        if len(times):
            half, most, worst = np.percentile(times, [50, 99, 100])
            print(
                f"{name:9} {len(times):6} ({len(times) / seconds:6.1f} per second)   "
                f"p50 {half:7.1f} ms   p99 {most:7.1f} ms   worst {worst:7.1f} ms"
            )
    print(f"errors {len(seen.errors)}")
    for error in seen.errors[:5]:
        print(f"  {error}")


if __name__ == "__main__":
    main()
