"""How computers play Linage. Each setting was kept because it won; ``docs/players.md`` tells."""

from linden.core.playing import Bisection, Playing, Rung, Style

PLAYING = Playing(
    ladder=(
        Rung(1, 0.12, "greedy"),
        Rung(1, 0.03, "greedy"),
        Rung(1, 0.001, "greedy"),
        Rung(130),
        Rung(420),
        Rung(1500),
        Rung(6000),
        Rung(30_000),
    ),
    style=Style(exploration=0.2, prior_visits=20, evaluation_scale=3, rave_visits=500),
    # Naming the komi: the higher it is, the less Vertical is worth.
    bisection=Bisection(
        applies=lambda position: position.moves[0].startswith("komi "),
        amount=lambda move: float(move.split()[1]),
        judged=lambda position, move: position.play(move).play("vertical"),
    ),
)
