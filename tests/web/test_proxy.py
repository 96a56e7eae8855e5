"""HTTPS behind a reverse proxy, set up as the documentation says."""

from __future__ import annotations

import re
import shutil
import socket
import ssl
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

import httpx
import pytest
from fastapi import Request
from waiting import PATIENCE, until
from webserver import running

from sapper.interface.workers.clients import Client

DOCUMENT = Path(__file__).parents[2] / "docs" / "web.md"
NAME = "school.example"
ADDRESS = "127.0.0.7"
"""Of the browser; any of this machine's that is not the proxy's."""
INSTALLED = [
    proxy for proxy in ("nginx", "caddy") if shutil.which(proxy, path="/usr/sbin:/usr/bin")
]

pytestmark = [
    pytest.mark.skipif(not INSTALLED, reason="neither nginx nor caddy is installed"),
    pytest.mark.skipif(shutil.which("openssl") is None, reason="openssl is not installed"),
]


@pytest.fixture(params=INSTALLED or ["nginx"])
def proxied(request: pytest.FixtureRequest, tmp_path: Path) -> Iterator[int]:
    """The port of a proxy with a server behind it."""
    with running(tmp_path, workers=1, allowed_hosts=(NAME,)) as server:
        port = free_port()
        with proxy(request.param, tmp_path, server.client.base_url.port or 80, port):
            yield port


@contextmanager
def proxy(program: str, folder: Path, behind: int, port: int) -> Iterator[None]:
    """Run the proxy with the example of the documentation, but for places and ports."""
    key, certificate = folder / "key.pem", folder / "certificate.pem"
    make = f"openssl req -x509 -newkey rsa:2048 -nodes -days 2 -subj /CN={NAME} -keyout {key}"
    subprocess.run([*make.split(), "-out", str(certificate)], check=True, capture_output=True)
    example = documented(program).replace("127.0.0.1:8765", f"127.0.0.1:{behind}")
    settings = folder / "settings"
    if program == "nginx":
        example = changed(example, "listen 443 ssl", f"listen 127.0.0.1:{port} ssl")
        example = changed(example, f"/etc/ssl/{NAME}.pem", str(certificate))
        example = changed(example, f"/etc/ssl/{NAME}.key", str(key))
        places = "".join(
            f"{kind}_temp_path {folder}/{kind};\n"
            for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi")
        )
        around = f"daemon off; pid {folder}/pid; error_log {folder}/log; events {{}}\n"
        settings.write_text(f"{around} http {{ access_log off; {places} {example} }}")
        command = ["nginx", "-e", f"{folder}/log", "-c", str(settings), "-g", "master_process off;"]
    else:
        example = changed(example, f"{NAME} {{", f"{NAME}:{port} {{\n tls {certificate} {key}")
        settings.write_text("{\n admin off\n auto_https off\n}\n" + example)
        command = ["caddy", "run", "--config", str(settings), "--adapter", "caddyfile"]
    path = {"PATH": "/usr/sbin:/usr/bin", "HOME": str(folder)}
    with subprocess.Popen(command, env=path, stderr=subprocess.DEVNULL) as running_proxy:
        try:
            wait_for(port)
            yield
        finally:
            running_proxy.terminate()


def documented(language: str) -> str:
    """The example in the documentation."""
    found = re.search(rf"```{language}\n(.*?)```", DOCUMENT.read_text(), re.DOTALL)
    assert found is not None
    return found[1]


def changed(text: str, old: str, new: str) -> str:
    assert old in text
    return text.replace(old, new)


def free_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as listening:
        return int(listening.getsockname()[1])


def wait_for(port: int) -> None:
    def is_open() -> bool:
        with socket.socket() as connection:
            return connection.connect_ex(("127.0.0.1", port)) == 0

    until(is_open)


@contextmanager
def browser_at(port: int) -> Iterator[httpx.Client]:
    """A client that knows where the name leads, as a browser does."""
    trusting = ssl.create_default_context()
    trusting.check_hostname = False
    trusting.verify_mode = ssl.CERT_NONE
    site = f"{NAME}:{port}"
    own_page = {"Host": site, "Origin": f"https://{site}", "Sec-Fetch-Site": "same-origin"}
    transport = httpx.HTTPTransport(verify=trusting, local_address=ADDRESS)
    address = f"https://127.0.0.1:{port}"
    with httpx.Client(
        base_url=address, headers=own_page, transport=transport, timeout=PATIENCE
    ) as client:
        client.event_hooks["request"] = [
            lambda request: request.extensions.update(sni_hostname=NAME)
        ]
        yield client


def test_the_page_is_played_by_https(proxied: int, monkeypatch: pytest.MonkeyPatch) -> None:
    asked: list[tuple[str, Client]] = []
    client_of = Client.of

    def noting(request: Request, name: str) -> Client:
        client = client_of(request, name)
        asked.append((request.url.scheme, client))
        return client

    monkeypatch.setattr(Client, "of", noting)
    with browser_at(proxied) as browser:
        assert browser.get("/").text.startswith("<!doctype html>")
        game = browser.post("/api/games", json={"level": "beginner", "start": "opening"})
        assert game.status_code == 201
        path = f"/api/games/{game.json()['id']}"
        turn = {"action": "reveal", "cell": [3, 3]}
        assert browser.post(f"{path}/turns", json=turn).json()["turns"] == 1
        assert browser.get(f"{path}/hint").status_code == 200
        upgrade = {"Connection": "Upgrade", "Upgrade": "websocket", "Sec-WebSocket-Key": "c2FwcGVy"}
        with browser.stream("GET", "/api/channel", headers=upgrade) as channel:
            assert channel.status_code == 101
    assert asked == [("https", Client(ADDRESS))]


def test_other_sites_and_names_are_refused_there_too(proxied: int) -> None:
    with browser_at(proxied) as browser:
        foreign = {"Origin": "https://evil.example"}
        answer = browser.post("/api/games", json={"level": "beginner"}, headers=foreign)
        assert (answer.status_code, list(answer.json())) == (403, ["error"])
