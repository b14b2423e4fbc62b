"""The first page: one's tables, one's name, all games; and whether the server is well."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Annotated, Any

from fastapi import APIRouter, Query

import linden
from linden.core import registry
from linden.core.game import Game
from linden.core.wording import plain
from linden.web import messages, texts
from linden.web.errors import Refusal, game_fault
from linden.web.http import forms, lessons
from linden.web.http.games import ready
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Services
from linden.web.limits import Caller
from linden.web.messages import TableCard
from linden.web.people.ids import is_account
from linden.web.store.models import TableRow
from linden.web.tables.clock import Clock
from linden.web.tables.endings import decided
from linden.web.tables.making import plain_name
from linden.web.tables.sitters import Sitter
from linden.web.texts import say

router = APIRouter(prefix="/api", route_class=CarefulRoute)

OPEN_CARDS, RECENT_CARDS, MORE_CARDS = 6, 12, 24
DRAWINGS = 4
"""So many drawings on a list cost as much as a request."""
MOST_TABLES = 100_000


@router.get("/health")
async def health() -> dict[str, object]:
    """That the server answers, and which version it is."""
    return {"ok": True, "version": linden.__version__}


@router.get("/texts")
async def page_texts(lang: str | None = None) -> messages.Texts:
    """The page's texts in the reader's language: what differs from its key, so nothing in
    English."""
    wanted = texts.preferred(lang) if lang else texts.language.get()
    sentences, counted, form = texts.say.catalogue(wanted)
    forms = "".join(str(form(number)) for number in range(200)) if counted else ""
    told = {one: list(every) for one, every in counted.items()}
    return messages.Texts(sentences=sentences, counted=told, forms=forms)


@router.get("/languages")
async def page_languages() -> dict[str, str]:
    """The languages there are, as those call them who read them."""
    return texts.names()


@router.get("/home")
async def home(here: Here, caller: Calling) -> messages.Home:
    """The first page: every game, and where this visitor left off."""
    store, visitor = here.store, caller.visitor
    name = await store.name_of(visitor)
    running = await store.tables_of(visitor, over=False, most=OPEN_CARDS + 1)
    recent = await store.tables_of(visitor, over=True, most=RECENT_CARDS + 1)
    return messages.Home(
        you=messages.You(name=name, account=is_account(visitor)),
        games=forms.of_each(lambda game: forms.card(game, ready(here, game))),
        invitations=(await here.agendas.of(visitor)).invitations if is_account(visitor) else [],
        seeking=await seeking(here, visitor),
        open=await cards(here, running[:OPEN_CARDS], caller),
        recent=await cards(here, recent[:RECENT_CARDS], caller),
        more_open=len(running) > OPEN_CARDS,
        more_recent=len(recent) > RECENT_CARDS,
        lessons=lessons.cards(await store.learning(visitor)),
    )


async def seeking(here: Services, visitor: str) -> int:
    """How many open challenges a visitor could take now."""
    found = (await here.seeks.of(visitor)).seeks
    return sum(not one.yours and one.objection is None for one in found)


@router.get("/tables")
async def more_tables(
    here: Here, caller: Calling, over: bool, skip: Annotated[int, Query(ge=0, le=MOST_TABLES)] = 0
) -> messages.Tables:
    """One's tables beyond those that the first page lists, some at a time."""
    rows = await here.store.tables_of(caller.visitor, over=over, most=MORE_CARDS + 1, skip=skip)
    shown = await cards(here, rows[:MORE_CARDS], caller)
    return messages.Tables(tables=shown, more=len(rows) > MORE_CARDS)


async def cards(here: Services, rows: list[TableRow], caller: Caller) -> list[TableCard]:
    """Tables in a few words; those that go on with a drawing. Drawings are most of what such a list
    costs: they count, and one is made after the other, so that nobody who plays waits for all."""
    visitor, now = caller.visitor, here.tables.timekeeper.now()
    here.limits.take("requests", caller, cost=sum(not row.ended for row in rows) / DRAWINGS)
    found = []
    for row in rows:
        drawing = None
        if not row.ended:
            async with here.tables.painting.turn(caller.owner):
                drawing = await small(here, row, visitor)
                await asyncio.sleep(0)
        found.append(card(row, visitor, drawing, now))
    return [it for it in found if it is not None]


async def small(here: Services, row: TableRow, visitor: str) -> str | None:
    """A drawing of the table for its card, if there can be one."""
    with left_out():
        return (await here.tables.as_listed(row)).shared.picture(visitor)
    return None


def card(row: TableRow, visitor: str, drawing: str | None, now: float) -> TableCard | None:
    """A table as a list shows it; none where its game is not here any more, or goes wrong."""
    with left_out():
        return table_card(row, visitor, drawing, now)
    return None


@contextmanager
def left_out() -> Iterator[None]:
    """Do without what a game does not tell, or tells wrongly: others on the list are not kept
    back."""
    try:
        yield
    except Refusal:
        pass
    except Exception as error:
        if game_fault(error) is None:  # an answer of a game's, perhaps, that others stumble over
            forms.once(f"A table is left out of a list: {registry.cause(error)}")


def ended(row: TableRow, game: Game) -> str:
    """How it ended. A table keeps it in English; nothing is replayed to tell it to others."""
    how: Any = row.ended
    told = decided(game, how, row.loser)
    return game.retold(row.result) if told is None else plain(told)


def left_on_turn(row: TableRow, now: float) -> float | None:
    """The time of whoever is to move, where it runs."""
    clock = Clock.read(row.clock) if row.clock and not row.ended else None
    if clock is None or clock.running is None:
        return None
    return clock.left_at(now)[clock.running]


def table_card(row: TableRow, visitor: str, drawing: str | None, now: float) -> TableCard:
    game = forms.game_named(row.game, **row.options)
    sitters = [
        Sitter(seat.kind, seat.visitor, seat.name, seat.player)  # type: ignore[arg-type]
        for seat in row.seats
    ]
    turn = sitters[row.turn]
    if row.ended:
        status = ended(row, game)
    elif row.seek is not None:
        status = say("Waiting until somebody takes the challenge.")
    elif turn.visitor == visitor:
        status = say("Your move.")
    elif turn.kind == "open":
        status = say("Waiting for a friend to sit down.")
    elif turn.kind == "computer":
        status = say("The computer is to move.")
    else:
        status = say("Waiting for {name}.", name=turn.label)
    return TableCard(
        id=row.id,
        game=row.game,
        title=game.title,
        seats=[
            say("You") if sitter.visitor == visitor and not sitter.name else sitter.label
            for sitter in sitters
        ],
        roles=list(game.roles),
        status=status,
        updated=row.updated,
        yours=not row.ended and row.seek is None and turn.visitor == visitor,
        over=bool(row.ended),
        moves=row.plies,
        left=left_on_turn(row, now),
        drawing=drawing,
    )


@router.put("/you")
async def rename(wish: messages.NewName, here: Here, caller: Calling) -> messages.You:
    """Be called otherwise from now on, at tables where one sits already too."""
    here.limits.take("names", caller)
    if is_account(caller.visitor):
        raise Refusal(say("At the table you bear the name of your account."), 409)
    name = plain_name(wish.name)
    await here.tables.rename(caller.visitor, name)
    return messages.You(name=name)
