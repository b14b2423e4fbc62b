"""Monte Carlo tree search over the verbs, compiled: one search for every game.

It knows chance (outcomes are sampled by weight, and each has a node of its own), any number of
seats (each maximises its own share of the win), hidden hands (each simulation deals anew what the
searching seat cannot know, and a node's moves compete only when they were available: Cowling,
Powley and Whitehouse 2012) and proofs (Winands, Björnsson and Saito 2008) where two seats play
without chance or secrets.

The value of a position for a seat is its share of the win, between 0 and 1: a win of one is 1, a
draw of all is 1 / seats.
"""

from typing import Any

import numpy as np

from linden.core import kernel
from linden.core.kernel import CHANCE, OVER, rule

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
                ("chances", np.int32),  # how often the move was available to choose
                ("move", np.int32),
                ("first", np.int32),  # the first child, or NONE
                ("next", np.int32),  # the next sibling, or NONE
                ("prior", np.float32),  # the value a glance gives it, for the same seat
                ("echo", np.float32),  # values of simulations in which the move came later
                ("echoes", np.int32),
                ("seat", np.int8),  # whose move led here
                ("proof", np.int8),
            ],
            align=True,
        ),
    )
)

# Counters of a tree.
USED, DONE, STAMP = 0, 1, 2

# Settings of a search.
EXPLORE, HIDDEN, PROVE = 0, 1, 2
TRIES = 3  # how many random moves a playout compares at each step; 0 does not see urgent ones
SCALE = 4  # the lead in points at which a glance says e to 1
PRIOR = 5  # how many visits a glance at a new move is worth; 0 does not glance
ECHO = 6  # visits at which a move's own values count as much as its echoes; 0: no echoes
SETTINGS = 7
LONGEST_PLAYOUT = 2000  # moves after which a game that is not over is everybody's in equal shares

# The states a simulation works in.
HERE, TRIED, ROOM = 0, 1, 2


@rule
def plant(nodes: Any, head: Any) -> None:
    """A tree of one node."""
    head[USED] = 0
    head[DONE] = 0
    add(nodes, head, NONE, NONE, CHANCE)


@rule
def add(nodes: Any, head: Any, parent: Any, move: Any, seat: Any) -> Any:
    """A new child, or ``NONE`` when the memory is full."""
    child = head[USED]
    if child == len(nodes):
        return np.int64(NONE)
    head[USED] += 1
    node = nodes[child]
    node.total = 0
    node.visits = 0
    node.chances = 0
    node.move = move
    node.first = NONE
    node.next = NONE
    node.seat = seat
    node.proof = OPEN
    node.prior = 0.5
    node.echo = 0
    node.echoes = 0
    if parent != NONE:
        node.next = nodes[parent].first
        nodes[parent].first = child
    return child


@rule
def find(nodes: Any, parent: Any, move: Any) -> Any:
    """The child that ``move`` leads to, or ``NONE``."""
    child = np.int64(nodes[parent].first)
    while child != NONE and nodes[child].move != move:
        child = np.int64(nodes[child].next)
    return child


# -- one simulation ------------------------------------------------------------------------------


@rule
def simulate(
    root: Any,
    work: Any,
    nodes: Any,
    head: Any,
    path: Any,
    moves: Any,
    stamps: Any,
    played: Any,
    rng: Any,
    settings: Any,
    seat: Any,
    count: Any,
    gains: Any,
    points: Any,
    tallies: Any,
) -> None:
    """Run ``count`` simulations for ``seat``, or fewer if the root is proven.

    ``tallies`` sums the shares and then the scores of each seat over all simulations.
    """
    seats = len(gains)
    for _ in range(count):
        if nodes[0].proof != OPEN:
            return
        head[STAMP] += 1
        work[HERE] = root[0]
        state = work[HERE]
        if settings[HIDDEN] != 0:
            kernel.conceal(state, seat, rng)
        depth = descend(state, work, nodes, head, path, moves, stamps, rng, settings, gains)
        leaf = path[depth]
        if nodes[leaf].proof != OPEN:
            value = proven_value(nodes[leaf].proof)
            for other in range(seats):
                gains[other] = value if other == nodes[leaf].seat else 1 - value
            kernel.scores(state, points)
        else:
            finish(state, work, played, head[STAMP], rng, settings, gains, points)
        for other in range(seats):
            tallies[other] += gains[other]
            tallies[seats + other] += points[other]
        for d in range(depth, -1, -1):
            node = nodes[path[d]]
            node.visits += 1
            if node.seat >= 0:
                node.total += gains[node.seat]
        if settings[ECHO] != 0:
            listen(nodes, path, depth, played, head[STAMP], gains)
        if settings[PROVE] != 0:
            prove(nodes, path, depth)
        head[DONE] += 1


@rule
def simulate_each(
    roots: Any,
    work: Any,
    nodes: Any,
    heads: Any,
    path: Any,
    moves: Any,
    stamps: Any,
    played: Any,
    rngs: Any,
    settings: Any,
    seat: Any,
    count: Any,
    gains: Any,
    points: Any,
    tallies: Any,
) -> None:
    """``simulate`` for trees that grow from roots of their own."""
    for i in range(len(roots)):
        simulate(
            roots[i : i + 1],
            work,
            nodes[i],
            heads[i],
            path,
            moves,
            stamps[i],
            played[i],
            rngs[i],
            settings,
            seat,
            count,
            gains,
            points,
            tallies,
        )


@rule
def listen(nodes: Any, path: Any, depth: Any, played: Any, stamp: Any, gains: Any) -> None:
    """Moves that were played later count a little where they could have been played before."""
    for d in range(depth, -1, -1):
        child = np.int64(nodes[path[d]].first)
        while child != NONE:
            it = nodes[child]
            if it.seat >= 0 and played[it.move, it.seat] == stamp:
                it.echo += gains[it.seat]
                it.echoes += 1
            child = np.int64(it.next)
        if nodes[path[d]].seat >= 0:
            played[nodes[path[d]].move, nodes[path[d]].seat] = stamp


@rule
def finish(
    state: Any,
    work: Any,
    played: Any,
    stamp: Any,
    rng: Any,
    settings: Any,
    gains: Any,
    points: Any,
) -> None:
    """Play on to the end; write everybody's share and points."""
    steps = 0
    now = np.int64(kernel.mover(state))
    while now != OVER and steps < LONGEST_PLAYOUT:
        move = playout_move(state, work, rng, settings, points)
        if settings[ECHO] != 0 and now != CHANCE:
            played[move, now] = stamp
        kernel.play(state, move)
        now = np.int64(kernel.mover(state))
        steps += 1
    kernel.returns(state, gains)
    for seat in range(len(gains)):
        gains[seat] = (gains[seat] + 1) / len(gains)
    kernel.scores(state, points)


@rule
def playout_move(state: Any, work: Any, rng: Any, settings: Any, points: Any) -> Any:
    """A random move; with ``TRIES`` above 0 one that is urgent, or the best-looking of some."""
    if settings[TRIES] == 0:
        return np.int64(kernel.sample(state, rng))
    seat = kernel.mover(state)
    if seat == CHANCE:
        return np.int64(kernel.sample(state, rng))
    best = np.int64(kernel.urgent(state, rng))
    if best >= 0:
        return best
    if settings[TRIES] == 1:
        return np.int64(kernel.sample(state, rng))
    best_lead = -1e300
    for _ in range(np.int64(settings[TRIES])):
        move = np.int64(kernel.sample(state, rng))
        if move != best:
            lead = lead_after(state, work, move, seat, points)
            if lead > best_lead:
                best_lead = lead
                best = move
    return best


@rule
def lead_after(state: Any, work: Any, move: Any, seat: Any, points: Any) -> Any:
    """By how much ``seat`` leads the mean of the others after ``move``, at a glance."""
    work[TRIED] = state
    kernel.play(work[TRIED], move)
    kernel.evaluate(work[TRIED], points)
    others = 0.0
    for other in range(len(points)):
        if other != seat:
            others += points[other]
    return points[seat] - others / (len(points) - 1)


@rule
def glance(root: Any, work: Any, move: Any, seat: Any, points: Any) -> Any:
    """``lead_after`` of a state that stands alone in an array."""
    return lead_after(root[0], work, move, seat, points)


@rule
def first_move(root: Any, moves: Any) -> Any:
    """Some legal move, or outcome of chance."""
    kernel.legal(root[0], moves)
    return np.int64(moves[0])


@rule
def proven_value(proof: Any) -> Any:
    if proof == WIN:
        return 1.0
    return 0.5 if proof == DRAW else 0.0


@rule
def descend(
    state: Any,
    work: Any,
    nodes: Any,
    head: Any,
    path: Any,
    moves: Any,
    stamps: Any,
    rng: Any,
    settings: Any,
    gains: Any,
) -> Any:
    """Walk from the root to a node that was never visited; return its depth.

    ``state`` follows, and ``path`` keeps the nodes.
    """
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
            child = find(nodes, node, move)
            if child == NONE:
                child = add(nodes, head, node, move, CHANCE)
        else:
            if nodes[node].first == NONE or settings[HIDDEN] != 0:
                offer(state, work, nodes, head, node, seat, moves, stamps, settings, gains)
            child = choose(nodes, node, stamps, head, settings)
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
def settle_end(state: Any, nodes: Any, node: Any, settings: Any, gains: Any) -> None:
    """The game is over here: that is proven."""
    if settings[PROVE] == 0 or nodes[node].seat < 0:
        return
    kernel.returns(state, gains)
    gain = gains[nodes[node].seat]
    nodes[node].proof = WIN if gain > 0 else (LOSS if gain < 0 else DRAW)


@rule
def offer(
    state: Any,
    work: Any,
    nodes: Any,
    head: Any,
    node: Any,
    seat: Any,
    moves: Any,
    stamps: Any,
    settings: Any,
    gains: Any,
) -> None:
    """Make sure that every legal move has a child, and stamp those that are legal now."""
    n = kernel.legal(state, moves)
    stamp = head[STAMP]
    for i in range(n):
        stamps[moves[i], 0] = stamp
    child = np.int64(nodes[node].first)
    while child != NONE:
        stamps[nodes[child].move, 1] = stamp
        child = np.int64(nodes[child].next)
    for i in range(n - 1, -1, -1):
        if stamps[moves[i], 1] != stamp:
            child = add(nodes, head, node, moves[i], seat)
            if child != NONE and settings[PRIOR] != 0:
                lead = lead_after(state, work, moves[i], seat, gains)
                nodes[child].prior = 1 / (1 + np.exp(-lead / settings[SCALE]))


@rule
def choose(nodes: Any, node: Any, stamps: Any, head: Any, settings: Any) -> Any:
    """The child with the best upper confidence bound; one never visited comes first."""
    hidden = settings[HIDDEN] != 0
    best = np.int64(NONE)
    best_bound = -1e300
    logarithm = np.log(nodes[node].visits + 1.0)
    child = np.int64(nodes[node].first)
    while child != NONE:
        it = nodes[child]
        if not hidden or stamps[it.move, 0] == head[STAMP]:
            it.chances += 1
            if it.proof == WIN:
                return child
            if it.proof == LOSS:
                bound = -1e9
            elif it.visits + settings[PRIOR] == 0:
                bound = 1e9
            else:
                if hidden:
                    logarithm = np.log(it.chances + 1.0)
                visits = it.visits + settings[PRIOR]
                mean = (it.total + settings[PRIOR] * it.prior) / visits
                if settings[ECHO] != 0 and it.echoes > 0:
                    trust = np.sqrt(settings[ECHO] / (3.0 * it.visits + settings[ECHO]))
                    mean += trust * (it.echo / it.echoes - mean)
                bound = mean + settings[EXPLORE] * np.sqrt(logarithm / visits)
            if bound > best_bound:
                best_bound = bound
                best = child
        child = np.int64(it.next)
    return best


@rule
def prove(nodes: Any, path: Any, depth: Any) -> None:
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
def transplant(old: Any, root: Any, new: Any, head: Any) -> None:
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
