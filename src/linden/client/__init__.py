"""A Linden server for programs: sign in by a token, sit down, see positions, play.

>>> from linden.client import Client
>>> with Client("http://localhost:8000", token="linden_…") as client:  # doctest: +SKIP
...     with client.open("linja", ["me", "level3"]) as table:
...         for state in table.turns():
...             table.play(state.moves[0])

``docs/api.md`` tells how to get a token, and has a whole program.
"""

from linden.client.client import Client
from linden.client.errors import LineLost, Refused
from linden.client.state import State
from linden.client.table import Table

__all__ = ["Client", "LineLost", "Refused", "State", "Table"]
