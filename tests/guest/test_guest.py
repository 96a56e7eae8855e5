"""Guests: somebody's own file in a process of its own, whatever it does there."""

from __future__ import annotations

import gc
import os
import subprocess
import sys
from contextlib import suppress
from pathlib import Path

import pytest
from student_files import AGENT, STUDENT, line_with, student_file
from waiting import until

from sapper.errors import FileMissing, GuestFailed
from sapper.guest import process
from sapper.guest.guest import Guest, Limits
from sapper.guest.operations import (
    AddKnowledge,
    Answer,
    AskAgent,
    Beliefs,
    Believe,
    GuestBeliefs,
    GuestMove,
    GuestSentence,
    MakeRandomMove,
    MakeSafeMove,
    NewAgent,
    NewAI,
    Operation,
    Refusal,
    SeedRandom,
    SentenceCall,
    SentenceCalls,
)
from sapper.view import View

ADDED = "        self.moves_made.add(cell)\n"
"""The first line of `add_knowledge`, after which a fault is put."""
PATIENT = Limits(seconds_per_call=60.0)
HASTY = Limits(seconds_per_call=2.0)
"""For stalls."""
PLAY = (NewAI(3, 3), AddKnowledge((0, 0), 0))


def ask(file: Path, *script: Operation, limits: Limits = PATIENT) -> list[Answer | GuestFailed]:
    with Guest(file, limits=limits) as guest:
        return guest.run(script)


def failure_of(folder: Path, fault: str, limits: Limits = PATIENT) -> GuestFailed:
    """What becomes of a file that does this in `add_knowledge`; everything after it works."""
    file = student_file(folder, ADDED, ADDED + f"        {fault}\n")
    with Guest(file, limits=limits) as guest:
        *_, last = guest.run(PLAY)
        assert isinstance(last, GuestFailed), last
        assert isinstance(guest.run([NewAI(3, 3)])[-1], Answer)
    assert last.file == "minesweeper.py"
    assert str(last) == last.message
    return last


def beliefs_of(file: Path) -> GuestBeliefs:
    *_, last = ask(file, *PLAY)
    assert isinstance(last, Answer), last
    assert isinstance(last.value, GuestBeliefs)
    return last.value


def is_running(pid: int) -> bool:
    """Whether there is such a process, and it is more than what is left of one."""
    try:
        status = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
    except OSError:
        return False
    return status != "Z"


# What it answers


def test_a_students_file_is_asked_through_the_course_interface(tmp_path: Path) -> None:
    script = (
        NewAI(1, 3),
        AddKnowledge((0, 1), 1),
        MakeSafeMove(),
        SeedRandom(1),
        MakeRandomMove(),
        NewAI(1, 3),
        AddKnowledge((0, 1), 0),
        MakeSafeMove(),
        Beliefs(),
    )
    answers = ask(student_file(tmp_path), *script)
    assert len(answers) == len(script)
    values = [answer.value for answer in answers if isinstance(answer, Answer)]
    sentence = GuestSentence(frozenset({(0, 0), (0, 2)}), 1)
    opened = frozenset({(0, 1)})
    assert values[1] == GuestBeliefs(opened, opened, frozenset(), (sentence,), ())
    assert values[2] is None
    assert values[4] in ((0, 0), (0, 2))
    assert values[7] == (0, 0)
    assert isinstance(values[8], GuestBeliefs)
    assert values[8].safes == {(0, 0), (0, 1), (0, 2)}
    assert all(answer.seconds >= 0 for answer in answers if isinstance(answer, Answer))


def test_random_moves_repeat_with_their_seed(tmp_path: Path) -> None:
    script = [NewAI(30, 30), *[SeedRandom(5), MakeRandomMove()] * 2]
    answers = ask(student_file(tmp_path), *script)
    assert answers[2].value == answers[4].value  # type: ignore[union-attr]


def test_what_a_caller_adds_is_believed(tmp_path: Path) -> None:
    added = Believe(safes=frozenset({(2, 2)}), mines=frozenset({(0, 2)}))
    *_, believed = ask(student_file(tmp_path), NewAI(3, 3), added)
    assert isinstance(believed, Answer)
    assert isinstance(believed.value, GuestBeliefs)
    assert believed.value.safes == {(2, 2)}
    assert believed.value.mines == {(0, 2)}


def test_sentences_are_called(tmp_path: Path) -> None:
    cells = frozenset({(0, 0), (0, 1)})
    calls = (
        SentenceCall("known_mines"),
        SentenceCall("mark_mine", (0, 0)),
        SentenceCall("known_safes"),
        SentenceCall("str"),
        SentenceCall("==", other=GuestSentence(frozenset({(0, 1)}), 1)),
    )
    (answer,) = ask(student_file(tmp_path), SentenceCalls(cells, 2, calls))
    assert isinstance(answer, Answer)
    assert isinstance(answer.value, tuple)
    assert not answer.changed_inputs
    results = [result for result in answer.value if not isinstance(result, int)]
    assert [result.returned for result in results] == [
        cells,
        None,
        frozenset(),
        "{(0, 1)} = 1",
        True,
    ]
    assert not any(result.is_own_set for result in results)
    assert results[-1].sentence == GuestSentence(frozenset({(0, 1)}), 1)


def test_a_sentence_that_keeps_its_callers_set_is_noticed(tmp_path: Path) -> None:
    file = student_file(tmp_path, "self.cells = set(cells)", "self.cells = cells")
    kept = SentenceCalls(frozenset({(0, 0)}), 0, (SentenceCall("mark_safe", (0, 0)),))
    (answer,) = ask(file, kept)
    assert isinstance(answer, Answer)
    assert answer.changed_inputs


def test_a_set_that_is_handed_out_is_noticed(tmp_path: Path) -> None:
    file = student_file(
        tmp_path,
        "return set(self.cells) if self.count == 0",
        "return self.cells if self.count == 0",
    )
    (answer,) = ask(file, SentenceCalls(frozenset({(0, 0)}), 0, (SentenceCall("known_safes"),)))
    assert isinstance(answer, Answer)
    assert "is_own_set=True" in repr(answer.value)


def test_the_interface_is_described(tmp_path: Path) -> None:
    file = student_file(
        tmp_path, "def make_random_move(self):", "def make_random_move(self, *, x):"
    )
    with Guest(file) as guest:
        found = guest.interface()
    assert (guest.kind, guest.class_name) == ("course", "MinesweeperAI")
    assert found.missing() == ["Minesweeper"]
    added = found.method("MinesweeperAI", "add_knowledge")
    assert added is not None
    assert [one.name for one in added.parameters] == ["cell", "count"]
    assert (added.least, added.most) == (2, 2)
    assert added.line == line_with(file, "def add_knowledge")
    made = found.method("MinesweeperAI", "__init__")
    assert made is not None
    assert [one.default for one in made.parameters] == ["8", "8"]
    assert (made.least, made.most) == (0, 2)


def test_modules_beside_the_file_and_a_class_of_another_name(tmp_path: Path) -> None:
    (tmp_path / "util.py").write_text("SIZE = 4\n")
    text = STUDENT.replace("MinesweeperAI", "Mine").replace(
        "import random\n", "import random\nimport util\n"
    )
    (tmp_path / "söme file.py").write_text(text)
    with Guest(tmp_path / "söme file.py", "Mine") as guest:
        assert isinstance(guest.run(PLAY)[-1], Answer)


def test_an_agent_is_asked_as_it_is(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(AGENT)
    view = View.parse("1F#", mines=1)
    script = (
        NewAgent({"seed": 1, "step": 2}),
        *(AskAgent(method, view) for method in ("choose", "conclusions", "beliefs", "status_line")),
        AskAgent("choose", View.parse("111", mines=0)),
    )
    with Guest(file) as guest:
        assert guest.kind == "agent"
        assert guest.summary == "opens the first hidden cell"
        assert guest.options == ("seed", "start", "step")
        _, move, known, believed, line, none = guest.run(script)
    assert isinstance(move, Answer)
    assert move.value == GuestMove((0, 2), False, 0.5, "drawn")
    assert isinstance(known, Answer)
    assert isinstance(known.value, GuestBeliefs)
    assert isinstance(believed, Answer)
    assert isinstance(line, Answer)
    assert line.value == ""
    assert isinstance(none, GuestFailed)
    assert (none.kind, none.line) == ("exception", line_with(file, "return Move"))


def test_an_agent_may_refuse(tmp_path: Path) -> None:
    file = tmp_path / "mine.py"
    file.write_text(
        AGENT.replace("return Conclusions()", "raise NoMoveLeft('nothing')")
        + "\nfrom sapper.errors import NoMoveLeft\n"
    )
    answers = ask(file, NewAgent(), AskAgent("conclusions", View(1, 2, 1)))
    assert answers[-1] == Answer(Refusal("NoMoveLeft", "nothing", None))


# What goes wrong


def test_exceptions_name_file_and_line(tmp_path: Path) -> None:
    failed = failure_of(tmp_path, "{}[0, 1]")
    line = line_with(tmp_path / "minesweeper.py", "{}[0, 1]")
    assert (failed.kind, failed.line) == ("exception", line)
    assert failed.message == f"minesweeper.py, line {line}: KeyError: (0, 1)"
    assert "in add_knowledge" in failed.traceback
    assert "child.py" not in failed.traceback


def test_the_line_is_the_files_own_even_if_the_error_is_elsewhere(tmp_path: Path) -> None:
    failed = failure_of(tmp_path, "random.choice([])")
    assert failed.line == line_with(tmp_path / "minesweeper.py", "random.choice([])")


def test_a_wrong_signature_names_the_line_of_the_method(tmp_path: Path) -> None:
    file = student_file(
        tmp_path, "def add_knowledge(self, cell, count):", "def add_knowledge(self, cell):"
    )
    *_, failed = ask(file, *PLAY)
    assert isinstance(failed, GuestFailed)
    assert (failed.kind, failed.line) == ("exception", line_with(file, "def add_knowledge"))
    assert "positional arguments" in failed.message


@pytest.mark.parametrize(
    "fault", ["while True: pass", "import time; time.sleep(60)", "10 ** 10 ** 8 % 7"]
)
def test_a_stall_is_cut_off_and_its_line_told(tmp_path: Path, fault: str) -> None:
    failed = failure_of(tmp_path, fault, HASTY)
    assert failed.kind == "stall"
    line = line_with(tmp_path / "minesweeper.py", fault)
    assert failed.message == (
        f"minesweeper.py, line {line}: add_knowledge took longer than 2 seconds"
    )


def test_where_a_process_is_can_be_asked_at_any_moment(tmp_path: Path) -> None:
    script = tmp_path / "calling.py"
    script.write_text(
        "from sapper.guest.child import take_the_pipes\n"
        "pipes = take_the_pipes()\n"
        "pipes[1].write(b'{}\\n')\n"
        "pipes[1].flush()\n"
        "class Called:\n"
        "    def __init__(self):\n"
        "        pass\n"
        "while True:\n"
        "    Called()\n"
    )
    calling = process.GuestProcess(tmp_path, 0, script)
    try:
        calling.receive(PATIENT.seconds_per_call)
        for _ in range(500):
            assert str(script) in calling.where()
    finally:
        calling.close()


def test_a_stall_that_catches_everything_is_cut_off(tmp_path: Path) -> None:
    fault = "import time, signal; signal.signal(signal.SIGUSR1, signal.SIG_IGN)\n" + "\n".join(
        f"        {line}"
        for line in ("while True:", "    try: time.sleep(9)", "    except BaseException: pass")
    )
    assert failure_of(tmp_path, fault, HASTY).kind == "stall"


def test_all_calls_together_are_bounded(tmp_path: Path) -> None:
    file = student_file(tmp_path, ADDED, ADDED + "        import time; time.sleep(0.4)\n")
    limits = Limits(seconds_per_call=5, seconds_in_all=2.0)
    script = [NewAI(3, 3), *[AddKnowledge((0, 0), 0)] * 20]
    *_, failed = ask(file, *script, limits=limits)
    assert isinstance(failed, GuestFailed)
    assert "longer than 2 seconds in all" in failed.message


def test_memory_is_bounded(tmp_path: Path) -> None:
    failed = failure_of(tmp_path, "self.hoard = [0] * (1 << 40)")
    assert failed.kind == "memory"
    assert failed.line == line_with(tmp_path / "minesweeper.py", "self.hoard")
    slowly = "while True: self.hoard = [getattr(self, 'hoard', 0), 'x' * (1 << 20)]"
    limits = Limits(PATIENT.seconds_per_call, memory_bytes=1 << 28)
    assert failure_of(tmp_path, slowly, limits).kind == "memory"


@pytest.mark.parametrize(
    ("fault", "why"),
    [
        ("raise SystemExit(3)", "SystemExit: 3"),
        ("import os; os._exit(3)", "its process ended with exit code 3 in add_knowledge"),
        ("import os; os.kill(os.getpid(), 9)", "its process was ended by SIGKILL"),
        ("import os; os.abort()", "its process was ended by SIGABRT"),
        ("import os; os.closerange(3, 100)", "its process ended with exit code"),
        ("import os; os.closerange(3, 100); os.kill(os.getpid(), 19)", "it closed the pipes"),
    ],
)
def test_the_end_of_the_process_is_told(tmp_path: Path, fault: str, why: str) -> None:
    failed = failure_of(tmp_path, fault)
    assert (failed.kind, why in failed.message) == ("ended", True), failed.message
    if fault.endswith(("(3)", "abort()")) and "_exit" not in fault:
        assert failed.line == line_with(tmp_path / "minesweeper.py", fault)


def test_a_fork_that_keeps_the_pipes_does_not_hide_the_end(tmp_path: Path) -> None:
    fault = "import os, time; os.fork() or time.sleep(60); os._exit(4)"
    assert "exit code 4" in failure_of(tmp_path, fault).message


def test_a_fork_that_returns_answers_nothing(tmp_path: Path) -> None:
    file = student_file(tmp_path, ADDED, ADDED + "        import os; os.fork()\n")
    with Guest(file, limits=PATIENT) as guest:
        for _ in range(3):
            *_, believed = guest.run([*PLAY, Beliefs()])
            assert isinstance(believed, Answer)
            assert isinstance(believed.value, GuestBeliefs)


def test_what_it_prints_goes_nowhere(tmp_path: Path, capfd: pytest.CaptureFixture[str]) -> None:
    fault = "import os, sys; print('x' * 9_000_000); print('y' * 9_000_000, file=sys.stderr)"
    more = "; os.write(1, b'z' * 99_999); os.system('echo loud')"
    file = student_file(tmp_path, ADDED, ADDED + f"        {fault}{more}\n")
    assert isinstance(ask(file, *PLAY)[-1], Answer)
    assert capfd.readouterr() == ("", "")


def test_it_reads_and_writes_no_files_of_ours(tmp_path: Path) -> None:
    assert failure_of(tmp_path, "input()").message.endswith("EOFError: EOF when reading a line")
    written = failure_of(tmp_path, "open('notes.txt', 'w', buffering=1).write('x\\n')")
    assert "File too large" in written.message
    assert (tmp_path / "notes.txt").read_text() == ""
    assert not (tmp_path / "__pycache__").exists()


@pytest.mark.parametrize(
    "answer",
    [
        "b'nonsense\\n'",
        "b'[1]\\n'",
        "b'{}\\n'",
        "b'[' * 100_000 + b'\\n'",
        'b\'{"beliefs": {"safes": [1, true], "mines": [], "moves_made": []}}\\n\'',
        'b\'{"failure": {"kind": "joke", "message": "", "line": 1, "traceback": ""}}\\n\'',
    ],
)
def test_what_is_no_answer_is_refused(tmp_path: Path, answer: str) -> None:
    write = f"import os; [os.write(pipe, {answer}) for pipe in range(3, 12) if self.is_pipe(pipe)]"
    method = (
        "    def is_pipe(self, end):\n        import fcntl, os, stat\n        try:\n"
        "            return stat.S_ISFIFO(os.fstat(end).st_mode)"
        " and fcntl.fcntl(end, fcntl.F_GETFL) & 3 == 1\n"
        "        except OSError:\n            return False\n\n"
    )
    file = student_file(tmp_path, ADDED, ADDED + f"        {write}\n")
    file.write_text(file.read_text().replace("    def conclude", method + "    def conclude"))
    with Guest(file, limits=PATIENT) as guest:
        failed = guest.run(PLAY)[-1]
        assert isinstance(failed, GuestFailed), failed
        assert failed.kind == "answer"
        assert isinstance(guest.run([NewAI(3, 3)])[-1], Answer)


def test_an_answer_without_end_is_refused(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(process, "MOST_BYTES", 50_000)
    believed = "self.safes = {(n, 0) for n in range(90_000)}"
    file = student_file(tmp_path, ADDED, ADDED + f"        {believed}\n        return\n")
    *_, failed = ask(file, *PLAY)
    assert isinstance(failed, GuestFailed)
    assert (failed.kind, "does not end" in failed.message) == ("answer", True)


@pytest.mark.parametrize("returned", ["'x'", "(1, 2, 3)", "[0, 1]", "(True, 1)", "(0.0, 1)", "0"])
def test_a_move_that_is_no_cell_names_its_method(tmp_path: Path, returned: str) -> None:
    file = student_file(
        tmp_path,
        "def make_safe_move(self):",
        f"def make_safe_move(self):\n        return {returned}",
    )
    *_, failed = ask(file, NewAI(3, 3), MakeSafeMove())
    assert isinstance(failed, GuestFailed)
    assert failed.kind == "answer"
    assert failed.message == (
        f"minesweeper.py, line {line_with(file, 'def make_safe_move')}: "
        f"make_safe_move returned {returned}, not a cell or None"
    )


@pytest.mark.parametrize(
    ("believed", "oddity"),
    [
        ("self.knowledge = {}", "knowledge is a dict, not a list"),
        ("self.knowledge = None", "knowledge of the AI is None"),
        ("self.knowledge = [3]", "cells of a sentence can't be read: AttributeError"),
        ("self.knowledge = [Sentence({'x'}, 1)]", "a sentence holds 'x', which is not a cell"),
        ("self.knowledge = [Sentence({cell}, 0.5)]", "a sentence's count is 0.5, not a whole"),
        ("del self.mines", "mines of the AI can't be read: AttributeError"),
        ("self.safes = [cell, (9, 9)]", "safes is a list, not a set"),
        ("self.safes = {cell, (9, 9), (1 << 99, 0)}", "which is not a cell"),
        ("self.safes = {cell, (9, 9), None}", "safes holds None, which is not a cell"),
    ],
)
def test_what_can_not_be_read_is_said(tmp_path: Path, believed: str, oddity: str) -> None:
    file = student_file(tmp_path, ADDED, ADDED + f"        {believed}\n        return\n")
    found = beliefs_of(file)
    assert any(oddity in one for one in found.oddities), found.oddities
    if "safes" in believed:
        assert found.safes == {(0, 0), (9, 9)}


def test_huge_knowledge_is_cut_off_and_said(tmp_path: Path) -> None:
    believed = "self.knowledge = [Sentence({cell, (1, n)}, 1) for n in range(200_000)]"
    file = student_file(tmp_path, ADDED, ADDED + f"        {believed}\n        return\n")
    (beliefs,) = ask(file, *PLAY)[1:]
    assert isinstance(beliefs, Answer)
    assert isinstance(beliefs.value, GuestBeliefs)
    assert len(beliefs.value.sentences) == 5000
    assert "knowledge has 200,000 sentences; 5,000 are read" in beliefs.value.oddities
    file = student_file(
        tmp_path,
        ADDED,
        ADDED + "        self.safes = {(n, 0) for n in range(300_000)}\n        return\n",
    )
    beliefs = ask(file, *PLAY)[1]
    assert isinstance(beliefs, Answer)
    assert isinstance(beliefs.value, GuestBeliefs)
    assert len(beliefs.value.safes) == 100_000


def test_knowledge_without_end_is_a_stall_or_cut_off(tmp_path: Path) -> None:
    believed = "import itertools; self.knowledge = (Sentence({cell}, 0) for _ in itertools.count())"
    file = student_file(tmp_path, ADDED, ADDED + f"        {believed}\n        return\n")
    found = beliefs_of(file)
    assert "knowledge is a generator, not a list" in found.oddities


def test_messages_can_not_command_a_terminal(tmp_path: Path) -> None:
    failed = failure_of(tmp_path, "raise ValueError('\\x1b[2J\\nred' + 'x' * 9999)")
    assert "\x1b" not in failed.message
    assert "\n" not in failed.message
    assert len(failed.message) < 500


# Loading


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("def broken(:\n", r"broken.py, line 1: SyntaxError: invalid syntax"),
        ("import random\n1 / 0\n", r"broken.py, line 2: ZeroDivisionError: division by zero"),
        ("import nowhere\n", r"broken.py, line 1: ModuleNotFoundError: No module named 'nowhere'"),
        ("raise SystemExit\n", r"broken.py, line 1: SystemExit"),
        ("x = 1\n", r"broken.py: it has neither a class MinesweeperAI nor a subclass of sapper's"),
        (AGENT + "\nclass Second(First):\n    pass\n", "several agents: name one of First, Second"),
    ],
)
def test_a_file_that_can_not_be_loaded_says_why(tmp_path: Path, text: str, why: str) -> None:
    file = tmp_path / "broken.py"
    file.write_text(text)
    with pytest.raises(GuestFailed) as caught:
        Guest(file)
    assert caught.value.kind == "load"
    assert why in caught.value.message


def test_a_missing_file_or_class_is_named(tmp_path: Path) -> None:
    with pytest.raises(FileMissing, match=r"nowhere\.py"):
        Guest(tmp_path / "nowhere.py")
    with pytest.raises(GuestFailed, match="it has no class Other"):
        Guest(student_file(tmp_path), "Other")


# Nothing is left behind


@pytest.mark.skipif(not Path("/proc/self/environ").exists(), reason="marks are found in /proc")
@pytest.mark.parametrize("way", ["", "os.setsid(); ", "os.setsid(); os.fork() and os._exit(0); "])
def test_forks_do_not_outlive_it(tmp_path: Path, way: str) -> None:
    fork = "import os, time; kind = os.fork()\n        if not kind:\n            "
    file = student_file(
        tmp_path, ADDED, ADDED + f"        {fork}{way}time.sleep(300)\n        time.sleep(0.3)\n"
    )
    guest = Guest(file)
    marks = {pid: environ for pid, environ in environments() if process.MARK in environ}
    assert guest.process_id in marks
    mark = marks[guest.process_id]
    assert isinstance(guest.run(PLAY)[-1], Answer)
    ours = [pid for pid, environ in environments() if mark_of(environ) == mark_of(mark)]
    assert len(ours) > 1
    guest.close()
    assert not [pid for pid in ours if is_running(pid)]


def environments() -> list[tuple[int, str]]:
    found = []
    for entry in Path("/proc").iterdir():
        if entry.name.isdigit():
            with suppress(OSError):
                found.append((int(entry.name), (entry / "environ").read_text(errors="replace")))
    return found


def mark_of(environ: str) -> str:
    return next((one for one in environ.split("\0") if one.startswith(process.MARK)), "")


def test_closing_and_forgetting_end_the_process(tmp_path: Path) -> None:
    guest = Guest(student_file(tmp_path))
    first = guest.process_id
    assert first is not None
    guest.close()
    assert not is_running(first)
    guest.interface()  # begins with a fresh process
    second = guest.process_id
    assert second not in (None, first)
    del guest
    gc.collect()
    assert second is not None
    assert not is_running(second)


@pytest.mark.parametrize("end", ["", "os._exit(0)", "os.kill(os.getpid(), 9)"])
def test_it_ends_with_whoever_asks(tmp_path: Path, end: str) -> None:
    program = (
        "import os, sys\nfrom sapper.guest.guest import Guest\n"
        f"guest = Guest({str(student_file(tmp_path))!r})\n"
        f"print(guest.process_id, flush=True)\n{end}\n"
    )
    told = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True)
    assert not told.stderr
    until(lambda: not is_running(int(told.stdout)))


def test_a_fork_of_the_asker_leaves_the_guest_alone(tmp_path: Path) -> None:
    guest = Guest(student_file(tmp_path))
    pid = os.fork()
    if pid == 0:  # pragma: no cover
        guest.close()
        os._exit(0)
    os.waitpid(pid, 0)
    assert isinstance(guest.run(PLAY)[-1], Answer)
    guest.close()


def test_an_interrupted_call_leaves_no_stale_answer(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    with Guest(student_file(tmp_path)) as guest:
        with monkeypatch.context() as patch:

            def interrupted(*_: object) -> None:
                raise KeyboardInterrupt

            patch.setattr(process.GuestProcess, "receive", interrupted)
            with pytest.raises(KeyboardInterrupt):
                guest.run(PLAY)
        _, answer = guest.run([NewAI(2, 2), Beliefs()])
        assert isinstance(answer, Answer)
        assert isinstance(answer.value, GuestBeliefs)
