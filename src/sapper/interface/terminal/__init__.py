"""Sapper in the terminal."""
