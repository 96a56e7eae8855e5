"""Training over the web: questions that do not tell their answers, and the page that asks them."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import httpx
import pytest
from playwright.sync_api import Route, expect
from waiting import PATIENCE
from webpage import Arrive, Person, in_a_browser, wait_until
from webserver import running

from sapper.coach.puzzles import LEVEL
from sapper.exact.analysis import analyze
from sapper.formats import from_address
from sapper.view import View


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


@pytest.fixture
def newcomer(tmp_path: Path) -> Iterator[httpx.Client]:
    """A client of a server on which nobody has played."""
    with running(tmp_path, workers=1) as server:
        yield server.client


def test_games_are_analysed_and_their_positions_asked(newcomer: httpx.Client) -> None:
    client = newcomer
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
        httpx.Client(base_url=here.client.base_url, timeout=PATIENCE, trust_env=False) as other,
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


def ask_anew(person: Person) -> None:
    """Wait for a question that is not answered: another test may have answered the one shown."""
    controls = person.page.locator(".review-controls")
    following = controls.get_by_role("button", name="Next")
    expect(person.page.get_by_role("region", name="Question")).to_contain_text("right")
    if following.is_enabled():
        following.click()
    expect(controls.get_by_role("button", name="Solution")).to_be_enabled()


@in_a_browser
def test_a_second_press_while_the_first_is_under_way_is_ignored(arrive: Arrive) -> None:
    person = arrive("#/train")
    page = person.page
    ask_anew(person)
    answer = page.get_by_role("region", name="Answer", exact=True)
    solution = page.get_by_role("button", name="Solution")
    held: list[Route] = []
    page.route(re.compile("/training/(answer|next)$"), lambda route: held.append(route))

    def let_through() -> None:
        page.wait_for_function("() => true")  # whatever was asked has been noted by now
        (only,) = held
        held.clear()
        only.continue_()

    hidden = person.board("Position").locator("[data-sign='#']")
    with page.expect_request("**/api/training/answer"):
        hidden.first.dblclick()
    let_through()
    expect(answer).to_be_visible()
    with page.expect_request("**/api/training/next"):
        page.locator(".review-controls").get_by_role("button", name="Next").dblclick()
    let_through()
    expect(answer).to_be_hidden()
    expect(solution).to_be_enabled()


@in_a_browser
@pytest.mark.parametrize(("turns", "times"), [([10, 20, 30, 40, 50], 5), ([10, 20, 20], 3)])
def test_games_are_judged_as_long_as_turns_are(
    arrive: Arrive, turns: list[int], times: int
) -> None:
    person, asked = arrive("#/analyse"), list[int]()

    def tell(route: Route) -> None:
        """A large game takes several requests, and the last one ends it, or nothing goes on."""
        asked.append(turns[len(asked)])
        told = route.fetch().json()
        is_over = len(asked) == 5
        route.fulfill(json=told | {"turns": asked[-1], "waiting": 0 if is_over else 1})

    person.page.route("**/training/analysis", tell)
    person.page.get_by_role("link", name="Train").click()
    person.page.get_by_role("link", name="What your games say").click()
    expect(person.page.get_by_role("heading", name="What your games say")).to_be_visible()
    wait_until(person.page, lambda: len(asked) == times)
    expect(person.page.get_by_role("status").filter(has_text="Judging")).to_have_count(0)


@in_a_browser
def test_a_training_that_goes_on_in_another_tab_is_shown_as_it_stands(arrive: Arrive) -> None:
    person, other = arrive("#/train"), arrive("#/train")
    person.meant.append("409")
    ask_anew(person)
    other.page.reload()
    ask_anew(other)
    other.page.keyboard.press("h")
    expect(other.page.get_by_role("region", name="Answer", exact=True)).to_be_visible()
    person.board("Position").locator("[data-sign='#']").first.click()
    told = person.page.get_by_role("alert")
    expect(told).to_contain_text("what you pressed did not count")
    expect(person.page.get_by_role("region", name="Answer", exact=True)).to_be_visible()
    other.page.keyboard.press("n")
    expect(other.page.get_by_role("button", name="Solution")).to_be_enabled()
    other.page.keyboard.press("h")
    expect(other.page.get_by_role("button", name="Solution")).to_be_disabled()
    person.page.keyboard.press("n")
    wait_until(person.page, lambda: person.signs("Position") == other.signs("Position"))
    expect(told).to_be_visible()
    person.page.keyboard.press("n")
    expect(told).to_be_hidden()
    expect(person.page.get_by_role("button", name="Solution")).to_be_enabled()


@in_a_browser
def test_an_answer_that_does_not_arrive_is_told_where_it_is_seen(arrive: Arrive) -> None:
    person = arrive("#/train")
    person.meant.append("503")
    ask_anew(person)
    refusal = "the server is busy"
    person.page.route(
        "**/training/answer", lambda route: route.fulfill(status=503, json={"error": refusal})
    )
    person.page.keyboard.press("h")
    expect(person.page.get_by_role("alert")).to_have_text("The server is busy")
    person.page.unroute("**/training/answer")
    person.page.keyboard.press("h")
    expect(person.page.get_by_role("alert")).to_be_hidden()
    expect(person.page.get_by_role("button", name="Solution")).to_be_disabled()


@in_a_browser
def test_keys_pressed_before_the_view_is_there_are_heard_when_it_is(
    arrive_anywhere: Arrive,
) -> None:
    person = arrive_anywhere("#/train")
    page = person.page
    controls = page.locator(".review-controls")
    solution = controls.get_by_role("button", name="Solution")
    following = controls.get_by_role("button", name="Next")
    ask_anew(person)
    page.evaluate("location.hash = '#/review'")
    expect(controls).to_have_count(0)
    page.evaluate("location.hash = '#/train'")
    page.keyboard.press("h")  # the question is not there yet
    expect(solution).to_be_disabled()
    page.keyboard.press("n")
    expect(solution).to_be_enabled()
    page.keyboard.press("h")
    expect(following).to_be_enabled()


AT_ONCE = """(address) => {
  location.hash = address;
  dispatchEvent(new KeyboardEvent("keydown", { key: "h" }));
}"""
"""Asks for a view, and presses a key before the page has heard of the new address."""


@in_a_browser
def test_keys_pressed_in_the_moment_between_two_views_are_for_the_second(
    arrive_anywhere: Arrive,
) -> None:
    person = arrive_anywhere("#/train")
    page = person.page
    controls = page.locator(".review-controls")
    solution = controls.get_by_role("button", name="Solution")
    ask_anew(person)
    page.evaluate("location.hash = '#/review'")
    expect(page.get_by_role("button", name="Open a replay")).to_be_visible()
    page.keyboard.press("h")  # meant for the list, which has no use for it
    page.evaluate("location.hash = '#/train'")
    expect(solution).to_be_enabled()
    page.evaluate("location.hash = '#/review'")
    expect(page.get_by_role("button", name="Open a replay")).to_be_visible()
    page.evaluate(AT_ONCE, "#/train")
    expect(solution).to_be_disabled()
