"""A server that ends: what is under way comes to its end, and nothing else begins."""

from pathlib import Path

import pytest

from attacks.house import House
from linden.web.errors import Refusal
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
