"""``linden puzzles``: making puzzles, and proving again those that there are."""

from pathlib import Path

import click

from linden.batch.threads import cores
from linden.cli.count import bar
from linden.cli.flags import PerGame
from linden.cli.paint import say
from linden.core.errors import GameError, OptionError
from linden.core.game import Game, games, load
from linden.puzzles.checking import fault
from linden.puzzles.making import Making
from linden.puzzles.proving import Prover
from linden.puzzles.puzzle import kept, path_of, read


@click.group("puzzles")
def puzzles() -> None:
    """Make puzzles with one answer each, and prove them."""


def make(game: Game, count: int, seed: int, output: Path | None, processes: int | None) -> None:
    """Play games until there are enough puzzles."""
    path = output or Path(f"puzzles-{game.name}.jsonl")
    making = Making(path, game, count, seed)
    found = len(making.puzzles)
    if making.done:
        say(f"{path} has {found:,} puzzles already.")
        return
    run = making.run(processes or cores())
    try:
        with bar() as progress:
            task = progress.add_task("finding", total=count, completed=found)
            for found in run:
                progress.update(task, completed=found)
    except KeyboardInterrupt:
        run.close()
        say(f"Stopped with {found:,} puzzles. The same command goes on with {path}.")
        raise click.exceptions.Exit(130) from None
    say(f"{found:,} puzzles from {making.games:,} games are in {path}.")


puzzles.add_command(
    PerGame(
        "make",
        make,
        [
            click.Option(
                ["--count"],
                type=click.IntRange(1, 10_000_000),
                default=500,
                show_default=True,
                help="how many, those in the file counted in",
            ),
            click.Option(["--seed"], type=click.IntRange(0), default=0, show_default=True),
            click.Option(
                ["--output"],
                type=click.Path(path_type=Path, dir_okay=False),
                help="the file, which is gone on with (default: puzzles-GAME.jsonl)",
            ),
            click.Option(
                ["--processes"], type=click.IntRange(1, 1024), help="how many (default: all cores)"
            ),
        ],
        help="Find puzzles in games that computers play, prove and grade them.",
    )
)


@puzzles.command("check")
@click.argument("name", metavar="[GAME]", required=False)
@click.option(
    "--file",
    type=click.Path(path_type=Path, exists=True, dir_okay=False),
    help="a file that linden puzzles make has made, instead of the game's own",
)
def check(name: str | None, file: Path | None) -> None:
    """Prove every puzzle again: those of a game, or of all that have some."""
    if file is not None and name is None:
        raise click.UsageError("Name the game that the file is for: linden puzzles check GAME.")
    wrong = 0
    for each in games() if name is None else [load(name.lower()).name]:
        try:
            found = kept(each) if file is None else read(each, file)
        except (GameError, OptionError) as error:
            if name is not None:
                raise
            say(f"The puzzles of {each} are left out: {error}", "error")
            wrong += 1
            continue
        if not found:
            if name is not None:
                say(f"{load(each).title} has no puzzles; {path_of(each)} would hold them.")
            continue
        provers: dict[Game, Prover] = {}
        said = []
        with bar() as progress:
            for puzzle in progress.track(found, description=each):
                prover = provers.setdefault(puzzle.game, Prover(puzzle.game))
                if (sentence := fault(puzzle, prover)) is not None:
                    said.append(sentence)
        for sentence in said:
            say(sentence, "error")
        wrong += len(said)
        say(f"{load(each).title}: {len(found) - len(said):,} of {len(found):,} puzzles are proven.")
    if wrong:
        raise click.exceptions.Exit(1)
