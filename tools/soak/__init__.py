"""Soak: hours of random use, every answer judged; `docs/reliability.md` describes it.

__main__.py     the command: `make soak HOURS=1`
supervisor.py   deals tasks to worker processes, and sees crashes, hangs and memory
worker.py       a process that does one task after another
tasks.py        which task has which number, and what each kind of task does
bulk.py, games.py, analyses.py, calls.py   the four kinds
functions.py    the functions that are called
arguments.py    good and bad arguments for them
draws.py        random levels and positions
tally.py        what was done, what was refused, and the faults
injection.py    faults on purpose, to see that they are found
report.py       the figures as JSON and in the document
"""
