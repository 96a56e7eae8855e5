"""Build the documentation as a site of files.

    python -m docs_site [FOLDER]    by default build/docs; needs the dependency group `docs`

The documents stay as a code host shows them. Their copies here get the links of the site.
"""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

from docs_site.pages import ROOT, staged_files

STAGE = ROOT / "build" / "docs-pages"
"""What MkDocs reads: `docs_dir` in mkdocs.yml."""
FOLDER = ROOT / "build" / "docs"


def main(arguments: list[str]) -> int:
    """Write the pages, and have MkDocs make a site of them. A dead link is a failure."""
    folder = Path(arguments[0]).resolve() if arguments else FOLDER
    shutil.rmtree(STAGE, ignore_errors=True)
    for path, content in staged_files().items():
        target = STAGE / path
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(content)
    command = [sys.executable, "-m", "mkdocs", "build", "--strict"]
    built = subprocess.run(
        [*command, "--config-file", str(ROOT / "mkdocs.yml"), "--site-dir", str(folder)],
        env={**os.environ, "NO_MKDOCS_2_WARNING": "1"},
        check=False,
    )
    if built.returncode == 0:
        print(f"{folder / 'index.html'}: open it in a browser; it needs no server")
    return built.returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
