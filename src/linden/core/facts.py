"""The facts that a game declares, checked: what lists, flags, forms and matches are made of. Each
fault is one sentence."""

import re
from collections.abc import Mapping
from types import ModuleType

from linden.core.declaration import Declaration
from linden.core.errors import GameError, OptionError
from linden.core.match import MatchRules
from linden.core.options import Option

MOST_SEATS = 6
"""As many as the palette has colours for."""
LONGEST_TITLE = 60
_NAME = re.compile("[A-Za-z][A-Za-z0-9_]*")


def declared(name: str, module: ModuleType) -> Declaration:
    """The facts that a game's package declares, or ``GameError``."""
    facts = getattr(module, "GAME", None)
    if facts is None:
        raise GameError("its __init__.py declares no GAME")
    if not isinstance(facts, Declaration):
        raise GameError(f"its GAME is {a(facts)}, not a linden.core.game.Declaration")
    if facts.name != name:
        raise GameError(f"its GAME is named {facts.name!r}, its folder {name!r}")
    for field in ("title", "summary", "designer", "publisher", "source", "points", "roll"):
        if not isinstance(getattr(facts, field), str):
            raise GameError(f"its GAME has {a(getattr(facts, field))} for {field}, not a text")
    if not 0 < len(facts.title) <= LONGEST_TITLE or not facts.title.isprintable():
        raise GameError(f"its GAME's title is not one line of 1 to {LONGEST_TITLE} letters")
    minutes: object = facts.minutes
    if not isinstance(minutes, tuple | list) or len(minutes) != 2 or not all(map(whole, minutes)):
        raise GameError("its GAME's minutes are not two whole numbers from 1 on, such as (10, 20)")
    if minutes[0] > minutes[1]:
        raise GameError("its GAME's minutes are not the fewest and then the most, as in (10, 20)")
    if not isinstance(facts.year, int | None):
        raise GameError(f"its GAME has {a(facts.year)} for year, not a whole number or None")
    if not isinstance(facts.match, MatchRules):
        raise GameError(f"its GAME has {a(facts.match)} for match, not linden.core.match's rules")
    _check_match(facts.match)
    if not whole(facts.version) and facts.version != 0:
        raise GameError(f"its GAME has {a(facts.version)} for version, not a whole number")
    for field in ("chance", "hidden"):
        if not isinstance(getattr(facts, field), bool):
            raise GameError(
                f"its GAME has {a(getattr(facts, field))} for {field}, not True or False"
            )
    for field in ("seats", "draws", "check"):
        if not callable(getattr(facts, field)):
            said = f"its GAME has {a(getattr(facts, field))} for {field}"
            raise GameError(f"{said}, not a function of the options")
    _check_options(facts)
    return facts


def _check_match(rules: MatchRules) -> None:
    """How a match runs is one of the ways that there are."""
    for field, known in (
        ("starter", ("rotate", "loser")),
        ("counts", ("points", "wins")),
        ("games", ("players", "open")),
    ):
        value = getattr(rules, field)
        if value not in known and not (field == "games" and whole(value)):
            takes = " or ".join(map(repr, known)) + (" or a number" if field == "games" else "")
            raise GameError(f"its GAME's match has {field}={value!r}; it takes {takes}")
    if rules.wins is not None and not whole(rules.wins):
        raise GameError(f"its GAME's match has wins={rules.wins!r}, not a whole number from 1 on")


def _check_option(option: Option) -> None:
    """An option has what flags and forms are made of, and values that games can be known by."""
    called = f"its option {option.name!r}"
    if not isinstance(option.explanation, str) or not isinstance(option.title, str):
        raise GameError(f"{called} has an explanation or title that is none")
    kind: object = option.kind
    if isinstance(kind, type) or not callable(getattr(kind, "read", None)):
        raise GameError(f"{called} has {a(kind)} for its kind, none of linden.core.options")
    allowed, choices = getattr(kind, "allowed", None), getattr(kind, "choices", None)
    if not isinstance(allowed, str) or not isinstance(choices, tuple | list):
        raise GameError(f"{called} has a kind without allowed, a text, or choices, a tuple")
    words: object = option.words
    if not isinstance(words, Mapping) or not all(isinstance(it, str) for it in words.values()):
        raise GameError(f"{called} has words that are no texts by the values that they tell")
    for value in (option.default, *choices):
        if not _hashable(value):
            raise GameError(
                f"{called} has the value {value!r}, which is no key; write it as a tuple"
            )
    try:
        taken = option.kind.read(option.default) == option.default
    except ValueError:
        taken = False
    if not taken:
        raise GameError(f"{called} does not take its own default")
    if option.name == "players" and not all(str(it).isdecimal() for it in choices):
        raise GameError("its option 'players' has choices that are no whole numbers")


def _hashable(value: object) -> bool:
    try:
        hash(value)
    except TypeError:
        return False
    return True


def _check_options(facts: Declaration) -> None:
    """The options have what flags and forms are made of, and the usual ones can be played."""
    if not isinstance(facts.options, tuple | list) or not all(
        isinstance(option, Option) for option in facts.options
    ):
        raise GameError("its GAME's options are not a tuple of linden.core.options.Option")
    names = [option.name for option in facts.options]
    for option in facts.options:
        if not isinstance(option.name, str) or not _NAME.fullmatch(option.name):
            raise GameError(f"its option {option.name!r} has no plain name, such as board_size")
        if names.count(option.name) > 1:
            raise GameError(f"it has two options called {option.name!r}")
        _check_option(option)
    options = {option.name: option.default for option in facts.options}
    try:
        facts.check(dict(options))
    except OptionError as error:
        raise GameError(f"it refuses its own defaults: {str(error).rstrip('.')}") from None
    facts.draws(dict(options))
    _check_seats(facts.seats(options))
    for option in facts.options:
        for count in option.kind.choices if option.name == "players" else ():
            seats = facts.seats({**options, option.name: count})
            _check_seats(seats)
            if len(seats) != int(count):
                raise GameError(f"it has {len(seats)} seats where players are {count!r}")


def _check_seats(seats: object) -> None:
    named = isinstance(seats, tuple) and all(isinstance(seat, str) and seat for seat in seats)
    if not isinstance(seats, tuple) or not named or len(set(seats)) != len(seats):
        raise GameError("its GAME's seats do not give a tuple of different names")
    if not 2 <= len(seats) <= MOST_SEATS:
        raise GameError(f"it has {len(seats)} seats; Linden seats 2 to {MOST_SEATS}")


def a(thing: object) -> str:
    return f"a {type(thing).__name__}"


def whole(value: object) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and value >= 1
