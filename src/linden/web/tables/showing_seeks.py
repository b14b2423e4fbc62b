"""Open challenges and public games as one visitor is shown them, in their language. No input or
output."""

from collections.abc import Sequence
from dataclasses import asdict, dataclass
from statistics import fmean
from typing import Any

from linden.core.errors import GameError, OptionError
from linden.core.game import Game, load
from linden.rating.glicko2 import Rating
from linden.web.messages import ClockCard
from linden.web.messages.seeks import Featured, OpenSeek, PublicGame, SeekPlayer, Seeks
from linden.web.people.ids import is_account, is_bot, is_gone
from linden.web.store.ratings import SURE, Standing
from linden.web.store.seeks import Offered, ShownTable, Sitting
from linden.web.tables.clock import Clock
from linden.web.tables.rating import pool_of
from linden.web.tables.rows import shared
from linden.web.tables.seek import Seek
from linden.web.tables.sitters import Sitter
from linden.web.tables.view import control_told
from linden.web.texts import say


@dataclass(frozen=True)
class Common:
    """What everybody who is shown these tables is told alike, in one language."""

    facts: dict[str, dict[str, Any]]
    """By table; those whose game is not here any more are left out."""
    games: list[ShownTable]
    """Those most worth watching first."""


def common(offered: Offered) -> Common:
    found = {}
    for table in (*offered.seeks, *offered.games):
        game = _game_of(table)
        if game is not None:
            found[table.id] = _facts(offered, table, game)
    games = [table for table in offered.games if table.id in found]
    games.sort(key=lambda table: (worth(offered, table), table.id), reverse=True)
    return Common(found, games)


def shown(offered: Offered, visitor: str, known: Common | None = None) -> Seeks:
    """All that is open to a visitor, without those who keep them away, or whom they do."""
    known = known or common(offered)
    facts = known.facts
    seeks = [
        _seek(offered, one, facts[one.id], visitor) for one in offered.seeks if one.id in facts
    ]
    games = [table for table in known.games if _watchable(offered, table, visitor)]
    featured = None
    if games:
        featured = Featured.model_construct(table=games[0].id, version=games[0].version)
    return Seeks.model_construct(
        type="seeks",
        seeks=[one for one in seeks if one is not None],
        games=[
            PublicGame.model_construct(**facts[one.id], yours=visitor in one.people)
            for one in games
        ],
        featured=featured,
    )


def worth(offered: Offered, table: ShownTable) -> tuple[bool, bool, float]:
    """By which running games are compared: those that are played at a sitting come before those
    of days, and of these the ones of the strongest players."""
    clock = Clock.read(table.clock) if table.clock else None
    by_days = clock is not None and clock.control.by_days
    pool = pool_of(len(table.seats))
    known = [offered.standings.get((one, table.game, pool)) for one in table.people]
    ratings = [one.rating for one in known if one is not None]
    return not by_days, bool(ratings), fmean(ratings) if ratings else 0.0


def rating_of(visitor: str, standing: Standing | None) -> float | None:
    """By which somebody fits a challenge: what everybody begins with, until they are rated; guests
    have none."""
    if not is_account(visitor):
        return None
    return standing.rating if standing is not None else Rating().rating


def _hidden(offered: Offered, table: ShownTable, visitor: str) -> bool:
    """Whether this visitor is not to see a table."""
    others = {*table.people, table.host} - {visitor}
    return is_gone(table.host) or offered.apart(visitor, others)


def _seek(
    offered: Offered, table: ShownTable, facts: dict[str, Any], visitor: str
) -> OpenSeek | None:
    if table.seek is None or _hidden(offered, table, visitor):
        return None
    seek, yours = Seek.read(table.seek), visitor in table.people
    seats = [table.seats[seat] for seat in seek.seats if seat < len(table.seats)]
    free = sum(seat.kind == "open" and seat.invited is None for seat in seats)
    if not free and not yours:
        return None
    return OpenSeek.model_construct(
        **facts,
        yours=yours,
        low=seek.low,
        high=seek.high,
        free=free,
        host=visitor == table.host,
        objection=None if yours else objection(offered, table, seek, visitor),
    )


def objection(offered: Offered, table: ShownTable, seek: Seek, visitor: str) -> str | None:
    """Why somebody cannot take a challenge, as far as everybody may know."""
    if table.rated and not is_account(visitor):
        return say("Rated games are for accounts; sign in first.")
    if table.rated and offered.kin(visitor, table.people):
        return say("A bot and its owner play for fun; rated games are with others.")
    key = (visitor, table.game, pool_of(len(table.seats)))
    return seek.misfit(rating_of(visitor, offered.standings.get(key)))


def _watchable(offered: Offered, table: ShownTable, visitor: str) -> bool:
    """Whether people play there whom this visitor may watch."""
    waits = any(seat.kind == "open" for seat in table.seats)
    return not waits and bool(table.people) and not _hidden(offered, table, visitor)


def _game_of(table: ShownTable) -> Game | None:
    """The game of a table; ``None`` where it is not here any more."""
    try:
        return shared(load(table.game, **table.options))
    except (GameError, OptionError):
        return None


def _facts(offered: Offered, table: ShownTable, game: Game) -> dict[str, Any]:
    """What a challenge and a game have in common, whoever is shown it."""
    control = Clock.read(table.clock).control if table.clock else None
    return {
        "table": table.id,
        "game": table.game,
        "title": game.title,
        "options": game.changed_options,
        "rules": list(game.chosen_rules),
        "clock": ClockCard.model_construct(**asdict(control), name=control_told(control))
        if control
        else None,
        "rated": table.rated,
        "seats": len(table.seats),
        "players": _players(offered, table),
    }


def _players(offered: Offered, table: ShownTable) -> list[SeekPlayer]:
    sitting: Sequence[Sitting] = [seat for seat in table.seats if seat.kind != "open"]
    if table.seek is not None:
        sitting = sorted(sitting, key=lambda seat: seat.visitor != table.host)
    pool = pool_of(len(table.seats))
    return [
        _player(seat, offered.standings.get((seat.visitor or "", table.game, pool)))
        for seat in sitting
    ]


def _player(seat: Sitting, standing: Standing | None) -> SeekPlayer:
    visitor = seat.visitor or ""
    rating = rating_of(visitor, standing)
    sitter = Sitter(seat.kind, seat.visitor, seat.name, seat.player)  # type: ignore[arg-type]
    return SeekPlayer.model_construct(
        name=sitter.label,
        account=seat.name if is_account(visitor) else None,
        bot=is_bot(visitor),
        rating=None if rating is None else round(rating),
        sure=standing is not None and standing.deviation <= SURE,
    )
