"""Playing on for a few turns: what a move leads to, for those who tell what was missed by it.

After both moves of a miss the same quick player goes on for all seats, by the same number of nodes
and the same seed, so that what differs in the end comes of the moves and not of the thought put
into them; the line of a deep search is known for the better move alone, and would be unfair. Where
chance acts, a few courses of it are played, each with the same luck after both moves. Hidden hands
are dealt anew for each course, as the mover could imagine them, and everybody chooses by what they
see of that deal.
"""

import random
import threading
from dataclasses import replace

from linden.core.coaching import Later, Miss
from linden.core.game import Game
from linden.core.playing import playing
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.core.secrecy import redealt
from linden.players.chance import roll
from linden.players.player import Player
from linden.players.registry import player

TURNS = 3
"""Turns of the mover's that are looked ahead."""
COURSES = 8
"""Courses of chance; without chance and without hands there is one."""
MOST_NODES = 200
"""For a choice: all of it is to take a tenth of a second or two."""
LONGEST = 60
"""Moves in one course: a game from outside may have turns without end."""


def with_foresight(miss: Miss, cancel: threading.Event | None = None) -> Miss:
    """The same miss, with what both moves lead to.

    >>> from linden.core.game import load
    >>> before = load("linja").parse("0.0.0.0.1.0.2.9/7.2.0.0.2.1.0.0 red bonus")
    >>> [later.turns for later in with_foresight(Miss(before, "7-8", "5-6")).later]
    [1, 2]
    """
    game, quick = miss.before.game, quick_player(miss.before.game)
    by_chance = game.facts.chance or game.facts.hidden
    better, played = [], []
    for course in range(COURSES if by_chance else 1):
        luck = f"{miss.before.key} {course}"
        deal = miss.before
        if game.facts.hidden:
            deal = redealt(deal, miss.seat, random.Random(luck).getrandbits(64))
        better.append(played_on(quick, deal.play(miss.better), miss.seat, luck, cancel))
        played.append(played_on(quick, deal.play(miss.played), miss.seat, luck, cancel))
    stands = [
        Later(turn + 1, tuple(it[turn] for it in better), tuple(it[turn] for it in played))
        for turn in range(TURNS)
    ]
    return replace(miss, later=tuple(stands[: _until_all_are_over(stands)]))


def _until_all_are_over(stands: list[Later]) -> int:
    """How many of them tell something new: nothing changes once all games are over."""
    return next((i + 1 for i, later in enumerate(stands) if later.over), len(stands))


def quick_player(game: Game) -> Player:
    """The strongest of the game's levels that looks at few nodes, without its slips."""
    return player(game, quick_text(game), seed=1)


def quick_text(game: Game) -> str:
    """The same, as players are written.

    >>> from linden.core.game import load
    >>> quick_text(load("linja"))
    'alphabeta:nodes=200'
    """
    rungs = [rung for rung in playing(game).ladder if rung.nodes <= MOST_NODES]
    best = rungs[-1] if rungs else playing(game).ladder[0]
    return f"{best.kind}:nodes={min(best.nodes, MOST_NODES)}"


def played_on(
    quick: Player, position: Position, seat: int, luck: str, cancel: threading.Event | None = None
) -> list[Position]:
    """How a game stands whenever the turn comes to ``seat`` again; at last as it ends."""
    found: list[Position] = []
    rolls = 0
    for _ in range(LONGEST):
        if position.over or len(found) == TURNS:
            break
        before = position.turn
        if position.to_move == CHANCE:
            # By its number, so that a move more on one side leaves the next roll as it was.
            position = position.play(roll(position, random.Random(f"{luck} {rolls}")))
            rolls += 1
        else:
            position = position.play(quick.choose(position, cancel=cancel).move)
        if before != seat == position.turn and not position.over:
            found.append(position)
    return found + [position] * (TURNS - len(found))
