"""Does the rule that the loser starts the next game even a match?

Two equals play a match of some games. How often whoever starts the first game wins it, when the
loser of a game starts the next (after a draw, who did not start), when they take turns, and when
nothing changes. From the games of a lab file, by the chances that they tell::

    linden lab run linja --players level3 --games 3000 --judge none
    python examples/lab/loser_starts.py lab-linja.sqlite
"""

import sys
from collections import defaultdict
from collections.abc import Callable
from pathlib import Path

import numpy as np

from linden.cli.paint import say
from linden.lab.intervals import Values, jackknife
from linden.lab.store import LabFile
from linden.lab.summary import told

Chances = tuple[float, float, float]
"""That who starts a game wins, draws, loses it."""
Next = Callable[[int, int], int]
"""Who starts the next game, by who started this one and who won it: 1, -1, or 0 for a draw."""

RULES: dict[str, Next] = {
    "the loser starts": lambda starter, winner: -winner if winner else -starter,
    "in turn": lambda starter, winner: -starter,
    "always the same": lambda starter, winner: starter,
}


def match_share(chances: Chances, games: int, following: Next) -> float:
    """The share of matches that the starter of the first game wins, a drawn match being half.

    >>> match_share((1.0, 0.0, 0.0), 2, RULES["in turn"])
    0.5
    >>> match_share((1.0, 0.0, 0.0), 3, RULES["the loser starts"])
    1.0
    >>> match_share((0.6, 0.0, 0.4), 1, RULES["the loser starts"])
    0.6
    """
    now = {(0, 1): 1.0}
    for _ in range(games):
        then: dict[tuple[int, int], float] = defaultdict(float)
        for (lead, starter), chance in now.items():
            for part, winner in zip(chances, (starter, 0, -starter), strict=True):
                then[lead + winner, following(starter, winner)] += chance * part
        now = then
    won = sum(chance for (lead, _), chance in now.items() if lead > 0)
    return won + sum(chance for (lead, _), chance in now.items() if lead == 0) / 2


def main(path: str) -> None:
    with LabFile.open(Path(path)) as file:
        for variant in file.experiment.variants:
            gains = file.rows(variant)["returns"][:, 0]
            results: Values = np.stack([gains > 0, gains == 0, gains < 0], axis=1).astype(float)
            say(f"{variant.label}, {len(results):,} games")
            for name, following in RULES.items():
                for games in (2, 3, 5, 10):
                    share = jackknife(
                        results,
                        lambda it, games=games, following=following: match_share(  # type: ignore[misc]
                            (it[0], it[1], it[2]), games, following
                        ),
                    )
                    say(f"  {name}, {games} games: {told(share, True)}")


if __name__ == "__main__":
    main(sys.argv[1])
