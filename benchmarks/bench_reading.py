"""How well boards are read from pictures: `python benchmarks/bench_reading.py --images 400`.

Draws screenshots in the twenty looks and counts, for each look, the boards that are not found, the
cells of the others that are read right, the wrong positions, and those of them without a warning.
The fonts are those of a folder, by default one that no training uses.
"""

from __future__ import annotations

import argparse
import io
from collections import Counter, defaultdict
from concurrent.futures import ProcessPoolExecutor
from functools import partial
from pathlib import Path
from random import Random
from time import perf_counter

from screenshots.fonts import held_out_fonts
from screenshots.looks import LOOKS
from screenshots.positions import FLAG, HIDDEN, Labelled, draw_position
from screenshots.render import Screenshot, render

from sapper.errors import PictureError
from sapper.reading.doubts import Doubt, Reading, Warned
from sapper.reading.read import read

IN_A_POSITION = {"?": HIDDEN, "W": HIDDEN, "*": FLAG, "X": FLAG}
"""How a position tells what only a picture shows."""


def rows_of(labelled: Labelled) -> list[str]:
    """The rows as a position has them."""
    return ["".join(IN_A_POSITION.get(sign, sign) for sign in row) for row in labelled.rows]


def warnings_of_reading(reading: Reading, labelled: Labelled) -> list[Warned]:
    """The warnings, less the one that holds of what was drawn: a player set too many flags."""
    flags = "".join(rows_of(labelled)).count(FLAG)
    return [
        each
        for each in reading.warnings
        if not (each.about is Doubt.CONTRADICTION and not each.cells and flags > labelled.mines)
    ]


def draw(number: int, seed: int, fonts: list[str], most_cells: int = 1000) -> Screenshot:
    """One of the screenshots that are measured; every twentieth has the same look."""
    random = Random(f"reading {seed} {number}")
    look = LOOKS[number % len(LOOKS)](random, fonts)
    return render(draw_position(random, most_cells), look, random)


def judge(shot: Screenshot) -> Counter[str]:
    """What came of reading it."""
    memory = io.BytesIO()
    shot.picture.save(memory, "PNG")
    wanted = rows_of(shot.labelled)
    cells = sum(map(len, wanted))
    begun = perf_counter()
    counts: Counter[str] = Counter(images=1)
    try:
        reading = read(memory.getvalue(), mines=shot.labelled.mines)
    except PictureError:
        counts["refused"] = 1
        return counts
    finally:
        counts["milliseconds"] += round(1000 * (perf_counter() - begun))
    counts["cells"] = cells
    rows = str(reading.view).splitlines()
    if (len(rows), len(rows[0])) != (len(wanted), len(wanted[0])):
        counts["wrong_cells"] = cells
    else:
        pairs = zip("".join(rows), "".join(wanted), strict=True)
        counts["wrong_cells"] = sum(one != other for one, other in pairs)
    is_wrong, is_warned = (
        counts["wrong_cells"] > 0,
        bool(warnings_of_reading(reading, shot.labelled)),
    )
    counts.update(wrong=is_wrong, unwarned=is_wrong and not is_warned)
    counts["needless"] = is_warned and not is_wrong
    return counts


def measured(number: int, seed: int, fonts: list[str]) -> tuple[str, Counter[str]]:
    """The look of a screenshot, and what came of reading it."""
    shot = draw(number, seed, fonts)
    return shot.look.name, judge(shot)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--images", type=int, default=200)
    parser.add_argument("--workers", type=int, default=2)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--fonts", type=Path, help="a folder of fonts")
    given = parser.parse_args()
    fonts = sorted(map(str, given.fonts.iterdir())) if given.fonts else held_out_fonts()
    of_look: defaultdict[str, Counter[str]] = defaultdict(Counter)
    measure = partial(measured, seed=given.seed, fonts=fonts)
    with ProcessPoolExecutor(given.workers) as pool:
        for name, counts in pool.map(measure, range(given.images)):
            of_look[name] += counts
    total: Counter[str] = sum(of_look.values(), Counter())
    print("look | images | cells right | not found | wrong | without a warning | warned, but right")
    for name, counts in [*of_look.items(), ("all", total)]:
        right = 100 * (1 - counts["wrong_cells"] / max(1, counts["cells"]))
        told = (counts[key] for key in ("refused", "wrong", "unwarned", "needless"))
        print(name, counts["images"], f"{right:.3f} %", *told, sep=" | ")
    print(f"{total['milliseconds'] / total['images']:.0f} ms for each picture")


if __name__ == "__main__":
    main()
