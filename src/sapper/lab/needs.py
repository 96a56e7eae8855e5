"""Packages that the laboratory needs only for some things: statistics, plots and clusters."""

from __future__ import annotations

from importlib import import_module
from typing import Any

from sapper.errors import SapperError


class MissingExtra(SapperError):
    """What was asked for needs a package that is not installed."""


def need(module: str, purpose: str) -> Any:
    """The module, or an error that says how to install it.

    >>> need("no_such_module", "nothing")
    Traceback (most recent call last):
    sapper.lab.needs.MissingExtra: nothing needs no_such_module: pip install 'sapper[lab]'
    """
    try:
        return import_module(module)
    except ImportError:
        package = module.partition(".")[0]
        raise MissingExtra(f"{purpose} needs {package}: pip install 'sapper[lab]'") from None
