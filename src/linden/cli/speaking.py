"""What the command says to people who play, in the language of their terminal.

What is for those who measure and build (``perft``, ``arena``, ``solve``, ``lab``, ``check``,
``engine``) stays English, so that scripts can rely on it.
"""

import os

import click

from linden.core.catalogues import key, sentences
from linden.core.language import of_terminal, speaking

phrase = sentences(__file__)
"""A sentence of the command in the reader's language, with ``{names}`` filled in."""


def _speak(ctx: click.Context, option: click.Parameter, chosen: str | None) -> None:
    if chosen:
        ctx.with_resource(speaking(chosen))


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


def terminal() -> str:
    """The language that this terminal asks for, where Linden speaks it."""
    return of_terminal(os.environ, phrase.languages())


KNOWN = (
    key("No such file or directory"),
    key("Is a directory"),
    key("Not a directory"),
    key("Permission denied"),
    key("Read-only file system"),
    key("No space left on device"),
)
"""What systems say of files, in English wherever they run."""


def why(error: OSError) -> str:
    """What the system says, in the reader's language where Linden knows it."""
    return phrase(error.strerror) if error.strerror else str(error)
