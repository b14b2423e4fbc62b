"""Which games visitors have looked back at, and what they missed there, on a connection. What it
comes to over many games is worked out from these rows each time."""

import json
import time
from collections.abc import Sequence
from dataclasses import dataclass

from sqlalchemy import select, text
from sqlalchemy.engine import Connection

from linden.web.store.models import CoachedRow

MOST = 200
"""Games of a visitor's that are looked at, the latest."""


@dataclass(frozen=True)
class Missed:
    """A moment of a game."""

    ply: int
    """Moves that had been made before."""
    theme: str
    loss: float


@dataclass(frozen=True)
class Coached:
    """A game that was looked back at."""

    table: str
    game: str
    misses: tuple[Missed, ...]
    """None where it was played well."""


_KEEP = text(
    "INSERT INTO coached (visitor, table_id, game, misses, made) "
    "VALUES (:visitor, :table, :game, :misses, :made) "
    "ON CONFLICT (visitor, table_id) DO UPDATE SET misses = excluded.misses"
)


def keep(connection: Connection, visitor: str, what: Coached) -> None:
    """Keep what was missed in a game, instead of what was found there before."""
    facts = {"visitor": visitor, "table": what.table, "game": what.game, "made": time.time()}
    misses = json.dumps([[one.ply, one.theme, round(one.loss, 4)] for one in what.misses])
    connection.execute(_KEEP, {**facts, "misses": misses})


def coached(connection: Connection, visitor: str) -> Sequence[Coached]:
    """A visitor's games, the latest first."""
    wanted = select(CoachedRow.table_id, CoachedRow.game, CoachedRow.misses)
    latest = wanted.where(CoachedRow.visitor == visitor).order_by(CoachedRow.made.desc())
    return [
        Coached(table, game, tuple(Missed(*one) for one in json.loads(misses)))
        for table, game, misses in connection.execute(latest.limit(MOST))
    ]
