"""All that is kept of somebody, as one archive that is written while it is sent: facts as JSON, all
tables a line each, and the games as records that can be imported. A bot's is in a folder of its
own."""

import asyncio
import io
import json
import zipfile
from collections.abc import AsyncIterator, Sequence
from datetime import UTC, datetime
from typing import Any

from linden.web.errors import Refusal
from linden.web.http.my_games import text_of
from linden.web.http.services import Services
from linden.web.store.accounts import Account
from linden.web.store.telling import FEW_TABLES, ROWS, Rows

MOMENTS = {"created", "updated", "used", "seen", "confirmed", "until", "suspended", "played"} | {
    *("done", "made", "at", "closed", "ended", "removed", "began"),
}
"""What is kept as seconds since 1970, and told as a date."""


def dated(facts: dict[str, Any]) -> dict[str, Any]:
    """The same with dates that people can read; tables are called so everywhere."""
    return {
        {"table_id": "table"}.get(name, name): moment(value) if _is_moment(name, value) else value
        for name, value in facts.items()
    }


def _is_moment(name: str, value: object) -> bool:
    return name in MOMENTS and isinstance(value, float | int) and not isinstance(value, bool)


def moment(seconds: float) -> str | None:
    """
    >>> moment(86400.5)
    '1970-01-02T00:00:00+00:00'
    """
    return datetime.fromtimestamp(seconds, UTC).isoformat(timespec="seconds") if seconds else None


# -- what there is ---------------------------------------------------------------------------------


async def files(here: Services, account: Account) -> AsyncIterator[tuple[str, AsyncIterator[str]]]:
    """The files of the archive, one after the other, each piece by piece."""
    bots = await here.tokens.store.bots(account.id)
    for folder, one in [("", account), *((f"bots/{bot.name}/", bot) for bot in bots)]:
        tables = await here.store.telling.tables(one.id)
        yield f"{folder}account.json", written(told(here, one))
        yield f"{folder}tables.jsonl", lines(here, one.id, tables)
        yield f"{folder}games.linden", games(here, one.id, tables)


async def told(here: Services, account: Account) -> AsyncIterator[tuple[str, Any]]:
    """What is kept of somebody, without the secrets that would let others in."""
    store = here.store.telling
    for name, fact in dated(await store.account(account.id)).items():
        yield name, fact
    bots = await here.tokens.store.bots(account.id)
    yield "bots", [dated({"name": bot.name, "created": bot.created}) for bot in bots]
    yield "blocked", [dated(one) for one in await store.blocked(account.id)]
    yield "invitations", await store.invitations(account.id)
    yield "vacations", await vacations(here, account.id)
    yield "tournaments", tournaments(here, account.id)
    for rows in ROWS:
        yield rows.under, each(here, rows, account.id)


async def vacations(here: Services, account: str) -> list[dict[str, Any]]:
    """Kept by the site's own time, which stands still while nobody serves: a date in the past is as
    near as can be told."""
    now, site = datetime.now(UTC).timestamp(), here.tables.timekeeper.now()
    periods = await here.store.vacations.periods(account)
    return [dated({name: now + at - site for name, at in it._asdict().items()}) for it in periods]


async def tournaments(here: Services, account: str) -> AsyncIterator[dict[str, Any]]:
    for tournament in await here.store.telling.tournaments(account):
        yield dated(await here.store.telling.tournament(tournament, account))


async def each(here: Services, rows: Rows, account: str) -> AsyncIterator[dict[str, Any]]:
    page = await here.store.telling.page(rows, account)
    while True:
        for row in page.rows:
            yield dated(row)
        if page.after is None:
            return
        page = await here.store.telling.page(rows, account, page.after)


async def lines(here: Services, account: str, tables: Sequence[str]) -> AsyncIterator[str]:
    """A line for each table: what it was, what one had planned, when moves were made."""
    for first in range(0, len(tables), FEW_TABLES):
        some = tables[first : first + FEW_TABLES]
        for facts in await here.store.telling.about_tables(some, account):
            seen = {
                **dated(facts),
                "listed": facts["listed"] and dated(facts["listed"]),
                "moves": [dated(move) for move in facts["moves"]],
            }
            yield json.dumps(seen, ensure_ascii=False) + "\n"


async def games(here: Services, account: str, tables: Sequence[str]) -> AsyncIterator[str]:
    """A record of each table, as its reader may read it when it is written."""
    for one in tables:
        try:
            table = await here.tables.kept(one)
        except Refusal:  # its game, or its rules, are not here any more
            continue
        yield await asyncio.to_thread(text_of, table, account)


# -- how it is written -----------------------------------------------------------------------------


async def written(facts: AsyncIterator[tuple[str, Any]]) -> AsyncIterator[str]:
    """A JSON object, piece by piece; what comes bit by bit is a list."""
    lead = "{\n"
    async for name, fact in facts:
        yield f'{lead}  "{name}": '
        lead = ",\n"
        if isinstance(fact, AsyncIterator):
            first = True
            yield "["
            async for one in fact:
                yield ("\n    " if first else ",\n    ") + json.dumps(one, ensure_ascii=False)
                first = False
            yield "]" if first else "\n  ]"
        else:
            yield json.dumps(fact, ensure_ascii=False)
    yield "\n}\n"


class Flow(io.RawIOBase):
    """What is written here is handed on."""

    def __init__(self) -> None:
        super().__init__()
        self._parts: list[bytes] = []

    def writable(self) -> bool:
        return True

    def write(self, data: Any) -> int:
        self._parts.append(bytes(data))
        return len(data)

    def taken(self) -> bytes:
        """All since it was asked last."""
        whole = b"".join(self._parts)
        self._parts.clear()
        return whole


async def packed(contents: AsyncIterator[tuple[str, AsyncIterator[str]]]) -> AsyncIterator[bytes]:
    """An archive of these files. Nothing of it is kept but what was not sent yet."""
    flow = Flow()
    with zipfile.ZipFile(flow, "w", zipfile.ZIP_DEFLATED) as archive:
        async for name, pieces in contents:
            with archive.open(name, "w") as file:
                async for piece in pieces:
                    file.write(piece.encode())
                    if part := flow.taken():
                        yield part
    yield flow.taken()
