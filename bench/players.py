"""How fast the players think, how long each level takes, and what it gives away.

python bench/players.py              simulations per second, on one thread and on two
python bench/players.py times        seconds per move of every level, in every game
python bench/players.py losses       points a turn that each level gives away in Linja
"""

import random
import statistics
import sys
import time
from collections.abc import Iterator

import linden
from linden import CHANCE, Game, Position
from linden.players.chance import roll
from linden.players.deepening import AlphaBeta
from linden.players.levels import LEVELS, player
from linden.players.search import PLAIN, TreeSearch
from linden.players.styles import style_of

SECONDS = 1.0


def somewhere(game: Game, seed: int, share: float) -> Position:
    """A decision after that share of a random game."""
    rng = random.Random(seed)
    positions = [game.start()]
    while not positions[-1].over:
        here = positions[-1]
        move = roll(here, rng) if here.to_move == CHANCE else rng.choice(here.moves)
        positions.append(here.play(move))
    decisions = [it for it in positions if it.to_move not in (None, CHANCE)]
    return decisions[int(share * (len(decisions) - 1))]


def speed() -> None:
    print("simulations per second       plain x1    plain x2   guided x1   guided x2")
    for name in linden.games():
        game = linden.load(name)
        start = somewhere(game, 1, 0.15)
        cells = []
        for style in (PLAIN, style_of(game)):
            for trees in (1, 2):
                search = TreeSearch(game, style=style, trees=trees)
                search.choose(start, nodes=10)
                choice = search.choose(start, seconds=SECONDS)
                cells.append(f"{choice.nodes / choice.seconds:12,.0f}")
        print(f"{name:24}", *cells, flush=True)


def times() -> None:
    print("seconds per move, median and longest, over 12 positions of random games")
    for name in linden.games():
        game = linden.load(name)
        for level in LEVELS:
            spent = []
            for seed in range(12):
                it = player(game, level=level.number, seed=seed)
                position = somewhere(game, seed, 0.05 + 0.08 * seed)
                if seed == 0:
                    it.choose(position)  # loads what is compiled
                began = time.perf_counter()
                it.choose(position)
                spent.append(time.perf_counter() - began)
            middle = statistics.median(spent)
            print(f"{name:8} level{level.number}  {middle:7.3f}  {max(spent):7.3f}", flush=True)


def proven_positions(count: int) -> Iterator[tuple[Position, float]]:
    """Random positions of Linja, in the second half of random games, where a turn begins, with the
    final margin of Red that a complete alpha-beta proves."""
    game = linden.load("linja")
    truth = AlphaBeta(game, table_bits=22)
    seed = found = 0
    while found < count:
        seed += 1
        position = somewhere(game, seed, random.Random(seed).uniform(0.5, 0.9))
        if len(position.moves) < 2:
            continue
        choice = truth.choose(position, seconds=4)
        if choice.proven:
            found += 1
            yield position, choice.scores[0] - choice.scores[1]


def losses(count: int) -> None:
    """Each level plays the whole turn; what it gives away is what the turn cost its seat."""
    game = linden.load("linja")
    truth = AlphaBeta(game, table_bits=22)
    lost: dict[int, list[float]] = {level.number: [] for level in LEVELS}
    for done, (position, margin) in enumerate(proven_positions(count), 1):
        seat = position.to_move
        for level in LEVELS:
            it = player(game, level=level.number, seed=done)
            after = position
            while after.to_move == seat:
                after = after.play(it.choose(after).move)
            if after.over:
                left = after.scores[0] - after.scores[1]
            else:
                choice = truth.choose(after, seconds=60)
                assert choice.proven
                left = choice.scores[0] - choice.scores[1]
            lost[level.number].append((margin - left) * (1 if seat == 0 else -1))
        if done % 50 == 0 or done == count:
            means = "  ".join(f"{n}: {statistics.mean(values):.3f}" for n, values in lost.items())
            print(f"{done} positions; points given away a turn, by level:  {means}", flush=True)


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else "speed"
    if what == "times":
        times()
    elif what == "losses":
        losses(int(sys.argv[2]) if len(sys.argv) > 2 else 500)
    else:
        speed()
