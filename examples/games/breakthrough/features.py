"""What players look at in Breakthrough. It is no part of the rules."""

from linden.core.kernel import rule
from linden.core.types import Points, StateRecord

from .rules import STRIDE


@rule
def evaluate(state: StateRecord, out: Points) -> None:
    """Pawns, and how far they have come: the nearer to the far row, the more one is worth."""
    out[0] = out[1] = 0
    if state.over:
        out[state.turn] = 10
        return
    for square in range(64):
        seat = state.squares[square] - 1
        if seat >= 0:
            row = square // STRIDE
            gone = row if seat == 0 else state.side - 1 - row
            out[seat] += 0.2 + 0.01 * gone * gone
