"""What a game may declare about the computers that play it: their levels and how they search.

A game's ``players.py`` has it as ``PLAYING``; a game without that file is searched plainly and has
the usual ladder. Everything here is data: ``players/`` reads it and names no game.
"""

from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.util import find_spec
from typing import TYPE_CHECKING, cast

from linden.core.chances import Chances
from linden.core.contract import check_parts
from linden.core.errors import GameError
from linden.core.registry import load_module

if TYPE_CHECKING:
    from linden.core.game import Game
    from linden.core.position import Position

LEVELS = 8
"""How many levels every game has."""
KINDS = ("random", "greedy", "mcts", "guided", "alphabeta")
"""What a level can be made of."""


@dataclass(frozen=True)
class Rung:
    """How a level plays a game."""

    nodes: int
    """Nodes it looks at for a move: simulations, or positions of alpha-beta."""
    softness: float = 0.0
    """The loss of win share at which a move is chosen 1/e as often as the best one."""
    kind: str = "guided"
    """The player that it is made of, by its name in ``players/registry.py``."""
    variety: float = 0.0
    """For those that see the same moves whatever the seed (``greedy``, ``alphabeta``): the points
    by which a move may look worse than the best and still be taken for as good. It should be less
    than the smallest difference of two results, so that nothing certain is given away."""


USUAL_LADDER = (
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


@dataclass(frozen=True)
class Style:
    """How Monte Carlo tree search plays a game; the plain style knows nothing but the rules."""

    exploration: float = 0.6
    """The weight of the upper confidence bound's second term."""
    playout_candidates: int = 0
    """Random moves that a playout compares at each step, by the static evaluation; from 1 on it
    never misses an urgent one."""
    evaluation_scale: float = 6.0
    """The lead in points that makes a share of the win e times as large as the rest."""
    prior_visits: float = 0.0
    """How many visits the prior of a new move is worth, which the static evaluation gives it."""
    rave_visits: float = 0.0
    """Visits at which a move's own values count as much as those of simulations in which it came
    later (RAVE: Gelly and Silver 2007); 0 leaves those out."""
    determinizations: int = 0
    """Where hands are hidden: so many deals of them are searched apart, each as if all hands lay
    open, and a move is worth its mean over them. With 0, one search deals anew for every
    simulation (information-set search)."""


@dataclass(frozen=True)
class Bisection:
    """A decision that names an amount, and is best where both sides are worth the same.

    A search that tried every amount would spread itself thin. The larger the amount, the less one
    side is worth, so the fair one is found by halving: each step asks a search who stands better.
    """

    applies: Callable[["Position"], bool]
    """Whether the decision is to be made here."""
    amount: Callable[[str], float]
    """The amount that a move names."""
    judged: Callable[["Position", str], "Position"]
    """After this move: a position whose seat to move is worth less the larger the amount is."""
    searches: int = 7
    """How many searches the budget of a choice is divided into."""
    option: str = ""
    """The option that fixes the amount before play instead, if there is one: pages fix the fair
    one unless players wish to name it."""
    known: Callable[["Game"], float | None] = lambda game: None
    """The fair amount, where it is known beforehand."""


@dataclass(frozen=True)
class Playing:
    """How computers play a game; every part has a default."""

    ladder: tuple[Rung, ...] = USUAL_LADDER
    style: Style = Style()
    alphabeta_endgame: bool = False
    """Whether alpha-beta looks through the end of a game before the tree search is asked."""
    bisection: Bisection | None = None
    chances: Chances = field(default_factory=Chances)
    elo: tuple[float, ...] = ()
    """What the arena found for each level, ``random`` standing at 0; empty where nobody has ranked
    them."""
    shares: Mapping[int, tuple[float, ...]] = field(default_factory=dict)
    """How often each seat wins between equals under the usual rules, a draw counting half, by the
    number of seats; what is not there was not measured, and is taken for even."""

    def __post_init__(self) -> None:
        for name, kind in (("style", Style), ("bisection", Bisection | None), ("chances", Chances)):
            if not isinstance(getattr(self, name), kind):
                raise ValueError(f"Playing has {getattr(self, name)!r} for its {name}.")
        if not all(isinstance(rung, Rung) for rung in self.ladder):
            raise ValueError("A ladder is made of rungs: Rung(nodes=30, softness=0.1).")
        if len(self.ladder) != LEVELS:
            raise ValueError(
                f"A ladder has {LEVELS} rungs, one for each level, not {len(self.ladder)}."
            )
        if len(self.elo) not in (0, LEVELS):
            raise ValueError(f"There are {LEVELS} levels to rank, not {len(self.elo)}.")
        for rung in self.ladder:
            if not isinstance(rung.nodes, int) or rung.nodes < 1:
                raise ValueError(f"A rung looks at 1 node or more, not at {rung.nodes!r}.")
            if rung.kind not in KINDS:
                raise ValueError(f"A rung is made of {', '.join(KINDS)}, not of {rung.kind!r}.")
        for seats, shares in self.shares.items():
            if len(shares) != seats or not abs(sum(shares) - 1) <= 0.01:
                raise ValueError(f"The shares of {seats} seats are {seats} numbers that make 1.")


def playing(game: "Game") -> Playing:
    """How computers play ``game``."""
    try:
        return _declared(game.rules.__name__.rpartition(".")[0])
    except GameError as error:
        raise GameError(f"No computer can play {game.title}: {error}.") from None


@cache
def _declared(package: str) -> Playing:
    """What the ``players.py`` beside a game's rules says, if there is one."""
    name = f"{package}.players"
    if not package or find_spec(name) is None:
        return Playing()
    module = load_module(name)
    check_parts({"players": module})
    return cast(Playing, module.PLAYING)
