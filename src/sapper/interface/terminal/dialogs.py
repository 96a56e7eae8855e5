"""What asks over the game: the setup of another game, and questions with a few answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass, replace
from typing import ClassVar, Generic, TypeVar

from rich.cells import cell_len
from rich.table import Table as Columns
from rich.text import Text
from textual.app import ComposeResult
from textual.binding import Binding, BindingType
from textual.containers import Horizontal, VerticalScroll
from textual.message import Message
from textual.screen import ModalScreen
from textual.widgets import Input, Static

from sapper.agents.registry import AGENTS
from sapper.catalogue import many, spoken
from sapper.errors import SapperError
from sapper.game import WinningRule
from sapper.interface.terminal.panels import RowList, padded
from sapper.interface.terminal.words import Terminal
from sapper.level import LEVELS, Guesses, Level, StartRule
from sapper.play.record import Setup
from sapper.play.saying import (
    GUESSES_DETAILS,
    GUESSES_WORDS,
    START_WORDS,
    WINNING_WORDS,
    agent_summary,
    grade_name,
    level_name,
    say_grade,
)
from sapper.play.words import Play
from sapper.proof.technique import BoardGrade
from sapper.seed import parse_seed

Value = TypeVar("Value")

LEVEL, START, GUESSES = "level", "start", "guesses"
"""Lines of the setup screen to begin at, by their names in the catalogue."""
OWN_SIZE = "own"
CHOSEN_WIDTH = 18


def line_title(line: str) -> str:
    """What a line of the setup screen is called, as wide as the widest of them.

    >>> line_title("level")
    'Level   '
    """
    titles = spoken(Terminal).lines
    return padded(titles[line], max(map(cell_len, titles.values())) + 1)


@dataclass(frozen=True, slots=True)
class PickerOption(Generic[Value]):
    """One of several values, with what it means."""

    value: Value
    name: str
    words: str


class OptionPicker(Static, Generic[Value], can_focus=True):
    """One of several options: left and right change it."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("left", "turn(-1)", "the option before", show=False),
        Binding("right,space", "turn(1)", "the next option", show=False),
    ]

    class Changed(Message):
        """Another option was chosen."""

        def __init__(self, line: str) -> None:
            super().__init__()
            self.line = line

    def __init__(self, line: str, options: Sequence[PickerOption[Value]], value: Value) -> None:
        super().__init__(classes="picker")
        self.line = line
        self._options = tuple(options)
        values = [option.value for option in options]
        self._index = values.index(value) if value in values else 0

    @property
    def value(self) -> Value:
        """What is chosen."""
        return self._options[self._index].value

    def choose(self, value: Value) -> None:
        """Choose another value."""
        self._index = [option.value for option in self._options].index(value)
        self.refresh()

    def render(self) -> Columns:
        """The title, the option between arrows, and beside them what it means."""
        option = self._options[self._index]
        text = Text()
        text.append("▸ " if self.has_focus else "  ", style="bold")
        text.append(line_title(self.line))
        chosen = padded(f"‹ {option.name} ›", CHOSEN_WIDTH)
        text.append(chosen, style="bold reverse" if self.has_focus else "bold")
        columns = Columns.grid(padding=(0, 2))
        columns.add_column(no_wrap=True)
        columns.add_column()
        columns.add_row(text, option.words)
        return columns

    def on_focus(self) -> None:
        """Show the marker."""
        self.refresh()

    def on_blur(self) -> None:
        """Show none."""
        self.refresh()

    def on_click(self) -> None:
        """The next option."""
        self.action_turn(1)

    def action_turn(self, by: int) -> None:
        """The next option, or the one before."""
        self._index = (self._index + by) % len(self._options)
        self.refresh()
        self.post_message(self.Changed(self.line))


class InputLine(Horizontal):
    """A title and a line to type in."""

    def __init__(self, line: str, words: str) -> None:
        super().__init__(classes="input-line", id=line)
        self._title, self._words = line_title(line), words

    def compose(self) -> ComposeResult:
        """The title, the line, and what to type."""
        yield Static(f"  {self._title}", classes="input-title")
        yield Input(compact=True, select_on_focus=False)
        yield Static(f"  {self._words}", classes="input-words")

    @property
    def text(self) -> str:
        """What was typed."""
        return self.query_one(Input).value.strip()

    def fill(self, text: str) -> None:
        """Have it say something else, as if nobody had typed it."""
        line = self.query_one(Input)
        with line.prevent(Input.Changed):
            line.value = text

    def on_descendant_focus(self) -> None:
        """Show the marker."""
        self.query_one(".input-title", Static).update(f"▸ {self._title}")

    def on_descendant_blur(self) -> None:
        """Show none."""
        self.query_one(".input-title", Static).update(f"  {self._title}")


class SetupScreen(ModalScreen[Setup | None]):
    """Level, size, the rules, agent and seed of the next game."""

    BINDINGS: ClassVar[list[BindingType]] = [
        Binding("up", "app.focus_previous", "up", show=False),
        Binding("down", "app.focus_next", "down", show=False),
        Binding("enter", "play", "play", priority=True),
        Binding("escape", "back", "back"),
    ]

    def __init__(self, setup: Setup, begin_at: str = LEVEL) -> None:
        super().__init__()
        self._setup = setup
        self._begin_at = begin_at

    def compose(self) -> ComposeResult:
        """A line for each part of the setup."""
        level, say, play = self._setup.level, spoken(Terminal), spoken(Play)
        levels = [
            PickerOption(name, level_name(known), _size(known)) for name, known in LEVELS.items()
        ]
        levels.append(PickerOption(OWN_SIZE, say.own_size, say.own_size_words))
        starts = [
            PickerOption(rule, play.start_names[rule.value], say.first_cell.format(start=words))
            for rule, words in START_WORDS.items()
        ]
        guesses = [
            PickerOption(rule, words, GUESSES_DETAILS[rule])
            for rule, words in GUESSES_WORDS.items()
        ]
        grades = [
            PickerOption(grade, grade_name(grade), say_grade(grade))
            for grade in (None, *BoardGrade)
        ]
        agents = [PickerOption(name, name, agent_summary(name)) for name in AGENTS]
        wins = [
            PickerOption(rule, play.winning_names[rule.value], words)
            for rule, words in WINNING_WORDS.items()
        ]
        with VerticalScroll(classes="dialog roomy", can_focus=False) as dialog:
            dialog.border_title = say.new_game
            dialog.border_subtitle = say.setup_keys
            yield OptionPicker(LEVEL, levels, level.name if level.name in LEVELS else OWN_SIZE)
            yield InputLine("size", say.size_words)
            yield OptionPicker(START, starts, level.start)
            yield OptionPicker(GUESSES, guesses, self._setup.guesses)
            yield OptionPicker("grade", grades, self._setup.grade)
            yield OptionPicker("win", wins, self._setup.winning)
            yield OptionPicker("agent", agents, self._setup.agent)
            yield InputLine("seed", say.seed_words)
            yield Static("", id="complaint")

    def on_mount(self) -> None:
        """Begin at the line that was asked for."""
        self.query_one("#size", InputLine).fill(_typed(self._setup.level))
        next(picker for picker in self._pickers if picker.line == self._begin_at).focus()
        self._show_grade()

    @property
    def _pickers(self) -> list[OptionPicker[object]]:
        return list(self.query(OptionPicker))

    def on_option_picker_changed(self, message: OptionPicker.Changed) -> None:
        """A level brings its size and start rule; one's own begins with those of this game."""
        level, start = self._pickers[:2]
        if message.line == LEVEL:
            known = LEVELS.get(str(level.value), self._setup.level)
            start.choose(known.start)
            self.query_one("#size", InputLine).fill(_typed(known))
        self._show_grade()
        self.query_one("#complaint", Static).update("")

    def _show_grade(self) -> None:
        """Only boards that need no guess have a grade."""
        guesses, grade = self._pickers[2:4]
        grade.display = guesses.value is Guesses.NONE

    def on_input_changed(self, message: Input.Changed) -> None:
        """Whoever types a size wants one of their own."""
        if message.input.parent is self.query_one("#size"):
            self._pickers[0].choose(OWN_SIZE)

    def action_play(self) -> None:
        """Begin, if all of it is possible."""
        try:
            self.dismiss(self._chosen())
        except SapperError as error:
            self.query_one("#complaint", Static).update(Text(f"! {error}", style="bold"))

    def _chosen(self) -> Setup:
        level, start, guesses, grade, win, agent = (picker.value for picker in self._pickers)
        rule = StartRule.of(str(start))
        if level == OWN_SIZE:
            wanted = Level.parse(self.query_one("#size", InputLine).text, rule)
        else:
            wanted = LEVELS[str(level)].starting(rule)
        rule_for_guesses = Guesses.of(str(guesses))
        is_made = rule_for_guesses is Guesses.NONE
        typed = self.query_one("#seed", InputLine).text
        return replace(
            self._setup,
            level=wanted,
            winning=WinningRule(str(win)),
            agent=str(agent),
            seed=parse_seed(typed) if typed else None,
            index=0,
            disclosed=None,
            first=None,
            guesses=rule_for_guesses,
            grade=grade if is_made and isinstance(grade, BoardGrade) else None,
        )

    def action_back(self) -> None:
        """Keep the game there is."""
        self.dismiss(None)


def _size(level: Level) -> str:
    return f"{level.height}×{level.width}, {many(spoken(Play).mines, level.mines)}"


def _typed(level: Level) -> str:
    return f"{level.height}x{level.width}/{level.mines}"


class QuestionScreen(ModalScreen[int | None]):
    """A question with a few answers; Esc gives none."""

    BINDINGS: ClassVar[list[BindingType]] = [Binding("escape", "none", "back")]

    def __init__(self, title: str, words: str, answers: Sequence[str]) -> None:
        super().__init__()
        self._title, self._words, self._answers = title, words, answers

    def compose(self) -> ComposeResult:
        """The question and its answers."""
        with VerticalScroll(classes="dialog roomy", can_focus=False) as dialog:
            dialog.border_title = self._title
            dialog.border_subtitle = spoken(Terminal).question_keys
            yield Static(f"{self._words}\n")
            yield RowList([Text(f" {answer}") for answer in self._answers], id="answers")

    def on_mount(self) -> None:
        """The answers take the keys."""
        answers = self.query_one("#answers")
        answers.styles.height = len(self._answers)
        answers.focus()

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """That one."""
        self.dismiss(message.index)

    def action_none(self) -> None:
        """None of them."""
        self.dismiss(None)
