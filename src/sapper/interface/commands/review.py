"""`sapper review`: a recorded game from a file, played back and judged."""

from __future__ import annotations

import os
import sys
from pathlib import Path
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.interface.commands.history import print_review
from sapper.interface.commands.options import ForceOption, JsonOption, LanguageOption, check_new
from sapper.interface.commands.output import print_json, progress_line

if TYPE_CHECKING:
    from sapper.replays import Played


def review(
    file: Annotated[
        Path,
        typer.Argument(help="An .avf, .rmv, .mvf or .evf file, or Sapper's own.", metavar="FILE"),
    ],
    in_window: Annotated[bool, typer.Option("--window", help="Play it back in a window.")] = False,
    plain: Annotated[
        bool, typer.Option("--plain", help="Print the review, in a terminal, too.")
    ] = False,
    out: Annotated[
        Path | None,
        typer.Option(
            "--out", help="Only save it: as .evf, or as .json, Sapper's own format.", metavar="FILE"
        ),
    ] = None,
    force: ForceOption = False,
    language: LanguageOption = None,
    as_json: JsonOption = False,
) -> None:
    """Review a recorded game: play it back at its own speed, with every guess judged.

    On a terminal it is shown there, with the mouse; elsewhere, the review is printed. What the file
    says of the game is compared with what is measured.
    """
    from sapper import replays
    from sapper.catalogue import check_language

    recording = replays.load(file)
    if out is not None:
        check_new(out, force)
        replays.save(recording, out)
        print(f"Saved as {out}.")
        return
    if language is not None:
        check_language(language)
    played = replays.play_back(recording)
    if as_json:
        _print_json(played)
    elif in_window:
        _show_in_window(played, language)
    elif plain or not all(stream.isatty() for stream in (sys.stdin, sys.stdout, sys.stderr)):
        _print(played, language)
    else:
        _show_on_terminal(played, language)


def _print_json(played: Played) -> None:
    from sapper.replays.shapes import ReviewedReplay

    steps = played.review.steps
    with progress_line("turns judged") as tell:
        for done, step in enumerate(steps):
            tell(done, len(steps))
            _ = step.judged  # it is kept there; a large game has thousands of guesses
    print_json(ReviewedReplay.of(played))


def _print(played: Played, language: str | None) -> None:
    from sapper.history import History
    from sapper.interface.commands.play import speak

    with History.open() as history:
        speak(language, history)
    print_review(played.record, played.review, played.words)


def _show_on_terminal(played: Played, language: str | None) -> None:
    from sapper.extras import need

    need("terminal", "textual", "or review with --plain")
    from sapper.history import History
    from sapper.interface.commands.play import prepare_screen, speak
    from sapper.interface.terminal.play_app import ReviewApp
    from sapper.play.replay import Replay

    with History.open() as history:
        speak(language, history)
    prepare_screen(no_color=False)
    ReviewApp(Replay(played.record, track=played.track, notes=played.words)).run()


def _show_in_window(played: Played, language: str | None) -> None:
    from sapper.extras import need

    os.environ.setdefault("PYGAME_HIDE_SUPPORT_PROMPT", "1")
    need("window", "pygame")
    from sapper.history import History
    from sapper.interface.commands.window import speak
    from sapper.interface.window.desktop import open_window
    from sapper.level import Level
    from sapper.play.record import Setup

    with History.open() as history:
        speak(language, history.folder)
        open_window(Setup(Level.named("beginner")), None, history, played=played)
