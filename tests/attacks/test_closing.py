"""A server that ends: what is under way comes to its end, and nothing else begins. And one that
cannot go on: it does not try for all it is worth."""

import asyncio
import time
from pathlib import Path

import pytest

from attacks.house import House
from linden.web.errors import Refusal
from linden.web.tables.autoplay import SHORTEST_RETRY
from linden.web.tables.table import Table
from servers import ME, QUICK


def first(table: Table) -> Table:
    return table.go_on(table.position.moves[0])


def test_nothing_begins_in_a_house_that_closes(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    house = House(tmp_path)
    try:
        table = house.table("ada", "linage", [ME, QUICK])
        house.run(house.autoplay.close())
        house.run(house.lobby.change(table, first))
        assert house.live(table).automatic == "computer"
        assert house.autoplay._steps == {}, "a change that was under way wakes no computer"
        house.run(house.lobby.close())
        with pytest.raises(Refusal, match="nothing has changed"):
            house.run(house.lobby.change(table, first))
        assert len(house.on_disk(table).moves) == 1
    finally:
        house.searches.close()
        house.store.close()
        house.loop.close()
    assert caplog.text == ""


def test_what_cannot_be_changed_is_not_tried_without_pause(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As where a table cannot be read any more, which is told like a change by somebody else."""
    house = House(tmp_path)
    tries = 0

    async def refuse(*_: object) -> Table:
        nonlocal tries
        tries += 1
        raise Refusal("This table was played under other rules.", 409)

    async def wait() -> None:
        keeping = asyncio.create_task(house.autoplay._keep(table, first))
        began = time.monotonic()
        while tries < 3:
            await asyncio.sleep(0.01)
        assert time.monotonic() - began >= 3 * SHORTEST_RETRY
        keeping.cancel()

    try:
        table = house.live(house.table("ada", "linage", [ME, QUICK]))
        monkeypatch.setattr(house.lobby, "change", refuse)
        house.run(wait())
    finally:
        house.close()
