"""Replays on the page: dropped, played with their mouse, saved; with a server and without."""

from __future__ import annotations

import base64
import json
import re
from dataclasses import replace
from pathlib import Path
from typing import Any

import httpx
import pytest
import replay_files
from playwright.sync_api import Page, Route, expect
from webpage import (
    IN_A_BROWSER,
    PHONE,
    WIDTH,
    Arrive,
    Workbench,
    let_arrive,
    wait_until,
)

from sapper import replays
from sapper.errors import ParseError
from sapper.replays.own import write_own
from sapper.replays.shapes import ReviewedReplay
from sapper.serialize import plain

DROP = """([place, name, content]) => {
  const data = new DataTransfer();
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
  data.items.add(new File([bytes], name));
  place.dispatchEvent(new DragEvent("drop", { dataTransfer: data, bubbles: true }));
}"""
OWN = """async ([text, name]) => {
  const { keeper } = await import("/local/ports.js");
  try {
    return await keeper.replay(new File([text], name));
  } catch ({ message }) {
    return message;
  }
}"""
WRITE = """async (replay) => {
  const { writeReplay } = await import("/modules/replays.js");
  return writeReplay(replay.game, replay.review, replay);
}"""


NOT_STATED: tuple[object, ...] = (
    {"three_bv": 1.5},
    {"three_bv": True},
    {"left": 10**9},
    {"seconds": True},
    {"won": 1},
    {"nonsense": 1},
    {"seconds": None},
    [],
    "",
    None,
)


def lost_at_once(replay: dict[str, Any], start: str) -> dict[str, object]:
    """The content of a replay whose first cell opened is a mine."""
    row, column = replay["board"]["mines"][0]
    game = {"start": start, "seed": "1"}
    return {"events": [[0, "open", column + 0.5, row + 0.5]], "game": game, "stated": {}}


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def own_replay() -> bytes:
    """A short game, in Sapper's own format."""
    game, _ = replay_files.short()
    return write_own(replays.loads(replay_files.mvf(game), "a.mvf"))


def drop(page: Page, name: str, content: bytes) -> None:
    """Drop a file on the view that is open."""
    page.locator("main").evaluate(
        f"(place, given) => ({DROP})([place, ...given])", [name, in_base64(content)]
    )


def test_the_server_answers_as_the_command_does(client: httpx.Client) -> None:
    game, _ = replay_files.short()
    data = replay_files.mvf(game)
    answer = client.post("/api/replays", json={"name": "a.mvf", "content": in_base64(data)})
    assert answer.status_code == 200
    expected = plain(ReviewedReplay.of(replays.play_back(replays.loads(data, "a.mvf"))))
    assert without_identity(answer.json()) == without_identity(expected)
    for name, content, status in (
        ("a.rmv", in_base64(b"*rmv"), 422),
        ("a.mvf", "ä", 422),
        ("a.txt", "", 422),
        ("a.mvf", "A" * (7 << 20), 413),
    ):
        refused = client.post("/api/replays", json={"name": name, "content": content})
        assert refused.status_code == status
        assert "\n" not in refused.json()["error"]


def without_identity(content: dict[str, dict[str, object]]) -> dict[str, dict[str, object]]:
    content["game"].pop("id")
    content["review"].pop("id")
    return content


class TestInABrowser:
    """With a server, and without."""

    pytestmark = IN_A_BROWSER

    def test_a_dropped_replay_is_played_and_saved(self, arrive: Arrive, tmp_path: Path) -> None:
        game, clicks = replay_files.short()
        person = arrive("#/review")
        page = person.page
        opens = page.get_by_role("button", name="Open a replay")
        expect(opens).to_be_visible()
        person.meant.append("422")
        main = page.locator("main")
        main.evaluate(f"(place, given) => ({DROP})([place, ...given])", ["a.evf", in_base64(b"?")])
        told = page.get_by_role("alert")
        expect(told).to_have_text(re.compile(r"^a\.evf: the file is damaged, or no \.evf at all"))
        expect(opens).to_be_visible()
        expect(page.locator("#announcer")).to_be_empty()
        main.evaluate(f"(place, given) => ({DROP})([place, ...given])", ["b.json", ""])
        expect(told).to_have_text("b.json: the file is empty")
        given = ["a.evf", in_base64(replay_files.evf(game))]
        main.evaluate(f"(place, given) => ({DROP})([place, ...given])", given)
        summary = page.get_by_label("Summary")
        expect(summary).to_contain_text("Played by Ann, recorded by Meta.")
        expect(told).to_have_count(0)
        expect(summary).to_contain_text("The file's own statistics are right.")
        # The mouse is where the turn is made.
        page.get_by_role("button", name="First turn").click()
        page.get_by_label("Turn", exact=True).fill("1")
        arrow = page.locator(".mouse-arrow").bounding_box()
        cell = person.cell(clicks[1][2], "Position").bounding_box()
        assert arrow
        assert cell
        assert 0 <= arrow["x"] - cell["x"] <= cell["width"]
        assert 0 <= arrow["y"] - cell["y"] <= cell["height"]
        page.get_by_role("button", name="Faster").click()
        expect(page.locator(".moment")).to_have_text("0.5 s ×2")
        page.get_by_role("button", name="Play the game").click()
        expect(page.get_by_label("This turn")).to_contain_text("The game is won")
        expect(page.locator(".moment")).to_have_text("1.0 s ×2")
        with page.expect_download() as download:
            page.get_by_role("button", name="Save as a replay").click()
        download.value.save_as(tmp_path / "saved.json")
        saved = replays.load(tmp_path / "saved.json")
        assert saved.board.mines == game.board.mines
        played = [(each.seconds, each.action, each.cell) for each in saved.events if each.action]
        assert played == clicks

    def test_the_list_is_one_step_from_a_replay(self, arrive_anywhere: Arrive) -> None:
        person = arrive_anywhere("#/review")
        page = person.page
        opens = page.get_by_role("button", name="Open a replay")
        timeline = page.locator(".timeline")

        main = page.locator("main")
        given = ["a.json", in_base64(own_replay())]
        ways_back = (
            page.get_by_role("link", name="Review").click,
            page.go_back,
            page.get_by_role("link", name="All games").click,
            page.reload,
        )
        for back in ways_back:
            expect(opens).to_be_visible()
            for _ in range(2):  # one step, however many replays were opened
                main.evaluate(f"(place, given) => ({DROP})([place, ...given])", given)
                expect(timeline).to_be_visible()
                expect(main).not_to_have_attribute("aria-busy", "true")
            assert page.url.endswith("#/review/replay")
            back()
            expect(opens).to_be_visible()
            expect(timeline).to_have_count(0)
            assert page.url.endswith("#/review")

    def test_whatever_is_done_with_a_replay_the_list_is_below_it_once(
        self, arrive_anywhere: Arrive
    ) -> None:
        person = arrive_anywhere("#/learn")
        page = person.page
        person.go("#/review")
        opens = page.get_by_role("button", name="Open a replay")
        timeline = page.locator(".timeline")
        expect(opens).to_be_visible()
        drop(page, "a.json", own_replay())
        expect(timeline).to_be_visible()
        page.go_back()
        expect(opens).to_be_visible()
        page.go_forward()
        expect(timeline).to_be_visible()
        for language, summary in (("Français", "Résumé"), ("English", "Summary")):
            person.speak(language)
            expect(page.get_by_label(summary)).to_be_visible()
        assert page.url.endswith("#/review/replay")
        page.go_back()
        expect(opens).to_be_visible()
        assert page.url.endswith("#/review")
        page.go_back()
        expect(page.locator("main[data-view=learn]")).to_be_visible()

    def test_a_list_that_comes_late_hides_no_replay(self, arrive: Arrive) -> None:
        person = arrive("#/learn")
        person.meant.append("422")
        page = person.page
        held: dict[str, Route] = {}
        page.route("**/api/statistics", lambda route: held.update(list=route))
        person.go("#/review")
        wait_until(page, lambda: "list" in held)
        drop(page, "a.json", own_replay())
        timeline = page.locator(".timeline")
        expect(timeline).to_be_visible()
        with page.expect_response("**/api/statistics"):
            let_arrive(page, held, "list")
        page.wait_for_timeout(100)
        expect(timeline).to_be_visible()

        held.clear()
        page.go_back()
        wait_until(page, lambda: "list" in held)
        drop(page, "b.json", b"?")
        told = page.get_by_role("alert")
        expect(told).to_contain_text("b.json")
        let_arrive(page, held, "list")
        expect(page.get_by_role("button", name="Open a replay")).to_be_visible()
        expect(told).to_contain_text("b.json")

    def test_the_newest_of_two_replays_is_shown(self, arrive: Arrive) -> None:
        person = arrive("#/review")
        person.meant.append("422")
        page = person.page
        expect(page.get_by_role("button", name="Open a replay")).to_be_visible()
        held: dict[str, Route] = {}
        page.route(
            "**/api/replays",
            lambda route: held.update({route.request.post_data_json["name"]: route}),
        )
        for player in ("Zebulon", "Abigail", "Quirinus"):
            replay = json.loads(own_replay()) | {"player": player}
            if player == "Abigail":
                replay["kind"] = "none"
            drop(page, f"{player}.json", json.dumps(replay).encode())
        summary = page.get_by_label("Summary")
        let_arrive(page, held, "Quirinus.json")
        expect(summary).to_contain_text("Quirinus")
        for late in ("Zebulon.json", "Abigail.json"):
            with page.expect_response("**/api/replays"):
                let_arrive(page, held, late)
        page.wait_for_timeout(100)
        expect(summary).to_contain_text("Quirinus")
        expect(page.get_by_role("alert")).to_have_count(0)
        page.unroute("**/api/replays")
        person.speak("Français")
        expect(page.get_by_label("Résumé")).to_contain_text("Quirinus")

    def test_a_replay_is_dropped_where_positions_are(self, arrive_anywhere: Arrive) -> None:
        person = arrive_anywhere()
        page = person.page
        main = page.locator("main")
        timeline = page.locator(".timeline")
        for view in ("play", "analyse"):
            person.go(f"#/{view}")
            expect(page.locator(f"main[data-view={view}] .cell").first).to_be_visible()
            given = ["a.json", in_base64(own_replay())]
            main.evaluate(f"(place, given) => ({DROP})([place, ...given])", given)
            expect(timeline).to_be_visible()
            page.get_by_role("link", name="Review").click()
            expect(page.get_by_role("button", name="Open a replay")).to_be_visible()
            page.go_back()
            expect(timeline).to_be_visible()  # the file is still at hand
        person.speak("Français")
        expect(page.get_by_label("Résumé")).to_contain_text("Ann")

    def test_a_replay_that_cannot_be_read_is_refused_in_review(
        self, arrive_at_site: Arrive
    ) -> None:
        person = arrive_at_site("#/analyse")
        page = person.page
        expect(page.get_by_label("Findings")).to_contain_text("safe cells")
        given = ["a.avf", in_base64(b"?")]
        page.locator("main").evaluate(f"(place, given) => ({DROP})([place, ...given])", given)
        expect(page.get_by_role("alert")).to_contain_text("reads only Sapper's own replays")
        expect(page.get_by_role("button", name="Open a replay")).to_be_visible()
        assert page.url.endswith("#/review")

    def test_long_names_in_a_replay_are_broken(self, arrive: Arrive) -> None:
        person = arrive("#/review", viewport=PHONE)
        person.meant.append("422")
        page = person.page
        expect(page.get_by_role("button", name="Open a replay")).to_be_visible()
        name = "n" * 200
        content = json.loads(own_replay()) | {"player": name, "program": name}
        for file, text, sight in (
            (f"{name}.json", "?", page.get_by_role("alert")),
            ("a.json", json.dumps(content), page.get_by_label("Summary")),
        ):
            given = [file, in_base64(text.encode())]
            page.locator("main").evaluate(f"(place, given) => ({DROP})([place, ...given])", given)
            expect(sight).to_contain_text(name)
            assert page.evaluate(WIDTH) <= PHONE["width"]

    def test_a_file_that_was_refused_is_chosen_again(self, arrive: Arrive, tmp_path: Path) -> None:
        person = arrive("#/review")
        person.meant.append("422")
        page = person.page
        file = tmp_path / "a.json"
        for content in (b"?", own_replay()):
            file.write_bytes(content)
            with page.expect_file_chooser() as chosen:
                page.get_by_role("button", name="Open a replay").click()
            chosen.value.set_files(file)
            if content == b"?":
                expect(page.get_by_role("alert")).to_contain_text("a.json")
        expect(page.locator(".timeline")).to_be_visible()

    def test_without_a_server_our_own_format_is_read(
        self, workbench: Workbench, tmp_path: Path
    ) -> None:
        game, _ = replay_files.short()
        recording = replays.loads(replay_files.mvf(game), "a.mvf")
        stated = replace(recording.stated, three_bv=9, left=1, chord=1, won=True)
        replays.save(replace(recording, stated=stated), tmp_path / "a.json")
        text = (tmp_path / "a.json").read_text()
        found = workbench.page.evaluate(OWN, [text, "a.json"])
        expected = plain(ReviewedReplay.of(replays.play_back(replays.load(tmp_path / "a.json"))))
        for step, other in zip(found["review"]["steps"], expected["review"]["steps"], strict=True):
            assert step["rows"] == other["rows"]
            assert dict(step["entry"], opened=[], mine_probability=None) == dict(
                other["entry"], opened=[], mine_probability=None
            )
            assert step["luck"] == pytest.approx(other["luck"])
        assert found["game"]["rows"] == expected["game"]["rows"]
        assert found["game"]["seconds"] == expected["game"]["seconds"]
        assert found["path"] == [pytest.approx(point) for point in expected["path"]]
        assert found["compared"] == expected["compared"]
        assert found["words"] == expected["words"]
        assert found["words"][1] == "The file says 3BV 9; it is 1."
        assert found["review"]["words"] == expected["review"]["words"]
        assert found["review"]["numbers"]["lines"] == expected["review"]["numbers"]["lines"]
        assert found["review"]["steps"][0]["words"].startswith("Opened (0, 1)")
        assert "game" not in json.loads(workbench.page.evaluate(WRITE, found))
        for rules in (
            {"start": "any", "seed": "7"},
            {"start": "safe", "seed": str(2**100), "guesses": "fair", "index": 3},
            {"start": "opening", "seed": "7", "guesses": "none", "grade": "easy"},
        ):
            told = json.dumps(json.loads(text) | {"game": rules})
            found = workbench.page.evaluate(OWN, [told, "a.json"])
            recording = replays.loads(told.encode(), "a.json")
            expected = plain(ReviewedReplay.of(replays.play_back(recording)))
            assert json.loads(workbench.page.evaluate(WRITE, found))["game"] == rules
            for name in ("level", "start", "seed", "index", "guesses", "grade", "rule", "position"):
                assert found["game"][name] == expected["game"][name], name
            assert found["review"]["words"] == expected["review"]["words"]
            for step, other in zip(
                found["review"]["steps"], expected["review"]["steps"], strict=True
            ):
                assert step["words"] == other["words"]
                assert step["entry"]["free"] == other["entry"]["free"]
                assert step["entry"]["fair"] == other["entry"]["fair"]
        unstated = json.dumps(json.loads(text) | {"stated": {"seconds": 1, "won": True}})
        agreeing = workbench.page.evaluate(OWN, [unstated, "a.json"])
        assert agreeing["words"][1:] == ["The file's own statistics are right."]
        refused = workbench.page.evaluate(OWN, ["", "a.avf"])
        assert "reads only Sapper's own replays" in refused
        right = json.loads(text)
        for broken in (
            "",
            "{}",
            json.dumps({**right, "events": [[0, "jump", 1, 1]]}),
            json.dumps({**right, "events": right["events"][::-1]}),
            json.dumps({**right, "player": 7}),
            json.dumps({**right, "game": []}),
            json.dumps({**right, "game": {"start": "safe"}}),
            json.dumps({**right, "game": {"start": "safe", "seed": "1", "level": "expert"}}),
            json.dumps({**right, "game": {"start": "any", "seed": "1", "guesses": "none"}}),
            json.dumps({**right, "game": {"start": "any", "seed": "1", "level": None}}),
            json.dumps({**right, "stated": {"seconds": "1"}}),
            json.dumps({**right, "board": {"height": 1, "width": 1, "mines": [[0, 0]]}}),
            json.dumps({**right, "version": True}),
            *(json.dumps({**right, "stated": stated}) for stated in NOT_STATED),
            *(json.dumps({**right, **lost_at_once(right, start)}) for start in ("safe", "opening")),
        ):
            told = workbench.page.evaluate(OWN, [broken, "a.json"])
            assert told == "a.json is not a replay of Sapper's, or it is damaged.", broken
            with pytest.raises(ParseError):
                replays.play_back(replays.loads(broken.encode(), "a.json"))
        lost = json.dumps({**right, **lost_at_once(right, "any")})
        assert workbench.page.evaluate(OWN, [lost, "a.json"])["review"]["status"] == "lost"
        told_all = {"seconds": 1.5, "three_bv": 2, "left": 10**9 - 1, "won": False}
        all_stated = json.dumps({**right, "stated": told_all})
        assert len(workbench.page.evaluate(OWN, [all_stated, "a.json"])["compared"]) == len(
            told_all
        )
