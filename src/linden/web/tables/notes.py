"""What everybody at a table is told about what has just happened, each in their own language."""

import json
from typing import NamedTuple

from linden.core.game import Game
from linden.web.texts import say


class Note(NamedTuple):
    """A sentence of the catalogues, and what is filled in when it is told."""

    key: str
    name: str | None = None
    """Who did it; empty for somebody without a name."""
    seat: int | None = None
    """Which seat it is about, told as ``{role}``."""

    def told(self, game: Game) -> str:
        """The sentence in the reader's language."""
        values = {}
        if self.name is not None:
            values["name"] = self.name or say("Guest")
        if self.seat is not None:
            values["role"] = game.roles[self.seat]
        return say(self.key, **values)

    @property
    def text(self) -> str:
        """For other nodes, which may be older: these tell it as it is.

        >>> Note("Taken back.").text
        'Taken back.'
        >>> Note.read(Note("{role} goes on at another device.", seat=1).text)
        Note(key='{role} goes on at another device.', name=None, seat=1)
        """
        return self.key if self == Note(self.key) else json.dumps(self)

    @classmethod
    def read(cls, text: str) -> "Note":
        """What another node has said."""
        try:
            key, name, seat = json.loads(text)
        except ValueError:
            return cls(text)
        return cls(key, name, seat)
