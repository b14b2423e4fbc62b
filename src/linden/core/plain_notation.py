"""Notation in numbers, for a game that has none of its own yet.

A move is its number. A position is the record, field by field, with a check word at the end:
only positions that Linden has written can be read, as nothing is known of which others can be. ::

    die=4 pot=7 points=12.0 turn=1 #5c2e90ab
"""

import hashlib
import re
from typing import Any

import numpy as np

from linden.core.catalogues import quoted, sentences
from linden.core.seats import CHANCE, OVER
from linden.core.types import StateRecord

say = sentences(__file__)

__all__ = [
    "describe",
    "masked",
    "move_text",
    "opens_turn",
    "position_text",
    "read_move",
    "read_position",
    "why_not",
]


def move_text(state: StateRecord, move: int) -> str:
    return str(int(move))


def read_move(state: StateRecord, text: str) -> int:
    if not re.fullmatch(r"\s*[0-9]{1,9}\s*", text, re.ASCII):
        raise ValueError(say("moves are whole numbers here, such as 7"))
    return int(text)


def why_not(state: StateRecord, move: int) -> str:
    return say("it is not among the moves that are possible now")


def describe(state: StateRecord, move: int) -> str:
    from linden.core.kernel import mover

    seat = mover(state)
    if seat in (CHANCE, OVER):
        return say("Outcome {move}.", move=move)
    return say("Seat {seat} makes move {move}.", seat=seat + 1, move=move)


def masked(text: str, turn: int, seat: int) -> str:
    return text


def opens_turn(state: StateRecord) -> bool:
    return False


def position_text(state: StateRecord) -> str:
    return " ".join([*(f"{name}={_numbers(state[name])}" for name in _names(state)), _word(state)])


def read_position(state: StateRecord, text: str) -> None:
    words = text.split()
    if not words or not words[-1].startswith("#"):
        raise ValueError(say("a position ends with its check word, such as #5c2e90ab"))
    found = dict(word.partition("=")[::2] for word in words[:-1])
    if len(found) != len(words) - 1 or list(found) != list(_names(state)):
        have = ", ".join(_names(state))
        raise ValueError(say("a position has the fields {fields}", fields=have))
    for name, written in found.items():
        field = state.dtype[name]
        try:
            values = [_read(value, field.base) for value in written.split("|")]
            state[name] = np.array(values, field.base).reshape(field.shape)
        except (ValueError, OverflowError):
            told = say("the field {name} cannot be {value}", name=name, value=quoted(written[:40]))
            raise ValueError(told) from None
    if _word(state) != words[-1]:
        raise ValueError(
            say("its check word does not fit; only positions Linden has written are read")
        )


def _names(state: StateRecord) -> tuple[str, ...]:
    return state.dtype.names or ()


def _numbers(value: Any) -> str:
    return "|".join(_written(it) for it in np.asarray(value).ravel().tolist())


def _written(value: float) -> str:
    return repr(value) if isinstance(value, float) else str(int(value))


def _read(text: str, dtype: Any) -> float:
    if dtype.kind == "f":
        return float(text)
    if not re.fullmatch(r"-?[0-9]{1,20}", text, re.ASCII):
        raise ValueError
    return int(text)


def _word(state: StateRecord) -> str:
    content = "".join(f"{name}={_numbers(state[name])};" for name in _names(state))
    return f"#{hashlib.sha256(content.encode()).hexdigest()[:8]}"
