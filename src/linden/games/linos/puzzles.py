"""What a puzzle of Linos asks for."""

THEMES = ("win", "best", "most")
