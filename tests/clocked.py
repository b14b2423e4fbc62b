"""Tables with clocks, made up without a server."""

from linden.core.game import load
from linden.web.tables.clock import Clock, TimeControl
from linden.web.tables.rows import row_of, table_of
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table

ADA, BOB, EVE = (Sitter("person", name, name.title(), own=True) for name in ("ada", "bob", "eve"))


def clocked(
    control: TimeControl, *sitters: Sitter, game: str = "breakthrough", **options: object
) -> Table:
    """A new table, of Ada and Bob unless it is said."""
    played = load(game, **options)
    clock = Clock.new(control, played.players)
    return table_of(row_of(played, "ada", sitters or (ADA, BOB), match=None, clock=clock), ())
