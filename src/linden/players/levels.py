"""Players by name: levels 1 to 8 for people, and the kinds that levels are made of.

A level is a search of some size and a softness: how far from the best a move may be and still be
played now and then. Low levels look at little and choose softly among what looks reasonable, as
beginners do; high levels look far and take the best. ``docs/players.md`` has the ranking.
"""

import math
import random
from collections.abc import Callable
from dataclasses import dataclass, replace

from linden.core.game import Game
from linden.core.position import Position
from linden.players.budget import Budget
from linden.players.choice import Candidate, Choice
from linden.players.guided import Guided
from linden.players.iterative_deepening import AlphaBeta
from linden.players.mcts import TreeSearch
from linden.players.player import Player
from linden.players.simple import Greedy, RandomChoice


@dataclass(frozen=True)
class Level:
    """What people read of a rung of the ladder."""

    number: int
    name: str
    description: str


LEVELS = (
    Level(1, "newcomer", "has just read the rules"),
    Level(2, "beginner", "sees what is in front of it"),
    Level(3, "casual", "plays for fun and not badly"),
    Level(4, "steady", "makes few plain mistakes"),
    Level(5, "practised", "looks ahead and means it"),
    Level(6, "strong", "punishes loose play"),
    Level(7, "expert", "misses little"),
    Level(8, "merciless", "forgives nothing"),
)


@dataclass(frozen=True)
class Rung:
    """How a level plays a game."""

    nodes: int
    """Nodes it looks at for a move: simulations, or positions of alpha-beta."""
    softness: float = 0.0
    """The loss of win share at which a move is chosen 1/e as often as the best one."""
    kind: str = "guided"


LADDER = (
    Rung(12, 0.20, "mcts"),
    Rung(30, 0.12, "mcts"),
    Rung(80, 0.07, "mcts"),
    Rung(220, 0.04, "mcts"),
    Rung(700, 0.02),
    Rung(2500, 0.01),
    Rung(12000),
    Rung(60000),
)
"""For a game that has no ladder of its own."""
LADDERS: dict[str, tuple[Rung, ...]] = {
    "linage": (
        Rung(1, 0.12, "greedy"),
        Rung(1, 0.03, "greedy"),
        Rung(1, 0.001, "greedy"),
        Rung(130),
        Rung(420),
        Rung(1500),
        Rung(6000),
        Rung(30_000),
    ),
    "linear": (
        Rung(1, 0.25, "greedy"),
        Rung(1, 0.13, "greedy"),
        Rung(1, 0.06, "greedy"),
        Rung(1, 0.001, "greedy"),
        Rung(60, 0.02),
        Rung(400),
        Rung(3000),
        Rung(40_000),
    ),
    "linja": (
        Rung(1, 0.13, "greedy"),
        Rung(1, 0.06, "greedy"),
        Rung(1, 0.03, "greedy"),
        Rung(1, 0.001, "greedy"),
        Rung(200, kind="alphabeta"),
        Rung(2000, kind="alphabeta"),
        Rung(25_000, kind="alphabeta"),
        Rung(600_000, kind="alphabeta"),
    ),
    "linos": (
        Rung(1, 0.25, "greedy"),
        Rung(1, 0.14, "greedy"),
        Rung(1, 0.055, "greedy"),
        Rung(50, 0.06),
        Rung(155, 0.024),
        Rung(400, 0.015),
        Rung(3000),
        Rung(60_000),
    ),
    "linx": (
        Rung(1, 1.4, "greedy"),
        Rung(1, 0.5, "greedy"),
        Rung(1, 0.33, "greedy"),
        Rung(1, 0.22, "greedy"),
        Rung(1, 0.16, "greedy"),
        Rung(1, 0.13, "greedy"),
        Rung(1, 0.075, "greedy"),
        Rung(100_000),
    ),
}

LONGEST_THOUGHT = 2.8
"""Seconds after which a level answers with what it has."""


class LevelPlayer(Player):
    """A level of play; ``seconds`` or ``nodes`` replace its own budget."""

    def __init__(self, game: Game, level: Level, seed: int = 0) -> None:
        self.game = game
        self.level = level
        self.rung = LADDERS.get(game.name, LADDER)[level.number - 1]
        self._search = player(game, self.rung.kind, seed=seed)
        self._seed = seed

    def load(self) -> None:
        self._search.load()

    def own_budget(self) -> tuple[float, int]:
        return LONGEST_THOUGHT, self.rung.nodes

    def think(self, view: Position, seat: int, budget: Budget) -> Choice:
        choice = self._search.think(view, seat, budget)
        if self.rung.softness == 0 or len(choice.candidates) == 1:
            return choice
        rng = random.Random(f"{self._seed} {self.level.number} {view.key}")
        picked = soft(choice.candidates, self.rung.softness, rng)
        if picked.move == choice.move:
            return choice
        return replace(choice, move=picked.move, line=(picked.move,), proven=False)


def soft(candidates: tuple[Candidate, ...], softness: float, rng: random.Random) -> Candidate:
    """One of the candidates, the better the likelier."""
    best = max(candidate.value for candidate in candidates)
    weights = [math.exp((candidate.value - best) / softness) for candidate in candidates]
    return rng.choices(candidates, weights)[0]


Maker = Callable[[Game, int], Player]
"""Makes a player of a game with a seed."""

KINDS: dict[str, Maker] = {
    "random": RandomChoice,
    "greedy": Greedy,
    "mcts": TreeSearch,
    "guided": Guided,
    "alphabeta": AlphaBeta,
}
"""Players by name."""


def offer(kind: str, make: Maker) -> None:
    """Make a kind of player known by its name; for those that rest on more than this folder."""
    KINDS[kind] = make


def player(game: Game, kind: str = "", *, level: int | None = None, seed: int = 0) -> Player:
    """A player of ``game``: ``player(game, level=5)``, or a kind by its name.

    Kinds are ``random``; ``greedy`` (the best-looking move); ``mcts`` (the plain search);
    ``guided`` (the search with what suits the game); ``alphabeta`` (two seats, nothing hidden);
    ``level1`` to ``level8``; and ``perfect`` where the game is solved.
    """
    if level is None and kind.startswith("level") and kind[5:].isdecimal():
        level = int(kind[5:])
    if level is not None:
        if not 1 <= level <= len(LEVELS):
            raise ValueError(f"Levels go from 1 to {len(LEVELS)}, not {level}.")
        return LevelPlayer(game, LEVELS[level - 1], seed)
    if kind in KINDS:
        return KINDS[kind](game, seed)
    raise ValueError(
        f"Players are {', '.join(KINDS)} and level1 to level{len(LEVELS)}, not {kind!r}."
    )
