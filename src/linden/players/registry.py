"""Players by name, in one place: what there is, how a player is written, and making one.

A player is written as text everywhere, on the command line, in files and in databases::

    level4    perfect    mcts:seconds=1    alphabeta:nodes=5000    engine:./program --fast

A kind's code is loaded when a player of that kind is made. So kinds may rest on folders that this
one must not import, and none has to be imported for its name to be known.
"""

import operator
import shlex
from collections.abc import Callable
from dataclasses import dataclass
from importlib import import_module
from typing import Protocol, cast

from linden.core.game import Game
from linden.core.playing import playing
from linden.players.levels import LEVELS, Level
from linden.players.player import Player


@dataclass(frozen=True)
class Kind:
    """A kind of player."""

    description: str
    """What it does, after its name: ``random`` plays any legal move."""
    made_by: str
    """``module:attribute`` of its ``Maker``."""
    for_people: bool = False
    """Whether people choose it as an opponent, beside the levels."""
    interpretable: bool = False
    """Whether it is quick enough as plain Python, before anything is compiled."""


KINDS = {
    "random": Kind(
        "plays any legal move", "linden.players.simple:RandomChoice", interpretable=True
    ),
    "greedy": Kind(
        "plays what looks best at once", "linden.players.simple:Greedy", interpretable=True
    ),
    "mcts": Kind(
        "searches with Monte Carlo trees, by the rules alone", "linden.players.mcts:TreeSearch"
    ),
    "guided": Kind(
        "searches with Monte Carlo trees and what suits the game", "linden.players.guided:Guided"
    ),
    "alphabeta": Kind(
        "searches with alpha-beta, deeper and deeper",
        "linden.players.iterative_deepening:AlphaBeta",
    ),
    "prover": Kind(
        "searches with Monte Carlo trees until it can prove who wins",
        "linden.players.prover:Prover",
    ),
    "engine": Kind("is a program of its own", "linden.players.engine:Engine"),
    "perfect": Kind(
        "knows what every move is worth", "linden.solve.perfect:Perfect", for_people=True
    ),
}


@dataclass(frozen=True)
class PlayerText:
    """A player as it is written, read: its kind, or its level, and its budget for a move."""

    kind: str
    level: Level | None = None
    seconds: float | None = None
    nodes: int | None = None
    command: str = ""
    """Of an engine: the program to run."""

    @property
    def text(self) -> str:
        """As it is written; ``parse`` reads it."""
        words = [self.kind, *([self.command] if self.command else [])]
        if self.seconds is not None:
            words.append(f"seconds={self.seconds:g}")
        if self.nodes is not None:
            words.append(f"nodes={self.nodes}")
        return ":".join(words)

    @property
    def name(self) -> str:
        """What people call it: a level has a name of its own."""
        return self.level.name if self.level is not None else self.kind

    @property
    def description(self) -> str:
        """What it does, after its name: ``steady`` makes few plain mistakes."""
        return (self.level or KINDS[self.kind]).description


def parse(text: str) -> PlayerText:
    """The player that a text means, or a ``ValueError`` that says how players are written.

    >>> parse("level4").name
    'steady'
    >>> parse("mcts:nodes=500").nodes
    500
    """
    kind, *parts = text.split(":")
    level, command = None, ""
    if kind == "engine":
        command, parts = _command(parts)
    if kind.startswith("level") and kind[5:].isdecimal():
        level = _level(int(kind[5:]))
    elif kind not in KINDS:
        kinds = ", ".join(KINDS)
        raise ValueError(f"Players are {kinds} and level1 to level{len(LEVELS)}, not {kind!r}.")
    read: dict[str, Callable[[str], float]] = {"seconds": float, "nodes": int}
    found: dict[str, float] = {}
    for part in parts:
        name, _, value = part.partition("=")
        try:
            found[name] = read[name](value)
        except (KeyError, ValueError):
            raise ValueError(
                f"{text!r} is no player; they look like level3, mcts:seconds=1, "
                "mcts:nodes=500 or random."
            ) from None
    nodes = found.get("nodes")
    count = None if nodes is None else int(nodes)
    return PlayerText(kind, level, found.get("seconds"), count, command)


def _command(parts: list[str]) -> tuple[str, list[str]]:
    """The command of an engine, which may have colons of its own, and the budget after it."""
    last = len(parts)
    while last > 0 and parts[last - 1].startswith(("seconds=", "nodes=")):
        last -= 1
    command = ":".join(parts[:last]).strip()
    if not command:
        raise ValueError("An engine is written engine:COMMAND, with the program to run.")
    try:
        shlex.split(command)
    except ValueError as error:
        raise ValueError(f"{command!r} is no command: {error}.") from None
    return command, parts[last:]


def _level(number: int) -> Level:
    if not 1 <= number <= len(LEVELS):
        raise ValueError(f"Levels go from 1 to {len(LEVELS)}, not {number}.")
    return LEVELS[number - 1]


def kind_of(game: Game, text: str) -> str:
    """The kind that a player is made of: that of its level in this game, or its own.

    >>> import linden
    >>> kind_of(linden.load("linja"), "level8")
    'alphabeta'
    """
    written = parse(text)
    if written.level is None:
        return written.kind
    return playing(game).ladder[written.level.number - 1].kind


def player(game: Game, kind: str = "", *, level: int | None = None, seed: int = 0) -> Player:
    """A player of ``game``: by its level, or as it is written.

    Kinds are ``random``; ``greedy`` (the best-looking move); ``mcts`` (the plain search);
    ``guided`` (the search with what suits the game); ``alphabeta`` and ``prover``, which proves
    who wins as soon as it can (two seats, nothing hidden);
    ``level1`` to ``level8``; ``perfect`` where the game is solved; and ``engine:COMMAND``, a
    program of one's own. A budget may follow.

    >>> import linden
    >>> game = linden.load("linja")
    >>> linden.player(game, level=2, seed=1).choose(game.start()).move
    '1-2'
    >>> linden.player(game, "mcts:nodes=200").choose(game.start()).nodes
    200
    """
    written = parse(_level(level).text if level is not None else kind)
    seed = operator.index(seed)
    made: Player
    if written.level is not None:
        from linden.players.level_player import LevelPlayer

        made = LevelPlayer(game, written.level, seed)
    else:
        more = {"command": written.command} if written.command else {}
        made = _maker(written.kind)(game, seed, **more)
    made.give(written.seconds, written.nodes)
    return made


class Maker(Protocol):
    """What a kind is made by, mostly a class."""

    def __call__(self, game: Game, seed: int, **more: str) -> Player:
        """A player of ``game``."""

    def objection(self, game: Game) -> str:
        """Why there is none of ``game``, in a sentence; empty if there is."""


def _maker(kind: str) -> Maker:
    module, _, attribute = KINDS[kind].made_by.partition(":")
    return cast(Maker, getattr(import_module(module), attribute))


def objection(game: Game, text: str) -> str:
    """Why the player of this text cannot play ``game``, in a sentence; empty if it can.

    >>> import linden
    >>> objection(linden.load("linx"), "alphabeta:nodes=100")[:52]
    'alphabeta plays games for two with nothing hidden, n'
    """
    written = parse(text)
    return "" if written.level is not None else _maker(written.kind).objection(game)


def opponents(game: Game) -> tuple[PlayerText, ...]:
    """Whom people can choose to play against: the levels, and ``perfect`` where there is all that
    it needs."""
    others = (
        kind for kind, it in KINDS.items() if it.for_people and not _maker(kind).objection(game)
    )
    return tuple(parse(text) for text in (*(level.text for level in LEVELS), *others))
