"""The desktop window. It shows and asks; what the game is and what is thought is in `sapper.play`.

    app.py        the window's state: screens on top of each other, pointer and keyboard
    start.py  game.py  games.py  replay.py  dialogs.py     the screens
    desktop.py    the real window: it hands events in and puts the drawn picture out

Everything but `desktop.py` draws on a plain surface, so that tests need no screen.
"""
