"""What every server finds out first, found out once in the process that those of the tests are
forked from: the rules and drawings of all games, and the boards of the home page. And passwords
cost less there."""

import gc
import os
from unittest.mock import patch

from argon2 import PasswordHasher

from linden.core import entry
from linden.core.game import games, load
from linden.web.http import showcase
from linden.web.people import passwords


def hasher() -> PasswordHasher:
    """A hash takes a fifth of a second of a processor, and hundreds are made in the tests. One that
    is about what they cost asks for it."""
    if "LINDEN_USUAL_HASHES" in os.environ:
        return PasswordHasher()
    return PasswordHasher(time_cost=1, memory_cost=64, parallelism=1)


patch.object(passwords, "PasswordHasher", hasher).start()

for name in games():
    game = load(name)
    entry.uncompiled.add(game.state_type)  # as in a server that has just begun
    showcase.picture(name, showcase.middle(name))
    entry.uncompiled.discard(game.state_type)

gc.collect()
gc.freeze()  # nobody who is forked goes through all this again
