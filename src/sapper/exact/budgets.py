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

Wide fronts use it up in 0.1 to 0.5 s and 310 MB, and a partial answer after that takes 0.8 s at
most. Combining very many fronts may take 16 multiplications for each state: 0.9 s. A digit of a
number of layouts is worth a state and takes 0.09 to 0.15 µs: 1.0 s.
"""
DEFAULT_SEARCH = 10_000_000
"""Layouts that a search visits, summed over all nodes of its tree.

Small boards use it up in 0.5 to 1.3 s. Each layout is worth 100 units of work of 1 to 2 ns, which
end the search first where there are millions of layouts, or very many cells in each: 0.3 to 1.8 s
and 230 MB.
"""
COUNT_BUDGET = 5_000_000
"""States of the count of layouts beside an analysis: nothing can interrupt its multiplications.

That is half the default, so about half a second.
"""
CLICK_BUDGET = 100_000
"""States that are counted at a click, about ten milliseconds' worth: a click is never slow."""
STATES_OF_TWIN = 10
"""One state of the twin costs as much as this many of the engine; its budgets are divided by it.

The default is used up in 0.3 to 2.2 s and 160 MB. Reading a board is not limited, in Python: with
its simple deductions it takes 4 to 17 s for a million cells, the more the more are revealed.
"""
