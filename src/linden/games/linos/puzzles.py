"""What a puzzle of Linos asks for."""

from linden.core.kernel import interpreted
from linden.core.position import Position
from linden.games.linos.rules import placements

THEMES = ("win", "best", "most", "close")


def closed(position: Position) -> bool:
    """Whether only royal plays are left (LO-3)."""
    return not any(interpreted(placements)(position.state, False))
