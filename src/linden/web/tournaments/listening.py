"""Those who look at a tournament: told whenever it changes, whichever node changes it."""

import asyncio
from collections.abc import Collection, Sequence

from linden.web.messages.tournaments import TournamentList, TournamentState
from linden.web.store.store import Store
from linden.web.tables.listening import Listener, Listeners
from linden.web.tables.lobby import Lobby
from linden.web.tournaments.running import read
from linden.web.tournaments.showing import Board, Names, facts, people_of, state
from linden.web.tournaments.tournament import Tournament


class Follower(Listener):
    """Somebody who has a tournament open."""

    board: Board | None = None

    @property
    def seen(self) -> int:
        """The revision that they know; -1 before they know any."""
        return -1 if self.board is None else self.board.tournament.revision


class Followers(Listeners[Follower]):
    """All who have a tournament open at this node."""

    soonest = 0.2

    def __init__(self, lobby: Lobby) -> None:
        super().__init__(lobby.store)
        self._store: Store = lobby.store
        self._now = lobby.timekeeper.now

    def _new(self, visitor: str, session: str | None) -> Follower:
        return Follower(visitor, session)

    def wake(self, people: Collection[str] | None = None) -> None:
        """Something has changed; tournaments tell it to everybody."""
        if people is None:
            self._wake_later()

    async def listed(self, visitor: str) -> TournamentList:
        """All tournaments that people may see."""
        found = [read(kept) for kept in await self._store.tournaments.listed()]
        names = await self._names([one.organiser for one in found])
        return TournamentList(tournaments=[facts(one, names, visitor) for one in found])

    async def of(self, visitor: str, tournament: Tournament) -> TournamentState:
        """A tournament as somebody is shown it now."""
        return state(await self._board(tournament), visitor, self._now())

    async def _board(self, tournament: Tournament) -> Board:
        await asyncio.to_thread(lambda: tournament.standings)  # worked out where nobody waits
        return Board(tournament, await self._names(people_of(tournament)))

    async def _names(self, visitors: Collection[str]) -> Names:
        return await self._store.nodes.names(sorted(set(visitors)))

    async def _look(self, listeners: Sequence[Follower]) -> None:
        known: dict[str, int] = {}
        for one in listeners:
            known[one.about] = min(one.seen, known.get(one.about, one.seen))
        for kept in await self._store.tournaments.newer(known) if known else ():
            board = await self._board(await asyncio.to_thread(read, kept))
            for one in listeners:
                # Who comes late makes nobody else listen again.
                if one.about == kept.id and one.seen != kept.revision:
                    one.board = board
                    one.changed.set()

    def message(self, listener: Follower) -> TournamentState | None:
        board = listener.board
        return None if board is None else state(board, listener.visitor, self._now())
