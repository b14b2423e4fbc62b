"""How computers play Linx. Each setting was kept because it won; ``docs/players.md`` tells."""

from linden.core.chances import Chances
from linden.core.playing import Playing, Rung, Style
from linden.core.position import Position
from linden.games.linx.chances import CURVES
from linden.games.linx.stock import EACH, SYMBOLS


def progress(position: Position) -> float:
    """The share of the tiles that have been placed."""
    state = position.state
    left = int(state.pile.sum()) + int(state.hand.sum())  # a veiled pile counts its hand in
    return 1 - left / (EACH * SYMBOLS * int(state.players))


PLAYING = Playing(
    ladder=(
        Rung(1, 1.4, "greedy"),
        Rung(1, 0.5, "greedy"),
        Rung(1, 0.33, "greedy"),
        Rung(1, 0.22, "greedy"),
        Rung(1, 0.16, "greedy"),
        Rung(1, 0.13, "greedy"),
        Rung(1, 0.075, "greedy"),
        Rung(100_000),
    ),
    style=Style(
        exploration=0.4,
        playout_candidates=2,
        prior_visits=8,
        evaluation_scale=1.5,
        rave_visits=200,
        determinizations=16,
    ),
    chances=Chances(CURVES, progress),
    elo=(146, 278, 467, 600, 701, 833, 961, 1182),  # docs/players.md
    shares={
        2: (0.696, 0.304),
        3: (0.389, 0.317, 0.295),
        4: (0.342, 0.261, 0.211, 0.185),
    },  # level 4, docs/findings.md
)
