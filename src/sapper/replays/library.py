"""The process in which ms_toollib reads a replay; `foreign` starts this file as a script.

Its parser is compiled, and stops the process or stalls at some broken files. The file comes in on
standard input and what it says goes out on standard output, each as one line of JSON.
"""

from __future__ import annotations

import base64
import json
from typing import Any

from sapper.guest.child import set_alarm, set_limits, take_the_pipes
from sapper.guest.child_words import words_of

CLASSES = {"avf": "AvfVideo", "rmv": "RmvVideo", "mvf": "MvfVideo", "evf": "EvfVideo"}


def main() -> None:
    """Answer the one request there is."""
    requests, answers = take_the_pipes()
    request = json.loads(requests.readline())
    set_limits(request["memory_bytes"])
    set_alarm(request["seconds"])
    try:
        answer = read(request["source"], base64.b64decode(request["data"]))
    except BaseException as error:  # what stops its parser is no ordinary exception
        answer = {"failure": words_of(error)}
    answers.write(json.dumps(answer).encode() + b"\n")
    answers.flush()


def read(source: str, data: bytes) -> dict[str, Any]:
    """What the library finds in a file."""
    import ms_toollib

    video = getattr(ms_toollib, CLASSES[source])(f"replay.{source}", list(data))
    video.parse()
    events = []
    for step in video.events:
        event = step.event
        if event is not None and event.is_mouse():
            mouse = event.unwrap_mouse()
            events.append([step.time, mouse.mouse, mouse.x, mouse.y])
    return {
        "board": [[number == -1 for number in row] for row in video.board],
        "side": video.pix_size,
        "events": events,
        "seconds": video.rtime,
        "three_bv": video.bbbv,
        "won": video.is_completed,
        "player": video.player_identifier,
        "program": video.software,
    }


if __name__ == "__main__":
    main()
