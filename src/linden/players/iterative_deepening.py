"""Alpha-beta as a player: iterative deepening until the time is up."""

import math
import threading
from dataclasses import dataclass, field

import numpy as np

from linden.core.game import Game
from linden.core.position import Position
from linden.core.types import StateArray
from linden.players import alphabeta
from linden.players.budget import Budget, Pace
from linden.players.choice import Candidate, Choice
from linden.players.player import Player, bonuses

PLIES = 400
"""Moves a line may have; a longer one is evaluated where the stack ends."""
TRANSPOSITION_BITS = 20
SHALLOW_SHARE = 0.1
"""Of the budget for a proof, how much may go into lines that are cut off."""
MARGIN_SCALE = 6.0
"""The guessed lead, in points, at which a win is about three times as likely as a loss."""


class AlphaBeta(Player):
    """Alpha-beta with a transposition table of 2**20 positions (32 MB), for two seats without
    secrets; where chance acts it only evaluates.

    It maximises the final margin in points, and so wins by as much as it can; in a narrow window
    it only asks who wins, which takes far fewer positions.
    """

    @classmethod
    def objection(cls, game: Game) -> str:
        if game.players == 2 and not game.facts.hidden:
            return ""
        return f"alphabeta plays games for two with nothing hidden, not {game!r}."

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        *,
        transposition_bits: int = TRANSPOSITION_BITS,
        window: float = alphabeta.INFINITE,
        begin_with: alphabeta.Transpositions | None = None,
    ) -> None:
        """``begin_with`` is what choices by nodes know before they begin (``learnt``); it stays as
        it is."""
        if objection := self.objection(game):
            raise ValueError(objection)
        self.game = game
        self.seed = seed
        self._bits = transposition_bits
        self._window = window
        self._begin_with = begin_with
        self._variety = 0.0
        self._idle: list[Room] = []
        self._lock = threading.Lock()

    def vary(self, points: float) -> None:
        self._variety = points

    def think(self, view: Position, seat: int, budget: Budget) -> Choice:
        """The best move of the deepest search finished in the budget."""
        with self._lock:
            fresh = not self._idle or budget.nodes is not None
            room = self._room(budget) if fresh else self._idle.pop()
        found = self._search(view, room, budget)
        if budget.nodes is None:  # else the next choice begins with an empty one
            with self._lock:
                self._idle.append(room)
        return self._answer(view, seat, found, room, budget.spent)

    def learnt(self, view: Position, budget: Budget) -> alphabeta.Transpositions:
        """What is known of positions once a move has been looked for here, found or not."""
        room = self._room(budget)
        self._search(view, room, budget)
        return room.memory.transpositions

    def _room(self, budget: Budget) -> "Room":
        return Room(self.game, self._bits, None if budget.nodes is None else self._begin_with)

    def _search(self, view: Position, room: "Room", budget: Budget) -> "Found":
        root = view._state.copy()
        room.stack.bonuses[:] = 0
        for move, points in bonuses(view, self.seed, self._variety).items():
            room.stack.bonuses[view.code(move)] = points
        room.progress.head[alphabeta.NODES] = 0
        room.memory.history[:] = 0
        found = Found([view.code(text) for text in view.moves], 0.0, True)
        if self._window < alphabeta.INFINITE:
            # A proof rests on nothing but ends. They may be near; where they are not, all that is
            # found before them is only in its way.
            shallow = budget.part(SHALLOW_SHARE)
            found = self._deepened(view, root, room, found, 0, shallow)
            return self._deepened(view, root, room, found, PLIES // 2 - 1, budget)
        return self._deepened(view, root, room, found, 0, budget)

    def _deepened(
        self,
        view: Position,
        root: StateArray,
        room: "Room",
        found: "Found",
        turns: int,
        budget: Budget,
    ) -> "Found":
        """What the deepest search says that is finished in the budget, each a turn deeper, until
        nothing is guessed."""
        while found.guessed and turns < PLIES // 2:
            turns += 1
            alphabeta.begin(room.stack, root, turns, self._window, room.progress.head)
            if not self._finish(room, budget):
                break
            found = Found.of(room, view)
        return found

    def _finish(self, room: "Room", budget: Budget) -> bool:
        """Search to the depth begun; ``False`` if the budget ran out first."""
        pace = Pace(budget, first=500, least=100)
        while True:
            done = int(room.progress.head[alphabeta.NODES])
            size = pace.next(None if budget.nodes is None else budget.nodes - done)
            budget.raise_if_called_off()
            if size <= 0:
                return False
            if self._slice(room, size):
                return True

    def _slice(self, room: "Room", budget: int) -> bool:
        return bool(alphabeta.search(room.stack, room.memory, room.progress, budget))

    def load(self) -> None:
        room = Room(self.game, 1)
        root = self.game.start()._state.copy()
        alphabeta.begin(room.stack, root, 1, self._window, room.progress.head)
        self._slice(room, 0)

    def _answer(
        self, position: Position, seat: int, found: "Found", room: "Room", seconds: float
    ) -> Choice:
        write = self.game.notation.move_text
        state = position.state
        proven = not found.guessed
        share = _share(found.margin, proven)
        middle = sum(position.scores) / 2
        lead = found.margin if seat == 0 else -found.margin
        nodes = int(room.progress.head[alphabeta.NODES])
        best = write(state, found.moves[0])
        return Choice(
            move=best,
            win=(share, 1 - share),
            scores=(middle + found.margin / 2, middle - found.margin / 2),
            line=(best,),
            candidates=tuple(
                Candidate(
                    write(state, move),
                    _share(found.worth.get(move, lead), proven),
                    0 if place else nodes,
                    proven=proven,
                )
                for place, move in enumerate(found.moves)
            ),
            nodes=nodes,
            seconds=seconds,
            proven=proven,
        )


def _share(lead: float, proven: bool) -> float:
    """The share of the win that goes with a lead in points."""
    if proven:
        return 0.5 if lead == 0 else float(lead > 0)
    return 1 / (1 + math.exp(-lead / MARGIN_SCALE))


@dataclass(frozen=True)
class Found:
    """What a finished search says: moves, the best first, and the margin of seat 0."""

    moves: list[int]
    margin: float
    guessed: bool
    """Whether the margin rests on a static evaluation anywhere."""
    worth: dict[int, float] = field(default_factory=dict)
    """For the seat to move: the best move's value, and what the others are worth at most."""

    @classmethod
    def of(cls, room: "Room", position: Position) -> "Found":
        count = int(room.stack.frames[0].count)
        worth = dict(
            zip(
                room.stack.moves[0, :count].tolist(),
                room.stack.evaluations[0, :count].tolist(),
                strict=True,
            )
        )
        best = int(room.progress.head[alphabeta.ROOT_MOVE])
        ordered = sorted(worth, key=lambda move: (move != best, -worth[move]))
        return cls(
            ordered,
            float(room.progress.result[0]),
            bool(room.progress.head[alphabeta.GUESSED]),
            worth,
        )


class Room:
    """Where one search works: its stack, what it has learnt, and how far it is."""

    def __init__(
        self, game: Game, bits: int, begin_with: alphabeta.Transpositions | None = None
    ) -> None:
        most = game.rules.MOST_MOVES
        self.stack = alphabeta.Stack(
            states=np.zeros(PLIES, game.state_type),
            frames=np.zeros(PLIES, alphabeta.Frame),
            moves=np.zeros((PLIES, most), np.int32),
            evaluations=np.zeros((PLIES, most), np.float32),
            bonuses=np.zeros(game.rules.MOVES),
        )
        self.memory = alphabeta.Memory(
            transpositions=(
                np.zeros(1 << bits, alphabeta.Entry) if begin_with is None else begin_with.copy()
            ),
            history=np.zeros((2, game.rules.MOVES), np.int64),
        )
        self.progress = alphabeta.Progress(
            head=np.zeros(6, np.int64), result=np.zeros(1), points=np.zeros(3)
        )
