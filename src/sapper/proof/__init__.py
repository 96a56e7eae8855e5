"""Why a cell is safe or a mine: derivations to read, and a checker that trusts nobody."""
