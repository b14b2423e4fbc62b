"""Curious facts in Linja's table: who would rather not move, who cannot, and the longest games
that perfect play allows."""

from typing import Any

import numpy as np

from linden.batch.threads import spread
from linden.core.game import Game
from linden.core.kernel import rule
from linden.games.linja.rules import BLACK, ON, RED
from linden.solve.files import NO_POSITION
from linden.solve.linja.law import LONGEST_TURN, MOST_ENDS, turn_ends
from linden.solve.linja.stands import GOAL, stands
from linden.solve.linja.turns import has_room, pawns

# What a survey counts, and what it keeps of the position where moving costs most.
COUNT, RATHER_NOT, STUCK_THERE, BOTH_STUCK, COST, MOVER, OTHER = range(7)


@rule
def can_open(ours: Any, theirs: Any) -> Any:
    both = ours + theirs
    for row in range(GOAL):
        if pawns(ours, row) > 0 and has_room(both, row + 1):
            return True
    return False


@rule
def survey_rows(
    table: Any,
    origin: Any,
    first: Any,
    progress: Any,
    words: Any,
    mirrored: Any,
    low: Any,
    high: Any,
    found: Any,
) -> None:
    """Look at all positions of these movers."""
    for us in range(low, high):
        a = progress[us]
        for them in range(len(words)):
            b = progress[them]
            value = np.int64(table[origin[b, a] + them * (first[a + 1] - first[a]) + us])
            if value == NO_POSITION:
                continue
            found[COUNT] += 1
            other = np.int64(table[origin[a, b] + us * (first[b + 1] - first[b]) + them])
            cost = -other - value
            if cost > 0:
                found[RATHER_NOT] += 1
            if cost > found[COST]:
                found[COST] = cost
                found[MOVER] = us
                found[OTHER] = them
            if not can_open(words[us], mirrored[them]):
                found[STUCK_THERE] += 1
                found[BOTH_STUCK] += not can_open(words[them], mirrored[us])


def survey(table: Any, threads: int | None = None) -> dict[str, int]:
    """Counts over the whole table."""
    s = stands()
    parts: list[Any] = []

    def stretch(low: int, high: int) -> None:
        found = np.zeros(7, np.int64)
        survey_rows(table, s.origin, s.first, s.progress, s.words, s.mirrored, low, high, found)
        parts.append(found)

    spread(stretch, len(s.words), threads)
    worst = max(parts, key=lambda found: int(found[COST]))
    names = ("positions", "rather_not_move", "stuck", "both_stuck")
    counts = {name: int(sum(found[i] for found in parts)) for i, name in enumerate(names)}
    return counts | {
        "most_it_costs": int(worst[COST]),
        "mover": int(worst[MOVER]),
        "other": int(worst[OTHER]),
    }


Pawns = tuple[int, int, int]
"""Red's pawns, Black's pawns, whose turn."""


def lengths(game: Game, table: Any, most: int) -> tuple[int, int, int, list[Pawns]] | None:
    """Of all games from the start in which every turn keeps the value: how many positions they
    pass through, the fewest and the most turns, and a longest one; ``None`` if they pass through
    more than ``most`` positions."""
    s = stands()
    room = np.zeros(LONGEST_TURN + 1, game.state_type)
    moves = np.zeros((LONGEST_TURN, game.rules.MOST_MOVES), np.int32)
    left, points = np.zeros(LONGEST_TURN, np.int64), np.zeros(2)
    values, ends = np.zeros(MOST_ENDS, np.int64), np.zeros(MOST_ENDS, game.state_type)
    start = game.start().state
    first: Pawns = (int(start.pawns[RED]), int(start.pawns[BLACK]), RED)
    layers: dict[int, dict[Pawns, tuple[int, int, Pawns | None]]] = {}
    layers[_progress(first)] = {first: (0, 0, None)}
    seen: dict[Pawns, Pawns | None] = {}
    fewest, longest, last = 10**9, 0, first
    while layers:
        layer = min(layers)
        for here, (least, length, before) in layers.pop(layer).items():
            seen[here] = before
            if len(seen) > most:
                return None
            room[0] = start
            room[0].pawns[RED], room[0].pawns[BLACK], room[0].turn = here
            tables = (table, s.ahead, s.number, s.progress, s.first, s.origin)
            n = int(turn_ends(room, moves, left, points, *tables, values, ends))
            best = ends[:n][values[:n] == values[:n].max()]
            if (best["over"] != ON).any():
                fewest = min(fewest, least + 1)
                if length + 1 > longest:
                    longest, last = length + 1, here
            for red, black in set(map(tuple, best["pawns"][best["over"] == ON].tolist())):
                after: Pawns = (red, black, 1 - here[2])
                there = layers.setdefault(_progress(after), {})
                old = there.get(after)
                if old is None or length + 1 > old[1]:
                    kept = least + 1 if old is None else min(old[0], least + 1)
                    there[after] = (kept, length + 1, here)
                elif least + 1 < old[0]:
                    there[after] = (least + 1, *old[1:])
    path: list[Pawns] = []
    step: Pawns | None = last
    while step is not None:
        path.append(step)
        step = seen[step]
    return len(seen), fewest, longest, path[::-1]


def _progress(pawns: Pawns) -> int:
    red, black = (word.to_bytes(8, "little") for word in pawns[:2])
    travelled = sum(row * n for row, n in enumerate(red))
    return travelled + sum((7 - row) * n for row, n in enumerate(black))
