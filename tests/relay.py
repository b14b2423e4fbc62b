"""A line between a node and its database that can be cut, or fall silent."""

import selectors
import socket
import threading

from servers import free_port

PASSING, SILENT, CUT = "passing", "silent", "cut"


class Relay:
    """Passes on what comes to a port, to another; in a thread of its own."""

    def __init__(self, target: int, *, at: str = "127.0.0.1", port: int | None = None) -> None:
        self.port = port or free_port()
        self._target = at, target
        self._mode = PASSING
        self._pairs: dict[socket.socket, socket.socket] = {}
        self._selector = selectors.DefaultSelector()
        self._listening = socket.create_server(("127.0.0.1", self.port), backlog=64)
        self._listening.setblocking(False)
        self._selector.register(self._listening, selectors.EVENT_READ)
        self._woken, self._wake = socket.socketpair()
        self._selector.register(self._woken, selectors.EVENT_READ)
        self._closing = False
        self._thread = threading.Thread(target=self._run, daemon=True)
        self._thread.start()

    def set(self, mode: str) -> None:
        self._mode = mode
        self._wake.send(b".")

    def close(self) -> None:
        self._closing = True
        self._wake.send(b".")
        self._thread.join(10)

    def _run(self) -> None:
        while not self._closing:
            for key, _ in self._selector.select():
                if key.fileobj is self._woken:
                    self._woken.recv(100)
                elif key.fileobj is self._listening:
                    self._accept()
                elif isinstance(key.fileobj, socket.socket):
                    self._pass_on(key.fileobj)
            if self._mode == CUT or self._closing:
                for one in list(self._pairs):
                    self._hang_up(one)
            while self._mode == SILENT and not self._closing:
                self._woken.recv(100)
        for one in list(self._pairs):
            self._hang_up(one)
        self._selector.close()
        for one in (self._listening, self._woken, self._wake):
            one.close()

    def _accept(self) -> None:
        here, _ = self._listening.accept()
        if self._mode == CUT:
            here.close()
            return
        try:
            there = socket.create_connection(self._target, timeout=5)
        except OSError:
            here.close()
            return
        for one, other in ((here, there), (there, here)):
            one.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            self._pairs[one] = other
            self._selector.register(one, selectors.EVENT_READ)

    def _pass_on(self, one: socket.socket) -> None:
        if one not in self._pairs:
            return
        try:
            content = one.recv(1 << 16)
            if content:
                self._pairs[one].sendall(content)
                return
        except OSError:
            pass
        self._hang_up(one)

    def _hang_up(self, one: socket.socket) -> None:
        other = self._pairs.get(one)
        for end in (one, other):
            if end is not None and self._pairs.pop(end, None) is not None:
                self._selector.unregister(end)
                end.close()
