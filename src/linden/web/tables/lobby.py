"""All tables: loaded when asked for, changed under a lock, kept before anybody is told."""

import asyncio
import logging
import time
from collections.abc import Callable, Sequence
from typing import Any

from linden.core.errors import IllegalMove, OptionError
from linden.core.game import Game, load
from linden.players.chance import roll
from linden.players.levels import LEVELS
from linden.web.compute.compiling import Compiling
from linden.web.compute.levels import PERFECT
from linden.web.compute.searches import Searches
from linden.web.compute.tablebases import known
from linden.web.errors import Refusal
from linden.web.messages import NAME_LENGTH, NewTable, SeatChoice
from linden.web.store.models import TableRow
from linden.web.store.store import Store
from linden.web.tables.autoplay import USUAL_LEVEL, Autoplay, dice
from linden.web.tables.live import Live
from linden.web.tables.scene import ROLL
from linden.web.tables.table import Offer, Sitter, Table, fresh_id, new_match, rematch_row, row_of
from linden.web.texts import say

log = logging.getLogger(__name__)

MOST_LIVE = 300
"""Tables kept in memory; more, if people sit at them."""


class Tables:
    """The tables of this server."""

    def __init__(
        self, store: Store, compiling: Compiling, searches: Searches, *, pauses: float = 1.0
    ) -> None:
        self.store = store
        self.compiling = compiling
        self.driver = Autoplay(compiling, searches, self._go, pauses)
        self._live: dict[str, Live] = {}
        self._loading = asyncio.Lock()

    # -- finding and making tables

    async def get(self, table: str) -> Live:
        live = self._live.get(table)
        if live is None:
            async with self._loading:
                live = self._live.get(table) or await self._load(table)
        live.touched = time.monotonic()
        return live

    async def _load(self, table: str) -> Live:
        found = await self.store.run(self.store.load, table)
        if found is None:
            raise Refusal(say("There is no such table."), 404)
        row, moves = found
        try:
            self.compiling.open(load(row.game, **row.options))
            loaded = await asyncio.to_thread(Table, row, moves)
        except (IllegalMove, OptionError) as error:
            log.error("Table %s cannot be read: %s", table, error)
            raise Refusal(say("This table was played under other rules."), 409) from None
        self._forget_idle()
        live = self._live[table] = Live(loaded)
        return live

    def _forget_idle(self) -> None:
        if len(self._live) >= MOST_LIVE:
            idle = [live for live in self._live.values() if live.idle]
            for live in sorted(idle, key=lambda one: one.touched)[: MOST_LIVE // 4]:
                del self._live[live.table.id]

    async def create(self, host: str, name: str, wish: NewTable) -> str:
        """Set up a table; whatever is wrong with the wish is refused with a sentence."""
        try:
            game = load(wish.game, **wish.options)
        except OptionError as error:
            raise Refusal(str(error)) from None
        chosen = wish.seats or usual_seats(game)
        if len(chosen) != game.players:
            raise Refusal(
                say(
                    "{game} has {count} seats here: {names}.",
                    game=game.title,
                    count=game.players,
                    names=", ".join(game.seats),
                )
            )
        if sum(seat.kind == "me" for seat in chosen) > 1:
            raise Refusal(say("You sit on one seat; others at this screen are people here."))
        sitters = [_sitter(seat, host, name) for seat in chosen]
        if any(sitter.level == PERFECT.number for sitter in sitters):
            await _check_known(game)
        self.compiling.open(game)
        for sitter in sitters:
            if sitter.level is not None:
                self.compiling.expect(game, sitter.level)
        row = row_of(game, host, sitters, match=new_match(game) if wish.match else None)
        await self._begin(row, lambda moves: self.store.create(row, moves))
        return row.id

    async def _begin(self, row: TableRow, keep: Callable[[Sequence[str]], Any]) -> Any:
        """Let chance set up the table where it does, and keep it."""
        table = Table(row, [])
        while table.automatic == "chance":
            table.push(roll(table.position, dice))
        for name, value in table.facts().items():
            setattr(row, name, value)
        return await self.store.run(keep, list(table.moves))

    async def rematch(self, live: Live, visitor: str) -> str:
        """The next game of the same people; all who ask get the same table."""
        async with live.lock:
            table = live.table
            if not table.over:
                raise Refusal(say("This game is still running."), 409)
            if not table.seats_of(visitor):
                raise Refusal(say("You are watching; the players ask for a rematch."), 403)
            if table.next_id is None:
                row = rematch_row(table, visitor)
                table.next_id = await self._begin(
                    row, lambda moves: self.store.follow(row, moves, table.id)
                )
                live.tell()
            return table.next_id

    async def join(self, key: str, visitor: str, name: str) -> str:
        """Take the seat behind a link, if it is free; the table it belongs to."""
        found = await self.store.run(self.store.seat_by_key, key)
        if found is None:
            raise Refusal(say("This link leads to no table."), 404)
        live = await self.get(found[0])
        async with live.lock:
            seat = live.table.seats[found[1]]
            if seat.kind == "open" and not live.table.seats_of(visitor):
                facts = {"kind": "person", "visitor": visitor, "name": name}
                await self._keep(live, self.store.seat, live.table.id, found[1], facts)
                seat.kind, seat.visitor, seat.name = "person", visitor, name
                role = live.table.game.seats[found[1]]
                live.tell(say("{name} takes the seat of {role}.", name=seat.label, role=role))
            self.driver.wake(live)
        return live.table.id

    async def renamed(self, visitor: str, name: str) -> None:
        """Keep a visitor's new name, and show it at the tables."""
        for table in await self.store.run(self.store.rename, visitor, name):
            live = self._live.get(table)
            if live is not None:
                seats = live.table.seats_of(visitor)
                for seat in seats[:1]:
                    live.table.seats[seat].name = name
                live.tell()

    # -- changing a table; always under its lock, kept before it is told

    async def _keep(self, live: Live, call: Callable[..., Any], *arguments: Any) -> None:
        try:
            await self.store.run(call, *arguments)
        except Exception:
            # What is in memory may be ahead of what is kept: begin again from what is kept.
            log.exception("Table %s could not be kept.", live.table.id)
            self._live.pop(live.table.id, None)
            if live.driver is not None:
                live.driver.cancel()
            for tab in list(live.tabs):
                await tab.socket.close(1011)
            raise Refusal(say("The move could not be kept; the table is loaded again.")) from None

    async def _changed(
        self, live: Live, *, keep: int, moves: Sequence[str] = (), note: str | None = None
    ) -> None:
        """The game went on, or back, to where ``moves`` follow ply ``keep``."""
        table = live.table
        table.cut(keep)
        for move in moves:
            table.push(move)
        table.version += 1
        table.offer = None
        if table.position.over and not table.over:
            table.ended = "played"
        await self._save(live, keep, moves, note)

    async def _save(
        self, live: Live, keep: int | None, moves: Sequence[str], note: str | None
    ) -> None:
        table = live.table
        match = None
        if table.over and table.match is not None and table.match.played < table.number:
            table.match.add(table.position.scores, table.returns)
            match = table.match_facts()
        facts = table.facts()
        change = self.store.change
        await self._keep(live, lambda: change(table.id, facts, keep=keep, moves=moves, match=match))
        live.ply_of[table.version] = len(table.moves)
        live.tell(note)
        self.driver.wake(live)

    async def _go(self, live: Live, move: str) -> None:
        """The game goes on by one move."""
        await self._changed(live, keep=len(live.table.moves), moves=[move])

    async def play(self, live: Live, visitor: str, version: int, move: str) -> None:
        async with live.lock:
            table = live.table
            if move == ROLL and table.by_hand and table.acting(visitor) is not None:
                if version != table.version:
                    raise Refusal(say("The position has changed meanwhile; look again."))
                made = roll(table.position, dice)
            else:
                made = table.check_move(visitor, version, move)
            await self._go(live, made)

    async def undo(self, live: Live, visitor: str) -> None:
        """Take back at once where nobody else is concerned; otherwise ask."""
        async with live.lock:
            table = live.table
            ply = table.undo_ply(visitor)
            if table.alone(visitor):
                await self._changed(live, keep=ply)
                return
            if not table.others(visitor):
                raise Refusal(say("Wait until the others have sat down."))
            self._offer(live, "takeback", visitor)
            await self._save(live, None, (), None)

    def _offer(self, live: Live, kind: Any, visitor: str) -> None:
        table = live.table
        if table.offer is not None:
            raise Refusal(say("Something is being asked already; wait for the answer."))
        mine = table.seats_of(visitor)
        by = table.turn if table.turn in mine else mine[0]
        table.offer = Offer(kind, by, [visitor])

    async def offer_draw(self, live: Live, visitor: str) -> None:
        async with live.lock:
            table = live.table
            if not table.seats_of(visitor):
                raise Refusal(say("You are watching; only players offer a draw."))
            if not table.may_draw:
                raise Refusal(say("A draw cannot be agreed now."))
            self._offer(live, "draw", visitor)
            await self._save(live, None, (), None)
            await self._settle_offer(live)

    async def answer(self, live: Live, visitor: str, kind: str, yes: bool) -> None:
        async with live.lock:
            table = live.table
            offer = table.offer
            if offer is None or offer.kind != kind:
                raise Refusal(say("Nothing is being asked any more."))
            if visitor not in table.people:
                raise Refusal(say("You are watching; only players answer."))
            withdrawn = visitor == table.seats[offer.by].visitor
            if withdrawn and yes:
                raise Refusal(say("The answer is for the others to give."))
            if not yes:
                table.offer = None
                note = None if withdrawn else say("No, thanks: the game goes on.")
                await self._save(live, None, (), note)
                return
            if visitor not in offer.yes:
                offer.yes.append(visitor)
                await self._save(live, None, (), None)
            await self._settle_offer(live)

    async def _settle_offer(self, live: Live) -> None:
        """Do what everybody has agreed to; a draw is for the computers to agree to, too."""
        table = live.table
        offer = table.offer
        if offer is None or not table.people <= set(offer.yes):
            return
        if offer.kind == "takeback":
            asker = table.seats[offer.by].visitor
            assert asker is not None
            await self._changed(live, keep=table.undo_ply(asker), note=say("Taken back."))
        elif all(seat.kind == "person" for seat in table.seats):
            await self._end(live, "agreed", None)
        else:
            live.asked = asyncio.create_task(self._ask_computers(live, offer))

    async def _ask_computers(self, live: Live, offer: Offer) -> None:
        table, position = live.table, live.table.position
        content = await self.driver.takes_draw(table, position)
        async with live.lock:
            if table.offer is not offer or table.position is not position:
                return
            if content:
                await self._end(live, "agreed", None)
            else:
                table.offer = None
                await self._save(live, None, (), say("No, thanks: the computer plays on."))

    async def resign(self, live: Live, visitor: str, seat: int | None) -> None:
        """With two seats the other wins. With more, a computer takes over while people play on."""
        async with live.lock:
            table = live.table
            leaving = table.resigning(visitor, seat)
            if table.game.players > 2 and table.others(visitor):
                sitter = table.seats[leaving]
                name = say("Computer for {name}", name=sitter.label)[:NAME_LENGTH]
                facts = {"kind": "computer", "visitor": None, "level": USUAL_LEVEL, "name": name}
                await self._keep(live, self.store.seat, table.id, leaving, facts)
                sitter.kind, sitter.visitor = "computer", None
                sitter.level, sitter.name = USUAL_LEVEL, name
                role = table.game.seats[leaving]
                live.tell(say("{role} leaves; a computer plays on.", role=role))
                self.driver.wake(live)
            else:
                await self._end(live, "resigned", leaving)

    async def _end(self, live: Live, how: Any, loser: int | None) -> None:
        table = live.table
        table.version += 1
        table.ended, table.loser, table.offer = how, loser, None
        await self._save(live, None, (), None)

    async def close(self) -> None:
        """Stop everything that runs by itself."""
        running = []
        for live in self._live.values():
            running += [task for task in (live.driver, live.asked, *live.hints.values()) if task]
        for task in running:
            task.cancel()
        await asyncio.gather(*running, return_exceptions=True)


def usual_seats(game: Game) -> list[SeatChoice]:
    """One person, and computers on the other seats."""
    others = [SeatChoice(kind="computer", level=USUAL_LEVEL)] * (game.players - 1)
    return [SeatChoice(kind="me"), *others]


def plain_name(name: str | None) -> str:
    """A name as it is shown: one line, not too long."""
    shown = "".join(letter if letter.isprintable() else " " for letter in name or "")
    return " ".join(shown.split())[:NAME_LENGTH]


async def _check_known(game: Game) -> None:
    if await asyncio.to_thread(known, game) is None:
        raise Refusal(
            say(
                "Nobody plays {game} perfectly here yet: it is not worked out with these options.",
                game=game.title,
            )
        )


def _sitter(choice: SeatChoice, host: str, name: str) -> Sitter:
    if choice.kind == "computer":
        level = choice.level or USUAL_LEVEL
        if not 1 <= level <= PERFECT.number:
            raise Refusal(say("Levels go from 1 to {most}.", most=len(LEVELS)))
        return Sitter("computer", level=level)
    if choice.kind == "friend":
        return Sitter("open", key=fresh_id(16))
    shown = plain_name(choice.name) or (name if choice.kind == "me" else "")
    return Sitter("person", visitor=host, name=shown)
