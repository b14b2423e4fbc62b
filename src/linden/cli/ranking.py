"""The arena at the terminal: a progress bar, the ratings, and the file they come from."""

from contextlib import closing
from pathlib import Path

import click
from rich.table import Table as Grid

from linden.batch.threads import cores
from linden.cli.count import bar
from linden.cli.paint import console, say
from linden.core.game import Game
from linden.lab.cluster import Cluster
from linden.lab.experiment import ExperimentError
from linden.players.arena import Arena, Meeting
from linden.players.rating import Sprt


def run(
    game: Game,
    names: list[str],
    games: int,
    file: Path | None,
    seed: int,
    neighbours: bool,
    sprt: Sprt | None,
    ray: str | None = None,
) -> None:
    """Play the arena to its end, or until somebody interrupts it."""
    path = file or Path(f"arena-{game.name}.jsonl")
    try:
        arena = Arena(game, names, games, path, seed=seed, neighbours=neighbours, sprt=sprt)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    total = games * len(arena.pairs)
    try:
        with bar() as progress:
            task = progress.add_task("playing", total=total, completed=len(arena.results))

            def report(meeting: Meeting, score: float) -> None:
                progress.update(task, advance=1)

            if ray is None:
                arena.run(max(1, cores() // 2), report)
            else:
                with closing(Cluster(ray)) as cluster:
                    arena.run(2 * cluster.workers, report, cluster.call)
    except ExperimentError as error:
        raise click.UsageError(str(error)) from None
    except KeyboardInterrupt:
        say(f"Stopped. The same command goes on with {path}.")
    if arena.results:
        show_ratings(arena)


def show_ratings(arena: Arena) -> None:
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("player", "Elo", "±", "score", "games"):
        justify = "left" if heading == "player" else "right"
        grid.add_column(heading, header_style="quiet", justify=justify)  # type: ignore[arg-type]
    for rating in arena.ratings():
        grid.add_row(
            rating.name,
            f"{rating.elo:.0f}",
            f"{rating.error:.0f}",
            f"{rating.score:.1%}",
            str(rating.games),
        )
    console.print(grid, soft_wrap=False)
    console.print()
    for one, two in arena.pairs:
        scores = arena.scores(one, two)
        if scores:
            mean = sum(scores) / len(scores)
            settled = arena.sprt.verdict(scores) if arena.sprt else None
            verdict = {True: ", better", False: ", not better", None: ""}[settled]
            say(f"{one} against {two}: {mean:.1%} of {len(scores)} games{verdict}")
