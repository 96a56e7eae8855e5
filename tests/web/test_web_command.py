"""`sapper web`: starting, ending, and what stands in its way."""

from __future__ import annotations

import signal
import socket
import subprocess
import sys
from pathlib import Path
from threading import Event
from typing import Any

import pytest
import uvicorn
from commands import SAPPER
from waiting import PATIENCE
from webserver import asking, children_of, serve, wait_for_end, wait_for_work

from sapper.errors import ExtraMissing
from sapper.interface.commands import web as web_command
from sapper.interface.web.addresses import own_addresses


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    return subprocess.run([*SAPPER, *arguments], capture_output=True, text=True, timeout=PATIENCE)


@pytest.mark.slow
def test_games_survive_a_restart_and_even_a_kill(tmp_path: Path) -> None:
    first = serve(tmp_path)
    game = first.client.post("/api/games", json={"level": "beginner", "seed": 3}).json()
    untouched = first.client.post("/api/games", json={"level": "hard"}).json()
    path = f"/api/games/{game['id']}"
    turn = {"action": "reveal", "cell": [0, 0]}
    before = first.client.post(f"{path}/turns", json=turn).json()
    first.client.close()
    with first.process as process:
        process.send_signal(signal.SIGKILL)
        process.wait(PATIENCE)

    second = serve(tmp_path)
    after = second.client.get(path).json()
    assert (after["rows"], after["last"]) == (before["rows"], before["last"])
    assert second.client.get(f"/api/games/{untouched['id']}").json()["rows"] == untouched["rows"]
    moved = second.client.post(f"{path}/turns", json={"action": "flag", "cell": [0, 1]})
    assert moved.json()["turns"] == 2
    assert second.ended() == 0


@pytest.mark.slow
@pytest.mark.skipif(not Path("/proc").exists(), reason="looks at processes in /proc")
@pytest.mark.parametrize(("how", "code"), [(signal.SIGINT, 0), (signal.SIGKILL, -signal.SIGKILL)])
def test_however_it_ends_no_thought_outlives_it(
    tmp_path: Path, endless_question: dict[str, object], how: signal.Signals, code: int
) -> None:
    served = serve(tmp_path)
    served.client.post("/api/positions/analyze", json={"text": "1#", "mines": 1})
    (worker,) = children_of(served.process.pid)
    with asking(served.client.base_url, endless_question):
        wait_for_work(worker)
        served.client.close()
        with served.process as process:
            process.send_signal(how)
            assert process.wait(PATIENCE) == code
    wait_for_end(worker)


@pytest.mark.slow
def test_a_port_that_is_taken_is_told_in_one_line() -> None:
    with socket.socket() as taken:
        taken.bind(("127.0.0.1", 0))
        taken.listen()
        port = taken.getsockname()[1]
        ended = run("web", "--no-browser", "--port", str(port))
    assert ended.returncode == 1
    assert ended.stderr.count("\n") == 1
    assert f"can't listen on 127.0.0.1 port {port}" in ended.stderr


@pytest.mark.slow
def test_a_host_that_is_nowhere_is_told_in_one_line() -> None:
    ended = run("web", "--no-browser", "--host", "no such host")
    assert (ended.returncode, ended.stderr.count("\n")) == (1, 1)


def test_a_missing_package_is_named_with_the_extra(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "fastapi", None)
    with pytest.raises(ExtraMissing, match=r"needs fastapi: .* -m pip install .*\[web\]"):
        web_command.web()


@pytest.mark.parametrize("no_browser", [False, True])
def test_the_browser_is_opened_unless_told_otherwise(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    no_browser: bool,
) -> None:
    opened: list[str] = []
    seen = Event()

    def open_browser(address: str) -> None:
        opened.append(address)
        seen.set()

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        if not no_browser:
            seen.wait(PATIENCE)
        raise KeyboardInterrupt

    monkeypatch.setattr("webbrowser.open", open_browser)
    monkeypatch.setattr("uvicorn.Server.run", run)
    (tmp_path / "games.sqlite3").mkdir()
    web_command.web(port=0, no_browser=no_browser, home=tmp_path)
    told = capsys.readouterr()
    assert opened == ([] if no_browser else [told.out.split()[3]])
    assert "not saved" in told.err


@pytest.mark.parametrize(
    ("options", "addresses", "told"),
    [
        ({}, ["192.168.1.20"], "at http://192.168.1.20:{port}/ for the class (Ctrl-C"),
        (
            {"allow_host": ["teacher.local"]},
            ["10.0.0.2", "172.16.3.4"],
            "at http://teacher.local:{port}/ for the class, or at "
            "http://10.0.0.2:{port}/ or http://172.16.3.4:{port}/ (Ctrl-C",
        ),
        ({}, [], "at http://127.0.0.1:{port}/ for this machine alone: no network found (Ctrl-C"),
        (
            {"host": "127.0.0.1", "allow_host": ["school.example"]},
            [],
            "at https://school.example/ for the class (Ctrl-C",
        ),
    ],
)
def test_a_class_is_told_where_it_is_and_the_teachers_link_is_told_once(
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
    options: dict[str, Any],
    addresses: list[str],
    told: str,
) -> None:
    served: list[tuple[uvicorn.Config, tuple[str, int]]] = []

    def run(server: uvicorn.Server, sockets: list[socket.socket]) -> None:
        served.append((server.config, sockets[0].getsockname()))
        raise KeyboardInterrupt

    monkeypatch.setattr("uvicorn.Server.run", run)
    monkeypatch.setattr("sapper.interface.web.addresses.own_addresses", lambda: addresses)
    monkeypatch.setattr("webbrowser.open", lambda _: pytest.fail("the link would be seen"))
    web_command.web(port=0, home=tmp_path, is_class=True, **options)
    ((config, (host, port)),) = served
    assert host == options.get("host", "0.0.0.0")
    first, second = capsys.readouterr().out.splitlines()
    assert f"Sapper is {told.format(port=port)} stops it)" == first
    link, secret = second.rsplit("#/class/")
    assert link.endswith(first.split()[3])
    assert len(secret) >= 22  # 128 bits and more, at six each
    assert config.access_log is False


def test_the_addresses_of_this_machine_are_its_own() -> None:
    for address in own_addresses():
        with socket.socket() as here:
            here.bind((address, 0))
        assert not address.startswith("127.")
