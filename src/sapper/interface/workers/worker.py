"""A worker: a process that answers one question after another and can be killed at any moment.

`python -m sapper.interface.workers.worker MODULE` reads questions from standard input and writes
answers to standard output, each pickled and preceded by its length. It exits as soon as its input
ends, even in the middle of a computation, so it never outlives the server.
"""

from __future__ import annotations

import os
import pickle
import signal
import struct
import sys
from collections.abc import Callable
from contextlib import suppress
from importlib import import_module
from queue import SimpleQueue
from threading import Thread
from typing import Any, BinaryIO, TypeAlias

from sapper.catalogue import speaking
from sapper.errors import SapperError

LENGTH = struct.Struct(">Q")
MOST_MEMORY = 3 << 30
"""Bytes: more than any position takes that can be answered in time."""
NICENESS = 10
"""Clicks, which the server handles itself, come first. But a worker that gave way to all else
would answer nothing in time on a busy machine."""

Question: TypeAlias = tuple[Callable[..., Any], tuple[Any, ...], str]
"""The work, its arguments, and the language to answer in."""
Answer: TypeAlias = tuple[bool, Any]
"""Whether the work succeeded; then its result, or the error it raised."""


def main() -> None:
    """Answer questions until the input ends."""
    # Anything printed by mistake must not end up among the answers.
    answers = os.fdopen(os.dup(sys.stdout.fileno()), "wb")
    os.dup2(sys.stderr.fileno(), sys.stdout.fileno())
    _limit_resources()
    import_module(sys.argv[1])  # so that the first question need not wait
    questions: SimpleQueue[Question] = SimpleQueue()
    Thread(target=_listen, args=(sys.stdin.buffer, questions), daemon=True).start()
    while True:
        answers.write(packed(answer(questions.get())))
        answers.flush()


def answer(question: Question) -> Answer:
    """Do the work; an error is an answer too.

    >>> answer((divmod, (7, 2), "en"))
    (True, (3, 1))
    >>> answer((divmod, (7, 0), "en"))
    (False, ZeroDivisionError('integer division or modulo by zero'))
    """
    work, arguments, language = question
    try:
        with speaking(language):
            return True, work(*arguments)
    except Exception as error:
        return False, _picklable(error)


def packed(content: object) -> bytes:
    """A message: the length of the content, then the content.

    >>> len(packed("why?")) - LENGTH.size == LENGTH.unpack(packed("why?")[:LENGTH.size])[0]
    True
    """
    data = pickle.dumps(content)
    return LENGTH.pack(len(data)) + data


def _picklable(error: Exception) -> Exception:
    """The error itself or, if pickling would change it, another one with the same message."""
    with suppress(Exception):
        if str(pickle.loads(pickle.dumps(error))) == str(error):
            return error
    return SapperError(str(error)) if isinstance(error, SapperError) else RuntimeError(str(error))


def _limit_resources() -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is meant for the server
    with suppress(AttributeError, OSError):  # not on every system
        os.nice(NICENESS)
    with suppress(ImportError, ValueError, OSError):
        import resource

        _, most = resource.getrlimit(resource.RLIMIT_AS)
        resource.setrlimit(resource.RLIMIT_AS, (MOST_MEMORY, most))


def _listen(source: BinaryIO, questions: SimpleQueue[Question]) -> None:
    while len(head := source.read(LENGTH.size)) == LENGTH.size:
        questions.put(pickle.loads(source.read(*LENGTH.unpack(head))))
    os._exit(0)


if __name__ == "__main__":
    main()
