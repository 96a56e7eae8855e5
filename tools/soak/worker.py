"""A process that does one task after another: `python -m soak.worker`.

It reads a task per line from its input, as JSON, and answers each with a line: its tally, how much
memory it holds, and how many seconds it took.
"""

from __future__ import annotations

import faulthandler
import gc
import json
import os
import sys
from pathlib import Path
from time import perf_counter

PAGE = os.sysconf("SC_PAGE_SIZE")


def resident_bytes(process: int | str = "self") -> int:
    """How much memory a process holds; 0 if it is gone."""
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGE
    except (OSError, IndexError):
        return 0


def main() -> None:
    """Answer tasks until there are no more."""
    faulthandler.enable()  # a crash tells where it was
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "w", buffering=1)
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())  # whatever else is printed
    if len(sys.argv) > 1:
        from soak.injection import inject

        inject(sys.argv[1])
    from soak.tasks import Task

    print(json.dumps({"process": os.getpid()}), file=answers)
    for line in sys.stdin:
        started = perf_counter()
        tally = Task(**json.loads(line)).run()
        seconds = perf_counter() - started
        gc.collect()
        answer = {"tally": tally.to_json(), "resident": resident_bytes(), "seconds": seconds}
        print(json.dumps(answer), file=answers)


if __name__ == "__main__":
    main()
