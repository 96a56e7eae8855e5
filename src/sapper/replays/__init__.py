"""Replays: games that a program recorded, read from its file and gone through again."""

from sapper.replays.files import load, loads, save
from sapper.replays.played import Played, play_back
from sapper.replays.recording import MouseEvent, Recording, Source, Stated

__all__ = [
    "MouseEvent",
    "Played",
    "Recording",
    "Source",
    "Stated",
    "load",
    "loads",
    "play_back",
    "save",
]
