"""What only playing shows of a game with hidden facts: whether its views keep the secret and can
be played on, a sentence for each fault.

A view is a position as one seat knows it, and a position it stays: servers draw it, describe moves
in it, and replay whole games in views. So a move, written as that seat may read it, has to be legal
there and has to lead to the seat's view of what follows.
"""

import random
from collections.abc import Iterable, Iterator

import numpy as np

from linden.core.entry import redraw
from linden.core.errors import IllegalMove
from linden.core.game import Game
from linden.core.position import Position
from linden.core.seats import CHANCE

MOST = 300
"""So many moves of a game are looked at; some games have no end."""
REDEALS = 3


def faults(game: Game, seeds: Iterable[int] = range(3)) -> list[str]:
    """What goes wrong in the views of random games; none for a game that keeps its word, or that
    hides nothing."""
    if not game.facts.hidden:
        return []
    found = (sentence for seed in seeds for sentence in _walk(game, random.Random(seed)))
    return list(dict.fromkeys(found))


def redealt(position: Position, seat: int, seed: int) -> Position:
    """The position with all that ``seat`` cannot know dealt anew."""
    target = np.zeros(1, position.game.state_type)
    source, stream = position._state.copy(), np.zeros(1, np.uint64)
    redraw(source, seat, np.uint64(seed), stream, target)
    return Position(position.game, target[0], position.last)


def _walk(game: Game, rng: random.Random) -> list[str]:
    """The faults of one random game, up to the first move that shows some."""
    position = game.start()
    found = list(_dealt(position, rng))
    for _ in range(MOST):
        if position.over or found:
            break
        move = rng.choice(position.moves)
        before, position = position, position.play(move)
        found = list(_dealt(position, rng)) or list(_played_on(before, position, move))
    return found


def _dealt(position: Position, rng: random.Random) -> Iterator[str]:
    """Whether each seat's view tells what it may, and no more."""
    for seat in range(position.game.players):
        view = position.view(seat)
        if (view.to_move, view.turn) != (position.to_move, position.turn):
            yield f"veil changes who is to move for seat {seat}, at {position.text}"
        if position.to_move == seat and view.moves != position.moves:
            yield f"seat {seat} has other moves in its own view, at {position.text}"
        if view.view(seat) != view:
            yield f"veil changes what it has veiled already for seat {seat}, at {position.text}"
        for _ in range(REDEALS):
            other = redealt(position, seat, rng.randrange(2**63))
            if other.view(seat) != view:
                yield (
                    f"seat {seat} can tell what conceal deals from what there was, at "
                    f"{position.text}: either veil leaves too much, or conceal changes too much"
                )
                break
            if other.scores != position.scores:
                yield f"scores depend on what is hidden from seat {seat}, at {position.text}"
                break
            if (other.observe(seat) != position.observe(seat)).any():
                yield f"observe tells seat {seat} what is hidden from it, at {position.text}"
                break


def _played_on(before: Position, after: Position, move: str) -> Iterator[str]:
    """Whether a move can be read and played in everybody's view, and leads to the next one."""
    for seat in (*range(before.game.players), CHANCE):
        who = "somebody who looks on" if seat == CHANCE else f"seat {seat}"
        view, wanted = _seen(before, seat), _seen(after, seat)
        written = before.game.notation.masked(move, before.turn, seat)
        told = f"{move!r}, which {who} reads as {written!r},"
        try:
            played = view.play(written)
        except IllegalMove as error:
            said = str(error).rstrip(".")
            yield f"{told} cannot be played in the view of {who}, {view.text}: {said}"
            continue
        if played != wanted:
            yield (
                f"{told} leads to {played.text} in the view of {who}, and not to the view of what "
                f"follows, {wanted.text}: what becomes known is told by moves"
            )


def _seen(position: Position, seat: int) -> Position:
    """What a seat may know, or whoever only looks on (``CHANCE``)."""
    if seat != CHANCE:
        return position.view(seat)
    for each in range(position.game.players):
        position = position.view(each)
    return position
