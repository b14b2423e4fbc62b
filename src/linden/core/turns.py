"""Who is so many seats further on."""

from typing import Any

from linden.core.kernel import rule
from linden.core.types import Seat


@rule
def after(seat: Seat, steps: Any, players: Any) -> Any:
    """The seat ``steps`` further on, at most a round; a remainder would take a division."""
    other = seat + steps
    return other - players if other >= players else other
