"""Squares and their names: a column letter and a row number from 1 at the bottom, ``d4``."""

import re

from linden.core.catalogues import quoted, sentences

say = sentences(__file__)

_SQUARE = re.compile(r"([a-z])([1-9][0-9]?)")


def square_name(column: int, row: int) -> str:
    """
    >>> square_name(3, 3)
    'd4'
    """
    return f"{chr(ord('a') + column)}{row + 1}"


def read_square(text: str, columns: int = 26, rows: int = 99) -> tuple[int, int]:
    """The column and row of a square's name, or a ``ValueError`` that says what is wrong.

    >>> read_square("D4")
    (3, 3)
    """
    found = _SQUARE.fullmatch(text.strip().lower())
    if not found:
        raise ValueError(say("{text} is not a square; squares look like d4", text=quoted(text)))
    column, row = ord(found[1]) - ord("a"), int(found[2]) - 1
    if column >= columns or row >= rows:
        last = square_name(columns - 1, rows - 1)
        told = say("there is no square {square}; the last is {last}", square=found[0], last=last)
        raise ValueError(told)
    return column, row
