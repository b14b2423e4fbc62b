"""Compiling a game's code in other processes, so that the server never waits for a compiler.

Until a game's rules are compiled the server interprets them, which is quick enough for people;
only computers that search have to wait. ``python -m linden.web.compute.compiling linja '{}' 0 table
greedy`` is what such a process runs: the rules as positions use them, then what players of that
kind need, which is the same for all levels made of it. Each part leaves a marker in the cache
directory, so that the next server knows.
"""

import asyncio
import gc
import hashlib
import json
import logging
import os
import random
import sys
import traceback
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path

import numpy as np

from linden.core import cache, entry, kernel, registry
from linden.core.game import Game, load
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.registry import KINDS, kind_of
from linden.web.compute.processes import end_with_parent, stand_still, step_back

log = logging.getLogger(__name__)

Part = str
"""``table``, or a kind of player: ``guided``."""
TABLE = "table"
MODULE = __spec__.name
"""As Python finds this file, also where it is the one that runs."""
START_SECONDS = 3
"""What nobody has asked for begins that long after the server, when the first page is up."""
URGENT = 5
"""The same for those that somebody waits for: others wait for the server itself."""
PATIENT = 15
"""How far processes that nobody waits for step back (their ``nice`` value)."""
GARBAGE = 50_000
"""New objects before a process that compiles looks for garbage: most that it makes stay to its end,
and with Python's usual 700 looking took a fourteenth of its time."""


def marker(game: Game, part: Part) -> Path:
    """The file that says a part is compiled for states of this kind."""
    return cache.directory() / f"ready-{game.name}-{_kind(game)}-{part}"


@lru_cache(maxsize=256)
def _kind(game: Game) -> str:
    """What a game's states and sources are, in a few letters."""
    kind = f"{game.state_type.descr!r} {game.source_digest}"
    return hashlib.sha256(kind.encode()).hexdigest()[:12]


def use_table(game: Game) -> None:
    """Make every compiled call that a position makes, so that it is compiled, or loaded."""
    start = decision(game.start())
    states, target = start._state, start._state.copy()
    seats, most = game.players, game.rules.MOST_MOVES
    moves, facts = np.zeros(most, np.int32), np.zeros(3, np.int64)
    shares, points, gains = np.zeros(most, np.int64), np.zeros(seats), np.zeros(seats)
    entry.examine(states, moves, shares, points, gains, facts)
    entry.advance(states, int(moves[0]), target)
    entry.hide(states, 0, target)
    entry.gains(states, moves[: int(facts[1])], start.turn, target, points, np.zeros(most))


def decision(position: Position) -> Position:
    """The first position where somebody chooses."""
    rng = random.Random(1)
    while position.to_move == CHANCE:
        position = position.play(rng.choice(position.moves))
    return position


def use_player(game: Game, kind: Part) -> None:
    """Let a computer of this kind choose, so that what it needs is compiled, and no more."""
    from linden.players.registry import player
    from linden.web.compute.opponents import PERFECT

    entry.uncompiled.add(game.state_type)
    position = decision(game.start())
    if kind == PERFECT:
        from linden.web.compute.tablebases import exact_choice

        exact_choice(position)
    else:
        computer = player(game, kind)
        computer.load()
        computer.choose(position.view(position.turn), nodes=20)
    entry.uncompiled.discard(game.state_type)


def compile_parts(game: Game, parts: Sequence[Part]) -> None:
    for part in parts:
        if part == TABLE:
            use_table(game)
        else:
            use_player(game, part)
        marker(game, part).touch()


def missing(game: Game, players: Sequence[str]) -> list[Part]:
    """What is not compiled yet of all that a table with these players needs."""
    parts = dict.fromkeys([TABLE, *(kind_of(game, player) for player in players)])
    return [part for part in parts if not marker(game, part).exists()]


def command(game: Game, parts: Sequence[Part], nice: int) -> list[str]:
    """What compiles these parts in a process of its own."""
    options = json.dumps(game.changed_options)
    return [sys.executable, "-m", MODULE, game.name, options, str(nice), *parts]


def failed(task: "asyncio.Task[None]") -> bool:
    """Whether it came to nothing, as where there was no process to be had just then."""
    return task.done() and (task.cancelled() or task.exception() is not None)


# -- in the server -------------------------------------------------------------------------------


class Compiling:
    """Knows what is compiled, and has the rest compiled.

    What a computer needs to search is compiled at once, for somebody waits for it. The rules of a
    table are interpreted meanwhile, and so are computers that only look at each move once. So
    these are compiled patiently, as is all that nobody has asked for: those processes step back,
    and stand still while somebody waits.
    """

    def __init__(self) -> None:
        self._jobs: dict[tuple[str, Part], asyncio.Task[None]] = {}
        self._ready: set[tuple[str, Part]] = set()
        self._urgent: set[asyncio.subprocess.Process] = set()
        self._patient: set[asyncio.subprocess.Process] = set()
        self._background: asyncio.Task[None] | None = None
        self._urgent_room = asyncio.Semaphore(max(1, (os.cpu_count() or 2) // 2))
        self._patient_room = asyncio.Semaphore(1)

    @property
    def waiting(self) -> int:
        """What is to be compiled, or just is."""
        return sum(not job.done() for job in self._jobs.values())

    def _key(self, game: Game, part: Part) -> tuple[str, Part]:
        return f"{game.name}-{_kind(game)}", part

    def ready(self, game: Game, player: str | None = None) -> bool:
        """Whether the rules of a table are compiled, or all that this computer needs."""
        part = TABLE if player is None else kind_of(game, player)
        return self._key(game, part) in self._ready

    def begin(self) -> None:
        """From now on all rules are interpreted here until they were compiled elsewhere."""
        entry.compiled = set()

    def open(self, game: Game) -> None:
        """A table of this game is wanted: have its rules compiled."""
        self._job(game, TABLE)

    def expect(self, game: Game, player: str) -> None:
        """This computer will be wanted soon."""
        self._job(game, kind_of(game, player))

    async def player(self, game: Game, player: str) -> None:
        """Wait until this computer can think."""
        await asyncio.shield(self._job(game, kind_of(game, player)))

    async def within(self, seconds: float, game: Game, player: str) -> bool:
        """Wait until this computer can think, but no longer than that; whether it can."""
        try:
            async with asyncio.timeout(seconds):
                await self.player(game, player)
        except TimeoutError:
            return False
        return True

    def _job(self, game: Game, part: Part) -> "asyncio.Task[None]":
        key = self._key(game, part)
        known = self._jobs.get(key)
        if known is None or failed(known):
            self._jobs[key] = asyncio.create_task(self._prepare(game, part))
        return self._jobs[key]

    async def _prepare(self, game: Game, part: Part) -> None:
        if not marker(game, part).exists():
            await self._compile(game, [part], patient=part == TABLE or KINDS[part].interpretable)
        if part == TABLE and marker(game, part).exists():
            await asyncio.to_thread(use_table, game)
            if entry.compiled is not None:
                entry.compiled.add(game.state_type)
        self._ready.add(self._key(game, part))

    async def _compile(self, game: Game, parts: Sequence[Part], *, patient: bool) -> None:
        """Run a process that compiles; if it fails, the server compiles when it comes to it."""
        async with self._patient_room if patient else self._urgent_room:
            process = await asyncio.create_subprocess_exec(
                *command(game, parts, PATIENT if patient else URGENT),
                stdin=asyncio.subprocess.DEVNULL,
                stdout=asyncio.subprocess.DEVNULL,
            )
            kind = self._patient if patient else self._urgent
            kind.add(process)
            self._give_way()
            try:
                await process.wait()
            finally:
                kind.discard(process)
                self._give_way()

    def _give_way(self) -> None:
        """Let the patient processes stand still while an urgent one runs."""
        for process in self._patient:
            if process.returncode is None:
                stand_still(process, bool(self._urgent))

    # -- nobody waits for these

    def prepare_all(self, games: Sequence[Game], players: Sequence[str]) -> None:
        """Compile everything, game by game."""
        self._background = asyncio.create_task(self._all(games, players))

    async def _all(self, games: Sequence[Game], players: Sequence[str]) -> None:
        await asyncio.sleep(START_SECONDS)
        for game in games:
            try:
                if parts := missing(game, players):
                    await self._compile(game, parts, patient=True)
                self.open(game)
                for player in players:
                    await self.player(game, player)
            except Exception as error:  # the others are compiled all the same
                log.warning("%s is not compiled: %s", game.title, registry.blame(error) or error)

    async def close(self) -> None:
        entry.compiled = None
        for task in [self._background, *self._jobs.values()]:
            if task is not None:
                task.cancel()
        for process in [*self._urgent, *self._patient]:
            if process.returncode is None:
                process.kill()
                await process.wait()


def main(arguments: Sequence[str]) -> None:
    name, options, patience, *parts = arguments
    step_back(int(patience))
    gc.set_threshold(GARBAGE)
    kernel.announcer.say = lambda sentence: None
    try:
        compile_parts(load(name, **json.loads(options)), parts)
    except Exception as error:
        sys.exit(registry.blame(error) or traceback.format_exc())


if __name__ == "__main__":
    end_with_parent()
    main(sys.argv[1:])
