"""The page in other languages: all it says is in the catalogue, fits a phone, and is heard."""

from __future__ import annotations

import json
from collections.abc import Iterator
from functools import partial
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect
from site_of_files import main as build_site
from webpage import IN_A_BROWSER, Arrive, Person, check_accessible, serving, somebody
from webserver import Served, begun

pytestmark = IN_A_BROWSER

NARROW = {"width": 375, "height": 800}
NOT_BRACKETED = r"""() => {
  const NAMES = /\b(Sapper|sentence|resolution|exact|expert|random|\d+x\d+\/\d+)\b/g;
  const NO_WORDS = "kbd, .badge, time, [lang]:not(html), textarea, noscript";
  const ATTRIBUTES = ["aria-label", "title", "placeholder", "aria-valuetext", "alt"];
  const outside = (text) => {
    let depth = 0;
    let rest = "";
    for (const sign of text) {
      if (sign === "⟦") depth += 1;
      else if (sign === "⟧") depth -= 1;
      else if (!depth) rest += sign;
    }
    return rest.replace(NAMES, "");
  };
  const isSeen = (place) => (place.closest("select") ?? place).checkVisibility();
  const told = [document.title];
  for (const place of document.body.querySelectorAll("*")) {
    if (!isSeen(place) || place.closest(NO_WORDS)) continue;
    for (const node of place.childNodes) if (node.nodeType === Node.TEXT_NODE) told.push(node.data);
    told.push(...ATTRIBUTES.map((name) => place.getAttribute(name) ?? ""));
  }
  const left = told.filter((text) => /\p{L}/u.test(outside(text)));
  return [told.filter((text) => text.includes("⟦")).length, [...new Set(left)]];
}"""
SIDEWAYS = "document.documentElement.scrollWidth - document.documentElement.clientWidth"


class QuietHandler(SimpleHTTPRequestHandler):
    """Sends the files of a folder."""

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


def bracketed(words: Any) -> Any:
    """The same sentences, each in brackets."""
    if isinstance(words, dict):
        return {name: bracketed(content) for name, content in words.items()}
    return [bracketed(form) for form in words] if isinstance(words, list) else f"⟦{words}⟧"


@pytest.fixture
def reader(browser: Browser, tmp_path: Path) -> Iterator[Person]:
    """Somebody on a site whose catalogue has every sentence in brackets."""
    assert build_site([str(tmp_path)]) == 0
    (catalogue,) = tmp_path.glob("page-*/words/en.json")
    catalogue.write_text(json.dumps(bracketed(json.loads(catalogue.read_text(encoding="utf-8")))))
    with serving(partial(QuietHandler, directory=str(tmp_path))) as address:
        person = somebody(browser, address, service_workers="block")
        yield person
        person.page.context.close()
        assert person.went_wrong() == []


def check_words(person: Person, sight: str) -> None:
    """Once something is seen, all that is read or heard on the page is in the catalogue."""
    expect(person.page.locator(sight).first).to_be_visible()
    count, left = person.page.evaluate(NOT_BRACKETED)
    assert left == []
    assert count > 20


def test_everything_that_is_said_is_in_the_catalogue(reader: Person) -> None:
    page = reader.page
    reader.go()
    check_words(reader, ".cell")
    page.locator(".cell").nth(40).click()
    for key, sight in (
        ("h", ".answer-title"),
        ("b", ".answer[data-open]"),
        ("o", "[data-risk]"),
        ("w", ".answer-title"),
        ("p", ".board-bar"),
    ):
        page.keyboard.press(key)
        check_words(reader, sight)
    page.keyboard.press("p")
    page.keyboard.press("l")
    dialog = page.get_by_role("dialog")
    dialog.locator("select").nth(2).select_option("none")
    check_words(reader, "dialog select >> nth=3")
    dialog.locator("input[value=custom]").check(force=True)
    dialog.locator("input.number").first.fill("0")
    dialog.locator("[type=submit]").click()
    check_words(reader, "dialog .error")
    dialog.locator("input.number").first.fill("2")
    dialog.locator("select").nth(2).select_option("any")
    dialog.locator("[type=submit]").click()
    check_words(reader, ".board-bar")
    page.locator(".cell").first.click()
    page.keyboard.press("A")
    check_words(reader, ".result")
    for opener in ("#open-shortcuts", "#open-appearance"):
        page.locator(opener).click()
        check_words(reader, "dialog")
        page.keyboard.press("Escape")

    reader.go("#/review")
    check_words(reader, ".game")
    page.locator(".game-item button").first.click()
    check_words(reader, "dialog")
    page.keyboard.press("Escape")
    page.locator("a.game[data-status=won], a.game[data-status=lost]").first.click()
    check_words(reader, ".timeline")
    page.keyboard.press("ArrowLeft")
    page.locator(".panel .row button").first.click()
    check_words(reader, ".panel .answer-title >> nth=1")

    reader.go("#/analyse")
    check_words(reader, "[data-odds]")
    page.locator("[data-risk=safe]").first.click(modifiers=["Shift"])
    check_words(reader, ".step")
    reader.go("#/analyse/3x3-2-bHHfHHH3")
    check_words(reader, "[data-marks~=clash]")
    reader.go("#/learn")
    page.locator("[data-marks~=safe]").first.click()
    check_words(reader, ".step")


@pytest.mark.parametrize(
    ("locale", "language", "heading", "said"),
    [("fr-CA", "fr", "Jouer", "Vous avez ouvert"), ("zh-CN", "zh", "游戏", "你打开了")],
)
def test_the_page_speaks_what_the_browser_reads(
    arrive: Arrive, served: Served, locale: str, language: str, heading: str, said: str
) -> None:
    """On a phone nothing is cut off; the server's words are in the same language."""
    game = begun(served, "beginner", (4, 4), start="opening", seed=5)
    person = arrive(f"#/play/{game}", locale=locale, viewport=NARROW)
    page = person.page
    expect(page.locator("html")).to_have_attribute("lang", language)
    expect(page.locator(".nav [aria-current]")).to_have_text(heading)
    assert page.title() == f"{heading} · Sapper"
    page.locator(".cell[data-sign='#']").first.click()
    expect(page.locator(".saying")).to_contain_text(said)
    for route, sight in (
        (f"#/play/{game}", ".cell"),
        ("#/analyse", "[data-odds]"),
        ("#/learn", "[data-marks~=safe]"),
        ("#/review", ".game"),
    ):
        person.go(route)
        expect(page.locator(sight).first).to_be_visible()
        assert page.evaluate(SIDEWAYS) <= 0, route
        check_accessible(person)
    person.go(f"#/play/{game}")
    for opener in ("#open-shortcuts", "#open-appearance"):
        page.locator(opener).click()
        assert page.evaluate(SIDEWAYS) <= 0, opener
        check_accessible(person)
        page.keyboard.press("Escape")
    page.keyboard.press("l")
    expect(page.get_by_role("dialog")).to_be_visible()
    assert page.evaluate(SIDEWAYS) <= 0
    check_accessible(person)


def test_another_language_is_chosen_and_kept(arrive: Arrive, served: Served) -> None:
    game = begun(served, "beginner", (4, 4), start="opening", seed=6)
    person = arrive(f"#/play/{game}")
    page = person.page
    shown = person.signs()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.headers.get("accept-language", "")))
    person.speak("Español")
    expect(page.locator("html")).to_have_attribute("lang", "es")
    expect(page.locator(".nav [aria-current]")).to_have_text("Jugar")
    expect(page.locator("#open-appearance")).to_have_attribute("aria-label", "Aspecto e idioma")
    assert page.url.endswith(game)
    assert person.signs("Tablero") == shown
    assert asked[-1] == "es"
    page.keyboard.press("h")
    expect(page.locator(".answer-title")).to_contain_text("segura")
    page.reload()
    expect(page.locator(".nav [aria-current]")).to_have_text("Jugar")
    person.speak("English")
    expect(page.locator(".nav [aria-current]")).to_have_text("Play")

    def fails(route: Any) -> None:
        route.abort()

    person.meant.append("zh.json")
    person.meant.append("ERR_FAILED")
    page.route("**/words/zh.json", fails)
    page.locator("#open-appearance").click()
    page.get_by_role("radio", name="中文").check(force=True)
    expect(page.get_by_role("alert")).to_contain_text("could not be loaded")
    expect(page.locator("html")).to_have_attribute("lang", "en")
