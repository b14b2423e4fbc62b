"""Linx at the table: how near each seat is to three in a line, what is to be touched, and why
something cannot be."""

from collections.abc import Mapping, Sequence

from linden.core.catalogues import key
from linden.core.position import Position
from linden.games.linx.notation import read_move, say, split, why_not
from linden.games.linx.rules import PASS
from linden.games.linx.tiles import LETTERS, WORDS, Tiles, may_hold, place_name, top_tiles
from linden.games.linx.window import COLUMNS

LINE_LENGTH = 3
STEPS = ((0, 1), (1, 0), (1, 1), (1, -1))
WHERE_TO = (
    key("Now touch a square, or a tile that rock beats."),
    key("Now touch a square, or a tile that paper beats."),
    key("Now touch a square, or a tile that scissors beat."),
)


def standing(position: Position) -> list[tuple[str, str]]:
    tiles = top_tiles(position.state)
    told = say("in a line")
    return [
        (say("{n} of {line}", n=_longest(tiles, seat), line=LINE_LENGTH), told)
        for seat in range(position.game.players)
    ]


def _longest(tiles: Tiles, seat: int) -> int:
    """Most tiles of a seat, all face up or all face down, among three squares in a line that can
    still become such a line: face up on what is empty, face down on what is face up."""
    best = 0
    for down in (False, True):
        own = {at for at, (colour, face) in tiles.items() if colour == seat and _down(face) == down}
        for at in own:
            for row, column in STEPS:
                for first in range(1 - LINE_LENGTH, 1):
                    three = _three(at, row, column, first)
                    if three and all(_open(tiles, one, own, down) for one in three):
                        best = max(best, len(own.intersection(three)))
    return best


def _down(face: int | None) -> bool:
    return face is None


def _three(at: int, row: int, column: int, first: int) -> list[int]:
    """Three squares in a line, or none where the table ends."""
    across = [at % COLUMNS + column * i for i in range(first, first + LINE_LENGTH)]
    if not all(0 <= it < COLUMNS for it in across):
        return []
    return [at + (row * COLUMNS + column) * i for i in range(first, first + LINE_LENGTH)]


def _open(tiles: Tiles, square: int, own: set[int], down: bool) -> bool:
    if square in own:
        return True
    if square not in tiles:
        return not down
    return down and tiles[square][1] is not None


def prompts(position: Position) -> Mapping[str, str]:
    first = say("Touch a tile of your hand, then a square beside the others or a tile it beats.")
    told = {"": first}
    for symbol, letter in enumerate(LETTERS):
        told[f"hand-{letter}"] = say(WHERE_TO[symbol])
    there = say("Now touch the tile of your hand that goes there.")
    for move in position.codes.values():
        if move < PASS:
            told[place_name(split(move)[2])] = there
    return told


def refusal(position: Position, touched: Sequence[str]) -> str:
    state, us = position.state, position.turn
    *before, mark = touched
    if mark.startswith("pile-"):
        return say("tiles are drawn by themselves, after a tile is laid")
    if before and not before[-1].startswith("hand-"):
        if not mark.startswith("hand-"):
            return say(
                "{square} is touched already; touch the tile of your hand that goes there",
                square=before[-1],
            )
        before, mark = [mark], before[-1]
    elif mark.startswith("hand-"):
        return say(
            "there is no place for {tile} now: nothing it beats, and no square that fits",
            tile=say(WORDS[LETTERS.index(mark[-1])]),
        )
    held = [letter for i, letter in enumerate(LETTERS) if may_hold(state, us, i)]
    chosen = before[-1][-1] if before else held[0] if held else ""
    if not chosen:
        return say("your hand is empty")
    covers = any(place_name(square) == mark for square in top_tiles(state))
    return why_not(state, read_move(state, f"{chosen}{'x' if covers else ''}{mark}"))
