"""Exact reasoning: counting every layout that agrees with a view."""
