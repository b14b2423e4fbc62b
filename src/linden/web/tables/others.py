"""Other nodes at the same tables, as far as the lobby and its tables must know of them."""

from collections.abc import Set
from typing import TYPE_CHECKING, NamedTuple, Protocol

if TYPE_CHECKING:
    from linden.web.tables.live import LiveTable
    from linden.web.tables.notes import Note
    from linden.web.tables.table import Table


class Company(NamedTuple):
    """Who has a table open at one node."""

    people: frozenset[str] = frozenset()
    """Visitors who sit there."""
    watchers: int = 0


class Others(Protocol):
    """Whom to tell what happens here."""

    node: str | None
    """This node; ``None`` where there is but one process."""

    @property
    def alive(self) -> Set[str]:
        """The other nodes that serve."""

    def changed(self, table: "Table", note: "Note | None") -> None:
        """A change is kept, and shown here."""

    def renamed(self, visitor: str, name: str) -> None:
        """A visitor's new name is kept."""

    def handed_over(self, table: str, revision: int) -> None:
        """A table has changed hands, or is new and concerns others, whether or not it is open
        here."""

    def present(self, live: "LiveTable") -> None:
        """Somebody came to a table here, or went."""


class Alone:
    """One process serves the tables: there is nobody to tell."""

    node: str | None = None
    alive: Set[str] = frozenset()

    def changed(self, table: "Table", note: "Note | None") -> None:
        pass

    def renamed(self, visitor: str, name: str) -> None:
        pass

    def handed_over(self, table: str, revision: int) -> None:
        pass

    def present(self, live: "LiveTable") -> None:
        pass


ALONE = Alone()
