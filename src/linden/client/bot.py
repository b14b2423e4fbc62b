"""A player of one's own at a server: it sits down when it is invited, and plays wherever it sits.

Each table has a thread and a player of its own; what there is to do is told by the server, all of
it each time, so whatever happened while the line or the server was gone makes no difference.
"""

import threading
import time
from collections.abc import Callable, Collection

from linden.client.client import Client
from linden.client.errors import LineLost, Refused
from linden.client.state import State
from linden.client.table import Table
from linden.core.errors import GameError, OptionError
from linden.core.game import Game, games, load
from linden.players.player import Player
from linden.players.registry import parse, player
from linden.web.messages import Agenda, SeatOffer

ROLL = "roll"
MOVES_TO_GO = 30
"""For so many moves the time for a whole game is to last, as far as anybody knows."""
LEAST_SECONDS = 0.02
MOST_REFUSALS = 3
"""So many moves of one position are refused before the table is given up."""


class Bot:
    """Sits at a server and plays; ``tell`` is called with a sentence about everything it does."""

    def __init__(
        self,
        client: Client,
        text: str,
        tell: Callable[[str], None],
        *,
        names: Collection[str] = (),
        seconds: float | None = None,
        most: int = 4,
    ) -> None:
        parse(text)  # what is no player is told at once, and not where somebody waits for it
        self._client = client
        self._text = text
        """The player, as it is written everywhere."""
        self._tell = tell
        self._names = set(names or games())
        self._seconds = seconds
        self._most = most
        self._playing: dict[str, threading.Thread] = {}
        self._left: set[str] = set()
        """Tables that were given up, and invitations that were told of."""
        client.line.told = tell

    def run(self) -> None:
        """Play until the server says that this token is good no more, which is ``Refused``."""
        who = self._client.holder()
        if who.scope != "play":
            raise Refused("This token reads and does nothing else; playing needs another.")
        self._tell(f"{who.name} is at {self._client.line.url}, and waits to be invited.")
        for agenda in self._client.agendas():
            self.attend(agenda)

    def attend(self, agenda: Agenda) -> None:
        """Begin what there is to be done."""
        self._playing = {table: one for table, one in self._playing.items() if one.is_alive()}
        for one in agenda.tables:
            if one.id not in self._playing and one.id not in self._left and self._room():
                self._begin(one.id)
        for offer in agenda.invitations:
            self._consider(offer)

    def _room(self) -> bool:
        return len(self._playing) < self._most

    def _consider(self, offer: SeatOffer) -> None:
        reason = self._objection(offer)
        try:
            if reason:
                self._tell(f"{offer.by} invites to {offer.game}, which is declined: {reason}")
                self._client.decline(offer.key)
            elif self._room():
                self._tell(f"{offer.by} invites to {offer.game}; sitting down.")
                self._begin(self._client.join(offer.key).id)
            elif offer.key not in self._left:
                self._left.add(offer.key)
                self._tell(f"{offer.by} invites to {offer.game}, and waits: all tables are taken.")
        except (Refused, LineLost) as error:
            self._tell(str(error))

    def _objection(self, offer: SeatOffer) -> str:
        """Why an invitation cannot be accepted; empty if it can."""
        if offer.game not in self._names:
            return f"this bot plays {', '.join(sorted(self._names))}."
        try:
            load(offer.game, **offer.options)
        except (GameError, OptionError) as error:
            return str(error)
        return ""

    def _begin(self, table: str) -> None:
        if table in self._playing:
            return
        name = f"table {table}"
        thread = threading.Thread(target=self._play, args=(table,), name=name, daemon=True)
        self._playing[table] = thread
        thread.start()

    # -- at one table

    def _play(self, name: str) -> None:
        """Play a game to its end; whatever goes wrong is told."""
        try:
            with self._client.table(name) as table:
                self._play_on(table)
        except Exception as error:  # a thread that nobody waits for says itself what it died of
            self._left.add(name)
            self._tell(f"Table {name} is left: {error}")

    def _play_on(self, table: Table) -> None:
        state = table.state
        if not state.seats:
            self._left.add(table.id)
            return
        who = " and ".join(state.opponents)
        self._tell(f"Table {table.id}: {state.game.title} with {who}.")
        mind: Player | None = None
        try:
            mind = self._player(state.game)
            while not state.over:
                self._answer(table, state)
                state = self._turn(table, state, mind) if state.yours else table.next()
        except (Refused, LineLost):
            raise
        except Exception as error:  # nobody waits for a program or a player that cannot play
            self._left.add(table.id)
            self._tell(f"Table {table.id} is resigned: {error}")
            table.resign()
            table.next()
            return
        finally:
            if mind is not None:
                mind.close()
        won = bool(set(state.seats) & set(state.winners))
        end = "won" if won else "lost" if state.winners else "drawn"
        if state.called_off:
            end = "called off"
        self._tell(f"Table {table.id} is {end} after {len(state.history)} moves.")

    def _player(self, game: Game) -> Player:
        made = player(game, self._text)
        if self._seconds is not None:
            made.give(self._seconds, None)
        return made

    def _answer(self, table: Table, state: State) -> None:
        """Whatever is asked for, the game goes on."""
        for offer in state.told.offers:
            if offer.answer:
                table.answer(offer.kind, yes=False)

    def _choice(self, state: State, mind: Player) -> str:
        """The player's move, in time."""
        most, nodes = mind.budget
        seconds = thinking_time(state, most)
        if seconds == most:
            return mind.choose(state.position).move
        return mind.choose(state.position, seconds=seconds, nodes=nodes).move

    def _turn(self, table: Table, state: State, mind: Player) -> State:
        """Make a move; the state after it."""
        refused = 0
        while refused < MOST_REFUSALS:
            move = ROLL if state.moves == [ROLL] else self._choice(state, mind)
            try:
                return table.play(move)
            except Refused as refusal:
                self._tell(f"Table {table.id}: {move} is refused: {refusal}")
                if refusal.retry is None:
                    refused += 1
                else:  # it could not be kept this time, which is not the move's fault
                    time.sleep(refusal.retry)
                state = table.state
                if not state.yours:
                    return state
        raise Refused("the server refuses its moves.")


def thinking_time(state: State, most: float | None) -> float | None:
    """Seconds for a move: as many as were given, and what the table's clock leaves for one."""
    clock = state.told.clock
    if clock is None or most is None:
        return most
    left = clock.left[state.position.turn]
    share = left / 2 if clock.kind == "turn" else left / MOVES_TO_GO + clock.increment / 2
    return min(most, max(share, LEAST_SECONDS))
