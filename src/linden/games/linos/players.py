"""How computers play Linos. Each setting was kept because it won; ``docs/players.md`` tells."""

from linden.core.playing import Playing, Rung, Style

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
)
