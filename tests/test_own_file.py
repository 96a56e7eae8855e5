"""A path wherever an agent is named: somebody's own file plays, in a process of its own."""

from __future__ import annotations

import gc
import json
import pickle
from importlib.metadata import EntryPoint, EntryPoints
from pathlib import Path

import pytest
from commands import Run, runner
from student_files import AGENT, STUDENT, line_with, student_file

from sapper.agents import checked, registry
from sapper.agents.base import Beliefs, BelievedSentence, Conclusions
from sapper.agents.own_file import (
    AgentFileAgent,
    CourseFileAgent,
    FromFile,
    file_agent_class,
    split_options,
)
from sapper.agents.random import RandomAgent
from sapper.agents.registry import AGENTS, make_agent
from sapper.errors import (
    AgentCrashed,
    AgentError,
    BudgetExceeded,
    Contradiction,
    FileMissing,
    NoMoveLeft,
    OutOfRange,
    UnknownName,
)
from sapper.game import Game, Status
from sapper.interface.commands.failures import ExitCode
from sapper.lab.agent_game import agent_turns
from sapper.lab.agent_spec import AgentSpec
from sapper.level import Level
from sapper.play.beliefs import judge
from sapper.play.reasons import say_reason
from sapper.play.record import Setup
from sapper.play.table import Table
from sapper.view import View

SAFE = "        for cell in sorted(self.safes - self.moves_made):\n"
"""The first line of `make_safe_move`."""
RANDOM = "        cells = itertools.product(range(self.height), range(self.width))\n"
"""The first line of `make_random_move`."""


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str], tmp_path: Path) -> Run:
    monkeypatch.setenv("SAPPER_HOME", str(tmp_path / "home"))
    monkeypatch.chdir(tmp_path)
    return runner(monkeypatch, capfd)


def player(file: Path, **options: object) -> CourseFileAgent:
    agent = make_agent(str(file), **options)
    assert isinstance(agent, CourseFileAgent)
    return agent


def crash_of(file: Path, view: View) -> str:
    """What is said of a file that fails; the same again, for the next try begins afresh."""
    agent = player(file, seconds=1)
    with pytest.raises(AgentCrashed) as caught:
        checked.choose(view, agent)
    with pytest.raises(AgentCrashed) as again:
        checked.choose(view, agent)
    assert str(again.value) == str(caught.value)
    return caught.value.why


# Files of the course


def test_a_students_file_plays_whole_games(tmp_path: Path) -> None:
    agent, ended = player(student_file(tmp_path), seed=1), set()
    for seed in range(6):
        game = Game.new(Level(5, 7, 5), seed=seed)
        for turn in agent_turns(game, agent):
            assert not turn.is_false_certainty
            assert isinstance(turn.move.reason, FromFile)
            assert turn.move.certain == (turn.move.reason.method == "make_safe_move")
        ended.add(game.status)
    assert ended == {Status.WON, Status.LOST}


def test_a_safe_move_is_certain_and_a_random_one_is_not(tmp_path: Path) -> None:
    agent = player(student_file(tmp_path))
    safe = agent.choose(View.parse("0#\n##", mines=0))
    assert (safe.cell, safe.certain, safe.mine_probability) == ((0, 1), True, 0.0)
    assert safe.reason == FromFile("minesweeper.py", "make_safe_move")
    assert say_reason(safe.reason) == "as make_safe_move in minesweeper.py returned"
    drawn = agent.choose(View.parse("1#\n##", mines=1))
    assert (drawn.certain, drawn.mine_probability) == (False, None)


def test_what_it_believes_is_told(tmp_path: Path) -> None:
    agent = player(student_file(tmp_path))
    view = View.parse("1#1##\n##1##", mines=2)
    found = agent.beliefs(view)
    assert all(view.is_hidden(cell) for cell in found.safe | found.mines)
    assert found.sentences
    view = View.parse("#1##", mines=1)
    sentence = BelievedSentence(frozenset({(0, 0), (0, 2)}), 1)
    assert agent.beliefs(view) == Beliefs(sentences=(sentence,))
    assert agent.conclusions(view) == Conclusions()
    settled = View.parse("#10#", mines=1)
    assert agent.conclusions(settled) == Conclusions(frozenset({(0, 3)}), frozenset({(0, 0)}))


def test_beliefs_outside_the_board_are_told_and_judged_false(tmp_path: Path) -> None:
    odd = "self.knowledge.append(Sentence({(0, -1), (0, 0)}, 1)); self.safes.add((7, 7))"
    file = student_file(
        tmp_path, "        self.conclude()\n", f"        self.conclude()\n        {odd}\n"
    )
    view = View.parse("#1##", mines=1)
    agent = player(file)
    found = agent.beliefs(view)
    assert found.safe == {(7, 7)}
    assert [len(one.cells) for one in found.sentences] == [2, 2]
    judged = judge(view, found, agent.name)
    assert [belief.words for belief in judged.wrong] == [
        "minesweeper.py believes that (7, 7) is safe, but there is no such cell."
    ]
    assert [(0, -1) in belief.cells for belief in judged.wrong_sentences] == [True]
    assert agent.conclusions(view) == Conclusions()


def test_a_flood_of_beliefs_outside_the_board_is_cut_off(tmp_path: Path) -> None:
    file = student_file(
        tmp_path,
        "        self.conclude()\n",
        "        self.conclude()\n        self.mines |= {(9, n) for n in range(9_000)}\n",
    )
    assert len(player(file).beliefs(View.parse("#1##", mines=1)).mines) == 100


def test_beliefs_that_can_not_be_read_are_said_beside_the_board(tmp_path: Path) -> None:
    view = View.parse("#1##", mines=1)
    assert checked.status_line(view, player(student_file(tmp_path))) == ""
    file = student_file(tmp_path, "        self.knowledge = []\n", "        self.knowledge = ()\n")
    file.write_text(
        file.read_text().replace("self.knowledge.append(Sentence(", "(lambda s: s)(Sentence(")
    )
    file.write_text(
        file.read_text().replace("self.knowledge = kept", "self.knowledge = tuple(kept)")
    )
    said = checked.status_line(view, player(file))
    assert said == "knowledge is a tuple, not a list"


RECORDING = "        self.heard = [*getattr(self, 'heard', []), cell]\n"
ADDED = "        self.moves_made.add(cell)\n"


def test_cells_are_told_row_by_row_and_anew_where_a_view_does_not_follow(tmp_path: Path) -> None:
    file = student_file(tmp_path, ADDED, ADDED + RECORDING)
    file.write_text(
        file.read_text().replace(SAFE, "        raise LookupError(self.heard)\n" + SAFE)
    )
    agent = player(file)

    def heard(view: View) -> str:
        with pytest.raises(AgentCrashed) as caught:
            checked.choose(view, agent)
        return caught.value.why.partition("LookupError: ")[2]

    first = View(3, 3, 1).revealing({(2, 2): 1, (0, 1): 1, (1, 0): 1})
    assert heard(first) == "[(0, 1), (1, 0), (2, 2)]"
    file.write_text(file.read_text().replace("raise LookupError(self.heard)", "pass"))
    marked = "self.safes.add((5, len(self.heard)))\n"
    file.write_text(file.read_text().replace(RECORDING, RECORDING + "        " + marked))
    agent = player(file)

    def told_since_it_began(view: View) -> int:
        return max(column for row, column in agent.beliefs(view).safe if row == 5)

    wide = View(6, 9, 1).revealing({(1, 0): 0, (1, 1): 0})
    assert told_since_it_began(wide) == 2
    assert told_since_it_began(wide.revealing({(1, 2): 0})) == 3
    assert told_since_it_began(View(6, 9, 1).revealing({(1, 5): 0})) == 1


def test_the_same_seed_and_view_give_the_same_move(tmp_path: Path) -> None:
    file = student_file(tmp_path)
    view = View(9, 9, 10)
    agent = player(file, seed=4)
    agent.beliefs(view)
    moves = {
        agent.choose(view).cell,
        agent.choose(view).cell,
        player(file, seed=4).choose(view).cell,
    }
    assert len(moves) == 1
    others = {player(file, seed=seed).choose(view).cell for seed in range(4)}
    assert len(others) > 1


@pytest.mark.parametrize(
    ("place", "fault", "why"),
    [
        (SAFE, "return (7, 0)", "make_safe_move returned (7, 0), which is outside the 1×4 board"),
        (SAFE, "return (0, -1)", "make_safe_move returned (0, -1), which is outside the 1×4 board"),
        (SAFE, "return (0, 1)", "make_safe_move returned (0, 1), which is open already"),
        (SAFE, "return 'b2'", "make_safe_move returned 'b2', not a cell or None"),
        (RANDOM, "return (0, 1)", "make_random_move returned (0, 1), which is open already"),
        (RANDOM, "return None", "make_random_move returned None, but 2 of 3 hidden cells are safe"),
    ],
)
def test_an_illegal_move_names_file_and_line(
    tmp_path: Path, place: str, fault: str, why: str
) -> None:
    file = student_file(tmp_path, place, f"        {fault}\n{place}")
    method = "make_safe_move" if place is SAFE else "make_random_move"
    line = line_with(file, f"def {method}")
    told = crash_of(file, View.parse("#1##", mines=1))
    assert told == f"minesweeper.py, line {line}: {why}"


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("[].pop()", "IndexError: pop from empty list"),
        ("while True: pass", "make_safe_move took longer than 1 seconds"),
        ("raise SystemExit(1)", "SystemExit: 1"),
    ],
)
def test_a_failure_is_a_crash_with_file_and_line(tmp_path: Path, fault: str, why: str) -> None:
    file = student_file(tmp_path, SAFE, f"        {fault}\n{SAFE}")
    line = line_with(file, fault)
    told = crash_of(file, View.parse("#1##", mines=1))
    assert told == f"minesweeper.py, line {line}: {why}"


def test_a_failure_leaves_the_game_as_it_was(tmp_path: Path) -> None:
    file = student_file(tmp_path, SAFE, f"        if self.moves_made: [].pop()\n{SAFE}")
    table = Table(Setup(Level(9, 9, 10), seed=3, agent=AGENTS.admit(str(file))))
    table.reveal((0, 0))
    before = table.view
    with pytest.raises(AgentCrashed, match=r"minesweeper\.py, line \d+: IndexError"):
        table.ai_move()
    assert table.view == before
    student_file(tmp_path)  # corrected: the next move is made by what the file is now
    assert table.ai_move() is not None


def test_where_only_mines_are_left_no_move_is(tmp_path: Path) -> None:
    agent = player(student_file(tmp_path))
    with pytest.raises(NoMoveLeft):
        agent.choose(View.parse("#1", mines=1))


def test_agents_are_copied_and_leave_no_process(tmp_path: Path) -> None:
    agent = player(student_file(tmp_path), seed=3, seconds=2)
    view = View(4, 4, 3)
    again = pickle.loads(pickle.dumps(agent))
    assert again.options == agent.options
    assert again.choose(view) == agent.choose(view)
    pids = [one._begun().process_id for one in (agent, again)]
    assert all(Path(f"/proc/{pid}").exists() for pid in pids)
    del agent, again
    gc.collect()
    assert not any(Path(f"/proc/{pid}").exists() for pid in pids)


# Files with an agent


def write_agent(folder: Path, conclusions: str = "return Conclusions()") -> Path:
    file = folder / "mine.py"
    file.write_text(
        "from sapper.errors import *\nfrom sapper.agents.base import *\n"
        + AGENT.replace("return Conclusions()", conclusions)
    )
    return file


def test_a_subclass_of_agent_plays_as_it_is(tmp_path: Path) -> None:
    name = str(write_agent(tmp_path))
    agent = make_agent(name, seed=2, step=2)
    assert isinstance(agent, AgentFileAgent)
    assert agent.summary == "opens the first hidden cell"
    view = View.parse("1##", mines=1)
    move = checked.choose(view, agent)
    assert (move.cell, move.certain, move.mine_probability) == ((0, 2), False, 0.5)
    assert checked.status_line(view, agent) == ""
    assert checked.beliefs(view, agent) == Beliefs()
    with pytest.raises(AgentError, match=r"no option 'depth'; it has: seed, start, seconds, step"):
        make_agent(name, depth=1)
    with pytest.raises(OutOfRange, match="seconds"):
        make_agent(name, seconds=0)


@pytest.mark.parametrize(
    ("code", "error"),
    [
        ("raise NoMoveLeft('none')", NoMoveLeft),
        ("raise BudgetExceeded(9)", BudgetExceeded),
        ("raise Contradiction('none')", Contradiction),
        ("1 / 0", AgentCrashed),
        ("return 3", AgentCrashed),
        ("return Conclusions(frozenset({'x'}))", AgentCrashed),
    ],
)
def test_an_agents_refusals_and_faults_are_told_apart(
    tmp_path: Path, code: str, error: type[Exception]
) -> None:
    agent = make_agent(str(write_agent(tmp_path, code)))
    with pytest.raises(error) as caught:
        checked.conclusions(View(1, 2, 1), agent)
    assert type(caught.value) is error
    if error is AgentCrashed:
        assert "mine.py, line " in str(caught.value)


def test_an_agents_illegal_move_names_file_and_line(tmp_path: Path) -> None:
    file = write_agent(tmp_path)
    file.write_text(file.read_text().replace("view.hidden()[self.step - 1]", "(0, 0)"))
    with pytest.raises(AgentCrashed) as caught:
        checked.choose(View.parse("1#", mines=1), make_agent(str(file)))
    line = line_with(file, "def choose")
    assert caught.value.why.startswith(f"mine.py, line {line}: choose returned Move(cell=(0, 0)")
    assert caught.value.why.endswith("not a move to a hidden cell")


# Names


@pytest.mark.parametrize(
    ("text", "name", "options"),
    [
        ("exact", "exact", []),
        ("expert:budget=5:seed=1", "expert", ["budget=5", "seed=1"]),
        ("a.py", "a.py", []),
        ("./a.py:Mine", "./a.py:Mine", []),
        ("./a.py:Mine:seed=1:seconds=2", "./a.py:Mine", ["seed=1", "seconds=2"]),
        ("a.py:seed=1", "a.py", ["seed=1"]),
        (r"C:\work\a.py:Mine:seed=1", r"C:\work\a.py:Mine", ["seed=1"]),
        (r"C:\work\a.py", r"C:\work\a.py", []),
        ("week.pyramid/a.py:seed=1", "week.pyramid/a.py", ["seed=1"]),
    ],
)
def test_options_follow_a_name_or_a_path(text: str, name: str, options: list[str]) -> None:
    assert split_options(text) == (name, options)


def test_a_spec_with_a_path_is_read_and_written(tmp_path: Path) -> None:
    file = write_agent(tmp_path)
    spec = AgentSpec.parse(f"{file}:First:step=2:seconds=1.5")
    assert (spec.name, spec.options) == (f"{file}:First", (("seconds", 1.5), ("step", 2)))
    assert AgentSpec.parse(str(spec)) == spec


def test_only_files_that_were_admitted_are_listed(tmp_path: Path) -> None:
    name = str(student_file(tmp_path))
    assert name not in AGENTS
    with pytest.raises(UnknownName):
        Setup(Level(9, 9, 10), agent=name)
    assert AGENTS.admit(name) == name
    assert list(AGENTS)[-1] == name
    assert len(AGENTS) == len(list(AGENTS))
    assert AGENTS[name].summary == "MinesweeperAI of minesweeper.py, through the course's interface"
    assert Setup(Level(9, 9, 10), agent=name).agent == name
    assert AGENTS.admit("exact") == "exact"


def test_a_changed_file_is_loaded_anew(tmp_path: Path) -> None:
    (tmp_path / "util.py").write_text("SIZE = 4\n")
    file = tmp_path / "minesweeper.py"
    file.write_text("import util\n" + STUDENT)
    first = file_agent_class(str(file))
    assert file_agent_class(str(file)) is first
    (tmp_path / "util.py").write_text("SIZE = 5\n")
    second = file_agent_class(str(file))
    assert second.digest != first.digest
    file.write_text(file.read_text() + "\n# changed\n")
    assert file_agent_class(str(file)).digest != second.digest


def test_files_that_can_not_play_are_one_line(tmp_path: Path) -> None:
    with pytest.raises(FileMissing):
        make_agent(str(tmp_path / "nowhere.py"))
    file = student_file(tmp_path, "import random\n", "import random(\n")
    with pytest.raises(AgentError) as caught:
        make_agent(str(file))
    assert str(caught.value) == (
        f"agent '{file}' fails to load: minesweeper.py, line 2: SyntaxError: invalid syntax"
    )


class FailsWhenMade(RandomAgent):
    name = "unmade"

    def __init__(self, **told_to_all: object) -> None:
        raise KeyError("weights")


def test_an_agent_of_a_package_that_fails_when_made_is_one_line(
    monkeypatch: pytest.MonkeyPatch, run: Run
) -> None:
    points = [EntryPoint("unmade", f"{__name__}:FailsWhenMade", "sapper.agents")]
    monkeypatch.setattr(registry, "entry_points", lambda group: EntryPoints(points))
    monkeypatch.setattr(registry, "AGENTS", registry.Registry())
    code, _, said = run("watch", "--agent", "unmade")
    assert code == ExitCode.USAGE
    assert said == "sapper: agent 'unmade' can't be made: KeyError: 'weights'\n"


# Commands


def test_watch_takes_a_path(run: Run, tmp_path: Path) -> None:
    student_file(tmp_path)
    code, found, _ = run("watch", "--agent", "./minesweeper.py", "-l", "course", "--json")
    assert code == 0
    told = json.loads(found)
    assert told["agent"] == "./minesweeper.py"
    assert {move["reason"]["kind"] for move in told["moves"]} == {"file"}
    write_agent(tmp_path)
    assert run("watch", "--agent", "mine.py:First", "--size", "4x4/1")[0] == 0


def test_watch_says_in_one_line_what_failed(run: Run, tmp_path: Path) -> None:
    file = student_file(tmp_path, SAFE, f"        [].pop()\n{SAFE}")
    line = line_with(file, "[].pop()")
    code, _, said = run("watch", "--agent", "minesweeper.py", "--seed", "3", "-l", "beginner")
    assert code == ExitCode.FAILURE
    assert said == (
        "sapper: agent 'minesweeper.py' crashed at its move 1 on beginner (start safe, seed 3, "
        f"board 0): minesweeper.py, line {line}: IndexError: pop from empty list\n"
    )
    code, _, said = run("watch", "--agent", "nowhere.py")
    assert (code, said.count("\n")) == (ExitCode.FILE, 1)
    code, _, said = run("watch", "--agent", "minesweeper.py:Other")
    assert code == ExitCode.USAGE
    assert said.endswith("it has no class Other\n")


def test_play_takes_a_path(run: Run, tmp_path: Path) -> None:
    student_file(tmp_path)
    lines = b"ai\nagent\nagent ./Broken.py\nai\nquit\n"
    student_file(tmp_path, SAFE, f"        [].pop()\n{SAFE}", name="Broken.py")
    code, said, _ = run(
        "play", "--plain", "--agent", "./minesweeper.py", "--seed", "1", stdin=lines
    )
    assert code == 0
    assert "\nminesweeper.py opened (" in said
    assert "There are random, sentence, resolution, exact, expert, ./minesweeper.py." in said
    assert "Broken.py, line" in said
    assert "IndexError: pop from empty list" in said


def test_the_lab_takes_paths_in_worker_processes(run: Run, tmp_path: Path) -> None:
    student_file(tmp_path)
    measured = ["--levels", "4x4/2", "--starts", "safe", "--games", "6", "--workers", "2"]
    out = ["--json", "--out", str(tmp_path / "lab")]
    agents = "./minesweeper.py:MinesweeperAI:seed=1,random"
    code, found, said = run("lab", "run", "win-rate", "--agents", agents, *measured, *out)
    assert code == 0, said
    own, _ = json.loads(found)
    assert own["agent"] == "./minesweeper.py:MinesweeperAI:seed=1"
    assert own["games"] == 6
    digest = file_agent_class("./minesweeper.py:MinesweeperAI").digest
    assert own["signature"] == f"minesweeper.py (code {digest})"
    file = tmp_path / "minesweeper.py"
    file.write_text(file.read_text() + "\n# another version\n")
    _, found, _ = run("lab", "run", "win-rate", "--agents", agents, *measured, *out)
    assert json.loads(found)[0]["signature"] != own["signature"]
    code, found, said = run(
        "lab", "compare", "minesweeper.py", "random", "-l", "4x4/2", "--games", "6", *out
    )
    assert code == 0, said


def test_the_help_says_that_a_path_may_stand(run: Run) -> None:
    for command in ("watch", "play", "window", "web"):
        assert "FILE.py" in run(command, "--help").out
    assert "minesweeper.py" in run("agents", "--help").out
