"""Who acts. Seats count from 0; two more answers are possible."""

CHANCE = -1
"""A die, a drawn tile: the next move is an outcome, not a decision."""

OVER = -2
"""Nobody: the game has ended. The Python API says ``None`` here."""
