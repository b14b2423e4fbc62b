"""``linden lab tune``, ``even`` and ``depth``: experiments that decide themselves what to play."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import click
from rich.table import Table as Grid

from linden.batch.threads import cores
from linden.cli.lab import (
    OPTION,
    RAY,
    SEED,
    WHERE,
    WORKERS,
    Number,
    complaining,
    from_flags,
    lab,
    play,
)
from linden.cli.paint import console, say
from linden.lab.experiment import MOST_VARIANTS, Experiment, ExperimentError
from linden.lab.store import LabFile

__all__ = ["lab"]

PLAYERS = click.option(
    "--players", default="level4", show_default=True, metavar="WHO", help="who plays all seats"
)


def running(command: Any) -> Any:
    """The flags of every command here that plays."""
    file = click.option("--file", type=WHERE, help="where the games are kept, and found again")
    for flag in (RAY, WORKERS, file, SEED):
        command = flag(command)
    return command


def usual_file(experiment: Experiment, aim: str) -> Path:
    return Path(f"lab-{aim}-{experiment.game}.sqlite")


def with_file(
    experiment: Experiment,
    aim: str,
    work: Callable[[LabFile, Any], None],
    *,
    file: Path | None,
    workers: int | None,
    ray: str | None,
) -> None:
    """Do this with the file of an experiment and whoever plays; it can be stopped at any time."""
    from linden.lab.pools import pool_of

    file = file or usual_file(experiment, aim)
    with LabFile.create(file, experiment) as found, pool_of(workers or cores(), ray) as pool:
        try:
            work(found, pool)
        except KeyboardInterrupt:
            say(f"Stopped. The same command goes on with {file}.")


MET = {True: "surely within {within:g}", False: "surely further off than {within:g}"}


@lab.command("tune")
@click.argument("game")
@OPTION
@PLAYERS
@click.option(
    "--aim", default="fair", show_default=True, help="fair, or a measure with its value: draws=0.05"
)
@click.option(
    "--within",
    type=Number(0.001, 0.5),
    help="how near is near enough, such as 0.01: tell whether the best one surely is",
)
@click.option(
    "--budget", type=click.IntRange(1), default=2000, show_default=True, help="games in all"
)
@running
def tune(
    game: str,
    options: tuple[str, ...],
    players: str,
    aim: str,
    within: float | None,
    budget: int,
    seed: int | None,
    **how: Any,
) -> None:
    """Find the option values that come nearest to an aim, within a budget of games."""
    from linden.lab.tune import Aim, check, halving

    def work(found: LabFile, pool: Any) -> None:
        told = halving(found, pool, wished, budget, lambda it: say(it, "quiet"))
        grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
        for heading in ("variant", "off by", "at most", "games", ""):
            grid.add_column(heading, header_style="quiet")
        for it in told:
            near = "may be the best" if it.candidate else ""
            if it.met is not None:
                near = ", ".join(filter(None, (near, MET[it.met].format(within=within))))
            grid.add_row(
                it.variant.label,
                f"{it.loss.estimate:.4g}",
                f"{it.loss.high:.4g}",
                f"{it.games:,}",
                near,
            )
        console.print(grid, soft_wrap=False)
        if within is not None and told[0].met is None:
            say(f"Whether the best one is within {within:g} takes more games than {budget:,}.")

    with complaining():
        wished = Aim.read(aim, within)
        experiment = from_flags(game.lower(), options, (players,), games=budget, seed=seed)
        check(experiment, wished, budget)
        with_file(experiment, "tune", work, **how)


@lab.command("even")
@click.argument("game")
@OPTION
@PLAYERS
@click.option(
    "--find", required=True, metavar="NAME=LOW:HIGH", help="the option and where: komi=-20:20"
)
@click.option(
    "--budget", type=click.IntRange(16), default=400, show_default=True, help="games, at most"
)
@running
def find_even(
    game: str,
    options: tuple[str, ...],
    players: str,
    find: str,
    budget: int,
    seed: int | None,
    **how: Any,
) -> None:
    """Find the value of an option, such as a komi, at which the first seat has its share."""
    from linden.lab.even import even

    def work(found: LabFile, pool: Any) -> None:
        told = even(found, pool, budget, lambda it: say(it, "quiet"))
        say(
            f"Even at about {told.estimate:.2f}; {told.between}, 95 times in 100 "
            f"({told.games:,} games)."
        )
        if told.curve is not None:
            say(
                f"If the wins fall along a logistic curve: {told.curve.estimate:.2f}; between "
                f"{told.curve.low:.2f} and {told.curve.high:.2f}, 95 times in 100.",
                "quiet",
            )
        if not told.once:
            say("The wins change sides more than once: no single value is even for these players.")

    with complaining():
        name, values = read_range(find)
        experiment = from_flags(
            game.lower(), options, (players,), games=budget, seed=seed, judge="none"
        )
        grid = {**experiment.options, name: values}
        experiment = Experiment(**{**experiment.as_dict(), "options": grid})
        with_file(experiment, "even", work, **how)


def read_range(text: str) -> tuple[str, list[Any]]:
    """``komi=-20:20``, whole numbers from one to the other.

    >>> read_range("komi=-1:2")
    ('komi', [-1, 0, 1, 2])
    """
    name, _, ends = text.partition("=")
    low, colon, high = ends.partition(":")
    try:
        values = range(int(low), int(high) + 1)
    except ValueError:
        values = range(0)
    if not colon or not 2 <= values.stop - values.start <= MOST_VARIANTS:
        raise ExperimentError(
            f"--find takes NAME=LOW:HIGH, such as komi=-20:20, and tries {MOST_VARIANTS} values at "
            f"most; not {text!r}."
        )
    return name.replace("-", "_"), list(values)


@lab.command("depth")
@click.argument("game")
@OPTION
@click.option(
    "--kind",
    type=click.Choice(["mcts", "guided", "prover", "alphabeta"]),
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
@running
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

    with complaining():
        lineups = tuple(",".join(lineup) for lineup in ladder(kind, nodes, doublings))
        experiment = from_flags(
            game.lower(), options, lineups, games=games, seed=seed, judge="none"
        )
        path = file or usual_file(experiment, "depth")
        play(experiment, path, workers or cores(), ray, quiet=True)
        with LabFile.open(path) as found:
            measured = depth(found)
    if measured is None:
        say("No deal is finished yet.")
        return
    for name, gained in measured.steps:
        say(f"{name}: {told(gained, False)} Elo over half of it")
    say(
        f"A doubling of thought gains {told(measured.per_doubling, False)} Elo; "
        f"{told(measured.levels, False)} levels can be told apart."
    )
