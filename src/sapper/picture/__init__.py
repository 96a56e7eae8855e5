"""Boards as SVG, for notebooks, pages and documents; nothing here knows where a mine is."""
