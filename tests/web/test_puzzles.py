"""Puzzles in the browser's API: one at a time, the first try counts, the answer stays hidden."""

import asyncio
from datetime import date
from pathlib import Path

import pytest

import linden
from linden.puzzles.puzzle import Puzzle, kept
from linden.puzzles.standing import BEGINNING, Standing, of_day, rating_of, standing
from linden.web.limits import LIMITS
from linden.web.store.store import Store
from linden.web.store.tries import Try
from servers import Person, Server

GAMES = [name for name in linden.games() if kept(name)]


def attempt(person: Person, puzzle: Puzzle, *moves: str, **wish: object) -> dict[str, object]:
    answer = person.http.post(
        f"/api/puzzles/{puzzle.game.name}/{puzzle.id}", json={"moves": moves, **wish}
    )
    assert answer.status_code == 200, answer.text
    found: dict[str, object] = answer.json()
    return found


def wrong_move(puzzle: Puzzle) -> str:
    return next(move for move in puzzle.position.moves if move != puzzle.line[0])


@pytest.mark.parametrize("name", GAMES)
def test_every_theme_is_solved_missed_and_shown(server: Server, name: str) -> None:
    person = server.person()
    by_theme = {puzzle.theme: puzzle for puzzle in kept(name)}
    for puzzle in by_theme.values():
        task = person.get(f"/api/puzzles/{name}/{puzzle.id}")
        assert task["position"] == puzzle.text
        assert task["state"] == "new"
        assert "line" not in task
        missed = attempt(person, puzzle, wrong_move(puzzle))
        assert missed["right"] is False
        assert missed["line"] == []
        assert len(missed["says"]) >= 2  # type: ignore[arg-type]
        right = attempt(person, puzzle, *puzzle.line)
        assert (right["right"], right["state"], right["change"]) == (True, "later", 0)
        assert right["line"] == list(puzzle.line)
        if len(puzzle.line) > 1:
            assert attempt(person, puzzle, puzzle.line[0])["right"] is None
        shown = attempt(person, puzzle, show=True)
        assert (shown["line"], shown["state"]) == (list(puzzle.line), "later")


def test_the_first_try_counts(server: Server) -> None:
    name = GAMES[0]
    first, second, third = kept(name)[:3]
    ada, bob = server.person("Ada"), server.person("Bob")
    verdict = attempt(ada, first, *first.line)
    after = Standing().after(first.grade, solved=True)
    assert verdict["state"] == "solved"
    assert verdict["change"] == round(after.rating) - BEGINNING > 0
    assert attempt(ada, first, *first.line)["change"] == 0
    assert attempt(ada, second, *second.line)["standing"]["streak"] == 2  # type: ignore[index]
    lost = attempt(ada, third, show=True)
    assert lost["state"] == "missed"
    assert lost["standing"]["streak"] == 0  # type: ignore[index]
    [game] = [one for one in ada.get("/api/puzzles")["games"] if one["name"] == name]
    assert game["standing"]["tried"] == 3
    assert game["standing"]["rating"] == round(
        standing([(first.grade, True), (second.grade, True), (third.grade, False)]).rating
    )
    assert sum(theme["count"] for theme in game["themes"]) == game["count"] == len(kept(name))
    [theirs] = [one for one in bob.get("/api/puzzles")["games"] if one["name"] == name]
    assert theirs["standing"]["tried"] == 0


def test_what_was_tried_does_not_come_again(server: Server) -> None:
    name = GAMES[0]
    person = server.person()
    seen = set()
    for _ in range(6):
        task = person.get(f"/api/puzzles/{name}")
        assert task["id"] not in seen
        seen.add(task["id"])
        person.http.post(f"/api/puzzles/{name}/{task['id']}", json={"show": True})
    theme = kept(name)[0].theme
    assert person.get(f"/api/puzzles/{name}", theme=theme)["theme"] == theme


def test_what_cannot_be_is_a_sentence(server: Server) -> None:
    http, name = server.person().http, GAMES[0]
    puzzle = kept(name)[0]
    address = f"/api/puzzles/{name}/{puzzle.id}"
    for answer, status in (
        (http.get("/api/puzzles/chess"), 404),
        (http.get(f"/api/puzzles/{name}/nothing"), 404),
        (http.get(f"/api/puzzles/{name}?theme=odd"), 404),
        (http.post(address, json={"moves": ["rubbish"]}), 422),
        (http.post(address, json={}), 422),
        (http.post(address, json={"moves": ["a"] * 41}), 422),
    ):
        assert answer.status_code == status, answer.text
        assert answer.json()["error"].endswith((".", "?")), answer.text
    assert http.get("/puzzles/chess").status_code == 404
    assert http.get(f"/puzzles/{name}/{puzzle.id}").status_code == 200
    assert http.get(f"/puzzles/{name}").status_code == http.get("/puzzles").status_code == 200
    assert "tries" in LIMITS


def test_a_game_without_puzzles_has_none(server: Server) -> None:
    person = server.person()
    listed = {game["name"] for game in person.get("/api/puzzles")["games"]}
    assert listed == set(GAMES)
    for name in linden.games():
        assert person.get(f"/api/games/{name}")["puzzles"] == (name in listed)


def test_todays_puzzle_depends_on_the_day_alone() -> None:
    puzzles = kept(GAMES[0])
    days = [date(2026, 11, day) for day in range(1, 31)]
    chosen = [of_day(puzzles, day).id for day in days]
    assert chosen == [of_day(puzzles[::-1], day).id for day in days]
    assert len(set(chosen)) > len(days) / 2


def test_a_rating_finds_its_level() -> None:
    """Who solves all of grade 5 and below, and nothing above, ends up in between."""
    found = standing([(grade, grade <= 5) for _ in range(60) for grade in range(1, 9)])
    assert rating_of(5) - 100 < found.rating < rating_of(6) + 100


def test_tries_are_kept(place: Path | str) -> None:
    if isinstance(place, str):
        from linden.web.store import keeping

        keeping.upgrade(place)
    store = Store(place)

    async def tried() -> list[Try]:
        for outcome in ("missed", "missed", "solved", "missed"):
            await store.tried("ada", Try("linja", "one", 3, outcome))
        await store.tried("ada", Try("linja", "two", 4, "solved"))
        await store.tried("bob", Try("linja", "one", 3, "solved"))
        return await store.tries("ada")

    try:
        assert asyncio.run(tried()) == [
            Try("linja", "one", 3, "later"),
            Try("linja", "two", 4, "solved"),
        ]
    finally:
        store.close()
