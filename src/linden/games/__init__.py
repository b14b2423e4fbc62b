"""The games, one folder each. A folder that declares ``GAME`` is a game; there is no list.

The public face has a function of the same name, ``linden.games()``. Importing this package binds
it there in the function's place, so the package answers the call too. The folders that
``LINDEN_GAMES`` names are part of its path: a game in one of them is ``linden.games.<name>``.
"""

import sys
from types import ModuleType

from linden.core import registry

__path__.extend(map(str, registry.folders()))


class _Callable(ModuleType):
    def __call__(self) -> list[str]:
        from linden.core.registry import games  # a game of that name would take its place here

        return games()


sys.modules[__name__].__class__ = _Callable
