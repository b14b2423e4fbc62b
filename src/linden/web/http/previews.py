"""What a link shows where it is pasted: words for the page's head, and a picture.

A preview is for everybody: of a table it shows what somebody without a seat may see, whoever asks.
Without the address of a table, or the key of a seat, there is nothing to be had.
"""

from html import escape
from typing import Annotated

from fastapi import APIRouter, Query, Request, Response

from linden.core.wording import plain
from linden.web.errors import Refusal
from linden.web.http import cards, forms, showcase
from linden.web.http.answers import file, for_everybody
from linden.web.http.hosts import Origin, written
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Services
from linden.web.tables.scene import redacted
from linden.web.tables.table import Table
from linden.web.texts import say

router = APIRouter(prefix="/api", route_class=CarefulRoute)

KEPT_SECONDS = 300
NOBODY = ""
"""The visitor who has no seat anywhere."""


# -- the words


def head(request: Request, title: str, description: str, picture: str) -> str:
    """The lines of a page's head that are for previews; ``picture`` is a path."""
    origin = address(request)
    named = {
        "og:site_name": "Linden",
        "og:type": "website",
        "og:title": title,
        "og:description": description,
        "og:image": f"{origin}{picture}",
        "og:image:type": "image/png",
        "og:image:width": str(cards.WIDE),
        "og:image:height": str(cards.HIGH),
        "og:image:alt": title,
    }
    lines = [
        f'<meta property="{name}" content="{escape(value)}" />' for name, value in named.items()
    ]
    return "\n    ".join([*lines, '<meta name="twitter:card" content="summary_large_image" />'])


def address(request: Request) -> str:
    """Where others find this server: as it is known in public, or as it was asked for."""
    public: Origin | None = request.app.hosts.public
    if public is None:
        return f"{request.url.scheme}://{request.url.netloc}"
    return written(public)


def of_linden(request: Request) -> str:
    return head(request, "Linden", slogan(), "/api/preview.png")


def slogan() -> str:
    return say("Good games, one quiet table")


def of_game(request: Request, game: str) -> str:
    facts = forms.game_named(game).told
    return head(request, facts.title, facts.summary, f"/api/games/{game}/preview.png")


async def of_table(request: Request, here: Services, table: str) -> str:
    """Of a table, for whoever has its address; of Linden where there is none."""
    try:
        found = (await here.tables.get(table)).table
    except Refusal:
        return of_linden(request)
    picture = f"/api/tables/{table}/preview.png?version={found.version}"
    return head(request, f"{found.game.title}: {people(found)}", status(found), picture)


async def of_seat(request: Request, here: Services, key: str) -> str:
    """Of an invitation, for whoever has its key."""
    which, _ = await here.tables.invitation(key)
    table = (await here.tables.get(which)).table
    title = say("A seat for you: {game}", game=table.game.title)
    picture = f"/api/join/{key}/preview.png?version={table.version}"
    return head(request, title, table.game.told.summary, picture)


def people(table: Table) -> str:
    """Who plays."""
    return say(" and ").join(sitter.label for sitter in table.seats)


def status(table: Table) -> str:
    """How it stands, as everybody may know."""
    if table.over:
        return plain(table.result_text())
    return redacted(table.position, table.perspective(NOBODY)).status


# -- the pictures


async def painted(here: Services, drawing: str) -> Response:
    return Response(
        await here.painter.paint(drawing),
        media_type="image/png",
        headers=for_everybody(KEPT_SECONDS),
    )


@router.get("/preview.png", **file("image/png"))
async def linden_picture(here: Here, caller: Calling) -> Response:
    """Linden itself, as links show it."""
    here.limits.take("pictures", caller)
    return await painted(here, cards.card("Linden", [slogan()]))


@router.get("/games/{name}/preview.png", **file("image/png"))
async def game_picture(name: str, here: Here, caller: Calling) -> Response:
    """A game, as links to it show it."""
    game = forms.game_named(name)
    here.limits.take("pictures", caller)
    ply = showcase.middle(name)
    found = showcase.positions(name)[ply]
    return await painted(here, cards.game_card(game, redacted(found, None)))


Version = Annotated[int | None, Query(ge=0)]


@router.get("/tables/{table}/preview.png", **file("image/png"))
async def table_picture(
    table: str, here: Here, caller: Calling, version: Version = None
) -> Response:
    """A table, as links to it show it: what everybody may see. ``version`` only tells apart what
    others keep."""
    here.limits.take("pictures", caller)
    return await painted(here, table_card((await here.tables.get(table)).table))


@router.get("/join/{key}/preview.png", **file("image/png"))
async def seat_picture(key: str, here: Here, caller: Calling, version: Version = None) -> Response:
    """The table of a free seat, as the link to it shows it."""
    here.limits.take("pictures", caller)
    which, seat = await here.tables.invitation(key)
    return await painted(here, table_card((await here.tables.get(which)).table, seat))


def table_card(table: Table, near: int | None = None) -> str:
    seen = redacted(table.position, table.perspective(NOBODY))
    return cards.card(table.game.title, [people(table), status(table)], cards.board(seen, near))
