"""The player that looks at every line: alpha-beta, deeper and deeper until the time is up."""

import math
import threading
import time
from typing import Any

import numpy as np

from linden.core.game import Game
from linden.core.position import Position
from linden.players import alphabeta
from linden.players.choice import Candidate, Choice
from linden.players.search import Cancelled, check_request

LEVELS = 400
"""Moves a line may have."""
SLICE = 20_000
"""Nodes between two looks at the clock."""
TABLE_BITS = 20
MARGIN_SCALE = 6.0
"""The guessed lead, in points, at which a win is about three times as likely as a loss."""


class AlphaBeta:
    """Alpha-beta with a table of 2**20 positions (32 MB), for two seats without chance or secrets.

    It maximises the final margin in points, and so wins by as much as it can.
    """

    def __init__(self, game: Game, seed: int = 0, *, table_bits: int = TABLE_BITS) -> None:
        facts = game.facts
        if game.players != 2 or facts.hidden:
            raise ValueError(f"alphabeta plays games for two with nothing hidden, not {game!r}.")
        self.game = game
        self._bits = table_bits
        self._idle: list[Room] = []
        self._lock = threading.Lock()

    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        """The best move of the deepest search finished in the budget."""
        seat = check_request(self.game, position, seconds, nodes)
        began = time.perf_counter()
        with self._lock:
            room = self._idle.pop() if self._idle and nodes is None else Room(self.game, self._bits)
        root = position._state.copy()
        room.head[alphabeta.NODES] = 0
        room.history[:] = 0
        move, value, cut, turns = position.code(position.moves[0]), 0.0, True, 0
        while cut and turns < LEVELS // 2:
            turns += 1
            alphabeta.begin(room.states, root, room.frames, turns, room.head)
            while not self._slice(room, nodes):
                if cancel is not None and cancel.is_set():
                    raise Cancelled("The search was called off.")
                if seconds is not None and time.perf_counter() - began >= seconds:
                    break
                if nodes is not None and room.head[alphabeta.NODES] >= nodes:
                    break
            else:
                move = int(room.head[alphabeta.ROOT_MOVE])
                value, cut = float(room.result[0]), bool(room.head[alphabeta.CUT])
                continue
            break
        with self._lock:
            self._idle.append(room)
        return self._answer(position, seat, move, value, not cut, room, began)

    def _slice(self, room: "Room", nodes: int | None) -> bool:
        budget = SLICE
        if nodes is not None:
            budget = max(1, min(SLICE, nodes - int(room.head[alphabeta.NODES])))
        return bool(
            alphabeta.search(
                room.states,
                room.frames,
                room.moves,
                room.glances,
                room.table,
                room.history,
                room.head,
                room.result,
                room.points,
                budget,
            )
        )

    def _answer(
        self,
        position: Position,
        seat: int,
        move: int,
        value: float,
        proven: bool,
        room: "Room",
        began: float,
    ) -> Choice:
        text = self.game.notation.move_text(position.state, move)
        if proven:
            first = 0.5 if value == 0 else float(value > 0)
        else:
            first = 1 / (1 + math.exp(-value / MARGIN_SCALE))
        win = (first, 1 - first)
        middle = sum(position.scores) / 2
        return Choice(
            move=text,
            win=win,
            scores=(middle + value / 2, middle - value / 2),
            line=(text,),
            candidates=(Candidate(text, win[seat], int(room.head[alphabeta.NODES])),),
            nodes=int(room.head[alphabeta.NODES]),
            seconds=time.perf_counter() - began,
            proven=proven,
        )


class Room:
    """Where one search works: its stack, its table, what it has learnt of moves."""

    def __init__(self, game: Game, bits: int) -> None:
        self.states: Any = np.zeros(LEVELS, game.state_type)
        self.frames: Any = np.zeros(LEVELS, alphabeta.Frame)
        self.moves: Any = np.zeros((LEVELS, game.rules.MOST_MOVES), np.int32)
        self.glances: Any = np.zeros((LEVELS, game.rules.MOST_MOVES), np.float32)
        self.table: Any = np.zeros(1 << bits, alphabeta.Entry)
        self.history: Any = np.zeros((2, game.rules.MOVES), np.int64)
        self.head: Any = np.zeros(5, np.int64)
        self.result: Any = np.zeros(1)
        self.points: Any = np.zeros(2)
