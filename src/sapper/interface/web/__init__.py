"""The web page: a server on the player's machine, and the files it serves."""
