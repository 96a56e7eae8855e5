"""Broken replays: one line about each, whatever it does to whoever reads it."""

from __future__ import annotations

import json
import random
from pathlib import Path

import pytest
import replay_files
from commands import Run, runner
from pseudo_language import CODE as PSEUDO
from pseudo_language import english_in, speak_pseudo

from sapper import replays
from sapper.errors import ParseError
from sapper.extras import install_command
from sapper.replays import foreign

CHANGES = 6


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path / "home"))
    return runner(monkeypatch, capfd, "review")


def broken(data: bytes, seed: int) -> bytes:
    """Cut off somewhere, or with some bytes changed, most of them near the beginning."""
    rng = random.Random(seed)
    if seed % 2:
        return data[: rng.randrange(len(data))]
    changed = bytearray(data)
    for _ in range(rng.choice((1, 4, 40))):
        changed[int(len(data) * rng.random() ** 3)] = rng.randrange(256)
    return bytes(changed)


@pytest.mark.slow
@pytest.mark.parametrize("ending", replay_files.WRITERS)
def test_a_broken_file_is_told_in_one_line_or_read(ending: str) -> None:
    data = replay_files.WRITERS[ending](replay_files.played()[0])
    told = complaints(data, f"game.{ending}", CHANGES)
    assert told
    assert all(words.startswith(f"game.{ending}: ") and "\n" not in words for words in told)


def test_broken_files_of_our_own_are_told_in_one_line_or_read(tmp_path: Path) -> None:
    game, _ = replay_files.played()
    recording = replays.loads(replay_files.rmv(game), "game.rmv")
    replays.save(recording, tmp_path / "game.json")
    told = complaints((tmp_path / "game.json").read_bytes(), "game.json", 300)
    assert len(told) > 5
    assert all(words.startswith("game.json: ") and "\n" not in words for words in told)


def complaints(data: bytes, name: str, changes: int) -> set[str]:
    """What is said of the file, broken in so many ways; any other error than ours is raised."""
    told = set()
    for seed in range(changes):
        try:
            replays.play_back(replays.loads(broken(data, seed), name))
        except ParseError as error:
            told.add(str(error))
    return told


OWN = {
    "kind": "replay",
    "version": 1,
    "board": {"height": 1, "width": 3, "mines": [[0, 0]]},
    "events": [[0, "open", 2.5, 0.5]],
}


@pytest.mark.parametrize(
    ("changed", "complaint"),
    [
        ({"kind": "view"}, "'kind' must be 'replay'"),
        ({"version": 2}, "version 2 of the format; Sapper reads 1"),
        ({"version": True}, "version True of the format; Sapper reads 1"),
        ({"board": {"height": 1, "width": 3, "mines": [[0, 3]]}}, "(0, 3)"),
        ({"board": {"height": 1, "width": 3, "mines": [[0, 0], [0, 0]]}}, "listed twice"),
        ({"board": {"height": 1, "width": 3, "mines": [0]}}, "a cell is [row, column], not 0"),
        ({"events": []}, "no click on its board"),
        ({"events": [[0, "open", 9, 0]]}, "no click on its board"),
        ({"events": [[0, "jump", 1, 0]]}, "event 1: an event is [seconds, kind, x, y]"),
        ({"events": [[0, "open", 1, 0], [0, ["open"], 1, 0]]}, "event 2: an event is"),
        (
            {"events": [[1e8, "open", 1, 0]]},
            "event 1: seconds is 100000000.0, not between ±10,000,000",
        ),
        ({"events": [[10**400, "open", 1, 0]]}, "event 1: seconds is 1000"),
        (
            {"events": [[0, "open", 1, 1e7]]},
            "event 1: y is 10000000.0, not between ±100,000",
        ),
        ({"events": [[1, "open", 1, 0], [0.5, "open", 2, 0]]}, "0.5 seconds come after 1"),
        ({"player": 7}, "'player' must be text"),
        ({"board": {"height": 1, "width": 1, "mines": [[0, 0]]}}, "the board has no safe cell"),
        ({"stated": {"won": 1}}, "'stated': 'won' can't be 1"),
        ({"stated": {"three_bv": 1.5}}, "'stated': 'three_bv' can't be 1.5"),
    ],
)
def test_what_is_wrong_with_our_own_format_is_named(
    changed: dict[str, object], complaint: str
) -> None:
    replays.loads(json.dumps(OWN).encode(), "a.json")
    with pytest.raises(ParseError) as raised:
        replays.loads(json.dumps(OWN | changed).encode(), "a.json")
    assert complaint in str(raised.value)


def test_a_game_that_breaks_its_own_start_rule_is_refused() -> None:
    lost = OWN | {"board": {"height": 1, "width": 3, "mines": [[0, 1]]}}
    lost |= {"events": [[0, "open", 1.5, 0.5]], "game": {"start": "any", "seed": "1"}}
    assert replays.play_back(replays.loads(json.dumps(lost).encode(), "a.json")).record.entries
    lost |= {"game": {"start": "safe", "seed": "1"}}
    recording = replays.loads(json.dumps(lost).encode(), "a.json")
    with pytest.raises(ParseError, match="a mine, which start rule 'safe' excludes"):
        replays.play_back(recording)


@pytest.mark.parametrize(
    ("script", "complaint"),
    [
        ("import time; time.sleep(600)", "reading it took more than 1 seconds"),
        (
            "import os; open('crash.log', 'w'); os.abort()",
            "the reader of this format crashed on it",
        ),
        ("print('[]')", "the file is damaged, or no .evf at all"),
        ("""print('{"board": []}')""", "the file is damaged, or no .evf at all"),
        ("print('{}')", "this is no replay: 'board'"),
    ],
)
def test_a_parser_that_stalls_crashes_or_lies_harms_nobody(
    script: str, complaint: str, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    (tmp_path / "library.py").write_text(script)
    monkeypatch.setattr(foreign, "LIBRARY", tmp_path / "library.py")
    monkeypatch.setattr(foreign, "SECONDS", 1.0)
    monkeypatch.chdir(tmp_path)  # where a user would be, who must find no log of it there
    with pytest.raises(ParseError) as raised:
        replays.loads(b"*", "game.evf")
    assert complaint in str(raised.value)
    assert [left.name for left in tmp_path.iterdir()] == ["library.py"]


@pytest.mark.parametrize("ending", [*replay_files.WRITERS, "json"])
def test_an_empty_file_is_called_empty(ending: str) -> None:
    with pytest.raises(ParseError, match=rf"^game\.{ending}: the file is empty$"):
        replays.loads(b"", f"game.{ending}")


def test_a_file_name_stands_in_one_line_as_it_is() -> None:
    name = f"a\n  {300 * 'b'}.evf"
    with pytest.raises(ParseError) as raised:
        replays.loads(b"", name)
    assert str(raised.value) == f"a   {300 * 'b'}.evf: the file is empty"


def test_names_from_a_file_control_no_terminal(tmp_path: Path) -> None:
    named = OWN | {"player": "\x1b]0;Ann\x07\ud800\n" + 300 * "n", "program": "a\u202eb"}
    recording = replays.loads(json.dumps(named).encode(), "a.json")
    assert recording.player.startswith("]0;Ann nnn")
    assert (len(recording.player), recording.program) == (200, "a b")
    for ending in ("json", "evf"):
        replays.save(recording, tmp_path / f"a.{ending}")
        assert replays.load(tmp_path / f"a.{ending}").player == recording.player


def test_the_command_reviews_saves_and_refuses(run: Run, tmp_path: Path) -> None:
    game, clicks = replay_files.played()
    file = tmp_path / "game.rmv"
    file.write_bytes(replay_files.rmv(game))
    shown = run(str(file))
    assert shown.code == 0
    assert "Played by Ann, recorded by Viennasweeper." in shown.out
    assert "The file's own statistics are right." in shown.out
    content = json.loads(run(str(file), "--json").out)
    assert [step["entry"]["cell"] for step in content["review"]["steps"]] == [
        list(cell) for _, _, cell in clicks
    ]
    assert content["path"][-1][0] == game.seconds
    again = json.loads(run(str(file), "--json", "--lang", "fr").out)
    assert again["words"] == content["words"]  # JSON stays English
    assert "no language is called 'xx'" in run(str(file), "--json", "--lang", "xx").out
    copy = tmp_path / "game.evf"
    assert run(str(file), "--out", str(copy)).code == 0
    content = copy.read_bytes()
    refused = run(str(file), "--out", str(copy))
    assert (refused.code, refused.err) == (2, f"sapper: {copy} exists; --force replaces it\n")
    copy.write_bytes(b"")
    assert run(str(file), "--out", str(copy), "--force").code == 0
    assert copy.read_bytes() == content
    assert "Played by Ann, recorded by Sapper." in run(str(tmp_path / "game.evf")).out

    for name, data in (("game.rmv", b"*rmv"), ("game.txt", b""), ("game.json", b"{")):
        (tmp_path / name).write_bytes(data)
        refused = run(str(tmp_path / name))
        assert (refused.code, refused.out) == (5, "")
        assert refused.err.startswith(f"sapper: {tmp_path / name}: ")
        assert refused.err.count("\n") == 1
    assert run(str(tmp_path / "none.evf")).code == 5


def test_a_review_is_printed_in_the_language_that_was_chosen(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.rmv"
    file.write_bytes(replay_files.rmv(replay_files.played()[0]))
    speak_pseudo(monkeypatch)
    shown = run(str(file), "--plain", "--lang", PSEUDO)
    assert shown.code == 0
    names = {"Ann", "Viennasweeper", "BV", "IOE", "ZiNi", "HZiNi", "ZNE", "RQP", "QG", "STNB", "px"}
    assert english_in(shown.out) - names == set()


def test_without_the_library_it_is_said_how_to_install_it(
    run: Run, monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    monkeypatch.setitem(__import__("sys").modules, "ms_toollib", None)
    (tmp_path / "game.avf").write_bytes(b"*")
    refused = run(str(tmp_path / "game.avf"))
    assert refused.err == f"sapper: this needs ms_toollib: {install_command('replays')}\n"
