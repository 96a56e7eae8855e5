"""Build the engine for the browser: `engine.wasm`, and beside it the signature of its sources.

    python tools/wasm.py              build it into the page's static files
    python tools/wasm.py FOLDER       build it into another folder
    python tools/wasm.py --check      tell whether the committed module is that of the sources

Only building needs emscripten; whoever installs Sapper gets the module with it.
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from hashlib import sha256
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
ENGINE = ROOT / "engine"
COMMITTED = ROOT / "src" / "sapper" / "interface" / "web" / "static" / "engine"
EMSCRIPTEN = "3.1.6"
"""Debian 12's: another version builds another module from the same sources."""
MODULE = "engine.wasm"
SIGNATURE = "engine.signature"
FOLDERS = ("core", "count", "reason", "play", "expert", "make", "wasm")
"""All but the bindings and the environments, which are Python's."""
LEFT_OUT = "core/threads.cpp"
"""The module has one thread: `wasm/exchange.cpp` stands in for it."""
COMPILE = (
    "-std=c++20",
    "-DNDEBUG",
    "-DSAPPER_PORTABLE",
    # Half as much inlining and unrolling as usual: a quarter smaller, and hardly slower. With -Os,
    # which is no smaller, an analysis takes ten times as long.
    "-O2",
    *("-mllvm", "-inline-threshold=50"),
    *("-mllvm", "-unroll-threshold=40"),
    *("-mllvm", "-unroll-runtime=false"),
    # As in CMakeLists.txt: the same odds everywhere.
    "-ffp-contract=off",
    # Every browser since 2022 has them; emulated in JavaScript, they would slow down every call.
    "-fwasm-exceptions",
)
LINK = (
    # Not -Oz: it comes with a smaller pow, whose last digits are others than everywhere else.
    "-Os",
    "-fwasm-exceptions",
    "--no-entry",
    # No JavaScript beside the module: engine/module.js calls it.
    "-sSTANDALONE_WASM",
    "-sFILESYSTEM=0",
    # The search of an endgame recurses (engine/README.md, Bounds).
    "-sTOTAL_STACK=8MB",
    "-sALLOW_MEMORY_GROWTH",
    "-sMAXIMUM_MEMORY=1GB",
)


def main(arguments: list[str]) -> int:
    """Build, or check."""
    if arguments == ["--check"]:
        if is_current(COMMITTED):
            return 0
        print(f"{MODULE} is not that of the sources; run: make wasm", file=sys.stderr)
        return 1
    if shutil.which("em++") is None:
        print("there is no em++ here (on Debian: apt-get install emscripten)", file=sys.stderr)
        return 2
    folder = Path(arguments[0]) if arguments else COMMITTED
    try:
        build(folder)
    except subprocess.CalledProcessError:
        return 1  # the compiler has said why
    print(f"{folder / MODULE}: {(folder / MODULE).stat().st_size:,} bytes")
    return 0


def sources() -> list[Path]:
    """All the files that the module is made of."""
    return [path for name in FOLDERS for path in sorted((ENGINE / name).iterdir())]


def signature() -> str:
    """A digest of the flags and the sources."""
    digest = sha256(" ".join(COMPILE + LINK).encode())
    for path in sources():
        digest.update(f"\n{path.relative_to(ENGINE).as_posix()}\n".encode())
        digest.update(path.read_bytes())
    return f"{digest.hexdigest()}\n"


def is_current(folder: Path) -> bool:
    """Whether the module in a folder was built from the sources as they are."""
    written = folder / SIGNATURE
    return written.is_file() and written.read_text() == signature()


def build(folder: Path) -> None:
    """Compile everything as one unit, which is quicker, and smaller in the end."""
    made_from = signature()
    work = ROOT / "build" / "wasm"
    work.mkdir(parents=True, exist_ok=True)
    names = [path.relative_to(ENGINE).as_posix() for path in sources() if path.suffix == ".cpp"]
    unit = work / "engine.cpp"
    unit.write_text("".join(f'#include "{name}"\n' for name in names if name != LEFT_OUT))
    compiled = work / "engine.o"
    paths = [str(path.relative_to(ROOT)) for path in (unit, compiled, work / MODULE)]
    for command in (
        [*COMPILE, "-Iengine", "-c", paths[0], "-o", paths[1]],
        [*LINK, paths[1], "-o", paths[2]],
    ):
        subprocess.run(["em++", *command], cwd=ROOT, check=True)
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(work / MODULE, folder / MODULE)
    (folder / SIGNATURE).write_text(made_from)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
