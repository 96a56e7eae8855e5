"""Twenty looks of Minesweeper, each with its own range of colours, fonts and shapes.

Every look is a function of a random source and the fonts it may use, so one look gives many
pictures that differ as the versions of one program do.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from random import Random

from screenshots.glyphs import Colour, Hand
from screenshots.positions import EXPLODED, WRONG_FLAG

WRITTEN = Hand()
FLAGS = ("classic", "classic-left", "pennant", "banner", "waving")


@dataclass(frozen=True)
class Tile:
    """How a cell is painted before anything stands on it."""

    fill: Colour
    other_fill: Colour | None = None  # of every second cell, as on a chessboard
    light: Colour | None = None  # a raised edge: above and to the left
    dark: Colour | None = None  # below and to the right
    edge: float = 0.0  # how wide the raised edge is, in cells
    line: Colour | None = None  # a line along the border
    line_width: float = 0.0
    radius: float = 0.0  # of rounded corners
    shade: float = 0.0  # how much brighter the top is than the bottom
    dot: Colour | None = None  # a small sign in the middle
    dot_size: float = 0.1


@dataclass(frozen=True)
class Look:
    """A skin: everything that decides what a board looks like."""

    name: str
    hidden: Tile
    open: Tile
    palette: Sequence[Colour]
    gap: float = 0.0  # between cells, in cells
    gap_colour: Colour = (128, 128, 128)
    hand: Hand = WRITTEN
    digit_height: float = 0.58
    flag: str = "classic"
    cloth: Colour = (255, 0, 0)
    pole: Colour = (0, 0, 0)
    flag_badge: Colour | None = None  # a disc behind the flag
    mine: str = "spiked"
    mine_colour: Colour = (0, 0, 0)
    shine: Colour | None = (255, 255, 255)
    mines_raised: bool = False  # on hidden tiles rather than open ones
    exploded: Colour = (255, 0, 0)
    crossed: str = "mine"  # what a wrong flag shows under its cross
    cross: Colour = (255, 0, 0)
    mark: Colour = (0, 0, 0)
    frame: str = "sunken"  # sunken, line or none
    frame_colour: Colour = (128, 128, 128)
    around: Colour = (192, 192, 192)
    ratio: float = 1.0  # height of a cell by its width
    lighting: float = 0.0  # from the brightest corner of the board to the darkest
    smooth: bool = True
    labels: bool = False  # numbers of rows and columns beside the board
    aside: tuple[float, float] = (
        0.0,
        0.0,
    )  # where signs stand: right of the middle and below it, in cells
    letters: Mapping[str, str] = field(
        default_factory=dict
    )  # signs that are written, if there is a font
    cursor: tuple[float, float] | None = None  # where its cell is, as parts of the board
    cursor_fill: Colour = (0, 0, 0)
    cursor_ink: Colour = (255, 255, 255)


CLASSIC = ((0, 0, 255), (0, 128, 0), (255, 0, 0), (0, 0, 128), (128, 0, 0), (0, 128, 128),
           (0, 0, 0), (128, 128, 128))  # fmt: skip
SOFT = ((25, 118, 210), (56, 142, 60), (211, 47, 47), (123, 31, 162), (255, 143, 0),
        (0, 151, 167), (66, 66, 66), (158, 158, 158))  # fmt: skip
VISTA = ((64, 80, 190), (30, 105, 5), (170, 5, 10), (5, 5, 130), (125, 5, 5), (10, 120, 120),
         (170, 10, 10), (170, 10, 10))  # fmt: skip
ON_DARK = ((100, 165, 255), (90, 205, 115), (255, 115, 115), (205, 150, 255), (235, 190, 80),
           (90, 210, 215), (235, 235, 235), (170, 170, 170))  # fmt: skip
OKABE_ITO = ((0, 114, 178), (0, 158, 115), (213, 94, 0), (90, 60, 140), (230, 159, 0),
             (86, 180, 233), (0, 0, 0), (100, 100, 100))  # fmt: skip
TANGO = ((32, 74, 135), (78, 154, 6), (164, 0, 0), (92, 53, 102), (143, 89, 2), (6, 152, 154),
         (46, 52, 54), (85, 87, 83))  # fmt: skip

Maker = Callable[[Random, Sequence[str]], Look]


def near(random: Random, colour: Colour, by: int = 10) -> Colour:
    """A colour not far from another."""
    red, green, blue = (min(255, max(0, part + random.randint(-by, by))) for part in colour)
    return red, green, blue


def _palette(random: Random, palette: Sequence[Colour], by: int = 12) -> Sequence[Colour]:
    return tuple(near(random, colour, by) for colour in palette)


def _classic(random: Random, fonts: Sequence[str], name: str = "classic 98") -> Look:
    grey = near(random, (192, 192, 192), 6)
    return Look(
        name,
        hidden=Tile(grey, light=(255, 255, 255), dark=(128, 128, 128), edge=0.125),
        open=Tile(grey, line=(128, 128, 128), line_width=0.0625),
        palette=_palette(random, CLASSIC, 4),
        hand=Hand(weight=random.uniform(0.19, 0.27)),
        digit_height=random.uniform(0.5, 0.62),
        around=grey,
        smooth=False,
    )


def _classic_xp(random: Random, fonts: Sequence[str]) -> Look:
    look = _classic(random, fonts, "classic XP")
    return replace(look, hand=Hand(random.choice(fonts)), smooth=True)


def _vista(random: Random, fonts: Sequence[str], name: str = "Windows 7") -> Look:
    blue = near(random, (80, 130, 220), 20)
    pale = near(random, (205, 215, 235), 10)
    return Look(
        name,
        hidden=Tile(blue, light=near(random, (150, 190, 250)), dark=near(random, (35, 70, 150)),
                    edge=0.06, line=(40, 60, 120), line_width=0.04, shade=0.25),
        open=Tile(pale, line=near(random, (150, 165, 195)), line_width=0.04, shade=0.05),
        palette=_palette(random, VISTA),
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.5, 0.66),
        flag=random.choice(FLAGS),
        mine="spiked",
        frame="line",
        frame_colour=(70, 90, 140),
        around=near(random, (170, 190, 225), 20),
        lighting=random.uniform(0.1, 0.35),
    )  # fmt: skip


def _vista_green(random: Random, fonts: Sequence[str]) -> Look:
    look = _vista(random, fonts, "Windows 7, green")
    green = near(random, (90, 165, 70), 20)
    hidden = replace(look.hidden, fill=green, light=(175, 230, 150), dark=(40, 90, 30))
    return replace(look, hidden=hidden, open=replace(look.open, fill=(225, 235, 210)))


def _online(random: Random, fonts: Sequence[str]) -> Look:
    grey = near(random, (198, 198, 198), 8)
    return replace(
        _classic(random, fonts, "online, light"),
        hidden=Tile(grey, light=(255, 255, 255), dark=(128, 128, 128), edge=0.1),
        open=Tile(grey, line=near(random, (128, 128, 128)), line_width=0.04),
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.55, 0.68),
        smooth=True,
        around=(255, 255, 255),
    )


def _online_dark(random: Random, fonts: Sequence[str]) -> Look:
    dark = near(random, (70, 76, 82), 8)
    low = near(random, (46, 50, 54), 6)
    return Look(
        "online, dark",
        hidden=Tile(dark, light=near(random, (118, 124, 130)), dark=(30, 32, 34), edge=0.1),
        open=Tile(low, line=near(random, (28, 30, 32), 4), line_width=0.05),
        palette=_palette(random, ON_DARK),
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.55, 0.66),
        pole=(220, 220, 220),
        mine_colour=(215, 215, 215),
        shine=None,
        exploded=(190, 30, 30),
        mark=(230, 230, 230),
        frame_colour=(25, 25, 25),
        around=near(random, (34, 36, 38), 6),
    )


def _chequered(random: Random, fonts: Sequence[str], name: str = "green chequered") -> Look:
    return Look(
        name,
        hidden=Tile(near(random, (170, 215, 81), 5), near(random, (160, 208, 71), 3)),
        open=Tile(near(random, (229, 194, 159), 4), near(random, (214, 183, 152), 3)),
        palette=_palette(random, SOFT),
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.5, 0.62),
        flag=random.choice(("pennant", "waving", "banner")),
        cloth=near(random, (230, 51, 7)),
        pole=near(random, (230, 51, 7)),
        mine="disc",
        mine_colour=near(random, (120, 60, 20), 30),
        shine=None,
        exploded=near(random, (219, 50, 54), 20),
        crossed="flag",
        frame="none",
        around=random.choice(((74, 117, 44), (255, 255, 255), (32, 33, 36))),
    )


def _chequered_blue(random: Random, fonts: Sequence[str]) -> Look:
    look = _chequered(random, fonts, "blue chequered")
    return replace(
        look,
        hidden=Tile((96, 150, 214), (86, 139, 202)),
        open=Tile((236, 240, 246), (222, 228, 238)),
    )


def _colour_blind(random: Random, fonts: Sequence[str]) -> Look:
    return Look(
        "colour-blind",
        hidden=Tile(near(random, (150, 150, 150)), line=(90, 90, 90), line_width=0.04),
        open=Tile(near(random, (242, 242, 242), 6), line=(190, 190, 190), line_width=0.04),
        palette=_palette(random, OKABE_ITO),
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.52, 0.68),
        flag=random.choice(FLAGS),
        cloth=(230, 159, 0),
        around=(250, 250, 250),
        frame="line",
    )


def _monochrome(random: Random, fonts: Sequence[str]) -> Look:
    ink = random.choice(((0, 0, 0), (40, 40, 40)))
    return Look(
        "monochrome",
        hidden=Tile((200, 200, 200), line=ink, line_width=0.04),
        open=Tile((255, 255, 255), line=(120, 120, 120), line_width=0.03),
        palette=(ink,) * 8,
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.55, 0.66),
        cloth=ink,
        cross=ink,
        exploded=(150, 150, 150),
        around=(255, 255, 255),
        frame="line",
        frame_colour=ink,
    )


def _flat(random: Random, fonts: Sequence[str], name: str = "flat") -> Look:
    hidden = random.choice(((93, 116, 138), (120, 144, 156), (149, 165, 166), (52, 152, 219)))
    return Look(
        name,
        hidden=Tile(near(random, hidden), radius=random.choice((0, 0.08, 0.15))),
        open=Tile(near(random, (236, 240, 241), 8), radius=random.choice((0, 0.08))),
        palette=_palette(random, SOFT),
        gap=random.uniform(0.04, 0.12),
        gap_colour=near(random, (210, 214, 218), 12),
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.45, 0.62),
        flag=random.choice(FLAGS),
        cloth=(231, 76, 60),
        mine=random.choice(("disc", "spiked", "bomb")),
        crossed=random.choice(("flag", "mine")),
        frame="none",
        around=near(random, (210, 214, 218), 12),
    )


def _flat_dark(random: Random, fonts: Sequence[str]) -> Look:
    return replace(
        _flat(random, fonts, "flat, dark"),
        hidden=Tile(near(random, (68, 76, 94)), radius=random.choice((0, 0.1, 0.2))),
        open=Tile(near(random, (34, 38, 47), 6), radius=random.choice((0, 0.1))),
        palette=_palette(random, ON_DARK),
        gap_colour=(20, 22, 28),
        pole=(230, 230, 230),
        mine_colour=(230, 230, 230),
        mark=(240, 240, 240),
        around=(20, 22, 28),
    )


def _gnome(random: Random, fonts: Sequence[str]) -> Look:
    return Look(
        "GNOME",
        hidden=Tile(near(random, (186, 189, 182)), line=(136, 138, 133), line_width=0.04,
                    radius=0.08),
        open=Tile(near(random, (222, 222, 220), 6), radius=0.06),
        palette=_palette(random, TANGO),
        gap=random.uniform(0.03, 0.08),
        gap_colour=(246, 245, 244),
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.45, 0.6),
        flag="waving",
        cloth=(204, 0, 0),
        mine="bomb",
        exploded=(239, 41, 41),
        crossed="flag",
        frame="none",
        around=(246, 245, 244),
    )  # fmt: skip


def _kde(random: Random, fonts: Sequence[str]) -> Look:
    return Look(
        "KMines",
        hidden=Tile(near(random, (160, 165, 170)), light=(225, 228, 230), dark=(105, 108, 112),
                    edge=0.07, shade=0.18, radius=0.1),
        open=Tile(near(random, (120, 124, 128), 6), line=(150, 154, 158), line_width=0.03),
        palette=((190, 215, 255), (175, 240, 180), (255, 190, 190), (225, 200, 255),
                 (255, 225, 150), (170, 240, 240), (250, 250, 250), (215, 215, 215)),
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.5, 0.62),
        flag="pennant",
        cloth=(220, 20, 20),
        mine="spiked",
        frame="line",
        frame_colour=(60, 62, 64),
        around=near(random, (60, 64, 68)),
    )  # fmt: skip


def _phone(random: Random, fonts: Sequence[str]) -> Look:
    tint = random.choice(((100, 181, 246), (129, 199, 132), (255, 183, 77), (186, 104, 200)))
    return replace(
        _flat(random, fonts, "phone"),
        hidden=Tile(near(random, tint), light=(255, 255, 255), dark=(110, 110, 110), edge=0.04,
                    radius=0.18, shade=0.1),
        gap=random.uniform(0.05, 0.1),
        mines_raised=True,
    )  # fmt: skip


def _outlined(random: Random, fonts: Sequence[str]) -> Look:
    return Look(
        "outlined",
        hidden=Tile((189, 205, 214), line=(70, 80, 90), line_width=0.05),
        open=Tile((255, 255, 255), line=(70, 80, 90), line_width=0.05),
        palette=_palette(random, SOFT),
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.5, 0.7),
        flag=random.choice(FLAGS),
        frame="line",
        around=(255, 255, 255),
    )


def _wood(random: Random, fonts: Sequence[str]) -> Look:
    return Look(
        "wood",
        hidden=Tile(near(random, (160, 110, 60)), light=(205, 160, 105), dark=(95, 60, 25),
                    edge=0.09, shade=0.15),
        open=Tile(near(random, (235, 215, 180), 8), line=(190, 160, 120), line_width=0.04),
        palette=_palette(random, CLASSIC),
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.5, 0.64),
        flag=random.choice(FLAGS),
        mine=random.choice(("bomb", "spiked")),
        around=near(random, (120, 80, 40)),
        frame_colour=(70, 40, 15),
    )  # fmt: skip


def _own_page(random: Random, fonts: Sequence[str]) -> Look:
    return Look(
        "Sapper's page",
        hidden=Tile(near(random, (124, 144, 155), 6), radius=0.1),
        open=Tile(near(random, (252, 251, 246), 3), radius=0.06),
        palette=((28, 86, 188), (28, 112, 44), (190, 32, 32), (76, 40, 150), (122, 72, 20),
                 (0, 110, 120), (30, 30, 30), (90, 90, 90)),
        gap=random.uniform(0.05, 0.09),
        gap_colour=near(random, (217, 213, 200), 4),
        hand=Hand(random.choice(fonts)),
        digit_height=random.uniform(0.42, 0.55),
        flag="pennant",
        cloth=(176, 20, 20),
        flag_badge=random.choice((None, (252, 251, 246))),
        frame="line",
        frame_colour=(217, 213, 200),
        around=(245, 243, 238),
        labels=True,
    )  # fmt: skip


def _own_window(random: Random, fonts: Sequence[str]) -> Look:
    return replace(
        _own_page(random, fonts),
        name="Sapper's window",
        hidden=Tile((118, 137, 152), dark=(88, 104, 118), light=(128, 146, 160), edge=0.04,
                    radius=0.14),
        open=Tile((247, 245, 239), line=(225, 221, 210), line_width=0.03),
        gap=0.0,
        flag_badge=(252, 251, 246),
        frame="none",
        digit_height=random.uniform(0.4, 0.5),
    )  # fmt: skip


def _own_terminal(random: Random, fonts: Sequence[str]) -> Look:
    """Two, three or four characters and one or two lines for a cell; large ones leave a gap."""
    mono = [font for font in fonts if "Mono" in font or "Code" in font] or fonts
    line = random.uniform(1.8, 2.3)  # the height of a character by its width
    pitch, lines = random.choice(((2, 1), (2, 1), (3, 1), (4, 2)))
    look = Look(
        "Sapper's terminal",
        hidden=Tile((65, 72, 87), (58, 64, 78), dot=(140, 148, 166), dot_size=0.05),
        open=Tile((28, 31, 39)),
        palette=((106, 166, 255), (95, 207, 122), (255, 123, 123), (207, 155, 255), (255, 176, 92),
                 (79, 218, 221), (242, 242, 242), (180, 186, 198)),
        gap=0.25 if lines == 2 else 0.0,
        gap_colour=(21, 23, 28),
        hand=Hand(random.choice(mono)),
        digit_height=random.uniform(0.52, 0.66) * line / min(pitch, lines * line),
        flag=random.choice(("pennant", "waving", "banner")),
        pole=(255, 210, 74),
        cloth=(255, 210, 74),
        mine="star",
        mine_colour=random.choice(((255, 210, 74), (255, 154, 154))),
        shine=None,
        mines_raised=True,
        exploded=(211, 47, 47),
        mark=(140, 148, 166),
        frame="none",
        around=(21, 23, 28),
        ratio=lines * line / pitch,
        labels=True,
        # A sign is a character, which cells of an even width have none of in their middle.
        aside={2: (0.25, 0.0), 3: (0.0, 0.0), 4: (0.0, -0.125)}[pitch],
        letters={EXPLODED: "X", WRONG_FLAG: "!"},
        cursor=(random.random(), random.random()) if random.random() < 0.8 else None,
        cursor_fill=(240, 243, 250),
        cursor_ink=(21, 23, 28),
    )  # fmt: skip
    if random.random() < 0.6:
        return look
    return replace(
        look,
        hidden=Tile((195, 202, 214), (185, 193, 207), dot=(95, 104, 122), dot_size=0.05),
        open=Tile((255, 255, 255)),
        palette=((23, 87, 194), (27, 115, 48), (192, 31, 31), (107, 43, 179), (154, 77, 0),
                 (10, 109, 115), (28, 28, 28), (90, 95, 104)),
        gap_colour=(238, 240, 244),
        pole=(138, 75, 0),
        cloth=(138, 75, 0),
        mine_colour=random.choice(((138, 75, 0), (160, 24, 24))),
        exploded=(198, 40, 40),
        mark=(95, 104, 122),
        around=(238, 240, 244),
        cursor_fill=(32, 36, 44),
        cursor_ink=(255, 255, 255),
    )  # fmt: skip


LOOKS: tuple[Maker, ...] = (
    _classic, _classic_xp, _vista, _vista_green, _online, _online_dark, _chequered,
    _chequered_blue, _colour_blind, _monochrome, _flat, _flat_dark, _gnome, _kde, _phone,
    _outlined, _wood, _own_page, _own_window, _own_terminal,
)  # fmt: skip
