"""The window says nothing that is not in the catalogue, and never in signs that it can't draw."""

from __future__ import annotations

from collections.abc import Callable
from typing import TYPE_CHECKING

import pygame
import pytest
from commands import Run, runner
from pseudo_language import english_in, speak_pseudo

from sapper.interface.window import text
from sapper.interface.window.text import wrapped

if TYPE_CHECKING:
    from window.conftest import Driver


def test_every_screen_speaks_the_language(
    open_window: Callable[..., Driver], monkeypatch: pytest.MonkeyPatch
) -> None:
    speak_pseudo(monkeypatch)
    drawn: set[str] = set()
    rendered = text.rendered

    def remembering(words: str, *arguments: object) -> pygame.Surface:
        drawn.add(words)
        return rendered(words, *arguments)

    monkeypatch.setattr(text, "rendered", remembering)
    driver = open_window()

    def look(*keys: str) -> None:
        driver.keys(*keys)
        driver.settle()
        for widget in driver.app.top.widgets(driver.app.area):
            drawn.update((widget.tip, getattr(widget, "label", "")))
        driver.picture()

    look()
    look("8")  # a custom size
    look("backspace", "backspace")
    look("escape", "N")
    look("x")
    look("escape", "s")
    look("escape", "enter")
    for keys in (("space", "o"), ("h",), ("f",), ("p",), ("p", "w"), (".", "w", "k"), ("k", "b")):
        look(*keys)
    for keys in (("?",), ("escape", "l"), ("escape", "u"), ("escape", "g"), ("escape", "]")):
        look(*keys)
    driver.keys("A", "]", "]", "]", "]")
    driver.wait_for(lambda: driver.game.session.is_over)
    look()
    look("v", "w")
    look("end")
    look("escape", "escape", "m")
    look("d")
    look("escape", "escape", "I")
    look()
    look("escape", "T")
    look()
    look("h")
    look("n")
    look("down", "o", "?")
    said = " ".join(drawn)
    assert len(drawn) > 150
    assert english_in(said) - {"Sapper"} == set()


def test_chinese_is_broken_after_any_character_but_before_no_full_stop() -> None:
    sentence = "没有确定的格子。最佳猜测是 (0, 3)：是雷的概率为 25.0 %。"
    lines = wrapped(sentence, 20, 60)
    assert len(lines) > 3
    assert "".join(lines).replace(" ", "") == sentence.replace(" ", "")
    assert not any(line.startswith(("。", "：", "，")) for line in lines)
    assert wrapped("a b  c", 20, 1000) == ("a b  c",)


def test_without_a_typeface_for_it_chinese_is_refused(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(text, "_chinese_typeface", lambda: None)
    text._font.cache_clear()
    run: Run = runner(monkeypatch, capfd)
    refused = run("window", "--lang", "zh")
    text._font.cache_clear()
    assert (refused.code, refused.out) == (2, "")
    assert "no typeface with Chinese characters was found" in refused.err
    assert text.can_write("démineur, ¿dónde?")
