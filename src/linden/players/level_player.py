"""The player of a level: a rung of the game's ladder, and now and then not the best move."""

import math
import random
from dataclasses import replace

from linden.core.game import Game
from linden.core.playing import playing
from linden.core.position import Position
from linden.players.budget import Budget
from linden.players.choice import Candidate, Choice
from linden.players.levels import Level
from linden.players.mcts import shares
from linden.players.player import Player
from linden.players.registry import player

LONGEST_THOUGHT = 2.8
"""Seconds after which a level answers with what it has."""


class LevelPlayer(Player):
    """A level of play; ``seconds`` or ``nodes`` replace its own budget."""

    def __init__(self, game: Game, level: Level, seed: int = 0) -> None:
        self.game = game
        self.level = level
        self.rung = playing(game).ladder[level.number - 1]
        self._search = player(game, self.rung.kind, seed=seed)
        self._search.vary(self.rung.variety)
        self._seed = seed

    def interpret(self) -> bool:
        interpreted = self._search.interpret()
        self._loaded = self._loaded or interpreted
        return interpreted

    def load(self) -> None:
        self._search.load()

    def own_budget(self) -> tuple[float, int]:
        return LONGEST_THOUGHT, self.rung.nodes

    def think(self, view: Position, seat: int, budget: Budget) -> Choice:
        choice = self._search.think(view, seat, budget)
        told = self._honest(choice, view, seat)
        if self.rung.softness == 0 or len(choice.candidates) == 1:
            return told
        rng = random.Random(f"{self._seed} {self.level.number} {view.key}")
        picked = soft(choice.candidates, self.rung.softness, rng)
        if picked.move == choice.move:
            return told
        return replace(told, move=picked.move, line=(picked.move,), proven=False)

    def _honest(self, choice: Choice, view: Position, seat: int) -> Choice:
        """The same choice with chances that come true; what is certain stays as it is."""
        chances = playing(self.game).chances
        curve = chances.curve(self.rung.kind, self.game.players)
        progress = chances.progress(view)

        def honest(found: tuple[float, ...]) -> tuple[float, ...]:
            return curve.chances(found, seat, progress, choice.nodes)

        return replace(
            choice,
            win=choice.win if choice.proven else honest(choice.win),
            candidates=tuple(
                it
                if it.proven
                else replace(it, value=honest(shares(seat, it.value, list(choice.win)))[seat])
                for it in choice.candidates
            ),
        )


def soft(candidates: tuple[Candidate, ...], softness: float, rng: random.Random) -> Candidate:
    """One of the candidates, the better the likelier."""
    best = max(candidate.value for candidate in candidates)
    weights = [math.exp((candidate.value - best) / softness) for candidate in candidates]
    return rng.choices(candidates, weights)[0]
