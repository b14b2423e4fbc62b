"""``linden moderator``: who looks after decency at this server."""

import click

from linden.cli.database import in_a_sentence


@click.group("moderator")
def moderator() -> None:
    """Name those who look after decency at this server: they see reports, pause accounts and take
    names away, and all of it is written down (/moderation)."""


@moderator.command("add")
@click.argument("name")
def add(name: str) -> None:
    """Make the account NAME a moderator."""
    from linden.web.store.moderators import appoint

    in_a_sentence(appoint, name, True)


@moderator.command("remove")
@click.argument("name")
def remove(name: str) -> None:
    """Let the account NAME be a moderator no longer."""
    from linden.web.store.moderators import appoint

    in_a_sentence(appoint, name, False)


@moderator.command("list")
def listed() -> None:
    """Tell who they are."""
    from linden.web.store.moderators import appointed

    in_a_sentence(appointed)
