"""By which addresses friends come, whether the network may, and links as QR codes."""

import io
import re
from typing import Annotated

import segno
from fastapi import APIRouter, Query, Request, Response
from starlette.requests import HTTPConnection

from linden.web.errors import Refusal
from linden.web.http.answers import file
from linden.web.http.hosts import origin_of, written
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Calling, Here, Keeper, Services
from linden.web.messages import LetIn, Reach
from linden.web.texts import say

router = APIRouter(prefix="/api", route_class=CarefulRoute)

LINK = re.compile(r"(?P<origin>https?://[^/]+)/(?:join|t|transfer)/[\w-]{1,60}(?:/[\w-]{1,60})?")


@router.get("/reach")
async def reach(request: Request, here: Here, caller: Calling, keeper: Keeper) -> Reach:
    """Where friends can open a link."""
    await here.network.renew()
    return told(request, here, keeper)


@router.put("/reach")
async def let_in(
    wish: LetIn, request: Request, here: Here, caller: Calling, keeper: Keeper
) -> Reach:
    """Let the network come in, or not any more: for whoever runs this Linden."""
    if not keeper:
        raise Refusal(
            say(
                "Whoever runs this Linden can open it to the network: linden serve prints the "
                "address to open for that."
            ),
            403,
        )
    await here.network.let_in(wish.open)
    return told(request, here, keeper)


def told(connection: HTTPConnection, here: Services, keeper: bool) -> Reach:
    network = here.network
    decides = keeper and network.has_doors
    return Reach(
        origins=network.origins(connection.scope["scheme"], connection.headers.get("host", "")),
        open=network.has_doors and network.wish is True,
        asked=network.wish is not None,
        yours=decides,
        possible=network.possible() if decides else [],
    )


@router.get("/qr.svg", **file("image/svg+xml"))
async def qr_code(
    to: Annotated[str, Query(max_length=300)], request: Request, here: Here, caller: Calling
) -> Response:
    """A link to one of our own pages, to be read by a telephone's camera."""
    scheme, host = request.scope["scheme"], request.headers.get("host", "")
    link = LINK.fullmatch(to)
    own = origin_of(scheme, host)
    ours = {*here.network.origins(scheme, host), written(own) if own else ""}
    if link is None or link["origin"] not in ours:
        raise Refusal(say("This link does not lead to a table here."), 404)
    drawn = io.BytesIO()
    # Dark on light in every theme, with the margin that cameras look for.
    segno.make(to, error="m", micro=False).save(
        drawn, kind="svg", border=4, xmldecl=False, omitsize=True, dark="#23271f", light="#ffffff"
    )
    return Response(drawn.getvalue(), media_type="image/svg+xml")
