"""Perft and playouts as tables, with a progress bar where they take their time."""

import time

import numpy as np
from rich.progress import BarColumn, Progress, TextColumn, TimeRemainingColumn
from rich.table import Table as Grid

from linden.batch.perft import perft
from linden.batch.playouts import Outcomes, playouts
from linden.batch.threads import cores
from linden.cli.paint import console, say
from linden.core.conformance import check_end
from linden.core.game import Game
from linden.core.position import Position

CHUNK = 20000


def bar() -> Progress:
    columns = (TextColumn("{task.description}"), BarColumn(), TimeRemainingColumn())
    return Progress(*columns, console=console, transient=True, disable=not console.is_terminal)


def perft_table(start: Position, depth: int, each: bool) -> None:
    """A line per depth, printed as soon as it is known; ``each`` divides the last by moves."""
    for move in start.moves[:1]:
        perft(start.play(move), 1)  # compiled before any clock runs
    for level in range(1, depth + 1):
        began = time.perf_counter()
        counts = divide(start, level)
        seconds = time.perf_counter() - began
        total = sum(counts.values())
        rate = f"{total / seconds / 1e6:8.1f} million/s" if seconds > 0.05 else ""
        say(f"{level:>3}  {total:>20,}  {seconds:8.2f} s  {rate}".rstrip())
    if each:
        width = max((len(move) for move in counts), default=0)
        for move, count in counts.items():
            say(f"     {move.ljust(width)}  {count:>20,}")


def divide(start: Position, depth: int) -> dict[str, int]:
    """The count below each first move."""
    counts = {}
    with bar() as progress:
        for move in progress.track(start.moves, description=f"depth {depth}"):
            counts[move] = perft(start.play(move), depth - 1)
    return counts


def playout_table(game: Game, games: int, seed: int) -> None:
    """How random games end: wins, scores and lengths."""
    check_end(game)
    start = game.start()
    playouts(start, 1, seed)  # compiled before any clock runs
    parts = []
    began = time.perf_counter()
    with bar() as progress:
        for first in progress.track(range(0, games, CHUNK), description="playing"):
            parts.append(playouts(start, min(CHUNK, games - first), seed, first))
    seconds = time.perf_counter() - began
    outcomes = Outcomes.joined(parts)
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    for heading in ("seat", "won", "mean score", "lowest", "highest"):
        grid.add_column(
            heading, header_style="quiet", justify="right" if heading != "seat" else "left"
        )
    for seat, name in enumerate(game.seats):
        points = outcomes.scores[:, seat]
        grid.add_row(
            name,
            f"{outcomes.wins[seat] / games:.2%}",
            f"{points.mean():.2f}",
            f"{points.min():g}",
            f"{points.max():g}",
        )
    console.print(grid, soft_wrap=False)
    lengths = outcomes.lengths
    low, middle, high = np.percentile(lengths, [5, 50, 95])
    say(f"\n{outcomes.draws / games:.2%} drawn. Moves in a game: half have {middle:.0f} or fewer,")
    say(f"nine in ten {low:.0f} to {high:.0f}, the longest {lengths.max()}.")
    on = "one thread" if cores() == 1 else f"{cores()} threads"
    say(f"{lengths.sum() / seconds / 1e6:.1f} million moves/s on {on}.", "quiet")
