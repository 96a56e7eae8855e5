"""How often `expert` wins, compared with `exact` on the same boards, and what a game costs.

Usage: bench_expert.py [games] [threads] [level] [start] [row,column] [budget ...]
"""

from __future__ import annotations

import math
import sys
import time
from typing import Any

from sapper.agents.expert import EXPERT_BUDGET
from sapper.lab.bulk import make_layouts, play_layouts
from sapper.level import LEVELS, Level, StartRule

SEED = 20_262
GAMES_AT_A_TIME = 2_000
TWO_SIDED_95 = 1.96


def interval(wins: float, games: int) -> float:
    return 100 * TWO_SIDED_95 * math.sqrt(wins * (1 - wins) / games)


def main() -> None:
    given = sys.argv[1:]
    games = int(given[0]) if given else 4_000
    threads = int(given[1]) if len(given) > 1 else 1
    named = LEVELS[given[2] if len(given) > 2 else "expert"]
    start = StartRule(given[3] if len(given) > 3 else "safe")
    row, column = (int(part) for part in (given[4] if len(given) > 4 else "0,0").split(","))
    budgets = [int(part) for part in given[5:]] or [EXPERT_BUDGET]
    level = Level(named.height, named.width, named.mines, start)

    won = {"exact": 0} | {f"expert {budget}": 0 for budget in budgets}
    cpu = dict.fromkeys(won, 0.0)
    up = dict.fromkeys(won, 0)
    down = dict.fromkeys(won, 0)
    played = 0
    while played < games:
        count = min(GAMES_AT_A_TIME, games - played)
        layouts = make_layouts(level, SEED, count, first=(row, column), start_index=played)
        played += count
        safest = None
        for name in won:
            agent, _, budget = name.partition(" ")
            options: dict[str, Any] = {"budget": int(budget)} if budget else {}
            before = time.process_time()
            result = play_layouts(agent, layouts, (row, column), threads=threads, **options).won
            cpu[name] += time.process_time() - before
            won[name] += int(result.sum())
            safest = result if safest is None else safest
            up[name] += int((result & ~safest).sum())
            down[name] += int((~result & safest).sum())

    print(f"{level.name}, start {start}, first cell ({row}, {column}), {played} games, seed {SEED}")
    for name in won:
        share = won[name] / played
        gain = 100 * (up[name] - down[name]) / played
        blur = 100 * TWO_SIDED_95 * math.sqrt(up[name] + down[name]) / played
        print(
            f"{name:16} {100 * share:.2f} ± {interval(share, played):.2f} %  "
            f"{gain:+.2f} ± {blur:.2f} against exact  {1000 * cpu[name] / played:.3f} ms per game "
            f"({cpu[name] / cpu['exact']:.1f} × exact)"
        )
    singly = make_layouts(level, SEED, min(games, GAMES_AT_A_TIME), first=(row, column))
    worst = 0.0
    for place in range(len(singly)):
        before = time.process_time()
        play_layouts("expert", singly[place : place + 1], (row, column), threads=1)
        worst = max(worst, time.process_time() - before)
    print(f"slowest of {len(singly)} games of expert, played one by one: {1000 * worst:.0f} ms")


if __name__ == "__main__":
    main()
