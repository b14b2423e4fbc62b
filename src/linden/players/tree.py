"""Monte Carlo tree search over the verbs, compiled: one search for every game.

It knows chance (outcomes are sampled by weight, and each has a node of its own), any number of
seats (each maximises its own share of the win), hidden hands (each simulation deals anew what the
searching seat cannot know, and a node's moves compete only when they were available: Cowling,
Powley and Whitehouse 2012) and proofs (Winands, Björnsson and Saito 2008) where two seats play
without chance or secrets.

The value of a position for a seat is its share of the win, between 0 and 1: a win of one is 1, a
draw of all is 1 / seats.

A simulation has the four phases of the literature: **select** a leaf by upper confidence bounds,
**expand** it, **play out** the rest of the game, and **backpropagate** the result. Where the style
of a game wants it, static evaluations give new moves a *prior*, and RAVE (Gelly and Silver 2007)
lets moves that came later in a simulation count where they could have been played before.

Arrays that travel together are one tuple. They are taken out of it once a simulation and not in the
loops within: taking an array out of a tuple counts a reference, which costs as much as a move.
"""

from typing import Any, NamedTuple

import numpy as np

from linden.core import kernel
from linden.core.kernel import CHANCE, OVER, rule
from linden.players.playout import HERE, lead_after, play_out

NONE = -1

# What is proven of a node, for the seat whose move led to it.
OPEN, WIN, LOSS, DRAW = 0, 1, 2, 3

Node = np.dtype(
    (
        np.record,
        np.dtype(
            [
                ("total", np.float64),  # values summed, for the seat whose move led here
                ("visits", np.int32),
                ("available", np.int32),  # how often the move was there to be selected
                ("move", np.int32),
                ("first", np.int32),  # the first child, or NONE
                ("next", np.int32),  # the next sibling, or NONE
                ("prior", np.float32),  # the value that a static evaluation gives it, same seat
                ("rave_total", np.float32),  # values of simulations in which the move came later
                ("rave_visits", np.int32),
                ("seat", np.int8),  # whose move led here
                ("proof", np.int8),
            ],
            align=True,
        ),
    )
)

# Counters of a tree: nodes in use, simulations made for this choice, simulations ever begun.
USED, DONE, STAMP = 0, 1, 2


class Settings(NamedTuple):
    """How a search plays; most of it is the ``Style`` of the game, which explains it."""

    exploration: float
    playout_candidates: int
    evaluation_scale: float
    prior_visits: float
    rave_visits: float
    hidden: bool
    """Whether every simulation deals anew what the searching seat cannot know."""
    prove: bool
    """Whether wins, losses and draws can be proven: two seats, no chance, no secrets."""


class Tree(NamedTuple):
    """One tree, or several along a first axis."""

    root: Any
    """The position it grows from."""
    nodes: Any
    head: Any
    """Its counters."""
    legal_at: Any
    """The simulation in which each move was last legal where a node was expanded."""
    child_at: Any
    """The simulation in which each move was last found to have a child there."""
    played_at: Any
    """The simulation in which each seat last made each move, for RAVE."""
    rng: Any


class Work(NamedTuple):
    """The memory that a simulation works in; its length bounds how deep a tree may grow."""

    states: Any
    path: Any
    moves: Any
    gains: Any
    points: Any
    tallies: Any
    """The shares and then the scores of each seat, summed over all simulations."""


@rule
def plant(nodes: Any, head: Any) -> None:
    """A tree of one node."""
    head[USED] = 0
    head[DONE] = 0
    add_child(nodes, head, NONE, NONE, CHANCE)


@rule
def add_child(nodes: Any, head: Any, parent: Any, move: Any, seat: Any) -> Any:
    """A new child, or ``NONE`` when the memory is full."""
    child = head[USED]
    if child == len(nodes):
        return np.int64(NONE)
    head[USED] += 1
    node = nodes[child]
    node.total = 0
    node.visits = 0
    node.available = 0
    node.move = move
    node.first = NONE
    node.next = NONE
    node.seat = seat
    node.proof = OPEN
    node.prior = 0.5
    node.rave_total = 0
    node.rave_visits = 0
    if parent != NONE:
        node.next = nodes[parent].first
        nodes[parent].first = child
    return child


@rule
def find_child(nodes: Any, parent: Any, move: Any) -> Any:
    """The child that ``move`` leads to, or ``NONE``."""
    child = np.int64(nodes[parent].first)
    while child != NONE and nodes[child].move != move:
        child = np.int64(nodes[child].next)
    return child


# -- one simulation ------------------------------------------------------------------------------


@rule
def simulate(tree: Any, work: Any, settings: Any, seat: Any, count: Any) -> None:
    """Run ``count`` simulations for ``seat``, or fewer if the root is proven."""
    nodes, head, path, states, rng = tree.nodes, tree.head, work.path, work.states, tree.rng
    gains, points, tallies = work.gains, work.points, work.tallies
    seats = len(gains)
    for _ in range(count):
        if nodes[0].proof != OPEN:
            return
        head[STAMP] += 1
        states[HERE] = tree.root[0]
        state = states[HERE]
        if settings.hidden:
            kernel.conceal(state, seat, rng)
        depth = select(state, tree, work, settings)
        leaf = path[depth]
        if nodes[leaf].proof != OPEN:
            value = proven_value(nodes[leaf].proof)
            for other in range(seats):
                gains[other] = value if other == nodes[leaf].seat else 1 - value
            kernel.scores(state, points)
        else:
            play_out(state, tree, work, settings, head[STAMP])
        for other in range(seats):
            tallies[other] += gains[other]
            tallies[seats + other] += points[other]
        backpropagate(nodes, path, depth, gains)
        if settings.rave_visits != 0:
            backpropagate_rave(tree, path, depth, gains)
        if settings.prove:
            backpropagate_proof(nodes, path, depth)
        head[DONE] += 1


@rule
def simulate_each(trees: Any, work: Any, settings: Any, seat: Any, count: Any) -> None:
    """``simulate`` for trees that grow from roots of their own."""
    for i in range(len(trees.root)):
        tree = Tree(
            trees.root[i : i + 1],
            trees.nodes[i],
            trees.head[i],
            trees.legal_at[i],
            trees.child_at[i],
            trees.played_at[i],
            trees.rng[i],
        )
        simulate(tree, work, settings, seat, count)


@rule
def select(state: Any, tree: Any, work: Any, settings: Any) -> Any:
    """Walk from the root to a node that was never visited; return its depth.

    ``state`` follows, and ``work.path`` keeps the nodes.
    """
    nodes, head, legal_at, rng = tree.nodes, tree.head, tree.legal_at, tree.rng
    path, gains = work.path, work.gains
    node = np.int64(0)
    depth = 0
    path[0] = 0
    while depth + 1 < len(path):
        seat = kernel.mover(state)
        if seat == OVER:
            settle_end(state, nodes, node, settings, gains)
            return depth
        fresh = False
        if seat == CHANCE:
            move = np.int64(kernel.sample(state, rng))
            child = find_child(nodes, node, move)
            if child == NONE:
                child = add_child(nodes, head, node, move, CHANCE)
        else:
            if nodes[node].first == NONE or settings.hidden:
                expand(state, tree, work, settings, node, seat)
            child = select_child(nodes, node, legal_at, head[STAMP], settings)
            fresh = child != NONE and nodes[child].visits == 0
        if child == NONE:
            return depth
        kernel.play(state, nodes[child].move)
        depth += 1
        path[depth] = child
        node = child
        if fresh:
            if kernel.mover(state) == OVER:
                settle_end(state, nodes, node, settings, gains)
            return depth
        if nodes[child].proof != OPEN:
            return depth
    return depth


@rule
def expand(state: Any, tree: Any, work: Any, settings: Any, node: Any, seat: Any) -> None:
    """Make sure that every legal move has a child, and mark those that are legal now."""
    nodes, head, legal_at, child_at = tree.nodes, tree.head, tree.legal_at, tree.child_at
    moves, states, points = work.moves, work.states, work.gains
    n = kernel.legal(state, moves)
    stamp = head[STAMP]
    for i in range(n):
        legal_at[moves[i]] = stamp
    child = np.int64(nodes[node].first)
    while child != NONE:
        child_at[nodes[child].move] = stamp
        child = np.int64(nodes[child].next)
    for i in range(n - 1, -1, -1):
        if child_at[moves[i]] != stamp:
            child = add_child(nodes, head, node, moves[i], seat)
            if child != NONE and settings.prior_visits != 0:
                lead = lead_after(state, states, moves[i], seat, points)
                nodes[child].prior = 1 / (1 + np.exp(-lead / settings.evaluation_scale))


@rule
def select_child(nodes: Any, node: Any, legal_at: Any, stamp: Any, settings: Any) -> Any:
    """The child with the best upper confidence bound; one never visited comes first."""
    best = np.int64(NONE)
    best_bound = -1e300
    logarithm = np.log(nodes[node].visits + 1.0)
    child = np.int64(nodes[node].first)
    while child != NONE:
        it = nodes[child]
        if not settings.hidden or legal_at[it.move] == stamp:
            it.available += 1
            if it.proof == WIN:
                return child
            if it.proof == LOSS:
                bound = -1e9
            elif it.visits + settings.prior_visits == 0:
                bound = 1e9
            else:
                if settings.hidden:
                    logarithm = np.log(it.available + 1.0)
                visits = it.visits + settings.prior_visits
                mean = (it.total + settings.prior_visits * it.prior) / visits
                if settings.rave_visits != 0 and it.rave_visits > 0:
                    trust = np.sqrt(settings.rave_visits / (3.0 * it.visits + settings.rave_visits))
                    mean += trust * (it.rave_total / it.rave_visits - mean)
                bound = mean + settings.exploration * np.sqrt(logarithm / visits)
            if bound > best_bound:
                best_bound = bound
                best = child
        child = np.int64(it.next)
    return best


@rule
def settle_end(state: Any, nodes: Any, node: Any, settings: Any, gains: Any) -> None:
    """The game is over here: that is proven."""
    if not settings.prove or nodes[node].seat < 0:
        return
    kernel.returns(state, gains)
    gain = gains[nodes[node].seat]
    nodes[node].proof = WIN if gain > 0 else (LOSS if gain < 0 else DRAW)


@rule
def proven_value(proof: Any) -> Any:
    """What a proof is worth to the seat that it is about."""
    if proof == WIN:
        return 1.0
    return 0.5 if proof == DRAW else 0.0


# -- backpropagation -------------------------------------------------------------------------------


@rule
def backpropagate(nodes: Any, path: Any, depth: Any, gains: Any) -> None:
    """Count the simulation in every node of its path."""
    for d in range(depth, -1, -1):
        node = nodes[path[d]]
        node.visits += 1
        if node.seat >= 0:
            node.total += gains[node.seat]


@rule
def backpropagate_rave(tree: Any, path: Any, depth: Any, gains: Any) -> None:
    """Moves that were played later count a little where they could have been played before."""
    nodes, played_at, stamp = tree.nodes, tree.played_at, tree.head[STAMP]
    for d in range(depth, -1, -1):
        child = np.int64(nodes[path[d]].first)
        while child != NONE:
            it = nodes[child]
            if it.seat >= 0 and played_at[it.move, it.seat] == stamp:
                it.rave_total += gains[it.seat]
                it.rave_visits += 1
            child = np.int64(it.next)
        if nodes[path[d]].seat >= 0:
            played_at[nodes[path[d]].move, nodes[path[d]].seat] = stamp


@rule
def backpropagate_proof(nodes: Any, path: Any, depth: Any) -> None:
    """Carry proofs up the path, as far as they hold."""
    for d in range(depth, 0, -1):
        child = nodes[path[d]]
        if child.proof == OPEN:
            return
        parent = nodes[path[d - 1]]
        chooser = child.seat
        result = WIN
        if child.proof != WIN:
            result = LOSS
            sibling = np.int64(parent.first)
            while sibling != NONE:
                proof = nodes[sibling].proof
                if proof == OPEN:
                    return
                if proof == WIN:
                    result = WIN
                elif proof == DRAW and result == LOSS:
                    result = DRAW
                sibling = np.int64(nodes[sibling].next)
        if d == 1:
            parent.proof = result  # of the root: for the seat to move there
        elif parent.seat == chooser or result == DRAW:
            parent.proof = result
        else:
            parent.proof = LOSS if result == WIN else WIN


# -- from one tree to the next -------------------------------------------------------------------


@rule
def copy_subtree(old: Any, root: Any, new: Any, head: Any) -> None:
    """Copy what grows below ``root`` into an empty tree, as far as there is room.

    Until it has been copied, a node's ``first`` still says where its children are in the old tree.
    """
    head[USED] = 1
    new[0] = old[root]
    new[0].seat = CHANCE
    new[0].proof = OPEN
    new[0].next = NONE
    at = np.int64(0)
    while at < head[USED]:
        child = np.int64(new[at].first)
        new[at].first = NONE
        last = np.int64(NONE)
        while child != NONE:
            place = head[USED]
            if place == len(new):
                break
            head[USED] += 1
            new[place] = old[child]
            new[place].next = NONE
            if last == NONE:
                new[at].first = place
            else:
                new[last].next = place
            last = place
            child = np.int64(old[child].next)
        at += 1
