"""What a puzzle of Linx asks for."""

THEMES = ("win", "guard")
LARGEST_SHARE = 0.95
"""A win has seldom one answer only: most can be had with several symbols."""
