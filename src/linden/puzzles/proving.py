"""Proofs: that one move of a position has no equal.

Nothing here is a guess. What a move is worth is searched to the end of the game, or averaged over
all that chance may do; where something is hidden, moves are judged by what every hand could do that
is possible for whoever looks.
"""

import random
from collections.abc import Callable, Iterator
from dataclasses import dataclass

from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players.budget import Budget
from linden.players.chance import roll
from linden.players.expectation import Expectation
from linden.puzzles.ending import Ending
from linden.puzzles.puzzle import BEST, CLOSE, GUARD, HOLD, MOST, WIN, Puzzle, closed, themes

NODES = 60_000
"""Positions that a proof may take."""
FARTHEST = 30
"""Moves to the end of a game without chance beyond which nothing is tried; NEAR with chance."""
NEAR = 7
LEAST_CHOICE = 4
"""Moves of a position that is worth asking about."""
CLEARLY = 0.1
"""By how much of the win the best chances must be ahead of the next."""
MOST_LINES = 4000
"""Lines of one turn that are gone through."""
LEAST_LEAD = 1.0
"""By how many points the best end must be ahead of the next, where both win."""
FINE = 0.01
"""Points that count for nothing; no two scores of a game are so near to each other."""
EXACT = 1e-9


@dataclass(frozen=True)
class Finding:
    """The best move of a position, if it has no equal, and how that is known."""

    theme: str
    move: str
    proof: str
    best: float
    """What it is worth: its share of the win with chance, the final lead without; the points of
    the turn."""
    next: float | None = None
    """What the next best is worth, where that is known too."""


class Prover:
    """Proves for one game. What it says of a position depends on nothing it was asked before."""

    def __init__(self, game: Game, *, nodes: int = NODES) -> None:
        self.game = game
        self._nodes = nodes
        open_duel = game.players == 2 and not game.facts.hidden
        self._ending = Ending(game) if open_duel and game.points_win else None
        self._expectation: Expectation | None = None
        if game.facts.chance and not game.facts.hidden:
            self._expectation = Expectation(game, transposition_bits=17)
        self.too_far = False
        """Whether the last position was too far from the end for a proof by it."""

    def puzzles(self, position: Position, *, by_end: bool = True) -> Iterator[Puzzle]:
        """The puzzles that a position is, each of another theme; those that the end of the game
        proves are left out on request."""
        self.too_far = False
        seat = position.to_move
        if seat in (None, CHANCE) or len(position.moves) < LEAST_CHOICE:
            return
        view = position.view(position.turn)
        wanted = themes(self.game)
        at_once = (self._by_turn, self._by_closing)
        for look in (self._by_end, *at_once) if by_end else at_once:
            found = look(view)
            if found is not None and found.theme in wanted:
                line = tuple(self._line(view, found, look))
                yield Puzzle(
                    self.game,
                    view.text,
                    found.theme,
                    line,
                    found.proof,
                    best=rounded(found.best),
                    next=None if found.next is None else rounded(found.next),
                )

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
        moves, chance = ahead(view, FARTHEST)
        self.too_far = moves > (NEAR if chance else FARTHEST)
        if self.too_far:
            return None
        if chance:
            return self._by_chances(view)
        return self._by_search(view)

    def _by_search(self, view: Position) -> Finding | None:
        """The best move, and then whether it stays the best when all others get a handicap: so many
        points that they must be as good in what counts to come out ahead of it."""
        ending = self._ending
        if ending is None:
            return None
        ending.forget()
        found = ending.best(view, self._nodes)
        if found is None:
            self.too_far = True
            return None
        move, lead = found
        left = self._nodes - ending.nodes
        if lead > -FINE:
            only = self._alone(view, move, (lead if lead > 0 else 2 * FINE) - FINE, left)
            if only is None:
                return None
            if only:
                return Finding(WIN if lead > FINE else HOLD, move, "search", lead)
            left -= ending.nodes
        # Whoever loses anyway is not asked by how little.
        if lead > FINE and self._alone(view, move, LEAST_LEAD - FINE, left):
            return Finding(BEST, move, "search", lead)
        return None

    def _alone(self, view: Position, move: str, points: float, nodes: int) -> bool | None:
        """Whether a move is more than so many points ahead of all others."""
        assert self._ending is not None
        others = {other: points for other in view.moves if other != move}
        found = self._ending.best(view, nodes, others)
        return None if found is None else found[0] == move

    def _by_chances(self, view: Position) -> Finding | None:
        seat, shares = view.turn, dict[str, float]()
        for move in view.moves:
            after = view.play(move)
            if after.over:
                shares[move] = (after.returns[seat] + 1) / self.game.players
                continue
            assert self._expectation is not None
            expected = self._expectation.find(after, Budget(nodes=self._nodes))
            if expected is None:
                self.too_far = True
                return None
            shares[move] = expected.win[seat]
        (move, best), (_, second), *_ = sorted(shares.items(), key=lambda it: -it[1])
        if best > 1 - EXACT and best - second > EXACT:
            return Finding(WIN, move, "expectation", best, second)
        if best - second >= CLEARLY:
            return Finding(BEST, move, "expectation", best, second)
        return None

    # -- where something is hidden

    def _hidden(self, view: Position) -> Finding | None:
        """A win at once, or the only move after which nobody has one."""
        mover = view.turn
        wins = [move for move in view.moves if wins_at_once(view, move)]
        if wins:
            return Finding(WIN, wins[0], "turn", 1.0) if len(wins) == 1 else None
        safe = [move for move in view.moves if threat(view.play(move), mover) is None]
        return Finding(GUARD, safe[0], "turn", 1.0) if len(safe) == 1 else None

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
            gains[move] = gain - view.scores[view.turn]
        (move, best), (_, second), *_ = sorted(gains.items(), key=lambda pair: -pair[1])
        if best - second <= 1 - EXACT:
            return None
        return Finding(MOST, move, "turn", best, second)

    def _by_closing(self, view: Position) -> Finding | None:
        is_closed = closed(self.game)
        if CLOSE not in themes(self.game) or is_closed(view):
            return None
        after = {move: view.play(move) for move in view.moves}
        closing = [move for move, then in after.items() if not then.over and is_closed(then)]
        return Finding(CLOSE, closing[0], "turn", 1.0) if len(closing) == 1 else None


def rounded(number: float) -> float:
    """To three places, which is what people are told at most."""
    found = round(number, 3)
    return int(found) if found == int(found) else found


def ahead(position: Position, most: int) -> tuple[int, bool]:
    """How many moves and outcomes a random game still has from here, ``most`` + 1 if there are
    more, and whether chance acts in it."""
    rng = random.Random(position.key)
    moves, chance = 0, False
    while not position.over and moves <= most:
        acts = position.to_move == CHANCE
        chance = chance or acts
        position = position.play(roll(position, rng) if acts else rng.choice(position.moves))
        moves += 1
    return moves, chance


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


def threat(after: Position, mover: int) -> tuple[Position, str] | None:
    """A win at once that somebody else may have after a move, with some hand that is possible:
    where it is made, and by which move; an empty one where the move before has lost already."""
    for view in settled(after):
        if view.over:
            if view.returns[mover] < 0:
                return view, ""
        elif view.turn != mover:
            for move in view.moves:
                if wins_at_once(view, move):
                    return view, move
    return None


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
