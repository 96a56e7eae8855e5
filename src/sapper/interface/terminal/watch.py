"""`sapper watch`: an agent plays one game in the terminal and says what it does."""

from __future__ import annotations

import time
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path

from rich.console import Console, Group
from rich.live import Live
from rich.text import Text

from sapper.agents import checked
from sapper.agents.base import Agent, ChosenByOther, Conclusions
from sapper.catalogue import counted
from sapper.game import Game, Status
from sapper.grid import Cell
from sapper.interface.encodable import is_unicode_output
from sapper.interface.terminal.belief_signs import NO_BELIEFS
from sapper.interface.terminal.drawing import (
    Marks,
    all_of,
    draw_view,
    part_around,
    save_picture,
)
from sapper.lab.agent_game import (
    AgentTurn,
    GameSummary,
    NoGuess,
    WatchedGame,
    agent_turns,
    crashes_named,
)
from sapper.picture.board import Window
from sapper.play.beliefs import JudgedBeliefs, judge
from sapper.play.missed import say_missed
from sapper.play.reasons import say_reason
from sapper.proof.steps import Derivation, Odds
from sapper.serialize import to_json

LINES_AROUND_THE_BOARD = 5
MOST_BELIEFS_TOLD = 3
LONGER_AT_A_GUESS = 6
"""A guess is shown this many times as long as a certain move."""


@dataclass(frozen=True, slots=True)
class Show:
    """How a game is shown."""

    pace: float = 8
    """Moves per second; 0 shows the end at once."""
    as_json: bool = False
    svg: Path | None = None
    explain: bool = False
    """Whether to say why at every certain move."""
    beliefs: bool = False
    """Whether to show what the agent believes beside what follows."""


@dataclass(frozen=True, slots=True)
class Thoughts:
    """What an agent knows about a position, and says about itself."""

    conclusions: Conclusions = field(default_factory=Conclusions)
    status: str = ""
    judged: JudgedBeliefs | None = None
    """All that it believes beside what follows, where that is shown."""

    @classmethod
    def of(cls, agent: Agent, game: Game, with_beliefs: bool) -> Thoughts:
        """The agent's thoughts now."""
        view = game.view
        with crashes_named(game):
            known, status = checked.conclusions(view, agent), checked.status_line(view, agent)
            if not with_beliefs or game.status is Status.WON:
                return cls(known, status)
            believed = checked.beliefs(view, agent)
        return cls(known, status, judge(view, believed, agent.name))


def watch(
    game: Game,
    agent: Agent,
    first: Cell | None,
    show: Show,
    console: Console,
    no_guess: NoGuess | None = None,
) -> bool:
    """Let an agent play a game and show it; tell whether it was finished."""
    steps: list[AgentTurn] = []
    reasons: dict[int, Derivation | Odds] = {}
    # After Ctrl-C the agent is not asked again: it would have to think all over from the start.
    thoughts = Thoughts()
    before = game.view
    paced = console.is_terminal and not show.as_json and show.pace > 0
    finished = True
    with ExitStack() as stack:
        live = None
        if paced:
            live = stack.enter_context(Live(console=console, auto_refresh=False))
        try:
            for step in agent_turns(game, agent, first, no_guess):
                steps.append(step)
                if show.explain and step.move.certain:
                    reasons[len(steps)] = step.move.explain(before)
                before = game.view
                if live:
                    why = reasons.get(len(steps))
                    thoughts = Thoughts.of(agent, game, show.beliefs)
                    frame = _frame(game, agent, steps, thoughts, console, no_guess, why)
                    live.update(frame, refresh=True)
                    time.sleep((LONGER_AT_A_GUESS if step.is_guess else 1) / show.pace)
            if not show.as_json or show.svg:
                thoughts = Thoughts.of(agent, game, show.beliefs)
        except KeyboardInterrupt:
            finished = False
        if live:  # the frame below stays on the screen
            live.update(Text(), refresh=True)
    if show.svg:  # first, so that an error is all there is on standard output
        frame = _frame(game, agent, steps, thoughts, None, no_guess, last=True)
        save_picture(frame, show.svg, title="sapper watch")
    if show.as_json:
        watched = WatchedGame.of(game, agent, steps, reasons, no_guess)
        print(to_json(watched, in_ascii=not is_unicode_output()))
    else:
        for number, why in reasons.items():
            line = f"{number:>3}. {why}"
            console.print(line, markup=False, soft_wrap=not console.is_terminal)
        frame = _frame(game, agent, steps, thoughts, console, no_guess, last=True)
        console.print(frame, soft_wrap=not console.is_terminal)
        if not finished:
            console.print("Stopped.")
    return finished


def _frame(
    game: Game,
    agent: Agent,
    steps: list[AgentTurn],
    thoughts: Thoughts,
    console: Console | None,
    no_guess: NoGuess | None,
    why: Derivation | Odds | None = None,
    last: bool = False,
) -> Group:
    """Title and board, with the last move or, once the game is over, a summary."""
    step = steps[-1] if steps else None
    over = game.status is not Status.PLAYING
    settled, status = thoughts.conclusions, thoughts.status
    mines = game.board.mines if over and game.board else frozenset()
    marks = Marks(
        known_mines=settled.mines,
        known_safe=settled.safe,
        last=step.move.cell if step and not last else None,
        exploded=game.exploded,
        mines=mines,
        beliefs=thoughts.judged.by_cell if thoughts.judged else NO_BELIEFS,
    )
    beliefs = _describe_beliefs(thoughts.judged)
    window = all_of(game.view)
    if console is not None and console.is_terminal:
        lines_of_why = len(str(why).splitlines()) if why else 0
        lines_around = LINES_AROUND_THE_BOARD + bool(status) + lines_of_why + len(beliefs)
        room = (console.height - lines_around, console.width)
        cell = step.move.cell if step else None
        window = part_around(cell, game.view, room)
    if console is not None and not console.is_terminal:
        board = Text(str(game.view))
    else:
        board = draw_view(game.view, marks, window)
    lines = [_title(game, agent, no_guess), board]
    if (window.height, window.width) != (game.level.height, game.level.width):
        lines.append(_part_shown(window))
    if status:
        lines.append(Text(status, style="dim"))
    lines += beliefs
    if last:
        lines.append(describe_summary(GameSummary.of(game, steps)))
        if game.exploded:
            lines.append(Text(f"The mine was at {game.exploded}."))
            if game.fair and step and step.is_guess:
                lines.append(Text(say_missed(game.view, game.exploded)))
        if step and step.is_false_certainty:
            lines.append(_false_certainty(game, agent, steps, no_guess))
    elif step:
        lines.append(_describe_step(len(steps), step, len(settled.mines), game.level.mines))
    if why:
        lines.append(Text(str(why)))
    return Group(*lines)


def _describe_beliefs(judged: JudgedBeliefs | None) -> list[Text]:
    """How many beliefs are right, false or missed, and the first few that are not right."""
    if judged is None:
        return []
    faults = judged.to_explain[:MOST_BELIEFS_TOLD]
    styles = ["bold red" if belief.is_wrong else "yellow" for belief in faults]
    told = [Text(belief.words, style) for belief, style in zip(faults, styles, strict=True)]
    return [Text(judged.words, style="dim"), *told]


def _false_certainty(
    game: Game, agent: Agent, steps: list[AgentTurn], no_guess: NoGuess | None
) -> Text:
    """Whose certain move met a mine, and how to see it again."""
    level = game.level
    repeat = (
        f"sapper watch --size {level.height}x{level.width}/{level.mines} "
        f"--start {level.start.value} --seed {game.seed} --index {game.index} --agent {agent.name}"
    )
    if game.fair:
        repeat += " --fair"
    if no_guess is not None:
        repeat += f" --grade {no_guess.grade.value}" if no_guess.grade else " --no-guess"
    if isinstance(steps[0].move.reason, ChosenByOther):
        row, column = steps[0].move.cell
        repeat += f" --first {row},{column}"
    return Text(
        f"False certainty: {agent.name} called {steps[-1].move.cell} certainly safe at move "
        f"{len(steps)}, and it was a mine. See it again with:\n{repeat}",
        style="bold red",
    )


def _title(game: Game, agent: Agent, no_guess: NoGuess | None) -> Text:
    level = game.level
    start = f"{level.start.value}, fair play" if game.fair else level.start.value
    if no_guess is not None:
        start += ", no-guess board" + (f", {no_guess.grade.value}" if no_guess.grade else "")
        start += "" if no_guess.day is None else f", puzzle of {no_guess.day.isoformat()}"
    return Text(
        f"{level.name}: {level.height}×{level.width}, {counted(level.mines, 'mine')}, "
        f"start {start} · agent {agent.name} · seed {game.seed}",
        style="dim",
    )


def _part_shown(window: Window) -> Text:
    bottom, right = window.top + window.height - 1, window.left + window.width - 1
    return Text(f"rows {window.top}–{bottom}, columns {window.left}–{right}", style="dim")


def _describe_step(number: int, step: AgentTurn, found: int, mines: int) -> Text:
    move = step.move
    line = Text(f"{number:>3}. {move.cell} ")
    if step.free:
        line.append("first click, safe by the rule", style="cyan")
    elif move.certain:
        line.append("certain", style="green")
    else:
        line.append(
            f"a guess, {_percent(move.mine_probability)} chance of a mine", style="bold yellow"
        )
    line.append(f": {say_reason(move.reason)}")
    line.append(f"\n     {found} of {mines} mines found", style="dim")
    return line


def describe_summary(summary: GameSummary) -> Text:
    """An agent's game in words: how it ended, what was certain, what was guessed."""
    colour = {Status.WON: "bold green", Status.LOST: "bold red"}.get(summary.status, "bold")
    text = Text()
    text.append(summary.status.value.capitalize(), style=colour)
    moves, opened = counted(summary.moves, "move"), counted(summary.cells_opened, "cell")
    parts = [f"{moves} opened {opened}: {summary.certain} certain"]
    if summary.free:
        parts.append(f"{summary.free} free by the start rule")
    guesses = len(summary.guesses)
    parts.append(f"{guesses} {'guess' if guesses == 1 else 'guesses'}")
    line = " · " + ", ".join(parts)
    if guesses:
        shown = ", ".join(_percent(chance) for chance in summary.guesses[:12])
        line += f" (mine chance {shown}{', …' if guesses > 12 else ''}"
        if guesses > 1 and summary.survival is not None:
            line += f"; all to go well {_percent(summary.survival)}"
        line += ")"
    return text.append(f"{line} · {summary.seconds:.2f} s of thought")


def _percent(chance: float | None) -> str:
    return "unknown" if chance is None else f"{100 * chance:.{0 if chance > 0.0995 else 1}f} %"
