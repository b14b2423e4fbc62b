"""What the disk holds, read without Linden's own store."""

import json
import sqlite3
from contextlib import closing
from pathlib import Path

import linden


def moves_on_disk(path: Path) -> dict[str, list[tuple[int, str]]]:
    """Each table's moves with their plies, in order."""
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        tables = [row[0] for row in connection.execute("SELECT id FROM tables")]
        return {
            table: list(
                connection.execute(
                    "SELECT ply, move FROM moves WHERE table_id = ? ORDER BY ply", (table,)
                )
            )
            for table in tables
        }


def holes(path: Path) -> list[str]:
    """Tables whose moves do not follow each other, or cannot be replayed to where the row says."""
    found = []
    kept = moves_on_disk(path)
    with closing(sqlite3.connect(f"file:{path}?mode=ro", uri=True)) as connection:
        rows = connection.execute(
            "SELECT id, game, options, plies, turn, ended FROM tables"
        ).fetchall()
    for table, game, options, plies, turn, ended in rows:
        moves = kept[table]
        if [ply for ply, _ in moves] != list(range(1, plies + 1)):
            found.append(f"{table}: plies {[ply for ply, _ in moves]}, of {plies}")
            continue
        try:
            end = linden.replay(
                linden.load(game, **json.loads(options)), [move for _, move in moves]
            )
        except ValueError as error:
            found.append(f"{table}: {error}")
            continue
        if end.turn != turn or end.over != (ended == "played"):
            found.append(f"{table}: the row says turn {turn}, ended {ended!r}; the moves {end!r}")
    return found
