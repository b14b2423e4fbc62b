"""The lab's runs at this server: a folder of files, played one after the other by a process of its
own that steps back for everything else.

All that is wished stands in the runs' own files (``lab/runs.py``). So whatever kills the server,
the next one goes on where it was; and where several nodes share a folder, each may be asked, and
the one that holds the folder's lock sees to it that one run at a time is played.
"""

import asyncio
import hashlib
import json
import logging
import os
import re
import secrets
import shutil
import sqlite3
import sys
import time
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Literal
from weakref import WeakValueDictionary

from filelock import FileLock, Timeout

from linden.lab import runs
from linden.lab.experiment import Experiment, ExperimentError
from linden.lab.runs import Run
from linden.web.compute import lab_process
from linden.web.errors import Refusal
from linden.web.texts import say

log = logging.getLogger(__name__)

NAME = re.compile(r"\w[\w.-]{0,99}", re.A)
"""What a run may be called; other files are none of ours."""
IDLE_SECONDS, BUSY_SECONDS = 2.0, 0.3
"""How often the folder is looked at."""
FRESH_SECONDS = 60.0
"""A run of another node is running if it has told something within so long."""
REMOVED_SECONDS = 600.0
"""So long a deleted run can be brought back."""
LEAST_ROOM = 200_000_000
"""Bytes that have to be free where a run begins."""
MADE_SECONDS = 300.0
"""How long a report may take."""
GAME_BYTES = 400
"""What a game takes at most in what is made of a run."""
PART = ".part"
"""How names of files end that are not finished."""
RETRY_SECONDS = 5

State = Literal["waiting", "running", "paused", "done", "failed"]
Made = Literal["report", "csv", "parquet"]
SUFFIXES: dict[Made, str] = {"report": "html", "csv": "csv", "parquet": "parquet"}


@dataclass
class Playing:
    """The process that plays a run."""

    id: str
    process: asyncio.subprocess.Process
    stopped: bool = False
    task: "asyncio.Task[None] | None" = None


class Lab:
    """All runs of a folder."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.changed: list[Callable[[], None]] = []
        """Called when a run is not as it was."""
        self._runs: dict[str, Run] = {}
        self._playing: Playing | None = None
        self._stuck: dict[str, str] = {}
        """Runs that failed and could not write it down, and why: not to be tried for ever."""
        self._wake = asyncio.Event()
        self._looking = asyncio.Lock()
        self._making = asyncio.Semaphore(2)
        self._turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Of those for whom something is made: each has one thing made at a time."""
        self._underway: dict[Path, asyncio.Task[None]] = {}
        """What is being made, for all who ask for it meanwhile."""
        self._claim = FileLock(folder / "playing.lock", thread_local=False)
        self._task: asyncio.Task[None] | None = None

    def open(self) -> None:
        self._task = asyncio.create_task(self._tend())

    async def close(self) -> None:
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)
        making = list(self._underway.values())
        for task in making:
            task.cancel()
        await asyncio.gather(*making, return_exceptions=True)
        await self._stop_playing()
        if self._claim.is_locked:
            self._claim.release()

    # -- what there is

    @property
    def runs(self) -> list[Run]:
        """The latest first."""
        shown = (run for run in self._runs.values() if run.removed is None)
        return sorted(shown, key=lambda run: (-run.begun, run.id))

    def state(self, run: Run) -> State:
        if run.experiment is None or run.failed is not None or run.id in self._stuck:
            return "failed"
        if self._playing is not None and self._playing.id == run.id:
            return "running"
        if run.finished:
            return "done"
        if run.wanted is None or run.experiment.runs_programs:
            return "paused"
        told = run.progress.get("at", 0.0)
        elsewhere = not self._claim.is_locked and time.time() - told < FRESH_SECONDS
        return "running" if elsewhere else "waiting"

    def fault(self, run: Run) -> str:
        """Why it has failed; empty where nobody knows."""
        return run.fault or run.failed or self._stuck.get(run.id, "")

    async def get(self, name: str) -> Run:
        """The run as it is now, or a refusal."""
        await self._look()
        run = self._runs.get(name)
        if run is None or run.removed is not None:
            raise Refusal(say("There is no such run; it may have been deleted."), 404)
        return run

    # -- what is wished

    async def start(self, experiment: Experiment) -> str:
        """Have an experiment played, as soon as nothing else is; the new run's name."""
        try:
            await asyncio.to_thread(self.folder.mkdir, 0o700, parents=True, exist_ok=True)
            free = shutil.disk_usage(self.folder).free
        except OSError as error:
            raise Refusal(
                say("The lab’s folder cannot be written to: {reason}.", reason=error.strerror), 507
            ) from None
        if free < LEAST_ROOM:
            raise Refusal(
                say("There is not enough room on this computer’s disk for another run."),
                507,
            )
        try:
            async with self._looking:
                path = await asyncio.to_thread(self._create, experiment)
        except (OSError, sqlite3.Error) as error:
            raise Refusal(
                say("The lab’s folder cannot be written to: {reason}.", reason=str(error)), 507
            ) from None
        await self._look()
        return path.stem

    def _create(self, experiment: Experiment) -> Path:
        """A new run's file, under a name that is free; another node may take one meanwhile."""
        stem = f"{experiment.game}-{datetime.now(UTC):%Y%m%d-%H%M%S}"
        for name in (stem, *(f"{stem}-{more}" for more in range(2, 100))):
            path = self.folder / f"{name}{runs.SUFFIX}"
            if not path.exists():
                with suppress(ExperimentError):
                    runs.create_run(path, experiment, time.time())
                    return path
        raise OSError(f"{stem} is there a hundred times")

    async def stop(self, name: str) -> None:
        """Play no further; what was played is kept."""
        await self._note(await self.get(name), **{runs.WANTED: None})

    async def go_on(self, name: str) -> None:
        """Play the rest. Whoever has a file has its programs run by starting it: one that was
        copied here from elsewhere is not to start any by itself, or by a button."""
        run = await self.get(name)
        if run.experiment is not None and run.experiment.runs_programs:
            raise Refusal(
                say("Programs from outside play in runs that are started at the terminal."), 409
            )
        self._stuck.pop(name, None)
        await self._note(run, **{runs.WANTED: str(time.time()), runs.FAILED: None})

    async def remove(self, name: str) -> None:
        """Take a run away; for some minutes it can be brought back."""
        wish = {runs.WANTED: None, runs.REMOVED: str(time.time())}
        await self._note(await self.get(name), **wish)

    async def restore(self, name: str) -> None:
        await self._look()
        run = self._runs.get(name)
        if run is None:
            raise Refusal(say("This run is deleted for good."), 404)
        await self._note(run, **{runs.REMOVED: None})

    async def _note(self, run: Run, **said: str | None) -> None:
        if run.experiment is None:
            raise Refusal(
                say("This file is not from the lab; whoever put it there can delete it."), 409
            )
        try:
            await asyncio.to_thread(runs.note, run.path, **said)
        except (sqlite3.Error, ExperimentError) as error:
            reason = self._without_folder(str(error))
            raise Refusal(
                say("{file} cannot be written: {reason}.", file=run.path.name, reason=reason), 409
            ) from None
        await self._look()

    # -- looking after them

    async def _tend(self) -> None:
        while True:
            try:
                await self._look()
            except Exception:
                log.exception("The lab's runs could not be looked after.")
            seconds = IDLE_SECONDS if self._playing is None else BUSY_SECONDS
            with suppress(TimeoutError):
                async with asyncio.timeout(seconds):
                    await self._wake.wait()
            self._wake.clear()

    async def _look(self) -> None:
        """Read what has changed, and do what is wished."""
        async with self._looking:
            before = self._signs()
            await asyncio.to_thread(self._scan)
            if await asyncio.to_thread(self._in_charge):
                await self._decide()
            after = self._signs()
        if after != before:
            for tell in self.changed:
                tell()

    def _signs(self) -> list[tuple[Any, ...]]:
        return [(run.id, run.stamp, self.state(run)) for run in self.runs]

    def _scan(self) -> None:
        found: dict[str, Run] = {}
        playing = self._playing.id if self._playing is not None else ""
        for path in self.folder.glob(f"*{runs.SUFFIX}"):
            if not NAME.fullmatch(path.stem):
                continue
            known = self._runs.get(path.stem)
            if known is not None and known.stamp == runs.stamp_of(path):
                found[path.stem] = known
            elif known is not None and known.experiment is not None and path.stem == playing:
                found[path.stem] = runs.renewed(known)
            else:
                found[path.stem] = runs.read_run(path)
        self._runs = found

    def _in_charge(self) -> bool:
        """Whether it is this process that has runs played in this folder."""
        if self._claim.is_locked:
            return True
        if not self._runs:
            return False  # and no folder is made before it is needed
        try:
            self._claim.acquire(timeout=0)
        except (Timeout, OSError):
            return False
        return True

    async def _decide(self) -> None:
        now = self._playing
        if now is not None:
            run = self._runs.get(now.id)
            if run is None or run.wanted is None or run.removed is not None:
                await self._stop_playing()
        if self._playing is None:
            waiting = [run for run in self.runs if self.state(run) == "waiting"]
            if waiting:
                await self._play(min(waiting, key=lambda run: run.wanted or 0.0))
        for run in list(self._runs.values()):
            if run.removed is not None and time.time() - run.removed > REMOVED_SECONDS:
                try:
                    await asyncio.to_thread(self._throw_away, run)
                except OSError as error:
                    log.warning("%s cannot be deleted: %s", run.path, error)
                    continue
                del self._runs[run.id]

    def _throw_away(self, run: Run) -> None:
        runs.unlink(run.path)
        for made in (self.folder / "made").glob(f"{run.id}@*"):
            made.unlink(missing_ok=True)

    async def _play(self, run: Run) -> None:
        try:
            process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", lab_process.MODULE, "play", str(run.path)),
                stdin=asyncio.subprocess.DEVNULL,
            )
        except OSError as error:  # no room for a process; there may be some at the next look
            log.warning("A run of the lab cannot be started: %s", error)
            return
        self._playing = Playing(run.id, process)
        self._playing.task = asyncio.create_task(self._follow(self._playing))

    async def _follow(self, playing: Playing) -> None:
        """Wait for its end, and see what came of it."""
        code = await playing.process.wait()
        async with self._looking:
            run = self._runs.get(playing.id)
            if code and not playing.stopped and run is not None:
                await asyncio.to_thread(self._note_failure, run)
            if self._playing is playing:
                self._playing = None
                self._read_anew(playing.id)
        self._wake.set()

    def _read_anew(self, name: str) -> None:
        """While it was played, a run was only glanced at."""
        if (run := self._runs.get(name)) is not None:
            self._runs[name] = replace(run, stamp=())

    def _note_failure(self, run: Run) -> None:
        try:
            if runs.renewed(run).failed is None:
                runs.note(run.path, **{runs.FAILED: ""})
        except (sqlite3.Error, ExperimentError) as error:
            self._stuck[run.id] = self._without_folder(str(error))

    def _without_folder(self, sentence: str) -> str:
        """A sentence that everybody may read, so without where files lie."""
        return sentence.replace(f"{self.folder}/", "")

    async def _stop_playing(self) -> None:
        playing, self._playing = self._playing, None
        if playing is None:
            return
        playing.stopped = True
        if playing.process.returncode is None:
            playing.process.kill()
        await playing.process.wait()
        self._read_anew(playing.id)

    # -- made of the games, by processes of their own: each may take seconds

    async def made(self, run: Run, what: Made, owner: str) -> Path:
        """A file with the report or the games of a run, as they are now."""
        if not run.done:
            raise Refusal(say("No game of this run is finished yet."), 409)
        digest = hashlib.sha256(repr(runs.stamp_of(run.path)).encode()).hexdigest()[:12]
        target = self.folder / "made" / f"{run.id}@{digest}.{SUFFIXES[what]}"
        task = self._underway.get(target)
        if task is None:
            task = asyncio.create_task(self._make(run, what, target, owner))
            self._underway[target] = task
            task.add_done_callback(lambda _: self._underway.pop(target, None))
        await asyncio.shield(task)
        return target

    async def _make(self, run: Run, what: Made, target: Path, owner: str) -> None:
        """Have it written, unless it is there. Nodes that share the folder may do so at once, so
        each writes to a name of its own."""
        part = target.with_name(f"{target.name}.{secrets.token_hex(4)}{PART}")
        try:
            async with self._turn(owner):
                if not target.exists():
                    await asyncio.to_thread(self._make_room, run, target)
                    await self._ask(what, str(run.path), str(part))
                    part.replace(target)
        except OSError as error:
            log.error("The lab could not make %s: %s", target.name, error)
            raise _not_now() from None
        finally:
            part.unlink(missing_ok=True)

    @asynccontextmanager
    async def _turn(self, owner: str) -> AsyncIterator[None]:
        """Whoever has much made waits for what is made for others."""
        async with self._turns.setdefault(owner, asyncio.Lock()), self._making:
            yield

    def _make_room(self, run: Run, target: Path) -> None:
        """Take away what was made of a run before, but for the last, which may just be read; and
        what nobody has finished."""
        folder = target.parent
        folder.mkdir(0o700, exist_ok=True)
        os.utime(folder)  # by the clock that its files have their times from
        now = folder.stat().st_mtime
        for old in sorted(folder.glob(f"{run.id}@*{target.suffix}"), key=_changed)[:-1]:
            old.unlink(missing_ok=True)
        for left in folder.glob(f"*{PART}"):
            if now - _changed(left) > 2 * MADE_SECONDS:
                left.unlink(missing_ok=True)
        if shutil.disk_usage(folder).free < LEAST_ROOM + GAME_BYTES * run.done:
            raise OSError("there is too little room on the disk")

    async def compared(
        self, one: tuple[Run, int], two: tuple[Run, int], margin: float | None, owner: str
    ) -> dict[str, Any]:
        """How two variants differ."""
        words = [str(it) for run, number in (one, two) for it in (run.path, number)]
        async with self._turn(owner):
            told = await self._ask("compare", *words, "" if margin is None else str(margin))
        found: dict[str, Any] = json.loads(told)
        return found

    async def _ask(self, *words: str) -> bytes:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", lab_process.MODULE, *words),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
            stderr=asyncio.subprocess.PIPE,
        )
        try:
            async with asyncio.timeout(MADE_SECONDS):
                told, complaint = await process.communicate()
        except TimeoutError:
            told, complaint = b"", b"It took too long."
        finally:
            if process.returncode is None:
                process.kill()
                await process.wait()
        said = complaint.decode(errors="replace").strip()
        if process.returncode == 2 and said:
            raise Refusal(self._without_folder(said.splitlines()[-1]), 409)
        if process.returncode:
            log.error("The lab could not do %s: %s", words[0], said[-500:])
            raise _not_now()
        return told


def _not_now() -> Refusal:
    sentence = say("That cannot be made just now; linden lab does it at the terminal.")
    return Refusal(sentence, 503, retry=RETRY_SECONDS)


def _changed(path: Path) -> float:
    try:
        return path.stat().st_mtime
    except OSError:  # another node has taken it away
        return 0.0
