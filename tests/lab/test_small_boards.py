"""Best play on whole boards: two searches and a plain recursion, none of which share code."""

from __future__ import annotations

import subprocess
import sys
from fractions import Fraction
from math import comb
from pathlib import Path

import pytest
from commands import runner
from set_recursion import SetRecursion

from sapper._compiled import compiled
from sapper.agents.exact import ExactAgent
from sapper.agents.registry import make_agent
from sapper.errors import ExperimentError
from sapper.lab.bulk import play_layouts
from sapper.lab.optimal import Optimal
from sapper.lab.optimal_finding import OptimalFinding
from sapper.lab.run import RunLocation, run
from sapper.lab.small_boards import (
    MEMORY_TO_DECIDE,
    MOST_MEMORY,
    FirstClick,
    ProcessorTime,
    Share,
    _Asked,
    all_layouts,
    clicks_by_endgames,
    clicks_by_whole_board,
    first_clicks,
    layouts_won,
    search_whole_board,
)
from sapper.lab.store import Store
from sapper.level import Level, first_cell
from sapper.view import View

pytestmark = pytest.mark.skipif(compiled is None, reason="the engine is not built")

ENOUGH = 10**9


def clicks_by_recursion(level: Level) -> list[FirstClick]:
    """The same by the slow recursion on sets of layouts, without symmetry."""
    plain = SetRecursion(View(level.height, level.width, level.mines), most_sets=400_000)
    clicks = clicks_by_endgames(level, ENOUGH)
    assert clicks is not None
    return [
        FirstClick(
            click.cell,
            plain.won_by(click.cell),
            plain.safe_in(click.cell),
            plain.won(plain.showing[click.cell][0]),
            plain.showing[click.cell][0].bit_count(),
        )
        for click in clicks
    ]


@pytest.mark.parametrize(
    "size",
    [*(f"3x3/{mines}" for mines in range(1, 9)), "1x7/3", "2x5/4", "3x4/3", "3x4/6", "4x4/3"],
)
def test_two_searches_and_a_plain_recursion_agree_on_every_first_click(size: str) -> None:
    level = Level.parse(size)
    expected = clicks_by_recursion(level)
    assert clicks_by_endgames(level, ENOUGH) == expected
    for threads, memory in ((1, 2**28), (2, 2**28), (4, 2**28), (4, 2**7)):
        assert search_whole_board(level, ENOUGH, threads, memory) == expected


@pytest.mark.parametrize("size", ["4x4/5", "4x4/9", "2x8/7", "5x5/4", "5x5/20"])
def test_the_two_searches_agree_where_the_recursion_is_too_slow(size: str) -> None:
    level = Level.parse(size)
    by_endgames = clicks_by_endgames(level, ENOUGH)
    assert by_endgames is not None
    for threads in (1, 4):
        assert by_endgames == clicks_by_whole_board(level, ENOUGH, Share(threads))


def test_the_published_board_is_worth_what_was_published() -> None:
    clicks = first_clicks(Level.parse("4x4/4"), ENOUGH)
    assert clicks is not None
    best = max(clicks, key=lambda click: click.won)
    assert (best.won, best.cell) == (961, (0, 1))


def test_a_search_ends_with_its_budget() -> None:
    for threads in (1, 4):
        assert first_clicks(Level.parse("4x5/8"), 1000, Share(threads)) is None
    for size in ("5x5/5", "5x6/15", "6x6/18"):  # the last two are too large to be written out
        assert first_clicks(Level.parse(size), 1000) is None


def test_whether_a_budget_suffices_depends_on_nothing_but_the_board() -> None:
    level = Level.parse("4x4/7")
    too_small, enough = 1, 10**7
    while enough - too_small > 1:
        budget = (too_small + enough) // 2
        if first_clicks(level, budget) is None:
            too_small = budget
        else:
            enough = budget
    for share in (Share(2), Share(4), Share(1, boards=3), Share(3, boards=1 << 20)):
        assert first_clicks(level, too_small, share) is None
        assert first_clicks(level, enough, share) is not None


def test_boards_under_way_stay_within_one_limit_of_memory() -> None:
    for boards in range(1, 200):
        share = Share(boards=boards)
        assert boards * share.memory <= MOST_MEMORY
        assert (boards - 1) * share.memory + MEMORY_TO_DECIDE <= MOST_MEMORY


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads Linux's own account")
def test_a_small_budget_takes_little_memory() -> None:
    # Not `ru_maxrss`, which a program inherits from the process that starts it.
    resident = (
        "import re; from sapper._compiled import compiled\n"
        "try: compiled.solve_whole_board(5, 5, 12, 1000, 26, 1)\n"
        "except compiled.BudgetExceeded: pass\n"
        "print(re.search(r'VmHWM:\\s+(\\d+) kB', open('/proc/self/status').read())[1])"
    )
    done = subprocess.run(
        [sys.executable, "-c", resident], capture_output=True, text=True, check=True
    )
    assert int(done.stdout) / 1024 < 500  # a table of 2^26 positions alone takes 1,024


def test_only_threads_that_helped_are_counted(monkeypatch: pytest.MonkeyPatch) -> None:
    now = iter(range(0, 1000, 10))
    monkeypatch.setattr("sapper.lab.small_boards.perf_counter", lambda: next(now))
    monkeypatch.setattr("sapper.lab.small_boards.thread_time", lambda: 5)
    for size, seconds in (("4x4/3", 0), ("4x4/7", 30)):  # searched by endgames; as a whole
        time = ProcessorTime()
        assert first_clicks(Level.parse(size), ENOUGH, Share(threads=4), time) is not None
        assert time.seconds == seconds


@pytest.mark.parametrize(("size", "start"), [("3x4/4", "safe"), ("4x4/3", "opening")])
def test_an_agent_that_is_asked_wins_what_it_wins_in_play(size: str, start: str) -> None:
    level = Level.parse(size, start)
    first = first_cell(level.height, level.width, start)
    mines = all_layouts(level, first)
    for agent in ("exact", "expert"):
        played = play_layouts(agent, mines.reshape(-1, level.height, level.width), first)
        won = int(played.won.sum())
        assert layouts_won(make_agent(agent, start=start), level, first) == (won, len(mines))
    assert (
        _Asked(ExactAgent(), level, mines).won(first) == layouts_won(ExactAgent(), level, first)[0]
    )
    with pytest.raises(ExperimentError, match="layouts"):
        all_layouts(Level.parse("8x8/10"), (0, 0))


def test_the_experiment_puts_it_together() -> None:
    experiment = Optimal(1, 0, agents=("exact",), sizes=("3x3", "2x4"), mines=(2, 3))
    with Store(":memory:") as store:
        found = run(experiment, store, RunLocation(workers=1))
        assert run(experiment, store, RunLocation(workers=1)).results() == found.results()
    with Store(":memory:") as store:
        assert run(experiment, store, RunLocation(workers=9)).results() == found.results()
    assert isinstance(found, OptimalFinding)
    by_name = {(row.level.name, row.level.start.value): row for row in found.rows}
    for name, cells, mines in (("3x3/2", 9, 2), ("2x4/3", 8, 3)):
        rule_any, safe = by_name[name, "any"], by_name[name, "safe"]
        assert rule_any.layouts == comb(cells, mines)
        assert safe.probability is not None
        assert rule_any.probability == safe.probability * Fraction(cells - mines, cells)
        for row in (rule_any, safe):
            short = row.shortfall("exact")
            assert short is not None
            assert short >= 0
    # From the edge, two rows open and tell the mines below; the agent's own start has no room.
    opening = by_name["3x3/2", "opening"]
    assert (opening.won, opening.layouts, opening.cell) == (3, 3, (0, 1))
    assert opening.shortfall("exact") is None
    assert found.draw() is not None


def dashes_explained(experiment: Optimal) -> tuple[dict[str, set[str]], list[str]]:
    """The start rules in the table by board, and what the notes say about dashes."""
    with Store(":memory:") as store:
        found = run(experiment, store, RunLocation(workers=1))
    rules: dict[str, set[str]] = {}
    for board, start, *_ in found.shown().rows:
        rules.setdefault(str(board), set()).add(str(start))
    return rules, [note for note in found.notes() if note.startswith("–")]


def test_a_search_left_open_has_no_row_for_an_opening_that_no_cell_has_room_for() -> None:
    rules, told = dashes_explained(Optimal(1, 0, sizes=("3x4",), mines=(5, 9), budget=10))
    assert rules == {"3x4/5": {"any", "safe", "opening"}, "3x4/9": {"any", "safe"}}
    assert told == ["–: the search would have exceeded the budget."]


def test_what_an_agent_wins_is_told_of_all_layouts_even_of_a_board_left_open() -> None:
    experiment = Optimal(1, 0, agents=("exact",), sizes=("3x4",), mines=(5,), budget=10)
    with Store(":memory:") as store:
        for case in experiment.cases:
            store.add(case, 0, case.measure(0, 1))
        found = run(experiment, store, RunLocation(workers=1))
    assert isinstance(found, OptimalFinding)
    of = {row.level.start.value: (row.won, dict(row.agents_of)) for row in found.rows}
    assert of["any"] == (None, {"exact": comb(12, 5)})
    assert of["safe"] == (None, {"exact": comb(11, 5)})


def test_a_dash_is_explained_by_its_own_reason_and_only_where_there_is_one() -> None:
    assert dashes_explained(Optimal(1, 0, sizes=("3x3",), mines=(2,)))[1] == []
    with_agent = Optimal(1, 0, agents=("exact",), sizes=("3x3",), mines=(2,))
    assert dashes_explained(with_agent)[1] == [
        "–: the mines leave no room for an opening around the agent's own first cell."
    ]
    without = Optimal(1, 0, sizes=("2x2",), mines=(1,))
    with Store(":memory:") as store:
        found = [run(one, store, RunLocation(workers=1)) for one in (with_agent, without)]
    (joined,) = Optimal.join(found)
    assert any("first cell; or the agent did not play this board." in it for it in joined.notes())


def test_bad_sizes_are_named(
    monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path
) -> None:
    lab = runner(monkeypatch, capfd, "lab")
    for arguments, named in (
        (("run", "optimal", "--sizes", "3y3"), "a size reads HEIGHTxWIDTH, as in 3x4, not '3y3'"),
        (("run", "optimal", "--sizes", "3x3,,4x4"), "a comma in '3x3,,4x4' has nothing"),
        (("run", "optimal", "--sizes", ""), "optimal needs a size of boards: HEIGHTxWIDTH"),
        (("run", "optimal", "--sizes", "50x50"), "layouts, far beyond the budget of 2,000,000,000"),
        (("run", "optimal", "--sizes", "2x2", "--mines", "9"), "9 mines on 2x2 leave no mine or"),
        (
            ("run", "optimal", "--sizes", "2x2", "--mines", f"1:{10**12}"),
            "more than 10,000 numbers",
        ),
        (("density", "--mines", f"1:{10**30}"), "more than 10,000 numbers"),
        (("transition", "--densities", "0.1,1.5"), "densities"),
        (("transition", "--densities", "a"), "'a'"),
    ):
        code, _, complaint = lab(*arguments, "--out", str(tmp_path))
        assert code == 2
        assert named in complaint
