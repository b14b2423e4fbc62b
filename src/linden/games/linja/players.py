"""How computers play Linja: by alpha-beta, as ``docs/players.md`` tells."""

from linden.core.playing import Playing, Rung

PLAYING = Playing(
    ladder=(
        Rung(1, 0.13, "greedy"),
        Rung(1, 0.06, "greedy"),
        Rung(1, 0.03, "greedy"),
        Rung(1, 0.001, "greedy"),
        Rung(200, kind="alphabeta"),
        Rung(2000, kind="alphabeta"),
        Rung(25_000, kind="alphabeta"),
        Rung(600_000, kind="alphabeta"),
    ),
)
