"""A table that is open: what happens there, and what one does."""

import json
import time
from collections.abc import Iterator
from typing import Any

from pydantic import TypeAdapter
from websockets.exceptions import ConnectionClosed

from linden.client.errors import Refused
from linden.client.line import FIRST_PAUSE, Closing, Line, Wire, is_final
from linden.client.state import State
from linden.web import messages

heard: TypeAdapter[messages.ServerMessage] = TypeAdapter(messages.ServerMessage)


class Table(Closing):
    """One table, live. The line is opened again whenever it is lost: what is shown is always all of
    the table, so nothing is missed but what was in between."""

    def __init__(self, line: Line, table: str) -> None:
        self.id = table
        self._line = line
        self._socket: Wire | None = None
        self._asked: Wire | None = None
        """Where something else than a move was asked for, whose refusal may still come."""
        self._state: State | None = None

    def close(self) -> None:
        if self._socket is not None:
            self._socket.close()
            self._socket = None

    @property
    def state(self) -> State:
        """The table as it was shown last."""
        return self._state if self._state is not None else self.next()

    # -- what happens

    def next(self) -> State:
        """The next state: waits until something happens."""
        while True:
            message = self._hear()
            if isinstance(message, messages.State):
                return self._take(message)

    def turns(self) -> Iterator[State]:
        """Each state in which it is one's turn, to the end of the game. Play before asking for the
        next."""
        while not self.state.over:
            shown = self.state
            if shown.yours:
                yield shown
            if self.state is shown:
                self.next()

    def _take(self, message: messages.State) -> State:
        """Have this as the state, and ask for what is covered in it."""
        self._state = state = State(message)
        covered = message.viewer.covered
        if covered is not None:  # several seats of one's own: the one that is to look
            self._send(type="uncover", seat=covered)
        return state

    def _hear(self) -> messages.ServerMessage:
        """The next message. Before it hangs up, the server says why; whether for good, the code of
        the closed line tells."""
        why = "The table is closed to you."
        while True:
            if self._socket is None:
                self._socket = self._line.open(f"/api/tables/{self.id}/live")
            try:
                message = self._line.understood(heard, self._socket.recv())
            except ConnectionClosed as closed:
                self.close()
                if is_final(closed):
                    raise Refused(why) from None
                time.sleep(FIRST_PAUSE)
            except OSError:
                self.close()
                time.sleep(FIRST_PAUSE)
            else:
                if not isinstance(message, messages.Refused) or message.version >= 0:
                    return message
                why = message.error

    # -- what one does

    def play(self, move: str) -> State:
        """Make a move; the state after it, or ``Refused``. If the line is lost meanwhile the move
        counts once."""
        before = self.state
        while True:
            asked, self._asked = self._asked, None
            if asked is not None:
                self._send(type="ping")
            self._send(type="move", version=before.version, move=move)
            socket = self._socket
            if asked is not socket:
                asked = None
            while True:
                message = self._hear()
                if isinstance(message, messages.Pong):  # all that was asked before is answered
                    asked = None
                if isinstance(message, messages.Refused) and asked is None:
                    raise Refused(message.error, retry=message.retry)
                if isinstance(message, messages.State):
                    state = self._take(message)
                    if message.version != before.version:
                        return state
                    if self._socket is not socket:  # the line was lost before it was kept
                        break

    def resign(self, seat: int | None = None) -> None:
        """Give up: the game is over, or a computer plays on for this seat."""
        self._ask(type="resign", seat=seat)

    def say(self, phrase: messages.Phrase) -> None:
        """One of the ready phrases, to the other players."""
        self._ask(type="say", phrase=phrase)

    def answer(self, offer: str, *, yes: bool) -> None:
        """Yes or no to what another player asks for: ``takeback`` or ``draw``."""
        self._ask(type="answer", version=self.state.version, offer=offer, yes=yes)

    def _ask(self, **message: Any) -> None:
        """Send something else than a move; nobody waits for what becomes of it."""
        self._send(**message)
        self._asked = self._socket

    def _send(self, **message: Any) -> None:
        if self._socket is None:
            self.next()
        try:
            assert self._socket is not None
            self._socket.send(json.dumps(message))
        except (ConnectionClosed, OSError):
            self.close()
