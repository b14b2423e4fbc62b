"""What is missed in Linos: coins of a placement, a bust, a closed board, and what is left to the
others."""

from linden.core.catalogues import key
from linden.core.coaching import Miss, Remark, Theme, about, when, wins
from linden.core.position import Position
from linden.core.seats import CHANCE
from linden.games.linos.notation import say
from linden.games.linos.puzzles import closed
from linden.games.linos.rules import BUST

THEMES = {
    "bust": Theme(key("A bust to be had"), puzzles="win"),
    "risk": Theme(key("A bust left to the others"), puzzles="best"),
    "worth": Theme(key("The best-paid placement"), puzzles="most"),
    "closing": Theme(key("Closing the board"), puzzles="close"),
    "left": Theme(key("Good places left to the others"), puzzles="best"),
}


def remark(miss: Miss) -> Remark | None:
    """Who can break the bank comes first, then what is paid, then what follows."""
    better, played = miss.after_better, miss.after_played
    if better.state.over == BUST != played.state.over:
        said = say("{better} is worth more than can be paid: a bust, and all coins.", **miss.moves)
        return Remark("bust", said)
    if wins(better, miss.seat):
        return None
    (most, risk), (least, safe) = _answers(played), _answers(better)
    them = miss.before.game.role((miss.seat + 1) % miss.before.game.players)
    if risk and not safe:
        said = say(
            "After {played} a roll can let {them} bust the game, after {better} none can.",
            them=them,
            **miss.moves,
        )
        return Remark("risk", said)
    more, fewer = (int(points) for points in miss.points)
    if more > fewer and more - fewer >= most - least:
        said = say("{better} pays {more}, {played} {fewer}.", more=more, fewer=fewer, **miss.moves)
        return Remark("worth", said)
    if not (better.over or played.over) and closed(better) and not closed(played):
        said = say(
            "After {better} nothing but royal plays is left: the board is closed. "
            "After {played} it is open.",
            **miss.moves,
        )
        return Remark("closing", said)
    if most > least:
        said = say(
            "After {played}, {them} can place a stone for {more}; after {better} for at most "
            "{fewer}.",
            them=them,
            more=most,
            fewer=least,
            **miss.moves,
        )
        return Remark("left", said)
    if more > fewer:
        said = say("{better} pays {more}, {played} {fewer}.", more=more, fewer=fewer, **miss.moves)
        return Remark("worth", said)
    return None


LEAST_SHARE = 0.25
"""Of the courses that the rolls may take: what happens more rarely is left out."""
LEAST_COINS = 0.5
"""On average; fewer are hardly worth a word."""


def remark_later(miss: Miss) -> Remark | None:
    """Who breaks the bank in the next turns, if anybody does; else who is paid more."""
    lost = miss.most_more(lambda position: -_bust_by_others(position, miss.seat), LEAST_SHARE)
    if lost is not None:
        later, kept, gone = lost
        said = say(
            "Of {of} games played on with the same rolls, {who} would have lost {more} to a bust "
            "with {played}, {fewer} with {better}.",
            of=len(later.better),
            who=miss.who,
            more=round(-gone * len(later.better)),
            fewer=round(-kept * len(later.better)),
            **miss.moves,
        )
        return Remark("risk", said)
    found = miss.most_more(miss.lead, LEAST_COINS)
    if found is None:
        return None
    later, more, fewer = found
    said = say(
        "{who} would have been better off by about {coins} coins {when} with {better} than with "
        "{played}.",
        when=when(later),
        who=miss.who,
        coins=about(later, more - fewer),
        **miss.moves,
    )
    return Remark("ahead", said)


def _bust_by_others(position: Position, seat: int) -> bool:
    return bool(position.state.over == BUST) and position.turn != seat


def _answers(after: Position) -> tuple[int, bool]:
    """The most coins that the next placement can bring, whatever is rolled, and whether it can be a
    bust. Rolls that lead to the same stone allow the same."""
    rolled = [after]
    if after.to_move == CHANCE:
        rolled = list({int(it.state.hand): it for it in map(after.play, after.moves)}.values())
    most, bust = 0, False
    for holding in rolled:
        if holding.over:
            continue
        them = holding.turn
        for move in holding.moves:
            placed = holding.play(move)
            most = max(most, int(placed.scores[them] - holding.scores[them]))
            bust = bust or placed.state.over == BUST
    return most, bust
