"""The process that somebody's own file runs in; `Guest` starts this file as a script.

It reads scripts of operations from its standard input and answers on its standard output, one JSON
object on a line for each operation. Before it loads the file it moves both pipes out of the way, so
that what the file prints goes nowhere. It and the rooms it needs import the standard library alone:
that starts fast, and a file for the course needs no more.
"""

from __future__ import annotations

import faulthandler
import json
import os
import signal
from contextlib import suppress
from functools import partial
from typing import BinaryIO

from sapper.guest.child_hall import Hall

MOST_FORKS = 200
SECONDS_OF_GRACE = 5.0
"""After a call's limit, for whoever asked to end the call: then the process ends by itself."""


def main() -> None:
    """Load the file, and carry out scripts until the input ends."""
    requests, answers = take_the_pipes()
    settings = json.loads(requests.readline())
    set_limits(settings["memory_bytes"])
    hall = Hall(settings["file"], settings["class_name"])
    answers.write(b'{"ready": true}\n')
    answers.flush()
    for script in requests:
        for operation in json.loads(script):
            set_alarm(settings["longest_call"] + SECONDS_OF_GRACE)
            answer = hall.carry_out(operation)
            set_alarm(0)
            answers.write(json.dumps(answer).encode() + b"\n")
            answers.flush()
            if "failure" in answer:
                break


def take_the_pipes() -> tuple[BinaryIO, BinaryIO]:
    """The pipes of requests and answers, out of the way of what the file reads and prints."""
    inward, outward, trouble = os.dup(0), os.dup(1), os.dup(2)
    nowhere = os.open(os.devnull, os.O_RDWR)
    for standard in (0, 1, 2):
        os.dup2(nowhere, standard)
    faulthandler.enable(trouble)
    # The asker's signals to a process that takes too long: it tells where it is. The first is heard
    # between two steps of the interpreter, the second even within a step. There a call may be half
    # begun, and reading the stack can end the process: it comes only if the first is not heard.
    signal.signal(signal.SIGUSR1, lambda *_: faulthandler.dump_traceback(trouble))
    faulthandler.register(signal.SIGUSR2, trouble)
    # What the file forks must neither answer in its place nor keep the pipes open.
    os.register_at_fork(after_in_child=partial(os.close, inward))
    os.register_at_fork(after_in_child=partial(os.close, outward))
    return os.fdopen(inward, "rb"), os.fdopen(outward, "wb")


def set_limits(memory_bytes: int) -> None:
    """Bound the memory and the forks, and let nothing be written to files."""
    import resource

    for limit, most in (
        (resource.RLIMIT_AS, memory_bytes),
        (resource.RLIMIT_FSIZE, 0),
        (resource.RLIMIT_CORE, 0),
        (resource.RLIMIT_NPROC, threads_of_user() + MOST_FORKS),  # not for the superuser
    ):
        with suppress(ValueError, OSError):  # a lower limit is in force
            resource.setrlimit(limit, (most, most))


def threads_of_user() -> int:
    """How many threads the user has, whose number the system limits, as far as it tells."""
    found = 0
    with suppress(OSError):
        for entry in os.scandir("/proc"):
            with suppress(OSError):  # it has just ended
                if entry.name.isdigit() and entry.stat().st_uid == os.getuid():
                    found += os.stat(f"/proc/{entry.name}/task").st_nlink - 2
    return found


def set_alarm(seconds: float) -> None:
    """End the process after so many seconds, even if nobody is left to do it; 0 for never."""
    signal.setitimer(signal.ITIMER_REAL, seconds)


if __name__ == "__main__":
    main()
