"""The server's own description of itself, made once for all who try what it lists."""

from pathlib import Path

from linden.web.app import create_app

DOCUMENT = create_app(Path("nothing is kept"), prepare=False).openapi()
