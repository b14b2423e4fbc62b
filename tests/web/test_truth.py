"""Games that are known completely: worked out through the API, then told in hints and reviews."""

import asyncio
import json
import time
from collections import namedtuple
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

import linden
from linden.core.errors import TablebaseError
from linden.solve.exact import solved, solver_for
from linden.solve.files import claim, steps_done, unfinished
from linden.solve.solver import build
from linden.web.compute import tablebases as truth
from linden.web.compute.judging import judge_exactly
from linden.web.compute.tablebases import Tablebases, worth_sentence
from linden.web.errors import Refusal
from servers import HERE, ME, PATIENCE, Person, Server, serving

TINY = {"size": "3x4", "komi": 0}
SLOW = {"board": "4x5"}
"""Some seconds of work, in steps."""

Usage = namedtuple("Usage", "total used free")


@pytest.fixture
def own_tables(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setenv("LINDEN_SOLVED_DIR", str(tmp_path / "solved"))
    monkeypatch.setenv("LINDEN_STEP_BACK", "0")
    return tmp_path / "solved"


@pytest.fixture(scope="module")
def busy(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """A server of its own: the tables it builds change what others hear."""
    with serving(tmp_path_factory.mktemp("truth")) as server:
        yield server


def ask(person: Person, game: str, options: dict[str, Any], method: str = "GET") -> Any:
    address = f"/api/games/{game}/truth"
    return person.http.request(method, address, params={"options": json.dumps(options)})


def wait(
    person: Person, game: str, options: dict[str, Any], accept: Callable[[Any], bool]
) -> dict[str, Any]:
    """The first answer that is accepted."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        now: dict[str, Any] = ask(person, game, options).json()
        if accept(now):
            return now
        assert now["state"] != "failed", now
        time.sleep(0.05)
    raise AssertionError(f"still {now}")


def judged(person: Person, table: str) -> list[dict[str, Any]]:
    """The whole analysis."""
    began = time.monotonic()
    while time.monotonic() - began < PATIENCE:
        analysis = person.get(f"/api/tables/{table}/analysis")
        assert analysis["error"] is None
        if analysis["done"] == analysis["of"]:
            return list(analysis["plies"])
        time.sleep(0.05)
    raise AssertionError("the analysis does not end")


def hint(tab: Any) -> dict[str, Any]:
    tab.send(type="hint")
    return dict(tab.until(lambda message: message["type"] == "hint"))


# -- through the API -----------------------------------------------------------------------------


def test_a_small_board_is_worked_out_and_told(
    busy: Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    person = busy.keeper()
    played = person.sit(person.table("linage", [ME, HERE], TINY))
    played.play_out(seed=3)
    begun = person.get(f"/api/tables/{played.table}/analysis")
    assert begun["done"] < begun["of"], "a search takes its time"
    before = ask(person, "linage", TINY).json()
    assert before["state"] == "possible"
    assert before["done"] == 0
    assert before["bytes"] == 2 << 12
    assert "can be known completely" in before["says"]

    assert ask(person, "linage", TINY, "POST").json()["state"] == "building"
    after = wait(person, "linage", TINY, lambda now: now["state"] == "ready")
    assert after["done"] == 1
    again = ask(person, "linage", TINY, "POST").json()
    assert again["state"] == "ready", "there is nothing left to do"

    monkeypatch.setenv("LINDEN_SOLVED_DIR", str(busy.folder / "solved"))
    game = linden.load("linage", **TINY)
    table = solved(game)
    position = game.start()
    plies = judged(person, played.table)
    assert len(plies) == len(played.moves)
    for one, move in zip(plies, played.moves, strict=True):
        worth, then = table.worth(position), table.worth(position.play(move))
        assert one["exact"]
        assert one["truth"] == worth_sentence(game, worth.lead)
        assert one["win"] == [worth.win, 1 - worth.win]
        assert one["cost"] == abs(worth.lead - then.lead)
        assert one["loss"] == abs(worth.win - then.win)
        assert table.worth(position.play(one["best"])) == worth
        assert (one["grade"] in ("best", "forced")) == (one["cost"] == 0)
        position = position.play(move)

    fresh = person.sit(person.table("linage", [ME, HERE], TINY))
    told = hint(fresh)
    assert told["exact"]
    assert told["truth"] == "Exact: [0:Vertical] win[s] by 5 with perfect play."
    assert told["win"] == 1
    assert table.worth(game.start().play(told["move"])) == table.worth(game.start())


def test_a_known_game_can_be_played_against_perfection(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    perfect = {"kind": "computer", "level": 9}
    wish = {"game": "linage", "options": TINY, "seats": [perfect, ME]}
    with serving(tmp_path) as server:
        person = server.keeper()

        def levels(options: dict[str, Any]) -> list[str]:
            answer = person.http.post("/api/games/linage/check", json={"options": options})
            return [level["name"] for level in answer.json()["levels"]]

        assert "perfect" not in levels(TINY)
        refused = person.http.post("/api/tables", json=wish)
        assert refused.status_code == 422
        assert "not worked out with these options" in refused.json()["error"]

        ask(person, "linage", TINY, "POST")
        wait(person, "linage", TINY, lambda now: now["state"] == "ready")
        assert levels(TINY)[-1] == "perfect"
        assert "perfect" not in levels({"size": "4x4", "komi": 0})
        assert len(levels({"size": "no size"})) == 0

        monkeypatch.setenv("LINDEN_SOLVED_DIR", str(tmp_path / "solved"))
        game = linden.load("linage", **TINY)
        table = solved(game)
        tab = person.sit(person.table("linage", [perfect, ME], TINY))
        assert tab.state["seats"][0]["label"] == "Perfect computer"
        tab.play_out(seed=5)
        position = game.start()
        for move in tab.moves:
            if position.to_move == 0:
                assert table.worth(position.play(move)) == table.worth(position)
            position = position.play(move)
        assert position.returns[0] > 0, "Vertical wins this board"


def test_a_build_is_alone_can_be_stopped_and_survives_its_server(tmp_path: Path) -> None:
    part = unfinished(tmp_path / "solved" / "linear-board-4x5-equal_moves-false.table")
    with serving(tmp_path) as server:
        person = server.keeper()
        assert ask(person, "linear", SLOW, "POST").json()["state"] == "building"
        assert ask(person, "linear", SLOW, "POST").json()["state"] == "building"
        other = ask(person, "linage", TINY, "POST")
        assert other.status_code == 409
        assert other.json()["error"] == "Linear Progression is being worked out; one at a time."
        assert ask(person, "linage", TINY).json()["state"] == "possible"
        wait(person, "linear", SLOW, lambda now: now["done"] > 0)
        server.kill()
        locked(part)
        server.start()
        person = server.keeper()
        kept = ask(person, "linear", SLOW).json()
        assert kept["state"] == "possible"
        assert 0 < kept["done"] < 1
        assert "goes on from there" in kept["says"]
        going = ask(person, "linear", SLOW, "POST").json()
        assert going["state"] == "building"
        assert going["done"] >= kept["done"]
        stopped = ask(person, "linear", SLOW, "DELETE").json()
        assert stopped["state"] == "possible"
        assert stopped["done"] >= kept["done"]
        assert part.exists()
        locked(part)
        assert ask(person, "linear", SLOW, "DELETE").json()["done"] == 0
        assert not part.exists()


def locked(part: Path) -> None:
    """Wait until nobody is at work on this file any more."""
    began = time.monotonic()
    while True:
        try:
            claim(part).release()
            return
        except TablebaseError:
            assert time.monotonic() - began < 10, "the build outlives its server"
            time.sleep(0.05)


@pytest.mark.parametrize(
    ("game", "options", "sentence"),
    [
        ("linja", {"bonus": "any"}, "bonus=any"),
        ("linage", {"size": 6}, "linden solve"),
        ("linage", {"size": 9}, "up to 36 points"),
        ("linear", {"board": "6x6"}, "up to 21 squares"),
        ("linx", {}, "no tablebase"),
    ],
)
def test_what_cannot_be_known_is_said(
    server: Server, game: str, options: dict[str, Any], sentence: str
) -> None:
    person = server.keeper()
    now = ask(person, game, options).json()
    assert now["state"] == "none"
    assert sentence in now["says"]
    refused = ask(person, game, options, "POST")
    assert refused.status_code == 409
    assert refused.json()["error"] == now["says"]


def test_linja_can_be_known(server: Server) -> None:
    now = ask(server.person(), "linja", {"meddle": True}).json()
    assert now["state"] == "possible"
    assert now["bytes"] == 2_083_028_992
    assert "about 30 minutes and 2.1 GB" in now["says"]


@pytest.mark.parametrize("options", ["[]", "{", "1", '{"name": 1}', '{"size": 99}', "null"])
def test_options_that_make_no_sense_are_refused(server: Server, options: str) -> None:
    person = server.keeper()
    for method in ("GET", "POST", "DELETE"):
        answer = person.http.request(method, "/api/games/linage/truth", params={"options": options})
        assert answer.status_code == 422
        assert answer.json()["error"]


# -- its parts -----------------------------------------------------------------------------------


def test_without_room_nothing_is_begun(own_tables: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("shutil.disk_usage", lambda folder: Usage(10**12, 0, 1_500_000_000))

    async def start() -> Refusal:
        with pytest.raises(Refusal) as refused:
            await Tablebases().start(linden.load("linja"))
        return refused.value

    refusal = asyncio.run(start())
    assert refusal.status == 507
    assert refusal.sentence.startswith(
        "There is not enough room: 2.1 GB are needed and 1.5 GB free in "
    )
    assert not own_tables.exists()


def test_a_damaged_table_is_named_and_not_believed(own_tables: Path) -> None:
    game = linden.load("linage", **TINY)
    path = build(solver_for(game))
    content = bytearray(path.read_bytes())
    content[-1] ^= 1
    path.write_bytes(content)
    position = game.start()
    while not position.over:
        if truth.exact_choice(position) is None:
            break
        position = position.play(position.moves[0])
    assert judge_exactly(position, position.moves[0], 1) is None
    path.write_bytes(bytes(content[:-1]))

    async def state() -> tuple[str, str, int]:
        tablebases = Tablebases()
        now = await tablebases.of(game)
        assert not await tablebases.ready(game)
        with pytest.raises(Refusal) as refused:
            await tablebases.start(game)
        return now.state, now.says, refused.value.status

    found, says, status = asyncio.run(state())
    assert (found, status) == ("failed", 409)
    assert "damaged" in says


def test_a_build_that_fails_says_why_and_may_be_tried_again(own_tables: Path) -> None:
    game = linden.load("linage", **TINY)
    path = solver_for(game).path
    path.parent.mkdir(parents=True)
    part = unfinished(path)

    async def fails() -> tuple[Any, Any]:
        tablebases = Tablebases()
        part.touch()
        claimed = claim(part)
        await tablebases.start(game)
        while (now := await tablebases.of(game)).state == "building":
            await asyncio.sleep(0.05)
        with pytest.raises(Refusal, match="another process"):
            await tablebases.cancel(game)
        claimed.release()
        await tablebases.start(game)
        while (later := await tablebases.of(game)).state == "building":
            await asyncio.sleep(0.05)
        await tablebases.close()
        return now, later

    failed, ready = asyncio.run(fails())
    assert failed.state == "failed"
    assert "is being built by another process" in failed.says
    assert ready.state == "ready"


def test_where_a_gpu_cannot_the_processors_do(
    own_tables: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    solver = solver_for(linden.load("linage", **TINY))

    def too_small(report: Any) -> Any:
        raise MemoryError

    monkeypatch.setattr(solver, "solve_on_gpu", too_small, raising=False)
    truth.work_out(solver, "gpu")
    told = [json.loads(line)["done"] for line in capsys.readouterr().out.splitlines()]
    assert told == sorted(told)
    assert told[-1] == 1
    assert solved(solver.game).worth(solver.game.start()).lead == 5


def test_without_a_table_nothing_is_known(own_tables: Path) -> None:
    for name, options in (
        ("linage", TINY),
        ("linja", {}),
        ("linja", {"bonus": "any"}),
        ("linx", {}),
    ):
        position = linden.load(name, **options).start()
        assert truth.exact_choice(position) is None
        assert judge_exactly(position, position.moves[0], 1) is None


def test_how_much_is_done_is_read_from_the_unfinished_file(own_tables: Path) -> None:
    solver = solver_for(linden.load("linage", **TINY))
    assert solver.begun() == 0

    def stop(share: float) -> None:
        if share > 0.5:
            raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        build(solver, report=stop)
    assert 0.5 < solver.begun() < 1
    assert steps_done(solver.path, {**solver.kind, "rules": 0}) == 0, "of other rules"


def test_sentences_tell_the_value() -> None:
    game = linden.load("linage", **TINY)
    assert worth_sentence(game, 0) == "Exact: a draw with perfect play."
    assert worth_sentence(game, -2.5) == "Exact: [1:Horizontal] win[s] by 2.5 with perfect play."
