"""`sapper solve`: the solution of a board, stage by stage, as text or as a moving picture."""

from __future__ import annotations

import time
from collections.abc import Iterator, Sequence

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from sapper.catalogue import counted
from sapper.grid import Cell
from sapper.interface.terminal.drawing import all_of, part_around
from sapper.interface.terminal.explanation import CELL_WIDTH, Highlights, draw_highlights
from sapper.play.saying import capital, joined
from sapper.proof.technique import Stage, Step, Technique
from sapper.solution import Solution
from sapper.view import View

MOST_CELLS_NAMED = 8
"""A longer list of cells ends with how many more there are."""
MOST_STEPS_SHOWN = 4
"""So many steps of a stage are put into words below the moving picture."""
LINES_AROUND_THE_BOARD = 5
LABELS = 3
INDENT = "     "


def describe(solution: Solution, all_steps: bool = False) -> Group:
    """The whole solution in words: every stage, then the summary and, if stuck, the position.

    The steps of single numbers are listed only with `all_steps`.
    """
    level, first = solution.board.level, solution.first
    size = f"{level.height}×{level.width}, {counted(level.mines, 'mine')}"
    lines = [Text(f"{size}, first click {first}", style="bold")]
    for number, stage in enumerate(solution.stages):
        lines.append(_stage_line(number, stage))
        if all_steps or stage.technique is not Technique.ONE_NUMBER:
            view = solution.views[number]
            lines += [Text(INDENT + say_step(view, stage, step)) for step in stage.steps]
    lines += summary(solution)
    if solution.stuck is not None:
        known = {mine for stage in solution.stages for mine in stage.mines}
        marks = Highlights(mines=known)
        lines.append(draw_highlights(solution.stuck, marks, all_of(solution.stuck)))
    return Group(*lines)


def animate(solution: Solution, pace: float, console: Console) -> bool:
    """Show the stages one after another; tell whether all were shown."""
    try:
        with Live(console=console, auto_refresh=False) as live:
            for frame in frames(solution, console):
                live.update(frame, refresh=True)
                time.sleep(1 / pace)
            live.update(Text(), refresh=True)  # the listing follows
    except KeyboardInterrupt:
        return False
    return True


def frames(solution: Solution, console: Console) -> Iterator[Group]:
    """A picture of each stage: the numbers used, what they settle, and the steps in words."""
    known: set[Cell] = set()
    for number, stage in enumerate(solution.stages):
        view = solution.views[number]
        used = {cell for step in stage.steps for cell in step.numbers}
        settled = {cell for step in stage.steps for cell in step.cells}
        known |= set(stage.mines)
        marks = Highlights(used, settled, frozenset(stage.safe), known)
        room = (
            console.height - LINES_AROUND_THE_BOARD - MOST_STEPS_SHOWN,
            (console.width - LABELS) * 2 // CELL_WIDTH,
        )
        window = part_around(min(settled), view, room)
        said = [INDENT + say_step(view, stage, step) for step in stage.steps[:MOST_STEPS_SHOWN]]
        if len(stage.steps) > MOST_STEPS_SHOWN:
            said[-1] = f"{INDENT}and {len(stage.steps) - MOST_STEPS_SHOWN + 1} more steps"
        words = Text("\n".join(said), no_wrap=True, overflow="ellipsis")
        yield Group(draw_highlights(view, marks, window), _stage_line(number, stage), words)


# Words


def summary(solution: Solution) -> list[Text]:
    """How it ended, how often each technique was needed, and where it was narrowest."""
    lines = [Text(capital(f"{solution}."), style="bold green" if solution.complete else "bold")]
    used = [
        f"{count.technique}: {counted(count.stages, 'stage')}, {counted(count.steps, 'step')}"
        for count in solution.techniques
        if count.stages
    ]
    if used:
        lines.append(Text(capital(" · ".join(used)) + "."))
    if solution.narrowest is not None:
        found = counted(solution.narrowest.found, "cell")
        lines.append(Text(f"Narrowest: stage {solution.narrowest.stage + 1}, {found} to find."))
    return lines


def say_step(view: View, stage: Stage, step: Step) -> str:
    """A step in words.

    >>> stage = Stage(Technique.TWO_NUMBERS, (Step(((1, 0), (1, 1)), ((0, 2),), ()),))
    >>> say_step(View.parse("###\\n111", mines=1), stage, stage.steps[0])
    'the 1 at (1, 0) and the 1 at (1, 1): (0, 2) is safe'
    """
    reasons = [f"the {view.number(cell)} at {cell}" for cell in step.numbers]
    if stage.technique is Technique.MINE_TOTAL:
        reasons.append("the mine total")
    conclusions = [
        f"{_cells(cells)} {verb if len(cells) == 1 else verbs}"
        for cells, verb, verbs in (
            (step.safe, "is safe", "are safe"),
            (step.mines, "is a mine", "are mines"),
        )
        if cells
    ]
    return f"{joined(reasons)}: {'; '.join(conclusions)}"


def _stage_line(number: int, stage: Stage) -> Text:
    found = [
        counted(len(cells), thing)
        for cells, thing in ((stage.safe, "safe cell"), (stage.mines, "mine"))
        if cells
    ]
    line = Text(f"{number + 1:>3}. ")
    line.append(str(stage.technique), style="cyan")
    return line.append(f": {', '.join(found)}")


def _cells(cells: Sequence[Cell]) -> str:
    more = len(cells) - MOST_CELLS_NAMED + 1
    return joined([*cells[:-more], f"{more} more"] if more > 1 else cells)
