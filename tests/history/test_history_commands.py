"""`sapper history`: the saved games on the command line."""

from __future__ import annotations

import json
from itertools import count
from pathlib import Path

import pytest
from commands import Run, runner

from sapper.game import Status
from sapper.history import History
from sapper.history.statistics import COLUMNS, in_words, trend_in_words
from sapper.interface.terminal.records import statistics_table
from sapper.level import LEVELS, Level, StartRule
from sapper.play.table import Setup, Table


@pytest.fixture(autouse=True)
def home(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> Path:
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path / "home"))
    return tmp_path / "home"


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd, "history")


@pytest.fixture
def games() -> list[Table]:
    """A game that the AI played, one that was lost at once, and one that is not over."""
    with History.open() as history:
        helped = Table(Setup(LEVELS["beginner"], seed=3), keeper=history)
        while helped.status is Status.PLAYING:
            helped.ai_move()
        lost = Table(Setup(Level(4, 4, 8, StartRule.ANY), seed=1), keeper=history)
        while lost.status is Status.PLAYING:
            lost.reveal(lost.view.hidden()[0])
        unfinished = Table(Setup(LEVELS["expert"], seed=1), keeper=history)
        unfinished.flag((0, 0))
    return [helped, lost, unfinished]


def test_without_games(run: Run) -> None:
    assert run() == (0, "No game is saved yet: a game is saved from its first move on.\n", "")
    assert run("--level", "expert") == (0, "No game of 'expert' is saved.\n", "")
    assert run("--level", "9 x 9/10") == (0, "No game of '9x9/10' is saved.\n", "")
    assert run("show", "\udcff") == (2, "", "sapper: no game '\\udcff' is saved\n")
    code, out, _ = run("--json")
    assert (code, json.loads(out)) == (0, {"games": [], "statistics": []})


def test_games_are_listed_with_statistics(run: Run, games: list[Table]) -> None:
    code, out, err = run()
    assert (code, err) == (0, "")
    listed = [
        line.split()[0] for line in out.splitlines() if line and line[0] in "0123456789abcdef"
    ]
    helped, lost, unfinished = (table.identity[:8] for table in games)
    assert [name for name in listed if name in (helped, lost, unfinished)] == [
        *(unfinished, lost, helped)
    ]
    assert "unfinished" in out
    assert "won*" in out
    assert "* played with help, or on a known board" in out
    assert "4x4/8" in out.split("least")[1]
    assert all(len(line) <= 100 for line in out.splitlines())


def test_a_list_of_no_games_is_refused(run: Run, games: list[Table]) -> None:
    code, out, err = run("--limit", "0")
    assert (code, out) == (2, "")
    assert "--limit" in err


def test_one_level_of_many(run: Run, games: list[Table]) -> None:
    content = json.loads(run("--level", "4x4/8", "--json")[1])
    (game,), (statistics,) = content["games"], content["statistics"]
    assert (game["id"], game["status"], game["seed"]) == (games[1].identity, "lost", "1")
    assert (statistics["level"], statistics["played"], statistics["won"]) == ("4x4/8", 1, 0)
    assert len(json.loads(run("--limit", "2", "--json")[1])["games"]) == 2


@pytest.mark.parametrize("name", ["foo", "", "\udcff"])
def test_a_level_that_is_not_there(run: Run, games: list[Table], name: str) -> None:
    there_are = ", ".join(LEVELS)
    told = f"sapper: no level is called {name!r}; there are: {there_are}\n"
    assert run("--level", name) == (2, "", told)
    assert run("--level", "9x9") == (
        *(2, ""),
        "sapper: a size reads HEIGHTxWIDTH/MINES, as in 16x30/99, not '9x9'\n",
    )


def test_a_game_is_shown_turn_by_turn(run: Run, games: list[Table]) -> None:
    lost = games[1]
    code, out, err = run("show", lost.identity[:8])
    assert (code, err) == (0, "")
    assert out.startswith("4x4/8, start any, lost\n")
    for entry in lost.entries:
        assert lost.say(entry) in out
    assert "\nSkill: " in out
    assert "\nLuck: " in out
    assert "X" in out  # the mine that was met


def test_a_game_as_json(run: Run, games: list[Table]) -> None:
    for table in games:
        content = json.loads(run("show", table.identity, "--json")[1])
        assert content["id"] == table.identity
        assert [step["entry"]["number"] for step in content["steps"]] == [
            entry.number for entry in table.entries
        ]


def test_a_game_is_forgotten(run: Run, games: list[Table]) -> None:
    name = games[0].identity
    assert run("delete", name[:12]) == (0, f"Game {name} is deleted.\n", "")
    assert run("show", name) == (2, "", f"sapper: no game {name!r} is saved\n")


@pytest.mark.parametrize("command", ["show", "delete"])
def test_a_game_that_is_not_there(run: Run, games: list[Table], command: str) -> None:
    assert run(command, "nothing") == (2, "", "sapper: no game 'nothing' is saved\n")
    assert run(command, "") == (2, "", "sapper: the names of several games begin with ''\n")


def test_a_damaged_file_is_told_in_one_line(run: Run, home: Path) -> None:
    home.mkdir()
    (home / "games.sqlite3").write_bytes(b"nonsense" * 1000)
    code, out, err = run()
    assert (code, out) == (0, "No game is saved yet: a game is saved from its first move on.\n")
    assert err.startswith("sapper: ")
    assert "set aside" in err
    assert err.count("\n") == 1
    assert run() == (0, "No game is saved yet: a game is saved from its first move on.\n", "")


@pytest.mark.parametrize("asked", [(), ("--json",), ("show", "a"), ("analysis",)])
def test_of_a_file_that_cannot_be_used_nothing_is_told(
    run: Run, home: Path, asked: tuple[str, ...]
) -> None:
    (home / "games.sqlite3").mkdir(parents=True)
    code, out, err = run(*asked)
    assert code == 5
    assert "No game" not in out
    told = out + err
    assert f"the saved games can't be read: {home / 'games.sqlite3'}: unable to open" in told


def test_every_interface_shows_the_same_statistics(run: Run, games: list[Table]) -> None:
    with History.open() as history:
        clock = count(0.0, 1.5)
        won = Table(Setup(Level(1, 2, 1, StartRule.ANY), seed=1), history, clock.__next__)
        board = won.record().board
        assert board is not None
        won.reveal(next(cell for cell in won.view.hidden() if not board.is_mine(cell)))
        rows, trends = history.statistics(), history.trends()
    shown = [line.split() for line in run().out.splitlines()]
    drawn = statistics_table(rows, trends)
    headings = [*(column.heading for column in COLUMNS), "trend"]
    assert list(drawn.headings) == headings
    for number, row in enumerate(rows):
        words = [*in_words(row), *trend_in_words(row, trends)]
        assert list(drawn.rows[number]) == words
        assert " ".join(words).split() in shown


def test_trends_are_drawn_in_the_players_language(
    run: Run, games: list[Table], tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    path = tmp_path / "trends.svg"
    unknown = "sapper: no game of yours was won yet whose 3BV/s is known\n"
    assert run("--svg", str(path)) == (2, "", unknown)
    with History.open() as history:
        for seed in range(1, 6):
            clock = count(0.0, 0.5 * seed)
            table = Table(Setup(Level(1, 2, 1, StartRule.ANY), seed=seed), history, clock.__next__)
            board = table.record().board
            assert board is not None
            table.reveal(next(cell for cell in table.view.hidden() if not board.is_mine(cell)))
    assert f"Saved as {path}.\n" in run("--svg", str(path)).out
    assert path.read_text().count("<circle") == 5
    assert ">2.00<" in path.read_text()
    monkeypatch.setenv("SAPPER_LANGUAGE", "fr")
    assert "last played" in run("--svg", str(path)).out  # what is printed stays English
    assert ">2,00<" in path.read_text()
    assert ">0,00<" in path.read_text()
    assert "victoires, la plus récente à droite" in path.read_text()
    other = run("--svg", str(tmp_path / "trends.png"))
    assert (other.code, other.out) == (2, "")
    assert "ends in .svg, not as 'trends.png' does" in other.err
    refused = run("--svg", str(tmp_path / "no folder" / "trends.svg"))
    assert (refused.code, refused.err.count("\n")) == (5, 1)


def test_a_game_is_saved_as_a_replay_but_never_over_a_file_unless_forced(
    run: Run, games: list[Table], tmp_path: Path
) -> None:
    file, lost = tmp_path / "game.json", games[1].identity
    assert run("save", lost, str(file)) == (0, f"Saved as {file}.\n", "")
    saved = file.read_bytes()
    file.write_bytes(b"something else")
    refused = run("save", lost, str(file))
    assert refused == (2, "", f"sapper: {file} exists; --force replaces it\n")
    assert file.read_bytes() == b"something else"
    assert run("save", lost, str(file), "--force").code == 0
    assert file.read_bytes() == saved
