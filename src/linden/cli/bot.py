"""``linden bot``: a program of one's own plays at a server."""

import math
import re
from typing import TYPE_CHECKING

import click

from linden.cli.paint import say

if TYPE_CHECKING:
    from linden.web.messages import ClockChoice

LEAST_SECONDS, MOST_SECONDS, MOST_INCREMENT = 5, 14 * 86_400, 180
"""As the server has them."""


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
    help="So many at once, each with a program of its own. Open challenges count, games of "
    "tournaments come on top.",
)
@click.option(
    "--offer",
    "offered",
    help="Challenge anybody in the lobby to these games, with commas between them: one challenge "
    "in each stays open as long as the bot is here.",
)
@click.option(
    "--clock",
    default="10+5",
    show_default=True,
    help="Of its challenges: minutes each, and seconds that a turn adds.",
)
@click.option("--rated", is_flag=True, help="Its challenges count for ratings.")
@click.option(
    "--tournament",
    "tournaments",
    multiple=True,
    help="Take part in this one, to its end: its id or its address. May be given again.",
)
def bot(
    url: str,
    token: str | None,
    engine: str | None,
    text: str | None,
    names: str | None,
    seconds: float | None,
    most: int,
    offered: str | None,
    clock: str,
    rated: bool,
    tournaments: tuple[str, ...],
) -> None:
    """Let a program play at a server, until Ctrl+C.

    It sits down when its bot is invited, offers challenges and takes part in tournaments where it
    is told to, and plays wherever it sits, also after the line or the server was gone.
    """
    from linden.client.bot import Bot, Challenges
    from linden.client.client import Client
    from linden.client.errors import LineLost, Refused
    from linden.core.game import load

    if not token:
        raise click.UsageError("A bot comes by a token; put it into LINDEN_TOKEN.")
    if (engine is None) == (text is None):
        raise click.UsageError("Name a program by --engine, or a player by --player.")
    wanted = [load(name.strip()).name for name in names.split(",")] if names else []
    offers = [load(name.strip()).name for name in offered.split(",")] if offered else []
    if wanted and not set(offers) <= set(wanted):
        raise click.UsageError("What is offered is to be among --games.")
    challenges = Challenges(tuple(dict.fromkeys(offers)), clock_of(clock), rated)
    written = f"engine:{engine}" if engine is not None else str(text)
    try:
        with Client(url, token, patience=math.inf) as client:
            Bot(
                client,
                written,
                say,
                names=wanted,
                seconds=seconds,
                most=most,
                challenges=challenges,
                tournaments=tournaments,
            ).run()
    except Refused as refusal:
        raise click.ClickException(refusal.sentence) from None
    except LineLost as error:
        raise click.ClickException(str(error)) from None
    except ValueError as error:  # an address, a token or a player that is none
        raise click.UsageError(str(error)) from None
    except KeyboardInterrupt:
        say("Leaving. Games that run go on when the bot comes back.")


def clock_of(text: str) -> "ClockChoice":
    """Minutes each for the game, and seconds that a turn adds."""
    from linden.web.messages import ClockChoice

    found = re.fullmatch(r"(\d{1,5}(?:\.\d{1,2})?)\+(\d{1,3})", text)
    if found is None:
        raise click.UsageError(f"{text!r} is no clock; 5+3 is five minutes each and 3 s a turn.")
    seconds, increment = round(60 * float(found[1])), int(found[2])
    if not LEAST_SECONDS <= seconds <= MOST_SECONDS or increment > MOST_INCREMENT:
        raise click.UsageError(
            f"{text!r} is no clock: {LEAST_SECONDS} s to {MOST_SECONDS // 86_400} days each, and "
            f"{MOST_INCREMENT} s a turn at most."
        )
    return ClockChoice(kind="game", seconds=seconds, increment=increment)
