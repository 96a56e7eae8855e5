"""The `sapper` command: one file per command, what they share in `options` and `output`.

Everything but typer is imported where it is used, so that `--help` answers at once.
"""
