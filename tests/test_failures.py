"""How a failing command ends: an exit code that tells the reason, and JSON if it was asked for."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import tomllib
from pathlib import Path

import pytest
from commands import SAPPER, Run, runner

from sapper import errors
from sapper.interface.commands import main
from sapper.interface.commands.failures import ExitCode, exit_code_of

ROOT = Path(__file__).parent.parent
LATTICE = "\n".join("#" * 24 if row % 2 else "#3" * 12 for row in range(24)).encode()

FAILING: dict[str, tuple[list[str], bytes, ExitCode]] = {
    "an unknown option": (["watch", "--nope"], b"", ExitCode.USAGE),
    "an unknown level": (["watch", "--level", "hardest"], b"", ExitCode.USAGE),
    "an impossible size": (["watch", "--size", "3x3/12"], b"", ExitCode.USAGE),
    "a cell outside": (["explain", "-", "5,0", "-m", "1"], b"1#", ExitCode.USAGE),
    "too many mines": (["analyze", "-m", "9"], b"1#\n##", ExitCode.USAGE),
    "mines that the file has not": (["analyze", "-m", "2"], b"2x1x1\n1H\n", ExitCode.USAGE),
    "a game that is not there": (["history", "show", "nothing"], b"", ExitCode.USAGE),
    "clashing numbers": (["analyze", "-m", "1"], b"1#0", ExitCode.CONTRADICTION),
    "nothing to explain": (["explain", "-", "0,1", "-m", "1"], b"1#0", ExitCode.CONTRADICTION),
    "too few states": (
        ["explain", "-", "9,9", "-m", "190", "--budget", "9"],
        LATTICE,
        ExitCode.BUDGET,
    ),
    "a missing file": (["analyze", "no-such-file.mbf"], b"", ExitCode.FILE),
    "a folder": (["analyze", "/"], b"", ExitCode.FILE),
    "no position": (["analyze", "-m", "1"], b"1?z", ExitCode.FILE),
    "an impossible position": (["analyze", "-"], b"1x1x2\nH\n", ExitCode.FILE),
    "mines that show": (["analyze", "-"], b"*1\n11\n", ExitCode.FILE),
    "mines that are hidden": (["solve", "-"], b"2x1x1\n1H\n", ExitCode.FILE),
    "a first cell that is a mine": (["solve", "-"], b"*1\n11\n", ExitCode.USAGE),
    "a first cell outside": (["solve", "-", "--first", "2,0"], b"*1\n11\n", ExitCode.USAGE),
    "a place to write that is none": (["board", "-o", "/no/where.mbf"], b"", ExitCode.FILE),
}


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path))
    return runner(monkeypatch, capfd)


@pytest.mark.parametrize(("arguments", "stdin", "code"), FAILING.values(), ids=FAILING)
def test_the_exit_code_tells_the_reason(
    run: Run, arguments: list[str], stdin: bytes, code: ExitCode
) -> None:
    failed = run(*arguments, stdin=stdin)
    assert (failed.code, failed.out) == (code, "")
    assert failed.err.startswith("sapper: ")
    assert failed.err.count("\n") == 1


@pytest.mark.parametrize(("arguments", "stdin", "code"), FAILING.values(), ids=FAILING)
def test_under_json_the_error_is_json_on_standard_output(
    run: Run, arguments: list[str], stdin: bytes, code: ExitCode
) -> None:
    line = run(*arguments, stdin=stdin).err
    failed = run(*arguments, "--json", stdin=stdin)
    error = json.loads(failed.out)["error"]
    assert (failed.code, failed.err) == (code, "")
    assert (error["kind"], error["exit_code"]) == (code.name.lower(), code)
    assert line == f"sapper: {error['message']}\n"


@pytest.mark.parametrize("command", [["watch", "-l", "course", "--seed", "1"], ["analyze", "-m1"]])
def test_json_is_one_document_though_the_picture_can_not_be_saved(
    run: Run, tmp_path: Path, command: list[str]
) -> None:
    picture = str(tmp_path / "no" / "where.svg")
    failed = run(*command, "--json", "--svg", picture, stdin=b"11#\n###\n")
    assert json.loads(failed.out)["error"]["exit_code"] == failed.code == ExitCode.FILE


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (MemoryError(), ExitCode.BUDGET, "not enough memory"),
        (MemoryError("std::bad_alloc"), ExitCode.BUDGET, "not enough memory"),
        (OSError(28, "No space left on device"), ExitCode.FILE, "can't write: No space left"),
        (errors.ExtraMissing("scipy", "pip install …"), ExitCode.FAILURE, "this needs scipy"),
        (errors.AgentCrashed("deep", "why", "a board", 3), ExitCode.FAILURE, "crashed"),
        (errors.StoreError("lab.sqlite is damaged"), ExitCode.FILE, "is damaged"),
        (errors.NoTerminal("use --plain"), ExitCode.USAGE, "use --plain"),
        (KeyboardInterrupt(), ExitCode.INTERRUPTED, ""),
    ],
)
def test_whatever_a_command_ends_with_has_its_code(
    run: Run, monkeypatch: pytest.MonkeyPatch, error: BaseException, code: ExitCode, said: str
) -> None:
    def fail(standalone_mode: bool) -> None:
        raise error

    monkeypatch.setattr(main, "app", fail)
    failed = run("levels")
    assert failed.code == code
    assert said in failed.err


@pytest.mark.skipif(not Path("/dev/full").exists(), reason="there is no /dev/full here")
@pytest.mark.parametrize("unbuffered", ["", "1"])
@pytest.mark.parametrize("options", [[], ["--json"]])
def test_output_that_can_not_be_written_is_one_line_on_standard_error(
    options: list[str], unbuffered: str
) -> None:
    with Path("/dev/full").open("w") as full:
        failed = subprocess.run(
            [*SAPPER, "levels", *options],
            stdout=full,
            stderr=subprocess.PIPE,
            text=True,
            env={**os.environ, "PYTHONUNBUFFERED": unbuffered},
        )
    assert failed.stderr == "sapper: can't write: No space left on device\n"
    assert failed.returncode == ExitCode.FILE


INTERRUPTED = {"kind": "interrupted", "message": "interrupted", "exit_code": 130}


def press_ctrl_c(*_: object, **__: object) -> None:
    raise KeyboardInterrupt


@pytest.mark.parametrize("where", ["sapper.interface.commands.main.app", "sapper.formats.loads"])
def test_under_json_ctrl_c_is_told_in_json(
    run: Run, monkeypatch: pytest.MonkeyPatch, where: str
) -> None:
    monkeypatch.setattr(where, press_ctrl_c)
    stopped = run("analyze", "--json")
    assert stopped.code == ExitCode.INTERRUPTED
    assert json.loads(stopped.out) == {"error": INTERRUPTED}
    quiet = run("analyze")
    assert (quiet.code, quiet.out, quiet.err.strip()) == (ExitCode.INTERRUPTED, "", "")


def test_under_json_ctrl_c_shows_the_watched_game_instead(
    run: Run, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.interface.terminal.watch.agent_turns", press_ctrl_c)
    stopped = run("watch", "--json", "--level", "beginner")
    assert stopped.code == ExitCode.INTERRUPTED
    assert json.loads(stopped.out)["height"] == 9


@pytest.mark.parametrize("options", [[], ["--json"]])
def test_ctrl_c_while_the_command_is_imported_ends_it_quietly(options: list[str]) -> None:
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    module, _, function = settings["project"]["scripts"]["sapper"].partition(":")
    script = (
        "import signal, sys\n"
        "class PressCtrlC:\n"
        "    def find_spec(self, name, *_):\n"
        "        if name == 'typer': signal.raise_signal(signal.SIGINT)\n"
        "sys.meta_path.insert(0, PressCtrlC())\n"
        f"from {module} import {function} as start; start()"
    )
    stopped = subprocess.run(
        [sys.executable, "-c", script, "levels", *options],
        capture_output=True,
        text=True,
        # Whoever runs the tests in the background may have told all below to ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )
    assert (stopped.returncode, stopped.stderr) == (ExitCode.INTERRUPTED, "")
    assert (json.loads(stopped.stdout) if options else stopped.stdout) == (
        {"error": INTERRUPTED} if options else ""
    )


def test_every_error_of_sapper_has_an_exit_code() -> None:
    kinds = [kind for kind in vars(errors).values() if isinstance(kind, type)]
    raised = [kind.__new__(kind) for kind in kinds if issubclass(kind, errors.SapperError)]
    assert len(raised) > 20
    assert all(exit_code_of(error) in ExitCode for error in raised)


def test_the_help_and_the_manual_name_every_exit_code(run: Run) -> None:
    shown = " ".join(run("--help").out.split())
    manual = (ROOT / "docs" / "commands.md").read_text()
    for code in ExitCode:
        assert f" {code.value} " in shown
        assert f"| {code.value} |" in manual
    for code in set(ExitCode) - {ExitCode.DONE}:
        assert f"`{code.name.lower()}`" in manual
