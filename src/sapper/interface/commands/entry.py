"""Where the `sapper` command begins.

Importing the commands takes a few tenths of a second, and Ctrl-C may come at any time. So this
module imports next to nothing, and what it does import, it imports where Ctrl-C is expected.
"""

import sys

INTERRUPTED = 130


def main() -> None:
    """Run the command; end quietly if Ctrl-C comes before it has begun."""
    try:
        from sapper.interface.commands.main import main as run

        run()
    except KeyboardInterrupt:
        say_interrupted()
        sys.exit(INTERRUPTED)


def say_interrupted() -> None:
    """Say nothing, as Ctrl-C was pressed on purpose; under `--json`, whoever reads it is told."""
    if "--json" in sys.argv:
        import json

        error = {"kind": "interrupted", "message": "interrupted", "exit_code": INTERRUPTED}
        print(json.dumps({"error": error}, indent=2), flush=True)
