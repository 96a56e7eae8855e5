"""A card that waits for an answer beside the window, and then makes way for it."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pygame

from sapper.interface.window.app import App
from sapper.interface.window.dialogs import Dialog
from sapper.interface.window.pen import BODY, Area, Pen
from sapper.play.thinker import Failure, Thinker

PADDING = 24


class WaitingScreen(Dialog):
    """Says what is being done; Escape gives it up."""

    name = "waiting"
    width, height = 520, 150

    def __init__(
        self,
        app: App,
        words: Callable[[], str],
        work: Callable[[], Any],
        then: Callable[[Any], None],
        give_up: Callable[[], None] = lambda: None,
    ) -> None:
        """What is said, what is done beside the window, and then; or, on Escape, what ends it."""
        super().__init__(app)
        self._say, self._then, self._give_up = words, then, give_up
        self.words = words()
        self._thinker = Thinker()
        self._thinker.ask("answer", work, self._arrived)

    def _arrived(self, answer: Any) -> None:
        if isinstance(answer, Failure):
            self._say = lambda: answer.words
        else:
            self.app.close(self)
            self._then(answer)

    def tick(self, now: float) -> bool:
        """Look whether the answer is there, and how far it is."""
        changed, said = self._thinker.collect(), self.words
        self.words = self._say()
        return changed or self.words != said

    @property
    def moving(self) -> bool:
        """Whether it is still awaited."""
        return self._thinker.busy

    def escape(self) -> None:
        """Don't wait any longer."""
        self._thinker.drop()
        self._give_up()
        super().escape()

    def draw(self, pen: Pen, area: Area) -> None:
        """What is being done."""
        super().draw(pen, area)
        card = self.card(area)
        space = card.inflate(-2 * pen.units(PADDING), -2 * pen.units(PADDING))
        text = pen.fitting(self.words, pygame.Rect(space), BODY + 2, BODY)
        text.draw(pen.surface, space.left, space.top + pen.units(PADDING / 2), pen.theme.ink)
