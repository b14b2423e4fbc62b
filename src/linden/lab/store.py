"""The file of an experiment: SQLite, a row for each block of games, written as they end.

Blocks have fixed places and are the same whoever played them, so a block that is written twice
changes nothing. What is in the file when a run is killed is all of it that counts: the next run
plays the rest.
"""

import csv
import json
import sqlite3
from collections.abc import Iterator, Mapping, Sequence
from datetime import UTC, datetime
from itertools import islice
from pathlib import Path
from typing import Any

import numpy as np
from filelock import FileLock, Timeout

import linden
from linden.core.game import declaration, load
from linden.lab.experiment import Experiment, ExperimentError, Variant
from linden.lab.rows import PLAIN, Rows, counted, row_type

FORMAT = 1
PAGE = 65_536
"""Bytes: blocks of random games are large, and written in half the time than with small pages."""
SCHEMA = (
    "create table about (key text primary key, value text not null)",
    """create table blocks (
    variant integer not null,
    first integer not null,
    count integer not null,
    complete integer not null,
    data blob not null,
    primary key (variant, first)
)""",
)
MEASURES = "measures"
"""What a file says was counted in its games; those from before say nothing."""
GROUP = 50_000
"""Games of an export that are held in memory at once."""


class LabFile:
    """An experiment and its games on disk."""

    def __init__(self, path: Path, database: sqlite3.Connection, experiment: Experiment) -> None:
        self.path = path
        self.experiment = experiment
        self._database = database
        self._measures = _measures(path, _about(path, database))
        self._lock: FileLock | None = None

    # -- opening

    @classmethod
    def create(cls, path: Path, experiment: Experiment) -> "LabFile":
        """The file of ``experiment``, new or as an earlier run left it; nobody else may write."""
        lock = FileLock(f"{path}.lock")
        try:
            lock.acquire(timeout=0)
        except Timeout:
            raise ExperimentError(f"Another lab is writing {path}; choose another file.") from None
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            database = _connect(path)
            try:
                if _is_empty(path, database):
                    _begin(database, experiment)
                _check(path, database, experiment)
                database.execute("pragma synchronous = normal")
                database.execute(
                    "insert or replace into about values ('experiment', ?)", (experiment.text,)
                )
                database.commit()
                made = cls(path, database, experiment)
            except BaseException:
                database.close()
                raise
        except BaseException:
            lock.release()
            raise
        made._lock = lock
        return made

    @classmethod
    def open(cls, path: Path) -> "LabFile":
        """A file to be read, also while a run writes it."""
        if not path.is_file():
            raise ExperimentError(f"There is no file {path}; linden lab run writes one.")
        database = _connect(path)
        try:
            about = _about(path, database)
            _check_format(path, about)
            return cls(path, database, Experiment.from_text(about["experiment"]))
        except BaseException:
            database.close()
            raise

    def close(self) -> None:
        self._database.close()
        if self._lock is not None:
            self._lock.release()
            Path(self._lock.lock_file).unlink(missing_ok=True)

    def __enter__(self) -> "LabFile":
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    @property
    def about(self) -> dict[str, str]:
        """What the file says of itself: experiment, version, when it was begun."""
        return _about(self.path, self._database)

    # -- writing

    def write(self, variant: int, first: int, count: int, full: bool, data: bytes) -> None:
        """Keep a block; one that is there and as long already stays."""
        self._database.execute(
            "insert into blocks values (?, ?, ?, ?, ?) on conflict (variant, first) do update "
            "set count = excluded.count, data = excluded.data where excluded.count > count",
            (variant, first, count, full, data),
        )
        self._database.commit()

    # -- reading

    def done(self, variant: int) -> dict[int, int]:
        """The first game and the length of each block that is there."""
        found = self._database.execute(
            "select first, count from blocks where variant = ?", (variant,)
        )
        return {first: count for first, count in found if self._is_block(first, count)}

    def _is_block(self, *numbers: Any) -> bool:
        """SQLite keeps whatever it is given, and a file may be from anywhere."""
        if all(isinstance(number, int) for number in numbers):
            return True
        raise ExperimentError(f"{self.path} is damaged: where its games lie is not in numbers.")

    def _parts(self, variant: Variant) -> Iterator[tuple[int, int, int, bytes]]:
        """The blocks of a variant in order: the first game, how many, whether they were looked at
        move by move, and all of them."""
        query = "select first, count, complete, data from blocks where variant = ? order by first"
        for block in self._database.execute(query, (variant.number,)):
            if self._is_block(*block[:3]):
                yield block

    def blocks(self) -> list[tuple[Any, ...]]:
        """All that was played, bit by bit: files of the same experiment have the same."""
        wanted = "select * from blocks order by variant, first"
        return self._database.execute(wanted).fetchall()

    def games(self, variant: int) -> int:
        """How many games there are without a gap, from the first on."""
        upto = 0
        for first, count in sorted(self.done(variant).items()):
            if first != upto:
                break
            upto += count
        return upto

    def rows(self, variant: Variant, *, full: bool = False, upto: int | None = None) -> Rows:
        """The games of a variant in order, up to the first gap; with ``full`` those that were
        looked at move by move, which come first."""
        wanted, parts, at = row_type(variant.game, full, self._measures), [], 0
        for first, count, complete, data in self._parts(variant):
            if first != at or (upto is not None and first >= upto):
                break
            at += count
            found = self._read(variant, count, complete, data)
            if complete or not full:
                parts.append(found if found.dtype == wanted else _narrow(found, wanted))
        if not parts:
            return np.zeros(0, wanted)
        whole: Rows = np.concatenate(parts)
        return whole if upto is None else whole[:upto]

    def numbered(self, variant: Variant) -> Iterator[tuple[int, Any]]:
        """Every game with its number, as the export has them."""
        for first, count, complete, data in self._parts(variant):
            rows = self._read(variant, count, complete, data)
            for i in range(len(rows)):
                yield first + i, rows[i]

    def _read(self, variant: Variant, count: int, complete: int, data: bytes) -> Rows:
        """The games of a block, as they were counted when it was played."""
        kept = row_type(variant.game, bool(complete), self._measures)
        if not isinstance(data, bytes) or len(data) != count * kept.itemsize:
            raise ExperimentError(
                f"{self.path} has games in which other things were counted than in those of this "
                "Linden, or it is damaged."
            )
        return np.frombuffer(data, kept)

    # -- as a table

    def columns(self, variant: Variant) -> dict[str, np.dtype[Any]]:
        """The names of a game's cells in an export, and what they are: keys need all of their 64
        bits."""
        kept = row_type(variant.game, True, self._measures)
        found: dict[str, np.dtype[Any]] = {}
        for name in kept.names or ():
            shape = kept[name].shape
            parts = [f"{name}_{seat}" for seat in range(shape[0])] if shape else [name]
            found |= dict.fromkeys(parts, kept[name].base)
        return found

    def lines(self, names: Sequence[str]) -> Iterator[tuple[Any, ...]]:
        """Every game of every variant: the variant, its label, the game's number, and its cells in
        the columns of these names."""
        for variant in self.experiment.variants:
            own = list(self.columns(variant))
            for number, row in self.numbered(variant):
                told = dict(zip(own, cells(row), strict=False))
                yield variant.number, variant.label, number, *map(told.get, names)


def _narrow(found: Rows, wanted: np.dtype[Any]) -> Rows:
    made = np.zeros(len(found), wanted)
    for name in wanted.names or ():
        made[name] = found[name]
    return made


def _connect(path: Path) -> sqlite3.Connection:
    return sqlite3.connect(path, timeout=30)


def _no_file(path: Path) -> ExperimentError:
    return ExperimentError(f"{path} is no file of the lab; choose another.")


def _is_empty(path: Path, database: sqlite3.Connection) -> bool:
    """Whether nothing is in it yet: it is new, or whoever made it was killed meanwhile."""
    try:
        found = database.execute("select 1 from sqlite_master limit 1").fetchone()
    except sqlite3.DatabaseError:
        raise _no_file(path) from None
    return found is None


def _begin(database: sqlite3.Connection, experiment: Experiment) -> None:
    """Make a file of the lab of an empty one, all of it or nothing."""
    database.execute(f"pragma page_size = {PAGE}")
    database.execute("pragma journal_mode = wal")
    database.execute("begin immediate")
    for statement in SCHEMA:
        database.execute(statement)
    _write_about(database, experiment)
    database.commit()


def _about(path: Path, database: sqlite3.Connection) -> dict[str, str]:
    """What a file says of itself. It may be from anywhere: one with views or triggers would have
    work done that is none of ours, perhaps without end."""
    try:
        kinds = set(database.execute("select type from sqlite_master").fetchall())
        if not kinds <= {("table",), ("index",)}:
            raise _no_file(path)
        found = database.execute("select key, value from about").fetchall()
    except sqlite3.DatabaseError:
        raise _no_file(path) from None
    return {str(key): str(value) for key, value in found}


def _measures(path: Path, about: dict[str, str]) -> list[str] | None:
    """What was counted in the games of a file, if it says so."""
    try:
        found = json.loads(about.get(MEASURES, "null"))
    except (ValueError, RecursionError):
        raise _no_file(path) from None
    if found is None:
        return None
    if not isinstance(found, list) or not all(
        isinstance(name, str) and name.isidentifier() and name not in PLAIN for name in found
    ):
        raise _no_file(path)
    return list(dict.fromkeys(found))


def _write_about(database: sqlite3.Connection, experiment: Experiment) -> None:
    told = {
        "experiment": experiment.text,
        "format": str(FORMAT),
        "linden": linden.__version__,
        "rules": str(declaration(experiment.game).version),
        "begun": datetime.now(UTC).isoformat(timespec="seconds"),
        MEASURES: json.dumps(counted(load(experiment.game))),
    }
    database.executemany("insert into about values (?, ?)", told.items())


def _check_format(path: Path, about: Mapping[str, str]) -> None:
    """Refuse a file that does not say what all files of the lab say, or means something else by
    it."""
    if not {"experiment", "format", "linden", "begun"} <= about.keys():
        raise _no_file(path)
    if about["format"] != str(FORMAT):
        raise ExperimentError(
            f"{path} has the format {about['format'][:20]}, and this Linden reads {FORMAT} alone; "
            "choose another file."
        )


def _check(path: Path, database: sqlite3.Connection, experiment: Experiment) -> None:
    """Refuse a file that holds something else; more or fewer games are no difference."""
    about = _about(path, database)
    _check_format(path, about)
    try:
        there = json.loads(about.get("experiment", "null"))
    except (ValueError, RecursionError):
        there = None
    if not isinstance(there, dict):
        raise _no_file(path)
    for key, value in experiment.identity.items():
        if there.get(key) != value:
            raise ExperimentError(
                f"{path} holds an experiment with {key}={_short(there.get(key))}, "
                f"not {_short(value)}; choose another file."
            )
    rules = str(declaration(experiment.game).version)
    if (about.get("linden"), about.get("rules")) != (linden.__version__, rules):
        raise ExperimentError(
            f"{path} was begun by Linden {about.get('linden')}, rules {about.get('rules')}; this "
            f"is {linden.__version__}, rules {rules}, whose games may differ: choose another file."
        )
    if _measures(path, about) not in (None, list(counted(load(experiment.game)))):
        raise ExperimentError(
            f"{path} has games in which other things were counted than are now; choose another "
            "file."
        )


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) <= 80 else text[:77] + "..."


# -- export --------------------------------------------------------------------------------------


def cells(row: Any) -> list[Any]:
    found: list[Any] = []
    for name in row.dtype.names:
        value = row[name]
        found += value.tolist() if isinstance(value, np.ndarray) else [value.item()]
    return [None if value != value else value for value in found]


def names_of(file: LabFile) -> dict[str, np.dtype[Any]]:
    """The columns of an export, those of all variants together."""
    found: dict[str, np.dtype[Any]] = {}
    for variant in file.experiment.variants:
        found |= file.columns(variant)
    return found


def export_csv(file: LabFile, target: Path) -> int:
    """One line a game, the variant's own options in front; how many there are."""
    names, count = list(names_of(file)), 0
    with target.open("w", newline="", encoding="utf-8") as out:
        writer = csv.writer(out)
        writer.writerow(["variant", "label", "game", *names])
        for line in file.lines(names):
            writer.writerow(line)
            count += 1
    return count


def export_parquet(file: LabFile, target: Path) -> int:
    """The same as Parquet, where pyarrow is installed."""
    try:
        import pyarrow
        import pyarrow.parquet
    except ImportError:
        raise ExperimentError(
            "Parquet needs pyarrow: pip install pyarrow; or export to a name that ends in .csv."
        ) from None
    types, count = names_of(file), 0
    fields = [("variant", pyarrow.int64()), ("label", pyarrow.string()), ("game", pyarrow.int64())]
    fields += [(name, pyarrow.from_numpy_dtype(dtype)) for name, dtype in types.items()]
    schema, lines = pyarrow.schema(fields), file.lines(list(types))
    with pyarrow.parquet.ParquetWriter(target, schema) as writer:
        while some := list(islice(lines, GROUP)):
            arrays = map(pyarrow.array, zip(*some, strict=True), schema.types)
            writer.write_table(pyarrow.Table.from_arrays(list(arrays), schema=schema))
            count += len(some)
    return count
