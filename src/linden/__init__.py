"""Linden: the home of Linos, Linx, Linage, Linear Progression and Linja.

>>> import linden
>>> linden.load("linja").start().moves
['1-2', '2-3', '3-4', '4-5', '5-6', '6-7', '7-8']
"""

from typing import TYPE_CHECKING, Any

from linden.core.errors import (
    DeviceError,
    GameError,
    IllegalMove,
    NotationError,
    OptionError,
    TablebaseError,
)
from linden.core.game import Game, games, load
from linden.core.seats import CHANCE

if TYPE_CHECKING:
    from linden.batch.perft import perft
    from linden.batch.playouts import Outcomes, playouts
    from linden.batch.vector import Batch
    from linden.core.position import Position
    from linden.core.record import Record, replay
    from linden.players.choice import Candidate, Choice
    from linden.players.player import Player
    from linden.players.registry import player
    from linden.solve.exact import Known, know

__version__ = "0.1.0"

__all__ = [
    "CHANCE",
    "Batch",
    "Candidate",
    "Choice",
    "DeviceError",
    "Game",
    "GameError",
    "IllegalMove",
    "Known",
    "NotationError",
    "OptionError",
    "Outcomes",
    "Player",
    "Position",
    "Record",
    "TablebaseError",
    "games",
    "know",
    "load",
    "perft",
    "player",
    "playouts",
    "replay",
]

# Loaded when first asked for, so that ``import linden`` stays quick.
_LATER = {
    "Batch": "linden.batch.vector",
    "Candidate": "linden.players.choice",
    "Choice": "linden.players.choice",
    "Known": "linden.solve.exact",
    "Outcomes": "linden.batch.playouts",
    "Player": "linden.players.player",
    "Position": "linden.core.position",
    "Record": "linden.core.record",
    "know": "linden.solve.exact",
    "perft": "linden.batch.perft",
    "player": "linden.players.registry",
    "playouts": "linden.batch.playouts",
    "replay": "linden.core.record",
}


def __getattr__(name: str) -> Any:
    if name not in _LATER:
        raise AttributeError(f"linden has no {name!r}")
    from importlib import import_module

    value = getattr(import_module(_LATER[name]), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted(__all__)
