"""The compiled engine, or None where it was not built.

Anybody may import this: it decides nothing and depends on nothing. What the engine's functions
take and return is described in `_engine.pyi`.
"""

from __future__ import annotations

import os
import warnings
from importlib import import_module
from types import ModuleType

# pip would otherwise be content with what is installed, or with what it built and kept before.
REINSTALL = "SAPPER_NEEDS_ENGINE=1 pip install --force-reinstall --no-cache-dir --no-deps"
MISSING = (
    "sapper was installed without its compiled engine and counts in Python, which is much slower. "
    f"To see why, install it again from the same place: {REINSTALL} PLACE. "
    "SAPPER_WITHOUT_ENGINE=1 silences this."
)


def _find() -> ModuleType | None:
    try:
        return import_module("sapper._engine")
    except ModuleNotFoundError:  # it could not be compiled when the package was installed
        from multiprocessing import parent_process

        is_first = parent_process() is None  # the others need not repeat it
        if is_first and not os.environ.get("SAPPER_WITHOUT_ENGINE"):
            warnings.warn(MISSING, RuntimeWarning, stacklevel=2)
        return None


compiled = _find()
"""The compiled engine, or None."""
