"""How computers play Linos. Each setting was kept because it won; ``docs/players.md`` tells."""

from linden.core.chances import Chances
from linden.core.playing import Playing, Rung, Style
from linden.core.position import Position
from linden.games.linos.chances import CURVES
from linden.games.linos.geometry import STONES


def progress(position: Position) -> float:
    """The share of the stones that are placed."""
    return 1 - float(position.state.left) / STONES


PLAYING = Playing(
    ladder=(
        Rung(1, 0.25, "greedy"),
        Rung(1, 0.14, "greedy"),
        Rung(1, 0.055, "greedy"),
        Rung(50, 0.06),
        Rung(155, 0.024),
        Rung(400, 0.015),
        Rung(3000),
        Rung(60_000),
    ),
    style=Style(
        exploration=0.4,
        playout_candidates=3,
        prior_visits=3,
        evaluation_scale=6,
        rave_visits=200,
    ),
    chances=Chances(CURVES, progress),
    elo=(99, 170, 246, 378, 464, 537, 627, 731),  # docs/players.md
    shares={
        2: (0.492, 0.508),
        3: (0.176, 0.435, 0.388),
        4: (0.013, 0.189, 0.467, 0.331),
        6: (0.0001, 0.0007, 0.007, 0.16, 0.471, 0.36),
    },  # level 4, docs/findings.md
)
