"""The laboratory's commands, as a user meets them."""

from __future__ import annotations

import io
import json
import shlex
from pathlib import Path

import pytest
from commands import Run, imported_by, runner
from rich.console import Console

from sapper.interface.terminal.lab_progress import LabProgress
from sapper.lab.experiments import Experiment, WinRate
from sapper.lab.portions import Chunk
from sapper.lab.run import unfinished
from sapper.lab.store import Store


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd, "lab")


WIN_RATE = ("run", "win-rate", "--agents", "exact", "--levels", "beginner", "--games", "200")


@pytest.mark.slow
def test_a_table_from_a_run_and_again_from_the_store(run: Run, tmp_path: Path) -> None:
    code, table, complaint = run(*WIN_RATE, "--out", str(tmp_path))
    told = f"Saved in {tmp_path / 'lab.sqlite'}; `sapper lab report {tmp_path}` writes a report.\n"
    assert (code, complaint) == (0, told)
    assert "95 % interval" in table
    assert table.splitlines()[1].split()[:5] == ["beginner", "safe", "0,0", "exact", "200"]
    assert run(*WIN_RATE, "--out", str(tmp_path))[1] == table
    renamed = ["--level" if word == "--levels" else word for word in WIN_RATE]
    assert run(*renamed, "--start", "safe,opening", "--out", str(tmp_path))[1] == table
    code, listed, _ = run("report", str(tmp_path))
    assert code == 0
    assert str(tmp_path / "report.html") in listed.splitlines()
    code, listed, _ = run("report", str(tmp_path), "--to", str(tmp_path / "elsewhere"))
    assert (tmp_path / "elsewhere" / "win-rate.csv").exists()


def test_compare_and_density(run: Run, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path), "--games", "150")
    code, found, _ = run("compare", "exact", "exact:budget=99999", "-l", "9x9/10", *out)
    assert code == 0
    assert "exact test (McNemar) p = 1" in [" ".join(line.split()) for line in found.splitlines()]
    code, found, _ = run(
        "compare", "exact", "exact:budget=99999", "--level", "beginner", "--sprt", "0,30", *out
    )
    assert code == 0
    assert "is 0 points rather than 30 (false alarms 5 %, misses 5 %)" in found
    code, found, _ = run("density", "--agents", "exact", "--size", "8x8", "--mines", "4:12:4", *out)
    assert code == 0
    assert [line.split()[1] for line in found.splitlines()[1:4]] == ["4", "8", "12"]


def test_the_command_of_a_record_gives_the_same_again(run: Run, tmp_path: Path) -> None:
    arguments = ["compare", "exact", "exact:budget=99999", "--sprt", "0,30", "--first", "1,2"]
    arguments += ["--level", "beginner"]
    _, found, _ = run(*arguments, "--json", "--out", str(tmp_path / "first"))
    (row,) = json.loads(found)
    told = shlex.split(row["command"])
    assert told[:2] == ["sapper", "lab"]
    _, again, _ = run(*told[2:], "--json", "--out", str(tmp_path / "second"))
    assert json.loads(again) == [row]


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("run", "win-rate", "--agents", "deep"), "no agent is called 'deep'"),
        (("run", "win-rate", "--agents", "expert:start=foo"), "no start rule is called 'foo'"),
        (("run", "win-rate", "--agents", "resolution:width=x"), "can't be made"),
        (("run", "win-rate", "--agents", ""), "nothing to measure"),
        (("run", "win-rate", "--agents", "exact,"), "a comma in 'exact,' has nothing on one side"),
        (("run", "win-rate", "--games", "0"), "--games"),
        (("run", "win-rate", "--first", "x"), "a cell reads ROW,COLUMN"),
        (
            ("run", "win-rate", "--levels", "9x9"),
            "a size reads HEIGHTxWIDTH/MINES, as in 16x30/99, not '9x9'",
        ),
        (("run", "win-rate", "--scheduler", "foo"), "a scheduler reads tcp://HOST:PORT, not 'foo'"),
        (("run", "win-rate", "--scheduler", "tcp://foo:0"), "a scheduler reads tcp://HOST:PORT"),
        (("compare", "exact"), "B"),
        (("compare", "exact", "exact"), "the same thing twice"),
        (("compare", "exact", "random", "--sprt", "1"), "bounds read LOWER,UPPER"),
        (("compare", "exact", "random", "--sprt", "1,0"), "a lower and a larger upper"),
        (("density", "--mines", "1:x"), "numbers read"),
        (("density", "--mines", "3:9:0"), "numbers read"),
        (("density", "--mines", f"1:{10**30}"), "more than 10,000 numbers"),
        (("density", "--size", "8"), "a size reads"),
    ],
)
def test_bad_input_is_one_line_and_code_2(
    run: Run, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    code, table, complaint = run(*arguments, "--out", str(tmp_path / "out"))
    assert (code, table) == (2, "")
    assert said in complaint
    assert len(complaint.splitlines()) == 1
    assert not (tmp_path / "out").exists()


def test_a_report_of_nothing_is_one_line_and_code_5(run: Run) -> None:
    code, table, complaint = run("report", "no-such-folder")
    assert (code, table) == (5, "")
    assert "there are no results in no-such-folder" in complaint
    assert len(complaint.splitlines()) == 1


def test_a_damaged_store_is_one_line_and_code_5(run: Run, tmp_path: Path) -> None:
    run(*WIN_RATE, "--out", str(tmp_path))
    store = tmp_path / "lab.sqlite"
    content = store.read_bytes()
    store.write_bytes(content[: len(content) // 2])
    for arguments in ((*WIN_RATE, "--out", str(tmp_path)), ("report", str(tmp_path))):
        code, table, complaint = run(*arguments)
        assert (code, table) == (5, "")
        assert "is damaged" in complaint
        assert len(complaint.splitlines()) == 1


def test_a_folder_that_can_hold_nothing_is_refused(run: Run, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    code, _, complaint = run(*WIN_RATE, "--out", str(tmp_path / "file" / "folder"))
    assert code == 5
    assert "can't hold results" in complaint


def test_help_imports_nothing_heavy() -> None:
    imported = imported_by("lab", "run", "win-rate", "--help")
    assert "typer" in imported
    assert not imported & {
        "numpy",
        "rich.console",
        "matplotlib",
        "distributed",
        "sqlite3",
        "sapper.lab",
    }


def test_nothing_left_to_play_shows_no_progress() -> None:
    screen = Console(file=io.StringIO(), force_terminal=True, width=120)
    with LabProgress([], screen):
        pass
    assert screen.file.getvalue() == ""  # type: ignore[attr-defined]


GAMES = ("run", "win-rate", "--agents", "exact", "--levels", "beginner", "--games", "9")
BOARDS = ("run", "resolution-study", "--levels", "3x3/1", "--disclosed", "2", "--games", "9")


@pytest.mark.parametrize("finished", [0, 2])
@pytest.mark.parametrize("options", [[], ["--json"]])
@pytest.mark.parametrize(("arguments", "counted"), [(GAMES, "game"), (BOARDS, "board")])
def test_ctrl_c_promises_only_what_is_saved(
    run: Run,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    finished: int,
    options: list[str],
    arguments: tuple[str, ...],
    counted: str,
) -> None:
    def interrupted(experiment: Experiment, store: Store, *_: object, **__: object) -> None:
        case = experiment.cases[0]
        if finished:
            store.add(case, 0, case.measure(0, finished))
        raise KeyboardInterrupt

    monkeypatch.setattr("sapper.lab.run.run", interrupted)
    code, out, err = run(*arguments, "--out", str(tmp_path), *options)
    told = json.loads(out)["error"]["message"] if options else err
    assert code == 130
    promise = f" {counted}s are saved; the same command with --resume continues"
    assert (promise in told) == bool(finished)
    assert (f"stopped; no {counted} was finished" in told) == (not finished)


def test_progress_shows_rate_and_time_left() -> None:
    experiment = WinRate(100, 1, agents=("exact",), levels=("beginner",), starts=("safe",))
    screen = Console(file=io.StringIO(), force_terminal=True, width=120)
    with Store(":memory:") as store:
        gaps = unfinished(experiment, store)
    with LabProgress(gaps, screen, "board") as progress:
        case = gaps[0].case
        progress(Chunk(case, 0, 50), case.measure(0, 50))
        left = progress.seconds_left(elapsed=8.0)
    assert left == pytest.approx(8.0)
    shown = screen.file.getvalue()  # type: ignore[attr-defined]
    assert "50 of 100 boards" in shown
    assert "boards/s" in shown
    assert "left" in shown
