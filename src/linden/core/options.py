"""Options a game declares once: checking, command-line flags and forms all derive from them."""

import re
import sys
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any, Protocol

from linden.core.catalogues import quoted, sentences
from linden.core.errors import OptionError
from linden.core.language import after_colon

say = sentences(__file__)


class Kind(Protocol):
    """What values an option takes."""

    @property
    def allowed(self) -> str:
        """The values in words, to finish the sentence "takes …"."""

    @property
    def choices(self) -> tuple[Any, ...]:
        """Values to offer in a menu: all of them, or good examples."""

    def read(self, value: object) -> Any:
        """The canonical value, or a ``ValueError``."""


@dataclass(frozen=True)
class OneOf:
    """A few fixed values, strings or whole numbers."""

    values: tuple[str | int, ...]

    @property
    def allowed(self) -> str:
        return ", ".join(map(str, self.values))

    @property
    def choices(self) -> tuple[Any, ...]:
        return self.values

    def read(self, value: object) -> str | int:
        if isinstance(value, str | int) and not isinstance(value, bool):
            written = str(value).strip().lower().replace("\u2212", "-")
            for candidate in self.values:
                if written == str(candidate).lower():
                    return candidate
        raise ValueError


@dataclass(frozen=True)
class YesNo:
    """True or false."""

    allowed = "true, false"
    choices = (True, False)

    def read(self, value: object) -> bool:
        words = {"true": True, "yes": True, "on": True, "1": True}
        words |= {"false": False, "no": False, "off": False, "0": False}
        if isinstance(value, bool | int | str):
            word = str(value).strip().lower()
            if word in words:
                return words[word]
        raise ValueError


@dataclass(frozen=True)
class Between:
    """Whole numbers from ``low`` to ``high``."""

    low: int
    high: int

    @property
    def allowed(self) -> str:
        return say("a whole number from {low} to {high}", low=self.low, high=self.high)

    @property
    def choices(self) -> tuple[Any, ...]:
        return tuple(range(self.low, self.high + 1)) if self.high - self.low < 30 else ()

    def read(self, value: object) -> int:
        if isinstance(value, bool) or not isinstance(value, int | str):
            raise ValueError
        text = str(value).strip().replace("\u2212", "-")
        if not re.fullmatch("[+-]?[0-9]{1,9}", text):
            raise ValueError
        number = int(text)
        if not self.low <= number <= self.high:
            raise ValueError
        return number


@dataclass(frozen=True)
class Written:
    """Anything a reader function accepts: sizes, squares, maps."""

    reader: Callable[[object], Any]
    """Returns the canonical value or raises ``ValueError``."""
    allowed: str
    choices: tuple[Any, ...] = ()

    def read(self, value: object) -> Any:
        return self.reader(value)


@dataclass(frozen=True)
class Drawn(Written):
    """A map of squares, which a form lets people draw; its text is rows from the top with ``/``
    between them, ``.`` for a square in use and ``#`` for one that is not."""

    rows: Callable[[Any], Sequence[str]] = lambda value: str(value).split("/")
    """The rows of a canonical value, however it is written."""
    longest: int = 12


@dataclass(frozen=True)
class Option:
    """One declared option of a game."""

    name: str
    kind: Kind
    default: Any
    explanation: str
    title: str = ""
    """As people read it in a form: "Who pays"; made from the name where there is none. Of a switch,
    what is the case when it is on."""
    words: Mapping[Any, str] = field(default_factory=dict, compare=False)
    """Values as people read them: "the pot, then the others"."""

    @property
    def label(self) -> str:
        """The option's name for people."""
        return self.title or self.name.replace("_", " ").capitalize()

    def word(self, value: object) -> str:
        """A value for people.

        >>> Option("own_side", OneOf((-1, 0)), -1, "", words={0: "costs nothing"}).word(0)
        'costs nothing'
        """
        return self.words.get(value) or write(value).replace("-", "\u2212")

    def rule(self, value: object) -> str:
        """What it means to play with this value, in a few words."""
        if value is True:
            return self.label
        if value is False:
            rule = after_colon(self.label[0].lower() + self.label[1:])
            return say("not: {rule}", rule=rule)
        return say("{option}: {value}", option=self.label, value=self.word(value))

    def told(self, say: Callable[[str], str]) -> "Option":
        """The same option as another language has it."""
        kind = self.kind
        if isinstance(kind, Written):
            kind = replace(kind, allowed=say(kind.allowed))
        return replace(
            self,
            kind=kind,
            title=say(self.label),
            explanation=say(self.explanation),
            words={value: say(word) for value, word in self.words.items()},
        )

    def read(self, game: str, value: object) -> Any:
        """The canonical value, or an ``OptionError`` that lists what is allowed."""
        value = plain(value)
        try:
            return self.kind.read(value)
        except ValueError as error:
            reason = f" ({error})" if str(error) else ""
            told = say(
                "{game} takes {option}={allowed}; not {value}.",
                game=game,
                option=self.name,
                allowed=self.kind.allowed,
                value=f"{shown(value)}{reason}",
            )
            raise OptionError(told) from None


def plain(value: object) -> object:
    """The value as Python has it, if it is one of NumPy's, which need not be loaded here."""
    numpy = sys.modules.get("numpy")
    return value if numpy is None or not isinstance(value, numpy.generic) else value.item()


def shown(value: object) -> str:
    """A value that was refused, as short as a sentence needs it."""
    try:
        text = quoted(value)
    except Exception:  # whole numbers of thousands of digits have none
        return f"this {type(value).__name__}"
    return text if len(text) <= 60 else text[:57] + "..."


def resolve(game: str, declared: tuple[Option, ...], given: dict[str, object]) -> dict[str, Any]:
    """Every declared option with its given or default value."""
    known = {option.name: option for option in declared}
    for name in given:
        if name not in known:
            if not known:
                raise OptionError(
                    say("{game} has no options; not {name}.", game=game, name=quoted(name))
                )
            have = ", ".join(known)
            told = say(
                "{game} has the options {options}; not {name}.",
                game=game,
                options=have,
                name=quoted(name),
            )
            raise OptionError(told)
    return {
        name: option.read(game, given[name]) if name in given else option.default
        for name, option in known.items()
    }


def write(value: object) -> str:
    """An option's value as flags and records print it."""
    return str(value).lower() if isinstance(value, bool) else str(value)
