"""Build the packages and try them the way a stranger would.

    python tools/dist.py              sdist and wheel into dist/, then everything below
    python tools/dist.py --sdist      only build the sdist and look through its files

The sdist must hold what git tracks and nothing else. The wheel is built from the sdist alone, then
installed into an empty environment in a temporary folder, where the checkout is out of reach:
there it plays, analyses and serves with nothing but its own dependencies, and passes the quick
tests that came with the sdist.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import signal
import subprocess
import sys
import tarfile
import tempfile
import time
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
DIST = ROOT / "dist"
MADE_BY_THE_BUILD = {"PKG-INFO"}
SECONDS_TO_ANSWER = 60
POSITION = {"text": "11#\n###", "mines": 1}


class Faulty(Exception):
    """What is wrong with the packages."""


def main() -> None:
    """Build and try everything; the last lines say what was seen."""
    started = time.monotonic()
    try:
        seen = [build_sdist()]
        if sys.argv[1:] != ["--sdist"]:
            with tempfile.TemporaryDirectory(prefix="sapper-dist-") as folder:
                seen += build_and_try_wheel(Path(folder))
    except Faulty as fault:
        sys.exit(f"\nFAULTY: {fault}")
    print(f"\nThe packages are in order ({time.monotonic() - started:.0f} s):")
    for line in seen:
        print(f"  {line}")


def build_sdist() -> str:
    """Build the sdist, which must hold what git tracks, and nothing else."""
    step("building the sdist")
    shutil.rmtree(DIST, ignore_errors=True)
    program = "from scikit_build_core.build import build_sdist; build_sdist('dist')"
    run([sys.executable, "-c", program], ROOT)
    path = only("*.tar.gz")
    with tarfile.open(path) as archive:
        names = {name.partition("/")[2] for name in archive.getnames()}
    wanted = tracked_files() - excluded_files() | MADE_BY_THE_BUILD
    compare(f"{path.name} and git", names, wanted)
    return f"{path.name}: {len(names)} files, all of them sources"


def build_and_try_wheel(folder: Path) -> list[str]:
    """Build the wheel from the sdist, install it where the checkout is out of reach, and use it."""
    folder.chmod(0o755)  # some tests give up root's rights, and still have to import what is here
    sdist = only("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(folder, filter="data")
    (unpacked,) = folder.glob("sapper-*")

    step("building the wheel from the sdist")
    pip = [sys.executable, "-m", "pip", "--disable-pip-version-check"]
    run([*pip, "wheel", "--quiet", "--no-deps", "--wheel-dir", str(DIST), str(sdist)], folder)
    wheel = only("*.whl")
    check_wheel(wheel, unpacked)
    # From here on, whatever is imported comes from the wheel: the sources refuse.
    refusal = "raise RuntimeError('imported from src/ instead of the installed wheel')\n"
    (unpacked / "src" / "sapper" / "__init__.py").write_text(refusal)

    step("installing the wheel into an empty environment")
    venv.create(folder / "environment", symlinks=True)
    programs = folder / "environment" / "bin"
    install = [*pip, "--python", str(programs / "python"), "install", "--quiet"]
    run([*install, f"sapper[web] @ {wheel.as_uri()}"], folder)
    version = check_installed(programs, folder)

    step("watch, analyze, web")
    check_commands(programs, unpacked)
    check_server(programs, folder)

    step("installing the test tools")
    run([*install, "--group", f"{unpacked / 'pyproject.toml'}:test"], folder)
    step("the quick tests")
    tests = [str(programs / "python"), "-m", "pytest", "-n", "2", "--fast"]
    counts = run_in_sight([*tests, "tests", "--pyargs", "sapper"], unpacked)
    return [
        f"{wheel.name}: built from the sdist, with the compiled engine",
        f"installed elsewhere: {version}",
        "watch, analyze and web answered",
        f"the quick tests: {counts}",
    ]


def check_wheel(wheel: Path, unpacked: Path) -> None:
    """The wheel holds the package's files, the compiled engine and its metadata, nothing else."""
    names = {name for name in zipfile.ZipFile(wheel).namelist() if ".dist-info/" not in name}
    engines = {name for name in names if re.fullmatch(r"sapper/_engine\.[^/]*(so|pyd)", name)}
    if len(engines) != 1:
        raise Faulty(f"{wheel.name} has no compiled engine")
    source = unpacked / "src"
    files = {str(path.relative_to(source)) for path in source.rglob("*") if path.is_file()}
    compare(f"{wheel.name} and src/", names - engines, files)


def check_installed(programs: Path, folder: Path) -> str:
    """Say the version, after making sure that it is the installed wheel that says it."""
    program = "import sapper, sapper._engine as engine; print(sapper.__file__, engine.__file__)"
    for path in run([str(programs / "python"), "-c", program], folder).split():
        if not Path(path).is_relative_to(programs.parent):
            raise Faulty(f"{path} was imported, which is not in the new environment")
    return run([str(programs / "sapper"), "--version"], folder).splitlines()[0]


def check_commands(programs: Path, unpacked: Path) -> None:
    """Let the agent play a game, and analyse a position of the documents."""
    sapper = str(programs / "sapper")
    watched = run([sapper, "watch", "--agent", "exact", "--seed", "2", "--json"], unpacked)
    if json.loads(watched)["summary"]["status"] not in {"won", "lost"}:
        raise Faulty(f"`sapper watch` did not end its game: {watched[-200:]}")
    analysed = run([sapper, "analyze", "docs/position.mine", "--json"], unpacked)
    if not json.loads(analysed)["probability"]:
        raise Faulty(f"`sapper analyze` gave no odds: {analysed[-200:]}")


def check_server(programs: Path, folder: Path) -> None:
    """Start the server, fetch the page, have a position analysed, and stop it as Ctrl-C does."""
    serve = ["web", "--port", "0", "--no-browser", "--home", str(folder)]
    with subprocess.Popen(
        [str(programs / "sapper"), *serve],
        cwd=folder,
        env=clean_environment() | {"PYTHONUNBUFFERED": "1"},
        stdout=subprocess.PIPE,
        text=True,
    ) as server:
        try:
            assert server.stdout is not None
            found = re.search(r"http://\S+", server.stdout.readline())
            if not found:
                raise Faulty("`sapper web` did not say where it is")
            page = fetch(found[0])
            if "<title>" not in page:
                raise Faulty(f"`sapper web` served no page: {page[:200]}")
            analysis = json.loads(fetch(found[0] + "api/positions/analyze", POSITION))
            if analysis["layouts"] != "2":
                raise Faulty(f"`sapper web` analysed wrongly: {analysis}")
        finally:
            server.send_signal(signal.SIGINT)
            server.wait(SECONDS_TO_ANSWER)
    if server.returncode != 0:
        raise Faulty(f"`sapper web` ended with exit code {server.returncode}")


def fetch(address: str, body: object = None) -> str:
    """Get an address, or post JSON to it; no proxy, since it is this machine's."""
    data = None if body is None else json.dumps(body).encode()
    request = urllib.request.Request(address, data, {"Content-Type": "application/json"})
    opener = urllib.request.build_opener(urllib.request.ProxyHandler({}))
    with opener.open(request, timeout=SECONDS_TO_ANSWER) as answer:
        return str(answer.read().decode())


def tracked_files() -> set[str]:
    """Everything that git tracks in this checkout."""
    return set(run(["git", "ls-files", "-z"], ROOT).rstrip("\0").split("\0"))


def excluded_files() -> set[str]:
    """What pyproject.toml keeps out of the sdist; plain names at the root."""
    settings = tomllib.loads((ROOT / "pyproject.toml").read_text())
    return set(settings["tool"]["scikit-build"]["sdist"]["exclude"])


def compare(what: str, found: set[str], wanted: set[str]) -> None:
    """Refuse a package with a file too many or too few."""
    faults = [f"{name} does not belong there" for name in sorted(found - wanted)]
    faults += [f"{name} is missing" for name in sorted(wanted - found)]
    if faults:
        raise Faulty(f"{what} differ in {len(faults)} files:\n" + shown_lines(faults))


def shown_lines(lines: Sequence[str], most: int = 20) -> str:
    """The first lines, and how many more there are."""
    more = [f"and {len(lines) - most} more"] if len(lines) > most else []
    return "\n".join(f"  {line}" for line in [*lines[:most], *more])


def only(pattern: str) -> Path:
    """The one file in dist/ of this kind."""
    (path,) = DIST.glob(pattern)
    return path


def clean_environment() -> dict[str, str]:
    """Nothing here leads Python back to the checkout, and without an engine there is no wheel."""
    kept = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    kept.pop("VIRTUAL_ENV", None)
    kept.pop("SAPPER_WITHOUT_ENGINE", None)
    return kept | {"SAPPER_NEEDS_ENGINE": "1"}


def run(command: Sequence[str], folder: Path) -> str:
    """Run a command to its end and return what it printed."""
    ended = subprocess.run(
        command, cwd=folder, env=clean_environment(), capture_output=True, text=True
    )
    if ended.returncode != 0:
        said = ended.stdout + ended.stderr
        raise Faulty(f"{' '.join(command)} ended with exit code {ended.returncode}\n{said}")
    return ended.stdout


def run_in_sight(command: Sequence[str], folder: Path) -> str:
    """Run a command to its end, printing what it prints as it comes, and return the last line."""
    last = ""
    with subprocess.Popen(
        command, cwd=folder, env=clean_environment(), stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        for line in process.stdout:
            print(line, end="", flush=True)
            last = line.strip() or last
    if process.returncode != 0:
        raise Faulty(f"{' '.join(command)} ended with exit code {process.returncode}")
    return last


def step(what: str) -> None:
    """Say what comes next."""
    print(f"--- {what} ...", flush=True)


if __name__ == "__main__":
    main()
