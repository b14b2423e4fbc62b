"""``linden``: the command's entry, its commands, and how errors are told."""

import os
import sys
from importlib import import_module
from pathlib import Path
from typing import Any

import click
from rich.markup import escape
from rich.table import Table as Grid

import linden
from linden.cli import files
from linden.cli.bot import bot
from linden.cli.click_words import Commands, help_of, speak
from linden.cli.compiling import compile_games
from linden.cli.computing import COMMANDS
from linden.cli.database import database
from linden.cli.flags import PerGame, spelled
from linden.cli.learning import learn
from linden.cli.moderators import moderator
from linden.cli.paint import console, held, say, show, wrapped
from linden.cli.speaking import in_language, phrase, terminal, why
from linden.core.catalogues import quoted
from linden.core.errors import (
    DeviceError,
    GameError,
    IllegalMove,
    NotationError,
    OptionError,
    TablebaseError,
)
from linden.core.game import Game, declaration, games, load
from linden.core.language import ENGLISH, after_colon, of_terminal, speaking
from linden.core.registry import blame, fault_of, faults

COMPLAINTS = (DeviceError, GameError, IllegalMove, NotationError, OptionError, TablebaseError)
"""What a caller can get wrong: a sentence, and no traceback."""


FOR_PEOPLE = {
    *("games", "rules", "learn", "play", "resume", "hint", "replay", "show", "value", "serve")
}
"""The commands that speak the language of the terminal. Those for who measures and builds are
English, so that scripts can rely on them, and so are the files they write."""


class Linden(Commands):
    """All commands, each in the language it speaks."""

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        found = super().resolve_command(ctx, args)
        if found[0] not in FOR_PEOPLE:
            ctx.with_resource(speaking(ENGLISH))
        return found


@click.group(cls=Linden, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(linden.__version__, prog_name="linden", message="%(prog)s %(version)s")
def cli() -> None:
    """Linden, the home of modern abstract games."""


@cli.command("games", params=[in_language()])
def list_games() -> None:
    """List the games."""
    grid = Grid(box=None, pad_edge=False, padding=(0, 2, 0, 0))
    headings = [
        phrase("name"),
        phrase("game"),
        phrase("seats"),
        phrase("minutes"),
        phrase("by"),
        "",
    ]
    for heading in headings:
        grid.add_column(heading, header_style="quiet", overflow="fold")
    wrong = [fault.sentence for fault in faults()]
    for name in games():
        try:
            grid.add_row(*listed(name))
        except Exception as error:  # of one game, which keeps no other from the list
            wrong.append(fault_of(name, error))
    wrapped(grid)
    for sentence in wrong:
        say(sentence, "error")
    console.print()
    say(phrase("linden play NAME starts a game; linden rules NAME tells its rules."), "quiet")


def listed(name: str) -> list[str]:
    """A game's row in the list of all."""
    facts = load(name).told
    shortest, longest = facts.minutes
    return [
        f"[leaf]{name}[/]",
        escape(facts.title),
        seat_numbers(name),
        f"{shortest}–{longest}",
        held(escape(facts.designer) or phrase("a folk game")),
        held(escape(facts.summary)),
    ]


def seat_numbers(name: str) -> str:
    """How many can play: the declared numbers, if there is an option for it."""
    for option in declaration(name).options:
        if option.name == "players":
            return ", ".join(map(str, option.kind.choices))
    return str(load(name).players)


@cli.command("rules")
@click.argument("name", metavar="GAME")
@click.option(
    "--lang", help="The language, like fr; else that of this terminal, where there is such a text."
)
@click.option(
    "--pictures/--no-pictures", default=True, help="Whether to draw what the rules tell of."
)
def tell_rules(name: str, lang: str | None, pictures: bool) -> None:
    """Tell the rules of a game."""
    from linden.cli.table import show_rules

    game = load(name.lower())
    if lang and lang not in game.languages:
        told = phrase(
            "The rules of {game} are written in {languages}; not in {language}.",
            game=game.title,
            languages=", ".join(game.languages),
            language=quoted(lang),
        )
        raise OptionError(told)
    chosen = lang or of_terminal(os.environ, game.languages)
    with speaking(chosen):
        show_rules(game, chosen, pictures)


def start_game(game: Game, seats: str | None, seed: str | None, save: Path | None) -> None:
    """Play ``game`` at this terminal."""
    from linden.cli.table import Table

    path = save or files.new_table(game.name)
    if path.exists():
        raise click.UsageError(
            phrase("{file} exists already; linden resume {file} goes on with it.", file=path)
        )
    chosen = seed if seed is not None else os.urandom(4).hex()
    play_table(Table(game, read_seats(game, seats), path, chosen))


def read_seats(game: Game, seats: str | None) -> list[str]:
    """Who sits where; by default a person first and the computer on every other seat."""
    from linden.cli.table import KINDS

    if seats is None:
        return ["you", *["level3"] * (game.players - 1)]
    if "engine:" in seats:  # commands have spaces and capitals
        words = [word.strip() for word in seats.split(",")]
    else:
        words = seats.replace(",", " ").lower().split()
    if len(words) != game.players or any(
        word not in KINDS and not word.startswith("engine:") for word in words
    ):
        told = phrase(
            "--seats takes {count} words, for {seats}: each you, random, level1 to level8, perfect "
            "or engine:COMMAND; not {given}.",
            count=game.players,
            seats=", ".join(game.roles),
            given=quoted(seats),
        )
        raise click.UsageError(told)
    return words


def play_table(table: Any) -> None:
    from linden.cli.table import Leave, play_match

    shown = spelled(table.game, TABLE_FLAGS)
    said = f"{table.game.title}{f' ({shown})' if shown else ''}. "
    say(said + phrase("Type a move, or help."), "quiet")
    try:
        play_match(table, ask_again=sys.stdin.isatty() and "you" in table.players)
    except Leave as left:
        command = f"linden resume {left.path}"
        say(phrase("The game is kept. Go on with: {command}", command=command), "quiet")


SEATS = click.Option(
    ["--seats"],
    metavar="WHO",
    help="who sits where, in turn order: you, random, level1 to level8, perfect where the game is "
    "solved, or engine:COMMAND for a program of one's own; like you,level3",
)
SEED = click.Option(
    ["--seed"], metavar="TEXT", help="makes dice, draws and the computer repeatable"
)
SAVE = click.Option(
    ["--save"], type=click.Path(path_type=Path, dir_okay=False), help="the file to keep the game in"
)
LANG = in_language()
TABLE_FLAGS: list[click.Parameter] = [SEATS, SEED, SAVE, LANG]


def play_alone() -> None:
    """``linden play`` without a name asks which game."""
    if click.get_current_context().invoked_subcommand is None:
        start_game(ask_for_game(), None, None, None)


def ask_for_game() -> Game:
    """A small menu."""
    names, which = games(), phrase("Which game?")
    for number, name in enumerate(names, 1):
        try:
            facts = load(name).told
            told = f"{escape(facts.title)}  [quiet]{escape(facts.summary)}[/]"
        except Exception as error:
            told = escape(fault_of(name, error))
        console.print(f"  [leaf]{number}[/]  {told}")
    while True:
        try:
            answer = console.input(f"\n{which} ").strip().lower()
        except (EOFError, KeyboardInterrupt):
            console.print()
            raise click.exceptions.Exit(0) from None
        if answer in names:
            return load(answer)
        if answer.isdecimal() and 1 <= int(answer) <= len(names):
            return load(names[int(answer) - 1])
        if answer in ("q", "quit", ""):
            raise click.exceptions.Exit(0)
        say(phrase("Type a number from 1 to {last}, or a name.", last=len(names)), "error")


cli.add_command(
    PerGame(
        "play",
        start_game,
        TABLE_FLAGS,
        help="Play a game at this terminal.",
        params=[LANG],
        callback=play_alone,
        invoke_without_command=True,
    )
)


@cli.command("serve")
@click.option("--host", default="127.0.0.1", show_default=True, help="0.0.0.0: for the network")
@click.option("--port", type=click.IntRange(0, 65535), help="default: 8421, or the next free one")
@click.option("--public-url", metavar="ADDRESS", help="how others reach it: https://games.example")
@click.option(
    "--trust-proxy",
    metavar="ADDRESS",
    multiple=True,
    help="a proxy whose X-Forwarded-For and -Proto are believed: 127.0.0.1; may be repeated",
)
@click.option(
    "--engine",
    "engines",
    multiple=True,
    metavar="NAME=COMMAND",
    help="a program that visitors may choose as a player by this name; GAME:NAME=COMMAND for one "
    "game alone",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 64),
    default=1,
    show_default=True,
    help="processes, where LINDEN_DATABASE_URL names a PostgreSQL database",
)
@click.option("--no-browser", is_flag=True, help="do not open the page")
def serve_tables(
    host: str,
    port: int | None,
    public_url: str | None,
    trust_proxy: tuple[str, ...],
    engines: tuple[str, ...],
    workers: int,
    no_browser: bool,
) -> None:
    """Play in the browser: serve the tables and open the page."""
    from linden.web.serve import ServeError, serve

    try:
        serve(
            host,
            port,
            public_url=public_url,
            trust_proxy=trust_proxy,
            engines=engines,
            workers=workers,
            browser=not no_browser,
            tell=say,
        )
    except ServeError as error:
        raise click.UsageError(str(error)) from None


cli.add_command(database)
cli.add_command(bot)
cli.add_command(compile_games)
cli.add_command(moderator)
cli.add_command(learn)


@cli.command("resume", params=[in_language()])
@click.argument("file", required=False, type=click.Path(path_type=Path))
def resume(file: Path | None) -> None:
    """Go on with a saved game: FILE, or the latest that is unfinished."""
    from linden.cli.table import Table

    path = file or files.latest_unfinished()
    if path is None:
        raise click.UsageError(phrase("No unfinished game is kept; linden play starts one."))
    record = files.read_record(path)
    if record.position is not None:
        told = phrase("{file} begins in mid-game; linden replay shows it.", file=path)
        raise click.UsageError(told)
    table = Table.resume(record, path)
    if table.position.over:
        raise click.UsageError(phrase("{file} is finished; linden replay shows it.", file=path))
    for seat, role in zip(record.game.seats, record.game.roles, strict=True):
        if record.headers.get(seat, "").startswith("engine:"):
            say(
                phrase(
                    "A program played {who}; a file starts none, so {who} is yours now.", who=role
                )
            )
    play_table(table)


@cli.command("hint", params=[in_language()])
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--seconds", type=click.FloatRange(0.05, 3600), default=2.0, show_default=True)
def give_hint(file: Path, seconds: float) -> None:
    """Say what the strongest player would do at the end of a recorded game."""
    from linden.cli.table import hint

    position = files.read_record(file).end()
    if position.over:
        raise click.UsageError(phrase("{file} is finished; there is nothing to play.", file=file))
    if position.to_move == linden.CHANCE:
        told = phrase("{file} waits for chance; there is nothing to choose.", file=file)
        raise click.UsageError(told)
    show(position.view(position.turn))
    say(hint(position, seconds))


for computing in COMMANDS:
    cli.add_command(computing)


@cli.command("replay", params=[in_language()])
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--boards", is_flag=True, help="draw the board after every turn")
def replay(file: Path, boards: bool) -> None:
    """Tell a recorded game turn by turn."""
    record = files.read_record(file)
    positions = record.positions()
    say(f"{record.game.title} {record.game.describe_options()}".rstrip(), "quiet")
    at = 0
    for number, (seat, moves) in enumerate(record.turns(), 1):
        told = [positions[at + i].describe(move) for i, move in enumerate(moves)]
        at += len(moves)
        name = f"[seat{seat}]{escape(record.game.roles[seat])}[/]"
        said = f"{escape(', '.join(moves))}  [quiet]{escape(' '.join(told))}[/]"
        console.print(f"{number:>3}. {name}  {said}")
        if boards:
            show(positions[at])
    if not boards or not record.moves:
        show(positions[-1])


@cli.command("show", params=[in_language()])
@click.argument("file", type=click.Path(path_type=Path))
@click.option("--at", type=click.IntRange(0), help="after this many moves instead of at the end")
@click.option("--svg", type=click.Path(path_type=Path, dir_okay=False), help="write a picture")
@click.option("--theme", type=click.Choice(["auto", "light", "dark"]), default="auto")
@click.option("--text", is_flag=True, help="print the position as one line")
def show_position(file: Path, at: int | None, svg: Path | None, theme: str, text: bool) -> None:
    """Show a position of a recorded game, or write it as an SVG picture."""
    positions = files.read_record(file).positions()
    if at is not None and at >= len(positions):
        told = phrase(
            "{file} has moves up to {last}; --at cannot be {at}.",
            file=file,
            last=len(positions) - 1,
            at=at,
        )
        raise click.UsageError(told)
    position = positions[-1 if at is None else at]
    if svg is not None:
        try:
            files.write_whole(svg, position.svg(theme=theme) + "\n")
        except OSError as error:
            told = phrase("{file} cannot be written: {why}.", file=svg, why=after_colon(why(error)))
            raise click.UsageError(told) from None
        say(phrase("Wrote {file}.", file=svg))
    elif text:
        say(position.text)
    else:
        show(position)


@cli.command("new-game")
@click.argument("name")
@click.option(
    "--folder",
    type=click.Path(path_type=Path, file_okay=False),
    help="where to put the game's folder (default: the first of LINDEN_GAMES, else ./games)",
)
def new_game(name: str, folder: Path | None) -> None:
    """Write the folder of a new game, which plays at once."""
    from linden.cli.new_game import write_template

    write_template(name, folder)


@cli.command("check")
@click.argument("name", metavar="GAME")
@click.option(
    "--write", is_flag=True, help="fill in perft.json, showcase and pictures as the game is now"
)
def check_game(name: str, write: bool) -> None:
    """Check that a game keeps its word: rules, notation, drawing and stored files."""
    from linden.cli.checking import check

    check(name.lower(), write)


def said_by_help() -> set[str]:
    """What help says in the language of the terminal: all commands in a line, and those for people
    as a whole."""
    found = set[str]()
    for name, command in cli.commands.items():
        found |= set(help_of(command, whole=name in FOR_PEOPLE))
    return found | set(help_of(cli, whole=True))


class Later(click.Group):
    """A group of commands that is loaded when it is asked for: ``module:attribute``."""

    def __init__(self, name: str, made_by: str, about: str) -> None:
        super().__init__(name, help=about)
        self._made_by = made_by

    def _group(self) -> click.Group:
        module, _, attribute = self._made_by.partition(":")
        found: click.Group = getattr(import_module(module), attribute)
        return found

    def list_commands(self, ctx: click.Context) -> list[str]:
        return self._group().list_commands(ctx)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        return self._group().get_command(ctx, cmd_name)


cli.add_command(
    Later(
        "lab",
        "linden.cli.lab_tuning:lab",
        "Measure a game: is this rule fair, what does a number change?",
    )
)
cli.add_command(
    Later(
        "puzzles",
        "linden.cli.puzzling:puzzles",
        "Make puzzles with one answer each, and prove them.",
    )
)


def main(arguments: list[str] | None = None) -> None:
    """Run the command, in the language of the terminal."""
    speak()
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:  # who types or sends what is no text is told so
        reconfigure(errors="replace")
    with speaking(terminal()):
        run(arguments)


def run(arguments: list[str] | None) -> None:
    """Run the command; whatever is wrong with the input is one sentence and exit code 2."""
    try:
        code = cli.main(arguments, prog_name="linden", standalone_mode=False)
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message())
        sys.exit(2)
    except click.Abort:
        sys.exit(130)
    except click.ClickException as error:
        complain(error.format_message())
    except COMPLAINTS as error:
        complain(str(error))
    except OSError as error:
        named = error.filename or phrase("A file")
        complain(phrase("{file}: {why}.", file=named, why=after_colon(why(error))))
    except KeyboardInterrupt:
        sys.exit(130)
    except Exception as error:
        sentence = blame(error)
        if sentence is None:
            raise
        complain(sentence)
    sys.exit(code if isinstance(code, int) else 0)


def complain(sentence: str) -> None:
    click.echo(f"linden: {sentence}", err=True)
    sys.exit(2)
