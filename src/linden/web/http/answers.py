"""What is answered that is no message: files, and sentences instead of what was asked for."""

from typing import Any

from fastapi import Response
from fastapi.responses import JSONResponse

from linden.web.texts import say


def file(*kinds: str) -> dict[str, Any]:
    """What a route says of itself that answers with a file of one of these kinds."""
    return {
        "response_class": Response,
        "responses": {200: {"content": {kind: {} for kind in kinds}}},
    }


def for_everybody(seconds: int) -> dict[str, str]:
    """What is the same whoever asks may be kept by anybody, by the language in which it was asked
    for: a browser says that, and a cookie where somebody has chosen another."""
    return {"Cache-Control": f"public, max-age={seconds}", "Vary": "Accept-Language, Cookie"}


def problem(sentence: str, status: int) -> JSONResponse:
    return JSONResponse({"error": sentence}, status)


def not_now() -> str:
    return say("The tables cannot be read just now; try again in a moment.")
