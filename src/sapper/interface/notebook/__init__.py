"""The notebook: a board to play on and a position to paint, as Jupyter widgets."""
