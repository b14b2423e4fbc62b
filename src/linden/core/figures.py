"""Figures: the pictures of a game's rules, drawn from positions that can be played on from.

A game's ``figures.py`` declares ``FIGURES``, a tuple of them, and its rules name each where it
belongs, in a paragraph of its own: ``![](figure:closed)``; two in one paragraph stand side by side.
For a game without that file the beginning, a middle and the end of its showcase are shown. Captions
are English keys (``catalogues.key``), told in the reader's language.
"""

import logging
import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import TYPE_CHECKING, Any

from linden.core import registry
from linden.core.catalogues import Sentences, sentences
from linden.core.errors import GameError, IllegalMove, NotationError
from linden.core.game import Game, load
from linden.core.language import ENGLISH
from linden.core.language import figure as number
from linden.core.record import example
from linden.core.seats import CHANCE

if TYPE_CHECKING:
    from linden.core.position import Position

say = sentences(__file__)
log = logging.getLogger(__name__)

LONGEST_NAME = 40
"""Letters of a figure's name, by which texts and links call it."""
NAME = re.compile(rf"[a-z][a-z0-9-]{{0,{LONGEST_NAME - 1}}}")
REFERENCE = re.compile(r"!\[\]\(figure:([^)\s]*)\)")
ROW = re.compile(rf"^{REFERENCE.pattern}(?: +{REFERENCE.pattern})*$", re.MULTILINE)
"""A paragraph of figures that stand side by side."""


@dataclass(frozen=True)
class Figure:
    """A picture of the rules."""

    name: str
    caption: str
    """What there is to see, in plain words."""
    position: str | None = None
    """Where it begins, as ``Game.parse`` reads it; ``None``: at the start."""
    before: tuple[str, ...] = ()
    """Moves from there on that lead to what is told."""
    moves: tuple[str, ...] = ()
    """The moves that are told of: the picture shows what they did, and whoever plays in it begins
    before them."""
    options: Mapping[str, Any] = field(default_factory=dict)
    sums: bool = False
    """Whether it is told how the points come about."""


@dataclass(frozen=True)
class Plate:
    """A figure with its positions."""

    game: str
    figure: Figure

    @cached_property
    def positions(self) -> "list[Position]":
        """From where it begins to what it shows."""
        figure = self.figure
        loaded = load(self.game, **figure.options)
        try:
            found = [loaded.start() if figure.position is None else loaded.parse(figure.position)]
            for move in (*figure.before, *figure.moves):
                found.append(found[-1].play(move))
        except (NotationError, IllegalMove) as error:
            raise GameError(f"The figure {figure.name!r} cannot be drawn: {error}") from None
        return found

    @property
    def begins(self) -> "Position":
        """Where whoever plays in it begins."""
        return self.positions[len(self.figure.before)]

    @property
    def shown(self) -> "Position":
        """What is drawn."""
        return seen(self.positions[-1])

    @property
    def caption(self) -> str:
        return Sentences(registry.folder(self.game))(self.figure.caption)

    @property
    def sums(self) -> list[tuple[str, str]]:
        """Each seat with how its points come about, where that is told: ``Red``, ``2×5 + 3×2``."""
        if not self.figure.sums:
            return []
        shown = self.positions[-1]
        return [
            (shown.game.roles[seat], summed(text, shown.scores[seat]))
            for seat, text in shown.game.drawing.account(shown)
        ]


def seen(position: "Position") -> "Position":
    """What a figure shows of a position: where something is hidden, as the first seat sees it until
    the game is over."""
    return position if position.over else position.view(0)


def summed(text: str, points: float) -> str:
    """How points come about, as a game spells it out, with what they make.

    >>> summed("2×5 + 3×2", 16), summed("9 tiles", 9)
    ('2×5 + 3×2 = 16', '9 tiles')
    """
    spelled = any(sign in text for sign in ("+", "×", "\u2212"))
    return f"{text} = {number(f'{points:g}')}" if spelled else text


def figures_of(game: Game, declared: object) -> tuple[Figure, ...]:
    """What a game's ``figures.py`` declares, or a ``GameError`` that says what is wrong."""
    if not isinstance(declared, tuple) or not all(isinstance(one, Figure) for one in declared):
        raise GameError(f"{game.title}'s figures.py must declare FIGURES, a tuple of Figures.")
    names = [figure.name for figure in declared]
    for name in names:
        if not isinstance(name, str) or not NAME.fullmatch(name) or names.count(name) > 1:
            raise GameError(
                f"{game.title}'s figures need names of their own, such as closed-board, of "
                f"{LONGEST_NAME} letters at most; not {name!r}."
            )
    for figure in declared:
        _check(game, figure)
    return declared


def _check(game: Game, figure: Figure) -> None:
    """What can be seen without playing any move."""
    try:
        load(game.name, **figure.options)
        str.strip(figure.caption)
        for move in (*figure.before, *figure.moves):
            str.strip(move)
    except (LookupError, ValueError, TypeError, AttributeError) as error:
        raise GameError(
            f"{game.title}'s figure {figure.name!r} cannot be shown: {registry.cause(error)}."
        ) from None


def plates(game: str, own: Sequence[Figure]) -> dict[str, Plate]:
    """The figures of a game's rules by their names: its ``own``, or those of its showcase."""
    return {one.name: Plate(game, one) for one in own or plain(game)}


def plain(game: str) -> tuple[Figure, ...]:
    """The beginning, a middle and the end of the game that is shown to people."""
    record = example(load(game))
    positions = record.positions()
    whole = plies(positions)
    middle, last = middle_of(whole), len(record.moves) - 1
    options = record.game.changed_options
    return (
        Figure("start", say("The beginning."), before=record.moves[: whole[0]], options=options),
        Figure("middle", positions[middle].status, before=record.moves[:middle], options=options),
        Figure(
            "end",
            positions[-1].status,
            before=record.moves[:last],
            moves=record.moves[last:],
            options=options,
        ),
    )


def plies(positions: "Sequence[Position]") -> list[int]:
    """Where a turn of a game begins, for pictures that tell it quietly; not the deal before."""
    first = next((ply for ply, position in enumerate(positions) if not _deals(position)), 0)
    later = range(first + 1, len(positions))
    return [first, *(ply for ply in later if positions[ply].over or _begins(positions, ply))]


def middle_of(whole: "Sequence[int]") -> int:
    """Of these plies one where there is something to see."""
    return whole[len(whole) * 3 // 5]


def _deals(position: "Position") -> bool:
    """Whether chance sets the game up, rather than that a person rolls."""
    if position.to_move != CHANCE:
        return False
    paths = {position.touches(move) for move in position.moves}
    return position.game.facts.hidden or len(paths) != 1


def _begins(positions: "Sequence[Position]", ply: int) -> bool:
    return positions[ply].turn != positions[ply - 1].turn


def illustrated(game: str, own: Sequence[Figure], lang: str) -> str:
    """The rules in a language as Markdown that names its figures: its ``own``, or else those of its
    showcase, put where they belong: the beginning before the first section, the middle after
    ``Your turn`` (or the first), the end after ``The end`` (or the last).

    >>> named_in(illustrated("linja", (), "de"))
    ['start', 'middle', 'end']
    """
    loaded = load(game)
    text = loaded.rules_in(lang)
    if own:
        return text
    text = re.sub(rf"{ROW.pattern}\n*", "", text, flags=re.MULTILINE)
    headings = re.findall(r"^## (.*)$", loaded.rules_in(ENGLISH), re.MULTILINE)
    return _placed(text, headings)


def _placed(text: str, headings: list[str]) -> str:
    """``headings`` are the sections' English ones; translations have them in the same order."""
    parts = re.split(r"(?m)^(?=## )", text)
    places = [0]
    for heading, otherwise in (("Your turn", 1), ("The end", -1)):
        places.append(headings.index(heading) + 1 if heading in headings else otherwise)
    for place, name in zip(places, ("start", "middle", "end"), strict=True):
        which = place if len(parts) > 1 else 0
        parts[which] = f"{parts[which].rstrip()}\n\n![](figure:{name})\n\n"
    return "".join(parts)


def pieces(text: str) -> Iterator[str | tuple[str, ...]]:
    """A text in pieces: Markdown, and the names of figures that stand side by side.

    >>> list(pieces("Turn it.\\n\\n![](figure:flat) ![](figure:upright)"))
    ['Turn it.\\n\\n', ('flat', 'upright')]
    """
    at = 0
    for row in ROW.finditer(text):
        yield text[at : row.start()]
        yield tuple(REFERENCE.findall(row[0]))
        at = row.end()
    if text[at:].strip():
        yield text[at:]


def figures_or_none(game: Game) -> tuple[Figure, ...]:
    """A game's own figures; none where they cannot be read, which is no reason to keep its rules
    back."""
    try:
        return game.figures
    except GameError as error:
        log.warning("The figures of %s are left out: %s", game.title, error)
        return ()


def named_in(text: str) -> list[str]:
    """The figures that a text names, in its order."""
    return REFERENCE.findall(text)
