"""A dozen modules and more with one fault each: every one is found, by the right check."""

from __future__ import annotations

import importlib.util
import random
import sys
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from sapper.grader.examinee import SEED
from sapper.grader.findings import Check, Finding, Report
from sapper.grader.grading import grade
from sapper.grid import neighbours

MODULES = Path(__file__).parent / "modules"
ROOT = Path(__file__).parents[2]
SECONDS = 60.0
"""More than any of them needs, even on a busy machine."""
INTERFACE, SOUND, COMPLETE, CLEAN, LASTING = Check

FAULTS = {
    "changes_while_reading": (INTERFACE, "exception", {INTERFACE, LASTING}),
    "endless_random_move": (INTERFACE, "random move", {INTERFACE}),
    "mark_mine_keeps_the_count": (INTERFACE, "sentence", {INTERFACE}),
    "no_random_move": (INTERFACE, "missing", {INTERFACE}),
    "one_more_parameter": (INTERFACE, "signature", set(Check)),
    "raises_at_the_second_number": (INTERFACE, "exception", {INTERFACE, LASTING}),
    "random_move_to_a_mine": (INTERFACE, "random move", {INTERFACE}),
    "shared_between_games": (INTERFACE, "attribute", {INTERFACE, SOUND}),
    "hasty": (SOUND, "false safe", {SOUND}),
    "hasty_with_lists": (SOUND, "false safe", {INTERFACE, SOUND}),
    "mines_not_subtracted": (SOUND, "false mine", {SOUND, COMPLETE, CLEAN}),
    "overlap_as_subset": (SOUND, "false safe", {SOUND}),
    "swapped_size": (SOUND, "false safe", {SOUND, COMPLETE, CLEAN}),
    "wrong_difference": (SOUND, "false mine", {SOUND, COMPLETE, CLEAN}),
    "concludes_by_chance": (COMPLETE, "missed by subset rule", {COMPLETE}),
    "newest_only": (COMPLETE, "missed by subset rule", {COMPLETE}),
    "no_mines_concluded": (COMPLETE, "missed by subset rule", {COMPLETE}),
    "no_subset_rule": (COMPLETE, "missed by subset rule", {COMPLETE}),
    "one_pass": (COMPLETE, "missed by subset rule", {COMPLETE}),
    "gives_its_set_away": (CLEAN, "own set given away", {CLEAN}),
    "ignores_additions": (CLEAN, "added mine", {CLEAN}),
    "keeps_duplicates": (CLEAN, "duplicate sentence", {CLEAN}),
    "keeps_empty": (CLEAN, "empty sentence", {CLEAN}),
    "keeps_impossible": (CLEAN, "impossible sentence", {CLEAN}),
    "keeps_settled": (CLEAN, "settled sentence", {CLEAN}),
    "keeps_the_callers_set": (CLEAN, "input changed", {CLEAN}),
    "order_of_sets": (CLEAN, "order of sets", {CLEAN}),
    "safe_move_records": (CLEAN, "move changes", {CLEAN}),
    "forgets_nothing": (LASTING, "growing knowledge", {CLEAN, LASTING}),
}
SLOW_TO_JUDGE = {"forgets_nothing": 6.0, "no_mines_concluded": 12.0}


@cache
def report_of(name: str) -> Report:
    return grade(MODULES / f"{name}.py", SLOW_TO_JUDGE.get(name, SECONDS))


def finding_of(name: str) -> Finding:
    check, kind, _ = FAULTS[name]
    return next(one for one in report_of(name).of(check) if one.kind == kind)


def failed(report: Report) -> set[Check]:
    return {check for check in Check if not report.passes(check)}


@pytest.mark.slow
@pytest.mark.parametrize("name", FAULTS)
def test_the_fault_is_found_by_the_right_check(name: str) -> None:
    check, kind, expected = FAULTS[name]
    report = report_of(name)
    assert (check, kind) in {(one.check, one.kind) for one in report.findings}
    assert failed(report) == expected


@pytest.mark.slow
def test_a_stall_is_cut_off_and_said() -> None:
    report = grade(MODULES / "exponential.py", 7)
    assert failed(report) == {LASTING}
    (finding,) = report.findings
    assert finding.kind in ("stall", "slow")
    assert "seconds" in finding.message


@pytest.mark.slow
def test_a_stall_outside_the_games_leaves_time_to_judge_the_rest() -> None:
    report = grade(MODULES / "endless_random_move.py")  # with the usual time
    assert failed(report) == {INTERFACE}
    assert report.games > 0


@pytest.mark.slow
@pytest.mark.parametrize("name", ["sleeps", "endless_subsets"])
def test_who_stalls_in_the_first_game_passes_nothing_but_the_interface(name: str) -> None:
    folder = MODULES if name == "endless_subsets" else MODULES.parent / "attackers"
    report = grade(folder / f"{name}.py")
    assert failed(report) == {SOUND, COMPLETE, CLEAN, LASTING}
    (lasting,) = report.of(LASTING)
    assert lasting.kind == "stall"
    assert lasting.line is not None


@pytest.mark.slow
@pytest.mark.parametrize("file", [MODULES / "honest.py", ROOT / "minesweeper.py"], ids=str)
def test_the_reference_and_a_plain_solution_pass(file: Path) -> None:
    report = grade(file, SECONDS)
    assert report.findings == ()
    assert report.games == 42
    assert [growth.size for growth in report.growth][:4] == ["4×4", "8×8", "12×12", "16×16"]


# What is shown can be repeated


def load(name: str) -> Any:
    if str(MODULES) not in sys.path:
        sys.path.insert(0, str(MODULES))
    spec = importlib.util.spec_from_file_location(f"graded_{name}", MODULES / f"{name}.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def run_script(name: str, lines: list[str]) -> Any:
    names: dict[str, Any] = {"MinesweeperAI": load(name).MinesweeperAI}
    random.seed(SEED)
    exec("\n".join(lines), names)
    return names["ai"]


def concluded(ai: Any, finding: Finding) -> bool:
    """Whether the AI has come to the conclusion that a finding is about."""
    assert finding.exhibit is not None
    (cell,) = finding.exhibit.cells
    return cell in (ai.mines if finding.kind == "false mine" else ai.safes)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, fault in FAULTS.items() if fault[0] is SOUND])
def test_a_false_conclusion_comes_of_the_moves_shown_and_of_no_fewer(name: str) -> None:
    for finding in report_of(name).of(SOUND):
        assert finding.exhibit is not None
        new, *calls = finding.exhibit.script
        assert concluded(run_script(name, [new, *calls]), finding)
        for left_out in range(len(calls)):
            fewer = [new, *calls[:left_out], *calls[left_out + 1 :]]
            assert not concluded(run_script(name, fewer), finding)


@pytest.mark.slow
@pytest.mark.parametrize("name", ["hasty", "mines_not_subtracted", "overlap_as_subset"])
def test_the_layout_shown_agrees_with_all_numbers_and_refutes_it(name: str) -> None:
    for finding in report_of(name).of(SOUND):
        exhibit = finding.exhibit
        assert exhibit is not None
        assert exhibit.counterexample is not None
        mines, size = exhibit.counterexample, (exhibit.height, exhibit.width)
        assert len(mines) == exhibit.mines
        for move in exhibit.moves:
            assert move.cell not in mines
            assert sum(near in mines for near in neighbours(move.cell, *size)) == move.count
        (cell,) = exhibit.cells
        assert (cell in mines) == (finding.kind == "false safe")
        assert any(line.startswith("Why it is false:") for line in finding.details)


@pytest.mark.slow
@pytest.mark.parametrize("name", [name for name, fault in FAULTS.items() if fault[0] is COMPLETE])
def test_a_missed_conclusion_is_derived_by_the_two_rules(name: str) -> None:
    finding = finding_of(name)
    assert finding.exhibit is not None
    ai = run_script(name, list(finding.exhibit.script))
    (cell,) = finding.exhibit.cells
    honest = run_script("honest", list(finding.exhibit.script))
    assert cell in honest.safes - ai.safes or cell in honest.mines - ai.mines
    assert finding.details[0] == "How it follows:"
    assert f"{cell} is" in finding.details[-1]
    assert not any("suppose" in line.lower() for line in finding.details)


@pytest.mark.slow
def test_an_exception_is_told_with_its_line_and_the_fewest_moves() -> None:
    finding = finding_of("changes_while_reading")
    assert finding.line == 11
    assert "RuntimeError: Set changed size during iteration" in finding.message
    assert finding.exhibit is not None
    with pytest.raises(RuntimeError):
        run_script("changes_while_reading", list(finding.exhibit.script))
    assert run_script("changes_while_reading", list(finding.exhibit.script[:-1]))


@pytest.mark.slow
def test_an_addition_is_shown_with_the_call_that_makes_it() -> None:
    finding = finding_of("ignores_additions")
    assert "ai.mines.add(" in finding.message
    assert "misses what follows about" in finding.message
