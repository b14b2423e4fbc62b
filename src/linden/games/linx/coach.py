"""What is missed in Linx: lines made and prevented, twos that want a third, and tiles in hand.

Of the others' hands only what its mover could know counts: which tiles they may hold.
"""

from linden.core.catalogues import key
from linden.core.coaching import Miss, Remark, Theme, about, threat, when, wins
from linden.core.position import Position
from linden.games.linx.notation import say, split
from linden.games.linx.rules import LINE, PASS
from linden.games.linx.tiles import hand_of, lines, room, top_tiles

THEMES = {
    "line": Theme(key("A line to be completed"), puzzles="win"),
    "block": Theme(key("A line of the others"), puzzles="guard"),
    "twos": Theme(key("Two that want a third")),
    "tiles": Theme(key("Tiles to be drawn")),
    "kinds": Theme(key("Kinds kept in hand")),
}


def remark(miss: Miss) -> Remark | None:
    better, played = miss.after_better, miss.after_played
    if better.state.over == LINE:
        said = say("{better} completes a line of three and wins at once.", **miss.moves)
        return Remark("line", said)
    found = threat(played, miss.seat)
    if found and not threat(better, miss.seat):
        view, answer = found
        said = say(
            "After {played}, {them} may complete a line with {answer}; {better} prevents it.",
            them=view.game.role(view.turn),
            answer=answer,
            **miss.moves,
        )
        return Remark("block", said)
    more, fewer = (_wanted(after, miss.seat) for after in (better, played))
    if more > fewer:
        said = say.counting(
            "A further tile would complete a line on {n} square after {better}, "
            "on {fewer} after {played}.",
            "A further tile would complete a line on {n} squares after {better}, "
            "on {fewer} after {played}.",
            more,
            fewer=fewer,
            **miss.moves,
        )
        return Remark("twos", said)
    if _lays(miss.before, miss.better) and not _lays(miss.before, miss.played):
        said = say("{better} lays a tile and draws two, {played} draws none.", **miss.moves)
        return Remark("tiles", said)
    kinds, less = (_kinds(miss, move) for move in (miss.better, miss.played))
    if kinds > less:
        said = say(
            "Kinds of tiles left in hand: {more} after {better}, {fewer} after {played}.",
            more=kinds,
            fewer=less,
            **miss.moves,
        )
        return Remark("kinds", said)
    return None


LEAST_SHARE = 0.25
"""Of the deals and draws that are played on: what happens more rarely is left out."""
LEAST_MORE = 0.5
"""Of squares and tiles, on average."""


def remark_later(miss: Miss) -> Remark | None:
    """Lines that are made in the next turns, with hands as they may be; then what is left to make
    one with: twos that want a third, tiles."""
    return _on_games(miss) or _on_stock(miss)


def _on_games(miss: Miss) -> Remark | None:
    """Who wins, of the games that are played on."""
    won = miss.most_more(lambda position: wins(position, miss.seat), LEAST_SHARE)
    if won is not None:
        later, more, fewer = won
        of = len(later.better)
        said = say(
            "Of {of} games played on with the same draws, {who} would have won {more} with "
            "{better}, {fewer} with {played}.",
            of=of,
            who=miss.who,
            more=round(more * of),
            fewer=round(fewer * of),
            **miss.moves,
        )
        return Remark("line", said)
    held = miss.most_more(
        lambda position: not position.over or wins(position, miss.seat), LEAST_SHARE
    )
    if held is not None:
        later, more, fewer = held
        of = len(later.better)
        said = say(
            "Of {of} games played on with the same draws, {who} would soon have lost {more} with "
            "{played}, {fewer} with {better}.",
            of=of,
            who=miss.who,
            more=round((1 - fewer) * of),
            fewer=round((1 - more) * of),
            **miss.moves,
        )
        return Remark("block", said)
    return None


def _on_stock(miss: Miss) -> Remark | None:
    found = miss.most_more(lambda position: _wanted(position, miss.seat), LEAST_MORE)
    if found is not None:
        later, more, fewer = found
        said = say(
            "With {better} a further tile would have completed a line on about {more} squares "
            "{when}, with {played} on {fewer}.",
            when=when(later),
            more=about(later, more),
            fewer=about(later, fewer),
            **miss.moves,
        )
        return Remark("twos", said)
    found = miss.most_more(miss.lead, LEAST_MORE)
    if found is not None:
        later, more, fewer = found
        said = say(
            "{who} would have had about {tiles} more visible tiles {when}, set against the others, "
            "with {better} than with {played}.",
            when=when(later),
            who=miss.who,
            tiles=about(later, more - fewer),
            **miss.moves,
        )
        return Remark("tiles", said)
    return None


def _wanted(after: Position, seat: int) -> int:
    """On how many squares one more tile of a seat's would complete a line: face up on an empty one,
    face down on a face-up tile."""
    tiles = top_tiles(after.state)
    own = {
        covered: {
            at for at, (whose, face) in tiles.items() if whose == seat and covered == (face is None)
        }
        for covered in (False, True)
    }
    empty = room(after.state) - set(tiles)
    shown = {at for at, (_, face) in tiles.items() if face is not None}
    laid = {at for at in empty if lines(own[False] | {at})}
    covers = {at for at in shown if lines(own[True] | {at})}
    return len(laid) + len(covers)


def _lays(before: Position, move: str) -> bool:
    code = before.code(move)
    return code < PASS and not split(code)[1]


def _kinds(miss: Miss, move: str) -> int:
    """How many symbols a hand has once this tile is played, before anything is drawn."""
    hand, code = hand_of(miss.before.state, miss.seat), miss.before.code(move)
    if code < PASS:
        hand[split(code)[0]] -= 1
    return sum(left > 0 for left in hand)
