"""What a game promises: its contracts as typed protocols, and the checks when one is loaded.

Each fault is one sentence that says what is missing and where. What can only be seen by playing
is in ``conformance``.
"""

import inspect
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from types import ModuleType
from typing import TYPE_CHECKING, Any, Protocol, cast

from linden.core.declaration import Declaration
from linden.core.errors import GameError
from linden.core.facts import a, whole
from linden.core.verbs import TABLE, VERBS

if TYPE_CHECKING:
    from linden.core.coaching import Miss, Remark, Theme
    from linden.core.position import Position
    from linden.core.setup import Edit
    from linden.core.types import StateRecord  # it brings NumPy along

DECLARED = {"observation": ("observe",), "actions": ("mask", "action_of", "move_of")}
"""Functions of the options that tell agents what the rules write for them, with those rules."""
_CSS_ASIDE = re.compile(r"""/\*.*?\*/|"[^"\\\n]*"|'[^'\\\n]*'""", re.S)
"""Comments and strings, in which brackets mean nothing."""


class Rules(Protocol):
    """What a game's ``rules.py`` provides, beside its verbs (``verbs.TABLE``).

    At the end ``returns`` writes who has won: each loser has -1, and the winners share as much
    (``result.most_win``); all have 0 where nobody has won. By how much is told by ``scores``.
    """

    MOVES: int
    """One more than the largest move number."""
    MOST_MOVES: int
    """The most moves, or outcomes of chance, that any position has."""

    def start(self, options: Mapping[str, Any]) -> Any:
        """The starting position: a record of a type that ``state_type`` made."""


class Notation(Protocol):
    """What a game's ``notation.py`` may provide; what it leaves out is written in numbers."""

    def move_text(self, state: "StateRecord", move: int) -> str:
        """The canonical notation of a move."""

    def read_move(self, state: "StateRecord", text: str) -> int:
        """The move that a text means, legal or not; ``ValueError`` says what moves look like."""

    def why_not(self, state: "StateRecord", move: int) -> str:
        """A sentence: why a move that can be read cannot be played."""

    def describe(self, state: "StateRecord", move: int) -> str:
        """A sentence: what a legal move does, for the line under the board."""

    def position_text(self, state: "StateRecord") -> str:
        """The position on one line."""

    def read_position(self, state: "StateRecord", text: str) -> None:
        """Turn ``state``, a starting position, into the described one; ``ValueError`` if it
        cannot be read or cannot be."""

    def masked(self, text: str, turn: int, seat: int) -> str:
        """A move made in ``turn``'s turn as ``seat`` reads it (-1: whoever only looks on); games
        with hidden facts only. It can be read, and played, in that seat's view."""

    def opens_turn(self, state: "StateRecord") -> bool:
        """Whether a turn begins here, where two turns of one seat may follow each other."""


class Setup(Protocol):
    """What a game's ``setup.py`` provides, where it has one."""

    def edits(self, position: "Position") -> "Iterable[Edit]":
        """What can be changed about a position by hand; what cannot be is sorted out."""


class Drawing(Protocol):
    """What a game's ``drawing.py`` may provide; what it leaves out is drawn plainly."""

    STYLE: str
    """CSS for the drawing's classes."""

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

    def touches(self, state: "StateRecord", move: int) -> tuple[str, ...]:
        """The ``data-at`` marks a person touches, in order, to make this move."""

    def account(self, position: "Position") -> Sequence[tuple[int, str]]:
        """How the scores come about: a seat and a text for each part, "7×5 + 3×2"."""


class Guidance(Protocol):
    """What a game's ``guidance.py`` may provide: what helps a person at the table. Seats in
    sentences may be marked (``core.wording``)."""

    def standing(self, position: "Position") -> Sequence[tuple[str, str]]:
        """Where it is not points that win: for each seat how far it is, in a figure and in words
        ("2 of 3", "in a line"). Empty where points do."""

    def prompts(self, position: "Position") -> Mapping[str, str]:
        """What is to be touched next, in a sentence, once a mark has been touched; under the empty
        mark what is to be touched first. Only where it does not go without saying."""

    def refusal(self, position: "Position", touched: Sequence[str]) -> str:
        """Why the last of these marks cannot be touched after the others; empty where there is
        nothing particular to say."""


class Coach(Protocol):
    """What a game's ``coach.py`` provides, where it has one; ``coaching`` checks it."""

    THEMES: "Mapping[str, Theme]"
    """What can be missed, by the names under which it is counted over many games."""

    def remark(self, miss: "Miss") -> "Remark | None":
        """What was missed, in the game's own terms; ``None`` where the plain remark will do."""

    # A game may have ``remark_later`` too, of the same form: what differs some turns on
    # (``miss.later``), where nothing does at once.


PARTS = {"notation": Notation, "drawing": Drawing, "guidance": Guidance, "setup": Setup}
"""What is looked at with every game, by its file."""


# -- the rules -----------------------------------------------------------------------------------


def check_rules(facts: Declaration, rules: ModuleType) -> None:
    """Raise ``GameError`` with the first thing that the rules lack."""
    for sentence in rule_faults(facts, rules):
        raise GameError(sentence)


def rule_faults(facts: Declaration, rules: ModuleType) -> Iterator[str]:
    """What the rules of a game lack, a sentence each; nothing is compiled."""
    from linden.core.kernel import features_of, rules_in
    from linden.core.states import types_of

    if not callable(getattr(rules, "start", None)):
        yield "its rules lack start(options), which returns the starting position"
    for name in ("MOVES", "MOST_MOVES"):
        if not whole(getattr(rules, name, None)):
            yield f"its rules lack {name}, a whole number from 1 on"
            return
    if rules.MOST_MOVES > rules.MOVES:
        yield f"its MOST_MOVES is {rules.MOST_MOVES}, more than its MOVES, {rules.MOVES}"
    if not types_of(rules.__name__):
        yield "its rules declare no record with state_type(__name__, [...])"
    beside = features_of(rules.__name__)
    found = {**rules_in(rules.__name__), **(rules_in(beside) if beside else {})}
    for verb in TABLE:
        if verb.name in found:
            yield from _misfit(verb.name, found[verb.name])
        elif callable(getattr(rules, verb.name, None)):
            yield f"its {verb.name} stands without @rule"
        elif verb.required:
            yield f"its rules lack the rule {verb.call}"
    if facts.hidden:
        for name in ("veil", "conceal", "observe"):
            if name not in found:
                yield f"it is declared hidden, but has no rule {VERBS[name].call}"
    yield from _unfinished(rules, found)


def _unfinished(rules: ModuleType, found: Mapping[str, Any]) -> Iterator[str]:
    """What agents see and do is declared and written, or neither."""
    for name, verbs in DECLARED.items():
        there = [verb for verb in verbs if verb in found]
        if there and function_of(rules, name) is None:
            yield f"it has the rule {there[0]}, but no {name}(options), which tells what it writes"
        elif function_of(rules, name) is not None and len(there) < len(verbs):
            missing = next(verb for verb in verbs if verb not in found)
            yield f"it has {name}(options), but no rule {VERBS[missing].call}"


def _misfit(name: str, function: Any) -> Iterator[str]:
    """A verb of the wrong shape."""
    verb = VERBS[name]
    plain = getattr(function, "py_func", function)
    taken = tuple(inspect.signature(plain).parameters)
    if len(taken) != len(verb.parameters):
        yield f"its rule {name}({', '.join(taken)}) should be {verb.call}"


def function_of(rules: ModuleType, name: str) -> Callable[..., Any] | None:
    """A plain function that a game may declare, in its rules or beside them."""
    import sys

    from linden.core.kernel import features_of

    beside = features_of(rules.__name__)
    for module in (rules, sys.modules.get(beside) if beside else None):
        found = getattr(module, name, None)
        if callable(found):
            return cast(Callable[..., Any], found)
    return None


def first_fields(rules: ModuleType) -> list[str]:
    """The names that the states of these rules begin with."""
    from linden.core.states import types_of

    return sorted({str(dtype.names[0]) for dtype in types_of(rules.__name__) if dtype.names})


def check_start(rules: ModuleType, state: "StateRecord") -> None:
    """Raise ``GameError`` unless ``start`` returned a state of the game."""
    from linden.core.states import types_of

    if getattr(state, "dtype", None) not in types_of(rules.__name__) or state.shape != ():
        raise GameError(
            f"its start returns {a(state)}, not a record of its state_type, as blank(State) makes"
        )


def check_parts(parts: Mapping[str, ModuleType]) -> None:
    """Raise ``GameError`` if a part that every table needs is not what it should be."""
    from linden.core.playing import Playing

    players, setup = parts.get("players"), parts.get("setup")
    if players is not None and not isinstance(getattr(players, "PLAYING", None), Playing):
        raise GameError("its players.py must declare PLAYING = Playing(...), and it does not")
    if setup is not None and not callable(getattr(setup, "edits", None)):
        raise GameError("its setup.py lacks edits(position), what can be changed by hand")
    for part, promised in PARTS.items():
        for sentence in _part_faults(part, promised, parts.get(part)):
            raise GameError(sentence)
    style = getattr(parts.get("drawing"), "STYLE", "")
    if not isinstance(style, str) or not _closed(style):
        raise GameError("its drawing's STYLE is not a text of whole rules, such as .pawn{fill:red}")


def _part_faults(part: str, promised: type, module: ModuleType | None) -> Iterator[str]:
    """The functions of a part that cannot be asked as Linden asks them."""
    for name, form in inspect.getmembers(promised, inspect.isfunction):
        own = getattr(module, name, None)
        if own is None or name.startswith("_"):
            continue
        signature = inspect.signature(form)
        asked = [it for it in signature.parameters.values() if it.name != "self"]
        given = [it for it in asked if it.kind is not inspect.Parameter.VAR_KEYWORD]
        named = {} if given == asked else {"theme": "page"}
        call = f"{name}({', '.join(map(_written, asked))})"
        if not callable(own):
            yield f"its {part}.{name} is {a(own)}, not a function {call}"
            continue
        try:
            inspect.signature(own).bind(*given, **named)
        except TypeError:
            taken = ", ".join(map(_written, inspect.signature(own).parameters.values()))
            yield f"its {part}.{name}({taken}) should be {call}"


def _written(parameter: inspect.Parameter) -> str:
    kind = parameter.kind
    stars = 2 * (kind is parameter.VAR_KEYWORD) + (kind is parameter.VAR_POSITIONAL)
    return "*" * stars + parameter.name


def _closed(style: str) -> bool:
    """Whether CSS ends with a whole rule, and leaves nothing open: a page has the styles of all
    games one after the other."""
    rest = _CSS_ASIDE.sub("", style).strip()
    if re.search("""[<"'\\\\]|/\\*""", rest) or rest[-1:] not in ("", "}"):
        return False
    pairs = {"}": "{", ")": "(", "]": "["}
    opened: list[str] = []
    for sign in rest:
        if sign in "{([":
            opened.append(sign)
        elif sign in pairs and (not opened or opened.pop() != pairs[sign]):
            return False
    return not opened


def check_notation(facts: Declaration, notation: object) -> None:
    """Raise ``GameError`` if a game that hides things would write them down."""
    if facts.hidden and not callable(getattr(notation, "masked", None)):
        raise GameError(
            "it is declared hidden, but its notation lacks masked(text, turn, seat), "
            "a move as another seat may read it"
        )
