"""Fonts to draw screenshots with."""

from __future__ import annotations

from pathlib import Path


def held_out_fonts() -> list[str]:
    """Fonts that are installed for the tests, and that the reader was not trained with."""
    import pygame

    return [str(Path(pygame.__file__).parent / "freesansbold.ttf")]
