"""A connection to PostgreSQL that a test may cut, before or after the server has heard."""

import socket
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from enum import Enum, auto
from threading import Thread

CHUNK_BYTES_MAX = 1 << 16


class Cut(Enum):
    """What is lost of the next question."""

    NOTHING = auto()
    REQUEST = auto()
    ANSWER = auto()


class PostgresProxy:
    """Passes bytes on to a server until it is told to cut.

    Make one with `proxied`.
    """

    def __init__(self, port: int) -> None:
        self._server_port = port
        self._listener = socket.create_server(("127.0.0.1", 0))
        self._open: list[socket.socket] = []
        self.port = int(self._listener.getsockname()[1])
        self.cut = Cut.NOTHING
        """What to lose, once; it is nothing again afterwards."""
        self.cuts = 0
        """How many connections were cut."""
        Thread(target=self._accept, daemon=True).start()

    def close(self) -> None:
        """Cut everything."""
        self._listener.close()
        for one in self._open:
            one.close()

    def _accept(self) -> None:
        with suppress(OSError):
            while True:
                client, _ = self._listener.accept()
                server = socket.create_connection(("127.0.0.1", self._server_port))
                self._open += [client, server]
                for source, target, lost in (
                    (client, server, Cut.REQUEST),
                    (server, client, Cut.ANSWER),
                ):
                    Thread(target=self._pass_on, args=(source, target, lost), daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket, lost: Cut) -> None:
        with suppress(OSError):
            while chunk := source.recv(CHUNK_BYTES_MAX):
                if self.cut is lost:
                    self.cut = Cut.NOTHING
                    self.cuts += 1
                    break
                target.sendall(chunk)
        for one in (source, target):
            with suppress(OSError):
                one.shutdown(socket.SHUT_RDWR)


@contextmanager
def proxied(port: int) -> Iterator[PostgresProxy]:
    """Open a proxy in front of a server."""
    proxy = PostgresProxy(port)
    try:
        yield proxy
    finally:
        proxy.close()
