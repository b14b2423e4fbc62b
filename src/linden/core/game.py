"""What a game declares, the ``Game`` made of it, and the registry that walks ``games/``."""

import importlib
import pkgutil
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cached_property, lru_cache
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from linden.core.errors import NotationError, OptionError
from linden.core.match import MatchRules
from linden.core.options import Option, resolve, write

if TYPE_CHECKING:
    from linden.core.position import Position

Options = dict[str, Any]


@dataclass(frozen=True)
class Declaration:
    """The facts of a game, stated once."""

    name: str
    title: str
    summary: str
    """One line for a menu."""
    designer: str
    publisher: str
    year: int | None
    """Of the edition the rules follow; ``None`` where it is not known."""
    source: str
    """The document the rules come from."""
    minutes: tuple[int, int]
    seats: Callable[[Options], tuple[str, ...]]
    """The seats' names, in turn order, under these options."""
    match: MatchRules
    options: tuple[Option, ...] = ()
    chance: bool = False
    hidden: bool = False
    points: str = "points"
    """What ``scores`` count."""
    draws: Callable[[Options], bool] = lambda options: True
    """Whether a game under these options can end without a winner."""
    check: Callable[[Options], None] = lambda options: None
    """Raises ``OptionError`` for values that do not go together."""


class Notation(Protocol):
    """What a game's ``notation.py`` provides."""

    def move_text(self, state: Any, move: int) -> str:
        """The canonical notation of a move."""

    def read_move(self, state: Any, text: str) -> int:
        """The move that a text means, legal or not; ``ValueError`` says what moves look like."""

    def why_not(self, state: Any, move: int) -> str:
        """A sentence: why a move that can be read cannot be played."""

    def describe(self, state: Any, move: int) -> str:
        """A sentence: what a legal move does, for the line under the board."""

    def position_text(self, state: Any) -> str:
        """The position on one line."""

    def read_position(self, state: Any, text: str) -> None:
        """Turn ``state``, a starting position, into the described one; ``ValueError`` if it
        cannot be read or cannot be."""


class Drawing(Protocol):
    """What a game's ``drawing.py`` provides."""

    def text(self, position: "Position", paint: Callable[[str, str], str]) -> str:
        """A drawing for a terminal. ``paint(style, text)`` colours; styles are ``seat0``,
        ``seat1``, …, ``quiet`` and ``mark``."""

    def svg(self, position: "Position", **how: Any) -> str:
        """A drawing for a page."""

    def status(self, position: "Position") -> str:
        """One sentence: whose turn it is, what is to be done, or how it ended."""

    def emblem(self, position: "Position", seat: int) -> str:
        """What stands for a seat beside its name: SVG around 0, 0, some 30 units wide, in the
        drawing's own style."""

    def touches(self, state: Any, move: int) -> tuple[str, ...]:
        """The ``data-at`` marks a person touches, in order, to make this move."""


class Game:
    """A game with its options settled: ``linden.load("linja", meddle=True)``."""

    def __init__(self, declaration: Declaration, given: Mapping[str, object]) -> None:
        self.facts = declaration
        self._options = resolve(declaration.title, declaration.options, dict(given))
        declaration.check(dict(self._options))
        self._identity = (declaration.name, tuple(self._options.items()))
        self._hash = hash(self._identity)

    @property
    def name(self) -> str:
        return self.facts.name

    @property
    def title(self) -> str:
        return self.facts.title

    @cached_property
    def seats(self) -> tuple[str, ...]:
        """The seats' names, in turn order."""
        return self.facts.seats(self._options)

    @cached_property
    def players(self) -> int:
        """How many seats there are."""
        return len(self.seats)

    @property
    def options(self) -> Options:
        """Every option with its value."""
        return dict(self._options)

    @property
    def changed_options(self) -> Options:
        """The options whose values are not the defaults."""
        defaults = {option.name: option.default for option in self.facts.options}
        return {name: value for name, value in self._options.items() if value != defaults[name]}

    # -- the game's own modules, loaded when first needed (rules bring the compiler along)

    def _module(self, name: str) -> ModuleType:
        return importlib.import_module(f"linden.games.{self.name}.{name}")

    @cached_property
    def rules(self) -> Any:
        return self._module("rules")

    @cached_property
    def notation(self) -> Notation:
        return cast(Notation, self._module("notation"))

    @cached_property
    def drawing(self) -> Drawing:
        return cast(Drawing, self._module("drawing"))

    @property
    def rules_text(self) -> str:
        """The rules for people, in Markdown."""
        from importlib.resources import files

        here = files(f"linden.games.{self.name}")
        return here.joinpath("texts", "rules.md").read_text(encoding="utf-8")

    # -- positions

    def start(self) -> "Position":
        """The starting position."""
        from linden.core.position import Position

        return Position(self, self._start_state.copy())

    @cached_property
    def _start_state(self) -> Any:
        return self.rules.start(self._options)

    @property
    def state_type(self) -> Any:
        """The record dtype of this game's states."""
        return self._start_state.dtype

    def parse(self, text: str) -> "Position":
        """The position that ``Position.text`` printed, or a ``NotationError``."""
        from linden.core.position import Position

        state = self._start_state.copy()
        try:
            if not isinstance(text, str):
                raise ValueError("a position is a line of text")
            self.notation.read_position(state, text)
        except ValueError as error:
            raise NotationError(f"This is no {self.title} position: {error}.") from None
        return Position(self, state)

    # -- identity

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Game) and self._identity == other._identity

    def __hash__(self) -> int:
        return self._hash

    def __reduce__(self) -> tuple[Any, ...]:
        return (_load, self._identity)

    def __repr__(self) -> str:
        flags = "".join(f", {name}={value!r}" for name, value in self.changed_options.items())
        return f"linden.load({self.name!r}{flags})"

    def describe_options(self) -> str:
        """The options that differ from the defaults, as flags are written: ``bonus=any``."""
        return " ".join(f"{name}={write(value)}" for name, value in self.changed_options.items())


@lru_cache(maxsize=256)
def _load(name: str, options: tuple[tuple[str, Any], ...]) -> Game:
    """The same game again, for unpickling; games never change, so one serves all."""
    return load(name, **dict(options))


def games() -> list[str]:
    """The names of all games, found by walking ``games/``."""
    here = importlib.import_module("linden.games").__path__
    return sorted(found.name for found in pkgutil.iter_modules(here) if found.ispkg)


def declaration(name: str) -> Declaration:
    """The facts of the game called ``name``."""
    known = games()
    if name not in known:
        raise OptionError(f"There is no game {name!r}; there are {', '.join(known)}.")
    declared: Declaration = importlib.import_module(f"linden.games.{name}").GAME
    return declared


def load(name: str, /, **options: object) -> Game:
    """The game called ``name``, with these options and the defaults for the others."""
    return Game(declaration(name), options)
