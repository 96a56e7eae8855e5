"""What a browser fetches at the first visit, from the server and from the site of files."""

from __future__ import annotations

import gzip
from functools import partial
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Request, expect
from webpage import IN_A_BROWSER, Person, QuietHandler, serving, somebody
from webserver import Served

pytestmark = IN_A_BROWSER

MOST_REQUESTS, MOST_BYTES = 20, 400_000


def visit(person: Person) -> None:
    """Arrive, open a cell, and look at the odds; then all is there that Play needs."""
    person.go()
    person.cell((0, 0)).click()
    expect(person.cell((0, 0))).not_to_have_attribute("data-sign", "#")
    person.page.get_by_role("button", name="Odds").click()
    expect(person.board().locator("[data-risk]").first).to_be_visible()
    person.page.context.close()
    assert person.went_wrong() == []


def test_of_the_server(browser: Browser, served: Served) -> None:
    person = somebody(browser, str(served.client.base_url))
    answered: list[tuple[str, int]] = []

    def note(request: Request) -> None:
        answered.append((request.url, request.sizes()["responseBodySize"]))

    person.page.on("requestfinished", note)
    visit(person)
    fetched = {url: size for url, size in answered if size > 0}  # the rest was kept by the browser
    assert any("engine.wasm" in url for url in fetched), fetched
    assert len(fetched) <= MOST_REQUESTS
    assert sum(fetched.values()) <= MOST_BYTES


def test_of_the_site(browser: Browser, folder: Path) -> None:
    """Python's own server does not compress: what a host would send that does is counted."""
    asked = set()  # what is asked for again is known to have stayed as it was

    class NotingHandler(QuietHandler):
        def send_head(self) -> Any:
            asked.add(self.path.strip("/") or "index.html")
            return super().send_head()

    with serving(partial(NotingHandler, directory=str(folder))) as address:
        # What the service worker puts aside for offline use is no part of it.
        visit(somebody(browser, address, service_workers="block"))
    assert any(path.endswith("engine.wasm") for path in asked), asked
    assert len(asked) <= MOST_REQUESTS, asked
    assert sum(len(gzip.compress((folder / path).read_bytes())) for path in asked) <= MOST_BYTES
