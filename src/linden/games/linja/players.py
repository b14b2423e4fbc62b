"""How computers play Linja: by alpha-beta, as ``docs/players.md`` tells."""

from linden.core.chances import Chances
from linden.core.playing import Playing, Rung
from linden.core.position import Position
from linden.games.linja.chances import CURVES
from linden.games.linja.rules import FULL, ROWS

WAY = 2 * (FULL * (ROWS - 1) + sum(range(1, ROWS - 1)))
"""Rows that all pawns have before them at the start."""


def progress(position: Position) -> float:
    """The share of their way that the pawns have behind them."""
    up, down = (int(word).to_bytes(ROWS, "little") for word in position.state.pawns)
    left = sum(count * (ROWS - 1 - row) for row, count in enumerate(up))
    left += sum(count * row for row, count in enumerate(down))
    return 1 - left / WAY


PLAYING = Playing(
    ladder=(
        Rung(1, 0.13, "greedy"),
        Rung(1, 0.06, "greedy"),
        Rung(1, 0.03, "greedy"),
        Rung(1, kind="greedy", variety=0.2),
        Rung(200, kind="alphabeta", variety=0.4),
        Rung(2000, kind="alphabeta", variety=0.4),
        Rung(25_000, kind="alphabeta", variety=0.4),
        Rung(600_000, kind="alphabeta", variety=0.4),
    ),
    chances=Chances(CURVES, progress),
    elo=(257, 445, 873, 1220, 1749, 2157, 2549, 2940),  # docs/players.md
    shares={2: (0.494, 0.506)},  # level 5, docs/findings.md; at level 3 Red has 57.8%
)
