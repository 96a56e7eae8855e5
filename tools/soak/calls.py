"""Random calls of the public API in random order, with good and bad input."""

from __future__ import annotations

import faulthandler
import tempfile
from contextlib import chdir
from pathlib import Path
from random import Random
from time import perf_counter
from typing import Any

from sapper import Agent, Analysis, Board, Derivation, Game, View
from sapper.errors import SapperError
from soak.arguments import Arguments
from soak.functions import FUNCTIONS
from soak.tally import Tally

CALLS = 1000
ERRORS_OF_TYPE = (TypeError, AttributeError, ValueError)
"""What Python itself raises for an argument of a wrong type."""
SECONDS_PER_CALL = 60.0
"""A call that takes longer hangs: the process ends, and tells where it was."""


def make_calls(random: Random, tally: Tally, effort: float) -> None:
    """Many calls; each returns, or raises an error that is documented."""
    names = list(FUNCTIONS)
    # A path of a wrong kind, such as "x", may still be written to.
    with tempfile.TemporaryDirectory() as folder, chdir(folder):
        drawn = Arguments(random, Path(folder))
        for _ in range(max(1, int(CALLS * effort))):
            make_call(random.choice(names), drawn, tally)


def make_call(name: str, drawn: Arguments, tally: Tally) -> None:
    """One call of a function by name."""
    drawn.begin()
    call = FUNCTIONS[name](drawn)
    documented = (SapperError, *call.also, *(ERRORS_OF_TYPE if drawn.wrong_type else ()))
    faulthandler.dump_traceback_later(SECONDS_PER_CALL, exit=True)
    started = perf_counter()
    try:
        result = call.function(*call.arguments, **call.options)
    except documented as error:
        tally.refused(error)
    except Exception as error:
        tally.unexpected(error, f"{name} of {call.arguments!r}, {call.options!r}")
    else:
        _keep(result, drawn)
    finally:
        faulthandler.cancel_dump_traceback_later()
    tally.timed(name, perf_counter() - started)


def _keep(result: Any, drawn: Arguments) -> None:
    """What came out may go in again."""
    if isinstance(result, View | Board | Game | Analysis | Derivation | Agent):
        drawn.keep(result)
    if isinstance(result, Game):
        drawn.keep(result.view)
