"""Packages that only an extra installs, imported where they are needed."""

from __future__ import annotations

import json
import os
import shlex
import subprocess
import sys
from importlib import import_module
from importlib.metadata import PackageNotFoundError, distribution
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit
from urllib.request import url2pathname

from sapper.errors import ExtraMissing

NAME = "sapper"


def need(extra: str, module: str, alternative: str = "", package: str = "") -> Any:
    """The module, or an `ExtraMissing` that says how to install it and what to do without it.

    `package` is what the module is installed as, where that is another name.

    >>> need("lab", "no_such_module.figure")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
    sapper.errors.ExtraMissing: this needs no_such_module: ... -m pip install ...[lab]...
    """
    try:
        return import_module(module)
    except ImportError:
        missing = package or module.partition(".")[0]
        raise ExtraMissing(missing, install_command(extra), alternative) from None


def install_command(extra: str) -> str:
    """The command that installs an extra for this interpreter, from where Sapper came from.

    >>> " -m pip install " in install_command("web")
    True
    """
    python = _near(Path(sys.executable)) if sys.executable else "python"
    words = [python, "-m", "pip", "install", *_source(extra, _direct_url())]
    return subprocess.list2cmdline(words) if os.name == "nt" else shlex.join(words)


def _direct_url() -> str | None:
    """What the installer noted of a folder or a file that it installed from."""
    try:
        return distribution(NAME).read_text("direct_url.json")
    except PackageNotFoundError:
        return None


def _source(extra: str, direct_url: str | None) -> list[str]:
    """What names Sapper with an extra: a folder of its own, a file, or the name alone.

    >>> _source("web", None)
    ['sapper[web]']
    >>> _source("web", '{"url": "file:///no/such/folder", "dir_info": {"editable": true}}')
    ['-e', '/no/such/folder[web]']
    """
    origin = json.loads(direct_url) if direct_url else {}
    url = origin.get("url", "")
    if "dir_info" not in origin or not url.startswith("file:"):
        return [f"{NAME}[{extra}] @ {url}" if url else f"{NAME}[{extra}]"]
    folder = _near(Path(url2pathname(urlsplit(url).path)))
    if os.sep not in folder and folder != os.curdir:  # or it would be the name of a package
        folder = os.path.join(os.curdir, folder)
    editable = ["-e"] if origin["dir_info"].get("editable") else []
    return [*editable, f"{folder}[{extra}]"]


def _near(path: Path) -> str:
    """The path as it is best typed here: relative, if it is below the working folder."""
    try:
        near = path.relative_to(Path.cwd())
    except (ValueError, OSError):  # elsewhere, or there is no working folder any more
        return str(path)
    return str(near)
