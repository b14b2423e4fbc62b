"""Programs that whoever runs the server has named as players (``linden serve --engine``).

Visitors choose them by name, and never say what is run. At a table such a player is written
``program:NAME``; commands are kept nowhere and told to nobody.
"""

import asyncio
import logging
import re
import threading
from collections import OrderedDict
from collections.abc import Sequence
from dataclasses import dataclass

from linden.core.catalogues import quoted
from linden.core.game import Game, games
from linden.core.position import Position
from linden.players.choice import Choice
from linden.players.engine import EngineError
from linden.players.player import Player
from linden.players.registry import player
from linden.web.compute.fair import WAITED_FOR, FairPool
from linden.web.texts import say

log = logging.getLogger(__name__)

PREFIX = "program:"
LONGEST_NAME = 24
MOST_RUNNING = 4
"""Programs that run at once; who has not been asked for longest is ended for another."""


class ProgramFailed(Exception):  # noqa: N818 - what is so, not what went wrong
    """A program that is not there, or does not play as it should."""


@dataclass(frozen=True)
class Named:
    """A program as the keeper has named it, for one game or for all."""

    name: str
    command: str
    game: str | None = None


def read(text: str) -> Named:
    """The program that ``NAME=COMMAND`` means, or ``GAME:NAME=COMMAND`` for one game alone.

    >>> read("linja:Ada=./ada --fast")
    Named(name='Ada', command='./ada --fast', game='linja')
    """
    left, separator, command = text.partition("=")
    game, colon, name = left.rpartition(":")
    name, command = name.strip(), command.strip()
    plain = re.fullmatch(r"[\w .+-]+", name) and len(name) <= LONGEST_NAME
    if not (separator and command and plain):
        raise ValueError(
            say(
                "--engine: {text} names no program; write NAME=COMMAND, or GAME:NAME=COMMAND for "
                "one game, with a name of at most {most} letters and digits.",
                text=quoted(text),
                most=LONGEST_NAME,
            )
        )
    if colon and game not in games():
        have = ", ".join(games())
        told = say(
            "--engine: There is no game {name}; there are {games}.", name=quoted(game), games=have
        )
        raise ValueError(told)
    player_check(command)
    return Named(name, command, game or None)


def player_check(command: str) -> None:
    """A ``ValueError`` for what is no command at all; nothing is run yet."""
    from linden.core.game import load

    player(load(games()[0]), f"engine:{command}")


def program_name(text: str | None) -> str | None:
    """The name of a program that sits at a table; ``None`` for other players."""
    return text.removeprefix(PREFIX) if text is not None and text.startswith(PREFIX) else None


class Programs:
    """The named programs, and those of them that run. One is asked at a time, and who asks takes
    turns: a program that is silent holds up nobody's searches."""

    def __init__(self, named: Sequence[Named] = ()) -> None:
        self._named = tuple(named)
        self._pool = FairPool(1, "linden-programs")
        self._running: OrderedDict[tuple[Named, Game], Player] = OrderedDict()
        self._lock = threading.Lock()
        """Held while one is asked."""

    def names(self, game: Game) -> list[str]:
        """Those that can be chosen in a game."""
        return [it.name for it in self._named if it.game in (None, game.name)]

    async def move(
        self,
        position: Position,
        name: str,
        owner: str,
        rank: int = WAITED_FOR,
        most: float | None = None,
    ) -> Choice:
        """What a program plays; it sees what its seat may know, and is given so many seconds at
        ``most``. ``ProgramFailed`` if it does not answer as it should."""
        found = [
            it for it in self._named if it.name == name and it.game in (None, position.game.name)
        ]
        if not found:
            raise ProgramFailed
        view = position.view(position.turn)
        try:
            return await self._pool.run(
                owner, lambda cancel: self._choose(found[0], view, most, cancel), rank
            )
        except EngineError as error:
            log.warning("The program %s failed: %s", name, error)
            raise ProgramFailed from None

    def _choose(
        self, named: Named, view: Position, most: float | None, cancel: threading.Event
    ) -> Choice:
        with self._lock:
            key = (named, view.game)
            if key not in self._running:
                while len(self._running) >= MOST_RUNNING:
                    self._running.popitem(last=False)[1].close()
                self._running[key] = player(view.game, f"engine:{named.command}")
            self._running.move_to_end(key)
            asked = self._running[key]
            seconds, nodes = asked.budget
            if most is not None:
                seconds = most if seconds is None else min(seconds, most)
            return asked.choose(view, seconds=seconds, nodes=nodes, cancel=cancel)

    async def close(self) -> None:
        """End them all."""
        self._pool.close()
        await asyncio.to_thread(self._end)

    def _end(self) -> None:
        with self._lock:
            while self._running:
                self._running.popitem()[1].close()
