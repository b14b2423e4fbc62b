"""Pig in writing: ``roll``, ``hold``, and ``die 3`` for what the die shows.

Positions are written as the record's numbers, which every game can do.
"""

import re

from linden.core.types import StateRecord

from .rules import HOLD, ROLL

WORDS = {ROLL: "roll", HOLD: "hold"}


def move_text(state: StateRecord, move: int) -> str:
    return WORDS.get(int(move), f"die {int(move) + 1}")


def read_move(state: StateRecord, text: str) -> int:
    written = " ".join(text.lower().split())
    for move, word in WORDS.items():
        if written == word:
            return move
    found = re.fullmatch(r"(?:die )?([1-6])", written, re.ASCII)
    if not found:
        raise ValueError("moves are roll, hold, or die 3 for what the die shows")
    return int(found[1]) - 1


def why_not(state: StateRecord, move: int) -> str:
    if state.rolling:
        return "the die is rolling: die 1 to die 6 can follow"
    if move == HOLD:
        return "a turn begins with a roll"
    return "nobody has rolled"


def describe(state: StateRecord, move: int) -> str:
    if move == ROLL:
        return "The die is rolled."
    if move == HOLD:
        return f"{int(state.risked)} points are safe."
    if move == 0:
        return "A one: the turn is lost."
    return f"{int(move) + 1} points are added to the turn's."
