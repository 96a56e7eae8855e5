"""The page in the browser: a server for this machine, and the files it serves."""
