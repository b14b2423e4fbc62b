"""Which moments of a game are worth a look: where most of the win was given away."""

from collections.abc import Iterator, Sequence

from linden.core.coaching import Miss
from linden.core.position import Position
from linden.web.messages import Judgement

MOST = 3
LEAST_LOSS = 0.05
"""Less of the win than this is no mistake, whatever a search says."""
STRETCH = 4
"""Turns of a seat's that belong together: what goes wrong there mostly goes wrong for one reason,
so that they have two moments at most."""


def worth_a_look(plies: Sequence[Judgement], seat: int) -> list[Judgement]:
    """The largest losses of a seat, in the order of the game; none where it played well. A turn has
    one moment at most, and so many turns in a row have two."""
    chosen: list[tuple[int, Judgement]] = []
    mine = [(turn, one) for turn, one in in_turns(plies) if one.seat == seat]
    for turn, one in sorted(mine, key=lambda it: (-it[1].loss, -it[1].cost, it[1].ply)):
        if one.loss < LEAST_LOSS or one.best == one.move or len(chosen) == MOST:
            continue
        near = [abs(turn - other) for other, _ in chosen if abs(turn - other) < STRETCH]
        if 0 not in near and len(near) < 2:
            chosen.append((turn, one))
    return sorted((one for _, one in chosen), key=lambda one: one.ply)


def in_turns(plies: Sequence[Judgement]) -> Iterator[tuple[int, Judgement]]:
    """Each decision, with the number of the turn of its seat that it belongs to."""
    turns: dict[int, int] = {}
    latest = None
    for one in plies:
        if one.seat != latest:
            turns[one.seat] = turns.get(one.seat, -1) + 1
        latest = one.seat
        yield turns[one.seat], one


def miss_of(position: Position, judged: Judgement) -> Miss:
    """What was played and what was better, by what whoever moved could know."""
    view = position.view(position.turn)
    return Miss(view, judged.move, judged.best, judged.gain, judged.loss)
