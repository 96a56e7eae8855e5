"""The page's engine in a real browser: in its worker, and under the page's own policy."""

from __future__ import annotations

from datetime import date
from typing import Any

import numpy as np
from positions import played, random_board
from webpage import IN_A_BROWSER, Workbench

from sapper.level import Level
from sapper.play import asking, position_shapes
from sapper.play.making import puzzle_of_the_day
from sapper.play.table import Table
from sapper.proof.languages import LANGUAGES
from sapper.serialize import plain
from sapper.view import View

pytestmark = IN_A_BROWSER

ASK = """async ([name, rows, mines, rules]) => {
  const engine = await import("/modules/engine.js");
  const { viewOf } = await import("/engine/shapes.js");
  return await engine[name](viewOf(rows, mines), ...(rules ? [rules] : []));
}"""
GIVEN_UP = """async ([rows, mines]) => {
  const engine = await import("/modules/engine.js");
  const { viewOf } = await import("/engine/shapes.js");
  const view = viewOf(rows, mines);
  const outcome = (promise) => promise.then(() => "answered", (problem) => problem.name);
  const signal = AbortSignal.abort();
  const leaving = new AbortController();
  const asked = [engine.odds(view), engine.odds(view), engine.hint(view)];
  asked.push(engine.guess(view, {}, leaving.signal), engine.odds(view, {}, signal));
  leaving.abort();
  return await Promise.all(asked.map(outcome));
}"""
EXPLAINED = """async ([rows, mines, cell, rules]) => {
  const engine = await import("/modules/engine.js");
  const { viewOf } = await import("/engine/shapes.js");
  return await engine.explain(viewOf(rows, mines), cell, rules);
}"""
REFUSED = """async ([rows, mines]) => {
  const engine = await import("/modules/engine.js");
  const { viewOf } = await import("/engine/shapes.js");
  try {
    return await engine.hint(viewOf(rows, mines));
  } catch (problem) {
    return [problem.message, problem.status];
  }
}"""


def test_the_engine_answers_in_the_browser(workbench: Workbench) -> None:
    page = workbench.page
    random = np.random.default_rng(1)
    view = list(played(random_board(16, 30, 99, random), random))[25]
    position = [str(view).splitlines(), view.mines]

    def ask(name: str, *rules: Any) -> Any:
        return page.evaluate(ASK, [name, *position, *rules])

    assert ask("odds", {}) == plain(position_shapes.Odds.of(asking.odds(view)))
    assert ask("hint", {}) == plain(asking.hint(view))
    assert ask("analyse")["layouts"] == str(asking.odds(view).layouts)
    assert ask("guess", {})["cell"] == list(asking.hint(view).cell)


def test_only_what_nobody_waits_for_goes_unanswered(workbench: Workbench) -> None:
    view = View(16, 30, 99)
    outcomes = workbench.page.evaluate(GIVEN_UP, [str(view).splitlines(), view.mines])
    assert outcomes == ["answered", "answered", "answered", "AbortError", "AbortError"]


def test_what_has_no_answer_is_refused_as_by_the_server(workbench: Workbench) -> None:
    page = workbench.page
    clash = "the 1 at (0, 0) and the 0 at (0, 2) contradict each other"
    assert page.evaluate(REFUSED, [["1#0"], 1]) == [clash, 422]
    assert page.evaluate(REFUSED, [["1#"], 1]) == ["no cell is left that may be safe", 409]


PLAYED = """async () => {
  const { daily, referee, risk } = await import("/modules/engine.js");
  const { viewOf } = await import("/engine/shapes.js");
  const { setup, first } = await daily("2026-11-16", { height: 9, width: 9, mines: 10 });
  const begun = await referee.begin(setup);
  await referee.prepare(begun.handle, first);
  const played = await referee.act(begun.handle, "press", first);
  const kept = await referee.kept(begun.handle);
  const restored = await referee.restore(kept, [["reveal", first]]);
  await referee.end(begun.handle);
  const gone = await referee.act(begun.handle, "press", first).catch((problem) => problem.message);
  const taken = await Promise.all([0, 1].map(() => risk(viewOf(["#1##"], 1), [[0, 0]])));
  return { begun, played, kept, restored, gone, taken };
}"""


def test_a_game_is_played_without_a_server(workbench: Workbench) -> None:
    told = workbench.page.evaluate(PLAYED)
    setup, first = puzzle_of_the_day(date(2026, 11, 16), Level(9, 9, 10))
    table = Table(setup)
    assert told["begun"]["needsBoard"]
    assert told["begun"]["rows"] == table.rows
    table.reveal(first)
    assert told["played"]["rows"] == table.rows == told["restored"]["rows"]
    assert told["played"]["free"]
    assert told["kept"]["layout"] == table.record().setup.layout
    assert told["gone"] == "there is no such game"
    assert told["taken"] == [{"certain": False, "taken": 0.5, "best": 0}] * 2


OVERTAKEN = """async ([rows, mines]) => {
  const engine = await import("/modules/engine.js");
  const { viewOf } = await import("/engine/shapes.js");
  const leaving = new AbortController();
  await engine.risk(viewOf(["#1##"], 1), [[0, 0]]); // its worker has started
  const thought = engine.odds(viewOf(rows, mines), {}, leaving.signal).then(() => "thought");
  const clicked = engine.risk(viewOf(["#1##"], 1), [[0, 0]]).then(() => "clicked");
  const first = await Promise.race([thought, clicked]);
  leaving.abort();
  await thought.catch(() => {});
  return first;
}"""


def test_a_click_does_not_wait_for_a_thought(workbench: Workbench) -> None:
    rows = ["#" * 40 if row % 2 else "#2" * 20 for row in range(40)]
    assert workbench.page.evaluate(OVERTAKEN, [rows, 600]) == "clicked"


def test_the_worker_explains_in_every_language(workbench: Workbench) -> None:
    page = workbench.page
    view = View.parse("###\n111", mines=1)
    position = [str(view).splitlines(), view.mines]
    for language in LANGUAGES:
        workbench.speak(language)
        told = page.evaluate(EXPLAINED, [*position, [0, 2], {}])
        assert told == plain(asking.why(view, (0, 2), language))
    first = View(9, 9, 10)
    workbench.speak("fr")
    told = page.evaluate(EXPLAINED, [str(first).splitlines(), 10, [0, 2], {"free": True}])
    assert told == plain(asking.why(first, (0, 2), "fr", free=True))


def test_what_could_not_be_loaded_is_tried_again(workbench: Workbench) -> None:
    person = workbench.person
    person.meant.append("engine.wasm")
    position = [["#1##"], 1]
    person.page.route("**/engine.wasm*", lambda route: route.abort())
    refused = person.page.evaluate(REFUSED, position)
    assert refused == ["The engine could not be loaded.", 500]
    person.page.unroute("**/engine.wasm*")
    assert person.page.evaluate(REFUSED, position)["cell"] == [0, 3]
