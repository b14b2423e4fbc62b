"""The tree search until it can be proven who wins; from then on nothing is given away."""

from functools import lru_cache

from linden.core.game import Game
from linden.core.position import Position
from linden.players.alphabeta import ONLY_WHO_WINS, Transpositions
from linden.players.budget import Budget
from linden.players.choice import Choice
from linden.players.guided import EXACT_SHARE, Guided
from linden.players.iterative_deepening import AlphaBeta

PROOF_NODES = 300
"""Positions for each simulation that may be looked at for a proof, which takes some ten times
longer: whoever looks for an even value wants the truth more than an answer soon."""
TRANSPOSITION_BITS = 23
MOST_KNOWN = 20_000
"""Positions remembered with what came of a proof, as openings are played again and again."""
MOST_OPENINGS = 4
"""Games whose beginning is remembered, each with a transposition table (200 MB)."""


class Prover(Guided):
    """Before each move alpha-beta tries to prove who wins, and asks for nothing else: to the ends
    of all lines at once, as a depth that cuts them off proves nothing. The search chooses where
    that does not fit into the budget, and where all is lost."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        super().__init__(game, seed)
        self._winner = winner(game)

    @classmethod
    def objection(cls, game: Game) -> str:
        if AlphaBeta.objection(game):
            return f"prover plays games for two with nothing hidden, not {game!r}."
        return ""

    def load(self) -> None:
        super().load()
        self._winner.load()

    def _exact(self, view: Position, seat: int, budget: Budget) -> Choice | None:
        if budget.seconds is None and budget.nodes is not None:
            found = remembered(view, seat, budget.nodes * PROOF_NODES)
        else:
            found = self._winner.think(view, seat, budget.part(EXACT_SHARE, nodes=PROOF_NODES))
        return found if found.proven else super()._exact(view, seat, budget)


def winner(game: Game, known: Transpositions | None = None) -> AlphaBeta:
    """Alpha-beta that asks for nothing but who wins."""
    return AlphaBeta(
        game, transposition_bits=TRANSPOSITION_BITS, window=ONLY_WHO_WINS, begin_with=known
    )


@lru_cache(MOST_KNOWN)
def remembered(view: Position, seat: int, nodes: int) -> Choice:
    """What comes of a proof with so many positions, which is the same every time."""
    known = of_the_beginning(view.game, nodes)
    return winner(view.game, known).think(view, seat, Budget(nodes=nodes))


@lru_cache(MOST_OPENINGS)
def of_the_beginning(game: Game, nodes: int) -> Transpositions:
    """What is learnt where a proof is looked for at the beginning of a game, with as many
    positions. A proof of who wins holds an answer to whatever the other side may do, so that
    later ones find most of theirs in it. All begin with the same, whichever came before: one
    budget gives one choice."""
    return winner(game).learnt(game.start(), Budget(nodes=nodes))
