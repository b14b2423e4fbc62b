"""Players by name: levels 1 to 8 for people, and the kinds that levels are made of.

A level is a search of some size and a softness: how far from the best a move may be and still be
played now and then. Low levels look at little and choose softly among what looks reasonable, as
beginners do; high levels look far and take the best. ``docs/players.md`` has the ranking.
"""

import math
import random
import threading
import time
from collections.abc import Callable
from dataclasses import dataclass, replace
from typing import Protocol

from linden.core.game import Game
from linden.core.position import Position
from linden.players.choice import Candidate, Choice
from linden.players.deepening import AlphaBeta
from linden.players.expectation import NEAR, Expectation, distance
from linden.players.search import TreeSearch, check_request


class Player(Protocol):
    """Who plays."""

    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        """A move for the seat whose turn it is."""


@dataclass(frozen=True)
class Level:
    """One rung of the ladder."""

    number: int
    name: str
    description: str
    nodes: int | None
    """Simulations for one move, or"""
    seconds: float | None
    """the time it takes."""
    softness: float
    """The loss of win share at which a move is chosen 1/e as often as the best one."""


LEVELS = (
    Level(1, "newcomer", "has just read the rules", 12, None, 0.20),
    Level(2, "beginner", "sees what is in front of it", 30, None, 0.12),
    Level(3, "casual", "plays for fun and not badly", 80, None, 0.07),
    Level(4, "steady", "makes few plain mistakes", 220, None, 0.04),
    Level(5, "practised", "looks ahead and means it", 700, None, 0.02),
    Level(6, "strong", "punishes loose play", 2500, None, 0.01),
    Level(7, "expert", "misses little", 12000, None, 0.0),
    Level(8, "merciless", "takes all the time it has", None, 2.8, 0.0),
)


EXACT_SHARE = 0.4
"""Of the time for a move, how much may go into finding the exact one."""


class LevelPlayer:
    """A level of play; ``seconds`` or ``nodes`` replace its own budget."""

    def __init__(self, game: Game, level: Level, seed: int = 0) -> None:
        self.game = game
        self.level = level
        self._search = TreeSearch(game, seed)
        self._rng = random.Random(f"{seed} {level.number}")
        exact = level.nodes is None and game.facts.chance and not game.facts.hidden
        self._expectation = Expectation(game) if exact else None

    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        if seconds is None and nodes is None:
            seconds, nodes = self.level.seconds, self.level.nodes
        if self._expectation is not None and seconds is not None:
            return self._exactly(self._expectation, position, seconds, cancel)
        choice = self._search.choose(position, seconds=seconds, nodes=nodes, cancel=cancel)
        if self.level.softness == 0 or len(choice.candidates) == 1:
            return choice
        picked = soft(choice.candidates, self.level.softness, self._rng)
        if picked.move == choice.move:
            return choice
        return replace(choice, move=picked.move, line=(picked.move,))

    def _exactly(
        self,
        expectation: Expectation,
        position: Position,
        seconds: float,
        cancel: threading.Event | None,
    ) -> Choice:
        """Near the end of a game with chance: the exact best move, if some of the time is enough
        to find it; the search has the rest, and says what the scores may be."""
        began = time.perf_counter()
        seat = check_request(self.game, position, seconds, None)
        exact = None
        if distance(position) <= NEAR:
            exact = expectation.find(position, EXACT_SHARE * seconds, cancel=cancel)
        left = max(seconds - (time.perf_counter() - began), seconds / 10)
        choice = self._search.choose(position, seconds=left, cancel=cancel)
        if exact is None or exact.move is None:
            return choice
        if exact.win[seat] == 0:  # nothing helps: the search knows best what is hard to answer
            return replace(choice, win=exact.win, proven=True)
        others = [found for found in choice.candidates if found.move != exact.move]
        best = Candidate(exact.move, exact.win[seat], exact.nodes)
        return replace(
            choice,
            move=exact.move,
            win=exact.win,
            line=(exact.move,),
            candidates=(best, *others),
            proven=True,
        )


def soft(candidates: tuple[Candidate, ...], softness: float, rng: random.Random) -> Candidate:
    """One of the candidates, the better the likelier."""
    best = max(candidate.value for candidate in candidates)
    weights = [math.exp((candidate.value - best) / softness) for candidate in candidates]
    return rng.choices(candidates, weights)[0]


class RandomChoice:
    """Any legal move."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._rng = random.Random(seed)

    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        check_request(self.game, position, seconds, nodes if seconds is not None else nodes or 1)
        move = self._rng.choice(position.moves)
        even = tuple([1 / self.game.players] * self.game.players)
        return Choice(move, even, position.scores, (move,), (Candidate(move, even[0], 0),), 0, 0.0)


Maker = Callable[[Game, int], Player]
"""Makes a player of a game with a seed."""

_KINDS: dict[str, Maker] = {"random": RandomChoice, "mcts": TreeSearch, "alphabeta": AlphaBeta}


def offer(kind: str, make: Maker) -> None:
    """Make a kind of player known by its name; for those that rest on more than this folder."""
    _KINDS[kind] = make


def player(game: Game, kind: str = "", *, level: int | None = None, seed: int = 0) -> Player:
    """A player of ``game``: ``player(game, level=5)``, or a kind by its name.

    Kinds are ``random``, ``mcts`` (the plain search), ``alphabeta`` (two seats, no chance, no
    secrets), ``level1`` to ``level8``, and ``perfect`` where the game is solved.
    """
    if level is None and kind.startswith("level") and kind[5:].isdecimal():
        level = int(kind[5:])
    if level is not None:
        if not 1 <= level <= len(LEVELS):
            raise ValueError(f"Levels go from 1 to {len(LEVELS)}, not {level}.")
        return LevelPlayer(game, LEVELS[level - 1], seed)
    if kind in _KINDS:
        return _KINDS[kind](game, seed)
    raise ValueError(
        f"Players are {', '.join(_KINDS)} and level1 to level{len(LEVELS)}, not {kind!r}."
    )
