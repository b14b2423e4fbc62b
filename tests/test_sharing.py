"""However many processes run the tests, each test is run once."""

from collections import Counter
from itertools import groupby

import pytest

from sharing import MOST_TOGETHER, is_marked, shared_out


@pytest.mark.parametrize("workers", [1, 2, 4, 7])
def test_what_is_shared_out_is_all_and_each_begins_with_what_takes_long(
    request: pytest.FixtureRequest, workers: int
) -> None:
    """Of the tests of this very run."""
    items = request.session.items
    shared = shared_out(items, workers)
    assert Counter(shared) == Counter(items)
    before, after = (
        len([path for path, _ in groupby(them, lambda item: item.path)]) for them in (items, shared)
    )
    assert after <= before + len(items) // MOST_TOGETHER, "files stay together"
    marked = sum(map(is_marked, items))
    part = len(items) / workers
    for number in range(workers):
        first = shared[round(number * part) :][: round(part)]
        share = sum(map(is_marked, first))
        assert share <= marked / workers + 2 * MOST_TOGETHER, "nobody has much more than others"
