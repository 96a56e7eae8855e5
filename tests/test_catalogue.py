"""The words: every language has all of them, and is spoken when it is asked for."""

from __future__ import annotations

import re
from dataclasses import dataclass
from importlib.resources import files
from pathlib import Path
from typing import ClassVar

import pytest
from commands import Run, runner

from sapper import catalogue
from sapper.agents.registry import summary_of
from sapper.catalogue import (
    CODES,
    Answers,
    Forms,
    Sentences,
    language,
    language_of,
    read_section,
    speak,
    speaking,
    spoken,
)
from sapper.errors import UnknownName, WordsError
from sapper.interface.language import choose_language, remember_language
from sapper.interface.notebook.words import Notebook
from sapper.interface.terminal.words import Terminal
from sapper.interface.window.words import Window
from sapper.play.commands import CommandWords
from sapper.play.words import Play
from sapper.proof.languages import Language


def every_section(kind: type[Sentences] = Sentences) -> list[type[Sentences]]:
    found = []
    for section in kind.__subclasses__():
        if section.__module__.startswith("sapper."):
            found += [section, *every_section(section)]
    return found


@dataclass(frozen=True)
class Told(Sentences):
    section: ClassVar[str] = "told"
    found: str
    counted: Forms
    names: dict[str, str]


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"found": "{case}"}, "found must fill in what it does in English"),
        ({"counted": ["{n} mine", "{m} mines"]}, "counted must fill in what it does in English"),
        ({"names": {"a": "un"}}, "names must name a, b"),
        ({"names": {"a": "{un}", "b": "deux"}}, "names a must fill in what it does in English"),
    ],
)
def test_another_language_must_fill_in_the_same(
    monkeypatch: pytest.MonkeyPatch, changed: dict[str, object], complaint: str
) -> None:
    english = {"found": "{cell}", "counted": ["{n} a", "{n} b"], "names": {"a": "one", "b": "two"}}
    files = {"en": {"told": english}, "fr": {"told": {**english, **changed}}}
    monkeypatch.setattr(catalogue, "_file", files.__getitem__)
    assert read_section(Told, "en", "told").found == "{cell}"
    with pytest.raises(WordsError, match=f"fr.json, told: {complaint}"):
        read_section(Told, "fr", "told")


@pytest.mark.parametrize("code", CODES)
def test_every_language_has_every_section(code: str) -> None:
    sections = every_section()
    assert {Answers, CommandWords, Language, Notebook, Play, Terminal, Window} <= set(sections)
    for kind in sections:
        read_section(kind, code, kind.section)  # raises if anything does not fit


def test_agents_are_described_alike_in_the_catalogue_and_by_themselves() -> None:
    assert spoken(Play).agents == {name: summary_of(name) for name in spoken(Play).agents}


# Which language is spoken


def test_a_language_is_spoken_here_or_everywhere() -> None:
    speak("fr")
    with speaking("zh"):
        assert language() == "zh"
        assert "一定安全" in spoken(Answers).certain
    assert language() == "fr"
    with pytest.raises(UnknownName, match="no language is called 'la'; there are: en, fr, es, zh"):
        speak("la")


@pytest.mark.parametrize(
    ("environment", "code"),
    [
        ({}, "en"),
        ({"LANG": "es_MX.UTF-8"}, "es"),
        ({"LANG": "es_MX", "LC_ALL": "zh_CN.UTF-8"}, "zh"),
        ({"LANG": "es_MX", "LC_MESSAGES": "C"}, "en"),
        ({"LANG": "fr@euro", "LC_ALL": ""}, "fr"),
        ({"LC_ALL": "C", "SAPPER_LANGUAGE": "es"}, "es"),
    ],
)
def test_the_environment_names_a_language(environment: dict[str, str], code: str) -> None:
    assert language_of(environment) == code


def test_a_language_that_was_set_is_spoken_and_one_that_was_chosen_just_this_once(
    tmp_path: Path,
) -> None:
    assert choose_language(None, tmp_path) == "en"
    assert choose_language("fr", tmp_path) == language() == "fr"
    assert choose_language(None, tmp_path) == language() == "en"
    remember_language("es", tmp_path)
    assert choose_language("fr", tmp_path) == "fr"
    assert choose_language(None, tmp_path) == language() == "es"
    assert choose_language(None, tmp_path, is_writable=lambda code: code == "en") == "en"
    (tmp_path / "language").write_bytes(b"\xff")
    assert choose_language(None, tmp_path) == "en"
    with pytest.raises(UnknownName):
        choose_language("la", tmp_path)


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path))
    return runner(monkeypatch, capfd)


def test_the_command_speaks_it(run: Run) -> None:
    played = run("play", "--plain", "--seed", "3", "--lang", "fr", stdin=b"r 0 0\nhint\n")
    assert played.code == 0
    assert "Le meilleur pari est" in played.out
    later = run("play", "--plain", "--seed", "3", stdin=b"r 0 0\nhint\n")
    assert "The best guess is" in later.out
    for refused in (run("play", "--plain", "--lang", "la"), run("language", "la")):
        assert (refused.code, refused.out) == (2, "")
        assert "no language is called 'la'" in refused.err


def test_the_language_is_set_for_all_commands_and_forgotten_again(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    assert run("language") == (0, "en, as the environment says\n", "")
    assert run("language", "fr") == (0, "fr\n", "")
    assert run("language") == (0, "fr\n", "")
    played = run("play", "--plain", "--seed", "3", stdin=b"r 0 0\nhint\n")
    assert "Le meilleur pari est" in played.out
    monkeypatch.setenv("SAPPER_LANGUAGE", "es")
    assert run("language", "system") == (0, "es, as the environment says\n", "")
    assert run("language", "system").code == 0
    played = run("play", "--plain", "--seed", "3", stdin=b"quit\n")
    assert "Adiós" in played.out
    (tmp_path / "language").mkdir()
    failed = run("language", "zh")
    assert (failed.code, failed.out) == (5, "")
    assert failed.err.count("\n") == 1


def test_no_sign_of_french_begins_a_line() -> None:
    """Two-part signs stand behind a space, which must not be the end of a line."""
    text = (files("sapper") / "words" / "fr.json").read_text(encoding="utf-8")
    assert not re.findall(r".*\S [?!:;»].*|.*« .*", text)
    assert len(re.findall("\u00a0[?!:;»]", text)) > 100
