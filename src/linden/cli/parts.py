"""Whether all parts of a game answer as they are asked: what pages, computers and the lab ask of
its files, asked along a game."""

import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from html import unescape
from itertools import chain
from numbers import Real
from typing import Any, NamedTuple

from linden.core import registry
from linden.core.chances import Curve
from linden.core.errors import GameError, IllegalMove
from linden.core.measuring import Course, measures
from linden.core.playing import playing
from linden.core.position import Position, plain
from linden.core.seats import CHANCE
from linden.core.setup import Edit, edits, proposed

FILES = (
    *("notation", "drawing", "features", "guidance", "setup", "players", "chances"),
    *("lessons", "figures", "coach", "lab", "puzzles"),
)
MOST_ASKED = 40
"""Positions of a game in which everything is asked."""
MOST_REFUSED = 3
"""Moves of before, and marks, that are tried where they cannot be played or touched."""


def faults(name: str, course: Sequence[Position]) -> Iterator[str]:
    """What the parts of a game answer wrongly in the positions of a game, a sentence each."""
    for part in FILES:
        try:
            if registry.has(name, part):
                registry.load_module(f"{registry.find(name).module}.{part}")
        except GameError as error:
            yield f"its {part}.py cannot be loaded: {error}"
            return
    yield from _curves(name)
    wrong = set[str]()
    for position in [*course[:: max(1, len(course) // MOST_ASKED)], course[-1]]:
        seen = position if position.over else position.view(position.turn)
        for question in QUESTIONS:
            if question.said_by not in wrong:
                for sentence in _asked(question, seen):
                    wrong.add(question.said_by)
                    yield sentence
    yield from _refusals(course)
    yield from _measures(course)


class Question(NamedTuple):
    """Something that is asked of a position."""

    said_by: str
    ask: Callable[[Position], object]
    fits: Callable[[Any], bool]
    wanted: str


def _asked(question: Question, position: Position) -> Iterator[str]:
    try:
        found = question.ask(position)
    except Exception as error:
        yield f"its {question.said_by} fails: {registry.cause(error)}"
        return
    if not question.fits(found):
        yield f"its {question.said_by} answered {found!r}, which is no {question.wanted}"


def _is_text(found: Any) -> bool:
    return isinstance(found, str)


def _are_texts(found: Any) -> bool:
    return all(map(_is_text, found))


def _are_pairs(first: type, found: Any) -> bool:
    return isinstance(found, Sequence) and all(
        isinstance(it, tuple) and len(it) == 2 and isinstance(it[0], first) and _is_text(it[1])
        for it in found
    )


def _are_edits(found: Any) -> bool:
    return all(isinstance(it, Edit) and _is_text(it.text) and _is_text(it.says) for it in found)


def _refused_touches(position: Position) -> list[str]:
    """What is drawn, and no move begins with."""
    if position.to_move in (None, CHANCE):
        return []
    drawn = re.findall(r'\bdata-at="([^"]+)"', position.svg(theme="page"))
    marks = dict.fromkeys(map(unescape, drawn))
    begun = {path[0] for move in position.moves if (path := position.touches(move))}
    return [mark for mark in marks if mark not in begun][:MOST_REFUSED]


def _each_seat(position: Position) -> range:
    return range(position.game.players)


def _changes(position: Position) -> list[object]:
    list(edits(position))
    return list(proposed(position))


QUESTIONS = (
    Question("drawing.status", lambda it: it.game.drawing.status(it), _is_text, "text"),
    Question("drawing.text", lambda it: it.game.drawing.text(it, plain), _is_text, "text"),
    Question(
        "drawing.emblem",
        lambda it: [it.game.drawing.emblem(it, seat) for seat in _each_seat(it)],
        _are_texts,
        "text for each seat",
    ),
    Question(
        "drawing.account",
        lambda it: it.game.drawing.account(it),
        lambda found: _are_pairs(int, found),
        "list of seats with a text each",
    ),
    Question(
        "notation.describe",
        lambda it: [it.game.notation.describe(it.state, code) for code in it.codes.values()],
        _are_texts,
        "text for each move",
    ),
    Question(
        "notation.opens_turn",
        lambda it: it.game.notation.opens_turn(it.state),
        lambda found: found in (True, False),
        "yes or no",
    ),
    Question(
        "guidance.standing",
        lambda it: it.game.guidance.standing(it),
        lambda found: _are_pairs(str, found),
        "list of two texts for each seat",
    ),
    Question(
        "guidance.prompts",
        lambda it: it.game.guidance.prompts(it),
        lambda found: isinstance(found, Mapping) and _are_texts(chain(found, found.values())),
        "mapping of marks to sentences",
    ),
    Question(
        "guidance.refusal",
        lambda it: [it.game.guidance.refusal(it, [mark]) for mark in _refused_touches(it)],
        _are_texts,
        "text for each touch",
    ),
    Question("setup.edits", _changes, _are_edits, "list of Edits"),
    Question(
        "players' progress",
        lambda it: playing(it.game).chances.progress(it),
        lambda found: isinstance(found, Real),
        "number",
    ),
)


def _curves(name: str) -> Iterator[str]:
    """What ``linden calibrate`` writes is still what it wrote."""
    if not registry.has(name, "chances"):
        return
    curves = getattr(registry.module(name, "chances"), "CURVES", None)
    if not isinstance(curves, Mapping) or not all(isinstance(it, Curve) for it in curves.values()):
        yield "its chances.py does not declare CURVES, as linden calibrate writes them"


def _refusals(course: Sequence[Position]) -> Iterator[str]:
    """Moves that could be played before, and cannot be now, are refused with a reason."""
    known: dict[str, None] = {}
    for position in course:
        refused = [move for move in known if move not in position.codes][:MOST_REFUSED]
        for move in refused:
            try:
                position.code(move)
            except IllegalMove:
                continue
            except Exception as error:
                yield f"its notation.why_not fails: {registry.cause(error)}"
                return
        known |= dict.fromkeys(position.moves)


def _measures(course: Sequence[Position]) -> Iterator[str]:
    """What the lab counts is a number, or there is none."""
    try:
        declared = measures(course[0].game)
    except GameError as error:
        yield str(error).rstrip(".")
        return
    moves = [after.last.moves[-1] for after in course[1:] if after.last]
    whole = Course(tuple(course), tuple(moves), (None,) * len(moves))
    for measure in declared if whole.end.over else ():
        try:
            answer = measure.count(whole)
            float(0 if answer is None else answer)
        except Exception as error:
            yield f"its measure {measure.name!r} fails: {registry.cause(error)}"
