"""Proofs: that one move of a position has no equal.

Nothing here is a guess. What a move is worth is searched to the end of the game, or averaged over
all that chance may do; where something is hidden, moves are judged by what every hand could do that
is possible for whoever looks.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.budget import Budget
from linden.players.expectation import Expectation, distance
from linden.players.iterative_deepening import AlphaBeta
from linden.puzzles.puzzle import BEST, GUARD, HOLD, MOST, WIN, Puzzle, themes

NODES = 40_000
"""Positions that the value of one move may take."""
FARTHEST = 26
"""Moves to the end of a game without chance beyond which nothing is tried; NEAR with chance."""
NEAR = 9
LEAST_CHOICE = 4
"""Moves of a position that is worth asking about."""
CLEARLY = 0.15
"""By how much of the win the best chances must be ahead of the next."""
MOST_LINES = 4000
"""Lines of one turn that are gone through."""
LEAST_LEAD = 1.0
"""By how many points the best end must be ahead of the next, where both win, or neither does."""
EXACT = 1e-9


class Worth(NamedTuple):
    """What a move is worth to its mover; the better one is the larger one."""

    share: float
    """Of the win."""
    lead: float = 0.0
    """At the end, in points; 0 where that is not known."""


Worths = Mapping[str, Worth]
"""Every move of a position."""


@dataclass(frozen=True)
class Finding:
    """The best move of a position, if it has no equal, and how that is known."""

    theme: str
    move: str
    proof: str


class Prover:
    """Proves for one game; it keeps the memory of its searches."""

    def __init__(self, game: Game, *, nodes: int = NODES) -> None:
        self.game = game
        self._nodes = nodes
        self._search: AlphaBeta | None = None
        self._expectation: Expectation | None = None
        if game.facts.chance and not game.facts.hidden:
            self._expectation = Expectation(game, transposition_bits=18)
        elif game.players == 2 and not game.facts.hidden:
            self._search = AlphaBeta(game, transposition_bits=16)

    def puzzles(self, position: Position) -> Iterator[Puzzle]:
        """The puzzles that a position is, each of another theme."""
        seat = position.to_move
        if seat in (None, CHANCE) or len(position.moves) < LEAST_CHOICE:
            return
        view = position.view(position.turn)
        for look in (self._by_end, self._by_turn):
            found = look(view)
            if found is not None:
                line = tuple(self._line(view, found, look))
                yield Puzzle(self.game, view.text, found.theme, line, found.proof)

    def _line(
        self, view: Position, found: Finding, look: Callable[[Position], Finding | None]
    ) -> Iterator[str]:
        """The move, and what follows in the same turn for as long as it has no equal either."""
        mover, theme = view.turn, found.theme
        following: Finding | None = found
        while following is not None and following.theme == theme:
            yield following.move
            view = view.play(following.move)
            if view.to_move != mover or view.turn != mover:
                return
            following = look(view)

    # -- by the end of the game

    def _by_end(self, view: Position) -> Finding | None:
        if self.game.facts.hidden:
            return self._hidden(view)
        farthest = NEAR if self.game.facts.chance else FARTHEST
        if distance(view, farthest) > farthest:
            return None
        worths = self.worths(view)
        return None if worths is None else self._standing_out(worths)

    def worths(self, view: Position) -> Worths | None:
        """Exactly what each move brings its mover; ``None`` if that takes too long."""
        seat, found = view.turn, dict[str, Worth]()
        for move in view.moves:
            worth = self._worth(view.play(move), seat)
            if worth is None:
                return None
            found[move] = worth
        return found

    def _worth(self, after: Position, seat: int) -> Worth | None:
        if after.over:
            share = (after.returns[seat] + 1) / self.game.players
            return Worth(share, self._lead(after.scores, seat))
        if self._expectation is not None:
            expected = self._expectation.find(after, Budget(nodes=self._nodes))
            return None if expected is None else Worth(expected.win[seat])
        if self._search is None:
            return None
        choice = self._search.choose(after, nodes=self._nodes)
        if not choice.proven:
            return None
        return Worth(choice.win[seat], self._lead(choice.scores, seat))

    def _lead(self, scores: Sequence[float], seat: int) -> float:
        """Leads are compared where they are known for every move."""
        return 0.0 if self._search is None else scores[seat] - scores[1 - seat]

    def _standing_out(self, worths: Worths) -> Finding | None:
        (move, best), (_, second), *_ = sorted(worths.items(), key=lambda it: it[1], reverse=True)
        ahead = best.share - second.share
        if self._expectation is not None:
            certain = best.share > 1 - EXACT and ahead > EXACT
            if certain or ahead >= CLEARLY:
                return Finding(WIN if certain else BEST, move, "expectation")
        elif ahead > EXACT:
            return Finding(WIN if best.share > 1 - EXACT else HOLD, move, "search")
        elif best.lead - second.lead >= LEAST_LEAD:
            return Finding(BEST, move, "search")
        return None

    # -- where something is hidden

    def _hidden(self, view: Position) -> Finding | None:
        """A win at once, or the only move after which nobody has one."""
        mover = view.turn
        wins = [move for move in view.moves if wins_at_once(view, move)]
        if wins:
            return Finding(WIN, wins[0], "turn") if len(wins) == 1 else None
        safe = [
            move
            for move in view.moves
            if not any(can_win(then, mover) for then in settled(view.play(move)))
        ]
        return Finding(GUARD, safe[0], "turn") if len(safe) == 1 else None

    # -- by the points of this turn

    def _by_turn(self, view: Position) -> Finding | None:
        if MOST not in themes(self.game):
            return None
        gains = dict[str, float]()
        left = [MOST_LINES]
        for move in view.moves:
            gain = most_points(view.play(move), view.turn, left)
            if gain is None:
                return None
            gains[move] = gain
        (move, best), (_, second), *_ = sorted(gains.items(), key=lambda pair: -pair[1])
        return Finding(MOST, move, "turn") if best - second > 1 - EXACT else None


def wins_at_once(view: Position, move: str) -> bool:
    after = view.play(move)
    return after.over and after.returns[view.turn] > 0


def settled(position: Position) -> Iterator[Position]:
    """The position, or all that chance can make of it before somebody chooses."""
    if position.to_move == CHANCE:
        for outcome in position.moves:
            yield from settled(position.play(outcome))
    else:
        yield position


def can_win(view: Position, mover: int) -> bool:
    """Whether somebody else could win at once, with some hand that is possible here."""
    if view.over:
        return view.returns[mover] < 0
    return view.turn != mover and any(wins_at_once(view, move) for move in view.moves)


def most_points(position: Position, seat: int, left: list[int]) -> float | None:
    """The points that a seat can have at the end of this turn; ``None`` where that takes too
    long."""
    left[0] -= 1
    if left[0] < 0:
        return None
    if position.over or position.turn != seat or position.to_move == CHANCE:
        return position.scores[seat]
    best: float | None = None
    for move in position.moves:
        found = most_points(position.play(move), seat, left)
        if found is None:
            return None
        best = found if best is None else max(best, found)
    return best
