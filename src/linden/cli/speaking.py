"""What the command says to people who play, in the language of their terminal.

Help, complaints about flags, and what is for those who measure and build (``perft``, ``arena``,
``solve``, ``lab``, ``check``, ``engine``) stay English, so that scripts can rely on them.
"""

import os

import click

from linden.core.catalogues import sentences
from linden.core.language import of_terminal, speaking

phrase = sentences(__file__)
"""A sentence of the command in the reader's language, with ``{names}`` filled in."""


def _speak(ctx: click.Context, option: click.Parameter, chosen: str | None) -> None:
    wanted = chosen or of_terminal(os.environ)
    if wanted in phrase.languages():
        ctx.with_resource(speaking(wanted))


def in_language() -> click.Option:
    """The flag that chooses the language of one command."""
    return click.Option(
        ["--lang"],
        type=click.Choice(phrase.languages()),
        expose_value=False,
        is_eager=True,
        callback=_speak,
        help="the language; else that of this terminal, where Linden speaks it",
    )
