"""The scores as a plot: a player's by grade, with our own agents as reference lines."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING, Any

from sapper.lab.models.players import REFERENCES
from sapper.lab.models.score import ALL, Score
from sapper.lab.plots import COLOURS, GREY, PERCENT, new_figure
from sapper.lab.stats import Interval

if TYPE_CHECKING:
    from matplotlib.figure import Figure

OURS = " (ours)"
MOST_BESIDE = 7
"""Names in a line of the legend."""
DASHES = ("-", "--", "-.", ":")
MARKS = ("o", "s", "D", "^", "v", "P")

Measure = Callable[[Score], tuple[float, Interval | None]]


def draw_scores(found: Sequence[Score]) -> Figure:
    """Three panels over the grades: boards solved, moves proved, risk of a move."""
    by_grade = [score for score in found if score.grade != ALL]
    grades = list(dict.fromkeys(score.grade for score in by_grade))
    players = list(dict.fromkeys(score.player for score in by_grade))
    figure = new_figure(10.8, 3.9)
    panels = figure.subplots(1, 3)
    measures: tuple[tuple[str, Measure], ...] = (
        ("boards solved, every reason holding, %", _solved),
        ("moves with a reason that holds, %", _proved),
        ("exact risk of a move, %", lambda score: (score.risk_per_move, None)),
    )
    for panel, (title, measure) in zip(panels, measures, strict=True):
        for player in players:
            own = [score for score in by_grade if score.player == player and score.moves]
            _draw_player(panel, player, players, grades, own, measure)
        panel.set_xticks(range(len(grades)), grades)
        panel.set_title(title, fontsize=9, loc="left", fontweight="bold")
        panel.margins(x=0.08)
    for panel in panels[:2]:
        panel.set_ylim(-4, 104)
    panels[2].set_ylim(bottom=0)
    handles, labels = panels[0].get_legend_handles_labels()
    # Matplotlib lists plain lines first; a reader looks for the player.
    order = sorted(range(len(labels)), key=lambda place: labels[place].endswith(OURS))
    figure.legend(
        [handles[place] for place in order],
        [labels[place] for place in order],
        loc="outside lower center",
        ncols=min(len(labels), MOST_BESIDE),
        frameon=False,
    )
    return figure


def _solved(score: Score) -> tuple[float, Interval | None]:
    return score.solved_by_proofs / score.boards, score.solved_by_proofs_interval


def _proved(score: Score) -> tuple[float, Interval | None]:
    return score.proved / score.moves, score.proved_interval


def _draw_player(
    panel: Any,
    player: str,
    players: list[str],
    grades: list[str],
    own: list[Score],
    measure: Measure,
) -> None:
    measured = [measure(score) for score in own]
    across: list[float] = [grades.index(score.grade) for score in own]
    up = [PERCENT * value for value, _ in measured]
    if player in REFERENCES:
        dashes = DASHES[REFERENCES.index(player) % len(DASHES)]
        panel.plot(across, up, dashes, color=GREY, linewidth=1.2, label=player + OURS)
        return
    others = [one for one in players if one not in REFERENCES]
    place = others.index(player)
    across = [at + 0.08 * (place - (len(others) - 1) / 2) for at in across]
    bars = None
    if all(interval is not None for _, interval in measured):
        bars = [
            [
                max(0.0, PERCENT * (value - interval.low))
                for value, interval in measured
                if interval
            ],
            [
                max(0.0, PERCENT * (interval.high - value))
                for value, interval in measured
                if interval
            ],
        ]
    panel.errorbar(
        across,
        up,
        yerr=bars,
        fmt=f"{MARKS[place % len(MARKS)]}-",
        color=COLOURS[place % len(COLOURS)],
        markersize=5,
        capsize=2,
        label=player,
    )
