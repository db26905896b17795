"""Raw requests to a hub and their whole responses."""

from dataclasses import dataclass

from kit.hub import HubHouse

SOCKET = (
    "Upgrade: websocket",
    "Connection: Upgrade",
    "Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==",
    "Sec-WebSocket-Version: 13",
    "Sec-WebSocket-Protocol: polemos.v1",
)
"""What makes a GET of /socket a handshake."""


@dataclass(frozen=True)
class Answer:
    """A response."""

    status: int
    fields: tuple[tuple[str, str], ...]
    body: bytes

    def all(self, name: str) -> list[str]:
        return [value for known, value in self.fields if known.lower() == name.lower()]

    def one(self, name: str) -> str:
        (value,) = self.all(name)
        return value


def read_answer(raw: bytes) -> Answer:
    """Read a whole response, or the head of one."""
    head, _, body = raw.partition(b"\r\n\r\n")
    status, *lines = head.decode("ascii").split("\r\n")
    fields = tuple((name, value) for name, value in (line.split(": ", 1) for line in lines))
    return Answer(int(status.split()[1]), fields, body)


async def send(house: HubHouse, raw: bytes) -> Answer:
    """Send bytes over a connection of their own and read until the server has closed."""
    peer = await house.peer()
    await peer.send(raw)
    answer = read_answer(await peer.read_to_end())
    peer.close()
    return answer


async def get(
    house: HubHouse, target: str, *fields: str, method: str = "GET", host: str | None = "localhost"
) -> Answer:
    """Ask for a page; `host` none sends no Host header."""
    return await send(house, request(target, *fields, method=method, host=host))


def request(
    target: str, *fields: str, method: str = "GET", host: str | None = "localhost"
) -> bytes:
    """Write a request's head."""
    named = () if host is None else (f"Host: {host}",)
    return "\r\n".join([f"{method} {target} HTTP/1.1", *named, *fields, "", ""]).encode()


async def shake_hands(house: HubHouse, *fields: str, host: str | None = "localhost") -> Answer:
    """Ask for a socket and read the head of the answer; an open socket is closed with the house."""
    peer = await house.peer()
    await peer.send(request("/socket", *SOCKET, *fields, host=host))
    return read_answer(await peer.read_until(b"\r\n\r\n"))
