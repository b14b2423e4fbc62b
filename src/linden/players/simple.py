"""Players that do not search: any move, and the move that looks best."""

import math
import operator
import random
from typing import Any

import numpy as np

from linden.core.game import Game
from linden.core.kernel import interpreted
from linden.core.playing import playing
from linden.core.position import Position
from linden.players import playout
from linden.players.budget import Budget
from linden.players.choice import Candidate, Choice
from linden.players.player import Player, bonuses


class RandomChoice(Player):
    """Any legal move."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._rng = random.Random(operator.index(seed))

    def interpret(self) -> bool:
        return True

    def own_budget(self) -> tuple[None, int]:
        return None, 1

    def think(self, view: Position, seat: int, budget: Budget) -> Choice:
        move = self._rng.choice(view.moves)
        even = (1 / self.game.players,) * self.game.players
        return Choice(move, even, view.scores, (move,), (Candidate(move, even[0], 0),), 0, 0.0)


class Greedy(Player):
    """The move after which its seat leads by most, as the game's evaluation sees it."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._seed = operator.index(seed)
        self._variety = 0.0
        self._interpreted = False

    def own_budget(self) -> tuple[None, int]:
        return None, 1

    def vary(self, points: float) -> None:
        self._variety = points

    def interpret(self) -> bool:
        self._interpreted = self._loaded = True
        return True

    def load(self) -> None:
        root, work, points = self.game.start()._state.copy(), *_room(self.game)
        moves = np.zeros(self.game.rules.MOST_MOVES, np.int32)
        playout.static_lead(root, work, playout.first_move(root, moves), np.int64(0), points)

    def think(self, view: Position, seat: int, budget: Budget) -> Choice:
        leads = static_leads(view, seat, by_python=self._interpreted)
        rng = random.Random(f"{self._seed} {view.key}")
        extra = bonuses(view, self._seed, self._variety)
        ordered = sorted(
            leads, key=lambda move: (-leads[move] - extra.get(move, 0.0), rng.random())
        )
        scale = playing(self.game).style.evaluation_scale
        candidates = tuple(
            Candidate(move, 1 / (1 + math.exp(-max(min(leads[move] / scale, 50), -50))), 1)
            for move in ordered
        )
        value, others = candidates[0].value, self.game.players - 1
        win = tuple(
            value if it == seat else (1 - value) / others for it in range(self.game.players)
        )
        best = candidates[0].move
        return Choice(best, win, view.scores, (best,), candidates, len(leads), budget.spent)


def _room(game: Game) -> tuple[Any, Any]:
    return np.zeros(playout.STATES, game.state_type), np.zeros(game.players)


def static_leads(view: Position, seat: int, *, by_python: bool = False) -> dict[str, float]:
    """By how much ``seat`` leads after each move, by static evaluation."""
    work, points = _room(view.game)
    lead = interpreted(playout.static_lead) if by_python else playout.static_lead
    found = {}
    for text in view.moves:
        move = np.int64(view.code(text))
        found[text] = float(lead(view._state, work, move, np.int64(seat), points))
    return found
