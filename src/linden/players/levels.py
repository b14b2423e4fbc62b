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
from linden.players.komi import fair_komi, names_komi
from linden.players.search import TreeSearch, check_request, load_glance, looked_at
from linden.players.styles import COUNTED_OUT, style_of


class Player(Protocol):
    """Who plays."""

    def load(self) -> None:
        """Have ready what is compiled for choosing; ``choose`` does so too, when it is needed."""

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
        Rung(1, 0.5, "greedy"),
        Rung(1, 0.15, "greedy"),
        Rung(1, 0.06, "greedy"),
        Rung(1, 0.025, "greedy"),
        Rung(1, 0.001, "greedy"),
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

KOMI_STEPS = 7
"""Searches it takes to find the fair komi by halving."""
EXACT_FROM = 5000
"""Simulations from which on a player counts out the end of a game with chance."""
EXACT_SHARE = 0.5
EXACT_NODES = 20
"""Of the budget for a move, how much may go into finding the exact one: a part of the time, or
that many positions for each simulation, which takes much longer."""
LONGEST_THOUGHT = 2.8
"""Seconds after which a level answers with what it has."""


class LevelPlayer:
    """A level of play; ``seconds`` or ``nodes`` replace its own budget."""

    def __init__(self, game: Game, level: Level, seed: int = 0) -> None:
        self.game = game
        self.level = level
        self.rung = LADDERS.get(game.name, LADDER)[level.number - 1]
        self._search = player(game, self.rung.kind, seed=seed)
        self._seed = seed

    def load(self) -> None:
        self._search.load()

    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        if seconds is None and nodes is None:
            nodes, seconds = self.rung.nodes, LONGEST_THOUGHT
        choice = self._search.choose(position, seconds=seconds, nodes=nodes, cancel=cancel)
        if self.rung.softness == 0 or len(choice.candidates) == 1:
            return choice
        seat = check_request(self.game, position, seconds, nodes)
        rng = random.Random(f"{self._seed} {self.level.number} {position.view(seat).key}")
        picked = soft(choice.candidates, self.rung.softness, rng)
        if picked.move == choice.move:
            return choice
        return replace(choice, move=picked.move, line=(picked.move,), proven=False)


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

    def load(self) -> None:
        """Nothing is compiled for this."""

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


class Greedy:
    """The move after which its seat leads by most, as the game's evaluation sees it."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._seed = seed

    def load(self) -> None:
        load_glance(self.game)

    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        began = time.perf_counter()
        seat = check_request(self.game, position, seconds, nodes if seconds is not None else 1)
        view = position.view(seat)
        leads = looked_at(view, seat)
        rng = random.Random(f"{self._seed} {view.key}")
        ordered = sorted(leads, key=lambda move: (-leads[move], rng.random()))
        scale = style_of(self.game).scale
        candidates = tuple(
            Candidate(move, 1 / (1 + math.exp(-max(min(leads[move] / scale, 50), -50))), 1)
            for move in ordered
        )
        value, others = candidates[0].value, self.game.players - 1
        win = tuple(
            value if it == seat else (1 - value) / others for it in range(self.game.players)
        )
        best = candidates[0].move
        return Choice(
            best,
            win,
            position.scores,
            (best,),
            candidates,
            len(leads),
            time.perf_counter() - began,
        )


class Guided:
    """The tree search with what suits the game, and the exact move where the end is near."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._search = TreeSearch(game, seed, style=style_of(game))
        self._expectation: Expectation | None = None
        self._alphabeta: AlphaBeta | None = None
        if game.name in COUNTED_OUT:
            self._alphabeta = AlphaBeta(game, seed)
        elif game.facts.chance and not game.facts.hidden:
            self._expectation = Expectation(game)

    def load(self) -> None:
        for part in (self._search, self._expectation, self._alphabeta):
            if part is not None:
                part.load()

    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        seat = check_request(self.game, position, seconds, nodes)
        if names_komi(position):
            return self._name_komi(position, seconds, nodes, cancel)
        began = time.perf_counter()
        exact = None
        if nodes is None or nodes >= EXACT_FROM:
            exact = self._exact(position, seat, seconds, nodes, cancel)
        if exact is not None and nodes is not None:
            nodes = max(1, nodes // 4)  # only to say what the others are worth
        if seconds is not None:
            seconds = max(seconds - (time.perf_counter() - began), seconds / 10)
        choice = self._search.choose(position, seconds=seconds, nodes=nodes, cancel=cancel)
        if exact is None:
            return choice
        if exact.win[seat] == 0:  # nothing helps: the search knows best what is hard to answer
            return replace(choice, win=exact.win, proven=True)
        others = [found for found in choice.candidates if found.move != exact.move]
        return replace(
            choice,
            move=exact.move,
            win=exact.win,
            scores=exact.scores or choice.scores,
            line=(exact.move,),
            candidates=(Candidate(exact.move, exact.win[seat], exact.nodes), *others),
            seconds=time.perf_counter() - began,
            proven=True,
        )

    def _exact(
        self,
        position: Position,
        seat: int,
        seconds: float | None,
        nodes: int | None,
        cancel: threading.Event | None,
    ) -> Choice | None:
        """The best move for certain, if a part of the budget is enough to find it."""
        if (self._expectation or self._alphabeta) is None or distance(position) > NEAR:
            return None
        time_left = None if seconds is None else EXACT_SHARE * seconds
        nodes_left = None if nodes is None else EXACT_NODES * nodes
        if self._alphabeta is not None:
            choice = self._alphabeta.choose(
                position, seconds=time_left, nodes=nodes_left, cancel=cancel
            )
            return choice if choice.proven else None
        assert self._expectation is not None
        found = self._expectation.find(position, time_left, nodes=nodes_left, cancel=cancel)
        if found is None or found.move is None:
            return None
        return Choice(
            found.move, found.win, (), (found.move,), (), found.nodes, found.seconds, proven=True
        )

    def _name_komi(
        self,
        position: Position,
        seconds: float | None,
        nodes: int | None,
        cancel: threading.Event | None,
    ) -> Choice:
        began = time.perf_counter()
        looked = 0

        def judge(after: Position) -> float:
            nonlocal looked
            choice = self._search.choose(
                after,
                seconds=None if seconds is None else seconds / KOMI_STEPS,
                nodes=None if nodes is None else max(1, nodes // KOMI_STEPS),
                cancel=cancel,
            )
            looked += choice.nodes
            seat = after.to_move
            assert seat is not None
            return choice.win[seat]

        move, share = fair_komi(position, judge)
        return Choice(
            move,
            (1 - share, share),
            position.scores,
            (move,),
            (Candidate(move, 1 - share, looked),),
            looked,
            time.perf_counter() - began,
        )


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
