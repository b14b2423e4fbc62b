"""A position as one pair of perspective may see it: drawing, moves, sentences."""

import inspect
import json
from collections.abc import Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from pydantic import TypeAdapter

from linden.core import entry
from linden.core.figures import summed
from linden.core.game import Game
from linden.core.language import figure
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.core.setup import can_edit, edits
from linden.web.messages import Account, Entry, Last, Move, Result, Scene, Standing

MINUS = "\u2212"
MOST_TERMS = 16
"""A sum that is longer tells nobody anything."""
ROLL = "roll"
"""What a person sends to let chance act."""

Perspective = int | None
"""Who looks: a seat, nobody in particular (``None``: no hand is seen), or ``EVERYTHING``."""
EVERYTHING = -1


@dataclass(frozen=True)
class Rendering:
    """How a drawing is wanted; a game heeds what its drawing knows of."""

    quarter: int = 0
    """Turned by so many quarters."""
    tall: bool = False
    """For a narrow page."""
    near: int | None = None
    """The seat at the near side."""
    theme: str = "page"


def redacted(position: Position, perspective: Perspective) -> Position:
    """What these perspective may know."""
    if perspective == EVERYTHING or not position.game.facts.hidden:
        return position
    if perspective is not None:
        return position.view(perspective)
    for seat in range(position.game.players):
        position = position.view(seat)
    return position


def masked(game: Game, move: str, turn: int, perspective: Perspective) -> str:
    """A move of ``turn``'s turn as these perspective may read it."""
    if perspective == EVERYTHING or not game.facts.hidden:
        return move
    return game.notation.masked(move, turn, CHANCE if perspective is None else perspective)


def entries(
    game: Game,
    moves: Sequence[str],
    positions: Sequence[Position],
    perspective: Perspective,
    known: list[Entry],
) -> list[Entry]:
    """The history up to the last of ``moves``, going on from the entries already ``known``."""
    opens = game.notation.opens_turn
    for ply in range(len(known), len(moves)):
        before = positions[ply]
        move = masked(game, moves[ply], before.turn, perspective)
        view = redacted(before, perspective)
        latest = known[-1] if known else None
        new = latest is None or latest.seat != before.turn or opens(before.state)
        known.append(
            Entry.model_construct(
                ply=ply + 1,
                seat=before.turn,
                move=move,
                says=view.describe_marked(move),
                touches=list(view.touches(move)),
                turn=(latest.turn if latest else 0) + bool(new),
                chance=before.to_move == CHANCE,
                gain=gain_of(view, redacted(positions[ply + 1], perspective)),
            )
        )
    return known


def gain_of(before: Position, after: Position) -> float:
    """What a move added to the points of whoever made it, where points win."""
    if not after.game.points_win:
        return 0.0
    return round(after.scores[before.turn] - before.scores[before.turn], 4)


@cache
def _wishes(name: str) -> frozenset[str]:
    """What a game's drawing can be told."""
    from linden.core.game import load

    return frozenset(inspect.signature(load(name).drawing.svg).parameters)


def heeded(game: Game, rendering: Rendering) -> Rendering:
    """What the game's drawing knows of; the rest makes no difference to it."""
    wishes = _wishes(game.name)
    return Rendering(
        rendering.quarter if "turn" in wishes else 0,
        rendering.tall if "tall" in wishes else False,
        rendering.near if "seat" in wishes else None,
        rendering.theme,
    )


def drawn(position: Position, rendering: Rendering) -> str:
    known = {
        "theme": rendering.theme,
        "turn": rendering.quarter,
        "tall": rendering.tall,
        "seat": rendering.near,
    }
    wishes = _wishes(position.game.name)
    return position.svg(**{name: value for name, value in known.items() if name in wishes})


def account(position: Position) -> list[Account]:
    """How the scores come about, where a game can tell."""
    tell = position.game.drawing.account
    return [Account.model_construct(seat=seat, text=text) for seat, text in tell(position)]


def standing(position: Position) -> list[Standing]:
    """How far each seat is, where it is not points that win."""
    tell = position.game.guidance.standing
    return [Standing.model_construct(figure=figure, says=says) for figure, says in tell(position)]


def prompts(position: Position) -> dict[str, str]:
    """What is to be touched next."""
    return {} if position.over else dict(position.game.guidance.prompts(position))


def sums(positions: Sequence[Position]) -> list[str]:
    """How each seat's points came about: as its game spells it out, or change by change."""
    final = positions[-1]
    if final.game.guidance.standing(final):
        return []  # it was not points that won
    told = dict(final.game.drawing.account(final))
    found = []
    for seat, points in enumerate(final.scores):
        text = told.get(seat, "") or _changes([one.scores[seat] for one in positions])
        found.append(summed(text, points))
    return found


def _changes(course: Sequence[float]) -> str:
    """A course of points as a sum: 4 + 6 \u2212 2."""
    steps = [after - before for before, after in zip((0.0, *course), course, strict=False)]
    steps = [step for step in steps if step]
    if not 1 < len(steps) <= MOST_TERMS:
        return ""
    text = "".join(f" {MINUS if step < 0 else '+'} {figure(f'{abs(step):g}')}" for step in steps)
    return text.removeprefix(" + ")


def choices(position: Position) -> list[Move]:
    """Every legal move, with what it does; outcomes of chance that are touched alike, as a die is
    whatever it shows, are picked by their names."""
    if position.over:
        return []
    codes = position.codes
    paths = [position.touches_code(code) for code in codes.values()]
    if position.to_move == CHANCE and len(set(paths)) < len(paths):
        paths = [(move,) for move in codes]
    points_win = position.game.points_win
    return [
        Move.model_construct(
            move=move,
            touches=list(path),
            says=position.describe_code(code),
            gain=gain if points_win else None,
        )
        for (move, code), path, gain in zip(codes.items(), paths, gains(position), strict=True)
    ]


def changes(position: Position) -> list[Move]:
    """What can be changed about a position by hand, as if they were moves."""
    return [
        Move.model_construct(move=edit.text, touches=list(edit.touches), says=edit.says, gain=0)
        for edit in edits(position)
    ]


def gains(position: Position) -> list[float]:
    """What each legal move adds to the mover's points."""
    codes = np.array(list(position.codes.values()), np.int32)
    source, target = position._state, np.zeros_like(position._state)
    out = np.zeros(len(codes))
    call = entry.at_hand(entry.gains, source)
    call(source, codes, position.turn, target, np.zeros(position.game.players), out)
    return [round(gain, 4) for gain in out.tolist()]


def roll_of(position: Position) -> Move | None:
    """The one thing to touch where a person lets chance act, such as a die. ``None`` where there is
    no such thing: what is drawn from a hidden pile, or may fall anywhere."""
    if position.to_move != CHANCE or position.game.facts.hidden:
        return None
    paths = {position.touches(move) for move in position.moves}
    if len(paths) != 1:
        return None
    return Move.model_construct(
        move=ROLL,
        touches=list(paths.pop()),
        says=f"{position.game.told.roll}.",
        gain=0,
        chance=True,
    )


_choices = TypeAdapter(list[Move])
PORTRAIT = frozenset({"drawing", "text", "account", "standing", "prompts"})
"""What is drawn and written of a position itself, whatever led to it."""


def portrait_json(position: Position, rendering: Rendering) -> str:
    """The fields of a ``Scene`` that only depend on the position, as JSON without braces."""
    fields = {
        "drawing": drawn(position, rendering),
        "text": position.text,
        "account": [one.model_dump(by_alias=True) for one in account(position)],
        "standing": [one.model_dump(by_alias=True) for one in standing(position)],
        "prompts": prompts(position),
    }
    return json.dumps(fields, ensure_ascii=False, separators=(",", ":"))[1:-1]


def moves_json(position: Position) -> str:
    """What can be done in a position, as JSON."""
    roll = roll_of(position)
    return _choices.dump_json([roll] if roll else choices(position), by_alias=True).decode()


def scene(
    position: Position,
    history: Sequence[Entry],
    *,
    moves: list[Move],
    rendering: Rendering | None,
    result: Result | None = None,
) -> Scene:
    """``position``, already reduced to what the viewer may know, after the moves of ``history``;
    without its portrait where there is no ``rendering``."""
    last = None
    if position.last is not None and history:
        made = len(position.last.moves)
        last = Last.model_construct(
            seat=position.last.seat,
            moves=list(position.last.moves),
            says=[entry.says for entry in history[-made:]],
            touches=[entry.touches for entry in history[-made:]],
        )
    return Scene.model_construct(
        ply=len(history),
        drawing=drawn(position, rendering) if rendering else "",
        turns="turn" in _wishes(position.game.name),
        sides="seat" in _wishes(position.game.name),
        editable=can_edit(position),
        text=position.text if rendering else "",
        to_move=None if result else position.to_move,
        scores=list(position.scores),
        moves=moves,
        last=last,
        status=result.text if result else position.game.drawing.status(position),
        account=account(position) if rendering else [],
        standing=standing(position) if rendering else [],
        prompts=prompts(position) if rendering else {},
        result=result,
    )
