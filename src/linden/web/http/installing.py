"""Linden as something to be installed: its manifest and icons, and the worker that stays with the
browser and has a page to show when the server does not answer."""

import json

from fastapi import APIRouter, Request, Response

from linden.core.svg import LIGHT
from linden.web.errors import Refusal
from linden.web.http import cards
from linden.web.http.services import Here, Services
from linden.web.http.static import File
from linden.web.texts import language, say

router = APIRouter(include_in_schema=False)

SIZES = (180, 192, 512)
"""Of home screens: Apple's, and what a manifest should have."""
DAY = "public, max-age=86400"
WORKER = "worker/service-worker.js"


@router.get("/manifest.webmanifest")
async def manifest(request: Request) -> Response:
    """What an installed page is called and looks like."""
    icons = [
        {
            "src": f"/icons/{kind}-{size}.png",
            "sizes": f"{size}x{size}",
            "type": "image/png",
            "purpose": "maskable" if kind == "maskable" else "any",
        }
        for size in (192, 512)
        for kind in ("leaf", "maskable")
    ]
    content = {
        "id": "/",
        "name": "Linden",
        "short_name": "Linden",
        "description": say("Good games, one quiet table"),
        "start_url": "/",
        "scope": "/",
        "display": "standalone",
        "background_color": LIGHT["ground"],
        "theme_color": LIGHT["ground"],
        "icons": icons,
        "shortcuts": [{"name": say("My games"), "url": "/my-games"}],
    }
    written = json.dumps(content, ensure_ascii=False).encode()
    return File.of(written, "application/manifest+json").answer(request)


@router.get("/icons/{kind}-{size}.png")
async def icon(kind: str, size: int, here: Here) -> Response:
    """The leaf, painted."""
    if kind not in ("leaf", "maskable") or size not in SIZES:
        raise Refusal(say("There is nothing here."), 404)
    picture = await here.painter.paint(cards.icon(size, maskable=kind == "maskable"))
    return Response(picture, media_type="image/png", headers={"Cache-Control": DAY})


@router.get("/service-worker.js")
async def worker(request: Request, here: Here) -> Response:
    """The browser's own worker, which knows the files of this edition of the page. It changes with
    them, and so is installed anew."""
    found = here.files.find(WORKER)
    if found is None:
        raise Refusal(say("There is nothing here."), 404)
    shell = json.dumps(shell_files(here))
    content = f"const EDITION = {json.dumps(here.files.edition())};\nconst SHELL = {shell};\n"
    whole = File.of(content.encode() + found.plain, "text/javascript; charset=utf-8")
    return whole.answer(request)


def shell_files(here: Services) -> list[str]:
    """The files of the page itself: nothing that a table, a hand or an answer is in."""
    edition = here.files.edition()
    names = (name for name in here.files.names() if name.endswith((".js", ".css", ".svg")))
    kept = [f"/static/{edition}/{name}" for name in names if name != WORKER]
    return ["/offline", "/palette.css", *kept]


@router.get("/offline")
async def offline(request: Request, here: Here) -> Response:
    """What the worker shows when the server does not answer; in the reader's language, as there
    is nobody to ask for texts then."""
    sentences = {
        "Linden does not answer": say("Linden does not answer"),
        "The server may be stopped, or the network is away. Your tables are kept there: no move "
        "is lost.": say(
            "The server may be stopped, or the network is away. Your tables are kept there: no "
            "move is lost."
        ),
        "This page comes back by itself.": say("This page comes back by itself."),
        "Try again": say("Try again"),
    }
    found = here.files.page(request, name="offline.html", texts=sentences, lang=language.get())
    if found is None:
        raise Refusal(say("There is nothing here."), 404)
    return found
