"""For whoever runs it: whether this node can serve, and what it counts."""

import asyncio
import ipaddress
import os

from fastapi import APIRouter, Response
from starlette.requests import Request

from linden.web.errors import Refusal
from linden.web.http.hosts import arrival
from linden.web.http.reading import CarefulRoute
from linden.web.http.services import Here, address_of
from linden.web.limits import is_own_machine
from linden.web.store.errors import StoreUnavailable
from linden.web.texts import say

router = APIRouter(route_class=CarefulRoute)

READY_SECONDS = 3.0


@router.get("/api/ready")
async def ready(here: Here) -> dict[str, object]:
    """Whether tables can be read here just now; ``/api/health`` says that the process lives."""
    try:
        async with asyncio.timeout(READY_SECONDS):
            await here.store.answers()
    except (StoreUnavailable, TimeoutError):
        sentence = say("The tables cannot be read just now; try again in a moment.")
        raise Refusal(sentence, 503, retry=READY_SECONDS) from None
    return {"ok": True}


@router.get("/metrics", include_in_schema=False)
async def metrics(request: Request, here: Here) -> Response:
    """What this node counts, for Prometheus: on this machine by a name that is the node's, as a
    browser on it may show a page of anybody; and from the networks that ``LINDEN_METRICS_FROM``
    names, by whatever name it has there."""
    address = address_of(request)
    here_by_name = is_own_machine(address) and request.app.hosts.allows(
        request.headers.get("host", ""), arrival(request.scope)
    )
    if not (here_by_name or may_measure(address, os.environ.get("LINDEN_METRICS_FROM", ""))):
        raise Refusal(say("There is nothing here."), 404)
    return Response(here.metrics.text(), media_type="text/plain; version=0.0.4")


def may_measure(address: str, networks: str) -> bool:
    """Whether an address is of one of these networks."""
    try:
        asker = ipaddress.ip_address(address.partition("%")[0])
        named = [ipaddress.ip_network(one.strip()) for one in networks.split(",") if one.strip()]
    except ValueError:
        return False
    return any(asker in network for network in named)
