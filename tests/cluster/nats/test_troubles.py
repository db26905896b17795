"""An operator's mistakes with the bus, each with its sentence, which never shows a password."""

import asyncio
import logging
import socket
import ssl
from collections.abc import AsyncIterator, Iterator
from contextlib import asynccontextmanager
from dataclasses import replace
from pathlib import Path

import pytest
import trustme

from kit.bus import Inbox
from kit.nats import NatsServer
from polemos.cluster.bus import BusError
from polemos.cluster.nats.limits import NatsLimits
from polemos.cluster.nats_bus import NatsBus

PASSWORD = "hush-hush"


async def refused(url: str, tls: ssl.SSLContext | None = None) -> str:
    """Give the sentence with which a bus does not start."""
    limits = replace(NatsLimits(), connect_seconds_max=0.5)
    with pytest.raises(BusError) as error:
        await NatsBus.connect(url, name="node", draw=lambda: 0.5, tls=tls, limits=limits)
    assert PASSWORD not in str(error.value)
    return str(error.value)


@asynccontextmanager
async def connected(url: str, tls: ssl.SSLContext | None = None) -> AsyncIterator[NatsBus]:
    """Connect, and show that it carries."""
    bus = await NatsBus.connect(url, name="node", draw=lambda: 0.5, tls=tls)
    inbox = Inbox()
    await bus.subscribe("polemos.a", inbox.receive)
    bus.publish("polemos.a", b"carried")
    assert await inbox.holds(1) == [b"carried"]
    yield bus
    await bus.close()


@pytest.fixture(scope="module")
def guarded() -> Iterator[NatsServer]:
    with NatsServer(words=("--user", "ann", "--pass", PASSWORD)) as server:
        yield server


@pytest.fixture(scope="module")
def authority() -> trustme.CA:
    return trustme.CA()


@pytest.fixture(scope="module")
def encrypted(authority: trustme.CA, tmp_path_factory: pytest.TempPathFactory):
    folder: Path = tmp_path_factory.mktemp("tls")
    certificate = authority.issue_cert("localhost")
    certificate.private_key_pem.write_to_path(folder / "key.pem")
    certificate.cert_chain_pems[0].write_to_path(folder / "certificate.pem")
    words = ("--tls", "--tlscert", f"{folder}/certificate.pem", "--tlskey", f"{folder}/key.pem")
    with NatsServer(words=words) as server:
        yield server


@pytest.fixture
def trust(authority: trustme.CA) -> ssl.SSLContext:
    context = ssl.create_default_context()
    authority.configure_trust(context)
    return context


async def test_an_address_where_nobody_listens_is_told():
    """Without a server there, the operator is told to start one."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        port = listener.getsockname()[1]
    sentence = await refused(f"nats://ann:{PASSWORD}@127.0.0.1:{port}")
    assert sentence == (
        f"The bus at nats://127.0.0.1:{port} cannot be used: nobody listens there; "
        "start the NATS server, or correct the address."
    )


async def test_a_host_that_does_not_exist_is_told():
    """The name is named."""
    sentence = await refused(f"nats://ann:{PASSWORD}@no-such-host.invalid")
    assert "there is no host no-such-host.invalid" in sentence


async def test_a_server_that_says_nothing_is_told():
    """A port that accepts and is silent is not waited for longer than the bound."""
    with socket.create_server(("127.0.0.1", 0)) as listener:
        sentence = await refused(f"nats://127.0.0.1:{listener.getsockname()[1]}")
    assert "it does not answer" in sentence


async def test_a_server_of_another_kind_is_told():
    """What speaks first, but not NATS, is recognised."""

    async def greet(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        writer.write(b"220 mail.example ESMTP\r\n")
        await reader.read()
        writer.close()

    server = await asyncio.start_server(greet, "127.0.0.1", 0)
    sentence = await refused(f"nats://127.0.0.1:{server.sockets[0].getsockname()[1]}")
    assert "it starts with b'220 mail.example ESMTP'" in sentence
    assert "give the port that NATS listens on" in sentence
    server.close()
    await server.wait_closed()


@pytest.mark.parametrize("credentials", ["", f"ann:{PASSWORD}x@", "tokentoken@"])
async def test_wrong_credentials_are_told(guarded: NatsServer, credentials: str):
    """A wrong password, none at all, or a token instead are one and the same to the server."""
    sentence = await refused(f"nats://{credentials}127.0.0.1:{guarded.port}")
    assert "it refuses our user and password, or our token" in sentence


async def test_right_credentials_let_us_in(guarded: NatsServer):
    """A user with the password is connected."""
    async with connected(f"nats://ann:{PASSWORD}@127.0.0.1:{guarded.port}") as bus:
        assert bus.trouble is None


async def test_a_token_lets_us_in():
    """A user without a password is a token."""
    with NatsServer(words=("--auth", PASSWORD)) as server:
        async with connected(f"nats://{PASSWORD}@127.0.0.1:{server.port}") as bus:
            assert bus.trouble is None


async def test_of_several_addresses_one_that_lets_us_in_is_enough(guarded: NatsServer):
    """The others are not complained of."""
    right = f"nats://ann:{PASSWORD}@127.0.0.1:{guarded.port}"
    async with connected(f"nats://127.0.0.1:{guarded.port},{right}") as bus:
        assert bus.trouble is None


@pytest.mark.parametrize(
    ("denied", "other", "word"),
    [("publish", "subscribe", "Publish"), ("subscribe", "publish", "Subscription")],
)
async def test_a_missing_right_is_told_at_the_start(
    tmp_path: Path, denied: str, other: str, word: str
):
    """A user who may connect, but not speak or listen, is no use."""
    file = tmp_path / "nats.conf"
    file.write_text(
        f"authorization {{ users = [ {{ user: ann, password: {PASSWORD}, "
        f'permissions: {{ {other}: ">", {denied}: "_INBOX.>" }} }} ] }}'
    )
    with NatsServer(words=("-c", str(file))) as server:
        sentence = await refused(f"nats://ann:{PASSWORD}@127.0.0.1:{server.port}")
    assert f'Permissions Violation for {word} to "polemos.rights"' in sentence
    assert "polemos.> and _INBOX.>" in sentence


async def test_a_right_that_is_missing_later_is_logged_once(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
):
    """However often a node tries, one line tells of it, and the rest is carried."""
    file = tmp_path / "nats.conf"
    file.write_text(
        f"authorization {{ users = [ {{ user: ann, password: {PASSWORD}, "
        'permissions: { publish: { deny: "polemos.denied" }, subscribe: ">" } } ] }'
    )
    with NatsServer(words=("-c", str(file))) as server:
        url = f"nats://ann:{PASSWORD}@127.0.0.1:{server.port}"
        with caplog.at_level(logging.ERROR):
            async with connected(url) as bus:
                for _ in range(5):
                    bus.publish("polemos.denied", b"")
                await bus.subscribe("polemos.b", Inbox().receive)
                assert bus.trouble is None
    assert [record.message for record in caplog.records if "polemos.denied" in record.message] == [
        record.message for record in caplog.records
    ]
    assert len(caplog.records) == 1


async def test_an_encrypted_server_is_trusted_by_its_authority(
    encrypted: NatsServer, trust: ssl.SSLContext
):
    """Both schemes go on encrypted when the server demands it."""
    for scheme in ("tls", "nats"):
        async with connected(f"{scheme}://localhost:{encrypted.port}", trust) as bus:
            assert bus.trouble is None


async def test_a_certificate_of_nobody_we_know_is_told(encrypted: NatsServer):
    """The operator is told where to give the authority."""
    sentence = await refused(f"tls://ann:{PASSWORD}@localhost:{encrypted.port}")
    assert "its certificate is not trusted" in sentence
    assert "SSL_CERT_FILE" in sentence


async def test_a_certificate_of_another_host_is_told(encrypted: NatsServer, trust: ssl.SSLContext):
    """A server must be the one that it is called."""
    sentence = await refused(f"tls://127.0.0.1:{encrypted.port}", trust)
    assert "its certificate is not trusted" in sentence


async def test_a_password_is_never_sent_in_the_open_when_tls_is_demanded(guarded: NatsServer):
    """A server that offers no TLS gets no credentials under tls://."""
    sentence = await refused(f"tls://ann:{PASSWORD}@127.0.0.1:{guarded.port}")
    assert "it offers no TLS, which tls:// demands" in sentence
