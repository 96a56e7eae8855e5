"""Packages that only an extra installs, imported where they are needed."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sapper.errors import ExtraMissing


def need(extra: str, module: str, alternative: str = "", package: str = "") -> Any:
    """The module, or an `ExtraMissing` that says how to install it and what to do without it.

    `package` is what the module is installed as, where that is another name.

    >>> need("lab", "no_such_module.figure")
    Traceback (most recent call last):
    sapper.errors.ExtraMissing: this needs no_such_module: pip install 'sapper[lab]'
    """
    try:
        return import_module(module)
    except ImportError:
        missing = package or module.partition(".")[0]
        raise ExtraMissing(extra, missing, alternative) from None
