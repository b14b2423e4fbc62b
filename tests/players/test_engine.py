"""Programs as players: the protocol with ourselves, and with programs that do everything wrong."""

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import linden
from linden.core.position import Position
from linden.envs.engine import EngineServer, limits
from linden.players import engine
from linden.players.arena import Meeting, play_meeting
from linden.players.budget import Cancelled
from linden.players.choice import Choice
from linden.players.engine import EngineError
from linden.players.player import Player
from linden.players.registry import parse, player
from programs import program


def engine_of(folder: Path, go: str) -> str:
    """A program that does this when it should move, as a player."""
    return f"engine:{program(folder, go)}"


def alive(pid: int) -> bool:
    """Whether a process runs; one that has ended may wait to be noticed."""
    try:
        os.kill(pid, 0)
        stat = Path(f"/proc/{pid}/stat")
        return not stat.exists() or stat.read_text().rpartition(")")[2].split()[0] != "Z"
    except (ProcessLookupError, FileNotFoundError):
        return False


@pytest.fixture(autouse=True)
def impatient(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engine, "GRACE_SECONDS", 0.3)


def test_engines_are_written_like_other_players() -> None:
    read = parse("engine:./bot --port=a:b:seconds=2:nodes=7")
    assert (read.command, read.seconds, read.nodes) == ("./bot --port=a:b", 2.0, 7)
    assert parse(read.text) == read
    for wrong in ("engine", "engine:", "engine::seconds=1"):
        with pytest.raises(ValueError, match="engine:COMMAND"):
            parse(wrong)
    with pytest.raises(ValueError, match="no command"):
        player(linden.load("linja"), "engine:'unfinished")


def test_a_program_plays_and_ends_with_its_player(tmp_path: Path) -> None:
    game = linden.load("linja")
    one = player(
        game, engine_of(tmp_path, "print('info nodes 3')\nprint('bestmove 2 - 3', flush=True)")
    )
    assert one.choose(game.start()).move == "2-3"
    running = one._running._process  # type: ignore[attr-defined]
    assert alive(running.pid)
    one.close()
    assert running.poll() is not None
    again = player(game, engine_of(tmp_path, "print('bestmove 2-3', flush=True)"))
    again.choose(game.start())
    running = again._running._process  # type: ignore[attr-defined]
    del again  # nobody closed it
    assert running.poll() is not None


WRONG = {
    "silence": ("import time; time.sleep(60)", "has not answered in time"),
    "rubbish": ("print('\\x00\\xff' * 99, flush=True); print('bestmove e2e4', flush=True)",
                "no legal move: 'e2e4'"),
    "death": ("import os; os._exit(3)", r"has ended \\(its status is 3\\)"),
    "closed pipes": ("import os, time; os.close(1); time.sleep(60)", "has ended"),
    "a flood": ("while True: print('info ' + 'x' * 500)", "has ended|not answered in time"),
}  # fmt: skip


@pytest.mark.parametrize("name", WRONG)
def test_what_a_program_does_wrong_is_one_sentence(name: str, tmp_path: Path) -> None:
    go, said = WRONG[name]
    game = linden.load("linja")
    one = player(game, engine_of(tmp_path, go) + ":seconds=0.2")
    began = time.monotonic()
    with pytest.raises(EngineError, match=said.replace("\\\\", "\\")) as told:
        one.choose(game.start())
    assert str(told.value).endswith(".")
    assert "\n" not in str(told.value)
    assert time.monotonic() - began < 15
    assert one._running is None  # type: ignore[attr-defined]


def test_a_program_that_is_not_there_or_says_nothing(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = linden.load("linja")
    with pytest.raises(EngineError, match="cannot be run: No such file"):
        player(game, f"engine:{tmp_path}/nobody").choose(game.start())
    monkeypatch.setattr(engine, "HELLO_SECONDS", 0.3)
    with pytest.raises(EngineError, match="has not answered in time"):
        player(game, "engine:sleep 60").choose(game.start())


def test_a_program_that_dies_once_is_started_again(tmp_path: Path) -> None:
    mark = tmp_path / "died"
    go = f"""
import os
if not os.path.exists({str(mark)!r}):
    open({str(mark)!r}, 'w').close()
    os._exit(1)
print('bestmove 3-4', flush=True)
"""
    game = linden.load("linja")
    one = player(game, engine_of(tmp_path, go))
    assert one.choose(game.start()).move == "3-4"
    one.close()


def test_children_of_a_program_end_with_it(tmp_path: Path) -> None:
    note = tmp_path / "child"
    go = f"""
import subprocess
child = subprocess.Popen(['sleep', '60'])
open({str(note)!r}, 'w').write(str(child.pid))
print('bestmove 2-3', flush=True)
"""
    game = linden.load("linja")
    one = player(game, engine_of(tmp_path, go))
    one.choose(game.start())
    child = int(note.read_text())
    one.close()
    assert gone(child), "a child of the program is still there"


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups here")
def test_a_child_that_left_and_holds_the_output_is_not_waited_for(tmp_path: Path) -> None:
    note = tmp_path / "child"
    go = f"""
import subprocess
child = subprocess.Popen(['sleep', '20'], start_new_session=True)
open({str(note)!r}, 'w').write(str(child.pid))
print('bestmove 2-3', flush=True)
"""
    game = linden.load("linja")
    one = player(game, engine_of(tmp_path, go))
    one.choose(game.start())
    output = one._running._process.stdout  # type: ignore[attr-defined]
    began = time.monotonic()
    one.close()
    assert time.monotonic() - began < 10
    os.kill(int(note.read_text()), signal.SIGKILL)
    for _ in range(200):
        if output.closed:
            break
        time.sleep(0.05)
    assert output.closed


def gone(*pids: int) -> bool:
    """Whether these processes end within some seconds."""
    for _ in range(200):
        if not any(map(alive, pids)):
            return True
        time.sleep(0.05)
    return False


PARENT = """
import sys, time, linden
from linden.players.registry import player
game = linden.load("linja")
one = player(game, sys.argv[1])
one.choose(game.start())
print("chosen", flush=True)
time.sleep(600)
"""


@pytest.mark.skipif(not hasattr(os, "killpg"), reason="there are no process groups here")
def test_a_program_that_does_not_listen_ends_with_a_linden_that_is_killed(tmp_path: Path) -> None:
    """It ignores the end of its input, and so does what it started."""
    note = tmp_path / "pids"
    go = f"""
import os, signal, subprocess, time
signal.signal(signal.SIGHUP, signal.SIG_IGN)
child = subprocess.Popen(['sleep', '600'])
open({str(note)!r}, 'w').write(f'{{os.getpid()}} {{child.pid}}')
print('bestmove 2-3', flush=True)
time.sleep(600)
"""
    command = engine_of(tmp_path, go)
    with subprocess.Popen(
        [sys.executable, "-c", PARENT, command], stdout=subprocess.PIPE, text=True
    ) as linden_itself:
        assert linden_itself.stdout is not None
        assert linden_itself.stdout.readline() == "chosen\n"
        pids = [int(pid) for pid in note.read_text().split()]
        assert all(map(alive, pids))
        linden_itself.kill()
    assert gone(*pids), "what was started outlived Linden"


def test_a_choice_can_be_called_off(tmp_path: Path) -> None:
    game = linden.load("linja")
    one = player(game, engine_of(tmp_path, "import time; time.sleep(60)") + ":seconds=50")
    one.load()
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    with pytest.raises(Cancelled):
        one.choose(game.start(), seconds=50, cancel=cancel)
    assert one._running is None  # type: ignore[attr-defined]


def test_in_the_arena_a_program_that_fails_loses(tmp_path: Path) -> None:
    game = linden.load("linja")
    wrong = engine_of(tmp_path, "import os; os._exit(3)")
    assert play_meeting(game, Meeting("random", wrong, 0), 1) == 1.0
    assert play_meeting(game, Meeting(wrong, "random", 1), 1) == 0.0


# -- linden engine -------------------------------------------------------------------------------


def answers(*lines: str, who: str = "greedy", name: str = "linja") -> list[str]:
    told: list[str] = []
    EngineServer(linden.load(name), who, told.append).serve(lines)
    return told


def test_the_server_speaks_the_protocol() -> None:
    told = answers("ugi", "isready", "moves", "query gameover", "query turn", "query result")
    assert told[0].startswith("id name Linden")
    assert "ugiok" in told
    assert told[-5:] == [
        "readyok",
        "moves 1-2, 2-3, 3-4, 4-5, 5-6, 6-7, 7-8",
        "response false",
        "response 0",
        "response 0 0",
    ]


def test_the_server_says_what_it_does_not_understand() -> None:
    rubbish = ["", "  ", "dance \x00", "position nowhere", "setoption name meddle value maybe",
               "setoption meddle", "go fast", "go nodes", "go nodes 0", "query love",
               "setoption name game value chess"]  # fmt: skip
    told = answers(*rubbish, "isready")
    assert len(told) == len(rubbish) - 1
    assert all(line.startswith("info string ") and line.endswith(".") for line in told[:-1])
    assert told[-1] == "readyok"


def test_stop_is_answered_at_once() -> None:
    told: list[str] = []
    server = EngineServer(linden.load("linja"), "mcts", told.append)

    def lines() -> Iterator[str]:
        yield "go movetime 60000"
        time.sleep(0.3)
        yield "stop"
        yield "go nodes 100"
        assert server._search is not None
        server._search.join()
        yield "quit"
        yield "isready"

    began = time.monotonic()
    server.serve(lines())
    assert time.monotonic() - began < 30
    assert [line.split()[0] for line in told] == ["bestmove", "info", "bestmove"]


class Late:
    """A player that has its move before it notices that it was called off."""

    def __init__(self, real: Player) -> None:
        self.real = real

    def choose(self, position: Position, **given: Any) -> Choice:
        if given.get("cancel") is not None:
            given["cancel"].wait()
        return self.real.choose(position, nodes=9)


def test_one_go_has_one_answer() -> None:
    told: list[str] = []
    server = EngineServer(linden.load("linja"), "random", told.append)
    server._player = Late(server._player)  # type: ignore[assignment]
    server.serve(["go nodes 5", "stop", "stop", "quit"])
    assert [line.split()[0] for line in told] == ["info", "bestmove"]


class Broken:
    def choose(self, position: Position, **given: Any) -> Choice:
        raise ZeroDivisionError("no such thing")


def test_what_a_player_does_wrong_is_told_and_nothing_ends() -> None:
    told: list[str] = []
    server = EngineServer(linden.load("linja"), "random", told.append)
    server._player = Broken()  # type: ignore[assignment]
    server.serve(["go nodes 5", "stop", "isready"])
    assert all(line.startswith("info string ") and "no such thing" in line for line in told[:-1])
    assert len(told) == 3
    assert told[-1] == "readyok"


def test_an_option_that_is_refused_changes_nothing() -> None:
    told = answers(
        "setoption name game value linx",
        "moves",
        who="alphabeta:nodes=9",
    )
    assert answers("moves")[0] == told[-1]


def test_what_is_refused_ends_no_search() -> None:
    told: list[str] = []
    server = EngineServer(linden.load("linja"), "mcts", told.append)
    rubbish = ["position nowhere", "setoption name game value chess", "go fast"]
    server.serve(["go movetime 60000", *rubbish, "stop"])
    assert [line.split()[0] for line in told] == ["info", "info", "info", "bestmove"]


def test_lines_that_are_no_text_are_told_so() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "linden", "engine", "linja", "--player", "random"],
        input=b"\xff\xfe\nisready\n",
        env={**os.environ, "PYTHONIOENCODING": "utf-8:strict"},
        capture_output=True,
        timeout=120,
    )
    assert done.returncode == 0, done.stderr
    assert done.stdout.startswith(b"info string There is no command")
    assert done.stdout.splitlines()[-1] == b"readyok"


def test_limits_are_read() -> None:
    assert limits("") == (1.0, None)
    assert limits("movetime 500 nodes 9") == (0.5, 9)
    assert limits("nodes 9") == (None, 9)


def test_linden_plays_linden(tmp_path: Path) -> None:
    """The command as a program: a whole game of hidden hands, and nothing is left running."""
    command = f"engine:{sys.executable} -m linden engine linx --player greedy"
    game = linden.load("linx", players=3)
    score = play_meeting(game, Meeting(command, "random", 0), 2)
    assert 0 <= score <= 1


def test_the_command_ends_with_its_input() -> None:
    done = subprocess.run(
        [sys.executable, "-m", "linden", "engine", "linja", "--player", "random"],
        input="ugi\nisready\n",
        capture_output=True,
        text=True,
        timeout=120,
    )
    assert done.returncode == 0
    assert done.stdout.splitlines()[-1] == "readyok"
