"""All tournaments: changed as tables are (decided, kept, then shown), and let go on by themselves.

Every node looks at those that go on and that no other node sees to. What it finds out follows from
what is kept: which games are over, and what time it is. So nothing is lost where a node dies
between the end of a game and the tournament's change; and as the store refuses what does not follow
the revision on disk, and keeps the tables of a round together with it, nothing counts or begins
twice.
"""

import asyncio
import logging
import time
from collections.abc import Awaitable, Callable
from dataclasses import replace
from typing import NamedTuple
from weakref import WeakValueDictionary

from linden.core.errors import GameError, OptionError
from linden.rating.games import level_ratings
from linden.web.compute.opponents import PERFECT, numbered
from linden.web.errors import Refusal
from linden.web.people.ids import is_account
from linden.web.store.errors import Stale, StoreUnavailable
from linden.web.store.tournaments import KeptTournament, TournamentChange
from linden.web.tables.autoplay import Autoplay
from linden.web.tables.changing import MOST_TRIES
from linden.web.tables.live import LiveTable
from linden.web.tables.lobby import Lobby
from linden.web.tables.making import check_known
from linden.web.tables.sitters import fresh_id
from linden.web.texts import say
from linden.web.tournaments.games import Pairing, Result
from linden.web.tournaments.tables import absent_at, game_of, new_tables, result_of
from linden.web.tournaments.terms import Terms
from linden.web.tournaments.tournament import LAPSE_SECONDS, Tournament

log = logging.getLogger(__name__)

Decide = Callable[[Tournament], Tournament]
Check = Callable[[Tournament], Awaitable[None]]
"""Refuses what others in the tournament forbid, by what is kept of them."""

LOOK_SECONDS = 1.0
"""How often what goes on is looked at without being told of anything."""
SOONEST_SECONDS = 0.1
REST_SHARE = 3.0
"""Between two looks everybody else has so many times as long as the last one took."""
LAPSE_LOOKS = 600
"""What nobody begins is looked for every so many looks."""
MOST_OWN, MOST_ALL = 3, 200
"""Tournaments that are not over: of one organiser, and of all;"""
MOST_GUESTS = 100
"""and of all guests, who may be anybody's, and any number."""
MOST_SHOWN = 3
"""Games between computers that one tournament has going on at a time."""


class News(NamedTuple):
    """What the tables of a tournament tell."""

    results: dict[str, Result]
    absent: set[int]
    """Who did not come to their game."""


def read(kept: KeptTournament) -> Tournament:
    return Tournament.read(
        kept.facts,
        id=kept.id,
        organiser=kept.organiser,
        revision=kept.revision,
        status=kept.status,
    )


class Tournaments:
    """The tournaments of this server."""

    def __init__(self, lobby: Lobby, autoplay: Autoplay) -> None:
        self._lobby = lobby
        self._autoplay = autoplay
        self._store = lobby.store.tournaments
        self._wake = asyncio.Event()
        self._task: asyncio.Task[None] | None = None
        self._looks = 0
        self._locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()
        """Held while a tournament is changed here: a crowd that joins at once stands in line."""
        lobby.observers.append(self._observe)

    def open(self) -> None:
        self._task = asyncio.create_task(self._live())

    async def close(self) -> None:
        self._lobby.observers.remove(self._observe)
        if self._task is not None:
            self._task.cancel()
            await asyncio.gather(self._task, return_exceptions=True)

    @property
    def now(self) -> float:
        """The site's time."""
        return self._lobby.timekeeper.now()

    # -- what people do

    async def get(self, tournament: str) -> Tournament:
        kept = await self._store.load(tournament)
        if kept is None:
            raise Refusal(say("There is no such tournament."), 404)
        return await asyncio.to_thread(read, kept)

    async def create(self, organiser: str, terms: Terms) -> str:
        """Set up a tournament that others may join from now on."""
        numbers = await self._store.numbers(organiser)
        if numbers.mine >= MOST_OWN:
            sentence = say(
                "You have {count} tournaments that are not over; end one before the next.",
                count=numbers.mine,
            )
            raise Refusal(sentence, 409)
        full = numbers.all >= MOST_ALL
        if not is_account(organiser):
            full = full or numbers.guests >= MOST_GUESTS
        if full and not await self._store.make_room(organiser):
            raise Refusal(
                say("So many tournaments are going on here that no other fits; try again later."),
                409,
            )
        made = Tournament(fresh_id(), organiser, terms)
        await self._store.change(change_of(None, made, self.now))
        self._told(made)
        return made.id

    async def enter_computer(self, tournament: str, organiser: str, level: int) -> None:
        player = numbered(level)
        if player is None:
            raise Refusal(say("There is no such computer."))
        try:
            game = game_of(await self.get(tournament))
        except (GameError, OptionError) as error:  # it is not here any more
            raise Refusal(str(error), 409) from None
        if player == PERFECT:
            await check_known(game)
        ratings = level_ratings(game)
        rating = round(ratings[level - 1]) if level <= len(ratings) else None
        await self.change(
            tournament, lambda now: now.enter_computer(organiser, player, rating, self.now)
        )

    async def change(
        self, tournament: str, decide: Decide, check: Check | None = None
    ) -> Tournament:
        """Let a tournament become the next: kept with the tables of its new games, then shown.
        What is ``check``ed holds of the one that it follows, whoever comes at the same time."""
        async with self._lock(tournament):
            for _ in range(MOST_TRIES):
                before = await self.get(tournament)
                if check is not None:
                    await check(before)
                after = await asyncio.to_thread(decide, before)
                if after is before:
                    return after
                try:
                    change = await asyncio.to_thread(change_of, before, after, self.now)
                    await self._store.change(change)
                except Stale as error:
                    log.info("%s", error)
                    continue
                self._told(after)
                self._wake.set()
                return after
        raise Refusal(say("The tournament has changed meanwhile; try again."), 409)

    async def cancel(self, tournament: str, organiser: str) -> None:
        """End a tournament for good. People play on as they like; computers stop, as nobody waits
        for them any more."""
        running: list[Pairing] = []

        def decide(before: Tournament) -> Tournament:
            running[:] = before.playing
            return before.cancel(organiser)

        after = await self.change(tournament, decide)
        for pairing in running:
            if after.by_computers(pairing):
                await self._call_off(pairing.table(tournament))

    async def _call_off(self, table: str) -> None:
        try:
            await self._lobby.change(table, lambda now: now.called_off())
        except Refusal as refusal:
            log.warning("Table %s is not called off: %s", table, refusal.sentence)

    def _lock(self, tournament: str) -> asyncio.Lock:
        return self._locks.setdefault(tournament, asyncio.Lock())

    def _told(self, tournament: Tournament) -> None:
        """Those who look at it are told, here and at other nodes."""
        self._lobby.ring()
        self._lobby.others.handed_over(tournament.id, tournament.revision)

    # -- what goes on by itself

    def _observe(self, live: LiveTable) -> None:
        if live.table.tournament is not None and live.table.over:
            self._wake.set()

    async def _live(self) -> None:
        while True:
            began = time.monotonic()
            try:
                await self.look()
            except StoreUnavailable as error:
                log.warning("%s", error)
            except Exception:
                log.exception("Tournaments could not be looked after.")
            took = time.monotonic() - began
            await asyncio.sleep(max(SOONEST_SECONDS, REST_SHARE * took))
            try:
                async with asyncio.timeout(LOOK_SECONDS):
                    await self._wake.wait()
            except TimeoutError:
                pass
            self._wake.clear()

    async def look(self) -> None:
        """Let everything go on that is this node's to see to."""
        if self._looks % LAPSE_LOOKS == 0:
            now = self.now
            if await self._store.lapse(now, now + LAPSE_SECONDS):
                self._lobby.ring()
        self._looks += 1
        node = self._lobby.others.node
        for tournament, held in await self._store.running(node):
            if held or node is None or await self._store.claim(tournament, node):
                try:
                    await self.see_to(tournament)
                except Refusal as refusal:
                    log.warning("Tournament %s does not go on: %s", tournament, refusal.sentence)
                except StoreUnavailable:
                    raise
                except Exception:  # the others go on
                    log.exception("Tournament %s does not go on.", tournament)

    async def see_to(self, tournament: str) -> None:
        """Count what is over, begin what is due, and have computers play."""
        async with self._lock(tournament):
            after = await self._gone_on(tournament)
        if after is not None:
            await self._have_played(after)

    async def _gone_on(self, tournament: str) -> Tournament | None:
        """The tournament once all that is known is counted; ``None`` where somebody was quicker."""
        now = await self.get(tournament)
        news = await self._news(now)

        def decide(before: Tournament) -> Tournament:
            moment = self.now
            return before.settled(news.results, news.absent, moment).advanced(moment)

        after = await asyncio.to_thread(decide, now)
        if after is not now:
            try:
                await self._store.change(await asyncio.to_thread(change_of, now, after, self.now))
            except Stale:  # it is looked at again
                self._wake.set()
                return None
            self._told(after)
        return after

    async def _news(self, tournament: Tournament) -> News:
        """What is known of the games that the tournament takes for running. Whoever has not come
        to theirs by now has lost it."""
        playing = {one.table(tournament.id): one for one in tournament.playing}
        found = await self._store.games(list(playing)) if playing else {}
        news = News({}, set())
        late = self.now - tournament.terms.patience
        for table, pairing in playing.items():
            game = found.get(table)
            ended = "void" if game is None else game.ended
            waits = game is not None and not game.timed and not tournament.by_computers(pairing)
            if waits and not ended and pairing.began < late:
                ended = await self._absent(table)
            if ended:
                await self._count(table, pairing, ended, news)
        return news

    async def _absent(self, table: str) -> str:
        """How a game has ended that should have begun long ago."""
        try:
            return (await self._lobby.change(table, lambda now: now.not_begun())).ended
        except Refusal as refusal:
            log.warning("A game cannot be called off now: %s", refusal.sentence)
            return ""

    async def _count(self, table: str, pairing: Pairing, ended: str, news: News) -> None:
        if ended == "void":  # its table was taken away
            news.results[table] = "void"
            return
        try:
            played = await self._lobby.kept(table)
        except Refusal as refusal:
            if refusal.retry is None:  # it was played under other rules
                news.results[table] = "void"
            return
        if played.over:
            news.results[table] = result_of(played)
            seat = absent_at(played)
            if seat is not None:
                news.absent.add(pairing.entrants[seat])

    async def _have_played(self, tournament: Tournament) -> None:
        """Let computers move: at all tables where people wait for them, and at a few others."""
        shown = 0
        for pairing in tournament.playing:
            players = [tournament.by_number[one] for one in pairing.entrants]
            if all(one.player is None for one in players):
                continue
            if tournament.by_computers(pairing):
                shown += 1
                if shown > MOST_SHOWN:
                    continue
            await self._go_on(pairing.table(tournament.id))

    async def _go_on(self, table: str) -> None:
        if self._autoplay.busy(table):
            return
        try:
            live = await self._lobby.in_memory(table)
        except Refusal as refusal:
            log.warning("Table %s does not go on: %s", table, refusal.sentence)
            return
        self._autoplay.wake(live)


def change_of(before: Tournament | None, after: Tournament, now: float) -> TournamentChange:
    """What the database must be told so that one tournament becomes the next, at this moment of the
    site's time."""
    try:
        tables = new_tables(before, after)
    except (GameError, OptionError) as error:
        log.error("Tournament %s cannot go on: %s", after.id, error)
        after, tables = replace(after, status="cancelled"), []
    return TournamentChange(
        id=after.id,
        before=-1 if before is None else before.revision,
        revision=after.revision,
        organiser=after.organiser,
        status=after.status,
        facts=after.written(),
        due=after.due(now),
        tables=tables,
        people=after.named - (before.named if before else set()),
    )
