"""How computers play Linage. Each setting was kept because it won; ``docs/players.md`` tells."""

from linden.core.chances import Chances
from linden.core.game import Game
from linden.core.playing import Bisection, Playing, Rung, Style
from linden.core.position import Position
from linden.games.linage import sides
from linden.games.linage.chances import CURVES
from linden.games.linage.komi import fair_komi


def progress(position: Position) -> float:
    """The share of the points that are free no longer."""
    state = position.state
    return 1 - float(state.room) / (int(state.width) * int(state.height))


def known_komi(game: Game) -> float | None:
    return fair_komi(*sides(game.options["size"]), game.options["line"])


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
        option="komi",
        known=known_komi,
    ),
    chances=Chances(CURVES, progress),
    elo=(205, 452, 827, 1032, 1352, 1728, 1843, 2025),  # docs/players.md
)
