"""Positions set up by hand: the small changes that a game's ``setup.py`` knows.

A game lists what can be changed about a position, as the text of the position that it becomes; what
the rules do not allow is left out here. A game without that file is set up by playing its moves, or
by its text.
"""

from collections.abc import Iterable, Iterator
from typing import NamedTuple

from linden.core.errors import NotationError
from linden.core.position import Position


class Edit(NamedTuple):
    """One change of a position."""

    text: str
    """The position that it becomes."""
    touches: tuple[str, ...]
    """What a person touches on the drawing for it; what has no place there is a button."""
    says: str


def proposed(position: Position) -> Iterable[Edit]:
    """What the game knows to change, possible or not."""
    module = position.game.setup
    return module.edits(position) if module is not None else ()


def can_edit(position: Position) -> bool:
    return position.game.setup is not None


def edits(position: Position) -> Iterator[Edit]:
    """What can be changed about a position by hand.

    >>> import linden
    >>> found = edits(linden.load("linja").start())
    >>> next(edit.says for edit in found if edit.touches == ("red-1", "3"))
    'Put a red pawn from row 1 into row 3.'
    """
    seen = set[tuple[tuple[str, ...], str]]()
    for edit in proposed(position):
        does = (edit.touches, edit.says)
        if does in seen or edit.text == position.text:
            continue  # games may propose several ways to do one thing
        try:
            position.game.parse(edit.text)
        except NotationError:
            continue
        seen.add(does)
        yield edit
