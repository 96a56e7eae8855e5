"""The modules to be graded are neither tests nor to be imported here."""

collect_ignore = ["modules", "attackers"]
