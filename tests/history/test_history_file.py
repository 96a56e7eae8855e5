"""The file of the history: damaged, locked, full, read-only, shared, or nowhere."""

from __future__ import annotations

import json
import signal
import sqlite3
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from itertools import count
from pathlib import Path
from tempfile import TemporaryDirectory
from threading import Thread

import pytest
from played_tables import TINY, seat, win
from waiting import PATIENCE

from sapper.coach.file import TrainingFile
from sapper.coach.games import judge_games
from sapper.errors import HistoryError, SapperError
from sapper.game import Status
from sapper.history import History, file
from sapper.history.rows import ListedGame, say_kept
from sapper.history.statistics import COLUMNS, rules_of
from sapper.level import LEVELS, Level
from sapper.play.record import STRONGEST
from sapper.play.table import Setup, Table
from sapper.serialize import to_json
from sapper.sqlite import DamagedFile

# A process that is killed


PLAYING = """
import sys
from sapper.game import Status
from sapper.level import Level
from sapper.history import History
from sapper.play.table import Setup, Table

history = History.open(sys.argv[1])
table = Table(Setup(Level(16, 16, 40), seed=1), keeper=history)
print(table.identity, flush=True)
table.reveal((0, 0))
number = 1
while True:
    for cell in table.view.hidden():
        print(number, flush=True)  # so many turns are done
        assert table.flag(cell) is not None
        number += 1
"""


@pytest.mark.skipif(sys.platform == "win32", reason="there is no SIGKILL")
@pytest.mark.parametrize("turns", [1, 7, 60, 200])
def test_a_killed_process_loses_at_most_the_last_click(path: Path, turns: int) -> None:
    with subprocess.Popen(
        [sys.executable, "-c", PLAYING, str(path)], stdout=subprocess.PIPE, text=True
    ) as player:
        assert player.stdout is not None
        identity = player.stdout.readline().strip()
        for _ in range(turns):
            done = int(player.stdout.readline())
        player.send_signal(signal.SIGKILL)
        # It may have gone on until the signal came.
        done = max([done, *map(int, filter(str.strip, player.stdout))])
    with History.open(path) as history:
        assert history.message == ""
        table = history.table(identity)
        assert done <= len(table.entries) <= done + 1
        assert table.flag((15, 15)) is not None  # and it can be gone on with
        assert history.message == ""


# A file that can't be used


def damaged(path: Path, kind: str) -> bytes:
    """Put something unusable in the place of the file."""
    with History.open(path) as history:
        for seed in range(30):
            win(seat(history, seed, TINY))
        history._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        if kind == "newer":
            history._database.execute("PRAGMA user_version = 99")
        elif kind == "older":
            history._database.execute("PRAGMA user_version = 3")
        elif kind == "without a table":
            history._database.execute("DROP TABLE turn")
        elif kind == "without a column":
            history._database.execute("ALTER TABLE turn DROP COLUMN doer")
        history._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
    content = path.read_bytes()
    if kind == "truncated":
        content = content[: len(content) // 2]
    elif kind == "garbage":
        content = bytes(range(256)) * 64
    elif kind == "text":
        content = b"Dear diary,\n"
    elif kind == "holes":
        page = 4096
        content = content[:page] + bytes(len(content) - page)
    elif kind == "foreign":
        path.unlink()
        foreign = sqlite3.connect(path)
        foreign.execute("CREATE TABLE recipe (name TEXT)")
        foreign.close()
        content = path.read_bytes()
    path.write_bytes(content)
    return content


DAMAGES = [
    "truncated",
    "garbage",
    "text",
    "holes",
    "without a table",
    "without a column",
]


@pytest.mark.parametrize("kind", DAMAGES)
def test_a_damaged_file_is_set_aside(path: Path, kind: str) -> None:
    content = damaged(path, kind)
    with History.open(path) as history:
        assert "is damaged" in history.message
        assert "set aside as games.set-aside-" in history.message
        assert "\n" not in history.message
        assert history.is_kept
        assert history.count() == 0
        win(seat(history, level=TINY))
        assert history.count() == 1
    (aside,) = path.parent.glob("games.set-aside-*.sqlite3")
    assert aside.read_bytes() == content
    with History.open(path) as history:  # the fresh file is a good one
        assert (history.message, history.count()) == ("", 1)


def test_the_log_of_a_damaged_file_goes_with_it(path: Path) -> None:
    damaged(path, "without a column")
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("UPDATE game SET level = 'last'")  # stands in the write-ahead log alone
    with History.open(path) as history:
        assert "is damaged" in history.message
        win(seat(history, level=TINY))
    (aside,) = path.parent.glob("games.set-aside-*.sqlite3")
    assert Path(f"{aside}-wal").stat().st_size > 0
    other.close()
    again = sqlite3.connect(aside)
    assert again.execute("SELECT DISTINCT level FROM game").fetchall() == [("last",)]
    again.close()
    with History.open(path) as history:
        assert (history.message, history.count()) == ("", 1)


@pytest.mark.parametrize(
    ("kind", "owner"),
    [
        ("foreign", "another program"),
        ("newer", "a newer Sapper (it has schema 99, this one reads 4)"),
        ("older", "an older Sapper (it has schema 3, this one reads 4)"),
    ],
)
def test_a_file_of_others_is_left_alone_and_play_goes_on_in_memory(
    path: Path, kind: str, owner: str
) -> None:
    content = damaged(path, kind)
    with History.open(path) as history:
        assert history.message == f"Games are not saved: {path} belongs to {owner}."
        assert not history.is_kept
        table = win(seat(history, level=TINY))
        assert history.record(table.identity).status is Status.WON
    assert path.read_bytes() == content
    assert [found.name for found in path.parent.iterdir()] == [path.name]


def test_a_file_that_another_program_has_open_is_left_alone(path: Path) -> None:
    """What another program has written last stands beside its file, in the write-ahead log."""
    path.parent.mkdir()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("PRAGMA journal_mode = WAL")
    other.execute("CREATE TABLE recipe (name TEXT)")
    other.execute("INSERT INTO recipe VALUES ('soup')")
    before = path.read_bytes()
    with History.open(path) as history:
        assert "belongs to another program" in history.message
    assert path.read_bytes() == before
    assert other.execute("SELECT name FROM recipe").fetchall() == [("soup",)]
    other.close()


@pytest.mark.parametrize("is_back", [True, False])
def test_two_programs_find_the_damage_and_one_of_them_is_faster(
    path: Path, monkeypatch: pytest.MonkeyPatch, is_back: bool
) -> None:
    damaged(path, "garbage")
    connect = file.connect

    def connect_too_late(place: Path | str, most_bytes_checked: int = 0) -> sqlite3.Connection:
        monkeypatch.setattr(file, "connect", connect)
        if is_back:
            with History.open(path) as faster:
                win(seat(faster, level=TINY))
        else:
            path.rename(path.with_name("elsewhere"))
        raise DamagedFile("it was damaged when it was opened")

    monkeypatch.setattr(file, "connect", connect_too_late)
    with History.open(path) as history:
        assert history.message == ""
        assert history.count() == is_back  # what the other has kept is not set aside
        assert history.path == path


@pytest.mark.parametrize("size", [0, None])
def test_an_empty_file_or_none_is_a_fresh_one(path: Path, size: int | None) -> None:
    path.parent.mkdir()
    if size == 0:
        path.touch()
    with History.open(path) as history:
        assert history.message == ""
        assert history.is_kept


def test_a_file_that_breaks_during_play_is_set_aside(path: Path) -> None:
    with History.open(path) as history:
        for seed in range(200):
            seat(history, seed).reveal((0, 0))
        history._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        table = seat(history)
        table.flag((8, 8))
        history._database.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        with path.open("r+b") as file:
            file.seek(4096)
            file.write(b"\xff" * (path.stat().st_size - 4096))
        history._database.execute("PRAGMA shrink_memory")
        assert table.flag((8, 7)) is not None
        assert "set aside" in history.message
        assert [entry.cell for entry in history.record(table.identity).entries] == [
            *((8, 8), (8, 7))  # all of the game is in the fresh file
        ]


@pytest.mark.parametrize("place", ["file as a folder", "folder as a file", "nowhere"])
def test_where_nothing_can_be_written_play_goes_on(tmp_path: Path, place: str) -> None:
    (tmp_path / "file").write_text("in the way")
    path = {
        "file as a folder": tmp_path / "file" / "games.sqlite3",
        "folder as a file": tmp_path,
        "nowhere": tmp_path / "zero\0byte",
    }[place]
    with History.open(path) as history:
        assert history.message.startswith("Games are not saved: ")
        assert not history.is_kept
        table = win(seat(history, level=TINY))
        assert history.record(table.identity).status is Status.WON
    assert (tmp_path / "file").read_text() == "in the way"


READ_ONLY = """
import os, sys
from sapper.level import Level
from sapper.history import History
from sapper.play.table import Setup, Table

if os.geteuid() == 0:  # root may write anywhere
    os.setuid(65534)
with History.open(sys.argv[1]) as history:
    table = Table(Setup(Level(9, 9, 10), seed=1), keeper=history)
    assert table.reveal((0, 0)) is not None
    assert history.record(table.identity).entries == table.entries
    print(history.message)
"""


@pytest.mark.skipif(sys.platform == "win32", reason="permissions are another matter there")
@pytest.mark.parametrize("is_there", [True, False])
def test_a_folder_that_can_only_be_read(is_there: bool) -> None:
    with TemporaryDirectory() as directory:
        path = Path(directory) / "games.sqlite3"
        if is_there:
            with History.open(path) as history:
                seat(history).reveal((0, 0))
            path.chmod(0o444)
        Path(directory).chmod(0o555)
        shown = subprocess.run(
            [sys.executable, "-c", READ_ONLY, str(path)], capture_output=True, text=True
        )
        Path(directory).chmod(0o755)
    assert shown.stdout.startswith(f"Games are not saved: {path}: "), shown.stderr


def test_a_file_that_turns_read_only_and_back(path: Path) -> None:
    with History.open(path) as history:
        table = seat(history)
        table.reveal((0, 0))
        history._database.execute("PRAGMA query_only = ON")
        assert table.flag((8, 8)) is not None
        assert "not saved yet" in history.message
        assert len(history.record(table.identity).entries) == 1
        history._database.execute("PRAGMA query_only = OFF")
        assert table.flag((8, 7)) is not None
        assert history.message == ""  # all is made up for
        assert history.record(table.identity).entries == table.entries


def test_a_full_disk(path: Path) -> None:
    with History.open(path) as history:
        table = seat(history)
        table.reveal((0, 0))
        pages = history._database.execute("PRAGMA page_count").fetchone()[0]
        history._database.execute(f"PRAGMA max_page_count = {pages}")
        for _ in range(300):
            assert table.flag((8, 8)) is not None
        assert "disk is full" in history.message
        assert len(history.record(table.identity).entries) < 301
        history._database.execute("PRAGMA max_page_count = 100000")
        table.flag((8, 7))
        assert history.message == ""
        assert history.record(table.identity).entries == table.entries


def test_a_name_that_can_not_be_written_stops_nobody(history: History) -> None:
    table = Table(Setup(Level(9, 9, 10, name="half a \ud800 character"), seed=1), keeper=history)
    assert table.reveal((0, 0)) is not None
    assert "not saved yet" in history.message


# Others at the same file


def test_a_file_that_another_program_has_locked(
    path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(file, "SECONDS_TO_WAIT", 0.05)
    with History.open(path) as history:
        table = seat(history)
        table.reveal((0, 0))
        other = sqlite3.connect(path, isolation_level=None)
        other.execute("BEGIN IMMEDIATE")
        assert table.flag((8, 8)) is not None
        assert table.flag((8, 7)) is not None
        assert "not saved yet" in history.message
        other.execute("ROLLBACK")
        other.close()
        table.flag((8, 6))
        assert history.message == ""
        assert history.record(table.identity).entries == table.entries


def test_a_file_that_is_locked_from_the_start(path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(file, "SECONDS_TO_WAIT", 0.05)
    path.parent.mkdir()
    other = sqlite3.connect(path, isolation_level=None)
    other.execute("BEGIN EXCLUSIVE")
    with History.open(path) as history:
        assert "Games are not saved" in history.message
        assert "locked" in history.message
        win(seat(history, level=TINY))
    other.execute("ROLLBACK")
    other.close()
    assert not list(path.parent.glob("*set-aside*"))  # it is not damaged


def test_a_game_resumed_in_two_places_is_not_mixed_up(path: Path) -> None:
    with History.open(path) as here, History.open(path) as there:
        table = seat(here)
        table.reveal((0, 0))
        other = there.table(table.identity)
        assert other.flag((8, 8)) is not None
        assert table.flag((7, 7)) is not None
        assert "resumed elsewhere" in here.message
        assert there.message == ""
        assert here.record(table.identity).entries == other.entries


WRITING = """
import sys
from sapper.level import Level
from sapper.history import History
from sapper.play.table import Setup, Table

with History.open(sys.argv[1]) as history:
    for seed in range(10):
        table = Table(Setup(Level(9, 9, 10), seed=seed + int(sys.argv[2])), keeper=history)
        for _ in range(20):
            table.flag((0, 0))
    print(history.message, end="")
"""


@pytest.mark.slow
def test_two_processes_write_at_once(path: Path) -> None:
    players = [
        subprocess.Popen(
            [sys.executable, "-c", WRITING, str(path), str(start)],
            stdout=subprocess.PIPE,
            text=True,
        )
        for start in (0, 100)
    ]
    assert [player.communicate(timeout=PATIENCE)[0] for player in players] == ["", ""]
    assert [player.returncode for player in players] == [0, 0]
    with History.open(path) as history:
        games = history.games(limit=100)
        assert [game.turns for game in games] == [20] * 20
        assert all(len(history.record(game.identity).entries) == 20 for game in games)


def test_threads_share_a_history(history: History) -> None:
    def play(part: int) -> None:
        for seed in range(10):
            win(seat(history, 100 * part + seed, TINY))

    threads = [Thread(target=play, args=(part,)) for part in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert history.message == ""
    assert history.count() == 40
    assert sum(found.won for found in history.statistics()) == 40


def test_reading_and_keeping_do_not_wait_for_each_other(history: History) -> None:
    table = seat(history)
    table.reveal((0, 0))
    with ThreadPoolExecutor(1) as pool:
        with history._lock:  # as while a turn is kept
            assert len(pool.submit(history.games).result(PATIENCE)) == 1
            assert pool.submit(history.record, table.identity).result(PATIENCE).entries
        with history._reads():  # as while the statistics of many games are read
            assert pool.submit(table.flag, (8, 8)).result(PATIENCE) is not None
    assert history.record(table.identity).entries == table.entries


def test_a_turn_that_comes_while_a_game_is_read_is_not_half_of_it(
    history: History, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = seat(history)
    table.reveal((0, 0))
    before, find = table.entries, history._found

    def find_and_turn(identity: str, owner: str, database: sqlite3.Connection) -> sqlite3.Row:
        found = find(identity, owner, database)
        table.flag((8, 8))
        return found

    monkeypatch.setattr(history, "_found", find_and_turn)
    assert history.record(table.identity).entries == before
    monkeypatch.undo()
    assert history.record(table.identity).entries == table.entries


def test_trouble_is_told_where_it_is(path: Path) -> None:
    with History.open(path) as here, History.open(path) as there:
        troubled, other = seat(here), seat(here, seed=4)
        troubled.reveal((0, 0))
        there.table(troubled.identity).flag((8, 8))
        other.reveal((0, 0))
        troubled.flag((7, 7))
        assert "resumed elsewhere" in here.message_for(troubled.identity)
        assert here.message_for(other.identity) == ""
        assert here.message == here.message_for(troubled.identity)
        other.flag((7, 7))
        assert "resumed elsewhere" in here.message_for(troubled.identity)
        assert here.message == ""


def test_not_all_troubles_are_remembered(history: History, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sapper.history.history.MOST_TROUBLES", 3)
    history._database.execute("PRAGMA query_only = ON")
    tables = [seat(history, seed) for seed in range(5)]
    for table in tables:
        table.reveal((0, 0))
    told = [bool(history.message_for(table.identity)) for table in tables]
    assert told == [False, False, True, True, True]


def test_when_it_is_closed_play_goes_on() -> None:
    history = History.in_memory()
    table = seat(history)
    history.close()
    assert table.reveal((0, 0)) is not None
    assert "not saved yet" in history.message
    with pytest.raises(HistoryError):
        history.games()


# Games that can't be replayed


@pytest.mark.parametrize(
    "change",
    [
        "UPDATE turn SET cell_row = 99",
        "UPDATE turn SET action = 'dance'",
        "UPDATE turn SET action = 'unflag' WHERE number = 2",
        "UPDATE game SET status = 'won'",
        "UPDATE game SET setup = 'nonsense'",
        "UPDATE game SET setup = '{}'",
        "UPDATE game SET setup = '[]'",
        "DELETE FROM turn WHERE number = 1",
    ],
)
def test_a_kept_game_that_makes_no_sense_is_named(history: History, change: str) -> None:
    good = seat(history)
    good.reveal((0, 0))
    table = seat(history, seed=4)
    table.reveal((0, 0))
    table.flag((8, 8))
    here = "id" if change.startswith("UPDATE game") else "game"
    joined = "AND" if "WHERE" in change else "WHERE"
    history._database.execute(
        f"{change} {joined} {here} = (SELECT id FROM game WHERE identity = ?)", (table.identity,)
    )
    with pytest.raises(HistoryError, match=f"game '{table.identity}' can't be replayed"):
        history.record(table.identity)
    assert good.identity in [game.identity for game in history.games()]
    history.statistics()


@pytest.mark.parametrize("is_stale", [0, 1])
@pytest.mark.parametrize(
    "change",
    [
        "UPDATE game SET start = 'dance'",
        "UPDATE game SET winning = 'dance'",
        "UPDATE game SET level = x'00ff'",
        "UPDATE game SET seconds = 'soon'",
        "UPDATE game SET seconds = -5",
        "UPDATE game SET seconds = 1e300",
        "UPDATE game SET path = 9e999",
        "UPDATE game SET risk_taken = 9e999",
        "UPDATE game SET turns = 999999999999",
        "UPDATE game SET turns = 'many'",
        "UPDATE game SET identity = x'ff01'",
        "UPDATE measured SET zini = 9e999",
        "UPDATE tally SET risk_taken = 9e999",
        "UPDATE game SET path = 'long'",
        "UPDATE game SET risk_taken = 'high'",
        "UPDATE measured SET three_bv = 'some'",
        "UPDATE measured SET solved = 'all'",
        "UPDATE measured SET wasted_left = 'few'",
        "UPDATE turn SET seconds = 'soon'",
        "UPDATE tally SET played = 'often'",
        "UPDATE tally SET best_seconds = 'soon'",
        "UPDATE game SET board = CAST(x'ff5b' AS TEXT)",
        "UPDATE game SET setup = CAST(x'ff5b' AS TEXT)",
    ],
)
def test_one_strange_value_hides_nothing_but_its_own_game(
    history: History, change: str, is_stale: int
) -> None:
    good = seat(history)
    strange = seat(history, level=Level.named("easy"))
    for table in (good, strange):
        while table.status is Status.PLAYING:
            table.reveal(table.hint().cell)
    rows = {
        "game": f"identity = '{strange.identity}'",
        "tally": "level = 'easy'",
    }.get(change.split()[1], f"game = (SELECT id FROM game WHERE identity = '{strange.identity}')")
    history._database.execute(f"{change} WHERE {rows}")
    history._database.execute("UPDATE tally SET is_stale = ? WHERE level = 'easy'", (is_stale,))
    for identity in (good.identity, strange.identity):
        with suppress(SapperError):
            history.record(identity)
        history.records_of(identity)
    games = history.games()
    assert good.identity in [game.identity for game in games]
    for game in games:
        assert to_json(ListedGame.of(game))
        assert say_kept(game)
    statistics, trends = history.statistics(), history.trends()
    assert good.setup.level.name in [row.level for row in statistics]
    for row in statistics:
        assert json.dumps(row.to_json(), allow_nan=False)
        assert all(column.words(row) for column in COLUMNS)
        trends.get(rules_of(row), ())
    with TrainingFile.in_memory() as notes:
        judged = [game.identity for game, _ in judge_games(history, notes).games]
    assert good.identity in judged


def test_a_win_that_cannot_be_read_leaves_the_trend_of_the_others(history: History) -> None:
    any_start = LEVELS["beginner"].starting("any")
    clock = count(100.0)
    tables = [Table(Setup(any_start, seed=seed), history, clock.__next__) for seed in (1, 2, 3)]
    for table in tables:
        win(table)
    (before,) = history.trends().values()
    history._database.execute(
        "UPDATE measured SET solved = 'all' WHERE game = (SELECT id FROM game WHERE identity = ?)",
        (tables[1].identity,),
    )
    assert history.trends() == {("beginner", "any", "revealed", "any"): (before[0], before[2])}


def test_a_game_of_an_agent_that_is_gone_is_played_by_another(history: History) -> None:
    table = seat(history)
    table.reveal((0, 0))
    history._database.execute("UPDATE game SET setup = replace(setup, ?, 'gone')", (STRONGEST,))
    assert history.table(table.identity).setup.agent == STRONGEST


# Where it is


@pytest.mark.skipif(sys.platform != "linux", reason="other systems have other places")
def test_the_users_data_directory(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    for name in ("SAPPER_HOME", "XDG_DATA_HOME"):
        monkeypatch.delenv(name, raising=False)
    monkeypatch.setenv("HOME", str(tmp_path))
    assert file.data_directory() == tmp_path / ".local" / "share" / "sapper"
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path / "data"))
    assert file.data_directory() == tmp_path / "data" / "sapper"
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path / "home"))
    with History.open() as history:
        assert history.path == tmp_path / "home" / "games.sqlite3"


def test_without_a_home_play_goes_on(monkeypatch: pytest.MonkeyPatch) -> None:
    def nowhere(*_: object, **__: object) -> Path:
        return Path("~/.local/share/sapper")  # what is left where no home is known

    monkeypatch.delenv("SAPPER_HOME", raising=False)
    monkeypatch.setattr(file, "user_data_path", nowhere)
    with History.open() as history:
        assert history.message == "Games are not saved: there is no home directory."
        assert not history.is_kept
