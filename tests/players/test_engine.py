"""Programs as players: the protocol with ourselves, and with programs that do everything wrong."""

import os
import subprocess
import sys
import textwrap
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest

import linden
from linden.envs.engine import EngineServer, limits
from linden.players import engine
from linden.players.arena import Meeting, play_meeting
from linden.players.budget import Cancelled
from linden.players.engine import EngineError
from linden.players.registry import parse, player

GREETING = """
import sys
def hear():
    line = sys.stdin.readline()
    if not line:
        sys.exit()
    return line.split(None, 1)
def greet():
    while True:
        word, *rest = hear()
        if word == "ugi":
            print("ugiok", flush=True)
        elif word == "isready":
            print("readyok", flush=True)
        elif word == "go":
            go()
"""


def program(folder: Path, go: str, name: str = "program.py") -> str:
    """A program that greets well and then does this when it should move; the command to run it."""
    path = folder / name
    path.write_text(GREETING + f"\ndef go():\n{textwrap.indent(go, '    ')}\ngreet()\n")
    return f"engine:{sys.executable} {path}"


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
        game, program(tmp_path, "print('info nodes 3')\nprint('bestmove 2 - 3', flush=True)")
    )
    assert one.choose(game.start()).move == "2-3"
    running = one._running._process  # type: ignore[attr-defined]
    assert alive(running.pid)
    one.close()
    assert running.poll() is not None
    again = player(game, program(tmp_path, "print('bestmove 2-3', flush=True)"))
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
    one = player(game, program(tmp_path, go) + ":seconds=0.2")
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
    one = player(game, program(tmp_path, go))
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
    one = player(game, program(tmp_path, go))
    one.choose(game.start())
    child = int(note.read_text())
    one.close()
    assert gone(child), "a child of the program is still there"


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
    command = program(tmp_path, go)
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
    one = player(game, program(tmp_path, "import time; time.sleep(60)") + ":seconds=50")
    one.load()
    cancel = threading.Event()
    threading.Timer(0.2, cancel.set).start()
    with pytest.raises(Cancelled):
        one.choose(game.start(), seconds=50, cancel=cancel)
    assert one._running is None  # type: ignore[attr-defined]


def test_in_the_arena_a_program_that_fails_loses(tmp_path: Path) -> None:
    game = linden.load("linja")
    wrong = program(tmp_path, "import os; os._exit(3)")
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
