"""The short course: its commands say what it shows."""

from __future__ import annotations

import re
import shlex
from pathlib import Path

import pytest
from commands import runner

import sapper
from sapper.formats import to_address

ROOT = Path(__file__).parent.parent
COURSE = (ROOT / "docs" / "course.md").read_text()
SHOWN = re.findall(r"```console\n\$ sapper (.*)\n((?:.*\n)*?)```", COURSE)
LESSONS = re.split(r"^## \d\. ", COURSE, flags=re.MULTILINE)[1:]
LEFT_OUT = "…"


@pytest.mark.parametrize(("command", "shown"), SHOWN, ids=[command for command, _ in SHOWN])
def test_commands_print_what_the_course_shows(
    command: str,
    shown: str,
    monkeypatch: pytest.MonkeyPatch,
    capfd: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(ROOT)
    monkeypatch.setenv("COLUMNS", "120")
    code, out, err = runner(monkeypatch, capfd)(*shlex.split(command))
    assert (code, err) == (0, "")
    # Spaces that keep words together, or end a line, are none in a document.
    out = re.sub(" +$", "", out.replace("\xa0", " "), flags=re.MULTILINE)
    parts = [re.escape(part) for part in shown.split(f"{LEFT_OUT}\n")]
    assert re.fullmatch("(?s:.*)".join(parts), out), out


def test_each_lesson_has_a_position_to_try_and_a_question_with_its_answer() -> None:
    titles = [lesson.splitlines()[0] for lesson in LESSONS]
    assert titles == ["Sentences", "Subsets", "Where they end", "Clauses", "Counting", "Guessing"]
    for lesson in LESSONS:
        assert "$ sapper " in lesson
        assert lesson.count("**Question.**") == lesson.count("<details>") == 1
        assert lesson.count("</details>") == lesson.count("<summary>Answer</summary>") == 1


@pytest.mark.parametrize("lesson", LESSONS, ids=lambda lesson: lesson.splitlines()[0])
def test_the_address_is_that_of_the_position(lesson: str) -> None:
    file = re.search(r"docs/course/\S+", lesson)
    address = re.search(r"`(\d+x\d+-(\d+)-\w+)`", lesson)
    assert file
    assert address
    mines = int(address[2]) if file[0].endswith(".txt") else None
    position = sapper.load(ROOT / file[0], mines=mines)
    assert isinstance(position, sapper.View)
    assert to_address(position) == address[1]
