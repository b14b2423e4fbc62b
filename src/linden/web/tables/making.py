"""New tables: what is wished, checked; games that were written down; the next game of the same
people."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace

from linden.core.errors import NotationError, OptionError
from linden.core.game import Game, load
from linden.players.chance import roll
from linden.players.levels import LEVELS
from linden.players.registry import parse
from linden.web.compute.opponents import PERFECT, TEXTS, USUAL, number_of, numbered
from linden.web.compute.programs import PREFIX, program_name
from linden.web.compute.tablebases import known
from linden.web.errors import Refusal
from linden.web.messages import NAME_LENGTH, ClockChoice, NewTable, SeatChoice
from linden.web.people import names
from linden.web.store.errors import Stale
from linden.web.store.models import TableRow
from linden.web.store.ratings import LevelGames
from linden.web.tables import importing, rating, seek
from linden.web.tables.changing import MOST_TRIES, Changing, must_be_kept, overtaken
from linden.web.tables.clock import SLOWEST, Clock, TimeControl
from linden.web.tables.moment import dice
from linden.web.tables.opened import CANNOT_BE_READ
from linden.web.tables.rows import (
    change_of,
    facts_of,
    game_of,
    new_match,
    rematch_row,
    row_of,
    shared,
    table_of,
)
from linden.web.tables.sitters import Sitter, fresh_id
from linden.web.texts import say

MOST_GAME_SECONDS = 3 * 3600
"""Time of each for a whole game, at most."""
KNOWING = ("me", "here", "computer")
"""Who may go on with a game whose hands were seen: people who know that, and computers, which are
told nothing of it."""


class Making(Changing):
    """The tables, and how they begin."""

    async def create(self, host: str, name: str, wish: NewTable) -> str:
        """Set up a table; whatever is wrong with the wish is refused with a sentence."""
        try:
            game = shared(load(wish.game, **wish.options))
        except OptionError as error:
            raise Refusal(str(error)) from None
        chosen = wish.seats or usual_seats(game)
        if len(chosen) != game.players:
            raise Refusal(
                say(
                    "{game} has {count} seats here: {names}.",
                    game=game.title,
                    count=game.players,
                    names=", ".join(game.roles),
                )
            )
        if sum(seat.kind == "me" for seat in chosen) > 1:
            raise Refusal(say("You sit on one seat; others at this screen are people here."))
        elsewhere = wish.position is not None or wish.table is not None
        if wish.rated:
            rating.check(game, host, chosen, elsewhere)
        sought = seek.chosen(chosen, wish.low, wish.high)
        if sought is not None:
            if elsewhere:
                raise Refusal(say("Open challenges begin where the game does."), 409)
            seek.check_open(await self.store.seeks.count(host))
        programs = [PREFIX + it for it in self.programs.names(game)]
        sitters = [_sitter(seat, host, name, programs) for seat in chosen]
        known = None
        if wish.rated and any(sitter.kind == "computer" for sitter in sitters):
            rating.check_level(game, sitters, wish.match)
            known = await self._level_games(host, game)
            if sitters[rating.seat_of_person(known)].kind != "person":
                sitters.reverse()
        if any(sitter.player == PERFECT for sitter in sitters):
            await check_known(game)
        self.compiling.open(game)
        for sitter in sitters:
            if sitter.player is not None and program_name(sitter.player) is None:
                self.compiling.expect(game, sitter.player)
        position, first = await self._beginning(game, wish, host)
        match = new_match(game) if wish.match else None
        control = _control(wish.clock, sitters) or (SLOWEST if wish.rated else None)
        await self._check_back(host, control)
        clock = Clock.new(control, game.players) if control else None
        row = row_of(
            *(game, host, sitters),
            match=match,
            position=position,
            clock=clock,
            rated=wish.rated,
            seek=sought,
            public=sought is not None,
        )
        if sought is not None:
            row.seek_until = self.timekeeper.now() + seek.lasts(control)
        moves = deal(row, first)
        try:
            with must_be_kept():
                await self._protected(self.store.create(row, moves, known))
        except Stale:
            raise overtaken() from None
        self.ring([host])
        if sought is not None:
            self.others.handed_over(row.id, row.revision)
        return row.id

    async def _level_games(self, account: str, game: Game) -> LevelGames:
        """Somebody's rated games with levels, or a refusal where one of them still runs: whoever
        has a worse seat there, or stands badly, does not leave it for another."""
        known = await self.store.ratings.level_games(account, game.name)
        for table in known.running:
            try:
                await self.kept(table)
            except Refusal as refusal:
                if refusal.status == CANNOT_BE_READ:  # it keeps nobody from playing
                    continue
                raise
            sentence = say(
                "Your rated game of {game} with a level is not over; finish it first.",
                game=game.title,
            )
            raise Refusal(sentence, 409)
        return known

    async def _beginning(
        self, game: Game, wish: NewTable, host: str
    ) -> tuple[str | None, Sequence[str]]:
        """Where a new table begins: a position that is not the game's own start, or the first
        moves of another table, as far as whoever asks may know them."""
        if wish.table is not None:
            played = (await self.get(wish.table)).table
            played.check_review(host)
            if played.game != game:
                raise Refusal(say("That table is played with other rules."))
            if game.facts.hidden and any(seat.kind not in KNOWING for seat in wish.seats):
                raise Refusal(
                    say(
                        "What was hidden in that game is open now: go on from there with "
                        "computers, or at one screen."
                    )
                )
            if wish.ply > len(played.moves) or played.positions[wish.ply].over:
                raise Refusal(say("There is nothing to play on with after that move."))
            return played.begins, played.moves[: wish.ply]
        if wish.position is None:
            return None, ()
        importing.check_beginning(game)
        try:
            position = game.parse(wish.position)
        except NotationError as error:
            raise Refusal(str(error)) from None
        if position.over:
            raise Refusal(say("The game is over in this position."))
        return position.text, ()

    async def take_in(self, host: str, text: str, line: int) -> list[str]:
        """Make tables of games that were written down: of all of them, or a refusal and none."""
        async with self.reading.turn(host):
            games = await asyncio.to_thread(importing.read, text, line, host)
        for row, _ in games:
            self.compiling.open(game_of(row))
        with must_be_kept():
            await self._protected(self.store.create_all(games))
        return [row.id for row, _ in games]

    async def rematch(self, table: str, visitor: str) -> str:
        """The next game of the same people; all who ask get the same table."""
        return await self._protected(self._rematch(table, visitor))

    async def _rematch(self, table: str, visitor: str) -> str:
        async with self._locked(table) as live:
            for _ in range(MOST_TRIES):
                await self._decided(live, lambda now: now.check_rematch(visitor))
                before = live.table
                if before.next_id is not None:
                    return before.next_id
                known = person = None
                if before.level is not None:
                    known = await self._level_games(visitor, before.game)
                    person = rating.seat_of_person(known)
                row = rematch_row(before, visitor, person)
                after = before.followed_by(row.id, visitor)
                opening = deal(row, now=self.timekeeper.now())
                change = replace(
                    change_of(before, after), following=row, opening=opening, known=known
                )
                if await self._kept(live, after, change):
                    self._show(live, after)
                    return row.id
        raise overtaken()


def deal(row: TableRow, first: Sequence[str] = (), now: float | None = None) -> list[str]:
    """Let chance set up a new table where it does, after the moves it begins with; its first
    moves. Where all sit down with it, ``now``, time may run at once."""
    table = table_of(row, first)
    while table.automatic == "chance":
        table = table.go_on(roll(table.position, dice))
    if now is not None:
        table = table.timed(table, now)
    for name, value in facts_of(table).items():
        setattr(row, name, value)
    row.revision = table.revision
    return list(table.moves)


def usual_seats(game: Game) -> list[SeatChoice]:
    """One person, and computers on the other seats."""
    computer = SeatChoice(kind="computer", level=number_of(USUAL), player=USUAL)
    return [SeatChoice(kind="me"), *[computer] * (game.players - 1)]


def plain_name(name: str | None) -> str:
    """A name as it is shown."""
    return names.one_line(name or "", NAME_LENGTH)


async def check_known(game: Game) -> None:
    """Refuse perfect play where nobody has worked it out."""
    if await asyncio.to_thread(known, game) is None:
        raise Refusal(
            say(
                "Nobody plays {game} perfectly here yet: it is not worked out with these options.",
                game=game.title,
            )
        )


def _control(choice: ClockChoice | None, sitters: Sequence[Sitter]) -> TimeControl | None:
    """The clock that was chosen, where one makes sense."""
    if choice is None:
        return None
    kinds = {sitter.kind for sitter in sitters}
    if kinds == {"person"}:
        raise Refusal(say("Where all sit at one screen there is no clock."))
    if kinds == {"computer"}:
        raise Refusal(say("Where only computers play there is no clock."))
    return control_of(choice)


def control_of(choice: ClockChoice) -> TimeControl:
    """A clock as it was chosen, or a refusal."""
    seconds, increment = float(choice.seconds), float(choice.increment)
    if choice.kind == "turn":
        increment = 0.0
    elif seconds > MOST_GAME_SECONDS:
        raise Refusal(say("A game has {hours} hours at most.", hours=MOST_GAME_SECONDS // 3600))
    return TimeControl(choice.kind, seconds, increment)


def _sitter(choice: SeatChoice, host: str, name: str, programs: Sequence[str]) -> Sitter:
    if choice.kind == "computer":
        if choice.level is None and choice.player in programs:
            return Sitter("computer", player=choice.player)
        # A number stands before a text: pages let people slide along the numbers.
        player = choice.player or USUAL
        if choice.level is not None:
            player = numbered(choice.level) or ""
        if player not in TEXTS:
            raise Refusal(say("Levels go from 1 to {most}.", most=len(LEVELS)))
        return Sitter("computer", player=parse(player).text)
    if choice.kind in ("friend", "anybody"):
        return Sitter("open", key=fresh_id(16))
    shown = plain_name(choice.name)
    own = choice.kind == "me" and not shown
    return Sitter("person", visitor=host, name=shown or (name if own else ""), own=own)
