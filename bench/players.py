"""How fast the players think, how long each level takes, and what it gives away.

python bench/players.py              simulations per second, on one thread and on two
python bench/players.py times        seconds per move of every level, in every game
python bench/players.py prompt       how well seconds are kept on a busy machine
python bench/players.py losses       points a turn that each level gives away in Linja
python bench/players.py seats        whole games of three, four and six by every level
"""

import random
import statistics
import sys
import threading
import time
from collections.abc import Iterator

import linden
from linden import CHANCE, Game, Position
from linden.core.playing import playing
from linden.players.budget import Cancelled
from linden.players.chance import roll
from linden.players.iterative_deepening import AlphaBeta
from linden.players.levels import LEVELS
from linden.players.mcts import PLAIN, TreeSearch
from linden.players.registry import player

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
        for style in (PLAIN, playing(game).style):
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
    truth = AlphaBeta(game, transposition_bits=22)
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
    truth = AlphaBeta(game, transposition_bits=22)
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


def seats() -> None:
    for name, counts in (("linx", (3, 4)), ("linos", (3, 4, 6))):
        for count in counts:
            game = linden.load(name, players=count)
            for level in LEVELS:
                rng = random.Random(level.number)
                sitting = [player(game, level=level.number, seed=seat) for seat in range(count)]
                position, moves, began = game.start(), 0, time.perf_counter()
                while not position.over:
                    seat = position.to_move
                    if seat == CHANCE or seat is None:
                        position = position.play(roll(position, rng))
                    else:
                        position = position.play(sitting[seat].choose(position).move)
                        moves += 1
                spent = time.perf_counter() - began
                print(
                    f"{name} for {count}, level{level.number}: {moves} moves in {spent:.1f} s, "
                    f"scores {position.scores}",
                    flush=True,
                )


def prompt() -> None:
    for name in linden.games():
        game = linden.load(name)
        for kind in ("mcts", "guided", "alphabeta"):
            if kind == "alphabeta" and name not in ("linja", "linear", "linage"):
                continue
            it = player(game, kind)
            worst, late = 0.0, 0.0
            for seed in range(6):
                position = somewhere(game, seed, 0.1 + 0.1 * seed)
                it.choose(position, nodes=50)
                began = time.perf_counter()
                it.choose(position, seconds=0.5)
                worst = max(worst, (time.perf_counter() - began) / 0.5)
                cancel = threading.Event()
                asked: list[float] = []

                def call_off(cancel: threading.Event = cancel, asked: list[float] = asked) -> None:
                    asked.append(time.perf_counter())
                    cancel.set()

                threading.Timer(0.2, call_off).start()
                try:
                    it.choose(position, seconds=30, cancel=cancel)
                except Cancelled:
                    late = max(late, time.perf_counter() - asked[0])
            print(
                f"{name:8}{kind:10} at most {worst:.0%} of its seconds, called off in "
                f"{late * 1000:.0f} ms",
                flush=True,
            )


if __name__ == "__main__":
    what = sys.argv[1] if len(sys.argv) > 1 else "speed"
    if what == "times":
        times()
    elif what == "seats":
        seats()
    elif what == "prompt":
        prompt()
    elif what == "losses":
        losses(int(sys.argv[2]) if len(sys.argv) > 2 else 500)
    else:
        speed()
