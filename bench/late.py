"""Random late Linja positions, each searched to the end of the game by alpha-beta, which knows the
rules and nothing of the table; the values must agree.

python bench/late.py [--positions N] [--earliest PROGRESS] [--tablebase FILE]
"""

import argparse
import random
import time
from pathlib import Path
from typing import Any

import linden
from linden import Position
from linden.players.iterative_deepening import AlphaBeta
from linden.solve.exact import Solved, solved
from linden.solve.files import NO_POSITION
from linden.solve.linja.formations import FARTHEST, formations
from linden.solve.linja.solver import index


def late_position(known: Solved, earliest: int, rng: random.Random) -> Position:
    """At the start of a turn, with at least this total progress, either side to move."""
    s = formations()
    while True:
        layer = rng.randrange(earliest, 2 * FARTHEST)
        a = rng.randrange(max(0, layer - FARTHEST), min(layer, FARTHEST) + 1)
        us = rng.randrange(int(s.first[a]), int(s.first[a + 1]))
        them = rng.randrange(int(s.first[layer - a]), int(s.first[layer - a + 1]))
        state: Any = known.game.start().state
        state.turn = rng.randrange(2)
        red, black = (us, them) if state.turn == 0 else (them, us)
        state.pawns[0], state.pawns[1] = s.words[red], s.mirrored[black]
        if known.values[index(state, s)] != NO_POSITION:
            return Position(known.game, state)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--positions", type=int, default=1000)
    reader.add_argument("--earliest", type=int, default=124)
    reader.add_argument("--tablebase", type=Path)
    asked = reader.parse_args()
    game = linden.load("linja")
    known = solved(game, asked.tablebase)
    other = AlphaBeta(game)
    rng = random.Random(1)
    agreed = nodes = unproven = 0
    began = time.perf_counter()
    while agreed < asked.positions:
        position = late_position(known, asked.earliest, rng)
        choice = other.choose(position, seconds=60)
        nodes += choice.nodes
        if not choice.proven:
            unproven += 1
            continue
        lead = choice.scores[0] - choice.scores[1]
        if known.worth(position).lead != lead:
            raise SystemExit(f"{position.text}: {known.worth(position).lead} in the table, {lead}")
        agreed += 1
        if agreed % 100 == 0:
            print(f"{agreed} agree, {nodes:,} nodes", flush=True)
    spent = time.perf_counter() - began
    print(
        f"{agreed} agree, none differ, {unproven} left after 60 s; {nodes:,} nodes, {spent:.0f} s"
    )


if __name__ == "__main__":
    main()
