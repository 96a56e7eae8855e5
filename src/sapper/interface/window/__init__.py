"""The desktop window. It draws a session or a replay of `sapper.play` and sends it commands.

    desktop.py                        the real window: events in, pictures out
    app.py  keys.py  flow.py          the stack of screens, the pointer and the keyboard
    start.py  game.py  replay.py  games.py  dialogs.py  entries.py     the screens
    board_screen.py  panel.py  heading.py  moves.py  explanation.py     their parts
    widgets.py  listing.py            what can be pressed
    board.py  layout.py               the board, and where its cells are
    pen.py  text.py  shapes.py  theme.py  arrange.py       drawing

Everything but `desktop.py` draws on a plain surface, so that tests need no screen.
"""
