"""Files for the browser: compressed once, named by their content where they may be kept for good.

``/static/HASH/js/main.js`` never changes and is kept for a year; ``/static/js/main.js`` is the same
file, asked for again each time (an unchanged one costs an empty answer). The pages' own
``index.html`` names the first kind.
"""

import gzip
import hashlib
import math
import mimetypes
import re
import time
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape
from pathlib import Path
from posixpath import dirname, join, normpath

from fastapi import Request, Response

CLIENT = Path(__file__).parent.parent / "client"
SMALL = 500
"""Bytes below which compressing is not worth it."""
NAME = re.compile(r"[\w-][\w.-]{0,99}(/[\w-][\w.-]{0,99}){0,9}", re.A)
"""What a file of ours may be called; nothing else is asked of the disk."""
YEAR = 365 * 86400
IMPORT = re.compile(r"""^(?:import|export)\b[^"';()]*["'](\.[^"']+)["']""", re.M)
"""What a script cannot begin without; what it loads later, by ``import(…)``, is none of it."""
AHEAD = {
    ".js": '<link rel="modulepreload" href="{}" fetchpriority="low" />',
    ".css": '<link rel="preload" as="style" href="{}" />',
}
"""What a page fetches with itself; scripts after what it needs to show anything at all."""
TYPES = {".js": "text/javascript", ".webmanifest": "application/manifest+json"}


@dataclass(frozen=True)
class File:
    """A file's content, in both forms."""

    plain: bytes
    packed: bytes | None
    tag: str
    kind: str

    @classmethod
    def of(cls, content: bytes, kind: str) -> "File":
        packed = gzip.compress(content, 9, mtime=0) if len(content) >= SMALL else None
        tag = '"' + hashlib.sha256(content).hexdigest()[:20] + '"'
        return cls(content, packed, tag, kind)

    def answer(self, request: Request, keep: str = "no-cache") -> Response:
        headers = {"ETag": self.tag, "Cache-Control": keep, "Vary": "Accept-Encoding"}
        if self.tag in request.headers.get("if-none-match", ""):
            return Response(status_code=304, headers=headers)
        content = self.plain
        if self.packed and "gzip" in request.headers.get("accept-encoding", ""):
            content = self.packed
            headers["Content-Encoding"] = "gzip"
        return Response(content, media_type=self.kind, headers=headers)


class Files:
    """A folder of files; an edit is noticed when the file is asked for."""

    def __init__(self, folder: Path = CLIENT) -> None:
        self.folder = folder.resolve()
        self._known: dict[Path, tuple[float, File]] = {}
        self._edition = (-math.inf, "")
        self._scripts: tuple[str, dict[str, list[str]]] = ("", {})
        """What scripts import, in one edition."""

    def find(self, name: str) -> File | None:
        """The file of this name below the folder."""
        if not NAME.fullmatch(name):
            return None
        path = (self.folder / name).resolve()
        if not path.is_relative_to(self.folder) or not path.is_file():
            return None
        changed = path.stat().st_mtime
        known = self._known.get(path)
        if known is None or known[0] != changed:
            kind = TYPES.get(path.suffix) or mimetypes.guess_type(path.name)[0]
            known = (changed, File.of(path.read_bytes(), kind or "application/octet-stream"))
            self._known[path] = known
        return known[1]

    def edition(self) -> str:
        """A hash of all files, at most a second old: the name under which they may be kept for
        good."""
        now = time.monotonic()
        if now - self._edition[0] > 1:
            self._edition = (now, self._hash())
        return self._edition[1]

    def scripts(self, name: str) -> list[str]:
        """A script and all that it imports, those that are needed first before the others."""
        edition = self.edition()
        if self._scripts[0] != edition:
            self._scripts = (edition, {})
        known = self._scripts[1]
        if name not in known:
            found = [name]
            for script in found:  # which grows meanwhile
                file = self.find(script)
                for path in IMPORT.findall(file.plain.decode()) if file else ():
                    imported = normpath(join(dirname(script), path))
                    if imported not in found:
                        found.append(imported)
            known[name] = found
        return known[name]

    def names(self) -> list[str]:
        """All files, by their names below the folder."""
        found = (path for path in self.folder.rglob("*") if path.is_file())
        return sorted(path.relative_to(self.folder).as_posix() for path in found)

    def _hash(self) -> str:
        digest = hashlib.sha256()
        for name in self.names():
            file = self.find(name)
            digest.update(f"{name} {file.tag if file else ''}\n".encode())
        return digest.hexdigest()[:16]

    def answer(self, request: Request, name: str) -> Response | None:
        """The file at this address, with or without an edition before its name."""
        edition, _, rest = name.partition("/")
        if rest and len(edition) == 16 and edition == self.edition():
            file = self.find(rest)
            if file is not None:
                return file.answer(request, f"public, max-age={YEAR}, immutable")
        file = self.find(rest if rest and len(edition) == 16 else name)
        return file.answer(request) if file else None

    def page(
        self,
        request: Request,
        head: str = "",
        name: str = "index.html",
        texts: Mapping[str, str] | None = None,
        lang: str = "en",
        parts: Sequence[str] = (),
    ) -> Response | None:
        """A page, naming its files by edition, with more in its head, and in another language with
        other texts for some that it has. Its ``parts`` are fetched with it, not one after the
        other as they are found."""
        index = self.find(name)
        if index is None:
            return None
        whole = index.plain.decode().replace('<html lang="en">', f'<html lang="{lang}">', 1)
        for part in parts:
            path = f"/static/{part}"
            if f'"{path}"' not in whole:
                link = AHEAD[Path(part).suffix].format(path)
                whole = whole.replace("</head>", f"  {link}\n  </head>", 1)
        whole = whole.replace("/static/", f"/static/{self.edition()}/")
        for text, other in (texts or {}).items():
            whole = whole.replace(f">{text}<", f">{escape(other)}<")
            whole = whole.replace(f'"{text}"', f'"{escape(other)}"')
        named = whole.replace("</head>", f"  {head}\n  </head>" if head else "</head>", 1).encode()
        return File.of(named, "text/html; charset=utf-8").answer(
            request,
            "private, no-cache",  # a new visitor's cookie comes with it
        )
