"""Taking one's seat to another device: a link that works once, and not for long.

Only a hash of it is kept, with the seat: a restart, or another process, knows it too, and whoever
reads the database cannot use it.
"""

import hashlib
import time

from linden.web.tables.lobby import Lobby
from linden.web.tables.notes import Note
from linden.web.tables.sitters import fresh_id

SECONDS = 900.0
"""How long a link holds: as long as it takes to find the other device."""


def digest(key: str) -> str:
    return hashlib.sha256(key.encode(errors="replace")).hexdigest()


async def begin(lobby: Lobby, table: str, visitor: str, seat: int) -> str:
    """The path of a new link for one of the visitor's seats."""
    key = fresh_id(24)
    until = time.time() + SECONDS
    await lobby.change(table, lambda now: now.open_transfer(visitor, seat, digest(key), until))
    return f"/transfer/{table}/{key}"


async def seat_of(lobby: Lobby, table: str, key: str) -> int:
    """The seat that a link takes along."""
    live = await lobby.get(table)
    return live.table.seat_of_transfer(digest(key), time.time())


async def take(lobby: Lobby, table: str, key: str, visitor: str, name: str) -> None:
    """Take the seat along to this visitor's device."""
    seat = await seat_of(lobby, table, key)
    await lobby.change(
        table,
        lambda now: now.take_along(visitor, name, digest(key), time.time()),
        Note("{role} goes on at another device.", seat=seat),
    )
