"""The resolution study in the laboratory: the same whatever the workers, sound, and in order."""

from __future__ import annotations

import csv
import json
import shlex
from pathlib import Path

import numpy as np
import pytest
from commands import Run, runner
from scipy import stats  # type: ignore[import-untyped]

from sapper.lab.case import Case, Outcomes
from sapper.lab.experiments import ResolutionStudy
from sapper.lab.games import read_given_level
from sapper.lab.portions import Chunk
from sapper.lab.report import write_report
from sapper.lab.run import RunLocation, run, unfinished
from sapper.lab.settling import REASONERS, settle_board
from sapper.lab.settling_case import SettlingCase, usual_numbers
from sapper.lab.stats import mean_interval
from sapper.lab.store import Store
from sapper.lab.study import StudyFinding
from sapper.level import LEVELS

TINY = ResolutionStudy(
    6, 1, levels=("easy", "hard"), reasoners=("sentence", "resolution-2", "exact"), every=7
)
BOARDS_FOR_WIDTH_8 = {"easy": range(20), "medium": range(20), "hard": range(3, 12)}
"""On some other hard boards so wide a resolution takes a minute and more."""


def in_memory(
    experiment: ResolutionStudy, place: RunLocation, chunk_size: int | None = None
) -> str:
    with Store(":memory:") as store:
        return run(experiment, store, place, chunk_size=chunk_size).results().to_csv()


def measured_here(experiment: ResolutionStudy) -> dict[Case, Outcomes]:
    """Without an executor, in this process."""
    return {case: Outcomes.joined([case.measure(0, experiment.games)]) for case in experiment.cases}


@pytest.mark.slow
def test_workers_and_chunks_do_not_show() -> None:
    here = TINY.summarise(measured_here(TINY)).results().to_csv()
    assert in_memory(TINY, RunLocation(1)) == here
    assert in_memory(TINY, RunLocation(2), chunk_size=4) == here


@pytest.mark.slow
def test_an_interrupted_study_goes_on_to_the_same_bytes() -> None:
    class Stop(Exception):
        """Thrown in the middle of a run."""

    def stop(chunk: Chunk, _: object) -> None:
        if chunk.start:
            raise Stop

    with Store(":memory:") as store:
        with pytest.raises(Stop):
            run(TINY, store, RunLocation(1), chunk_size=3, watcher=stop)
        left = unfinished(TINY, store)
        assert 0 < sum(gap.count for gap in left) < TINY.games * len(TINY.cases)
        resumed = run(TINY, store, RunLocation(1), resume=True, chunk_size=2).results().to_csv()
    assert resumed == in_memory(TINY, RunLocation(1))


@pytest.mark.slow
@pytest.mark.parametrize("level", BOARDS_FOR_WIDTH_8)
def test_sentences_settle_no_more_than_resolution_and_that_no_more_than_counting(
    level: str,
) -> None:
    given_level = read_given_level(level)
    for disclosed in usual_numbers(given_level)[::14]:
        settled = {}
        for reasoner in ("sentence", "resolution-4", "resolution-8", "exact"):
            boards = BOARDS_FOR_WIDTH_8[level] if reasoner == "resolution-8" else range(20)
            case = SettlingCase(given_level, disclosed, reasoner, seed=2)
            columns = case.measure(boards.start, len(boards)).columns
            assert not columns["wrong"].any()
            assert not columns["gave_up"].any()
            settled[reasoner] = columns["settled"]
        assert (settled["sentence"] <= settled["resolution-4"]).all()
        assert (settled["resolution-4"] <= settled["exact"]).all()
        both = slice(BOARDS_FOR_WIDTH_8[level].start, BOARDS_FOR_WIDTH_8[level].stop)
        assert (settled["resolution-4"][both] <= settled["resolution-8"]).all()
        assert (settled["resolution-8"] <= settled["exact"][both]).all()


def test_a_board_is_what_the_play_room_says_it_is() -> None:
    case = SettlingCase(LEVELS["hard"], 25, "resolution-2", seed=3)
    columns = case.measure(start=4, count=3).columns
    runs = [settle_board(LEVELS["hard"], index, 25, "resolution-2", seed=3) for index in (4, 5, 6)]
    assert columns["settled"].tolist() == [run.settled for run in runs]
    assert columns["complete"].tolist() == [run.complete for run in runs]
    assert {str(columns[name].dtype) for name in ("settled", "wrong")} == {"int32"}
    timing = case.measure(start=0, count=3).timing
    assert (timing.boards, timing.moves, timing.by_move) == (3, 3, True)


def test_the_published_design_is_the_usual_one() -> None:
    for name, first in (("easy", 6), ("medium", 13), ("hard", 19)):
        assert usual_numbers(LEVELS[name]) == tuple(range(first, first + 15))
    assert usual_numbers(read_given_level("3x3/4")) == (0, 1, 2, 3, 4, 5)
    assert usual_numbers(read_given_level("4x4/4")) == tuple(range(1, 13))
    published = ResolutionStudy(5, 1, ("easy", "medium", "hard"), REASONERS)
    assert len(published.cases) == 3 * 15 * len(REASONERS)
    assert ResolutionStudy.from_parameters(TINY.parameters()) == TINY


def test_the_totals_take_the_board_as_the_unit() -> None:
    found = TINY.summarise(measured_here(TINY))
    total = next(row for row in found.totals if row.level.name == "hard")
    assert total.settled.shape == (3, 6)
    by_board = total.settled.mean(axis=0) / 480
    low, high = stats.t.interval(0.95, 5, by_board.mean(), stats.sem(by_board))
    assert total.share_interval.low == pytest.approx(max(0.0, low), abs=1e-6)
    assert total.share_interval.high == pytest.approx(min(1.0, high), abs=1e-6)
    assert total.share == pytest.approx(float(by_board.mean()))
    assert total.median_time in total.median_time_interval


CLUSTERS = ResolutionStudy(
    4, 1, ("easy",), ("published", "exact"), disclosed=(6,), spreads=(0.5, 4.0, None)
)


def test_clusters_are_cases_of_their_own() -> None:
    assert [case.spread for case in CLUSTERS.cases] == [0.5, 0.5, 4.0, 4.0, None, None]
    assert "spread" not in CLUSTERS.cases[-1].identity  # results of earlier versions stay valid
    assert len({json.dumps(case.identity) for case in CLUSTERS.cases}) == len(CLUSTERS.cases)
    assert CLUSTERS.command().endswith("--disclosed 6 --spread 0.5,4,scattered --games 4 --seed 1")
    parameters = json.loads(json.dumps(CLUSTERS.parameters()))
    assert ResolutionStudy.from_parameters(parameters) == CLUSTERS
    found = CLUSTERS.summarise(measured_here(CLUSTERS))
    assert [row[:3] for row in found.shown().rows] == [
        ("easy", spread, reasoner)
        for spread in ("0.5", "4", "scattered")
        for reasoner in ("published", "exact")
    ]
    assert "exp(" in found.notes()[0]
    stuck, _ = found.draw().axes
    assert stuck.get_legend_handles_labels()[1] == [
        "published, 6 disclosed",
        "exact, 6 disclosed",
    ]


def test_inferences_are_told_where_they_are_counted() -> None:
    found = CLUSTERS.summarise(measured_here(CLUSTERS))
    published, exact = found.totals[:2]
    runs = [settle_board(LEVELS["easy"], index, 6, "published", 1, 0.5) for index in range(4)]
    assert published.inferences == (
        sum(run.effort.single_inferences or 0 for run in runs),
        sum(run.effort.pair_inferences or 0 for run in runs),
    )
    assert exact.inferences is None
    table = found.timings()
    first, second = (dict(zip(table.titles, row, strict=True)) for row in table.rows[:2])
    assert first["single_inferences_per_board"] == f"{published.inferences[0] / 4:.1f}"
    assert second["single_inferences_per_board"] == ""


def test_one_board_tells_nothing_of_others() -> None:
    interval = mean_interval(np.array([0.3]))
    assert (interval.low, interval.high) == (0.0, 1.0)


@pytest.mark.slow
def test_the_report_shows_it(tmp_path: Path) -> None:
    with Store(tmp_path / "lab.sqlite") as store:
        found = run(TINY, store, RunLocation(1))
        write_report(store, tmp_path)
    page = (tmp_path / "report.html").read_text()
    assert isinstance(found, StudyFinding)
    for said in (
        "Resolution study: easy, hard, 6 boards",
        "34252/36000 (95.1 %)",
        "94.4, 15",
        "By the number of disclosed cells",
        "Cells settled wrongly: 0.",
        TINY.command(),
    ):
        assert said in page
    rows = list(csv.DictReader((tmp_path / "resolution-study.csv").read_text().splitlines()))
    assert len(rows) == len(TINY.cases)
    assert all(int(row["settled"]) <= int(row["cells"]) for row in rows)
    assert len((tmp_path / "resolution-study.times.csv").read_text().splitlines()) == 1 + len(rows)
    figure = found.draw()
    assert [panel.get_title(loc="left") for panel in figure.axes[:2]] == [
        "easy 9×9/10",
        "hard 16×30/99",
    ]


@pytest.fixture
def command(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd, "lab")


@pytest.mark.slow
def test_the_command_and_what_it_tells_to_type_again(command: Run, tmp_path: Path) -> None:
    asked = ["run", "resolution-study", "--levels", "easy", "--disclosed", "5:9:2", "--every", "2"]
    asked += ["--reasoners", "resolution-2,exact", "--games", "3", "--workers", "1"]
    code, table, saved = command(*asked, "--out", str(tmp_path))
    assert code == 0
    assert saved.startswith(f"Saved in {tmp_path}")
    assert [line.split()[:3] for line in table.splitlines()[1:3]] == [
        ["easy", "resolution-2", "6"],
        ["easy", "exact", "6"],
    ]
    assert "6075/6075" in table
    rows = json.loads(command(*asked, "--json", "--out", str(tmp_path))[1])
    assert [row["disclosed"] for row in rows] == [5, 5, 9, 9]
    told = shlex.split(rows[0]["command"])[2:]
    again = command(*told, "--json", "--out", str(tmp_path / "again"))[1]
    assert json.loads(again) == rows


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (("--levels", "harder"), "no level is called 'harder'"),
        (("--levels", ","), "a comma in ',' has nothing on one side"),
        (("--levels", "hard,16x30/99"), "the same thing twice"),
        (("--reasoners", "oracle"), "no reasoner is called 'oracle'"),
        (("--reasoners", "resolution-0"), "a width of at least 1"),
        (("--disclosed", "x"), "numbers read"),
        (("--disclosed", "9:3"), "nothing to measure"),
        (("--disclosed", "99"), "easy can disclose 0 to 71 cells, not 99"),
        (("--every", "0"), "--every"),
        (("--spread", "wide"), "a spread reads"),
        (("--spread", "0"), "a spread is 0.01 to 10000 cells, not 0"),
        (("--spread", "1e200"), "a spread is 0.01 to 10000 cells, not 1e+200"),
        (("--spread", "nan"), "a spread is 0.01 to 10000 cells, not nan"),
        (("--spread", ","), "a spread reads"),
        (("--games", "0"), "--games"),
    ],
)
def test_bad_input_is_one_line_and_code_2(
    command: Run, tmp_path: Path, arguments: tuple[str, ...], said: str
) -> None:
    code, table, complaint = command(
        "run", "resolution-study", *arguments, "--out", str(tmp_path / "out")
    )
    assert (code, table) == (2, "")
    assert said in complaint
    assert len(complaint.splitlines()) == 1
    assert not (tmp_path / "out").exists()
