"""Are the intervals honest, from an experiment's text to its summary?

    python -m linden.lab.whole_coverage pig goal=10 [--repeats 1000]

Whole experiments of random players, whose results follow from the rules alone (``truth``), each
with another seed; how often the truth is inside what the lab tells. Nothing is left out between the
games and their intervals: dice, rows, the file, and the rule by which a run stops.
"""

import argparse
from collections import Counter
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from linden.core.game import Game, load
from linden.lab.experiment import Experiment, split_values
from linden.lab.pools import Here
from linden.lab.runner import run
from linden.lab.store import LabFile
from linden.lab.summary import summaries
from linden.lab.truth import Truth, of_random_play

GAMES = 1000
PRECISION = 0.0075
MOST_GAMES = 1_000_000


@dataclass(frozen=True)
class Coverage:
    """How often the truth was inside, by measure."""

    inside: dict[str, float]
    games: tuple[int, int]
    """The fewest and the most games that a run took."""


def covered(
    game: Game,
    truth: Truth,
    repeats: int,
    precision: float | None,
    tell: Callable[[int], None] = lambda done: None,
) -> Coverage:
    """Repeat an experiment with a fixed number of games, or until its own rule stops it."""
    options = {name: [value] for name, value in game.options.items()}
    wanted = {f"wins_{seat}": share for seat, share in enumerate(truth.shares)}
    wanted |= {"draws": truth.draws} if truth.draws else {}
    wanted["decisions"] = truth.decisions
    inside: Counter[str] = Counter()
    played: list[int] = []
    with TemporaryDirectory() as folder:
        for seed in range(repeats):
            path = Path(folder) / f"{seed}.sqlite"
            games = GAMES if precision is None else MOST_GAMES
            experiment = Experiment(
                game.name, options, games=games, precision=precision, seed=seed, detail=0
            )
            with LabFile.create(path, experiment) as file:
                run(file, Here())
                [(_, count, estimates)] = summaries(file)
            played.append(count)
            for it in estimates:
                if it.name in wanted:
                    inside[it.name] += wanted[it.name] in it.interval
            path.unlink()
            tell(seed + 1)
    shares = {name: inside[name] / repeats for name in wanted}
    return Coverage(shares, (min(played), max(played)))


def main() -> None:
    reader = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    reader.add_argument("game")
    reader.add_argument("options", nargs="*", help="such as goal=10")
    reader.add_argument("--repeats", type=int, default=1000)
    asked = reader.parse_args()
    chosen: dict[str, Any] = {}
    for text in asked.options:
        name, _, value = text.partition("=")
        [chosen[name]] = split_values(asked.game, name, value)
    game = load(asked.game, **chosen)
    truth = of_random_play(game.start())
    print(f"{game!r}, random players, {asked.repeats:,} experiments of each kind")
    exact = {f"wins of {game.seats[it]}": share for it, share in enumerate(truth.shares)}
    for title, value in (exact | {"draws": truth.draws, "moves": truth.decisions}).items():
        print(f"  exactly: {title} {value:.6f}")
    for precision, kind in ((None, f"{GAMES:,} games"), (PRECISION, f"until ±{PRECISION:.2%}")):
        found = covered(game, truth, asked.repeats, precision)
        fewest, most = found.games
        print(f"{kind} (from {fewest:,} to {most:,} games)")
        for name, share in found.inside.items():
            print(f"  {share:6.1%}  {name}")


if __name__ == "__main__":
    main()
