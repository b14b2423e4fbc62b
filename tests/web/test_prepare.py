"""A machine that has compiled nothing yet: people play at once, and computers answer soon."""

import asyncio
import contextlib
import json
import os
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

import linden
from linden.core import cache, entry
from linden.players.registry import KINDS, kind_of, player
from linden.web.compute import compiling as prepare
from linden.web.errors import Refusal
from linden.web.http import forms
from linden.web.tables import importing
from servers import HERE, ME, QUICK, serving


def test_a_cold_cache_keeps_nobody_waiting(tmp_path: Path) -> None:
    """Computers that search move at a glance meanwhile, and say so; others need no compiler."""
    with serving(tmp_path, LINDEN_CACHE_DIR=str(tmp_path / "cache")) as server:
        person = server.person()
        home = person.get("/api/home")
        assert not any(card["ready"] for card in home["games"])
        two = person.sit(person.table("linx", [ME, HERE]))
        one = person.sit(person.table("linja", [ME, {"kind": "computer", "level": 8}]))
        one.play("3-4")
        one.play("pass")
        assert one.state["turn"]["kind"] == "computer"
        while len(one.moves) < 3:
            one.next_state()
        assert "at a glance" in one.state["note"]
        assert any('"preparing":true' in message for message in one.traffic)
        quick = person.sit(person.table("linear", [ME, QUICK]))
        while not quick.over and len(quick.moves) < 8:
            assert not quick.state["turn"]["preparing"]
            if quick.can_act:
                quick.play(quick.legal[0])
            else:
                quick.next_state()
        two.play_out()
        assert two.over, "a whole game by interpreted rules"
        one.settled()
        assert not one.state["turn"]["preparing"]


@pytest.mark.parametrize("name", linden.games())
def test_a_glance_by_plain_python_is_the_same(name: str) -> None:
    """Levels that look at each move once choose alike with compiled code and without."""
    game = linden.load(name)
    position = prepare.decision(game.start())
    for text in ("greedy", "level1"):
        compiled, plain = (player(game, text, seed=5) for _ in range(2))
        if plain.interpret():
            assert plain.choose(position).candidates == compiled.choose(position).candidates
        else:
            assert not KINDS[kind_of(game, text)].interpretable


def test_both_forms_of_the_rules_give_one_answer() -> None:
    """While a type is listed as uncompiled its positions are interpreted, and equal."""
    for name in linden.games():
        game = linden.load(name)
        compiled = game.start()
        entry.uncompiled.add(game.state_type)
        try:
            plain = game.start()
            for _ in range(12):
                if compiled.over:
                    break
                assert plain.moves == compiled.moves
                assert (plain.scores, plain.returns, plain.key) == (
                    compiled.scores,
                    compiled.returns,
                    compiled.key,
                )
                assert plain.view(0) == compiled.view(0)
                entry.uncompiled.discard(game.state_type)
                compiled = compiled.play(compiled.moves[-1])
                _ = compiled.moves
                entry.uncompiled.add(game.state_type)
                plain = plain.play(plain.moves[-1])
                assert plain == compiled
        finally:
            entry.uncompiled.discard(game.state_type)


def test_what_is_compiled_is_marked_by_kind_of_state(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(cache, "directory", lambda: tmp_path)
    usual, small = linden.load("linja"), linden.load("linja", meddle=True)
    assert prepare.marker(usual, "greedy") == prepare.marker(small, "greedy"), (
        "options change no type"
    )
    assert prepare.marker(usual, "greedy") != prepare.marker(usual, "alphabeta")
    other = linden.load("linx")
    assert prepare.marker(usual, "table") != prepare.marker(other, "table")
    prepare.main(["linja", json.dumps({}), "0", "table", "greedy"])
    assert prepare.marker(usual, "table").exists()
    assert prepare.marker(usual, "greedy").exists()
    assert not prepare.marker(usual, "alphabeta").exists()


def test_a_game_marked_as_compiled_is_ready_at_once() -> None:
    game = linden.load("linja")
    prepare.compile_parts(game, ["table", "greedy"])

    async def ask() -> None:
        compiling = prepare.Compiling()
        compiling.begin()
        compiling.open(game)
        assert entry.is_interpreted(game.state_type)
        await compiling.player(game, "level1")
        await compiling._job(game, "table")
        assert compiling.ready(game)
        assert compiling.ready(game, "level1")
        assert not entry.is_interpreted(game.state_type)
        await compiling.close()

    asyncio.run(ask())


def test_a_command_compiles_what_is_missing_and_no_more(tmp_path: Path) -> None:
    """``linden compile``, with a cache of its own: the first run compiles, the next has nothing to
    do, and a game that nobody has is named."""

    def run(*words: str) -> "subprocess.CompletedProcess[str]":
        return subprocess.run(
            [sys.executable, "-m", "linden", "compile", *words],
            env={**os.environ, "LINDEN_CACHE_DIR": str(tmp_path)},
            capture_output=True,
            text=True,
        )

    assert run("breakthrough").stdout.strip() == "Compiled: breakthrough."
    marks = sorted(path.name.rpartition("-")[2] for path in tmp_path.rglob("ready-breakthrough-*"))
    assert marks == sorted(
        {prepare.TABLE, *(kind_of(linden.load("breakthrough"), f"level{n}") for n in range(1, 9))}
    )
    assert run("breakthrough").stdout.strip() == "All of it was compiled already."
    refused = run("chess")
    assert (refused.returncode, "There is no game 'chess'" in refused.stderr) == (2, True)


def test_nothing_is_compiled_by_looking(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whatever a server is asked about: boards that nobody has opened a table for, too."""
    prepare.Compiling().begin()
    asked: list[bool] = []
    at_hand = entry.at_hand

    def noted(function: Any, states: Any) -> Any:
        found = at_hand(function, states)
        asked.append(found is not function)
        return found

    monkeypatch.setattr(entry, "at_hand", noted)
    forms.check("linear", {"board": "10x10"})
    record = "Linden record 1\nGame: linear\nOptions: board=10x10\n\n1. White  a1\n"
    with contextlib.suppress(Refusal):
        importing.read(record, 1, "ada")
    assert asked
    assert all(asked)


def test_a_process_that_could_not_be_had_is_asked_for_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A computer that could not be compiled for a moment is not lost until the next start."""
    game = linden.load("breakthrough")
    monkeypatch.setattr(cache, "directory", lambda: tmp_path)
    begun: list[object] = []

    class Compiled:
        returncode = 0

        async def wait(self) -> int:
            return 0

    async def process(*words: object, **_: object) -> Compiled:
        begun.append(words)
        if len(begun) == 1:
            raise OSError(24, "Too many open files")
        return Compiled()

    async def ask() -> None:
        compiling = prepare.Compiling()
        monkeypatch.setattr(asyncio, "create_subprocess_exec", process)
        with pytest.raises(OSError, match="Too many"):
            await compiling.player(game, "level8")
        await compiling.player(game, "level8")
        await compiling.player(game, "level8")
        await compiling.close()

    asyncio.run(ask())
    assert len(begun) == 2
