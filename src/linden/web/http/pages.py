"""What a browser opens: the page, its files, colours, and the keeper's own door."""

from functools import cache

from fastapi import APIRouter, Request, Response
from fastapi.responses import RedirectResponse

from linden.core.game import games, load
from linden.core.svg import stylesheet
from linden.web.errors import Refusal
from linden.web.http import forms, lessons, previews
from linden.web.http.profiles import account_named
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Here, Services, Visitor
from linden.web.http.static import File
from linden.web.tables import transfers
from linden.web.texts import language, say

router = APIRouter(include_in_schema=False, route_class=CarefulRoute)

BOARD = ("board", "table", "company", "layout")
REVIEW = ("board", "table", "review", "study", "layout", "layout_review")
LESSON = ("board", "table", "layout", "lesson")
PUZZLE = ("board", "table", "review", "layout", "layout_review", "puzzles")
PARTS: dict[str, tuple[str, tuple[str, ...]]] = {
    "/": ("home", ("home",)),
    "/my-games": ("my_games", ("my_games",)),
    "/account": ("account", ("account",)),
    "/moderation": ("moderation", ("account",)),
    "/u/{name}": ("profile", ("account", "profile")),
    "/ranking/{game}": ("ranking", ("profile",)),
    "/new/{game}": ("new", ("new",)),
    "/t/{table}": ("table", BOARD),
    "/t/{table}/review": ("review", REVIEW),
    "/t/{table}/moments/{ply}": ("moment", PUZZLE),
    "/p/{game}": ("review", REVIEW),
    "/learn/{game}": ("lesson", LESSON),
    "/join/{key}": ("invitation", ("invitation",)),
    "/transfer/{table}/{key}": ("transferring", ("invitation",)),
    "/rules/{game}": ("rules", ("rules",)),
    "/lobby": ("lobby", ("lobby",)),
    "/tournaments": ("tournaments", ("tournaments",)),
    "/tournaments/{tournament}": ("tournament", ("tournaments",)),
    "/lab": ("lab", ("lab",)),
    "/lab/compare": ("lab_comparison", ("lab",)),
    "/puzzles": ("puzzles", ("puzzles",)),
    "/puzzles/{game}": ("puzzle", PUZZLE),
    "/puzzles/{game}/{id}": ("puzzle", PUZZLE),
}
"""The script and the styles that ``client/js/router.js`` loads for an address."""


@router.get("/")
@router.get("/my-games")
@router.get("/lobby")
@router.get("/tournaments")
@router.get("/lab")
@router.get("/lab/compare")
@router.get("/puzzles")
@router.get("/account")
@router.get("/moderation")
async def page(here: Here, visitor: Visitor, request: Request, response: Response) -> Response:
    """One page for all addresses; what it shows is its own business."""
    return shown(here, request, response, previews.of_linden(request))


def shown(here: Services, request: Request, response: Response, head: str) -> Response:
    """The page, with what a preview of its address says in its head, and what it is made of."""
    script, styles = PARTS[request.scope["route"].path]
    parts = [f"css/{style}.css" for style in styles]
    parts += here.files.scripts(f"js/view/{script}.js")
    found = here.files.page(request, head, texts=said(), lang=language.get(), parts=parts)
    if found is None:
        raise Refusal(say("The page's files are missing; install Linden again."), 500)
    return with_cookie(response, found)


def said() -> dict[str, str]:
    """What the page says before its script runs, and where none does."""
    return {
        "Linden, home": say("Linden, home"),
        "Skip to the page": say("Skip to the page"),
        "Linden needs JavaScript for its table; at a terminal, linden play needs none.": say(
            "Linden needs JavaScript for its table; at a terminal, linden play needs none."
        ),
        "Modern abstract games on a quiet table: those of Linden, and those you add.": say(
            "Modern abstract games on a quiet table: those of Linden, and those you add."
        ),
    }


@router.get("/t/{table}")
@router.get("/t/{table}/review")
@router.get("/t/{table}/moments/{ply}")
async def table_page(
    table: str, here: Here, visitor: Visitor, request: Request, response: Response
) -> Response:
    """The same page, for a table."""
    head = await previews.of_table(request, here, table)
    return shown(here, request, response, head)


@router.get("/tournaments/{tournament}")
async def tournament_page(
    tournament: str, here: Here, visitor: Visitor, request: Request, response: Response
) -> Response:
    """The same page, for a tournament there has to be."""
    await here.tournaments.get(tournament)
    return shown(here, request, response, previews.of_linden(request))


@router.get("/u/{name}")
async def profile_page(
    name: str, here: Here, visitor: Visitor, request: Request, response: Response
) -> Response:
    """The same page, for a name that somebody has to have."""
    await account_named(here, name)
    return shown(here, request, response, previews.of_linden(request))


@router.get("/ranking/{game}")
@router.get("/new/{game}")
@router.get("/rules/{game}")
@router.get("/p/{game}")
@router.get("/puzzles/{game}")
@router.get("/puzzles/{game}/{id}")
async def game_page(
    game: str, here: Here, visitor: Visitor, request: Request, response: Response
) -> Response:
    """The same page, for addresses that name a game there has to be."""
    if game not in games():
        raise Refusal(say("There is no such game."), 404)
    return shown(here, request, response, previews.of_game(request, game))


@router.get("/learn/{game}")
async def lesson_page(
    game: str, here: Here, visitor: Visitor, request: Request, response: Response
) -> Response:
    """The same page, for a game that has a lesson."""
    if game in games():
        lessons.lesson(game)
    return await game_page(game, here, visitor, request, response)


def with_cookie(given: Response, answer: Response) -> Response:
    """Carry the cookie of a new visitor over to the answer."""
    for value in given.headers.getlist("set-cookie"):
        answer.headers.append("set-cookie", value)
    return answer


@router.get("/join/{key}")
async def join(
    key: str, here: Here, visitor: Visitor, request: Request, response: Response
) -> Response:
    """The page of an invitation. Opening it takes no seat: previews open links, too."""
    return shown(here, request, response, await previews.of_seat(request, here, key))


@router.get("/favicon.ico")
async def favicon(here: Here, request: Request) -> Response:
    """Where browsers look for it beside pictures and texts, which name no icon of their own."""
    return await static("leaf.svg", here, request)


@router.get("/transfer/{table}/{key}")
async def transfer(
    table: str, key: str, here: Here, visitor: Visitor, request: Request, response: Response
) -> Response:
    """The page of a link that takes a seat along; opening it takes nothing."""
    await transfers.seat_of(here.tables, table, key)
    return await page(here, visitor, request, response)


@router.get("/keeper/{key}")
async def keeper(
    key: str, here: Here, visitor: Visitor, request: Request, response: Response
) -> Response:
    """Whoever knows the key that ``linden serve`` printed runs this server; it is not for a
    network, where others could read it along."""
    if not here.visitors.opens(key) or here.network.at_a_door(request.scope):
        raise Refusal(say("There is nothing here."), 404)
    browser = await here.visitors.browser(request)
    await here.store.make_keeper(browser or visitor)
    return with_cookie(response, RedirectResponse("/", 303, {"Cache-Control": "no-store"}))


@router.get("/static/{name:path}")
async def static(name: str, here: Here, request: Request) -> Response:
    """A file of the page's."""
    found = here.files.answer(request, name)
    if found is None:
        raise Refusal(say("There is nothing here."), 404)
    return found


@cache
def dress() -> File:
    """The page's stylesheet for all drawings."""
    styles = dict(forms.of_each(lambda name: (name, load(name).style)))
    return File.of(stylesheet(styles).encode(), "text/css; charset=utf-8")


@router.get("/palette.css")
@router.get("/api/palette.css")
async def palette(request: Request) -> Response:
    """The colours and styles of all drawings, for the page around them."""
    return dress().answer(request)
