"""The compiled engine, or None where it was not built.

Anybody may import this: it decides nothing and depends on nothing. What the engine's functions
take and return is described in `_engine.pyi`.
"""

from __future__ import annotations

from importlib import import_module
from types import ModuleType


def _find() -> ModuleType | None:
    try:
        return import_module("sapper._engine")
    except ModuleNotFoundError:  # no compiler was found when the package was installed
        return None


compiled = _find()
"""The compiled engine, or None."""
