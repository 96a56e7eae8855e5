"""`sapper train`: positions to practise, on the screen or line by line."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING, Annotated

import typer

from sapper.interface.commands.failures import ExitCode
from sapper.interface.commands.options import LanguageOption, SeedOption
from sapper.interface.commands.output import progress_line
from sapper.interface.commands.play import (
    NoColorOption,
    PlainOption,
    ThemeOption,
    has_no_screen,
    prepare_screen,
    speak,
)

if TYPE_CHECKING:
    from sapper.coach.sitting import Sitting


def train(
    ladder: Annotated[
        bool,
        typer.Option("--ladder", help="Only the ladder: graded positions, the easiest first."),
    ] = False,
    seed: SeedOption = None,
    plain: PlainOption = False,
    look: ThemeOption = None,
    no_color: NoColorOption = False,
    language: LanguageOption = None,
) -> None:
    """Practise what you overlook: positions from your games, and fresh ones of the same kind.

    Each is asked again, after longer and longer times, until you know it. Every answer is
    kept at once. Without games, a ladder leads from one number to the best guess.
    """
    from sapper.coach.sitting import Sitting
    from sapper.history import History

    if not plain:
        plain = has_no_screen()
    with History.open() as history:
        speak(language, history)
        with progress_line() as progress:
            sitting = Sitting.begin(history, seed=seed, only_ladder=ladder, progress=progress)
        notices = (history.message, sitting.notes.message)
        notice = " ".join(notice for notice in notices if notice)
        try:
            if plain:
                _train_plainly(sitting, notice)
            else:
                _train_on_screen(sitting, look, no_color, notice)
        finally:
            sitting.close()


def _train_plainly(sitting: Sitting, notice: str) -> None:
    from sapper.interface.terminal.line_mode.training import PlainTraining

    sys.stdin.reconfigure(errors="replace")  # type: ignore[union-attr]
    training = PlainTraining(sitting.training, notice, is_kept=sitting.notes.is_kept)
    try:
        training.play(sys.stdin, sys.stdout, prompt=sys.stdin.isatty())
    except KeyboardInterrupt:
        print(f"\n{training.farewell()}", flush=True)
        raise typer.Exit(ExitCode.INTERRUPTED) from None


def _train_on_screen(sitting: Sitting, look: str | None, no_color: bool, notice: str) -> None:
    from sapper.extras import need

    need("terminal", "textual", "or train with --plain")
    from sapper.interface.terminal.line_mode.training import PlainTraining
    from sapper.interface.terminal.play_app import TrainApp

    prepare_screen(no_color)
    TrainApp(sitting.training, look=look).run()
    print(PlainTraining(sitting.training, is_kept=sitting.notes.is_kept).farewell())
    if notice:
        print(notice)
