"""One tournament at one moment, immutable: who takes part, who met whom, and what follows from it.
No input or output.

As with a table, what somebody does makes the next tournament, a revision later, or is refused with
a sentence; ``running`` keeps it, with the tables of new games, and shows it after.
"""

from collections.abc import Iterable, Mapping
from dataclasses import asdict, dataclass, replace
from functools import cached_property
from typing import Any, Self

from linden.web.errors import Refusal
from linden.web.tables.clock import TimeControl
from linden.web.texts import say
from linden.web.tournaments import pairing
from linden.web.tournaments.games import History, Pairing, Result
from linden.web.tournaments.standings import Standing, points_of, standings
from linden.web.tournaments.terms import MOST_ENTRANTS, Entrant, Kind, Status, Terms

MOST_COMPUTERS = 16
MOST_ARENA_GAMES = 2000
"""Games of one arena: what is kept is one row."""
LAPSE_SECONDS = 7 * 86_400.0
"""What nobody has begun so long after its last change is called off."""
AGAIN_SECONDS = 15.0
"""Who has waited so long in an arena would rather meet the same person again."""


@dataclass(frozen=True)
class Tournament:
    """A tournament, with what anybody may do there."""

    id: str
    organiser: str
    terms: Terms
    revision: int = 0
    """Counts every change."""
    status: Status = "open"
    round: int = 0
    entrants: tuple[Entrant, ...] = ()
    pairings: tuple[Pairing, ...] = ()
    """In the order in which they were made."""
    ends_at: float | None = None
    """When an arena's time is up, by the site's time."""
    barred: tuple[str, ...] = ()
    """Whom the organiser has removed: they do not come back."""

    # -- who

    @property
    def kind(self) -> Kind:
        return self.terms.kind

    @cached_property
    def by_number(self) -> dict[int, Entrant]:
        return {one.number: one for one in self.entrants}

    def entrant_of(self, visitor: str) -> Entrant | None:
        return next((one for one in self.entrants if visitor and one.visitor == visitor), None)

    @property
    def active(self) -> list[Entrant]:
        return [one for one in self.entrants if not one.gone]

    @property
    def people(self) -> set[str]:
        return {one.visitor for one in self.entrants if one.visitor}

    @property
    def named(self) -> set[str]:
        """All who are told of in it."""
        return {self.organiser, *self.people, *self.barred}

    @property
    def unfinished(self) -> bool:
        return self.status in ("open", "running")

    # -- games

    @property
    def rounds(self) -> int:
        """How many there are; none in an arena."""
        if self.kind == "robin":
            return pairing.rounds_of_robin(len(self.entrants))
        return self.terms.rounds if self.kind == "swiss" else 0

    @property
    def playing(self) -> list[Pairing]:
        """The games that are not over."""
        return [one for one in self.pairings if one.running]

    def game_of(self, visitor: str) -> Pairing | None:
        """The game that somebody has to play now."""
        mine = self.entrant_of(visitor)
        if mine is None:
            return None
        return next((one for one in self.playing if mine.number in one.entrants), None)

    def by_computers(self, pairing: Pairing) -> bool:
        """Whether nobody but computers plays."""
        return all(self.by_number[one].player is not None for one in pairing.entrants)

    @property
    def seeds(self) -> dict[int, int]:
        """Everybody's number by strength: the best rating first, then whoever came first."""
        order = sorted(
            self.entrants, key=lambda one: (one.rating is None, -(one.rating or 0), one.number)
        )
        return {one.number: seed for seed, one in enumerate(order)}

    @cached_property
    def standings(self) -> list[Standing]:
        return standings(
            [one.number for one in self.entrants],
            self.pairings,
            arena=self.kind == "arena",
            seeds=self.seeds,
        )

    # -- coming and going

    def _check_unfinished(self) -> None:
        if not self.unfinished:
            raise Refusal(say("This tournament is over."), 409)

    def check_welcome(self, visitor: str) -> None:
        """Refuse whom the organiser has removed."""
        if visitor in self.barred:
            raise Refusal(say("The organiser has removed you from this tournament."), 403)

    def check_open(self) -> None:
        """Refuse whoever comes too late."""
        self._check_unfinished()
        if self.status == "open":
            return
        if self.kind == "robin":
            raise Refusal(say("It has begun: everybody meets everybody, so nobody can join."), 409)
        if self.kind == "swiss" and self.round >= self.terms.late_round:
            sentence = say(
                "Round {round} has begun; one could join until then.", round=self.terms.late_round
            )
            raise Refusal(sentence, 409)

    def enter(self, visitor: str, name: str, rating: int | None, now: float) -> Self:
        """With one more, or with somebody who is back."""
        mine = self.entrant_of(visitor)
        if mine is not None and not mine.gone:
            return self
        self.check_welcome(visitor)
        if mine is not None and self.status == "running" and self.kind != "robin":
            return self._next(entrants=self._with(replace(mine, gone=False, free_since=now)))
        self.check_open()
        if mine is not None:
            return self._next(entrants=self._with(replace(mine, gone=False)))
        self._check_room()
        return self._entered(
            Entrant(self._number, visitor, None, name, rating, free_since=now), now
        )

    def enter_computer(self, organiser: str, player: str, rating: int | None, now: float) -> Self:
        """With a computer that the organiser lets take part."""
        self._check_organiser(organiser)
        if not self.terms.computers:
            raise Refusal(say("No computers take part in this tournament."), 409)
        self.check_open()
        self._check_room()
        if sum(one.player is not None for one in self.active) >= MOST_COMPUTERS:
            raise Refusal(say("{count} computers take part at most.", count=MOST_COMPUTERS), 409)
        return self._entered(Entrant(self._number, None, player, "", rating, free_since=now), now)

    @property
    def _number(self) -> int:
        return max((one.number for one in self.entrants), default=0) + 1

    def _check_room(self) -> None:
        most = MOST_ENTRANTS[self.kind]
        if len(self.active if self.status == "open" else self.entrants) >= most:
            raise Refusal(say("All {count} places are taken.", count=most), 409)

    def _entered(self, entrant: Entrant, now: float) -> Self:
        """Whoever comes late has half a point for every round that was missed."""
        missed = range(1, self.round + 1) if self.kind == "swiss" else range(0)
        half = tuple(
            Pairing(number, self._next_number(number), entrant.number, None, "half", now)
            for number in missed
        )
        return self._next(entrants=(*self.entrants, entrant), pairings=(*self.pairings, *half))

    def _next_number(self, number: int) -> int:
        return max((one.number for one in self.pairings if one.round == number), default=0) + 1

    def withdraw(self, visitor: str) -> Self:
        """Without somebody: before it has begun as if they had never come, else they are paired no
        more; the game they are playing goes on."""
        mine = self.entrant_of(visitor)
        if mine is None or mine.gone:
            return self
        return self._without(mine)

    def remove(self, organiser: str, number: int) -> Self:
        """Without somebody whom the organiser does not let go on."""
        self._check_organiser(organiser)
        found = self.by_number.get(number)
        if found is None:
            raise Refusal(say("Nobody takes part under that number."), 404)
        after = self if found.gone and self.status != "open" else self._without(found)
        barred = found.visitor and found.visitor not in self.barred and found.visitor != organiser
        if not barred:
            return after
        revision = self.revision + 1
        return replace(after, revision=revision, barred=(*self.barred, found.visitor or ""))

    def _without(self, entrant: Entrant) -> Self:
        self._check_unfinished()
        if self.status == "open":
            return self._next(entrants=tuple(one for one in self.entrants if one != entrant))
        return self._next(entrants=self._with(replace(entrant, gone=True)))

    def _with(self, *entrants: Entrant) -> tuple[Entrant, ...]:
        new = {one.number: one for one in entrants}
        return tuple(new.get(one.number, one) for one in self.entrants)

    # -- what the organiser does

    def _check_organiser(self, visitor: str) -> None:
        if visitor != self.organiser:
            raise Refusal(say("Whoever set up the tournament does that."), 403)

    def start(self, organiser: str, now: float) -> Self:
        self._check_organiser(organiser)
        self._check_unfinished()
        if self.status != "open":
            raise Refusal(say("This tournament has begun already."), 409)
        if len(self.active) < 2:
            raise Refusal(say("Two are needed at least; wait until somebody joins."), 409)
        ends = now + 60.0 * self.terms.minutes if self.kind == "arena" else None
        waiting = tuple(replace(one, free_since=now) for one in self.active)
        begun = self._next(status="running", ends_at=ends, entrants=waiting)
        return begun._paired(now)

    def cancel(self, organiser: str) -> Self:
        """End it for good; games that are being played go on by themselves and count for nobody
        here."""
        self._check_organiser(organiser)
        self._check_unfinished()
        void = tuple(replace(one, result="void") if one.running else one for one in self.pairings)
        return self._next(status="cancelled", pairings=void)

    # -- how it goes on

    def settled(self, results: Mapping[str, Result], absent: Iterable[int], now: float) -> Self:
        """With what came of games, by their tables; what is known already changes nothing. Who did
        not come to their game withdraws by it, and may come back."""
        news = {
            one: results[table]
            for one in self.playing
            if (table := one.table(self.id)) in results and results[table]
        }
        if not news:
            return self
        pairings = tuple(
            replace(one, result=news[one]) if one in news else one for one in self.pairings
        )
        away = set(absent) if self.kind != "robin" else set()
        played = {number for one in news for number in one.entrants}
        entrants = tuple(
            replace(one, free_since=now, gone=one.gone or one.number in away)
            if one.number in played
            else one
            for one in self.entrants
        )
        return self._next(pairings=pairings, entrants=entrants)

    def advanced(self, now: float) -> Self:
        """The next round, the next games, or the end, where it is time for them."""
        if self.status != "running":
            return self
        if self.kind == "arena":
            return self._arena_advanced(now)
        if self.playing:
            return self
        enough = len(self.active) >= 2
        if self.round >= self.rounds or not enough:
            return self._next(status="over")
        return self._next()._paired(now)

    def _arena_advanced(self, now: float) -> Self:
        assert self.ends_at is not None
        if now >= self.ends_at or len(self.pairings) >= MOST_ARENA_GAMES:
            return self if self.playing else self._next(status="over")
        paired = self._paired(now)
        return self if paired is self else replace(paired, revision=self.revision + 1)

    def _paired(self, now: float) -> Self:
        """With new games, the same revision."""
        made = self._new_pairings(now)
        if self.kind == "arena":
            return replace(self, round=1, pairings=(*self.pairings, *made)) if made else self
        return replace(self, round=self.round + 1, pairings=(*self.pairings, *made))

    def _new_pairings(self, now: float) -> list[Pairing]:
        history, points = History(self.pairings), points_of(self.pairings)
        if self.kind == "robin":
            everybody = [one.number for one in self.entrants]
            pairs = pairing.round_robin(everybody, self.round + 1)
            return [self._robin_game(i, pair, now) for i, pair in enumerate(pairs, 1)]
        if self.kind == "swiss":
            active = {one.number for one in self.active}
            ranked = [row.entrant for row in self.standings if row.entrant in active]
            number = self.round + 1
            return [
                Pairing(number, i, first, second, "bye" if second is None else "", now)
                for i, (first, second) in enumerate(
                    pairing.swiss(ranked, points, history, number), 1
                )
            ]
        busy = {number for one in self.playing for number in one.entrants}
        free = [one for one in self.active if one.number not in busy]
        free.sort(key=lambda one: (one.free_since, one.number))
        tired = {one.number for one in free if now - one.free_since >= AGAIN_SECONDS}
        again = tired if len(self.active) > 2 else {one.number for one in free}
        games = pairing.arena([one.number for one in free], points, history, again=again)
        return [
            Pairing(1, len(self.pairings) + i, first, second, "", now)
            for i, (first, second) in enumerate(games, 1)
        ]

    def _robin_game(self, number: int, pair: pairing.Pair, now: float) -> Pairing:
        """A game of a round robin; where somebody has withdrawn, the other has the point."""
        first, second = pair
        if second is None:
            return Pairing(self.round + 1, number, first, None, "sits out", now)
        result: Result = ""
        if self.by_number[first].gone and self.by_number[second].gone:
            result = "void"
        elif self.by_number[second].gone:
            result = "walkover"
        elif self.by_number[first].gone:
            first, second, result = second, first, "walkover"
        return Pairing(self.round + 1, number, first, second, result, now)

    def due(self, now: float) -> float | None:
        """When something is to happen by time alone if nothing happens ``now``, by the site's
        time."""
        if self.status == "open":
            return now + LAPSE_SECONDS
        if self.status != "running":
            return None
        first_moves = [one.began + self.terms.patience for one in self.playing]
        ends = [self.ends_at] if self.ends_at is not None else []
        return min([*first_moves, *ends], default=None)

    def _next(self, **changes: Any) -> Self:
        return replace(self, revision=self.revision + 1, **changes)

    # -- as it is kept

    def written(self) -> dict[str, Any]:
        return {
            "terms": asdict(self.terms),
            "round": self.round,
            "entrants": [asdict(one) for one in self.entrants],
            "pairings": [one.written() for one in self.pairings],
            "ends_at": self.ends_at,
            "barred": list(self.barred),
        }

    @classmethod
    def read(cls, facts: dict[str, Any], **columns: Any) -> "Tournament":
        """What was written, with the columns of its row."""
        clock = facts["terms"]["clock"]
        terms = {**facts["terms"], "clock": TimeControl(**clock) if clock else None}
        return cls(
            **columns,
            terms=Terms(**terms),
            round=facts["round"],
            entrants=tuple(Entrant(**one) for one in facts["entrants"]),
            pairings=tuple(Pairing.read(one) for one in facts["pairings"]),
            ends_at=facts["ends_at"],
            barred=tuple(facts["barred"]),
        )
