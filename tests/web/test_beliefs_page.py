"""What the game's agent believes: the server's answer, and what the page makes of it."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from axe_playwright_python.sync_playwright import Axe  # type: ignore[import-untyped]
from playwright.sync_api import Browser, expect
from student_files import student_file
from webpage import IN_A_BROWSER, Arrive, Person, somebody
from webserver import Running, Served, running, serve

from sapper.agents.registry import AGENTS

GAME = {"level": "beginner", "start": "opening", "seed": 3}
LOOKS = [("light", "standard"), ("dark", "standard"), ("light", "colour-blind")]
RASH = ("if self.count == 0 else set()", "if self.count < 2 else set()")
"""A change to a student's file: one mine is none."""


def opened(client: httpx.Client, **game: object) -> str:
    """A game whose first cell is open; its path."""
    identity = client.post("/api/games", json={**GAME, **game}).json()["id"]
    path = f"/api/games/{identity}"
    client.post(f"{path}/turns", json={"action": "reveal", "cell": [4, 4]})
    return path


def beliefs(client: httpx.Client, path: str) -> Any:
    return client.get(f"{path}/beliefs").json()


# The server


def test_the_games_agent_is_asked(client: httpx.Client) -> None:
    answer = beliefs(client, opened(client, agent="sentence"))
    assert answer["agent"] == "sentence"
    assert answer["words"] == (
        "sentence: 10 beliefs are right, none is false, 6 conclusions are missed."
    )
    missed = [belief["cell"] for belief in answer["cells"] if belief["judgement"] == "missed"]
    assert missed == [[1, 7], [2, 7], [3, 7], [4, 7], [5, 7], [6, 7]]
    assert answer["sentences"][0]["judgement"] == "right"
    assert beliefs(client, opened(client, agent="exact"))["words"].endswith(
        "no conclusion is missed."
    )


def test_nothing_is_told_while_the_board_is_covered_or_all_is_known(client: httpx.Client) -> None:
    path = opened(client)
    client.post(f"{path}/pause")
    assert client.get(f"{path}/beliefs").status_code == 409
    small = {"height": 1, "width": 2, "mines": 1, "start": "safe"}
    won = f"/api/games/{client.post('/api/games', json=small).json()['id']}"
    client.post(f"{won}/turns", json={"action": "reveal", "cell": [0, 0]})
    assert client.get(won).json()["status"] == "won"
    assert client.get(f"{won}/beliefs").status_code == 409


@pytest.fixture
def rash(tmp_path: Path) -> Iterator[Running]:
    """A server whose agent is a file with a fault."""
    name = AGENTS.admit(str(student_file(tmp_path, *RASH)))
    with running(tmp_path / "home", workers=1, agent=name) as rash:
        yield rash


def test_false_beliefs_of_a_file_are_told(rash: Running, monkeypatch: pytest.MonkeyPatch) -> None:
    path = opened(rash.client)
    answer = beliefs(rash.client, path)
    wrong = [belief for belief in answer["cells"] if belief["judgement"] in ("false", "uncertain")]
    assert wrong
    assert all(belief["words"].startswith("minesweeper.py believes that (") for belief in wrong)
    monkeypatch.setattr(AGENTS, "_admitted", {})
    refused = rash.client.get(f"{path}/beliefs")
    assert refused.status_code == 422
    assert "no agent is called" in refused.json()["error"]


# The page


@pytest.fixture(scope="module")
def file_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Served]:
    folder = tmp_path_factory.mktemp("work")
    served = serve(folder / "home", "--agent", str(student_file(folder, *RASH)))
    yield served
    assert served.ended() == 0


def at_the_opening(person: Person, server: Served, **game: object) -> None:
    """A game with an opened region, on the page."""
    path = opened(server.client, **game)
    person.go(f"#/play/{path.removeprefix('/api/games/')}")
    expect(person.cell((4, 4))).to_have_attribute("data-sign", "0")


class TestPage:
    pytestmark = IN_A_BROWSER

    def test_a_key_shows_what_was_missed_and_a_click_why(
        self, arrive: Arrive, served: Served
    ) -> None:
        person = arrive()
        at_the_opening(person, served, agent="sentence")
        cell = person.cell((3, 7))
        card = person.page.get_by_role("region", name="Beliefs")
        expect(card).to_have_count(0)
        person.page.keyboard.press("k")
        expect(cell).to_have_attribute("data-belief", "missed mine")
        expect(cell).to_have_attribute(
            "aria-label", "Row 3, column 7: hidden, a mine, which the agent missed"
        )
        expect(person.cell((0, 0))).to_have_attribute("data-belief", "right safe")
        expect(card).to_contain_text("6 conclusions are missed")
        card.get_by_role("button", name="sentence has missed that (3, 7) is a mine.").click()
        answer = person.page.get_by_role("region", name="Answer")
        expect(answer).to_contain_text("sentence has missed that (3, 7) is a mine.")
        expect(answer).to_contain_text("(3, 7) is a mine. Grade")
        card.get_by_role("button", name="exactly 1 of (7, 6) and (8, 6)").click()
        expect(person.cell((7, 6))).to_have_attribute("data-marks", "spoken")
        person.page.keyboard.press("k")
        expect(card).to_have_count(0)
        expect(person.cell((0, 0))).not_to_have_attribute("data-belief", "right safe")

    @pytest.mark.parametrize(("theme", "palette"), LOOKS)
    def test_false_beliefs_of_ones_own_file_are_shown_unasked(
        self, browser: Browser, file_server: Served, theme: str, palette: str
    ) -> None:
        person = somebody(browser, str(file_server.client.base_url))
        saved = f"JSON.stringify({{ theme: '{theme}', palette: '{palette}' }})"
        person.go()
        person.page.evaluate(f"localStorage.setItem('sapper.settings', {saved})")
        person.page.reload()
        at_the_opening(person, file_server)
        wrong = person.board().locator(".cell[data-belief^='false']")
        expect(wrong.first).to_be_visible()
        sign = "cell => getComputedStyle(cell, '::after').content"
        assert wrong.first.evaluate(sign) == '"!"'
        card = person.page.get_by_role("region", name="Beliefs")
        card.get_by_role("button", name="minesweeper.py believes that (").first.click()
        answer = person.page.get_by_role("region", name="Answer")
        expect(answer).to_contain_text("minesweeper.py believes that (")
        checked = Axe().run(person.page)
        assert not checked.response["violations"], checked.generate_report()
        person.page.context.close()
        assert person.went_wrong() == []

    def test_beliefs_go_with_the_position(self, browser: Browser, file_server: Served) -> None:
        person = somebody(browser, str(file_server.client.base_url))
        at_the_opening(person, file_server)
        marked = person.board().locator(".cell[data-belief]")
        expect(marked.first).to_be_visible()
        person.page.keyboard.press("p")
        expect(marked).to_have_count(0)
        person.page.keyboard.press("p")
        expect(marked.first).to_be_visible()
        person.page.context.close()
        assert person.went_wrong() == []
