"""New tables and their moves, on a connection."""

import time
from collections.abc import Sequence
from itertools import zip_longest

from sqlalchemy import insert
from sqlalchemy.engine import Connection
from sqlalchemy.orm import Session

from linden.web.store import listings
from linden.web.store.models import MoveRow, TableRow

_ADD_MOVES = insert(MoveRow)


def create(connection: Connection, table: TableRow, moves: Sequence[str]) -> None:
    with Session(connection, join_transaction_mode="create_savepoint") as session:
        session.merge(table)  # its match may be there already
        session.commit()
    append(connection, table.id, 1, moves)
    # What is over from the start was played elsewhere, and counts for nobody here.
    facts = {"outcome": "none" if table.ended else "", "opponent": ""}
    listings.enlist(connection, table.id, dict.fromkeys(listings.everybody(table), facts))


def create_all(connection: Connection, tables: Sequence[tuple[TableRow, Sequence[str]]]) -> None:
    for table, moves in tables:
        create(connection, table, moves)


def append(
    connection: Connection,
    table: str,
    first: int,
    moves: Sequence[str],
    lefts: Sequence[Sequence[float]] = (),
) -> None:
    if moves:
        now = time.time()
        connection.execute(
            _ADD_MOVES,
            [
                {"table_id": table, "ply": ply, "move": move, "made": now, "left": left}
                for ply, (move, left) in enumerate(zip_longest(moves, map(list, lefts)), first)
            ],
        )
