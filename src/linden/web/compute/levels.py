"""The levels people choose from: the ladder and, where a game is known completely, perfection."""

from linden.players.levels import LEVELS, Level

PERFECT = Level(len(LEVELS) + 1, "perfect", "knows what every move is worth")


def levels_of(known: bool) -> tuple[Level, ...]:
    """The levels of a game, whether or not it is ``known``."""
    return (*LEVELS, PERFECT) if known else LEVELS


def level_named(number: int) -> Level:
    return levels_of(True)[number - 1]
