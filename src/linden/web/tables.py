"""All tables: loaded when asked for, changed under a lock, kept before anybody is told."""

import asyncio
import logging
import random
import time
from collections.abc import Callable, Sequence
from typing import Any

from linden.core.errors import IllegalMove, OptionError
from linden.core.game import Game, load
from linden.core.seats import CHANCE
from linden.players.chance import roll
from linden.players.levels import LEVELS
from linden.players.search import Cancelled
from linden.web import live as tabs
from linden.web.errors import Refusal
from linden.web.live import Tab
from linden.web.messages import NAME_LENGTH, Hint, NewTable, Refused, SeatChoice
from linden.web.models import TableRow
from linden.web.prepare import Preparer
from linden.web.scene import ROLL
from linden.web.store import Store
from linden.web.table import Offer, Sitter, Table, fresh_id, new_match, rematch_row, row_of
from linden.web.texts import say
from linden.web.thinkers import STRONGEST, Thinkers

log = logging.getLogger(__name__)

USUAL_LEVEL = 3
CHANCE_PAUSE = 0.45
"""Seconds before a die or a tile of its own accord, so that it can be seen happening."""
COMPUTER_PAUSE = 0.55
"""Seconds a computer takes for a move at least, for the same reason."""
DRAW_SECONDS = 0.8
DRAW_MARGIN = 0.02
"""A computer takes a draw when its share of the win is that much below an even one."""
MOST_LIVE = 300
"""Tables kept in memory; more, if people sit at them."""

_dice = random.SystemRandom()


class Live:
    """A table in memory: its lock, its open tabs, and what the computer is doing."""

    def __init__(self, table: Table) -> None:
        self.table = table
        self.lock = asyncio.Lock()
        self.tabs: set[Tab] = set()
        self.driver: asyncio.Task[None] | None = None
        self.driven = -1
        """The version that the driver was started for."""
        self.asked: asyncio.Task[None] | None = None
        """A computer thinking about a draw."""
        self.hints: dict[Tab, asyncio.Task[None]] = {}
        self.preparing = False
        self.ply_of = {table.version: len(table.moves)}
        self.touched = time.monotonic()

    @property
    def present(self) -> set[str]:
        """The visitors who have the table open."""
        return {tab.visitor for tab in self.tabs}

    def tell(self, note: str | None = None) -> None:
        """Everybody gets the new state."""
        self.touched = time.monotonic()
        for tab in self.tabs:
            tab.refresh(note)

    def tell_presence(self, source: Tab) -> None:
        message = tabs.presence(self)
        for tab in self.tabs - {source}:
            tab.reply(message)

    @property
    def thinking(self) -> bool:
        """Whether a computer is at it."""
        running = self.driver is not None and not self.driver.done()
        return running and not self.preparing and self.table.automatic == "computer"

    @property
    def idle(self) -> bool:
        return not self.tabs and (self.driver is None or self.driver.done())


class Tables:
    """The tables of this server."""

    def __init__(
        self, store: Store, preparer: Preparer, thinkers: Thinkers, *, pauses: float = 1.0
    ) -> None:
        self.store = store
        self.preparer = preparer
        self.thinkers = thinkers
        self._pauses = pauses
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
        found = await self.store.aside(self.store.load, table)
        if found is None:
            raise Refusal(say("There is no such table."), 404)
        row, moves = found
        try:
            self.preparer.open(load(row.game, **row.options))
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
        self.preparer.open(game)
        for sitter in sitters:
            if sitter.level is not None:
                self.preparer.expect(game, sitter.level)
        row = row_of(game, host, sitters, match=new_match(game) if wish.match else None)
        await self._begin(row, lambda moves: self.store.create(row, moves))
        return row.id

    async def _begin(self, row: TableRow, keep: Callable[[Sequence[str]], Any]) -> Any:
        """Let chance set up the table where it does, and keep it."""
        table = Table(row, [])
        while table.automatic == "chance":
            table.push(roll(table.position, _dice))
        for name, value in table.facts().items():
            setattr(row, name, value)
        return await self.store.aside(keep, list(table.moves))

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
        found = await self.store.aside(self.store.behind, key)
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
            self.stir(live)
        return live.table.id

    async def renamed(self, visitor: str, name: str) -> None:
        """Keep a visitor's new name, and show it at the tables."""
        for table in await self.store.aside(self.store.rename, visitor, name):
            live = self._live.get(table)
            if live is not None:
                seats = live.table.seats_of(visitor)
                for seat in seats[:1]:
                    live.table.seats[seat].name = name
                live.tell()

    # -- changing a table; always under its lock, kept before it is told

    async def _keep(self, live: Live, call: Callable[..., Any], *arguments: Any) -> None:
        try:
            await self.store.aside(call, *arguments)
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
        self.stir(live)

    async def play(self, live: Live, visitor: str, version: int, move: str) -> None:
        async with live.lock:
            table = live.table
            if move == ROLL and table.by_hand and table.acting(visitor) is not None:
                if version != table.version:
                    raise Refusal(say("The position has changed meanwhile; look again."))
                made = roll(table.position, _dice)
            else:
                made = table.check_move(visitor, version, move)
            await self._changed(live, keep=len(table.moves), moves=[made])

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
        """Each computer takes the draw if it thinks that it stands worse than even."""
        table = live.table
        position = table.position
        content = False
        try:
            await self.preparer.level(table.game, STRONGEST)
            choice = await self.thinkers.judge(position, DRAW_SECONDS)
            content = all(
                choice.win[seat] < 1 / table.game.players - DRAW_MARGIN
                for seat, sitter in enumerate(table.seats)
                if sitter.kind == "computer"
            )
        except Exception:
            log.exception("No answer to the offer of a draw at table %s.", table.id)
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
                self.stir(live)
            else:
                await self._end(live, "resigned", leaving)

    async def _end(self, live: Live, how: Any, loser: int | None) -> None:
        table = live.table
        table.version += 1
        table.ended, table.loser, table.offer = how, loser, None
        await self._save(live, None, (), None)

    # -- computers and chance

    def stir(self, live: Live) -> None:
        """See to it that whatever goes on by itself does so, from the position as it is.

        To be called with the table's lock, so that no move is being kept meanwhile.
        """
        table = live.table
        running = live.driver is not None and not live.driver.done()
        if running and live.driven == table.version:
            return
        current = asyncio.current_task()
        if running and live.driver is not None and live.driver is not current:
            live.driver.cancel()
            live.preparing = False
        if table.automatic and live.driver is not current and (table.people or live.tabs):
            live.driven = table.version
            live.driver = asyncio.create_task(self._drive(live))

    async def _drive(self, live: Live) -> None:
        try:
            while (kind := live.table.automatic) and (live.table.people or live.tabs):
                live.driven = version = live.table.version
                if kind == "chance":
                    await asyncio.sleep(CHANCE_PAUSE * self._pauses)
                    move = roll(live.table.position, _dice)
                else:
                    move = await self._computer_move(live)
                async with live.lock:
                    if live.table.version == version:
                        await self._changed(live, keep=len(live.table.moves), moves=[move])
        except (Cancelled, Refusal):
            pass
        except Exception:
            log.exception("The computer failed at table %s.", live.table.id)
            live.preparing = False
            live.tell(say("The computer could not move. Take back, or load the page again."))

    async def _computer_move(self, live: Live) -> str:
        table = live.table
        position, level = table.position, table.seats[table.turn].level or USUAL_LEVEL
        began = time.monotonic()
        if not self.preparer.ready(table.game, str(level)):
            live.preparing = True
            live.tell()
            await self.preparer.level(table.game, level)
            live.preparing = False
            live.tell()
        choice = await self.thinkers.move(position, level)
        rest = COMPUTER_PAUSE * self._pauses - (time.monotonic() - began)
        await asyncio.sleep(max(0.0, rest))
        return choice.move

    def hint(self, live: Live, tab: Tab) -> None:
        """Think about the position for who asks; the answer comes as a message of its own."""
        table = live.table
        if not table.alone(tab.visitor):
            raise Refusal(say("Hints are for tables where nobody else plays."))
        if table.acting(tab.visitor) is None or table.position.to_move == CHANCE:
            raise Refusal(say("It is not your turn."))
        if tab in live.hints:
            raise Refusal(say("A hint is on its way."))
        task = asyncio.create_task(self._hint(live, tab))
        live.hints[tab] = task
        task.add_done_callback(lambda _: live.hints.pop(tab, None))

    async def _hint(self, live: Live, tab: Tab) -> None:
        table, version = live.table, live.table.version
        position = table.position.view(table.turn)
        try:
            await self.preparer.level(table.game, STRONGEST)
            choice = await self.thinkers.hint(position)
        except Exception:
            log.exception("No hint at table %s.", table.id)
            sentence = say("There is no hint this time.")
            tab.reply(Refused.model_construct(error=sentence, version=version))
            return
        if table.version == version and tab in live.tabs:
            tab.reply(
                Hint.model_construct(
                    version=version,
                    move=choice.move,
                    touches=list(position.touches(choice.move)),
                    says=position.describe(choice.move),
                    win=choice.win[position.turn],
                    line=list(choice.line),
                    exact=choice.proven,
                )
            )

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


def _sitter(choice: SeatChoice, host: str, name: str) -> Sitter:
    if choice.kind == "computer":
        level = choice.level or USUAL_LEVEL
        if not 1 <= level <= len(LEVELS):
            raise Refusal(say("Levels go from 1 to {most}.", most=len(LEVELS)))
        return Sitter("computer", level=level)
    if choice.kind == "friend":
        return Sitter("open", key=fresh_id(16))
    shown = plain_name(choice.name) or (name if choice.kind == "me" else "")
    return Sitter("person", visitor=host, name=shown)
