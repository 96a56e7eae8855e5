"""A file on the server's command line plays in the page; a client can name no other."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, expect
from student_files import student_file
from webpage import Arrive, in_a_browser, somebody
from webserver import Running, running, serve

from sapper.agents.registry import AGENTS

GAME = {"level": "beginner", "start": "safe", "seed": 3}


@pytest.fixture(scope="module")
def name(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    with AGENTS.for_a_while():
        yield AGENTS.admit(str(student_file(tmp_path_factory.mktemp("work"))))


@pytest.fixture(scope="module")
def own(name: str, tmp_path_factory: pytest.TempPathFactory) -> Iterator[Running]:
    with running(tmp_path_factory.mktemp("home"), workers=1, agent=name) as own:
        yield own


def test_the_servers_file_makes_the_moves(own: Running, name: str) -> None:
    game = own.client.post("/api/games", json=GAME).json()
    assert game["agent"] == name
    moved = own.client.post(f"/api/games/{game['id']}/ai", json={})
    assert moved.status_code == 200
    assert moved.json()["reason"]["kind"] == "file"
    assert moved.json()["turns"] == 1


def test_it_is_listed_as_chosen(own: Running, name: str) -> None:
    listed = own.client.get("/api/agents").json()
    assert [agent["name"] for agent in listed if agent["chosen"]] == [name]


def test_another_agent_may_be_asked_for(own: Running) -> None:
    assert own.client.post("/api/games", json={**GAME, "agent": "exact"}).json()["agent"] == "exact"


def test_a_client_names_no_file(own: Running, tmp_path: Path) -> None:
    other = str(student_file(tmp_path, name="other.py"))
    refused = own.client.post("/api/games", json={**GAME, "agent": other})
    assert refused.status_code == 422
    game = own.client.post("/api/games", json=GAME).json()
    refused = own.client.post(f"/api/games/{game['id']}/ai", json={"agent": other})
    assert refused.status_code == 422


def test_a_failure_is_a_sentence_and_the_game_goes_on(own: Running, name: str) -> None:
    game = own.client.post("/api/games", json=GAME).json()
    file, whole = Path(name), Path(name).read_text()
    file.write_text(
        whole.replace(
            "def make_safe_move(self):\n", "def make_safe_move(self):\n        [].pop()\n"
        )
    )
    try:
        failed = own.client.post(f"/api/games/{game['id']}/ai", json={})
    finally:
        file.write_text(whole)
    assert failed.status_code == 422
    assert "minesweeper.py, line" in failed.text
    assert "IndexError: pop from empty list" in failed.text
    assert own.client.post(f"/api/games/{game['id']}/ai", json={}).json()["turns"] == 1


@in_a_browser
def test_the_page_lets_it_play(browser: Browser, tmp_path: Path) -> None:
    file = student_file(tmp_path)
    served = serve(tmp_path / "home", "--agent", str(file))
    try:
        person = somebody(browser, str(served.client.base_url))
        person.go()
        person.page.get_by_role("button", name="AI move").click()
        person.hears("minesweeper.py opened")
        person.page.context.close()
        assert person.went_wrong() == []
    finally:
        assert served.ended() == 0


@in_a_browser
def test_a_file_that_this_server_does_not_know_is_forgotten(arrive: Arrive) -> None:
    person = arrive()
    saved = "JSON.stringify({ agent: './gone.py', game: '' })"
    person.page.evaluate(f"localStorage.setItem('sapper.settings', {saved})")
    person.page.reload()
    expect(person.cell((0, 0))).to_be_visible()
    person.page.get_by_role("button", name="AI move").click()
    person.hears("expert opened")
