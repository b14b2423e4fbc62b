"""What every server finds out first, found out once in the process that those of the tests are
forked from: the rules and drawings of all games, and the boards of the home page."""

import gc

from linden.core import entry
from linden.core.game import games, load
from linden.web.http import showcase

for name in games():
    game = load(name)
    entry.uncompiled.add(game.state_type)  # as in a server that has just begun
    showcase.picture(name, showcase.middle(name))
    entry.uncompiled.discard(game.state_type)

gc.collect()
gc.freeze()  # nobody who is forked goes through all this again
