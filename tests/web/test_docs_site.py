"""The documentation as a site: all that is public is in it, and no link is dead."""

from __future__ import annotations

import re
from collections.abc import Iterator
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote, urlsplit

import pytest
from docs_site.__main__ import main
from docs_site.pages import ROOT, linked, sources
from docs_site.reference import reference_pages
from playwright.sync_api import Browser, expect
from webpage import CHROMIUM

import sapper

HOMES = {
    f"sapper.{home}.{name}": f"sapper.{name}"
    for home, names in sapper._HOMES.items()
    for name in names
}
DESCRIBED = set(re.findall(r"^::: (\S+)", "\n".join(reference_pages().values()), re.MULTILINE))


def mentioned() -> Iterator[str]:
    """The dotted names in documents and notebooks, and what their examples import."""
    for source in sources():
        if source.suffix in {".md", ".ipynb"} and source.is_relative_to(ROOT / "docs"):
            text = source.read_text(encoding="utf-8")
            yield from re.findall(r"\bsapper(?:\.[a-zA-Z]\w*)+", text)
            for module, names in re.findall(r"from (sapper[\w.]*) import ([\w, ]+)", text):
                yield from (f"{module}.{name.strip()}" for name in names.split(","))


def described_as(dotted: str) -> str:
    """What the reference has to describe for a dotted name: an object, or a whole module."""
    if HOMES.get(dotted):
        return HOMES[dotted]
    parts = dotted.split(".")
    depth = max(n for n in range(1, len(parts) + 1) if is_module(parts[:n]))
    return ".".join(parts[: depth + 1])


def is_module(parts: list[str]) -> bool:
    path = (ROOT / "src").joinpath(*parts)
    return path.is_dir() or path.with_suffix(".py").is_file()


def test_every_public_name_is_in_the_reference() -> None:
    assert {f"sapper.{name}" for name in sapper.__all__} - DESCRIBED == set()


def test_everything_that_the_documents_name_is_in_the_reference() -> None:
    needed = {described_as(dotted) for dotted in mentioned()}
    assert len(needed) > len(sapper.__all__) / 2
    # A package is described by what it holds.
    described = DESCRIBED | {name.rpartition(".")[0] for name in DESCRIBED}
    described |= {name.rpartition(".")[0] for name in described}
    assert needed - described == set()


def test_a_link_to_what_is_not_on_the_site_is_named() -> None:
    with pytest.raises(SystemExit, match=r"README.md: \(src/sapper\): .* no place on the site"):
        linked("[sources](src/sapper)", ROOT / "README.md")


class Links(HTMLParser):
    """What a page points to, what it fetches, and where it can be pointed to."""

    def __init__(self, page: Path) -> None:
        super().__init__()
        self.page = page
        self.targets: set[str] = set()
        self.fetched: set[str] = set()
        self.anchors = {""}
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        given = {name: value or "" for name, value in attrs}
        self.anchors.add(given.get("id", ""))
        found = {given[name] for name in ("href", "src") if name in given}
        (self.targets if tag == "a" else self.fetched).update(found)


# One test, since the site is built for it.
@pytest.mark.slow
def test_the_site_is_whole_and_can_be_searched(
    tmp_path: Path, request: pytest.FixtureRequest
) -> None:
    assert main([str(tmp_path)]) == 0
    expect_no_dead_links(tmp_path)
    if CHROMIUM is None:
        pytest.skip("there is no chromium on this machine")
    expect_search_from_files(tmp_path, request.getfixturevalue("browser"))


def expect_no_dead_links(site: Path) -> None:
    """Every link leads somewhere, everything public can be linked to, no other host is asked."""
    pages = {page: Links(page) for page in site.rglob("*.html")}
    assert len(pages) > len(reference_pages())
    dead = []
    for page in pages.values():
        assert not [url for url in page.fetched if urlsplit(url).netloc], page.page
        for url in page.targets | page.fetched:
            parts = urlsplit(url)
            if parts.scheme or parts.netloc:
                continue
            path = unquote(parts.path)
            target = site / path[1:] if path.startswith("/") else page.page.parent / path
            target = target.resolve() if path else page.page
            if target.is_dir():
                target /= "index.html"
            anchors = pages[target].anchors if target in pages else {parts.fragment}
            if not target.is_file() or unquote(parts.fragment) not in anchors:
                dead.append(f"{page.page.relative_to(site)}: {url}")
    assert dead == []
    anchors = set().union(*(page.anchors for page in pages.values()))
    assert {f"sapper.{name}" for name in sapper.__all__} - anchors == set()


def expect_search_from_files(site: Path, browser: Browser) -> None:
    """Somebody opens the site as a file, searches for a function, and gets to it."""
    page = browser.new_page()
    requests: list[str] = []
    page.on("request", lambda request: requests.append(request.url))
    page.goto((site / "index.html").as_uri())
    page.get_by_role("textbox", name="Search").click()
    page.keyboard.type("make_board")
    found = page.locator(".md-search-result__link", has_text="sapper.make_board").first
    expect(found).to_be_visible()
    found.click()
    expect(page.get_by_role("heading", name="sapper.make_board").first).to_be_visible()
    assert "/reference/games.html" in page.url
    assert {urlsplit(url).scheme for url in requests} <= {"file", "data", "about", "blob"}
    page.close()
