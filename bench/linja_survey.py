"""Curious facts in Linja's tablebase: who would rather not move, who cannot, and what perfect games
look like."""

from typing import Any

import numpy as np

from linden.batch.threads import spread
from linden.core.kernel import rule
from linden.core.position import Position
from linden.core.record import replay
from linden.solve.exact import Solved
from linden.solve.files import NO_POSITION
from linden.solve.linja.formations import GOAL, formations
from linden.solve.linja.turns import has_room, pawns
from linden.solve.results import turns

# What a survey counts, and what it keeps of the position where moving costs most.
COUNT, RATHER_NOT, STUCK_THERE, BOTH_STUCK, COST, MOVER, OTHER = range(7)


@rule
def can_open(ours: Any, theirs: Any) -> Any:
    both = ours + theirs
    for row in range(GOAL):  # noqa: SIM110 - any() over a generator does not compile
        if pawns(ours, row) > 0 and has_room(both, row + 1):
            return True
    return False


@rule
def survey_rows(values: Any, maps: Any, low: Any, high: Any, found: Any) -> None:
    """Look at all positions of these movers."""
    origin, first, progress, words = maps.origin, maps.first, maps.progress, maps.words
    for us in range(low, high):
        a = progress[us]
        for them in range(len(words)):
            b = progress[them]
            value = np.int64(values[origin[b, a] + them * (first[a + 1] - first[a]) + us])
            if value == NO_POSITION:
                continue
            found[COUNT] += 1
            other = np.int64(values[origin[a, b] + us * (first[b + 1] - first[b]) + them])
            cost = -other - value
            if cost > 0:
                found[RATHER_NOT] += 1
            if cost > found[COST]:
                found[COST] = cost
                found[MOVER] = us
                found[OTHER] = them
            if not can_open(words[us], maps.mirrored[them]):
                found[STUCK_THERE] += 1
                found[BOTH_STUCK] += not can_open(words[them], maps.mirrored[us])


def survey(values: Any, threads: int | None = None) -> dict[str, int]:
    """Counts over the whole tablebase."""
    maps = formations()
    parts: list[Any] = []

    def stretch(low: int, high: int) -> None:
        found = np.zeros(7, np.int64)
        survey_rows(values, maps, low, high, found)
        parts.append(found)

    spread(stretch, len(maps.words), threads)
    worst = max(parts, key=lambda found: int(found[COST]))
    names = ("positions", "rather_not_move", "stuck", "both_stuck")
    counts = {name: int(sum(found[i] for found in parts)) for i, name in enumerate(names)}
    return counts | {
        "most_it_costs": int(worst[COST]),
        "mover": int(worst[MOVER]),
        "other": int(worst[OTHER]),
    }


def perfect_game(known: Solved, slowly: bool) -> list[str]:
    """A game from the start in which every turn keeps the value; of those that do, always one that
    gains the fewest rows, or the most."""
    position, made = known.game.start(), []
    while not position.over:
        every = turns(known, position)
        best = next(iter(every.values()))
        kept = [turn for turn, worth in every.items() if worth == best]
        after = {turn: replay(known.game, turn.split(", "), position) for turn in kept}
        pick = min if slowly else max
        made.append(pick(kept, key=lambda turn: rows_gained(after[turn])))
        position = after[made[-1]]
    return made


def rows_gained(position: Position) -> int:
    """The rows that all pawns of both sides have travelled."""
    red, black = (int(word).to_bytes(8, "little") for word in position.state.pawns)
    travelled = sum(row * n for row, n in enumerate(red))
    return travelled + sum((GOAL - row) * n for row, n in enumerate(black))
