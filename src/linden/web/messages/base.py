"""What all messages share: names, lengths, and what a stranger may send."""

from typing import Annotated, Literal

from pydantic import BaseModel, ConfigDict, Field
from pydantic.alias_generators import to_camel

NAME_LENGTH = 40
"""Characters of a person's name, at most."""
MOVE_LENGTH = 400
"""Characters of a move, at most."""

Phrase = Literal[
    "hello", "luck", "moment", "nice", "oops", "thanks", "well-played", "again", "later"
]
"""What players can say to each other; the pages know the words."""
Moved = Annotated[str, Field(max_length=MOVE_LENGTH)]
Index = Annotated[int, Field(ge=0, lt=64)]
Quarter = Annotated[int, Field(ge=0, le=3)]


class Message(BaseModel):
    """Written with the names of Python, sent with the names of JavaScript."""

    model_config = ConfigDict(alias_generator=to_camel, populate_by_name=True)


class Body(Message):
    """What a browser sends along with an HTTP request: what has a default may be left out."""


class Incoming(Message):
    """What a browser says at a live table."""

    model_config = ConfigDict(
        alias_generator=to_camel, populate_by_name=True, extra="ignore", strict=True
    )
