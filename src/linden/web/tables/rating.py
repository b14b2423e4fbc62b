"""Rated tables: who may sit there, and what their end tells about those who played."""

from collections.abc import Sequence

from linden.core.game import Game, load
from linden.core.playing import playing
from linden.core.seats import CHANCE
from linden.rating.games import advantages, level_rating
from linden.web.compute.opponents import number_of
from linden.web.errors import Refusal
from linden.web.messages import SeatChoice
from linden.web.people.ids import is_account, is_gone
from linden.web.store.ratings import LevelGames, LevelMet, RatedGame
from linden.web.tables.moment import dice
from linden.web.tables.sitters import Sitter
from linden.web.tables.table import Table
from linden.web.texts import say

FEW_DECISIONS = 3
"""Whoever resigns after no more of them has not played."""
LAST = -2.0
"""What whoever has left is taken to have won: less than anybody who has stayed."""


def check(game: Game, host: str, seats: Sequence[SeatChoice], elsewhere: bool) -> None:
    """Refuse a rated table that cannot be one; ``elsewhere``: it begins in mid-game."""
    if not is_account(host):
        raise Refusal(say("Rated games are for accounts; sign in first."), 403)
    if sum(seat.kind == "me" for seat in seats) != 1 or any(seat.kind == "here" for seat in seats):
        raise Refusal(
            say("Rated games are between people at screens of their own, or with a level.")
        )
    if elsewhere:
        raise usual_rules()
    check_rules(game)


def check_level(game: Game, sitters: Sequence[Sitter], match: bool) -> None:
    """Refuse a computer that nobody is rated by."""
    computers = [sitter for sitter in sitters if sitter.kind == "computer"]
    if not computers:
        return
    if game.players != 2:
        raise Refusal(say("Rated games with a level are for two."))
    if not all(level_met(game, sitter) for sitter in computers):
        raise Refusal(say("Among computers, only levels that have a rating play rated games."))
    if match:
        raise Refusal(say("A rated game with a level is a single game."))


def is_fit(game: Game, sitters: Sequence[Sitter]) -> bool:
    """Whether these may play a rated game with each other by these rules."""
    return usual(game) and all(
        is_account(sitter.visitor) or level_met(game, sitter) for sitter in sitters
    )


def seat_of_person(known: LevelGames) -> int:
    """Where somebody sits in their next rated game with a level: the first seat is drawn, then they
    take turns, so that nobody chooses the better one, nor draws until they have it."""
    return dice.randrange(2) if known.seat is None else 1 - known.seat


def check_rules(game: Game) -> None:
    """Refuse rules that no rated game is played by."""
    if not usual(game):
        raise usual_rules()


def usual(game: Game) -> bool:
    """Whether these are the rules that ratings are for, for however many. An amount that players
    name themselves may be fixed before play only where the fair one is known, and is that one."""
    changed = {name: value for name, value in game.changed_options.items() if name != "players"}
    amount = playing(game).bisection
    if amount is not None and amount.option in changed:
        fixed = changed.pop(amount.option)
        others = {name: it for name, it in game.changed_options.items() if name != amount.option}
        if fixed != amount.known(load(game.name, **others)):
            return False
    return not changed


def usual_rules() -> Refusal:
    return Refusal(say("Rated games are played by the usual rules, from the start."))


def pool_of(players: int) -> str:
    return "two" if players == 2 else "more"


def counted(before: Table, after: Table) -> RatedGame | None:
    """What a change tells of its players' strength: something only where it ends a rated game in
    which everybody has made a decision. Whoever has deleted their account since takes the result
    from nobody else."""
    if not after.rated or not after.over or before.over or after.ended == "aborted":
        return None
    players = [seat.left_by or seat.visitor or "" for seat in after.seats]
    levels = [level_met(after.game, seat) for seat in after.seats]
    acted = {position.to_move for position in after.positions[:-1]} - {CHANCE}
    known = all(
        level is not None or is_account(one) or is_gone(one)
        for one, level in zip(players, levels, strict=True)
    )
    if len(acted) < after.game.players or not known:
        return None
    returns = tuple(
        LAST if seat.left_by else gain
        for seat, gain in zip(after.seats, after.returns, strict=True)
    )
    return RatedGame(
        game=after.game.name,
        pool=pool_of(after.game.players),
        accounts=tuple(players),
        returns=returns,
        advantages=tuple(advantages(after.game)),
        levels=tuple(levels),
    )


def level_met(game: Game, sitter: Sitter) -> LevelMet | None:
    """The level that has a rating and sits there from the beginning, if one does."""
    number = number_of(sitter.player)
    rating = level_rating(game, number)
    if sitter.kind != "computer" or sitter.left_by is not None or rating is None or number is None:
        return None
    return LevelMet(number, rating)


def leavers(before: Table, after: Table) -> list[str]:
    """Accounts that leave a rated game by a change before it is decided: at its beginning, by not
    coming, by not coming back, or to a computer that plays on."""
    if not after.rated or before.over:
        return []
    gone = [
        (seat, now.left_by)
        for seat, now in enumerate(after.seats)
        if now.left_by is not None and before.seats[seat].left_by is None
    ]
    loser = after.loser
    if loser is not None and after.ended not in ("", "played", "agreed", "adjudicated"):
        decisions = sum(position.to_move == loser for position in after.positions)
        if after.ended != "resigned" or decisions <= FEW_DECISIONS:
            gone.append((loser, after.seats[loser].visitor or ""))
    # Whom somebody else's wish for a rematch has seated, and who never came, leaves nobody.
    return [one for seat, one in gone if is_account(one) and before.came(seat)]
