"""Ten minutes of playouts, vectors and searches: does memory grow?

python bench/memory.py [--minutes 10]
"""

import argparse
import time
from pathlib import Path

import linden


def resident_mb() -> float:
    """This process's resident memory."""
    pages = int(Path("/proc/self/statm").read_text().split()[1])
    return pages * 4096 / 2**20


def one_round(seed: int) -> None:
    """A bit of everything, in every game."""
    for name in linden.games():
        game = linden.load(name)
        linden.playouts(game.start(), 20000, seed)
        linden.perft(game.start(), 4)
        batch = linden.Batch(game, 2048, seed)
        for _ in range(100):
            batch.step(batch.sample())
        position = batch.position(0)
        linden.player(game, "mcts", seed=seed).choose(position, nodes=2000)


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__)
    reader.add_argument("--minutes", type=float, default=10)
    asked = reader.parse_args()
    began = time.monotonic()
    rounds, told = 0, -1
    while (minutes := (time.monotonic() - began) / 60) < asked.minutes:
        one_round(rounds)
        rounds += 1
        if int(minutes) > told:
            told = int(minutes)
            print(f"minute {told:>3}: {rounds:>5} rounds, {resident_mb():8.1f} MB", flush=True)
    print(f"the end:    {rounds:>5} rounds, {resident_mb():8.1f} MB")


if __name__ == "__main__":
    main()
