"""A tournament as one visitor is shown it, in their language. No input or output."""

from collections.abc import Mapping
from dataclasses import asdict, dataclass, field
from typing import Any

from linden.core.errors import GameError, OptionError
from linden.core.language import language
from linden.web.errors import Refusal
from linden.web.messages import ClockCard
from linden.web.messages.tournaments import (
    TournamentFacts,
    TournamentGame,
    TournamentPlayer,
    TournamentState,
)
from linden.web.people.ids import is_account, is_bot
from linden.web.tables.agenda import title_of
from linden.web.tables.view import control_told
from linden.web.texts import say
from linden.web.tournaments.games import Pairing
from linden.web.tournaments.standings import Standing
from linden.web.tournaments.tables import game_of, sitter_of
from linden.web.tournaments.terms import Entrant
from linden.web.tournaments.tournament import Tournament

MOST_ARENA_GAMES = 60
"""Games of an arena that are shown, the latest."""

Names = Mapping[str, str]
"""What visitors are called now."""


def facts(tournament: Tournament, known: Names, visitor: str) -> TournamentFacts:
    """What is played there, and how."""
    terms, control = tournament.terms, tournament.terms.clock
    mine = tournament.entrant_of(visitor)
    try:
        rules = list(game_of(tournament).chosen_rules)
    except (GameError, OptionError):  # the game is not here any more
        rules = []
    begun = tournament.kind == "swiss" or tournament.status != "open"
    return TournamentFacts.model_construct(
        id=tournament.id,
        name=terms.name or say("{game} tournament", game=title_of(terms.game)),
        kind=terms.kind,
        game=terms.game,
        title=title_of(terms.game),
        rules=rules,
        clock=ClockCard.model_construct(**asdict(control), name=control_told(control))
        if control
        else None,
        rated=terms.rated,
        computers=terms.computers,
        rounds=tournament.rounds if begun else 0,
        minutes=terms.minutes,
        status=tournament.status,
        round=tournament.round,
        entrants=len(tournament.entrants),
        organiser=_called(tournament.organiser, known.get(tournament.organiser, "")),
        yours=mine is not None and not mine.gone,
    )


@dataclass(frozen=True)
class Told:
    """What everybody is told alike, in one language."""

    players: list[TournamentPlayer]
    games: list[TournamentGame]


@dataclass(frozen=True)
class Board:
    """A tournament at one moment, with the names of then; what all who look at it are told alike is
    put into words once."""

    tournament: Tournament
    names: Names
    _told: dict[str, Told] = field(default_factory=dict)

    @property
    def told(self) -> Told:
        """In the language of whoever is spoken to."""
        spoken = language.get()
        if spoken not in self._told:
            players = [
                _player(self.tournament, row, self.names) for row in self.tournament.standings
            ]
            games = [_game(self.tournament, one) for one in _shown_games(self.tournament)]
            self._told[spoken] = Told(players, games)
        return self._told[spoken]


def _shown_games(tournament: Tournament) -> list[Pairing]:
    if tournament.kind != "arena":
        return sorted(tournament.pairings, key=lambda one: (-one.round, one.number))
    latest = tournament.pairings[::-1]
    running = [one for one in latest if one.running]
    return [*running, *[one for one in latest if not one.running][:MOST_ARENA_GAMES]]


def state(board: Board, visitor: str, now: float) -> TournamentState:
    """All of it."""
    tournament, known = board.tournament, board.names
    me = tournament.entrant_of(visitor)
    mine = tournament.game_of(visitor)
    ends = tournament.ends_at
    players = board.told.players
    if me is not None:
        players = [
            one.model_copy(update={"you": True}) if one.number == me.number else one
            for one in players
        ]
    return TournamentState.model_construct(
        type="tournament",
        facts=facts(tournament, known, visitor),
        organises=bool(visitor) and visitor == tournament.organiser,
        objection=objection(tournament, visitor),
        late_round=tournament.terms.late_round,
        left=None if ends is None or tournament.status != "running" else max(0.0, ends - now),
        patience=round(tournament.terms.patience),
        table=None if mine is None else mine.table(tournament.id),
        standings=players,
        games=board.told.games,
    )


def objection(tournament: Tournament, visitor: str) -> str | None:
    """Why somebody cannot join, as far as everybody may know."""
    mine = tournament.entrant_of(visitor)
    try:
        tournament.check_welcome(visitor)
        if mine is not None and (not mine.gone or tournament.kind != "robin"):
            return None
        check_kind(tournament, visitor)
        tournament.check_open()
    except Refusal as refusal:
        return refusal.sentence
    return None


def check_kind(tournament: Tournament, visitor: str) -> None:
    """Refuse whoever a tournament is not for."""
    if tournament.terms.clock is None:
        raise Refusal(say("Only computers play in this tournament."), 409)
    if is_bot(visitor) and not tournament.terms.computers:
        raise Refusal(say("No computers take part in this tournament."), 403)
    if tournament.terms.rated and not is_account(visitor):
        raise Refusal(say("Rated games are for accounts; sign in first."), 403)


def numbered_label(tournament: Tournament, entrant: Entrant) -> str:
    """What a computer is called, with a number where another of its level takes part too."""
    same = [one.number for one in tournament.entrants if one.player == entrant.player]
    label = sitter_of(entrant).label
    return label if len(same) == 1 else f"{label} {same.index(entrant.number) + 1}"


def _player(tournament: Tournament, row: Standing, known: Names) -> TournamentPlayer:
    entrant = tournament.by_number[row.entrant]
    called = known.get(entrant.visitor or "", entrant.name)
    name = _called(entrant.visitor, called)
    if entrant.player is not None:
        name = numbered_label(tournament, entrant)
    facts: dict[str, Any] = {
        "number": entrant.number,
        "name": name,
        "account": called if is_account(entrant.visitor) else None,
        "computer": entrant.player is not None,
        "rating": entrant.rating,
        "place": row.place,
        "points": row.points / 2,
        "buchholz": row.buchholz / 2,
        "sonneborn_berger": row.sonneborn_berger / 4,
        "won": row.won,
        "drawn": row.drawn,
        "lost": row.lost,
        "gone": entrant.gone,
        "you": False,
    }
    return TournamentPlayer.model_construct(**facts)


def _called(visitor: str | None, name: str) -> str:
    return sitter_of(Entrant(0, visitor, name=name)).label


def _game(tournament: Tournament, pairing: Pairing) -> TournamentGame:
    there = pairing.running or pairing.played or pairing.result == "void"
    return TournamentGame.model_construct(
        round=pairing.round,
        first=pairing.first,
        second=pairing.second,
        result=pairing.result,
        table=pairing.table(tournament.id) if there and pairing.second is not None else None,
    )


def people_of(tournament: Tournament) -> set[str]:
    """Whose names are shown."""
    return tournament.people | {tournament.organiser}
