"""Positions from pictures on the page: pasted, dropped and opened; what is in doubt is mended."""

from __future__ import annotations

import base64
import io
import struct
import sys
import zlib
from functools import cache
from pathlib import Path
from random import Random

import httpx
import pytest
from PIL import Image
from playwright.sync_api import expect
from screenshots.fonts import held_out_fonts
from screenshots.looks import LOOKS
from screenshots.positions import Labelled
from screenshots.render import draw_board
from webpage import IN_A_BROWSER, Arrive, check_accessible

from sapper.errors import ExtraMissing
from sapper.interface.web.limits import LONGEST_PICTURE, MOST_PICTURE_BYTES
from sapper.interface.web.questions import read_picture
from sapper.play.position_shapes import PictureReading
from sapper.reading.read import read
from sapper.serialize import plain

ROWS = ["1###1##", "######2", "1#2112#", "2#21022", "#3#102#", "1##10##"]
DOUBTFUL = [(4, 4), (5, 4)]
"""Empty, beside a hidden cell: no game shows that."""
MINES = 9
CELL = 32

COPY = """(content) => {
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
  const picture = new Blob([bytes], { type: "image/png" });
  return navigator.clipboard.write([new ClipboardItem({ "image/png": picture })]);
}"""
CARRY = """([content, name]) => {
  const carried = new DataTransfer();
  const bytes = Uint8Array.from(atob(content), (sign) => sign.charCodeAt(0));
  carried.items.add(new File([bytes], name, { type: "image/png" }));
  return carried;
}"""

NO_ENGINE = """() => {
  window.send = Worker.prototype.postMessage;
  Worker.prototype.postMessage = function ({ id }) {
    const problem = { message: "too busy", status: 503 };
    setTimeout(() => this.onmessage({ data: { id, problem } }));
  };
}"""


def in_base64(data: bytes) -> str:
    return base64.b64encode(data).decode()


def saved(picture: Image.Image) -> bytes:
    memory = io.BytesIO()
    picture.save(memory, "PNG")
    return memory.getvalue()


@cache
def screenshot() -> bytes:
    look = LOOKS[0](Random(1), held_out_fonts())
    return saved(draw_board(Labelled(tuple(ROWS), MINES), look, CELL))


@cache
def no_board() -> bytes:
    return saved(Image.linear_gradient("L"))


def bomb() -> bytes:
    """A small file that says it has more pixels than any memory holds."""
    head = struct.pack(">IIBBBBB", 1 << 30, 1 << 30, 8, 2, 0, 0, 0)
    chunks = [(b"IHDR", head), (b"IDAT", zlib.compress(bytes(1000))), (b"IEND", b"")]
    return b"\x89PNG\r\n\x1a\n" + b"".join(
        struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))
        for name, data in chunks
    )


def test_the_server_answers_as_the_command_does(client: httpx.Client) -> None:
    sent = {"content": in_base64(screenshot())}
    answer = client.post("/api/positions/picture", json=sent)
    assert answer.status_code == 200, answer.text
    assert answer.json() == plain(PictureReading.of(read(screenshot())))
    assert answer.json()["position"]["rows"] == ROWS
    for content, status, told in (
        ("ä", 422, "a picture is sent in base64"),
        (in_base64(b"no picture"), 422, "this is no picture that can be read"),
        (in_base64(screenshot()[:-100]), 422, "this picture is damaged"),
        (in_base64(no_board()), 422, "no Minesweeper board was found in this picture"),
        (in_base64(bomb()), 422, "this picture is too large"),
        ("A" * (LONGEST_PICTURE + 2000), 413, "a request may have at most"),
    ):
        refused = client.post("/api/positions/picture", json={"content": content})
        assert refused.status_code == status
        assert refused.json()["error"].startswith(told)
        assert "\n" not in refused.json()["error"]


def test_without_pillow_the_page_is_told_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "PIL.Image", None)
    with pytest.raises(ExtraMissing, match=r"this needs Pillow: .*\[pictures\]"):
        read_picture(in_base64(b"any"))


class TestInABrowser:
    """One walk: what can be read, and what can't."""

    pytestmark = IN_A_BROWSER

    def test_a_picture_is_read_and_mended(self, arrive: Arrive, tmp_path: Path) -> None:
        person = arrive("#/analyse", permissions=["clipboard-read", "clipboard-write"])
        page, board = person.page, person.board("Position")
        expect(page.get_by_role("heading", name="Analyse")).to_be_visible()
        page.evaluate(COPY, in_base64(screenshot()))
        page.keyboard.press("ControlOrMeta+v")  # nothing has the focus, and an example is shown
        doubtful = board.locator("[data-marks~=doubtful]")
        expect(doubtful).to_have_count(len(DOUBTFUL))
        assert person.signs("Position") == ROWS
        expect(person.cell(DOUBTFUL[0], "Position")).to_have_attribute(
            "aria-label", f"Row {DOUBTFUL[0][0]}, column {DOUBTFUL[0][1]}: empty, in doubt"
        )
        findings, total = page.get_by_label("Findings"), page.get_by_label("Total mines")
        expect(findings).to_contain_text("The total is a guess")
        check_accessible(person)
        total.fill(str(MINES))
        expect(findings).not_to_contain_text("The total is a guess")
        expect(findings).to_contain_text("12 safe cells")

        # One cell is confirmed, the other one corrected; undone, both are in doubt again.
        page.get_by_role("radio", name="Paint: empty").check(force=True)
        person.cell(DOUBTFUL[0], "Position").click()
        expect(doubtful).to_have_count(1)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("#")
        expect(doubtful).to_have_count(0)
        expect(findings).to_contain_text("Read from the picture.")
        page.keyboard.press("ControlOrMeta+z")
        page.keyboard.press("ControlOrMeta+z")
        expect(doubtful).to_have_count(len(DOUBTFUL))

        # What is no position leaves everything as it is.
        person.meant.append("422")
        alert, chosen = page.get_by_role("alert"), page.get_by_label("Position file")
        carried = page.evaluate_handle(CARRY, [in_base64(no_board()), "shot.png"])
        page.dispatch_event("main", "drop", {"dataTransfer": carried})
        expect(alert).to_have_text("No Minesweeper board was found in this picture")
        (tmp_path / "bad.png").write_bytes(screenshot()[:-100])
        chosen.set_input_files(tmp_path / "bad.png")
        expect(alert).to_have_text("This picture is damaged")
        (tmp_path / "large.png").write_bytes(bytes(MOST_PICTURE_BYTES + 1))
        chosen.set_input_files(tmp_path / "large.png")
        expect(alert).to_have_text("“large.png” is too large: at most 12 MB.")
        expect(doubtful).to_have_count(len(DOUBTFUL))
        expect(findings).to_contain_text("12 safe cells")
        expect(findings).not_to_contain_text("Reading")
        assert findings.get_attribute("data-stale") is None

        # Text that could not be analysed leaves findings that are outdated.
        page.evaluate(NO_ENGINE)
        page.get_by_label("Digits, # hidden").fill("2x2x1\nHH\nHH")
        expect(alert).to_have_text("Too busy")
        expect(findings).to_have_attribute("data-stale", "")
        page.evaluate("() => { Worker.prototype.postMessage = window.send; }")

        # Typed text is from no picture; and a picture is dropped, and undone.
        page.get_by_label("Digits, # hidden").fill("2x2x1\n1H\nHH")
        expect(board.locator(".cell")).to_have_count(4)
        assert findings.get_attribute("data-stale") is None
        expect(doubtful).to_have_count(0)
        carried = page.evaluate_handle(CARRY, [in_base64(screenshot()), "shot.png"])
        page.dispatch_event("main", "drop", {"dataTransfer": carried})
        expect(doubtful).to_have_count(len(DOUBTFUL))
        expect(alert).to_be_hidden()
        page.get_by_role("button", name="Undo").click()
        expect(board.locator(".cell")).to_have_count(4)
        person.go("#/play")
        page.dispatch_event("main", "drop", {"dataTransfer": carried})
        expect(page.get_by_text("Pictures are read in Analyse.").first).to_be_visible()
