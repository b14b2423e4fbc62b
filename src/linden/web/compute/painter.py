"""Drawings as PNG, for link previews and home screens, which know no SVG.

Painting takes a good part of a second in which Python does nothing else, so a process of its own
does it, one picture at a time; the latest pictures are remembered.
"""

import asyncio
import hashlib
import logging
import sys
from collections import OrderedDict

from linden.web.errors import Refusal
from linden.web.texts import say

log = logging.getLogger(__name__)

MOST_KEPT = 60
"""Pictures that are remembered; each takes some 50 kB."""
MOST_WAITING = 12
SECONDS = 15.0
RETRY_SECONDS = 5
PROGRAM = """\
import os, sys
import resvg_py
if hasattr(os, "nice"):
    os.nice(10)
content = sys.stdin.buffer.read().decode()
picture = resvg_py.svg_to_bytes(svg_string=content, sans_serif_family="DejaVu Sans")
sys.stdout.buffer.write(bytes(picture))
"""
"""It imports nothing of Linden, and so begins in a moment; it gives way to whoever plays."""


class Painter:
    """Paints drawings, whose colours are resolved, in the size they say they have."""

    def __init__(self) -> None:
        self._kept: OrderedDict[bytes, bytes] = OrderedDict()
        self._turn = asyncio.Lock()
        self._waiting = 0

    async def paint(self, drawing: str) -> bytes:
        """The drawing as PNG; a refusal where too many are waited for."""
        content = drawing.encode()
        name = hashlib.sha256(content).digest()
        if name not in self._kept:
            if self._waiting >= MOST_WAITING:
                sentence = say("Many pictures are being painted; try again in a moment.")
                raise Refusal(sentence, 503, retry=RETRY_SECONDS)
            self._waiting += 1
            try:
                async with self._turn:
                    if name not in self._kept:
                        self._keep(name, await paint(content))
            finally:
                self._waiting -= 1
        self._kept.move_to_end(name)
        return self._kept[name]

    def _keep(self, name: bytes, picture: bytes) -> None:
        self._kept[name] = picture
        while len(self._kept) > MOST_KEPT:
            self._kept.popitem(last=False)


async def paint(content: bytes) -> bytes:
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", PROGRAM),
        stdin=asyncio.subprocess.PIPE,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
    )
    try:
        async with asyncio.timeout(SECONDS):
            picture, complaint = await process.communicate(content)
    except TimeoutError:
        picture, complaint = b"", b"It took too long."
    finally:
        if process.returncode is None:
            process.kill()
            await process.wait()
    if process.returncode or not picture:
        log.error("A picture could not be painted: %s", complaint.decode(errors="replace")[-300:])
        raise Refusal(say("This picture cannot be painted just now."), 503, retry=RETRY_SECONDS)
    return picture
