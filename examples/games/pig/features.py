"""What players look at in Pig. It is no part of the rules."""

from linden.core.kernel import rule
from linden.core.types import Points, StateRecord


@rule
def evaluate(state: StateRecord, out: Points) -> None:
    """What is safe, and most of what is not yet."""
    for seat in range(state.players):
        out[seat] = state.banked[seat]
    if not state.over:
        out[state.turn] += 0.8 * state.risked
