"""Runs a program, and ends it with all that it started when whoever asked for it is gone.

``players/engine.py`` starts this file as a script of its own: python leash.py SOCKET COMMAND ...
Linden holds the other end of the socket. However Linden ends, even if it is killed, the system
closes that end, and this process sees it; the program's own input ends then too, but a program need
not listen. It answers with the number of the program's process, or with a sentence.
"""

import os
import signal
import socket
import subprocess
import sys
import threading
from contextlib import suppress


def main() -> int:
    held = socket.socket(fileno=int(sys.argv[1]))
    try:
        program = subprocess.Popen(sys.argv[2:], process_group=0)
    except OSError as error:
        held.sendall(f"{error.strerror}\n".encode())
        return 1
    for pipe in (0, 1):  # the program's alone, so that it can be seen when it closes them
        os.close(pipe)
    held.sendall(f"{program.pid}\n".encode())

    def wait_for_the_end() -> None:
        with suppress(OSError):
            while held.recv(64):
                pass
        end_group(program.pid)

    threading.Thread(target=wait_for_the_end, daemon=True).start()
    status = program.wait()
    end_group(program.pid)  # what it started and left behind
    return status


def end_group(leader: int) -> None:
    with suppress(ProcessLookupError, PermissionError):
        os.killpg(leader, signal.SIGKILL)


if __name__ == "__main__":
    status = main()
    os._exit(status if status >= 0 else 128 - status)
