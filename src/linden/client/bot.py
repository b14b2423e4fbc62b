"""A player of one's own at a server: it sits down when it is invited, offers challenges, takes part
in tournaments, and plays wherever it sits.

Each table has a thread and a player of its own; what there is to do is told by the server, all of
it each time, so whatever happened while the line or the server was gone makes no difference.
"""

import random
import threading
import time
from collections.abc import Callable, Collection
from dataclasses import dataclass

from linden.client.client import Client
from linden.client.errors import LineLost, Refused
from linden.client.state import State
from linden.client.table import Table
from linden.core.errors import GameError, OptionError
from linden.core.game import Game, games, load
from linden.players.player import Player
from linden.players.registry import parse, player
from linden.web.messages import (
    Agenda,
    ClockChoice,
    RunningTable,
    SeatOffer,
    TournamentPlayer,
    TournamentState,
)

ROLL = "roll"
MOVES_TO_GO = 30
"""For so many moves the time for a whole game is to last, as far as anybody knows."""
LEAST_SECONDS = 0.02
MOST_REFUSALS = 3
"""So many moves of one position are refused before the table is given up."""


@dataclass(frozen=True)
class Challenges:
    """What a bot offers to anybody in the lobby: one challenge in each of these games, by the usual
    rules."""

    names: Collection[str] = ()
    clock: ClockChoice | None = None
    rated: bool = False


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
        challenges: Challenges | None = None,
        tournaments: Collection[str] = (),
    ) -> None:
        parse(text)  # what is no player is told at once, and not where somebody waits for it
        self._client = client
        self._text = text
        """The player, as it is written everywhere."""
        self._tell = tell
        self._names = set(names or games())
        self._seconds = seconds
        self._most = most
        self._challenges = challenges or Challenges()
        self._tournaments = tournaments
        self._lock = threading.RLock()
        """Held while it is looked at what there is to do: tables that end look, too."""
        self._playing: dict[str, threading.Thread] = {}
        self._offered: set[str] = set()
        """Tables at which its own challenges wait for somebody."""
        self._left: set[str] = set()
        """Tables that are over or were given up, and invitations that were told of."""
        self._refused = ""
        """Why no challenge could be offered last, which is told once."""
        client.line.told = tell

    def run(self) -> None:
        """Play until the server says that this token is good no more, which is ``Refused``."""
        who = self._client.holder()
        if who.scope != "play":
            raise Refused("This token reads and does nothing else; playing needs another.")
        self._tell(f"{who.name} is at {self._client.line.url}, and waits to be invited.")
        for tournament in self._tournaments:
            self._enter(tournament)
        for agenda in self._client.agendas():
            with self._lock:  # what is over is never told of again
                known = {one.id for one in agenda.tables} | {one.key for one in agenda.invitations}
                self._left &= known
            self.attend(agenda)

    def attend(self, agenda: Agenda) -> None:
        """Begin what there is to be done."""
        with self._lock:
            names = self._challenges.names
            self._offered = {one.id for one in agenda.tables if one.waiting and one.game in names}
            for one in agenda.tables:
                if not one.waiting and self._begins(one.id) and self._room():
                    if self._lapsed(one):
                        self._offered.add(one.id)
                    else:
                        self._begin(one.id)
            for offer in agenda.invitations:
                self._consider(offer)
            self._offer(agenda)

    def _begins(self, table: str) -> bool:
        return table not in self._playing and table not in self._left

    def _room(self) -> bool:
        return len(self._playing) + len(self._offered) < self._most

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

    # -- open challenges

    def _offer(self, agenda: Agenda) -> None:
        """Let there be a challenge in each of the games that are offered, as far as there is
        room."""
        if not self._unoffered(agenda):
            return
        try:
            # What was told may be from before the last one was offered.
            for name in self._unoffered(self._client.agenda()):
                if not self._room():
                    return
                seats = ["me", *["anybody"] * (load(name).players - 1)]
                random.shuffle(seats)
                table = self._client.open(
                    name, seats, rated=self._challenges.rated, clock=self._challenges.clock
                )
                self._offered.add(table.id)
                self._refused = ""
                self._tell(f"Offers {load(name).title} to anybody, at table {table.id}.")
        except (Refused, LineLost) as error:
            if self._refused != str(error):
                self._refused = str(error)
                self._tell(f"No challenge is offered: {error}")

    def _unoffered(self, agenda: Agenda) -> list[str]:
        """The games in which a challenge is missing."""
        there = {one.game for one in agenda.tables if one.waiting or one.id in self._offered}
        return [name for name in self._challenges.names if name not in there]

    def _lapsed(self, table: RunningTable) -> bool:
        """Whether a challenge that has lapsed, as nobody was here, stands again."""
        if table.version or not table.free or table.game not in self._challenges.names:
            return False
        try:
            self._client.offer(table.id)
        except Refused:  # somebody sits there, or it was none
            return False
        except LineLost as error:  # it is looked at again when the line stands
            self._tell(str(error))
        return True

    # -- tournaments

    def _enter(self, tournament: str) -> None:
        """Take part to the end; ``Refused`` if this bot cannot."""
        tournament = tournament.rstrip("/").rpartition("/")[2]
        facts = self._client.tournament(tournament).facts
        if facts.game not in self._names:
            raise Refused(f"{facts.name} is played in {facts.title}, which this bot does not play.")
        self._client.enter(tournament)
        self._tell(f"Takes part in {facts.name}.")
        name = f"tournament {tournament}"
        threading.Thread(target=self._follow, args=(tournament,), name=name, daemon=True).start()

    def _follow(self, tournament: str) -> None:
        """Play a tournament's games at once, whatever else is played: others wait for them."""
        try:
            for state in self._client.every_tournament(tournament):
                mine = next((one for one in state.standings if one.you), None)
                if mine is None or state.facts.status in ("over", "cancelled"):
                    self._tell(outcome(state, mine))
                    return
                if mine.gone:
                    self._return(tournament)
                if state.table is not None:
                    self._begin(state.table)
        except Exception as error:  # a thread that nobody waits for says itself what it died of
            self._tell(f"Tournament {tournament} is left: {error}")

    def _return(self, tournament: str) -> None:
        """Be there again: who has missed a game is called again when they come back."""
        try:
            self._client.enter(tournament)
        except LineLost as error:  # the next that is told of the tournament asks again
            self._tell(str(error))

    # -- at one table

    def _begin(self, table: str) -> None:
        with self._lock:
            if not self._begins(table):
                return
            name = f"table {table}"
            thread = threading.Thread(target=self._play, args=(table,), name=name, daemon=True)
            self._playing[table] = thread
            thread.start()

    def _play(self, name: str) -> None:
        """Play a game to its end; whatever goes wrong is told."""
        try:
            with self._client.table(name) as table:
                self._play_on(table)
        except Exception as error:  # a thread that nobody waits for says itself what it died of
            self._tell(f"Table {name} is left: {error}")
        with self._lock:
            self._left.add(name)
            del self._playing[name]
        try:  # there is room for another, which nobody tells of
            self.attend(self._client.agenda())
        except Exception as error:  # likewise
            self._tell(str(error))

    def _play_on(self, table: Table) -> None:
        state = table.state
        if not state.seats:
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


def outcome(state: TournamentState, mine: TournamentPlayer | None) -> str:
    """What has come of a tournament, in a sentence."""
    name = state.facts.name
    if state.facts.status == "cancelled":
        return f"{name} is called off."
    if mine is None:
        return f"{name} goes on without this bot."
    return f"{name} is over: place {mine.place} of {len(state.standings)}, {mine.points:g} points."


def thinking_time(state: State, most: float | None) -> float | None:
    """Seconds for a move: as many as were given, and what the table's clock leaves for one."""
    clock = state.told.clock
    if clock is None or most is None:
        return most
    left = clock.left[state.position.turn]
    share = left / 2 if clock.kind == "turn" else left / MOVES_TO_GO + clock.increment / 2
    return min(most, max(share, LEAST_SECONDS))
