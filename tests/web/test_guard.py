"""Other sites can't drive the server, and what it sends can't be misused."""

from __future__ import annotations

import json
import socket
from collections.abc import Iterator
from pathlib import Path

import httpx
import pytest
from waiting import PATIENCE
from webserver import Running, running

from sapper.interface.web import guard
from sapper.interface.web.guard import Hosts
from sapper.interface.web.limits import MOST_BYTES

WISH = {"level": "beginner"}


def own(client: httpx.Client) -> str:
    return str(client.base_url).rstrip("/")


@pytest.mark.parametrize("host", ["evil.example", "evil.example:80", "127.0.0.1.evil.example", ""])
@pytest.mark.parametrize("path", ["/", "/api/levels", "/openapi.json"])
def test_a_name_that_was_made_to_point_here_is_refused(
    client: httpx.Client, host: str, path: str
) -> None:
    response = client.get(path, headers={"host": host})
    assert (response.status_code, list(response.json())) == (403, ["error"])


@pytest.mark.parametrize(
    "origin",
    ["http://evil.example", "null", "http://127.0.0.1:1", "http://localhost", "file://", ""],
)
def test_another_site_neither_changes_nor_reads_anything(client: httpx.Client, origin: str) -> None:
    headers = {"origin": origin}
    assert client.post("/api/games", json=WISH, headers=headers).status_code == 403
    assert client.get("/api/games", headers=headers).status_code == 403
    assert client.delete("/api/games/any", headers=headers).status_code == 403
    assert client.options("/api/games", headers=headers).status_code == 403


@pytest.mark.parametrize("site", ["cross-site", "same-site"])
def test_what_another_site_embeds_is_refused_though_it_may_link_here(
    client: httpx.Client, site: str
) -> None:
    headers = {"sec-fetch-site": site}
    assert client.get("/api/levels", headers=headers).status_code == 403
    assert client.get("/", headers=headers).status_code == 200


def test_our_own_page_is_answered(client: httpx.Client) -> None:
    headers = {"origin": own(client), "sec-fetch-site": "same-origin"}
    assert client.post("/api/games", json=WISH, headers=headers).status_code == 201


def test_no_answer_invites_other_sites(client: httpx.Client) -> None:
    for path in ("/", "/api/levels", "/nothing"):
        headers = client.get(path).headers
        assert not [name for name in headers if name.startswith("access-control-")]


@pytest.mark.parametrize("path", ["/", "/api/levels", "/api/nothing", "/nothing", "/openapi.json"])
def test_a_browser_is_told_to_be_careful(client: httpx.Client, path: str) -> None:
    headers = client.get(path).headers
    policy = headers["content-security-policy"]
    assert "default-src 'none'" in policy
    assert "frame-ancestors 'none'" in policy
    assert "unsafe" not in policy.replace("'wasm-unsafe-eval'", "")
    assert "http" not in policy
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["referrer-policy"] == "no-referrer"


def test_a_refusal_is_careful_too(client: httpx.Client) -> None:
    headers = client.get("/", headers={"host": "evil.example"}).headers
    assert headers["x-content-type-options"] == "nosniff"
    assert headers["content-type"] == "application/json"


def test_games_are_not_kept_by_the_browser(client: httpx.Client) -> None:
    assert client.get("/api/levels").headers["cache-control"] == "no-store"


def test_a_large_body_is_refused_before_it_is_read(client: httpx.Client) -> None:
    body = b" " * (MOST_BYTES + 1)
    headers = {"content-type": "application/json"}
    response = client.post("/api/positions/analyze", content=body, headers=headers)
    assert (response.status_code, list(response.json())) == (413, ["error"])


def test_a_body_that_does_not_tell_its_length_is_bounded_too(client: httpx.Client) -> None:
    def pieces() -> Iterator[bytes]:
        for _ in range(MOST_BYTES // 1024 + 1):
            yield b" " * 1024

    headers = {"content-type": "application/json"}
    response = client.post("/api/positions/analyze", content=pieces(), headers=headers)
    assert (response.status_code, list(response.json())) == (413, ["error"])


def test_large_bodies_wait_before_they_are_read(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(guard, "LARGE_AT_ONCE", 2)  # one for each client
    monkeypatch.setattr(guard, "LARGE_WAITING", 1)
    large, small = ({"content": "!" * size} for size in (2 * MOST_BYTES, 1))
    body = json.dumps(large).encode()
    head = (
        "POST /api/positions/picture HTTP/1.1\r\nHost: 127.0.0.1\r\nExpect: 100-continue\r\n"
        f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n\r\n"
    ).encode()
    with running(tmp_path, workers=1) as server:
        url = server.client.base_url
        first, second = (
            socket.create_connection((url.host, url.port or 80), timeout=PATIENCE) for _ in range(2)
        )
        with first, second:
            first.sendall(head)
            assert b" 100 " in first.recv(1000)  # its body is wanted

            def refused(path: str) -> tuple[int, list[str]]:
                answer = server.client.post(path, json=large)
                return answer.status_code, list(answer.json())

            monkeypatch.setattr(guard, "SECONDS_TO_WAIT", 0.05)
            assert refused("/api/positions/picture") == (503, ["error"])
            monkeypatch.setattr(guard, "SECONDS_TO_WAIT", PATIENCE)
            second.sendall(head)
            second.settimeout(0.2)
            with pytest.raises(TimeoutError):
                second.recv(1)
            second.settimeout(PATIENCE)
            assert refused("/api/replays") == (429, ["error"])
            assert server.client.post("/api/positions/picture", json=small).status_code == 422
            first.close()
            assert b" 100 " in second.recv(1000)
            second.sendall(body)
            assert b" 422 " in second.recv(1000)


@pytest.mark.parametrize(
    "path",
    [
        "/../app.py",
        "/..%2fapp.py",
        "/%2e%2e/app.py",
        "/%2e%2e%2fapp.py",
        "/..%5capp.py",
        "//etc/passwd",
        "/static/../../app.py",
        "/%00",
        "/etc/passwd",
        "/.",
    ],
)
def test_no_path_leads_out_of_the_folder(here: Running, path: str) -> None:
    # Sent as it is written: a client would tidy such a path.
    url = here.client.base_url
    with socket.create_connection((url.host, url.port or 80)) as connection:
        connection.sendall(
            f"GET {path} HTTP/1.1\r\nHost: {url.host}\r\nConnection: close\r\n\r\n".encode()
        )
        answer = b"".join(iter(lambda: connection.recv(65536), b""))
    status = int(answer.split()[1])
    assert b"make_app" not in answer
    assert b"root:" not in answer
    assert status in (200, 307, 404)
    assert (status == 200) == (b"<!doctype html>" in answer)


def test_the_pages_about_the_api_that_load_scripts_from_elsewhere_are_off(
    client: httpx.Client,
) -> None:
    assert client.get("/docs").status_code == 404
    assert client.get("/redoc").status_code == 404
    assert client.get("/openapi.json").json()["info"]["title"] == "Sapper"


def test_what_is_told_back_is_never_markup(client: httpx.Client) -> None:
    hostile = "<script>alert(1)</script>"
    for response in (
        client.get(f"/api/games/{hostile}"),
        client.get(f"/{hostile}"),
        client.post("/api/games", json={"level": hostile}),
        client.post("/api/positions/analyze", json={"text": hostile, "mines": 1}),
    ):
        assert response.headers["content-type"] == "application/json"
        assert response.status_code in (404, 422)


@pytest.mark.parametrize(
    ("headers", "status"),
    [
        ({"x-forwarded-host": "school.example"}, 200),
        ({"x-forwarded-host": "school.example, 10.0.0.7"}, 200),
        ({"x-forwarded-host": "school.example", "origin": "https://school.example"}, 200),
        ({"host": "school.example", "origin": "https://school.example"}, 200),
        ({"host": "SCHOOL.example:8443", "origin": "https://SCHOOL.example:8443"}, 200),
        ({"x-forwarded-host": "school.example", "origin": "https://evil.example"}, 403),
        ({"x-forwarded-host": "evil.example", "origin": "https://evil.example"}, 403),
        ({"x-forwarded-host": "evil.example"}, 403),
        ({"host": "evil.example", "x-forwarded-host": "school.example"}, 403),
        ({"host": "other.example"}, 403),
    ],
)
def test_a_proxy_passes_requests_for_a_name_that_was_allowed(
    tmp_path: Path, headers: dict[str, str], status: int
) -> None:
    with running(tmp_path, workers=1, allowed_hosts=("school.example",)) as server:
        assert server.client.get("/api/levels", headers=headers).status_code == status


@pytest.mark.parametrize(
    ("listening_on", "host", "allowed"),
    [
        ("127.0.0.1", "127.0.0.1:8765", True),
        ("127.0.0.1", "[::1]:8765", True),
        ("127.0.0.1", "LOCALHOST", True),
        ("127.0.0.1", "192.168.1.7", False),
        ("localhost", "192.168.1.7", False),
        ("0.0.0.0", "192.168.1.7:8765", True),
        ("0.0.0.0", "[fe80::1]:8765", True),
        ("0.0.0.0", "school.example", False),
        ("school.example", "School.example:8765", True),
    ],
)
def test_the_names_it_answers_to(listening_on: str, host: str, allowed: bool) -> None:
    assert Hosts(listening_on).allow(host) is allowed


def test_what_arrives_by_plain_http_from_elsewhere_has_no_header_that_browsers_complain_of(
    tmp_path: Path,
) -> None:
    with running(tmp_path, workers=1, host="0.0.0.0") as everywhere:
        name = "cross-origin-opener-policy"
        assert name in everywhere.client.get("/").headers
        assert name not in everywhere.client.get("/", headers={"host": "192.168.1.7"}).headers
