"""Naming a komi: the one at which both sides are worth the same.

A search that tried every komi would spread itself thin. The value of a side falls as the komi
rises, so the fair one is found by halving: each step asks a search who stands better.
"""

from collections.abc import Callable

from linden.core.position import Position

Judge = Callable[[Position], float]


def names_komi(position: Position) -> bool:
    """Whether the move to be made here is the komi of a Linage game."""
    return position.game.name == "linage" and position.moves[0].startswith("komi ")


def fair_komi(position: Position, judge: Judge) -> tuple[str, float]:
    """The komi to name, and the share of the win that the other side then has at most.

    ``judge`` gives the share of the win of the seat to move, here Vertical's.
    """
    names = sorted(position.moves, key=lambda name: float(name.split()[1]))
    low, high = 0, len(names) - 1
    shares: dict[int, float] = {}
    while low < high:
        middle = (low + high) // 2
        shares[middle] = judge(position.play(names[middle]).play("vertical"))
        if shares[middle] > 0.5:
            low = middle + 1
        else:
            high = middle
    if low not in shares:
        shares[low] = judge(position.play(names[low]).play("vertical"))
    best = min(shares, key=lambda number: abs(shares[number] - 0.5))
    return names[best], max(shares[best], 1 - shares[best])
