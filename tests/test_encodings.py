"""Output that can't be encoded: plain signs in every command, and nothing lost in JSON."""

from __future__ import annotations

import io
import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import NamedTuple

import pytest
from commands import SAPPER, Run, runner

from sapper import catalogue
from sapper.interface.commands.main import main
from sapper.interface.encodable import (
    ANY_OF,
    HANDLER_ON_A_SCREEN,
    ON_A_SCREEN,
    SIGNS,
    degrade_output,
    encodable,
    is_readable,
)

ROOT = Path(__file__).parent.parent
SOURCES = sorted((ROOT / "src" / "sapper").rglob("*.py"))
CHINESE = re.compile("[\u3000-\u303f\u4e00-\u9fff\uff00-\uffef]")
TIMES = re.compile(rb"[\d.]+ (ns|us|\xb5s|\xc2\xb5s|ms|s)\b *|\d+:\d\d")
POSITION = b"11#\n###\n"

COMMANDS: dict[str, tuple[list[str], bytes]] = {
    "watch": (["watch", "--level", "beginner", "--seed", "2", "--explain"], b""),
    "analyze": (["analyze", "--mines", "1"], POSITION),
    "explain": (["explain", "-", "1,0", "--mines", "2"], b"1##\n###\n"),
    "explain in French": (["explain", "-", "0,2", "-m", "1", "--lang", "fr"], b"###\n111\n"),
    "explain in Spanish": (["explain", "-", "0,2", "-m", "1", "--lang", "es"], b"###\n111\n"),
    "solve": (["solve", "-", "--first", "1,1"], b"*1\n11\n"),
    "levels": (["levels"], b""),
    "history": (["history"], b""),
    "review": (["history", "show", ""], b""),
    "lab": (["lab", "run", "win-rate", "-n", "9", "--levels", "9x9/10", "--agents", "exact"], b""),
    "plain game": (["play", "--plain", "--seed", "3"], b"r 4 4\nhint\nwhy 0 0\nabcdef" + b"g" * 30),
    "an error": (["watch", "--size", "3x3/12"], b""),
    "help": (["lab", "compare", "--help"], b""),
    "the version": (["--version"], b""),
}


class Written(NamedTuple):
    """What a command wrote, and its exit code."""

    returncode: int
    stdout: bytes
    stderr: bytes


def run_in(encoding: str, arguments: list[str], stdin: bytes, home: Path) -> Written:
    """A command whose output has that encoding, run in this process: many start too slowly."""
    out, err = io.BytesIO(), io.BytesIO()
    with pytest.MonkeyPatch.context() as patch:
        patch.chdir(home)
        patch.setenv("SAPPER_HOME", str(home))
        patch.delenv("FORCE_COLOR", raising=False)
        patch.setattr(sys, "argv", ["sapper", *arguments])
        patch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin)))
        patch.setattr(sys, "stdout", io.TextIOWrapper(out, encoding))
        patch.setattr(sys, "stderr", io.TextIOWrapper(err, encoding, "backslashreplace"))
        with pytest.raises(SystemExit) as stopped:
            main()
        sys.stdout.flush()
        sys.stderr.flush()
        catalogue.speak(catalogue.ENGLISH)
        assert isinstance(stopped.value.code, int)
        return Written(stopped.value.code, out.getvalue(), err.getvalue())


def run_a_process_in(
    encoding: str, arguments: list[str], stdin: bytes, home: Path
) -> subprocess.CompletedProcess[bytes]:
    """A command whose output is a pipe in that encoding."""
    environment = {
        **os.environ,
        "PYTHONIOENCODING": encoding,
        "PYTHONUTF8": "0",
        "SAPPER_HOME": str(home),
    }
    environment.pop("FORCE_COLOR", None)
    return subprocess.run(
        [*SAPPER, *arguments], input=stdin, env=environment, cwd=home, capture_output=True
    )


@pytest.fixture(scope="module")
def home(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with one game in it, which was lost."""
    folder = tmp_path_factory.mktemp("home")
    every_cell = "".join(f"r {row} {column}\n" for row in range(9) for column in range(9))
    lost = run_in("utf-8", ["play", "--plain", "--seed", "3"], every_cell.encode(), folder)
    assert "The game is lost." in lost.stdout.decode()
    return folder


@pytest.mark.parametrize(("arguments", "stdin"), COMMANDS.values(), ids=COMMANDS)
def test_a_pipe_gets_the_same_in_plain_signs(
    arguments: list[str], stdin: bytes, home: Path, tmp_path: Path
) -> None:
    told = {}
    for encoding in ("utf-8", "cp1252", "ascii"):
        copy = shutil.copytree(home, tmp_path / encoding)  # a run may add a game to it
        ended = run_in(encoding, arguments, stdin, copy)
        told[encoding] = ended
        assert b"Traceback" not in ended.stderr
        for output in (ended.stdout, ended.stderr):
            output.decode(encoding)  # or it raises an error
            assert b"\\u" not in output
            assert b"\\x" not in output
    whole = told["utf-8"]
    assert whole.stdout + whole.stderr
    for encoding in ("cp1252", "ascii"):
        plain = told[encoding]
        assert plain.returncode == whole.returncode
        for written, meant in ((plain.stdout, whole.stdout), (plain.stderr, whole.stderr)):
            expected = encodable(meant.decode(), encoding).encode(encoding)
            assert TIMES.sub(b"", written) == TIMES.sub(b"", expected)


def test_boards_and_legends_change_together(tmp_path: Path) -> None:
    shown = run_a_process_in(
        "ascii", ["analyze", "--mines", "1"], POSITION, tmp_path
    ).stdout.decode()
    assert shown.startswith("  1  1  o\n.50.50  o\no safe   * mine   .12 a mine")
    shown = run_a_process_in("cp1252", ["levels"], b"", tmp_path).stdout.decode("cp1252")
    assert "16×30" in shown


def test_json_is_escaped_and_loses_nothing(tmp_path: Path) -> None:
    told = [
        run_in(encoding, ["watch", "--size", "3x3/12", "--json"], b"", tmp_path).stdout
        for encoding in ("utf-8", "ascii")
    ]
    assert told[1].isascii()
    assert json.loads(told[0]) == json.loads(told[1])
    assert "3×3" in json.loads(told[1])["error"]["message"]


def test_a_script_without_plain_signs_is_refused(tmp_path: Path) -> None:
    arguments = ["explain", "-", "0,2", "--mines", "1", "--lang", "zh"]
    refused = run_in("ascii", arguments, b"###\n111\n", tmp_path)
    assert (refused.returncode, refused.stdout) == (2, b"")
    assert refused.stderr == (
        b"sapper: this output can't be written in ascii; choose another --lang\n"
    )
    shown = run_in("ascii", [*arguments, "--json"], b"###\n111\n", tmp_path)
    assert shown.returncode == 0
    assert json.loads(shown.stdout)["cell"] == [0, 2]


def test_the_help_is_ascii(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    """The parser writes it itself, and would write UTF-8 to an output that is ASCII."""
    run: Run = runner(monkeypatch, capfd)
    names = re.findall(r"^  ([a-z-]+)  ", run("--help").out.split("Commands:")[1], re.MULTILINE)
    assert len(names) > 10
    groups = [["lab", "run", "win-rate"], ["lab", "run", "resolution-study"], ["lab", "compare"]]
    groups += [["lab", "density"], ["lab", "report"], ["history", "show"], ["history", "delete"]]
    for command in [[], *([name] for name in names), *groups]:
        assert run(*command, "--help").out.isascii(), command


def test_every_sign_in_the_sources_has_a_plain_one() -> None:
    signs = {sign for path in SOURCES for sign in CHINESE.sub("", path.read_text())}
    assert "⚑" in signs
    assert {sign for sign in signs if not is_readable(sign, "ascii")} == set()


def test_on_a_screen_a_sign_stays_one_character_wide() -> None:
    signs = {*SIGNS, *ON_A_SCREEN, *"中é", *(chr(one) for many in ANY_OF for one in many)}
    for sign in signs:
        assert len(sign.encode("ascii", HANDLER_ON_A_SCREEN)) == 1, sign


def test_what_is_no_text_at_all_is_written_by_its_code() -> None:
    assert encodable("\udcff.mine", "utf-8") == r"\udcff.mine"
    assert encodable("中", "cp1252") == r"\u4e2d"


def test_streams_that_are_no_text_files_are_left_alone(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdout", io.StringIO())
    monkeypatch.setattr(sys, "stderr", None)
    degrade_output()
    assert isinstance(sys.stdout, io.StringIO)
