"""Games that are known completely: asking their tables of exact values, and having them built.

``python -m linden.web.compute.tablebases linja '{}'`` is what a process runs that builds a table
for the server. It steps back for everything else, tells on its output how far it is, a line of
JSON at a time, and ends with its server; what it has done stays, and the next one goes on from
there.
"""

import asyncio
import json
import logging
import shutil
import sys
from collections.abc import Sequence
from dataclasses import dataclass, field
from pathlib import Path

from linden.core import kernel
from linden.core.errors import TablebaseError
from linden.core.game import Game, load
from linden.core.language import figure
from linden.core.position import Position
from linden.players.choice import Choice
from linden.solve.exact import Solved, if_solved, solver_for
from linden.solve.files import discard, unfinished
from linden.solve.solver import Solver, best_device, build
from linden.web.compute.compiling import PATIENT
from linden.web.compute.processes import end_with_parent, step_back
from linden.web.errors import Refusal
from linden.web.messages import Truth
from linden.web.texts import say

log = logging.getLogger(__name__)

SMALL = 100_000_000
"""Bytes of a table that takes less than a minute."""


# -- asking: for threads, because the first question loads what the table needs ------------------


def known(game: Game) -> Solved | None:
    """The table of exact values, if there is one that can be read."""
    try:
        return if_solved(game)
    except TablebaseError as error:
        log.warning("%s", error)
        return None


def exact_choice(position: Position, seed: int = 0) -> Choice | None:
    """What perfect play does here, if it is known; of equal moves, one that the seed picks."""
    from linden.solve.perfect import Perfect

    table = known(position.game)
    if table is None:
        return None
    try:
        return Perfect(position.game, seed, known=table).choose(position)
    except TablebaseError as error:
        log.warning("%s", error)
        return None


def exact_win(position: Position) -> float | None:
    """The first seat's share of the win with perfect play by both, where that is known."""
    table = None if position.over or position.game.players != 2 else known(position.game)
    if table is None:
        return None
    try:
        return table.worth(position).win
    except TablebaseError as error:
        log.warning("%s", error)
        return None


def worth_sentence(game: Game, lead: float) -> str:
    """The exact lead of seat 0, in words, with its seat marked (``core.wording``)."""
    if lead == 0:
        return say("Exact: a draw with perfect play.")
    winner, points = (0 if lead > 0 else 1), figure(f"{abs(lead):g}")
    return say(
        "Exact: {role} win[s] by {points} with perfect play.",
        role=game.role(winner),
        points=points,
    )


# -- building ------------------------------------------------------------------------------------


@dataclass
class Build:
    """One table that is being built by a process of its own."""

    game: Game
    path: Path
    process: asyncio.subprocess.Process
    done: float
    stopped: bool = False
    error: str = ""
    task: "asyncio.Task[None] | None" = field(default=None, repr=False)

    def hear(self, line: bytes) -> None:
        """A line of the process; what is not meant for the server is passed over."""
        try:
            told = json.loads(line)
            self.done = float(told.get("done", self.done))
            self.error = str(told.get("error", self.error))
        except (ValueError, AttributeError, TypeError):
            log.warning("A build said %r.", line)


class Tablebases:
    """Which games are known completely, and the one that is being worked out."""

    def __init__(self) -> None:
        self._build: Build | None = None
        self._failed: dict[Path, str] = {}
        self._changing = asyncio.Lock()

    async def ready(self, game: Game) -> bool:
        return await asyncio.to_thread(known, game) is not None

    async def of(self, game: Game) -> Truth:
        """How it stands with this game."""
        return await asyncio.to_thread(self._of, game)

    def _of(self, game: Game) -> Truth:
        try:
            solver = solver_for(game)
        except TablebaseError as error:
            return Truth(state="none", says=str(error))
        running, size = self._build, solver.size  # a build may end while this looks
        try:
            if if_solved(game) is not None:
                sentence = say("{game} is known completely here.", game=game.title)
                return Truth(state="ready", done=1.0, says=sentence, bytes=size)
        except TablebaseError as error:
            log.warning("%s", error)
            sentence = say(
                "The table of {game} is damaged, or of another version. Remove {file} and work it "
                "out again.",
                game=game.title,
                file=solver.path,
            )
            return Truth(state="failed", says=sentence, bytes=size)
        path = solver.path
        if running is not None and running.path == path:
            sentence = say("Working out {game}.", game=game.title)
            return Truth(state="building", done=running.done, says=sentence, bytes=size)
        if not offered(solver):
            return Truth(state="none", says=_too_large(solver), bytes=size)
        begun = solver.begun()
        if path in self._failed:
            return Truth(
                state="failed", done=begun, says=self._failed[path] or _stopped(), bytes=size
            )
        return Truth(state="possible", done=begun, says=_possible(solver, begun), bytes=size)

    async def start(self, game: Game) -> Truth:
        """Build the table, or go on building it; whoever asks while it is built is told so."""
        async with self._changing:
            now = await self.of(game)
            if now.state == "none":
                raise Refusal(now.says, 409)
            if now.state in ("possible", "failed"):
                await self._start(game)
        return await self.of(game)

    async def _start(self, game: Game) -> None:
        solver = solver_for(game)
        if solver.path.exists():
            raise Refusal((await self.of(game)).says, 409)
        if self._build is not None:
            other = self._build.game.title
            raise Refusal(say("{game} is being worked out; one at a time.", game=other), 409)
        _check_room(solver)
        self._failed.pop(solver.path, None)
        begun = await asyncio.to_thread(solver.begun)
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "linden.web.compute.tablebases", game.name),
            json.dumps(game.changed_options),
            stdin=asyncio.subprocess.DEVNULL,
            stdout=asyncio.subprocess.PIPE,
        )
        self._build = Build(game, solver.path, process, begun)
        self._build.task = asyncio.create_task(self._follow(self._build))

    async def _follow(self, running: Build) -> None:
        """Hear how far it is, to its end."""
        assert running.process.stdout is not None
        async for line in running.process.stdout:
            running.hear(line)
        code = await running.process.wait()
        if code and not running.stopped:
            self._failed[running.path] = running.error
        self._build = None

    async def cancel(self, game: Game) -> Truth:
        """Stop the build and keep what is done; where none runs, throw away what was kept."""
        async with self._changing:
            now, running = await self.of(game), self._build
            if now.state == "building":
                await _stop(running)
            elif now.state in ("possible", "failed"):
                path = solver_for(game).path
                self._failed.pop(path, None)
                try:
                    await asyncio.to_thread(discard, path)
                except TablebaseError as error:
                    log.warning("%s", error)
                    sentence = say(
                        "{game} is being worked out by another process.", game=game.title
                    )
                    raise Refusal(sentence, 409) from None
        return await self.of(game)

    async def close(self) -> None:
        await _stop(self._build)


async def _stop(running: Build | None) -> None:
    if running is None or running.task is None:
        return
    running.stopped = True
    if running.process.returncode is None:
        running.process.kill()
    await running.task


def offered(solver: Solver) -> bool:
    """Whether a page may have this table built."""
    return bool(solver.minutes) or solver.size <= SMALL


def _stopped() -> str:
    return say("Working it out stopped before its end. What is done is kept.")


def _check_room(solver: Solver) -> None:
    """Refuse what does not fit on the disk; a part that is there already counts."""
    path = solver.path
    part = unfinished(path)
    there = _taken(part) if part.exists() else 0
    folder = next(one for one in path.parents if one.exists())
    free = shutil.disk_usage(folder).free
    missing = solver.size + solver.size // 512 - there  # with the checksums
    if free < missing:
        raise Refusal(
            say(
                "There is not enough room: {needed} are needed and {free} free in {folder}. Make "
                "room there, or start Linden with LINDEN_SOLVED_DIR naming another folder.",
                needed=room(missing),
                free=room(free),
                folder=folder,
            ),
            507,
        )


def _taken(part: Path) -> int:
    """The room that a file takes on the disk; one with holes takes less than its length."""
    found = part.stat()
    return found.st_blocks * 512 if hasattr(found, "st_blocks") else found.st_size


def _possible(solver: Solver, begun: float) -> str:
    title = solver.game.title
    if begun:
        return say(
            "{share} % of {game} is worked out and kept; it goes on from there.",
            share=int(100 * begun) or "<1",
            game=title,
        )
    if solver.minutes:
        return say(
            "{game} can be known completely. It takes this computer about {minutes} minutes and "
            "{room}.",
            game=title,
            minutes=solver.minutes,
            room=room(solver.size),
        )
    return say(
        "{game} on this board can be known completely. It takes this computer less than a "
        "minute and {room}.",
        game=title,
        room=room(solver.size),
    )


def _too_large(solver: Solver) -> str:
    return say(
        "{game} on this board takes {room} to be known completely; linden solve builds that at the "
        "terminal.",
        game=solver.game.title,
        room=room(solver.size),
    )


def room(size: int) -> str:
    """Bytes as people say them."""
    if size >= 1e9:
        return say("{size} GB", size=figure(f"{size / 1e9:.1f}"))
    return say("{size} MB", size=f"{max(size / 1e6, 1):.0f}")


# -- in a process of its own ---------------------------------------------------------------------


def tell(**news: object) -> None:
    print(json.dumps(news), flush=True)


def work_out(solver: Solver, device: str) -> None:
    """Build the table; a GPU that cannot do it is no reason to stop."""

    def report(share: float) -> None:
        tell(done=share)

    if device == "gpu":
        try:
            build(solver, "gpu", report=report)
        except TablebaseError:
            raise
        except Exception:
            log.exception("The GPU could not do it; the processors do.")
        else:
            return
    build(solver, "cpu", report=report)


def main(arguments: Sequence[str]) -> int:
    name, options = arguments
    step_back(PATIENT)
    kernel.announcer.say = lambda sentence: None
    try:
        work_out(solver_for(load(name, **json.loads(options))), best_device())
    except TablebaseError as error:
        tell(error=str(error))
        return 1
    return 0


if __name__ == "__main__":
    end_with_parent()
    sys.exit(main(sys.argv[1:]))
