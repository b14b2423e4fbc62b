"""Those who look at a tournament: told whenever it changes, whichever node changes it."""

from collections.abc import Collection, Sequence
from types import MappingProxyType

from linden.web.messages.tournaments import TournamentList, TournamentState
from linden.web.store.store import Store
from linden.web.tables.listening import Listener, Listeners
from linden.web.tables.lobby import Lobby
from linden.web.tournaments.running import read
from linden.web.tournaments.showing import Names, facts, people_of, state
from linden.web.tournaments.tournament import Tournament


class Follower(Listener):
    """Somebody who has a tournament open."""

    tournament: Tournament | None = None
    names: Names = MappingProxyType({})


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
        names = await self._names(people_of(tournament))
        return state(tournament, names, visitor, self._now())

    async def _names(self, visitors: Collection[str]) -> Names:
        return await self._store.nodes.names(sorted(set(visitors)))

    async def _look(self, listeners: Sequence[Follower]) -> None:
        known: dict[str, int] = {}
        for listener in listeners:
            seen = listener.tournament.revision if listener.tournament else -1
            known[listener.about] = min(seen, known.get(listener.about, seen))
        for kept in await self._store.tournaments.newer(known) if known else ():
            tournament = read(kept)
            names = await self._names(people_of(tournament))
            for listener in listeners:
                if listener.about == tournament.id:
                    listener.tournament, listener.names = tournament, names
                    listener.changed.set()

    def message(self, listener: Follower) -> TournamentState | None:
        tournament = listener.tournament
        if tournament is None:
            return None
        return state(tournament, listener.names, listener.visitor, self._now())
