"""A folder of runs: what is wished for each, how far it is, and what went wrong, in its own file.

A run is a file of the lab and nothing beside it. Wishes stand in its table ``about``, so they are
found again after a restart, and any process that reads the folder sees the same. A file that
``linden lab run`` has written is a run like any other, once it lies there.
"""

import json
import logging
import math
import sqlite3
from collections.abc import Mapping
from contextlib import closing
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from pathlib import Path

from linden.core.errors import GameError, OptionError
from linden.lab.experiment import Experiment, ExperimentError
from linden.lab.runner import Progress, finished
from linden.lab.store import LabFile

log = logging.getLogger(__name__)

SUFFIX = ".sqlite"
WANTED, FAILED, PROGRESS, REMOVED = "wanted", "failed", "progress", "removed"
"""What a run's file says of itself beside its experiment."""

Stamp = tuple[int, ...]


@dataclass(frozen=True)
class Run:
    """A run as its file tells of it."""

    id: str
    path: Path
    experiment: Experiment | None
    """``None`` where the file cannot be read,"""
    fault: str = ""
    """for this reason."""
    begun: float = 0.0
    """Seconds since 1970."""
    games: tuple[int, ...] = ()
    """How many there are of each variant."""
    finished: bool = False
    wanted: float | None = None
    """Since when it is to be played; ``None`` where it is not."""
    failed: str | None = None
    """Why it stopped; empty where nobody knows."""
    removed: float | None = None
    progress: dict[str, float] = field(default_factory=dict)
    """What the process that plays it has told last."""
    stamp: Stamp = ()

    @property
    def done(self) -> int:
        return sum(self.games)


def stamp_of(path: Path) -> Stamp:
    """Another one, as soon as something was written."""
    found: list[int] = []
    for part in (path, path.with_name(f"{path.name}-wal")):
        try:
            now = part.stat()
            found += (now.st_mtime_ns, now.st_size)
        except OSError:  # it is gone, or a link that leads nowhere
            found += (0, 0)
    return tuple(found)


def read_run(path: Path) -> Run:
    """The run of a file; what is wrong with the file is a part of it."""
    stamp = stamp_of(path)
    try:
        with closing(LabFile.open(path)) as file:
            about, counts = file.about, counted(path)
            numbers = range(len(file.experiment.variants))
            return Run(
                path.stem,
                path,
                file.experiment,
                begun=datetime.fromisoformat(about["begun"]).timestamp(),
                games=tuple(counts.get(it, 0) for it in numbers),
                finished=finished(file),
                wanted=_number(about.get(WANTED)),
                failed=about.get(FAILED),
                removed=_number(about.get(REMOVED)),
                progress=_progress(about),
                stamp=stamp,
            )
    except (ExperimentError, OptionError, GameError) as error:
        fault = str(error)
    except Exception:  # a file from elsewhere may hold anything, and the others are to be read
        log.info("%s cannot be read.", path, exc_info=True)
        fault = f"{path.name} is no file of the lab."
    return Run(path.stem, path, None, fault, stamp=stamp)


def renewed(run: Run) -> Run:
    """The same run a moment later, while it is played: what can be read at once."""
    stamp = stamp_of(run.path)
    try:
        with closing(sqlite3.connect(run.path, timeout=30)) as database:
            about = dict(database.execute("select key, value from about").fetchall())
        counts = counted(run.path)
        return replace(
            run,
            games=tuple(counts.get(it, 0) for it in range(len(run.games))),
            wanted=_number(about.get(WANTED)),
            failed=about.get(FAILED),
            removed=_number(about.get(REMOVED)),
            progress=_progress(about),
            stamp=stamp,
        )
    except (sqlite3.Error, TypeError, ValueError, OverflowError):  # it is not what it was
        return read_run(run.path)


def counted(path: Path) -> dict[int, int]:
    """How many games of each variant are kept."""
    with closing(sqlite3.connect(path, timeout=30)) as database:
        query = "select variant, sum(count) from blocks group by variant"
        return {int(variant): int(count) for variant, count in database.execute(query)}


def _number(text: str | None) -> float | None:
    if not text:
        return None
    number = float(text)
    if not math.isfinite(number):
        raise ValueError(f"{text} is no moment.")
    return number


def _progress(about: Mapping[str, str]) -> dict[str, float]:
    """What was told last of how far a run is, as far as that is numbers."""
    said = json.loads(about.get(PROGRESS, "{}"))
    if not isinstance(said, dict):
        return {}
    return {
        name: float(said[name])
        for name in ("done", "total", "left", "at")
        if isinstance(said.get(name), int | float) and math.isfinite(said[name])
    }


def create_run(path: Path, experiment: Experiment, wanted: float) -> None:
    """A new run, which is to be played."""
    LabFile.create(path, experiment).close()
    note(path, **{WANTED: str(wanted)})


def note(path: Path, **said: str | None) -> None:
    """Write such things down; ``None`` forgets one."""
    if not path.is_file():
        raise ExperimentError(f"There is no file {path}.")
    with closing(sqlite3.connect(path, timeout=30)) as database:
        for key, value in said.items():
            if value is None:
                database.execute("delete from about where key = ?", (key,))
            else:
                database.execute("insert or replace into about values (?, ?)", (key, value))
        database.commit()


def told(progress: Progress) -> str:
    """How far a run is, as its file keeps it."""
    now = datetime.now(UTC).timestamp()
    left = progress.seconds_left
    return json.dumps({"done": progress.done, "total": progress.total, "left": left, "at": now})


def unlink(path: Path) -> None:
    """Throw a run away."""
    for part in ("", "-wal", "-shm", ".lock"):
        path.with_name(path.name + part).unlink(missing_ok=True)
