"""The benchmark of reasoning: judged by oracles, stopped and resumed, over pipe and network."""

from __future__ import annotations

import json
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import replace
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from itertools import combinations
from pathlib import Path
from threading import Thread
from typing import Any, ClassVar

import pytest
from commands import SAPPER, Run, runner
from waiting import PATIENCE, until

from sapper.grid import neighbours
from sapper.lab.models.judging import Judged, judge
from sapper.lab.models.players import AgentPlayer
from sapper.lab.models.questions import Question, read_answer
from sapper.view import View

SCRIPTED = f"{sys.executable} -m sapper.lab.models.scripted"
FEW = ("--size", "6x6/6", "--grades", "easy,medium", "--boards", "2", "--seed", "3")


@pytest.fixture
def run(monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]) -> Run:
    return runner(monkeypatch, capfd, "bench-model", *FEW)


def journal_of(folder: Path) -> list[dict[str, Any]]:
    lines = (folder / "bench-model.jsonl").read_text().splitlines()
    return [json.loads(line) for line in lines[1:]]


# The judge


def test_the_risk_is_that_of_all_layouts_written_out() -> None:
    view = View.parse("#1#2#\n#2###\n#####", mines=4)
    hidden = view.hidden()
    shown = [(cell, view.number(cell)) for cell in [(0, 1), (0, 3), (1, 1)]]
    possible = [
        set(mines)
        for mines in combinations(hidden, 4)
        if all(len(set(neighbours(cell, 3, 5)) & set(mines)) == number for cell, number in shown)
    ]
    for cell in hidden:
        expected = sum(cell in mines for mines in possible) / len(possible)
        judged = judge(view, json.dumps({"cell": cell}))
        assert judged.risk == pytest.approx(expected, abs=1e-12)
        assert (judged.risk == 0) == (expected == 0)
        assert not judged.proved


def test_a_risk_is_counted_within_a_budget() -> None:
    view = View.parse("0#1###1##1##1#", mines=4)
    assert judge(view, '{"cell": [0, 1]}', budget=2).risk == 0.0  # a single number settles it
    assert judge(view, '{"cell": [0, 13]}', budget=2).risk is None


def test_an_answer_that_can_not_be_judged_is_kept_and_not_asked_for_again(
    monkeypatch: pytest.MonkeyPatch, run: Run, tmp_path: Path
) -> None:
    player = ("--command", f"{SCRIPTED} --tokens 10", "--name", "script")
    out = ("--out", str(tmp_path), "--json", "--no-references")

    def judged(view: View, answer: str) -> Judged:
        return replace(judge(view, answer), risk=None, proved=False, problem="no reason")

    monkeypatch.setattr("sapper.lab.models.bench.judge", judged)
    scores = {one["grade"]: one for one in json.loads(run(*player, *out).out)["scores"]}
    assert (scores["all"]["unjudged"], scores["all"]["boards"]) == (4, 0)
    lines = journal_of(tmp_path)
    assert [(line["risk"], line["tokens"]) for line in lines] == [(None, 10)] * 4
    assert run(*player, *out, "--resume").code == 0
    assert journal_of(tmp_path) == lines


def test_a_reason_counts_only_for_the_cell_that_is_opened() -> None:
    view = View.parse("##1#\n###1", mines=1)
    stated = {"cell": [0, 0], "steps": [{"minus": ["total", [0, 2]]}]}
    assert judge(view, json.dumps(stated)) == Judged((0, 0), 0.0, True, None)
    elsewhere = judge(view, json.dumps({**stated, "cell": [0, 3]}))
    assert (elsewhere.cell, elsewhere.proved) == ((0, 3), False)
    assert elsewhere.risk == 0.5
    as_mine = '{"cell": [0, 1], "is_mine": true, "steps": [{"number": [0, 0]}]}'
    judged = judge(View.parse("1#", mines=1), as_mine)
    assert (judged.risk, judged.proved) == (1.0, False)
    assert judged.problem == "the reason is why (0, 1) is a mine, not why it is safe"


@pytest.mark.parametrize(
    ("text", "cell"),
    [
        ('{"cell": [0, 1]} or rather {"cell": [1, 1], "steps": []}', [1, 1]),
        ('```json\n{"cell": [2, 1],\n "steps": []}\n```', [2, 1]),
        ('{"thoughts": {"deep": 1}} so {x} {"cell": [0, 0]} {"sure": true}', [0, 0]),
    ],
)
def test_an_answer_is_found_in_prose(text: str, cell: list[int]) -> None:
    assert read_answer(text)["cell"] == cell


@pytest.mark.parametrize(
    "text", ["", "no", "{" * 60_000, '{"cell": ' * 9_000, "[1, 2]", '{"a": 1}']
)
def test_what_is_no_answer_is_told_at_once(text: str) -> None:
    judged = judge(View.parse("1#", mines=1), text)
    assert (judged.cell, judged.problem) == (
        None,
        "there is no JSON object with a cell in this answer",
    )


# A command as the player


def test_a_run_that_was_stopped_twice_ends_as_one_that_was_not(run: Run, tmp_path: Path) -> None:
    player = ("--command", f"{SCRIPTED} --prose --lazy 5 --tokens 10", "--name", "script")
    at_once = run(*player, "--out", str(tmp_path / "once"), "--json", "--no-references")
    assert at_once.code == 0
    part = ("--out", str(tmp_path / "parts"))
    stopped = json.loads(
        run(*player, *part, "--most-answers", "3", "--json", "--no-references").out
    )
    assert stopped["stopped"] == "the budget of 3 answers is used up"
    again = run(*player, *part)
    assert (again.code, "add --resume to go on" in again.err) == (5, True)
    journal = tmp_path / "parts" / "bench-model.jsonl"
    whole = journal.read_bytes()
    journal.write_bytes(whole + b'{"player":"script","gra')  # as a crash leaves it
    more = run(*player, *part, "--resume", "--most-tokens", "25", "--no-references")
    assert "Stopped: the budget of 25 tokens is used up" in more.out
    assert len(journal_of(tmp_path / "parts")) == 6
    # The script counts its answers from each start; without that it is the same player.
    last = run(*player, *part, "--resume", "--json", "--no-references")
    assert last.code == 0
    once, parts = (journal_of(tmp_path / folder) for folder in ("once", "parts"))
    moves = [
        [
            (line["player"], line["grade"], line["board"], line["cell"], line["risk"])
            for line in lines
        ]
        for lines in (once, parts)
    ]
    assert moves[0] == moves[1]
    found, same = (json.loads(output.out)["scores"] for output in (at_once, last))
    for score, other in zip(found, same, strict=True):
        assert (score["solved"], score["moves"]) == (other["solved"], other["moves"])
    assert (tmp_path / "parts" / "bench-model.svg").read_text().count("script") >= 1


def test_scores_add_up_to_what_the_journal_says(run: Run, tmp_path: Path) -> None:
    script = f"{SCRIPTED} --agent sentence --lazy 4 --garbled 5 --reckless 9"
    done = run("--command", script, "--name", "bad", "--out", str(tmp_path), "--json")
    scores = {(one["player"], one["grade"]): one for one in json.loads(done.out)["scores"]}
    lines = [line for line in journal_of(tmp_path) if line["player"] == "bad"]
    bad = scores["bad", "all"]
    moves = [line for line in lines if line["cell"] is not None]
    assert bad["moves"] == len(moves) > 5
    assert bad["unusable"] == len(lines) - len(moves) > 0
    assert bad["proved"] == sum(line["proved"] for line in moves) < len(moves)
    assert bad["risk"] == pytest.approx(sum(line["risk"] for line in moves))
    assert bad["guessed"] == sum(line["risk"] > 0 for line in moves) > 0
    assert bad["solved_by_proofs"] == 0
    assert bad["solved"] + bad["guessed"] + bad["unanswered"] == bad["boards"] == 4
    # Our own agents: complete reasoning needs no luck, and none of its reasons fails.
    exact = scores["exact", "all"]
    assert (exact["solved_by_proofs"], exact["proved"]) == (4, exact["moves"])
    assert exact["risk"] == 0.0
    assert scores["random", "all"]["proved"] == 0
    assert scores["sentence", "easy"]["solved"] == 2


def test_a_player_who_is_no_good_ends_in_a_line(run: Run, tmp_path: Path) -> None:
    out = ("--out", str(tmp_path), "--no-references")
    ends = run("--command", f"{SCRIPTED} --ends 3", "--name", "quitter", *out)
    assert ends.code == 1
    assert "gave no answer: the script ends here (every answer so far is kept" in ends.err
    assert len(journal_of(tmp_path)) == 2
    missing = run("--command", "no-such-program --x", *out)
    assert (missing.code, "no-such-program can't be started" in missing.err) == (1, True)
    assert "so far" not in missing.err
    sleeper = f"{sys.executable} -c 'import time; time.sleep(600)'"
    silent = run("--command", sleeper, "--timeout", "0.1", "--tries", "1", "--name", "s",
                 "--out", str(tmp_path / "silent"), "--no-references", "--json")  # fmt: skip
    assert json.loads(silent.out)["scores"][-1]["unanswered"] == 4


def test_a_folder_without_answers_serves_other_boards_and_one_with_answers_does_not(
    run: Run, tmp_path: Path
) -> None:
    out = ("--out", str(tmp_path), "--no-references")
    assert run("--command", "no-such-program", *out).code == 1
    other = ("--agent", "exact", "--seed", "7", *out)
    assert run(*other).code == 0
    assert json.loads((tmp_path / "bench-model.jsonl").read_text().splitlines()[0])["seed"] == "7"
    refused = run("--agent", "exact", *out, "--resume")
    assert refused.code == 5
    assert "has answers for other boards (with seed: 7): name another --out" in refused.err


@pytest.mark.parametrize(
    ("options", "why"),
    [
        ((), "give one player: --agent, --command or --endpoint"),
        (("--agent", "exact", "--command", "x"), "give one player"),
        (("--agent", "hal"), "no agent is called 'hal'"),
        (("--command", "'"), "--command can't be read"),
        (("--command", "x", "--name", "exact"), "'exact' is one of our agents"),
        (("--endpoint", "host/v1", "--model", "m"), "--endpoint is an address such as"),
        (("--endpoint", "http://host/v1"), "--endpoint needs a --model"),
        (("--agent", "exact", "--grades", "easy,easy"), "name each grade once"),
        (("--agent", "exact", "--grades", "simple"), "no grade is called 'simple'"),
    ],
)
def test_options_that_do_not_go_together(
    run: Run, tmp_path: Path, options: tuple[str, ...], why: str
) -> None:
    refused = run(*options, "--out", str(tmp_path / "results"))
    assert refused.code == 2
    assert why in refused.err
    assert refused.err.count("\n") == 1
    assert not (tmp_path / "results").exists()


def test_ctrl_c_loses_no_answer(tmp_path: Path) -> None:
    command = [*SAPPER, "bench-model", *FEW, "--no-references", "--out", str(tmp_path)]
    with subprocess.Popen(
        [*command, "--command", f"{SCRIPTED} --stalls 3", "--name", "silent"],
        stderr=subprocess.PIPE,
        text=True,
        # Whoever runs the tests in the background may have told all below to ignore Ctrl-C.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        journal = tmp_path / "bench-model.jsonl"
        until(lambda: journal.exists() and journal.read_bytes().count(b"\n") >= 3)
        process.send_signal(signal.SIGINT)
        assert process.wait(PATIENCE) == 130
        assert process.stderr is not None
        assert "every answer is in" in process.stderr.read()
    assert [line["turn"] for line in journal_of(tmp_path)] == [1, 2]


# An endpoint as the player


class Model(BaseHTTPRequestHandler):
    """A model behind an address, which our exact agent plays; at first it is in trouble."""

    troubles: ClassVar[list[int]] = []
    asked: ClassVar[list[dict[str, Any]]] = []
    keys: ClassVar[list[str | None]] = []
    elsewhere = ""

    def do_POST(self) -> None:
        body = json.loads(self.rfile.read(int(self.headers["Content-Length"])))
        self.asked.append({"path": self.path, **body})
        self.keys.append(self.headers["Authorization"])
        if self.troubles:
            status = self.troubles.pop(0)
            said = json.dumps({"error": {"message": f"trouble\n{status}"}}).encode()
            self.send_response(status)
            self.send_header("Retry-After", "0")
            self.send_header("Location", self.elsewhere)
            self.send_header("Content-Length", str(len(said)))
            self.end_headers()
            self.wfile.write(said)
            return
        board = [line.split()[1:] for line in body["messages"][1]["content"].splitlines()[3:-2]]
        mines = int(body["messages"][1]["content"].split()[4])
        view = View.parse("\n".join("".join(row) for row in board), mines=mines)
        text = f"Surely:\n{AgentPlayer('exact').answer(Question(view, 1)).text}"
        if len(self.asked) == 4:
            text = "Let me think."
        content = [{"type": "text", "text": text}] if len(self.asked) % 2 else text
        choice = {"message": {"role": "assistant", "content": content}}
        used = -1_000_000 if len(self.asked) == 4 else 50
        answer = json.dumps({"choices": [choice], "usage": {"total_tokens": used}}).encode()
        self.send_response(200)
        self.send_header("Content-Length", str(len(answer)))
        self.end_headers()
        self.wfile.write(answer)

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing."""


class Garbled(BaseHTTPRequestHandler):
    """Answers with bytes that begin as a text in UTF-16 does, and are none."""

    def do_POST(self) -> None:
        self.send_response(200)
        self.end_headers()
        self.wfile.write(b"\xff\xfe no")

    def log_message(self, format: str, *arguments: Any) -> None:
        """Say nothing."""


@contextmanager
def serving(handler: type[BaseHTTPRequestHandler]) -> Iterator[str]:
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_address[1]}/v1"
        server.shutdown()


def test_a_model_behind_an_address(
    run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MY_KEY", "s3cret")
    monkeypatch.setattr(Model, "troubles", [429, 503])
    monkeypatch.setattr(Model, "asked", [])
    monkeypatch.setattr(Model, "keys", [])
    with serving(Model) as address:
        player = ("--endpoint", f"{address}/", "--model", "stub", "--key-variable", "MY_KEY")
        options = ("--out", str(tmp_path), "--no-references", "--answer-tokens", "99", "--json")
        done = run(*player, *options)
        assert done.code == 0, done.err
        (*_, score) = json.loads(done.out)["scores"]
        assert (score["player"], score["solved"], score["unusable"]) == ("stub", 4, 1)
        assert score["proved"] == score["moves"]
        assert score["tokens"] == 50 * score["moves"]  # nobody gives tokens back
        first = Model.asked[0]
        assert (first["path"], first["model"]) == ("/v1/chat/completions", "stub")
        assert first["max_tokens"] == 99
        assert Model.asked[0] == Model.asked[1] == Model.asked[2]
        assert [one["role"] for one in Model.asked[4]["messages"]] == [
            "system",
            "user",
            "assistant",
            "user",
        ]
        assert set(Model.keys) == {"Bearer s3cret"}
        assert b"s3cret" not in (tmp_path / "bench-model.jsonl").read_bytes()

        # What can't get better ends the run in a line; nobody is followed with the key.
        Model.elsewhere = f"{address}/elsewhere"
        for status in (401, 307, 302):
            Model.asked.clear()
            Model.troubles.append(status)
            refused = run(*player, "--out", str(tmp_path / str(status)))
            assert (refused.code, len(Model.asked)) == (1, 1)
            assert refused.err == f"sapper: the endpoint refuses: {status} trouble {status}\n"
        Model.troubles.extend([500] * 2)
        tired = run(*player, "--retries", "1", "--out", str(tmp_path / "tired"))
        assert "the endpoint gave no answer: 500 trouble 500" in tired.err
    with serving(Garbled) as address:
        garbled = run("--endpoint", address, "--model", "g", "--retries", "0", "--out",
                      str(tmp_path / "garbled"))  # fmt: skip
        assert garbled.err == "sapper: the endpoint gave no answer: its answer is not JSON\n"
    gone = run(*player, "--retries", "0", "--out", str(tmp_path / "gone"))
    assert "the endpoint gave no answer: Connection refused" in gone.err
