"""`sapper grade`: what is read, printed, saved and answered with."""

from __future__ import annotations

import csv
import json
import os
import re
import shutil
import signal
import subprocess
import sys
from pathlib import Path

import pytest
from commands import SAPPER, Run, runner
from waiting import PATIENCE, until

MODULES = Path(__file__).parent / "modules"
CHECKS = ["interface", "sound", "complete", "clean", "lasting"]


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd, "grade")


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    """A class: a plain solution, an unsound one, and files that are none."""
    made = tmp_path / "class"
    made.mkdir()
    for name in ("honest", "overlap_as_subset"):
        shutil.copy(MODULES / f"{name}.py", made)
    (made / "binary.py").write_bytes(bytes(range(256)))
    (made / "broken.py").write_text("class MinesweeperAI:\n    def add_knowledge(self:\n")
    (made / "empty.py").write_text("")
    (made / "no_sentence.py").write_text(
        "import honest\n\n\nclass MinesweeperAI(honest.MinesweeperAI):\n    pass\n"
    )
    (made / "runner.py").write_text("raise SystemExit('the window must not be opened')\n")
    (made / "notes.txt").write_text("not Python")
    return made


@pytest.mark.slow
def test_a_class_as_json_table_and_page(run: Run, folder: Path, tmp_path: Path) -> None:
    table, page = tmp_path / "class.csv", tmp_path / "class.html"
    output = run(str(folder), "--seconds", "30", "--json", "--csv", str(table), "--html", str(page))
    assert output.code == 1  # something is unsound
    reports = {Path(one["file"]).stem: one for one in json.loads(output.out)}
    assert list(reports) == [
        "binary", "broken", "empty", "honest", "no_sentence", "overlap_as_subset"
    ]  # fmt: skip
    verdicts = {name: [one[check] for check in CHECKS] for name, one in reports.items()}
    assert verdicts["honest"] == [True] * 5
    assert verdicts["overlap_as_subset"] == [True, False, True, True, True]
    assert verdicts["binary"] == verdicts["broken"] == verdicts["empty"] == [False] * 5
    assert verdicts["no_sentence"] == [False, True, True, True, True]

    assert "line 2: SyntaxError" in reports["broken"]["findings"]["interface"][0]["message"]
    assert reports["broken"]["findings"]["interface"][0]["line"] == 2
    assert "MinesweeperAI" in reports["empty"]["findings"]["interface"][0]["message"]
    missing = reports["no_sentence"]["findings"]["interface"]
    assert [one["message"] for one in missing] == ["there is no class Sentence"]
    assert reports["honest"]["points"] == reports["honest"]["most_points"] == 25
    false = reports["overlap_as_subset"]["findings"]["sound"][0]
    assert false["exhibit"]["python"][0].startswith("ai = MinesweeperAI(height=")
    assert len(false["exhibit"]["moves"]) == len(false["exhibit"]["python"]) - 1
    assert false["exhibit"]["counterexample"]

    rows = list(csv.DictReader(table.read_text().splitlines()))
    assert [row["sound"] for row in rows] == [str(one["sound"]).lower() for one in reports.values()]
    text = page.read_text()
    assert text.count('<section id="file-') == 6
    assert '<svg class="growth"' in text
    assert 'class="sapper-picture"' in text
    assert not re.search(r"(src|href)=\"(?!#)|url\(|@import", text)


@pytest.mark.slow
def test_a_file_in_words(run: Run) -> None:
    output = run(str(MODULES / "overlap_as_subset.py"), "--seconds", "30")
    assert output.code == 1
    assert "sound: NO" in output.out
    assert "it concludes that" in output.out
    assert "Why it is false:" in output.out
    assert "ai.add_knowledge(" in output.out
    assert "but all numbers agree with:" in output.out
    assert "✱" in output.out
    assert "check50" in output.out
    assert max(map(len, output.out.splitlines())) < 200  # nothing is padded to a screen's width


@pytest.mark.slow
def test_without_a_fault_the_exit_code_is_0(run: Run) -> None:
    output = run(str(MODULES / "honest.py"), "--seconds", "30")
    assert output.code == 0
    assert "25 of 25 points" in output.out
    assert "NO" not in output.out


@pytest.mark.slow
def test_names_that_are_html_are_only_names(run: Run, tmp_path: Path) -> None:
    named = tmp_path / "<script>alert(1)<"
    named.mkdir()
    (named / "minesweeper.py").write_text("raise ValueError('<img src=x onerror=alert(2)>')\n")
    page = tmp_path / "class.html"
    assert run(str(named), "--html", str(page)).code == 1
    assert "<script>alert" not in page.read_text()
    assert "<img" not in page.read_text()


@pytest.mark.skipif(sys.platform == "darwin", reason="names are text there")
def test_names_that_are_no_text_do_not_cost_the_class_its_report(run: Run, tmp_path: Path) -> None:
    for name in (b"M\xfcller", b"\x1b[31mred"):
        student = tmp_path / os.fsdecode(name)
        student.mkdir()
        (student / "minesweeper.py").write_text("(")
    table, page = tmp_path / "class.csv", tmp_path / "class.html"
    output = run(str(tmp_path), "--csv", str(table), "--html", str(page))
    assert output.code == 1
    assert "M?ller" in table.read_text()
    assert "M?ller" in page.read_text()
    assert "?[31mred" in output.out
    assert "\x1b[31mred" not in output.out


@pytest.mark.slow
def test_many_files_each_get_a_report(run: Run, tmp_path: Path) -> None:
    honest = (MODULES / "honest.py").read_text()
    for number in range(12):
        student = tmp_path / f"student{number:02}"
        student.mkdir()
        (student / "minesweeper.py").write_text("(" if number % 6 else honest)
    output = run(str(tmp_path), "--seconds", "30", "--json")
    reports = json.loads(output.out)
    assert [Path(one["file"]).parent.name for one in reports] == [
        f"student{number:02}" for number in range(12)
    ]
    assert [one["sound"] for one in reports] == [number % 6 == 0 for number in range(12)]


def test_what_can_not_be_graded_is_bad_input(run: Run, tmp_path: Path) -> None:
    for arguments, complaint in (
        ((), "name the files to grade"),
        ((str(tmp_path),), "there is no Python file to grade in this folder"),
        ((str(MODULES), "--seconds", "0"), "--seconds"),
    ):
        output = run(*arguments)
        assert output.code == 2
        assert complaint in output.err
        assert output.out == ""


def test_a_file_that_is_missing_or_no_rubric_has_the_exit_code_of_files(
    run: Run, tmp_path: Path
) -> None:
    no_rubric = tmp_path / "rubric.toml"
    for text in ("points = 3", "[points", "[points]\nsounds = 1"):
        no_rubric.write_text(text)
        output = run(str(MODULES), "--rubric", str(no_rubric))
        assert (output.code, output.out) == (5, "")
        assert f"{no_rubric}: " in output.err
    for arguments in (
        (str(tmp_path / "nowhere.py"),),
        (str(MODULES), "--rubric", str(tmp_path / "none.toml")),
    ):
        output = run(*arguments)
        assert (output.code, output.out) == (5, "")
        assert f"{arguments[-1]}: No such file" in output.err


def test_the_rubric_is_printed_to_be_edited(run: Run, tmp_path: Path) -> None:
    output = run("--show-rubric")
    assert output.code == 0
    assert "[points]" in output.out
    path = tmp_path / "rubric.toml"
    path.write_text(output.out.replace("interface = 4", "interface = 40"))
    broken = tmp_path / "broken.py"
    broken.write_text("(")
    judged = run(str(broken), "--rubric", str(path), "--json")
    (report,) = json.loads(judged.out)
    assert (report["points"], report["most_points"]) == (0, 61)


@pytest.mark.slow
def test_ctrl_c_gives_what_is_done_so_far(tmp_path: Path) -> None:
    (tmp_path / "a.py").write_text("(")
    (tmp_path / "b.py").write_text("import time\nopen('begun', 'w')\ntime.sleep(600)\n")
    process = subprocess.Popen(
        [*SAPPER, "grade", str(tmp_path), "--json", "--workers", "1"],
        stdout=subprocess.PIPE,
        text=True,
        # Whoever runs the tests in the background may have told all below to ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    until((tmp_path / "begun").exists)
    process.send_signal(signal.SIGINT)
    out, _ = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    assert [Path(one["file"]).name for one in json.loads(out)] == ["a.py"]


def test_a_file_that_is_no_python_is_refused_before_anything_is_judged(
    run: Run, folder: Path
) -> None:
    refused = run(str(folder / "notes.txt"))
    assert (refused.code, refused.out) == (2, "")
    assert refused.err.endswith("notes.txt: not a Python file, whose name ends in .py\n")
