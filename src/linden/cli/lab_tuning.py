"""``linden lab tune``, ``even`` and ``depth``: experiments that decide themselves what to play."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.table import Table as Grid

from linden.batch.threads import cores
from linden.cli.lab import OPTION, RAY, SEED, WHERE, WORKERS, complain, from_flags, lab, play
from linden.cli.paint import console, say
from linden.core.errors import OptionError
from linden.lab.experiment import Experiment, ExperimentError
from linden.lab.store import LabFile

__all__ = ["lab"]

PLAYERS = click.option(
    "--players", default="level4", show_default=True, metavar="WHO", help="who plays all seats"
)


def with_file(
    experiment: Experiment,
    file: Path,
    workers: int | None,
    ray: str | None,
    work: Callable[[LabFile, Any], None],
) -> None:
    from linden.lab.pools import pool_of

    with LabFile.create(file, experiment) as found, pool_of(workers or cores(), ray) as pool:
        try:
            work(found, pool)
        except KeyboardInterrupt:
            say(f"Stopped. The same command goes on with {file}.")


@lab.command("tune")
@click.argument("game")
@OPTION
@PLAYERS
@click.option(
    "--aim", default="fair", show_default=True, help="fair, or a measure with its value: draws=0.05"
)
@click.option(
    "--budget", type=click.IntRange(1), default=2000, show_default=True, help="games in all"
)
@SEED
@click.option("--file", type=WHERE, help="where the games are kept, and found again")
@WORKERS
@RAY
def tune(
    game: str,
    options: tuple[str, ...],
    players: str,
    aim: str,
    budget: int,
    seed: int | None,
    file: Path | None,
    workers: int | None,
    ray: str | None,
) -> None:
    """Find the option values that come nearest to an aim, within a budget of games."""
    from linden.lab.tune import Aim, halving

    def work(found: LabFile, pool: Any) -> None:
        told = halving(found, pool, Aim.read(aim), budget, lambda it: say(it, "quiet"))
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for heading in ("variant", "off by", "at most", "games", ""):
            grid.add_column(heading, header_style="quiet")
        for it in told:
            near = "may be the best" if it.candidate else ""
            grid.add_row(
                it.variant.label,
                f"{it.loss.estimate:.4g}",
                f"{it.loss.high:.4g}",
                f"{it.games:,}",
                near,
            )
        console.print(grid, soft_wrap=False)

    try:
        experiment = from_flags(game.lower(), options, (players,), games=budget, seed=seed)
        with_file(experiment, file or Path(f"lab-tune-{game.lower()}.sqlite"), workers, ray, work)
    except (ExperimentError, OptionError) as error:
        raise complain(error) from None


@lab.command("even")
@click.argument("game")
@OPTION
@PLAYERS
@click.option(
    "--find", required=True, metavar="NAME=LOW:HIGH", help="the option to bisect: komi=-20:20"
)
@click.option(
    "--games", type=click.IntRange(8), default=64, show_default=True, help="for each value, at most"
)
@SEED
@click.option("--file", type=WHERE, help="where the games are kept, and found again")
@WORKERS
@RAY
def find_even(
    game: str,
    options: tuple[str, ...],
    players: str,
    find: str,
    games: int,
    seed: int | None,
    file: Path | None,
    workers: int | None,
    ray: str | None,
) -> None:
    """Find the value of an option, such as a komi, at which the first seat has its share."""
    from linden.lab.tune import even

    def work(found: LabFile, pool: Any) -> None:
        told = even(found, pool, games, lambda it: say(it, "quiet"))
        say(
            f"Even at about {told.estimate:.2f}; between {told.low:g} and {told.high:g}, "
            f"95 times in 100 ({told.games:,} games)."
        )

    try:
        name, values = read_range(find)
        experiment = from_flags(
            game.lower(), options, (players,), games=games, seed=seed, judge="none"
        )
        grid = {**experiment.options, name: values}
        experiment = Experiment(**{**experiment.as_dict(), "options": grid})
        with_file(experiment, file or Path(f"lab-even-{game.lower()}.sqlite"), workers, ray, work)
    except (ExperimentError, OptionError) as error:
        raise complain(error) from None


def read_range(text: str) -> tuple[str, list[Any]]:
    """``komi=-20:20``, whole numbers from one to the other.

    >>> read_range("komi=-1:2")
    ('komi', [-1, 0, 1, 2])
    """
    name, _, ends = text.partition("=")
    low, colon, high = ends.partition(":")
    try:
        values = list(range(int(low), int(high) + 1))
    except ValueError:
        values = []
    if not colon or len(values) < 2:
        raise ExperimentError(f"--find takes NAME=LOW:HIGH, such as komi=-20:20; not {text!r}.")
    return name.replace("-", "_"), values


@lab.command("depth")
@click.argument("game")
@OPTION
@click.option(
    "--kind",
    type=click.Choice(["mcts", "guided", "alphabeta"]),
    default="guided",
    show_default=True,
    help="who thinks",
)
@click.option(
    "--nodes", type=click.IntRange(1), default=50, show_default=True, help="of the weakest"
)
@click.option("--doublings", type=click.IntRange(1, 20), default=4, show_default=True)
@click.option(
    "--games", type=click.IntRange(4), default=200, show_default=True, help="for each doubling"
)
@SEED
@click.option("--file", type=WHERE, help="where the games are kept, and found again")
@WORKERS
@RAY
def measure_depth(
    game: str,
    options: tuple[str, ...],
    kind: str,
    nodes: int,
    doublings: int,
    games: int,
    seed: int | None,
    file: Path | None,
    workers: int | None,
    ray: str | None,
) -> None:
    """Measure skill: the Elo that each doubling of thought gains, and how many levels there are."""
    from linden.lab.depth import depth, ladder
    from linden.lab.summary import told

    try:
        lineups = tuple(",".join(lineup) for lineup in ladder(kind, nodes, doublings))
        experiment = from_flags(
            game.lower(), options, lineups, games=games, seed=seed, judge="none"
        )
        path = file or Path(f"lab-depth-{game.lower()}.sqlite")
        play(experiment, path, workers or cores(), ray, quiet=True)
        with LabFile.open(path) as found:
            measured = depth(found)
    except (ExperimentError, OptionError) as error:
        raise complain(error) from None
    for name, gained in measured.steps:
        say(f"{name}: {told(gained, False)} Elo over half of it")
    say(
        f"A doubling of thought gains {told(measured.per_doubling, False)} Elo; "
        f"{told(measured.levels, False)} levels can be told apart."
    )
