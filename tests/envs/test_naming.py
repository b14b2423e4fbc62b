"""Ids of environments, and what is said where a library is missing."""

import importlib
import sys
from unittest import mock

import pytest

import linden
from linden.envs.naming import bounds, environment_id, needed


def test_ids_carry_the_version_of_the_rules() -> None:
    assert environment_id("linear") == "linden/Linear-v0"
    assert len({environment_id(name) for name in linden.games()}) == len(linden.games())


def test_bounds_hold_what_is_seen() -> None:
    for name in linden.games():
        game = linden.load(name)
        low, high = bounds(game)
        seen = game.start().observe(0)
        assert (low <= seen).all()
        assert (seen <= high).all()


@pytest.mark.parametrize(
    ("module", "library", "extra"),
    [
        ("gymnasium", "gymnasium", "rl"),
        ("pettingzoo", "gymnasium", "rl"),
        ("openspiel", "pyspiel", "openspiel"),
        ("torch", "torch", "torch"),
    ],
)
def test_a_missing_extra_is_one_sentence(module: str, library: str, extra: str) -> None:
    name = f"linden.envs.{module}"
    with mock.patch.dict(sys.modules, {library: None}):
        sys.modules.pop(name, None)
        with pytest.raises(ImportError, match=rf"pip install 'linden\[{extra}\]'\.$"):
            importlib.import_module(name)
    with pytest.raises(ImportError, match="This needs no_such_library: pip install"):
        needed("no_such_library.part", "rl")
