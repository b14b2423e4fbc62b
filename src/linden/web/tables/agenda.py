"""What concerns people who listen: told when it changes, whichever node changes it."""

from collections.abc import Collection, Sequence

from linden.core.game import declaration, games
from linden.web.messages.agenda import Agenda, RunningTable, SeatOffer
from linden.web.people import names
from linden.web.store.agenda import Concerns
from linden.web.store.store import Store
from linden.web.tables.listening import Listener, Listeners


class Concerned(Listener):
    """Somebody who listens to what concerns them."""

    agenda: Agenda | None = None

    def show(self, agenda: Agenda) -> None:
        if agenda != self.agenda:
            self.agenda = agenda
            self.changed.set()


class Agendas(Listeners[Concerned]):
    """All who listen at this node."""

    def __init__(self, store: Store) -> None:
        super().__init__(store)
        self._store = store.agenda

    def _new(self, visitor: str, session: str | None) -> Concerned:
        return Concerned(visitor, session)

    def wake(self, people: Collection[str] | None = None) -> None:
        """Some table has changed that concerns these people; where it is not known whom, it is
        looked up a little later, as much may change elsewhere."""
        if people is None:
            self._wake_later()
        elif any(listener.visitor in people for listener in self._listeners):
            self._wake.set()

    async def of(self, visitor: str) -> Agenda:
        """What concerns somebody now."""
        return told((await self._store.of([visitor]))[visitor])

    async def _look(self, listeners: Sequence[Concerned]) -> None:
        found = await self._store.of(sorted({listener.visitor for listener in listeners}))
        for listener in listeners:
            listener.show(told(found[listener.visitor]))

    def message(self, listener: Concerned) -> Agenda | None:
        return listener.agenda


def title_of(game: str) -> str:
    """What a game is called; one that is not here any more, by its name."""
    return declaration(game).title if game in games() else game


def told(concerns: Concerns) -> Agenda:
    return Agenda(
        tables=[
            RunningTable(
                id=one.table,
                game=one.game,
                version=one.version,
                yours=one.turn and not one.waiting,
                waiting=one.waiting,
                free=one.free,
            )
            for one in concerns.tables
        ],
        invitations=[
            SeatOffer(
                table=one.table,
                seat=one.seat,
                key=one.key,
                game=one.game,
                title=title_of(one.game),
                options=one.options,
                players=one.players,
                rated=one.rated,
                by=names.shown(one.host, one.by),
            )
            for one in concerns.invitations
        ],
    )
