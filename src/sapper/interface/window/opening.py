"""A replay that is being read: it takes a moment, and may fail."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

from sapper.catalogue import spoken
from sapper.interface.window.app import App
from sapper.interface.window.dialogs import PADDING, Dialog, Help
from sapper.interface.window.pen import BODY, Area, Pen
from sapper.interface.window.widgets import Style, Widget
from sapper.interface.window.words import Window
from sapper.play.thinker import Failure, Thinker
from sapper.replays import Played, load, play_back


class OpeningFile(Dialog):
    """Says that a file is read, or why it can't be; nobody has to wait for it."""

    name = "opening"
    width, height = 520, 230
    commands = Help.commands

    def __init__(self, app: App, path: str, show: Callable[[Played], None]) -> None:
        super().__init__(app)
        say = spoken(Window)
        self.title = say.replay_file
        self.words = say.reading_file.format(file=Path(path).name)
        self._show = show
        self._thinker = Thinker()
        self._thinker.ask("read", lambda: play_back(load(path)), self._read)

    def _read(self, answer: Played | Failure) -> None:
        if isinstance(answer, Failure):
            self.words = answer.words
        else:
            self.shut()
            self._show(answer)

    def tick(self, now: float) -> bool:
        """Bring in what was read."""
        return self._thinker.collect()

    @property
    def moving(self) -> bool:
        """Whether the file is still being read."""
        return self._thinker.busy

    def widgets(self, area: Area) -> Sequence[Widget]:
        """One button."""
        return self.buttons(area, ("close", self.commands[0].label, self.shut, Style.PRIMARY))

    def handlers(self) -> Mapping[str, Callable[[], None]]:
        """What closes it."""
        return {"shut": self.shut}

    def draw(self, pen: Pen, area: Area) -> None:
        """The card, and what there is to say."""
        super().draw(pen, area)
        card = self.card(area)
        wide = card.width - pen.units(2 * PADDING)
        point = (card.left + pen.units(PADDING), card.top + pen.units(70))
        pen.paragraph(self.words, wide, BODY).draw(pen.surface, *point, pen.theme.quiet)
