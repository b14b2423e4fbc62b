"""uvicorn, with doors that are opened and closed while it runs."""

import asyncio
import socket
from collections.abc import Callable

import uvicorn

from linden.core.language import speaking
from linden.web.http.connections import HttpConnection
from linden.web.network import Network
from linden.web.texts import say

RENEW_SECONDS = 20.0
"""How soon a computer that has come into another network is reached there."""


class Server(uvicorn.Server):
    """The server of one process; ``bind`` makes a socket at an address and a port, and
    ``spoken`` is the language of whoever has started it."""

    def __init__(
        self,
        config: uvicorn.Config,
        network: Network,
        bind: Callable[[str, int], socket.socket],
        tell: Callable[[str], None],
        spoken: str,
    ) -> None:
        super().__init__(config)
        self._tell = tell
        self._spoken = spoken
        self._network = network
        self._bind = bind
        self._renewing: asyncio.Task[None] | None = None

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        self._network.listen = self.listen_at
        await self._network.renew()
        for origin in self._network.origins("http", "localhost"):
            with speaking(self._spoken):
                self._tell(say("Friends can open {address}", address=f"{origin}/"))
        self._renewing = asyncio.create_task(self._renew())

    async def _renew(self) -> None:
        while True:
            await asyncio.sleep(RENEW_SECONDS)
            await self._network.renew()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        if self._renewing is not None:
            self._renewing.cancel()
        await super().shutdown(sockets)

    async def listen_at(self, address: str) -> Callable[[], None]:
        """Listen at one more address; what is returned stops it, and hangs up who came by it."""
        bound = self._bind(address, self._network.port)
        try:
            door = await asyncio.get_running_loop().create_server(
                self._connection, sock=bound, backlog=self.config.backlog
            )
        except OSError:
            bound.close()
            raise
        self.servers.append(door)

        def stop() -> None:
            door.close()
            self.servers.remove(door)
            for connection in list(self.server_state.connections):
                came = connection.transport.get_extra_info("sockname")
                if came and came[0] == address:
                    connection.transport.abort()

        return stop

    def _connection(self) -> HttpConnection:
        return HttpConnection(
            config=self.config, server_state=self.server_state, app_state=self.lifespan.state
        )
