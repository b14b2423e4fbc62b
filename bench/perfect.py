"""The perfect player against level 8, from random Linja positions that it should win.

python bench/perfect.py [--games N] [--processes N] [--tablebase FILE] [--json FILE]
"""

import argparse
import json
import random
import time
from concurrent.futures import ProcessPoolExecutor
from pathlib import Path
from typing import Any

import linden
from linden.solve.exact import solved
from linden.solve.perfect import Perfect


def random_position(game: linden.Game, rng: random.Random) -> linden.Position:
    """One at the start of a turn, from anywhere in a random game."""
    found = []
    position = game.start()
    while not position.over:
        if position.game.notation.position_text(position.state).split()[2] == "opening":
            found.append(position)
        position = position.play(rng.choice(position.moves))
    return rng.choice(found)


def play(number: int, tablebase: str | None) -> dict[str, Any]:
    """One game: the perfect player takes the side that wins."""
    game = linden.load("linja")
    known = solved(game, Path(tablebase) if tablebase else None)
    rng = random.Random(f"perfect {number}")
    lead = 0.0
    while lead == 0:
        position = random_position(game, rng)
        lead = known.worth(position).lead
    seat = 0 if lead > 0 else 1
    perfect = Perfect(game, number, known)
    rival = linden.player(game, level=8, seed=number)
    began, start = time.perf_counter(), position.text
    moves = 0
    while not position.over:
        who: Any = perfect if position.to_move == seat else rival
        position = position.play(who.choose(position).move)
        moves += 1
    margin = position.scores[seat] - position.scores[1 - seat]
    return {
        "game": number,
        "start": start,
        "value": abs(lead),
        "margin": margin,
        "moves": moves,
        "seconds": time.perf_counter() - began,
    }


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--games", type=int, default=200)
    reader.add_argument("--first", type=int, default=0)
    reader.add_argument("--processes", type=int, default=1)
    reader.add_argument("--tablebase")
    reader.add_argument("--json", type=Path)
    asked = reader.parse_args()
    rows = []
    with ProcessPoolExecutor(asked.processes) as pool:
        numbers = range(asked.first, asked.first + asked.games)
        for row in pool.map(play, numbers, [asked.tablebase] * asked.games):
            rows.append(row)
            if asked.json:
                asked.json.write_text(json.dumps(rows, indent=1) + "\n")
    won = sum(row["margin"] > 0 for row in rows)
    kept = sum(row["margin"] >= row["value"] for row in rows)
    seconds = sum(row["seconds"] for row in rows) / len(rows)
    print(f"won {won} of {len(rows)}, by the margin known or more in {kept}; {seconds:.1f} s each")


if __name__ == "__main__":
    main()
