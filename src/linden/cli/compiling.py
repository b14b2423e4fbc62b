"""``linden compile``: what tables and their computers need, before anybody waits for it."""

import subprocess
from collections.abc import Sequence
from concurrent.futures import ThreadPoolExecutor, as_completed

import click

from linden.cli.paint import say
from linden.core.game import Game, games, load
from linden.core.registry import blame
from linden.players.levels import LEVELS


@click.command("compile")
@click.argument("names", nargs=-1, metavar="[GAME]...")
@click.option("--jobs", type=click.IntRange(1), help="So many at once; else as there are cores.")
def compile_games(names: Sequence[str], jobs: int | None) -> None:
    """Compile the games with their usual options, or only those named, so that nobody has to wait
    for it: after an update, or while an image is built. What is compiled already stays."""
    from linden.batch.threads import cores
    from linden.cli.count import bar
    from linden.web.compute.compiling import command, missing

    levels = [f"level{level.number}" for level in LEVELS]
    work, failed = dict[str, tuple[Game, Sequence[str]]](), list[str]()
    for name in names or games():
        game = load(name)
        try:
            if parts := missing(game, levels):
                work[name] = game, parts
        except Exception as error:  # the others can be compiled all the same
            if (sentence := blame(error)) is None:
                raise
            say(sentence, "error")
            failed.append(name)

    def run(game: Game, parts: Sequence[str]) -> "subprocess.CompletedProcess[bytes]":
        return subprocess.run(command(game, parts, 0), stdout=subprocess.DEVNULL)

    with bar() as progress, ThreadPoolExecutor(jobs or cores()) as pool:
        task = progress.add_task("", total=len(work))
        running = {pool.submit(run, *each): name for name, each in work.items()}
        for future in as_completed(running):
            if future.result().returncode:
                failed.append(running[future])
            progress.advance(task)
    if failed:
        raise click.ClickException(f"{', '.join(sorted(failed))} could not be compiled.")
    say(f"Compiled: {', '.join(work)}." if work else "All of it was compiled already.", "quiet")
