"""Plot the win rate against the budget: `python tools/budget_curve.py LAB.sqlite`.

Fill the store with this command first (it takes some minutes):

    sapper lab run win-rate --levels expert --starts safe --games 200000 --seed 1 --agents \\
        expert,expert:budget=20,expert:budget=200,expert:budget=2000,expert:budget=6000
"""

from __future__ import annotations

import sys
from pathlib import Path

import matplotlib as mpl
from matplotlib import pyplot as plt

from sapper.agents.expert import EXPERT_BUDGET
from sapper.lab.experiments import WinRate
from sapper.lab.stats import wilson
from sapper.lab.store import Store

BUDGETS = (20, 200, 2_000, 6_000, 20_000)
GAMES = 200_000
SEED = 1
PICTURE = Path(__file__).parent.parent / "docs" / "expert-budget.svg"


def main() -> None:
    """Read the wins for every budget, and plot them with their intervals."""
    if len(sys.argv) != 2:
        print("usage: python tools/budget_curve.py LAB.sqlite", file=sys.stderr)
        raise SystemExit(2)
    shares, below, above = [], [], []
    with Store(sys.argv[1]) as store:
        for budget in BUDGETS:
            agent = "expert" if budget == EXPERT_BUDGET else f"expert:budget={budget}"
            experiment = WinRate(GAMES, SEED, agents=(agent,), levels=("expert",), starts=("safe",))
            wins = int(store.outcomes(experiment.cases[0], GAMES).columns["won"].sum())
            interval = wilson(wins, GAMES)
            shares.append(100 * wins / GAMES)
            below.append(shares[-1] - 100 * interval.low)
            above.append(100 * interval.high - shares[-1])
    mpl.rcParams["svg.hashsalt"] = "sapper"
    figure, axes = plt.subplots(figsize=(7, 4), layout="constrained")
    axes.errorbar(BUDGETS, shares, (below, above), fmt="o-", capsize=4, color="#0b6158")
    for budget, share in zip(BUDGETS, shares, strict=True):
        axes.annotate(f"{share:.2f}", (budget, share), (6, -14), textcoords="offset points")
    axes.axvline(EXPERT_BUDGET, color="#999999", linestyle=":", label="default of `expert`")
    axes.set_xscale("log")
    axes.set_xlim(BUDGETS[0] / 2, BUDGETS[-1] * 3)  # room for the label of the last point
    axes.set_xlabel("budget: layouts that one search may visit")
    axes.set_ylabel("games won, %")
    axes.set_title(f"16×30, 99 mines, safe corner; {GAMES:,} games each, 95 % intervals")
    axes.grid(alpha=0.3)
    axes.legend(loc="lower right")
    figure.savefig(PICTURE, metadata={"Date": None})


if __name__ == "__main__":
    main()
