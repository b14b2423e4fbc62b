"""The search with what suits the game: its style, exact ends, fair amounts."""

from dataclasses import replace

from linden.core.game import Game
from linden.core.playing import Bisection, playing
from linden.core.position import Position
from linden.players.bisection import fair_amount
from linden.players.budget import Budget
from linden.players.choice import Candidate, Choice
from linden.players.expectation import NEAR, Expectation, distance
from linden.players.iterative_deepening import AlphaBeta
from linden.players.mcts import TreeSearch
from linden.players.player import Player, chooser

EXACT_FROM = 5000
"""Simulations from which on a player counts out the end of a game with chance."""
EXACT_SHARE = 0.5
EXACT_NODES = 20
"""Of the budget for a move, how much may go into finding the exact one: a part of the time, or
that many positions for each simulation, which takes much longer."""


class Guided(Player):
    """The tree search with what suits the game, and the exact move where the end is near."""

    def __init__(self, game: Game, seed: int = 0) -> None:
        self.game = game
        self._how = playing(game)
        self._search = TreeSearch(game, seed, style=self._how.style)
        self._expectation: Expectation | None = None
        self._alphabeta: AlphaBeta | None = None
        if self._how.alphabeta_endgame and not AlphaBeta.objection(game):
            self._alphabeta = AlphaBeta(game, seed)
        elif game.facts.chance and not game.facts.hidden:
            self._expectation = Expectation(game)

    def load(self) -> None:
        for part in (self._search, self._expectation, self._alphabeta):
            if part is not None:
                part.load()

    def think(self, view: Position, seat: int, budget: Budget) -> Choice:
        bisection = self._how.bisection
        if bisection is not None and bisection.applies(view):
            return self._bisect(view, seat, budget, bisection)
        exact = None
        if budget.nodes is None or budget.nodes >= EXACT_FROM:
            exact = self._exact(view, seat, budget)
        # Once the best move is certain, the search only says what the others are worth.
        rest = budget.part(1, nodes=1 if exact is None else 0.25)
        if budget.seconds is not None:
            rest = replace(rest, seconds=max(budget.seconds - budget.spent, budget.seconds / 10))
        choice = self._search.think(view, seat, rest)
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
            candidates=(Candidate(exact.move, exact.win[seat], exact.nodes, proven=True), *others),
            seconds=budget.spent,
            proven=True,
        )

    def _exact(self, view: Position, seat: int, budget: Budget) -> Choice | None:
        """The best move for certain, if a part of the budget is enough to find it."""
        if (self._expectation or self._alphabeta) is None or distance(view, NEAR) > NEAR:
            return None
        part = budget.part(EXACT_SHARE, nodes=EXACT_NODES)
        if self._alphabeta is not None:
            choice = self._alphabeta.think(view, seat, part)
            return choice if choice.proven else None
        assert self._expectation is not None
        found = self._expectation.find(view, part)
        if found is None or found.move is None:
            return None
        return Choice(
            found.move, found.win, (), (found.move,), (), found.nodes, found.seconds, proven=True
        )

    def _bisect(self, view: Position, seat: int, budget: Budget, how: Bisection) -> Choice:
        """The fair amount, by as many searches as halving takes."""
        nodes = 0

        def judge(after: Position) -> float:
            nonlocal nodes
            mover = chooser(self.game, after)
            choice = self._search.think(after, mover, budget.part(1 / how.searches))
            nodes += choice.nodes
            return choice.win[mover]

        move, share = fair_amount(view, how, judge)
        seats = self.game.players
        return Choice(
            move,
            tuple(1 - share if it == seat else share / (seats - 1) for it in range(seats)),
            view.scores,
            (move,),
            (Candidate(move, 1 - share, nodes),),
            nodes,
            budget.spent,
        )
