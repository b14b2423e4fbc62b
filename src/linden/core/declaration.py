"""What a game declares of itself."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from linden.core.match import MatchRules
from linden.core.options import Option

Options = dict[str, Any]


@dataclass(frozen=True)
class Declaration:
    """The facts of a game, stated once."""

    name: str
    title: str
    summary: str
    """One line for a menu."""
    designer: str
    """Empty where nobody is known: a folk game."""
    publisher: str
    """Empty where nobody is named, or it is out on the web alone."""
    year: int | None
    """Of the edition the rules follow; ``None`` where it is not known."""
    source: str
    """The document the rules come from."""
    minutes: tuple[int, int]
    seats: Callable[[Options], tuple[str, ...]]
    """The seats' names, in turn order, under these options."""
    match: MatchRules
    version: int = 0
    """Of the rules: raised when what agents learned under the old ones no longer compares."""
    options: tuple[Option, ...] = ()
    chance: bool = False
    hidden: bool = False
    points: str = "points"
    """What ``scores`` count."""
    roll: str = "Let chance decide"
    """What a person does at a chance event of their own: "Roll the die"."""
    draws: Callable[[Options], bool] = lambda options: True
    """Whether a game under these options can end without a winner."""
    check: Callable[[Options], None] = lambda options: None
    """Raises ``OptionError`` for values that do not go together."""
