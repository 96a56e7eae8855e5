"""The page as somebody new finds it: on a small phone, by keys alone, with games left over."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from playwright.sync_api import Route, WebSocketRoute, expect
from webpage import (
    IN_A_BROWSER,
    PHONE,
    Arrive,
    Person,
    expect_sign,
    let_arrive,
    play_fast,
    safe_cells,
)
from webserver import Served, begun

from sapper.history import History
from sapper.history.statistics import COLUMNS, risk_note
from sapper.level import Level
from sapper.play.commands import GAME_COMMANDS
from sapper.play.record import Setup
from sapper.play.table import Table

pytestmark = IN_A_BROWSER

REFUSED = "the server responded with a status of 4"
PHONES = [(320, 568), (320, 640), (360, 640), (390, 800), (390, 844)]


@pytest.mark.parametrize("size", PHONES)
def test_beginner_is_seen_whole_on_a_phone(arrive: Arrive, size: tuple[int, int]) -> None:
    viewport = dict(zip(("width", "height"), size, strict=True))
    person = arrive(viewport=viewport, has_touch=True, is_mobile=True)
    expect(person.board().locator(".cell")).to_have_count(81)
    sizes = person.page.locator(".board-scroll").evaluate(
        "frame => [frame.scrollHeight - frame.clientHeight, frame.scrollWidth - frame.clientWidth]"
    )
    assert sizes == [0, 0]
    assert person.page.evaluate("document.documentElement.scrollWidth") <= size[0]
    cell = person.cell((8, 8)).bounding_box()
    assert cell is not None
    assert cell["x"] + cell["width"] <= size[0]
    assert cell["width"] >= (30 if size[0] >= 360 else 26)  # a finger's room


def kept_elsewhere(home: Path, level: Level) -> str:
    """A game that was begun in another interface."""
    with History.open(home / "games.sqlite3") as history:
        table = Table(Setup(level, seed=1), history)
        table.reveal((0, 0))
        return table.identity


def test_a_game_too_large_for_the_page_is_refused_in_words(arrive: Arrive, served: Served) -> None:
    game = kept_elsewhere(served.home, Level(201, 200, 9000))
    client = served.client
    for path in ("", "/odds", "/hint", "/entries", "/review", "/why?row=0&column=0"):
        answer = client.get(f"/api/games/{game}{path}")
        assert answer.status_code == 413
        assert "in the window or in the terminal" in answer.json()["error"]
    assert game in [kept["id"] for kept in client.get("/api/games").json()]

    person = arrive("#/review")
    person.meant.append(REFUSED)
    person.page.locator(f".game[href$='{game}']").click()
    refusal = person.page.get_by_role("alert")
    expect(refusal).to_contain_text("A board of 201×200 is too large for this page")
    expect(person.board()).to_be_hidden()
    person.begin("course", seed=3)
    expect(refusal).to_be_hidden()
    expect(person.board()).to_be_visible()
    person.go(f"#/review/{game}")
    expect(refusal).to_contain_text("too large for this page")
    client.delete(f"/api/games/{game}").raise_for_status()


def test_why_speaks_of_the_hinted_cell(arrive: Arrive, served: Served) -> None:
    game = begun(served, "beginner", (4, 4), start="opening", seed=60)
    person = arrive(f"#/play/{game}")
    person.cell((4, 4)).focus()
    answer = person.page.get_by_role("region", name="Answer")
    person.page.keyboard.press("h")
    best = person.board().locator("[data-marks~=best]")
    expect(best).to_be_focused()
    person.page.keyboard.press("w")
    expect(person.board().locator("[data-marks~=asked]")).to_be_focused()
    expect(answer.locator(".answer-title")).to_contain_text("is safe")


def test_easy_moves_are_made_for_the_player(arrive: Arrive) -> None:
    play_fast(arrive())


def test_letters_count_wherever_the_focus_is(arrive: Arrive, served: Served) -> None:
    game = begun(served, "beginner", (4, 4), start="opening", seed=60)
    person = arrive(f"#/play/{game}")
    expect_sign(person.cell((4, 4)), "0")
    press = person.page.keyboard.press
    answer = person.page.get_by_role("region", name="Answer")
    press("h")
    expect(answer).to_contain_text("is certainly safe.")
    person.page.get_by_role("button", name="Odds").click()
    risks = person.board().locator("[data-risk]")
    expect(risks).not_to_have_count(0)
    press("o")
    expect(risks).to_have_count(0)
    press("w")  # of the cell that was hinted at
    expect(answer.locator(".answer-title")).to_contain_text("is safe")
    press("Escape")
    expect(answer.locator(".answer-title")).to_have_count(0)

    person.page.get_by_label("Speed").focus()  # a slider has only those that move it
    press("o")
    expect(risks).not_to_have_count(0)
    press("o")
    expect(risks).to_have_count(0)
    person.page.get_by_label("Fast mode").focus()  # a field has its own keys
    press("o")
    press("Control+o")
    press("l")
    dialog = person.page.get_by_role("dialog")
    expect(dialog).to_have_count(0)
    person.page.get_by_role("button", name="Hint").focus()
    press("l")
    expect(dialog.get_by_role("radio", name="Beginner")).to_be_focused()
    press("o")
    press("Escape")
    expect(dialog).to_have_count(0)
    expect(risks).to_have_count(0)


@pytest.mark.parametrize("closes", ["requestClose()", "querySelector('.button-square').click()"])
def test_a_letter_counts_right_after_a_dialog_was_closed(arrive: Arrive, closes: str) -> None:
    person = arrive()
    expect(person.board().locator(".cell").first).to_be_visible()
    person.page.locator("body").press("l")
    level = person.page.get_by_role("dialog").get_by_role("radio", name="Beginner")
    expect(level).to_be_focused()
    no_file = "input => input.dispatchEvent(new Event('cancel', { bubbles: true }))"
    person.page.get_by_label("Position file").evaluate(no_file)
    expect(level).to_be_focused()  # whoever chooses no file stays here
    person.page.evaluate(
        f"""document.querySelector("dialog").{closes};
        const key = new KeyboardEvent("keydown", {{ key: "?", bubbles: true }});
        document.activeElement.dispatchEvent(key);"""
    )
    expect(person.page.get_by_role("dialog", name="Keys")).to_be_visible()
    expect(person.page.get_by_role("dialog")).to_have_count(1)


def test_a_game_that_arrives_late_does_not_take_the_address_of_another_view(
    arrive: Arrive,
) -> None:
    page = arrive("#/analyse").page
    held: dict[str, Route] = {}
    page.route("**/views/review*", lambda route: held.update(view=route))
    page.route("**/api/games", lambda route: held.update(game=route))
    page.get_by_role("link", name="Play").click()
    page.get_by_role("link", name="Review").click()
    for answer in ("game", "view"):
        let_arrive(page, held, answer)
        if answer == "game":
            expect(page.locator(".board-row")).to_have_count(10)
    expect(page.get_by_role("heading", name="Review")).to_be_visible()
    expect(page).to_have_url(re.compile("#/review$"))


def test_a_move_asked_for_before_there_is_a_game_waits_for_one(arrive: Arrive) -> None:
    person = arrive("#/analyse")
    held: dict[str, Route] = {}
    person.page.route("**/api/games", lambda route: held.update(game=route))
    person.page.get_by_role("link", name="Play").click()
    move = person.page.get_by_role("button", name="AI move")
    pause = person.page.get_by_role("button", name="Pause")
    expect(move).to_be_disabled()
    expect(pause).to_be_disabled()
    let_arrive(person.page, held, "game")
    expect(pause).to_be_enabled()
    move.click()
    person.hears("opened")


def test_letters_count_in_the_other_views_too(arrive: Arrive) -> None:
    person = arrive("#/analyse")
    odds = person.board("Position").locator("[data-risk]")
    expect(odds).not_to_have_count(0)
    person.page.keyboard.press("o")
    expect(odds).to_have_count(0)
    person.page.get_by_label("Digits, # hidden").press("o")
    person.go("#/play")  # a view that was left hears nothing
    expect(person.board()).to_be_visible()
    person.page.keyboard.press("o")
    expect(person.board().locator("[data-risk]")).to_have_count(81)


def test_a_size_out_of_bounds_is_told_by_its_field(arrive: Arrive) -> None:
    person = arrive()
    person.page.get_by_role("button", name="New game").click()
    dialog = person.page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Custom").check()
    for rows, sentence in (
        ("999", "Rows: at most 200 here."),
        ("0", "Rows: at least 1."),
    ):
        dialog.get_by_label("Rows").fill(rows)
        dialog.get_by_role("button", name="Start").click()
        expect(dialog.get_by_role("alert")).to_contain_text(sentence)
        expect(dialog.get_by_label("Rows")).to_be_focused()


def test_odds_are_lit_only_while_they_are_shown(arrive: Arrive, served: Served) -> None:
    game = begun(served, "beginner", (4, 4), start="opening", seed=60)
    person = arrive(f"#/play/{game}")
    odds = person.page.get_by_role("button", name="Odds")
    risks = person.board().locator("[data-risk]")
    hint = person.page.get_by_role("region", name="Answer")

    def shown(is_shown: bool) -> None:
        expect(odds).to_have_attribute("aria-pressed", str(is_shown).lower())
        figures = expect(risks)
        figures.not_to_have_count(0) if is_shown else figures.to_have_count(0)

    odds.click()
    shown(True)
    person.page.get_by_role("button", name="Best guess").click()
    expect(hint).to_contain_text("certainly safe")
    shown(True)
    hint.get_by_role("button", name="Why is it safe?").click()
    shown(False)
    hint.get_by_role("button", name="Close").click()
    shown(True)  # as they were before
    person.board().locator("[data-risk=safe]").first.click(modifiers=["Shift"])
    shown(False)
    odds.click()  # an unlit switch switches on
    shown(True)
    odds.click()
    shown(False)


def test_the_last_game_that_is_not_over_is_offered(arrive: Arrive, served: Served) -> None:
    kept_elsewhere(served.home, Level.named("intermediate"))
    game = begun(served, "beginner", (4, 4), start="opening", seed=60)
    large = kept_elsewhere(served.home, Level(201, 200, 9000))
    person = arrive()
    offer = person.page.locator(".offer")
    expect(offer).to_contain_text("You have an unfinished game: Beginner, 1 move.")
    offer.get_by_role("link", name="Resume").click()
    expect_sign(person.cell((4, 4)), "0")
    expect(offer).to_be_hidden()
    person.go()
    expect_sign(person.cell((4, 4)), "0")  # it is the one that is opened from now on
    expect(offer).to_be_hidden()
    assert person.page.url.endswith(game)

    other = arrive()
    expect(other.page.locator(".offer")).to_be_visible()
    other.cell((0, 0)).click()
    expect(other.page.locator(".offer")).to_be_hidden()
    served.client.delete(f"/api/games/{large}").raise_for_status()


def test_a_pasted_position_does_not_take_over_the_mines_of_another(arrive: Arrive) -> None:
    person = arrive("#/analyse", permissions=["clipboard-read", "clipboard-write"])
    findings = person.page.get_by_label("Findings")
    expect(findings).to_contain_text("11 safe cells")
    position = person.page.get_by_label("Digits, # hidden")
    mines = person.page.get_by_label("Total mines")
    alert = person.page.get_by_role("alert")
    person.meant.append(REFUSED)  # rows of which one is longer, while they are typed

    def paste(text: str) -> None:
        person.page.evaluate("text => navigator.clipboard.writeText(text)", text)
        position.press("ControlOrMeta+a")
        position.press("ControlOrMeta+v")

    paste("1#\n##")
    expect(alert).to_contain_text("How many mines are there?")
    expect(mines).to_have_value("")
    expect(mines).to_have_attribute("aria-invalid", "true")
    mines.fill("1")
    expect(findings).to_contain_text("3 uncertain")
    position.press("End")
    for key in ("#", "ArrowUp", "End", "#"):  # a correction keeps what was said
        position.press(key)
    expect(mines).to_have_value("1")
    expect(person.board("Position").locator(".cell")).to_have_count(6)
    paste("2x2x2\n1H\nHH")  # this one tells its mines
    expect(mines).to_have_value("2")
    paste("1##\n###\n###")
    expect(mines).to_have_value("")
    mines.fill("3")
    expect(person.board("Position").locator(".cell")).to_have_count(9)
    mines.fill("4")  # and now for the next one, whose total comes first
    paste("####\n1###")
    expect(person.board("Position").locator(".cell")).to_have_count(8)
    expect(mines).to_have_value("4")


def test_the_first_cell_is_said_to_be_safe_or_not(arrive: Arrive) -> None:
    person = arrive()
    person.begin("beginner", seed=3, start="safe")
    person.page.keyboard.press("i")
    numbers = person.page.get_by_role("region", name="Numbers")
    expect(numbers).to_contain_text("They are counted from your first turn on.")
    person.page.keyboard.press("i")
    expect(numbers).to_be_hidden()
    answer = person.page.get_by_role("region", name="Answer")
    person.page.keyboard.press("w")
    first = "(0, 0) is safe: the first cell you open can't be a mine."
    expect(answer.locator(".answer-title")).to_have_text(first)
    person.page.keyboard.press("b")
    expect(answer).to_contain_text("is certainly safe.")
    expect(answer).to_contain_text("The first cell can't be a mine.")
    expect(answer).not_to_contain_text("%")
    answer.get_by_role("button", name="Why is it safe?").click()
    person.begin("beginner", seed=3, start="any")
    person.page.keyboard.press("w")
    expect(answer).to_contain_text("10/81")


def test_a_board_that_goes_on_beyond_its_frame_shows_where(arrive: Arrive, served: Served) -> None:
    game = begun(served, "expert", (3, 3), start="opening", seed=22)
    person = arrive(f"#/play/{game}", viewport=PHONE, has_touch=True, is_mobile=True)
    expect_sign(person.cell((3, 3)), "0")
    frame = person.page.locator(".board-scroll")
    expect(frame).to_have_attribute("data-more-below", "")
    expect(frame).to_have_attribute("data-more-right", "")
    frame.evaluate("frame => frame.scrollTo(9999, 9999)")
    expect(frame).not_to_have_attribute("data-more-below", "")
    expect(frame).not_to_have_attribute("data-more-right", "")


@pytest.mark.parametrize("name", ["constructor", "__proto__", "toString", "nothing"])
def test_an_address_that_names_no_view_opens_a_game(arrive: Arrive, name: str) -> None:
    person = arrive(f"#/{name}")
    expect(person.board().locator(".cell")).to_have_count(81)
    expect(person.page).to_have_title("Play · Sapper")
    person.go("#/learn")
    expect(person.page.locator("h1")).to_have_text("Learn")
    person.go(f"#/{name}/1")
    expect(person.board().locator(".cell")).to_have_count(81)


def test_a_paused_game_is_covered(arrive: Arrive, served: Served) -> None:
    game = begun(served, "beginner", (4, 4), start="opening", seed=60)
    person = arrive(f"#/play/{game}")
    expect_sign(person.cell((4, 4)), "0")
    person.page.keyboard.press("p")
    person.hears("The game is paused. Press P to resume it.")
    expect_sign(person.cell((4, 4)), "#")
    expect(person.page.get_by_role("button", name="Hint")).to_be_disabled()
    person.cell((4, 4)).click()
    person.go("#/analyse")
    person.go(f"#/play/{game}")
    expect(person.page.get_by_role("button", name="Resume")).to_be_visible()
    expect_sign(person.cell((4, 4)), "#")
    person.page.keyboard.press("p")
    expect_sign(person.cell((4, 4)), "0")
    expect(person.page.get_by_role("button", name="Hint")).to_be_enabled()


def test_keys_are_those_of_the_table(arrive: Arrive, served: Served) -> None:
    game = begun(served, "beginner", (4, 4), start="opening", seed=60)
    person = arrive(f"#/play/{game}")
    press, page = person.page.keyboard.press, person.page
    expect_sign(person.cell((4, 4)), "0")
    press("?")
    shown = page.get_by_role("dialog")
    for command in GAME_COMMANDS:
        if command.name != "quit":
            expect(shown).to_contain_text(command.words)
    press("Escape")
    expect(shown).to_have_count(0)
    theme = page.locator("html").get_attribute("data-theme")
    press("t")
    expect(page.locator("html")).not_to_have_attribute("data-theme", str(theme))
    press("]")
    person.hears("Autoplay: 10 moves per second.")
    press("Shift+A")
    expect(page.locator(".result")).to_be_visible()
    press("v")
    expect(page).to_have_url(re.compile(r"#/review/"))
    turn = page.get_by_role("region", name="This turn")
    expect(turn).to_be_visible()
    press("Home")
    expect(turn).to_contain_text("Turn 1 of")
    press("ArrowRight")
    expect(turn).to_contain_text("Turn 2 of")
    press(",")
    expect(turn).to_contain_text("Turn 1 of")


# The statistics


def test_statistics_are_those_of_every_interface(arrive: Arrive, served: Served) -> None:
    begun(served, None, (0, 0), height=1, width=2, mines=1, start="safe")
    rows = [row for row in served.client.get("/api/statistics").json() if row["played"]]
    table = arrive("#/review").page.locator(".statistics")
    headings = [column.heading.capitalize() for column in COLUMNS]
    expect(table.locator("th")).to_have_text(headings)
    words = [word for row in rows for word in row["words"]]
    expect(table.locator("td")).to_have_text(words, ignore_case=True)
    expect(table).to_contain_text(risk_note(), ignore_case=True)


def test_a_fair_game_is_chosen_in_the_dialog_and_says_what_was_certain(
    arrive: Arrive, served: Served
) -> None:
    person = arrive()
    page = person.page
    expect(person.board().locator(".cell").first).to_be_visible()
    page.keyboard.press("u")
    dialog = page.get_by_role("dialog", name="New game")
    expect(dialog.get_by_label("Guesses")).to_be_focused()
    expect(dialog.get_by_label("Grade")).to_be_hidden()
    dialog.get_by_label("Guesses").select_option("none")
    expect(dialog.get_by_label("Grade")).to_be_visible()
    dialog.get_by_label("Guesses").select_option("fair")
    dialog.get_by_role("radio", name="Custom").check()
    for name, number in (("Rows", "1"), ("Columns", "4"), ("Mines", "1")):
        dialog.get_by_label(name).fill(number)
    dialog.get_by_label("Start rule").select_option("any")
    dialog.get_by_label("Board seed").fill("3")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".view-heading")).to_contain_text("fair play")
    for column in (1, 2):
        page.get_by_role("gridcell").nth(column).click()
    expect(page.locator("#main")).to_contain_text("(0, 3) was certain")
    page.get_by_role("link", name="Review").last.click()
    expect(page.locator("#main")).to_contain_text("Fair play.")


def have_a_board_made(person: Person) -> None:
    """One that takes long to make."""
    page = person.page
    expect(person.board().locator(".cell").first).to_be_visible()
    page.keyboard.press("u")
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Custom").check()
    for name, number in (("Rows", "100"), ("Columns", "100"), ("Mines", "200")):
        dialog.get_by_label(name).fill(number)
    dialog.get_by_label("Start rule").select_option("opening")
    dialog.get_by_label("Guesses").select_option("none")
    dialog.get_by_label("Grade").select_option("fiendish")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".view-heading")).to_contain_text("no-guess board, fiendish")
    person.cell((0, 0)).click()
    expect(page.locator("#main")).to_contain_text(
        "Making a board that needs no guess. Escape stops."
    )


def test_another_game_does_not_wait_for_a_board_that_is_being_made(arrive: Arrive) -> None:
    person = arrive()
    page = person.page
    have_a_board_made(person)
    page.keyboard.press("l")
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Beginner").check()
    dialog.get_by_label("Start rule").select_option("safe")
    dialog.get_by_label("Guesses").select_option("any")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".view-heading")).to_contain_text("9 × 9")
    person.cell((0, 0)).click()
    expect(person.cell((0, 0))).not_to_have_attribute("data-sign", "#")


def test_the_making_of_a_board_is_told_and_escape_stops_it(arrive: Arrive) -> None:
    person = arrive()
    page = person.page
    have_a_board_made(person)
    page.keyboard.press("Escape")
    expect(page.locator("#main")).to_contain_text("No board was made.")
    expect(person.cell((0, 0))).to_have_attribute("data-sign", "#")


def test_a_board_without_guesses_and_the_puzzle_of_the_day(arrive: Arrive) -> None:
    person = arrive()
    page = person.page
    expect(person.board().locator(".cell").first).to_be_visible()
    page.keyboard.press("u")
    dialog = page.get_by_role("dialog", name="New game")
    dialog.get_by_role("radio", name="Beginner").check()
    dialog.get_by_label("Start rule").select_option("safe")
    dialog.get_by_label("Guesses").select_option("none")
    dialog.get_by_label("Grade").select_option("medium")
    dialog.get_by_role("button", name="Start").click()
    expect(page.locator(".view-heading")).to_contain_text("no-guess board, medium")
    page.get_by_role("gridcell").nth(40).click()
    expect(page.locator("#main")).to_contain_text("safe, as the first cell always is")
    page.get_by_role("button", name="Puzzle of the day").click()
    person.hears("The puzzle of 20")
    expect(page.locator(".view-heading")).to_contain_text("opens a region · no-guess board, medium")
    expect(page.locator(".cell[data-sign='0']").first).to_be_visible()


NO_WEBSOCKETS = """class Refused extends EventTarget {
  static OPEN = 1;
  readyState = 0;
  constructor() {
    super();
    setTimeout(() => this.dispatchEvent(new Event("close")));
  }
}
window.WebSocket = Refused;"""


def test_the_page_takes_turns_on_a_channel_and_where_there_is_none_without(
    arrive: Arrive,
) -> None:
    for is_refused in (False, True):
        person = arrive()
        if is_refused:
            person.page.add_init_script(NO_WEBSOCKETS)
            person.page.reload()
        sent: list[str] = []
        person.page.on("request", lambda request: sent.append(request.url))  # noqa: B023
        twin = person.begin("beginner", seed=3)
        for cell in safe_cells(twin)[:3]:
            twin.reveal(cell)
            person.cell(cell).click()
            person.sees(twin)
        requests = sum(url.endswith("/turns") for url in sent)
        assert requests == 3 if is_refused else requests < 3


def test_a_channel_that_does_not_answer_is_opened_once_more_and_then_given_up(
    arrive: Arrive,
) -> None:
    person, heard, opened = arrive(), list[str | bytes](), set[int]()
    page = person.page

    def silent(channel: WebSocketRoute) -> None:
        opened.add(len(heard))
        channel.on_message(lambda sent: heard.append(sent))

    page.route_web_socket("**/api/channel", silent)
    page.clock.install()
    page.reload()
    twin = person.begin("beginner", seed=3)
    lost = 0
    for cell in safe_cells(twin):  # a channel may open only after some turns
        if cell not in twin.view.hidden():
            continue
        person.cell(cell).click()
        shown = person.board().locator(f".cell[data-at='{cell[0] * 9 + cell[1]}'][data-sign='#']")
        while shown.count():
            page.wait_for_timeout(20)
            if len(heard) > lost:
                lost += 1
                page.clock.fast_forward(31_000)
                expect(page.locator("#connection")).to_have_text("Reconnected.")
                expect_sign(person.cell(cell), "#")
                person.cell(cell).click()
        twin.reveal(cell)
        person.sees(twin)
        if lost == 2:
            break
    assert (len(heard), opened) == (2, {0, 1})


def test_autoplay_waits_for_a_dialog_to_be_closed(arrive: Arrive) -> None:
    person = arrive()
    person.begin("intermediate", seed=5, start="opening")
    page = person.page
    page.get_by_role("slider", name="Speed").press("End")  # as fast as it thinks
    autoplay = page.get_by_role("button", name=re.compile("Autoplay|Stop"))
    person.cell((0, 0)).press("?")
    expect(page.get_by_role("dialog")).to_be_visible()
    autoplay.evaluate("(button) => button.click()")
    expect(autoplay).to_have_attribute("aria-pressed", "true")
    page.wait_for_timeout(300)
    expect(person.board().locator(".cell[data-sign='#']")).to_have_count(256)
    page.keyboard.press("Escape")
    expect(person.board().locator("[data-sign='0']").first).to_be_visible()


def test_autoplay_ends_with_its_game(arrive: Arrive) -> None:
    person = arrive()
    twin = person.begin("intermediate", seed=5, start="opening")
    person.page.get_by_role("slider", name="Speed").press("Home")  # one move per second
    autoplay = person.page.get_by_role("button", name=re.compile("Autoplay|Stop"))
    autoplay.click()
    expect(person.board().locator("[data-sign='0']").first).to_be_visible()
    game = person.page.url
    person.page.locator("body").press("n")  # while it rests between two moves
    expect(person.page).not_to_have_url(game)
    expect(autoplay).to_have_attribute("aria-pressed", "false")
    expect(person.board().locator(".cell[data-sign='#']")).to_have_count(twin.level.cells)
