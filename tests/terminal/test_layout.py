"""The screen itself: sizes, scrolling, light and dark, no colour."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from rich.cells import cell_len
from rich.text import Text
from terminal_player import EXPERT, SMALL, Player, play
from textual import events

from sapper.catalogue import speak
from sapper.game import Status
from sapper.history import History
from sapper.history.statistics import in_words, trend_in_words
from sapper.interface.terminal.board_drawing import Scale
from sapper.interface.terminal.coach_screens import TrainingScreen
from sapper.interface.terminal.dialogs import SetupScreen
from sapper.interface.terminal.fitting import wrapped
from sapper.interface.terminal.help_screen import HelpScreen
from sapper.interface.terminal.inquiry_screen import MOVES_NARROW, MOVES_WIDE
from sapper.interface.terminal.panels import Words
from sapper.interface.terminal.play_app import look_of_terminal
from sapper.interface.terminal.records import StatisticsScreen
from sapper.interface.terminal.replay_screen import ReplayScreen
from sapper.level import Level
from sapper.play.record import Setup
from sapper.play.table import Table

# Another level on the same screen


def labels_start(screen: str) -> set[int]:
    """Where the lines of the board begin, each with the number of its row."""
    found = (re.match(r" *\d+(?=[▴▾ ] ?[·▐])", line) for line in screen.splitlines())
    return {label.end() for label in found if label}


def test_another_level_is_drawn_whole_and_in_one_layout() -> None:
    async def script(player: Player) -> None:
        await player.open("l", SetupScreen)
        await player.press("right", "right")
        await player.close("enter")
        await player.sees("16×30")
        for _ in range(3):
            await player.settle()
            assert labels_start(player.screen) == {2}
            assert "▸" not in player.screen
            assert player.game.board.is_whole
            await player.press("down")

    play(script)


def test_the_moves_of_a_larger_game_fit_as_soon_as_it_resumes() -> None:
    history = History.in_memory()
    left = Table(Setup(Level.named("expert").starting("opening"), seed=3), history)
    for _ in range(3):
        left.ai_move()

    async def script(player: Player) -> None:
        await player.press("enter")
        await player.sees("resumes after 3 moves")
        await player.settle()
        assert labels_start(player.screen) == {2}
        assert "expe…" not in player.screen
        side = player.game.query_one("#side")
        side.styles.width = MOVES_WIDE
        await player.sees(" safe")
        side.styles.width = MOVES_NARROW
        await player.until(lambda: "expe" not in player.screen.partition("moves")[2])

    play(script, history=history, offer=True)


def test_the_first_picture_on_a_small_terminal_is_in_one_layout() -> None:
    async def script(player: Player) -> None:
        await player.settle()
        assert labels_start(player.screen) == {2}

    play(script, Setup(Level.named("expert"), seed=3), size=(50, 15))


# The screen itself


@pytest.mark.parametrize(
    ("level", "size", "scale", "is_whole"),
    [
        ("beginner", SMALL, Scale.LARGE, True),
        ("intermediate", SMALL, Scale.MEDIUM, True),
        ("expert", SMALL, Scale.SMALL, True),
        ("expert", (160, 45), Scale.LARGE, True),
        ("expert", (50, 15), Scale.SMALL, False),
    ],
)
def test_the_board_is_as_large_as_there_is_room_for(
    level: str, size: tuple[int, int], scale: Scale, is_whole: bool
) -> None:
    async def script(player: Player) -> None:
        assert player.game.board.scale is scale
        assert player.game.board.is_whole is is_whole
        assert "? Help" in player.screen.splitlines()[-1]

    play(script, Setup(Level.named(level), seed=1), size=size)


def test_a_large_board_scrolls_with_the_cursor_and_the_wheel() -> None:
    async def script(player: Player) -> None:
        board = player.game.board
        await player.press("pagedown", "pagedown", "pagedown", "pagedown", "pagedown", "end")
        assert player.game.cursor == (99, 99)
        assert board.part.top + board.part.height == 100
        assert board.part.left + board.part.width == 100
        await player.sees("99")
        top = board.part.top
        board.post_message(_wheel(player, up=True))
        await player.settle()
        assert board.part.top < top
        top = board.part.top
        await player.press("left")
        assert board.part.top <= player.game.cursor[0] - board.part.height + 3
        await player.click((board.part.top, board.part.left), button=3)
        assert len(player.table.view.flags) == 1

    play(script, Setup(Level(100, 100, 1500), seed=1))


def _wheel(player: Player, up: bool) -> events.MouseEvent:
    kind = events.MouseScrollUp if up else events.MouseScrollDown
    return kind(player.game.board, 5, 5, 0, -1, 0, False, False, False)


@pytest.mark.slow
def test_the_terminal_may_be_resized_while_playing() -> None:
    async def script(player: Player) -> None:
        await player.press("space", "o")
        for size in ((40, 12), (200, 60), (20, 8), (5, 3), (80, 24)):
            await player.pilot.resize_terminal(*size)
            await player.settle()
            await player.press("right", "down")
            player.screen  # noqa: B018
        assert player.game.board.is_whole
        assert len(player.table.entries) == 1

    play(script, EXPERT)


def test_a_cursor_that_moves_leaves_nothing_behind() -> None:
    async def script(player: Player) -> None:
        for key in ("up", "left", "down", "down", "right"):
            await player.press(key)
            assert player.screen.count("▐") == 1
            row, column = player.game.cursor
            x, y = player.game.board.place_of((row, column))
            assert player.screen.splitlines()[y + 1][x - 1] == "▐"

    play(script)


def test_the_wheel_goes_all_ways() -> None:
    async def script(player: Player) -> None:
        board = player.game.board
        start = board.part
        kinds = (
            (events.MouseScrollDown, (1, 0)),
            (events.MouseScrollRight, (0, 1)),
            (events.MouseScrollLeft, (0, -1)),
            (events.MouseScrollUp, (-1, 0)),
        )
        for kind, (rows, columns) in kinds:
            before = board.part
            board.post_message(kind(board, 5, 5, 0, 0, 0, False, False, False))
            await player.settle()
            assert board.part == before.shifted(rows, columns, board.view)
        assert board.part == start
        await player.press("right")

    play(script, Setup(Level(100, 100, 1500), seed=1))


def test_cells_can_be_drawn_larger_than_they_fit() -> None:
    async def script(player: Player) -> None:
        scales = []
        for key in ("-", "+", "+", "+", "-", "0"):
            await player.press(key)
            scales.append(player.game.board.scale.name)
            assert player.game.board.is_whole is (scales[-1] == "SMALL")
        assert scales == ["SMALL", "MEDIUM", "LARGE", "LARGE", "MEDIUM", "SMALL"]

    play(script, EXPERT)


def test_light_and_dark() -> None:
    async def script(player: Player) -> None:
        assert player.app.theme == "sapper-light"
        await player.press("space", "t")
        assert player.app.theme == "sapper-dark"
        await player.press("t")
        assert player.app.theme == "sapper-light"

    play(script, look="light")


def test_a_light_terminal_is_recognised(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("COLORFGBG", "0;15")
    assert look_of_terminal() == "light"
    monkeypatch.setenv("COLORFGBG", "15;0")
    assert look_of_terminal() == "dark"
    monkeypatch.delenv("COLORFGBG")
    assert look_of_terminal() == "dark"


def test_without_colour_there_is_none_at_all(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("NO_COLOR", "1")

    async def script(player: Player) -> None:
        await player.press("space", "h")
        colours = {
            colour.name
            for strip in player.app.screen._compositor.render_strips()
            for line in [
                strip.apply_filter(player.app._filters[-1], player.app.screen.styles.background)
            ]
            for segment in line
            if segment.style
            for colour in (segment.style.color, segment.style.bgcolor)
            if colour
        }
        assert colours <= {"default"}
        await player.sees("▐")

    play(script)


# In other languages, and while a game is reviewed


@pytest.fixture
def speaks(request: pytest.FixtureRequest) -> Iterator[None]:
    speak(request.param)
    yield
    speak("en")


def lost(level: str, seed: int) -> Table:
    """A game that its player, who knows nothing, has lost after a while."""
    table = Table(Setup(Level.named(level).starting("opening"), seed=seed))
    table.reveal((4, 4))
    while table.status is Status.PLAYING:
        safe = min(table.odds().safe, default=None)
        table.reveal(table.view.hidden()[0] if safe is None else safe)
    return table


@pytest.mark.parametrize("level", ["beginner", "expert"])
@pytest.mark.parametrize("speaks", ["fr"], indirect=True)
@pytest.mark.usefixtures("speaks")
def test_the_board_of_a_review_keeps_still_and_nothing_that_is_said_is_lost(level: str) -> None:
    table = next(game for seed in range(99) if (game := lost(level, seed)).status is Status.LOST)

    async def script(player: Player) -> None:
        await player.open("v", ReplayScreen)
        screen = player.app.screen
        assert isinstance(screen, ReplayScreen)
        places = set()
        for key in ("end", "d", "w", "w", "left", "home", "end"):
            await player.press(key)
            await player.settle()
            places.add((screen.board.size, screen.board.scale, screen.board.place_of((0, 0))))
            assert screen.board.is_whole
            assert not re.search(r"^ [?!:;»]", player.screen, re.MULTILINE)
        assert len(places) == 1
        told, seen = " ".join(screen.sentences).split(), ""
        pages, height = screen.message.pages, screen.message.size.height
        for _ in range(pages):
            lines = player.screen.splitlines()[-1 - height : -1]
            seen += " " + " ".join(lines[: height - (pages > 1)])  # the last tells of more pages
            await player.press(".")
        assert seen.split() == told
        assert player.replay.turn is None
        while screen.message.turn_page(-1):
            pass
        await player.press(",")
        assert player.replay.place == player.replay.last - 1

    play(script, table)


@pytest.mark.parametrize("speaks", ["fr", "es", "zh"], indirect=True)
@pytest.mark.usefixtures("speaks")
def test_statistics_fit_a_small_terminal_whole() -> None:
    history = History.in_memory()
    for seed in range(30):
        table = Table(Setup(Level(3, 3, 1), seed=seed), history)
        while table.status is Status.PLAYING:
            odds = table.odds()
            table.reveal(min(odds.safe, default=table.view.hidden()[0]))

    async def script(player: Player) -> None:
        await player.open("S", StatisticsScreen)
        (row,) = history.statistics()
        for word in " ".join((*in_words(row), *trend_in_words(row, history.trends()))).split():
            await player.sees(word)
        assert "…" not in player.screen

    play(script, history=history)


@pytest.mark.parametrize("speaks", ["fr"], indirect=True)
@pytest.mark.usefixtures("speaks")
def test_keys_are_called_what_is_written_on_them() -> None:
    async def script(player: Player) -> None:
        assert "Espace Ouvrir" in player.screen
        await player.open("?", HelpScreen)
        for key in ("PgPréc", "Début", "Entrée", "Échap"):
            assert key in player.screen
        assert not {"Space", "Enter", "Esc", "Home"} & set(player.screen.split())

    play(script, size=(80, 60))


@pytest.mark.parametrize("speaks", ["fr"], indirect=True)
@pytest.mark.usefixtures("speaks")
def test_a_training_says_its_question_without_a_sign_at_the_start_of_a_line() -> None:
    async def script(player: Player) -> None:
        await player.open("T", TrainingScreen)
        await player.sees("sûre\u00a0?")
        task = player.app.screen.query_one("#task", Words)
        assert not [line for line in task.lines if line.plain.startswith("?")]
        sizes = {player.app.screen.query_one("#board").size}
        await player.press("h")
        await player.settle()
        sizes.add(player.app.screen.query_one("#board").size)
        assert len(sizes) == 1

    play(script)


def flowing(lines: list[Text] | list[str]) -> str:
    """Lines as they were before they were broken."""
    return " ".join(" ".join(str(line).split()) for line in lines).strip()


def beside(player: Player) -> str:
    """What stands beside a training's board."""
    return flowing(player.app.screen.query_one("#task", Words).lines)


def below(player: Player) -> str:
    """What stands below it, on all pages."""
    return flowing(player.app.screen.query_one("#message", Words).lines)


def careless_history(level: Level) -> History:
    """A game lost at once, though a cell was certain: there is something to practise."""
    history = History.in_memory()
    table = Table(Setup(level, seed=1), history)
    table.reveal((3, 3))
    while not table.odds().safe:
        table.ai_move()
    table.reveal(min(table.odds().mines or set(table.view.hidden()) - table.odds().safe))
    if table.status is Status.PLAYING:
        table.reveal(min(table.odds().mines))
    return history


@pytest.mark.parametrize("size", [(80, 24), (59, 24), (80, 12), (40, 12), (160, 50)])
@pytest.mark.parametrize("speaks", ["fr", "zh"], indirect=True)
@pytest.mark.usefixtures("speaks")
def test_a_training_tells_everything_once_whatever_the_size(size: tuple[int, int]) -> None:
    async def script(player: Player) -> None:
        await player.open("T", TrainingScreen)
        await player.settle()
        screen = player.app.screen
        assert isinstance(screen, TrainingScreen)
        question = flowing([screen.training.origin, screen.training.task])
        assert (beside(player) + below(player)).replace(" ", "") == question.replace(" ", "")
        await player.press("h")
        await player.settle()
        verdict = flowing([screen.training.verdict]).replace(" ", "")
        places = [beside(player).replace(" ", ""), below(player).replace(" ", "")]
        assert sum(verdict in place for place in places) == 1
        height = screen.query_one("#side").size.height
        assert len(screen.query_one("#task", Words).lines) <= max(1, height)
        assert screen.title_text.plain.rstrip() in player.screen

    play(script, history=careless_history(Level.named("expert").starting("opening")), size=size)


def test_the_solution_is_in_sight_even_where_the_board_scrolls() -> None:
    async def script(player: Player) -> None:
        await player.open("T", TrainingScreen)
        await player.settle()
        screen = player.app.screen
        assert isinstance(screen, TrainingScreen)
        await player.press("h")
        assert screen.training.marked is not None
        assert screen.cursor == screen.training.marked.solution

    play(
        script,
        history=careless_history(Level.named("expert").starting("opening")),
        size=(40, 12),
    )


def test_no_line_of_chinese_begins_with_what_closes_the_one_before() -> None:
    words = "(6, 0) 一定安全。最难的一步需要：一个数字，在边上（第 3 步）。风险 96.4 %，很大！"
    for width in range(14, 70):
        lines = [line.plain for line in wrapped(Text(words), width)]
        assert not [line for line in lines if line[0] in "，。：）！%"], width
        assert all(cell_len(line) <= width for line in lines)
        assert "".join(lines).replace(" ", "") == words.replace(" ", "")
        assert cell_len(lines[0]) > width - 8  # no line ends early for want of a space
