"""Chance: a die, a drawn tile."""

import random

from linden.core.position import Position


def roll(position: Position, rng: random.Random) -> str:
    """An outcome at a chance node, by its probability."""
    outcomes = position.outcomes
    if not outcomes:
        raise ValueError("Nothing is left to chance here.")
    return rng.choices(list(outcomes), list(outcomes.values()))[0]
