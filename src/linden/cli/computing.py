"""The commands that compute: counting, playing out, meeting, calibrating, solving."""

import os
import sys
from pathlib import Path
from typing import Any

import click

import linden
from linden.cli import files
from linden.cli.flags import PerGame
from linden.cli.speaking import in_language
from linden.core.game import Game, games

COMMANDS: list[click.Command] = []


def count_perft(
    game: Game, depth: int, moves: str | None, position: str | None, each: bool
) -> None:
    """Count move sequences, depth by depth."""
    from linden.cli.count import perft_table

    start = game.start() if position is None else game.parse(position)
    if moves:
        start = linden.replay(game, [move.strip() for move in moves.split(",")], start)
    perft_table(start, depth, each)


COMMANDS.append(
    PerGame(
        "perft",
        count_perft,
        [
            click.Option(
                ["-d", "--depth"], type=click.IntRange(1, 60), default=4, show_default=True
            ),
            click.Option(
                ["--moves"], metavar="LIST", help="moves to play first, with commas between"
            ),
            click.Option(["--position"], metavar="TEXT", help="count from this position"),
            click.Option(["--each"], is_flag=True, help="the count below each first move"),
        ],
        help="Count the sequences of moves of a length.",
    )
)


def play_out(game: Game, games_: int, seed: int) -> None:
    from linden.cli.count import playout_table

    playout_table(game, games_, seed)


COMMANDS.append(
    PerGame(
        "playouts",
        play_out,
        [
            click.Option(
                ["-n", "--games", "games_"],
                type=click.IntRange(1, 10**9),
                default=10000,
                show_default=True,
            ),
            click.Option(
                ["--seed"], type=click.IntRange(0, 2**64 - 1), default=0, show_default=True
            ),
        ],
        help="Play uniformly random games and say how they end.",
    )
)


def run_engine(game: Game, who: str) -> None:
    from linden.envs.engine import EngineServer
    from linden.players.registry import player

    try:
        player(game, who)
    except ValueError as error:
        raise click.UsageError(str(error)) from None
    server = EngineServer(game, who, lambda line: print(line, flush=True))
    try:
        server.serve(sys.stdin)
    except BrokenPipeError:  # nobody listens any more
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


COMMANDS.append(
    PerGame(
        "engine",
        run_engine,
        [
            click.Option(
                ["--player", "who"], default="level8", show_default=True, help="who answers"
            )
        ],
        help="Speak the engine protocol on standard input and output, for other programs.",
    )
)


def run_arena(
    game: Game,
    entrants: tuple[str, ...],
    rounds: int,
    file: Path | None,
    seed: int,
    neighbours: bool,
    sprt: bool,
    least: int,
    ray: str | None,
) -> None:
    from linden.cli.ranking import run
    from linden.players.rating import Sprt

    test = Sprt(least=least) if sprt else None
    run(game, list(entrants), rounds, file, seed, neighbours, test, ray)


COMMANDS.append(
    PerGame(
        "arena",
        run_arena,
        [
            click.Argument(["entrants"], nargs=-1, metavar="PLAYER..."),
            click.Option(
                ["--games", "rounds"],
                type=click.IntRange(2),
                default=100,
                show_default=True,
                help="games for each pair of players",
            ),
            click.Option(
                ["--file"],
                type=click.Path(path_type=Path, dir_okay=False),
                help="where results are kept, and found again",
            ),
            click.Option(["--seed"], type=click.IntRange(0), default=0, show_default=True),
            click.Option(
                ["--neighbours"], is_flag=True, help="each player meets only the one before it"
            ),
            click.Option(
                ["--sprt"],
                is_flag=True,
                help="stop a pair once 60% against 50% is settled at 5% errors",
            ),
            click.Option(
                ["--least"],
                type=click.IntRange(0),
                default=0,
                help="games that a pair plays before --sprt may stop it",
            ),
            click.Option(
                ["--ray"],
                metavar="ADDRESS",
                is_flag=False,
                flag_value="",
                help="play on the Ray cluster at this address, or on one that is started here",
            ),
        ],
        help="Let players meet and rank them: linden arena GAME level3 level5",
    )
)


def calibrate_game(
    game: Game, rounds: int, nodes: int | None, file: Path | None, write: bool
) -> None:
    from linden.cli.calibrating import calibrate

    calibrate(game, rounds, nodes, file, write)


COMMANDS.append(
    PerGame(
        "calibrate",
        calibrate_game,
        [
            click.Option(
                ["--games", "rounds"],
                type=click.IntRange(1),
                default=270,
                show_default=True,
                help="games to play, those in the file counted in",
            ),
            click.Option(
                ["--nodes"],
                type=click.IntRange(1),
                help="thought for each move (default: about as much as level 6 has)",
            ),
            click.Option(
                ["--file"],
                type=click.Path(path_type=Path, dir_okay=False),
                help="where answers and results are kept, and found again",
            ),
            click.Option(["--write"], is_flag=True, help="keep the curves in the game's folder"),
        ],
        help="Measure how far computers can be trusted: what they tell, and who wins.",
    )
)


def solve_game(
    game: Game, device: str, file: Path | None, threads: int | None, check: int, keep: bool
) -> None:
    from linden.cli.solving import solve

    solve(game, device, file, threads, check, keep)


COMMANDS.append(
    PerGame(
        "solve",
        solve_game,
        [
            click.Option(
                ["--device"],
                type=click.Choice(["auto", "cpu", "gpu"]),
                default="auto",
                show_default=True,
                help="what works; auto takes a GPU if there is one",
            ),
            click.Option(
                ["--file"],
                type=click.Path(path_type=Path, dir_okay=False),
                help="where the table is kept, if not in its usual place",
            ),
            click.Option(["--threads"], type=click.IntRange(1), help="how many (default: all)"),
            click.Option(
                ["--check"],
                type=click.IntRange(0),
                default=0,
                metavar="N",
                help="test every checksum, and N random positions against their successors",
            ),
            click.Option(
                ["--keep/--no-keep"],
                default=True,
                help="keep the table in a file, or only tell what it says",
            ),
        ],
        help="Solve a game: the value of every position under perfect play.",
    )
)


class Value(PerGame):
    """``linden value`` takes a record's file, or a game and a position of it."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0].lower() not in games():
            of_file = click.Command(
                "FILE",
                params=[
                    click.Argument(["file"], type=click.Path(path_type=Path)),
                    VALUE_SECONDS,
                    in_language(),
                ],
                callback=value_of_file,
            )
            return "FILE", of_file, args
        return super().resolve_command(ctx, args)


VALUE_SECONDS = click.Option(
    ["--seconds"],
    type=click.FloatRange(0.05, 3600),
    default=1.0,
    show_default=True,
    help="time for a search to the end of the game, where there is no table",
)


def value_of_file(file: Path, seconds: float) -> None:
    from linden.cli.solving import tell_value

    tell_value(files.read_record(file).end(), seconds)


def value_of_position(game: Game, position: str | None, seconds: float) -> None:
    from linden.cli.solving import tell_value

    tell_value(game.start() if position is None else game.parse(position), seconds)


COMMANDS.append(
    Value(
        "value",
        value_of_position,
        [click.Argument(["position"], required=False), VALUE_SECONDS, in_language()],
        help="Say what a position is worth exactly: linden value FILE, the end of a recorded game, "
        "or linden value GAME [OPTIONS] [POSITION].",
    )
)
