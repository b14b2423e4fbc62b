"""The player that searches: time, threads and memory around the compiled tree."""

import threading
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.players import tree
from linden.players.choice import Candidate, Choice

TREES = 2
"""Trees grow side by side, each on a thread of its own, and vote. Their number is fixed, so that
the same seed and the same budget give the same choice on any machine."""
DEPTH = 600
SLICE_SECONDS = 0.004
"""How long a tree runs before it looks at the clock and at whether it was cancelled."""
DEFAULT_MEMORY_MB = 256
MOST_LOOKED_AT = 400
"""Nodes looked at to find a position again in the last tree."""


class Cancelled(RuntimeError):  # noqa: N818 - nothing went wrong: somebody changed their mind
    """The choice was called off."""


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(64, thread_name_prefix="linden-search")


@dataclass
class Tree:
    """One tree and the room it works in."""

    nodes: Any
    head: Any
    path: Any
    moves: Any
    stamps: Any
    played: Any
    rng: Any
    work: Any
    gains: Any
    points: Any
    tallies: Any

    @classmethod
    def room(cls, game: Game, capacity: int) -> "Tree":
        seats = game.players
        return cls(
            nodes=np.zeros(capacity, tree.Node),
            head=np.zeros(3, np.int64),
            path=np.zeros(DEPTH, np.int64),
            moves=np.zeros(game.rules.MOST_MOVES, np.int32),
            stamps=np.zeros((game.rules.MOVES, 2), np.int64),
            played=np.zeros((game.rules.MOVES, seats), np.int64),
            rng=np.zeros(1, np.uint64),
            work=np.zeros(tree.ROOM, game.state_type),
            gains=np.zeros(seats),
            points=np.zeros(seats),
            tallies=np.zeros(2 * seats),
        )

    def children(self, parent: int = 0) -> "Iterator[Child]":
        child = int(self.nodes[parent].first)
        while child != tree.NONE:
            node = self.nodes[child]
            yield Child(child, int(node.move), int(node.visits), float(node.total), int(node.proof))
            child = int(node.next)


class Child(NamedTuple):
    """A node below another."""

    at: int
    move: int
    visits: int
    total: float
    proof: int


@dataclass
class Kept:
    """The trees of the last choice, and the position it led to."""

    position: Position
    move: int
    seat: int
    trees: list[Tree]

    def hand_over(self, wanted: Position, into: list[Tree]) -> None:
        """Move what is known of ``wanted`` into new trees, if it came of that choice."""
        for old, new in zip(self.trees, into, strict=True):
            node = self._find(old, wanted)
            if node != tree.NONE:
                tree.transplant(old.nodes, node, new.nodes, new.head)

    def _find(self, it: Tree, wanted: Position) -> int:
        """The node of ``wanted``: others and chance may have moved since, but not our seat."""
        waiting = [(int(tree.find(it.nodes, 0, self.move)), self.position)]
        looked = 0
        while waiting and looked < MOST_LOOKED_AT:
            node, position = waiting.pop()
            looked += 1
            if node == tree.NONE:
                continue
            if position == wanted:
                return node
            if position.to_move not in (self.seat, None):
                for child in it.children(node):
                    if child.visits > 0:
                        waiting.append((child.at, position.play_code(child.move)))
        return tree.NONE


@dataclass(frozen=True)
class Style:
    """How a tree search plays out, looks at new moves, and weighs; the plain one knows nothing."""

    explore: float = 0.6
    tries: int = 0
    """Random moves that a playout compares at each step, by the game's evaluation; from 1 on it
    never misses an urgent one."""
    scale: float = 6.0
    """The lead in points at which a glance says e to 1."""
    prior: float = 0.0
    """How many visits a glance at a new move is worth."""
    echo: float = 0.0
    """Visits at which a move's own values count as much as those of simulations in which it came
    later (Gelly and Silver 2007); 0 does not listen."""


PLAIN = Style()


class TreeSearch:
    """Monte Carlo tree search for any game, by its verbs alone.

    Memory is bounded: ``memory_mb`` for all trees of one choice. When it is full the trees stop
    growing and the playouts go on.
    """

    def __init__(
        self,
        game: Game,
        seed: int = 0,
        *,
        style: "Style" = PLAIN,
        memory_mb: int = DEFAULT_MEMORY_MB,
        trees: int = TREES,
    ) -> None:
        self.game = game
        self.seed = seed
        self._trees = trees
        self._capacity = max(1000, memory_mb * 2**20 // (trees * tree.Node.itemsize))
        facts = game.facts
        settings = np.zeros(tree.SETTINGS)
        settings[tree.EXPLORE] = style.explore
        settings[tree.HIDDEN] = facts.hidden
        settings[tree.PROVE] = game.players == 2 and not facts.hidden and not facts.chance
        settings[tree.TRIES] = style.tries
        settings[tree.SCALE] = style.scale
        settings[tree.PRIOR] = style.prior
        settings[tree.ECHO] = style.echo
        self._settings = settings
        self._lock = threading.Lock()
        self._kept: Kept | None = None
        self._loaded = False

    def choose(
        self,
        position: Position,
        *,
        seconds: float | None = None,
        nodes: int | None = None,
        cancel: threading.Event | None = None,
    ) -> Choice:
        """The best move found in ``seconds``, or by ``nodes`` simulations in all, or until one of
        them is spent.

        Only what the seat to move may know is looked at. Setting ``cancel`` ends the search at
        once with ``Cancelled``.
        """
        seat = check_request(self.game, position, seconds, nodes)
        self.load()
        began = time.perf_counter()
        view = position.view(seat)
        root = view._state.copy()
        trees = self._planted(view, seat, nodes)
        self._grow(trees, root, seat, view.key, began, seconds, nodes, cancel)
        if cancel is not None and cancel.is_set():
            raise Cancelled("The search was called off.")
        choice = self._answer(view, seat, trees, time.perf_counter() - began)
        if self._may_keep(nodes):
            with self._lock:
                self._kept = Kept(view.play(choice.move), view.code(choice.move), seat, trees)
        return choice

    def load(self) -> None:
        """Have the compiled search ready before the clock starts."""
        if not self._loaded:
            it = Tree.room(self.game, 1)
            tree.plant(it.nodes, it.head)
            self._simulate(self.game.start()._state.copy(), it, 0, 0)
            self._loaded = True

    def _may_keep(self, nodes: int | None) -> bool:
        """A budget of nodes must give the same choice whatever was asked before, and where
        something is hidden the next view is never a position of this tree."""
        return nodes is None and not self.game.facts.hidden

    def _planted(self, view: Position, seat: int, nodes: int | None) -> "list[Tree]":
        """The trees to grow: new ones, or what the last choice already knew of this position."""
        capacity = self._capacity
        if nodes is not None:
            # A simulation adds at most the moves of one node.
            capacity = min(capacity, 1000 + nodes * self.game.rules.MOST_MOVES)
        trees = [Tree.room(self.game, capacity) for _ in range(self._trees)]
        for it in trees:
            tree.plant(it.nodes, it.head)
        if self._may_keep(nodes):
            with self._lock:
                kept, self._kept = self._kept, None
            if kept is not None and kept.seat == seat:
                kept.hand_over(view, trees)
        return trees

    def _grow(
        self,
        trees: "list[Tree]",
        root: Any,
        seat: int,
        key: int,
        began: float,
        seconds: float | None,
        nodes: int | None,
        cancel: threading.Event | None,
    ) -> None:
        def grow(number: int) -> None:
            it = trees[number]
            it.rng[0] = np.uint64((self.seed * 0x9E3779B97F4A7C15 + key + number) % 2**64)
            target = None if nodes is None else -(-nodes // self._trees)
            batch = 4
            while it.nodes[0].proof == tree.OPEN:
                now = time.perf_counter()
                if cancel is not None and cancel.is_set():
                    return
                if seconds is not None and now - began >= seconds - reserve(seconds):
                    return
                count = batch
                if target is not None:
                    count = min(batch, target - int(it.head[tree.DONE]))
                    if count <= 0:
                        return
                self._simulate(root, it, seat, count)
                spent = time.perf_counter() - now
                batch = max(1, min(int(batch * SLICE_SECONDS / max(spent, 1e-5)), 4 * batch))

        for future in [_pool().submit(grow, number) for number in range(self._trees)]:
            future.result()

    def _simulate(self, root: Any, it: Tree, seat: int, count: int) -> None:
        tree.simulate(
            root,
            it.work,
            it.nodes,
            it.head,
            it.path,
            it.moves,
            it.stamps,
            it.played,
            it.rng,
            self._settings,
            seat,
            count,
            it.gains,
            it.points,
            it.tallies,
        )

    # -- reading the trees

    def _answer(self, view: Position, seat: int, trees: list[Tree], seconds: float) -> Choice:
        visits: dict[int, int] = {}
        totals: dict[int, float] = {}
        proofs: dict[int, int] = {}
        for it in trees:
            for _, move, count, total, proof in it.children():
                visits[move] = visits.get(move, 0) + count
                totals[move] = totals.get(move, 0.0) + total
                if proof != tree.OPEN:
                    proofs[move] = proof
        values = {
            move: tree_value(proofs.get(move, tree.OPEN), totals[move], visits[move])
            for move in visits
        }
        legal = [view.code(text) for text in view.moves]

        def rank(move: int) -> tuple[float, float, float]:
            proof = proofs.get(move, tree.OPEN)
            certain = (proof == tree.WIN) - (proof == tree.LOSS)
            return (certain, visits.get(move, 0), values.get(move, 0.0))

        ordered = sorted(legal, key=rank, reverse=True)
        best = ordered[0]
        write = self.game.notation.move_text
        state = view.state
        done = sum(int(it.head[tree.DONE]) for it in trees)
        seats = self.game.players
        tallies = sum(it.tallies for it in trees) / max(done, 1)
        return Choice(
            move=write(state, best),
            win=shares(seat, values.get(best, 1 / seats), tallies[:seats].tolist()),
            scores=tuple(tallies[seats:].tolist()),
            line=self._line(view, best, trees),
            candidates=tuple(
                Candidate(write(state, move), values.get(move, 1 / seats), visits.get(move, 0))
                for move in ordered
            ),
            nodes=done,
            seconds=seconds,
            proven=best in proofs,
        )

    def _line(self, view: Position, best: int, trees: list[Tree]) -> tuple[str, ...]:
        """The most visited moves, as long as they were looked at enough."""
        position = view.play_code(best)
        line = [view.moves[[view.code(text) for text in view.moves].index(best)]]
        if self.game.facts.hidden:
            return tuple(line)
        it = max(trees, key=lambda one: int(one.head[tree.DONE]))
        node = int(tree.find(it.nodes, 0, best))
        while node != tree.NONE and not position.over and len(line) < 12:
            top, child = tree.NONE, int(it.nodes[node].first)
            while child != tree.NONE:
                if top == tree.NONE or it.nodes[child].visits > it.nodes[top].visits:
                    top = child
                child = int(it.nodes[child].next)
            if top == tree.NONE or it.nodes[top].visits < 20:
                break
            move = int(it.nodes[top].move)
            line.append(self.game.notation.move_text(position.state, move))
            position = position.play_code(move)
            node = top
        return tuple(line)


def reserve(seconds: float) -> float:
    """The part of a budget that is left for saying what was found."""
    return min(0.025, 0.05 * seconds)


def check_request(game: Game, position: Position, seconds: float | None, nodes: int | None) -> int:
    """The seat to choose for; a ``ValueError`` for what cannot be asked."""
    if position.game != game:
        raise ValueError(f"This player plays {game!r}, not {position.game!r}.")
    if position.over:
        raise ValueError("The game is over; there is nothing to choose.")
    seat = position.to_move
    if seat is None or seat == CHANCE:
        raise ValueError("Chance acts here; a player chooses only for a seat.")
    if seconds is None and nodes is None:
        raise ValueError("Give a budget: seconds, or nodes, or both.")
    if seconds is not None and not 0 < seconds <= 86400:
        raise ValueError(f"Seconds are more than 0 and at most a day, not {seconds}.")
    if nodes is not None and nodes < 1:
        raise ValueError(f"Nodes are 1 or more, not {nodes}.")
    return seat


def load_glance(game: Game) -> None:
    """Have ready what ``looked_at`` calls."""
    work, points = np.zeros(tree.ROOM, game.state_type), np.zeros(game.players)
    root = game.start()._state.copy()
    moves = np.zeros(game.rules.MOST_MOVES, np.int32)
    tree.glance(root, work, tree.first_move(root, moves), np.int64(0), points)


def looked_at(view: Position, seat: int) -> dict[str, float]:
    """By how much ``seat`` leads after each move, at a glance."""
    game = view.game
    work, points = np.zeros(tree.ROOM, game.state_type), np.zeros(game.players)
    found = {}
    for text in view.moves:
        move = np.int64(view.code(text))
        found[text] = float(tree.glance(view._state, work, move, np.int64(seat), points))
    return found


def tree_value(proof: int, total: float, visits: int) -> float:
    """A child's value for the seat that chooses it."""
    if proof != tree.OPEN:
        return float(tree.proven_value(proof))
    return total / visits if visits else 0.0


def shares(seat: int, own: float, means: list[float]) -> tuple[float, ...]:
    """Each seat's share: the chooser's own, the rest divided as the simulations went."""
    others = sum(mean for other, mean in enumerate(means) if other != seat)
    return tuple(
        own
        if other == seat
        else (1 - own) * (mean / others if others > 0 else 1 / (len(means) - 1))
        for other, mean in enumerate(means)
    )
