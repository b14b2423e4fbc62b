"""What the lab's processes do for the server: play a run, or make something of its games.

``python -m linden.web.compute.lab_process play FILE`` plays what is missing in a file, in the time
that nobody else wants, and ends with its server. How far it is, and what went wrong, is kept in the
file itself (``lab/runs.py``); what was played counts, whenever it ends. The other words make a
report or an export of a file, or compare two variants, each of which may take seconds.
"""

import json
import logging
import math
import sqlite3
import sys
import time
from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import asdict
from pathlib import Path

from linden.batch.threads import cores
from linden.core import kernel
from linden.core.errors import GameError, OptionError, TablebaseError
from linden.lab import runner, runs
from linden.lab.compare import Difference, Side, compare, is_paired
from linden.lab.experiment import ExperimentError
from linden.lab.pools import pool_of
from linden.lab.report import report
from linden.lab.store import LabFile, export_csv, export_parquet
from linden.web.compute.processes import end_with_parent, step_back, step_back_for_all

log = logging.getLogger(__name__)

MODULE = __spec__.name
"""As Python finds this file, also where it is the one that runs."""
TOLD_SECONDS = 0.4
"""How often it is written down how far a run is."""
WAITED_FOR = 5
"""How far a process steps back for whom somebody waits."""
KNOWN_FAULTS = (ExperimentError, OptionError, GameError, TablebaseError)
"""Those whose sentence is for people."""


def play(path: Path) -> int:
    """Play what is missing; half of the cores are enough for what nobody sits and waits for."""
    last = 0.0

    def tell(now: runner.Progress) -> None:
        nonlocal last
        if time.monotonic() - last > TOLD_SECONDS:
            last = time.monotonic()
            runs.note(path, **{runs.PROGRESS: runs.told(now)})

    try:
        with LabFile.open(path) as read:
            experiment = read.experiment
        if experiment.runs_programs:  # the file may be from anywhere, and so may its commands
            raise ExperimentError(
                "Programs from outside play in runs that are started at the terminal."
            )
        with LabFile.create(path, experiment) as file, pool_of(max(1, cores() // 2)) as pool:
            runner.run(file, pool, tell)
        runs.note(path, **{runs.PROGRESS: None})
    except KNOWN_FAULTS as error:
        return failed(path, str(error))
    except sqlite3.OperationalError as error:
        return failed(path, f"{path} cannot be written: {error}.")
    except Exception as error:
        log.exception("A run of the lab went wrong.")
        return failed(path, f"{type(error).__name__}: {error}"[:300])
    return 0


def failed(path: Path, sentence: str) -> int:
    """Write down what went wrong, without where files lie: everybody may read it."""
    print(sentence, file=sys.stderr)
    sentence = sentence.replace(str(path), path.name)
    with suppress(sqlite3.Error, ExperimentError):  # a full disk takes no note either
        runs.note(path, **{runs.FAILED: sentence})
    return 1


# -- made of games -------------------------------------------------------------------------------


def write_report(path: Path, target: Path) -> int:
    with LabFile.open(path) as file:
        target.write_text(report(file), encoding="utf-8")
    return 0


def write_csv(path: Path, target: Path) -> int:
    with LabFile.open(path) as file:
        export_csv(file, target)
    return 0


def write_parquet(path: Path, target: Path) -> int:
    with LabFile.open(path) as file:
        export_parquet(file, target)
    return 0


def told(it: Difference, margin: float | None) -> dict[str, object]:
    """A difference, without what JSON cannot say."""
    numbers = {
        key: value if math.isfinite(value) else None
        for key, value in asdict(it.interval).items()
        if key in ("estimate", "low", "high")
    }
    return {
        "name": it.name,
        "title": it.title,
        **numbers,
        "text": it.text,
        "verdict": it.verdict,
        "needed": it.games_needed(margin),
        "anytime": it.anytime,
    }


def write_comparison(one: Path, first: str, two: Path, second: str, margin: str = "") -> int:
    with LabFile.open(one) as left, LabFile.open(two) as right:
        sides = Side.of(left, int(first)), Side.of(right, int(second))
    found = {
        "paired": is_paired(*sides),
        "games": [len(side.rows) for side in sides],
        "rows": [told(it, float(margin) if margin else None) for it in compare(*sides)],
    }
    print(json.dumps(found))
    return 0


WORDS: dict[str, Callable[[Path, Path], int]] = {
    "report": write_report,
    "csv": write_csv,
    "parquet": write_parquet,
}


def main(arguments: Sequence[str]) -> int:
    word, *rest = arguments
    kernel.announcer.say = lambda sentence: None
    if word == "play":
        step_back_for_all()
        return play(Path(rest[0]))
    step_back(WAITED_FOR)
    try:
        if word == "compare":
            one, first, two, second, margin = rest
            return write_comparison(Path(one), first, Path(two), second, margin)
        return WORDS[word](Path(rest[0]), Path(rest[1]))
    except KNOWN_FAULTS as error:
        print(error, file=sys.stderr)
        return 2


if __name__ == "__main__":
    end_with_parent()
    sys.exit(main(sys.argv[1:]))
