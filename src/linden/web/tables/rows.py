"""Tables and the rows they are kept in: from one to the other, and what a change tells."""

from collections.abc import Iterable, Sequence
from dataclasses import replace
from functools import lru_cache
from typing import Any

from linden.core.game import Game, load
from linden.core.language import ENGLISH, speaking
from linden.core.match import Match
from linden.core.wording import plain
from linden.web.people.ids import is_gone
from linden.web.store.models import MatchRow, SeatRow, TableRow
from linden.web.store.store import Change
from linden.web.tables import listing, plans, rating
from linden.web.tables.clock import SLOWEST, Clock
from linden.web.tables.moment import Offer, Saying
from linden.web.tables.seek import Seek
from linden.web.tables.sitters import Sitter, fresh_id
from linden.web.tables.table import Table


@lru_cache(maxsize=256)
def shared(game: Game) -> Game:
    """One game for all tables that are played by the same rules: what it has found out about
    itself is found out once."""
    return game


def game_of(row: TableRow) -> Game:
    """The rules that a table is played by; ``OptionError`` if there are none such any more."""
    return shared(load(row.game, **row.options))


def table_of(
    row: TableRow,
    moves: Iterable[str],
    known: Table | None = None,
    lefts: Sequence[Sequence[float] | None] = (),
) -> Table:
    """The table that a row and its moves tell of; ``IllegalMove`` if they do not fit the rules.
    ``known`` is the same table at another moment: what they share is not played again. ``lefts``
    is the time that was left after each move."""
    game = game_of(row)
    positions = [game.start() if row.position is None else game.parse(row.position)]
    made = list(moves)
    if known is not None:
        positions = list(known.positions[: shared_moves(known.moves, made) + 1])
    for move in made[len(positions) - 1 :]:
        positions.append(positions[-1].play(move))
    asked: Any = [(kind, seat, *ply) for kind, seat, *ply in row.asked or ()]
    offer: Any = row.offer
    sitters: Any = [
        Sitter(
            seat.kind,  # type: ignore[arg-type]
            seat.visitor,
            seat.name,
            seat.player,
            seat.key,
            bool(seat.own),
            seat.transfer,
            seat.transfer_until or 0.0,
            plans.read(seat.plan),
            seat.left_by,
            seat.invited,
        )
        for seat in row.seats
    ]
    ended: Any = row.ended
    clock = Clock.read(row.clock) if row.clock else None
    return Table(
        id=row.id,
        game=game,
        host=row.host,
        begins=row.position,
        seats=tuple(sitters),
        moves=tuple(made),
        positions=tuple(positions),
        revision=row.revision or 0,
        version=row.version,
        ended=ended,
        loser=row.loser,
        offer=Offer(offer["kind"], offer["by"], tuple(offer["yes"])) if offer else None,
        # Older Lindens did not write down when it was.
        asked=tuple(one if len(one) == 3 else (*one, len(made)) for one in asked),
        said=Saying(*row.said) if row.said else None,
        match=match_of(game, row.match) if row.match else None,
        match_id=row.match_id,
        number=row.number,
        seating=tuple(row.seating),
        next_id=row.next_id,
        clock=clock,
        lefts=_times(clock, game.players, made, lefts) if clock else (),
        rated=bool(row.rated),
        seek=Seek.read(row.seek) if row.seek else None,
        public=bool(row.public),
        tournament=row.tournament,
    )


def _times(
    clock: Clock, players: int, moves: Sequence[str], lefts: Sequence[Sequence[float] | None]
) -> tuple[tuple[float, ...], ...]:
    """The time after each move; all of it after those that the table began with."""
    known = [tuple(one) if one else clock.control.full(players) for one in lefts[: len(moves)]]
    return (*known, *[clock.control.full(players)] * (len(moves) - len(known)))


def facts_of(table: Table) -> dict[str, Any]:
    """What the table's row says about the game."""
    offer = table.offer
    return {
        "host": table.host,
        "version": table.version,
        "plies": len(table.moves),
        "turn": table.turn,
        "ended": table.ended,
        "loser": table.loser,
        "result": _result(table),
        "offer": {"kind": offer.kind, "by": offer.by, "yes": list(offer.yes)} if offer else None,
        "asked": [list(one) for one in table.asked],
        "said": list(table.said) if table.said else None,
        "next_id": table.next_id,
        "seek": table.seek.written() if table.seek else None,
        "public": table.public,
        **_time_of(table),
    }


def _time_of(table: Table) -> dict[str, Any]:
    clock = table.clock
    runs = clock is not None and clock.running is not None
    return {
        "clock": clock.written() if clock else None,
        # The site's time is never earlier than this: the end of a vacation is not now.
        "clock_since": clock.since if clock and runs and not clock.resting else None,
        "flag_at": table.flag_at,
    }


def _result(table: Table) -> str:
    """How it ended, as it is kept: in English, whoever made the last move."""
    with speaking(ENGLISH):
        return plain(table.result_text()) if table.over else ""


def change_of(before: Table, after: Table) -> Change:
    """What the database must be told so that one table becomes the next."""
    assert after.revision == before.revision + 1, "a change is one step"
    keep = None
    if after.positions is not before.positions:
        keep = shared_plies(before, after)
    seats = {
        number: seat_facts(seat)
        for number, seat in enumerate(after.seats)
        if seat != before.seats[number]
    }
    match = match_facts(after) if after.match is not before.match else None
    moves = after.moves[keep:] if keep is not None else ()
    return Change(
        after.id,
        before.revision,
        facts_of(after),
        keep,
        moves,
        after.lefts[keep:] if keep is not None else (),
        seats,
        match,
        listings=listing.changed(before, after),
        unlisted=listing.stood_up(before, after),
        relisted=listing.joined(before, after),
        quiet=plans.who_noticed(before, after) is not None,
        over=after.over if after.over != before.over else None,
        rated=rating.counted(before, after),
        left=rating.leavers(before, after),
    )


def seat_facts(sitter: Sitter) -> dict[str, Any]:
    """Columns of a seat's row."""
    return {**vars(sitter), "plan": sitter.plan or None}


def shared_plies(before: Table, after: Table) -> int:
    """How many moves two tables have in common, from the first on."""
    return shared_moves(before.moves, after.moves)


def shared_moves(one: Sequence[str], other: Sequence[str]) -> int:
    least = min(len(one), len(other))
    return next((ply for ply in range(least) if one[ply] != other[ply]), least)


def match_facts(table: Table) -> dict[str, Any]:
    match = table.match
    assert match is not None
    return {
        "id": table.match_id,
        "starter": match.starter,
        "totals": list(match.totals),
        "wins": list(match.wins),
        "played": match.played,
    }


def match_of(game: Game, row: MatchRow) -> Match:
    return Match(
        game.facts.match, game.players, row.starter, list(row.totals), list(row.wins), row.played
    )


def row_of(
    game: Game,
    host: str,
    sitters: Iterable[Sitter],
    *,
    match: MatchRow | None,
    number: int = 1,
    seating: list[int] | None = None,
    position: str | None = None,
    clock: Clock | None = None,
    rated: bool = False,
    seek: Seek | None = None,
    public: bool = False,
    named: str | None = None,
    tournament: str | None = None,
) -> TableRow:
    """A new table, ready to be kept."""
    return TableRow(
        id=named or fresh_id(),
        game=game.name,
        options=game.changed_options,
        host=host,
        position=position,
        revision=0,
        version=0,
        plies=0,
        turn=0,
        ended="",
        loser=None,
        result="",
        offer=None,
        asked=[],
        said=None,
        match=match,
        match_id=match.id if match else None,
        number=number,
        seating=seating or list(range(game.players)),
        next_id=None,
        clock=clock.written() if clock else None,
        rated=rated,
        seek=seek.written() if seek else None,
        public=public,
        tournament=tournament,
        seats=[
            SeatRow(number=number, **seat_facts(sitter)) for number, sitter in enumerate(sitters)
        ],
    )


def new_match(game: Game) -> MatchRow:
    begun = Match(game.facts.match, game.players)
    return MatchRow(
        id=fresh_id(),
        starter=begun.starter,
        totals=begun.totals,
        wins=begun.wins,
        played=begun.played,
    )


def rematch_row(table: Table, host: str, person: int | None = None) -> TableRow:
    """The table of the next game: the same people, seated as the match rules say; or with the one
    ``person`` there in this seat, where the other is a level that they play for a rating."""
    match = table.match
    row = None
    by_player = {player: table.seats[seat] for seat, player in enumerate(table.seating)}
    if match is not None and not match.over:
        row, seating, number = MatchRow(**match_facts(table)), match.seating(), match.played + 1
    else:
        # A single game, or a match that is decided: begin anew, seated as if it went on.
        finished = Match(table.game.facts.match, table.game.players)
        finished.add(table.position.scores, table.returns)
        by_player = dict(enumerate(table.seats[seat] for seat in finished.seating()))
        seating, number = list(range(table.game.players)), 1
        if match is not None:
            row = new_match(table.game)
    control = table.clock.control if table.clock else SLOWEST if table.rated else None
    clock = Clock.new(control, table.game.players) if control else None
    if person is not None and by_player[person].kind != "person":
        by_player = dict(enumerate(reversed(by_player.values())))
    sitters = []
    for seat, player in enumerate(seating):
        old = by_player[player]
        if table.clock and clock and table.clock.rests:
            clock = clock.rested(seat, table.clock.rest_of(table.seats.index(old)))
        if is_gone(old.visitor):  # nobody would come
            old = Sitter("open")
        key = fresh_id(16) if old.kind == "open" else None
        if old.left_by is not None:  # from now on it plays for itself
            old = replace(old, left_by=None, name="")
        sitters.append(replace(old, key=key, transfer=None, transfer_until=0.0, plan=()))
    stayed = all(sitter.left_by is None for sitter in table.seats)
    return row_of(
        table.game,
        host,
        sitters,
        match=row,
        number=number,
        seating=seating,
        position=table.begins,
        clock=clock,
        rated=table.rated and stayed and rating.is_fit(table.game, sitters),
        public=table.public and table.tournament is None,
    )
