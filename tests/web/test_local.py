"""What the page says of games it keeps itself is what Python says of the same games."""

from __future__ import annotations

from dataclasses import replace
from datetime import UTC, datetime, timedelta
from itertools import cycle

import pytest
from kept_games import kept, played
from webpage import IN_A_BROWSER, Workbench

from sapper.catalogue import CODES, speaking
from sapper.game import Action, Status
from sapper.history import History
from sapper.interface.web.responses import statistics_row
from sapper.level import Guesses, Level
from sapper.measures import zini_clicks
from sapper.play import shapes
from sapper.play.missed import say_missed
from sapper.play.record import Setup
from sapper.play.records import Bests, Result, records_beyond, say_records
from sapper.play.review import review
from sapper.play.saying import say, say_guesses
from sapper.play.table import Table
from sapper.proof.technique import BoardGrade
from sapper.serialize import plain
from sapper.view import View

pytestmark = IN_A_BROWSER

REVIEW = """async ([kept, best, judged]) => {
  const { reviewOf } = await import("/local/review.js");
  const { viewsOf } = await import("/local/table.js");
  return await reviewOf(kept, viewsOf(kept), {
    bestCell: async (rows, { number }) => best[number - 1],
    judge: async (rows, { number }) => judged[number - 1],
  });
}"""


def test_turns_are_told_in_the_same_words(workbench: Workbench) -> None:
    told = set()
    for seed, language in zip(range(12), cycle(CODES), strict=False):
        table = played(seed, guesses="fair" if seed < len(CODES) else "any")
        workbench.speak(language)
        for entry in table.entries:
            with speaking(language):
                words = say(entry)
            assert workbench.call("local/saying.js", "sayTurn", plain(entry)) == words
            told.add(words)
    assert len(told) > 50
    for language in CODES:
        workbench.speak(language)
        for guesses, grade in ((Guesses.NONE, BoardGrade.HARD), (Guesses.FAIR, None)):
            with speaking(language):
                rule = say_guesses(guesses, grade)
            assert workbench.call("local/saying.js", "sayGuesses", guesses, grade) == rule


@pytest.mark.parametrize("seed", range(8))
def test_a_game_is_reviewed_alike(workbench: Workbench, seed: int) -> None:
    table = played(seed, guesses="fair" if seed == 0 else "any")
    language = CODES[seed % len(CODES)]
    workbench.speak(language)
    with speaking(language):
        seen = review(table.record())
        ours = shapes.Review.of(table.identity, seen)
        only_python_tells = seen.missed
    best = [plain(step.best_cell) for step in ours.steps]
    judged = [plain(step.judged) for step in ours.steps]
    for judgement in filter(None, judged):
        del judgement["words"]
    theirs = workbench.page.evaluate(REVIEW, [kept(table), best, judged])
    expected = plain(ours)
    expected["words"] = [words for words in ours.words if words != only_python_tells]
    for name in ("skill", "luck", "survival"):
        assert theirs.pop(name) == pytest.approx(expected.pop(name))
    for step, other in zip(theirs["steps"], expected["steps"], strict=True):
        for name in ("skill", "luck"):
            assert step.pop(name) == pytest.approx(other.pop(name))
    assert theirs == expected


def test_the_numbers_of_a_game_are_the_same(workbench: Workbench) -> None:
    tables = [played(seed) for seed in range(3)]
    tables += [
        clicked(level, seed, share)
        for seed, level in enumerate(["8x8/10", "intermediate", "expert", "5x40/30"])
        for share in (1.0, 0.5)
    ]
    for table, language in zip(tables, cycle(CODES), strict=False):
        workbench.speak(language)
        with speaking(language):
            ours = plain(shapes.numbers_of(table.measures))
        theirs = workbench.call("local/numbers.js", "numbersOf", kept(table))
        assert theirs.keys() == ours.keys()
        for name, number in ours.items():
            exact = number if not isinstance(number, float) else pytest.approx(number)
            assert theirs[name] == exact, name
    assert {table.status for table in tables} == set(Status)


def test_records_are_told_in_the_same_words(workbench: Workbench) -> None:
    results = [
        Result(True, 30.0, 1.5, 0.8),
        Result(False, 10.0, 3.0, 0.9),
        Result(True, 20.0, 2.0, None),
        Result(True, 25.0, None, 0.9),
        Result(True, 19.5, 2.0625, 0.91),
    ]
    for number, language in enumerate([*CODES, CODES[0]]):
        workbench.speak(language)
        earlier, now = results[:number], results[number]
        with speaking(language):
            ours = say_records(records_beyond(Bests.of(earlier), now))
        if now.is_won:
            told = [{**plain(one), "isWon": one.is_won} for one in (*earlier, now)]
            assert workbench.call("local/records.js", "sayRecords", told[:-1], told[-1]) == ours
            assert ours


def clicked(level: str, seed: int, share: float) -> Table:
    """A game with all kinds of clicks, up to a share of what wins it; then a mine, or none."""
    clock = Ticking()
    table = Table(Setup(Level.of(level, "any"), seed=seed), clock=clock)
    board = table.record().board
    assert board is not None
    clicks = zini_clicks(board)
    for number, (action, cell) in enumerate(clicks[: int(share * len(clicks))]):
        clock.time += 0.337
        table.move_pointer(1.25)
        {Action.REVEAL: table.reveal, Action.FLAG: table.flag}.get(action, table.chord)(cell)
        for idle in (table.press, table.chord)[: number % 3]:
            idle(clicks[0][1])
    if table.status is Status.PLAYING and seed % 2:
        table.reveal(min(board.mines - table.view.flags))
    return table


class Ticking:
    """A clock that goes on only when it is told to."""

    time = 0.0

    def __call__(self) -> float:
        return self.time


def test_statistics_are_the_same(workbench: Workbench) -> None:
    with History.in_memory() as history:
        tables = [played(seed, history) for seed in range(6)]
        alone: list[Table] = []
        for seed in range(20, 24):
            table = Table(Setup(Level(9, 9, 10), seed=seed), history, clock=lambda: 0.0)
            while table.status is Status.PLAYING:
                odds = table.odds()
                table.reveal(min(odds.safe, default=odds.safest or (0, 0)))
            alone.append(table)
        with speaking("fr"):
            rows = [plain(statistics_row(row)) for row in history.statistics()]
    workbench.speak("fr")
    theirs = workbench.call("local/statistics.js", "statisticsOf", [*map(kept, tables + alone)])
    assert len(theirs) == len(rows)
    for row, other in zip(theirs, rows, strict=True):
        for name in ("risk_taken", "risk_best"):
            assert row.pop(name) == pytest.approx(other.pop(name))
        assert row == other


STORED = """async (games) => {
  const database = await import("/local/database.js");
  for (const game of games) await database.keep(game);
}"""
LEFT = """async (of) => {
  const database = await import("/local/database.js");
  return (await database.all()).map(({ id }) => id).filter((id) => of.includes(id)).sort();
}"""
WON = """async () => {
  const { referee } = await import("/local/ports.js");
  const engine = await import("/modules/engine.js");
  const game = await referee.begin({ height: 1, width: 3, mines: 1, start: "any", seed: 1 });
  await engine.referee.kept(1); // it is held
  for (const column of [0, 1, 2]) {
    await referee.turn(game.id, { action: "reveal", cell: [0, column] });
  }
  const gone = await engine.referee.kept(1).catch((problem) => problem.message);
  const { status } = await referee.look(game.id);
  return { id: game.id, gone, status };
}"""
RESUMED = """async (id) => {
  const { keeper, referee } = await import("/local/ports.js");
  const refused = ({ message, status }) => [message, status];
  const told = (promise) => promise.then(({ status }) => status, refused);
  return [await told(referee.look(id)), await told(keeper.review(id))];
}"""
CHANGED = """async (id) => {
  const database = await import("/local/database.js");
  const game = await database.find(id);
  await database.keep({ ...game, rows: game.rows.map((row) => [...row].reverse().join("") + "1") });
}"""


def test_the_worker_forgets_games_that_are_over(workbench: Workbench) -> None:
    told = workbench.page.evaluate(WON)
    assert told["gone"] == "there is no such game"
    assert told["status"] in ("won", "lost")


def test_a_game_whose_board_would_be_another_is_not_resumed_but_reviewed(
    workbench: Workbench,
) -> None:
    page = workbench.page
    identity = page.evaluate(WON)["id"]
    workbench.reload()
    resumed, reviewed = page.evaluate(RESUMED, identity)
    assert resumed == reviewed
    workbench.reload()
    page.evaluate(CHANGED, identity)
    refused, reviewed_still = page.evaluate(RESUMED, identity)
    assert refused == ["Another version kept this game, and this one would lay other mines.", 422]
    assert reviewed_still == reviewed


def test_games_that_were_never_played_are_kept_for_a_week(workbench: Workbench) -> None:
    page = workbench.page
    now = datetime.now(UTC)
    kept: list[tuple[str, list[dict[str, str]], int]] = [
        ("old", [], 8),
        ("fresh", [], 6),
        ("played", [{}], 8),
    ]
    games = [
        {
            "id": name,
            "setup": {},
            "entries": entries,
            "changed": (now - timedelta(days=days)).isoformat(),
        }
        for name, entries, days in kept
    ]
    page.evaluate(STORED, games)
    page.evaluate(WON)
    names = ["fresh", "old", "played"]
    page.wait_for_function(f"({LEFT})({names}).then(left => left.length < 3)")
    assert page.evaluate(LEFT, names) == ["fresh", "played"]


PLAYED_ON = """async (rules) => {
  const { referee } = await import("/local/ports.js");
  const game = await referee.begin({ height: 8, width: 8, mines: 12, seed: 5, ...rules });
  await referee.turn(game.id, { action: "flag", cell: [7, 7] });
  await referee.turn(game.id, { action: "reveal", cell: [4, 4] });
  for (let move = 0; move < 3; move += 1) {
    if ((await referee.look(game.id)).status === "playing") await referee.letAgentMove(game.id);
  }
  const { id, rows, status } = await referee.look(game.id);
  return { id, rows, status };
}"""
LOOKED_AT = """async (identity) => {
  const { referee } = await import("/local/ports.js");
  const { id, rows, status } = await referee.look(identity);
  return { id, rows, status };
}"""


@pytest.mark.parametrize(
    "rules",
    [
        {"start": "any"},
        {"start": "opening"},
        {"start": "given"},
        {"start": "safe", "guesses": "fair"},
        {"start": "given", "guesses": "fair"},
        {"start": "opening", "guesses": "none"},
        {"start": "safe", "winning": "flagged"},
    ],
)
def test_a_game_is_resumed_as_it_was_left(workbench: Workbench, rules: dict[str, str]) -> None:
    page = workbench.page
    left = page.evaluate(PLAYED_ON, rules)
    workbench.reload()
    assert page.evaluate(LOOKED_AT, left["id"]) == left


BEGUN = """async () => {
  const { referee } = await import("/local/ports.js");
  const game = await referee.begin({ height: 9, width: 9, mines: 10, start: "any", seed: 1 });
  await referee.turn(game.id, { action: "flag", cell: [0, 0] });
  return game.id;
}"""
FLAGGED = """async ([identity, column]) => {
  const { referee } = await import("/local/ports.js");
  const { all } = await import("/local/database.js");
  await referee.turn(identity, { action: "flag", cell: [0, column] });
  await all(); // after what is being kept
  const { notice, turns } = await referee.look(identity);
  return [notice, turns];
}"""


ASKED_MEANWHILE = """async () => {
  const { referee } = await import("/local/ports.js");
  const { guess, odds } = await import("/modules/thinking.js");
  const wanted = { height: 9, width: 9, mines: 10, start: "any", seed: 1, winning: "flagged" };
  const game = await referee.begin(wanted);
  const moved = referee.letAgentMove(game.id);
  await Promise.resolve(); // the expert has been asked
  const given = new AbortController();
  const others = [guess, odds, odds].map((ask) => ask(game, new AbortController().signal));
  const givenUp = odds(game, given.signal);
  given.abort();
  const outcome = (promise) => promise.then(() => "answered", (problem) => problem.name);
  return await Promise.all([moved, ...others, givenUp].map(outcome));
}"""


def test_nobody_gives_up_what_another_asks(workbench: Workbench) -> None:
    assert workbench.page.evaluate(ASKED_MEANWHILE) == ["answered"] * 4 + ["AbortError"]


NEEDLESS = """async () => {
  const { referee } = await import("/local/ports.js");
  const { odds } = await import("/modules/thinking.js");
  const wanted = { height: 9, width: 9, mines: 10, start: "opening", guesses: "fair", seed: 4 };
  const { id } = await referee.begin(wanted);
  const game = await referee.turn(id, { action: "reveal", cell: [4, 4] });
  const { safe, probability } = await odds(game, new AbortController().signal);
  const row = probability.findIndex((chances) => chances.some((chance) => chance > 0));
  const cell = [row, probability[row].findIndex((chance) => chance > 0)];
  return { rows: game.rows, safe, cell, lost: await referee.turn(id, { action: "reveal", cell }) };
}"""


def test_a_needless_guess_in_a_fair_game_is_told_what_it_missed(workbench: Workbench) -> None:
    played = workbench.page.evaluate(NEEDLESS)
    row, column = played["cell"]
    assert played["safe"]
    view = View.parse("\n".join(played["rows"]), mines=10)
    missed = say_missed(view, (row, column))
    assert "was certain" in missed
    assert played["lost"]["say"].endswith(f" The game is lost. {missed}")


DEATH = """async (rules) => {
  const workers = [];
  const Started = window.Worker;
  window.Worker = class extends Started {
    constructor(...about) {
      super(...about);
      workers.push(this);
    }
  };
  const { referee } = await import("/local/ports.js");
  const wanted = { height: 8, width: 8, mines: 12, seed: 5, ...rules };
  const games = [];
  for (const seed of [5, 6]) games.push(await referee.begin({ ...wanted, seed }));
  const turn = (game, cell, about) => referee.turn(game.id, { action: "reveal", cell }, about);
  for (const game of games) await turn(game, [4, 4]);
  if (rules.dies) workers.forEach((worker) => worker.dispatchEvent(new ErrorEvent("error")));
  const seen = [];
  for (const game of games) {
    const onSeen = (rows) => seen.push(rows);
    for (const cell of [[0, 0], [7, 7], [0, 7]]) game.last = await turn(game, cell, { onSeen });
  }
  window.Worker = Started;
  return [games.map(({ last: { rows, turns, status } }) => ({ rows, turns, status })), seen];
}"""


@pytest.mark.parametrize("guesses", ["any", "fair", "none"])
def test_a_worker_that_dies_takes_no_game_with_it(workbench: Workbench, guesses: str) -> None:
    rules = {"start": "opening", "guesses": guesses}
    outcomes = []
    for dies in (False, True):
        workbench.reload()
        outcomes.append(workbench.page.evaluate(DEATH, {**rules, "dies": dies}))
    assert outcomes[0] == outcomes[1]
    (one, other), seen = outcomes[0]
    assert one["rows"] != other["rows"]
    assert one["rows"] in seen  # the rows were told as soon as they were known


def test_two_tabs_do_not_overwrite_each_others_turns(workbench: Workbench) -> None:
    one = workbench.page
    identity = one.evaluate(BEGUN)
    beside = Workbench(replace(workbench.person, page=one.context.new_page()))
    beside.person.go()
    beside.speak("en")
    other = beside.page
    assert other.evaluate(LOOKED_AT, identity)["status"] == "playing"
    assert one.evaluate(FLAGGED, [identity, 1]) == ["", 2]
    notice, turns = other.evaluate(FLAGGED, [identity, 2])
    assert turns == 2
    assert notice.startswith("This game goes on in another tab")
    assert one.evaluate(FLAGGED, [identity, 3]) == ["", 3]
    beside.reload()
    assert other.evaluate(LOOKED_AT, identity)["rows"][0] == "FF#F#####"
