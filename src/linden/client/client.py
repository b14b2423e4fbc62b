"""A server, as a program knows it that has a token."""

import time
from collections.abc import Generator, Sequence
from typing import Any
from urllib.parse import quote

from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed

from linden.client.errors import Refused
from linden.client.line import FIRST_PAUSE, Closing, Line, is_final
from linden.client.table import Table
from linden.web import messages

Told = (
    messages.Agenda | messages.Seeks | messages.TournamentState | messages.Refused | messages.Pong
)
told: TypeAdapter[Told] = TypeAdapter(Told)


class Client(Closing):
    """A server, with a token of an account. Every call is one request, and raises ``Refused`` with
    the server's sentence where it says no; while the server is away it tries again for
    ``patience`` seconds, then it is ``LineLost``."""

    def __init__(self, url: str, token: str, *, patience: float = 60.0) -> None:
        self.line = Line(url, token, patience)

    def close(self) -> None:
        self.line.close()

    def holder(self) -> messages.Holder:
        """Who the token stands for, and what it may."""
        return self.line.ask(messages.Holder, "GET", "/api/token")

    # -- tables

    def open(
        self,
        game: str,
        seats: Sequence[str] = (),
        *,
        rated: bool = False,
        match: bool = False,
        clock: messages.ClockChoice | None = None,
        low: int | None = None,
        high: int | None = None,
        **options: Any,
    ) -> Table:
        """Set up a table. Each seat is ``me``, ``friend`` (free, for whoever is invited or has the
        link), ``anybody`` (an open challenge, for ratings from ``low`` to ``high``) or a computer
        such as ``level3``; without any, the usual ones. A rated game with a level begins with the
        seats as the server has them: the first are drawn, then they take turns."""
        wish = {
            "game": game,
            "options": options,
            "seats": [seat_choice(seat) for seat in seats],
            "rated": rated,
            "match": match,
            "clock": clock.model_dump(by_alias=True) if clock else None,
            "low": low,
            "high": high,
        }
        return self._opened("/api/tables", wish)

    def table(self, table: str) -> Table:
        """A table by its id, to play at if one sits there and else to watch."""
        return Table(self.line, table)

    def _opened(self, path: str, wish: dict[str, Any]) -> Table:
        return self.table(self.line.ask(messages.TableId, "POST", path, wish).id)

    def join(self, link: str) -> Table:
        """Sit down on the free seat that a link, or the key at its end, leads to."""
        key = link.rstrip("/").rpartition("/")[2]
        return self._opened(f"/api/join/{quote(key)}", {})

    def decline(self, link: str) -> None:
        """Say no to an invitation."""
        key = link.rstrip("/").rpartition("/")[2]
        self.line.ask(messages.Done, "DELETE", f"/api/join/{quote(key)}")

    def invite(self, table: str, name: str, seat: int | None = None) -> None:
        """Offer a free seat of one's own table to somebody with an account."""
        self.line.ask(
            messages.Done, "POST", f"/api/tables/{table}/invitations", {"name": name, "seat": seat}
        )

    def rematch(self, table: str) -> Table:
        """The table of the next game between the same players."""
        return self._opened(f"/api/tables/{table}/rematch", {})

    # -- what concerns this account

    def agenda(self) -> messages.Agenda:
        """The tables that run, at which of them it is one's turn, and who invites one."""
        return self.line.ask(messages.Agenda, "GET", "/api/agenda")

    def agendas(self) -> Generator[messages.Agenda]:
        """The same, now and whenever it changes, for ever."""
        for message in self._told("/api/agenda"):
            if isinstance(message, messages.Agenda):
                yield message

    # -- open challenges

    def seeks(self) -> messages.Seeks:
        """The open challenges, and running games that anybody may watch."""
        return self.line.ask(messages.Seeks, "GET", "/api/seeks")

    def every_seeks(self) -> Generator[messages.Seeks]:
        """The same, now and whenever it changes, for ever. As long as it is listened to, one's own
        challenges stay open."""
        for message in self._told("/api/seeks"):
            if isinstance(message, messages.Seeks):
                yield message

    def take(self, table: str) -> Table:
        """Take an open challenge; ``Refused`` if one does not fit, or somebody was quicker."""
        return self._opened(f"/api/seeks/{quote(table)}", {})

    def offer(self, table: str, *, low: int | None = None, high: int | None = None) -> None:
        """Open the free seats of one's own table to anybody whose rating is in this range."""
        self.line.ask(
            messages.Done, "PUT", f"/api/seeks/{quote(table)}", {"low": low, "high": high}
        )

    def withdraw(self, table: str) -> None:
        """Withdraw one's challenge."""
        self.line.ask(messages.Done, "DELETE", f"/api/seeks/{quote(table)}")

    # -- tournaments

    def tournaments(self) -> messages.TournamentList:
        """Those that are open or running, and the latest that are over."""
        return self.line.ask(messages.TournamentList, "GET", "/api/tournaments")

    def tournament(self, tournament: str) -> messages.TournamentState:
        """Standings, games, and the table of one's own game."""
        path = f"/api/tournaments/{quote(tournament)}"
        return self.line.ask(messages.TournamentState, "GET", path)

    def every_tournament(self, tournament: str) -> Generator[messages.TournamentState]:
        """The same, now and whenever it changes, for ever."""
        for message in self._told(f"/api/tournaments/{quote(tournament)}/live"):
            if isinstance(message, messages.TournamentState):
                yield message

    def enter(self, tournament: str) -> None:
        """Take part; ``Refused`` if one cannot."""
        self.line.ask(messages.Done, "POST", f"/api/tournaments/{quote(tournament)}/entry", {})

    def leave(self, tournament: str) -> None:
        """Take part no more."""
        self.line.ask(messages.Done, "DELETE", f"/api/tournaments/{quote(tournament)}/entry")

    def _told(self, path: str) -> Generator[Told]:
        """What is said through a socket, for ever."""
        while True:
            socket, why = self.line.open(path), ""
            try:
                while True:
                    message = self.line.understood(told, socket.recv())
                    if isinstance(message, messages.Refused):
                        why = message.error
                    else:
                        yield message
            except ConnectionClosed as closed:
                if is_final(closed):
                    raise Refused(why) from None
                time.sleep(FIRST_PAUSE)
            except OSError:
                time.sleep(FIRST_PAUSE)
            finally:
                socket.close()


def seat_choice(seat: str) -> dict[str, Any]:
    """A seat as the server's form has it.

    >>> seat_choice("level3")
    {'kind': 'computer', 'player': 'level3'}
    """
    if seat in ("me", "friend", "anybody", "here"):
        return {"kind": seat}
    if not seat:
        raise Refused("A seat is me, friend, anybody, here, or a computer such as level3.")
    return {"kind": "computer", "player": seat}
