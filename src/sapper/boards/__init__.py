"""Boards made to order: they need no guess, and are as hard as one likes."""
