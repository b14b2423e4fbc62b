"""``linden bot``: a program of one's own plays at a server."""

import math

import click

from linden.cli.paint import say


@click.command("bot")
@click.option("--url", required=True, help="The server, like https://games.example.")
@click.option(
    "--token",
    envvar="LINDEN_TOKEN",
    help="The bot's token, made on your account page there. Better in LINDEN_TOKEN: what is on a "
    "command line can be seen by others at this machine.",
)
@click.option("--engine", help="The program with its arguments; docs/engines.md has how it speaks.")
@click.option("--player", "text", help="Instead: one of Linden's own players, like level5.")
@click.option("--games", "names", help="Only these, with commas between them; else all there are.")
@click.option(
    "--seconds",
    type=click.FloatRange(min=0, min_open=True),
    help="For a move.",
)
@click.option(
    "--tables",
    "most",
    type=click.IntRange(1, 64),
    default=4,
    show_default=True,
    help="So many at once, each with a program of its own.",
)
def bot(
    url: str,
    token: str | None,
    engine: str | None,
    text: str | None,
    names: str | None,
    seconds: float | None,
    most: int,
) -> None:
    """Let a program play at a server, until Ctrl+C.

    It sits down when its bot is invited, and plays wherever it sits, also after the line or the
    server was gone.
    """
    from linden.client.bot import Bot
    from linden.client.client import Client
    from linden.client.errors import Refused
    from linden.core.game import load

    if not token:
        raise click.UsageError("A bot comes by a token; put it into LINDEN_TOKEN.")
    if (engine is None) == (text is None):
        raise click.UsageError("Name a program by --engine, or a player by --player.")
    wanted = [load(name.strip()).name for name in names.split(",")] if names else []
    written = f"engine:{engine}" if engine is not None else str(text)
    try:
        with Client(url, token, patience=math.inf) as client:
            Bot(client, written, say, names=wanted, seconds=seconds, most=most).run()
    except Refused as refusal:
        raise click.ClickException(refusal.sentence) from None
    except ValueError as error:  # an address, a token or a player that is none
        raise click.UsageError(str(error)) from None
    except KeyboardInterrupt:
        say("Leaving. Games that run go on when the bot comes back.")
