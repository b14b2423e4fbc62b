"""Monte Carlo tree search as a player: time, threads and memory around the compiled tree."""

import operator
import os
import threading
from collections.abc import Iterator
from concurrent.futures import Future, ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from typing import Any, NamedTuple

import numpy as np

from linden.core.entry import redraw
from linden.core.game import Game
from linden.core.playing import Style
from linden.core.position import Position
from linden.players import playout, tree
from linden.players.budget import Budget, Pace
from linden.players.choice import Candidate, Choice
from linden.players.player import Player

TREES = 2
"""Trees grow side by side, each on a thread of its own, and vote. Their number is fixed, so that
the same seed and the same budget give the same choice on any machine."""
DEEPEST = 600
"""Moves and outcomes below the root; where a tree is as deep, it plays out from there."""
DEFAULT_MEMORY_MB = 256
MOST_LOOKED_AT = 400
"""Nodes looked at to find a position again in the last tree."""
NODES_A_DETERMINIZATION = 300
"""Simulations below which it is better to look at fewer determinizations."""
DOUBT_VISITS, DOUBT_SHARE = 4, 0.6
"""In a determinization, every move has that many visits to begin with, at that part of an equal
share of the win."""


@cache
def _pool() -> ThreadPoolExecutor:
    return ThreadPoolExecutor(64, thread_name_prefix="linden-search")


if hasattr(os, "register_at_fork"):  # a forked process has the pool, but none of its threads
    os.register_at_fork(after_in_child=_pool.cache_clear)


class Grove:
    """Trees that one thread lets grow in turn, each from a root of its own, and their memory."""

    def __init__(self, game: Game, trees: int, capacity: int) -> None:
        seats, moves = game.players, game.rules.MOVES
        self.grown = tree.Tree(
            root=np.zeros(trees, game.state_type),
            nodes=np.zeros((trees, capacity), tree.Node),
            head=np.zeros((trees, 3), np.int64),
            legal_at=np.zeros((trees, moves), np.int64),
            child_at=np.zeros((trees, moves), np.int64),
            played_at=np.zeros((trees, moves, seats), np.int64),
            rng=np.zeros((trees, 1), np.uint64),
        )
        self.work = tree.Work(
            states=np.zeros(playout.STATES, game.state_type),
            path=np.zeros(DEEPEST, np.int64),
            moves=np.zeros(game.rules.MOST_MOVES, np.int32),
            gains=np.zeros(seats),
            points=np.zeros(seats),
            tallies=np.zeros(2 * seats),
        )
        for it in self.trees:
            tree.plant(it.nodes, it.head)

    @property
    def trees(self) -> "list[Tree]":
        pairs = zip(self.grown.nodes, self.grown.head, strict=True)
        return [Tree(nodes, head) for nodes, head in pairs]

    @property
    def proven(self) -> bool:
        """Whether there is nothing left to find out."""
        return bool((self.grown.nodes["proof"][:, 0] != tree.OPEN).all())

    def simulate(self, settings: tree.Settings, seat: int, count: int) -> None:
        """So many simulations in every tree."""
        tree.simulate_each(self.grown, self.work, settings, seat, count)


class Tree(NamedTuple):
    """One tree, to be read."""

    nodes: Any
    head: Any

    @property
    def done(self) -> int:
        """Simulations it was given."""
        return int(self.head[tree.DONE])

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

    def reuse(self, wanted: Position, into: list[Tree]) -> None:
        """Move what is known of ``wanted`` into new trees, if it came of that choice."""
        for old, new in zip(self.trees, into, strict=True):
            node = self._find(old, wanted)
            if node != tree.NONE:
                tree.copy_subtree(old.nodes, node, new.nodes, new.head)

    def _find(self, it: Tree, wanted: Position) -> int:
        """The node of ``wanted``: others and chance may have moved since, but not our seat."""
        waiting = [(int(tree.find_child(it.nodes, 0, self.move)), self.position)]
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
        style: Style = PLAIN,
        memory_mb: int = DEFAULT_MEMORY_MB,
        trees: int = TREES,
    ) -> None:
        self.game = game
        self.seed = operator.index(seed)
        self._threads = trees
        self._memory = memory_mb * 2**20
        facts = game.facts
        self._determinizations = style.determinizations if facts.hidden else 0
        self._settings = tree.Settings(
            exploration=float(style.exploration),
            playout_candidates=style.playout_candidates,
            evaluation_scale=float(style.evaluation_scale),
            prior_visits=float(style.prior_visits),
            rave_visits=float(style.rave_visits),
            hidden=facts.hidden and not self._determinizations,
            prove=game.players == 2 and not facts.hidden and not facts.chance,
        )
        self._lock = threading.Lock()
        self._kept: Kept | None = None

    def think(self, view: Position, seat: int, budget: Budget) -> Choice:
        groves = self._planted(view, seat, budget.nodes)
        self._grow(groves, seat, budget)
        budget.raise_if_called_off()
        choice = self._answer(view, seat, groves, budget)
        if self._may_keep(budget.nodes):
            trees = trees_of(groves)
            with self._lock:
                self._kept = Kept(view.play(choice.move), view.code(choice.move), seat, trees)
        return choice

    def load(self) -> None:
        grove = Grove(self.game, 1, 1)
        self._set(grove, self.game.start(), 0, 0)
        grove.simulate(self._settings, 0, 0)

    def _may_keep(self, nodes: int | None) -> bool:
        """A budget of nodes must give the same choice whatever was asked before, and where
        something is hidden the next view is never a position of this tree."""
        return nodes is None and not self.game.facts.hidden

    def _planted(self, view: Position, seat: int, nodes: int | None) -> list[Grove]:
        """What is to grow, for each thread: new trees, or what the last choice already knew."""
        each = 1
        if self._determinizations:
            wanted = (
                self._determinizations
                if nodes is None
                else min(self._determinizations, nodes // NODES_A_DETERMINIZATION)
            )
            each = max(1, wanted // self._threads)
        count = each * self._threads
        capacity = max(1000, self._memory // (count * tree.Node.itemsize))
        if nodes is not None:
            # A simulation adds at most the moves of one node.
            capacity = min(capacity, 1000 + -(-nodes // count) * self.game.rules.MOST_MOVES)
        groves = [Grove(self.game, each, capacity) for _ in range(self._threads)]
        for number, grove in enumerate(groves):
            self._set(grove, view, seat, number * each)
        if self._may_keep(nodes):
            with self._lock:
                kept, self._kept = self._kept, None
            if kept is not None and kept.seat == seat:
                kept.reuse(view, trees_of(groves))
        return groves

    def _set(self, grove: Grove, view: Position, seat: int, number: int) -> None:
        """Give the trees of a grove, the first of which is the ``number``-th of all, their roots:
        the position, or determinizations, in which what ``seat`` cannot know is dealt."""
        roots, rngs = grove.grown.root, grove.grown.rng
        for i in range(len(roots)):
            seed = self.seed * 0x9E3779B97F4A7C15 + view.key + number + i
            rngs[i, 0] = np.uint64(seed % 2**64)
            if self._determinizations:
                redraw(view._state, seat, rngs[i, 0], rngs[i], roots[i : i + 1])
            else:
                roots[i] = view._state[0]

    def _grow(self, groves: list[Grove], seat: int, budget: Budget) -> None:
        share = None
        if budget.nodes is not None:
            share = -(-budget.nodes // len(trees_of(groves)))
        interrupted = threading.Event()

        def grow(grove: Grove) -> None:
            pace = Pace(budget, first=4)
            while not (grove.proven or interrupted.is_set()):
                done = int(grove.grown.head[0, tree.DONE])
                count = pace.next(None if share is None else share - done)
                if count <= 0:
                    return
                grove.simulate(self._settings, seat, count)

        futures: list[Future[None]] = []
        try:
            for grove in groves:
                futures.append(_pool().submit(grow, grove))
            for future in futures:
                future.result()
        except BaseException:
            interrupted.set()
            raise

    # -- reading the trees

    def _answer(self, view: Position, seat: int, groves: list[Grove], budget: Budget) -> Choice:
        trees = trees_of(groves)
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
        if self._determinizations:
            values = self._mean_values(trees)
        legal = [view.code(text) for text in view.moves]

        def rank(move: int) -> tuple[float, float, float]:
            proof = proofs.get(move, tree.OPEN)
            certain = (proof == tree.WIN) - (proof == tree.LOSS)
            thought, value = visits.get(move, 0), values.get(move, 0.0)
            return (
                (certain, value, thought) if self._determinizations else (certain, thought, value)
            )

        ordered = sorted(legal, key=rank, reverse=True)
        best = ordered[0]
        write = self.game.notation.move_text
        state = view.state
        done = sum(it.done for it in trees)
        seats = self.game.players
        tallies = sum(grove.work.tallies for grove in groves) / max(done, 1)
        return Choice(
            move=write(state, best),
            win=shares(seat, values.get(best, 1 / seats), tallies[:seats].tolist()),
            scores=tuple(tallies[seats:].tolist()),
            line=self._line(view, best, trees),
            candidates=tuple(
                Candidate(
                    write(state, move),
                    values.get(move, 1 / seats),
                    visits.get(move, 0),
                    proven=move in proofs,
                )
                for move in ordered
            ),
            nodes=done,
            seconds=budget.spent,
            proven=best in proofs,
        )

    def _mean_values(self, trees: list[Tree]) -> dict[int, float]:
        """What each move is worth over all determinizations."""
        doubted = DOUBT_VISITS * DOUBT_SHARE / self.game.players
        found: dict[int, float] = {}
        for it in trees:
            for _, move, count, total, _ in it.children():
                value = (total + doubted) / (count + DOUBT_VISITS)
                found[move] = found.get(move, 0.0) + value / len(trees)
        return found

    def _line(self, view: Position, best: int, trees: list[Tree]) -> tuple[str, ...]:
        """The most visited moves, as long as they were looked at enough."""
        position = view.play_code(best)
        line = [view.moves[[view.code(text) for text in view.moves].index(best)]]
        if self.game.facts.hidden:
            return tuple(line)
        it = max(trees, key=lambda one: one.done)
        node = int(tree.find_child(it.nodes, 0, best))
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


def trees_of(groves: list[Grove]) -> list[Tree]:
    return [it for grove in groves for it in grove.trees]


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
