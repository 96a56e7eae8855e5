"""The page's engine in a real browser: in its worker, and under the page's own policy."""

from __future__ import annotations

from typing import Any

import numpy as np
from positions import played, random_board
from webpage import IN_A_BROWSER, Arrive

from sapper.play import asking, shapes
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
EXPLAINED = """async ([rows, mines, cell, language, rules]) => {
  const engine = await import("/modules/engine.js");
  const { viewOf } = await import("/engine/shapes.js");
  return await engine.explain(viewOf(rows, mines), cell, language, rules);
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


def test_the_engine_answers_in_the_browser(arrive: Arrive) -> None:
    page = arrive().page
    random = np.random.default_rng(1)
    view = list(played(random_board(16, 30, 99, random), random))[25]
    position = [str(view).splitlines(), view.mines]

    def ask(name: str, *rules: Any) -> Any:
        return page.evaluate(ASK, [name, *position, *rules])

    assert ask("odds", {}) == plain(shapes.Odds.of(asking.odds(view)))
    assert ask("hint", {}) == plain(asking.hint(view))
    assert ask("analyse")["layouts"] == str(asking.odds(view).layouts)
    assert ask("guess", {})["cell"] == list(asking.hint(view).cell)


def test_only_the_newest_question_of_a_kind_is_answered(arrive: Arrive) -> None:
    view = View(16, 30, 99)
    outcomes = arrive().page.evaluate(GIVEN_UP, [str(view).splitlines(), view.mines])
    assert outcomes == ["AbortError", "answered", "answered", "AbortError", "AbortError"]


def test_what_has_no_answer_is_refused_as_by_the_server(arrive: Arrive) -> None:
    page = arrive().page
    clash = "the 1 at (0, 0) and the 0 at (0, 2) contradict each other"
    assert page.evaluate(REFUSED, [["1#0"], 1]) == [clash, 422]
    assert page.evaluate(REFUSED, [["1#"], 1]) == ["no cell is left that may be safe", 409]


def test_the_worker_explains_in_the_browser(arrive: Arrive) -> None:
    page = arrive().page
    view = View.parse("###\n111", mines=1)
    position = [str(view).splitlines(), view.mines]
    for language in LANGUAGES:
        told = page.evaluate(EXPLAINED, [*position, [0, 2], language, {}])
        assert told == plain(asking.why(view, (0, 2), language))
    first = View(9, 9, 10)
    told = page.evaluate(EXPLAINED, [str(first).splitlines(), 10, [0, 2], "fr", {"free": True}])
    assert told == plain(asking.why(first, (0, 2), "fr", free=True))
