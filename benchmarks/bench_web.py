"""The web server under load: many games at once, while positions are analysed.

`python benchmarks/bench_web.py` starts `sapper web` in one process and, in another, plays 200 games
of 16×30 at once for a minute, with two random clicks per second each, as the page does: each player
on a channel. A new game follows each one that ends. Meanwhile ten clients analyse positions of such
games one after another. For each minute it reports how many requests failed, how long a reveal
took, and the server's memory; in the end, the same for the whole time, and the server's CPU time.

`--kills 10` then kills the server (`kill -9`) that many times while games are played, and looks
whether all turns are saved that it had answered. `--kept 100000` then fills a history with that
many finished games, and measures how long statistics and lists take. All that was asked for of the
server, in one command:

    python benchmarks/bench_web.py --seconds 600 --analyses 0 --kills 10 --kept 100000
"""

from __future__ import annotations

import argparse
import asyncio
import json
import os
import random
import re
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from functools import partial
from itertools import count, cycle, islice
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import numpy as np

from sapper.board import Board
from sapper.formats import to_address
from sapper.game import Game
from sapper.history import History
from sapper.history.file import FILE_NAME
from sapper.interface.web.frames import Kind
from sapper.interface.web.tokens import TOKEN_COOKIE
from sapper.level import LEVELS, Level
from sapper.play.record import Setup
from sapper.play.table import Table
from sapper.sqlite import transaction

GAMES = 200
CLICKS_PER_SECOND = 2.0
ANALYSES = 10
SECONDS = MINUTE = 60.0
HEIGHT, WIDTH = 16, 30
LENGTH_FOLLOWS = 126
"""In a WebSocket's frame, instead of its length."""
SAPPER = (sys.executable, "-c", "from sapper.interface.commands.main import main; main()")


@dataclass
class Seen:
    """What the clients saw."""

    reveals: list[float] = field(default_factory=list)
    started: list[float] = field(default_factory=list)
    analyses: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    turns: dict[str, int] = field(default_factory=dict)
    """How many turns of each game were answered."""


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=GAMES)
    parser.add_argument("--analyses", type=int, default=ANALYSES)
    parser.add_argument("--seconds", type=float, default=SECONDS)
    parser.add_argument(
        "--kills", type=int, default=0, help="kill the server that often, look what is lost"
    )
    parser.add_argument(
        "--kept", type=int, default=0, help="time statistics and lists with so many games"
    )
    parser.add_argument("--clients-of", metavar="ADDRESS", help="only play, on a running server")
    parser.add_argument("--server", type=int, help="the process of that server")
    options = parser.parse_args()
    if options.clients_of:
        host, port = urlsplit(options.clients_of).netloc.split(":")
        load = (options.games, options.analyses, options.seconds)
        asyncio.run(_play_all(host, int(port), *load, server=options.server))
        return
    parts = (
        (options.seconds, partial(_measure, options.games, options.analyses, options.seconds)),
        (options.kills, partial(_kill, options.games, options.kills)),
        (options.kept, partial(_ask_about_many, options.kept)),
    )
    for is_wanted, part in parts:
        if is_wanted:
            with tempfile.TemporaryDirectory() as home:
                part(Path(home))


# The server and its figures


@contextmanager
def _serving(home: Path) -> Iterator[tuple[subprocess.Popen[str], str]]:
    """A server and its address."""
    command = (*SAPPER, "web", "--port", "0", "--no-browser", "--home", str(home))
    environment = {**os.environ, "PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(command, stdout=subprocess.PIPE, text=True, env=environment) as server:
        assert server.stdout is not None
        try:
            yield server, server.stdout.readline().split()[3]
        finally:
            server.send_signal(signal.SIGINT)


def _measure(games: int, analyses: int, seconds: float, home: Path) -> None:
    with _serving(home) as (server, address):
        clients = (sys.executable, __file__, "--clients-of", address, "--server", str(server.pid))
        short = ("--games", "20", "--analyses", str(analyses), "--seconds", "5")
        subprocess.run([*clients, *short], check=True, stdout=subprocess.DEVNULL)  # warm up
        cpu = _cpu_of(server.pid)
        load = ("--games", str(games), "--analyses", str(analyses), "--seconds", str(seconds))
        subprocess.run([*clients, *load], check=True)
        spent = _cpu_of(server.pid) - cpu
        print(f"server CPU {spent:.1f} s (not counting its worker processes)", flush=True)


def _kill(games: int, times: int, home: Path) -> None:
    """Kill the server again and again; nothing it has answered may be lost."""
    turns: dict[str, int] = {}
    generator = random.Random(1)
    for _ in range(times):
        with _serving(home) as (server, address):
            turns |= asyncio.run(_play_until_killed(server, address, games, generator.random()))
    with History.open(home / FILE_NAME) as history:
        lost = [identity for identity in turns if history.kept(identity).turns < turns[identity]]
        for identity in turns:
            history.record(identity)  # it can be replayed
    played = sum(turns.values())
    print(f"{times} kills, {len(turns)} games, {played} turns answered; games with losses: {lost}")


async def _play_until_killed(
    server: subprocess.Popen[str], address: str, games: int, moment: float
) -> dict[str, int]:
    host, port = urlsplit(address).netloc.split(":")
    seen, until = Seen(), time.perf_counter() + SECONDS
    connections = [await Connection.open(host, int(port), seen) for _ in range(games)]
    for connection in connections:
        await connection.become_channel()
    playing = [
        asyncio.ensure_future(_play(connection, seen, until, random.Random(f"{moment} {place}")))
        for place, connection in enumerate(connections)
    ]
    await asyncio.sleep(2 + 2 * moment)
    server.kill()
    await asyncio.gather(*playing)
    for connection in connections:
        connection.writer.close()
    return seen.turns


def _ask_about_many(games: int, home: Path) -> None:
    """How long statistics and lists take with many games."""
    with History.open(home / FILE_NAME) as history:
        for number, level in enumerate(("beginner", "intermediate", "expert")):
            Table(Setup(Level.named(level), seed=number), history).flag((0, 0))
        _copy_games(history, games)
        history.statistics()  # from now on they are kept, as if the games had been played
    with _serving(home) as (_, address):
        host, port = urlsplit(address).netloc.split(":")
        asyncio.run(_ask_and_time(host, int(port), games))


def _copy_games(history: History, games: int) -> None:
    """Fill the history with games of each level: won, lost or under way."""
    with transaction(history._database):
        history._database.execute(
            "INSERT INTO game (identity, setup, level, start, winning, status, seconds, turns, "
            "started, changed, board, own, risk_taken, risk_best) "
            "WITH RECURSIVE number (n) AS (SELECT 1 UNION ALL SELECT n + 1 FROM number LIMIT ?) "
            "SELECT 'copy' || n, setup, level, start, winning, "
            "CASE n % 100 WHEN 0 THEN 'playing' ELSE iif(n % 5 < 2, 'won', 'lost') END, n % 500, "
            "turns, started, strftime('%Y-%m-%dT%H:%M:%S+00:00', '2020-01-01', n || ' minutes'), "
            "'copy' || n, 1, 0.5, 0.4 FROM number JOIN game ON game.id = 1 + n % 3",
            (games,),
        )


async def _ask_and_time(host: str, port: int, games: int) -> None:
    seen = Seen()
    connection = await Connection.open(host, port, seen)
    await connection.ask("GET", "/api/levels", None, [])  # the server has started
    lists = (
        "statistics",
        "games",
        "games?status=playing",
        "games?status=won&limit=200",
        f"games?offset={games // 2}",
        f"games?offset={games - 100}",
    )
    for path in lists:
        for attempt in ("first", "median"):
            times: list[float] = []
            for _ in range(1 if attempt == "first" else 20):
                await connection.ask("GET", f"/api/{path}", None, times)
            print(f"{path:28} {attempt:6} {1000 * np.median(times):7.1f} ms")
    connection.writer.close()
    print(f"errors {len(seen.errors)}", *seen.errors[:3])


def _memory_of(process: int) -> float:
    status = Path(f"/proc/{process}/status").read_text()
    return next(int(line.split()[1]) for line in status.splitlines() if "VmRSS" in line) / 1024


def _cpu_of(process: int) -> float:
    fields = Path(f"/proc/{process}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


# The clients. They speak plain HTTP over sockets: a library would cost more than the server


async def _play_all(
    host: str, port: int, games: int, analyses: int, seconds: float, server: int
) -> None:
    seen = Seen()
    positions = [_addresses(place) for place in range(analyses)]
    connections = [await Connection.open(host, port, seen) for _ in range(games + analyses)]
    for connection in connections[:games]:
        await connection.become_channel()
    until = time.perf_counter() + seconds
    reporting = asyncio.ensure_future(_report_minutes(seen, server))
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
    reporting.cancel()
    for connection in connections:
        connection.writer.close()
    _report(seen, seconds)


async def _report_minutes(seen: Seen, server: int) -> None:
    """A line for each minute: what was played in it, and the server's memory at its end."""
    print(f"at the start: server memory {_memory_of(server):.0f} MB", flush=True)
    for minute in count(1):
        reveals, errors = len(seen.reveals), len(seen.errors)
        await asyncio.sleep(MINUTE)
        half, most, worst = np.percentile(1000 * np.array(seen.reveals[reveals:]), [50, 99, 100])
        print(
            f"minute {minute:3}: {len(seen.reveals) - reveals} reveals, p50 {half:.1f} ms, "
            f"p99 {most:.1f} ms, worst {worst:.1f} ms, errors {len(seen.errors) - errors}, "
            f"server memory {_memory_of(server):.0f} MB",
            flush=True,
        )


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
        if connection.is_lost:
            return
        if game:
            seen.turns[game["id"]] = game["turns"]
        is_playing = game.get("status") == "playing"
        path = f"/api/games/{game['id']}/turns" if is_playing else ""


async def _analyse(connection: Connection, seen: Seen, until: float, addresses: list[str]) -> None:
    """Analyse positions of a game one after another, without a pause."""
    for address in cycle(addresses):
        if time.perf_counter() > until or connection.is_lost:
            break
        await connection.ask("GET", f"/api/positions/{address}", None, seen.analyses)


@dataclass
class Connection:
    """A connection that is kept open for one request after another."""

    reader: asyncio.StreamReader
    writer: asyncio.StreamWriter
    seen: Seen
    token: str = ""
    """Each is a client of its own, though all have one address."""
    is_lost: bool = False
    is_channel: bool = False

    @classmethod
    async def open(cls, host: str, port: int, seen: Seen) -> Connection:
        """Connect to a server."""
        made = cls(*await asyncio.open_connection(host, port, limit=1 << 20), seen)
        await made.ask("GET", "/api/class", None, [])
        return made

    async def become_channel(self) -> None:
        """Send all later requests as messages of a WebSocket; they must be POST."""
        upgrade = "Connection: Upgrade\r\nUpgrade: websocket\r\nSec-WebSocket-Key: c2FwcGVy\r\n"
        self.writer.write(f"{self._head('GET', '/api/channel')}{upgrade}\r\n".encode())
        answer = await self.reader.readuntil(b"\r\n\r\n")
        self.is_channel = answer.startswith(b"HTTP/1.1 101")
        assert self.is_channel, answer

    async def ask(self, method: str, path: str, content: object, times: list[float]) -> Any:
        """The answer, noting the time it took; empty if it was an error, which is noted too."""
        body = b"" if content is None else json.dumps(content).encode()
        begun = time.perf_counter()
        try:
            if self.is_channel:
                status, received = await self._exchange_messages(path, body)
            else:
                status, received = await self._exchange(self._head(method, path), body)
        except (OSError, asyncio.IncompleteReadError) as error:
            self.seen.errors.append(repr(error))
            self.is_lost = True
            return {}
        times.append(time.perf_counter() - begun)
        if status not in (200, 201):
            self.seen.errors.append(f"{path[:40]} {status}: {received[:80]!r}")
            return {}
        return json.loads(received)

    def _head(self, method: str, path: str) -> str:
        cookie = f"{TOKEN_COOKIE}={self.token}"
        return f"{method} {path} HTTP/1.1\r\nHost: 127.0.0.1\r\nCookie: {cookie}\r\n"

    async def _exchange(self, head: str, body: bytes) -> tuple[int, bytes]:
        kind = f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
        self.writer.write(f"{head}{kind}".encode() + body)
        heading = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        if (token := re.search(rf"{TOKEN_COOKIE}=([^;]+)", heading)) is not None:
            self.token = token[1]
        answer = heading.lower()
        length = int(answer.partition("content-length:")[2].split()[0])
        return int(answer.split()[1]), await self.reader.readexactly(length)

    async def _exchange_messages(self, path: str, body: bytes) -> tuple[int, bytes]:
        message = f"1 en {path.removeprefix('/api/')}\n".encode() + body
        size = bytes([0x80 | len(message)])  # a turn is short; and a mask of zeros changes nothing
        self.writer.write(bytes([0x80 | Kind.TEXT]) + size + bytes(4) + message)
        length = (await self.reader.readexactly(2))[1]
        if length == LENGTH_FOLLOWS:
            length = int.from_bytes(await self.reader.readexactly(2), "big")
        heading, _, received = (await self.reader.readexactly(length)).partition(b"\n")
        return int(heading.split()[1]), received


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
