"""Looks put together at random: they keep the reader from learning the twenty by heart."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from screenshots.glyphs import Colour, Hand
from screenshots.looks import (
    CLASSIC,
    FLAGS,
    OKABE_ITO,
    ON_DARK,
    SOFT,
    TANGO,
    VISTA,
    Look,
    Tile,
    near,
)


def _any_colour(random: Random) -> Colour:
    return random.randint(0, 255), random.randint(0, 255), random.randint(0, 255)


def _distance(one: Colour, other: Colour) -> int:
    return sum(abs(a - b) for a, b in zip(one, other, strict=True))


def _apart(random: Random, colours: Sequence[Colour], by: int) -> Colour:
    while True:
        colour = _any_colour(random)
        if all(_distance(colour, other) >= by for other in colours):
            return colour


def _any_tile(random: Random, fill: Colour, raised: bool) -> Tile:
    bright, dim = (tuple(min(255, int(part * 1.35) + 20) for part in fill),
                   tuple(int(part * 0.62) for part in fill))  # fmt: skip
    has_edge = random.random() < (0.5 if raised else 0.05)
    has_line = random.random() < 0.5
    return Tile(
        fill,
        other_fill=near(random, fill, 12) if random.random() < 0.2 else None,
        light=bright if has_edge else None,  # type: ignore[arg-type]
        dark=dim if has_edge else None,  # type: ignore[arg-type]
        edge=random.uniform(0.03, 0.15) if has_edge else 0.0,
        line=near(random, fill, 70) if has_line else None,
        line_width=random.uniform(0.02, 0.07) if has_line else 0.0,
        radius=random.choice((0, 0, 0.1, 0.2)),
        shade=random.choice((0, 0, 0.1, 0.25)) if raised else 0.0,
        dot=near(random, fill, 80) if raised and random.random() < 0.1 else None,
        dot_size=random.uniform(0.03, 0.12),
    )


def anything(random: Random, fonts: Sequence[str]) -> Look:
    """A look put together at random."""
    ground = _any_colour(random) if random.random() < 0.5 else near(random, (225, 225, 225), 30)
    hidden = _apart(random, [ground], 45)
    palette: Sequence[Colour] = random.choice((CLASSIC, SOFT, VISTA, ON_DARK, OKABE_ITO, TANGO))
    if random.random() < 0.4:
        palette = tuple(_any_colour(random) for _ in range(8))
    palette = tuple(
        colour if _distance(colour, ground) >= 110 else _apart(random, [ground], 130)
        for colour in palette
    )
    return Look(
        "anything",
        hidden=_any_tile(random, hidden, raised=True),
        open=_any_tile(random, ground, raised=False),
        palette=palette,
        gap=random.choice((0, 0, random.uniform(0.02, 0.15))),
        gap_colour=_any_colour(random),
        hand=Hand(
            random.choice(fonts) if random.random() < 0.85 else None, random.uniform(0.1, 0.28)
        ),
        digit_height=random.uniform(0.4, 0.75),
        flag=random.choice(FLAGS),
        cloth=_apart(random, [hidden], 130),
        pole=_apart(random, [hidden], 100),
        flag_badge=_any_colour(random) if random.random() < 0.05 else None,
        mine=random.choice(("spiked", "spiked", "disc", "bomb", "star")),
        mine_colour=_apart(random, [ground, hidden], 110),
        shine=random.choice((None, (255, 255, 255))),
        mines_raised=random.random() < 0.3,
        exploded=random.choice(((255, 0, 0), _any_colour(random))),
        crossed=random.choice(("mine", "flag")),
        cross=random.choice(((255, 0, 0), _apart(random, [ground], 130))),
        mark=_apart(random, [hidden], 130),
        frame=random.choice(("sunken", "line", "none")),
        frame_colour=_any_colour(random),
        around=_any_colour(random),
        ratio=random.choice((1.0, 1.0, 1.0, random.uniform(0.6, 1.3))),
        lighting=random.choice((0, 0, random.uniform(0, 0.3))),
        smooth=random.random() < 0.85,
        labels=random.random() < 0.15,
    )


def bent(random: Random, look: Look) -> Look:
    """The same look in another hand: drawn in strokes, slanted, bolder, not in the middle."""
    is_drawn = look.hand.font is None or random.random() < 0.5
    hand = Hand(
        font=None if is_drawn else look.hand.font,
        weight=random.uniform(0.1, 0.27),
        stretch=random.uniform(0.72, 1.25),
        slant=random.choice((0.0, 0.0, random.uniform(-0.05, 0.25))),
        bolder=random.choice((0.0, 0.0, random.uniform(0, 0.07))),
        style=random.randrange(7**5),
    )
    if look.aside == (0.0, 0.0) and random.random() < 0.15:
        aside = random.uniform(-0.2, 0.2), random.uniform(-0.12, 0.12)
        return replace(look, hand=hand, aside=aside)
    return replace(look, hand=hand)
