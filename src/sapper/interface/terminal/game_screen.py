"""The screen on which a game is played: it draws a session and sends it commands."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from typing import TYPE_CHECKING, Any, ClassVar

from rich.text import Text
from textual.app import ComposeResult
from textual.binding import BindingType

from sapper.agents.registry import AGENTS
from sapper.catalogue import spoken
from sapper.coach.saying import SummaryInWords
from sapper.coach.sitting import JudgingProgress, Sitting, analysis_of
from sapper.errors import SapperError
from sapper.game import Action, Status
from sapper.history import KeptGame
from sapper.interface.terminal.belief_list import BeliefList
from sapper.interface.terminal.belief_signs import NO_BELIEFS
from sapper.interface.terminal.board_drawing import Scene
from sapper.interface.terminal.board_widget import LEFT, MIDDLE, BoardWidget
from sapper.interface.terminal.coach_screens import AnalysisScreen, TrainingScreen
from sapper.interface.terminal.cursor_screen import CursorScreen, middle, within
from sapper.interface.terminal.dialogs import GUESSES, LEVEL, START, QuestionScreen, SetupScreen
from sapper.interface.terminal.inquiry_screen import InquiryScreen, pointed_at
from sapper.interface.terminal.keys import bindings_of
from sapper.interface.terminal.panels import WIDE_LIST, NumberList, RowList, game_title
from sapper.interface.terminal.records import GamesScreen, StatisticsScreen
from sapper.interface.terminal.replay_screen import ReplayScreen
from sapper.interface.terminal.spoken import say_cell
from sapper.interface.terminal.words import Terminal
from sapper.play.beliefs import CellBelief
from sapper.play.commands import GAME_COMMANDS, command_named
from sapper.play.messages import Message, Tone
from sapper.play.numbers import in_short
from sapper.play.record import Record, Setup
from sapper.play.replay import Replay
from sapper.play.saying import agent_summary, capital, full_stop, one_after_another, say_odds
from sapper.play.session import Session
from sapper.play.table import Table
from sapper.play.thinker import Failure
from sapper.play.words import Play

if TYPE_CHECKING:
    from sapper.interface.terminal.play_app import PlayApp

PLAYING_KEYS = (
    *("help", "open", "flag", "hint", "why", "odds", "ai_move", "new", "quit", "level", "pause"),
    *("beliefs", "chord", "autoplay", "fast", "again", "games", "statistics", "analysis", "train"),
    *("numbers", "theme"),
)
PAUSED_KEYS = ("help", "pause", "new", "again", "level", "games", "statistics", "quit", "theme")
OVER_KEYS = (
    *("help", "new", "again", "review", "train", "games", "statistics", "analysis", "numbers"),
    *("level", "quit", "theme"),
)


class GameScreen(CursorScreen):
    """A session with a cursor on its board."""

    app: PlayApp
    keeps_still = False  # few messages are long, and large cells are worth more
    BINDINGS: ClassVar[list[BindingType]] = bindings_of(GAME_COMMANDS)

    def __init__(self, session: Session) -> None:
        super().__init__(session.table.view)
        self.session = session
        self._seen = session.table
        self._seen_turn = session.table.last
        self._seen_hint = session.hint
        self._judging: tuple[JudgingProgress, Message] | None = None
        """How far the judging of games is, and the message that says it."""
        self.own_commands |= {
            "level": partial(self._choose_setup, LEVEL),
            "start": partial(self._choose_setup, START),
            "guesses": partial(self._choose_setup, GUESSES),
            "agent": self._choose_agent,
            "review": self._review,
            "games": self._choose_game,
            "statistics": self._show_statistics,
            "analysis": self._show_analysis,
            "train": self._train,
            "quit": lambda: self.app.exit(),
        }

    @property
    def inquiry(self) -> Session:
        """The session."""
        return self.session

    @property
    def table(self) -> Table:
        """The game that is played."""
        return self.session.table

    # What is drawn

    def show(self) -> None:
        """Bring everything up to date, the cursor first."""
        if self.is_mounted and self.table is not self._seen:
            self._turn_to_another_game()
        else:
            self._follow_news()
            super().show()

    @property
    def scene(self) -> Scene:
        """The board, the cursor, and what was asked for."""
        session, table = self.session, self.table
        hint = session.hint if session.hint and session.hint.action is Action.REVEAL else None
        return Scene(
            session.view,
            self.cursor,
            table.exploded,
            table.mines,
            table.wrong_flags if table.status is Status.LOST else frozenset(),
            hint=hint.cell if hint else None,
            is_hint_certain=hint.certain if hint else True,
            odds=session.analysis,
            why=pointed_at(session.explained),
            beliefs=session.judged.by_cell if session.judged else NO_BELIEFS,
        )

    @property
    def title_text(self) -> Text:
        """Mines, clock, what is going on, and which game it is."""
        return game_title(self.session, self.size.width)

    @property
    def sentences(self) -> Sequence[str]:
        """An explanation or the last news; what is under the cursor; trouble with the history."""
        session, explained = self.session, self.session.explained
        if explained is not None:
            elsewhere = self.cursor != explained.cell
            return (*explained.words, self._under_the_cursor if elsewhere else "")
        news = capital(session.making) or session.unanswered or self._news
        beliefs = session.judged.words if session.judged else ""
        numbers = self._numbers_below
        return news, self._under_the_cursor, numbers, beliefs, self.app.history.message

    @property
    def _numbers_below(self) -> str:
        """The most telling numbers, on a terminal that has no room beside the board."""
        numbers = self.session.numbers
        if not numbers or self.query_one("#side").display:
            return ""
        return spoken(Play).numbers_are.format(numbers=in_short(numbers))

    @property
    def _news(self) -> str:
        """The last message; how far the judging of games is, if it says so."""
        message = self.session.message
        if self._judging is not None and self._judging[1] is message:
            return self._judging[0].words
        return message.words

    @property
    def _under_the_cursor(self) -> str:
        session = self.session
        if session.is_paused:
            return ""
        words = say_cell(self.table, self.cursor)
        if session.analysis is not None and session.view.is_hidden(self.cursor):
            odds = say_odds(session.analysis, self.cursor)
            words = spoken(Play).about_cell.format(cell=words, words=odds)
        belief = session.belief(self.cursor)
        fault = belief.words if belief and belief.is_fault else ""
        return one_after_another(full_stop(words), fault)

    @property
    def key_names(self) -> tuple[str, ...]:
        """Those that are of use now."""
        if self.session.is_over:
            return OVER_KEYS
        return PAUSED_KEYS if self.session.is_paused else PLAYING_KEYS

    def compose_side(self) -> ComposeResult:
        """The moves; or the game's numbers, or what the agent believes, while that is shown."""
        yield from super().compose_side()
        yield NumberList(id="numbers")
        yield BeliefList(self.app.look, id="beliefs")

    def show_side(self) -> None:
        """The last move in sight, the numbers, or the beliefs."""
        session, moves, say = self.session, self.moves, spoken(Terminal)
        beliefs = self.query_one("#beliefs", BeliefList)
        numbers = self.query_one("#numbers", NumberList)
        beliefs.display = session.shows_beliefs
        numbers.display = session.shows_numbers and not session.shows_beliefs
        moves.display = not (beliefs.display or numbers.display)
        title = command_named("numbers").label.lower() if numbers.display else say.moves
        if beliefs.display:
            is_wide = self.query_one("#side").size.width >= WIDE_LIST
            title = say.beliefs_wide if is_wide else say.beliefs
        self.entitle_side(title)
        moves.show_entries(self.table.entries)
        numbers.show_numbers(session.numbers)
        beliefs.show_beliefs(session.judged)

    def show_time(self) -> None:
        """The clock, and the numbers that depend on it; how far the judging of games is."""
        super().show_time()
        if self._judging is not None:
            self.message.say_all(*self.sentences)
        self.query_one("#numbers", NumberList).show_numbers(self.session.numbers)

    def on_row_list_chosen(self, message: RowList.Chosen) -> None:
        """Say what is wrong with the belief that was clicked, and why."""
        session = self.session
        if isinstance(message.row_list, BeliefList) and session.judged is not None:
            belief = session.judged.listed[message.index]
            if isinstance(belief, CellBelief):
                self.cursor = within(session.view, belief.cell)
            session.ask_about(belief)
            self.show()

    # The cursor

    def on_board_widget_clicked(self, message: BoardWidget.Clicked) -> None:
        """A click moves the cursor, and then does what its button means."""
        self.go_to(message.cell)
        self.action_do({LEFT: "open", MIDDLE: "chord"}.get(message.button, "flag"))

    def _follow_news(self) -> None:
        """Move the cursor to a new hint, or to where an agent has just moved."""
        hint, turn = self.session.hint, self.table.last
        if hint is not None and hint is not self._seen_hint:
            self.go_to(hint.cell)
        elif turn is not None and turn is not self._seen_turn and turn.is_by_agent:
            self.go_to(turn.cell)
        self._seen_hint, self._seen_turn = hint, turn

    def _turn_to_another_game(self) -> None:
        """Draw it once the widgets have the sizes that suit its board."""
        before, after = self._seen.view, self.table.view
        if (before.height, before.width) != (after.height, after.width):
            self.cursor = middle(self.table.view)
        self._seen, self._seen_turn = self.table, self.table.last
        self.share_the_width()
        self.call_after_refresh(self.show)

    # Dialogs: meanwhile autoplay stands still; what hides the board stops the clock, too

    def _choose_setup(self, line: str) -> None:
        def begin(setup: Setup | None) -> None:
            if setup is not None:
                self.session.begin(setup)
                self.show()

        self.app.push_screen(SetupScreen(self.table.setup, line), begin)

    def _choose_agent(self) -> None:
        names = tuple(AGENTS)

        def change(answer: int | None) -> None:
            if answer is not None:
                self.session.change_agent(names[answer])
                self.show()

        words = spoken(Terminal).agent_question.format(agent=self.table.setup.agent)
        answers = [f"{name:<12} {agent_summary(name)}" for name in names]
        title = spoken(Terminal).lines["agent"]
        self.app.push_screen(QuestionScreen(title, words, answers), change)

    def _choose_game(self) -> None:
        def open_it(game: KeptGame | None) -> None:
            if game is not None:
                self.open_game(game)

        self.app.push_screen(GamesScreen(self.app.history), open_it)

    def open_game(self, game: KeptGame) -> None:
        """Resume a saved game, or review it if it is over."""
        history = self.app.history
        if game.status is not Status.PLAYING:
            self._try(lambda: self._replay(history.record(game.identity)))
            return
        self.session.leave()  # it may be the same game, with more on its clock
        self._try(lambda: self.session.sit_at(history.table(game.identity)))

    def _review(self) -> None:
        if self.session.is_over:
            self._replay(self.table.record())
        else:
            self.session.say(spoken(Terminal).only_finished)

    def _replay(self, record: Record) -> None:
        self._show_instead(ReplayScreen(Replay(record)))

    def _show_statistics(self) -> None:
        history = self.app.history

        def show() -> None:
            self.app.push_screen(StatisticsScreen(history.statistics(), history.trends()))

        self._try(show)

    def _show_analysis(self) -> None:
        """Judge the games beside the screen, and then show what they say."""
        history = self.app.history

        def show(words: SummaryInWords | Failure) -> None:
            if isinstance(words, Failure):
                self.session.say(words.words, Tone.WRONG)
            else:
                self.app.push_screen(AnalysisScreen(words))

        self._ask_the_coach(lambda progress: analysis_of(history, progress), show)

    def _train(self) -> None:
        """Make cards of the games beside the screen, and then ask them."""
        history = self.app.history

        def begin(sitting: Sitting | Failure) -> None:
            if isinstance(sitting, Failure):
                self.session.say(sitting.words, Tone.WRONG)
            else:
                self._show_instead(TrainingScreen(sitting.training), sitting.close)

        self._ask_the_coach(lambda progress: Sitting.begin(history, progress=progress), begin)

    def _ask_the_coach(
        self, work: Callable[[JudgingProgress], object], then: Callable[[Any], None]
    ) -> None:
        progress, before = JudgingProgress(), self.session.message
        self.session.say(progress.words)
        self._judging = judging = progress, self.session.message

        def answered(answer: object) -> None:
            if self.session.message is judging[1]:
                self.session.message = before
            self._judging = None
            then(answer)

        self.session.thinker.ask("coach", lambda: work(progress), answered)

    def _show_instead(
        self, screen: InquiryScreen, afterwards: Callable[[], None] = lambda: None
    ) -> None:
        """Another board instead of the game's, which waits."""

        def come_back(_: None) -> None:
            afterwards()
            self.session.go_on()
            self.show()

        self.session.rest()
        self.app.push_screen(screen, come_back)

    def _try(self, work: Callable[[], object]) -> None:
        """Do what the history may not allow; then say why."""
        try:
            work()
        except SapperError as error:
            self.session.say(full_stop(error), Tone.WRONG)
        self.show()
