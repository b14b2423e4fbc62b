"""What the disk holds, read without Linden's own store."""

import json
import sqlite3
from collections.abc import Iterator
from contextlib import closing, contextmanager
from pathlib import Path
from typing import Any

import psycopg

import linden


@contextmanager
def rows_of(place: Path | str) -> "Iterator[Any]":
    """Something that executes, on a file or at an address, and changes nothing."""
    if isinstance(place, Path):
        with closing(sqlite3.connect(f"file:{place}?mode=ro", uri=True)) as connection:
            yield connection
    else:
        with psycopg.connect(place) as connection:
            yield connection


def moves_on_disk(place: Path | str) -> dict[str, list[tuple[int, str]]]:
    """Each table's moves with their plies, in order."""
    with rows_of(place) as connection:
        kept: dict[str, list[tuple[int, str]]] = {
            row[0]: [] for row in connection.execute("SELECT id FROM tables")
        }
        for table, ply, move in connection.execute(
            "SELECT table_id, ply, move FROM moves ORDER BY table_id, ply"
        ):
            kept[table].append((ply, move))
    return kept


def holes(place: Path | str) -> list[str]:
    """Tables whose moves do not follow each other, or cannot be replayed to where the row says."""
    found = []
    kept = moves_on_disk(place)
    with rows_of(place) as connection:
        rows = connection.execute(
            "SELECT id, game, options, plies, turn, ended FROM tables"
        ).fetchall()
    for table, game, options, plies, turn, ended in rows:
        options = json.loads(options) if isinstance(options, str) else options
        moves = kept[table]
        if [ply for ply, _ in moves] != list(range(1, plies + 1)):
            found.append(f"{table}: plies {[ply for ply, _ in moves]}, of {plies}")
            continue
        try:
            end = linden.replay(linden.load(game, **options), [move for _, move in moves])
        except ValueError as error:
            found.append(f"{table}: {error}")
            continue
        if end.turn != turn or end.over != (ended == "played"):
            found.append(f"{table}: the row says turn {turn}, ended {ended!r}; the moves {end!r}")
    return found
