"""What a widget shows: a picture, sentences and buttons; the browser draws it and decides nothing.

The picture is that of `sapper.picture`, like all that a notebook shows of a board.
"""

from __future__ import annotations

from dataclasses import dataclass

from sapper.catalogue import form, spoken
from sapper.exact.drawn import with_odds
from sapper.grid import Cell
from sapper.interface.notebook.painting import BRUSHES, Painting
from sapper.interface.notebook.words import Notebook
from sapper.picture.board import EXPLODED, MINE, WRONG_FLAG, Picture
from sapper.picture.svg import MARGIN, SIDE
from sapper.play.commands import Command, command_named
from sapper.play.inquiry import Explained, Inquiry
from sapper.play.messages import HintSign
from sapper.play.session import Session
from sapper.view import FLAG_SIGN, HIDDEN_SIGN

GAME_BUTTONS = ("new", "again", "hint", "guess", "why", "odds", "ai_move", "autoplay")
STEP_BUTTONS = ("step_back", "step_on")
HINT_COLOURS = {HintSign.SAFE: "safe", HintSign.GUESS: "focus", HintSign.FLAG: "cell-flag"}


@dataclass(frozen=True, slots=True, kw_only=True)
class Button:
    """Something to press: the command that it sends, or the sign to paint with."""

    name: str
    label: str
    help: str
    is_on: bool = False


@dataclass(frozen=True, slots=True, kw_only=True)
class Screen:
    """All that the browser is told; `margin` and `side` are those of the picture's squares."""

    label: str
    svg: str
    margin: int
    side: int
    top: int
    left: int
    height: int
    width: int
    rows: int
    columns: int
    heading: str
    message: str
    tone: str
    lines: tuple[str, ...]
    buttons: tuple[Button, ...]
    brushes: tuple[Button, ...]
    mines: int | None
    """The mine total where it can be changed."""
    mines_label: str
    explains: bool
    """Whether each cell that is looked at is explained."""
    waits: bool
    """Whether there will be news without anything being done."""
    described: str


def game_screen(session: Session, middle: Cell | None, looked_at: Cell | None) -> Screen:
    """A game as it is shown."""
    table, words = session.table, spoken(Notebook)
    left = form(words.mines_left, table.mines_left).format(n=table.mines_left)
    pressed = {"odds": session.odds_on, "why": session.why_on, "autoplay": session.autoplaying}
    names = GAME_BUTTONS + (STEP_BUTTONS if session.explained else ())
    return _screen(
        session,
        _game_picture(session, middle),
        looked_at,
        label=words.game,
        heading=left,
        message=session.thinking or session.message.words,
        tone=session.message.tone.value,
        buttons=tuple(
            _button(command_named(name), is_on=pressed.get(name, False)) for name in names
        ),
        waits=session.thinker.busy or session.autoplaying,
    )


def painting_screen(painting: Painting, middle: Cell | None, looked_at: Cell | None) -> Screen:
    """A position that is painted."""
    words = spoken(Notebook)
    picture = painting.view.picture(middle)
    if painting.explained is not None:
        picture = _explained(painting.explained, picture)
    elif painting.analysis is not None:
        picture = with_odds(picture, painting.analysis)
    picture = picture.outlining(painting.contradicting, "mine")
    names = {HIDDEN_SIGN: words.hidden, FLAG_SIGN: words.flag}
    return _screen(
        painting,
        picture,
        looked_at,
        label=words.position,
        message=painting.message or _found(painting),
        tone="wrong" if painting.contradicting else "news",
        buttons=tuple(
            _button(command_named(name), is_on=name == "why" and painting.why_on)
            for name in ("why", *(STEP_BUTTONS if painting.explained else ()))
        ),
        brushes=tuple(
            Button(name=sign, label=names.get(sign, sign), help="", is_on=sign == painting.brush)
            for sign in BRUSHES
        ),
        mines=painting.view.mines,
        waits=painting.thinker.busy,
    )


def _screen(
    inquiry: Inquiry,
    picture: Picture,
    looked_at: Cell | None,
    *,
    label: str,
    message: str,
    tone: str,
    buttons: tuple[Button, ...],
    waits: bool,
    heading: str = "",
    brushes: tuple[Button, ...] = (),
    mines: int | None = None,
) -> Screen:
    window, view = picture.window, inquiry.view
    lines = inquiry.explained.words if inquiry.explained else ()
    return Screen(
        label=label,
        svg=picture.svg(),
        margin=MARGIN,
        side=SIDE,
        top=window.top,
        left=window.left,
        height=window.height,
        width=window.width,
        rows=view.height,
        columns=view.width,
        heading=heading,
        message=message,
        tone=tone,
        lines=(*lines, inquiry.unanswered) if inquiry.unanswered else tuple(lines),
        buttons=buttons,
        brushes=brushes,
        mines=mines,
        mines_label=spoken(Notebook).mines,
        explains=inquiry.why_on,
        waits=waits,
        described="" if looked_at is None else inquiry.describe(looked_at),
    )


def _button(command: Command, is_on: bool) -> Button:
    told = f"{command.words} ({command.keys[0]})"
    return Button(name=command.name, label=command.label, help=told, is_on=is_on)


def _game_picture(session: Session, middle: Cell | None) -> Picture:
    table = session.table
    picture = session.view.picture(middle)
    if session.is_over:
        picture = picture.with_squares(dict.fromkeys(table.mines - table.view.flags, MINE))
        picture = picture.with_squares(dict.fromkeys(table.wrong_flags, WRONG_FLAG))
        if table.exploded is not None:
            picture = picture.with_squares({table.exploded: EXPLODED})
        return picture
    if session.explained is not None:
        return _explained(session.explained, picture)
    if session.analysis is not None:
        picture = with_odds(picture, session.analysis)
    if session.hint is not None:
        picture = picture.outlining([session.hint.cell], HINT_COLOURS[session.hint_sign])
    return picture


def _explained(explained: Explained, picture: Picture) -> Picture:
    """The picture with the step of the explanation that is shown; the odds would give it away."""
    if explained.line is None:
        return picture.pointing(explained.why.numbers, [explained.cell])
    line = explained.line
    return picture.pointing(line.numbers, line.cells, line.safe, line.mines)


def _found(painting: Painting) -> str:
    words, analysis = spoken(Notebook), painting.analysis
    if analysis is None:
        return words.nothing_known
    return words.found.format(safe=len(analysis.safe), mines=len(analysis.mines))
