"""The record types of states, and which game's rules answer for each."""

import copyreg
import re
from collections.abc import Sequence
from functools import lru_cache
from operator import itemgetter
from typing import Any

import numpy as np

from linden.core.errors import GameError

RESERVED = frozenset(dir(np.record))
"""Names that mean something else on a NumPy record: interpreted, ``state.size`` would be the
record's and not the field's."""

_module_of: dict[np.dtype[Any], str] = {}


class RecordType(type):
    """The type of record types: they are made as they are needed, and sent by their fields."""

    field_names: tuple[str, ...]


@lru_cache(None)
def record_type(names: tuple[str, ...]) -> RecordType:
    """Records whose fields are attributes, as those of ``np.record`` are, at a sixth of its cost:
    drawings and notations ask for thousands of them.

    >>> cell = np.dtype((record_type(("row", "column")), [("row", int), ("column", int)]))
    >>> first = np.array([(1, 2)], cell)[0]
    >>> first.row += 10
    >>> first.row, first.column
    (np.int64(11), np.int64(2))
    """
    made = RecordType("record", (np.void,), {name: _field(name) for name in names})
    made.field_names = names
    return made


def _field(name: str) -> property:
    def put(record: Any, value: Any) -> None:
        record[name] = value

    return property(itemgetter(name), put)


copyreg.pickle(RecordType, lambda made: (record_type, (made.field_names,)))


def state_type(module: str, fields: Sequence[tuple[Any, ...]]) -> np.dtype[Any]:
    """The record type of a game's state, bound to the rules of ``module``.

    The first field's name must be unlike any other game's: Numba takes a record whose fields
    begin another's for its supertype.
    """
    names = [field[0] for field in fields]
    for name in names:
        if not re.fullmatch(r"[a-z][a-z0-9_]*", name):
            raise GameError(f"the state field {name!r} is no plain lower-case name")
        if name in RESERVED:
            raise GameError(
                f"the state has a field {name!r}, which means something else on a NumPy record; "
                f"give it another name, such as 'the_{name}'"
            )
    for field in fields:
        if len(field) > 2 and np.dtype(field[1]) == np.bool_:
            raise GameError(
                f"the state field {field[0]!r} is an array of np.bool_, which cannot be compiled; "
                "make it one of np.int8, with 0 and 1"
            )
    if "turn" not in names:
        raise GameError("the state has no field 'turn' that says whose turn it is")
    dtype = np.dtype((record_type(tuple(names)), np.dtype(list(fields), align=True)))
    for other, owner in _module_of.items():
        if other.names is not None and other.names[0] == names[0] and owner != module:
            raise GameError(
                f"the state begins with the field {names[0]!r}, as that of {_game(owner)} does; "
                "two games' states must begin with different names"
            )
    _module_of[dtype] = module
    return dtype


def blank(dtype: np.dtype[Any]) -> Any:
    """A state of zeros."""
    return np.zeros(1, dtype)[0]


def module_of(dtype: np.dtype[Any]) -> str | None:
    """The rules module that answers for states of this type."""
    return _module_of.get(dtype)


def types_of(module: str) -> list[np.dtype[Any]]:
    """The state types that a rules module declared."""
    return [dtype for dtype, owner in _module_of.items() if owner == module]


def forget(module: str) -> None:
    """Unbind the types of a module that could not be loaded."""
    for dtype in types_of(module):
        del _module_of[dtype]


def game_of(dtype: np.dtype[Any]) -> str:
    """The name of the game whose states have this type."""
    module = _module_of.get(dtype)
    if module is None:
        raise TypeError(f"no game has states of the type {dtype}")
    return _game(module)


def _game(module: str) -> str:
    return module.split(".")[-2] if "." in module else module
