"""What the games say, and the positions to practise: two screens."""

from __future__ import annotations

from collections.abc import Sequence
from typing import ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType
from textual.containers import VerticalScroll

from sapper.catalogue import spoken
from sapper.coach.saying import SummaryInWords
from sapper.coach.training import Training
from sapper.coach.words import Coach
from sapper.interface.terminal.board_drawing import Scene
from sapper.interface.terminal.board_widget import BoardWidget
from sapper.interface.terminal.cursor_screen import CursorScreen, middle
from sapper.interface.terminal.fitting import as_many_as_fit, wrapped
from sapper.interface.terminal.help_screen import InfoScreen
from sapper.interface.terminal.inquiry_screen import pointed_at
from sapper.interface.terminal.keys import bindings_of, written
from sapper.interface.terminal.looks import FLAG
from sapper.interface.terminal.panels import BETWEEN_FACTS, WideTable, Words
from sapper.interface.terminal.words import Terminal
from sapper.play.commands import TRAINING_COMMANDS, command_named
from sapper.play.saying import one_after_another

PADDING_OF_TASK = 2
GAP = "   "
ASKED_KEYS = ("answer", "solution", "help", "quit", "theme")
ANSWERED_KEYS = ("next_question", "why", "step_back", "step_on", "odds", "help", "quit", "theme")


class AnalysisScreen(InfoScreen):
    """What the player's games say; any key closes it."""

    def __init__(self, words: SummaryInWords) -> None:
        super().__init__()
        self._words = words

    def compose(self) -> ComposeResult:
        """Sentences, then tables."""
        with VerticalScroll(classes="dialog roomy widest") as dialog:
            dialog.border_title = self._words.title
            dialog.border_subtitle = spoken(Terminal).any_key_back
            yield Words("\n".join(self._words.sentences))
            for table in self._words.tables:
                yield Words(Text(f"\n{table.title}", style="bold"))
                numbers = range(table.names, len(table.headings))
                yield WideTable(table.headings, table.rows, names=table.names, right=numbers)
                yield Words(Text(table.note, style="dim"))


class TrainingScreen(CursorScreen):
    """A position, what is asked of it, and the reason once it is answered."""

    BINDINGS: ClassVar[list[BindingType]] = bindings_of(TRAINING_COMMANDS)

    def __init__(self, training: Training) -> None:
        super().__init__(training.view)
        self.training = training
        self._seen = training.question
        self._is_solution_seen = self._is_told_beside = False
        self.own_commands |= {"close": self._close, "quit": self._quit}

    @property
    def inquiry(self) -> Training:
        """The training."""
        return self.training

    @property
    def scene(self) -> Scene:
        """The position; once it is answered, the solution and its reason."""
        training, marked = self.training, self.training.marked
        return Scene(
            training.view,
            self.cursor,
            hint=None if marked is None else marked.solution,
            is_hint_certain=not training.question.puzzle.kind.is_guess,
            odds=training.analysis,
            why=pointed_at(training.explained),
        )

    @property
    def title_text(self) -> Text:
        """Mines left, answers that were right, and how many cards there are: as much as fits."""
        training, width = self.training, self.size.width
        facts = [spoken(Coach).training, f"{FLAG} {training.mines_left}", training.score]
        line = Text(" Sapper ", style="bold reverse", no_wrap=True)
        told = as_many_as_fit(facts, GAP, width - line.cell_len - 2 * len(GAP))
        line.append(f"{GAP}{told}{GAP}", style="not reverse bold")
        counts = training.standing_in_words.split(BETWEEN_FACTS)
        told = as_many_as_fit(counts, BETWEEN_FACTS, width - line.cell_len)
        return line.append(told, style="not reverse not bold")

    @property
    def sentences(self) -> Sequence[str]:
        """What is not told beside the board; then the explanation."""
        training = self.training
        told = () if self._is_told_beside else (self._told,)
        if training.marked is None:
            return *told, training.note
        if training.is_looking:
            return *told, spoken(Coach).looking
        steps = training.explained.words if training.explained is not None else ()
        key = written(command_named("answer", TRAINING_COMMANDS).keys[0])
        go_on = spoken(Coach).go_on.format(key=key)
        return *told, *steps, training.note or training.unanswered or go_on

    @property
    def _told(self) -> str:
        """The question; once it is answered, the verdict."""
        training = self.training
        return training.verdict or one_after_another(training.origin, training.task)

    @property
    def key_names(self) -> tuple[str, ...]:
        """Those that are of use now."""
        return ASKED_KEYS if self.training.marked is None else ANSWERED_KEYS

    def compose_side(self) -> ComposeResult:
        """What is asked, beside the board."""
        yield Words(id="task")

    def show_side(self) -> None:
        """The question or the verdict, where there is room for all of it."""
        side = self.query_one("#side")
        lines = wrapped(Text(self._told), side.size.width - PADDING_OF_TASK)
        self._is_told_beside = bool(side.display) and len(lines) <= side.size.height
        self.query_one("#task", Words).say(self._told if self._is_told_beside else "")

    def show(self) -> None:
        """Bring everything up to date; begin in the middle, and then go to the solution."""
        training = self.training
        if training.question is not self._seen:
            self._seen = training.question
            self._is_solution_seen = False
            self.cursor = middle(training.view)
            if self.is_mounted:
                self.share_the_width()
        if training.marked is not None and not self._is_solution_seen:
            self._is_solution_seen = True
            self.cursor = training.marked.solution
        super().show()

    def on_board_widget_clicked(self, message: BoardWidget.Clicked) -> None:
        """A click answers; once that is done, it asks about the cell."""
        is_answered = self.training.marked is not None
        self.go_to(message.cell)
        if not is_answered:
            self.action_do("answer")
        else:
            self.show()

    def _close(self) -> None:
        """Close the explanation; without one, stop."""
        if not self.training.close():
            self._quit()

    def _quit(self) -> None:
        """Back to the game; without one, end the program."""
        if self.app.screen_stack[0] is self:
            self.app.exit()
        else:
            self.dismiss()
