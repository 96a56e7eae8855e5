"""Runs on a Dask cluster, and what is said when something there fails."""

from __future__ import annotations

import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator
from contextlib import ExitStack, contextmanager, suppress
from pathlib import Path
from typing import TypeVar

import pytest
from commands import SAPPER
from experiment_runs import IN_ENGINE, bytes_of, chunks_in, in_memory
from waiting import PATIENCE

from sapper.errors import ExperimentError, RunError, WorkersLost
from sapper.interface.commands.failures import ExitCode
from sapper.lab import workers
from sapper.lab.case import Measured
from sapper.lab.experiments import WinRate
from sapper.lab.portions import Chunk
from sapper.lab.run import RunLocation, run
from sapper.lab.store import Store

Result = TypeVar("Result")


@pytest.fixture
def cluster() -> Iterator[object]:
    distributed = pytest.importorskip("distributed")
    with distributed.LocalCluster(
        n_workers=2,
        threads_per_worker=1,
        processes=True,
        dashboard_address=None,
        host="127.0.0.1",
        silence_logs=50,
    ) as found:
        yield found


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_dask_cluster_that_loses_a_worker_gives_the_same_bytes(
    cluster: object, tmp_path: Path
) -> None:
    experiment = WinRate(
        240, 5, agents=("exact", "sentence"), levels=("beginner",), starts=("safe", "opening")
    )
    victims = [worker.process.pid for worker in cluster.workers.values()]  # type: ignore[attr-defined]
    killed_after: list[int] = []
    seen: list[Chunk] = []
    lock = threading.Lock()

    def kill_one_in_the_middle(chunk: Chunk, _: Measured) -> None:
        with lock:
            seen.append(chunk)
            if len(seen) == 20:
                os.kill(victims[0], signal.SIGKILL)
                killed_after.append(len(seen))

    with Store(tmp_path / "cluster") as store:
        place = RunLocation(2, cluster.scheduler_address)  # type: ignore[attr-defined]
        found = run(experiment, store, place, chunk_size=6, watcher=kill_one_in_the_middle)
    assert killed_after == [20]
    assert len(seen) == len(set(seen)) == 160
    assert bytes_of(found) == bytes_of(in_memory(experiment))


@contextmanager
def listening(reply: bytes) -> Iterator[str]:
    """Something that is no scheduler: it sends a reply to whoever knocks, or nothing at all."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        callers = []

        def answer() -> None:
            with suppress(OSError):
                while True:
                    caller, _ = server.accept()
                    callers.append(caller)  # else it would be hung up
                    if reply:
                        caller.sendall(reply)
                        caller.close()

        threading.Thread(target=answer, daemon=True).start()
        yield f"tcp://127.0.0.1:{server.getsockname()[1]}"


def refusal_of(scheduler: str) -> str:
    """What is said of a scheduler."""
    pytest.importorskip("distributed")
    with pytest.raises(RunError) as refused:
        in_memory(IN_ENGINE, RunLocation(1, scheduler))
    return str(refused.value)


@pytest.mark.parametrize("address", ["", "foo", "tcp://foo", "foo:", ":8786", "127.0.0.1:99999"])
def test_an_address_that_can_not_be_a_scheduler_is_refused_at_once(address: str) -> None:
    with pytest.raises(ExperimentError, match="a scheduler reads tcp://HOST:PORT"):
        RunLocation(1, address)


@pytest.mark.filterwarnings("default")
def test_a_scheduler_that_does_not_answer_is_not_asked_again_and_again() -> None:
    refused = refusal_of("tcp://127.0.0.1:9")
    assert refused.startswith("no Dask scheduler answers at tcp://127.0.0.1:9: ")
    assert refused.endswith("Connection refused")
    assert "unknown address scheme 'foo'" in refusal_of("foo://somewhere:1")
    with listening(b"") as scheduler:
        assert refusal_of(scheduler).endswith("no reply in 1.5 seconds")
    with listening(b"HTTP/1.0 400 Bad request syntax\r\n\r\n" + bytes(1000)) as scheduler:
        assert scheduler in refusal_of(scheduler)


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_cluster_without_workers_is_told_of_in_one_line(tmp_path: Path) -> None:
    distributed = pytest.importorskip("distributed")
    command = [*SAPPER, "lab", "run", "win-rate", "--agents", "exact", "--out", str(tmp_path)]
    with distributed.LocalCluster(
        n_workers=0, dashboard_address=None, host="127.0.0.1", silence_logs=50
    ) as cluster:
        address = cluster.scheduler_address
        assert refusal_of(address) == f"the Dask scheduler at {address} has no workers"
        said = subprocess.run([*command, "--scheduler", address], capture_output=True, text=True)
    with listening(b"") as silent:
        mute = subprocess.run([*command, "--scheduler", silent], capture_output=True, text=True)
    assert said.returncode == mute.returncode == ExitCode.FAILURE
    assert said.stdout == mute.stdout == ""
    assert said.stderr == f"sapper: the Dask scheduler at {address} has no workers\n"
    assert mute.stderr == (
        f"sapper: no Dask scheduler answers at {silent}: no reply in 1.5 seconds\n"
    )


# A scheduler and workers in processes of their own


WITHOUT_SAPPER = "import sys; sys.modules['sapper'] = None; "
WIN_RATE = ("lab", "run", "win-rate", "--levels", "beginner", "--starts", "safe", "--chunk", "5")
MY_MODULE = """
from sapper.agents.sentence import SentenceAgent


class Bold(SentenceAgent):
    name = "bold"
"""


class DaskProcesses:
    """A scheduler, which has no Sapper, and as many workers as are started."""

    def __init__(self, folder: Path, ended: ExitStack, *options: str) -> None:
        self._folder, self._ended = folder, ended
        file = folder / "scheduler.json"
        self.scheduler = self._start(
            WITHOUT_SAPPER, "scheduler", "--host", "127.0.0.1", "--port", "0", "--scheduler-file",
            str(file), *options,
        )  # fmt: skip
        self.address: str = wait_for(lambda: address_in(file))

    def start_worker(self, first: str = "", path: Path | None = None) -> subprocess.Popen[bytes]:
        """One that finds modules in `path`; the scheduler knows it already."""
        worker = self._start(
            first, "worker", self.address, "--nthreads", "1", "--no-nanny", path=path
        )
        wait_for(lambda: "Registered to" in (self._folder / "worker" / "log").read_text())
        return worker

    def _start(
        self, first: str, what: str, *options: str, path: Path | None = None
    ) -> subprocess.Popen[bytes]:
        program = f"{first}from distributed.cli.dask_{what} import main; main()"
        folder = self._folder / what
        folder.mkdir(exist_ok=True)
        with (folder / "log").open("w") as log:
            process = subprocess.Popen(
                [sys.executable, "-P", "-c", program, *options, "--no-dashboard"],
                cwd=folder,
                env=os.environ | ({"PYTHONPATH": str(path)} if path else {}),
                stderr=log,
            )
        self._ended.callback(process.wait)
        self._ended.callback(process.kill)
        return process


def wait_for(condition: Callable[[], Result | None]) -> Result:
    deadline = time.monotonic() + PATIENCE
    while not (found := condition()):
        assert time.monotonic() < deadline, "nothing"
        time.sleep(0.02)
    return found


def address_in(file: Path) -> str | None:
    """The scheduler's, once it has written all of it."""
    with suppress(FileNotFoundError, json.JSONDecodeError):
        return str(json.loads(file.read_text())["address"])
    return None


@pytest.fixture
def dask(tmp_path: Path) -> Iterator[DaskProcesses]:
    pytest.importorskip("distributed")
    with ExitStack() as ended:
        yield DaskProcesses(tmp_path, ended)


def start_run(dask: DaskProcesses, out: Path, *options: str) -> subprocess.Popen[str]:
    """A run on the cluster, started in a folder with a module and a file that hold agents."""
    here = out / "here"
    here.mkdir(parents=True)
    (here / "my_module.py").write_text(MY_MODULE)
    return subprocess.Popen(
        [*SAPPER, *WIN_RATE, *options, "--scheduler", dask.address, "--out", str(out)],
        cwd=here,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
    )


@pytest.mark.slow
def test_a_scheduler_that_is_killed_leaves_one_line_and_a_run_to_resume(
    dask: DaskProcesses, tmp_path: Path
) -> None:
    dask.start_worker()
    running = start_run(dask, tmp_path, "--agents", "sentence", "--games", "1000000")
    store = tmp_path / "lab.sqlite"
    wait_for(lambda: chunks_in(store) > 2)
    dask.scheduler.kill()
    out, said = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == (ExitCode.FAILURE, "")
    assert said == (
        f"sapper: the Dask scheduler at {dask.address} went away; {5 * chunks_in(store):,} of "
        "1,000,000 games are saved; the same command with --resume continues\n"
    )


@pytest.mark.slow
def test_an_agent_that_a_worker_can_not_import_is_told_of_with_what_to_do(
    dask: DaskProcesses, tmp_path: Path
) -> None:
    options = ("--agents", "my_module:Bold", "--games", "20")
    worker = dask.start_worker()
    running = start_run(dask, tmp_path / "unknown", *options)
    out, said = running.communicate(timeout=PATIENCE)
    assert (running.returncode, out) == (ExitCode.FAILURE, "")
    assert said == (
        "sapper: a worker of the cluster can't import the agent: ModuleNotFoundError: No module "
        "named 'my_module'; install its package wherever a worker runs, or start the workers with "
        "its folder in PYTHONPATH\n"
    )
    assert worker.poll() is None
    worker.kill()
    worker.wait()
    dask.start_worker(path=tmp_path / "unknown" / "here")
    running = start_run(dask, tmp_path / "known", *options)
    out, said = running.communicate(timeout=PATIENCE)
    assert (running.returncode, chunks_in(tmp_path / "known" / "lab.sqlite")) == (0, 4), said


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_what_a_worker_lacks_is_told_of(
    dask: DaskProcesses, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    worker = dask.start_worker(WITHOUT_SAPPER)
    refused = refusal_of(dask.address)
    assert refused.startswith("a worker of the cluster can't import Sapper: ")
    assert worker.poll() is None
    worker.kill()
    worker.wait()
    dask.start_worker()
    monkeypatch.chdir(tmp_path)
    (tmp_path / "my_agent.py").write_text(MY_MODULE)
    in_a_file = WinRate(20, 1, agents=("./my_agent.py",), levels=("beginner",), starts=("safe",))
    with pytest.raises(RunError, match=r"^on a worker, .*my_agent\.py: No such file or directory$"):
        in_memory(in_a_file, RunLocation(1, dask.address))


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_chunk_that_ends_its_worker_is_told_of(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    pytest.importorskip("distributed")
    deadly = (
        f"import os\nif os.getpid() != {os.getpid()}:\n    Bold.choose = lambda *_: os._exit(9)"
    )
    (tmp_path / "deadly_module.py").write_text(MY_MODULE + deadly)
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.setenv("DASK_DISTRIBUTED__SCHEDULER__ALLOWED_FAILURES", "0")
    agents = ("deadly_module:Bold",)
    experiment = WinRate(20, 1, agents=agents, levels=("beginner",), starts=("safe",))
    with ExitStack() as ended:
        dask = DaskProcesses(tmp_path, ended)
        dask.start_worker(path=tmp_path)
        with pytest.raises(WorkersLost) as lost:
            in_memory(experiment, RunLocation(1, dask.address))
    told, last, saved = str(lost.value).split("; ")
    assert told == "a chunk ended each worker that measured it, perhaps out of memory"
    assert last.startswith("the last was the one at tcp://127.0.0.1:")
    assert saved == "no game was finished"


def lost_after(what_happens: Callable[[], object], address: str) -> str:
    """What is said of a run in which something happens once two chunks are done."""
    done: list[Chunk] = []

    def watch(chunk: Chunk, _: Measured) -> None:
        done.append(chunk)
        if len(done) == 2:
            what_happens()

    many = WinRate(10**6, 1, agents=("sentence",), levels=("beginner",), starts=("safe",))
    with Store(":memory:") as store, pytest.raises(WorkersLost) as lost:
        run(many, store, RunLocation(1, address), chunk_size=5, watcher=watch)
    told, saved, how = str(lost.value).split("; ")
    assert saved == f"{5 * len(done)} of 1,000,000 games are saved"
    assert how == "the same command with --resume continues"
    return told


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_run_does_not_wait_for_workers_that_stay_away(
    dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "SECONDS_BETWEEN_LOOKS", 0.1)
    lost = lost_after(dask.start_worker().kill, dask.address)
    assert lost == f"the Dask scheduler at {dask.address} has no workers any more"


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_run_does_not_wait_for_a_scheduler_that_stays_silent(
    dask: DaskProcesses, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(workers, "SECONDS_BETWEEN_LOOKS", 0.1)
    monkeypatch.setattr(workers, "SECONDS_TO_ANSWER", 0.5)
    dask.start_worker()
    lost = lost_after(lambda: dask.scheduler.send_signal(signal.SIGSTOP), dask.address)
    assert lost == f"the Dask scheduler at {dask.address} does not answer any more"


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
def test_a_scheduler_is_lost_even_to_a_run_that_was_busy_meanwhile(dask: DaskProcesses) -> None:
    distributed = pytest.importorskip("distributed")
    dask.start_worker()

    def lose_scheduler() -> None:
        (client,) = (one for one in distributed.Client._instances if one.status == "running")
        dask.scheduler.kill()
        wait_for(lambda: client.status == "closed")

    assert lost_after(lose_scheduler, dask.address).endswith("went away")


@pytest.mark.slow
@pytest.mark.filterwarnings("default")
@pytest.mark.skipif(shutil.which("openssl") is None, reason="certificates are made by openssl")
def test_connections_are_encrypted_as_dask_is_told(tmp_path: Path) -> None:
    dask = pytest.importorskip("dask")
    pytest.importorskip("distributed")
    ours, theirs = (make_certificate(tmp_path / name) for name in ("ours", "theirs"))
    tls = ["--protocol", "tls", "--tls-ca-file", ours["ca-file"]]
    tls += ["--tls-cert", ours["client.cert"], "--tls-key", ours["client.key"]]
    with ExitStack() as ended:
        address = DaskProcesses(tmp_path, ended, *tls).address
        assert address.startswith("tls://")
        assert refusal_of(address) == (
            f"{address} needs certificates: name them in Dask's configuration "
            "(distributed.comm.tls: ca-file, client.cert and client.key)"
        )
        with dask.config.set(in_configuration(theirs)):
            assert "certificate verify failed" in refusal_of(address)
        with dask.config.set(in_configuration(ours)):
            assert refusal_of(address) == f"the Dask scheduler at {address} has no workers"
        with dask.config.set(in_configuration(ours | {"ca-file": "nowhere.pem"})):
            assert refusal_of(address).startswith("the TLS certificates that Dask is to use can't")
        plain = address.replace("tls", "tcp")
        assert refusal_of(plain).startswith(f"no Dask scheduler answers at {plain}: ")


def make_certificate(folder: Path) -> dict[str, str]:
    """A certificate of this machine's, which signs itself, by the names of Dask's settings."""
    folder.mkdir()
    certificate, key = str(folder / "certificate.pem"), str(folder / "key.pem")
    request = ["openssl", "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-keyout", key]
    about = [
        "-out",
        certificate,
        "-subj",
        "/CN=127.0.0.1",
        "-addext",
        "subjectAltName=IP:127.0.0.1",
    ]
    subprocess.run([*request, *about], check=True, capture_output=True)
    return {"ca-file": certificate, "client.cert": certificate, "client.key": key}


def in_configuration(files: dict[str, str]) -> dict[str, str]:
    return {f"distributed.comm.tls.{name}": file for name, file in files.items()}
