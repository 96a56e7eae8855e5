"""The games over the web: what is answered, and what is refused."""

from __future__ import annotations

import base64
import sqlite3
import time
from pathlib import Path
from typing import Any

import httpx
import pytest
from waiting import until
from webserver import Running, running

from sapper.agents.registry import AGENTS
from sapper.board import Board
from sapper.boards.daily import seed_of_day, today
from sapper.boards.make import Wish, make_board
from sapper.formats import dumps, to_address
from sapper.history.statistics import COLUMNS
from sapper.level import LEVELS, Level
from sapper.play.record import PLAYER, Entry, Setup
from sapper.play.situation import Thought
from sapper.play.table import Table
from sapper.view import View


def begin(client: httpx.Client, **body: Any) -> dict[str, Any]:
    response = client.post("/api/games", json=body or {"level": "beginner", "seed": 3})
    assert response.status_code == 201, response.text
    game: dict[str, Any] = response.json()
    return game


def turn(client: httpx.Client, game: dict[str, Any], action: str, *cell: int) -> dict[str, Any]:
    body = {"action": action, "cell": cell}
    response = client.post(f"/api/games/{game['id']}/turns", json=body)
    assert response.status_code == 200, response.text
    after: dict[str, Any] = response.json()
    return after


def ask(client: httpx.Client, game: dict[str, Any], question: str, **details: Any) -> Any:
    response = client.get(f"/api/games/{game['id']}/{question}", params=details)
    assert response.status_code == 200, response.text
    return response.json()


def play_to_the_end(client: httpx.Client, game: dict[str, Any]) -> dict[str, Any]:
    while game["status"] == "playing":
        response = client.post(f"/api/games/{game['id']}/ai")
        assert response.status_code == 200, response.text
        game = response.json()
    return game


# Playing


def test_a_fair_game_says_at_its_end_what_was_certain(client: httpx.Client) -> None:
    size = {"height": 1, "width": 4, "mines": 1, "start": "any", "guesses": "fair"}
    for seed in range(20):
        game = turn(client, begin(client, **size, seed=seed), "reveal", 0, 1)
        if game["status"] == "playing":
            break
    assert (game["guesses"], game["rule"], game["grade"]) == ("fair", "fair play", None)
    assert game["rows"] == ["#1##"]
    assert ask(client, game, "hint")["words"] == "(0, 3) is certainly safe."
    game = turn(client, game, "press", 0, 2)
    assert game["status"] == "lost"
    assert game["rows"] == ["#1X#"]
    assert game["last"]["fair"] is True
    certain = "(0, 3) was certain: the 1 at (0, 1) and the mine total show that it was safe."
    assert game["say"].endswith(certain)
    assert certain in ask(client, game, "review")["words"]


def test_a_board_without_guesses_is_made_at_the_first_turn(client: httpx.Client) -> None:
    rules = {"level": "beginner", "guesses": "none", "grade": "tricky", "seed": 7}
    game = begin(client, **rules)
    assert (game["rule"], game["seed"]) == ("no-guess board, tricky", None)
    game = turn(client, game, "press", 4, 4)
    assert game["last"]["free"] is True
    game = play_to_the_end(client, game)
    assert game["status"] == "won"
    assert not any(
        entry["certain"] is False and not entry["free"] for entry in entries_of(client, game)
    )
    assert ask(client, game, "review")["words"][0] == "No-guess board, tricky."
    board = make_board("beginner", (4, 4), start="safe", grade="tricky", seed=7)
    mines = {
        (row, column)
        for row, line in enumerate(game["rows"])
        for column, sign in enumerate(line)
        if sign in "*F#"
    }
    assert mines == board.mines
    by_the_ai = begin(client, **rules | {"seed": 8})
    assert play_to_the_end(client, by_the_ai)["status"] == "won"


def entries_of(client: httpx.Client, game: dict[str, Any]) -> list[dict[str, Any]]:
    entries: list[dict[str, Any]] = ask(client, game, "entries")
    return entries


def test_the_puzzle_of_the_day_begins_with_its_first_cell_open(client: httpx.Client) -> None:
    day = today()
    game = begin(client, level="course", grade="medium", daily=True)
    assert today() != day or game["say"] == f"The puzzle of {day.isoformat()}."
    assert (game["rule"], game["start"], game["turns"]) == ("no-guess board, medium", "opening", 1)
    wanted = {"level": "course", "grade": "medium", "daily": True}
    french = client.post("/api/games", json=wanted, headers={"Accept-Language": "fr"}).json()
    assert today() != day or french["rows"] == game["rows"]
    assert french["say"].startswith("L'énigme du 20")
    board = make_board(
        "course", grade="medium", seed=seed_of_day(day, Wish.of("course", grade="medium"))
    )
    game = play_to_the_end(client, game)
    assert game["status"] == "won"
    assert int(game["seed"]) == board.seed
    refused = client.post("/api/games", json={"level": "course", "daily": True, "seed": 1})
    assert refused.status_code == 422
    assert "no seed to choose" in refused.json()["error"]


def test_rules_that_do_not_go_together_are_refused(client: httpx.Client) -> None:
    for rules, why in (
        ({"guesses": "fair", "winning": "flagged"}, "not by flags"),
        ({"guesses": "fair", "grade": "hard"}, "only a board that needs no guess has a grade"),
        ({"guesses": "none", "start": "any"}, "start rule"),
        ({"guesses": "none", "grade": "endless"}, "grade"),
        ({"guesses": "some"}, "guesses"),
    ):
        refused = client.post("/api/games", json={"level": "beginner", **rules})
        assert refused.status_code == 422
        assert why in refused.json()["error"]


def test_levels_and_agents_are_listed(client: httpx.Client) -> None:
    assert [level["name"] for level in client.get("/api/levels").json()] == list(LEVELS)
    assert [agent["name"] for agent in client.get("/api/agents").json()] == list(AGENTS)


def test_a_game_begins_hidden(client: httpx.Client) -> None:
    game = begin(client, level="beginner")
    assert game["rows"] == ["#" * 9] * 9
    assert (game["status"], game["turns"], game["last"]) == ("playing", 0, None)


def test_a_click_opens_and_a_flag_is_counted(client: httpx.Client) -> None:
    game = turn(client, begin(client), "press", 0, 0)
    assert game["rows"][0] == "1########"
    assert game["last"]["free"]
    assert game["say"] == "You opened (0, 0): safe, as the first cell always is."
    game = turn(client, game, "flag", 0, 1)
    assert (game["rows"][0], game["mines_left"]) == ("1F#######", 9)
    game = turn(client, game, "chord", 0, 0)
    assert game["turns"] == 3


def test_a_click_that_does_nothing_is_no_error(client: httpx.Client) -> None:
    game = turn(client, begin(client), "reveal", 0, 0)
    again = turn(client, game, "reveal", 0, 0)
    assert (again["turns"], again["say"]) == (1, "")


def test_a_lost_game_shows_the_mines_and_what_was_wrong(client: httpx.Client) -> None:
    game = begin(client, height=1, width=4, mines=2, start="any", seed=1)
    game = turn(client, game, "reveal", 0, 3)
    assert (game["status"], game["rows"]) == ("lost", ["##*X"])
    assert (game["seed"], game["index"]) == ("1", 0)


def test_a_wrong_flag_shows_after_a_loss(client: httpx.Client) -> None:
    game = begin(client, height=1, width=4, mines=2, start="any", seed=1)
    turn(client, game, "flag", 0, 0)
    turn(client, game, "flag", 0, 2)
    assert turn(client, game, "reveal", 0, 3)["rows"] == ["!#FX"]


@pytest.mark.slow
def test_every_agent_plays_a_game_to_its_end(client: httpx.Client) -> None:
    for agent in AGENTS:
        body = {"height": 4, "width": 5, "mines": 4, "seed": 5}
        game = play_to_the_end(client, begin(client, agent=agent, **body))
        assert game["last"]["by"] == agent


def test_the_course_game_is_won_by_flags(client: httpx.Client) -> None:
    game = begin(client, level="course", winning="flagged", seed=8, agent="exact")
    game = play_to_the_end(client, game)
    assert (game["status"], game["mines_left"]) == ("won", 0)


def test_another_agent_may_move(client: httpx.Client) -> None:
    game = begin(client)
    body = {"agent": "sentence"}
    moved = client.post(f"/api/games/{game['id']}/ai", json=body).json()
    assert moved["last"]["by"] == "sentence"
    assert moved["reason"]["kind"] == "drawn"


def test_a_finished_board_can_be_played_again(client: httpx.Client) -> None:
    game = play_to_the_end(client, begin(client, height=4, width=5, mines=4))
    response = client.post(f"/api/games/{game['id']}/again")
    assert response.status_code == 201
    again = response.json()
    assert again["id"] != game["id"]
    assert again["status"] == "playing"
    assert play_to_the_end(client, again)["seed"] == game["seed"]


def test_games_are_listed_the_last_first_and_can_be_forgotten(client: httpx.Client) -> None:
    first, second = (turn(client, begin(client), "reveal", 4, 4) for _ in range(2))
    listed = client.get("/api/games", params={"limit": 2}).json()
    assert [game["id"] for game in listed] == [second["id"], first["id"]]
    assert client.delete(f"/api/games/{second['id']}").status_code == 204
    assert client.get(f"/api/games/{second['id']}").status_code == 404
    assert client.delete(f"/api/games/{second['id']}").status_code == 404
    assert client.get("/api/games", params={"limit": 1}).json()[0]["id"] == first["id"]
    assert client.get("/api/games", params={"limit": 1000}).status_code == 422


def test_games_are_listed_by_their_status(client: httpx.Client) -> None:
    going = begin(client)
    turn(client, going, "reveal", 0, 0)
    lost = begin(client, level="beginner", seed=5, start="any")
    board = Board(Level.named("beginner").starting("any"), seed=5)
    turn(client, lost, "reveal", *min(board.mines))
    for status, game in (("playing", going), ("lost", lost)):
        listed = client.get("/api/games", params={"status": status}).json()
        assert listed[0]["id"] == game["id"]
        assert {kept["status"] for kept in listed} == {status}
    assert client.get("/api/games", params={"status": "asleep"}).status_code == 422


def test_a_game_larger_than_is_served_is_refused_and_can_be_forgotten(here: Running) -> None:
    for size in ((300, 300), (1, 201)):
        table = Table(Setup(Level(*size, 40), seed=1), here.state.history)
        table.reveal((0, 0))
        address = f"/api/games/{table.identity}"
        answer = here.client.get(address)
        assert answer.status_code == 413
        assert "too large for this page" in answer.json()["error"]
        assert here.client.get("/api/games").json()[0]["id"] == table.identity
        assert here.client.delete(address).status_code == 204


@pytest.mark.parametrize(("start", "is_safe"), [("any", False), ("safe", True), ("opening", True)])
def test_the_first_cell_is_safe_where_the_rule_says_so(
    client: httpx.Client, start: str, is_safe: bool
) -> None:
    game = begin(client, level="beginner", start=start)
    assert ask(client, game, "guess")["certain"] is is_safe
    for language, words in (("en", "can't be a mine"), ("zh", "不可能是雷")):
        heading = ask(client, game, "why", row=8, column=8, language=language)["heading"]
        assert (words in heading[0]) is is_safe
    assert client.get(f"/api/games/{game['id']}/why?row=9&column=0").status_code == 422


def test_a_game_forgotten_while_an_agent_thinks_stays_forgotten(here: Running) -> None:
    game = begin(here.client)
    thought_about = here.state.open_games.get(game["id"])
    assert here.client.delete(f"/api/games/{game['id']}").status_code == 204
    thought_about.ai_move()
    assert here.client.get(f"/api/games/{game['id']}").status_code == 404


def test_statistics_count_games_played_alone(client: httpx.Client) -> None:
    game = begin(client, height=1, width=2, mines=1, start="safe")
    turn(client, game, "reveal", 0, 0)
    row = next(row for row in client.get("/api/statistics").json() if row["level"] == "1x2/1")
    assert (row["played"], row["won"], row["streak"]) == (1, 1, 1)
    assert row["words"][:4] == ["1x2/1", "safe", "1", "1 (100 %)"]
    assert len(row["words"]) == len(COLUMNS)


def test_a_player_is_told_if_games_cannot_be_kept(tmp_path: Path) -> None:
    (tmp_path / "games.sqlite3").mkdir()
    with running(tmp_path, workers=1) as running_here:
        game = begin(running_here.client)
        assert "not saved" in game["notice"]
        assert turn(running_here.client, game, "reveal", 0, 0)["turns"] == 1


def test_no_click_waits_for_another_program(here: Running) -> None:
    """While one did, nobody else would be answered."""
    game, other = begin(here.client), begin(here.client)
    history = here.state.history
    assert history.path is not None
    assert history._database.execute("PRAGMA busy_timeout").fetchone()[0] <= 10
    program = sqlite3.connect(history.path, isolation_level=None)
    program.execute("BEGIN IMMEDIATE")
    game = turn(here.client, game, "reveal", 0, 0)
    assert "not saved yet" in game["notice"]
    assert here.client.get(f"/api/games/{other['id']}").json()["notice"] == ""
    program.execute("ROLLBACK")
    program.close()
    assert turn(here.client, game, "flag", 8, 8)["notice"] == ""
    assert len(history.record(game["id"]).entries) == 2
    assert history._database.execute("PRAGMA busy_timeout").fetchone()[0] <= 10


@pytest.mark.slow
def test_the_clock_rests_until_somebody_is_back_and_is_kept_at_the_end(tmp_path: Path) -> None:
    with running(tmp_path, workers=1) as first:
        game = turn(first.client, begin(first.client), "reveal", 0, 0)
        path = f"/api/games/{game['id']}"
        time.sleep(0.05)
        shown = first.client.get(path).json()["seconds"]
    with running(tmp_path, workers=1) as second:
        assert second.client.get(f"{path}/review").status_code == 409
        resting = second.state.open_games.get(game["id"])
        left = resting.seconds
        assert left >= shown > 0
        time.sleep(0.05)
        assert resting.seconds == left
        for question in ("", "/entries", "/hint", "/odds", "/guess", "/knowledge"):
            assert second.client.get(f"{path}{question}").status_code == 200
        time.sleep(0.05)
        assert resting.seconds == left, "reading changes nothing"
        assert second.client.post(f"{path}/resume").json()["seconds"] >= left
        time.sleep(0.05)
        assert resting.seconds > left


def test_a_paused_game_is_covered_until_it_is_resumed(client: httpx.Client) -> None:
    game = turn(client, begin(client, level="beginner", start="opening"), "reveal", 4, 4)
    path = f"/api/games/{game['id']}"
    paused = client.post(f"{path}/pause").json()
    assert paused["paused"]
    assert set("".join(paused["rows"])) == {"#"}
    time.sleep(0.05)
    assert client.get(path).json()["seconds"] == paused["seconds"]
    assert turn(client, game, "reveal", 0, 0)["turns"] == 1, "no turn is taken meanwhile"
    for question in ("hint", "guess"):
        refused = client.get(f"{path}/{question}")
        assert (refused.status_code, refused.json()["error"]) == (409, "the game is paused")
    assert client.post(f"{path}/ai").status_code == 409
    resumed = client.post(f"{path}/resume").json()
    assert (resumed["paused"], resumed["rows"]) == (False, game["rows"])


def test_no_agent_moves_after_two_moves_of_the_player(
    here: Running, monkeypatch: pytest.MonkeyPatch
) -> None:
    """On boards over a thousand cells the move is made in another thread, a moment later."""
    game = begin(here.client, height=40, width=40, mines=1, start="any", seed=1)
    table = here.state.open_games.get(game["id"])
    make = Table.make

    def player_is_faster(self: Table, thought: Thought) -> Entry | None:
        self.flag((0, 0))
        self.flag((0, 0))
        self.flag((0, 1))
        return make(self, thought)

    monkeypatch.setattr(Table, "make", player_is_faster)
    shown = here.client.post(f"/api/games/{game['id']}/ai", json={"agent": "random"}).json()
    assert (shown["turns"], shown["say"], shown["reason"]) == (3, "", None)
    assert {entry.by for entry in table.entries} == {PLAYER}


# Asking


def test_a_hint_is_a_cell_that_is_said_to_be_safe(client: httpx.Client) -> None:
    game = begin(client, height=1, width=5, mines=1, start="any", seed=5)
    assert turn(client, game, "reveal", 0, 1)["rows"] == ["#1###"]
    hint = ask(client, game, "hint")
    assert hint["cell"] in ([0, 3], [0, 4])
    assert (hint["certain"], hint["mine_probability"], hint["action"]) == (True, 0, "reveal")
    assert hint["words"] == f"(0, {hint['cell'][1]}) is certainly safe."


def test_odds_are_null_where_a_cell_is_open(client: httpx.Client) -> None:
    game = turn(client, begin(client), "reveal", 0, 0)
    odds = ask(client, game, "odds")
    assert odds["probability"][0][0] is None
    assert odds["probability"][0][1] == pytest.approx(1 / 3)
    assert odds["best"] == [0, 2]


def test_why_speaks_the_language_that_is_asked_for(client: httpx.Client) -> None:
    game = turn(client, begin(client), "reveal", 0, 0)
    english = ask(client, game, "why", row=1, column=1)
    french = ask(client, game, "why", row=1, column=1, language="fr")
    assert (english["kind"], french["kind"]) == ("odds", "odds")
    assert "mine" in english["heading"][0]
    assert english["heading"] != french["heading"]


def test_whatever_is_said_is_in_the_language_that_the_request_would_like(
    client: httpx.Client,
) -> None:
    game = turn(client, begin(client), "reveal", 0, 0)
    liked = {"Accept-Language": "de, zh-CN;q=0.9, en;q=0.1"}
    asked = f"/api/games/{game['id']}"
    hint = client.get(f"{asked}/hint", headers=liked).json()  # said by a worker
    assert "最佳猜测" in hint["words"]
    why = client.get(f"{asked}/why", params={"row": 1, "column": 1}, headers=liked).json()
    assert "概率" in why["heading"][0]
    assert "best guess" in client.get(f"{asked}/hint").json()["words"]


def test_a_guess_tells_what_it_was_compared_with(client: httpx.Client) -> None:
    game = turn(client, begin(client), "reveal", 0, 0)
    guess = ask(client, game, "guess")
    assert guess["reason"]["kind"] == "compared"
    assert guess["reason"]["candidates"][0]["cell"] == guess["cell"]


def test_the_agents_knowledge_stands_side_by_side(client: httpx.Client) -> None:
    known = ask(client, begin(client), "knowledge")
    assert list(known) == ["sentence", "resolution", "exact"]


def test_a_finished_game_can_be_reviewed(client: httpx.Client) -> None:
    game = begin(client, height=1, width=4, mines=2, start="any", seed=1)
    assert client.get(f"/api/games/{game['id']}/review").status_code == 409
    turn(client, game, "reveal", 0, 1)
    turn(client, game, "reveal", 0, 3)
    review = ask(client, game, "review")
    assert (review["status"], review["deciding"], len(review["steps"])) == ("lost", 1, 2)
    assert review["steps"][1]["rows"] == ["#1##"]
    assert ask(client, game, "entries") == [step["entry"] for step in review["steps"]]


# Positions


def analyze(client: httpx.Client, **body: Any) -> dict[str, Any]:
    response = client.post("/api/positions/analyze", json=body)
    assert response.status_code == 200, response.text
    analysis: dict[str, Any] = response.json()
    return analysis


def test_a_position_is_analysed(client: httpx.Client) -> None:
    analysis = analyze(client, text="11#\n###", mines=1)
    assert analysis["safe"] == [[0, 2], [1, 2]]
    assert analysis["best"]["cell"] in analysis["safe"]
    shared = client.get(f"/api/positions/{analysis['position']['address']}").json()
    assert shared == analysis


def test_numbers_that_clash_are_named(client: httpx.Client) -> None:
    clash = analyze(client, text="1#0", mines=1)["contradiction"]
    assert clash["cells"] == [[0, 0], [0, 2]]
    assert "contradict" in clash["message"]


def test_a_position_without_a_move_has_no_best(client: httpx.Client) -> None:
    analysis = analyze(client, text="1#", mines=1)
    assert (analysis["best"], analysis["mines"]) == (None, [[0, 1]])


def test_a_file_with_mines_is_an_untouched_board(client: httpx.Client) -> None:
    board = Board.from_mines(2, 3, [(0, 2), (1, 0)])
    data = base64.b64encode(dumps(board, "mbf")).decode()
    analysis = analyze(client, text=data, format="mbf")
    assert analysis["position"]["rows"] == ["###", "###"]
    assert analysis["position"]["mines"] == 2
    assert analysis["board"] == ["12*", "*21"]


def test_why_of_a_position(client: httpx.Client) -> None:
    view = View.parse("###\n111", mines=1)
    body = {"address": to_address(view), "cell": [0, 2]}
    by_address = client.post("/api/positions/why", json=body).json()
    assert by_address["kind"] == "derivation"
    assert by_address["lines"][-1]["numbers"] == [[1, 0], [1, 1]]
    text = {"text": str(view), "mines": 1, "cell": [0, 2]}
    assert client.post("/api/positions/why", json=text).json() == by_address


# What is refused, each with one sentence

LARGE = ("H" * 300 + "\n") * 200


@pytest.mark.parametrize(
    ("path", "body", "status", "sentence"),
    [
        ("/api/games", {"level": "impossible"}, 422, "no level is called 'impossible'"),
        ("/api/games", {"height": 2, "width": 2}, 422, "give a level, or height, width and mines"),
        ("/api/games", {"height": 2, "width": 2, "mines": 5}, 422, "5 mines do not fit"),
        ("/api/positions/analyze", {"text": f"300x200x9\n{LARGE}"}, 422, "at most 40,000 cells"),
        ("/api/games", {"height": 201, "width": 1, "mines": 0}, 422, "height: must be at most 200"),
        ("/api/games", {"level": "beginner", "mines": 9}, 422, "a level or a size, not both"),
        ("/api/games", {"level": "beginner", "agent": "hal"}, 422, "no agent is called 'hal'"),
        ("/api/games", {"level": "beginner", "colour": "red"}, 422, "colour: "),
        (
            "/api/games",
            {"position": {"text": "1#", "mines": 1}, "start": "safe"},
            422,
            "a position has its own size and mines",
        ),
        (
            "/api/games",
            {"level": "beginner", "seed": -1},
            422,
            "a seed is a whole number from 0",
        ),
        ("/api/games", [], 422, ""),
        ("/api/games/none/turns", {"action": "reveal", "cell": [0, 0]}, 404, "no game 'none'"),
        ("/api/positions/analyze", {"text": "1#"}, 422, "number of mines"),
        ("/api/positions/analyze", {"text": "1#", "mines": 1, "format": "png"}, 422, "format: "),
        ("/api/positions/analyze", {"text": "<b>", "mines": 1}, 422, "is not a cell"),
        ("/api/positions/analyze", {"text": "!", "format": "mbf"}, 422, "base64"),
        ("/api/positions/why", {"cell": [0, 0]}, 422, "address or its text"),
        ("/api/positions/why", {"text": "1#", "mines": 1, "cell": [0, 0]}, 422, "is revealed"),
        ("/api/positions/why", {"text": "1#", "mines": 1, "cell": [0, 9]}, 422, "(0, 9)"),
        ("/api/positions/why", {"text": "1#0", "mines": 1, "cell": [0, 1]}, 422, "contradict"),
    ],
)
def test_bad_requests_are_told_in_a_sentence(
    client: httpx.Client, path: str, body: object, status: int, sentence: str
) -> None:
    response = client.post(path, json=body)
    assert response.status_code == status
    assert list(response.json()) == ["error"]
    assert sentence in response.json()["error"]
    assert "\n" not in response.json()["error"]


def test_what_is_not_json_is_refused(client: httpx.Client) -> None:
    headers = {"content-type": "application/json"}
    response = client.post("/api/games", content=b"{", headers=headers)
    assert (response.status_code, list(response.json())) == (422, ["error"])


@pytest.mark.parametrize(
    "path", ["/api/games/none", "/api/games/none/hint", "/api/games/none/entries", "/api/nothing"]
)
def test_what_is_not_there_is_not_found(client: httpx.Client, path: str) -> None:
    response = client.get(path)
    assert (response.status_code, list(response.json())) == (404, ["error"])


def test_flags_can_not_be_set_and_taken_off_without_end(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sapper.play.room.EXTRA_TURNS", 2)
    game = begin(client, height=1, width=2, mines=1, start="any", seed=1)
    for _ in range(6):
        turn(client, game, "flag", 0, 0)
    body = {"action": "flag", "cell": [0, 0]}
    refused = client.post(f"/api/games/{game['id']}/turns", json=body)
    assert refused.status_code == 409
    assert "room for 6 turns" in refused.json()["error"]
    assert turn(client, game, "reveal", 0, 1)["status"] != "playing"


def test_a_flag_that_is_wished_for_is_no_toggle(client: httpx.Client) -> None:
    game = begin(client, height=1, width=4, mines=1, start="any", seed=str(2**127 + 1))
    for flagged, sign, turns in ((True, "F", 1), (True, "F", 1), (False, "#", 2), (False, "#", 2)):
        body = {"action": "flag", "cell": [0, 0], "flagged": flagged}
        shown = client.post(f"/api/games/{game['id']}/turns", json=body).json()
        assert (shown["rows"][0][0], shown["turns"]) == (sign, turns)
    for cell in range(4):
        shown = turn(client, game, "reveal", 0, cell)
    assert shown["seed"] == str(2**127 + 1)


def test_a_game_that_was_left_waits(client: httpx.Client) -> None:
    game = begin(client, level="beginner", seed=3)
    turn(client, game, "reveal", 0, 0)
    assert client.post(f"/api/games/{game['id']}/leave").status_code == 204
    first, second = (client.get(f"/api/games/{game['id']}").json() for _ in range(2))
    assert first == second
    assert not first["paused"]
    assert client.post(f"/api/games/{game['id']}/resume").json()["rows"] == first["rows"]
    path = f"/api/games/{game['id']}"
    until(lambda: client.get(path).json()["seconds"] > first["seconds"])
    assert client.post("/api/games/none/leave").status_code == 404


def test_some_things_have_their_time(client: httpx.Client) -> None:
    game = begin(client, height=4, width=5, mines=4)
    assert client.get(f"/api/games/{game['id']}/review").status_code == 409
    play_to_the_end(client, game)
    assert client.get(f"/api/games/{game['id']}/hint").status_code == 409
    assert client.post(f"/api/games/{game['id']}/ai").status_code == 409


def test_an_unknown_agent_moves_nothing(client: httpx.Client) -> None:
    game = begin(client)
    response = client.post(f"/api/games/{game['id']}/ai", json={"agent": "hal"})
    assert response.status_code == 422
    assert client.get(f"/api/games/{game['id']}").json()["turns"] == 0


def test_a_position_too_wide_to_be_counted_says_so(client: httpx.Client, wide: View) -> None:
    response = client.get(f"/api/positions/{to_address(wide)}")
    assert response.status_code == 200
    answer = response.json()
    assert answer["complete"] is False
    assert "budget" in answer["notice"]
    assert answer["layouts"] is None
    assert (answer["best"]["cell"], answer["best"]["certain"]) == (min(answer["safe"]), True)


def test_what_nobody_expected_is_told_in_a_sentence_too(
    client: httpx.Client, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def fail(*_: object) -> None:
        raise RuntimeError("a secret of the server")

    monkeypatch.setattr("sapper.history.history.History.statistics", fail)
    response = client.get("/api/statistics")
    assert (response.status_code, list(response.json())) == (500, ["error"])
    assert "secret" not in response.text
    assert response.headers["x-content-type-options"] == "nosniff"
    assert "GET /api/statistics failed" in caplog.text


def test_every_click_and_the_way_of_the_mouse_count(client: httpx.Client) -> None:
    game = begin(client, height=1, width=4, mines=1, start="any", seed=1)
    assert game["numbers"] is None
    turns = f"/api/games/{game['id']}/turns"
    for action in ("flag", "reveal", "flag", "chord"):
        game = client.post(turns, json={"action": action, "cell": [0, 3], "path": 2.5}).json()
    assert game["numbers"]["three_bv"] is None
    assert game["numbers"]["effective"] == {"left": 0, "right": 2, "chord": 0}
    assert game["numbers"]["wasted"] == {"left": 1, "right": 0, "chord": 1}
    for wrong in (-1, 1e9, "far"):
        refused = client.post(turns, json={"action": "flag", "cell": [0, 3], "path": wrong})
        assert refused.status_code == 422
    for column in range(4):
        body = {"action": "press", "cell": [0, column], "path": 0.5}
        game = client.post(turns, json=body).json()
    assert game["status"] != "playing"
    (listed,) = [each for each in client.get("/api/games").json() if each["id"] == game["id"]]
    assert listed["numbers"] == game["numbers"] == ask(client, game, "review")["numbers"]
    assert [line["name"] for line in game["numbers"]["lines"]][:2] == ["time", "three_bv"]
    # Before the first cell was opened, the mouse went for nothing.
    assert (game["numbers"]["path"] or 0) < 2
