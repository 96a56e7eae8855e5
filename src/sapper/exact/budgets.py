"""The default budgets, and the measurements that set them.

A budget is a number of states (of layouts, for a search), because a number gives the same answer on
every machine where a time limit would not. Its size comes from time: whoever sets no budget waits
about a second at the most, and the call takes less than a gigabyte. `benchmarks/bench_budgets.py`
measures both on the hardest positions known; the figures below are its own, in CPU time on two
cores of a virtual machine.
"""

from __future__ import annotations

DEFAULT_BUDGET = 10_000_000
"""States of a count: far more than any position in play needs.

Wide fronts use it up in 0.05 to 0.5 s and 460 MB: memory, not time, sets this one. Combining very
many fronts may take 16 multiplications for each state: 1 s.
"""
DEFAULT_SEARCH = 10_000_000
"""Layouts that a search visits, summed over all nodes of its tree.

Small boards use it up in 0.5 to 0.9 s. Each layout is worth 100 units of work of 1 to 2 ns, which
end the search first where layouts have very many cells: 0.7 to 2.4 s and 580 MB.
"""
COUNT_BUDGET = 5_000_000
"""States of the count of layouts beside an analysis: nothing can interrupt its multiplications.

A digit of the combined fronts is worth a state and takes 0.09 to 0.15 µs: at most 0.7 s.
"""
CLICK_BUDGET = 100_000
"""States that are counted at a click, about ten milliseconds' worth: a click is never slow."""
STATES_OF_TWIN = 10
"""One state of the twin costs as much as this many of the engine; its budgets are divided by it.

The default is used up in 0.2 to 2 s and 300 MB.
"""
