"""What draws itself in a notebook: it shows what it must, and nothing that it must not."""

from __future__ import annotations

import pickle
import re
from dataclasses import replace
from pathlib import Path
from xml.etree import ElementTree

import numpy as np
import pytest
from contrast import READABLE, SEEN, contrast
from hypothesis import given
from hypothesis import strategies as st
from oracles import Enumeration
from pseudo_language import english_in, speak_pseudo
from strategies import few

import sapper
from sapper.agents.base import Drawn, Move
from sapper.agents.registry import make_agent
from sapper.board import Board
from sapper.game import Game, Status
from sapper.lab.finding import Finding, ResultTable
from sapper.picture import board as pictures
from sapper.picture.heat import colour
from sapper.picture.palette import DARK, HEAT_STEPS, LIGHT, PALETTE, colour_of
from sapper.picture.signs import SIGNS
from sapper.picture.svg import MARGIN, SIDE
from sapper.serialize import plain
from sapper.view import View

STATIC = Path(sapper.__file__).parent / "interface" / "web" / "static"
SVG = "{http://www.w3.org/2000/svg}"


def said(svg: str) -> list[list[str]]:
    """The squares of a picture as its description tells them, row by row."""
    root = ElementTree.fromstring(svg)
    assert root.get("role") == "img"
    assert root[0].tag == f"{SVG}title"
    description = root.findtext(f"{SVG}desc")
    assert root[0].text
    assert description
    return [row.split(": ")[1].split(" ") for row in description.split("; ")]


def drawn(svg: str) -> dict[sapper.Cell, str]:
    """The text that stands in each square, by where it stands."""
    texts: dict[sapper.Cell, str] = {}
    for group in ElementTree.fromstring(svg).iter(f"{SVG}g"):
        if group.get("font-weight") == "bold":
            for text in group:
                x, y = float(text.get("x", 0)), float(text.get("y", 0))
                row = int((y - MARGIN) // SIDE)
                column = int((x - MARGIN) // SIDE)
                texts[row, column] = text.text or ""
    return texts


@given(seed=st.integers(0, 2**32), moves=st.integers(0, 5), flags=st.booleans())
@few
def test_a_game_under_way_draws_nothing_but_what_the_player_sees(
    seed: int, moves: int, flags: bool
) -> None:
    game = Game.new("6x7/8", seed=seed)
    generator = np.random.default_rng(seed)
    for _ in range(moves):
        if game.status is Status.PLAYING:
            cell = game.view.hidden()[int(generator.integers(game.view.hidden_count))]
            game.reveal(cell)
    if flags and game.status is Status.PLAYING:
        game.flag(game.view.hidden()[0])
    if game.status is not Status.PLAYING or game.board is None:
        return
    for layout in sapper.sample_layouts(game.view, 3, seed=seed):
        other = Game.on(Board.from_layout(layout))
        for turn in game.moves:
            (other.flag if turn.action == "flag" else other.reveal)(turn.cell)
        assert other.view == game.view
        assert other._repr_svg_() == game._repr_svg_()


def test_a_finished_game_shows_its_mines() -> None:
    board = Board.from_mines(2, 3, [(0, 1), (1, 2)])
    game = Game.on(board)
    game.flag((0, 1))
    game.flag((0, 0))
    game.reveal((1, 2))
    assert said(game._repr_svg_()) == [["cross", "flag", "#"], ["#", "#", "mine"]]
    assert colour_of("cell-exploded") in game._repr_svg_()
    assert "lost" in game._repr_svg_()
    assert said(board._repr_svg_()) == [["1", "mine", "2"], ["1", "2", "mine"]]


@given(seed=st.integers(0, 2**32))
@few
def test_a_heat_map_has_the_chances_that_enumeration_finds(seed: int) -> None:
    game = Game.new("4x4/3", seed=seed)
    game.reveal((0, 0))
    if game.status is not Status.PLAYING:
        return
    view = game.view
    chances = Enumeration(view.numbers, view.mines).fractions()
    svg = sapper.analyze(view)._repr_svg_()
    rows, texts = said(svg), drawn(svg)
    for cell, chance in chances.items():
        sign = "ring" if chance == 0 else "mine" if chance == 1 else ""
        expected = sign or f"{round(100 * float(chance))}%"
        assert rows[cell[0]][cell[1]] == expected
        assert texts.get(cell, sign) == expected
    shown = {cell: text for cell, text in texts.items() if cell not in chances}
    assert shown == {
        cell: str(number)
        for cell in np.ndindex(4, 4)
        if (number := view.number(cell))  # a 0 stays empty
    }


def test_odds_that_are_not_known_are_not_made_up() -> None:
    view = View.parse("0#1###1##1##1#", mines=4)
    (row,) = said(sapper.analyze(view, budget=2, partial=True)._repr_svg_())
    assert row[:8] == ["0", "ring", "1", "mine", "?", "50%", "1", "50%"]


@pytest.mark.parametrize("cell", [(4, 2), (5, 2), (1, 3), (0, 1), (1, 4), (0, 2)])
def test_a_derivation_shows_its_numbers_its_steps_and_its_conclusion(cell: sapper.Cell) -> None:
    view = sapper.load(Path(__file__).parents[2] / "docs" / "explained.mine")
    assert isinstance(view, View)
    derivation = sapper.explain(view, cell)
    assert isinstance(derivation, sapper.Derivation)
    html = derivation._repr_html_()
    whole, *steps = re.findall("<svg.*?</svg>", html)
    assert whole.count(f'stroke="{colour_of("used-edge")}"') == 1
    framed = re.search(rf'stroke-width="3" d="([^"]*)" stroke="{colour_of("used-edge")}"', whole)
    assert framed
    assert framed[1].count("M") == len(derivation.numbers)
    for number in derivation.numbers:
        assert f">{view.number(number)}</text>" in whole
    assert "mine" in str(said(whole)) if derivation.is_mine else "ring" in str(said(whole))
    for line in str(derivation).splitlines():
        assert line.strip() in html
    assert len(steps) in (0, len(str(derivation).splitlines()) - 1)
    assert all(said(step) for step in steps)


def test_odds_show_the_cell_and_what_decides_it() -> None:
    odds = sapper.explain(View.parse("#1###", mines=1), (0, 0))
    assert isinstance(odds, sapper.Odds)
    (svg,) = re.findall("<svg.*?</svg>", odds._repr_html_())
    assert said(svg) == [["50%", "1", "–", "0%"]]


def test_a_move_shows_the_view_it_was_chosen_for_and_the_alternatives() -> None:
    view = View.parse("######\n#2####\n######", mines=5)
    agent = sapper.make_agent("expert")
    move = agent.choose(view)
    assert move.view is view
    html = move._repr_html_()
    assert f"open {move.cell}: a guess" in html
    (svg,) = re.findall("<svg.*?</svg>", html)
    assert drawn(svg)[1, 1] == "2"
    assert drawn(svg)[move.cell].endswith("%")
    assert len(drawn(svg)) > 2
    certain = sapper.make_agent("exact").choose(View.parse("#1##", mines=1))._repr_html_()
    assert "certainly safe" in certain
    assert "star" in certain


def test_the_view_of_a_move_is_not_part_of_it() -> None:
    class Cached(type(sapper.make_agent("random"))):  # type: ignore[misc]
        """Has one move for every view."""

        always = Move((0, 0), False, None, Drawn(1))

        def choose(self, view: View) -> Move:
            return self.always

    one, other = View(2, 2, 1), View(3, 3, 1)
    first, second = Cached().choose(one), Cached().choose(other)
    assert first == second == Move((0, 0), False, None, Drawn(1))
    assert (first.view, second.view) == (one, other)
    assert plain(first) == plain(replace(first))
    assert "view" not in plain(first)
    assert pickle.loads(pickle.dumps(first)).view is None
    assert replace(first)._repr_html_() == "<p>open (0, 0): a guess</p>"


def test_a_large_board_is_drawn_in_part_around_what_matters() -> None:
    view = View(400, 500, 9000).revealing({(200, 300): 2})
    svg = view._repr_svg_()
    rows = said(svg)
    assert (len(rows), len(rows[0])) == (pictures.MOST_ROWS, pictures.MOST_COLUMNS)
    assert sum(row.count("2") for row in rows) == 1
    assert "rows 180–219 and columns 270–329 of 400×500" in svg
    assert len(svg) < 100_000
    assert len(sapper.analyze(view)._repr_svg_()) < 400_000


def test_what_draws_itself_speaks_the_language_that_is_spoken(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """Whatever is written in a picture or told of it comes from the catalogue."""
    speak_pseudo(monkeypatch)
    view = View.parse("1##1\n1F#1", mines=2)
    wide = View(3, 90, 9)
    game = Game.new("beginner", seed=2)
    shown = [game._repr_svg_()]
    game.flag((8, 8))
    game.reveal((0, 0))
    shown += [game._repr_svg_(), game.view._repr_svg_(), wide._repr_svg_(), view._repr_svg_()]
    assert repr(game) == "<Game 9x9/10: playing, 2 moves, 1 flagged>"
    shown += [game.board._repr_svg_() if game.board else ""]
    for budget in (None, 1):
        shown.append(sapper.analyze(view, budget=budget, partial=True).picture().svg())
    for explained, cell in (("11##\n####", (0, 2)), ("1#\n", (0, 1))):
        shown.append(sapper.explain(View.parse(explained, mines=1), cell)._repr_html_())
    position = View.parse("######\n#2####\n######", mines=5)
    shown.append(sapper.explain(position, (2, 5))._repr_html_())
    for agent in ("exact", "expert", "random"):
        shown += [make_agent(agent).choose(seen)._repr_html_() for seen in (position, view)]
    told = re.sub(r"<style>.*?</style>|<[^>]*>", " ", " ".join(shown))
    assert len(told.split()) > 300
    assert english_in(told) == set()


def test_words_are_no_markup() -> None:
    attack = "<script>alert('&')</script>\x00"
    title = pictures.position(np.zeros((1, 1), np.int8), title=attack).saying(attack).svg()
    assert "<script>" not in title
    ElementTree.fromstring(title)

    class Attack(Finding):
        title = attack

        def results(self) -> ResultTable:
            return ResultTable((attack,), ((attack,),))

        shown = results

        def notes(self) -> tuple[str, ...]:
            return (attack,)

        def warnings(self) -> tuple[str, ...]:
            return (attack,)

        def draw(self) -> None:  # type: ignore[override]
            """Nothing."""

    html = Attack()._repr_html_()
    assert html.count("&lt;script&gt;") == 5
    assert "<script>" not in html
    assert "\x00" not in html


def test_pictures_have_the_colours_and_the_signs_of_the_page() -> None:
    tokens = (STATIC / "styles" / "tokens.css").read_text()
    light, dark = (
        dict(re.findall(r"--([\w-]+): (#\w{6});", tokens[tokens.index(start) :].partition("}")[0]))
        for start in (':root[data-theme="light"]', ':root[data-theme="dark"]')
    )
    own = {"used-ink"}  # the page sets it where it marks a number
    assert {name: PALETTE[name] for name in PALETTE.keys() - own} == {
        name: (light[name], dark[name]) for name in PALETTE.keys() - own
    }
    for name in ("flag", "mine", "ring", "star"):
        icon = (STATIC / "icons" / f"{name}.svg").read_text()
        assert re.sub(r"0+(?=\D)", "", SIGNS[name]).replace(" ", "") == re.sub(
            r"0+(?=\D)", "", re.findall(r' d="([^"]*)"', icon)[0]
        ).replace(" ", "")


@pytest.mark.parametrize("theme", [LIGHT, DARK])
def test_everything_can_be_read_in_both_themes(theme: int) -> None:
    texts = [(square.ink, square.fill) for square in pictures.NUMBERS[1:]]
    texts += [("cell-ink", f"heat-{step}") for step in range(HEAT_STEPS + 1)]
    texts += [("used-ink", "used"), ("ink-soft", "surface"), ("cell-ink", "cell-hidden")]
    signs = [
        (square.ink, square.disc or square.fill)
        for square in (
            pictures.FLAG,
            pictures.WRONG_FLAG,
            pictures.MINE,
            pictures.EXPLODED,
            pictures.KNOWN_SAFE,
            pictures.KNOWN_MINE,
        )
    ]
    signs += [("safe", "spoken"), ("mine", "spoken"), ("cell-hidden", "cell-open")]
    for least, pairs in ((READABLE, texts), (SEEN, signs)):
        for ink, ground in pairs:
            found = contrast(colour(colour_of(ink, theme)), colour(colour_of(ground, theme)))
            assert found >= least, (ink, ground)
