"""What a session tells: sentences of several tones, and signs for a hint on the board."""

from __future__ import annotations

from dataclasses import dataclass
from enum import Enum


class Tone(Enum):
    """What kind of news a message is."""

    NEWS = "news"
    SAFE = "safe"
    GUESS = "guess"
    WON = "won"
    LOST = "lost"
    WRONG = "wrong"


@dataclass(frozen=True, slots=True)
class Message:
    """A sentence about the last thing that happened."""

    tone: Tone
    words: str


class HintSign(Enum):
    """How a hint is marked on the board."""

    SAFE = "check"
    GUESS = "question"
    FLAG = "flag"


HINT_TONES = {HintSign.SAFE: Tone.SAFE, HintSign.GUESS: Tone.GUESS, HintSign.FLAG: Tone.NEWS}
