"""The report tells all, needs nothing beside it, and draws what the table says."""

from __future__ import annotations

import csv
import re
import sys
from collections.abc import Sequence
from html.parser import HTMLParser
from pathlib import Path
from xml.etree import ElementTree

import pytest

import sapper
from sapper.errors import ExtraMissing, NothingToReport
from sapper.lab.case import describe_machine
from sapper.lab.experiment import Experiment
from sapper.lab.experiments import EXPERIMENTS as EXPERIMENTS_BY_NAME
from sapper.lab.experiments import Compare, Density, ResolutionStudy, WinRate
from sapper.lab.game_findings import WinRateFinding
from sapper.lab.games import GameCase
from sapper.lab.plots import draw_win_rates
from sapper.lab.report import write_report
from sapper.lab.run import RunLocation, run
from sapper.lab.store import Store

EXPERIMENTS = [
    WinRate(200, 1, agents=("exact",), levels=("beginner", "expert"), starts=("safe", "opening")),
    WinRate(20, 1, agents=("sentence",), levels=("beginner",), starts=("safe",)),
    WinRate(100, 1, agents=("exact",), levels=("beginner",), starts=("safe",)),
    Compare(150, 2, agents=("exact", "sentence"), level="beginner"),
    Compare(900, 2, agents=("exact", "random"), level="beginner", sequential=(0, 20)),
    Density(60, 3, agents=("exact", "sentence"), size="8x8", mines=(4, 8, 12)),
]
OTHERS = [
    ResolutionStudy(1, 1, levels=("easy",), reasoners=("exact",), disclosed=(6,)),
]


@pytest.fixture(scope="module")
def written(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return report_on(EXPERIMENTS, tmp_path_factory.mktemp("report"))


def report_on(experiments: Sequence[Experiment], folder: Path) -> Path:
    """The folder with the report. Everything is measured in this process."""
    with Store(folder / "lab.sqlite") as store:
        for experiment in experiments:
            for case in experiment.cases:
                for gap in store.missing(case, experiment.games):
                    store.add(case, gap.start, case.measure(gap.start, len(gap)))
            run(experiment, store, RunLocation(1))
        write_report(store, folder)
    return folder


class Page(HTMLParser):
    """The text of a page, what it would fetch, and whether its tags match."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.text = ""
        self.fetched: list[str | None] = []
        self.open: list[str] = []
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        if tag not in ("meta", "br"):
            self.open.append(tag)
        for name, value in attrs:
            if name in ("src", "href", "xlink:href") and not (value or "").startswith("#"):
                self.fetched.append(value)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag

    def handle_data(self, data: str) -> None:
        self.text += data


@pytest.mark.slow
def test_the_page_tells_what_made_each_figure_and_fetches_nothing(written: Path) -> None:
    page = Page((written / "report.html").read_text())
    assert not page.open
    assert page.fetched == []
    for experiment in EXPERIMENTS:
        assert experiment.command() in page.text
    assert f"sapper {sapper.__version__}, seed 1" in page.text
    assert describe_machine() in page.text
    for heading in ("Win rates", "exact against random: beginner, safe", "Mine density: 8×8"):
        assert heading in page.text
    assert "38.27" in page.text  # the published figure
    assert "side the interval" in page.text
    assert "Sequential test, decided after" in page.text


def test_every_experiment_can_be_reported(tmp_path: Path) -> None:
    known = {type(experiment) for experiment in (*EXPERIMENTS, *OTHERS)}
    assert known == set(EXPERIMENTS_BY_NAME.values())
    page = Page((report_on(OTHERS, tmp_path) / "report.html").read_text())
    assert page.text.count(f"Measured on: {describe_machine()}") == len(OTHERS)
    for experiment in OTHERS:
        assert experiment.command() in page.text


@pytest.mark.slow
def test_ids_in_the_page_are_each_used_once(written: Path) -> None:
    text = (written / "report.html").read_text()
    ids = re.findall(r'\bid="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    for used in re.findall(r'(?:href="#|url\(#)([^")]+)', text):
        assert used in ids


def read_table(path: Path) -> list[dict[str, str]]:
    return list(csv.DictReader(path.read_text().splitlines()))


def test_every_section_has_its_files(written: Path) -> None:
    for name in ("win-rate", "compare-1", "compare-2", "density"):
        picture = ElementTree.parse(written / f"{name}.svg").getroot()
        assert picture.tag.endswith("svg")
        assert "sapper lab" in (written / f"{name}.svg").read_text()
        png = (written / f"{name}.png").read_bytes()
        assert png.startswith(b"\x89PNG")
        assert b"sapper lab" in png
        for ending in ("csv", "times.csv"):
            assert len(read_table(written / f"{name}.{ending}")) > 0


def test_runs_of_win_rates_come_into_one_table_the_longest_of_each(written: Path) -> None:
    rows = read_table(written / "win-rate.csv")
    games = {(row["agent"], row["level"], row["start"]): int(row["games"]) for row in rows}
    assert len(rows) == len(games) == 5
    assert games["exact", "beginner", "safe"] == 200
    assert games["sentence", "beginner", "safe"] == 20
    assert all(int(row["wins"]) <= int(row["games"]) for row in rows)
    page = (written / "report.html").read_text()
    beside = page[page.index("Beside the published") :]
    assert re.findall(r"<td[^>]*>(\d+)</td><td[^>]*>beginner</td><td[^>]*>safe", beside) == [
        "100",
        "200",
    ]


def test_the_plot_shows_our_figures_and_the_published_ones() -> None:
    experiment = WinRate(50, 1, agents=("exact",), levels=("expert",), starts=("safe", "opening"))
    with Store(":memory:") as store:
        found = run(experiment, store, RunLocation(1))
    assert isinstance(found, WinRateFinding)
    figure = draw_win_rates(found.rows)
    panel = next(panel for panel in figure.axes if "safe" in panel.get_title(loc="left"))
    assert "safest cell with ties" in [label.get_text() for label in panel.get_yticklabels()]
    drawn = {round(float(line.get_xdata()[0]), 2) for line in panel.lines}  # type: ignore[index,arg-type]
    assert 38.27 in drawn


def test_results_of_another_signature_are_shown_apart(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    few = WinRate(30, 1, agents=("exact",), levels=("beginner",), starts=("safe",))
    with Store(":memory:") as store:
        with monkeypatch.context() as earlier:
            earlier.setattr(GameCase, "signature", "ffffffff")
            run(few, store, RunLocation(1))
        run(few, store, RunLocation(1))
        write_report(store, tmp_path)
    now = few.cases[0].signature
    rows = read_table(tmp_path / "win-rate.csv")
    assert sorted((row["agent"], row["signature"], row["games"]) for row in rows) == sorted(
        [("exact", now, "30"), ("exact", "ffffffff", "30")]
    )
    page = Page((tmp_path / "report.html").read_text()).text
    assert "exact [ffffffff]" in page
    assert f"Signatures of behaviour: exact ffffffff, exact {now}." in page
    assert "behaved differently" in page
    assert f"signatures: exact {now}" in page


def test_an_empty_store_has_nothing_to_report(tmp_path: Path) -> None:
    with Store(":memory:") as store, pytest.raises(NothingToReport):
        write_report(store, tmp_path)


def test_without_matplotlib_the_error_names_the_extra(
    written: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    with (
        Store(written / "lab.sqlite") as store,
        pytest.raises(ExtraMissing, match=r"this needs matplotlib: .*\[lab\]"),
    ):
        write_report(store, tmp_path)
