"""The page in a real browser: from a click to its number, to the odds after it, and the first load.

`python benchmarks/bench_page.py` plays random safe cells in Chromium on boards of several sizes
with the odds shown: on the page that `sapper web` serves, and on the site of files alone
(`make site`), served by Python's http.server. Each click presses the button for as long as people
do. From the moment at which the button is released (the time stamp of the browser's event) it
measures when the number is in its cell, and when the browser has drawn the frame that shows it
(all but copying it to the screen); and from the number until the last cell has its new odds.

It reports the 10th, 50th and 90th percentile in milliseconds: on a busy machine, the first tells
what the page takes, and the others how long it waited for a processor. For each page it also counts
the requests and compressed kilobytes of the first load.
"""

from __future__ import annotations

import argparse
import gzip
import random
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from contextlib import contextmanager
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import TypeAlias

import numpy as np
from playwright.sync_api import Browser, Page, Response, sync_playwright

from sapper.game import Game
from sapper.level import Level, StartRule

Size: TypeAlias = tuple[int, int, int]
"""Height, width, mines."""

TOOLS = Path(__file__).parents[1] / "tools"
SAPPER = (sys.executable, "-c", "from sapper.interface.commands.main import main; main()")
SIZES: tuple[Size, ...] = ((16, 30, 99), (50, 80, 825), (100, 100, 2000), (200, 200, 8000))
MEASURED = ("click to number", "click to number drawn", "number to odds")
CLICKS = 30
PRESSED_FOR = 70
"""Milliseconds between pressing and releasing the button."""
QUIET = 400
"""Milliseconds without a change, after which the odds are taken to be complete."""
WATCH = """quiet => {
  const cells = [...document.querySelectorAll(".board .cell")];
  window.watched = { clicked: 0, number: 0, drawn: 0, odds: 0 };
  let target = null;
  document.addEventListener("click", (event) => {
    target = event.target.closest(".cell");
    window.watched = { clicked: event.timeStamp, number: 0, drawn: 0, odds: 0 };
  }, true);
  const { port1, port2 } = new MessageChannel();
  port1.onmessage = () => (window.watched.drawn = performance.now());
  new MutationObserver((changes) => {
    const now = performance.now();
    const { watched } = window;
    for (const { target: cell, attributeName } of changes) {
      if (cell === target && cell.dataset.sign !== "#" && !watched.number) {
        watched.number = now;
        requestAnimationFrame(() => port2.postMessage(null)); // arrives after the frame
      }
      if (attributeName === "data-heat" || attributeName === "data-risk") watched.odds = now;
    }
  }).observe(document.querySelector(".board"), { attributes: true, subtree: true, attributeFilter: ["data-sign", "data-risk", "data-heat"] });
}"""  # noqa: E501
TAKEN = """quiet => new Promise((answer) => {
  const look = () => {
    const { watched } = window;
    const last = Math.max(watched.number, watched.odds);
    if (watched.drawn && performance.now() - last > quiet) answer([watched.number - watched.clicked, watched.drawn - watched.clicked, watched.odds - watched.number]);
    else setTimeout(look, 20);
  };
  look();
})"""  # noqa: E501


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--clicks", type=int, default=CLICKS)
    parser.add_argument("--only", choices=("server", "site"))
    parser.add_argument("--sizes", help="as in 16x30/99,100x100/2000")
    options = parser.parse_args()
    sizes = SIZES
    if options.sizes:
        levels = [Level.parse(size) for size in options.sizes.split(",")]
        sizes = tuple((level.height, level.width, level.mines) for level in levels)
    chromium = shutil.which("chromium") or shutil.which("chromium-browser")
    if chromium is None:
        print("there is no chromium here; nothing was measured")
        return
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        for name, serve in (("server", served), ("site", site)):
            if options.only in (None, name):
                with serve() as address:
                    measure(browser, name, address, sizes, options.clicks)
        browser.close()


# Where the page comes from


@contextmanager
def served() -> Iterator[str]:
    """`sapper web` on a free port."""
    with tempfile.TemporaryDirectory() as home:
        command = (*SAPPER, "web", "--port", "0", "--no-browser", "--home", home)
        with subprocess.Popen(command, stdout=subprocess.PIPE, text=True) as process:
            assert process.stdout is not None
            try:
                yield process.stdout.readline().split()[3]
            finally:
                process.terminate()


@contextmanager
def site() -> Iterator[str]:
    """The site of files alone, on Python's http.server."""
    with tempfile.TemporaryDirectory() as folder:
        build = (sys.executable, str(TOOLS / "site_of_files.py"), folder)
        subprocess.run(build, check=True, stdout=subprocess.DEVNULL)
        handler = partial(QuietHandler, directory=folder)
        with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
            Thread(target=server.serve_forever, daemon=True).start()
            yield f"http://127.0.0.1:{server.server_port}/"
            server.shutdown()


class QuietHandler(SimpleHTTPRequestHandler):
    """Python's own, without its words."""

    def log_message(self, *_: object) -> None:
        """Nobody reads it."""


# What is measured


def measure(
    browser: Browser, name: str, address: str, sizes: tuple[Size, ...], clicks: int
) -> None:
    requests, kilobytes = first_load(browser, address)
    print(f"{name}: first load {requests} requests, {kilobytes:.0f} KB compressed")
    for height, width, mines in sizes:
        page = browser.new_page(viewport={"width": 1440, "height": 900}, reduced_motion="reduce")
        times = clicked(page, address, Level(height, width, mines, StartRule.OPENING), clicks)
        page.close()
        for what, each in zip(MEASURED, np.array(times).T, strict=True):
            least, half, most = np.percentile(each, [10, 50, 90])
            print(f"  {height}×{width}  {what:22} {least:7.1f} {half:7.1f} {most:7.1f} ms")


def first_load(browser: Browser, address: str) -> tuple[int, float]:
    """The requests for files until the board is there and the odds were asked for."""
    page = browser.new_page()
    responses: list[Response] = []
    page.context.on("response", lambda answer: responses.append(answer))
    page.goto(address)
    page.locator(".board .cell").first.wait_for()
    page.get_by_role("button", name="Odds").click()
    page.locator(".board .cell[data-risk]").first.wait_for()
    page.wait_for_timeout(1000)
    # The service worker asks again for what the page has, and is answered from the cache.
    files: dict[str, Response] = {}
    for answer in responses:
        if "/api/" not in answer.url and answer.request.service_worker is None:
            files.setdefault(answer.url, answer)
    total = sum(len(gzip.compress(answer.body())) for answer in files.values())
    page.close()
    return len(files), total / 1024


def clicked(page: Page, address: str, level: Level, clicks: int) -> list[list[float]]:
    """How long each click took, in the order of `MEASURED`."""
    page.goto(address)
    twin = begun(page, level, seed=1)
    page.get_by_role("button", name="Odds").click()
    first = (level.height // 2, level.width // 2)
    press(page, level, first)
    twin.reveal(first)
    page.locator(".board .cell[data-risk]").first.wait_for()
    page.wait_for_timeout(1000)
    page.evaluate(WATCH, QUIET)
    times = []
    generator = random.Random(1)
    for _ in range(clicks):
        cell = near_an_opened_cell(twin, generator)
        press(page, level, cell)
        twin.reveal(cell)
        *numbers, odds = page.evaluate(TAKEN, QUIET)
        times.append([*numbers, max(0.0, odds)])
    return times


def begun(page: Page, level: Level, seed: int) -> Game:
    """Begin a game of any size by the dialog; the twin knows the mines."""
    page.get_by_role("button", name="New game").first.click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Custom").check()
    dialog.get_by_label("Rows").fill(str(level.height))
    dialog.get_by_label("Columns").fill(str(level.width))
    dialog.get_by_label("Mines").fill(str(level.mines))
    dialog.get_by_label("Start rule").select_option(level.start.value)
    dialog.get_by_label("Board seed").fill(str(seed))
    dialog.get_by_role("button", name="Start").click()
    page.locator(f".board .cell[data-at='{level.cells - 1}']").wait_for(state="attached")
    return Game.new(level, seed=seed)


def press(page: Page, level: Level, cell: tuple[int, int]) -> None:
    at = cell[0] * level.width + cell[1]
    page.locator(f".board .cell[data-at='{at}']").click(delay=PRESSED_FOR)


def near_an_opened_cell(twin: Game, generator: random.Random) -> tuple[int, int]:
    """A random safe cell beside an opened one, as players choose them."""
    assert twin.board is not None
    numbers, layout = twin.view.numbers, twin.board.layout
    opened = np.pad(numbers >= 0, 1)
    height, width = numbers.shape
    beside = sum(
        opened[1 + down : 1 + down + height, 1 + right : 1 + right + width].astype(int)
        for down in (-1, 0, 1)
        for right in (-1, 0, 1)
    )
    places = np.argwhere((numbers < 0) & ~layout & (beside > 0))
    row, column = places[generator.randrange(len(places))].tolist()
    return row, column


if __name__ == "__main__":
    main()
