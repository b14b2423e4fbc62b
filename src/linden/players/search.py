"""The player that searches: time, threads and memory around the compiled tree."""

import threading
from collections import deque
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from linden.core.entry import redraw
from linden.core.game import Game
from linden.core.position import Position
from linden.players import tree
from linden.players.budget import Budget, Pace
from linden.players.choice import Candidate, Choice
from linden.players.player import Player

TREES = 2
"""Trees grow side by side, each on a thread of its own, and vote. Their number is fixed, so that
the same seed and the same budget give the same choice on any machine."""
DEPTH = 600
DEFAULT_MEMORY_MB = 256
MOST_LOOKED_AT = 400
"""Nodes looked at to find a position again in the last tree."""
NODES_A_WORLD = 300
"""Simulations below which it is better to look at fewer worlds."""
DOUBT, DOUBTED = 4, 0.6
"""In a world of its own, every move has that many visits to begin with, at that part of an equal
share of the win."""


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(64, thread_name_prefix="linden-search")


@dataclass
class Tree:
    """One tree and the room it works in."""

    root: Any
    """The state it grows from."""
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
            root=None,
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
    worlds: int = 0
    """Where hands are hidden: so many deals of them are searched apart, each as if all hands lay
    open, and a move is worth its mean over them. With 0, one search deals anew for every
    simulation."""


PLAIN = Style()


class TreeSearch(Player):
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
        self._threads = trees
        self._memory = memory_mb * 2**20
        facts = game.facts
        self._worlds = style.worlds if facts.hidden else 0
        settings = np.zeros(tree.SETTINGS)
        settings[tree.EXPLORE] = style.explore
        settings[tree.HIDDEN] = facts.hidden and not self._worlds
        settings[tree.PROVE] = game.players == 2 and not facts.hidden and not facts.chance
        settings[tree.TRIES] = style.tries
        settings[tree.SCALE] = style.scale
        settings[tree.PRIOR] = style.prior
        settings[tree.ECHO] = style.echo
        self._settings = settings
        self._lock = threading.Lock()
        self._kept: Kept | None = None
        self._loaded = False

    def think(self, view: Position, seat: int, budget: Budget) -> Choice:
        trees = self._planted(view, seat, budget.nodes)
        self._grow(trees, seat, budget)
        budget.heed()
        choice = self._answer(view, seat, trees, budget)
        if self._may_keep(budget.nodes):
            with self._lock:
                self._kept = Kept(view.play(choice.move), view.code(choice.move), seat, trees)
        return choice

    def load(self) -> None:
        """Have the compiled search ready before the clock starts."""
        if not self._loaded:
            start = self.game.start()
            it = Tree.room(self.game, 1)
            it.root = start._state.copy()
            tree.plant(it.nodes, it.head)
            self._simulate(it, 0, 0)
            if self._worlds:
                self._deal(start, 0, it)
            self._loaded = True

    def _may_keep(self, nodes: int | None) -> bool:
        """A budget of nodes must give the same choice whatever was asked before, and where
        something is hidden the next view is never a position of this tree."""
        return nodes is None and not self.game.facts.hidden

    def _planted(self, view: Position, seat: int, nodes: int | None) -> "list[Tree]":
        """The trees to grow: new ones, or what the last choice already knew of this position."""
        count = self._threads
        if self._worlds:
            fitting = self._worlds if nodes is None else min(self._worlds, nodes // NODES_A_WORLD)
            count = max(count, fitting)
        capacity = max(1000, self._memory // (count * tree.Node.itemsize))
        if nodes is not None:
            # A simulation adds at most the moves of one node.
            capacity = min(capacity, 1000 + -(-nodes // count) * self.game.rules.MOST_MOVES)
        trees = [Tree.room(self.game, capacity) for _ in range(count)]
        for number, it in enumerate(trees):
            tree.plant(it.nodes, it.head)
            it.rng[0] = np.uint64((self.seed * 0x9E3779B97F4A7C15 + view.key + number) % 2**64)
            it.root = view._state.copy()
            if self._worlds:
                self._deal(view, seat, it)
        if self._may_keep(nodes):
            with self._lock:
                kept, self._kept = self._kept, None
            if kept is not None and kept.seat == seat:
                kept.hand_over(view, trees)
        return trees

    def _deal(self, view: Position, seat: int, it: Tree) -> None:
        """A world: what ``seat`` cannot know, dealt."""
        redraw(view._state, seat, it.rng[0], it.rng, it.root)

    def _grow(self, trees: "list[Tree]", seat: int, budget: Budget) -> None:
        share = None if budget.nodes is None else -(-budget.nodes // len(trees))

        def grow(mine: list[Tree]) -> None:
            """Let these trees grow in turn until the budget is spent."""
            pace = Pace(budget, first=4)
            waiting = deque(mine)
            while waiting:
                it = waiting.popleft()
                count = pace.next(None if share is None else share - int(it.head[tree.DONE]))
                if count <= 0:
                    if share is None or budget.called_off or budget.out_of_time:
                        return
                    continue  # this one is done
                self._simulate(it, seat, count)
                if it.nodes[0].proof == tree.OPEN:
                    waiting.append(it)

        shares = [trees[number :: self._threads] for number in range(self._threads)]
        for future in [_pool().submit(grow, mine) for mine in shares]:
            future.result()

    def _simulate(self, it: Tree, seat: int, count: int) -> None:
        tree.simulate(
            it.root,
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

    def _answer(self, view: Position, seat: int, trees: list[Tree], budget: Budget) -> Choice:
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
        if self._worlds:
            values = self._mean_values(trees)
        legal = [view.code(text) for text in view.moves]

        def rank(move: int) -> tuple[float, float, float]:
            proof = proofs.get(move, tree.OPEN)
            certain = (proof == tree.WIN) - (proof == tree.LOSS)
            thought, value = visits.get(move, 0), values.get(move, 0.0)
            return (certain, value, thought) if self._worlds else (certain, thought, value)

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
            seconds=budget.spent,
            proven=best in proofs,
        )

    def _mean_values(self, trees: list[Tree]) -> dict[int, float]:
        """What each move is worth over all worlds."""
        doubted = DOUBT * DOUBTED / self.game.players
        found: dict[int, float] = {}
        for it in trees:
            for _, move, count, total, _ in it.children():
                value = (total + doubted) / (count + DOUBT)
                found[move] = found.get(move, 0.0) + value / len(trees)
        return found

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
