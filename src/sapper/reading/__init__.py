"""Positions from pictures: a screenshot of a board is read and proof-read.

`read` is the whole algorithm: find the grid, classify its cells, and have the exact engine check
what was read. This needs Pillow (`pip install 'sapper[pictures]'`).
"""
