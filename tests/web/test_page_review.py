"""Finished games on the page: reviewed, and forgotten."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import (
    expect,
)
from webpage import (
    IN_A_BROWSER,
    Arrive,
    Person,
    check_accessible,
    safe_cells,
)
from webserver import Served, begun

from sapper.agents.registry import make_agent
from sapper.exact.analysis import analyze
from sapper.game import Game

pytestmark = IN_A_BROWSER


def test_a_game_is_reviewed(arrive: Arrive, served: Served, tmp_path: Path) -> None:
    game = lost_by_rashness(served)
    person = arrive(f"#/play/{game}")
    person.page.locator(".result").get_by_role("link", name="Review").click()
    turn = person.page.get_by_label("This turn")
    expect(turn).to_contain_text("decisive turn")
    expect(turn).to_contain_text("a mine")
    review = served.client.get(f"/api/games/{game}/review").json()
    verdict = person.page.get_by_label("Summary")
    for sentence in review["words"]:
        expect(verdict).to_contain_text(sentence)
    expect(person.page.locator(".timeline-flag")).to_have_text("decisive turn")
    person.page.get_by_role("button", name="Odds").click()
    board = person.board("Position")
    expect(board.locator("[data-risk]").first).to_be_visible()
    expect(board.locator("[data-marks~=here]")).to_have_count(1)
    person.photograph("review", tmp_path)
    person.page.get_by_role("button", name="What would the expert do?").click()
    expect(person.page.get_by_label("The expert")).to_contain_text("Why is it safe?")

    needless = next(at for at, step in enumerate(review["steps"]) if step["missed_certain"])
    person.page.get_by_label("Turn", exact=True).fill(str(needless))
    expect(turn).to_contain_text("Needless: ")
    expect(board.locator("[data-marks~=best]")).to_have_count(1)
    person.page.get_by_role("button", name="First turn").click()
    expect(turn).to_contain_text("Turn 1 of")
    hidden = board.locator(".cell[data-sign='#']")
    expect(hidden).to_have_count(256)
    person.page.get_by_role("button", name="Next turn").click()
    expect(turn).to_contain_text("Turn 2 of")
    expect(hidden).not_to_have_count(256)
    person.page.get_by_role("button", name="End of the game").click()
    expect(turn).to_contain_text("The game is lost.")
    expect(board.locator(".cell[data-sign='X']")).to_have_count(1)
    person.page.get_by_role("link", name="All games").click()
    # Not the first in the list: a game of another test may be left only now, which puts it there.
    expect(person.page.locator(f".game[href$='{game}']")).to_contain_text("lost")


def test_space_plays_the_game_wherever_the_focus_is(arrive: Arrive, served: Served) -> None:
    game = lost_by_rashness(served)
    person = arrive(f"#/review/{game}", viewport={"width": 800, "height": 500})
    page = person.page
    turn = page.get_by_label("This turn")
    expect(turn).to_contain_text("decisive turn")
    begins = page.get_by_role("button", name="Play the game")
    stops = page.get_by_role("button", name="Stop")
    slider = page.get_by_label("Turn", exact=True)
    for place in (page.locator("body"), slider, page.get_by_role("link", name="All games")):
        place.press("Space")
        expect(stops).to_be_visible()
        page.keyboard.press("Space")
        expect(begins).to_be_visible()
        assert page.evaluate("scrollY") == 0
    page.keyboard.down("Space")
    page.keyboard.down("Space")  # held, it repeats itself
    expect(stops).to_be_visible()
    page.keyboard.up("Space")
    assert page.evaluate("scrollY") == 0
    page.get_by_role("button", name="First turn").press("Space")  # a button is pressed
    expect(turn).to_contain_text("Turn 1 of")
    expect(begins).to_be_visible()


def lost_by_rashness(served: Served) -> str:
    """A game in which the agent's moves take turns with needless risks, the last of them fatal."""
    game = begun(served, "intermediate", (3, 3), start="opening", seed=4)
    twin = Game.new("intermediate", seed=4, start="opening")
    twin.reveal((3, 3))
    assert twin.board is not None

    def open_cell(cell: tuple[int, int]) -> None:
        turn = {"action": "reveal", "cell": cell}
        served.client.post(f"/api/games/{game}/turns", json=turn).raise_for_status()
        twin.reveal(cell)

    agent = make_agent("exact")
    for number in range(1, 45):
        if number % 9:
            open_cell(agent.choose(twin.view).cell)
            continue
        chances = analyze(twin.view).mine_probability
        rash = [cell for cell in safe_cells(twin) if 0.05 < chances[cell] < 0.6]
        open_cell(max(rash, key=lambda cell: float(chances[cell])))
    chances = analyze(twin.view).mine_probability
    open_cell(min(twin.board.mines, key=lambda cell: float(chances[cell])))
    return game


def test_escape_closes_what_the_expert_says_and_then_the_review(
    arrive: Arrive, served: Served
) -> None:
    person = arrive(f"#/review/{lost_by_rashness(served)}")
    page = person.page
    expert = page.get_by_label("The expert")
    page.get_by_role("button", name="What would the expert do?").click()
    expect(expert).to_be_visible()
    page.locator("#open-shortcuts").click()
    page.keyboard.press("Escape")  # a dialog before all else
    expect(page.get_by_role("dialog")).to_have_count(0)
    expect(expert).to_be_visible()
    page.get_by_label("Turn", exact=True).focus()  # a slider takes only what moves it
    page.keyboard.press("Escape")
    expect(expert).to_be_hidden()
    expect(person.board("Position").locator("[data-marks~=here]")).to_have_count(1)
    page.keyboard.press("Escape")
    expect(page.get_by_role("button", name="Open a replay")).to_be_visible()


MULTIPLY = """(count) => new Promise((done) => {
  indexedDB.open("sapper").onsuccess = ({ target: { result: database } }) => {
    const games = database.transaction("games", "readwrite").objectStore("games");
    games.getAll().onsuccess = ({ target: { result: [game] } }) => {
      for (let more = 1; more < count; more += 1) games.add({ ...game, id: `${game.id}-${more}` });
      games.transaction.oncomplete = done;
    };
  };
})"""
"""Keeps copies of the one game that a browser keeps."""


def test_all_games_can_be_reached(arrive: Arrive, served: Served) -> None:
    for _ in range(61):
        begun(served, "course", (3, 3))
    kept = served.client.get("/api/games", params={"limit": 200}).json()
    check_all_are_reached(arrive("#/review"), len(kept))


def test_all_games_can_be_reached_without_a_server(arrive_at_site: Arrive) -> None:
    person = arrive_at_site()
    person.cell((0, 0)).click()
    person.hears("(0, 0)")
    person.go("#/review")
    expect(person.page.locator(".game")).to_have_count(1)
    person.page.evaluate(MULTIPLY, 61)
    person.page.reload()
    check_all_are_reached(person, 61)


def check_all_are_reached(person: Person, count: int) -> None:
    """Page by page; the keyboard continues from the first game of each."""
    page, games = person.page, person.page.locator(".game")
    for listed in range(30, count, 30):
        expect(games).to_have_count(listed)
        page.get_by_role("button", name="Older games").click()
        expect(games.nth(listed)).to_be_focused()
    expect(games).to_have_count(count)
    addresses = games.evaluate_all("games => games.map(game => game.href)")
    assert len(set(addresses)) == count
    expect(page.get_by_role("button", name="Older games")).to_be_hidden()


def test_games_begun_or_deleted_elsewhere_hide_no_older_ones(
    arrive: Arrive, served: Served
) -> None:
    for _ in range(91):
        begun(served, "course", (3, 3))
    person = arrive("#/review")
    page, games = person.page, person.page.locator(".game")
    older = page.get_by_role("button", name="Older games")
    expect(games).to_have_count(30)
    kept = games.evaluate_all("games => games.map(game => game.hash.split('/').pop())")
    page.wait_for_timeout(1_000)  # the page is told whole seconds
    for _ in range(30):
        begun(served, "course", (3, 3))
    older.click()
    expect(games.nth(30)).to_be_focused()

    for _ in range(40):
        begun(served, "course", (3, 3))
    for game in kept[:10]:
        served.client.delete(f"/api/games/{game}").raise_for_status()
    page.locator(f".game-item:has(a[href$='{kept[-1]}'])").get_by_role("button").click()
    page.get_by_role("button", name="Delete it").click()
    expect(page.get_by_role("dialog")).to_have_count(0)
    while older.is_visible():
        listed = games.count()
        older.click()
        expect(games.nth(listed)).to_be_focused()
    there = served.client.get("/api/games", params={"limit": 200, "offset": 70}).json()
    found = games.evaluate_all("games => games.map(game => game.hash.split('/').pop())")
    assert [game for game in found if game not in kept[:10]] == [game["id"] for game in there]


def test_after_a_deletion_the_next_games_come_at_once(arrive: Arrive, served: Served) -> None:
    for _ in range(60):
        begun(served, "course", (3, 3))
    person = arrive("#/review")
    games = person.page.locator(".game")
    expect(games).to_have_count(30)
    person.page.locator(".game-item").first.get_by_role("button").click()
    person.page.get_by_role("button", name="Delete it").click()
    expect(games).to_have_count(29)
    person.page.get_by_role("button", name="Older games").click()
    expect(games).to_have_count(59)


def test_older_games_that_do_not_come_are_missed_aloud(arrive: Arrive, served: Served) -> None:
    for _ in range(31):
        begun(served, "course", (3, 3))
    person = arrive("#/review")
    person.meant.append("503")
    older = person.page.get_by_role("button", name="Older games")
    expect(older).to_be_visible()
    person.page.route(
        "**/api/games?*",
        lambda route: route.fulfill(status=503, json={"error": "the server is busy"}),
    )
    older.click()
    expect(person.page.get_by_role("alert")).to_have_text("The server is busy")


def test_a_game_is_forgotten_only_after_a_yes(arrive: Arrive, served: Served) -> None:
    game = begun(served, "course", (3, 3), start="opening", seed=91)
    person = arrive("#/review")
    person.meant.append("the server responded with a status of 503")
    card = person.page.locator(f".game-item:has(a[href$='{game}'])")
    dialog = person.page.get_by_role("dialog", name="Delete this game?")
    card.get_by_role("button", name="Delete this game").click()
    expect(dialog).to_contain_text("Course, unfinished, 1 move")
    expect(dialog.get_by_role("button", name="Keep it")).to_be_focused()
    person.page.keyboard.press("Enter")
    expect(dialog).to_have_count(0)
    expect(card).to_be_visible()
    assert served.client.get(f"/api/games/{game}").status_code == 200

    refusal = "the file of the games can't be written to"
    person.page.route(
        f"**/api/games/{game}", lambda route: route.fulfill(status=503, json={"error": refusal})
    )
    card.get_by_role("button", name="Delete this game").click()
    dialog.get_by_role("button", name="Delete it").click()
    expect(dialog.get_by_role("alert")).to_have_text(refusal, ignore_case=True)
    expect(card).to_have_count(1)

    person.page.unroute(f"**/api/games/{game}")
    check_accessible(person)
    dialog.get_by_role("button", name="Delete it").click()
    expect(dialog).to_have_count(0)
    expect(card).to_have_count(0)
    person.hears("Game deleted.")
    assert served.client.get(f"/api/games/{game}").status_code == 404
