"""What players look at in Pig. It is no part of the rules."""

from typing import Any

from linden.core.kernel import rule


@rule
def evaluate(state: Any, out: Any) -> None:
    """What is safe, and most of what is not yet."""
    for seat in range(state.players):
        out[seat] = state.banked[seat]
    if not state.over:
        out[state.turn] += 0.8 * state.risked
