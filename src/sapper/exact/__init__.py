"""Exact reasoning: counting every possible layout of a position."""
