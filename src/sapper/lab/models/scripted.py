"""A player from a script, to try the benchmark without a network: one of our agents over the pipe.

    sapper bench-model --command "python -m sapper.lab.models.scripted --agent sentence"

Options make it a worse player, in a way that repeats: `--prose` wraps its answers in text, as
models do; every Nth answer gives no reason (`--lazy N`), is no answer (`--garbled N`), or is the
hidden cell most likely to be a mine (`--reckless N`); instead of
its Nth answer it ends (`--ends N`), or says nothing for a long time (`--stalls N`).
"""

from __future__ import annotations

import argparse
import json
import sys
import time

import numpy as np

from sapper.exact.analysis import analyze
from sapper.lab.models.players import AgentPlayer
from sapper.lab.models.questions import Question
from sapper.view import View

SECONDS_OF_SILENCE = 3600


def main() -> None:
    """Answer a question per line until there are no more."""
    options = _options()
    player = AgentPlayer(options.agent, options.seed)
    for number, line in enumerate(sys.stdin, start=1):
        asked = json.loads(line)
        view = View.parse("\n".join(asked["rows"]), mines=asked["mines"])
        if _every(options.ends, number):
            sys.exit("the script ends here")
        if _every(options.stalls, number):
            time.sleep(SECONDS_OF_SILENCE)
        answer = json.loads(player.answer(Question(view, asked["turn"])).text)
        if _every(options.reckless, number):
            chances = np.nan_to_num(analyze(view).mine_probability, nan=-1.0)
            worst = np.unravel_index(int(chances.argmax()), chances.shape)
            answer = {"cell": [int(worst[0]), int(worst[1])], "steps": []}
        if _every(options.lazy, number):
            answer = {"cell": answer["cell"]}
        said: dict[str, object] = {**answer, "tokens": options.tokens}
        if options.prose:
            words = f"Let me see {{so}}.\n```json\n{json.dumps(answer)}\n```\nThat is certain."
            said = {"text": words, "tokens": options.tokens}
        if _every(options.garbled, number):
            said = {"text": "I would rather not say.", "tokens": options.tokens}
        print(json.dumps(said), flush=True)


def _every(interval: int, number: int) -> bool:
    return interval > 0 and number % interval == 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="scripted", description=__doc__)
    parser.add_argument("--agent", default="exact")
    for name in ("seed", "lazy", "garbled", "reckless", "ends", "stalls", "tokens"):
        parser.add_argument(f"--{name}", type=int, default=0, metavar="N")
    parser.add_argument("--prose", action="store_true")
    return parser.parse_args()


if __name__ == "__main__":
    main()
