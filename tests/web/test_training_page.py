"""Training over the web: questions that do not tell their answers, and the page that asks them."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import httpx
from playwright.sync_api import expect
from webpage import IN_A_BROWSER, Arrive
from webserver import running

from sapper.coach.puzzles import LEVEL
from sapper.exact.analysis import analyze
from sapper.formats import from_address
from sapper.view import View


def in_a_browser(test: Any) -> Any:
    """Where there is one, and time for it."""
    for mark in IN_A_BROWSER:
        test = mark(test)
    return test


def post(client: httpx.Client, what: str, **body: Any) -> httpx.Response:
    return client.post(f"/api/training/{what}", json=body)


def lose(client: httpx.Client, seed: int) -> None:
    """A game in which the last hidden cell is opened again and again, whatever is known."""
    game = client.post("/api/games", json={"level": "beginner", "seed": seed}).json()
    while game["status"] == "playing":
        last = [
            (row, column)
            for row, line in enumerate(game["rows"])
            for column, sign in enumerate(line)
            if sign == "#"
        ][-1]
        address = f"/api/games/{game['id']}/turns"
        game = client.post(address, json={"action": "reveal", "cell": last}).json()


def test_games_are_analysed_and_their_positions_asked(client: httpx.Client) -> None:
    assert client.get("/api/training/analysis").json()["summary"]["games"] == 0
    for seed in range(3):
        lose(client, seed)
    analysis = client.get("/api/training/analysis").json()
    while analysis["waiting"]:
        analysis = client.get("/api/training/analysis").json()
    assert analysis["summary"]["games"] == 3
    assert analysis["words"]["sentences"][0].startswith("3 games were judged")
    french = client.get("/api/training/analysis", headers={"accept-language": "fr"}).json()
    assert french["words"]["sentences"][0].startswith("3 parties jugées")

    asked = client.get("/api/training").json()
    assert asked == client.get("/api/training").json()  # looking changes nothing
    assert (asked["number"], asked["answer"]) == (1, None)
    assert asked["origin"] == "From one of your games."
    odds = analyze(from_address(asked["address"]))
    hidden = View.parse("\n".join(asked["rows"]), mines=asked["mines"])
    assert hidden.flags <= odds.mines

    assert post(client, "next", number=1).status_code == 409
    assert post(client, "answer", number=7, cell=[0, 0]).status_code == 409
    assert post(client, "answer", number=1, cell=[-1, 0]).status_code == 422
    outside = post(client, "answer", number=1, cell=[80, 80]).json()
    assert (outside["answer"], "outside" in outside["notice"]) == (None, True)
    wrong = min(set(hidden.hidden()) - odds.safe)
    answered = post(client, "answer", number=1, cell=wrong).json()
    assert answered["answer"]["is_right"] is False
    assert tuple(answered["answer"]["solution"]) in odds.safe
    assert answered["score"] == "0 of 1 right"
    assert post(client, "answer", number=1, cell=wrong).status_code == 409
    following = post(client, "next", number=1).json()
    assert (following["number"], following["answer"]) == (2, None)
    assert following["address"] != asked["address"]


def test_a_game_that_ends_while_a_training_is_open_is_asked_about(tmp_path: Path) -> None:
    with running(tmp_path, workers=1) as here:
        asked = here.client.get("/api/training").json()
        assert asked["standing"] == "0 due · 0 in the boxes · 0 learnt"
        lose(here.client, 1)
        looked = here.client.get("/api/training").json()
        assert looked["address"] == asked["address"]
        assert not looked["standing"].startswith("0 due")
        assert post(here.client, "answer", number=1).status_code == 200
        assert post(here.client, "next", number=1).json()["origin"] == "From one of your games."


def test_two_who_have_not_played_yet_have_a_training_each(tmp_path: Path) -> None:
    with (
        running(tmp_path, workers=1, have_own_games=True) as here,
        httpx.Client(base_url=here.client.base_url, trust_env=False) as other,
    ):
        asked = other.get("/api/training").json()
        assert here.client.get("/api/training").json()["number"] == 1
        assert post(here.client, "answer", number=1).status_code == 200
        assert other.get("/api/training").json() == asked


@in_a_browser
def test_the_page_asks_marks_and_explains(arrive_anywhere: Arrive) -> None:
    person = arrive_anywhere("#/train", viewport={"width": 360, "height": 740})
    page = person.page
    task = page.get_by_role("region", name="Question")
    expect(task).to_contain_text("Which cell is certainly safe?")
    odds = analyze(View.parse("\n".join(person.signs("Position")), mines=LEVEL.mines))
    page.keyboard.press("w")  # neither reasons nor odds before the answer
    page.keyboard.press("o")
    expect(page.locator(".step, [data-odds]")).to_have_count(0)
    safe = min(odds.safe)
    person.cell(safe, "Position").click()
    answer = page.get_by_role("region", name="Answer", exact=True)
    expect(answer).to_contain_text(f"Right: ({safe[0]}, {safe[1]}) is certainly safe.")
    expect(page.locator(".step").first).to_be_visible()
    expect(task).to_contain_text("1 of 1 right")
    assert page.evaluate("document.documentElement.scrollWidth - innerWidth") <= 0
    page.keyboard.press("n")
    expect(page.locator(".step").first).to_be_hidden()
    page.keyboard.press("h")
    expect(task).to_contain_text("1 of 2 right")
    expect(person.board("Position").locator("[data-marks~=best]")).to_have_count(1)
    page.get_by_role("link", name="What your games say").click()
    expect(page.get_by_role("heading", name="What your games say")).to_be_visible()
    expect(page.locator("main")).to_contain_text("No finished game of yours can be judged yet.")


@in_a_browser
def test_keys_pressed_before_the_view_is_there_are_heard_when_it_is(
    arrive_anywhere: Arrive,
) -> None:
    person = arrive_anywhere("#/train")
    page = person.page
    controls = page.locator(".review-controls")
    solution = controls.get_by_role("button", name="Solution")
    following = controls.get_by_role("button", name="Next")
    expect(page.get_by_role("region", name="Question")).to_contain_text("right")
    if following.is_enabled():  # another test has answered this one
        following.click()
    expect(solution).to_be_enabled()
    page.evaluate("location.hash = '#/review'")
    expect(controls).to_have_count(0)
    page.evaluate("location.hash = '#/train'")
    page.keyboard.press("h")  # the question is not there yet
    expect(solution).to_be_disabled()
    page.keyboard.press("n")
    expect(solution).to_be_enabled()
    page.keyboard.press("h")
    expect(following).to_be_enabled()
