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


def read(value: Any) -> Any:
    """JSON as either engine hands it out."""
    return json.loads(value) if isinstance(value, str) else value


def wrong_times(place: Path | str) -> list[str]:
    """Flags that fell, where nobody was slow, and turns that gave more time than there was."""
    found = []
    with rows_of(place) as connection:
        for table, ended, clock in connection.execute(
            "SELECT id, ended, clock FROM tables"
        ).fetchall():
            control = read(clock)
            if control is None:
                continue
            if ended == "flagged":
                found.append(f"{table}: a flag fell")
            most = control["seconds"]
            before = [most, most]
            lefts = connection.execute(
                f"SELECT \"left\" FROM moves WHERE table_id = '{table}' ORDER BY ply"
            ).fetchall()
            for ply, (left,) in enumerate(lefts, 1):
                now = read(left) or before  # what chance does first takes nobody's time
                if control["kind"] == "game" and any(
                    later > earlier + control["increment"] + 0.001
                    for earlier, later in zip(before, now, strict=True)
                ):
                    found.append(f"{table}: {before} became {now} with move {ply}")
                before = now
    return found


def miscounted(place: Path | str) -> list[str]:
    """Rated games that were played to their end and did not count once for each account there, or
    ratings that have counted others."""
    found = []
    with rows_of(place) as connection:
        rows = connection.execute(
            "SELECT tables.id, visitor FROM tables JOIN seats ON table_id = tables.id "
            "WHERE rated AND ended = 'played' AND visitor LIKE '@%'"
        ).fetchall()
        counted = connection.execute("SELECT table_id, account FROM rated_games").fetchall()
        games = dict(connection.execute("SELECT account, games FROM ratings").fetchall())
    if sorted(map(tuple, rows)) != sorted(map(tuple, counted)):
        found.append(f"over: {sorted(map(tuple, rows))}; counted: {sorted(map(tuple, counted))}")
    for account, number in games.items():
        if number != sum(who == account for _, who in counted):
            found.append(f"{account}: {number} games, {counted}")
    return found


def holes(place: Path | str) -> list[str]:
    """Tables whose moves do not follow each other, or cannot be replayed to where the row says."""
    found = []
    kept = moves_on_disk(place)
    with rows_of(place) as connection:
        rows = connection.execute(
            "SELECT id, game, options, plies, turn, ended FROM tables"
        ).fetchall()
    for table, game, options, plies, turn, ended in rows:
        moves = kept[table]
        if [ply for ply, _ in moves] != list(range(1, plies + 1)):
            found.append(f"{table}: plies {[ply for ply, _ in moves]}, of {plies}")
            continue
        try:
            end = linden.replay(linden.load(game, **read(options)), [move for _, move in moves])
        except ValueError as error:
            found.append(f"{table}: {error}")
            continue
        if end.turn != turn or end.over != (ended == "played"):
            found.append(f"{table}: the row says turn {turn}, ended {ended!r}; the moves {end!r}")
    return found
