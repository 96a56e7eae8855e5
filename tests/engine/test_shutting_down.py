"""A program that ends while other threads are in the engine."""

from __future__ import annotations

import subprocess
import sys

import pytest

from sapper._compiled import compiled

PROGRAM = """
import threading, time
from sapper.lab.bulk import make_layouts, play_layouts

layouts = make_layouts("beginner", seed=1, count=1, first=(0, 0))
are_busy = threading.Barrier(7)


def play():
    are_busy.wait()
    while True:
        play_layouts("exact", layouts, (0, 0), threads=1)


for _ in range(6):
    threading.Thread(target=play, daemon=True).start()
are_busy.wait()
time.sleep(0.1)  # until all of them are in the engine, or wait to come back from it
"""


@pytest.mark.skipif(compiled is None, reason="of the compiled engine")
def test_daemon_threads_do_not_abort_the_program() -> None:
    ended = subprocess.run([sys.executable, "-c", PROGRAM], capture_output=True, timeout=120)
    assert (ended.returncode, ended.stdout, ended.stderr) == (0, b"", b"")
