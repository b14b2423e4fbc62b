"""How computers play Linear Progression. Each setting was kept because it won;
``docs/players.md`` tells."""

from linden.core.playing import Playing, Rung, Style

PLAYING = Playing(
    ladder=(
        Rung(1, 0.25, "greedy"),
        Rung(1, 0.13, "greedy"),
        Rung(1, 0.06, "greedy"),
        Rung(1, 0.001, "greedy"),
        Rung(60, 0.02),
        Rung(400),
        Rung(3000),
        Rung(40_000),
    ),
    style=Style(exploration=0.3, prior_visits=20, evaluation_scale=4),
    alphabeta_endgame=True,
)
